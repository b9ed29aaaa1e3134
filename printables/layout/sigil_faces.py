"""Pieces with a sigil on each face: it is set into the drawing as its ornament, and a photograph reads it."""

from functools import partial
from math import acos, cos, pi, sin, sqrt

from reportlab.lib.units import mm

from companion.svg.seats import MARKS
from companion.words import message
from printables.draw import sigil
from printables.draw.fit import Fitted, fits
from printables.draw.fonts import BOLD
from printables.draw.ink import WHITE
from printables.draw.pen import WORDS, Pen, Point
from printables.draw.signs import dark
from printables.layout import chip_faces
from printables.layout.chip_faces import back, blank, pointers, round_about, seal, seal_wide
from printables.layout.chips import ROUND, Chip, Form
from printables.layout.paper import Cutout

CORE = 0.9
"""How much of a piece with a sigil is paper to write on: its rim is narrower than that of others."""
NAMED = 22.0
"""A piece that is narrower than this, in millimetres, is its sigil and its colour: no name has room."""


def piece(chip: Chip, size: float, form: Form) -> Cutout:
    """A chip to cut out, with sigils; behind a small one is its picture."""
    plain = chip.back or (size < NAMED and not form.clear)
    behind = back if plain else partial(front, down=bool(chip.other), face=-1)
    return chip_faces.piece(chip, size, form, front, behind)


def middle(size: float, form: Form) -> Point:
    """Return the middle of the sigil from that of the piece, in millimetres: above it if a name stands
    below."""
    return (0.0, 0.0) if form.clear or size < NAMED else (0.0, -0.12 * size)


def front(pen: Pen, chip: Chip, size: float, form: Form = ROUND, down: bool = False, face: int = 0) -> None:
    """One face with its sigil; its cut's upper left corner is the origin."""
    pen.about = message("The chip “{name}”", name=chip.name)
    w, h = form.box(size)
    with pen.at(w / 2, h / 2), pen.no_smaller(WORDS):
        blank(pen, chip, size, form, down, CORE)
        x, y = middle(size, form)
        if form.clear:
            round_about(pen, chip, size, form)
            pen.circle(0, 0, form.clear / 2, WHITE, pen.ink.text, 0.1)
        elif size < NAMED:
            coin(pen, chip, size / 2)
        else:
            _about(pen, chip, size / 2, down)
        with pen.at(x, y):
            sigil.draw(pen, chip.sigils[face], sigil.QUIET if size >= NAMED else 0.0)


def coin(pen: Pen, chip: Chip, r: float, down: bool = False) -> None:
    """A small piece: white, and its colour in the four segments beside the sigil; in two, face down."""
    pen.circle(0, 0, r, WHITE, pen.ink.text, 0.1)
    paint = pen.ink.paint(chip.tone)
    near = sigil.SIDE / 2 + sigil.QUIET
    if near >= r - 0.5:
        return
    half = acos(near / r)
    arc = [half * (n / 6 - 1) for n in range(13)]
    for side in range(4):
        with pen.at(0, 0, by=pi / 2 * side):
            points = [(r * sin(turn), -r * cos(turn)) for turn in arc]
            pen.shape(points, None if down and side % 2 else paint.field, pen.ink.text, 0.1)


def _about(pen: Pen, chip: Chip, r: float, down: bool) -> None:
    """The name below the sigil, its figures at the left and its picture at the right."""
    inner, at = r * (CORE - 0.03), middle(2 * r, ROUND)[1]
    reach = sigil.SIDE / 2 + sigil.QUIET
    room = sqrt(inner**2 - at**2) - reach
    words = chip.other if down and chip.other else chip.name
    if chip.around:
        pointers(pen, chip, r, CORE)
        words = f"{words}: {chip.caption}"
    for shown in filter(None, (words, chip.letter)):
        if name := _below(pen, shown, inner, at + reach):
            colour = pen.ink.quiet if down else pen.ink.text
            pen.block(name, -name.wide / 2 / mm, at + reach, colour, "centre")
            break
    if chip.picture:
        colour = pen.ink.paint(chip.tone).line if down else dark(pen, chip.tone)
        pen.picture(chip.picture, reach + 0.06 * room, at - room * 0.46, room * 0.92, colour)
    if not down:
        _seals(pen, chip, (-reach, at), room, min(room * 0.42, 0.15 * r))


def _below(pen: Pen, words: str, inner: float, top: float) -> Fitted | None:
    """A name in what is left of the circle below a sigil, in one line or two; none where it has no room."""
    for size in (8.5, 8.0, 7.5, 7.0, WORDS):
        for lines in (1, 2):
            low = top + lines * size * 1.2 / mm
            if low < inner:
                block = fits(words, 2 * sqrt(inner**2 - low**2), 0.3 + low - top, pen.about, BOLD, size, size)
                if block and len(block.lines) <= lines:
                    return block
    return None


def _seals(pen: Pen, chip: Chip, at: Point, room: float, r: float) -> None:
    """The figures of a piece one over the other, or the mark of its seat, in the room beside a point."""
    if r < 0.8:
        return
    right, y = at
    sign = chip.letter if chip.around else chip.caption or chip.letter
    sign = "" if sign.isalpha() else sign  # initials: they, or the name, stand below
    one, _, other = sign.partition("/")
    r *= min(1.0, 0.95 * room / max(seal_wide(one, r), seal_wide(other, r)))
    mark = "" if sign or chip.icon not in MARKS else chip.icon
    if other:
        x = right - max(seal_wide(one, r), seal_wide(other, r)) / 2
        seal(pen, chip.tone, one, "", (x, y - 1.12 * r), r)
        seal(pen, chip.tone, other, "", (x, y + 1.12 * r), r)
    elif one or mark:
        seal(pen, chip.tone, one, mark, (right - seal_wide(one, r) / 2, y), r)
