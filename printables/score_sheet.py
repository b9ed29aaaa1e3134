"""A filled score sheet of Heaven & Ale: a column for everybody, and below it how each score came about."""

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from companion.games.heaven_and_ale.box import BREWMASTER, COLOURS
from companion.games.heaven_and_ale.scoring import Score, winners
from companion.games.heaven_and_ale.sheet import (
    ducat_words,
    exchange_words,
    place,
    rate_words,
    stopping_words,
)
from printables.fonts import BOLD, TEXT, TITLE, ready, width

WIDTH, HEIGHT = A4
EDGE = 16 * mm
LINE = 6.4 * mm
NAMES = 44 * mm
Row = tuple[str, tuple[str, ...], bool]
"""What it is, a cell for everybody, and whether it is printed bold."""


def score_sheet(scores: Sequence[Score]) -> bytes:
    """The sheet as PDF, the rest of a long account on further pages; Unprintable names a letter we lack."""
    ready()
    for score in scores:
        width(score.end.name, BOLD)
    made = BytesIO()
    canvas = Canvas(made, pagesize=A4, pageCompression=1, invariant=1, lang="en")
    canvas.setTitle("Heaven & Ale: the final score")
    canvas.setFont(TITLE, 22)
    canvas.drawString(EDGE, HEIGHT - EDGE - 14, "Heaven & Ale")
    canvas.setFont(TITLE, 11)
    canvas.drawRightString(WIDTH - EDGE, HEIGHT - EDGE - 14, "the final score")
    canvas.setLineWidth(0.4)
    canvas.line(EDGE, HEIGHT - EDGE - 20, WIDTH - EDGE, HEIGHT - EDGE - 20)
    canvas.line(EDGE, HEIGHT - EDGE - 22, WIDTH - EDGE, HEIGHT - EDGE - 22)
    y = _table(canvas, scores, HEIGHT - EDGE - 26)
    _accounts(canvas, scores, y - 8 * mm)
    canvas.save()
    return made.getvalue()


def rows(scores: Sequence[Score]) -> list[Row]:
    """Every line of the table, from the boards as they were to the total."""
    best = winners(scores)

    def each(cell: object) -> tuple[str, ...]:
        return tuple(str(cell(score)) for score in scores)  # type: ignore[operator]

    found: list[Row] = [("Player", each(lambda score: score.end.name), True)]
    for i, colour in enumerate(COLOURS):
        found.append((colour.capitalize(), each(lambda score, i=i: _moved(score, i)), False))
    found += [
        (BREWMASTER.capitalize(), each(lambda score: place(score.end.brewmaster)), False),
        ("Ducats", each(lambda score: score.end.ducats), False),
        ("Exchange, value", each(lambda score: f"{score.rate} : 1, × {score.value}"), False),
        ("Level × value", each(lambda score: f"{score.level} × {score.value}"), False),
    ]
    labels = list(dict.fromkeys(line.label for score in scores for line in score.lines))
    for label in labels:
        found.append((label, each(lambda score, label=label: _points(score, label)), False))
    found.append(("Total", each(lambda score: score.total), True))
    if len(scores) > 1:
        found.append(("", each(lambda score: "wins" if score.end.name in best else ""), False))
    if any(score.stopping for score in scores):
        found.append(("If one may stop", each(lambda score: score.total_may_stop), False))
    return found


def _moved(score: Score, i: int) -> str:
    before, after = score.end.markers[i], score.markers[i]
    return place(before) if before == after else f"{place(before)} → {place(after)}"


def _points(score: Score, label: str) -> str:
    return next((str(line.points) for line in score.lines if line.label == label), "–")


def _table(canvas: Canvas, scores: Sequence[Score], top: float) -> float:
    each = (WIDTH - 2 * EDGE - NAMES) / len(scores)
    y = top
    for title, cells, bold in rows(scores):
        if bold:
            canvas.setFillGray(0.92)
            canvas.rect(EDGE, y - LINE, WIDTH - 2 * EDGE, LINE, stroke=0, fill=1)
            canvas.setFillGray(0)
        canvas.setFont(BOLD if bold else TEXT, 12 if bold else 9.5)
        canvas.drawString(EDGE + 2, y - LINE + 5, title)
        for n, cell in enumerate(cells):
            canvas.drawCentredString(EDGE + NAMES + (n + 0.5) * each, y - LINE + 5, cell[:24])
        y -= LINE
        canvas.setLineWidth(0.6 if bold else 0.2)
        canvas.line(EDGE, y, WIDTH - EDGE, y)
    canvas.setLineWidth(0.2)
    for n in range(len(scores)):
        canvas.line(EDGE + NAMES + n * each, top, EDGE + NAMES + n * each, y)
    return y


def account(score: Score) -> list[str]:
    """How a score came about, step by step."""
    steps = [rate_words(score), *map(exchange_words, score.exchange), *map(ducat_words, score.bought)]
    return [*steps, stopping_words(score)] if score.stopping else steps


def _accounts(canvas: Canvas, scores: Sequence[Score], top: float) -> None:
    """Two columns a page, filled one after the other."""
    gap = 8 * mm
    wide = (WIDTH - 2 * EDGE - gap) / 2
    lines: list[tuple[str, str, float]] = []
    for score in scores:
        lines.append((f"{score.end.name}: {score.total}", BOLD, 15))
        for step in account(score):
            lines += [(text, TEXT, 11.5) for text in simpleSplit(step, TEXT, 9.5, wide)]
        lines.append(("", TEXT, 6))
    x, y = EDGE, top
    for text, font, high in lines:
        if y - high < EDGE:
            if x > EDGE:
                canvas.showPage()
                x, top = EDGE, HEIGHT - EDGE
            else:
                x = EDGE + wide + gap
            y = top
        y -= high
        canvas.setFont(font, 11 if font == BOLD else 9.5)
        canvas.drawString(x, y, text)
