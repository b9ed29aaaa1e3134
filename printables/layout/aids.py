"""Player aids: a card of two sides for each seat, read at a glance. A turn as a strip of signs, what there is
in the game, its numbers, and an example that is drawn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from reportlab.lib.units import mm

from companion.words import Message, message
from companion.words.speaking import said
from printables.draw.fit import fit
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE, Unprintable, width
from printables.draw.pen import Pen
from printables.layout import parts, scenes
from printables.layout.paper import Cutout, reads
from printables.layout.parts import Part
from printables.layout.scenes import Scene

SIZE = (93.0, 186.0)
"""Three come from a sheet of A4, two from one of Letter."""
SIZES = tuple(n / 4 for n in range(44, 35, -1))
"""From 11 to 9 points: as large as fits both sides."""
EDGE, HEAD, FOOT = 5.0, 13.0, 4.0
LOW = 24.0
"""An example is drawn at least so high, in millimetres."""


@dataclass(frozen=True)
class AidEntry:
    """A step of a turn, or a kind of space, chip or card: its sign, name and words, and what it costs."""

    name: str
    words: str
    icon: str = ""
    cost: str = ""
    tone: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Numbers:
    """A table of numbers: headings and then rows."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    icon: str = ""


@dataclass(frozen=True)
class Example:
    """Something that happens, drawn and said."""

    title: str
    words: str
    scene: Scene


@dataclass(frozen=True)
class Aid:
    """The aid of a seat, which lies before it all evening."""

    game: str
    seat: str
    tone: str
    icon: str
    goal: str
    turn: str
    steps: tuple[AidEntry, ...]
    kinds: tuple[AidEntry, ...] = ()
    numbers: tuple[Numbers, ...] = ()
    example: Example | None = None


def pieces(aids: Sequence[Aid]) -> list[Cutout]:
    """A card for each."""
    return [_card(aid) for aid in aids]


def _card(aid: Aid) -> Cutout:
    front, back = (reads(side, SIZE[0]) for side in sides(aid))
    return Cutout(SIZE, front, back, bleed=0.0, name=aid.seat)


def sides(aid: Aid) -> tuple[Callable[[Pen], None], Callable[[Pen], None]]:
    """Both sides, at the largest size at which all fits; Unprintable if even 9 points are too many."""
    w = SIZE[0] - 2 * EDGE
    room = SIZE[1] - HEAD - FOOT
    for size in SIZES:
        front, back = _flowed(list(_blocks(aid, w, size)), room)
        if parts.tall(back) <= room:
            return partial(_side, aid=aid, blocks=front), partial(_side, aid=aid, blocks=back)
    over = parts.tall(back) - room
    raise Unprintable(
        "The aid of {seat} is {over} mm too long at {least} points; fewer words for what one "
        "can do would be right.",
        seat=aid.seat,
        over=f"{over:.0f}",
        least=SIZES[-1],
        named=True,
    )


def _flowed(blocks: list[Part], room: float) -> tuple[list[Part], list[Part]]:
    """Return the blocks that fit on the front, and the rest: what stands under one heading stays together
    where it can.
    """
    n = len(parts.flowed(blocks, (room, inf))[0])
    heads = [at for at, block in enumerate(blocks[:n]) if block.head]
    if heads and n < len(blocks) and parts.tall(blocks[heads[-1] :]) <= room:
        n = heads[-1]
    return blocks[:n], blocks[n:]


def _blocks(aid: Aid, w: float, size: float) -> Iterator[Part]:
    yield _goal(aid, w, size)
    yield _heading("Your turn", "hourglass")
    if aid.turn:
        words = fit(aid.turn, w, 40, _about(aid), LORE, size + 0.5, size)
        yield parts.words(words, 1.4)
    for n, step in enumerate(aid.steps):
        yield _entry(aid, step, w, size, last=n == len(aid.steps) - 1, strip=True)
    for table in aid.numbers:
        yield from _table(aid, table, w, size)
    if aid.kinds:
        yield _heading("What is what", "eye")
        for kind in aid.kinds:
            yield _entry(aid, kind, w, size)
    if aid.example:
        yield _heading(aid.example.title, "scroll")
        yield _drawn(aid, aid.example, w, size)


def _about(aid: Aid) -> Message:
    return message("The aid of {seat}", seat=aid.seat)


def _goal(aid: Aid, w: float, size: float) -> Part:
    words = fit(aid.goal, w - 15.0, 40, _about(aid), BOLD, size + 1.0, size)
    tall = max(words.tall, 8.0) + 3.0

    def draw(pen: Pen, w: float) -> None:
        paint = pen.ink.paint(aid.tone)
        pen.box(0, 0, w, tall, paint.wash, paint.line, 0.25, radius=1.5)
        pen.icon("crown", 2.5, (tall - 8.5) / 2, 8.5, paint.line, word="wins")
        pen.block(words, 13.0, (tall - words.tall) / 2)

    return Part(tall + 1.5, draw)


def _heading(title: str, icon: str) -> Part:
    def draw(pen: Pen, w: float) -> None:
        paint = pen.ink.paint("ink")
        pen.icon(icon, 0.2, 1.4, 4.6, paint.line, word="")
        pen.text(6.2, 5.4, title, TITLE, 12.5, paint.line, room=w - 6.2)
        pen.line(0, 6.9, w, 6.9, 0.25, paint.line)

    return Part(8.2, draw, head=True)


