"""The things that a table tracks, declared once: for the view, for setting by hand, and for every difference.

A thing is known by its name, everywhere: in questions, in the log, on counters and pieces. How it stands is a
value (``values``): a name, a number, ``Lies("C4", marks=("stunned",))``. Its words are made for readers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.kernel.put_back import Sentence, moved, nothing, set_to
from companion.kernel.state import State, Told
from companion.kernel.values import Value, in_words

S = TypeVar("S", bound=State)


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
    follows: str = ""
    """Where things of this kind are not set by hand: what they follow from, in words."""
    piece: bool = False
    """True for what hands put, take off, move and turn over."""
    quiet: bool = False
    """True for what follows from most answers, so that it is no news in what one comes to."""
    back: Sentence | None = None
    """What hands do when an entry is taken back; where None, they move a piece and set what is none."""

    def settable(self, state: S) -> tuple[str, ...]:
        """Return the things of this kind that can be set by hand at this moment."""
        if self.to is None:
            return ()
        return tuple(self.names(state) if self.names else self.now(state))


def _draw(state: State) -> dict[str, Value]:
    return {"Draw": state.draw_words} if state.draw_words else {}


def _result(state: State) -> dict[str, str]:
    return {"Result": state.over.why} if state.over else {}


def _resigned(state: State) -> dict[str, Value]:
    return {"Resigned": state.resigned} if state.resigned else {}


SITTING: tuple[Tracked[Any], ...] = (
    Tracked(_resigned, follows="who has resigned; taking that back brings them in again", back=nothing),
    Tracked(_draw, follows="who offers a draw, and who has agreed to it", back=nothing),
    Tracked(_result, follows="how the game ended; taking that back opens the table again", back=nothing),
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
        Told(moved(name, was, is_) if kind.piece else f"{name}: {in_words(is_) or 'nothing'}.", (name,))
        for kind, name, was, is_ in _changes(tracked, now, then)
        if name not in left
    )


def hand_moves(tracked: Iterable[Tracked[S]], now: S, then: S) -> tuple[tuple[Told, ...], tuple[str, ...]]:
    """Return what hands do to go from one moment to another, and the things that only the phone sets."""
    moves = [
        Told((kind.back or (moved if kind.piece else set_to))(name, was, is_), (name,))
        for kind, name, was, is_ in _changes(tracked, now, then)
    ]
    silent = tuple(told.about[0] for told in moves if not told.text)
    return tuple(told for told in moves if told.text), silent


def _changes(
    tracked: Iterable[Tracked[S]], now: S, then: S
) -> Iterator[tuple[Tracked[S], str, Value, Value]]:
    """Yield each thing that differs, with how it is and how it is then; None where it is not there."""
    for kind in (*tracked, *SITTING):
        before, after = kind.now(now), kind.now(then)
        if before == after:
            continue
        for name in dict.fromkeys((*before, *after)):
            was, is_ = before.get(name), after.get(name)
            if was != is_:
                yield kind, name, was, is_
