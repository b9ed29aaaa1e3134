"""The things that a table tracks, declared once: for the view, for setting by hand, and for every difference.

A thing is known by its name, everywhere: in questions, in the log, on counters and pieces. How it stands is a
value (``values``): a name, a number, ``Lies("C4", marks=("stunned",))``. Its words are made for readers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.kernel.consequences import Account, Consequence, Moves, counter, piece, settled, silent
from companion.kernel.put_back import Sentence, moved, nothing, set_to
from companion.kernel.state import State, Told
from companion.kernel.values import Lies, Value, in_words
from companion.words import Text, message

S = TypeVar("S", bound=State)
TURN = "Turn"
"""The thing that says whose turn it is, where a game tracks it."""


@dataclass(frozen=True)
class Tracked(Generic[S]):
    """Things of one kind: how each is now, and how it is set by hand."""

    now: Callable[[S], Mapping[str, Value]]
    """Each thing that is there, by name, with where or how it is."""
    to: Callable[[S, Any], Iterable[str]] | None = None
    """What a thing can be set to by hand: names, or a Number; None where it is not set by hand."""
    put: Callable[[S, Any, str], S] | None = None
    """The moment with a thing set to one of these: what follows from it is done and told as well."""
    names: Callable[[S], Iterable[str]] | None = None
    """What can be set by hand, where that is more or less than what is there now."""
    follows: Text = ""
    """Where things of this kind are not set by hand: what they follow from, in words."""
    piece: bool = False
    """True for what hands put, take off, move and turn over."""
    account: Account | None = None
    """The consequence of a difference. None: a piece moves and a number becomes another."""
    back: Sentence | None = None
    """What hands do when an entry is taken back. None: they move pieces, and set what is set by hand."""

    @property
    def asked_back(self) -> Sentence:
        """Return what is asked of hands when an entry is taken back."""
        return self.back or (moved if self.piece else set_to if self.to else nothing)

    def settable(self, state: S) -> tuple[str, ...]:
        """Return the things of this kind that can be set by hand at this moment."""
        if self.to is None:
            return ()
        return tuple(self.names(state) if self.names else self.now(state))


def _draw(state: State) -> dict[str, Value]:
    return {"Draw": str(state.draw_words)} if state.draw_words else {}


def _result(state: State) -> dict[str, str]:
    return {"Result": str(state.over.why)} if state.over else {}


def _resigned(state: State) -> dict[str, Value]:
    return {"Resigned": state.resigned} if state.resigned else {}


SITTING: tuple[Tracked[Any], ...] = (
    Tracked(_resigned, follows="who has resigned; taking that back brings them in again"),
    Tracked(_draw, follows="who offers a draw, and who has agreed to it"),
    Tracked(_result, follows="how the game ended; taking that back opens the table again"),
)
"""What every table tracks besides its game's own things."""


def things(tracked: Iterable[Tracked[S]], state: S) -> dict[str, Value]:
    """Return everything that is tracked, by name, with where or how it is."""
    return {name: value for kind in (*tracked, *SITTING) for name, value in kind.now(state).items()}


def differences(tracked: Iterable[Tracked[S]], now: S, then: S, told: Iterable[str] = ()) -> tuple[Told, ...]:
    """Return every difference between two moments: how pieces go, and how all other things are.

    Things in ``told`` are left out: somebody has said how they change.
    """
    left = set(told)
    return tuple(
        Told(
            moved(name, was, is_)
            if kind.piece
            else message("{name}: {value}.", name=name, value=in_words(is_) or "nothing"),
            (name,),
        )
        for kind, name, was, is_ in _changes(tracked, now, then)
        if name not in left
    )


def hand_moves(tracked: Iterable[Tracked[S]], now: S, then: S) -> tuple[tuple[Told, ...], tuple[str, ...]]:
    """Return what hands do to go from one moment to another, and the things that only the phone sets."""
    moves = [
        Told(kind.asked_back(name, was, is_), (name,))
        for kind, name, was, is_ in _changes(tracked, now, then)
    ]
    silent = tuple(line.about[0] for line in moves if not line.text)
    return tuple(told for told in moves if told.text), silent


def account(
    tracked: Sequence[Tracked[S]],
    was: Sequence[Mapping[str, Value]],
    after: S,
    by: str,
    named: Collection[str],
    also: Iterable[Consequence] = (),
) -> tuple[Consequence, ...]:
    """Return what an action of a seat leads to, of how each kind of thing was and of the moment after it.

    That a piece goes where the action itself names the place goes without saying. ``also`` is not tracked.
    """
    result, turn_over = [], False
    for kind, before in zip(tracked, was, strict=True):
        if kind.account is silent or (now := kind.now(after)) == before:
            continue
        say = kind.account or (piece if kind.piece else counter)
        turn_over = turn_over or TURN in now
        for name, old, new in _between(before, now):
            one = say(after, name, old, new)
            if one and not _to_named(one, named):
                result.append(one)
    return settled((*result, *also), by, turn_over)


def _to_named(one: Consequence, named: Collection[str]) -> bool:
    """True if a piece goes to one of these places."""
    return isinstance(one, Moves) and one.to is not None and Lies.at(one.to).place in named


def _changes(
    tracked: Iterable[Tracked[S]], now: S, then: S
) -> Iterator[tuple[Tracked[S], str, Value, Value]]:
    """Yield each thing that differs, with how it is and how it is then; None where it is not there."""
    for kind in (*tracked, *SITTING):
        if (before := kind.now(now)) != (after := kind.now(then)):
            for name, was, is_ in _between(before, after):
                yield kind, name, was, is_


def _between(before: Mapping[str, Value], after: Mapping[str, Value]) -> Iterator[tuple[str, Value, Value]]:
    for name in dict.fromkeys((*before, *after)):
        was, is_ = before.get(name), after.get(name)
        if was != is_:
            yield name, was, is_
