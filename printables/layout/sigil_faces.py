"""Pieces with a sigil on each face: it is set into the drawing as its ornament, and a photograph reads it."""

from collections.abc import Iterable
from functools import partial
from math import acos, cos, pi, sin

from reportlab.lib.units import mm

from companion.svg.seats import MARKS
from printables.draw import sigil
from printables.draw.ink import TONES
from printables.draw.pen import BLEED, WORDS, Pen, Point
from printables.draw.signs import dark
from printables.layout.chip_faces import GAP, back, blank, name_of, round_about, seal
from printables.layout.chips import ROUND, Chip, Form
from printables.layout.paper import Cutout

CORE = 0.9
"""How much of a piece with a sigil is paper to write on: its rim is narrower than that of others."""
NAMED = 22.0
"""A piece that is narrower than this, in millimetres, is its sigil and its colour: no name has room."""
AIR = 0.6
"""Between a sigil's white and what stands beside it."""


def pieces(chips: Iterable[Chip], size: float, form: Form = ROUND) -> list[Cutout]:
    """All chips, as many as each kind counts, with a sigil on each face."""
    return [one for chip in chips for one in [_piece(chip, size, form)] * chip.count]


def _piece(chip: Chip, size: float, form: Form) -> Cutout:
    behind = partial(front, chip=chip, size=size, form=form, down=bool(chip.other), face=-1)
    return Cutout(
        form.box(size),
        partial(front, chip=chip, size=size, form=form),
        partial(back, chip=chip, size=size, form=form) if chip.back else behind,
        BLEED,
        GAP,
        marks=form.shape == "square",
        outline=form.cut(size),
        name=chip.name,
    )


def middle(size: float, form: Form) -> Point:
    """Where the middle of the sigil lies from that of the piece, in millimetres: a little above it where a
    name stands below.
    """
    return (0.0, 0.0) if form.clear or size < NAMED else (0.0, -0.03 * size)


def front(pen: Pen, chip: Chip, size: float, form: Form = ROUND, down: bool = False, face: int = 0) -> None:
    """One face with its sigil; its cut's upper left corner is the origin."""
    pen.about = f"The piece “{chip.name}”"
    pattern = chip.pattern or TONES.get(chip.tone, TONES["ink"]).pattern
    w, h = form.box(size)
    with pen.at(w / 2, h / 2), pen.no_smaller(WORDS):
        tinted, reach = bool(chip.picture) and not down, max(w, h) / 2 + pen.bleed
        look = partial(
            blank, tone=chip.tone, pattern=pattern, size=size, form=form, down=down, tinted=tinted, core=CORE
        )
        pen.use(pen.form(("sigil", chip.tone, pattern, size, form, down, tinted), 0, 0, look, reach))
        x, y = middle(size, form)
        if form.clear:
            round_about(pen, chip, size, form)
            pen.circle(0, 0, form.clear / 2, sigil.PAPER, pen.ink.text, 0.1)
        elif size < NAMED:
            _coin(pen, chip, size / 2)
        else:
            _about(pen, chip, size / 2, down)
        with pen.at(x, y):
            sigil.draw(pen, chip.sigils[face], sigil.QUIET if size >= NAMED else 0.0)


def _coin(pen: Pen, chip: Chip, r: float) -> None:
    """A small piece: white, and its colour in the four segments beyond the sigil."""
    pen.circle(0, 0, r, sigil.PAPER, pen.ink.text, 0.1)
    paint = pen.ink.paint(chip.tone)
    near = sigil.SIDE / 2 + sigil.QUIET
    if near >= r - 0.5:
        return
    half = acos(near / r)
    arc = [half * (n / 6 - 1) for n in range(13)]
    for side in range(4):
        with pen.at(0, 0, by=pi / 2 * side):
            points = [(r * sin(turn), -r * cos(turn)) for turn in arc]
            pen.shape(points, paint.field or paint.line, pen.ink.text, 0.1)


def _about(pen: Pen, chip: Chip, r: float, down: bool) -> None:
    """The name below the sigil, the picture above it, its figures at its sides."""
    inner = r * (CORE - 0.03)
    at = middle(2 * r, ROUND)[1]
    reach = sigil.SIDE / 2 + sigil.QUIET
    name = name_of(pen, chip.other if down and chip.other else chip.name, inner)
    if name:
        low = max(at + reach + 0.1, 0.84 * inner - name.tall)
        pen.block(name, -name.wide / 2 / mm, low, pen.ink.quiet if down else pen.ink.text, "centre")
    high = at - reach + 0.96 * inner
    if chip.picture and high > 2.5:
        colour = pen.ink.paint(chip.tone).line if down else dark(pen, chip.tone)
        pen.picture(chip.picture, -high / 2, -0.97 * inner, high, colour)
    if not down:
        _seals(pen, chip, at, inner, r)


def _seals(pen: Pen, chip: Chip, at: float, inner: float, r: float) -> None:
    """The figures of a piece at both sides of its sigil, or the mark of its seat at the left."""
    reach = sigil.SIDE / 2 + sigil.QUIET
    room = (0.98 * inner - reach) / 2
    if room < 1.6:
        return
    sign = chip.caption or chip.letter
    one, _, other = sign.partition("/")
    mark = "" if sign or chip.icon not in MARKS else chip.icon
    x, large = reach + room + 0.1, min(room, 0.2 * r)
    if one or mark:
        seal(pen, chip.tone, one, mark, (-x, at), large)
    if other:
        seal(pen, chip.tone, other, "", (x, at), large)
