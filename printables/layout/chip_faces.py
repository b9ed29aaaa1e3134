"""Chips as they are drawn: the picture large, its figure in a seal, its name; told apart by pattern, picture,
letter and word. A ring, or a tile on which something stands, says it round about.
"""

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin, sqrt

from reportlab.lib.units import mm

from companion.svg.seats import MARKS
from companion.words import message
from companion.words.speaking import said
from printables.draw.fit import Fitted, fit, fits
from printables.draw.fonts import BOLD, TITLE, width
from printables.draw.ink import RGB, WHITE, light, tone_of
from printables.draw.ornament import pattern as pattern_
from printables.draw.ornament import star
from printables.draw.pen import BLEED, WORDS, Pen, Point
from printables.draw.signs import dark, tint
from printables.draw.signs import sign as sign_
from printables.layout.chips import CORNER, ROUND, Chip, Form
from printables.layout.paper import GAP, Cutout

SMALL = 13.0
"""Where there is less room than this for a name, a chip may go without: it has its icon and pattern."""


def front(pen: Pen, chip: Chip, size: float, form: Form = ROUND, down: bool = False) -> None:
    """One face; its cut's upper left corner is the origin."""
    pen.about = message("The chip “{name}”", name=chip.name)
    w, h = form.box(size)
    with pen.at(w / 2, h / 2), pen.no_smaller(WORDS):
        reach = blank(pen, chip, size, form, down)
        say = partial(_said, chip=chip, size=size, form=form, down=down)
        if chip.count > 1:
            pen.use(pen.form(("said", chip, size, form, down), 0, 0, say, reach))
        else:
            say(pen)


def back(pen: Pen, chip: Chip, size: float, form: Form) -> None:
    """The other face: its back, the same again, or the token lying face down."""
    front(pen, chip.back or chip, size, form, down=bool(chip.other))


Face = Callable[..., None]


def piece(chip: Chip, size: float, form: Form = ROUND, face: Face = front, behind: Face = back) -> Cutout:
    """A chip to cut out, from what draws its two faces."""
    one, other = (partial(draw, chip=chip, size=size, form=form) for draw in (face, behind))
    square, outline = form.shape == "square", form.cut(size)
    return Cutout(form.box(size), one, other, BLEED, GAP, marks=square, outline=outline, name=chip.name)


CORE = 0.8
"""How much of a chip is paper to write on; the rest is its patterned rim."""
DARK = 0.18
"""On a rim no lighter than this the line to cut along is white about the black."""


def _outline(
    pen: Pen, form: Form, size: float, fill: RGB | None, line: RGB | None = None, thick: float = 0.1
) -> None:
    """The shape of a chip about the middle."""
    if form.shape == "round":
        pen.circle(0, 0, size / 2, fill, line, thick)
    else:
        pen.shape(form.outline(size), fill, line, thick)


def blank(pen: Pen, chip: Chip, size: float, form: Form, down: bool, core: float = CORE) -> float:
    """Draw the blank of a chip about its middle, once for all that look alike; return how far it reaches."""
    look = chip.tone, chip.pattern or tone_of(chip.tone).pattern, size, form, down, core
    tinted, reach = bool(chip.picture) and not down, max(form.box(size)) / 2 + pen.bleed
    draw = partial(_blank, look=look, tinted=tinted)
    pen.use(pen.form(("chip", look, tinted), 0, 0, draw, reach))
    return reach


