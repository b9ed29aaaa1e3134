"""Tournaments: the pairings of each round, and the standings; Swiss, round robin or knock-out.

Players are numbered from 1 in the order of the draw; 0 is nobody, so its opponent has a bye. Points are
kept in halves: 2 for a win and for a bye, 1 for a draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.plays.play import NOBODY

SWISS, ROBIN, KNOCKOUT = "swiss", "robin", "knockout"
FORMS: Mapping[str, str] = {SWISS: "Swiss", ROBIN: "Round robin", KNOCKOUT: "Knock-out"}
MOST, MOST_AROUND = 64, 16
"""So many play at most; so many where everybody meets everybody, *house*."""
NAME, TITLE = 32, 60
ONE, OTHER, DRAW, BYE, VOID = "one", "other", "draw", "bye", "void"
"""Who of a pairing has won: its first, its second, neither; nobody was there to be met; or it counts for
nothing, as one of the two has left."""
POINTS: Mapping[str, tuple[int, int]] = {ONE: (2, 0), OTHER: (0, 2), DRAW: (1, 1), BYE: (2, 0), VOID: (0, 0)}
"""What a result brings each of the two, in halves. A bye counts as a win: FIDE Handbook C.04.1.3."""


class WrongTournament(ValueError):
    """A tournament, a draw or a result that cannot be: what is wrong, and what would be right."""


class Pairing(NamedTuple):
    """Two who meet in a round; ``other`` is 0 for a bye."""

    round: int
    board: int
    one: int
    other: int
    result: str = ""
    """Who has won; empty where nobody knows yet."""
    code: str = ""
    """The table where they play; empty where they play without one."""
    by_hand: bool = False
    """True where the result was entered; else it is the table's."""


class Standing(NamedTuple):
    """The standing of a player; points and tie-breaks in halves, Sonneborn-Berger in quarters."""

    place: int
    """Equals have the same place."""
    n: int
    name: str
    points: int
    won: int
    drawn: int
    lost: int
    buchholz: int = 0
    berger: int = 0
    met: int = 0
    """The points among those who have equally many, where all of these have met; else 0."""


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands."""

    title: str
    form: str
    rounds: int
    """How many rounds there are."""
    names: tuple[str, ...]
    """The players in the order of the draw."""
    pairings: tuple[Pairing, ...] = ()
    """As they were drawn, with the results that came in."""
    away: frozenset[int] = frozenset()
    """The players who have left: they are not paired any more, until they are back."""

    def name(self, n: int) -> str:
        """Return the name of a player; one who was forgotten has a number, to be told from others."""
        called = self.names[n - 1] if n else "bye"
        return f"{called} {n}" if called == NOBODY else called

    @cached_property
    def drawn(self) -> int:
        """The last round that was drawn."""
        return max((one.round for one in self.pairings), default=0)

    def of(self, number: int) -> list[Pairing]:
        """The pairings of a round, board by board, as they count."""
        return sorted(one for one in self.counted if one.round == number)

    @cached_property
    def counted(self) -> tuple[Pairing, ...]:
        """The pairings with what they count for: of a round robin, too, those of players who have left.

        Who has left and played less than half of his games counts for nobody; else what he did stands, and
        the games he leaves are won by those he would have met (FIDE Tournament Rules, on withdrawals).
        """
        if self.form != ROBIN or not self.away:
            return self.pairings
        return tuple(one._replace(result=self._without(one)) for one in self.pairings)

    @cached_property
    def annulled(self) -> frozenset[int]:
        """The players of a round robin whose games count for nobody."""
        games = len(self.names) - 1
        done = [n for one in self.pairings if one.result and one.other for n in (one.one, one.other)]
        gone = self.away if self.form == ROBIN else ()
        return frozenset(n for n in gone if 2 * done.count(n) < games)

    def _without(self, one: Pairing) -> str:
        if {one.one, one.other} & self.annulled:
            return VOID
        if one.result or not {one.one, one.other} & self.away:
            return one.result
        if one.one in self.away:
            return VOID if one.other in self.away else OTHER
        return ONE

    @property
    def waits(self) -> bool:
        """True if the next round can be drawn: there is one, and every result is in."""
        return self.drawn < self.rounds and all(one.result for one in self.counted)

    @property
    def is_level(self) -> bool:
        """True if everybody has played and some have equal points, so that tie-breaks tell them apart."""
        rows = self.standings
        points = {row.points for row in rows}
        return all(any(self.games(row.n)) for row in rows) and len(points) < len(rows)

    @property
    def over(self) -> bool:
        """True if every round was played."""
        return self.drawn == self.rounds and all(one.result for one in self.counted)

    def points(self, n: int) -> int:
        """A player's points, in halves."""
        return sum(mine for _, mine in self.games(n))

    def games(self, n: int) -> Iterator[tuple[int, int]]:
        """Yield the opponents of a player, 0 for a bye, and the points that each brought."""
        for one in self.counted:
            if one.result not in ("", VOID) and n in (one.one, one.other):
                mine, theirs = POINTS[one.result]
                yield (one.other, mine) if n == one.one else (one.one, theirs)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Return the standings of all players, the best first."""
        if self.form == KNOCKOUT:
            return self._by_round()
        rows = [self._row(n) for n in range(1, len(self.names) + 1)]
        rows = [row._replace(met=self._among(row, rows)) for row in rows]
        rows.sort(key=lambda row: (*self.compared(row), -row.n), reverse=True)
        return tuple(_placed(rows, [self.compared(row) for row in rows]))

    def compared(self, row: Standing) -> tuple[int, ...]:
        """Return the numbers that decide, in the order of tie-breaks (*house*), more being better."""
        if self.form == ROBIN:
            return row.n not in self.annulled, row.points, row.met, row.berger, row.won
        return row.points, row.buchholz, row.berger, row.met, row.won

    def _row(self, n: int) -> Standing:
        games = list(self.games(n))
        points = {other: self.points(other) for other, _ in games if other}
        points[0] = sum(mine for _, mine in games)
        met = [mine for other, mine in games if other]
        return Standing(
            0,
            n,
            self.name(n),
            points[0],
            met.count(2),
            met.count(1),
            met.count(0),
            sum(points[other] for other, _ in games),
            sum(points[other] * mine for other, mine in games),
        )

    def _among(self, row: Standing, rows: Sequence[Standing]) -> int:
        equals = {one.n for one in rows if one.points == row.points} - {row.n}
        games = [(other, mine) for other, mine in self.games(row.n) if other in equals]
        return sum(mine for _, mine in games) if {other for other, _ in games} == equals else 0

    def _by_round(self) -> tuple[Standing, ...]:
        """Return the standings of a knock-out: who came further first; those out in one round are equal."""
        last = dict.fromkeys(range(1, len(self.names) + 1), 0)
        for one in self.pairings:
            for n, mine in zip((one.one, one.other), POINTS.get(one.result, (0, 0)), strict=True):
                last[n] = max(last.get(n, 0), 2 * one.round + (mine == 2))
        rows = sorted((self._row(n) for n in last if n), key=lambda row: (-last[row.n], row.n))
        return tuple(_placed(rows, [(last[row.n],) for row in rows]))


def _placed(rows: Sequence[Standing], keys: Sequence[tuple[int, ...]]) -> Iterator[Standing]:
    for n, row in enumerate(rows):
        yield row._replace(place=keys.index(keys[n]) + 1)
