"""The leaflet of a small game: a sheet with the score pad or the tracks on one side, and on the other how the
game is set up, what a turn is, what counts, and every rule.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.words import message
from printables.draw.fonts import Unprintable
from printables.draw.pen import Pen
from printables.layout import pads as pad_layout
from printables.layout import scenes
from printables.layout.grid import SIDE, STRIP
from printables.layout.pads import Pad
from printables.layout.paper import Order, Page
from printables.layout.scenes import Scene
from printables.layout.tracks import MarkerTrack, strip, tracks_size
from printables.sources import reference
from printables.sources.aids import aids
from printables.sources.pads import pad
from printables.sources.printable import Printable
from printables.sources.reference import Columns, Item
from printables.sources.setup import scene, steps
from printables.sources.source import Source
from printables.sources.tracks import tracks

HOLDS = ("pad", "trackers", "set-up", "aid", "reference")
"""The printables that a leaflet has together, each of which is printed alone only when asked for."""
ACROSS, LARGEST = 2, 25.0
"""The columns of its words, and the largest letters in points."""
WIDE = 46.0
"""The most that a space of its tracks is wide, in millimetres."""
PICTURE, BELOW = 105.0, 6.0
"""The picture of the set-up is so high at most, and so far from what is above it, in millimetres."""


def printable(source: Source) -> Printable:
    """Return the leaflet of a game."""
    form = pad(source) or tracks(source)
    entries, picture = items(source), scene(source, source.view.picture)
    make = partial(_pages, source=source, form=form, some=entries, picture=picture)
    words = message("tracks, and behind them set-up, turn and rules" if form else "set-up, turn and rules")
    if isinstance(form, Pad):
        words = message("the score pad, and behind it set-up, turn and rules")
    return Printable("leaflet", "Leaflet", words, make, (form, entries, picture))


def items(source: Source) -> list[Item]:
    """Return what its words are: the goal, the set-up, a turn, then the quick reference, nothing twice."""
    return list(_once(_items(source)))


def _items(source: Source) -> Iterator[Item]:
    aid = next(iter(aids(source)), None)
    if aid and aid.goal:
        yield Item("head", "How to win")
        yield Item("action", aid.goal, "crown")
    if set_up := steps(source):
        yield Item("head", "Set-up")
        yield from (Item("rule", text, str(n)) for n, text in enumerate(set_up, 1))
    if aid:
        yield Item("head", "Your turn")
        if aid.turn:
            yield Item("action", aid.turn, "hourglass")
        yield from (Item("action", step.words, step.icon, step.cost, step.name) for step in aid.steps)
        if aid.kinds:
            yield Item("head", "What counts")
        yield from (Item("action", kind.words, kind.icon, name=kind.name) for kind in aid.kinds)
    yield from reference.items(source.game)


def _once(some: Iterator[Item]) -> Iterator[Item]:
    """Yield the items with a title and words that were not there before, and headings with any."""
    seen, head = set[str](), None
    for item in some:
        if item.kind == "head":
            head = item
        elif seen.isdisjoint(said := set(filter(None, (item.name, item.words)))):
            seen |= said
            if head:
                yield head
            head = None
            yield item


def _pages(
    order: Order,
    source: Source,
    form: Pad | Sequence[MarkerTrack],
    some: Sequence[Item],
    picture: Scene | None,
) -> list[Page]:
    """One sheet; where there is nothing to write on, a page that has room behind a board."""
    wide, game = order.size[0] - 2 * reference.MARGIN, source.game
    foot = reference.FOOT + (picture.size(wide, PICTURE)[1] + BELOW if picture else 0.0)
    columns = reference.columns(order, some, game.name, 1, ACROSS, LARGEST, foot)
    if not columns:
        raise Unprintable(
            "The rules of {name} do not fit a leaflet; print “reference” instead.", name=game.name
        )
    draw = partial(_back, order=order, source=source, columns=columns[0], foot=foot, picture=picture)
    if not form:
        return [Page(draw, shares=True, reads=True)]
    front = partial(_front, order=order, form=form)
    return [Page(front, "front", reads=True), Page(draw, "back", reads=True)]


def _back(
    pen: Pen, order: Order, source: Source, columns: Columns, foot: float, picture: Scene | None
) -> None:
    """The words, and the picture of the set-up below them."""
    reference.page(pen, source.game, columns, order, str(message("Set-up, turn and rules")), foot)
    if picture:
        wide, high = order.size
        with pen.at((wide - picture.size(wide - 2 * reference.MARGIN, PICTURE)[0]) / 2, high - foot + BELOW):
            scenes.draw(pen, picture, wide - 2 * reference.MARGIN, PICTURE)


def _front(pen: Pen, order: Order, form: Pad | Sequence[MarkerTrack]) -> None:
    w, h = order.size[0] - 2 * SIDE, order.size[1] - 2 * STRIP
    if isinstance(form, Pad):
        pad_layout.sheet(pen, form, SIDE, STRIP, w, h)
        return
    needs = [tracks_size(track)[1] for track in form]
    y, between = STRIP, pad_layout.BETWEEN
    share = (h - between * (len(form) - 1)) / sum(needs)
    for track, need in zip(form, needs, strict=True):
        with pen.at(SIDE, y):
            strip(pen, track, w, need * share, WIDE)
        y += need * share + between
