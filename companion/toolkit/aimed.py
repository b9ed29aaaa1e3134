"""A noun that points at somebody else's thing, or at what one gives away."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from companion.kernel.action import Noun
from companion.kernel.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Aimed(Noun[S]):
    """A noun for the target of an action, or for what pays for it; the one named does not act."""


@dataclass(frozen=True)
class Attacked(Aimed[S]):
    """A noun for the target that an action is to harm."""

    spaces: Callable[[S, str], Iterable[str]] = field(kw_only=True)
    """The spaces of the board where an answer stands: they are fought over."""
