"""The things of a box by their names at a table: seats, cells and counters, timers, pieces, points."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from companion.boxes.definition.formula import LookedUp
from companion.boxes.definition.schema import Box, Line, Piece, Pile, Timer
from companion.boxes.definition.terms import LIMIT
from companion.kernel.values import Thing, ThingName
from companion.words import Text, message, possessive

COLOURS = ("Gold", "Crimson", "Teal", "Violet", "Sky", "Copper", "White", "Rose")
"""The seats of a box that names none, in the colours that seats have."""
IN_ROUND = " in round "
"""What stands between the name of a line and a round in the name of its cell."""


@lru_cache(maxsize=4096)
def of_seat(seat: str, what: str) -> Thing:
    """Return the name of what a seat has: ``Gold's Ones``."""
    return Thing(f"{possessive(seat)} {what}", seat, what)


@lru_cache(maxsize=4096)
def in_round(thing: str, number: int) -> str:
    """Return the name of a cell in a round: ``Gold's Ones in round 2``."""
    name = f"{thing}{IN_ROUND}{number}"
    return Thing(name, thing.of, f"{thing.what}{IN_ROUND}{number}") if isinstance(thing, Thing) else name


def card_name(rank: str, suit: str) -> ThingName:
    """Return the name of a card: ``8 of Hearts``."""
    return f"{rank} of {suit}"


def heap(stones: str, space: str) -> ThingName:
    """Return the name of the stones on a space, where there are several kinds: ``Seeds on A1``."""
    return f"{stones} on {space}"


def in_figures(number: int) -> str:
    """Return a number with a minus sign where it is negative, not a hyphen."""
    return str(number).replace("-", "−")


