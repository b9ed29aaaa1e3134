"""From a game's own data to boards, chips, tracks, mats and pads: what the box holds besides cards.

As for cards (see ``derive``) a game needs to say nothing: the board comes from its picture, tokens from what
stands on it, tracks from its counters. Where the box holds more, the game's ``paper`` says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

from companion.kernel.cardset import CardSet
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.view import Cell, Picture, Piece, View
from companion.svg.seats import MARKS
from printables.draw.ink import SEATS
from printables.layout.boards import Board
from printables.layout.chips import Chip
from printables.layout.mats import Mat, Track, Zone
from printables.layout.pads import Pad, Row
from printables.sources.derive import Spec, tone


def boards(game: Game[Any], view: View) -> dict[str, Board]:
    """The boards of the game, empty, at the sizes its ``paper`` gives, or with hexes of 30 mm.

    There is the picture everybody sees, and the one before a seat where seats have their own.
    """
    pictures = {"board": view.picture} if view.picture else {}
    if view.panels and (own := getattr(view.panels[0], "picture", None)):
        pictures["own-board"] = own
    pictures |= game.boards
    said: Spec = game.paper.get("boards", {})
    found = {}
    for key, picture in pictures.items():
        look: Spec = said.get(key, {})
        kinds = look.get("kinds")
        cells = tuple(
            cell
            for cell in picture.cells
            if (kinds is None or cell.kind in kinds) and not getattr(cell, "quiet", False)
        )
        if look.get("skip") or not cells:
            continue
        own_tones = {
            seat.lower(): SEATS[n % len(SEATS)]
            for players in (min(game.players), max(game.players))
            for n, seat in enumerate(game.seats(players))
        }
        tones = tuple((own_tones | dict(look.get("tones", {}))).items())
        icons = tuple(look.get("icons", {}).items())
        unit = look.get("unit") or look.get("flat", 30.0) / sqrt(3)
        if look.get("starts"):
            cells = _marked(cells, picture.pieces)
        bare = _cropped(replace(picture, pieces=(), cells=cells), kinds is not None)
        found[key] = Board(bare, unit, look.get("title", game.name), tones, icons)
    return found


def _marked(cells: Iterable[Cell], pieces: Sequence[Piece]) -> tuple[Cell, ...]:
    """Spaces with the sign of what stands there at first drawn on them."""
    signs = {piece.at: piece for piece in pieces}
    return tuple(
        replace(cell, icon=sign.icon, label=cell.label or sign.letter)
        if (sign := signs.get(cell.at))
        else cell
        for cell in cells
    )


def _cropped(picture: Picture, crop: bool) -> Picture:
    """A picture that ends where its spaces end."""
    if not crop:
        return picture
    points = [point for cell in picture.cells for point in cell.outline]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    cells = tuple(
        replace(
            cell,
            outline=tuple((x - left, y - top) for x, y in cell.outline),
            at=(cell.at[0] - left, cell.at[1] - top),
        )
        for cell in picture.cells
    )
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    return replace(picture, cells=cells, strokes=(), width=wide, height=high)


def chips(
    game: Game[Any], cards: CardSet | None, view: View, seats: Sequence[str]
) -> dict[str, tuple[str, float, list[Chip]]]:
    """Chips by key: title, diameter in millimetres (0: the punch), and the chips."""
    said: list[Spec] = list(game.paper.get("chips", ()))
    found: dict[str, tuple[str, float, list[Chip]]] = {}
    tokens = dict(game.paper.get("tokens", {}))
    if view.picture and view.picture.pieces and not tokens.get("skip"):
        found["tokens"] = "Tokens", tokens.get("size", 0.0), _tokens(view, seats, tokens)
    for spec in said:
        look: Spec = spec.get("look", {})
        rows: list[Chip] = []
        for row in _rows(game, cards, spec):
            row = {**row, **look.get(str(row.get("key", row.get("name"))), {})}
            if spec.get("each") == "seat":
                marked = zip(seats, SEATS, MARKS, strict=False)
                rows += [_chip({"icon": mark, **row, "tone": t}, spec, seat) for seat, t, mark in marked]
            else:
                rows.append(_chip(row, spec))
        found[spec["key"]] = spec["title"], spec.get("size", 0.0), rows
    return found


def _rows(game: Game[Any], cards: CardSet | None, spec: Spec) -> list[Spec]:
    """The kinds of a group of chips: said one by one, by name alone, rows of the box in the words of
    ``says``, or the cards of a deck.
    """
    if cross := spec.get("cross"):
        each = [(name, n) for name in cross["names"] for n in cross["numbers"]]
        return [{"name": name, "letter": n, "count": cross["count"]} for name, n in each]
    if says := spec.get("says"):
        return [{key: words.format(**row) for key, words in says.items()} for row in spec["kinds"]]
    if "deck" not in spec:
        return [{"name": row} if isinstance(row, str) else row for row in spec["kinds"]]
    assert game.sets is not None
    deck = (cards or game.sets.house)[spec["deck"]]
    among = tuple(spec.get("order", dict.fromkeys(str(row.get(spec.get("side", ""), "")) for row in deck)))
    found: list[Spec] = []
    for row in deck:
        look, mark = tone(str(row.get(spec.get("side", ""), "")), among)
        letter = str(row.get("letter") or row["name"][0])
        found.append({"name": row["name"], "letter": letter, "tone": look, "icon": mark})
    return found


def _chip(row: Spec, spec: Spec, seat: str = "") -> Chip:
    name = str(row["name"]).replace("SEAT", seat)
    return Chip(
        name[:1].upper() + name[1:],
        row.get("tone", spec.get("tone", "ink")),
        row.get("icon", spec.get("icon", "")),
        str(row.get("letter", spec.get("letter", ""))),
        str(row.get("caption", "")),
        row.get("count", spec.get("count", 1)),
        row.get("pattern", ""),
        row.get("other", ""),
    )


def _tokens(view: View, seats: Sequence[str], said: Spec) -> list[Chip]:
    """What stands on the board or lies on cards, a token each, with its other face if the game has one."""
    pieces = {piece.thing: piece for piece in view.picture.pieces} if view.picture else {}
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
        made, these = [], game.seats(spec["players"]) if "players" in spec else seats
        for n, seat in enumerate(these) if spec.get("each") == "seat" else [(0, "")]:
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
        if spec.get("of"):
            each = [row for row in spec["of"] if not spec.get("only") or row["name"] in spec["only"]]
            yield from _zones([{**spec, **_plain(spec, row), "of": None} for row in each], look)
            continue
        repeat = spec.get("repeat", 1)
        zone = Zone(
            spec["title"],
            spec.get("kind", "note"),
            spec.get("text", ""),
            spec.get("icon", ""),
            str(spec.get("cost", "")),
            spec.get("wide", 1.0),
            spec.get("count", 1),
            spec.get("size", 18.0),
            track({**spec, "tone": look}) if spec.get("kind") == "track" else None,
            _table(spec) if spec.get("kind") == "table" else (),
        )
        for n in range(1, repeat + 1):
            yield replace(zone, title=f"{zone.title} {n}") if repeat > 1 else zone


def _plain(spec: Spec, row: Spec) -> Spec:
    """A zone for a row of the box: its name, cost and text."""
    cost = spec.get("cost", "{cost}").format(**{"cost": "", **row})
    icon = spec.get("icons", {}).get(row["name"], spec.get("icon", ""))
    return {"title": row["name"], "text": row.get("text", row.get("words", "")), "cost": cost, "icon": icon}


def _table(spec: Spec) -> tuple[tuple[str, ...], ...]:
    """Rows of the box under the headings of ``columns``, a field each."""
    columns: Spec = spec["columns"]
    rows = [tuple(_cell(row, fields) for fields in columns.values()) for row in spec["rows"]]
    return (tuple(columns), *rows)


def _cell(row: Spec, fields: str) -> str:
    """What a row says: the first of some fields, ``words|from``, that it has."""
    return str(next((row[field] for field in fields.split("|") if field in row), ""))


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
        values.setdefault("Points", [str(points.get(seat, "")) for seat in seats])
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
            row.get("key", ""),
        )
        for row in said["rows"]
    )
    return Pad(said.get("title", game.name), columns, rows, said.get("words", ""))
