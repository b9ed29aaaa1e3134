"""The verbs of cards and of the turn itself: abilities, Divine Powers, discards, the end, the bases."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.high_heavens.box import ENEMY, SIDE_OF
from companion.games.high_heavens.nouns import (
    AnyGod,
    OwnGod,
    WhichPower,
    by_whom,
    can_act,
    need_actions,
    require,
)
from companion.games.high_heavens.state import BASE, CLEANUP, TURNS, Heavens
from companion.kernel.action import Action, Noun
from companion.kernel.state import possessive


@dataclass(frozen=True)
class UseAbility(Action[Heavens]):
    """Pay for a god's ability, then do what its card says."""

    god: AnyGod
    title = "Ability"
    cost = "as on the card"
    icon = "lightning"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        gods, side = heavens.box.gods, SIDE_OF[self.by]
        require(
            any(
                heavens.able(god) and gods[god].cost <= (heavens.actions if gods[god].side == side else 0)
                for god in heavens.at
            ),
            "ability",
            "No god on the board has an ability you can pay for now.",
        )
        god = self.god
        can_act(heavens, god)
        card = gods[god]
        require(
            card.side == side or not card.cost,
            "ability",
            f"{possessive(god)} ability costs {card.cost}; only {heavens.who(card.side)} can use it.",
        )
        need_actions(heavens, card.cost, card.ability or possessive(god) + " ability")

    def apply(self, heavens: Heavens) -> Heavens:
        card = heavens.box.gods[self.god]
        return heavens.open_effect(
            f"{self.god}, {card.ability or 'ability'}", card.cost, card.text, "ability"
        )


@dataclass(frozen=True)
class UsePower(Action[Heavens]):
    """Play a Divine Power card, then do what it says."""

    power: WhichPower
    title = "Divine Power"
    cost = "as on the card"
    icon = "scroll"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        powers = heavens.box.powers
        left = [powers[power].cost for power in heavens.box.decks[SIDE_OF[self.by]] if heavens.left(power)]
        require(left, "divine-power", "All your Divine Powers are used up.")
        need_actions(heavens, min(left))
        power = self.power
        require(heavens.left(power), "divine-power", f"{power} is used up.")
        need_actions(heavens, powers[power].cost, power)

    def apply(self, heavens: Heavens) -> Heavens:
        used = {**heavens.used, self.power: heavens.used.get(self.power, 0) + 1}
        card = heavens.box.powers[self.power]
        after = heavens.open_effect(self.power, card.cost, card.text, "divine-power")
        return after.but(used=used).tell(f"Put {self.power} on the discard pile.", self.power)


def gods_after(heavens: Heavens, god: str) -> int:
    """How many gods a side still has once one is discarded and its fallen are cleaned up."""
    return sum(
        1
        for name in heavens.box.own[heavens.box.gods[god].side]
        if name != god and (heavens.in_hand(name) or heavens.standing(name))
    )


Sure = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "That is your last god: without it you have lost. Are you sure?",
        lambda heavens, draft: ("yes and lose",),
        count=lambda heavens, draft: int(not gods_after(heavens, draft.god)),
    ),
]


@dataclass(frozen=True)
class DiscardGod(Action[Heavens]):
    """Begin or go on with the Clean Up and discard a god from your hand."""

    god: OwnGod
    sure: Sure
    title = "Discard"
    cost = "free"
    icon = "skull"
    during = (*TURNS, CLEANUP)

    def check(self, heavens: Heavens) -> None:
        own = heavens.box.own[SIDE_OF[self.by]]
        require(
            any(heavens.in_hand(god) for god in own), "discard", "None of your gods is in your hand or deck."
        )
        god = self.god
        require(heavens.in_hand(god), "discard", f"{god} is {heavens.where(god)}.")

    def apply(self, heavens: Heavens) -> Heavens:
        return heavens.clean_up().perish(self.god, f"Discard {self.god}: it is gone.", "discard")


@dataclass(frozen=True)
class EndTurn(Action[Heavens]):
    """Clean up, draw, and hand the turn on."""

    title = "End turn"
    cost = "free"
    icon = "scroll"
    during = (*TURNS, CLEANUP)

    def apply(self, heavens: Heavens) -> Heavens:
        return heavens.end_turn()


@dataclass(frozen=True)
class PlaceBase(Action[Heavens]):
    """Put a home base on the hex both sides agree on."""

    hex: Annotated[str, Noun[Heavens]("On which hex?", lambda heavens, draft: heavens.box.board.spaces)]
    title = "Place your base"
    cost = "free"
    icon = "tower"
    during = (BASE,)

    def check(self, heavens: Heavens) -> None:
        space = self.hex
        require(space not in heavens.walls, "base-elsewhere", f"{space} is taken{by_whom(heavens, space)}.")

    def apply(self, heavens: Heavens) -> Heavens:
        after = heavens.put_base(SIDE_OF[self.by], self.hex, "base-elsewhere")
        waiting = [side for side in (ENEMY[SIDE_OF[self.by]],) if side not in after.bases]
        if waiting:
            return after.but(seat=after.first_of(waiting[0]))
        return after.open_turn(after.players[0])
