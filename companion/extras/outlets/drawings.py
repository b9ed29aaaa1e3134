"""Drawings: every side as SVG at true size, its bleed with it, from the operators the pen writes; letters
are paths. The outline of the cut lies there as well, unseen, as the layer ``cut``.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple
from xml.sax.saxutils import escape
from zlib import decompress

from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import PDFImageXObject
from reportlab.pdfgen.canvas import Canvas

from companion.extras.outlets.faces import edges
from companion.kernel.game import Game
from companion.words import message
from printables.draw.fonts import LEAST, TEXT, Unprintable, ready
from printables.draw.pen import Pen
from printables.layout.paper import Order
from printables.outlets.file import File
from printables.outlets.pieces import Group, PieceSide


def drawings(order: Order, _: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """An SVG a side, a folder a group, with the number of its copies at the end of each name."""
    for group in groups:
        for side in group.sides:
            yield File(f"{group.folder}/{side.key}-x{side.count}.svg", svg(order, side))


def svg(order: Order, side: PieceSide) -> bytes:
    """A side as SVG: a user unit is a millimetre, the origin the upper left corner of its cut."""
    ready()
    make: Any = Canvas
    canvas = make(BytesIO(), invariant=1, initialFontName=TEXT, initialFontSize=LEAST)
    pen, start = Pen(canvas, order.inks), len(canvas._code)
    out, (w, h) = order.at_shop.bleed, side.cutout.size
    pen.bleed, pen.alone = out, True
    side.cutout.front(pen)
    drawing = _Drawing(canvas._doc, pen.fonts)
    shape = drawing.read("\n".join(canvas._code[start:]))
    wide, high = w + 2 * out, h + 2 * out
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.6g}mm" height="{high:.6g}mm"'
        f' viewBox="{-out:.6g} {-out:.6g} {wide:.6g} {high:.6g}">',
        f"<title>{escape(side.cutout.name or side.key)}</title>",
        f"<defs>{''.join(drawing.kept.values())}</defs>",
        f'<g transform="scale({1 / mm:.8f} {-1 / mm:.8f})" stroke="#000" stroke-miterlimit="10">{shape}</g>',
        f'<g id="cut" fill="none" stroke="none">{"".join(edges(side.cutout.cut))}</g>',
        "</svg>",
    ]
    return "\n".join([*lines, ""]).encode()


_TOKEN = re.compile(r"\((?:\\.|[^\\()])*\)?|<<.*?(?:>>|\Z)|\[[^\]]*\]?|/\S+|[^\s()<>\[\]/]+", re.DOTALL)
_CODE = re.compile(r"\\([0-7]{3}|.)|(.)", re.DOTALL)
_ESCAPED = {"n": 10, "r": 13, "t": 9, "b": 8, "f": 12}
_PATH = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_IGNORED = frozenset(("gs", "TL", "BT", "ET", "BDC", "EMC", "Tz", "Tr"))
"""Operators that a drawing does without: nothing is printed over, and a piece alone hides nothing."""


class Operation(NamedTuple):
    """An operator with what stands before it."""

    name: str
    values: tuple[str, ...]


def operations(stream: str) -> Iterator[Operation]:
    """The operators of a page or a form."""
    held: list[str] = []
    for token in _TOKEN.findall(stream):
        if token[0] in "(<[/-.0123456789":
            held.append(token)
        else:
            yield Operation(token, tuple(held))
            held.clear()


@dataclass(frozen=True)
class _State:
    """The paint of paths; empty is as it is outside."""

    fill: str = ""
    stroke: str = ""
    wide: str = ""
    dash: str = ""
    ends: str = ""
    corners: str = ""

    def attributes(self, filled: bool, drawn: bool) -> str:
        """Return the attributes of a path that is filled, drawn as a line, or both."""
        fill = (f' fill="{self.fill}"' if self.fill else "") if filled else ' fill="none"'
        line = (f' stroke="{self.stroke}"' if self.stroke else "") if drawn else ' stroke="none"'
        return fill + line + (self.wide + self.dash + self.ends + self.corners if drawn else "")


class _Drawing:
    """Turns operators into SVG; forms, letters and clips are kept once each, for its ``defs``."""

    def __init__(self, document: Any, fonts: Sequence[Any]) -> None:
        self.document = document
        self.kept: dict[str, str] = {}
        self._fonts = {font.state[document].internalName: font for font in fonts}
        self._clips: dict[tuple[str, str], str] = {}

    def read(self, stream: str) -> str:
        """A page or a form."""
        return _Reading(self).read(stream)

    def clip(self, d: str, rule: str) -> str:
        """Keep a clip; return its name."""
        key = self._clips.setdefault((d, rule), f"clip{len(self._clips)}")
        self.kept[key] = f'<clipPath id="{key}"><path d="{d}" clip-rule="{rule}"/></clipPath>'
        return key

    def form(self, name: str) -> str:
        """Keep a form or a picture; return its name."""
        key = name.rpartition(".")[2]
        if key not in self.kept:
            form = self.document.idToObject[name]
            if isinstance(form, PDFImageXObject):
                self.kept[key] = _image(key, form)
                return key
            x, y, right, top = form.lowerx, form.lowery, form.upperx, form.uppery
            d = f"M{x:.5g} {y:.5g}H{right:.5g}V{top:.5g}H{x:.5g}Z"
            stream = form.stream
            inner = self.read(stream if isinstance(stream, str) else stream.decode("latin-1"))
            self.kept[key] = f'<g id="{key}" clip-path="url(#{self.clip(d, "nonzero")})">{inner}</g>'
        return key

    def words(self, string: str, face: str, size: str, at: tuple[str, str], state: _State) -> str:
        """Letters on a line, each its outline where the one before it ends."""
        name, _, part = face.partition("+")
        font = self._fonts[name]
        letters = font.state[self.document].subsets[int(part)]
        uses, x = list[str](), 0.0
        for octal, plain in _CODE.findall(string[1:-1]):
            code = int(octal, 8) if len(octal) == 3 else _ESCAPED.get(octal) or ord(octal or plain)
            letter = letters[code]
            key = self._glyph(name, font, letter)
            uses.append(f'<use href="#{key}" x="{x:.5g}"/>')
            x += font.face.charWidths.get(letter, font.face.defaultWidth)
        em = float(size) / 1000
        place = f"matrix({em:.6g} 0 0 {em:.6g} {at[0]} {at[1]})"
        return f'<g transform="{place}"{state.attributes(True, False)}>{"".join(uses)}</g>'

    def _glyph(self, name: str, font: Any, letter: int) -> str:
        key = f"{name}-{letter:x}"
        if key not in self.kept:
            self.kept[key] = f'<path id="{key}" d="{_outline(font, letter)}"/>'
        return key


class _Reading:
    """One page or form while its operators are read, each by a method of its own."""

    def __init__(self, drawing: _Drawing) -> None:
        self.drawing = drawing
        self.out = list[str]()
        self.opened = [0]
        """The groups to close with each state that is put back."""
        self.state, self.before = _State(), list[_State]()
        self.path, self.rule = list[str](), ""
        self.at, self.face, self.size = ("0", "0"), "", "1"

    def read(self, stream: str) -> str:
        """Return the SVG of all operators of a stream; Unprintable where one is unknown."""
        for name, values in operations(stream):
            _OPERATORS.get(name, _Reading.paint)(self, name, values)
        return "".join([*self.out, *("</g>" * n for n in reversed(self.opened))])

    def save(self, _: str, __: tuple[str, ...]) -> None:
        """Remember how paths are painted."""
        self.before.append(self.state)
        self.opened.append(0)

    def restore(self, _: str, __: tuple[str, ...]) -> None:
        """Paint as before the last save, and close the groups since."""
        self.state = self.before.pop()
        self.out.append("</g>" * self.opened.pop())

    def open(self, attribute: str) -> None:
        """Open a group."""
        self.out.append(f"<g {attribute}>")
        self.opened[-1] += 1

    def transform(self, _: str, values: tuple[str, ...]) -> None:
        """Move, scale or turn what follows."""
        self.open(f'transform="matrix({" ".join(values)})"')

    def step(self, name: str, values: tuple[str, ...]) -> None:
        """Go on with the path."""
        self.path.append(_PATH[name] + " ".join(values))

    def rectangle(self, _: str, values: tuple[str, ...]) -> None:
        """Add a rectangle to the path."""
        x, y, w, h = values
        self.path.append(f"M{x} {y}h{w}v{h}h{-float(w):g}Z")

    def clip(self, name: str, _: tuple[str, ...]) -> None:
        """Clip what follows the path by it."""
        self.rule = "evenodd" if name == "W*" else "nonzero"

    def draw(self, name: str, _: tuple[str, ...]) -> None:
        """Fill the path, draw it as a line, both or neither; it ends."""
        d = "".join(self.path)
        if name != "n":
            rule = ' fill-rule="evenodd"' if "*" in name else ""
            paint = self.state.attributes(name[0] in "fB", name[0] in "SB")
            self.out.append(f'<path d="{d}"{paint}{rule}/>')
        if self.rule:
            self.open(f'clip-path="url(#{self.drawing.clip(d, self.rule)})"')
        self.path, self.rule = [], ""

    def use(self, _: str, values: tuple[str, ...]) -> None:
        """Show a form or a picture."""
        key = self.drawing.form(values[0][1:])
        self.out.append(f'<use href="#{key}"{self.state.attributes(True, True)}/>')

    def place(self, _: str, values: tuple[str, ...]) -> None:
        """Say where words begin."""
        self.at = values[4], values[5]

    def typeface(self, _: str, values: tuple[str, ...]) -> None:
        """Say how words are set."""
        self.face, self.size = values[0][1:], values[1]

    def words(self, _: str, values: tuple[str, ...]) -> None:
        """Set words."""
        self.out.append(self.drawing.words(values[0], self.face, self.size, self.at, self.state))

    def paint(self, name: str, values: tuple[str, ...]) -> None:
        """Say how paths are painted, where a drawing cannot do without."""
        if name not in _IGNORED:
            self.state = _painted(self.state, name, values)


_OPERATORS = {
    "q": _Reading.save,
    "Q": _Reading.restore,
    "cm": _Reading.transform,
    **dict.fromkeys(_PATH, _Reading.step),
    "re": _Reading.rectangle,
    **dict.fromkeys(("W", "W*"), _Reading.clip),
    **dict.fromkeys(("f", "f*", "S", "B", "B*", "n"), _Reading.draw),
    "Do": _Reading.use,
    "Tm": _Reading.place,
    "Tf": _Reading.typeface,
    "Tj": _Reading.words,
}


def _image(key: str, picture: Any) -> str:
    """A picture as the file it lies in the document as, or as a PNG."""
    data, kind = picture.streamContent, "jpeg"
    if "DCTDecode" not in picture._filters:
        mode = {"DeviceGray": "L", "DeviceRGB": "RGB"}[picture.colorSpace]
        out, kind = BytesIO(), "png"
        Image.frombytes(mode, (picture.width, picture.height), decompress(data)).save(out, "PNG")
        data = out.getvalue()
    return (
        f'<image id="{key}" width="1" height="1" transform="matrix(1 0 0 -1 0 1)" preserveAspectRatio="none"'
        f' href="data:image/{kind};base64,{b64encode(data).decode()}"/>'
    )


@lru_cache(16)
def _glyphs(font: Any) -> tuple[Any, Any]:
    from fontTools.ttLib import TTFont  # only a drawing has letters as paths

    held = TTFont(BytesIO(font.face._ttf_data), lazy=True)
    return held.getGlyphOrder(), held.getGlyphSet()


@lru_cache(2048)
def _outline(font: Any, letter: int) -> str:
    """A letter as a path, in thousandths of its size."""
    from fontTools.pens.svgPathPen import SVGPathPen

    names, glyphs = _glyphs(font)
    pen = SVGPathPen(glyphs, lambda n: f"{n * 1000 / font.face.unitsPerEm:.4g}")
    glyphs[names[font.face.charToGlyph[letter]]].draw(pen)
    return str(pen.getCommands())


def _painted(state: _State, name: str, values: tuple[str, ...]) -> _State:
    """The state after an operator that sets how paths are painted; Unprintable where there is no such."""
    if name in ("rg", "RG"):
        colour = "#" + "".join(f"{round(float(part) * 255):02x}" for part in values)
        return replace(state, fill=colour) if name == "rg" else replace(state, stroke=colour)
    if name == "w":
        return replace(state, wide=f' stroke-width="{values[0]}"')
    if name == "d":
        return replace(state, dash=f' stroke-dasharray="{values[0][1:-1].strip() or "none"}"')
    if name == "J":
        return replace(state, ends=f' stroke-linecap="{("butt", "round", "square")[int(values[0])]}"')
    if name == "j":
        return replace(state, corners=f' stroke-linejoin="{("miter", "round", "bevel")[int(values[0])]}"')
    raise Unprintable(str(message("A drawing cannot show the operator “{name}”.", name=name)))
