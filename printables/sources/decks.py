"""Decks: cards from the game's set, or from what lies before the seats, with their backs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from string import Formatter
from typing import Any

from companion.kernel.cardset import CardSet, Deck, Field, SetForm
from companion.kernel.values import Thing
from companion.kernel.view import Card, Panel
from companion.svg.looks import LOOKS
from companion.svg.seats import MARKS
from companion.svg.spec import Pictures, PlaceSpec
from companion.toolkit.paper.cards import DeckSpec, PlacardsSpec
from companion.words import Text, joined, message
from printables.draw import vista as vistas
from printables.draw.ink import SEATS, rgb, seat_look
from printables.draw.vista import Scenery, Vista
from printables.layout import cards
from printables.layout.backs import SIZE, Back
from printables.layout.cards import CardFace, Template
from printables.sources.printable import Printable, as_text
from printables.sources.source import GROUPS, Source, art, picture, tone

Row = Mapping[str, Any]
HOUSE = "house"
FIGURE = {
    "attack": "sword", "melee": "sword", "power": "flame", "defeat": "shield", "defence": "shield",
    "armor": "shield", "armour": "shield", "health": "heart", "hp": "heart", "growth": "plus",
    "movement": "boot", "move": "boot", "range": "eye", "reach": "eye", "number": "star", "ap": "lightning",
    "cost": "coin", "price": "coin", "gold": "coin",
}  # fmt: skip
"""The icon of a figure by its field, where the game does not say."""
CALLED = {"coin": "cost", "sword": "attack", "shield": "defeat", "heart": "health", "boot": "move"}
"""What the figures of a card on the phone are called, by icon."""
COSTS = ("cost", "price", "ap")
COUNTS = ("copies", "stock", "count")
TEXTS = ("text", "effect")
LORES = ("words", "lore", "title", "mythos")
SIDES = ("side", "faction", "seat", "pantheon")
VERSION = 4
"""So many letters tell the versions of a card apart."""
MOST = 8
"""So many figures have room on a card."""


@dataclass(frozen=True)
class Pack:
    """The cards of a deck as they are printed: fronts, the back of each, and their size in millimetres."""

    title: str
    faces: tuple[CardFace, ...]
    backs: tuple[Back, ...]
    size: tuple[float, float] = SIZE


def printables(source: Source) -> Iterator[Printable]:
    """Every deck, with backs."""
    name = str(source.cards.get("name", ""))
    for key, pack in packs(source).items():
        count, (w, h) = sum(face.count for face in pack.faces), pack.size
        summary = "{n:# card|# cards}, {wide} × {high} mm, with backs"
        words = message(summary, n=count, wide=f"{w:g}", high=f"{h:g}")
        pieces = partial(cards.pieces, faces=pack.faces, backs=pack.backs, size=pack.size)
        fields = partial(cards.fields, faces=pack.faces, size=pack.size)
        yield Printable(key, pack.title, words, pieces, pack.faces, name, art=fields)


def packs(source: Source) -> dict[str, Pack]:
    """The decks by key: those of the set, or one of what lies before the seats."""
    paper, form = source.paper, source.game.get(SetForm)
    if form is None:
        pack = _dealt(source)
        listed = {key: _listed(source, spec) for key, spec in paper.decks.items() if spec.cards}
        return listed or ({"cards": pack} if pack.faces else {})
    decks = [deck for deck in form.decks if deck.most != 1 and not paper.deck(deck.key).skip]
    return {deck.key: _pack(source, deck, form) for deck in decks}


def _pack(source: Source, deck: Deck, form: SetForm) -> Pack:
    """The cards of a deck of the set that is printed, or of the house set where that has none."""
    held = source.cards if source.cards.get(deck.key) else form.house
    for placards in source.paper.placards:
        if placards.key == deck.key:
            return _placards(source, deck, placards, held)
    return _DeckReader(source, deck, source.paper.deck(deck.key), held).pack()


def template(source: Source, spec: DeckSpec | PlacardsSpec) -> Template:
    """Return the template of a deck."""
    return Template(**dict(source.paper.template(spec.template)))


def _backs(
    source: Source, faces: Sequence[CardFace], back_tone: str = "", sides: Sequence[str] = ()
) -> tuple[Back, ...]:
    """The back of each card: of the front's tone, with the mark and the picture of its side; or of one tone
    and with the game's own picture for all.
    """
    name, icon, pictures = source.game.name, source.paper.icon, source.game[Pictures]
    own = pictures.back
    if back_tone or not sides:
        return tuple(Back(name, back_tone or face.tone, icon, picture=own) for face in faces)
    marks = dict(zip(SEATS, MARKS, strict=True))
    by_tone = {tone(side, sides)[0]: pictures.of(side, side.lower()) or own for side in sides}
    return tuple(
        Back(name, face.tone, icon, marks.get(face.tone, ""), by_tone.get(face.tone, own)) for face in faces
    )


def _source(row: Row, held: CardSet) -> str:
    source = str(row.get("source") or held.get("source") or "")
    name = str(held.get("name", ""))
    return name if source == HOUSE or not source else source


def _versions(source: Source, faces: Iterable[CardFace], held: CardSet) -> tuple[CardFace, ...]:
    """Return the faces with the version of each, where they are of a set of an owner's own."""
    if held is source.game[SetForm].house:
        return tuple(faces)
    return tuple(
        replace(face, version=sha256(as_text(face).encode()).hexdigest()[:VERSION]) for face in faces
    )


