"""A drawing of a board as rows of words that can grow and shrink, for the form of one's own game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

NONE = "."
"""Where there is no space."""
WIDEST = 20
"""So many columns, or rows, at most; together they make the 400 spaces a board may have."""
SHAPES: Mapping[str, str] = {"squares": "Squares", "hexes": "Hexes", "points": "Points"}
LETTERED = re.compile(r"([A-Za-z])(\d{1,2})")
Words = tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """The words of a drawing, ``a1`` or ``a1:gate``, row by row; all rows are equally long."""

    rows: tuple[Words, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Return the number of columns and rows."""
        return len(self.rows[0]), len(self.rows)

    def written(self, hexes: bool = False) -> str:
        """The drawing; of hexes every other row begins half a space further in."""
        wide = max(len(word) for row in self.rows for word in row) + 1
        wide += wide % 2 if hexes else 0
        lines = ["".join(word.ljust(wide) for word in row).rstrip() for row in self.rows]
        return "\n".join(" " * (wide // 2 * (hexes and y % 2)) + line for y, line in enumerate(lines))

    def sized(self, columns: int, rows: int) -> "Grid":
        """The same with so many columns and rows: the kinds of an edge stay at the edge."""
        grid = self
        while grid.size[0] != columns:
            grid = grid._turned()._stepped(columns > grid.size[0], (1, 0))._turned()
        while grid.size[1] != rows:
            up = _number(grid.rows[0]) > _number(grid.rows[-1])  # as on a chess board: 1 is below
            grid = grid._flipped() if up else grid
            grid = grid._stepped(rows > grid.size[1], (0, 1))
            grid = grid._flipped() if up else grid
        return grid

    def moved(self, spots: str, before: "Grid") -> str:
        """Some spaces of the grid as it was before: what stood on its first or last row still does."""
        edges = zip((*before.rows[0], *before.rows[-1]), (*self.rows[0], *self.rows[-1]), strict=False)
        now = {name_of(old): name_of(new) for old, new in edges} if self.size[0] == before.size[0] else {}
        there = {name_of(word) for row in self.rows for word in row}
        return " ".join(name for spot in spots.split() if (name := now.get(spot, spot)) in there)

    def lines(self) -> list[str]:
        """Its rows and columns as lines of spaces that are joined."""
        return _ways((*self.rows, *self._turned().rows))

    def diagonals(self) -> list[str]:
        """Its diagonals, in the same form."""
        high = len(self.rows)
        leant = [(*[NONE] * y, *row, *[NONE] * (high - y)) for y, row in enumerate(self.rows)]
        other = [(*[NONE] * (high - y), *row, *[NONE] * y) for y, row in enumerate(self.rows)]
        return _ways([*zip(*leant, strict=True), *zip(*other, strict=True)])

    def _turned(self) -> "Grid":
        return Grid(tuple(zip(*self.rows, strict=True)))

    def _flipped(self) -> "Grid":
        return Grid(self.rows[::-1])

    def _stepped(self, more: bool, step: tuple[int, int]) -> "Grid":
        """With a row more or less at the foot."""
        taken = {name_of(word) for row in self.rows for word in row}
        *rest, edge = self.rows
        inner = rest[-1] if rest else edge
        if more:
            names = [_next(name_of(a), name_of(b), step, taken) for a, b in zip(inner, edge, strict=True)]
            like = rest[-1] if len(rest) > 1 else edge
            new = [*rest, _with_kinds(map(name_of, edge), like), _with_kinds(names, edge)]
        else:
            names = [name_of(word) for word in inner]
            new = [*rest[:-1], _with_kinds(names, edge)]
        return Grid(tuple(new))


def grid(drawing: str, hexes: bool = False) -> Grid | None:
    """The grid of a drawing; None where it has no spaces, or some stand out of line."""
    lines = [[*re.finditer(r"\S+", line)] for line in drawing.splitlines() if line.strip()]
    rows = _hex_rows(lines) if hexes else [[word[0] for word in line] for line in lines]
    wide = max(map(len, rows), default=0)
    return Grid(tuple((*row, *[NONE] * (wide - len(row))) for row in rows)) if rows else None


def _hex_rows(lines: Sequence[Sequence[re.Match[str]]]) -> list[list[str]]:
    """The words of hexes, each in its column; nothing where some stand out of line."""
    starts = [[word.start() for word in line] for line in lines]
    apart = min((b - a for line in starts for a, b in pairwise(line)), default=4)
    left = min(chain(*starts), default=0)
    if any((line[0] - left) % apart * 2 != y % 2 * apart for y, line in enumerate(starts)):
        return []
    rows = []
    for line in lines:
        columns = {(word.start() - left) // apart: word[0] for word in line}
        rows.append([columns.get(column, NONE) for column in range(max(columns) + 1)])
    return rows


def fresh(columns: int, rows: int) -> Grid:
    """A board with letters along and numbers up, as chess has them."""
    return Grid(tuple(tuple(f"{chr(97 + x)}{y}" for x in range(columns)) for y in range(rows, 0, -1)))


def name_of(word: str) -> str:
    """The name of a space in a drawing."""
    return word.partition(":")[0]


def _with_kinds(names: Iterable[str], like: Words) -> Words:
    """Spaces of these names, each of the kind of the word in its place."""
    kinds = (word.partition(":")[2] for word in like)
    some = zip(names, kinds, strict=True)
    return tuple(f"{name}:{kind}" if kind and name != NONE else name for name, kind in some)


def _number(row: Words) -> int:
    """The number behind the letters of a row, the largest there is."""
    return max((int(match[2]) for word in row if (match := LETTERED.match(word))), default=0)


def _next(before: str, last: str, step: tuple[int, int], taken: set[str]) -> str:
    """Return the name after two names, as ``a5`` after ``a3`` and ``a4``, or a step on; else a free
    ``s1``."""
    if last == NONE:
        return NONE
    one, other = LETTERED.fullmatch(before), LETTERED.fullmatch(last)
    if other:
        if one and before != last:
            step = ord(other[1]) - ord(one[1]), int(other[2]) - int(one[2])
        name = f"{chr(ord(other[1]) + step[0])}{int(other[2]) + step[1]}"
        if LETTERED.fullmatch(name) and name not in taken:
            taken.add(name)
            return name
    name = next(name for n in range(1, 999) if (name := f"s{n}") not in taken)
    taken.add(name)
    return name


def _ways(rows: Sequence[Words]) -> list[str]:
    """Each row as lines without a gap."""
    parts = (part for row in rows for part in " ".join(map(name_of, row)).split(NONE))
    ways = [" ".join(part.split()) for part in parts]
    return [way for way in ways if " " in way]
