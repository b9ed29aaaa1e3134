"""What a table tracks, declared once: from it come the things shown, what hands set, and every difference.

A thing is known by its name, everywhere: in questions, in the log, on counters and pieces. How it is stands
in words: ``C4``, ``C4, stunned``, ``face down``, ``3``. For a piece of cardboard the words begin with its
place; what follows a comma is how it lies there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.kernel.state import State, Told, listed

S = TypeVar("S", bound=State)
FACES = ("face up", "face down")
PLACED = ("on ", "in ", "under ", "beside ", "before ", "at ", "off ", "with ", "behind ")
"""How a place in words may begin; a bare one is ``on`` its space."""


@dataclass(frozen=True)
class Tracked(Generic[S]):
    """Things of one kind: how each is now, and how it is set by hand."""

    now: Callable[[S], Mapping[str, str]]
    """Each thing that is there, by name, with where or how it is."""
    to: Callable[[S, str], Iterable[str]] | None = None
    """What a thing can be set to by hand: names, or a Number; None where it is not set by hand."""
    put: Callable[[S, str, str], S] | None = None
    """The moment with a thing set to one of these: what follows from it is done and told as well."""
    names: Callable[[S], Iterable[str]] | None = None
    """What can be set by hand, where that is more or less than what is there now."""
    follows: str = ""
    """Where things of this kind are not set by hand: what they follow from, in words."""
    piece: bool = False
    """True for what hands put, take off, move and turn over."""
    quiet: bool = False
    """True for what follows from most answers, so that it is no news in what one comes to."""

    def settable(self, state: S) -> tuple[str, ...]:
        """The things of this kind that can be set by hand at this moment."""
        if self.to is None:
            return ()
        return tuple(self.names(state) if self.names else self.now(state))


def _draw(state: State) -> dict[str, str]:
    return {"Draw": state.draw_words} if state.draw_words else {}


def _result(state: State) -> dict[str, str]:
    return {"Result": state.over.why} if state.over else {}


def _resigned(state: State) -> dict[str, str]:
    return {"Resigned": listed(state.resigned)} if state.resigned else {}


SITTING: tuple[Tracked[Any], ...] = (
    Tracked(_resigned, follows="who has resigned; taking that back brings them in again"),
    Tracked(_draw, follows="who offers a draw, and who has agreed to it"),
    Tracked(_result, follows="how the game ended; taking that back opens the table again"),
)
"""What every table tracks besides its game's own things."""


def things(tracked: Iterable[Tracked[S]], state: S) -> dict[str, str]:
    """Everything that is tracked, by name, with where or how it is."""
    return {name: words for kind in (*tracked, *SITTING) for name, words in kind.now(state).items()}


def differences(tracked: Iterable[Tracked[S]], now: S, then: S, told: Iterable[str] = ()) -> tuple[Told, ...]:
    """What the hands do to go from one moment to another: put, take off, move, turn over, set.

    Things in ``told`` are left out: somebody has said how they change.
    """
    left, found = set(told), []
    for kind in (*tracked, *SITTING):
        before, after = kind.now(now), kind.now(then)
        for name in dict.fromkeys((*before, *after)):
            was, is_ = before.get(name), after.get(name)
            if was != is_ and name not in left:
                found.append(Told(_moved(name, was, is_) if kind.piece else _set(name, is_), (name,)))
    return tuple(found)


def _set(name: str, is_: str | None) -> str:
    return f"{name}: nothing." if is_ is None else f"{name}: {is_}."


def _moved(name: str, was: str | None, is_: str | None) -> str:
    if is_ is None:
        return f"Take {name} away, from {_bare(was or '')}."
    if was is None:
        return f"Put {name} {_placed(is_)}."
    (here, *before), (there, *after) = was.split(", "), is_.split(", ")
    if here != there:
        return f"Move {name} from {_bare(here)} to {_bare(is_)}."
    face = next((word for word in after if word in FACES and word not in before), "")
    if face:
        return f"Turn {name} {face}."
    return f"{name} {_placed(here)}: {', '.join(after) or 'no more ' + ', '.join(before)}."


def _placed(words: str) -> str:
    return words if words.startswith((*PLACED, *FACES)) else f"on {words}"


def _bare(words: str) -> str:
    return words.removeprefix("on ")
