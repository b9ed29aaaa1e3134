"""A store of what is asked again and again of one moment, so that it is found once."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
F = TypeVar("F")


class Once:
    """The last finding about something, by its name."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[object, Any]] = {}

    def __call__(self, what: str, of: T, find: Callable[[T], F]) -> F:
        """Return a finding about something, from the store as long as it is the same thing that is asked
        about."""
        known, found = self._found.get(what, (None, None))
        if known is not of:
            found = find(of)
            self._found[what] = of, found
        return found  # type: ignore[no-any-return]
