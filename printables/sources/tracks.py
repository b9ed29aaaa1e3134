"""Tracks to cut out: those ``paper.toml`` names, or what the game tracks and shows as a number that ends."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.kernel.action import Number
from printables.layout import mats
from printables.layout.mats import Track
from printables.sources.printable import Printable
from printables.sources.source import Source

if TYPE_CHECKING:
    from companion.kernel.paper import SpacesSpec

SHORT, LONG = 3, 40
"""A number that ends at fewer is no track, at more it is a long one."""


def printables(source: Source) -> Iterator[Printable]:
    """All tracks, on one sheet if they fit."""
    if some := tracks(source):
        titles = ", ".join(dict.fromkeys(one.title.lower() for one in some))
        yield Printable("trackers", "Trackers", titles, lambda _: mats.tracks(some), some)


def tracks(source: Source) -> list[Track]:
    """The tracks the game names, or the numbers it tracks."""
    said = source.paper.tracks
    return (
        [track(one, one.title, one.icon, one.tone) for one in said]
        if said is not None
        else list(_numbers(source))
    )


def _numbers(source: Source) -> Iterator[Track]:
    """A track for each counter on show whose thing is set to a number, from one end of it to the other."""
    names = {counter.thing: counter.name for counter in source.view.counters}
    for kind in source.game.tracked:
        now = kind.now(source.state)
        for thing in kind.settable(source.state):
            ends = kind.to(source.state, thing) if kind.to and thing in names else None
            if isinstance(ends, Number) and SHORT <= ends.most <= LONG:
                yield Track(names[thing].capitalize(), tuple(ends), now.get(thing, str(ends.least)))


def track(spec: "SpacesSpec", title: str, icon: str, tone: str) -> Track:
    """A track from its spaces."""
    spaces = spec.spaces or tuple(str(n) for n in range(spec.first, (spec.to or 0) + 1))
    return Track(title, spaces, spec.start, tuple(spec.notes.items()), icon, tone, spec.words)
