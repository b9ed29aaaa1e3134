"""Figures over many plays: by person and by game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter
from time import localtime, strftime

from companion.players.intervals import Share
from companion.plays.play import NOBODY, Participant, Play
from companion.words.letters import plain_letters

OFTEN = 2
"""Who is met or lost to less often is neither a rival nor a nemesis."""
QUARTER = 900.0
"""Seconds that begin in the same month as they end, wherever one is: clocks differ by quarters of an hour."""


@dataclass(frozen=True)
class Tally:
    """The results of somebody, or of a game, over some plays."""

    who: str
    name: str
    played: int
    won: float
    """Wins; a shared one counts in parts."""
    shared: int
    streak: int
    """The longest run of whole wins."""
    rival: str
    """The player who was met most often."""
    nemesis: str
    """The player who won most often when this one did not."""
    favourite: str
    """The side or hero played most often."""
    best: int | None

    @property
    def share(self) -> Share:
        """The share of wins, with its interval."""
        return Share(self.won, self.played)


@dataclass(frozen=True)
class Game:
    """The figures of a game: how often it was played, how long it takes, and the best score in it."""

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

    def counted(self) -> None:
        """Count now what is kept."""
        _ = self.people, self.games, self.names, self.months, self.counts

    @cached_property
    def people(self) -> list[Tally]:
        """Return everybody's figures."""
        return people(self.plays)

    @cached_property
    def games(self) -> list[Game]:
        """Every game's figures."""
        return games(self.plays)

    @cached_property
    def names(self) -> dict[str, tuple[str, int]]:
        """Return everybody who played, by their key: their name now, and their number of plays; most
        first."""
        played = Counter([(part.person, part.name) for play in self.plays for part in play.parts])
        result: dict[str, tuple[str, int]] = {}
        for (person, name), n in played.items():
            if name != NOBODY:
                who = Participant(name, person=person).who
                result[who] = name, n + result.get(who, ("", 0))[1]
        return dict(sorted(result.items(), key=lambda one: (-one[1][1], plain_letters(one[1][0]))))

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


def people(plays: Iterable[Play]) -> list[Tally]:
    """Return everybody's figures, most wins first; who was forgotten has none."""
    mine: dict[str, _Mine] = {}
    by_person: dict[tuple[int, str], _Mine] = {}
    for play in sorted(plays, key=attrgetter("ended")):
        here: list[_Mine] = []
        winners: list[_Mine] = []
        losers: list[_Mine] = []
        shared = all(part.won < 1 for part in play.parts)
        for part in play.parts:
            name, _, person, _, won = part
            figures = by_person.get((person, name))
            if figures is None:
                if name == NOBODY:
                    continue
                figures = by_person[person, name] = mine.setdefault(part.who, _Mine())
            figures.count(part)
            here.append(figures)
            (winners if won else losers).append(figures)
        for figures in here:
            figures.shared += shared
            figures.met += here
        for figures in losers:
            figures.lost += winners
    tallies = [found.tally(who) for who, found in mine.items()]
    return sorted(tallies, key=lambda one: (-one.won, -one.played, plain_letters(one.name)))


class _Mine:
    """The counts of one person, play by play."""

    __slots__ = ("best", "lost", "met", "name", "shared", "sides", "won")

    def __init__(self) -> None:
        self.name, self.shared = "", 0
        self.best: int | None = None
        self.won: list[float] = []
        self.met: list[_Mine] = []
        self.lost: list[_Mine] = []
        self.sides: dict[str, int] = {}

    def count(self, part: Participant) -> None:
        """Count their part in a play."""
        name, seat, _, points, won = part
        self.name = name
        self.won.append(won)
        self.sides[seat] = self.sides.get(seat, 0) + 1
        if points is not None and (self.best is None or points > self.best):
            self.best = points

    def tally(self, who: str) -> Tally:
        """Its figures."""
        whole = "".join("1" if won == 1 else "0" for won in self.won)
        sides = {seat: n for seat, n in self.sides.items() if seat}
        return Tally(
            who,
            self.name,
            len(self.won),
            sum(self.won),
            self.shared,
            max(map(len, whole.split("0"))),
            self._most(self.met),
            self._most(self.lost),
            max(sides, key=sides.__getitem__, default=""),
            self.best,
        )

    def _most(self, these: list["_Mine"]) -> str:
        others = [(n, one.name) for one, n in Counter(these).items() if one is not self and n >= OFTEN]
        return max(others, key=itemgetter(0), default=(0, ""))[1]


def games(plays: Sequence[Play]) -> list[Game]:
    """Every game's figures, the one played most often first."""
    mine: dict[str, list[Play]] = defaultdict(list)
    for play in plays:
        mine[play.game].append(play)
    return sorted(
        (_game(name, entry) for name, entry in mine.items()),
        key=lambda one: (-one.played, plain_letters(one.name)),
    )


def _game(title: str, plays: list[Play]) -> Game:
    parts = chain.from_iterable([play.parts for play in plays])
    best = max((part for part in parts if part.points is not None), key=attrgetter("points"), default=None)
    lasted = [play.seconds for play in plays if play.seconds]
    counts = Counter([len(play.parts) for play in plays])
    return Game(
        title,
        len(plays),
        tuple(sorted(counts.items())),
        best and best.points,
        best.name if best else "",
        sum(lasted) / len(lasted) if lasted else 0.0,
    )