def _blank(pen: Pen, look: tuple[str, str, float, Form, bool, float], tinted: bool) -> None:
    """The patterned rim, the paper in the middle, the cut."""
    tone, pattern, size, form, down, core = look
    ink, paint = pen.ink, pen.ink.paint(tone)
    rim = None if down else paint.field
    if rim:
        _outline(pen, form, size + 2 * pen.bleed, rim)
    on = paint.on if rim else paint.line
    w, h = form.box(size)
    with pen.within(form.outline(size, -0.01 * size)):
        pattern_(pen, pattern, -w / 2, -h / 2, w, h, on, size / 18)
    paper = tint(pen, tone) if tinted else ink.paper
    if form.shape == "corner":
        for x, y in CORNER:
            with pen.at(x * size, y * size):
                pen.shape(Form("hex-flat").outline(size * core), paper, on, 0.25)
    elif form.clear:
        pen.circle(0, 0, form.clear / 2, WHITE if form.hole else paper, ink.text, 0.1)
    else:
        _outline(pen, form, size * core, paper, on, 0.25)
        _outline(pen, form, size * (core - 0.03), None, paint.line, 0.12)
    if not pen.alone:
        _cut(pen, form, size, rim)


def _cut(pen: Pen, form: Form, size: float, rim: RGB | None) -> None:
    """The line to cut along."""
    if rim and light(rim) < DARK:
        _outline(pen, form, size, None, WHITE, 0.35)
    _outline(pen, form, size, None, pen.ink.text)


def _said(pen: Pen, chip: Chip, size: float, form: Form, down: bool) -> None:
    if form.shape == "corner":
        for x, y in CORNER:
            with pen.at(x * size, y * size):
                _up(pen, chip, size / 2)
    elif form.clear:
        round_about(pen, chip, size, form)
    elif down:
        _down(pen, chip, size / 2)
    elif chip.around:
        _neighbours(pen, chip, size / 2)
    else:
        _up(pen, chip, size / 2)


def _up(pen: Pen, chip: Chip, r: float) -> None:
    """A picture as large as can be, its figure in a seal over its edge, and its name below; where it has no
    picture, icon, figure and name under one another share the room.
    """
    inner = r * (CORE - 0.03)
    top, low = -0.9 * inner, 0.9 * inner
    name = name_of(pen, chip.name, inner) if chip.name != chip.letter else None
    if name:
        low = foot(name, inner) - name.tall
        pen.block(name, -name.wide / 2 / mm, low, pen.ink.text, "centre")
    if chip.picture:
        initials = name and chip.name.lower().startswith(chip.letter.lower())
        sign = said(chip.caption or ("" if initials else chip.letter))
        _picture(pen, chip, r, low, sign if seal_wide(sign, SEAL * r) < 2 * inner else "")
    else:
        _stacked(pen, chip, r, top, low)


def _picture(pen: Pen, chip: Chip, r: float, low: float, sign: str) -> None:
    """The picture above the name, and a seal over its lower edge: the figure, or else the mark of a seat; of
    two figures, such as ``5/6``, each has a seal at its side.
    """
    inner = r * (CORE - 0.03)
    mark = "" if sign or chip.icon not in MARKS else chip.icon
    top, large = -0.97 * inner, SEAL * r
    one, _, other = sign.partition("/")
    sealed = sign or mark
    if sealed and not other:
        low = min(low, 0.94 * inner) - large - 0.3
    high = min(low - top + (0.0 if other else large * 0.2), 1.6 * inner)
    pen.picture(chip.picture, -high / 2, (low + top - high) / 2, high, dark(pen, chip.tone))
    if other:
        y = min(0.16 * inner, low - 0.8 * large - 0.2)
        for figure, side in ((one, -1), (other, 1)):
            seal(pen, chip.tone, figure, "", (side * 0.7 * inner, y), 0.8 * large)
    elif sealed:
        seal(pen, chip.tone, sign, mark, (0.0, low), large)


SEAL = 0.27
"""How large the seal of a figure is, as a share of its chip."""


def seal(pen: Pen, tone: str, sign: str, mark: str, at: Point, r: float) -> None:
    """A figure, or a mark, in a seal about a point: round, or as long as it needs."""
    x, y = at
    paint, on = pen.ink.paint(tone), pen.ink.paint(tone).on
    letters, wide = _of_seal(sign, r), seal_wide(sign, r)
    left, edge = x - wide / 2, 0.25
    pen.box(left - edge, y - r - edge, wide + 2 * edge, 2 * (r + edge), pen.ink.paper, radius=r + edge)
    pen.box(left, y - r, wide, 2 * r, paint.field or WHITE, paint.line, 0.2, radius=r)
    if mark:
        pen.icon(mark, x - 0.7 * r, y - 0.7 * r, 1.4 * r, on, word="")
    else:
        pen.text(x, y + letters * 0.34 / mm, sign, TITLE, letters, on, "centre")


