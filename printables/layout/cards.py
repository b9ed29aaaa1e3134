"""Cards: a title band with letter and cost, an emblem, figures, the text, and where it is from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from zlib import crc32

from reportlab.lib.units import mm

from printables.draw.fit import Fitted, fit, fits
from printables.draw.fonts import BOLD, LORE, SLANT, TEXT, TITLE, width
from printables.draw.ink import TONES, mixed
from printables.draw.ornament import star
from printables.draw.pen import CARD_WORDS, WORDS, Pen
from printables.draw.scenery import field
from printables.layout.backs import INSET, RING, SIZE, Back, back, ground, ring
from printables.layout.paper import Cutout, Order, cutouts
from printables.layout.products import card, inlaid

SAFE = 3.0
"""Nothing that matters is nearer to the cut than this."""
WANTED, LEAST = 10.0, CARD_WORDS
"""Text is set at 10 points, or down to 8; the emblem gives way first."""
EMBLEMS = (27.0, 22.0, 17.0, 12.0)


@dataclass(frozen=True)
class Face:
    """One card: what stands on it, and how many of it there are."""

    name: str
    kind: str = ""
    tone: str = "ink"
    pattern: str = ""
    """Its kind's pattern; the tone's own where it is empty."""
    icon: str = ""
    letter: str = ""
    cost: tuple[tuple[str, str], ...] = ()
    """Icon and number, at the right of the title."""
    figures: tuple[tuple[str, str, str], ...] = ()
    """Icon, word and number."""
    main: str = ""
    """The word of the figure that matters most: it is the largest."""
    lines: tuple[tuple[str, str], ...] = ()
    """A name and what it is, in small print over the text."""
    text: str = ""
    lore: str = ""
    source: str = ""
    count: int = 1
    picture: str = ""
    """Its silhouette; where it has none a star of its own stands there, about its icon."""


def pieces(
    order: Order, faces: Iterable[Face], backs: Sequence[Back] | None, size: tuple[float, float] = SIZE
) -> list[Cutout]:
    """Cards with their backs, as many as each face counts; backs that are alike are one drawing."""
    trim, drawn = card(order, size)
    behind = {of: inlaid(partial(back, of=of, size=drawn), drawn, trim) for of in backs or ()}
    made = [
        (face.name, inlaid(partial(front, face=face, size=drawn), drawn, trim), behind.get(of), face.count)
        for face, of in zip_longest(faces, backs or ())
    ]
    return cutouts(order, trim, made)


# -- the front --------------------------------------------------------------------------------------------


def front(pen: Pen, face: Face, size: tuple[float, float] = SIZE) -> None:
    """One card, its cut's upper left corner at the origin."""
    w, h = size
    pen.about = f"The card “{face.name}”"
    pattern = face.pattern or TONES.get(face.tone, TONES["ink"]).pattern
    key = ("card", face.tone, pattern, size)
    pen.use(pen.form(key, w, h, partial(frame, tone=face.tone, pattern=pattern, size=size), pen.bleed))
    with pen.no_smaller(LEAST), pen.named():
        _words(pen, face, w, h)


def _words(pen: Pen, face: Face, w: float, h: float) -> None:
    """What stands on a card, from the title down."""
    paint, left, right = pen.ink.paint(face.tone), INSET + RING + 0.5, w - INSET - RING - 0.5
    _title(pen, face, left, right)
    bottom = h - INSET - RING - FOOT
    rows = _rows(face, right - left)
    strips = sum(_tall(face, row) for row in rows)
    kind = bool(face.kind) and bottom - 15.0 - strips > 4.6
    y = 14.4 + (4.6 if kind else 0.6)
    if kind:
        pen.text(w / 2, 17.9, face.kind, LORE, 8.5, paint.line, "centre", right - left - 2)
    text, lore, lines = _body(face, right - left - 2, bottom - y - strips)
    emblem = bottom - y - strips - sum(part.tall + 1.2 for part in (text, lore, lines) if part)
    emblem = min(emblem - 1.0, 36.0)
    if emblem >= 9:
        if face.picture:
            field(pen, face.picture, face.tone, left, y, right - left, emblem)
        else:
            _emblem(pen, face, left, y, right - left, emblem)
        y += emblem + 0.8
    for row in rows:
        _figures(pen, face, row, left, y, right - left)
        y += _tall(face, row)
    for part, colour in ((lines, pen.ink.quiet), (text, pen.ink.text)):
        if part:
            pen.block(part, left + 1, y + 0.8, colour)
            y += part.tall + 1.2
    if lore:
        pen.block(lore, left + 1, bottom - lore.tall - 0.6, pen.ink.quiet)
    _foot(pen, face, left, right, h)


