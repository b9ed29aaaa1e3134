"""A scene in colour."""

from collections.abc import Sequence
from functools import partial
from math import cos, pi, sin

from reportlab.lib.units import mm

from companion.svg.skylines import strip
from companion.svg.skylines.strokes import DEEP, LONG, Shape, joined, polygon
from printables.draw.ink import RGB, WHITE, mixed
from printables.draw.pen import Pen, Point
from printables.draw.vista.scene import Scene, millimetres, sparkle

SKY, HIGH = 64, 56.0
"""In so many steps a sky goes from one colour to the other, and so high it is."""
RAYS = 14


def painted(pen: Pen, scene: Scene) -> None:
    """Draw from the sky to the picture in front."""
    place, light = scene.place, mixed(scene.place.sky[1], WHITE, 0.62)
    _sky(pen, scene, place.sky)
    _lights(pen, scene, light)
    last = len(place.layers) - 1
    for n, name in enumerate(place.layers):
        colour = mixed(place.sky[1], place.land, 0.3 + 0.7 * n / max(1, last))
        if n == last:
            for picture, x, y, size in scene.companions():
                pen.picture(picture, x, y, size, mixed(place.land, place.ink, 0.3))
        _layer(pen, scene, n, name, colour, mixed(colour, light, 0.18 if n == last else 0.3))
    _shadow(pen, scene, mixed(place.land, place.ink, 0.42))
    left, top, size = scene.picture
    edge = size * 0.014
    pen.picture(scene.vista.picture, left + (edge if place.right else -edge), top - edge, size, light)
    pen.picture(scene.vista.picture, left, top, size, place.ink)


def _lights(pen: Pen, scene: Scene, light: RGB) -> None:
    """Draw the sun with its rays, or the moon among stars, or the sun of the evening."""
    place = scene.place
    if place.light in ("sun", "rays"):
        pen.say("q", *millimetres(joined(polygon(ray) for ray in _rays(scene))), "W n")
        _sky(pen, scene, (mixed(place.sky[0], light, 0.26), mixed(place.sky[1], light, 0.4)))
        pen.say("Q")
    if place.light == "moon":
        for n, (x, y) in enumerate(scene.stars()):
            pen.shape(sparkle(x, y, 0.3 if n % 5 else 0.75), light)
    _disc(pen, scene, light)


def _sky(pen: Pen, scene: Scene, colours: tuple[RGB, RGB]) -> None:
    """A sky that goes from one colour to the other, hung up a little under the horizon."""
    form = pen.form(("sky", colours), LONG, DEEP, partial(_steps, colours=colours), HIGH)
    low, scale = scene.horizon + 4, max(scene.scale, 0.6)
    if low > HIGH * scale:
        pen.box(0, 0, scene.w, low - HIGH * scale + 0.1, colours[0])
    with pen.at(0, low, scale=scale):
        pen.use(form)


def _steps(pen: Pen, colours: tuple[RGB, RGB]) -> None:
    for n in range(SKY):
        y = -HIGH + n * HIGH / SKY
        pen.box(0, y, LONG, DEEP - y, mixed(*colours, (n / (SKY - 1)) ** 0.8))


def _rays(scene: Scene) -> list[Sequence[Point]]:
    """Rays from where the light is."""
    x, y, _ = scene.light
    turn, long = scene.dice("rays").uniform(0, 1), scene.w * 1.3
    turns = [(2 * pi * (n + turn) / RAYS, 0.085 if n % 2 else 0.13) for n in range(RAYS)]
    ends = [[(x + long * cos(t), y + long * sin(t)) for t in (a - wide, a + wide)] for a, wide in turns]
    return [[(x, y), *end] for end in ends]


def _disc(pen: Pen, scene: Scene, light: RGB) -> None:
    """The sun, the moon, or the sun as it goes down behind the picture."""
    (x, y, r), sky = scene.light, scene.place.sky
    dusk = scene.place.light == "dusk"
    pen.circle(x, y, r * 1.23, mixed(sky[1], light, 0.3 if dusk else 0.55))
    pen.circle(x, y, r, mixed(sky[1], light, 0.62) if dusk else light)
    if scene.place.light == "moon":
        for dx, dy, part in ((0.25, -0.3, 0.24), (-0.35, 0.2, 0.32), (0.35, 0.4, 0.16)):
            pen.circle(x + dx * r, y + dy * r, r * part, mixed(light, sky[0], 0.14))


def _layer(pen: Pen, scene: Scene, n: int, name: str, colour: RGB, lit: RGB) -> None:
    """A silhouette along the horizon, and what of it lies in the light."""
    for part, (shape, fill) in enumerate(zip(strip(name), (colour, lit), strict=True)):
        if shape:
            form = pen.form(("strip", name, part), LONG, DEEP, partial(_filled, shape=shape), 30.0)
            with scene.laid(pen, n):
                pen.say(pen.ink.fills(fill))
                pen.use(form)


def _filled(pen: Pen, shape: Shape) -> None:
    pen.say(*millimetres(shape), "f")


def _shadow(pen: Pen, scene: Scene, colour: RGB) -> None:
    """The shadow of the picture on the ground, towards who looks and away from the light."""
    left, top, size = scene.picture
    lean = -0.34 if scene.place.right else 0.34
    pen.say(f"q 1 0 {-lean} -0.24 0 {-(top + size) * mm:.3f} cm")
    pen.picture(scene.vista.picture, left, -size, size, colour)
    pen.say("Q")
