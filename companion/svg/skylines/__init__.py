"""Skylines by rule: the mountains, clouds, halls and stands that lie behind a thing on its card.

Each is a strip ``LONG`` millimetres long along a horizon at y = 0, y growing downwards, the same at every
printing. It has a body, and the parts of it that the light strikes, which comes from the left.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from zlib import crc32

from companion.svg.skylines import built, growth, land
from companion.svg.skylines.strokes import Strip

STRIPS: dict[str, Callable[[Random], Strip]] = {
    "mountains": land.mountains, "hills": land.hills, "karst": land.karst, "spires": land.spires,
    "cliffs": land.cliffs, "sea": land.sea, "meadow": land.meadow, "court": land.court,
    "pines": growth.pines, "orchard": growth.orchard, "bamboo": growth.bamboo, "bare": growth.bare,
    "clouds": growth.clouds, "flames": growth.flames, "hops": growth.hops,
    "temples": built.temples, "halls": built.halls, "stands": built.stands, "abbey": built.abbey,
    "palaces": built.palaces, "village": built.village, "portals": built.portals,
}  # fmt: skip


@cache
def strip(name: str) -> Strip:
    """The skyline of that name."""
    return STRIPS[name](Random(crc32(name.encode())))
