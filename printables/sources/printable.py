"""A printable: something a game prints, by its key, and what is cut out or printed for it."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from itertools import chain
from typing import Any

from companion.kernel.schema import Schema
from companion.words import Text
from companion.words.speaking import ENGLISH
from printables.art.field import ArtField, read
from printables.draw.fonts import Unprintable
from printables.layout.paper import Cutout, Order, Page
from printables.layout.sheet import Section


@dataclass(frozen=True)
class Printable:
    """Something to print: what it is called, what it is for, and how it is made."""

    key: str
    """As on the command line and in addresses."""
    title: str
    words: Text
    parts: Callable[[Order], Sequence[Cutout | Page]]
    """What is cut out, or whole pages."""
    data: Any
    """What it is made from."""
    cards: str = ""
    """The name of the set of cards it is from."""
    sigils: bool = False
    """True where it is for a photograph alone: a whole kit has it only with sigils."""
    extra: bool = False
    """True where it is printed only when asked for."""
    art: Callable[[Order], Iterable[ArtField]] = lambda order: ()
    """The fields that art fills."""

    def section(self, order: Order, copies: int = 1) -> Section:
        """Its parts, so many times, with what they are made from; the last two are remembered, since the page
        that shows every sheet asks for them again with each.
        """
        return self._remembered(order, copies)

    @cached_property
    def _remembered(self) -> Callable[[Order, int], Section]:
        return lru_cache(2)(self._section)

    def _section(self, order: Order, copies: int) -> Section:
        said = "" if order.language == ENGLISH else order.language
        return Section(self.title, [*self.parts(order)] * copies, as_text(self.data) + said, self.cards)

    def since(self, before: "Printable | None") -> "Printable":
        """Return what of it an earlier print does not have: pieces that are new or changed, and whole pages
        all together.
        """
        if before is None:
            return self
        if as_text(self.data) == as_text(before.data):
            return replace(self, parts=lambda order: ())
        return replace(self, parts=partial(_changed, now=self.parts, before=before.parts))


def _changed(
    order: Order,
    now: Callable[[Order], Sequence[Cutout | Page]],
    before: Callable[[Order], Sequence[Cutout | Page]],
) -> Sequence[Cutout | Page]:
    parts, old, changed = now(order), [*map(_comparable, before(order))], []
    for part in parts:
        same = _comparable(part)
        if same in old:
            old.remove(same)
        else:
            changed.append(part)
    return changed if all(isinstance(part, Cutout) for part in changed) else parts


def _comparable(value: Any) -> Any:
    """Return a value as one that equals another if both are alike; drawings are what they draw."""
    if isinstance(value, partial):
        return _comparable((value.func, value.args, value.keywords))
    if isinstance(value, tuple | list):
        return type(value), [*map(_comparable, value)]
    if isinstance(value, Mapping):
        return type(value), {key: _comparable(one) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), [_comparable(getattr(value, one.name)) for one in fields(value) if one.compare]
    return value


def since(now: Mapping[str, Printable], before: Mapping[str, Printable]) -> dict[str, Printable]:
    """Return the printables with what an earlier print does not have of them."""
    return {key: one.since(before.get(key)) for key, one in now.items()}


def changed(some: Iterable[Printable], order: Order) -> list[Printable]:
    """Return the printables of which something is printed; Unprintable if there is none."""
    result = [one for one in some if one.section(order).parts]
    if not result:
        raise Unprintable("Nothing changed since that set: what was printed with it is still right.")
    return result


def as_text(data: Any) -> str:
    """Return as JSON what a printable or a card is made from."""
    return json.dumps(data, default=_plain, sort_keys=True)


def read_art(printables: Iterable[Printable], order: Order, megapixels: int | None = None) -> None:
    """Read the art of some printables, all in one process; where there is a limit of megapixels, it is of
    strangers. A piece that was read is remembered, and drawn from there.
    """
    read(chain.from_iterable(one.art(order) for one in printables), order.inks, megapixels)


def _plain(value: Any) -> Any:
    """Return a declaration as plain data, one level at a time; the bytes of a file as their hash."""
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    if isinstance(value, Schema):
        return dict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}
    return str(value)