def _entry(aid: Aid, entry: AidEntry, w: float, size: float, last: bool = True, strip: bool = False) -> Part:
    """A sign in a ring, the name with its cost, the words; in a strip a line leads to the next ring."""
    r, left = 3.4, 9.4
    if strip:
        words = fit(entry.words, w - left, 40, _about(aid), TEXT, size, size)
        head = size * 1.28 / mm
    else:
        words = fit(f"*{said(entry.name)}.* {said(entry.words)}", w - left, 40, _about(aid), TEXT, size, size)
        head = 0.0
    tall = max(head + words.tall + 1.3, 2 * r + 0.9)

    def draw(pen: Pen, w: float) -> None:
        paint = pen.ink.paint(entry.tone or (aid.tone if strip else "ink"))
        if not last:
            pen.line(r + 0.4, 2 * r, r + 0.4, tall + 0.6, 0.5, paint.line)
        field, on = (paint.field, paint.on) if strip else (paint.wash, paint.line)
        pen.circle(r + 0.4, r + 0.2, r, field, paint.line, 0.3)
        if entry.picture:
            pen.picture(entry.picture, r + 0.4 - 2.5, r + 0.2 - 2.5, 5.0, on)
        elif entry.icon:
            pen.icon(entry.icon, r + 0.4 - 2.3, r + 0.2 - 2.3, 4.6, on, word="")
        if strip:
            base = size * 0.95 / mm
            used = pen.text(w, base, entry.cost, BOLD, size + 0.5, paint.line, "right")
            pen.text(left, base, entry.name, BOLD, size + 1.0, room=w - left - used - 2.0)
        pen.block(words, left, head if strip else max(0.0, r + 0.2 - words.tall / 2))

    return Part(tall, draw)


def _table(aid: Aid, table: Numbers, w: float, size: float) -> Iterator[Part]:
    yield _heading(table.title, table.icon or "scroll")
    line = size * 1.22 / mm
    wide = [
        max(width(said(row[n]), _cell_face(at, row[n])) for at, row in enumerate(table.rows)) * size / mm
        + 2.0
        for n in range(len(table.rows[0]))
    ]
    if sum(wide) > w:
        raise Unprintable(
            "{aid}: the table “{title}” is {over} mm too wide.",
            aid=_about(aid),
            title=table.title,
            over=f"{sum(wide) - w:.0f}",
        )
    spare = min((w - sum(wide)) / len(wide), 9.0)

    def draw(pen: Pen, w: float) -> None:
        paint, y = pen.ink.paint("ink"), 0.0
        for n, row in enumerate(table.rows):
            x = 0.6
            if n and n % 2 == 0 and paint.wash:
                pen.box(0, y, sum(wide) + spare * len(wide), line, paint.wash)
            for cell, room in zip(row, wide, strict=True):
                face = _cell_face(n, cell)
                pen.text(x, y + 0.76 * line, cell, face, size, pen.ink.quiet if not n else pen.ink.text)
                x += room + spare
            y += line

    yield Part(line * len(table.rows) + 1.5, draw)


def _cell_face(row: int, cell: str) -> str:
    """Return the face of a cell: headings in italics, figures bold."""
    return LORE if not row else BOLD if cell[:1].isdigit() or cell[:1] in "+−-" else TEXT


def _drawn(aid: Aid, example: Example, w: float, size: float) -> Part:
    """The picture at the left and the words at its right; below it, where it would be too low."""
    across, down = example.scene.size(w * 0.52, 46.0)
    left, top = across + 4.0, 0.0
    if down < LOW:
        across, down = example.scene.size(w, LOW)
        left, top = 0.0, down + 1.5
    words = fit(example.words, w - left, 60, _about(aid), TEXT, size, size)
    tall = max(down, top + words.tall) + 1.0

    def draw(pen: Pen, w: float) -> None:
        with pen.at(0, 0 if top else (tall - down) / 2):
            scenes.draw(pen, example.scene, across + 0.01, down + 0.01)
        pen.block(words, left, top or (tall - words.tall) / 2)

    return Part(tall, draw)


def _side(pen: Pen, aid: Aid, blocks: Sequence[Part]) -> None:
    """One side, its cut's upper left corner at the origin."""
    w, h = SIZE
    paint = pen.ink.paint(aid.tone)
    pen.about = _about(aid)
    pen.box(0, 0, w, h, None, paint.line, 0.3)
    pen.box(1.2, 1.2, w - 2.4, 9.6, paint.field, None if paint.field else paint.line)
    pen.icon(aid.icon, 3.6, 3.0, 6.0, paint.on, word="")
    used = pen.text(11.5, 8.0, aid.seat, TITLE, 16, paint.on, room=w * 0.45)
    pen.text(w - 4.5, 7.8, aid.game, LORE, 11, paint.on, "right", w - used - 22.0)
    spare = SIZE[1] - HEAD - FOOT - parts.tall(blocks)
    parts.column(pen, blocks, EDGE, HEAD, w - 2 * EDGE, min(1.6, spare / max(1, len(blocks))))
