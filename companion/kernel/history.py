"""A sequence that shares what stands in it with the sequence it grew from."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Any, TypeVar, overload

T = TypeVar("T")

_growing = Lock()
"""One for all: two threads may add to the same sequence, and then one of them gets a copy."""


class History(Sequence[T]):
    """A sequence that never changes, to which ``with_one`` adds at the end without a copy.

    A sitting of 20,000 entries as a tuple would be copied at each of them.
    """

    __slots__ = ("_items", "_n")

    def __init__(self, items: Iterable[T]) -> None:
        self._items = [*items]
        self._n = len(self._items)

    def with_one(self, item: T) -> "History[T]":
        """Return this sequence with one item more; only where another was added before is it copied."""
        longer: History[T] = History(())
        with _growing:
            longer._items = self._items if len(self._items) == self._n else self._items[: self._n]
            longer._items.append(item)
        longer._n = self._n + 1
        return longer

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(map(self._items.__getitem__, range(self._n)[at]))
        if not -self._n <= at < self._n:
            raise IndexError(at)
        return self._items[at if at >= 0 else at + self._n]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({tuple(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return History, (tuple(self),)


def longer(items: Sequence[T], item: T) -> Sequence[T]:
    """Return a sequence with one item more."""
    return (items if isinstance(items, History) else History(items)).with_one(item)
