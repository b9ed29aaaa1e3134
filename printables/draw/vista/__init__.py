"""Vistas: what stands round a thing on its card. A sky that says where and when, the light from one side,
paler silhouettes in layers, the ground, and in front the dark picture of the thing.

In colour it is painted; where ink is saved, or there is only black, it is engraved: outlines, hatching and
bare paper instead of fields.
"""

from functools import partial

from printables.draw.ink import INK, PARCHMENT, mixed, tone_of
from printables.draw.pen import Pen, oblong
from printables.draw.vista.engraved import engraved
from printables.draw.vista.painted import painted
from printables.draw.vista.scene import Scene, Scenery, Vista

__all__ = ["Scenery", "Vista", "field", "plain"]


def plain(tone: str) -> Scenery:
    """Return the place of a thing without a scene in its game: before mountains in its card's colour."""
    colour = tone_of(tone).rgb
    sky = mixed(colour, PARCHMENT, 0.55), mixed(colour, PARCHMENT, 0.9)
    return Scenery(sky, mixed(colour, PARCHMENT, 0.25), mixed(colour, INK, 0.75))


def field(
    pen: Pen,
    vista: Vista,
    x: float,
    y: float,
    w: float,
    h: float,
    foot: float = 2.0,
    head: float = 0.0,
    aside: float = 0.0,
    edge: float = 0.0,
) -> None:
    """A vista in a box, in millimetres; its picture stands ``foot`` over the lower edge, and the uppermost
    ``head`` is covered, and ``aside`` at its left, or at its right if that is negative. Of either side
    ``edge`` may be cut off."""
    scene = Scene(vista, w, h, foot, head, aside, edge)
    key = ("vista", vista, round(w, 2), round(h, 2), foot, head, round(aside, 2), edge)
    with pen.at(x, y):
        pen.use(pen.form(key, w, h, partial(_drawn, scene=scene)))


def _drawn(pen: Pen, scene: Scene) -> None:
    draw = painted if pen.ink.mode == "full" else engraved
    with pen.within(oblong(0, 0, scene.w, scene.h)):
        draw(pen, scene)
