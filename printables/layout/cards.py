"""Cards: title, picture, figures, text and origin, each where the template of the deck has it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import partial
from itertools import groupby, zip_longest
from typing import NamedTuple

from reportlab.lib.units import mm

from companion.words import Message, joined, message
from companion.words.speaking import said, tongue
from printables.art import field as art
from printables.art.field import Art
from printables.draw.fit import Fitted, clipped, fit, fits
from printables.draw.fonts import LEAST as SMALLEST
from printables.draw.fonts import LORE, SLANT, TEXT, TITLE, Unprintable, width
from printables.draw.ink import WHITE, mixed, tone_of
from printables.draw.pen import CARD_WORDS, WORDS, Pen, oblong
from printables.draw.vista import Scene, Vista, field
from printables.layout.backs import INSET, RING, SIZE, Back, back, ground, ring, trimming
from printables.layout.medallions import ROUND, TAB, Figure, FigureRow, Tabs, rows, seals
from printables.layout.paper import GAP, Cutout, Order
from printables.layout.products import card, inlaid

Size = tuple[float, float]
Box = tuple[float, float, float, float]
SAFE = 3.0
"""Nothing that matters is nearer to the cut than this."""
SHOP_SAFE = 3.2
"""Nor is a picture that goes to the edges nearer than print shops ask for: an eighth of an inch."""
WANTED, LEAST = 10.0, CARD_WORDS
"""Text is set at 10 points, or down to 8; the picture gives way first."""
FIELDS = (34.0, 29.0, 24.0, 19.0, 15.0, FLAT := 11.0)
"""How high a picture's field is beside the text; one that would be lower is left out."""
TRIED = (
    *((high, WANTED, WANTED - 1) for high in FIELDS[:4]),
    *((high, WANTED, LEAST) for high in FIELDS),
)
"""The fields that are tried, each with the largest and the least letters beside it."""


@dataclass(frozen=True)
class Template:
    """A template: where the parts of a card stand."""

    order: tuple[str, ...] = ("title", "picture", "figures", "text", "source")
    """From its head to its foot."""
    picture: str = "edges"
    """``edges`` where it goes to the edges of the card, ``frame`` where a patterned frame is about all."""
    title: str = "band"
    """``band`` from edge to edge, or ``plate``, as wide as the name, its kind at the foot."""
    figures: str = "row"
    """``row``, or the side of the picture they stand on: ``left`` or ``right``."""
    share: float = 0.0
    """So much of the card is picture, where its words in small letters leave as much."""

    @property
    def full(self) -> bool:
        """True where the picture goes to the edges."""
        return self.picture == "edges"

    @property
    def edge(self) -> float:
        """Return where the face begins, in millimetres from the cut."""
        return NEAR if self.full else EDGE

    @property
    def foot(self) -> float:
        """Return how much room the line has that says where a card is from."""
        return FOOT if self.title == "band" else 4.0

    def tall(self, size: Size) -> float:
        """Return the height of the title on a card of a size."""
        return PLATE if self.title == "plate" else LOW if size[1] < size[0] else BAND

    def below(self, part: str) -> bool:
        """True if a part stands right below the picture."""
        return self.order[self.order.index("picture") + 1 :][:1] == (part,)


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
    template: Template = Template()
    version: str = dataclass_field(default="", compare=False)
    """Letters that change with the card, on cards of an owner's own set."""

    @property
    def sign(self) -> str:
        """Return its letter as drawn: one that only begins its name is the first of the name as said."""
        return said(self.name)[:1] if self.letter and self.letter == self.name[:1] else self.letter

    @property
    def picture(self) -> str:
        """The name of its picture; empty where it has none."""
        return self.vista.picture if self.vista else ""

    @property
    def medallions(self) -> list[Figure]:
        """Return its figures as they are drawn, the main one marked."""
        return [Figure(*figure, bool(self.main) and figure[1] == self.main) for figure in self.figures]