# -- cards that lie before the seats ----------------------------------------------------------------------


def _dealt(source: Source) -> Pack:
    """The cards of every seat as the phone shows them."""
    spec = source.paper.deck("cards")
    panels = () if spec.skip else source.view.panels
    faces = tuple(face for n, panel in enumerate(panels) for face in _before(source, panel, spec, n))
    return Pack(spec.title or "Cards", faces, _backs(source, faces, spec.back_tone, source.seats), spec.size)


def _before(source: Source, panel: Panel, spec: DeckSpec, seat: int) -> Iterable[CardFace]:
    """The cards of a seat; those that differ only by a number are one."""
    faces: dict[tuple[Any, ...], CardFace] = {}
    for card in panel.cards:
        if spec.only and card.kind not in spec.only:
            continue
        key = card.name.of if isinstance(card.name, Thing) else str(card.name), card.kind, card.figures
        if key in faces:
            faces[key] = replace(faces[key], text=faces[key].text or str(card.text))
        else:
            faces[key] = _card(card, key[0], panel.seat, seat_look(seat)[0], spec, source)
    return faces.values()


def _card(card: Card, name: str, seat: str, look: str, spec: DeckSpec, source: Source) -> CardFace:
    """A card as the phone shows it."""
    words = CALLED | spec.figures
    return CardFace(
        spec.names.get(name, name),
        str(message("{Kind} · {seat}", kind=card.kind, seat=seat)),
        look,
        icon=spec.icons.get(card.kind, ""),
        vista=vista(source, "cards", {"name": name, **dict(enumerate(card.names)), "seat": seat}, look),
        letter=card.letter,
        cost=tuple((icon, str(n)) for icon, n in card.figures if words.get(icon) == "cost"),
        figures=tuple(
            (i, str(message("{Word}", word=words.get(i, i))), str(n))
            for i, n in card.figures
            if words.get(i) != "cost"
        ),
        text=str(card.text),
        source=source.game.name,
        template=template(source, spec),
    )


def _listed(source: Source, spec: DeckSpec) -> Pack:
    """Cards that are said one by one; all backs are alike, as they are shuffled together."""
    faces = tuple(
        CardFace(
            card.name,
            card.kind,
            card.tone,
            letter=card.letter,
            text=card.text,
            source=source.game.name,
            template=template(source, spec),
            count=card.count,
        )
        for card in spec.cards
    )
    return Pack(spec.title or "Cards", faces, _backs(source, faces, spec.back_tone or "ink"), spec.size)


