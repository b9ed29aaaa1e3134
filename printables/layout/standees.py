"""Standees: a figure on both sides of a strip that is folded at its head and glued, on two flaps that make a
foot.
"""

from functools import partial

from reportlab.lib.units import mm

from companion.words import message
from companion.words.language import Translated
from companion.words.speaking import say
from printables.draw.fit import fits
from printables.draw.fonts import BOLD, LORE, TITLE
from printables.draw.ink import tone_of
from printables.draw.ornament import pattern as pattern_
from printables.draw.pen import WORDS, Pen, oblong
from printables.draw.signs import dark, tint
from printables.layout.chip_faces import TALL
from printables.layout.chips import Chip
from printables.layout.outline import Outline, Polygon
from printables.layout.paper import Cutout

WIDE, HIGH, FOOT = 22.0, 32.0, 11.0
"""How wide and high a figure is, and how wide and deep its foot: two flaps, one to each side; millimetres."""
STRIP = WIDE, 2 * HIGH + FOOT
"""What is cut out: both sides, head to head, and a flap at either end."""


def piece(figure: Chip) -> Cutout:
    """A figure to cut out; one side is printed, and folded."""
    w, h = STRIP
    draws, side = partial(draw, figure=figure), (0.0, h / 2, w, h / 2 + HIGH)
    return Cutout(STRIP, draws, marks=False, outline=_outline(), name=figure.name, stands=side)


def _outline() -> Outline:
    """Return the outline of a strip, whose flaps are narrower than its sides."""
    (w, h), flap, left, right = STRIP, FOOT / 2, (WIDE - FOOT) / 2, (WIDE + FOOT) / 2
    down = [(right, 0.0), (right, flap), (w, flap), (w, h - flap), (right, h - flap), (right, h)]
    up = [(left, h), (left, h - flap), (0.0, h - flap), (0.0, flap), (left, flap), (left, 0.0)]
    return (Polygon((*down, *up)),)


def draw(pen: Pen, figure: Chip) -> None:
    """One strip, its cut's upper left corner at the origin."""
    w, h = STRIP
    flap, paint = FOOT / 2, pen.ink.paint(figure.tone)
    pen.about = message("The standee “{name}”", name=figure.name)
    side = pen.form(("standee", figure), w, HIGH, partial(_side, figure=figure), 1.0)
    with pen.at(0, h / 2):
        pen.use(side)
    with pen.at(w, h / 2, True):
        pen.use(side)
    left, right = (w - FOOT) / 2, (w + FOOT) / 2
    for edge, fold in ((0.0, flap), (h, h - flap)):
        pen.shape([(left, fold), (left, edge), (right, edge), (right, fold)], None, pen.ink.text, 0.1, False)
        pen.text(w / 2, (edge + fold) / 2 + 0.8, "glue", LORE, WORDS, pen.ink.quiet, "centre")
    cut = [(left, flap), (0, flap), (0, h - flap), (left, h - flap)]
    pen.shape(cut, None, pen.ink.text, 0.1, False)
    pen.shape([(w - x, y) for x, y in cut], None, pen.ink.text, 0.1, False)
    folds = [(left, flap, right, flap), (left, h - flap, right, h - flap), (0.5, h / 2, w - 0.5, h / 2)]
    for x1, y1, x2, y2 in folds:
        pen.line(x1, y1, x2, y2, 0.2, paint.line, dash=(1.2, 0.8))


RIM = 2.4
NAME = 8.0
"""How tall a name is at most: three small lines."""
SOFT = "\u00ad"
"""A soft hyphen, where a catalogue parts a name that is too long for a line (``parts=``)."""


def _side(pen: Pen, figure: Chip) -> None:
    """One side of a figure, its head at the top: sign, letter, figures and, where it has room, the name."""
    w, h, ink, paint = WIDE, HIGH, pen.ink, pen.ink.paint(figure.tone)
    on = paint.on
    if paint.field:
        pen.box(-0.8, 0, w + 1.6, h, paint.field)
    with pen.within(oblong(0, 0, w, h)):
        pattern_(pen, tone_of(figure.tone).pattern, 0, 0, w, h, on, 1.3)
    paper = tint(pen, figure.tone) if figure.picture else ink.paper
    pen.box(RIM, RIM, w - 2 * RIM, h - 2 * RIM, paper, on, 0.2, radius=2.5)
    with pen.no_smaller(WORDS):
        room = w - 2 * RIM - 1.6
        low = h - RIM - 1.0
        letters = figure.name[:]  # without the message they are, which has no forms
        shown = Translated(say(letters, "parts").replace(SOFT, "- "))
        if name := fits(shown, room, NAME, pen.about, BOLD, 8.5, WORDS):
            low -= name.tall
            pen.block(name, (w - name.wide / mm) / 2, low, ink.text, "centre")
        if figure.caption:
            low -= 0.6
            pen.text(w / 2, low, figure.caption, TITLE, 11, ink.text, "centre", room)
            low -= 4.2
        top = RIM + 1.0
        if figure.picture:
            part = min(room, low - top)
            pen.picture(figure.picture, (w - part) / 2, (top + low - part) / 2, part, dark(pen, figure.tone))
        else:
            _lettered(pen, figure, w, room, top, low)


def _lettered(pen: Pen, figure: Chip, w: float, room: float, top: float, low: float) -> None:
    """A figure without a picture: its icon, and its letters below."""
    letters = min(26.0, (low - top) * mm / TALL)
    if figure.icon:
        part = min(room, (low - top) * 0.55)
        pen.icon(figure.icon, (w - part) / 2, top, part, pen.ink.paint(figure.tone).line, word="")
        top += part
        letters = min(letters, (low - top) * mm / TALL)
    base = (top + low - letters * TALL / mm) / 2 + letters * 0.73 / mm
    pen.text(w / 2, base, figure.letter, TITLE, letters, pen.ink.text, "centre", room)