@dataclass(frozen=True)
class Things:
    """Everything that a box has but its cards, by what it is called."""

    box: Box

    @cached_property
    def shared(self) -> bool:
        """True where what a seat has counts for others' points."""
        box = self.box
        texts = (box.score.points, *(text for one in box.lines.values() for text in (one.formula, one.worth)))
        others = any(re.search(r"\b(everyone|highest|lowest|team|left)\b", text or "") for text in texts)
        return others or box.turns.teams != "" or bool(self.table_counters)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Every seat there can be."""
        return self.box.seats or COLOURS[: self.players[-1]]

    def owners_of(self, spec: Piece | Pile | Timer) -> tuple[str, ...]:
        """The seats that each have something; one without a name for what the table has."""
        return self.seats if spec.of == "seat" else ("",)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The numbers of players."""
        least, _, most = self.box.players.partition("..")
        return tuple(range(int(least), int(most or least) + 1))

    def called(self, key: str) -> str:
        """Return the name of a line, counter, phase, piece or verb."""
        box = self.box
        groups = (box.lines, box.counters, box.timers, box.phases, box.pieces, box.stones, box.piles)
        spec: Any = next((group[key] for group in groups if key in group), None)
        return (spec and spec.name) or key.replace("_", " ").capitalize()

    def pieces_called(self, key: str, number: int) -> Text:
        """Return what so many pieces of a kind are called: ``man``, or ``men``."""
        if number != 1 and self.box.pieces[key].plural:
            return self.box.pieces[key].plural
        return message("{piece:small}" if number == 1 else "{piece:small}s", piece=self.called(key))

    def stones_called(self, key: str, number: int) -> Text:
        """Return what so many stones are called: ``seed``, or ``seeds``."""
        one = self.box.stones[key].one if number == 1 else ""
        return one or message("{stones:small}", stones=self.called(key))

    def in_words(self, key: str, number: int) -> str:
        """Return a counter's number, or the word that it stands for."""
        words = self.words(key)
        return words[number - self.bounds[key][0]] if words else in_figures(number)

    @cached_property
    def _things(self) -> dict[tuple[str, str], str]:
        return {
            (key, seat): of_seat(seat, self.called(key))
            for key in (*self.box.lines, *self.box.counters)
            for seat in self.seats
        } | {(key, seat): self.called(key) for key in self.table_counters for seat in self.seats}

    @cached_property
    def table_counters(self) -> tuple[str, ...]:
        """The counters that all seats share."""
        return tuple(key for key, counter in self.box.counters.items() if counter.of == "table")

    @cached_property
    def seat_counters(self) -> tuple[str, ...]:
        """The counters that each seat has."""
        return tuple(key for key, counter in self.box.counters.items() if counter.of == "seat")

    @cached_property
    def changes(self) -> bool:
        """True if a counter is changed by steps."""
        return any(counter.change for counter in self.box.counters.values())

    def timer_thing(self, key: str, seat: str) -> str:
        """The name of a timer: of a seat's, or of the table's."""
        return self._timers[key, seat if self.box.timers[key].of == "seat" else ""]

    def timer_things(self, key: str) -> Iterator[str]:
        """The names of a timer for all seats."""
        return (thing for (one, _), thing in self._timers.items() if one == key)

    @cached_property
    def _timers(self) -> dict[tuple[str, str], str]:
        return {
            (key, seat): of_seat(seat, self.called(key)) if seat else self.called(key)
            for key, timer in self.box.timers.items()
            for seat in self.owners_of(timer)
        }

    def thing(self, key: str, seat: str) -> str:
        """The name of a counter, or of a cell that does not go by rounds."""
        return self._things[key, seat]

    def cell(self, key: str, seat: str, number: int) -> str:
        """The name of a cell of the pad."""
        name = self._things[key, seat]
        return in_round(name, number) if key in self.by_round else name

    def cell_value(self, key: str) -> LookedUp:
        """Return the number on a line for a seat, in a round; 0 if there is none."""
        each_round = self.box.lines[key].each == "round"
        return LookedUp(
            {seat: f"{self.thing(key, seat)}{IN_ROUND * each_round}" for seat in self.seats}, each_round
        )

    def counter_value(self, key: str) -> LookedUp:
        """Return the number on a counter of a seat or of the table."""
        return LookedUp({seat: self.thing(key, seat) for seat in self.seats})

    @cached_property
    def points_things(self) -> dict[str, str]:
        """Seat to what its points are called; nothing where none are counted."""
        return {seat: of_seat(seat, self.box.score.name) for seat in self.seats} if self.counts else {}

    def follows(self, seat: str) -> tuple[str, ...]:
        """The points that may be others once a seat has something else."""
        return self._follows[seat]

    def follow(self, seat: str, things: Iterable[str]) -> tuple[str, ...]:
        """The points that may be others once a seat did something and these things changed."""
        if not self.points_things:
            return ()
        seats = dict.fromkeys((seat, *(self.owners[thing] for thing in things if thing in self.owners)))
        return tuple(dict.fromkeys(points for one in seats for points in self.follows(one)))

    @cached_property
    def worded(self) -> dict[str, str]:
        """Return the things whose numbers stand for words, each with its counter's key."""
        keys = [key for key, counter in self.box.counters.items() if counter.says]
        return {self.thing(key, seat): key for key in keys for seat in self.seats}

    @cached_property
    def unshown(self) -> frozenset[str]:
        """Return the things that the rules alone remember."""
        keys = [key for key, counter in self.box.counters.items() if not counter.shown]
        return frozenset(self.thing(key, seat) for key in keys for seat in self.seats)

    @cached_property
    def owners(self) -> dict[str, str]:
        """Return each thing that is a seat's own, with its seat."""
        return {thing: seat for (_, seat), thing in self._things.items()}

    @cached_property
    def _follows(self) -> dict[str, tuple[str, ...]]:
        own = self.points_things
        everybody = tuple(own.values())
        return {seat: everybody if self.shared else (own[seat],) if own else () for seat in self.seats}

    @cached_property
    def counts(self) -> bool:
        """True if points are counted at all."""
        return self.box.score.points is not None or bool(self.box.lines)

    @cached_property
    def by_round(self) -> tuple[str, ...]:
        """The written lines that have a cell for each round."""
        return tuple(key for key in self.round_lines if key in self.written)

    @cached_property
    def round_lines(self) -> tuple[str, ...]:
        """The lines that have a number for each round."""
        return tuple(key for key, line in self.box.lines.items() if line.each == "round")

    @cached_property
    def written(self) -> dict[str, Line]:
        """The lines that are written by hand."""
        return {key: line for key, line in self.box.lines.items() if line.points is not None}

    @cached_property
    def bounds(self) -> dict[str, tuple[int, int]]:
        """Counter to how low and how high it can ever go; an end that moves may be anywhere."""
        return {
            key: (
                one.least if isinstance(one.least, int) else -LIMIT,
                one.most if isinstance(one.most, int) else LIMIT,
            )
            for key, one in self.box.counters.items()
        }

    def fixed(self, key: str) -> bool:
        """True if the ends of a counter never move."""
        counter = self.box.counters[key]
        return isinstance(counter.least, int) and isinstance(counter.most, int)

    def words(self, key: str) -> tuple[str, ...]:
        """Return what a counter stands for from its least to its most; nothing if it is a number."""
        return tuple(self.box.counters[key].says)

    # -- pieces --------------------------------------------------------------------------------------------

    @cached_property
    def pieces(self) -> dict[str, tuple[str, str]]:
        """Piece to its kind and the seat it belongs to; empty for nobody's."""
        return {
            name: (key, seat)
            for key, piece in self.box.pieces.items()
            for seat in self.owners_of(piece)
            for name in self._numbered(key, piece, seat)
        }

    @cached_property
    def answering(self) -> dict[tuple[str, str], frozenset[str]]:
        """Map whose pieces are asked for (``own``, ``other``, ``any``) and the seat asked to the pieces."""
        return {
            (whose, seat): frozenset(
                piece
                for piece, (_, owner) in self.pieces.items()
                if whose == "any" or (owner == seat) == (whose == "own")
            )
            for whose in ("own", "other", "any")
            for seat in ("", *self.seats)
        }

    def of_kind(self, kind: str) -> frozenset[str]:
        """Return all pieces of a kind."""
        return frozenset(piece for piece, (key, _) in self.pieces.items() if key == kind)

    def _numbered(self, key: str, piece: Piece, seat: str) -> Iterator[str]:
        name = self.called(key).lower() if seat else self.called(key)
        names = [f"{name} {n}" for n in range(1, piece.count + 1)] if piece.count > 1 else [name]
        yield from (of_seat(seat, one) for one in names) if seat else names

    def sigil(self, key: str, seat: str) -> str:
        """Return the name that pieces of a kind and a seat share: the sigil on each stands for it."""
        return f"{seat} {self.called(key).lower()}" if seat else self.called(key)

    def owned(self, kind: str, whose: str) -> Iterator[str]:
        """The pieces of a kind that a seat has at the start, or the table."""
        spec = self.box.pieces[kind]
        return self._numbered(kind, spec, whose if spec.of == "seat" else "")

    def stock(self, kind: str, seat: str) -> tuple[str, ...]:
        """The pieces of a kind that a seat may take: its own, or nobody's."""
        return self._stock[kind, seat]

    @cached_property
    def _stock(self) -> dict[tuple[str, str], tuple[str, ...]]:
        return {
            (kind, seat): tuple(
                n for n, (key, whose) in self.pieces.items() if key == kind and whose in ("", seat)
            )
            for kind in self.box.pieces
            for seat in self.seats
        }

    def set_up(self) -> dict[str, str]:
        """Piece to the space on which it stands at the start."""
        return {
            piece: place
            for key, spec in self.box.pieces.items()
            for whose, places in spec.at.items()
            for piece, place in zip(self.owned(key, whose), places.split(), strict=False)
        }