def pieces(
    order: Order, faces: Iterable[CardFace], backs: Sequence[Back], size: tuple[float, float] = SIZE
) -> list[Cutout]:
    """Cards with their backs, as many as each face counts; backs that are alike are one drawing."""
    trim, card_size = card(order, size)
    gap = GAP if order.cut == "apart" else 0.0
    behind = {of: inlaid(partial(back, of=of, size=card_size), card_size, trim) for of in backs}
    cards: list[Cutout] = []
    for face, of in zip_longest(faces, backs):
        drawn = inlaid(partial(front, face=face, size=card_size), card_size, trim)
        cards += [Cutout(trim, drawn, behind.get(of), gap=gap, name=face.name)] * face.count
    return cards


def fields(
    order: Order, faces: Iterable[CardFace], size: tuple[float, float] = SIZE
) -> Iterator[art.ArtField]:
    """The fields that art fills on cards, as large as they are drawn."""
    _, card_size = card(order, size)
    for face in faces:
        if face.art:
            with suppress(Unprintable):  # what does not fit is told when the card is drawn
                yield art.ArtField(face.art, plan(face, card_size).box[2:])


# -- the front --------------------------------------------------------------------------------------------


BAND, LOW, PLATE = 11.2, 8.8, 8.0
"""How tall the band of the title is; on a card that lies across, which has no room for its kind there; and a
plate."""
FOOT = 5.0
"""How much room the line below has that says where a card is from."""
EDGE, NEAR = INSET + RING, 2.2
"""Where the face of a card begins: within its patterned edge, and where the picture goes to the edges."""
VEIL = 0.88
"""How much of the ground of the words is paper."""
ABOVE = 0.8
"""So far their ground begins over words that no seals stand above, in millimetres."""
OUT = 4.2
"""So far over the cut such a picture goes: as far as any bleed."""
AFTER, SPARE = 1.2, 0.4
"""Room after each of the texts, and after all of them, in millimetres."""


def front(pen: Pen, face: CardFace, size: Size = SIZE) -> None:
    """One card, its cut's upper left corner at the origin."""
    pen.about = message("The card “{name}”", name=face.name)
    with pen.no_smaller(LEAST), pen.named():
        _front(pen, plan(face, size))


class Plan(NamedTuple):
    """A card whose parts have their places."""

    face: CardFace
    size: Size
    template: Template
    band: float
    """How tall its title is."""
    rows: Sequence[FigureRow]
    tabs: Tabs
    lines: Fitted | None
    text: Fitted | None
    lore: Fitted | None
    field: float
    """How tall the field of its picture is; nought where the words leave no room for one."""
    places: dict[str, float]
    """Where each of its parts begins, from the head of the card."""
    box: Box
    """The box of its picture: left, top, width and height."""

    def below(self, part: str, edge: float) -> float:
        """Return where what is below a part begins: the next one, or the edge of the card."""
        ends = self.template.order.index(part) + 1
        return self.places[self.template.order[ends]] if ends < len(self.places) else self.size[1] - edge

    @property
    def into(self) -> float:
        """Return how far the first seals reach into the picture."""
        return self.rows[0].r if self.rows and self.field and self.template.below("figures") else 0.0

    @property
    def foot(self) -> float:
        """Return how far over the lower edge of its field the picture stands."""
        return 1.4 if self.template is LYING else self.into + 1.2 if self.into else 4.0

    @property
    def head(self) -> float:
        """Return how far the pattern of a title reaches into a picture that goes to the edges below it."""
        order = self.template.order
        above = self.field and order.index("picture") == order.index("title") + 1
        return RING if above and self.template.full else 0.0


def plan(face: CardFace, size: Size) -> Plan:
    """Return a card with its parts in their places; its figures are in a row where they have no room beside
    the picture.
    """
    if size[1] < size[0] and not (face.text or face.lore or face.lines):
        return _lying(face, size)
    result = _planned(face, size, face.template)
    if result.tabs.tall + result.head > result.field:
        result = _planned(face, size, replace(face.template, figures="row"))
    return result


