"""Places of the pieces: sigils on a board, in millimetres, as things on its spaces; never on a doubt."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import dist, hypot
from typing import Any

from companion.extras.eye.sighting import FRAME, PhotoReading, Point, Reference, Sighting
from companion.kernel.cardset import CardSet
from companion.kernel.game import Game
from companion.kernel.view import Cell, Picture
from companion.words import Text, message
from printables.layout import stickers
from printables.layout.boards import PaperBoard
from printables.layout.chips import Chip
from printables.layout.sigil_faces import middle
from printables.sources import boards, chips, sigils
from printables.sources.source import Source

OFF = 1 / 6
"""A piece is on a space where it is so far from its edge, as a share of the space's width: it is at most a
third of that off its middle."""
BESIDE = 1.3
"""Two pieces lie side by side where their middles are so many of their widths apart at most."""


@dataclass(frozen=True)
class Placed:
    """A piece that is seen."""

    thing: str
    up: bool
    space: str
    """The space it stands on; empty where it is beside all spaces, or where that is in doubt."""
    doubt: Text
    """Why it counts for nothing, in words; empty where it counts."""
    sighting: Sighting


@dataclass(frozen=True)
class _Lying:
    """A piece that is seen, and the space it lies on."""

    face: sigils.SigilFace
    sighting: Sighting
    at: Point
    """Its middle on the picture of the board, in its units."""
    cell: Cell | None
    firmly: bool


@dataclass(frozen=True)
class Marked:
    """The boards and pieces of a table whose sigils a photograph reads."""

    boards: Mapping[str, PaperBoard]
    chips: tuple[Chip, ...]
    """Every kind of marked piece."""
    sizes: Mapping[str, tuple[float, Any]]
    """The width of each thing in millimetres, and its form."""
    shares: frozenset[str]
    """The things that may lie on a space together with another, beside it or on it."""

    @classmethod
    def of(cls, game: Game[Any], cards: CardSet | None = None) -> "Marked | None":
        """Return the marked things of a game with a table's set of cards; None if nothing is marked."""
        source = Source.of(game, cards)
        if not sigils.has(source.paper):
            return None
        result = boards.boards(source)
        groups = chips.groups(source).values()
        pairs = [(chip, group) for group in groups if group.sigils for chip in group.chips]
        return cls(
            {key: boards.marked(result, key) for key in result},
            tuple(chip for chip, _ in pairs),
            {chip.thing: (group.size or 25.0, group.form) for chip, group in pairs},
            frozenset(chip.thing for chip, group in pairs if group.shares),
        )

    @cached_property
    def faces(self) -> dict[int, sigils.SigilFace]:
        """Sigil to what it stands for."""
        return sigils.faces(self.chips)

    @cached_property
    def single(self) -> set[str]:
        """The things of which there is just one."""
        counts = Counter[str]()
        for chip in self.chips:
            counts[chip.thing] += chip.count
        return {thing for thing, n in counts.items() if n == 1}

    @property
    def borders(self) -> dict[str, dict[int, Reference]]:
        """Return, by board, the sigils of its border, and of the frame that may lie around another copy."""
        result = {}
        for key, board in self.boards.items():
            printed = [Reference(x, y) for x, y in board.references]
            laid = [Reference(*corner, *beside) for corner, beside in stickers.frame(board)]
            result[key] = dict(zip(board.sigils, printed, strict=True))
            result[FRAME + key] = dict(zip(sigils.of_frame(self.boards, key), laid, strict=True))
        return result

    def placed(self, reading: PhotoReading) -> tuple[Placed, ...]:
        """Every piece that is seen, in the order of the game's pieces."""
        sightings = [one for one in reading.sightings if one.number in self.faces]
        lying = [self._lying(reading, one) for one in sorted(sightings, key=lambda one: one.number)]
        result = [self._placed(one, lying, self.boards[reading.board].unit) for one in lying]
        return tuple(self._alone(one, result) for one in result)

    def _lying(self, reading: PhotoReading, one: Sighting) -> "_Lying":
        board = self.boards[reading.board]
        at = board.drawn(one.at if reading.framed else self._middle(one))
        return _Lying(self.faces[one.number], one, at, *standing(board.picture, at))

    def _placed(self, one: "_Lying", lying: Sequence["_Lying"], unit: float) -> Placed:
        face, cell = one.face, one.cell
        firmly = one.firmly or self._side_by_side(one, lying, unit)
        doubt = "" if firmly or not cell else message("between two spaces, beside {space}", space=cell.space)
        return Placed(face.thing, face.up, cell.space if cell and firmly else "", doubt, one.sighting)

    def _side_by_side(self, one: "_Lying", lying: Sequence["_Lying"], unit: float) -> bool:
        """True if a piece that may share its space lies beside another there, their middle firmly on it."""
        if not one.cell or one.face.thing not in self.shares:
            return False
        near = BESIDE * self.sizes[one.face.thing][0] / unit
        there = [other for other in lying if other.cell is one.cell and other.face.thing in self.shares]
        beside = any(dist(one.at, other.at) <= near for other in there if other is not one)
        xs, ys = zip(*(other.at for other in there), strict=True)
        return beside and _firmly(one.cell, (sum(xs) / len(there), sum(ys) / len(there)))

    def _middle(self, one: Sighting) -> Point:
        """The middle of a piece, in millimetres: a printed sigil may stand above it, a sticker does not."""
        dx, dy = middle(*self.sizes[self.faces[one.number].thing])
        (x, y), (rx, ry) = one.at, one.right
        return x - dx * rx + dy * ry, y - dx * ry - dy * rx

    def _alone(self, one: Placed, placed_things: Iterable[Placed]) -> Placed:
        """A piece, in doubt where another says the same of itself, or stands on its space and may not."""
        doubt: Text = ""
        if one.thing in self.single and [other.thing for other in placed_things].count(one.thing) > 1:
            doubt = "seen twice"
        elif one.space and one.thing not in self.shares:
            there = [other.space for other in placed_things if other.thing not in self.shares]
            doubt = message("on {space} with another", space=one.space) if there.count(one.space) > 1 else ""
        return Placed(one.thing, one.up, "", doubt, one.sighting) if doubt else one


def standing(picture: Picture, at: Point) -> tuple[Cell | None, bool]:
    """The space that a point lies on, the innermost where several hold it, and whether firmly."""
    held = [cell for cell in picture.cells if cell.space and _within(cell.outline, at)]
    if not held:
        return None, False
    cell = min(held, key=lambda cell: _across(cell) * len(cell.outline))
    return cell, _firmly(cell, at)


def _firmly(cell: Cell, at: Point) -> bool:
    return _from_edge(cell.outline, at) >= OFF * _across(cell)


def _across(cell: Cell) -> float:
    """Return the width of a space at its narrowest."""
    xs, ys = zip(*cell.outline, strict=True)
    return float(min(max(xs) - min(xs), max(ys) - min(ys)))


def _within(outline: tuple[Point, ...], at: Point) -> bool:
    x, y = at
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _from_edge(outline: tuple[Point, ...], at: Point) -> float:
    """Return the distance of a point from the nearest edge of an outline."""
    return min(_to(at, a, b) for a, b in zip(outline, (*outline[1:], outline[0]), strict=True))


def _to(at: Point, a: Point, b: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = at, a, b
    long = (x2 - x1) ** 2 + (y2 - y1) ** 2
    part = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long)) if long else 0.0
    return hypot(x - x1 - part * (x2 - x1), y - y1 - part * (y2 - y1))
