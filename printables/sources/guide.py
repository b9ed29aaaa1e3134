"""The first page of a kit: what it needs, which sheets are what, and how to print them at true size."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.words import joined, message
from companion.words.speaking import said
from printables.draw.fit import fit
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE
from printables.draw.pen import Pen
from printables.draw.pictograms import HIGH, strip
from printables.layout.paper import CHOICES, Order, Page, nothing
from printables.layout.sheet import Need, Section, Sheet

STEPS = (
    "Print at 100 %, also called “actual size”; never “fit to page”.",
    "Print one sheet first and measure the bar at its foot: it must be 100 mm long.",
    "{duplex}",
    "{stock}",
    "{cut}",
    "Cut a board’s sheets where their picture begins at the left and above, and glue each over the one "
    "before, edge to its ticks; the small map shows which lies where.",
)
STAND = (
    "Fold each figure at its head and glue its two sides together. Bend the two flaps at its foot apart, and "
    "glue them to a coin or a disc of card that fits where it stands."
)
BY_HAND = "Cut cards along the marks: all the way across first, then each strip."
BY_MACHINE = (
    "{cutter} cuts sheets {card} along the paths that came with this, a file for sheets that are cut alike: "
    "lay the outline of the sheet over the page, then have only the red lines cut."
)
PAGE = Page(nothing, shares=True)
"""The guide before it is drawn: it says on which sheets the others lie."""
SIDES = {
    "long": "Print on both sides, turned over the long edge: some backs stay empty, print those pages too. "
    "If backs are off, print “calibration”.",
    "short": "Print on both sides, turned over the short edge: some backs stay empty, print those pages too. "
    "If backs are off, print “calibration”.",
    "gutterfold": "Print on one side. Fold cards along the dashed line, glue, and cut when dry.",
    "none": "Print on one side; there are no backs.",
}


def section(
    title: str,
    order: Order,
    words: Sequence[str],
    sections: Sequence[Section],
    laid: Sequence[Sheet],
    notes: Sequence[str] = (),
) -> Section:
    """The guide to these sections on these sheets, of which it is the first; ``notes`` stand at its foot,
    such as who made their pictures.
    """
    lines = [*_lines(words, sections, laid)]
    need = Need.of(laid, bool(order.machine))
    card = spans(n for n, sheet in enumerate(laid, 1) if sheet.stock == "card")
    steps = (*STEPS, STAND) if any(one.cutout.stands for sheet in laid for one in sheet.laid) else STEPS
    draw = partial(
        _page, title=title, order=order, lines=lines, need=str(need), card=card, steps=steps, notes=notes
    )
    return Section("How to print", [replace(PAGE, draw=draw)], repr((lines, need, notes)))


def _lines(
    words: Sequence[str], sections: Sequence[Section], laid: Sequence[Sheet]
) -> Iterator[tuple[str, str, str]]:
    """Yield each section that lies on a sheet: its title, what it is, and where it lies."""
    for i, (section, about) in enumerate(zip(sections, words, strict=True)):
        numbered = ((n, sheet) for n, sheet in enumerate(laid, 1) if i in sheet.of)
        if on := [(n, sum(one.of == i for one in sheet.laid)) for n, sheet in numbered]:
            yield section.title, about, counted(on)


def spans(numbers: Iterable[int]) -> str:
    """``2–4, 7`` for 2, 3, 4 and 7."""
    runs = [run for run, _ in _runs((n, 0) for n in numbers)]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def counted(on: Sequence[tuple[int, int]]) -> str:
    """``2–3 (9 each), 4 (6)`` for nine pieces on sheets 2 and 3 and six on 4; the sheets alone where all lie
    on one, or nothing is cut out of them.
    """
    if len(on) < 2 or not all(count for _, count in on):
        return spans(n for n, _ in on)
    return ", ".join(
        said(message("{on} ({n} each)" if len(run) > 1 else "{on} ({n})", on=spans(run), n=count))
        for run, count in _runs(on)
    )


def _runs(on: Iterable[tuple[int, int]]) -> list[tuple[list[int], int]]:
    """Return sheets that follow one another with as many pieces on each, and how many that are."""
    runs: list[tuple[list[int], int]] = []
    for n, count in on:
        if runs and runs[-1][1] == count and runs[-1][0][-1] == n - 1:
            runs[-1][0].append(n)
        else:
            runs.append(([n], count))
    return runs


def _page(
    pen: Pen,
    title: str,
    order: Order,
    lines: Sequence[tuple[str, str, str]],
    need: str,
    card: str,
    steps: Sequence[str],
    notes: Sequence[str],
) -> None:
    wide, high = order.size
    pen.about = "The first page"
    paint = pen.ink.paint("ink")
    pen.box(10, 10, wide - 20, 24, paint.field if pen.ink.mode == "full" else None, paint.line, 0.3)
    on = paint.on if pen.ink.mode == "full" else pen.ink.text
    with pen.tagged("H1"):
        pen.text(16, 23, title, TITLE, 28, on, room=wide - 32)
    how = [CHOICES[key][getattr(order, key)] for key in ("paper", "duplex", "ink")]
    pen.text(16, 30, str(joined(how, " · ")), LORE, 10, on, room=wide - 32)
    with pen.tagged("H2"):
        pen.text(12, 44, "What it needs", TITLE, 16)
    pen.text(62, 44, need, TEXT, 11, room=wide - 74)
    with pen.tagged("H2"):
        pen.text(12, 54, "What is here", TITLE, 16)
    pen.text(wide - 12, 54, "on sheets, how many on each", LORE, 9, pen.ink.quiet, align="right")
    y = 61.0
    many = max(1, len(lines))
    step = min(6.6, max(5.2, (high - 207.0) / many), (high - 148.0) / many)
    for name, words, where in lines:
        pen.text(12, y, name, BOLD, 10, room=48)
        used = pen.text(wide - 12, y, where, TEXT, 10, align="right", room=80)
        pen.text(62, y, words, TEXT, 10, room=wide - 78 - used)
        pen.line(12, y + 2, wide - 12, y + 2, 0.1, paint.line)
        y += step
    y += 8
    with pen.tagged("H2"):
        pen.text(12, y, "How to print it", TITLE, 16)
    y += 4
    stock = (
        message("Take card of 200 to 300 g for sheets {card}, and paper for the rest.", card=card)
        if card
        else message("Take paper.")
    )
    cut = message(BY_MACHINE, cutter=order.machine.words, card=card) if order.machine else BY_HAND
    for n, words in enumerate(steps, 1):
        done = message(words, duplex=SIDES[order.duplex], stock=stock, cut=cut)
        block = fit(str(done), wide - 38, 14, pen.about, most=10)
        pen.text(18, y + 4.2, str(n), TITLE, 15, paint.line, "right")
        pen.block(block, 22, y + 0.6)
        y += block.tall + 3.6
    last = str(message("The letters at the end of a sheet’s label change when what is on it does."))
    pen.text(12, y + 6, last, LORE, 9, pen.ink.quiet, room=wide - 24)
    for note in notes:
        lore = fit(note, wide - 24, 9, pen.about, LORE, most=9)
        pen.block(lore, 12, y + 7.6, pen.ink.quiet)
        y += lore.tall + 1.4
    if y + 16 + HIGH < high - 18:
        strip(pen, 12, y + 16, wide - 24, order.duplex)
