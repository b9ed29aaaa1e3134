"""Figures: a game's own board drawn small, with what a step of the set-up lays or a played move did."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.kernel.state import Told
from companion.kernel.view import Picture, View
from companion.svg.ground import Ground, ground_of
from companion.svg.renderer import Embedding, Overlay, board
from companion.svg.silhouettes import Silhouettes
from companion.svg.trail import trail
from companion.web.static_files import static_url


@dataclass(frozen=True)
class Figure:
    """A board with what it shows, to be drawn on a page that has a board of its own."""

    picture: Picture
    overlay: Overlay


def pictures(view: View) -> Iterable[Picture]:
    """The board, and the boards of the seats."""
    return (one for one in (view.picture, *(panel.picture for panel in view.panels)) if one)


def shows(picture: Picture, things: Collection[str]) -> int:
    """Return how many of these things lie on a picture, or are spaces of it."""
    return len(picture.names.intersection(things))


def board_for(view: View, things: Collection[str]) -> Picture | None:
    """Return the board that most of these things are laid on; None where none is."""
    best = max(pictures(view), key=lambda picture: shows(picture, things), default=None)
    return best if best and shows(best, things) else None


def laid(picture: Picture, things: Collection[str], before: frozenset[str]) -> Figure:
    """Return a board with these things laid on it, and with what lies there before."""
    own = frozenset(things)
    there = before | own
    pieces = tuple(piece for piece in picture.pieces if piece.thing in there)
    spaces = {"laid": tuple(cell.space for cell in picture.cells if cell.space in own)}
    return Figure(replace(picture, pieces=pieces, plates=(), ways=()), Overlay(reach=spaces, touched=things))


def moved(before: View, after: View, lines: Collection[Told], seat: str) -> Figure | None:
    """The board where most of what a move touched lies, with what it left behind."""
    things = {thing for line in lines for thing in line.about}
    pairs = list(zip(pictures(before), pictures(after), strict=False))
    was, now = max(pairs, key=lambda pair: sum(shows(one, things) for one in pair), default=(None, None))
    if was is None or now is None or not (shows(was, things) or shows(now, things)):
        return None
    spaces = {"laid": tuple(cell.space for cell in now.cells if cell.space in things)}
    left = trail(was, now, lines, seat)
    return Figure(now, Overlay(reach=spaces, touched=things, trail=left))


class Gallery:
    """The figures of one page: each ground is drawn once, and the page's first board brings the shapes."""

    def __init__(self, marks: Mapping[str, int], pictures: Silhouettes, first: Picture | None = None) -> None:
        self._marks, self._icons, self._pictures = marks, static_url("icons.svg"), pictures
        self._names: dict[str, str] = {}
        self._shapes, self._drawn = "", 0
        if first:
            self._name(ground_of(first, marks, pictures))

    def draw(self, figure: Figure) -> Markup:
        """A figure as SVG. Spaces are lit only where the page has their shapes."""
        ground = ground_of(figure.picture, self._marks, self._pictures)
        like = self._names.get(ground.id, "")
        name = self._name(ground)
        overlay = figure.overlay if ground.shapes == self._shapes else figure.overlay._replace(reach={})
        page = Embedding(self._icons, name, like, pictures=self._pictures)
        return board(figure.picture, self._marks, overlay, page)

    def _name(self, ground: Ground) -> str:
        """The name of the next board of the page, which may be the first to draw its ground."""
        name = f"figure-{self._drawn}" if self._drawn else "board"
        self._shapes = self._shapes or ground.shapes
        self._names.setdefault(ground.id, name)
        self._drawn += 1
        return name
