"""The board of a table, and what lies in front of the seats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.kernel.journal import Step
from companion.kernel.view import Card, Panel, Picture, View
from companion.storage.session import Session
from companion.svg.silhouettes import Silhouettes
from companion.svg.trail import Trail, trail
from companion.svg.turned import turned
from companion.web.silhouettes import silhouettes
from companion.web.view_model.phone import Phone

HAND = "in your hand"
"""Where a card is that this phone says it holds."""


@dataclass(frozen=True)
class BoardView:
    """The board as one phone sees it."""

    session: Session
    phone: Phone

    @cached_property
    def picture(self) -> Picture | None:
        """Return the board now."""
        return self.picture_at(self.session.table.state, self.session.view)

    def picture_at(self, state: Any, view: View) -> Picture | None:
        """Return the board of a moment: with the part that is the phone's own, from its own end."""
        seen, seat = view.picture, self.phone.acting
        if seat and not (seen and seen.seat == seat):
            seen = self.session.board_of(state, seat) or seen
        return turned(seen) if seen and seen.has_ends and self.phone.turned else seen

    @cached_property
    def pictures(self) -> Silhouettes:
        """Return which picture each thing has."""
        table = self.session.table
        return silhouettes(table.game, table.opening.cards)

    @cached_property
    def trail(self) -> Trail:
        """Return what the last entry left on the board."""
        session = self.session
        if not session.n:
            return Trail()
        before = self.picture_at(session.state_before, session.view_before)
        return self._trail(before, session.table.log[-1:])

    @cached_property
    def trail_of_turn(self) -> Trail:
        """Return the same; of a turn of the phone, what all of it left."""
        turn = self.session.phone_turn
        return self.trail_of(turn) if len(turn) > 1 else self.trail

    def trail_of(self, steps: Sequence[Step[Any]]) -> Trail:
        """Return what these entries, one after the other, left on the board."""
        table, first = self.session.table, steps[0].entry.n - 1
        state = table.log[first - 1].state if first else table.start
        return self._trail(self.picture_at(state, table.game.view(state)), steps)

    def _trail(self, before: Picture | None, steps: Sequence[Step[Any]]) -> Trail:
        told = [line for step in steps for line in step.told]
        return trail(before, self.picture, told, steps[-1].entry.seat)

    @cached_property
    def panels(self) -> list[Panel]:
        """Return what lies in front of the seats, of this phone's first, with its hand first."""
        mine = self.phone.mine
        panels = [self._with_hand(panel) if self.has(panel) else panel for panel in self.session.view.panels]
        return sorted(panels, key=lambda panel: (panel.seat not in mine, not self.has(panel)))

    def _with_hand(self, panel: Panel) -> Panel:
        if not self.phone.held:
            return panel
        cards = [
            card._replace(where=HAND) if card.loose and card.thing in self.phone.held else card
            for card in panel.cards
        ]
        return replace(panel, cards=tuple(sorted(cards, key=lambda card: card.where != HAND)))

    @property
    def loose(self) -> list[Card]:
        """Return the cards of which only this phone's people know whether they hold them."""
        return [card for panel in self.panels if self.has(panel) for card in panel.cards if card.loose]

    @property
    def hand(self) -> list[Card]:
        """Return the cards this phone can look at while it waits: those in the hand, or off the board."""
        names = self.picture.names if self.picture else ()
        return [
            card
            for panel in self.panels
            if self.has(panel)
            for card in panel.cards
            if card.up and card.thing not in names and (not card.loose or card.where == HAND)
        ]

    def has(self, panel: Panel) -> bool:
        """True for what lies in front of a seat of this phone, or of its side."""
        return any(seat in self.phone.mine for seat in (panel.seat, *panel.shared))

    @cached_property
    def seat_of(self) -> dict[str, str]:
        """Return card to the seat it lies in front of."""
        return {card.thing: panel.seat for panel in self.session.view.panels for card in panel.cards}
