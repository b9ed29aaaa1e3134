"""A file that holds a set of cards: which game it is for, what it says, and on which line.

A file names its game in the line ``game = "…"``; without that line it is known by its decks. Reading makes
whole numbers of what a field counts and leaves out what is empty; whether a set holds is for its form to say.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel import toml, untrusted
from companion.kernel.cardset import SetForm, ensure_shape
from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.kernel.schema import SchemaError, line_of, source
from companion.kernel.toml import Path
from companion.toolkit.cardsets.csv import delimiter, from_csv
from companion.toolkit.cardsets.faults import CardSetFault, UnreadableSet, faults
from companion.toolkit.cardsets.values import room, tidy
from companion.words import Message, joined, message

MOST = untrusted.USUAL.size
"""The largest file, in bytes."""
SHOWN = 3
"""So many faults of one file are told where it is no set at all."""
HOUSE = "house.toml"
SetOf = tuple[Game[Any], SetForm]
"""A game with the form of its sets."""


@dataclass(frozen=True)
class SetFile:
    """A set of cards as a file says it."""

    game: Game[Any]
    cards: dict[str, Any]
    name: str
    found: Mapping[Path, int]
    """The line, or row, of each deck, card and value that stands in the file."""
    at: str = untrusted.AT_LINE
    """The words for a place in the file."""

    def where(self, path: Path) -> Message:
        """``my.toml, line 3``: where something of the set stands."""
        return message(self.at, file=self.name, line=line_of(self.found, path))

    def faults(self) -> list[CardSetFault]:
        """All that does not fit, each with its place."""
        assert self.game.get(SetForm)
        return faults(self.game[SetForm], self.cards, self.where)


def read(games: Mapping[str, Game[Any]], raw: str | bytes, game: str = "", name: str = "the file") -> SetFile:
    """The set in a file, TOML or CSV, of the game given or named in it; UnreadableSet says why it is none."""
    place = untrusted.AT_LINE
    try:
        text = untrusted.decoded(raw) if isinstance(raw, bytes) else untrusted.measured(raw)
        if sign := delimiter(text):
            place = untrusted.AT_ROW
            return _from_csv(games, text, sign, game, name)
        return _from_toml(games, text, game, name)
    except untrusted.Unreadable as no:
        raise UnreadableSet(no.of(name, place).message) from None
    except SchemaError as no:
        more = [message("And {n} more.", n=len(no.faults) - SHOWN)] if len(no.faults) > SHOWN else []
        raise UnreadableSet(joined([*(fault.message for fault in no.faults[:SHOWN]), *more], " ")) from None


def house(game: Game[Any]) -> SetFile:
    """The house set of a game that has one, with the lines of its file."""
    assert game.get(SetForm)
    return SetFile(game, dict(game[SetForm].house), HOUSE, toml.lines(source(game[Origin].package, HOUSE)))


def _from_toml(games: Mapping[str, Game[Any]], text: str, game: str, name: str) -> SetFile:
    data = untrusted.read_toml(text)
    ensure_shape(data, text, name)
    box, form = game_of(games, game or str(data.pop("game", "")), data)
    result = toml.lines(text)
    _ensure_room(form, data, result)
    return SetFile(box, tidy(form, data), name, result)


def _from_csv(games: Mapping[str, Game[Any]], text: str, sign: str, game: str, name: str) -> SetFile:
    sheet = from_csv(text, sign)
    box, form = game_of(games, game or sheet.game, sheet.decks)
    cards, rows = sheet.cards(form)
    _ensure_room(form, cards, rows)
    return SetFile(box, tidy(form, cards), name, rows, untrusted.AT_ROW)


def _ensure_room(form: SetForm, cards: Mapping[str, Any], rows: Mapping[Path, int]) -> None:
    """Unreadable where a deck has so many more cards than it may that it is not worth showing."""
    for deck in form.decks:
        if (many := len(cards.get(deck.key, ()))) > room(deck):
            why = message(
                "there are {n} cards in “{deck}”; at most {most} fit.", n=many, deck=deck.key, most=deck.most
            )
            raise untrusted.Unreadable(why, rows.get((deck.key, deck.most), 0))


def _by_decks(sets: Iterable[SetOf], decks: set[str]) -> list[SetOf]:
    """Return the sets that have some of these decks; of those the ones whose decks are all there, if any."""
    fits = [one for one in sets if decks.intersection(deck.key for deck in one[1].decks)]
    return [one for one in fits if decks.issuperset(deck.key for deck in one[1].decks if deck.least)] or fits


def game_of(games: Mapping[str, Game[Any]], named: str, decks: Iterable[str]) -> SetOf:
    """The game a file is for, by its name or its decks, and its form; Unreadable where it is unclear."""
    with_sets = {key: (game, game[SetForm]) for key, game in games.items() if game.get(SetForm)}
    if named:
        if named not in with_sets:
            names = [*with_sets] or ["none here"]
            raise untrusted.Unreadable(
                message(
                    "“{game}” is not a game with sets of cards; those are {known:, }.",
                    game=named[:40],
                    known=names,
                )
            )
        return with_sets[named]
    best = _by_decks(with_sets.values(), set(decks))
    if len(best) != 1:
        raise untrusted.Unreadable(
            'it does not say its game; start it with a line such as game = "high-heavens".'
        )
    return best[0]
