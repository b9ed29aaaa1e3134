"""Chips, tokens and tiles: their faces, and the round, square or hexagonal shape that they are cut to."""

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from printables.draw.pen import Point
from printables.layout.outline import Circle, Outline, Polygon


@dataclass(frozen=True)
class Chip:
    """One kind of chip: what stands on it, and how many of it there are."""

    name: str
    tone: str = "ink"
    icon: str = ""
    letter: str = ""
    caption: str = ""
    """Figures, e.g. ``3/2``: larger than the letter."""
    count: int = 1
    pattern: str = ""
    other: str = ""
    """What its other face is called; empty where both faces are alike."""
    back: "Chip | None" = None
    """What it shows face down, where that tells nothing of it."""
    around: str = ""
    """How its six neighbours must lie, from the upper right on: ``x`` this one, ``o`` any, ``-`` not."""
    picture: str = ""
    """Its silhouette; where it has none its icon stands there."""
    thing: str = ""
    """What it is on the phone, a thing or a kind, where that is not its name."""
    sigils: tuple[int, ...] = ()
    """The sigils of its faces, where a photograph is to read it."""


@dataclass(frozen=True)
class Form:
    """The shape that chips of a group are cut to. Lengths are millimetres."""

    shape: str = "round"
    """``round``, ``square``, ``hex`` with a corner up, ``hex-flat`` with a side up, ``corner`` for three of
    those, the middle one in a corner of the board.
    """
    clear: float = 0.0
    """So much in the middle is kept free for what stands there: all that is said stands around it."""
    hole: bool = False
    """True where the middle is cut out: a ring."""

    def box(self, size: float) -> tuple[float, float]:
        """Return the width and height of the paper of a chip of a ``size``, which is measured from side to
        side."""
        if self.shape in ("round", "square"):
            return size, size
        xs, ys = zip(*self.outline(size), strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    def outline(self, size: float, out: float = 0.0) -> list[Point]:
        """Its corners about the middle, moved outwards by so much; a round one has many."""
        if self.shape == "square":
            half = size / 2 + out
            return [(-half, -half), (half, -half), (half, half), (-half, half)]
        if self.shape == "round":
            return _ngon(60, size / 2 + out, 0.0)
        if self.shape == "corner":
            return _corner(size, out)
        return _ngon(6, (size / 2 + out) * 2 / sqrt(3), 0.0 if self.shape == "hex" else pi / 6)

    def cut(self, size: float) -> Outline:
        """Its outline and its hole, as a knife follows them, from the upper left corner of its paper."""
        w, h = self.box(size)
        edges: Outline = (Polygon(tuple(self.outline(size))),)
        if self.shape == "round":
            edges = (Circle(0.0, 0.0, size / 2),)
        if self.hole:
            edges += (Circle(0.0, 0.0, self.clear / 2),)
        return tuple(edge.moved(w / 2, h / 2) for edge in edges)


ROUND, SQUARE = Form(), Form("square")
CORNER = ((0.0, 0.25), (-sqrt(3) / 2, -0.25), (sqrt(3) / 2, -0.25))
"""The middles of a corner's three hexes, in widths from side to side."""


def _corner(size: float, out: float) -> list[Point]:
    """The outline of three hexes: the edges that only one of them has, one after the other."""
    corners = _ngon(6, size / sqrt(3), pi / 6)
    turn: dict[tuple[float, float], Point] = {}
    edges: dict[tuple[float, float], tuple[float, float]] = {}
    for mx, my in CORNER:
        points = [(mx * size + x, my * size + y) for x, y in corners]
        keys = [(round(x, 2), round(y, 2)) for x, y in points]
        turn.update(zip(keys, points, strict=True))
        for a, b in zip(keys, [*keys[1:], keys[0]], strict=True):
            if edges.get(b) == a:
                del edges[b]
            else:
                edges[a] = b
    here = min(edges)
    result = [turn[here]]
    while (here := edges[here]) != min(edges):
        result.append(turn[here])
    by = 1 + 2 * out / size
    return [(x * by, y * by) for x, y in result]


def _ngon(n: int, r: float, start: float) -> list[Point]:
    turns = [start + 2 * pi * i / n for i in range(n)]
    return [(r * sin(turn), -r * cos(turn)) for turn in turns]