def _of_seal(sign: str, r: float) -> float:
    """Return the size of a seal's letters in points."""
    return r * (1.62 if len(sign) < 3 else 1.4) * mm / 0.95


def seal_wide(sign: str, r: float) -> float:
    """Return the width of a seal in millimetres: round, or as long as its figure needs."""
    return max(2 * r, width(sign, TITLE) * _of_seal(sign, r) / mm + 0.7 * r) if sign else 2 * r


def _stacked(pen: Pen, chip: Chip, r: float, top: float, low: float) -> None:
    paint, inner = pen.ink.paint(chip.tone), r * (CORE - 0.03)
    sign, room, both = chip.caption or chip.letter, low - top, chip.caption and chip.letter
    if chip.icon and not sign:
        part = min(room * 0.94, 1.25 * inner)
        pen.icon(chip.icon, -part / 2, top + (room - part) / 2, part, paint.line, word="")
        return
    if chip.icon:
        part = min(0.42 * room, (0.5 if both else 0.62) * inner)
        pen.icon(chip.icon, -part * (1.1 if both else 0.5), top, part, paint.line, word="")
        if both:
            size = part * mm / TALL
            pen.text(0.15 * part, top + 0.73 * size / mm, chip.letter, TITLE, size)
        top, room = top + part, room - part
    high = min(room * mm / TALL, 24 * r / 12.5)
    letters = pen.shrunk(sign, TITLE, high, 1.5 * inner) if sign else high
    pen.text(
        0, top + (room - letters * TALL / mm) / 2 + letters * 0.73 / mm, sign, TITLE, letters, align="centre"
    )


TALL = 0.95
"""How tall figures and letters are from head to tail, in sizes."""
LOW = 0.8
"""The words of a chip end so far below its middle, as a share of the circle within its rim."""


def name_of(pen: Pen, name: str, r: float) -> Fitted | None:
    """A name low in the circle, in one line or two; none where there is no room for it: letter, icon and
    pattern tell what it is.
    """
    most = max(WORDS, min(8.5, r * 0.72))
    for size in (most, WORDS):
        for lines, wide in ((1, 1.36), (2, 1.36)):
            block = fits(name, wide * r, 0.5 + lines * size * 1.2 / mm, pen.about, BOLD, size, size)
            if block and len(block.lines) <= lines and block.tall < 0.62 * r:
                return block
    return fits(name, 1.45 * r, 0.8 * r, pen.about, BOLD, WORDS, WORDS) if 2 * r > SMALL else None


def foot(name: Fitted, r: float) -> float:
    """Return where a name ends below the middle of a circle: the ends of its last line touch nothing."""
    half = min(name.lines[-1].wide * name.size / 2 / mm + 0.3, r)
    return min(LOW * r, sqrt(r**2 - half**2) + 0.25 * name.size / mm)


def round_about(pen: Pen, chip: Chip, size: float, form: Form) -> None:
    """Icon and letter by turns about the middle, each on a roundel, the name below; a sign in the middle."""
    paint, ink = pen.ink.paint(chip.tone), pen.ink
    paper = ink.paper
    flat = form.shape == "hex-flat"
    corner = size / sqrt(3) if form.shape.startswith("hex") else size / 2
    band = corner - form.clear / 2
    r, at = min(band * 0.44, 3.2), form.clear / 2 + band * (0.42 if corner > size / 2 else 0.5)
    letters = min(r * 1.5 * mm / 0.68, 14.0)
    wide = max(2 * r, width(chip.letter, BOLD) * letters / mm + 0.8 * r)
    for n in range(6):
        turn = pi / 3 * n + (pi / 6 if flat else 0.0)
        with pen.at(at * sin(turn), -at * cos(turn), by=turn):
            if n % 2 and chip.letter:
                pen.box(-wide / 2, -r, wide, 2 * r, paper, paint.line, 0.12, radius=r)
                pen.text(0, letters * 0.34 / mm, chip.letter, BOLD, letters, ink.text, "centre")
            else:
                pen.circle(0, 0, r, paper, paint.line, 0.12)
                sign_(pen, chip.picture, chip.icon, -0.72 * r, -0.72 * r, 1.44 * r, chip.tone)
    if form.hole:
        return
    middle = form.clear / 2
    _middle(pen, chip, middle)