def _planned(face: CardFace, size: Size, template: Template) -> Plan:
    (w, h), edge, figures = size, template.edge, face.medallions
    beside, below = (figures, []) if template.figures != "row" else ([], figures)
    layout, tabs, title = rows(below, w - 2 * edge - 1), Tabs(beside), template.tall(size)
    tall = {"title": title, "figures": sum(row.tall for row in layout), "source": template.foot}
    room = h - 2 * edge - sum(tall.values())
    into = layout[0].r if layout and template.below("figures") else 0.0
    covered = _plate(face, template, w) * (title + RING) + len(tabs.figures) * TAB * tabs.wide
    share = (
        room
        + tall["figures"]
        + template.foot
        - ((1 - template.share) * w * h - covered) / (w - 2 * edge)
        + ABOVE
    )
    lines, text, lore = texts = _body(
        face, template, w - 2 * edge - 3, room + into, _highs(template, share, tabs)
    )
    tall["text"] = sum(part.tall + AFTER for part in texts if part) + SPARE
    field = room + into - tall["text"]
    if field < FLAT - 0.5:
        tall["text"], field, into = room, 0.0, 0.0
    tall |= {"picture": field, "figures": tall["figures"] - into}
    places, y = {}, edge
    for name in template.order:
        places[name], y = y, y + tall[name]
    box = _window(template, size, places["picture"], field)
    return Plan(face, size, template, title, layout, tabs, lines, text, lore, field, places, box)


def _window(template: Template, size: Size, top: float, field: float) -> Box:
    """Return the box of a picture so far from the head: one that goes to the edges reaches over the cut."""
    w, h = size
    if not template.full:
        return EDGE, top, w - 2 * EDGE, field
    low = h + OUT if template.order[-1] == "picture" else top + field
    return -OUT, -OUT, w + 2 * OUT, OUT + low


def _highs(template: Template, share: float, tabs: Tabs) -> list[tuple[float, float, float]]:
    """Return the fields that are tried beside the text, none lower than the tabs."""
    tried = TRIED if not template.share else ((share + 0.6, WANTED, LEAST), (FLAT, LEAST, LEAST))
    least = tabs.tall + RING + 1.4 if tabs.figures else 0.0
    return [(max(high, least), largest, smallest) for high, largest, smallest in tried]


def _front(pen: Pen, of: Plan) -> None:
    face, w, template, edge = of.face, of.size[0], of.template, of.template.edge
    if face.art and not of.field:
        words = "“{name}” has no room beside so many words; fewer would be right."
        raise Unprintable(words, name=face.art.name)
    if template.full:
        _scenery(pen, of)
    _framed(pen, of)
    if not template.full and of.field:
        _field(pen, of, *of.box)
    if of.tabs.figures:
        x = edge if template.figures == "left" else w - edge - of.tabs.wide
        of.tabs.draw(pen, face.tone, x, of.places["picture"] + of.head)
    for name in template.order:
        if name in PARTS:
            PARTS[name](pen, of, edge + 0.5, of.places[name], w - edge - 0.5)


def _framed(pen: Pen, of: Plan) -> None:
    """The frame of a card, or the ground of its title: one form for all that look alike."""
    face, pattern = of.face, of.face.pattern or tone_of(of.face.tone).pattern
    wide = round(_plate(face, of.template, of.size[0]), 2)
    draw = partial(over if of.template.full else frame, tone=face.tone, pattern=pattern, of=of, w=wide)
    key = ("card", of.template, face.tone, pattern, of.size, of.places["title"], bool(of.field), wide)
    pen.use(pen.form(key, *of.size, draw, pen.bleed))


def _scenery(pen: Pen, of: Plan) -> None:
    """The picture from edge to edge, its land below it, and on that the ground of the words."""
    face, (w, h), ink, out = of.face, of.size, pen.ink, pen.bleed
    paint, paper = ink.paint(face.tone), ink.paper
    land = paint.field or paper
    if of.field and face.vista and not face.art:
        land = face.vista.place.land
    with pen.within(oblong(-out, -out, w + 2 * out, h + 2 * out)):
        if ink.mode == "full":
            ground(pen, w, h, land)
        if of.field:
            _field(pen, of, *of.box)
    veil = mixed(land, paper, VEIL) if ink.mode == "full" else paper
    for top, low in _grounds(of):
        pen.box(NEAR, top, w - 2 * NEAR, low - top, veil, paint.line, 0.25, ROUND)


