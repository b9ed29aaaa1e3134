"""The trail of the last entry on a board: from where to where things went, and ghosts of those that are gone.

Worked out from the pictures before and after it, for the things it told of: a board that shows something else
meanwhile, such as another seat's garden, leaves no trail.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import atan2, degrees, dist, hypot
from typing import NamedTuple

from companion.kernel.state import Told
from companion.kernel.view import Picture, Piece, Point
from companion.svg.paths import n, path_of
from companion.svg.pieces import piece_of
from companion.svg.silhouettes import NONE, Silhouettes

ASIDE, HALF = 0.26, 0.62
"""So far beside the way from piece to piece a blow is drawn, since there may be one back; half its length."""
ON_LAP = 0.75
"""So far from a place of the lap a figure still stands on it, beside others."""


class Trail(NamedTuple):
    """Ghosts at the places that things left, and the way each went; or, ahead of it, where they will be."""

    seat: str = ""
    """Whose entry it was: the ways wear its colour."""
    gone: tuple[Piece, ...] = ()
    """What is on the board no more, as it was."""
    moved: tuple[tuple[Piece, Point], ...] = ()
    """What went elsewhere, as it was, and where it is now."""
    is_ahead: bool = False
    """True where nothing is said yet."""
    come: tuple[Piece, ...] = ()
    """What will be at a place then, ahead of it."""
    aim: tuple[Point, Point] | None = None
    """The two ends of a line, if nothing moves."""
    struck: tuple[tuple[Piece, Piece, int], ...] = ()
    """The attacker and the target, as they stood, and the points."""
    lap: tuple[Point, ...] = ()
    """The places that figures pass on a track, once round: their way leads along it."""


def trail(before: Picture | None, after: Picture | None, lines: Collection[Told], seat: str) -> Trail:
    """Return the trail of an entry of a seat that told this."""
    about = _about(lines)
    if before is None or after is None or not about or not _same_ground(before, after):
        return Trail(seat)
    now = {piece.thing: piece for piece in reversed(after.pieces)}
    was = {piece.thing: piece for piece in reversed(before.pieces) if piece.thing in about}
    there = [piece for piece in was.values() if piece.shape != "bare"]
    return Trail(seat, *_left(there, now), struck=tuple(_blows(lines, was)), lap=after.lap)


def _about(lines: Collection[Told]) -> set[str]:
    return {thing for line in lines for thing in line.about}


def _left(
    there: Sequence[Piece], now: Mapping[str, Piece]
) -> tuple[tuple[Piece, ...], tuple[tuple[Piece, Point], ...]]:
    """Return the pieces that are gone, and those that went elsewhere, each with where it is now."""
    gone = tuple(piece for piece in there if piece.seat and piece.thing not in now)
    went = ((piece, now[piece.thing].at) for piece in there if piece.thing in now)
    return gone, tuple((piece, to) for piece, to in went if piece.at != to)


def _blows(lines: Collection[Told], was: Mapping[str, Piece]) -> Iterator[tuple[Piece, Piece, int]]:
    """Yield the blows between pieces that stood on the board, each with its points."""
    for line in lines:
        for by, at, points in line.blows:
            if by in was and at in was:
                yield was[by], was[at], points


def ahead(
    before: Picture | None, after: Picture | None, lines: Collection[Told], seat: str, spaces: Sequence[str]
) -> Trail:
    """Return the trail that an entry of a seat would leave that tells this and names these spaces."""
    left, about = trail(before, after, lines, seat), _about(lines)
    if before is None or after is None or not _same_ground(before, after):
        return left
    aim = None if left.moved or left.struck else _aim(before, spaces)
    return left._replace(is_ahead=True, come=tuple(_come(before, after, about)), aim=aim)


def _come(before: Picture, after: Picture, about: Collection[str]) -> Iterator[Piece]:
    """Yield the pieces that will be elsewhere, as they will be."""
    was = {piece.thing: piece.at for piece in before.pieces}
    for piece in after.pieces:
        if piece.thing in about and piece.shape != "bare" and was.get(piece.thing) != piece.at:
            yield piece


def _aim(picture: Picture, spaces: Sequence[str]) -> tuple[Point, Point] | None:
    """Return where the first and the last of some spaces lie; None where that is one place."""
    at = {cell.space: cell.at for cell in picture.cells}
    aimed = [at[space] for space in spaces if space in at]
    return (aimed[0], aimed[-1]) if aimed and aimed[0] != aimed[-1] else None


def _same_ground(one: Picture, other: Picture) -> bool:
    if one.cells is other.cells:
        return True
    return [(cell.space, cell.at) for cell in one.cells] == [(cell.space, cell.at) for cell in other.cells]


def drawn(trail: Trail, marks: Mapping[str, int], icons: str, pictures: Silhouettes = NONE) -> str:
    """A trail as SVG, to lie under the pieces, or over them where it is ahead."""
    ghosts = trail.come if trail.is_ahead else (*trail.gone, *(piece for piece, _ in trail.moved))
    if not (ghosts or trail.gone or trail.aim):
        return ""
    shapes = "".join(piece_of(ghost, marks.get(ghost.seat, 0), False, icons, pictures) for ghost in ghosts)
    crosses = "".join(map(fell, trail.gone))
    ways = "".join(
        _way((piece.at, *passed(trail.lap, piece.at, to), to), piece.size) for piece, to in trail.moved
    )
    if trail.aim:
        ways += _way(trail.aim, 0.62)
    return (
        f'<g class="trail{" ahead" if trail.is_ahead else ""} seat-{marks.get(trail.seat, 0)}">'
        f'<g class="ghost">{shapes}</g>{crosses}{ways}</g>'
    )


def fell(ghost: Piece) -> str:
    """Return the cross over a piece that fell."""
    (x, y), far = ghost.at, ghost.size * 0.8
    ends = f"M{n(x - far)} {n(y - far)}l{n(2 * far)} {n(2 * far)}m0 {n(-2 * far)}l{n(-2 * far)} {n(2 * far)}"
    return f'<path class="fell" d="{ends}"/>'


def struck(trail: Trail, marks: Mapping[str, int], fatal: Collection[str] = ()) -> str:
    """The blows of a trail as SVG, to lie over the pieces: a line beside each way, and its points on it.

    At the end of a game those alone that struck what is ``fatal``.
    """
    blows = (blow for blow in trail.struck if not fatal or blow[1].thing in fatal)
    return "".join(_struck(by, at, points, marks.get(by.seat, 0)) for by, at, points in blows)


def _struck(by: Piece, at: Piece, points: int, mark: int) -> str:
    (x0, y0), (x1, y1) = by.at, at.at
    far = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / far, (y1 - y0) / far
    x, y = (x0 + x1) / 2 + dy * ASIDE, (y0 + y1) / 2 - dx * ASIDE
    tip, back = (dx * HALF, dy * HALF), (dx * (HALF - 0.26), dy * (HALF - 0.26))
    wings = [(back[0] + dy * side, back[1] - dx * side) for side in (0.2, -0.2)]
    line = path_of(((-tip[0], -tip[1]), tip), close=False) + path_of((wings[0], tip, wings[1]), close=False)
    return (
        f'<g class="blow seat-{mark}" transform="translate({n(x)} {n(y)})"><path d="{line}"/>'
        f'<circle r=".27"/><text y=".17">{points}</text></g>'
    )


def passed(lap: Sequence[Point], start: Point, end: Point) -> Sequence[Point]:
    """Return the places of a lap between two points; none where one of the two lies off it."""
    near = [min(range(len(lap)), key=lambda i: dist(lap[i], at)) for at in (start, end) if lap]
    if not near or any(dist(lap[i], at) > ON_LAP for i, at in zip(near, (start, end), strict=True)):
        return ()
    first, last = near
    return [lap[(first + step) % len(lap)] for step in range(1, (last - first) % len(lap))]


def _way(points: Sequence[Point], size: float) -> str:
    """An arrow from the edge of where something was, past places between, to the edge of where it is."""
    *before, start, end = points
    dx, dy = end[0] - start[0], end[1] - start[1]
    lead = f'<path d="{path_of((*before, start), close=False)}"/>' if before else ""
    line = f"M{n(0 if before else size * 0.5)} 0H{n(hypot(dx, dy) - size * 1.1)}m-.32-.26l.32.26-.32.26"
    turned = f"translate({n(start[0])} {n(start[1])})rotate({n(degrees(atan2(dy, dx)))})"
    return f'{lead}<path d="{line}" transform="{turned}"/>'
