"""From a game's own data to pieces of paper: decks, tokens, boards, tracks and mats.

A game needs to say nothing: cards come from its set or from what lies before the seats, the board from its
picture, tokens from what stands on it, tracks from its counters. Where the box holds more, or means it
otherwise, the game's ``paper`` (see ``companion.kernel.game``) says so.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

from companion.kernel.cards import CardSet, Deck, Field
from companion.kernel.game import Game, Opening
from companion.kernel.journal import Table
from companion.kernel.view import Card, View
from printables.boards import Board
from printables.cards import Back, Face
from printables.chips import Chip
from printables.ink import MARKS, SEATS
from printables.mats import Mat, Track, Zone
from printables.pads import Pad, Row

Spec = Mapping[str, Any]
HOUSE = "house"

FIGURE = {
    "attack": "sword", "melee": "sword", "power": "flame", "defeat": "shield", "defence": "shield",
    "armor": "shield", "armour": "shield", "health": "heart", "hp": "heart", "growth": "plus",
    "movement": "boot", "move": "boot", "range": "eye", "reach": "eye", "number": "star", "ap": "lightning",
    "cost": "coin", "price": "coin", "gold": "coin",
}  # fmt: skip
"""The icon of a figure by its field, where the game does not say."""
COSTS = ("cost", "price", "ap")
COUNTS = ("copies", "stock", "count")
TEXTS = ("text", "effect")
LORES = ("words", "lore", "title", "mythos")
SIDES = ("side", "faction", "seat", "pantheon")
ICONS = {"coin": "cost", "sword": "attack", "shield": "defeat", "heart": "health", "boot": "move"}
"""What the figures of a card on the phone are called."""


def first_view(game: Game[Any], cards: CardSet | None) -> tuple[View, tuple[str, ...]]:
    """The first moment of the largest house table, and its seats."""
    seats = game.seats(max(game.players))
    options = {option.key: option.default for option in game.options}
    opening = Opening({seat: seat for seat in seats}, options, cards)
    return game.view(game.setup(opening)), seats


def tone(value: str, among: Sequence[str]) -> tuple[str, str]:
    """The tone and mark of a seat, by its number."""
    if value in among and len(among) <= len(SEATS):
        n = list(among).index(value)
        return SEATS[n], MARKS[n]
    return "ink", ""


# -- cards ------------------------------------------------------------------------------------------------


def decks(
    game: Game[Any], cards: CardSet | None, view: View, seats: Sequence[str]
) -> dict[str, tuple[str, list[Face], list[Back]]]:
    """Deck by key: its title, faces and backs."""
    said: Spec = game.paper.get("decks", {})
    if game.sets is not None:
        chosen = cards or game.sets.house
        found = {}
        for deck in game.sets.decks:
            look: Spec = said.get(deck.key, {})
            if look.get("skip") or (not any(field.key in TEXTS for field in deck.fields) and not look):
                continue
            found[deck.key] = _from_set(game, deck, look, chosen, seats)
        return found
    look = said.get("cards", {})
    faces = [face for n, panel in enumerate(view.panels) for face in _from_panel(game, panel.cards, look, n)]
    if not faces or look.get("skip"):
        return {}
    return {"cards": ("Cards", faces, _backs(game, faces, look))}


def _backs(game: Game[Any], faces: Sequence[Face], look: Spec) -> list[Back]:
    return [Back(game.name, face.tone, look.get("back", game.paper.get("icon", "star"))) for face in faces]


def _from_panel(game: Game[Any], cards: Iterable[Card], look: Spec, seat: int) -> Iterable[Face]:
    """Cards as the phone shows them; those that differ only by a number are one."""
    kept: dict[tuple[Any, ...], Face] = {}
    icons: Mapping[str, str] = look.get("icons", {})
    words: Mapping[str, str] = ICONS | dict(look.get("figures", {}))
    for card in cards:
        name = re.sub(r" \d+$", "", card.name)
        key = name, card.kind, card.figures
        if key in kept:
            face = kept[key]
            kept[key] = replace(face, text=face.text or card.text)
            continue
        cost = tuple((icon, str(n)) for icon, n in card.figures if words.get(icon) == "cost")
        figures = tuple(
            (i, words.get(i, i).capitalize(), str(n)) for i, n in card.figures if words.get(i) != "cost"
        )
        kept[key] = Face(
            name,
            card.kind.capitalize(),
            SEATS[seat % len(SEATS)],
            icon=icons.get(card.kind, ""),
            letter=card.letter,
            cost=cost,
            figures=figures,
            text=card.text,
            source=look.get("source", ""),
        )
    return kept.values()


def _from_set(
    game: Game[Any], deck: Deck, look: Spec, cards: CardSet, seats: Sequence[str]
) -> tuple[str, list[Face], list[Back]]:
    kinds = {field.key: field for field in deck.fields}
    side = look.get("side") or next((key for key in SIDES if key in kinds), "")
    among = kinds[side].choices if side in kinds and kinds[side].choices else tuple(seats)
    if side in kinds and not kinds[side].choices:
        among = tuple(dict.fromkeys(str(row.get(side, "")) for row in cards[deck.key]))
    faces = []
    for row in cards[deck.key]:
        look_of_side, mark = tone(str(row.get(side, "")), among)
        plain = look.get("tone", "ink") if look_of_side == "ink" else look_of_side
        faces.append(_face(game, deck, look, row, plain, mark, side, cards))
    return look.get("title", f"{deck.title} cards"), faces, _backs(game, faces, look)


def _face(
    game: Game[Any],
    deck: Deck,
    look: Spec,
    row: Mapping[str, Any],
    tone_: str,
    mark: str,
    side: str,
    cards: CardSet,
) -> Face:
    first = deck.fields[0].key
    used = {first, "letter", "source", side, *look.get("hide", ())}
    icons: Mapping[str, str] = FIGURE | dict(look.get("icons", {}))
    lore = next((f.key for f in deck.fields if f.key in LORES and f.key not in used), "")
    cost = look.get("cost") or next((f.key for f in deck.fields if f.key in COSTS), "")
    count = next((f.key for f in deck.fields if f.key in COUNTS), "")
    used |= {lore, cost, count, *TEXTS}
    figures, lines = [], []
    for field in deck.fields:
        value = row.get(field.key)
        if field.key in used or value in (None, ""):
            continue
        if _is_figure(field, value):
            title = look.get("words", {}).get(field.key, field.title)
            figures.append((icons.get(field.key, ""), title, str(value)))
        else:
            lines.append((f"{field.title}:", str(value)))
    assert game.sets is not None
    kind = look.get("kind", deck.title)
    if row.get(side):
        kind = f"{kind} · {row[side]}"
    price = row.get(cost)
    return Face(
        str(row[first]),
        kind,
        tone_,
        look.get("pattern", ""),
        icon=look.get("icon", "") or mark,
        letter=str(row.get("letter") or "") or str(row[first])[0],
        cost=((icons.get(cost, "coin"), str(price)),) if price not in (None, "") else (),
        figures=tuple(figures[: look.get("figures", 8)]),
        lines=tuple(lines),
        text=game.sets.says(deck.key, row),
        lore=str(row.get(lore) or ""),
        source=_source(row, cards),
        count=int(row.get(count) or 1),
    )


def _is_figure(field: Field, value: Any) -> bool:
    short = isinstance(value, int) or re.fullmatch(r"[+-]?\d+|global|self|summoned", str(value))
    return bool(short) and (field.most is not None or bool(field.choices))


def _source(row: Mapping[str, Any], cards: CardSet) -> str:
    source = str(row.get("source") or cards.get("source") or "")
    name = str(cards.get("name", ""))
    return name if source == HOUSE or not source else f"{name}: {source}" if name else source


# -- board, tokens, tracks, mats --------------------------------------------------------------------------


def boards(game: Game[Any], view: View) -> dict[str, Board]:
    """The board of the game, empty, at the size its ``paper`` gives, or with hexes of 30 mm."""
    said: Spec = game.paper.get("board", {})
    picture = replace(view.picture, pieces=())
    if said.get("skip") or not picture.cells:
        return {}
    unit = said.get("unit") or said.get("flat", 30.0) / sqrt(3)
    tones, icons = tuple(said.get("tones", {}).items()), tuple(said.get("icons", {}).items())
    return {"board": Board(picture, unit, said.get("title", game.name), tones, icons)}


def chips(game: Game[Any], view: View, seats: Sequence[str]) -> dict[str, tuple[str, float, list[Chip]]]:
    """Chips by key: title, diameter in millimetres (0: the punch), and the chips."""
    said: list[Spec] = list(game.paper.get("chips", ()))
    found: dict[str, tuple[str, float, list[Chip]]] = {}
    tokens = dict(game.paper.get("tokens", {}))
    if view.picture.pieces and not tokens.get("skip"):
        found["tokens"] = "Tokens", tokens.get("size", 0.0), _tokens(view, seats, tokens)
    for spec in said:
        each = spec.get("each", "")
        rows = []
        for row in spec["kinds"]:
            for n, seat in enumerate(seats) if each == "seat" else [(0, "")]:
                row_tone = SEATS[n % len(SEATS)] if each == "seat" else row.get("tone", "ink")
                name = row["name"].replace("SEAT", seat)
                rows.append(
                    Chip(
                        name,
                        row_tone,
                        row.get("icon", MARKS[n % len(MARKS)] if each == "seat" else ""),
                        row.get("letter", ""),
                        row.get("caption", ""),
                        row.get("count", 1),
                        row.get("pattern", ""),
                        row.get("other", ""),
                    )
                )
        found[spec["key"]] = spec["title"], spec.get("size", 0.0), rows
    return found


def _tokens(view: View, seats: Sequence[str], said: Spec) -> list[Chip]:
    """What stands on the board or lies on cards, a token each, with its other face if the game has one."""
    pieces = {piece.thing: piece for piece in view.picture.pieces}
    other = said.get("other", "")
    icons: Mapping[str, str] = said.get("icons", {})
    found = []
    for n, panel in enumerate(view.panels):
        for card in panel.cards:
            if card.thing not in pieces and not said.get("cards"):
                continue
            numbers = [value for icon, value in card.figures if icon in said.get("caption", ())]
            piece = pieces.pop(card.thing, None)
            found.append(
                Chip(
                    card.name,
                    SEATS[n % len(SEATS)],
                    icons.get(card.kind) or (piece.icon if piece else ""),
                    card.letter,
                    "/".join(map(str, numbers)),
                    other=other,
                )
            )
    for piece in pieces.values():
        look, mark = tone(piece.seat, seats)
        found.append(Chip(piece.thing, look, piece.icon or mark, piece.letter, other=other))
    return found


def tracks(game: Game[Any], view: View, seats: Sequence[str]) -> list[Track]:
    """The tracks the game names, or its counters that end somewhere."""
    said = game.paper.get("tracks")
    if said is not None:
        return [track(spec, n, seats) for n, spec in enumerate(said)]
    found = []
    for counter in view.counters:
        if counter.of and 3 <= counter.of <= 40:
            start = "1" if counter.value else "0"
            spaces = tuple(str(n) for n in range(int(start), counter.of + 1))
            found.append(Track(counter.name.capitalize(), spaces, start, tone="ink"))
    return found


def track(spec: Spec, n: int = 0, seats: Sequence[str] = ()) -> Track:
    """A track as data: ``from`` and ``to``, or ``spaces`` one by one."""
    spaces = tuple(map(str, spec.get("spaces", ()))) or tuple(
        str(i) for i in range(spec.get("from", 1), spec["to"] + 1)
    )
    return Track(
        spec["title"],
        spaces,
        str(spec.get("start", "")),
        tuple(spec.get("notes", {}).items()),
        spec.get("icon", ""),
        spec.get("tone", "ink"),
        spec.get("words", ""),
    )


def mats(game: Game[Any], seats: Sequence[str]) -> dict[str, list[Mat]]:
    """Mats by key; those marked ``each = "seat"`` once for every seat."""
    found: dict[str, list[Mat]] = {}
    for spec in game.paper.get("mats", ()):
        made = []
        for n, seat in enumerate(seats) if spec.get("each") == "seat" else [(0, "")]:
            name = spec["title"].replace("SEAT", seat)
            look = SEATS[n % len(SEATS)] if seat else spec.get("tone", "ink")
            rows = tuple((float(row["tall"]), tuple(_zones(row["zones"], look))) for row in spec["rows"])
            icon = MARKS[n % len(MARKS)] if seat else spec.get("icon", "")
            made.append(
                Mat(name, rows, look, icon, spec.get("words", game.name), spec.get("name", spec["title"]))
            )
        found.setdefault(spec["key"], []).extend(made)
    return found


def _zones(specs: Iterable[Spec], look: str) -> Iterable[Zone]:
    for spec in specs:
        zone = Zone(
            spec["title"],
            spec.get("kind", "note"),
            spec.get("text", ""),
            spec.get("icon", ""),
            spec.get("cost", ""),
            spec.get("wide", 1.0),
            spec.get("count", 1),
            spec.get("size", 18.0),
            track({**spec, "tone": look}) if spec.get("kind") == "track" else None,
        )
        repeat = spec.get("repeat", 1)
        for n in range(1, repeat + 1):
            yield replace(zone, title=f"{zone.title} {n}") if repeat > 1 else zone


def scores(table: Table[Any]) -> tuple[list[str], dict[str, list[str]]]:
    """The players of a sitting, and for the lines of its score sheet what it knows of each of them."""
    seats = list(table.opening.seats)
    moments = [table.start, *(step.state for step in table.standing)]
    values = {
        name: [str(figures.get(seat, "")) for seat in seats]
        for name, figures in table.game.numbers(moments)
        if isinstance(figures, Mapping)
    }
    if table.state.over and table.state.over.scores:
        points = dict(table.state.over.scores)
        values["Points"] = [str(points.get(seat, "")) for seat in seats]
    return [table.opening.seats[seat] or seat for seat in seats], values


def pad(
    game: Game[Any], seats: Sequence[str], names: Sequence[str] = (), values: Mapping[str, Sequence[str]] = {}
) -> Pad | None:
    """The score pad: the game's rows, blank, or with the values of a table by row."""
    said: Spec = game.paper.get("pad", {})
    if not said:
        return None
    columns = tuple((name, SEATS[n % len(SEATS)]) for n, name in enumerate(names or seats))
    rows = tuple(
        Row(
            row["title"],
            row.get("hint", ""),
            row.get("icon", ""),
            tuple(values.get(row.get("key", row["title"]), ())),
            row.get("strong", False),
        )
        for row in said["rows"]
    )
    return Pad(said.get("title", game.name), columns, rows, said.get("words", ""))
