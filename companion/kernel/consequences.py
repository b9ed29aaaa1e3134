"""The consequences of an action, as values: who falls, scores, loses, gains, moves.

``companion.kernel.tracked.account`` makes them from the difference of two moments, foresight words them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.values import Thing, Value, in_words
from companion.words import Text, joined, message


@dataclass(frozen=True, slots=True)
class Falls:
    """A piece is beaten: it falls, dies or is destroyed."""

    who: str


@dataclass(frozen=True, slots=True)
class Scores:
    """A seat scores points."""

    who: str
    n: int


@dataclass(frozen=True, slots=True)
class Loses:
    """A piece or a seat loses so many of something."""

    who: str
    n: int
    of: str = ""
    """The name of the things lost; empty for health."""
    left: int | None = None
    """The number it has left; None if that is of no interest."""


@dataclass(frozen=True, slots=True)
class Gains:
    """A piece or a seat gains so many of something."""

    who: str
    n: int
    of: str


@dataclass(frozen=True, slots=True)
class Turns:
    """A piece is in another state than before: it is stunned."""

    who: str
    words: str
    """The template of the sentence, with ``who`` and ``how``."""
    how: Value = None


@dataclass(frozen=True, slots=True)
class Comes:
    """A piece comes into play, with all that belongs to it."""

    who: str


@dataclass(frozen=True, slots=True)
class Moves:
    """A piece goes to a place; to None where it leaves the table."""

    who: str
    to: Value


@dataclass(frozen=True, slots=True)
class Stands:
    """Something lies on a space: ``1 Armor``."""

    place: str
    what: Value


@dataclass(frozen=True, slots=True)
class Becomes:
    """A counter goes from one number to another."""

    thing: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Costs:
    """A seat spends things that last for one turn only; a negative number is a gain."""

    n: int
    words: str
    """The template, with the signed ``change`` and the number ``n`` without its sign: ``{change} AP``."""


Consequence = Falls | Scores | Loses | Gains | Turns | Comes | Moves | Stands | Becomes | Costs
Account = Callable[[Any, Any, Any, Any], Consequence | None]
"""A function that turns the difference of one thing into a consequence.

It takes the moment after, the thing, its value before and its value after.
"""
WEIGHT = {kind: n for n, kind in enumerate((Falls, Scores, Loses, Gains, Turns, Comes, Moves, Stands))}
"""The order in which consequences are told."""
SEPARATOR = " · "
"""What stands between two consequences."""
MOST = 60
"""Limit of the characters that foretell an answer; more would not be read."""


def silent(after: Any, thing: str, was: Value, now: Value) -> None:
    """Return nothing: what differs follows from the rest, or stands on the screen anyway."""


def piece(after: Any, thing: str, was: Value, now: Value) -> Moves:
    """Return where a piece goes."""
    return Moves(thing, now)


def counter(after: Any, thing: str, was: Value, now: Value) -> Becomes | None:
    """Return how a number changes; nothing of all else."""
    return Becomes(thing, was, now) if isinstance(was, int) and isinstance(now, int) else None


def score(after: Any, thing: Thing, was: int | None, now: int | None) -> Scores:
    """Return how many points the seat of a counter scores."""
    return Scores(thing.of, (now or 0) - (was or 0))


def settled(consequences: Iterable[Consequence], by: str, turn_over: bool) -> tuple[Consequence, ...]:
    """Return the consequences in the order in which they are said to a seat.

    The losses of a piece that falls and the gains of one that comes go without saying. Where the turn is
    over, what lasts for a turn alone is the next turn's, and so are the counters of others.
    """
    consequences = list(consequences)
    whole = {one.who for one in consequences if isinstance(one, Falls | Comes)}
    left = [
        one
        for one in consequences
        if not (isinstance(one, Loses | Gains | Turns | Moves) and one.who in whole)
        and not (turn_over and (isinstance(one, Costs) or not _own(one, by)))
    ]
    return tuple(sorted(left, key=lambda one: (WEIGHT.get(type(one), len(WEIGHT)), not _own(one, by))))


def _own(one: Consequence, by: str) -> bool:
    """True if it is a counter of this seat, or of none."""
    return not isinstance(one, Becomes) or not isinstance(one.thing, Thing) or one.thing.of == by


def parts(consequences: Iterable[Consequence], by: str, room: int = MOST) -> tuple[Text, ...]:
    """Return the consequences in words, as a seat reads them: first who falls, scores and loses, in one.

    That one says less of each where it would take more than ``room`` characters.
    """
    consequences = list(consequences)
    rest = (_worded(one, by) for one in consequences if not isinstance(one, Falls | Scores | Loses))
    said = (_first_part(consequences, by, room), *(words for words in rest if length(words) <= room))
    return tuple(filter(None, said))


def _first_part(consequences: Sequence[Consequence], by: str, room: int) -> Text:
    fallen = [one.who for one in consequences if isinstance(one, Falls)]
    falls = [message("{who} fall" if len(fallen) > 1 else "{who} falls", who=fallen)] if fallen else []
    first = [one for one in consequences if isinstance(one, Scores | Loses)]
    for worded in (_worded, _shorter, _shortest):
        whole = joined((*falls, *(worded(one, by) for one in first)), SEPARATOR)
        if length(whole) <= room:
            break
    return whole


def length(words: Text) -> int:
    """Return the number of characters that are read."""
    return len(str(words))


def _shorter(one: Consequence, by: str) -> Text:
    """Say a loss without what is left."""
    return _worded(Loses(one.who, one.n, one.of) if isinstance(one, Loses) else one, by)


def _shortest(one: Consequence, by: str) -> Text:
    """Say a loss by its number alone."""
    if not isinstance(one, Loses):
        return _worded(one, by)
    return message("{who} −{n} {of}" if one.of else "{who} −{n}", who=one.who, n=one.n, of=one.of)


def _worded(one: Consequence, by: str) -> Text:
    """Return the sentence of a consequence, for a seat that reads it."""
    match one:
        case Scores(who, n):
            return message("{who} scores {n}" if n > 0 else "{who} loses {n}", who=who, n=abs(n))
        case Loses(who, n, of, left):
            words = "{who} loses {n} {of}" if of else "{who} loses {n}"
            if left is not None:
                words = "{who} loses {n} {of}, {left} left" if of else "{who} loses {n}, {left} left"
            return message(words, who=who, n=n, of=of, left=left)
        case Gains(who, n, of):
            return message("{who} gains {n} {of}", who=who, n=n, of=of)
        case Turns(who, words, how):
            return message(words, who=who, how=in_words(how))
        case Moves(who, to):
            return message("{who} goes" if to is None else "{who} → {to}", who=who, to=in_words(to))
        case Stands(place, what):
            return message("{what} on {place}", what=in_words(what), place=place)
        case Becomes(thing, was, now):
            mine = isinstance(thing, Thing) and thing.of == by and not thing.what.isdecimal()
            name = thing.what if mine and isinstance(thing, Thing) else thing
            return message("{thing} {was} → {now}", thing=name, was=was, now=now)
        case Costs(n, words):
            return message(words, change=f"{-n:+d}".replace("-", "−"), n=abs(n))
    return ""
