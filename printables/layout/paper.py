"""Paper: its formats, the order of a print, a page, and a piece that is cut out of one.

Lengths are millimetres, y grows downwards from the top edge of the sheet.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from math import isnan
from typing import Any
from urllib.parse import quote

from companion.words import message
from companion.words.catalogue import complete
from companion.words.speaking import ENGLISH
from printables.draw.fonts import Unprintable
from printables.draw.ink import Ink
from printables.draw.pen import BLEED, Pen
from printables.layout.cutters import CUTTERS, Cutter
from printables.layout.outlet import cuts, outlets
from printables.layout.outline import Outline, rectangle
from printables.layout.shops import HOME, PRODUCTS, SCREEN, SHOPS, Shop

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
DUPLEX = {
    "long": "duplex, turned over the long edge",
    "short": "duplex, turned over the short edge",
    "gutterfold": "one side, fronts and backs folded together",
    "none": "fronts only",
}
INKS = {"full": "colour", "saver": "ink saver: lines instead of fields", "bw": "black and white"}
PRODUCT_WORDS = {
    "poker": message("poker cards"),
    "bridge": message("bridge cards"),
    "tarot": message("tarot cards"),
    "mini": message("mini cards"),
    "square": message("square cards"),
}
"""The cards that shops sell, in words."""
CHOICES = {
    "language": {ENGLISH: "English"},
    "paper": {"a4": "A4", "letter": "US Letter", "a3": "A3"},
    "duplex": DUPLEX,
    "ink": INKS,
    "seam": {
        "best": "seams along the hexes where that takes no more sheets",
        "straight": "straight seams, for a guillotine",
        "zigzag": "seams along the hexes, for a knife",
        "poster": "one large page, for a copy shop",
        "fit": "shrunk to one sheet, not at true size",
    },
    "cut": {
        "apart": "cards apart, with bleed between them",
        "butt": "cards edge to edge: one cut between two",
    },
    "cutter": {key: cutter.words for key, cutter in CUTTERS.items()},
    "punch": {"25": "25 mm", "25.4": "1 inch (25.4 mm)"},
    "shape": {"round": "round chips", "square": "square chips"},
    "sigils": {"no": "as they are", "yes": "with sigils, so that a photograph of the table can be read"},
    "outlet": {
        "pdf": "PDF",
        "pdfx": "PDF/X for a print shop, a piece a page",
        "png": "PNG, a picture a side",
    },
    "shop": {"no": "none: print at home"} | {key: shop.name for key, shop in SHOPS.items()},
    "product": {"own": "as the game says, or what a shop has next to it"}
    | {
        key: str(message("{cards}, {w} × {h} mm", cards=PRODUCT_WORDS[key], w=w, h=h))
        for key, (w, h) in PRODUCTS.items()
    },
}
"""What can be chosen without a plug-in, with its words; see ``choices``."""
GAP = 4.0
"""Between two cuts: the bleed of both pieces, and marks across it."""
FAR = 20.0
"""The largest back offset a printer can be thought to need."""
Draw = Callable[[Pen], None]


def choices() -> dict[str, dict[str, str]]:
    """Return everything that can be chosen, with its words: ours, then languages, and what plug-ins add."""
    more = {"cut": cuts(), "outlet": outlets()}
    added = {name: {key: one.words for key, one in some.items()} for name, some in more.items()}
    added["language"] = complete()
    return {name: {**ours, **added.get(name, {})} for name, ours in CHOICES.items()}


@dataclass(frozen=True)
class Order:
    """The order of a print: paper, ink, duplex and more."""

    paper: str = "a4"
    duplex: str = "long"
    ink: str = "full"
    seam: str = "best"
    cut: str = "apart"
    cutter: str = "silhouette"
    punch: str = "25"
    shape: str = "round"
    sigils: str = "no"
    outlet: str = "pdf"
    shop: str = "no"
    product: str = "own"
    at: str = ""
    """Where the pictures of a virtual table will lie: an address, or a folder; there is a default."""
    offset: tuple[float, float] = (0.0, 0.0)
    """How far backs are moved, right and down, to meet their fronts on this printer."""
    language: str = ENGLISH

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Order":
        """An order from what was typed or tapped; Unprintable names an option and what it can be."""
        values, can_be = dict[str, Any](), choices()
        for field in fields(cls):
            if typed := given.get(field.name, "").strip():
                values[field.name] = _value(field.name, typed, can_be)
        if "cutter" in values:
            values.setdefault("cut", next(iter(cuts()), "apart"))
        if shop := SHOPS.get(values.get("shop", "")):
            values["punch"] = shop.punch
            if values.get("outlet", "pdf") == "pdf":
                values["outlet"] = shop.outlet
        order = cls(**values)
        if order.machine and order.duplex == "gutterfold":
            raise Unprintable(
                "A sheet for a cutter lies flat, not folded: duplex can be long, short or none."
            )
        return order

    @property
    def machine(self) -> Cutter | None:
        """The machine that cuts; None where it is done by hand."""
        return None if self.cut in CHOICES["cut"] or self.singly else CUTTERS[self.cutter]

    @property
    def singly(self) -> bool:
        """True if each piece has a page or a file of its own, instead of lying on sheets."""
        return self.shop != "no" or self.outlet != "pdf"

    @property
    def at_shop(self) -> Shop:
        """The shop, or what holds where none is named, or where the table is on a screen."""
        if self.outlet not in CHOICES["outlet"] and outlets()[self.outlet].screen:
            return SCREEN
        return SHOPS.get(self.shop, HOME)

    @property
    def inks(self) -> Ink:
        """Return the ink that it is drawn with."""
        return Ink(self.ink, self.outlet == "pdfx")

    @property
    def size(self) -> tuple[float, float]:
        """The sheet, upright."""
        return PAPERS[self.paper]

    def offset_on(self, landscape: bool) -> tuple[float, float]:
        """Return the offset as it is drawn: a landscape back lies on upright paper, a quarter to the left."""
        x, y = self.offset
        return (-y, x) if landscape else (x, y)

    @property
    def turned(self) -> bool:
        """True if sheets go through the printer twice, so that backs must match fronts."""
        return self.duplex in ("long", "short") and not self.singly


ADDRESS = 200
"""So many characters an address may have."""


def _address(value: str) -> str:
    """An address without a slash at its end; that of a folder, where a folder is given."""
    if len(value) > ADDRESS or not value.isprintable():
        raise Unprintable("At takes an address or a folder of at most {address} characters.", address=ADDRESS)
    if "://" not in value:
        value = "file:///" + quote(value.replace("\\", "/").lstrip("/"), safe="/:")
    if not value.startswith(("http://", "https://", "file:///")):
        raise Unprintable(
            "At takes an address or a folder, such as https://… or C:/Games; not “{value}”.", value=value[:40]
        )
    return value.rstrip("/")


def _value(name: str, typed: str, can_be: Mapping[str, Iterable[str]]) -> Any:
    """Return an option as it was typed; Unprintable says what it can be."""
    value = typed.lower()
    if name == "offset":
        return _offset(value)
    if name == "at":
        return _address(typed)
    if value in can_be[name]:
        return value
    can = ", ".join(can_be[name])
    raise Unprintable("{Option} can be {can}; not “{value}”.", option=name, can=can, value=value[:40])


def _offset(value: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in value.replace(" ", "").split(","))
        if isnan(x) or isnan(y):
            raise ValueError
    except ValueError:
        raise Unprintable(
            "Offset takes two numbers in millimetres, such as 0.5,-1; not “{value}”.", value=value[:40]
        ) from None
    if not (abs(x) <= FAR and abs(y) <= FAR):
        raise Unprintable(
            "Offset {x},{y} would push the backs off the sheet; up to {far} mm is fine.",
            x=f"{x:g}",
            y=f"{y:g}",
            far=f"{FAR:g}",
        )
    return x, y


def nothing(*_: object) -> None:
    """Draw nothing: a back that stays empty, or a page to be drawn later."""


@dataclass(frozen=True)
class Page:
    """One side of one sheet, still to be drawn."""

    draw: Draw
    side: str = ""
    """``front`` or ``back``, where there are two."""
    landscape: bool = False
    note: str = ""
    """What the label says besides, e.g. the sheet's place in a tiled board."""
    trim: tuple[float, float] | None = None
    """For a print shop: the card this page is, instead of a sheet."""
    size: tuple[float, float] | None = None
    """Its own width and height, where it is not a sheet of the paper that is asked for."""
    beside: bool = False
    """True where ruler and label stand along the left edge, since the foot is taken."""
    cuts: int = 0
    """How many straight cuts it takes."""
    aside: float = 0.0
    """So far from its corners it has nothing at its foot: there are the marks of a cutter."""
    shares: bool = False
    """True where another such page may lie behind it: nobody needs both at once."""
    reads: bool = False
    """True for text in columns: it is mirrored in a language that is read from the right."""

    def on(self, order: Order) -> tuple[float, float]:
        """Return its width and height."""
        return self.size or (order.size[::-1] if self.landscape else order.size)


