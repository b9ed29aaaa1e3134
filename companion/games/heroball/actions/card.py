"""The hero's own card: what the engine knows it to do, and what hands carry out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.heroball import effects
from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.box import BESIDE, DISTANCE, LEAPS, MOVES, RULES
from companion.games.heroball.cards import ATTACKS, Slot
from companion.games.heroball.state import Match, ball, reactions
from companion.games.heroball.state.pending import TURN, Attack, Effect
from companion.kernel.action import Action, Noun
from companion.kernel.rulebook import Refusal

require, refuse = RULES.require, RULES.refuse


def playable(match: Match, draft: Any) -> tuple[str, ...]:
    """The cards a hero plays as cards, where there is a choice."""
    played = match.heroes[match.hero[draft.by]].played if draft.by in match.hero else ()
    return played if len(played) > 1 else ()


def which(match: Match, draft: Any) -> Slot:
    """The card that is played."""
    slots: Sequence[str] = draft.card or match.heroes[match.hero[draft.by]].played
    return match.slot(draft.by, slots[0])


def aims(match: Match, draft: Any) -> tuple[str, ...]:
    """What the chosen card can be aimed at."""
    return effects.aims(match, draft.by, which(match, draft)) if draft.by in match.hero else ()


CardSlot = Annotated[tuple[str, ...], Noun[Match]("Which card?", playable, nouns.none_or_one(playable))]
Aim = Annotated[tuple[str, ...], Noun[Match]("Where, or whom?", aims, nouns.none_or_one(aims))]


@dataclass(frozen=True)
class Card(Action[Match]):
    """Play your hero's Unique card, or a card whose text hands carry out."""

    card: CardSlot
    aim: Aim
    sure: nouns.Gift
    title = "Hero's card"
    icon = "crown"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        cards = [match.slot(by, slot) for slot in match.heroes[match.hero[by]].played]
        return (cards[0].name, nouns.words(cards[0].cost)) if len(cards) == 1 else (cls.title, "")

    def check(self, match: Match) -> None:
        by = self.by
        cards = match.heroes[match.hero[by]].played
        if len(cards) == 1:
            allowed(match, by, match.slot(by, cards[0]))
        else:
            some_allowed(match, by, [match.slot(by, card) for card in cards])
            allowed(match, by, match.slot(by, self.card[0]))
        slot = which(match, self)
        for aim in self.aim:
            aimed(match, by, slot, aim)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        if not self.aim:
            return ()
        return effects.gift(match, self.by, which(match, self), self.aim[0])

    def apply(self, match: Match) -> Match:
        slot, by = which(match, self), self.by
        after = match.tell(f"{match.name(by)}: {slot.name}.", by, rule="cards").pay(by, slot.cost)
        if slot.by_hand:
            return self._by_hand(after, slot)
        return ball.settle(effects.done(after, by, slot, (*self.aim, "")[0]), carried=True)

    def _by_hand(self, match: Match, slot: Slot) -> Match:
        if slot.slot in ATTACKS:
            return reactions.attack(match, Attack(self.by, self.aim[0], slot.slot, ""))
        after = match.mark(slot.slot) if slot.slot in MOVES else match
        return reactions.by_hand(after, Effect(self.by, slot.slot))


def some_allowed(match: Match, by: str, slots: list[Slot]) -> None:
    """At least one of these cards can be played; otherwise the first one's reason is given."""
    reasons = []
    for slot in slots:
        try:
            return allowed(match, by, slot)
        except Refusal as no:
            reasons.append(no)
    raise reasons[0]


def allowed(match: Match, by: str, slot: Slot) -> None:
    """What a card needs before it is aimed, so that there is an aim."""
    checks.can_pay(match, by, slot)
    here = match.at[by]
    near = [seat for seat in match.opponents(by) if DISTANCE[here][match.at[seat]] <= slot.reach]
    match slot.effect or slot.slot:
        case "fresh-legs":
            require(match.taken, "fresh-legs", "None of your slots holds a token.")
        case "shake":
            require(any(match.ap[seat] for seat in near), "shake", "No opponent beside you has any AP.")
        case "nudge":
            _rollable(match, here, slot)
        case "raise":
            kind = match.favoured(by)
            require(match.tokens_left(kind), "raise", f"All tokens of {kind} are on the board.")
            require(any(map(match.seedable, BESIDE[here])), "raise", "No hex beside you is free for terrain.")
        case "swap":
            require(near, "swap", f"No opponent is within {slot.reach} hexes.")
        case "leap":
            require(any(map(match.open, LEAPS[here])), "leap", "No hex two away in a line is open.")
        case "by-hand":
            _by_hand_needs(match, by, slot, near)


def _rollable(match: Match, here: str, slot: Slot) -> None:
    if match.holder:
        refuse("nudge", f"{match.name(match.holder)} holds the ball.")
    far = DISTANCE[here][match.ball]
    require(far <= slot.reach, "nudge", f"The ball is {far} hexes away; {slot.name} reaches {slot.reach}.")


def _by_hand_needs(match: Match, by: str, slot: Slot, near: list[str]) -> None:
    if slot.slot in MOVES:
        needed = checks.next_slot(match)
        require(slot.slot == needed, "step-run-sprint", f"{needed} comes before {slot.slot}.")
    elif slot.slot in ("Throw", "Drop"):
        checks.holding(match, by)
    elif slot.slot == "Push":
        where = "beside you" if slot.reach == 1 else f"within {slot.reach} hexes"
        require(near, "push", f"No opponent stands {where}.")
    elif slot.slot == "Force Fumble":
        require(match.holder in near, "fumble", f"Nobody within {slot.reach} hexes holds the ball.")


def aimed(match: Match, by: str, slot: Slot, aim: str) -> None:
    """What a card can be aimed at."""
    match slot.effect:
        case "nudge":
            checks.no_pillar(aim)
        case "raise":
            require(match.seedable(aim), "raise", f"Terrain cannot lie on {aim}.")
        case "leap":
            here = match.at[by]
            require(aim in LEAPS[here], "leap", f"{aim} is not two hexes from {here} in a straight line.")
            checks.standable(match, aim)
        case _:
            far = DISTANCE[match.at[by]][match.at[aim]]
            key = {"Push": "push", "Force Fumble": "fumble"}.get(slot.slot, "swap")
            require(
                far <= slot.reach,
                key,
                f"{match.name(aim)} is {far} hexes away; {slot.name} reaches {slot.reach}.",
            )
            if slot.slot == "Force Fumble":
                require(aim == match.holder, "fumble", f"{match.name(aim)} does not hold the ball.")
