"""The backdrop of a board on the phone: what lies under its spaces and about them on paper, as SVG.

It is a part of the ground, so no tap sends it again; the pictures in its corners are files of their own.
"""

from collections.abc import Iterator
from itertools import chain

from companion.kernel.view import Picture, Point
from companion.svg.corners import Inset, along, in_corners
from companion.svg.paths import n, path_of
from companion.svg.patterns import PATTERNS
from companion.svg.silhouettes import address
from companion.svg.spec import BackdropSpec
from companion.svg.tones import PALE, TONES

NARROW, WIDE, TALL = 0.13, 0.26, 1.2
"""The board reaches so far beyond its spaces: to both sides farther if it is so many times higher than wide,
as a phone's height limits it then, not its width."""
OWN = "[ground]"
"""Stands for the name of the ground it is drawn in: a page may have the same one twice."""
MM = 1 / 17.0
"""A millimetre on paper: the side of a hex has some 17."""
WORDS = 1.0
"""Words beside the spaces reach so far to both sides."""


def margin(picture: Picture) -> float:
    """Return how far the board reaches beyond its spaces to both sides."""
    return WIDE if picture.height > TALL * picture.width else NARROW


def drawn(picture: Picture, spec: BackdropSpec) -> str:
    """The sky, what stands in the corners, the border."""
    tones = spec.tones[::-1] if picture.turned else spec.tones
    frame = _rectangle(picture, margin(picture), NARROW)
    inner = _rectangle(picture, margin(picture) - NARROW / 2, NARROW / 2)
    stops = "".join(
        f'<stop offset="{n(part / max(1, len(tones) - 1))}" stop-color="{TONES[tone][0]}"/>'
        for part, tone in enumerate(tones)
    )
    return (
        f'<g class="backdrop"><linearGradient id="{OWN}-sky" x2="0" y2="1">{stops}</linearGradient>'
        f'<pattern id="{OWN}-band" width=".32" height=".32" patternUnits="userSpaceOnUse"'
        f' patternTransform="scale(.5)">{PATTERNS[TONES[tones[0]][1]]}</pattern>'
        f'<path fill="url(#{OWN}-sky)" fill-opacity="{n(1 - PALE)}" d="{frame}"/>'
        f"{''.join(_corners(picture, spec, tones))}"
        f'<path fill="url(#{OWN}-sky)" fill-rule="evenodd" d="{frame}{inner}"/>'
        f'<path class="band" fill="url(#{OWN}-band)" fill-rule="evenodd" d="{frame}{inner}"/>'
        f'<path class="rim" d="{inner}"/></g>'
    )


def _rectangle(picture: Picture, aside: float, above: float) -> str:
    right, low = picture.width + aside, picture.height + above
    return path_of(((-aside, -above), (right, -above), (right, low), (-aside, low)))


def _corners(picture: Picture, spec: BackdropSpec, tones: tuple[str, ...]) -> Iterator[str]:
    """The pictures that find room beside spaces, words, signs and what seats count in a corner."""
    plates = {(plate.low, plate.right) for plate in picture.plates}
    corners = spec.corners[::-1] if picture.turned else spec.corners
    free = ["" if (i > 1, i % 2 == 1) in plates else name for i, name in enumerate(corners)]
    inset = Inset(0.06, 0.06, 0.06)
    for one in in_corners(free, (picture.width, picture.height), inset, _taken(picture), MM):
        colour = TONES[tones[0 if one.at_head else -1]][0]
        yield (
            f'<use class="far" color="{colour}" href="{address(one.name)}" x="{n(one.x - one.size / 2)}"'
            f' y="{n(one.y - one.size / 2)}" width="{n(one.size)}" height="{n(one.size)}"/>'
        )


def _taken(picture: Picture) -> list[Point]:
    result = [*chain.from_iterable(along(cell.outline, MM) for cell in picture.cells if not cell.quiet)]
    words = [cell.at for cell in picture.cells if cell.quiet and cell.label]
    words += [piece.at for piece in picture.pieces if piece.shape == "bare"]
    return result + [(x + aside, y) for x, y in words for aside in (-WORDS, 0.0, WORDS)]
