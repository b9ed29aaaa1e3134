"""A scene in lines: a woodcut where there is only black, outlines where ink is saved."""

from functools import partial
from math import cos, pi, sin

from reportlab.lib.units import mm

from companion.svg.skylines import strip
from companion.svg.skylines.strokes import DEEP, LONG
from printables.draw.ink import BLACK, RGB, WHITE, mixed
from printables.draw.pen import Pen
from printables.draw.vista.scene import Scene, millimetres, sparkle

RAYS = 36


def engraved(pen: Pen, scene: Scene) -> None:
    """Draw from the sky to the picture in front, which is black in a woodcut and hatched where ink is
    saved."""
    place, black = scene.place, pen.ink.mode == "bw"
    line = BLACK if black else mixed(place.ink, place.land, 0.35)
    pale, thin = (line, 0.14) if black else (mixed(line, WHITE, 0.4), 0.1)
    _lights(pen, scene, pale, thin)
    last = len(place.layers) - 1
    for n, name in enumerate(place.layers):
        if n == last:
            for picture, x, y, size in scene.companions():
                pen.picture(picture, x, y, size, pale, "edge")
                pen.picture(picture, x, y, size, style="bare")
        depth = max(0, n + 2 - last) if black else 0
        draw = partial(_etched, name=name, depth=depth, line=pale, thin=thin)
        form = pen.form(("engraved", name, depth, pale, thin), LONG, DEEP, draw, 30.0)
        with scene.laid(pen, n):
            pen.use(form)
    pen.picture(scene.vista.picture, *scene.picture, WHITE, "edge")
    pen.picture(scene.vista.picture, *scene.picture, line, "filled" if black else "shaded")


def _lights(pen: Pen, scene: Scene, line: RGB, thin: float) -> None:
    """The sun with its rays, or the moon or the evening in a sky of level lines."""
    (x, y, r), light, black = scene.light, scene.place.light, pen.ink.mode == "bw"
    if light in ("sun", "rays"):
        turn, far = scene.dice("rays").uniform(0, 1), scene.w * (1.3 if black else 0.3)
        turns = [2 * pi * (n + turn) / RAYS for n in range(RAYS)]
        ways = [(cos(a), sin(a)) for a in turns]
        pen.lines([(x + 1.5 * r * c, y + 1.5 * r * s, x + far * c, y + far * s) for c, s in ways], thin, line)
    elif black:
        _ruled(pen, scene, line, thin)
    if light == "moon":
        for dx, dy in scene.stars()[:12]:
            pen.shape(sparkle(dx, dy, 0.8), WHITE, line, thin)
    pen.circle(x, y, r * 1.22, WHITE)
    pen.circle(x, y, r, WHITE, line, thin * 1.4)


def _ruled(pen: Pen, scene: Scene, line: RGB, thin: float) -> None:
    """Level lines, closer towards the top."""
    y, step, ends = 0.4, 0.75, []
    while y < scene.horizon:
        ends.append((0.0, y, scene.w, y))
        y, step = y + step, step * 1.09
    pen.lines(ends, thin, line)


def _etched(pen: Pen, name: str, depth: int, line: RGB, thin: float) -> None:
    """A silhouette in lines: bare paper within its outline, the nearer the darker hatched, and bare where the
    light falls.
    """
    body, lit = (millimetres(shape) for shape in strip(name))
    pen.say(pen.ink.draws(line), f"{2 * thin * mm:.4g} w 1 j", *body, "S", pen.ink.fills(WHITE), *body, "f")
    if depth:
        slanting = [(x - 60, 30.0, x, -30.0) for x in _steps(0, LONG + 60, 1.5)]
        level = [(0.0, y, LONG, y) for y in _steps(-24, DEEP, 1.0)]
        pen.say("q", *body, "W n")
        pen.lines(slanting if depth == 1 else level, thin, line)
        pen.say("Q")
    if lit:
        pen.say(pen.ink.fills(WHITE), *lit, "f", pen.ink.draws(line), f"{thin * 0.8 * mm:.4g} w", *lit, "S")


def _steps(start: float, end: float, step: float) -> list[float]:
    return [start + n * step for n in range(int((end - start) / step) + 1)]
