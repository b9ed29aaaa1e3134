"""A board of hexes, read from a drawing.

A drawing is text: each space a word such as ``A1`` or ``A1:gate`` (name and kind), each row one line. With
pointy tops (rows run across) neighbours in a row start ``2 * half`` characters apart and the next row is
shifted by ``half``; with flat tops (columns run down) the drawing is the same turned: a space's column is
its start divided by ``half``, its row the line, and the neighbours above and below are two lines away.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from companion.kernel.misdeclared import Misdeclared
from companion.kernel.view import Cell, Point

POINTY = {"NW": (-1, -1), "NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0)}
FLAT = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}


@dataclass(frozen=True)
class Hexes:
    """Spaces by name, at doubled coordinates (x, y): neighbours differ by two along, or by one and one."""

    at: dict[str, tuple[int, int]]
    kind: dict[str, str]
    pointy: bool = True

    @classmethod
    def drawn(cls, rows: str, half: int = 4, pointy: bool = True) -> "Hexes":
        """Read a drawing; ValueError names a space that stands twice or out of line."""
        at: dict[str, tuple[int, int]] = {}
        kind: dict[str, str] = {}
        lines = [*filter(str.strip, rows.splitlines())]
        left = min(len(line) - len(line.lstrip()) for line in lines)
        for y, line in enumerate(lines):
            for word in re.finditer(r"\S+", line):
                name, _, what = word.group().partition(":")
                x, off = divmod(word.start() - left, half)
                if off or name in at:
                    raise Misdeclared(f"{name} stands {'out of line' if off else 'twice'} in the drawing")
                at[name], kind[name] = (x, y), what
        if pointy and len({(x + y) % 2 for x, y in at.values()}) > 1:
            raise ValueError("a row of the drawing is not shifted by half a space")
        return cls(at, kind, pointy)

    @property
    def spaces(self) -> tuple[str, ...]:
        """Every space, in the order of the drawing."""
        return tuple(self.at)

    def of(self, kind: str) -> tuple[str, ...]:
        """The spaces of one kind."""
        return tuple(space for space in self.at if self.kind[space] == kind)

    @cached_property
    def _named(self) -> dict[tuple[int, int], str]:
        return {at: space for space, at in self.at.items()}

    @cached_property
    def step(self) -> dict[str, dict[str, str]]:
        """Space, then direction, to the neighbour there; directions off the board are left out."""
        ways = POINTY if self.pointy else FLAT
        return {
            space: {
                way: self._named[x + dx, y + dy]
                for way, (dx, dy) in ways.items()
                if (x + dx, y + dy) in self._named
            }
            for space, (x, y) in self.at.items()
        }

    @cached_property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """Space to its neighbours."""
        return {space: tuple(ways.values()) for space, ways in self.step.items()}

    @cached_property
    def lines(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Space, then direction, to the spaces of that straight line, nearest first."""
        return {space: {way: self._line(space, way) for way in ways} for space, ways in self.step.items()}

    def _line(self, space: str, way: str) -> tuple[str, ...]:
        result: list[str] = []
        here = self.step[space].get(way)
        while here:
            result.append(here)
            here = self.step[here].get(way)
        return tuple(result)

    def reach(
        self, start: str, steps: int, through: Callable[[str], bool] = lambda space: True
    ) -> dict[str, int]:
        """Spaces within so many steps to the number of steps, entering only those ``through`` allows."""
        result, edge = {start: 0}, deque([start])
        while edge:
            here = edge.popleft()
            if result[here] < steps:
                for beside in self.beside[here]:
                    if beside not in result and through(beside):
                        result[beside] = result[here] + 1
                        edge.append(beside)
        del result[start]
        return result

    def centre(self, space: str) -> Point:
        """Return the centre of a space, in sides of a hex from the top left corner of the board's frame."""
        (x, y), (left, top), w = self.at[space], self._corner, sqrt(3) / 2
        if self.pointy:
            return (x - left) * w + w, (y - top) * 1.5 + 1
        return (x - left) * 1.5 + 1, (y - top) * w + w

    @cached_property
    def _corner(self) -> tuple[int, int]:
        return min(x for x, _ in self.at.values()), min(y for _, y in self.at.values())

    @property
    def size(self) -> Point:
        """Width and height of the frame, in sides of a hex."""
        xs, ys = zip(*map(self.centre, self.at), strict=True)
        half = (sqrt(3) / 2, 1.0) if self.pointy else (1.0, sqrt(3) / 2)
        return max(xs) + half[0], max(ys) + half[1]

    def cells(self, label: Callable[[str], str] = lambda space: space) -> tuple[Cell, ...]:
        """The spaces as marks."""
        return tuple(
            Cell(space, self.outline(space), self.centre(space), self.kind[space], label(space))
            for space in self.at
        )

    def outline(self, space: str) -> tuple[Point, ...]:
        """The six corners of a space."""
        cx, cy = self.centre(space)
        w = sqrt(3) / 2
        corners = ((0, -1), (w, -0.5), (w, 0.5), (0, 1), (-w, 0.5), (-w, -0.5))
        return tuple((cx + dx, cy + dy) if self.pointy else (cx + dy, cy + dx) for dx, dy in corners)


def linked(spaces: Iterable[str], joined: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """The connected groups among some spaces, each in the order given."""
    order = list(spaces)
    left, groups = set(order), []
    for space in order:
        if space in left:
            left.discard(space)
            group, edge = {space}, deque([space])
            while edge:
                for beside in joined(edge.popleft()):
                    if beside in left:
                        left.discard(beside)
                        group.add(beside)
                        edge.append(beside)
            groups.append([space for space in order if space in group])
    return groups
