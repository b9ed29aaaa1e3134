"""From a game's own data to pieces of paper: decks, tokens, boards, tracks and mats.

A game needs to say nothing: cards come from its set or from what lies before the seats, the board from its
picture, tokens from what stands on it, tracks from its counters. Where the box holds more, or means it
otherwise, the game's ``paper`` (see ``companion.kernel.game``) says so.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.kernel.cardset import CardSet, Deck, Field
from companion.kernel.game import Game, Opening
from companion.kernel.view import Panel, View
from companion.svg.seats import MARKS
from printables.draw.ink import SEATS
from printables.layout.cards import SIZE as CARD
from printables.layout.cards import Back, Face

Spec = Mapping[str, Any]
HOUSE = "house"

FIGURE = {
    "attack": "sword", "melee": "sword", "power": "flame", "defeat": "shield", "defence": "shield",
    "armor": "shield", "armour": "shield", "health": "heart", "hp": "heart", "growth": "plus",
    "movement": "boot", "move": "boot", "range": "eye", "reach": "eye", "number": "star", "ap": "lightning",
    "cost": "coin", "price": "coin", "gold": "coin",
}  # fmt: skip
"""The icon of a figure by its field, where the game does not say."""
MANY = ("teal", "violet", "green", "blue", "brown", "orange", "red", "grey", "gold", "crimson")
"""Tones where there are more groups than look like seats."""
GROUPS = 4
"""So many groups of cards look like seats, with their marks."""
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
    """The tone and mark of a seat, by its number; where there are many groups, only a tone."""
    if value not in among or not value:
        return "ink", ""
    n = list(among).index(value)
    return (SEATS[n], MARKS[n]) if len(among) <= GROUPS else (MANY[n % len(MANY)], "")


# -- cards ------------------------------------------------------------------------------------------------


def decks(
    game: Game[Any], cards: CardSet | None, view: View, seats: Sequence[str]
) -> dict[str, tuple[str, list[Face], list[Back]]]:
    """Deck by key: its title, faces and backs."""
    said: Spec = game.paper.get("decks", {})
    found = {}
    if game.sets is not None:
        chosen = cards or game.sets.house
        placards = {spec["key"]: spec for spec in game.paper.get("placards", ())}
        for deck in game.sets.decks:
            look: Spec = said.get(deck.key, {})
            if look.get("skip") or deck.most == 1:
                continue
            own = chosen if chosen.get(deck.key) else game.sets.house
            if spec := placards.get(deck.key):
                faces = list(_placards(deck, spec, own))
                found[deck.key] = spec["title"], faces, _backs(game, faces, spec, False)
            else:
                found[deck.key] = _from_set(game, deck, look, own, seats)
        return found
    look = said.get("cards", {})
    faces = [face for n, panel in enumerate(view.panels) for face in _from_panel(game, panel, look, n)]
    if not faces or look.get("skip"):
        return {}
    return {"cards": (look.get("title", "Cards"), faces, _backs(game, faces, look, True))}


def size(game: Game[Any], deck: str) -> tuple[float, float]:
    """How large the cards of a deck are."""
    w, h = game.paper.get("decks", {}).get(deck, {}).get("size", CARD)
    return float(w), float(h)


def _backs(game: Game[Any], faces: Sequence[Face], look: Spec, sides: bool) -> list[Back]:
    icon, tone_ = look.get("back", game.paper.get("icon", "star")), look.get("back_tone", "")
    marks = {} if tone_ or not sides else dict(zip(SEATS, MARKS, strict=True))
    return [Back(game.name, tone_ or face.tone, icon, marks.get(face.tone, "")) for face in faces]


def _from_panel(game: Game[Any], panel: Panel, look: Spec, seat: int) -> Iterable[Face]:
    """Cards as the phone shows them; those that differ only by a number are one."""
    only: Sequence[str] = look.get("only", ())
    kept: dict[tuple[Any, ...], Face] = {}
    icons: Mapping[str, str] = look.get("icons", {})
    words: Mapping[str, str] = ICONS | dict(look.get("figures", {}))
    for card in panel.cards:
        if only and card.kind not in only:
            continue
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
            f"{card.kind.capitalize()} · {panel.seat}",
            SEATS[seat % len(SEATS)],
            icon=icons.get(card.kind, ""),
            letter=card.letter,
            cost=cost,
            figures=figures,
            text=card.text,
            source=look.get("source", game.name),
        )
    return kept.values()


def _placards(deck: Deck, spec: Spec, cards: CardSet) -> Iterable[Face]:
    """Cards that are a name each, and what it stands for: the first two fields of their deck."""
    name, value = (field.key for field in deck.fields[:2])
    for row in cards[deck.key]:
        look: Spec = spec.get("look", {}).get(row[value], {})
        yield Face(
            row[name],
            spec.get("kind", ""),
            look.get("tone", "ink"),
            icon=look.get("icon", spec.get("icon", "star")),
            letter=row[name][0],
            text=spec.get("text", "{}").format(row[value]),
            source=_source(row, cards),
        )


def _from_set(
    game: Game[Any], deck: Deck, look: Spec, cards: CardSet, seats: Sequence[str]
) -> tuple[str, list[Face], list[Back]]:
    kinds = {field.key: field for field in deck.fields}
    side = look.get("side") or next((key for key in SIDES if key in kinds), "")
    among = kinds[side].choices if side in kinds and kinds[side].choices else tuple(seats)
    if side in kinds and not kinds[side].choices:
        among = tuple(dict.fromkeys(str(row.get(side, "")) for row in cards[deck.key]))
    among = tuple(look.get("order", among))
    faces = []
    for row in cards[deck.key]:
        look_of_side, mark = tone(str(row.get(side, "")), among)
        plain = look.get("tone", "ink") if look_of_side == "ink" else look_of_side
        faces.append(_face(game, deck, look, row, plain, mark, side, cards))
    backs = _backs(game, faces, look, 0 < len(among) <= GROUPS)
    return look.get("title", f"{deck.title} cards"), faces, backs


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
    words: Mapping[str, str] = look.get("words", {})
    figures, lines = [], []
    for field in deck.fields:
        value = row.get(field.key)
        if field.key in used or value in (None, ""):
            continue
        if _is_figure(field, value):
            title = words.get(field.key, field.title.split(" of ")[0])
            figures.append((icons.get(field.key, ""), title, str(value)))
        else:
            lines.append((f"{words.get(field.key, field.title)}:", str(value)))
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
        text=game.sets.says(deck.key, row) or _own(look, str(row[first]), cards),
        lore=str(row.get(lore) or ""),
        source=_source(row, cards),
        count=int(look.get("copies", {}).get(str(row[first])) or row.get(count) or 1),
    )


def _own(look: Spec, name: str, cards: CardSet) -> str:
    """What the cards of another deck say that are this one's, a line each, where the look asks for them."""
    said: Spec = look.get("shows", {})
    rows = cards[said["deck"]] if said else ()
    return "\n".join(said["words"].format(**row) for row in rows if row.get(said["by"]) == name)


def _is_figure(field: Field, value: Any) -> bool:
    short = isinstance(value, int) or re.fullmatch(r"[+-]?\d+|global|self|summoned", str(value))
    return bool(short) and (field.most is not None or bool(field.choices))


def _source(row: Mapping[str, Any], cards: CardSet) -> str:
    source = str(row.get("source") or cards.get("source") or "")
    name = str(cards.get("name", ""))
    return name if source == HOUSE or not source else f"{name}: {source}" if name else source
