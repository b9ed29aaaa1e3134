"""A verb that is a slot of the mat."""

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.actions.foresee import comes_to
from companion.games.heroball.cards import Slot
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import TURN
from companion.kernel.action import Action
from companion.words import Text


class Slotted(Action[Match]):
    """An action that a slot of the mat allows in the hero's own turn; its title is the name of the slot."""

    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        return cls.title, nouns.words(match.slot(by, cls.title).cost)

    def foresee(self, before: Match, after: Match) -> tuple[Text, ...]:
        return comes_to(before, after, self.by)

    def playable(self, match: Match) -> Slot:
        """The slot, or the card that covers it, where it is no card done by hand and can be paid."""
        slot = match.slot(self.by, self.title)
        checks.not_by_hand(slot)
        checks.no_token(match, self.by, slot)
        checks.can_pay(match, self.by, slot)
        return slot

    def paid(self, match: Match) -> Match:
        """The moment after it is paid."""
        slot = match.slot(self.by, self.title)
        return match.pay(self.by, slot.cost).use(self.by, slot)
