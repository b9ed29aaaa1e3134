"""A card in the middle of its effect: its choice, and the target of each step."""

from dataclasses import dataclass

from companion.games.havoc_in_heaven.actions import checks, nouns
from companion.games.havoc_in_heaven.box import ROW, RULES
from companion.games.havoc_in_heaven.effects import Does, mover
from companion.games.havoc_in_heaven.state import AIM, Havoc, Pending, damage, effects, turns
from companion.kernel.action import Action

require = RULES.require


def take_effect(
    lane: Havoc, card: str, hero: str, side: str, target: tuple[str, ...], row: tuple[str, ...], reach: int
) -> Havoc:
    """Let a card resolve itself; what it asks about, and what hands do, waits."""
    does: Does = effects.card_of(lane, card).does
    if does.asked:
        return effects.take_aim(lane, card, hero, side)
    if does.choices:
        for step in does.steps[0]:
            lane = effects.tell_idle(lane, hero, step, reach)
        lane = effects.resolve(lane, hero, does.choices[0], reach, (*target, "")[0], (*row, "")[0])
    if does.by_hand and lane.over is None and hero in lane.row:
        return damage.await_hands(lane, Pending(card, hero, side))
    return lane


@dataclass(frozen=True)
class Aim(Action[Havoc]):
    """Say which of its choices a card is for, or the target of its next step."""

    choice: nouns.Choice
    target: nouns.StepTarget
    row: nouns.StepRow
    title = "The card names"
    icon = "lightning"
    during = (AIM,)

    @classmethod
    def face(cls, lane: Havoc, by: str) -> tuple[str, str]:
        return lane.pending[-1].card, ""

    def check(self, lane: Havoc) -> None:
        waits = lane.pending[-1]
        does = effects.card_of(lane, waits.card).does
        reach = effects.reach_of(lane, waits.card, waits.hero)
        for name in self.choice:
            its_steps = does.steps[nouns.choices(lane, self).index(name)]
            result = effects.finds(lane, waits.hero, its_steps, reach)
            require(result, "range", "Nobody it names is {within}.", within=checks.within(reach, waits.hero))
        step = effects.step_of(lane, waits)
        if step is None:
            return
        for unit in self.target:
            checks.check_target(lane, waits.hero, step, unit, reach)
            once = unit in effects.open_to(lane, waits, step)
            require(
                once,
                "target",
                "{card} was done to {unit}; now it is somebody else.",
                card=waits.card,
                unit=unit,
            )
        for row in self.row:
            move = mover(step)
            assert move is not None
            checks.check_row(lane, move, waits.hero, (*self.target, waits.hero)[0], ROW[row])

    def apply(self, lane: Havoc) -> Havoc:
        for name in self.choice:
            return turns.settle(effects.chosen(lane, nouns.choices(lane, self).index(name)))
        return turns.settle(effects.named(lane, (*self.target, lane.pending[-1].hero)[0], (*self.row, "")[0]))


@dataclass(frozen=True)
class Enough(Action[Havoc]):
    """The card is done to no more than it was."""

    title = "No more"
    icon = "scroll"
    during = (AIM,)

    def check(self, lane: Havoc) -> None:
        waits = lane.pending[-1]
        step = effects.step_of(lane, waits)
        fewer = step is not None and step.whom.up_to
        require(fewer, "effects", "{card} does not say “up to”; take all it names.", card=waits.card)

    def apply(self, lane: Havoc) -> Havoc:
        return turns.settle(effects.next_step(lane))
