"""A store of what is asked again and again of one moment, so that it is found once."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
F = TypeVar("F")


class Once:
    """The last finding about something, by its name."""

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[object, Any]] = {}

    def __call__(self, what: Hashable, of: T, find: Callable[[T], F]) -> F:
        """Return a finding about something, from the store as long as it is the same thing that is asked
        about."""
        entry = self._found.get(what)
        if entry is None or entry[0] is not of:
            entry = self._found[what] = of, find(of)
        return entry[1]
