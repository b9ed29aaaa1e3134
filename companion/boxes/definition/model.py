"""The definition of a box: its tables, its parts, formulas as functions, and rules. It is frozen.

How a moment goes on is said by functions of a moment; each moment knows its definition.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.boxes.definition.cards import Cards
from companion.boxes.definition.formula import Here, Source, Value
from companion.boxes.definition.places import Places
from companion.boxes.definition.rounds import Rounds
from companion.boxes.definition.schema import Ask, Box
from companion.boxes.definition.things import Things
from companion.words import Text

ROWS = 20
"""So many rounds a printed pad has room for."""
POINTS = "="
"""What the points are called among the lines, as no line is."""
MOST_SECONDS = 36_000
"""Ten hours are the most that a clock has."""
PASSES = ("next", "on", "over")
"""What a ``then`` says where the turn passes."""

Legal = Callable[[Here], Iterable[str]]
"""The answers to a question that lead on, one after the other as they are found."""
Hands = Callable[[Any, Here, str], tuple[Any, tuple[str, ...]]]
"""A movement: of a moment, the seat it is done for and the rule, to the moment after it and the things it
touched. A definition knows no moments, so their type is open here."""


@dataclass(frozen=True)
class Statement:
    """One movement of what a verb or a rule does."""

    hands: Hands
    ends: bool = False
    """True for what is about seats and the game: it is told by itself."""
    refuses: bool = True
    """False for what is possible whatever the moment."""
    possible: Source | None = None
    """What must hold for it to be possible in the moment before; None where that is found by doing it."""
    rests: frozenset[str] = frozenset()
    """What of the moment that rests on: counters, the pieces on the board, those in hand, or anything."""
    touches: frozenset[str] = frozenset()
    """What of that it changes."""
    reads: frozenset[str] = frozenset()
    """The questions whose answers it rests on."""
    work: int = 0
    """The steps it takes."""
    puts: str = ""
    """The kind of piece that it puts from the hand on the board; empty if none."""
    promotes: bool = False
    """True if that piece comes in place of another."""


@dataclass(frozen=True)
class Need:
    """A rule with teeth: what must hold, and why not in words with numbers in them."""

    key: str
    holds: Value
    why: Callable[[Here], Text]
    reads: frozenset[str] = frozenset()
    """The questions of a verb whose answers it rests on."""
    work: int = 0
    """The steps it takes, with its words."""


@dataclass(frozen=True)
class Stage:
    """Rules, and what a verb does up to the last thing of it that can be refused."""

    needs: tuple[Need, ...]
    does: tuple[Statement, ...]

    @cached_property
    def judged(self) -> int:
        """The steps of its rules."""
        return sum([need.work for need in self.needs])

    @cached_property
    def done(self) -> int:
        """The steps of what the verb does."""
        return sum([one.work for one in self.does])

    def __bool__(self) -> bool:
        return bool(self.needs or self.does)


@dataclass(frozen=True)
class Judging:
    """The parts of a verb that can be judged, by the number of its questions that are answered."""

    asked: tuple[str, ...]
    """Its questions, in their order."""
    whole: tuple[Stage, ...]
    """All that can be judged then."""
    added: tuple[Stage, ...]
    """The rules that one answer more lets judge."""
    free: tuple[bool, ...]
    """True if it can be finished then whatever is answered."""
    legal: tuple[Legal | None, ...] = ()
    """Of each question, its legal answers after those before it; None where that is too much work."""
    opens: Value | None = None
    """True if it can be begun; None where that is too much work."""
    budgets: tuple[int, ...] = ()
    """The most steps of a search for how it can be finished then."""


@dataclass(frozen=True)
class Happening:
    """A rule that happens: when, and what."""

    key: str
    when: Value
    does: tuple[Statement, ...]
    after: str
    late: bool
    """True where it is looked at once the turn has passed on: it asks whether a seat is stuck."""
    secrets: frozenset[str] = frozenset()
    """The hidden lines and counters that it rests on."""


@dataclass(frozen=True)
class Parts:
    """The parts of a box before any formula of it is read."""

    key: str
    box: Box
    things: Things
    rounds: Rounds
    places: Places
    cards: Cards

    @property
    def asks(self) -> Iterator[Ask]:
        """The questions of all verbs."""
        return (ask for verb in self.box.verbs.values() for ask in verb.asks.values())

    @property
    def does(self) -> Iterator[tuple[str, str]]:
        """Each statement, with the rule, verb or timer that does it."""
        groups: tuple[Mapping[str, Any], ...] = (self.box.rules, self.box.verbs, self.box.timers)
        return ((key, text) for group in groups for key, one in group.items() for text in one.does)

    @property
    def hides(self) -> bool:
        """True if a line or a counter is hidden."""
        lines, counters = self.box.lines.values(), self.box.counters.values()
        return any(line.hidden for line in lines) or any(counter.hidden for counter in counters)


@dataclass(frozen=True)
class Definition(Parts):
    """Everything a moment, a verb and a view ask of a box."""

    values: Mapping[str, Value]
    """Line and counter to its number."""
    ends: Mapping[str, tuple[Value, Value, int]]
    """Line to the least and the most that can be written, and the step."""
    worth: Mapping[str, Value]
    """Line to what it adds to the score."""
    starts: Mapping[str, Value]
    """The start of each counter."""
    moving: Mapping[str, tuple[Value | None, Value | None]]
    """The least and the most of a counter, where these are formulas."""
    played_when: Mapping[str, Value]
    """Phase to what must hold for it to be in a round."""
    lies: Mapping[tuple[str, str], Value]
    """Stones and a kind of space to how many of them lie there at the start."""
    dealt: Mapping[str, Value]
    """Pile to how many cards lie there at the start."""
    needs: Mapping[str, tuple[Need, ...]]
    """Line or verb to the rules that judge it."""
    judging: Mapping[str, Judging]
    """Verb to what of it is judged when."""
    hidden: Mapping[str, Value]
    """True, by line and counter, if a seat alone sees its own."""
    rests: Mapping[str, tuple[str, ...]]
    """The names in the formula of each line, and of the points."""
    telling: Mapping[str, frozenset[str]]
    """Verb to what is hidden and it would tell: so it waits until that is open."""
    seconds: Mapping[str, Value]
    """The seconds that a timer begins with."""
    gains: Mapping[str, Value]
    """The seconds that a turn adds to a timer."""
    at_end: Mapping[str, tuple[Statement, ...]]
    """The statements at the end of a timer."""
    happenings: tuple[Happening, ...]
    points_of: Value | None
    ties: tuple[Value, ...]
    next_by: Value | None
    """The seat for which this is most is the next in turn."""
    rounds_of: Value | None
    """How many rounds there are, where the box says so."""
    kinds: tuple[Any, ...]
    """The box's own verbs; a game that builds on a box puts its own in their place."""

    def verb(self, named: str) -> Any:
        """The box's own verb of this name, to build on in Python."""
        return self._verbs[named]

    @cached_property
    def _verbs(self) -> dict[str, Any]:
        return {kind.verb: kind for kind in self.kinds}

    @cached_property
    def refilled(self) -> dict[str, list[str]]:
        """The counters that are filled again, by when."""
        counters = self.box.counters.items()
        return {when: [key for key, one in counters if one.refill == when] for when in ("turn", "round")}

    @cached_property
    def cited(self) -> frozenset[str]:
        """The rules of the box as they are cited: what happens by one of them stops at the ends."""
        return frozenset(key.replace("_", "-") for key in self.box.rules)

    @cached_property
    def marked(self) -> bool:
        """True if a verb or a rule takes the beginning of the next round, for which a marker lies there."""
        return any(text.split()[0] == "begin" for _, text in self.does)

    @cached_property
    def budgets(self) -> dict[str, tuple[str, str]]:
        """The clocks of a game that have an end, whose seconds are kept, each with its timer and seat."""
        return {
            self.things.timer_thing(key, seat): (key, seat)
            for key, timer in self.box.timers.items()
            if timer.each == "game" and timer.seconds is not None
            for seat in self.things.owners_of(timer)
        }

    @cached_property
    def happens(self) -> dict[tuple[str, bool], list[Happening]]:
        """Return the happenings by the time at which they are looked at."""
        result: dict[tuple[str, bool], list[Happening]] = {}
        for rule in self.happenings:
            result.setdefault((rule.after, rule.late), []).append(rule)
        return result

    @cached_property
    def secretive(self) -> dict[str, frozenset[str]]:
        """The rules that happen after anything and rest on something hidden."""
        return {rule.key: rule.secrets for rule in self.happenings if rule.secrets and rule.after != "round"}

    @cached_property
    def secret_counters(self) -> frozenset[str]:
        """Return the names of all hidden counters, of every seat."""
        keys = self.hidden.keys() & self.box.counters.keys()
        return frozenset(self.things.thing(key, seat) for key in keys for seat in self.things.seats)