def _grounds(of: Plan) -> Iterator[tuple[float, float]]:
    """Yield from where to where words lie under one another: a ground for all of them."""
    order, last = of.template.order, ""
    for words, run in groupby(order, lambda name: name in ("figures", "text", "source")):
        names = [*run]
        if words:
            seals = of.rows and names[0] == "figures"
            above = ABOVE if last == "picture" and not seals else 0.0
            yield of.places[names[0]] - above, of.below(names[-1], NEAR)
        last = names[-1]


def _field(pen: Pen, of: Plan, x: float, y: float, w: float, h: float) -> None:
    """The owner's art, the picture in its scene, or a large letter where the card has none."""
    face, paint = of.face, pen.ink.paint(of.face.tone)
    head = of.places["picture"] - y + of.head if of.template.full else 0.0
    aside = of.tabs.wide if of.template.figures == "left" else -of.tabs.wide
    if face.art:
        with pen.tagged("Figure", face.name):
            art.draw(pen, face.art, x, y, w, h)
    elif face.vista:
        # the pictures have English names
        with pen.tagged("Figure", face.name if tongue() else face.picture.replace("-", " ")):
            edge = OUT + SHOP_SAFE if of.template.full else 0.0
            scene = Scene(face.vista, w, h, of.foot, head, aside if of.tabs.figures else 0.0, edge)
            field(pen, scene, x, y)
    else:
        if paint.wash:
            pen.box(x, y, w, h, paint.wash)
        _emblem(pen, face, x + w / 2, y + (h + head) / 2, min(w, h - head) / 2 - 1.5)


def _emblem(pen: Pen, face: CardFace, x: float, y: float, r: float) -> None:
    """The icon or the letter of a card without a picture, in a circle about a point."""
    line = pen.ink.paint(face.tone).line
    pen.circle(x, y, r, pen.ink.paper, line, 0.25)
    pen.circle(x, y, r - 0.8, None, line, 0.12)
    if face.icon:
        pen.icon(face.icon, x - r * 0.62, y - r * 0.62, r * 1.24, line, word="")
    else:
        pen.text(x, y + r * 0.52, face.sign, TITLE, r * 4.2, line, "centre", 1.6 * r)


def over(pen: Pen, tone: str, pattern: str, of: Plan, w: float) -> None:
    """Draw the ground of the title over a picture that goes to the edges, and its pattern below."""
    tall, y, paint = of.band, of.places["title"], pen.ink.paint(tone)
    if of.head:
        pen.box(NEAR, y, w, tall + RING, pen.ink.paper, paint.line, 0.25, ROUND)
        trimming(pen, (NEAR, y + tall, w, RING), paint.line, pattern)
    pen.box(NEAR, y, w, tall, paint.field or WHITE, paint.line, 0.25, ROUND)


def frame(pen: Pen, tone: str, pattern: str, of: Plan, w: float) -> None:
    """Draw the frame of a card: ground, patterned edge, the ground of the title."""
    (wide, h), tall, y, ink, paint = of.size, of.band, of.places["title"], pen.ink, pen.ink.paint(tone)
    if ink.ground:
        ground(pen, wide, h, ink.ground)
    pen.box(EDGE, y, w, tall, paint.field)
    if paint.field is None:
        pen.lines([(EDGE, low, EDGE + w, low) for low in (y + tall, y + tall - 0.6)], 0.2, paint.line)
    ring(pen, INSET, INSET, wide - 2 * INSET, h - 2 * INSET, paint.line, pattern)


# -- its parts --------------------------------------------------------------------------------------------


NAME, SINGLE, DOUBLE = 15.0, 9.2, 8.4
"""How large a name is in points; below the second it is set in two lines, which are at most as large as the
third: clear of the band's edge and of the words below."""
SLIM = 50.0
"""A card that is narrower has no roundel: its name needs the room."""
PRICE = 6.2
"""The room of the icon of a cost, and about it."""


def _roundel(face: CardFace, room: float) -> float:
    """Return where the name begins in a title: after the letter or the icon of the card, if it has one."""
    return 11.2 if (face.letter or face.icon) and room > SLIM else 1.8


