"""Tournaments: who meets whom, in which round, and how they stand; Swiss, round robin or knock-out.

Players are numbered from 1 in the order of the draw; 0 is nobody, so whoever meets it has a bye. Points are
kept in halves: 2 for a win and for a bye, 1 for a draw.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, takewhile
from typing import NamedTuple

from companion.plays.play import NOBODY

SWISS, ROBIN, KNOCKOUT = "swiss", "robin", "knockout"
FORMS: Mapping[str, str] = {SWISS: "Swiss", ROBIN: "Round robin", KNOCKOUT: "Knock-out"}
MOST, MOST_AROUND = 64, 16
"""So many play at most; so many where everybody meets everybody, *house*."""
LONGEST = 11
"""So many rounds a Swiss tournament has at most, *house*."""
NAME, TITLE = 32, 60
ONE, OTHER, DRAW, BYE, VOID = "one", "other", "draw", "bye", "void"
"""Who of a pairing has won: its first, its second, neither; nobody was there to be met; or it counts for
nothing, as one of the two has left."""
POINTS: Mapping[str, tuple[int, int]] = {ONE: (2, 0), OTHER: (0, 2), DRAW: (1, 1), BYE: (2, 0), VOID: (0, 0)}
"""What a result brings each of the two, in halves. A bye counts as a win: FIDE Handbook C.04.1.3."""
Pair = tuple[int, int]


class Wrong(ValueError):
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
    """How somebody stands; points and tie-breaks in halves, Sonneborn-Berger in quarters."""

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
        """What a player is called; one who was forgotten has a number, so that it is told from others."""
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
        """Whether the next round can be drawn: there is one, and every result is in."""
        return self.drawn < self.rounds and all(one.result for one in self.counted)

    @property
    def over(self) -> bool:
        """Whether every round was played."""
        return self.drawn == self.rounds and all(one.result for one in self.counted)

    def points(self, n: int) -> int:
        """A player's points, in halves."""
        return sum(mine for _, mine in self.games(n))

    def games(self, n: int) -> Iterator[tuple[int, int]]:
        """Whom a player has met, 0 for a bye, and the points that brought."""
        for one in self.counted:
            if one.result not in ("", VOID) and n in (one.one, one.other):
                mine, theirs = POINTS[one.result]
                yield (one.other, mine) if n == one.one else (one.one, theirs)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody, the best first."""
        if self.form == KNOCKOUT:
            return self._by_round()
        rows = [self._row(n) for n in range(1, len(self.names) + 1)]
        rows = [row._replace(met=self._among(row, rows)) for row in rows]
        rows.sort(key=lambda row: (*self.compared(row), -row.n), reverse=True)
        return tuple(_placed(rows, [self.compared(row) for row in rows]))

    def compared(self, row: Standing) -> tuple[int, ...]:
        """What decides, one after the other, more being better; our order of the tie-breaks is *house*."""
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
        """Of a knock-out: who came further stands before, and equals are those who left in one round."""
        last = dict.fromkeys(range(1, len(self.names) + 1), 0)
        for one in self.pairings:
            for n, mine in zip((one.one, one.other), POINTS.get(one.result, (0, 0)), strict=True):
                last[n] = max(last.get(n, 0), 2 * one.round + (mine == 2))
        rows = sorted((self._row(n) for n in last if n), key=lambda row: (-last[row.n], row.n))
        return tuple(_placed(rows, [(last[row.n],) for row in rows]))


def _placed(rows: Sequence[Standing], keys: Sequence[tuple[int, ...]]) -> Iterator[Standing]:
    for n, row in enumerate(rows):
        yield row._replace(place=keys.index(keys[n]) + 1)


# -- begun -------------------------------------------------------------------------------------------------


def begun(title: str, form: str, names: Sequence[str], rounds: int = 0, lot: int | None = None) -> Tournament:
    """A tournament with its first round, or with all of them where everybody meets everybody.

    With a ``lot`` the order is drawn by it; without, the order of the names is that of the seeds. Wrong says
    what cannot be.
    """
    called = [" ".join(name.split()) for name in names]
    called = [name for name in called if name]
    if form not in FORMS:
        raise Wrong("Choose Swiss, round robin or knock-out.")
    most = MOST_AROUND if form == ROBIN else MOST
    if not 2 <= len(called) <= most:
        raise Wrong(f"A tournament of this form is for 2 to {most} players, not {len(called)}.")
    if odd := next((name for name in called if len(name) > NAME or not name.isprintable()), ""):
        raise Wrong(f"“{odd[:NAME]}” is no name; one has 1 to {NAME} signs one can see.")
    lower = [name.casefold() for name in called]
    if twice := next((name for name in called if lower.count(name.casefold()) > 1), ""):
        raise Wrong(f"“{twice}” stands there twice; give one of them a second name.")
    if lot is not None:
        random.Random(lot).shuffle(called)
    everybody = len(called) - 1 + len(called) % 2
    if form == SWISS and not 1 <= rounds <= min(LONGEST, everybody):
        raise Wrong(f"{len(called)} players can play 1 to {min(LONGEST, everybody)} rounds, not {rounds}.")
    count = {SWISS: rounds, ROBIN: everybody, KNOCKOUT: (len(called) - 1).bit_length()}[form]
    title = " ".join(title.split())[:TITLE] or FORMS[form]
    made = Tournament(title if title.isprintable() else FORMS[form], form, count, tuple(called))
    while made.drawn < (count if form == ROBIN else 1):
        made = replace(made, pairings=(*made.pairings, *draw(made)))
    return made


def draw(tournament: Tournament) -> list[Pairing]:
    """The pairings of the next round; Wrong where there is none, or a result is still missing."""
    number = tournament.drawn + 1
    if number > tournament.rounds:
        raise Wrong("All rounds are drawn.")
    if tournament.form != ROBIN and not all(one.result for one in tournament.pairings):
        raise Wrong(f"Round {tournament.drawn} still waits for a result.")
    how = {SWISS: _swiss, ROBIN: _around, KNOCKOUT: _knocked}[tournament.form]
    pairs = how(tournament, number)
    return [
        Pairing(number, board, one, other, "" if other else BYE)
        for board, (one, other) in enumerate(sorted(pairs, key=lambda pair: not pair[1]), 1)
    ]


def decided(tournament: Tournament, pairing: Pairing, result: str) -> None:
    """Wrong where a result cannot be that of a pairing, or cannot be changed any more."""
    if not pairing.other:
        raise Wrong("A bye has no result to enter.")
    if result not in ("", ONE, OTHER, DRAW):
        raise Wrong("A result is a win for one of the two, or a draw.")
    if result == DRAW and tournament.form == KNOCKOUT:
        raise Wrong("One of the two has to go on: a knock-out knows no draw. Let them play again.")
    if tournament.form != ROBIN and pairing.round < tournament.drawn:
        raise Wrong(f"Round {pairing.round + 1} was drawn on this result. Take that draw back first.")


def leaving(tournament: Tournament, n: int, away: bool = True) -> Tournament:
    """The tournament once a player has left, or is back; Wrong where that cannot be."""
    if not 1 <= n <= len(tournament.names):
        raise Wrong("Nobody of that number plays here.")
    if tournament.form == KNOCKOUT:
        raise Wrong("In a knock-out nobody has to leave: say that the other of the two has won.")
    if away and len(tournament.names) - len(tournament.away | {n}) < 2:
        raise Wrong("Two at least have to stay; else it is over as it stands.")
    return replace(tournament, away=tournament.away | {n} if away else tournament.away - {n})


# -- everybody meets everybody -----------------------------------------------------------------------------


def _around(tournament: Tournament, number: int) -> list[Pair]:
    """A round by the circle method: everybody is first as often as second, or once more or less."""
    even = len(tournament.names) + len(tournament.names) % 2
    turns, at = even - 1, number - 1
    pairs = [(at, even - 1) if number % 2 else (even - 1, at)]
    pairs += [((at + i) % turns, (at - i) % turns) for i in range(1, even // 2)]
    return [_with_bye(one + 1, other + 1, len(tournament.names)) for one, other in pairs]


def _with_bye(one: int, other: int, players: int) -> Pair:
    if one > players:
        return other, 0
    return (one, 0) if other > players else (one, other)


# -- one loss and out --------------------------------------------------------------------------------------


def seeded(size: int) -> list[int]:
    """The seeds from the top of a bracket to its foot, so that the best two can meet only at the end."""
    order = [1]
    while len(order) < size:
        order = [n for one in order for n in (one, 2 * len(order) + 1 - one)]
    return order


def _knocked(tournament: Tournament, number: int) -> list[Pair]:
    players = len(tournament.names)
    if number == 1:
        order = seeded(2**tournament.rounds)
        return [_with_bye(min(two), max(two), players) for two in zip(order[::2], order[1::2], strict=True)]
    won = [through(one) for one in sorted(tournament.of(number - 1), key=lambda one: slot(tournament, one))]
    return list(zip(won[::2], won[1::2], strict=True))


def through(pairing: Pairing) -> int:
    """Who goes on from a pairing; 0 where nobody does yet."""
    won = {ONE: pairing.one, BYE: pairing.one, OTHER: pairing.other}
    return won.get(pairing.result, 0)


def slot(tournament: Tournament, pairing: Pairing) -> int:
    """How far down the bracket a pairing stands in its round, from 0."""
    at: int = seeded(2**tournament.rounds).index(pairing.one)
    return at // (1 << pairing.round)


# -- Swiss -------------------------------------------------------------------------------------------------


def _swiss(tournament: Tournament, number: int) -> list[Pair]:
    """Equal points meet, the upper half the lower; who is left over meets the best of the next group.

    Nobody has two byes, and nobody meets twice while that can be avoided (FIDE Handbook C.04.1.2 to 5); the
    bye is the lowest's. Of equal points the upper is who was drawn before (*house*). Who has left meets
    nobody; where so many have that everybody there had a bye, who has had fewest has another.
    """
    names = [n for n in range(1, len(tournament.names) + 1) if n not in tournament.away]
    points = {n: tournament.points(n) for n in names}
    order = sorted(names, key=lambda n: (-points[n], n))
    met = {frozenset((one.one, one.other)) for one in tournament.pairings}
    free = [0]
    if len(order) % 2:
        byes = [one.one for one in tournament.pairings if not one.other]
        free = [n for n in reversed(order) if byes.count(n) == min(map(byes.count, order))]
    for again in range(len(order) // 2 + 1):
        for bye in free:
            left = tuple(n for n in order if n != bye)
            pairs = _matched(left, points, met, again, set())
            if pairs is not None:
                return [*(_first(tournament, *pair) for pair in pairs), *([(bye, 0)] if bye else [])]
    raise AssertionError("with as many rematches as pairs, any pairing does")


def _matched(
    left: tuple[int, ...],
    points: Mapping[int, int],
    met: set[frozenset[int]],
    again: int,
    dead: set[tuple[tuple[int, ...], int]],
) -> list[Pair] | None:
    """Pairs for all of these, the best first, with at most so many rematches; None where there are none.

    ``dead`` are those for whom there were none: with few rounds behind, only the last few players are ever
    tried in more than one way.
    """
    if not left:
        return []
    if (left, again) in dead:
        return None
    one, rest = left[0], left[1:]
    for other in _wanted(one, rest, points):
        rematch = frozenset((one, other)) in met
        if rematch <= again:
            others = tuple(n for n in rest if n != other)
            pairs = _matched(others, points, met, again - rematch, dead)
            if pairs is not None:
                return [(one, other), *pairs]
    dead.add((left, again))
    return None


def _wanted(one: int, rest: Sequence[int], points: Mapping[int, int]) -> list[int]:
    """Whom somebody meets best, the best first: of the own group the first of the lower half, then on."""
    equals = list(takewhile(lambda n: points[n] == points[one], rest))
    half = max(0, (len(equals) + 1) // 2 - 1)
    return [*equals[half:], *reversed(equals[:half]), *rest[len(equals) :]]


def _first(tournament: Tournament, one: int, other: int) -> Pair:
    """The two, who was first less often before the other."""
    firsts = [pairing.one for pairing in tournament.pairings if pairing.other]
    return (other, one) if firsts.count(other) < firsts.count(one) else (one, other)


def grouped(pairings: Sequence[Pairing]) -> list[tuple[int, list[Pairing]]]:
    """Round to its pairings."""
    return [(n, list(some)) for n, some in groupby(sorted(pairings), key=lambda one: one.round)]
