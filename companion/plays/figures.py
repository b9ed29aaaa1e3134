"""Figures over many plays: by person and by game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from time import localtime, strftime

from companion.players.intervals import Share
from companion.plays.play import NOBODY, Part, Play

OFTEN = 2
"""Who is met or lost to less often is neither a rival nor a nemesis."""
QUARTER = 900.0
"""Seconds that begin in the same month as they end, wherever one is: clocks differ by quarters of an hour."""


@dataclass(frozen=True)
class Tally:
    """How somebody, or a game, did over some plays."""

    who: str
    name: str
    played: int
    won: float
    """Wins; a shared one counts in parts."""
    shared: int
    streak: int
    """The longest run of whole wins."""
    rival: str
    """Who was met most often,"""
    nemesis: str
    """and who won most often where this one did not."""
    favourite: str
    """The side or hero played most often."""
    best: int | None
    seconds: float
    """A play takes so long on average, as far as is known; 0 where nothing is."""

    @property
    def share(self) -> Share:
        """The share of wins, with its interval."""
        return Share(self.won, self.played)


@dataclass(frozen=True)
class Game:
    """How often a game was played, how long it takes, and the best score in it."""

    name: str
    played: int
    players: tuple[tuple[int, int], ...]
    """How many played, and how often so."""
    best: int | None
    by: str
    """Who has the best score."""
    seconds: float


class Seen:
    """The plays that a phone sees, with what all of them come to: counted once, and kept with them."""

    def __init__(self, plays: list[Play]) -> None:
        self.plays = plays

    @cached_property
    def people(self) -> list[Tally]:
        """Everybody's figures."""
        return people(self.plays)

    @cached_property
    def games(self) -> list[Game]:
        """Every game's figures."""
        return games(self.plays)

    @cached_property
    def names(self) -> dict[str, str]:
        """Everybody who played, by what tells them apart."""
        return {one.who: one.name for one in self.people}

    @cached_property
    def months(self) -> list[str]:
        """The months in which something was played, the latest first."""
        quarters = {play.ended // QUARTER for play in self.plays}
        return sorted({month_of(quarter * QUARTER) for quarter in quarters}, reverse=True)

    @cached_property
    def counts(self) -> list[int]:
        """The numbers of players there have been."""
        return sorted({len(play.parts) for play in self.plays})


def chosen(
    plays: Iterable[Play],
    game: str = "",
    who: str = "",
    players: int = 0,
    month: str = "",
    option: str = "",
    night: str = "",
) -> list[Play]:
    """The plays that fit all that is asked for; ``option`` is ``key=value``, ``month`` ``2026-11``."""
    return [
        play
        for play in plays
        if (not game or play.game == game)
        and (not who or any(part.who == who for part in play.parts))
        and (not players or len(play.parts) == players)
        and (not month or month_of(play.ended) == month)
        and (not night or night_of(play.ended) == night)
        and (not option or option in play.options)
    ]


def month_of(seconds: float) -> str:
    """The month of a time: ``2026-11``."""
    return strftime("%Y-%m", localtime(seconds))


def night_of(seconds: float) -> str:
    """The evening a time belongs to, which ends at six in the morning: ``2026-11-22``."""
    return strftime("%Y-%m-%d", localtime(seconds - 6 * 3600))


def people(plays: Sequence[Play]) -> list[Tally]:
    """Everybody's figures, who won most first; who was forgotten has none."""
    mine: dict[str, _Mine] = {}
    known: dict[tuple[int, str], _Mine] = {}
    for play in sorted(plays, key=attrgetter("ended")):
        parts, shared = [], True
        for part in play.parts:
            name, _, person, _, won = part
            if won >= 1:
                shared = False
            found = known.get((person, name))
            if found is None and name != NOBODY:
                found = known[person, name] = mine.setdefault(part.who, _Mine())
            if found:
                found.name = name
                parts.append((found, part, won))
        for found, part, won in parts:
            found.add(play, part, shared)
            met, lost = found.met, found.lost
            for other, _, theirs in parts:
                if other is not found:
                    met[other] = met.get(other, 0) + 1
                    if not won and theirs:
                        lost[other] = lost.get(other, 0) + 1
    tallies = [found.tally(who) for who, found in mine.items()]
    return sorted(tallies, key=lambda one: (-one.won, -one.played, one.name.casefold()))


class _Mine:
    """What is counted of one person, play by play."""

    def __init__(self) -> None:
        self.name = ""
        self.met, self.lost, self.sides = dict[_Mine, int](), dict[_Mine, int](), dict[str, int]()
        self.played = self.shared = self.streak = self.run = self.timed = 0
        self.won = self.seconds = 0.0
        self.best: int | None = None

    def add(self, play: Play, part: Part, shared: bool) -> None:
        """One play more, later than those before."""
        self.played += 1
        self.won += part.won
        self.shared += shared
        self.run = self.run + 1 if part.won == 1 else 0
        if self.run > self.streak:
            self.streak = self.run
        if part.seat:
            self.sides[part.seat] = self.sides.get(part.seat, 0) + 1
        if part.points is not None and (self.best is None or part.points > self.best):
            self.best = part.points
        if play.seconds:
            self.timed, self.seconds = self.timed + 1, self.seconds + play.seconds

    def tally(self, who: str) -> Tally:
        """Its figures."""
        return Tally(
            who,
            self.name,
            self.played,
            self.won,
            self.shared,
            self.streak,
            _most(self.met),
            _most(self.lost),
            max(self.sides, key=self.sides.__getitem__, default=""),
            self.best,
            self.seconds / self.timed if self.timed else 0.0,
        )


def _most(counted: dict[_Mine, int]) -> str:
    one = max(counted, key=counted.__getitem__, default=None)
    return one.name if one and counted[one] >= OFTEN else ""


def games(plays: Sequence[Play]) -> list[Game]:
    """Every game's figures, the one played most often first."""
    mine: dict[str, list[Play]] = defaultdict(list)
    for play in plays:
        mine[play.game].append(play)
    return sorted(
        (_game(name, found) for name, found in mine.items()), key=lambda one: (-one.played, one.name)
    )


def _game(title: str, found: list[Play]) -> Game:
    best, by = None, ""
    for play in found:
        for name, _, _, points, _ in play.parts:
            if points is not None and (best is None or points > best):
                best, by = points, name
    lasted = [play.seconds for play in found if play.seconds]
    counts = Counter(len(play.parts) for play in found)
    mean = sum(lasted) / len(lasted) if lasted else 0.0
    return Game(title, len(found), tuple(sorted(counts.items())), best, by, mean)