def _plate(face: CardFace, template: Template, w: float) -> float:
    """Return the width of a title on a card of a width: all of its face, or what a plate needs."""
    room = w - 2 * template.edge
    if template.title == "band":
        return room
    costs = sum(width(said(value), TITLE) * NAME / mm + PRICE for _, value in face.cost)
    return min(room, _roundel(face, room) + width(said(face.name), TITLE) * NAME / mm + costs + 2.7)


def _title(pen: Pen, of: Plan, left: float, top: float, right: float) -> None:
    face, band, paint = of.face, of.band, pen.ink.paint(of.face.tone)
    left, room, wide = left - 0.3, right - left + 0.6, _plate(face, of.template, of.size[0])
    start, cx, cy, r = left + _roundel(face, room), left + 5.4, top + band / 2, min(4.3, band / 2 - 0.6)
    if start > left + 2:
        pen.circle(cx, cy, r, pen.ink.paper, paint.line, 0.25)
        pen.circle(cx, cy, r - 0.5, None, paint.line, 0.12)
        if face.letter:
            pen.text(cx, cy + 1.75, face.sign, TITLE, 15, paint.line, "centre", 1.4 * r)
        else:
            pen.icon(face.icon, cx - 2.4, cy - 2.4, 4.8, paint.line)
    end = left + wide - 2.0
    for icon, value in reversed(face.cost):
        end -= pen.text(end, cy + 1.9, value, TITLE, 15, paint.on, "right") + 5.0
        pen.icon(icon, end, cy - 2.1, 4.4, paint.on)
        end -= 1.2
    room = end - start - 0.6
    kind = clipped(face.kind, LORE, room * SMALLEST / LEAST) if band > LOW else ""
    tall = band - (3.6 if kind else 0.0)
    if width(said(face.name), TITLE) * SINGLE / mm <= room:
        pen.text(start, top + tall / 2 + 2.0, face.name, TITLE, NAME, paint.on, room=room)
    else:
        name = fit(face.name, room, tall, pen.about, TITLE, DOUBLE, LEAST)
        pen.block(name, start, top + (tall - name.tall) / 2, paint.on)
    pen.text(start, top + band - 1.5, kind, LORE, LEAST, paint.on)


def _figures(pen: Pen, of: Plan, left: float, y: float, right: float) -> None:
    """Figures in seals, the first row over the lower edge of the picture; that of a field in a frame is drawn
    between them.
    """
    ends, low, w = [of.template.edge], of.places["picture"] + of.field, of.size[0]
    y += 0.0 if of.into or not of.rows else 0.6
    for n, row in enumerate(of.rows):
        into = row.r if of.into and not n else 0.0
        found = seals(pen, of.face.tone, row, left, y + row.r - into, right - left)
        ends += found if into else []
        y += row.tall - into
    if of.field and not of.template.full:
        ends.append(w - of.template.edge)
        lines = [(a, low, b, low) for a, b in zip(ends[::2], ends[1::2], strict=True)]
        pen.lines(lines, 0.25, pen.ink.paint(of.face.tone).line)


def _texts(pen: Pen, of: Plan, left: float, y: float, right: float) -> None:
    low = of.below("text", of.template.edge)
    for part, colour in ((of.lines, pen.ink.quiet), (of.text, pen.ink.text)):
        if part:
            pen.block(part, left + 1, y + 0.8, colour)
            y += part.tall + AFTER
    if of.lore:
        pen.block(of.lore, left + 1, low - of.lore.tall - 0.6, pen.ink.quiet)


def _body(
    face: CardFace, template: Template, w: float, room: float, highs: Iterable[tuple[float, float, float]]
) -> tuple[Fitted | None, Fitted | None, Fitted | None]:
    """Small print, text and lore at sizes that go together, beside the first of some fields that they allow,
    each with the largest and the least size of the text there.
    """
    what = message("The card “{name}”", name=face.name)
    words = "\n".join(f"*{said(name)}* {said(value)}" for name, value in face.lines)
    lines = fit(words, w, room, what, most=LEAST, least=LEAST) if words else None
    room -= lines.tall + AFTER if lines else 0
    lore = _lore(face, template, w, room, what)
    if not face.text:
        return lines, None, lore
    for high, most, least in (*highs, (0.0, WANTED, LEAST)):
        left = room - high - (lore.tall + AFTER if lore else 0) - 1
        text = fits(face.text, w, left, what, TEXT, most, least) if left > 0 else None
        if text:
            return lines, text, lore
    return lines, fit(face.text, w, room - 1.6, what, most=LEAST, least=LEAST), None