def _middle(pen: Pen, chip: Chip, r: float) -> None:
    """Draw a mark for a thing that will stand there: the sign large, and the name."""
    name = name_of(pen, chip.name, r * 0.98)
    low = (LOW * r - name.tall) if name else 0.8 * r
    if name:
        pen.block(name, -name.wide / 2 / mm, low, pen.ink.text, "centre")
    part = (low + 0.85 * r) * 0.9
    sign_(pen, chip.picture, chip.icon, -part / 2, -0.82 * r, part, chip.tone)


def _neighbours(pen: Pen, chip: Chip, r: float) -> None:
    """The figure of a tile, and on its rim how its six neighbours must lie."""
    ink, inner = pen.ink, r * (CORE - 0.03)
    pointers(pen, chip, r, CORE)
    words = fit(chip.name, 1.4 * inner, 0.5 * inner, pen.about, BOLD, 8.0, WORDS)
    pen.block(words, -words.wide / 2 / mm, -0.74 * inner, ink.text, "centre")
    part = (0.74 if chip.picture else 0.5) * inner
    size = 20 * r / 14
    wide = width(chip.letter, TITLE) * size / mm + part + 0.8
    sign_(pen, chip.picture, chip.icon, -wide / 2, 0.05 * inner - part / 2, part, chip.tone)
    pen.text(wide / 2, 0.25 * inner, chip.letter, TITLE, size, ink.text, "right")
    pen.text(0, 0.72 * inner, chip.caption, BOLD, 8.0, ink.text, "centre", 1.45 * inner)


def pointers(pen: Pen, chip: Chip, r: float, core: float) -> None:
    """Draw on the rim how a tile's six neighbours must lie: an arrow to each, or a ring."""
    paint, paper, high = pen.ink.paint(chip.tone), pen.ink.paper, r * (1 - core) * 0.8
    for n, sign in enumerate(chip.around):
        with pen.at(0, 0, by=pi / 3 * n + pi / 6):
            if sign == "x":
                tip, foot = -r * 0.98, -r * core * 0.97
                pen.shape([(0, tip), (high, foot), (-high, foot)], paper, paint.line, 0.25)
            elif sign == "o":
                pen.circle(0, -r * (1 + core) / 2, high * 0.42, paper, paint.line, 0.25)


def _down(pen: Pen, chip: Chip, r: float) -> None:
    """A token that lies face down: who it is, and what that means."""
    paint, inner = pen.ink.paint(chip.tone), r * (CORE - 0.03)
    label = fit(chip.other, 1.3 * inner, 0.6 * inner, pen.about, BOLD, 7.0, WORDS)
    low = 0.86 * inner - label.tall
    pen.block(label, -label.wide / 2 / mm, low, pen.ink.quiet, "centre")
    name = name_of(pen, chip.name, inner)
    if name:
        low -= name.tall + 0.3
        pen.block(name, -name.wide / 2 / mm, low, pen.ink.text, "centre")
    high = (low + 0.9 * inner) / 2
    if chip.picture:
        pen.picture(chip.picture, -high, low - 2 * high, 2 * high, paint.line, style="outline")
    else:
        pen.shape(star(9, 4, 0, low - high, high * 0.94), None, paint.line, 0.1)
