"""Cards: a title band with letter and cost, the picture in its scene, figures in seals over its lower edge,
the text, and where it is from.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from reportlab.lib.units import mm

from companion.words import joined, message
from companion.words.speaking import said, tongue
from printables.art import field as art
from printables.art.field import Art
from printables.draw.fit import Fitted, clipped, fit, fits
from printables.draw.fonts import BOLD, LORE, SLANT, TEXT, TITLE, Unprintable, width
from printables.draw.fonts import LEAST as SMALLEST
from printables.draw.ink import TONES, WHITE, mixed
from printables.draw.pen import CARD_WORDS, WORDS, Pen, oblong
from printables.draw.vista import Vista, field
from printables.layout.backs import INSET, RING, SIZE, Back, back, ground, ring, trimming
from printables.layout.paper import Cutout, Order, cutouts
from printables.layout.products import card, inlaid

SAFE = 3.0
"""Nothing that matters is nearer to the cut than this."""
WANTED, LEAST = 10.0, CARD_WORDS
"""Text is set at 10 points, or down to 8; the picture gives way first."""
FIELDS = (34.0, 29.0, 24.0, 19.0, 15.0, FLAT := 11.0)
"""How high a picture's field is beside the text; one that would be lower is left out."""


@dataclass(frozen=True)
class CardFace:
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
    vista: Vista | None = None
    """Its picture, and what stands round it; its icon or letter stands there where it has none."""
    art: Art | None = None
    """The owner's own picture, in place of the vista."""
    template: str = "full"
    """``full`` where its picture goes to the edges, ``framed`` where it stands in a patterned frame."""
    version: str = dataclass_field(default="", compare=False)
    """Letters that change with the card, on cards of an owner's own set."""

    @property
    def picture(self) -> str:
        """The name of its picture; empty where it has none."""
        return self.vista.picture if self.vista else ""


def pieces(
    order: Order, faces: Iterable[CardFace], backs: Sequence[Back] | None, size: tuple[float, float] = SIZE
) -> list[Cutout]:
    """Cards with their backs, as many as each face counts; backs that are alike are one drawing."""
    trim, drawn = card(order, size)
    behind = {of: inlaid(partial(back, of=of, size=drawn), drawn, trim) for of in backs or ()}
    cards = [
        (face.name, inlaid(partial(front, face=face, size=drawn), drawn, trim), behind.get(of), face.count)
        for face, of in zip_longest(faces, backs or ())
    ]
    return cutouts(order, trim, cards)


def fields(
    order: Order, faces: Iterable[CardFace], size: tuple[float, float] = SIZE
) -> Iterator[art.ArtField]:
    """The fields that art fills on cards, as large as they are drawn."""
    _, drawn = card(order, size)
    for face in faces:
        if face.art:
            with suppress(Unprintable):  # what does not fit is told when the card is drawn
                yield art.ArtField(face.art, _field_size(face, drawn))


# -- the front --------------------------------------------------------------------------------------------


BAND, LOW = 11.2, 8.8
"""How tall the band of the title is, and on a card that lies across, which has no room for its kind there."""
FOOT = 5.0
"""How much room the line below has that says where a card is from."""


def front(pen: Pen, face: CardFace, size: tuple[float, float] = SIZE) -> None:
    """One card, its cut's upper left corner at the origin."""
    w, h = size
    pen.about = message("The card “{name}”", name=face.name)
    pattern = face.pattern or TONES.get(face.tone, TONES["ink"]).pattern
    full = _full(face, size)
    draw = partial(over if full else frame, tone=face.tone, pattern=pattern, size=size)
    with pen.no_smaller(LEAST), pen.named():
        stack = _stack(face, w, h)
        if full:
            _scenery(pen, face, w, h, stack)
        pen.use(pen.form(("card", full, face.tone, pattern, size), w, h, draw, pen.bleed))
        edge = _edge(face, size)
        _title(pen, face, edge + 0.2, w - edge - 0.2, edge, band(size))
        if _lies(face, size):
            _across(pen, face, w, h)
        else:
            _stacked(pen, face, w, h, stack)


def band(size: tuple[float, float]) -> float:
    """Return the height of the title's band on a card of a size."""
    return LOW if size[1] < size[0] else BAND


