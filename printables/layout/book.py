"""A document: its sheets drawn one by one, each with ruler and label, the same bytes for the same input."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printables.draw.fonts import LEAST, TEXT, Unprintable, ready
from printables.draw.ink import Ink
from printables.draw.pen import Pen
from printables.layout.paper import Order, Sheet, furniture

SHORT = 24
"""So many letters of the name of a set of cards have room in the label."""
rl_config.useA85 = 0  # plain bytes: a tenth smaller


@dataclass(frozen=True)
class Part:
    """Sheets that belong together, under one name."""

    title: str
    sheets: Sequence[Sheet]
    data: str
    """What they were made from; its hash stands on every sheet."""
    cards: str = ""
    """The name of the set of cards they are from, where there are several."""

    @property
    def hash(self) -> str:
        """Eight letters that change with the data."""
        return sha256(self.data.encode()).hexdigest()[:8]


def bound(order: Order, title: str, parts: Sequence[Part]) -> bytes:
    """The document of some parts."""
    ready()
    out = BytesIO()
    cmyk = order.shop == "cmyk"
    wide, high = order.size
    make: Any = Canvas
    canvas = make(
        out,
        pagesize=(wide * mm, high * mm),
        invariant=1,
        pageCompression=1,
        initialFontName=TEXT,
        initialFontSize=LEAST,
        enforceColorSpace="CMYK" if cmyk else None,
        lang="en",
    )
    canvas.setTitle(title)
    canvas.setCreator("Companion")
    canvas.setAuthor("")
    canvas.setViewerPreference("PrintScaling", "None")
    if order.duplex in ("long", "short"):
        canvas.setViewerPreference("Duplex", f"DuplexFlip{order.duplex.capitalize()}Edge")
    pen = Pen(canvas, Ink(order.ink, cmyk))
    for part in parts:
        _draw(pen, order, title, part)
    if not any(part.sheets for part in parts):
        raise Unprintable("There is nothing to print.")
    canvas.save()
    return out.getvalue()


def _draw(pen: Pen, order: Order, title: str, part: Part) -> None:
    """Draw the sheets of one part."""
    for n, sheet in enumerate(part.sheets, 1):
        if sheet.trim:
            _single(pen, sheet)
        else:
            size = order.size[::-1] if sheet.landscape else order.size
            pen.canvas.setPageSize((size[0] * mm, size[1] * mm))
            pen.canvas.translate(0, size[1] * mm)
            sheet.draw(pen)
            side = f" {sheet.side}" if sheet.side else ""
            pen.about = "The label"
            cards = part.cards if len(part.cards) <= SHORT else f"{part.cards[: SHORT - 1]}…"
            name = f"{part.title}, {cards}" if cards else part.title
            label = f"{title} · {name} · {n}/{len(part.sheets)}{side} · {part.hash}"
            furniture(pen, sheet, size, label)
        pen.canvas.showPage()


SHOP_BLEED = 3.175
"""An eighth of an inch: what print shops want."""


def _single(pen: Pen, sheet: Sheet) -> None:
    """One card as a page of its own, with trim and bleed boxes."""
    assert sheet.trim
    w, h = sheet.trim
    out = pen.bleed = SHOP_BLEED
    pen.canvas.setPageSize(((w + 2 * out) * mm, (h + 2 * out) * mm))
    pen.canvas.setTrimBox((out * mm, out * mm, (w + out) * mm, (h + out) * mm))
    pen.canvas.setBleedBox((0, 0, (w + 2 * out) * mm, (h + 2 * out) * mm))
    pen.canvas.translate(out * mm, (h + out) * mm)
    sheet.draw(pen)
