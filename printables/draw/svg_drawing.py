"""What an SVG draws: flat shapes, lines, clips and gradients, each where it stands.

What paper cannot show as it is meant (words, photographs, masks, filters, what is see-through) is refused by
name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from xml.etree.ElementTree import Element as Tree

from fontTools.misc.transform import Transform
from fontTools.svgLib.path.shapes import PathBuilder
from PIL import ImageColor

from printables.draw import svg_file
from printables.draw.fonts import Unprintable
from printables.draw.ink import RGB, mixed
from printables.draw.svg_file import Element, Sheet, Style
from printables.draw.svg_path import Segment, segments

LETTERS = 1_000_000
"""The paths of a drawing have at most so many letters, each counted as often as it is used."""
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
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[a-z]*)\s*")
_TURN = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)[\s,]*")
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\).*")

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


@dataclass(frozen=True)
class Shape:
    """A path with how it is painted, in units of the drawing but for its own turn."""

    path: Path
    there: Transform
    fill: Fill
    even: bool
    line: RGB | None
    pen: str
    """The operators of its line: how thick, its ends, its corners, its dashes."""
    clips: tuple[tuple[Path, bool], ...]


@dataclass(frozen=True)
class Drawing:
    """A whole file: left, top, width and height of what is seen of it, and its shapes from back to front."""

    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]


@lru_cache(16)
def read(data: bytes) -> Drawing:
    """A drawing; Unprintable says what of it cannot be drawn, as the end of a sentence about the file."""
    root = svg_file.read(data)
    try:
        return _Read(root).drawing()
    except Unprintable:
        raise
    except (ValueError, IndexError, KeyError, ZeroDivisionError, OverflowError, TypeError):
        raise Unprintable("it has a number or a path that is none") from None


# -- reading ----------------------------------------------------------------------------------------------


class _Read:
    def __init__(self, root: Element) -> None:
        self.root, self.sheet = root, Sheet(root)
        self.named = {one.attributes["id"]: one for one in root.walk() if "id" in one.attributes}
        self.letters = self.uses = 0
        for one in root.walk():
            if one.tag in REFUSED and one is not root:
                raise Unprintable(f"it holds {REFUSED[one.tag]}")
        self.box = self._box()

    def drawing(self) -> Drawing:
        return Drawing(self.box, tuple(self._drawn(self.root, {}, Transform(), (), 0)))

    def _box(self) -> tuple[float, float, float, float]:
        given = self.root.attributes
        if "viewBox" in given:
            x, y, w, h = map(float, given["viewBox"].replace(",", " ").split())
        else:
            x, y, w, h = 0.0, 0.0, *(self._length(given.get(key, ""), 0) for key in ("width", "height"))
        if not (0 < w < 1e6 and 0 < h < 1e6 and abs(x) < 1e6 and abs(y) < 1e6):
            raise Unprintable("it does not say how large it is: a viewBox would")
        return x, y, w, h

    def _length(self, said: str, of: float) -> float:
        found = _LENGTH.fullmatch(said or "0")
        if not found or (found[2] != "%" and found[2] not in UNITS):
            raise Unprintable(f"“{said[:20]}” is no length")
        return float(found[1]) * (of / 100 if found[2] == "%" else UNITS[found[2]])

    def _drawn(
        self, one: Element, above: Style, there: Transform, clips: tuple[tuple[Path, bool], ...], deep: int
    ) -> Iterator[Shape]:
        if one.tag in KEPT:
            return
        if one.tag not in GROUPS | SHAPES | {"use"}:
            raise Unprintable(f"it holds a “{one.tag[:30]}”")
        style = self.sheet.style(one, above)
        if style.get("display") == "none" or _opacity(style, "opacity") == 0:
            return
        _seen_through(style)
        there = there.transform(_turned(one.attributes.get("transform", "")))
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

    def _used(
        self, one: Element, style: Style, there: Transform, clips: tuple[tuple[Path, bool], ...], deep: int
    ) -> Iterator[Shape]:
        self.uses += 1
        found = self.named.get(one.link)
        if deep > 8 or self.uses > 5_000:
            raise Unprintable("its parts use one another too often")
        if found is None:
            return
        x, y = (self._length(one.attributes.get(key, ""), self.box[n]) for key, n in (("x", 2), ("y", 3)))
        there = there.translate(x, y)
        for child in found.children if found.tag == "symbol" else [found]:
            yield from self._drawn(child, style, there, clips, deep + 1)

    def _path(self, one: Element) -> Path:
        """The path of a shape."""
        given, (_, _, w, h) = dict(one.attributes), self.box
        if one.tag not in ("path", "polyline", "polygon"):
            across = dict.fromkeys(("x", "cx", "x1", "x2", "width", "rx"), w)
            down = dict.fromkeys(("y", "cy", "y1", "y2", "height", "ry"), h)
            for key, of in (across | down | {"r": hypot(w, h) / 2**0.5}).items():
                if key in given:
                    given[key] = repr(self._length(given[key].replace("auto", "0"), of))
            for key in {"rect": ("width", "height"), "circle": ("r",), "ellipse": ("rx", "ry")}.get(
                one.tag, ()
            ):
                if float(given.get(key, 0)) <= 0:
                    return ()
        given.pop("transform", None)
        made = PathBuilder()
        made.add_path_from_element(Tree(one.tag, given))
        d = made.paths[0] if made.paths else ""
        self.letters += len(d)
        if self.letters > LETTERS:
            raise Unprintable("its paths are too long together; simplify them")
        return segments(d) if d.strip() else ()

    def _shape(
        self, one: Element, style: Style, there: Transform, clips: tuple[tuple[Path, bool], ...]
    ) -> Iterator[Shape]:
        path = self._path(one)
        a, b, c, d, _, _ = there
        if not path or abs(a * d - b * c) < 1e-12:
            return
        fill = None if one.tag == "line" else self._paint(style, "fill", "black", path)
        line = self._paint(style, "stroke", "none", path)
        thick = self._length(style.get("stroke-width", "1"), hypot(*self.box[2:]) / 2**0.5)
        if isinstance(line, Gradient):
            line = line.at(0.5)
        if fill is not None or (line is not None and thick > 0):
            pen = self._pen(style, thick)
            even = style.get("fill-rule") == "evenodd"
            yield Shape(path, there, fill, even, line if thick > 0 else None, pen, clips)

    def _pen(self, style: Style, thick: float) -> str:
        ends = {"round": 1, "square": 2}.get(style.get("stroke-linecap", ""), 0)
        corners = {"round": 1, "bevel": 2}.get(style.get("stroke-linejoin", ""), 0)
        said = style.get("stroke-dasharray", "none")
        dashes = [] if said == "none" else [self._length(n, 0) for n in re.split(r"[\s,]+", said.strip())]
        if any(n < 0 for n in dashes) or sum(dashes) < thick / 100:
            dashes = []
        return f"{thick:.5g} w {ends} J {corners} j [{' '.join(f'{n:.5g}' for n in dashes[:12])}] 0 d"

    def _paint(self, style: Style, key: str, usual: str, path: Path) -> Fill:
        said = style.get(key, usual)
        if _opacity(style, f"{key}-opacity") == 0:
            return None
        if _opacity(style, f"{key}-opacity") < 1 and said != "none":
            raise Unprintable("it is see-through in places")
        if not (url := _URL.fullmatch(said)):
            return _colour(style.get("color", "black") if said.lower() == "currentcolor" else said)
        found = self.named.get(url[1])
        if found is None:
            return None
        if found.tag not in ("linearGradient", "radialGradient"):
            raise Unprintable(f"it is filled with a “{found.tag[:30]}”")
        return self._gradient(found, path)

    def _gradient(self, one: Element, path: Path) -> Fill:
        given, stops = dict[str, str](), list[tuple[float, RGB]]()
        first, seen = one, 0
        while True:
            given = {**first.attributes, **given}
            stops = stops or list(self._stops(first))
            seen += 1
            further = self.named.get(first.link)
            if further is None or seen > 8:
                break
            first = further
        if len(stops) < 2:
            return stops[0][1] if stops else None
        boxed = given.get("gradientUnits") != "userSpaceOnUse"
        there = _boxed(path) if boxed else Transform()
        there = there.transform(_turned(given.get("gradientTransform", "")))
        w, h = (1.0, 1.0) if boxed else self.box[2:]

        def at(key: str, usual: str, of: float) -> float:
            return self._length(given.get(key, usual), of)

        if one.tag == "linearGradient":
            x1, y1 = at("x1", "0%", w), at("y1", "0%", h)
            dx, dy = at("x2", "100%", w) - x1, at("y2", "0%", h) - y1
            if not (dx or dy):
                return stops[-1][1]
            return Gradient(tuple(stops), there.transform(Transform(dx, dy, -dy, dx, x1, y1)), False)
        r = at("r", "50%", hypot(w, h) / 2**0.5)
        if r <= 0:
            return stops[-1][1]
        middle = Transform(r, 0, 0, r, at("cx", "50%", w), at("cy", "50%", h))
        return Gradient(tuple(stops), there.transform(middle), True)

    def _stops(self, one: Element) -> Iterator[tuple[float, RGB]]:
        last = 0.0
        for stop in (child for child in one.children if child.tag == "stop"):
            style = self.sheet.style(stop, {})
            if _opacity(style, "stop-opacity") < 1:
                raise Unprintable("it is see-through in places")
            last = max(last, min(1.0, self._length(stop.attributes.get("offset", "0"), 1.0)))
            yield last, _colour(style.get("stop-color", "black")) or (0.0, 0.0, 0.0)

    def _clip(self, said: str, there: Transform) -> tuple[Path, bool]:
        """What a clip leaves, in units of the drawing."""
        url = _URL.fullmatch(said)
        found = self.named.get(url[1]) if url else None
        if (
            found is None
            or found.tag != "clipPath"
            or found.attributes.get("clipPathUnits", "")[:6] == "object"
        ):
            raise Unprintable("it is clipped in a way we cannot draw")
        there = there.transform(_turned(found.attributes.get("transform", "")))
        parts = list[Segment]()
        even = False
        for child in found.children:
            if child.tag in KEPT:
                continue
            if child.tag not in SHAPES:
                raise Unprintable("it is clipped in a way we cannot draw")
            even = self.sheet.style(child, {}).get("clip-rule") == "evenodd"
            parts += _moved(
                self._path(child), there.transform(_turned(child.attributes.get("transform", "")))
            )
        return tuple(parts), even


def _seen_through(style: Style) -> None:
    """Refuse what is drawn otherwise than as it stands."""
    if _opacity(style, "opacity") < 1 or style.get("mix-blend-mode", "normal") != "normal":
        raise Unprintable("it is see-through in places")
    for key in ("mask", "filter", "marker", "marker-start", "marker-mid", "marker-end"):
        if style.get(key, "none") not in ("none", ""):
            raise Unprintable(f"it has a {key.partition('-')[0]}")


def _opacity(style: Style, key: str) -> float:
    said = style.get(key, "1")
    return float(said[:-1]) / 100 if said.endswith("%") else float(said)


def _colour(said: str) -> RGB | None:
    if said.lower() in ("none", "transparent"):
        return None
    try:
        found = ImageColor.getrgb(said)
    except ValueError:
        raise Unprintable(f"“{said[:30]}” is no colour we know") from None
    if len(found) == 4 and found[3] < 255:
        raise Unprintable("it is see-through in places")
    r, g, b = (part / 255 for part in found[:3])
    return r, g, b


def _turned(said: str) -> Transform:
    made, at = Transform(), 0
    for found in _TURN.finditer(said.strip()):
        way, numbers = found[1], [float(n) for n in re.split(r"[\s,]+", found[2].strip())]
        if found.start() != at:
            break
        at = found.end()
        if way == "matrix":
            made = made.transform(Transform(*numbers))
        elif way == "translate":
            made = made.translate(*numbers)
        elif way == "scale":
            made = made.scale(*numbers)
        elif way == "rotate":
            x, y = numbers[1:] or (0.0, 0.0)
            made = made.translate(x, y).rotate(numbers[0] * _DEGREE).translate(-x, -y)
        else:
            turn = numbers[0] * _DEGREE
            made = made.skew(turn, 0) if way == "skewX" else made.skew(0, turn)
    if at != len(said.strip()):
        raise Unprintable(f"“{said[:30]}” is no turn")
    return made


_DEGREE = 0.017453292519943295


def _moved(path: Path, there: Transform) -> Iterator[Segment]:
    for way, numbers in path:
        points = there.transformPoints(list(zip(numbers[::2], numbers[1::2], strict=True)))
        yield way, tuple(n for point in points for n in point)


def _boxed(path: Path) -> Transform:
    """From 0 and 1 to the edges of a path, its handles with it."""
    xs, ys = ([n for _, numbers in path for n in numbers[part::2]] for part in (0, 1))
    w, h = max(xs) - min(xs), max(ys) - min(ys)
    return Transform(w or 1.0, 0, 0, h or 1.0, min(xs), min(ys))
