"""What a game prints: its pieces by name, from its own data, and the document of those one asks for."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from functools import partial
from typing import Any

from companion.kernel.cardset import CardSet
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.score import Filled
from companion.kernel.state import counted
from printables.draw.fonts import Unprintable
from printables.draw.ink import SEATS
from printables.layout import cards, chips, mats, pads, tiles
from printables.layout.book import Section, bound
from printables.layout.paper import Order, Page
from printables.sources import box, derive, guide, reference, score_sheet, tent


@dataclass(frozen=True)
class Printable:
    """Something to print: what it is called, what it is for, and how its pages are made."""

    key: str
    title: str
    words: str
    pages: Callable[[Order], list[Page]]
    data: Any
    """What it is made from."""
    cards: str = ""
    """The name of the set of cards it is from."""

    def section(self, order: Order) -> Section:
        """Its pages, with the hash of its data."""
        data = json.dumps(self.data, default=_plain, sort_keys=True)
        return Section(self.title, self.pages(order), data, self.cards)


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)


def catalogue(
    game: Game[Any],
    own: CardSet | None = None,
    room: tent.Room | None = None,
    table: Table[Any] | None = None,
) -> dict[str, Printable]:
    """Every piece of a game by key; with an own set of cards, and for a running table."""
    if own is not None:
        _check(game, own)
    view, seats = derive.first_view(game, own)
    found: dict[str, Printable] = {}

    def add(
        key: str, title: str, words: str, make: Callable[[Order], list[Page]], data: Any, cards: str = ""
    ) -> None:
        found[key] = Printable(key, title, words, make, data, cards)

    name = str((own or game.sets.house).get("name", "")) if game.sets else ""

    for key, (title, faces, backs) in derive.decks(game, own, view, seats).items():
        count, (w, h) = sum(face.count for face in faces), derive.size(game, key)
        make = partial(_cards, faces=faces, backs=backs, size=(w, h))
        add(key, title, f"{count} cards, {w:g} × {h:g} mm, with backs", make, faces, name)
    for key, board in box.boards(game, view).items():
        title = "Board" if key == "board" else board.title
        words = f"{board.size[0] / 10:.0f} × {board.size[1] / 10:.0f} cm, on several sheets"
        words += "; once for each player" if key == "own-board" else ""
        add(key, title, words, partial(tiles.pages, board=board), (board.picture, board.unit))
    for key, (title, size, some) in box.chips(game, own, view, seats).items():
        count = sum(chip.count for chip in some)
        make = partial(_chips, some=some, size=size)
        across = f"{size:g} mm" if size else "25 mm or 1 inch"
        add(key, title, f"{count} pieces, {across}", make, (size, some))
    for key, made in box.mats(game, seats).items():
        add(
            key,
            made[0].name,
            counted(len(made), "sheet"),
            partial(mats.pages, mats=made),
            made,
        )
    if tracks := box.tracks(game, view, seats):
        titles = ", ".join(dict.fromkeys(track.title.lower() for track in tracks))
        add("trackers", "Trackers", titles, partial(mats.tracks, some=tracks), tracks)
    if blank := box.pad(game, seats):
        add("pad", "Score pad", "blank score sheets", partial(pads.pages, pad=blank, copies=2), blank)
    if table and game.sheet:
        found["score"] = score(game, game.sheet.table(table.state, table.opening.seats))
    elif table and (filled := box.pad(game, seats, *box.scores(table))):
        add("score", "Scores", "this table's score sheet", partial(pads.pages, pad=filled, copies=1), filled)
    sheet = reference.items(game)
    add(
        "reference",
        "Quick reference",
        "every action and rule on a page",
        partial(reference.pages, game=game),
        sheet,
    )
    if room:
        add("tent", "Table tent", "the seats as codes for phones", partial(tent.tent, room=room), room)
        add(
            "resume",
            "Resume sheet",
            "where everything is, to go on later",
            partial(tent.resume, room=room),
            room,
        )
    add("calibration", "Calibration", "do fronts and backs meet?", tent.calibration, tent.HOW)
    return found


def score(game: Game[Any], filled: Filled) -> Printable:
    """A filled score sheet, for a table or from final boards."""
    seats = game.seats(max(game.players))
    blank = box.pad(game, seats) or pads.Pad(game.name, tuple(zip(seats, SEATS, strict=False)), ())
    made = score_sheet.pad(blank, filled)
    make = partial(score_sheet.pages, pad=made, account=filled.account)
    return Printable("score", "Scores", "the score sheet, and how it came about", make, filled)


def _cards(
    order: Order, faces: Sequence[cards.Face], backs: Sequence[cards.Back], size: tuple[float, float]
) -> list[Page]:
    return cards.pages(order, faces, backs, size)


def _chips(order: Order, some: Sequence[chips.Chip], size: float) -> list[Page]:
    return chips.pages(order, some, size or float(order.punch), order.shape == "round")


def _check(game: Game[Any], own: CardSet) -> None:
    if game.sets is None:
        raise Unprintable(f"{game.name} has no cards one could replace by a set of one's own.")
    faults = game.sets.faults(own)
    if faults:
        card, field, fault = faults[0]
        more = f" There are {len(faults) - 1} more faults." if len(faults) > 1 else ""
        raise Unprintable(f"{card}{': ' + field if field else ''} {fault}.{more}")


DEFAULT = ("calibration",)
"""Printed only when asked for."""


def chosen(pieces: Mapping[str, Printable], keys: Sequence[str]) -> list[Printable]:
    """The pieces asked for, or all that the table needs; Unprintable names one that is not there."""
    if not keys:
        return [piece for key, piece in pieces.items() if key not in DEFAULT]
    for key in keys:
        if key not in pieces:
            raise Unprintable(f"There is no piece “{key[:40]}” here; there are {', '.join(pieces)}.")
    return [pieces[key] for key in dict.fromkeys(keys)]


def printed(game: Game[Any], pieces: Sequence[Printable], order: Order) -> bytes:
    """One document: the pieces, and before them, where there are several, a page that says how to print."""
    if order.shop != "no":
        pieces = [
            piece for piece in pieces if isinstance(piece.pages, partial) and piece.pages.func is _cards
        ]
        if not pieces:
            raise Unprintable("Only cards are made one a page for a print shop; choose a deck.")
    sections = [piece.section(order) for piece in pieces]
    if len(sections) > 1 and order.shop == "no":
        sections.insert(
            0,
            guide.section(
                game, order, [(piece.words, section) for piece, section in zip(pieces, sections, strict=True)]
            ),
        )
    return bound(order, game.name, sections)