def reads(draw: Draw, w: float) -> Draw:
    """Return what draws a piece of paper that is read, so wide; see ``Pen.reading``."""
    return partial(_read, draw=draw, w=w)


def _read(pen: Pen, draw: Draw, w: float) -> None:
    with pen.reading(w):
        draw(pen)


def both_sides(draws: Sequence[Draw]) -> list[Page]:
    """Whole pages, two of them on a sheet; the last of an odd number shares its own."""
    sides = [("front", "back")[n % 2] for n in range(len(draws) // 2 * 2)] + [""] * (len(draws) % 2)
    return [Page(draw, side, shares=not side, reads=True) for draw, side in zip(draws, sides, strict=True)]


@dataclass(frozen=True)
class Cutout:
    """Something to cut out. Each face is drawn with the upper left corner of its cut as the origin."""

    size: tuple[float, float]
    front: Draw
    back: Draw | None = None
    """Its other face; None where it stays blank."""
    bleed: float = BLEED
    """How far its art goes over the cut."""
    gap: float = GAP
    """To the cut of the next piece."""
    marks: bool = True
    """True where it is cut along marks; else its own outline shows where."""
    stock: str = "card"
    """``card`` or ``paper``."""
    outline: Outline = ()
    """What it is cut to, from the same origin; the edges of its ``size`` if left out."""
    name: str = ""
    """What it is called; pieces that are the very same are one object, as often as there are of them."""
    stands: tuple[float, float, float, float] | None = None
    """Where it is folded and stands, the side that is then seen: left, top, right, bottom."""

    @property
    def cut(self) -> Outline:
        """Return the outline that it is cut to: the outer edge, and then its holes."""
        return self.outline or rectangle(self.size)