def _lore(face: CardFace, template: Template, w: float, room: float, what: Message) -> Fitted | None:
    """Return the lore that has lines of its own: at most a third of the room, or all of it without a text."""
    ending, _, _ = _ending(face, template, w + 2)
    lore = fits(ending, w, min(12.0, room / 3), what, LORE, 8.5, LEAST) if ending else None
    if ending and lore is None and not face.text:
        return fit(ending, w, room - 2, what, LORE, 8.5, LEAST)
    return lore


def _ending(face: CardFace, template: Template, w: float) -> tuple[str, str, str]:
    """Return the lore that has lines of its own, what stands at the left of the foot, and what at its right:
    short lore stands before the source. Before the lore stands the kind, where no band has it.
    """
    version = said(message("version {version}", version=face.version)) if face.version else ""
    mark = " ".join(filter(None, (version, f"×{face.count}" if face.count > 1 else "")))
    kind = face.kind if template.title == "plate" else ""
    every = said(joined(filter(None, (kind, face.lore, face.source)), " · "))
    least = LEAST if face.lore or not kind else WORDS
    alone = width(every, SLANT) * least / mm > w - 3 - width(mark, TEXT) * LEAST / mm
    if alone or (face.lore and not face.text):
        return said(joined(filter(None, (kind, face.lore)), " · ")), face.source, mark
    return "", every, mark


def _source(pen: Pen, of: Plan, left: float, y: float, right: float) -> None:
    """Draw the foot of a card, with its origin, version and count: as large as the rest, or a little
    smaller.
    """
    y += of.template.foot - 1.6
    _, origin, mark = _ending(of.face, of.template, right - left)
    used = pen.text(right - 1, y, mark, TEXT, LEAST, pen.ink.quiet, "right") if mark else 0
    room = right - left - 3 - used
    with pen.no_smaller(WORDS):
        origin = clipped(origin, SLANT, room * SMALLEST / WORDS)
        pen.text(left + 1, y, origin, SLANT, LEAST, pen.ink.quiet, room=room)


def _lying(face: CardFace, size: Size) -> Plan:
    """A card that lies across and has figures alone: they stand beside the picture, its kind under it."""
    (w, h), each = size, -(-len(face.figures) // 2)
    rows = [FigureRow(part) for part in (face.medallions[:each], face.medallions[each:]) if part]
    top, tall = EDGE + LOW, h - 2 * EDGE - FOOT - 3.0 - LOW
    places = {"title": EDGE, "picture": top, "beside": top}
    box = (EDGE, top, w * 0.5 - EDGE, tall)
    return Plan(face, size, LYING, LOW, rows, Tabs([]), None, None, None, tall, places, box)


def _beside(pen: Pen, of: Plan, left: float, top: float, right: float) -> None:
    (w, h), middle = of.size, of.size[0] * 0.5
    gap = (h - EDGE - top - sum(row.tall for row in of.rows)) / (len(of.rows) + 1)
    y = top + gap
    for row in of.rows:
        seals(pen, of.face.tone, row, middle + 0.7, y + row.r, w - EDGE - middle - 1.0)
        y += row.tall + gap
    kind = clipped(of.face.kind, LORE, (middle - EDGE - 2) * SMALLEST / WORDS)
    with pen.no_smaller(WORDS):
        low = h - EDGE - FOOT + 0.2
        pen.text(EDGE + 1.2, low, kind, LORE, LEAST, pen.ink.quiet, room=middle - EDGE - 2)
    _source(pen, of, EDGE + 0.2, h - EDGE - FOOT, middle)


LYING = Template(("title", "picture", "beside"), "frame")
PARTS = {"title": _title, "figures": _figures, "text": _texts, "source": _source, "beside": _beside}
