"""The pictures as a phone is sent them: each a file of its own, kept for a year, and named by what it is of.

A picture of the set has some 1,300 letters of path. Drawn in short steps on a coarser grid, which on a piece
of 44 px is a tenth of a pixel, it has half of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from companion.kernel.view import Point
from companion.svg.pictures import GRID, known, paths
from companion.svg.spec import BackdropSpec, Pictures

COARSE = 192
"""How wide and high a silhouette is, in whole units."""
Step = tuple[str, tuple[int, ...]]


class Silhouette(NamedTuple):
    """The picture of a thing."""

    href: str
    """Its address, for a ``use``."""
    shared: bool
    """True where two cards of the table's own set have it, so that a letter has to tell them apart."""


class Silhouettes:
    """The pictures of the things of a table."""

    def __init__(self, pictures: Pictures | None, own: Mapping[str, str] = MappingProxyType({})) -> None:
        """``own`` are the cards of the table's own set, each with its picture, or with none of its own."""
        chosen = {name: picture for name, picture in own.items() if known(picture)} if own else {}
        self._pictures = Pictures(pictures={**(pictures.pictures if pictures else {}), **chosen})
        self._boards = pictures.boards if pictures else {}
        self._counts = Counter(map(self._pictures.of, own))
        self._found: dict[tuple[str, ...], Silhouette | None] = {}

    def of(self, *names: str) -> Silhouette | None:
        """The picture of a thing, by the first of its names that has one."""
        if names not in self._found:
            if len(self._found) > 2000:
                self._found.clear()
            self._found[names] = self._find(names)
        return self._found[names]

    def backdrop(self, board: str) -> BackdropSpec | None:
        """Return the backdrop of a board, by its key."""
        return self._boards.get(board)

    def _find(self, names: tuple[str, ...]) -> Silhouette | None:
        picture = self._pictures.of(*names)
        return Silhouette(address(picture), self._counts[picture] > 1) if picture else None


NONE = Silhouettes(None)


def address(picture: str) -> str:
    """Return the address of a picture for a ``use``; it changes with the set of pictures."""
    return f"/pictures/{picture}.svg?v={_version()}#p"


@cache
def _version() -> str:
    version = blake2b(str(COARSE).encode(), digest_size=4)
    for path in paths().values():
        version.update(path.encode())
    return version.hexdigest()


@lru_cache(1024)
def file(picture: str) -> str:
    """A picture as an SVG file with one symbol, ``p``; KeyError: there is none of that name."""
    if not known(picture):
        raise KeyError(picture)
    d = "".join(_written(_steps(paths()[picture])))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f'<symbol id="p" viewBox="0 0 {COARSE} {COARSE}"><path d="{d}"/></symbol></svg>'
    )


def _written(steps: Iterable[Step]) -> Iterator[str]:
    """Steps as SVG has them: a letter only where it is another than before, a space only between digits."""
    last = ""
    for letter, numbers in steps:
        text = "".join(str(n) if n < 0 else f" {n}" for n in numbers)
        yield text if letter == last else letter + text.lstrip()
        last = "" if letter in "mz" else letter


def _steps(d: str) -> list[Step]:
    pen = _Coarse()
    parse_path(d, pen)
    return pen.found


class _Coarse(BasePen):  # type: ignore[misc]  # it ships no types
    """Draws on the coarse grid, each step from where the last one ended."""

    def __init__(self) -> None:
        super().__init__(None)
        self.found: list[Step] = []
        self._at = self._first = (0, 0)

    def _moved(self, *points: Point) -> list[tuple[int, int]]:
        """Points on the grid, from where the last step ended; this one ends at the last of them."""
        ends = [(round(x * COARSE / GRID), round(y * COARSE / GRID)) for x, y in points]
        (x, y), self._at = self._at, ends[-1]
        return [(there[0] - x, there[1] - y) for there in ends]

    def _moveTo(self, point: Point) -> None:
        ((dx, dy),) = self._moved(point)
        self._first = self._at
        self.found.append(("m", (dx, dy)))

    def _lineTo(self, point: Point) -> None:
        ((dx, dy),) = self._moved(point)
        if dx and dy:
            self.found.append(("l", (dx, dy)))
        elif dx or dy:
            self.found.append(("h", (dx,)) if dx else ("v", (dy,)))

    def _curveToOne(self, one: Point, other: Point, point: Point) -> None:
        handles = self._moved(one, other, point)
        if max(map(abs, handles[-1])) > 1:
            self.found.append(("c", tuple(n for handle in handles for n in handle)))
        elif any(handles[-1]):
            self.found.append(("l", handles[-1]))

    def _closePath(self) -> None:
        self.found.append(("z", ()))
        self._at = self._first
