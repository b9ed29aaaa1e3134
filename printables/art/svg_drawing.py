"""The drawing of an SVG: flat shapes, lines, clips and gradients, each in its place.

Parts that paper cannot show as meant (words, photographs, masks, filters, see-through ones) are refused by
name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot, isfinite, radians
from typing import NamedTuple
from xml.etree.ElementTree import Element as Tree

from fontTools.misc.transform import Transform
from fontTools.svgLib.path.shapes import PathBuilder
from PIL import ImageColor

from companion.svg.skylines.strokes import Segment
from printables.art import svg_file
from printables.art.svg_file import Element
from printables.art.svg_style import Style, StyleSheet
from printables.art.wanted import UnreadableArt
from printables.draw.ink import BLACK, RGB, mixed
from printables.draw.svg_path import plain, segments

SEGMENTS = 100_000
"""The paths of a drawing have at most so many strokes and curves, each counted as often as it is drawn or
clips, and for a gradient each of its fields.
"""
VISITS, USES = 50_000, 5_000
"""So many elements are drawn, and so many of them used, each as often as it is."""
STOPS = 100
"""So many colours has a gradient."""
BANDS = 48
"""So many fields a gradient is drawn in."""
GROUPS = frozenset(("svg", "g", "a", "switch"))
SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
KEPT = frozenset(
    ("defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "clipPath", "symbol")
)
"""What draws nothing where it stands."""
REFUSED = {
    "text": "words; turn them into paths", "image": "a photograph", "script": "a script",
    "foreignObject": "a piece of a page", "svg": "a drawing within the drawing",
    "animate": "what moves", "animateTransform": "what moves", "animateMotion": "what moves",
    "set": "what moves",
}  # fmt: skip
UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pc": 16.0}
Path = tuple[Segment, ...]


@dataclass(frozen=True)
class Gradient:
    """Colours along a line, or about a point, in its own units: from 0 to 1, across or outwards."""

    stops: tuple[tuple[float, RGB], ...]
    there: Transform
    """Its units as those of the drawing."""
    round: bool

    def at(self, part: float) -> RGB:
        """The colour so far along."""
        before = self.stops[0]
        for stop in self.stops:
            if part <= stop[0]:
                wide = stop[0] - before[0]
                return mixed(before[1], stop[1], (part - before[0]) / wide) if wide > 0 else stop[1]
            before = stop
        return before[1]


Fill = RGB | Gradient | None
Clips = tuple[tuple[Path, bool], ...]
"""What is left by each clip, and whether what it covers twice is left out."""


class _Colours(NamedTuple):
    """A gradient: its colours, their places, and if these are in parts of the shape that it fills."""

    stops: tuple[tuple[float, RGB], ...]
    there: Transform | None
    """None where there is one colour alone."""
    boxed: bool


@dataclass(frozen=True)
class PaintedPath:
    """A path with how it is painted, in units of the drawing but for its own turn."""

    path: Path
    there: Transform
    fill: Fill
    even: bool
    line: RGB | None
    pen: str
    """The operators of its line: how thick, its ends, its corners, its dashes."""
    clips: Clips


@dataclass(frozen=True)
class Drawing:
    """A whole file: left, top, width and height of what is seen of it, and its shapes from back to front."""

    box: tuple[float, float, float, float]
    shapes: tuple[PaintedPath, ...]


def read(data: bytes) -> Drawing:
    """A drawing; UnreadableArt says what of it cannot be drawn, as the end of a sentence about the file."""
    root = svg_file.read(data)
    try:
        return _Read(root).drawing()
    except UnreadableArt:
        raise
    except RecursionError:
        raise UnreadableArt("its elements lie too deep in one another") from None
    except (ValueError, IndexError, KeyError, ZeroDivisionError, OverflowError, TypeError):
        raise UnreadableArt("it has a number or a path that is none") from None


# -- reading ----------------------------------------------------------------------------------------------


class _Read:
    def __init__(self, root: Element) -> None:
        self.root, self.sheet = root, StyleSheet(root)
        self.named = {one.attributes["id"]: one for one in root.walk() if "id" in one.attributes}
        self.segments = self.visits = self.uses = 0
        self.clips: Clips = ()
        # what an element says is read once, however often it is used
        self._path, self._turn = cache(self._read_path), cache(_turn)
        self._colours = cache(self._read_colours)
        for one in root.walk():
            if one.tag in REFUSED and one is not root:
                raise UnreadableArt("it holds {refused}", refused=REFUSED[one.tag])
        self.box = self._box()

    def drawing(self) -> Drawing:
        return Drawing(self.box, tuple(self._drawn(self.root, {}, Transform(), (), 0)))

    def _box(self) -> tuple[float, float, float, float]:
        attributes = self.root.attributes
        if "viewBox" in attributes:
            x, y, w, h = map(float, attributes["viewBox"].replace(",", " ").split())
        else:
            x, y, w, h = 0.0, 0.0, *(_length(attributes.get(key, ""), 0) for key in ("width", "height"))
        if not (0 < w < 1e6 and 0 < h < 1e6 and abs(x) < 1e6 and abs(y) < 1e6):
            raise UnreadableArt("it does not say how large it is: a viewBox would")
        return x, y, w, h

    def _drawn(
        self, one: Element, above: Style, there: Transform, clips: Clips, deep: int
    ) -> Iterator[PaintedPath]:
        self._visit(one)
        if one.tag in KEPT:
            return
        style = self.sheet.style(one, above)
        if style.get("display") == "none" or _opacity(style, "opacity") == 0:
            return
        _seen_through(style)
        there = there.transform(self._turn(one))
        if (clip := style.get("clip-path", "none")) != "none":
            clips = (*clips, self._clip(clip, there))
        if one.tag in SHAPES:
            if style.get("visibility", "visible") == "visible":
                yield from self._shape(one, style, there, clips)
        elif one.tag == "use":
            yield from self._used(one, style, there, clips, deep)
        else:
            for child in one.children:
                yield from self._drawn(child, style, there, clips, deep)

    def _visit(self, one: Element) -> None:
        """Count an element; UnreadableArt where there are too many, or it cannot be drawn."""
        self.visits += 1
        if self.visits > VISITS:
            raise UnreadableArt("its parts use one another too often")
        if one.tag not in KEPT | GROUPS | SHAPES | {"use"}:
            raise UnreadableArt("it holds a “{tag}”", tag=one.tag[:30])

    def _used(
        self, one: Element, style: Style, there: Transform, clips: Clips, deep: int
    ) -> Iterator[PaintedPath]:
        self.uses += 1
        element = self.named.get(one.link)
        if deep > 8 or self.uses > USES:
            raise UnreadableArt("its parts use one another too often")
        if element is None:
            return
        x, y = (_length(one.attributes.get(key, ""), self.box[n]) for key, n in (("x", 2), ("y", 3)))
        there = there.translate(x, y)
        for child in element.children if element.tag == "symbol" else [element]:
            yield from self._drawn(child, style, there, clips, deep + 1)

    def _count(self, segments: int) -> None:
        self.segments += segments
        if self.segments > SEGMENTS:
            raise UnreadableArt("its paths are too long together; simplify them")

    def _read_path(self, one: Element) -> Path:
        attributes, (_, _, w, h) = dict(one.attributes), self.box
        if one.tag not in ("path", "polyline", "polygon"):
            across = dict.fromkeys(("x", "cx", "x1", "x2", "width", "rx"), w)
            down = dict.fromkeys(("y", "cy", "y1", "y2", "height", "ry"), h)
            for key, of in (across | down | {"r": hypot(w, h) / 2**0.5}).items():
                if key in attributes:
                    attributes[key] = repr(_length(attributes[key].replace("auto", "0"), of))
            for key in {"rect": ("width", "height"), "circle": ("r",), "ellipse": ("rx", "ry")}.get(
                one.tag, ()
            ):
                if float(attributes.get(key, 0)) <= 0:
                    return ()
        attributes.pop("transform", None)
        builder = PathBuilder()
        builder.add_path_from_element(Tree(one.tag, attributes))
        d = builder.paths[0] if builder.paths else ""
        return segments(d, self._count) if d.strip() else ()

    def _shape(self, one: Element, style: Style, there: Transform, clips: Clips) -> Iterator[PaintedPath]:
        path = self._path(one)
        a, b, c, d, _, _ = there
        if not path or abs(a * d - b * c) < 1e-12:
            return
        fill = None if one.tag == "line" else self._paint(style, "fill", "black", path)
        thick = _length(style.get("stroke-width", "1"), hypot(*self.box[2:]) / 2**0.5)
        line = self._line(style, path)
        if thick <= 0:
            line = None
        if fill is not None or line is not None:
            pen = self._pen(style, thick)
            even = style.get("fill-rule") == "evenodd"
            self._count(len(path) + (BANDS if isinstance(fill, Gradient) else 0))
            if clips is not self.clips:  # those of the shape before hold on
                self._count(sum(len(clip) for clip, _ in clips))
                self.clips = clips
            yield PaintedPath(path, there, fill, even, line, pen, clips)

    def _line(self, style: Style, path: Path) -> RGB | None:
        """Return the colour of a line, of a gradient the one in its middle."""
        line = self._paint(style, "stroke", "none", path)
        return line.at(0.5) if isinstance(line, Gradient) else line

    def _pen(self, style: Style, thick: float) -> str:
        ends = {"round": 1, "square": 2}.get(style.get("stroke-linecap", ""), 0)
        corners = {"round": 1, "bevel": 2}.get(style.get("stroke-linejoin", ""), 0)
        pattern = style.get("stroke-dasharray", "none")
        dashes = [] if pattern == "none" else [_length(n, 0) for n in pattern.replace(",", " ").split()]
        if any(n < 0 for n in dashes) or sum(dashes) < thick / 100:
            dashes = []
        return f"{thick:.5g} w {ends} J {corners} j [{plain(' '.join(f'{n:.5g}' for n in dashes[:12]))}] 0 d"

    def _paint(self, style: Style, key: str, usual: str, path: Path) -> Fill:
        paint = style.get(key, usual)
        if _opacity(style, f"{key}-opacity") == 0:
            return None
        if _opacity(style, f"{key}-opacity") < 1 and paint != "none":
            raise UnreadableArt("it is see-through in places")
        name = _named(paint)
        if not name:
            return _colour(style.get("color", "black") if paint.lower() == "currentcolor" else paint)
        element = self.named.get(name)
        if element is None:
            return None
        if element.tag not in ("linearGradient", "radialGradient"):
            raise UnreadableArt("it is filled with a “{tag}”", tag=element.tag[:30])
        return self._gradient(element, path)

    def _gradient(self, one: Element, path: Path) -> Fill:
        colours = self._colours(one)
        if isinstance(colours.there, Transform):
            boxed = _boxed(path) if colours.boxed else Transform()
            there = boxed.transform(colours.there)
            return Gradient(colours.stops, there, one.tag == "radialGradient")
        return colours.stops[-1][1] if colours.stops else None

    def _read_colours(self, one: Element) -> "_Colours":
        """Return a gradient with all that it takes over from those that it refers to."""
        attributes, stops = dict[str, str](), list[tuple[float, RGB]]()
        first, seen = one, 0
        while True:
            attributes = {**first.attributes, **attributes}
            stops = stops or list(self._stops(first))
            seen += 1
            further = self.named.get(first.link)
            if further is None or seen > 8:
                break
            first = further
        boxed = attributes.get("gradientUnits") != "userSpaceOnUse"
        along = self._along(one.tag, attributes, (1.0, 1.0) if boxed else self.box[2:])
        if len(stops) < 2 or along is None:
            return _Colours(tuple(stops), None, boxed)
        turned = _turned(attributes.get("gradientTransform", ""))
        return _Colours(tuple(stops), turned.transform(along), boxed)

    def _along(self, tag: str, attributes: Style, size: tuple[float, float]) -> Transform | None:
        """Return the line of a gradient from its start to its end, or None if these are the same."""
        w, h = size

        def at(key: str, usual: str, of: float) -> float:
            return _length(attributes.get(key, usual), of)

        if tag == "linearGradient":
            x1, y1 = at("x1", "0%", w), at("y1", "0%", h)
            dx, dy = at("x2", "100%", w) - x1, at("y2", "0%", h) - y1
            return Transform(dx, dy, -dy, dx, x1, y1) if dx or dy else None
        r = at("r", "50%", hypot(w, h) / 2**0.5)
        return Transform(r, 0, 0, r, at("cx", "50%", w), at("cy", "50%", h)) if r > 0 else None

    def _stops(self, one: Element) -> Iterator[tuple[float, RGB]]:
        last, stops = 0.0, [child for child in one.children if child.tag == "stop"]
        if len(stops) > STOPS:
            raise UnreadableArt("a gradient of it has more than {stops} colours", stops=STOPS)
        for stop in stops:
            style = self.sheet.style(stop, {})
            if _opacity(style, "stop-opacity") < 1:
                raise UnreadableArt("it is see-through in places")
            last = max(last, min(1.0, _length(stop.attributes.get("offset", "0"), 1.0)))
            yield last, _colour(style.get("stop-color", "black")) or BLACK

    def _clip(self, text: str, there: Transform) -> tuple[Path, bool]:
        """Return the path of a clip, in units of the drawing."""
        element = self.named.get(_named(text))
        if (
            element is None
            or element.tag != "clipPath"
            or element.attributes.get("clipPathUnits", "")[:6] == "object"
        ):
            raise UnreadableArt("it is clipped in a way we cannot draw")
        there = there.transform(self._turn(element))
        parts = list[Segment]()
        even = False
        for child in element.children:
            if child.tag in KEPT:
                continue
            if child.tag not in SHAPES:
                raise UnreadableArt("it is clipped in a way we cannot draw")
            even = self.sheet.style(child, {}).get("clip-rule") == "evenodd"
            path = self._path(child)
            self._count(len(path))
            parts += _moved(path, there.transform(self._turn(child)))
        return tuple(parts), even


def _seen_through(style: Style) -> None:
    """Refuse what is drawn otherwise than as it stands."""
    if _opacity(style, "opacity") < 1 or style.get("mix-blend-mode", "normal") != "normal":
        raise UnreadableArt("it is see-through in places")
    for key in ("mask", "filter", "marker", "marker-start", "marker-mid", "marker-end"):
        if style.get(key, "none") not in ("none", ""):
            raise UnreadableArt("it has a {style}", style=key.partition("-")[0])


def _opacity(style: Style, key: str) -> float:
    opacity = style.get(key, "1")
    return float(opacity[:-1]) / 100 if opacity.endswith("%") else float(opacity)


def _colour(text: str) -> RGB | None:
    if text.lower() in ("none", "transparent"):
        return None
    try:
        rgb = ImageColor.getrgb(text)
    except ValueError:
        raise UnreadableArt("“{said}” is no colour we know", said=text[:30]) from None
    if len(rgb) == 4 and rgb[3] < 255:
        raise UnreadableArt("it is see-through in places")
    r, g, b = (part / 255 for part in rgb[:3])
    return r, g, b


def _named(text: str) -> str:
    """Return the name in this file that ``url(#name)`` refers to; empty where it refers to none."""
    inner, bracket, _ = text.removeprefix("url(").partition(")")
    name = inner.strip(" \t\r\n'\"")
    return name[1:] if bracket and name.startswith("#") and text.startswith("url(") else ""


LENGTH = 40
"""A length has so few letters; one of an element that is used is read as often."""


def _length(text: str, of: float) -> float:
    """Return a length in units of the drawing, or as a part of another."""
    text = text[:LENGTH].strip()
    number = text.rstrip("%abcdefghijklmnopqrstuvwxyz")
    unit = text[len(number) :]
    try:
        length = float(number) if text else 0.0
        by = of / 100 if unit == "%" else UNITS[unit]
    except (ValueError, KeyError):
        raise UnreadableArt("“{said}” is no length", said=text[:20]) from None
    if not isfinite(length) or "_" in number:
        raise UnreadableArt("“{said}” is no length", said=text[:20])
    return length * by


def _turn(one: Element) -> Transform:
    """Return the transform of an element."""
    return _turned(one.attributes.get("transform", ""))


def _turned(text: str) -> Transform:
    *turns, rest = text.split(")")
    transform = Transform()
    for turn in turns:
        way, _, inner = turn.partition("(")
        numbers = [float(n) for n in inner.replace(",", " ").split()]
        transform = _turned_by(transform, way.strip(" \t\r\n,"), numbers)
    if rest.strip():
        raise UnreadableArt("“{said}” is no turn", said=text[:30])
    return transform


def _turned_by(transform: Transform, way: str, numbers: list[float]) -> Transform:
    match way, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return transform.transform(Transform(a, b, c, d, e, f))
        case "translate", [_] | [_, _]:
            return transform.translate(*numbers)
        case "scale", [_] | [_, _]:
            return transform.scale(*numbers)
        case "rotate", [by]:
            return transform.rotate(radians(by))
        case "rotate", [by, x, y]:
            return transform.translate(x, y).rotate(radians(by)).translate(-x, -y)
        case "skewX", [by]:
            return transform.skew(radians(by), 0)
        case "skewY", [by]:
            return transform.skew(0, radians(by))
    raise UnreadableArt("“{way}({numbers:, })” is no turn", way=way[:20], numbers=[*map(str, numbers[:3])])


def _moved(path: Path, there: Transform) -> Iterator[Segment]:
    for way, numbers in path:
        points = there.transformPoints(list(zip(numbers[::2], numbers[1::2], strict=True)))
        yield way, tuple(n for point in points for n in point)


def _boxed(path: Path) -> Transform:
    """Return the transform from 0 and 1 to the edges of a path, with its handles."""
    xs, ys = ([n for _, numbers in path for n in numbers[part::2]] for part in (0, 1))
    w, h = max(xs) - min(xs), max(ys) - min(ys)
    return Transform(w or 1.0, 0, 0, h or 1.0, min(xs), min(ys))
