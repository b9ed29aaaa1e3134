"""Vistas: what stands round a thing on its card. A sky that says where and when, the light from one side,
paler silhouettes in layers, the ground, and in front the dark picture of the thing.

In colour it is painted; where ink is saved, or there is only black, it is engraved: outlines, hatching and
bare paper instead of fields.
"""

from dataclasses import replace
from functools import partial

from printables.draw.ink import INK, PARCHMENT, mixed, tone_of
from printables.draw.pen import Pen, oblong
from printables.draw.vista.engraved import engraved
from printables.draw.vista.painted import painted
from printables.draw.vista.scene import Scene, Scenery, Vista

__all__ = ["Scene", "Scenery", "Vista", "field", "plain"]


def plain(tone: str) -> Scenery:
    """Return the place of a thing without a scene in its game: before mountains in its card's colour."""
    colour = tone_of(tone).rgb
    sky = mixed(colour, PARCHMENT, 0.55), mixed(colour, PARCHMENT, 0.9)
    return Scenery(sky, mixed(colour, PARCHMENT, 0.25), mixed(colour, INK, 0.75))


def field(pen: Pen, scene: Scene, x: float, y: float) -> None:
    """Draw a scene, its upper left corner at a point."""
    key = replace(scene, w=round(scene.w, 2), h=round(scene.h, 2), aside=round(scene.aside, 2))
    with pen.at(x, y):
        pen.use(pen.form(("vista", key), scene.w, scene.h, partial(_drawn, scene=scene)))


def _drawn(pen: Pen, scene: Scene) -> None:
    draw = painted if pen.ink.mode == "full" else engraved
    with pen.within(oblong(0, 0, scene.w, scene.h)):
        draw(pen, scene)
