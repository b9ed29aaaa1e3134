"""Setting things by hand: one thing to one value, or a card from one place to another."""

from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.havoc_in_heaven.box import RULES, SIDES
from companion.games.havoc_in_heaven.state import Havoc
from companion.games.havoc_in_heaven.tracked.invariant import invariant
from companion.games.havoc_in_heaven.tracked.piles import PILES, lies, places, put, taken
from companion.games.havoc_in_heaven.tracked.turn import TURN
from companion.games.havoc_in_heaven.tracked.units import UNITS
from companion.kernel.action import Noun
from companion.kernel.state import Impossible
from companion.kernel.tracked import Tracked, differences
from companion.toolkit.ruling import SetByHand, Why, set_by_hand
from companion.words import message

require, refuse = RULES.require, RULES.refuse
TRACKED: tuple[Tracked[Havoc], ...] = (*UNITS, *TURN, *PILES)
Ruling = set_by_hand(TRACKED, invariant)

Whose = Annotated[str, Noun[Havoc]("Whose card?", lambda lane, draft: SIDES)]


def _known(lane: Havoc, draft: Any) -> list[str]:
    skills = [skill for hero in lane.own_heroes(draft.side) for skill in lane.box.heroes[hero].skills]
    return [*(skill for skill in skills if not lane.of_card(skill)), *lane.box.items]


WhichCard = Annotated[str, Noun[Havoc]("Which card?", _known)]
From = Annotated[
    str, Noun[Havoc]("Where does it lie?", lambda lane, draft: places(lane, draft.side, draft.card))
]
To = Annotated[
    str, Noun[Havoc]("Where should it lie?", lambda lane, draft: places(lane, draft.side, draft.card))
]


@dataclass(frozen=True)
class SetCard(SetByHand[Havoc]):
    """Set by hand where a card lies."""

    side: Whose
    card: WhichCard
    lies: From
    to: To
    why: Why
    title = "Set a card by hand"

    def check(self, lane: Havoc) -> None:
        super().check(lane)
        require(lane.level, "ruling", "No cards are dealt before the draft is over.")
        card = self.card
        anywhere = any(lies(lane, self.side, card, place) for place in places(lane, self.side, card))
        require(
            anywhere, "ruling", "The {side} have no {card}, and the shop has none.", side=self.side, card=card
        )
        place = self.lies
        require(
            lies(lane, self.side, card, place),
            "ruling",
            "No {card} can lie there ({place}).",
            card=card,
            place=place,
        )
        if place in lane.row:
            alive = lane.take_off(place, card).left(place) > 0
            require(
                alive,
                "ruling",
                "Without {card} {place} dies; set {place} away, or the damage, first.",
                card=card,
                place=place,
            )
        require(self.to != place, "ruling", "{card} lies there already.", card=card)
        if self.to in lane.heroes:
            require(self.to in lane.row, "revive", "{to} is dead.", to=self.to)
        try:
            invariant(self._moved(lane))
        except Impossible as no:
            refuse("ruling", no.why)

    def _moved(self, lane: Havoc) -> Havoc:
        return put(taken(lane, self.side, self.card, self.lies), self.side, self.card, self.to)

    def apply(self, lane: Havoc) -> Havoc:
        words = message(
            "Ruling by {seat}: {card} of the {side} goes from {lies} to {to} ({why}).",
            seat=self.by,
            card=self.card,
            side=self.side,
            lies=self.lies,
            to=self.to,
            why=self.why,
        )
        after = self._moved(lane.tell(words, self.card, rule="ruling"))
        return after.tell_lines(differences(TRACKED, lane, after, (self.card,)))


KINDS = (Ruling, SetCard)
