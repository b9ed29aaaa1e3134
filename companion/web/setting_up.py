"""Set-up as steps: what the hands lay, each with its picture, and which of them are done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel.game import Game
from companion.kernel.state import State, Told
from companion.kernel.view import Picture
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
    figure: Figure | None
    done: bool = False

    @property
    def bit(self) -> int:
        """Return the bit of this step among those that are done."""
        return 1 << self.n


def steps(game: Game[Any], start: State) -> tuple[SetUpStep, ...]:
    """The steps of a set-up. What is told of a thing off the board, without an icon, is no work for hands."""
    view = game.view(start)
    found: list[SetUpStep] = []
    before: tuple[str, ...] = ()
    for told in start.told:
        figure = figures.laid(view, told.about, before)
        if _is_step(told, figure) and len(found) < STEPS:
            found.append(SetUpStep(len(found), told.text, told.icon or "check", told.about, figure))
            before += told.about
    return tuple(found)


def _is_step(told: Told, figure: Figure | None) -> bool:
    return bool(figure or told.icon or not told.about)


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
    named = {cell.space for cell in picture.cells if cell.space in step.things}
    return Overlay(reach={"laid": sorted(filter(None, under | named))}, touched=step.things)