EDGE, NEAR = INSET + RING, 2.2
"""Where the face of a card begins: within its patterned edge, and where the picture goes to the edges."""
ROUND, VEIL = 1.6, 0.88
"""How round the corners are of what lies over a picture, and how much of the words' ground is paper."""
ABOVE = 0.8
"""So far their ground begins over words that no seals stand above, in millimetres."""
OUT = 4.2
"""So far over the cut such a picture goes: as far as any bleed."""


def _full(face: CardFace, size: tuple[float, float]) -> bool:
    """True where the picture goes to the edges."""
    return face.template == "full" and not _lies(face, size)


def _edge(face: CardFace, size: tuple[float, float]) -> float:
    return NEAR if _full(face, size) else EDGE


class Stack(NamedTuple):
    """The parts of a card from top to bottom: the field's height, figures, small print, text and lore."""

    tall: float
    rows: "list[FigureRow]"
    text: Fitted | None
    lore: Fitted | None
    lines: Fitted | None


def _lies(face: CardFace, size: tuple[float, float]) -> bool:
    """True where a card lies across and has figures alone."""
    return size[1] < size[0] and not (face.text or face.lore or face.lines)


def _stack(face: CardFace, w: float, h: float) -> Stack:
    """Return the parts of a card, with a field as tall as the rest leaves it."""
    edge = _edge(face, (w, h))
    wide, room = w - 2 * (edge + 0.5), h - 2 * edge - FOOT - band((w, h))
    rows = _rows(face, wide)
    room -= sum(2 * row.r + NAMED for row in rows) - (rows[0].r if rows else 0)
    text, lore, lines = _body(face, wide - 2, room)
    taken = sum(part.tall + 1.2 for part in (text, lore, lines) if part)
    return Stack(room - taken - 0.4, rows, text, lore, lines)


def _field_size(face: CardFace, size: tuple[float, float]) -> tuple[float, float]:
    """Return the width and height of the picture's field."""
    w, h = size
    if _lies(face, size):
        return w * 0.5 - EDGE, h - 2 * EDGE - FOOT - 3.0 - LOW
    tall = _stack(face, w, h).tall
    return (w + 2 * OUT, OUT + NEAR + BAND + tall) if _full(face, size) else (w - 2 * EDGE, tall)


def _stacked(pen: Pen, face: CardFace, w: float, h: float, stack: Stack) -> None:
    """The picture under the title, figures over its lower edge, and the text."""
    edge, full = _edge(face, (w, h)), _full(face, (w, h))
    left, right, top, bottom = edge + 0.5, w - edge - 0.5, edge + band((w, h)), h - edge - FOOT
    tall, rows, text, lore, lines = stack
    y = top
    if tall >= FLAT - 0.5:
        if not full:
            _field(pen, face, EDGE, top, w - 2 * EDGE, tall, rows[0].r + 1.2 if rows else 4.0)
        y += tall
    elif face.art:
        raise Unprintable(
            message("“{name}” has no room beside so many words; fewer would be right.", name=face.art.name)
        )
    elif rows:
        y += rows[0].r + 0.6
    ends = [edge]
    for n, row in enumerate(rows):
        spans = _seals(pen, face, row, left, y + (row.r if n else 0), right - left)
        ends += [] if n else [end for span in spans for end in span]
        y += (2 * row.r if n else row.r) + NAMED
    if tall >= FLAT - 0.5 and not full:  # the field's lower edge, between the seals
        ends.append(w - edge)
        low = [(a, top + tall, b, top + tall) for a, b in zip(ends[::2], ends[1::2], strict=True)]
        pen.lines(low, 0.25, pen.ink.paint(face.tone).line)
    for part, colour in ((lines, pen.ink.quiet), (text, pen.ink.text)):
        if part:
            pen.block(part, left + 1, y + 0.8, colour)
            y += part.tall + 1.2
    if lore:
        pen.block(lore, left + 1, bottom - lore.tall - 0.6, pen.ink.quiet)
    _foot(pen, face, left, right, h - edge)


