"""A document: its pages drawn one by one, each with ruler and label, the same bytes for the same input."""

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
from printables.layout.paper import Order, Page, furniture

SHORT = 24
"""So many letters of the name of a set of cards have room in the label."""
rl_config.useA85 = 0  # plain bytes: a tenth smaller


@dataclass(frozen=True)
class Section:
    """Pages that belong together, under one name."""

    title: str
    pages: Sequence[Page]
    data: str
    """What they were made from; its hash stands on every page."""
    cards: str = ""
    """The name of the set of cards they are from, where there are several."""

    @property
    def hash(self) -> str:
        """Eight letters that change with the data."""
        return sha256(self.data.encode()).hexdigest()[:8]


def bound(order: Order, title: str, sections: Sequence[Section]) -> bytes:
    """The document of some sections."""
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
    for section in sections:
        _draw(pen, order, title, section)
    if not any(section.pages for section in sections):
        raise Unprintable("There is nothing to print.")
    canvas.save()
    return out.getvalue()


def _draw(pen: Pen, order: Order, title: str, section: Section) -> None:
    """Draw the pages of one section."""
    for n, page in enumerate(section.pages, 1):
        if page.trim:
            _single(pen, page)
        else:
            size = order.size[::-1] if page.landscape else order.size
            pen.canvas.setPageSize((size[0] * mm, size[1] * mm))
            pen.canvas.translate(0, size[1] * mm)
            page.draw(pen)
            side = f" {page.side}" if page.side else ""
            pen.about = "The label"
            cards = section.cards if len(section.cards) <= SHORT else f"{section.cards[: SHORT - 1]}…"
            name = f"{section.title}, {cards}" if cards else section.title
            label = f"{title} · {name} · {n}/{len(section.pages)}{side} · {section.hash}"
            furniture(pen, page, size, label)
        pen.canvas.showPage()


SHOP_BLEED = 3.175
"""An eighth of an inch: what print shops want."""


def _single(pen: Pen, page: Page) -> None:
    """One card as a page of its own, with trim and bleed boxes."""
    assert page.trim
    w, h = page.trim
    out = pen.bleed = SHOP_BLEED
    pen.canvas.setPageSize(((w + 2 * out) * mm, (h + 2 * out) * mm))
    pen.canvas.setTrimBox((out * mm, out * mm, (w + out) * mm, (h + out) * mm))
    pen.canvas.setBleedBox((0, 0, (w + 2 * out) * mm, (h + 2 * out) * mm))
    pen.canvas.translate(out * mm, (h + out) * mm)
    page.draw(pen)