FOOT = 5.0
"""How much room the line below has that says where a card is from."""
Figure = tuple[str, str, str]
GREAT = 1.6
"""The room of the figure that matters most, in those of the others."""


def _rows(face: Face, w: float) -> list[tuple[Figure, ...]]:
    """The figures, at most four in a row and so many that their words have room, rows as equal as can be."""
    figures = face.figures
    for rows in range(1, len(figures) + 1):
        per = -(-len(figures) // rows)
        made = [figures[i : i + per] for i in range(0, len(figures), per)]
        if per <= 4 and all(
            width(word, BOLD) * LEAST / mm <= room - 0.8
            for row in made
            for (_, word, _), room in zip(row, _rooms(face, row, w), strict=True)
        ):
            return made
    return [(figure,) for figure in figures]


def _rooms(face: Face, row: tuple[Figure, ...], w: float) -> list[float]:
    """How wide each figure of a row is."""
    shares = [GREAT if face.main and word == face.main else 1.0 for _, word, _ in row]
    return [w * share / sum(shares) for share in shares]


def _tall(face: Face, row: tuple[Figure, ...]) -> float:
    return 14.6 if any(word == face.main for _, word, _ in row) else 12.4


def _body(face: Face, w: float, room: float) -> tuple[Fitted | None, Fitted | None, Fitted | None]:
    """Text, lore and small print at sizes that go together, beside the largest emblem they allow."""
    what = f"The card “{face.name}”"
    words = "\n".join(f"*{name}* {said}" for name, said in face.lines)
    lines = fit(words, w, room, what, most=LEAST, least=LEAST) if words else None
    room -= lines.tall + 1.2 if lines else 0
    text: Fitted | None = None
    lore = fits(face.lore, w, min(12.0, room / 3), what, LORE, 8.5, LEAST) if face.lore else None
    if face.lore and lore is None and not face.text:
        lore = fit(face.lore, w, room - 2, what, LORE, 8.5, LEAST)
    if face.text:
        for emblem in (*EMBLEMS, 0.0):
            left = room - emblem - (lore.tall + 1.2 if lore else 0) - 2
            text = fits(face.text, w, left, what, TEXT, WANTED, LEAST) if left > 0 else None
            if text:
                return text, lore, lines
        return fit(face.text, w, room - 1.6, what, most=LEAST, least=LEAST), None, lines
    return text, lore, lines


def frame(pen: Pen, tone: str, pattern: str, size: tuple[float, float]) -> None:
    """What the cards of a kind have in common: ground, patterned edge, title band."""
    w, h = size
    ink, paint = pen.ink, pen.ink.paint(tone)
    if ink.ground:
        ground(pen, w, h, ink.ground)
    ring(pen, INSET, INSET, w - 2 * INSET, h - 2 * INSET, paint.line, pattern)
    inner = INSET + RING + 0.5
    pen.box(inner, inner, w - 2 * inner, 14.4 - inner, paint.field)
    if paint.field is None:
        pen.lines([(inner, 14.4, w - inner, 14.4), (inner, 13.8, w - inner, 13.8)], 0.2, paint.line)
    pen.line(inner + 1, h - inner - 4.1, w - inner - 1, h - inner - 4.1, 0.1, paint.line)


SLIM = 50.0
"""A card that is narrower has no roundel: its name needs the room."""


def _title(pen: Pen, face: Face, left: float, right: float) -> None:
    paint = pen.ink.paint(face.tone)
    cx, cy, start = left + 5.3, 9.3, left + 1.8
    if (face.letter or face.icon) and right - left > SLIM:
        roundel = pen.ink.ground or (1.0, 1.0, 1.0)
        pen.circle(cx, cy, 4.0, roundel, paint.line, 0.25)
        pen.circle(cx, cy, 3.5, None, paint.line, 0.12)
        if face.letter:
            pen.text(cx, cy + 1.75, face.letter, TITLE, 15, paint.line, "centre", 5.6)
        else:
            pen.icon(face.icon, cx - 2.4, cy - 2.4, 4.8, paint.line)
        start = left + 10.8
    end = right - 1.6
    for icon, value in reversed(face.cost):
        end -= pen.text(end, cy + 1.9, value, TITLE, 15, paint.on, "right") + 5.0
        pen.icon(icon, end, cy - 2.1, 4.4, paint.on)
        end -= 1.2
    room = end - start - 0.6
    if width(face.name, TITLE) * SINGLE / mm <= room:
        pen.text(start, cy + 1.7, face.name, TITLE, 15, paint.on, room=room)
    else:
        name = fit(face.name, room, 9.8, pen.about, TITLE, 12.0, LEAST)
        pen.block(name, start, cy - name.tall / 2 - 0.2, paint.on)


SINGLE = 11.0
"""A name that would be smaller than this in one line stands in two."""


def _emblem(pen: Pen, face: Face, x: float, y: float, w: float, h: float) -> None:
    """A star polygon of the card's own, about the icon of its kind."""
    paint = pen.ink.paint(face.tone)
    seed = crc32(face.name.encode())
    points = (11, 13, 17, 19)[seed % 4]
    skip = points // 2 - seed // 4 % 4
    cx, cy, r = x + w / 2, y + h / 2, h / 2 - 0.9
    if paint.wash:
        pen.box(x, y, w, h, paint.wash)
    faint = paint.line if not pen.ink.full else mixed(paint.line, (1.0, 1.0, 1.0), 0.35)
    for side in (-1, 1):
        pen.lines(
            [
                (cx + side * (r + 1.5), cy, cx + side * (w / 2 - 2), cy),
                (cx + side * (r + 3), cy - 1, cx + side * (w / 2 - 5), cy - 1),
                (cx + side * (r + 3), cy + 1, cx + side * (w / 2 - 5), cy + 1),
            ],
            0.12,
            faint,
        )
    pen.shape(star(points, skip, cx, cy, r), None, faint, 0.12)
    pen.circle(cx, cy, r, None, faint, 0.12)
    core = max(3.4, r * 0.54)
    pen.circle(cx, cy, core, pen.ink.ground or (1.0, 1.0, 1.0), paint.line, 0.25)
    if face.icon or not face.letter:
        pen.icon(face.icon or "star", cx - core * 0.62, cy - core * 0.62, core * 1.24, paint.line, word="")
    else:
        pen.text(cx, cy + core * 0.52, face.letter, TITLE, core * 4.2, paint.line, "centre")


def _figures(pen: Pen, face: Face, row: tuple[Figure, ...], x: float, y: float, w: float) -> None:
    paint, tall, at = pen.ink.paint(face.tone), _tall(face, row) - 0.9, x
    pen.lines([(x + 1, y, x + w - 1, y), (x + 1, y + tall, x + w - 1, y + tall)], 0.12, paint.line)
    great = tall > 12
    for n, ((icon, word, value), each) in enumerate(zip(row, _rooms(face, row, w), strict=True)):
        if n:
            pen.line(at, y + 1.5, at, y + tall - 1.5, 0.1, paint.line)
        middle, main = at + each / 2, great and word == face.main
        at += each
        pen.text(middle, y + tall - 1.0, word, BOLD, LEAST, pen.ink.quiet, "centre", each - 0.8)
        base, sign = y + tall - (5.2 if great else 5.0), 6.6 if main else 5.0
        if value.isalpha():
            pen.text(middle, base, value, LORE, 13, pen.ink.text, "centre", each - 1.6)
            continue
        digits = pen.shrunk(value, TITLE, 27 if main else 17 if face.main else 20, each - sign - 2.0)
        wide = (sign + 0.9 if icon else 0.0) + width(value, TITLE) * digits / mm
        start = middle - wide / 2
        if icon:
            pen.icon(icon, start, base - sign + 0.4, sign, paint.line, word="")
            start += sign + 0.9
        pen.text(start, base, value, TITLE, digits, pen.ink.text)


def _foot(pen: Pen, face: Face, left: float, right: float, h: float) -> None:
    """Where a card is from, and how many there are: as large as the rest, or a little smaller."""
    y = h - INSET - RING - 1.6
    mark = f"×{face.count}" if face.count > 1 else ""
    used = pen.text(right - 1, y, mark, TEXT, LEAST, pen.ink.quiet, "right") if mark else 0
    with pen.no_smaller(WORDS):
        pen.text(left + 1, y, face.source, SLANT, LEAST, pen.ink.quiet, room=right - left - 3 - used)
