"""Chips and tokens: round or square, one face or two, told apart by pattern, icon, letter and word."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin

from printables.draw.fit import Fitted, fit, fits
from printables.draw.fonts import BOLD, TITLE
from printables.draw.ink import TONES
from printables.draw.ornament import pattern as pattern_
from printables.draw.ornament import star
from printables.draw.pen import BLEED, Pen, oblong
from printables.layout.paper import Cutout

GAP = 5.0
"""From cut to cut: round pieces are punched by eye, with paper between them for the punch to hold."""
SMALL = 11.0
"""Where there is less room than this for a name, a chip may go without: it has its icon and pattern."""


@dataclass(frozen=True)
class Chip:
    """One kind of chip: what stands on it, and how many of it there are."""

    name: str
    tone: str = "ink"
    icon: str = ""
    letter: str = ""
    caption: str = ""
    """Small figures, e.g. ``3/2``."""
    count: int = 1
    pattern: str = ""
    other: str = ""
    """What its other face is called; empty where both faces are alike."""
    back: "Chip | None" = None
    """What it shows face down, where that tells nothing of it."""


def pieces(chips: Iterable[Chip], size: float, round_: bool = True) -> list[Cutout]:
    """All chips, as many as each kind counts, with their other faces."""
    return [
        Cutout(
            (size, size),
            partial(front, chip=chip, size=size, round_=round_),
            partial(back, chip=chip, size=size, round_=round_),
            BLEED,
            GAP,
            marks=not round_,
        )
        for chip in chips
        for _ in range(chip.count)
    ]


def front(pen: Pen, chip: Chip, size: float, round_: bool, down: bool = False) -> None:
    """One face; its cut's upper left corner is the origin."""
    pen.about = f"The chip “{chip.name}”"
    pattern = chip.pattern or TONES.get(chip.tone, TONES["ink"]).pattern
    blank = partial(_blank, tone=chip.tone, pattern=pattern, size=size, round_=round_, down=down)
    pen.use(pen.form(("chip", chip.tone, pattern, size, round_, down), size, size, blank, BLEED))
    if chip.count > 1:
        said = partial(_down if down else _up, chip=chip, c=size / 2, size=size)
        pen.use(pen.form(("said", chip, size, down), size, size, said, BLEED))
    elif down:
        _down(pen, chip, size / 2, size)
    else:
        _up(pen, chip, size / 2, size)


def back(pen: Pen, chip: Chip, size: float, round_: bool) -> None:
    """The other face: its back, the same again, or the token lying face down."""
    front(pen, chip.back or chip, size, round_, down=bool(chip.other))


def _blank(pen: Pen, tone: str, pattern: str, size: float, round_: bool, down: bool) -> None:
    """What chips of a tone have in common: the patterned rim, the paper in the middle, the cut."""
    ink, paint = pen.ink, pen.ink.paint(tone)
    r, c = size / 2, size / 2
    rim = None if down or not ink.full else paint.field
    _outer(pen, size, round_, BLEED, rim)
    on = paint.on if rim else paint.line
    with pen.within(_circle(c, c, r * 0.98) if round_ else oblong(0, 0, size, size)):
        pattern_(pen, pattern, 0, 0, size, size, on, size / 18)
    core = r * 0.76
    paper = ink.ground or (1.0, 1.0, 1.0)
    if round_:
        pen.circle(c, c, core, paper, on, 0.25)
        pen.circle(c, c, core - size * 0.03, None, paint.line, 0.12)
    else:
        pen.box(c - core, c - core, 2 * core, 2 * core, paper, on, 0.25, radius=size * 0.05)
    _outer(pen, size, round_, 0, None, cut=True)


def _up(pen: Pen, chip: Chip, c: float, size: float) -> None:
    paint, ink = pen.ink.paint(chip.tone), pen.ink
    unit = size / 25
    name = None
    if not chip.caption and chip.name != chip.letter:
        name = _name(pen, chip.name, unit, max(5.0, 5.6 * unit))
    up = 2.1 * unit if name and len(name.lines) > 1 else 0.0
    if chip.letter and chip.icon:
        pen.icon(chip.icon, c - 2.3 * unit, c - 7.2 * unit - up * 0.5, 4.6 * unit, paint.line, word="")
        letters = max(5.0, (17 if not up else 13) * unit)
        pen.text(c, c + 2.6 * unit - up, chip.letter, TITLE, letters, ink.text, "centre", 14 * unit)
    elif chip.icon:
        pen.icon(chip.icon, c - 4 * unit, c - 6.2 * unit - up * 0.5, 8 * unit, paint.line, word="")
    else:
        letters = max(5.0, 22 * unit)
        pen.text(c, c + 2.6 * unit - up, chip.letter, TITLE, letters, ink.text, "centre", 14 * unit)
    if name:
        _put(pen, name, c, c + 5.4 * unit - up * 0.75, unit)
    pen.text(c, c + 6.4 * unit, chip.caption, TITLE, max(5.0, 9 * unit), ink.text, "centre", 14.5 * unit)


WORDS = 11.8
"""How wide the words of a chip of 25 mm may be, to stay within its inner ring."""


def _name(pen: Pen, name: str, unit: float, most: float) -> Fitted | None:
    """A name, in two lines where one is too long; none on a chip too small for words."""
    w, h = WORDS * unit, 4.6 * unit
    block = fits(name, w, max(h, 4.2), pen.about, BOLD, max(most, 5.0), 5.0)
    if block is None and w > SMALL:
        return fit(name, w, h, pen.about, BOLD)
    return block


def _put(pen: Pen, name: Fitted, c: float, y: float, unit: float) -> None:
    """A name, its middle at this height."""
    pen.block(name, c - WORDS / 2 * unit, y - name.tall / 2, pen.ink.text, "centre")


def _down(pen: Pen, chip: Chip, c: float, size: float) -> None:
    paint, unit = pen.ink.paint(chip.tone), size / 25
    pen.shape(star(9, 4, c, c - 3.0 * unit, 4.2 * unit), None, paint.line, 0.1)
    if name := _name(pen, chip.name, unit, 5.6 * unit):
        _put(pen, name, c, c + 3.5 * unit, unit)
    pen.text(c, c + 6.8 * unit, chip.other, BOLD, 5.0, pen.ink.quiet, "centre", 10.5 * unit)


def _outer(
    pen: Pen,
    size: float,
    round_: bool,
    out: float,
    fill: tuple[float, float, float] | None,
    cut: bool = False,
) -> None:
    line = pen.ink.text if cut else None
    if round_:
        pen.circle(size / 2, size / 2, size / 2 + out, fill, line, 0.1)
    elif not cut:
        pen.box(-out, -out, size + 2 * out, size + 2 * out, fill)


def _circle(x: float, y: float, r: float) -> list[tuple[float, float]]:
    return [(x + r * sin(2 * pi * i / 60), y + r * cos(2 * pi * i / 60)) for i in range(60)]
