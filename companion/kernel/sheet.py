"""The score sheet of a game: what is counted, declared as data, and final boards read by it.

Boards come in as plain data (JSON, TOML, a form), each fault naming its field. The web draws its page from
the same declaration.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from companion.kernel import score
from companion.kernel.asking import plain
from companion.kernel.cardset import Field
from companion.kernel.rulebook import Rulebook
from companion.kernel.score import Filled, Result
from companion.words import Message, Text, joined, message

Row = Mapping[str, Any]
"""A player's final board, flat: ``name``, and each number and check by its key."""
NAME = Field(
    "name",
    "Name",
    at_most=24,
    judged=lambda name: "" if plain(name) else "has only letters that nobody sees; one that is seen would do",
)


class SheetFault(NamedTuple):
    """A fault of a score sheet: whose, which field and why; ``n`` is the player's number, 0 for all."""

    who: Text
    field: str
    why: Text
    n: int = 0

    def __str__(self) -> str:
        return str(self.words)

    @property
    def words(self) -> Message:
        """Return the whole sentence: ``Ada, gold is missing.``"""
        return message("{what} {why}.", what=joined([self.who, self.field], " "), why=self.why)


class Faulty(ValueError):
    """Refusal of a score sheet; ``faults`` says why, field by field."""

    def __init__(self, faults: Sequence[SheetFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(message("{faults: }", faults=[fault.words for fault in faults]))


# -- what is counted ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A number that each player has, and how far it goes."""

    key: str
    name: str
    most: int
    least: int = 0
    start: int = 0
    """What it is when a game begins."""
    short: str = ""
    """Its name in an address, where that is shorter than its key."""
    group: str = ""
    """The table of a player's data that it stands in; empty where it stands beside the name."""
    icon: str = ""
    tone: str = ""
    narrow: str = ""
    """Its name where there is little room, with soft hyphens."""

    @property
    def field(self) -> str:
        """Its name in a form and in an address."""
        return self.short or self.key

    def fault(self, value: Any) -> Text:
        """Return in words what is wrong with a value; empty if it is fine."""
        return Field(self.key, self.name, least=self.least, most=self.most).fault(value)


@dataclass(frozen=True)
class Check:
    """Something that is so for a player, or is not."""

    key: str
    name: str
    short: str = ""
    group: ClassVar[str] = ""

    @property
    def field(self) -> str:
        """Its name in a form and in an address."""
        return self.short or self.key

    def fault(self, value: Any) -> Text:
        """Return in words what is wrong with a value; empty if it is fine."""
        return "" if isinstance(value, bool) else "must be true or false"


@dataclass(frozen=True)
class ScoreTrack:
    """A printed track, whose places are tapped: its numbers are where markers stand, from end to end."""

    name: str
    marker: str
    """What stands on it, in a word."""
    numbers: tuple[Number, ...]
    label: Callable[[int], str] = str
    """What a place is called."""
    numbered: int = 0
    """The first place whose number is printed."""

    @property
    def places(self) -> range:
        """Every place, rising."""
        return range(self.numbers[0].least, self.numbers[0].most + 1)


# -- the sheet ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScoreSheet:
    """The score sheet of a game: the fields of each player, and how they are scored."""

    players: tuple[str, ...]
    """Who plays unless told otherwise: as many as the box has room for."""
    scored: Callable[[Sequence[Row]], Sequence[Result]]
    """The result of every board."""
    rows: Callable[[Any], Sequence[Row]]
    """The boards of a moment of a table, a seat each; Faulty where the sheet has no room for them."""
    standing: Callable[[Any], Sequence[Result]]
    """The results of a moment of a table, in the reading it plays by."""
    numbers: tuple[Number, ...] = ()
    checks: tuple[Check, ...] = ()
    track: ScoreTrack | None = None
    parts: tuple[str, ...] = ()
    """The rules that give points, in the order of their colours."""
    together: Callable[[Sequence[Row]], Iterable[SheetFault]] = lambda rows: ()
    """What no two players, or no one player, can have from one box."""

    @property
    def counted(self) -> tuple[Number, ...]:
        """Every number, those of the track first."""
        return (*(self.track.numbers if self.track else ()), *self.numbers)

    @property
    def fields(self) -> tuple[Number | Check, ...]:
        """Everything that is asked of a player besides the name."""
        return (*self.counted, *self.checks)

    def read(self, data: Any) -> tuple[Row, ...]:
        """Boards from plain data, e.g. of JSON; Faulty, with a sentence a field, if they cannot be.

        A number left out is nothing; only names and markers on a track must be said.
        """
        most = len(self.players)
        if not isinstance(data, Mapping) or not isinstance(data.get("players"), list):
            why = message("is missing; a list of one to {most} would be right", most=most)
            raise Faulty([SheetFault("", "players", why)])
        rows = data["players"]
        faults = [SheetFault("", str(key)[:40], "is not known here") for key in data if key != "players"]
        if not 1 <= len(rows) <= most:
            why = message("holds {n}; one to {most} would be right", n=len(rows), most=most)
            faults.append(SheetFault("", "players", why))
        for n, row in enumerate(rows[:most], 1):
            faults += self._faults(n, row)
        if not faults:
            flat = tuple(self._flat(row) for row in rows)
            faults += [*_twice(flat), *self.together(flat)]
        if faults:
            raise Faulty(faults)
        return flat

    def _faults(self, n: int, row: Any) -> list[SheetFault]:
        if not isinstance(row, Mapping):
            return [SheetFault(message("Player {n}", n=n), "", "must be a table of fields", n)]
        name, flat = row.get("name"), self._flat(row)
        who = name[: NAME.at_most] if isinstance(name, str) and name else message("Player {n}", n=n)
        result = [*self._key_faults(row), ("name", NAME.fault(name)), *self._group_faults(row)]
        result += [(each.key, each.fault(flat[each.key])) for each in self.fields]
        return [SheetFault(who, key, why, n) for key, why in result if why]

    def _key_faults(self, row: Mapping[str, Any]) -> list[tuple[str, Text]]:
        known = {"name", *(each.group or each.key for each in self.fields)}
        return [(str(key)[:40], "is not known here") for key in row if key not in known]

    def _group_faults(self, row: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        for group in filter(None, dict.fromkeys(number.group for number in self.counted)):
            names, data = [number.key for number in self.counted if number.group == group], row.get(group)
            if not isinstance(data, Mapping):
                yield group, message("must hold {names}", names=names)
                continue
            why = message("is not one of the {group}: {names}", group=group, names=names)
            yield from ((str(key)[:40], why) for key in data if key not in names)

    def _flat(self, row: Mapping[str, Any]) -> Row:
        """A player's data without groups, and with nothing for what is left out."""
        marked = self.track.numbers if self.track else ()
        flat: dict[str, Any] = {"name": row.get("name")}
        for number in self.counted:
            table = row.get(number.group) if number.group else row
            held = table if isinstance(table, Mapping) else {}
            flat[number.key] = held.get(number.key, None if number in marked else 0)
        return flat | {check.key: row.get(check.key, False) for check in self.checks}

    def plain(self, row: Row) -> dict[str, Any]:
        """A board as plain data: the inverse of ``read`` for one."""
        row_: dict[str, Any] = {"name": row["name"]}
        for number in self.counted:
            table = row_.setdefault(number.group, {}) if number.group else row_
            table[number.key] = row[number.key]
        return row_ | {check.key: row[check.key] for check in self.checks}

    def data(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Every score as plain data, and who wins."""
        return score.data(self.scored(rows))

    def text(self, rows: Sequence[Row], rules: Rulebook) -> str:
        """Every score to read, line by line, then who wins."""
        return score.text(self.scored(rows), rules)

    def filled(self, rows: Sequence[Row]) -> Filled:
        """The sheet of final boards, to print."""
        return score.filled(self.scored(rows), "The final score", self._icons)

    def table(self, state: Any, names: Mapping[str, str]) -> Filled:
        """The sheet of a moment of a table, to print, with the players' names by seat."""
        words = "The final score" if state.over else "If the game ended now"
        return score.filled(self.standing(state), words, self._icons, names)

    @property
    def _icons(self) -> dict[str, str]:
        return {
            str(message("{Name}", name=number.name)): number.icon for number in self.counted if number.icon
        }


def _twice(rows: Sequence[Row]) -> list[SheetFault]:
    names = [row["name"] for row in rows]
    return [
        SheetFault(name, "name", "stands twice", n)
        for n, name in enumerate(names, 1)
        if name in names[: n - 1]
    ]
