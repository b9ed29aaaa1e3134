"""Set-up as steps: what the hands lay, each with its picture, and which of them are done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.kernel.state import Told
from companion.kernel.view import Picture, View
from companion.svg.renderer import Overlay
from companion.web import figures
from companion.web.figures import Figure

STEPS = 31
"""So many steps have a bit each."""


@dataclass(frozen=True)
class SetUpStep:
    """A step of the set-up: what the hands lay, and whether somebody has ticked it."""

    n: int
    words: str
    icon: str
    things: tuple[str, ...]
    board: Picture | None
    """The board that it is laid on; None for what lies on none."""
    before: frozenset[str]
    """What the steps before it lay."""
    done: bool = False

    @property
    def bit(self) -> int:
        """Return the bit of this step among those that are done."""
        return 1 << self.n

    @property
    def figure(self) -> Figure | None:
        """Return the board with what lies on it after this step, in a figure."""
        return figures.laid(self.board, self.things, self.before) if self.board else None


def steps(view: View, laid: Sequence[Told]) -> tuple[SetUpStep, ...]:
    """Return the steps of a set-up, from the view of the start and what was told of it.

    A told line about a thing off the board, without an icon, is no work for hands.
    """
    result: list[SetUpStep] = []
    before = frozenset[str]()
    for line in laid:
        board = figures.board_for(view, line.about)
        if (board or line.icon or not line.about) and len(result) < STEPS:
            step = SetUpStep(len(result), line.text, line.icon or "check", line.about, board, before)
            result.append(step)
            before = before.union(line.about)
    return tuple(result)


def ticked(all_: Sequence[SetUpStep], laid: int) -> tuple[SetUpStep, ...]:
    """These steps, each with whether it is done."""
    return tuple(replace(step, done=bool(laid & step.bit)) for step in all_)


def lit(picture: Picture | None, step: SetUpStep | None) -> Overlay:
    """Return an overlay that lights the things of the next step on the table's own board."""
    if picture is None or step is None:
        return Overlay()
    there = {piece.thing: piece for piece in picture.pieces}
    at = {cell.at: cell.space for cell in picture.cells}
    pieces = (there[thing] for thing in step.things if thing in there)
    under = {piece.space or at.get(piece.at, "") for piece in pieces}
    named = {*step.things}.intersection(at.values())
    return Overlay(reach={"laid": sorted(filter(None, under | named))}, touched=step.things)