# -- cards of a set ---------------------------------------------------------------------------------------


def _placards(source: Source, deck: Deck, spec: PlacardsSpec, held: CardSet) -> Pack:
    """Cards that are a name each, and what it stands for: the first two fields of their deck."""
    name, value = (field.key for field in deck.fields[:2])
    faces = []
    for row in held[deck.key]:
        look = spec.look.get(row[value])
        colour = (look and look.tone) or "ink"
        faces.append(
            CardFace(
                row[name],
                spec.kind,
                colour,
                icon=(look and look.icon) or spec.icon,
                vista=vista(source, deck.key, row, colour),
                art=art(source, row),
                letter=row[name][0],
                text=str(message(spec.text.replace("{}", "{value}"), value=row[value])),
                source=_source(row, held),
                template=template(source, spec),
            )
        )
    return Pack(spec.title, _versions(source, faces, held), _backs(source, faces))


@dataclass(frozen=True)
class _DeckReader:
    """Reads the rows of a deck as cards: which field is the cost, the side, the lore, a figure."""

    source: Source
    deck: Deck
    spec: DeckSpec
    held: CardSet

    def pack(self) -> Pack:
        """All cards of the deck."""
        faces = tuple(self._face(row) for row in self._rows)
        sides = self._sides if len(self._sides) <= GROUPS else ()
        backs = _backs(self.source, faces, self.spec.back_tone, sides)
        title = self.spec.title or str(message("{title} cards", title=self.deck.title))
        return Pack(title, _versions(self.source, faces, self.held), backs, self.spec.size)

    @property
    def _rows(self) -> Sequence[Row]:
        rows: Sequence[Row] = self.held[self.deck.key]
        return rows

    @cached_property
    def _fields(self) -> dict[str, Field]:
        return {field.key: field for field in self.deck.fields}

    def _first(self, keys: Iterable[str], used: Iterable[str] = ()) -> str:
        """The first of the deck's fields that is one of these."""
        return next((key for key in self._fields if key in keys and key not in used), "")

    @cached_property
    def _side(self) -> str:
        """The field that says which side a card belongs to."""
        return self.spec.side or next((key for key in SIDES if key in self._fields), "")

    @cached_property
    def _sides(self) -> tuple[str, ...]:
        """The sides, in the order of their colours."""
        if self.spec.order:
            return self.spec.order
        if self._side not in self._fields:
            return self.source.seats
        given = self._fields[self._side].choices
        return given or tuple(dict.fromkeys(str(row.get(self._side, "")) for row in self._rows))

    @cached_property
    def _named(self) -> set[str]:
        """Fields that have a place of their own."""
        said = {name for _, name, _, _ in Formatter().parse(self.spec.text) if name}
        own = {self.deck.fields[0].key, "letter", "source", *(field.key for field in LOOKS)}
        return {*own, self._side, *self.spec.hide, *said}

    @cached_property
    def _lores(self) -> tuple[str, ...]:
        """Return the fields that are printed in italics: the title of a card, and its story."""
        keys = {field.key for field in self.deck.fields} - self._named
        return tuple(key for key in LORES if key in keys)

    @cached_property
    def _cost(self) -> str:
        return self.spec.cost or self._first(COSTS, self._named)

    @cached_property
    def _count(self) -> str:
        return self._first(COUNTS)

    def _face(self, row: Row) -> CardFace:
        name, spec = str(row[self.deck.fields[0].key]), self.spec
        look, mark = tone(str(row.get(self._side, "")), self._sides)
        look = spec.tone if look == "ink" else look
        price = row.get(self._cost)
        figures, lines = self._figures(row)
        return CardFace(
            name,
            self._kind(name, row.get(self._side)),
            look,
            icon=spec.icon or mark,
            vista=vista(self.source, self.deck.key, row, look),
            art=art(self.source, row),
            letter=str(row.get("letter") or name[0]),
            cost=((self._icons.get(self._cost, "coin"), str(price)),) if price not in (None, "") else (),
            figures=figures,
            main=self._word(self._fields[spec.main]) if spec.main else "",
            lines=lines,
            text=str(joined((self._says(row), self._others(name)), "\n")),
            lore=str(_sentences([str(row[key]) for key in self._lores if row.get(key)])),
            source=_source(row, self.held),
            template=template(self.source, spec),
            count=int(spec.copies.get(name) or row.get(self._count) or 1),
        )

    def _kind(self, name: str, side: Any) -> str:
        """Return the kind of a card, with its side where that is not its name."""
        kind = self.spec.kind or self.deck.title
        return str(message("{Kind} · {seat}", kind=kind, seat=side)) if side and side != name else kind

    @cached_property
    def _icons(self) -> Mapping[str, str]:
        return FIGURE | self.spec.icons

    def _figures(self, row: Row) -> tuple[tuple[tuple[str, str, str], ...], tuple[tuple[str, str], ...]]:
        """The fields without a place of their own: those that are figures, and lines of small print."""
        used, words = self._named | {*self._lores, self._cost, self._count, *TEXTS}, self.spec.words
        figures, lines = [], []
        for field in self.deck.fields:
            value = row.get(field.key)
            if field.key in used or value in (None, ""):
                continue
            if _is_figure(field, value):
                figures.append((self._icons.get(field.key, ""), self._word(field), str(value)))
            else:
                lines.append((str(message("{what}:", what=words.get(field.key, field.title))), str(value)))
        return tuple(figures[:MOST]), tuple(lines)

    def _word(self, field: Field) -> str:
        return self.spec.words.get(field.key, field.title)

    def _says(self, row: Row) -> Text:
        assert self.source.game.get(SetForm)
        says = self.source.game[SetForm].says(self.deck.key, row)
        return message(self.spec.text, **{**row, "says": says}) if self.spec.text else says

    def _others(self, name: str) -> Text:
        """Return the lines of another deck's cards that belong to this one, if ``shows`` asks for them."""
        shows = self.spec.shows
        rows = self.held[shows.deck] if shows else ()
        result = [message(shows.words, **row) for row in rows if shows and row.get(shows.by) == name]
        return joined(result, "\n")


