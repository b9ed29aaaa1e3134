"""Fits of pieces: each against the place that paper.toml says it lies on, covers, or stands in.

Shapes are outlines about their middle, in millimetres.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import cos, pi, sin

from companion.check import Broken, is_box
from companion.kernel.schema import nearest
from companion.toolkit.paper import Paper
from companion.words import counted
from printables.draw.pen import Point
from printables.layout.boards import PaperBoard, extent
from printables.layout.chips import Form
from printables.layout.mats import Zone, placed
from printables.layout.standees import FOOT
from printables.layout.tracks import spaces, tracks_size
from printables.sources import boards, chips, decks, mats, tracks
from printables.sources.source import Source

Shape = Sequence[Point]
NEAR = 0.01
OVER = 1.0
"""What covers a place may be so much smaller or larger than it, in millimetres."""


def box(w: float, h: float) -> Shape:
    """A rectangle."""
    return [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]


def disc(across: float) -> Shape:
    """A circle, by its many corners."""
    return [(across / 2 * sin(pi * n / 60), across / 2 * cos(pi * n / 60)) for n in range(120)]


def measure(shape: Shape) -> str:
    """Return the width and height of a shape in words."""
    w, h = extent(shape)
    return f"{w:.1f} × {h:.1f} mm"


def holds(room: Shape, piece: Shape) -> bool:
    """True if a piece lies wholly within a convex room; it may be turned a quarter."""
    return _within(room, piece) or _within(room, [(y, -x) for x, y in piece])


def _within(room: Shape, piece: Shape) -> bool:
    edges = list(zip(room, [*room[1:], room[0]], strict=True))
    turn = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges)
    way = 1 if turn > 0 else -1
    for (x1, y1), (x2, y2) in edges:
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
        if any(way * ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / long < -NEAR for x, y in piece):
            return False
    return True


# -- places -----------------------------------------------------------------------------------------------


def rooms(source: Source) -> dict[str, list[Shape]]:
    """Every place by its name, with the shapes that have it: boards, mats, tracks, and what has room in its
    middle.
    """
    result: dict[str, list[Shape]] = {}
    for name, shape in _rooms(source):
        result.setdefault(name, []).append(shape)
    return result


def _rooms(source: Source) -> Iterator[tuple[str, Shape]]:
    for key, board in boards.boards(source).items():
        yield from _rooms_of_board(key, board)
    for key, group in mats.mats(source).items():
        for mat in group:
            for zone, _, _, w, h in placed(mat):
                yield from _rooms_of_zone(key, zone, w, h)
    for track in tracks.tracks(source):
        wide = track.ring if track.on else spaces(track, *tracks_size(track))[0]
        yield f"track {track.title.split(':')[0]}", disc(wide)
    for spec in source.paper.chips:
        if spec.clear:
            yield spec.key, disc(float(spec.clear))


def _rooms_of_board(key: str, board: PaperBoard) -> Iterator[tuple[str, Shape]]:
    for cell in board.picture.cells:
        shape = _middled([(x * board.unit, y * board.unit) for x, y in cell.outline])
        yield key, shape
        if cell.kind:
            yield f"{key} {cell.kind}", shape
        if cell.space:
            yield f"{key} {cell.space.split()[0]}", shape
    for stroke in board.picture.strokes:
        if stroke.points[0] == stroke.points[-1] and len(stroke.points) > 2:
            yield f"{key} places", _middled([(x * board.unit, y * board.unit) for x, y in stroke.points])
    for place in board.places:
        yield f"{key} {place.of}", place.outline


def _rooms_of_zone(key: str, zone: Zone, w: float, h: float) -> Iterator[tuple[str, Shape]]:
    if zone.kind == "track" and zone.track:
        yield f"{key} {zone.title}", disc(spaces(zone.track, w, h)[0])
    elif zone.kind == "chips":
        yield f"{key} {zone.title}", disc(zone.size)
    else:
        yield f"{key} {zone.title}", box(w, h)
    if zone.kind == "slot" and zone.count:
        yield f"{key} token", disc(zone.size)


def _middled(points: Shape) -> Shape:
    xs, ys = zip(*points, strict=True)
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [(x - cx, y - cy) for x, y in points]


# -- pieces -----------------------------------------------------------------------------------------------

Declared = tuple[str, Shape, Mapping[str, Iterable[str]]]
"""A piece by its key, its shape, and for each way of lying the places it is declared for."""


def _declared(source: Source) -> Iterator[Declared]:
    paper, groups = source.paper, chips.groups(source)
    for one in paper.chips:
        group = groups[one.key]
        yield (
            one.key,
            _shape(group),
            {"lies on": one.lies_on, "covers": one.covers, "stands in": one.stands_in},
        )
    if paper.tokens:
        yield "tokens", _shape(groups["tokens"]), {"lies on": paper.tokens.lies_on}
    packs = decks.packs(source)
    for key, spec in paper.decks.items():
        if key in packs:
            yield key, box(*packs[key].size), {"lies on": spec.lies_on, "covers": spec.covers}


def _shape(group: chips.Group) -> Shape:
    if group.stand:
        return box(FOOT, FOOT)
    size = group.size or 25.4
    return disc(size) if group.form.shape == "round" else Form(group.form.shape).outline(size)


def checked(source: Source) -> str:
    """Return how many pieces fit as declared; Broken at the first that does not, or that is drawn face down
    and shows what it is."""
    there, count = rooms(source), 0
    for key, shape, ways in _declared(source):
        for how, places in ways.items():
            for place in places:
                if place not in there:
                    raise Broken(
                        f"paper.toml, {key} {how}: “{place}” is no place; {nearest(place, list(there))}"
                    )
                for room in there[place]:
                    _fits(key, shape, how, place, room)
                count += 1
    _markers(source, there)
    _supplies(source)
    count += _face_down(source) + _shuffled(source)
    return f"{counted(count, 'piece')} fit where they lie"


def _fits(key: str, shape: Shape, how: str, place: str, room: Shape) -> None:
    if how == "covers":
        if any(abs(a - b) > OVER for a, b in zip(extent(shape), extent(room), strict=True)):
            raise Broken(
                f"{key}: it is {measure(shape)} and is to cover “{place}”, which is {measure(room)}. Make "
                "both as large."
            )
    elif not holds(room, shape):
        raise Broken(
            f"{key}: it is {measure(shape)} and {how} “{place}”, which has {measure(room)}. Make it smaller, "
            "or the place larger."
        )


def _markers(source: Source, there: Mapping[str, list[Shape]]) -> None:
    """Raise Broken at a track on no board, and at one on which nothing is declared to stand.

    A game without chips has no markers, and a box cannot declare any.
    """
    for track in tracks.tracks(source):
        if track.on and track.on not in (all_boards := boards.boards(source)):
            raise Broken(
                f"track {track.title}: it is on “{track.on}”, which is no board; {', '.join(all_boards)} is."
            )
    if not source.paper.chips or is_box(source.game):
        return
    places = {*chain.from_iterable(spec.stands_in for spec in source.paper.chips)}
    for name in _all_tracks(source.paper):
        if name in there and name not in places:
            raise Broken(
                f"{name}: nothing stands in its spaces; say so of its marker, stands_in = [“{name}”]."
            )


def _all_tracks(paper: Paper) -> Iterator[str]:
    """Yield the place of every track, those on mats too."""
    yield from (f"track {spec.title}" for spec in paper.tracks or ())
    for mat in paper.mats:
        zones = chain.from_iterable(row.zones for row in mat.rows)
        yield from (f"{mat.key} {zone.title}" for zone in zones if zone.kind == "track")


def _supplies(source: Source) -> None:
    """Broken at a place at the foot of a board whose pieces are not declared to lie there."""
    places = {(spec.key, place) for spec in source.paper.chips for place in spec.lies_on}
    for key, spec in source.paper.boards.items():
        for one in spec.supplies:
            if (one, f"{key} {one}") not in places:
                raise Broken(f"boards.{key}.supplies: say that {one} lie there, lies_on = [“{key} {one}”].")


def _face_down(source: Source) -> int:
    """Return how many groups of chips are drawn face down; Broken if their backs tell them apart."""
    count = 0
    for key, group in chips.groups(source).items():
        if not any(chip.back for chip in group.chips):
            continue
        piles: dict[str, set[str]] = {}
        for chip in group.chips:
            back = chip.back or chip
            piles.setdefault(f"{back.name} {back.tone} {back.icon} {back.letter}", set()).add(chip.name)
        for pile, names in piles.items():
            if len(names) < 2:
                raise Broken(f"{key}: the back “{pile}” lies on {names.pop()} alone and so tells what it is.")
        count += 1
    return count


def _shuffled(source: Source) -> int:
    """Return how many decks are shuffled with others; Broken if their backs differ."""
    packs, together = decks.packs(source), source.paper.decks.items()
    pairs = [(key, other) for key, spec in together for other in spec.shuffled_with]
    for key, other in pairs:
        if set(packs[key].backs) != set(packs[other].backs):
            raise Broken(f"{key}: it is shuffled with {other}, and their backs differ; say “back_tone”.")
    return len(pairs)
