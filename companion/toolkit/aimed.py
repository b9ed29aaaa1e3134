"""A noun that points at somebody else's thing, or at what one gives away."""

from dataclasses import dataclass
from typing import TypeVar

from companion.kernel.action import Noun
from companion.kernel.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Aimed(Noun[S]):
    """Whom an action is aimed at, or what pays for it: who names it here is not the one who uses it."""
