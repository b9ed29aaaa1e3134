"""Checking a table by a photograph: what was read, what agrees with the phone, what may have been done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.extras.eye.compare import Agreement, Offer, nearest, offers, stands
from companion.extras.eye.places import Marked, Placed
from companion.extras.eye.sighting import PhotoReading
from companion.kernel.game import Game
from companion.kernel.state import State


@dataclass(frozen=True)
class Checked:
    """A table beside its photograph."""

    reading: PhotoReading
    placed: Sequence[Placed]
    agreement: Agreement
    offers: Sequence[Offer]
    marked: frozenset[str]
    """What of the moment bears a sigil, on any board, as the phone calls it."""

    @property
    def on_board(self) -> int:
        """Return how many pieces the phone has on this board that could be seen."""
        one = self.agreement
        moved = sum(bool(difference.phone) for _, difference in one.differ)
        return len(one.agree) + moved + len(one.unseen)

    @property
    def whole(self) -> bool:
        """True if everything was seen, and stands where the phone has it."""
        one = self.agreement
        return not (one.differ or one.doubtful or one.unseen)


def check(marked: Marked, game: Game[Any], state: State, reading: PhotoReading) -> Checked:
    """Return what a photograph of a table shows beside a moment of its game."""
    placed = marked.placed(reading)
    there = {board: stands(marked, game, state, board) for board in marked.boards}
    agreement = nearest(marked, placed, there[reading.board])
    result = offers(marked, game, state, placed, reading.board)
    names = frozenset(one.name for boards in there.values() for board in boards for one in board)
    return Checked(reading, placed, agreement, result, names)
