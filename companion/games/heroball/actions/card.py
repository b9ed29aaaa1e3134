"""The hero's own card: what the engine knows it to do, and what hands carry out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.heroball.actions.nouns import (
    Gift,
    can_pay,
    holding,
    next_slot,
    no_pillar,
    none_or_one,
    opponents,
    standable,
    words,
)
from companion.games.heroball.box import BESIDE, DISTANCE, LEAPS, MOVES, RULES
from companion.games.heroball.cards import ATTACKS, Slot
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import TURN, Attack, Effect
from companion.kernel.action import Action, Noun
from companion.kernel.rulebook import Refusal
from companion.kernel.state import listed

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
    """What this card can be aimed at; nothing where it needs no aim."""
    by = draft.by
    if by not in match.hero:
        return ()
    slot = which(match, draft)
    match slot.effect:
        case "nudge":
            return BESIDE[match.ball]
        case "raise":
            return BESIDE[match.at[by]]
        case "leap":
            return LEAPS[match.at[by]]
        case "swap":
            return opponents(match, by)
    return opponents(match, by) if slot.slot in ATTACKS else ()


CardSlot = Annotated[tuple[str, ...], Noun[Match]("Which card?", playable, none_or_one(playable))]
Aim = Annotated[tuple[str, ...], Noun[Match]("Where, or whom?", aims, none_or_one(aims))]


@dataclass(frozen=True)
class Card(Action[Match]):
    """Play your hero's Unique card, or a card whose text hands carry out."""

    card: CardSlot
    aim: Aim
    sure: Gift
    title = "Hero's card"
    icon = "crown"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        cards = [match.slot(by, slot) for slot in match.heroes[match.hero[by]].played]
        return (cards[0].name, words(cards[0].cost)) if len(cards) == 1 else (cls.title, "")

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
        slot, by = which(match, self), self.by
        match slot.effect:
            case "nudge":
                return match.gift(by, self.aim[0])
            case "leap" if match.holder == by:
                return match.gift(by, self.aim[0], by)
            case "swap" if match.holder in (by, self.aim[0]):
                other = self.aim[0] if match.holder == by else by
                return match.gift(by, match.at[other], match.holder)
        return ()

    def apply(self, match: Match) -> Match:
        slot, by = which(match, self), self.by
        after = match.tell(f"{match.name(by)}: {slot.name}.", by, rule="cards").pay(by, slot.cost)
        if slot.by_hand:
            return self._by_hand(after, slot)
        return _done(after, by, slot, (*self.aim, "")[0]).settle(carried=True)

    def _by_hand(self, match: Match, slot: Slot) -> Match:
        if slot.slot in ATTACKS:
            return match.attack(Attack(self.by, self.aim[0], slot.slot, ""))
        after = match.mark(slot.slot) if slot.slot in MOVES else match
        return after.ask(Effect(self.by, slot.slot))


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
    can_pay(match, by, slot)
    here = match.at[by]
    near = [seat for seat in opponents(match, by) if DISTANCE[here][match.at[seat]] <= slot.reach]
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
        needed = next_slot(match)
        require(slot.slot == needed, "step-run-sprint", f"{needed} comes before {slot.slot}.")
    elif slot.slot in ("Throw", "Drop"):
        holding(match, by)
    elif slot.slot == "Push":
        where = "beside you" if slot.reach == 1 else f"within {slot.reach} hexes"
        require(near, "push", f"No opponent stands {where}.")
    elif slot.slot == "Force Fumble":
        require(match.holder in near, "fumble", f"Nobody within {slot.reach} hexes holds the ball.")


def aimed(match: Match, by: str, slot: Slot, aim: str) -> None:
    """What a card can be aimed at."""
    match slot.effect:
        case "nudge":
            no_pillar(aim)
        case "raise":
            require(match.seedable(aim), "raise", f"Terrain cannot lie on {aim}.")
        case "leap":
            standable(match, aim)
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


def _done(match: Match, by: str, slot: Slot, aim: str) -> Match:
    """What the engine knows a Unique card to do."""
    match slot.effect:
        case "fresh-legs":
            told = f"Take the tokens off {listed(match.taken)}."
            return match.but(taken=()).tell(told, "Tokens", rule="fresh-legs")
        case "shake":
            for seat in opponents(match, by):
                if DISTANCE[match.at[by]][match.at[seat]] <= slot.reach:
                    match = match.lose(seat, 1, "shake")
            return match
        case "nudge":
            return match.roll(aim, "nudge")
        case "raise":
            return match.lay(match.favoured(by), aim, "raise")
        case "swap":
            return match.swap(by, aim, "swap")
    return match.shift(by, aim, "leap")
