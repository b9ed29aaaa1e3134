"""A document: its pages drawn one by one, each with ruler and label, the same bytes for the same input."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from io import BytesIO
from itertools import chain
from typing import Any

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.svg.pictures import CREDIT
from companion.words import Message, joined, message
from companion.words.language import Language
from companion.words.speaking import ENGLISH, said, speaking, tongue
from printables.draw.fonts import LEAST, TEXT, Unprintable, ready, width
from printables.draw.pdfx import declare
from printables.draw.pen import Pen
from printables.draw.tags import Tags
from printables.layout.cutters import BLEED
from printables.layout.grid import furniture
from printables.layout.imposition import sheets
from printables.layout.paper import Order, Page, nothing
from printables.layout.sheet import Need, Section, Sheet, stamp

SHORT = 24
"""So many letters of the name of a set of cards have room in the label."""
rl_config.useA85 = 0  # plain bytes: a tenth smaller


def bound(order: Order, title: str, sections: Sequence[Section]) -> bytes:
    """The document of some sections."""
    return Book(order, title, sections, sheets(order, sections)).drawn()


@dataclass(frozen=True)
class Book:
    """The sheets of some sections, to be drawn."""

    order: Order
    title: str
    sections: Sequence[Section]
    sheets: Sequence[Sheet]
    language: Language | None = field(default_factory=tongue, compare=False)
    """The language in which it was begun; None for English."""

    @property
    def turned(self) -> bool:
        """True if it is printed on both sides; then every sheet has two pages, though one may stay empty."""
        return self.order.turned and any(len(sheet.faces) > 1 for sheet in self.sheets)

    @property
    def need(self) -> Need:
        """Return what it takes to make: sheets, cuts, pieces to punch."""
        return Need.of(self.sheets, bool(self.order.machine))

    @cached_property
    def sides(self) -> list["SheetSide"]:
        """The pages in the order in which they are printed."""
        return list(self._sides())

    def _sides(self) -> Iterator["SheetSide"]:
        for n, sheet in enumerate(self.sheets, 1):
            for face in sheet.faces:
                yield SheetSide(n, sheet, face)
            if self.turned and len(sheet.faces) == 1:
                front = sheet.faces[0]
                yield SheetSide(n, sheet, Page(nothing, EMPTY, front.landscape, size=front.size))

    def named(self, sheet: Sheet, most: int = 99) -> str:
        """Return the names of the sections on a sheet, at most so many."""
        mine = [self.sections[n] for n in sheet.of]
        names = [said(section.title) for section in mine]
        if len(names) > most:
            names = [*names[:most], said(message("{n} more", n=len(names) - most))]
        cards = dict.fromkeys(section.cards for section in mine if section.cards)
        names += [name if len(name) <= SHORT else f"{name[: SHORT - 1]}…" for name in map(said, cards)]
        return ", ".join(names)

    def drawn(self, only: int | None = None) -> bytes:
        """The document, or one page of it; Unprintable says why it cannot be made."""
        with speaking(self.language):
            return self._drawn(only)

    def _drawn(self, only: int | None) -> bytes:
        if not self.sheets:
            raise Unprintable("There is nothing to print.")
        ready()
        out = BytesIO()
        canvas = self._canvas(out)
        pen = Pen(canvas, self.order.inks)
        if not self.order.singly:
            pen.tags = Tags(canvas)
        if self.order.machine:
            pen.bleed = BLEED
        seen: set[int] = set()
        for n, side in enumerate(self.sides):
            if only in (None, n):
                if only is None and not self.order.singly:
                    self._signpost(canvas, n, seen)
                self._draw(pen, side)
        if pen.tags:
            pen.tags.finish()
        canvas.setSubject(CREDIT if pen.pictured else "")
        canvas.save()
        return out.getvalue()

    def _canvas(self, out: BytesIO) -> Any:
        """Return an empty document, with what it says of itself and how it wants to be printed."""
        cmyk = self.order.outlet == "pdfx"
        wide, high = self.order.size
        make: Any = Canvas
        canvas = make(
            out,
            pagesize=(wide * mm, high * mm),
            invariant=1,
            pageCompression=1,
            initialFontName=TEXT,
            initialFontSize=LEAST,
            enforceColorSpace="CMYK" if cmyk else None,
            lang=self.language.code if self.language else ENGLISH,
        )
        canvas.setTitle(said(self.title))
        canvas.setCreator("Companion")
        canvas.setAuthor("")
        if cmyk:
            declare(canvas, self.order.at_shop.condition)
        canvas.setViewerPreference("PrintScaling", "None")
        if not self.order.singly:
            over = f"DuplexFlip{self.order.duplex.capitalize()}Edge" if self.turned else "Simplex"
            canvas.setViewerPreference("Duplex", over)
            canvas.setViewerPreference("DisplayDocTitle", "true")
        return canvas

    def _signpost(self, canvas: Any, n: int, seen: set[int]) -> None:
        """Name a page after its sheet, and put a bookmark there for each section that has none yet."""
        side = self.sides[n]
        _, name, _ = PAGE_NAMES[side.page.side]
        canvas.addPageLabel(n, prefix=said(message(name, n=side.number)))
        for i in side.sheet.of:
            if i not in seen:
                seen.add(i)
                canvas.bookmarkPage(f"section-{i}")
                canvas.addOutlineEntry(said(self.sections[i].title), f"section-{i}")

    def _draw(self, pen: Pen, side: "SheetSide") -> None:
        page = side.page
        if page.trim:
            _single(pen, page, page.trim, self.order.at_shop.bleed)
        else:
            wide, high = side.paper(self.order)
            pen.canvas.setPageSize((wide * mm, high * mm))
            pen.canvas.translate(0, high * mm)
            turned = pen.quarter(0.0, high) if side.sideways else nullcontext()
            with self._page(pen, side), turned:
                read = pen.reading(page.on(self.order)[0]) if page.reads else nullcontext()
                with nullcontext() if side.sheet.laid else pen.tagged("P"), read:
                    page.draw(pen)
                pen.about = "The label"
                furniture(pen, page, page.on(self.order), partial(self._label, side))
        pen.canvas.showPage()

    def _page(self, pen: Pen, side: "SheetSide") -> AbstractContextManager[None]:
        """The tags of a page, which is called what the outline and its label call it."""
        title = f"{side.number} {side.words}".rstrip()
        return pen.tags.page(f"{title} · {self.named(side.sheet)}") if pen.tags else nullcontext()

    def _label(self, side: "SheetSide", room: float) -> str:
        """Return what a page is: as many names of what lies on it as have room, the last one cut short."""
        of = [self.sections[n] for n in side.sheet.of]
        label, _, _ = PAGE_NAMES[side.page.side]
        where = message(label, number=side.number, n=len(self.sheets))
        end = f" · {said(joined((where, stamp(of), side.page.note), ' · '))}"
        names = [f"{said(self.title)} · {self.named(side.sheet, most)}" for most in range(len(of), 0, -1)]
        short = (f"{names[-1][:most].rstrip(' ,')}…" for most in range(len(names[-1]) - 1, -1, -1))
        labels = (name + end for name in chain(names, short))
        return next(label for label in labels if width(label, TEXT) * LEAST <= room * mm)


EMPTY = "empty"
PAGE_NAMES = {
    "": ("sheet {number}/{n}", "{n}", "Sheet {n}"),
    "front": ("sheet {number}/{n} front", "{n} front", "Sheet {n}, front"),
    "back": ("sheet {number}/{n} back", "{n} back", "Sheet {n}, back"),
    EMPTY: ("sheet {number}/{n} back, empty", "{n} back, empty", "Sheet {n}, back, empty"),
    "folded": ("sheet {number}/{n} folded", "{n} folded", "Sheet {n}, folded"),
}
"""What its label, a reader of documents and a web page call a page, by its side."""


@dataclass(frozen=True)
class SheetSide:
    """A page of a document: the number of its sheet, the sheet, and what is drawn."""

    number: int
    sheet: Sheet
    page: Page

    @property
    def words(self) -> Message:
        """Return what a web page calls it: ``Sheet 3, back``."""
        _, _, title = PAGE_NAMES[self.page.side]
        return message(title, n=self.number)

    @property
    def sideways(self) -> bool:
        """True if it is drawn sideways on upright paper: a sheet with two faces always is upright, so that
        every printer turns it over and moves its back the same way.
        """
        return self.page.landscape and len(self.sheet.faces) > 1

    def paper(self, order: Order) -> tuple[float, float]:
        """Return the width and height in mm of the page."""
        wide, high = self.page.trim or self.page.on(order)
        return (high, wide) if self.sideways else (wide, high)

    def high(self, order: Order, wide: int) -> int:
        """Return the height of a picture of it that is ``wide`` wide, at the same proportions."""
        w, h = self.paper(order)
        return round(wide * h / w)


def _single(pen: Pen, page: Page, trim: tuple[float, float], out: float) -> None:
    """A piece as a page of its own, with trim and bleed boxes."""
    w, h = trim
    pen.bleed, pen.alone = out, True
    pen.canvas.setPageSize(((w + 2 * out) * mm, (h + 2 * out) * mm))
    pen.canvas.setTrimBox((out * mm, out * mm, (w + out) * mm, (h + out) * mm))
    pen.canvas.setBleedBox((0, 0, (w + 2 * out) * mm, (h + 2 * out) * mm))
    pen.canvas.translate(out * mm, (h + out) * mm)
    page.draw(pen)