def _across(pen: Pen, face: CardFace, w: float, h: float) -> None:
    """A card that lies across and has figures alone: they stand beside the picture, its kind under it."""
    top, bottom, middle = EDGE + LOW, h - EDGE - FOOT - 3.0, w * 0.5
    wide, tall = _field_size(face, (w, h))
    _field(pen, face, EDGE, top, wide, tall, 1.4)
    each = -(-len(face.figures) // 2)
    rows = [_row(face, part) for part in (face.figures[:each], face.figures[each:]) if part]
    gap = (h - EDGE - top - sum(2 * row.r + NAMED for row in rows)) / (len(rows) + 1)
    y = top + gap
    for row in rows:
        _seals(pen, face, row, middle + 0.7, y + row.r, w - EDGE - middle - 1.0)
        y += 2 * row.r + NAMED + gap
    kind = clipped(face.kind, LORE, (middle - EDGE - 2) * SMALLEST / WORDS)
    with pen.no_smaller(WORDS):
        pen.text(EDGE + 1.2, bottom + 3.2, kind, LORE, LEAST, pen.ink.quiet, room=middle - EDGE - 2)
    _foot(pen, face, EDGE + 0.2, middle, h - EDGE)


def _scenery(pen: Pen, face: CardFace, w: float, h: float, stack: Stack) -> None:
    """The picture from edge to edge, its land below it, and on that the ground of the words."""
    ink, out, low = pen.ink, pen.bleed, NEAR + BAND + stack.tall
    paint, paper = ink.paint(face.tone), ink.ground or WHITE
    shown = stack.tall >= FLAT - 0.5
    land = face.vista.place.land if shown and face.vista and not face.art else paint.field or paper
    with pen.within(oblong(-out, -out, w + 2 * out, h + 2 * out)):
        if ink.mode == "full":
            ground(pen, w, h, land)
        if shown:
            foot, head = stack.rows[0].r + 1.2 if stack.rows else 4.0, OUT + NEAR + BAND + RING
            _field(pen, face, -OUT, -OUT, w + 2 * OUT, OUT + low, foot, head)
    low -= 0.0 if stack.rows else ABOVE
    veil = mixed(land, paper, VEIL) if ink.mode == "full" else paper
    pen.box(NEAR, low, w - 2 * NEAR, h - NEAR - low, veil, paint.line, 0.25, ROUND)


def _field(
    pen: Pen, face: CardFace, x: float, y: float, w: float, h: float, foot: float, head: float = 0.0
) -> None:
    """The owner's art, the picture in its scene, or a large letter where the card has none; so much of its
    head is covered."""
    paint = pen.ink.paint(face.tone)
    if face.art:
        with pen.tagged("Figure", face.name):
            art.draw(pen, face.art, x, y, w, h)
    elif face.vista:
        # the pictures have English names
        with pen.tagged("Figure", face.name if tongue() else face.picture.replace("-", " ")):
            field(pen, face.vista, x, y, w, h, foot, head)
    else:
        if paint.wash:
            pen.box(x, y, w, h, paint.wash)
        y, h = y + head, h - head
        r = min(w, h) / 2 - 1.5
        pen.circle(x + w / 2, y + h / 2, r, pen.ink.ground or WHITE, paint.line, 0.25)
        pen.circle(x + w / 2, y + h / 2, r - 0.8, None, paint.line, 0.12)
        if face.icon:
            pen.icon(face.icon, x + w / 2 - r * 0.62, y + h / 2 - r * 0.62, r * 1.24, paint.line, word="")
        else:
            pen.text(
                x + w / 2, y + h / 2 + r * 0.52, face.letter, TITLE, r * 4.2, paint.line, "centre", 1.6 * r
            )


def _body(face: CardFace, w: float, room: float) -> tuple[Fitted | None, Fitted | None, Fitted | None]:
    """Text, lore and small print at sizes that go together, beside the highest field they allow."""
    what = message("The card “{name}”", name=face.name)
    words = "\n".join(f"*{said(name)}* {said(value)}" for name, value in face.lines)
    lines = fit(words, w, room, what, most=LEAST, least=LEAST) if words else None
    room -= lines.tall + 1.2 if lines else 0
    text: Fitted | None = None
    told, _, _ = _ending(face, w + 2)
    lore = fits(told, w, min(12.0, room / 3), what, LORE, 8.5, LEAST) if told else None
    if told and lore is None and not face.text:
        lore = fit(told, w, room - 2, what, LORE, 8.5, LEAST)
    if face.text:
        for high, least in (
            *((high, WANTED - 1) for high in FIELDS[:4]),
            *((high, LEAST) for high in (*FIELDS, 0.0)),
        ):
            left = room - high - (lore.tall + 1.2 if lore else 0) - 1
            text = fits(face.text, w, left, what, TEXT, WANTED, least) if left > 0 else None
            if text:
                return text, lore, lines
        return fit(face.text, w, room - 1.6, what, most=LEAST, least=LEAST), None, lines
    return text, lore, lines


def over(pen: Pen, tone: str, pattern: str, size: tuple[float, float]) -> None:
    """Draw what lies over a picture that goes to the edges: the band of the title, and its pattern."""
    w, tall, paint = size[0] - 2 * NEAR, band(size), pen.ink.paint(tone)
    pen.box(NEAR, NEAR, w, tall + RING, pen.ink.ground or WHITE, paint.line, 0.25, ROUND)
    trimming(pen, (NEAR, NEAR + tall, w, RING), paint.line, pattern)
    pen.box(NEAR, NEAR, w, tall, paint.field or WHITE, paint.line, 0.25, ROUND)


def frame(pen: Pen, tone: str, pattern: str, size: tuple[float, float]) -> None:
    """Draw the frame of a card: ground, patterned edge, title band."""
    w, h = size
    ink, paint = pen.ink, pen.ink.paint(tone)
    if ink.ground:
        ground(pen, w, h, ink.ground)
    tall = band(size)
    pen.box(EDGE, EDGE, w - 2 * EDGE, tall, paint.field)
    if paint.field is None:
        low = EDGE + tall
        pen.lines([(EDGE, low, w - EDGE, low), (EDGE, low - 0.6, w - EDGE, low - 0.6)], 0.2, paint.line)
    ring(pen, INSET, INSET, w - 2 * INSET, h - 2 * INSET, paint.line, pattern)


# -- the title --------------------------------------------------------------------------------------------


SLIM = 50.0
"""A card that is narrower has no roundel: its name needs the room."""
SINGLE = 9.2
"""The size in points below which a name in one line is set in two."""
DOUBLE = 8.4
"""The size of a name in two lines at most: clear of the band's edge and of the words below."""


def _title(pen: Pen, face: CardFace, left: float, right: float, top: float, band: float) -> None:
    paint = pen.ink.paint(face.tone)
    cx, cy, start, r = left + 5.4, top + band / 2, left + 1.8, min(4.3, band / 2 - 0.6)
    if (face.letter or face.icon) and right - left > SLIM:
        pen.circle(cx, cy, r, pen.ink.ground or WHITE, paint.line, 0.25)
        pen.circle(cx, cy, r - 0.5, None, paint.line, 0.12)
        if face.letter:
            pen.text(cx, cy + 1.75, face.letter, TITLE, 15, paint.line, "centre", 1.4 * r)
        else:
            pen.icon(face.icon, cx - 2.4, cy - 2.4, 4.8, paint.line)
        start = left + 11.2
    end = right - 1.6
    for icon, value in reversed(face.cost):
        end -= pen.text(end, cy + 1.9, value, TITLE, 15, paint.on, "right") + 5.0
        pen.icon(icon, end, cy - 2.1, 4.4, paint.on)
        end -= 1.2
    room = end - start - 0.6
    kind = clipped(face.kind, LORE, room * SMALLEST / LEAST) if band > LOW else ""
    tall = band - (3.6 if kind else 0.0)
    if width(said(face.name), TITLE) * SINGLE / mm <= room:
        pen.text(start, top + tall / 2 + 2.0, face.name, TITLE, 15, paint.on, room=room)
    else:
        name = fit(face.name, room, tall, pen.about, TITLE, DOUBLE, LEAST)
        pen.block(name, start, top + (tall - name.tall) / 2, paint.on)
    pen.text(start, top + band - 1.5, kind, LORE, LEAST, paint.on)


# -- figures ----------------------------------------------------------------------------------------------


Figure = tuple[str, str, str]
SEAL, GREAT = 4.3, 5.1
"""How wide half a seal is, and that of a row with the figure that matters most."""
NAMED = 3.7
"""The room of the word under a seal."""


class FigureRow(NamedTuple):
    """Figures side by side: half the height of their seals, and how wide each needs to be."""

    figures: Sequence[Figure]
    wide: Sequence[float]
    r: float


def _row(face: CardFace, figures: Sequence[Figure]) -> FigureRow:
    great = any(word == face.main for _, word, _ in figures)
    wide = []
    for icon, word, value in figures:
        seal = max(2 * SEAL, _inside(face, (icon, word, value))[1] + 2.6)
        wide.append(max(seal, width(said(word), BOLD) * LEAST / mm) + 0.9)
    return FigureRow(figures, wide, GREAT if great else SEAL)


def _rows(face: CardFace, w: float) -> list[FigureRow]:
    """The figures in as few rows as have room for their words, as equal as can be."""
    figures = face.figures
    for rows in range(1, len(figures) + 1):
        per = -(-len(figures) // rows)
        made = [_row(face, figures[i : i + per]) for i in range(0, len(figures), per)]
        if all(sum(row.wide) <= w + 0.9 for row in made):
            return made
    return [_row(face, [figure]) for figure in figures]


def _inside(face: CardFace, figure: Figure) -> tuple[float, float]:
    """The size of what stands in a seal, and how wide it is with its icon."""
    icon, word, value = figure
    if value.isalpha():
        return 10.0, width(said(value), LORE) * 10.0 / mm
    size, sign = (21.0, 4.2) if face.main and word == face.main else (14.0, 3.4)
    return size, width(said(value), TITLE) * size / mm + (sign + 0.4 if icon else 0.0)


def _seals(
    pen: Pen, face: CardFace, row: FigureRow, x: float, y: float, w: float
) -> list[tuple[float, float]]:
    """Figures in round seals about a line, a word under each; from where to where each reaches."""
    spans = []
    paint, paper = pen.ink.paint(face.tone), pen.ink.ground or WHITE
    spare = max(0.0, w - sum(row.wide)) / len(row.figures)
    for figure, each in zip(row.figures, row.wide, strict=True):
        icon, word, value = figure
        each = min(each + spare, w)
        middle, main = x + each / 2, bool(face.main) and word == face.main
        x += each
        r = GREAT if main else SEAL
        size, wide = _inside(face, figure)
        half = max(r, min(wide / 2 + 1.6, each / 2))
        pen.box(middle - half, y - r, 2 * half, 2 * r, paper, paint.line, 0.3, r)
        pen.box(middle - half + 0.5, y - r + 0.5, 2 * half - 1, 2 * r - 1, None, paint.line, 0.1, r - 0.5)
        if value.isalpha():
            pen.text(middle, y + 1.2, value, LORE, size, pen.ink.text, "centre", 2 * half - 1.6)
        else:
            sign = (4.2 if main else 3.4) if icon else 0.0
            room = 2 * half - 1.6 - (sign + 0.4 if icon else 0.0)
            size = pen.shrunk(value, TITLE, size, room)
            start = middle - (width(said(value), TITLE) * size / mm + (sign + 0.4 if icon else 0)) / 2
            if icon:
                pen.icon(icon, start, y - sign / 2, sign, paint.line, word="")
                start += sign + 0.4
            pen.text(start, y + size * 0.115, value, TITLE, size, pen.ink.text)
        pen.text(middle, y + row.r + 2.9, word, BOLD, LEAST, pen.ink.quiet, "centre", each)
        spans.append((middle - half, middle + half))
    return spans


def _ending(face: CardFace, w: float) -> tuple[str, str, str]:
    """Return the lore that has lines of its own, what stands at the left of the foot, and what at its right:
    short lore stands before the source.
    """
    version = said(message("version {version}", version=face.version)) if face.version else ""
    mark = " ".join(filter(None, (version, f"×{face.count}" if face.count > 1 else "")))
    both = said(joined(filter(None, (face.lore, face.source)), " · "))
    if face.text and width(both, SLANT) * LEAST / mm <= w - 3 - width(mark, TEXT) * LEAST / mm:
        return "", both, mark
    return face.lore, face.source, mark


def _foot(pen: Pen, face: CardFace, left: float, right: float, low: float) -> None:
    """Draw the foot of a card, with its origin, version and count: as large as the rest, or a little
    smaller.
    """
    y = low - 1.6
    _, origin, mark = _ending(face, right - left)
    used = pen.text(right - 1, y, mark, TEXT, LEAST, pen.ink.quiet, "right") if mark else 0
    room = right - left - 3 - used
    with pen.no_smaller(WORDS):
        origin = clipped(origin, SLANT, room * SMALLEST / WORDS)
        pen.text(left + 1, y, origin, SLANT, LEAST, pen.ink.quiet, room=room)
