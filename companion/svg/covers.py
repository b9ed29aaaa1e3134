"""The cover of a game as a phone is sent it: its picture in front of a place of its cards, as a file."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

from companion.kernel.game import Game
from companion.svg.paths import n, named
from companion.svg.pictures import GRID, paths
from companion.svg.skylines import strip
from companion.svg.skylines.strokes import LONG, Segment, Shape
from companion.svg.spec import Pictures, PlaceSpec

WIDE, HIGH = 120.0, 75.0
"""The field of a cover, in its own units."""
HORIZON, NEARER, SCALE = 50.0, 7.0, 1.7
"""How far down the farthest land begins, how much lower each nearer one, and how large skylines are."""
PICTURE = 52.0
"""How wide and high the game's picture is."""
STEPS = {"m": "M", "l": "L", "c": "C", "h": "z"}
"""The letters of steps as SVG has them."""


def address(game: Game[Any]) -> str:
    """Return the address of a game's cover, which changes with what is drawn; empty where it has none."""
    return f"/covers/{game.key}.svg?v={named(cover)}" if (cover := of(game)) else ""


def of(game: Game[Any]) -> str:
    """Return the cover of a game as an SVG file; empty where it has none."""
    pictures = game.get(Pictures)
    return (
        drawn(pictures.places[pictures.cover], pictures.of(game.name)) if pictures and pictures.cover else ""
    )


@lru_cache(64)
def drawn(place: PlaceSpec, picture: str) -> str:
    """Return a picture in front of a place as an SVG file."""
    moved = f"translate({n((WIDE - PICTURE) / 2)} {n(HIGH - PICTURE - 6)}) scale({PICTURE / GRID:.4f})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDE)} {n(HIGH)}">'
        f'<linearGradient id="s" x2="0" y2="1"><stop stop-color="{place.sky[0]}"/>'
        f'<stop offset=".8" stop-color="{place.sky[1]}"/></linearGradient>'
        f'<path fill="url(#s)" d="M0 0H{n(WIDE)}V{n(HIGH)}H0z"/>{_light(place)}{"".join(_land(place))}'
        f'<path fill="{place.ink}" transform="{moved}" d="{paths()[picture]}"/></svg>'
    )


def _light(place: PlaceSpec) -> str:
    """The sun or the moon, which stands behind the picture at dusk."""
    x, y, r = (
        (WIDE * (0.8 if place.right else 0.2), 18.0, 9.0) if place.light != "dusk" else (WIDE / 2, 36.0, 26.0)
    )
    return "".join(
        f'<circle fill="{mixed(place.sky[1], "#ffffff", part)}" cx="{n(x)}" cy="{n(y)}" r="{n(r * far)}"/>'
        for far, part in ((1.25, 0.3), (1.0, 0.6))
    )


def _land(place: PlaceSpec) -> Iterator[str]:
    """The skylines from far to near, each with what of it the light strikes."""
    last = max(1, len(place.layers) - 1)
    for at, name in enumerate(place.layers):
        x = -Random(crc32(f"{name} {at}".encode())).uniform(0, LONG * SCALE - WIDE)
        colour = mixed(place.sky[1], place.land, 0.3 + 0.7 * at / last)
        shapes = zip(strip(name), (colour, mixed(colour, "#ffffff", 0.2)), strict=True)
        paths = "".join(
            f'<path fill="{fill}" d="{_path(shape, -x / SCALE)}"/>' for shape, fill in shapes if shape
        )
        yield f'<g transform="translate({n(x)} {n(HORIZON + NEARER * at)}) scale({SCALE})">{paths}</g>'


def _path(shape: Shape, left: float) -> str:
    """The parts of a shape that are seen from so far on, in tenths."""
    parts: list[list[Segment]] = []
    for segment in shape:
        if segment[0] == "m":
            parts.append([])
        parts[-1].append(segment)
    return "".join(
        f"{STEPS[way]}{' '.join(f'{round(number, 1):g}' for number in numbers)}"
        for part in parts
        if _seen(part, left)
        for way, numbers in part
    )


def _seen(part: Sequence[Segment], left: float) -> bool:
    across = [x for _, numbers in part for x in numbers[::2]]
    return max(across) > left and min(across) < left + WIDE / SCALE


def mixed(colour: str, other: str, part: float) -> str:
    """Return a colour, as ``#201a14``, with so large a part of another in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