def _is_figure(field: Field, value: Any) -> bool:
    short = isinstance(value, int) or re.fullmatch(r"[+-]?\d+|global|self|summoned", str(value))
    return bool(short) and (field.most is not None or bool(field.choices))


def _sentences(texts: list[str]) -> Text:
    """Texts one after the other, divided by one full stop each; the last ends as it was written."""
    return joined([*(text.rstrip(".") for text in texts[:-1]), *texts[-1:]], ". ")


# -- the pictures of cards ---------------------------------------------------------------------------------


def vista(source: Source, deck: str, row: Mapping[Any, Any], tone: str) -> Vista | None:
    """A card's picture in its place, with what stands behind it; None where it has no picture. The card's
    name, and the seat it lies before if it does, say which piece of the place that is.
    """
    own, pictures = picture(source, row), source.game[Pictures]
    if not own:
        return None
    texts = [value for value in row.values() if isinstance(value, str)]
    where, scene = pictures.place(deck, texts), pictures.scenes.get(deck)
    behind = [*pictures.beside.get(next(iter(texts), ""), ())]
    behind += [pictures.of(str(row.get(key, ""))) for key in (scene.beside if scene else ())]
    kept = tuple(dict.fromkeys(name for name in behind if name and name != own))
    return Vista(
        " ".join([*texts[:1], str(row.get("seat", ""))]),
        own,
        _place(where) if where else vistas.plain(tone),
        kept,
    )


def _place(spec: PlaceSpec) -> Scenery:
    top, low = spec.sky
    return Scenery((rgb(top), rgb(low)), rgb(spec.land), rgb(spec.ink), spec.light, spec.right, spec.layers)
