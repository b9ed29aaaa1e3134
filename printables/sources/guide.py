"""The first page of a bundle: what is in it, what paper to take, and how to print it at true size."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.kernel.game import Game
from printables.draw.fit import fit
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE
from printables.draw.pen import Pen
from printables.draw.pictograms import HIGH, strip
from printables.layout.book import Section
from printables.layout.paper import CHOICES, Order, Page

STEPS = (
    "Print at 100 %, also called “actual size”; never “fit to page”.",
    "Print one sheet first and measure the bar at its foot: it must be 100 mm long.",
    "{duplex}",
    "Take card of 200 to 300 g for cards and chips, paper for boards, mats and sheets.",
    "Cut cards along the marks between them; each cut leaves the marks of the next.",
    "Glue board sheets so that the round targets meet; the small map shows which sheet lies where.",
)
SIDES = {
    "long": "Print on both sides, turned over the long edge. If backs are off, print “calibration”.",
    "short": "Print on both sides, turned over the short edge. If backs are off, print “calibration”.",
    "gutterfold": "Print on one side. Fold cards along the dashed line, glue, and cut when dry.",
    "none": "Print on one side; there are no backs.",
}


def section(game: Game[Any], order: Order, sections: Sequence[tuple[str, Section]]) -> Section:
    """The guide to these sections."""
    lines = [(made.title, words, len(made.pages), made.hash) for words, made in sections]
    return Section("How to print", [Page(partial(_page, game=game, order=order, lines=lines))], repr(lines))


def _page(pen: Pen, game: Game[Any], order: Order, lines: Sequence[tuple[str, str, int, str]]) -> None:
    wide, high = order.size
    pen.about = "The first page"
    paint = pen.ink.paint("ink")
    pen.box(10, 10, wide - 20, 24, paint.field if pen.ink.mode == "full" else None, paint.line, 0.3)
    on = paint.on if pen.ink.mode == "full" else pen.ink.text
    pen.text(16, 23, game.name, TITLE, 28, on, room=wide - 32)
    how = " · ".join(CHOICES[key][getattr(order, key)] for key in ("paper", "duplex", "ink"))
    pen.text(16, 30, how, LORE, 10, on, room=wide - 32)
    pen.text(12, 46, "What is here", TITLE, 16)
    pages, y = 2, 54.0
    for title, words, count, data in lines:
        last = pages + count - 1
        pen.text(12, y, title, BOLD, 10, room=48)
        pen.text(62, y, words, TEXT, 10, room=wide - 62 - 66)
        span = f"page {pages}" if count == 1 else f"pages {pages} to {last}"
        pen.text(wide - 40, y, span, TEXT, 10, align="right")
        pen.text(wide - 12, y, data, TEXT, 8, pen.ink.quiet, align="right")
        pen.line(12, y + 2, wide - 12, y + 2, 0.1, paint.line)
        pages, y = last + 1, y + 6.6
    y += 8
    pen.text(12, y, "How to print it", TITLE, 16)
    y += 4
    for n, step in enumerate(STEPS, 1):
        words = step.format(duplex=SIDES[order.duplex])
        block = fit(words, wide - 38, 14, pen.about, most=10)
        pen.text(18, y + 4.2, str(n), TITLE, 15, paint.line, "right")
        pen.block(block, 22, y + 0.6)
        y += block.tall + 3.6
    pen.text(
        12,
        y + 6,
        "The letters at the right of each line change when the data behind it does.",
        LORE,
        9,
        pen.ink.quiet,
    )
    if y + 16 + HIGH < high - 18:
        strip(pen, 12, y + 16, wide - 24, order.duplex)
