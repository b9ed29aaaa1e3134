"""Tracks to cut out: those ``paper.toml`` names, or the counters of the game that end somewhere."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from printables.layout import mats
from printables.layout.mats import Track
from printables.sources.printable import Printable
from printables.sources.source import Source

if TYPE_CHECKING:
    from companion.kernel.paper import SpacesSpec

SHORT, LONG = 3, 40
"""A counter that ends at fewer is no track, at more it is a long one."""


def printables(source: Source) -> Iterator[Printable]:
    """All tracks, on one sheet if they fit."""
    if some := tracks(source):
        titles = ", ".join(dict.fromkeys(one.title.lower() for one in some))
        yield Printable("trackers", "Trackers", titles, partial(mats.tracks, some=some), some)


def tracks(source: Source) -> list[Track]:
    """The tracks the game names, or its counters."""
    said = source.paper.tracks
    return (
        [track(one, one.title, one.icon, one.tone) for one in said] if said is not None else _counters(source)
    )


def _counters(source: Source) -> list[Track]:
    found = []
    for counter in source.view.counters:
        if counter.of and SHORT <= counter.of <= LONG:
            start = "1" if counter.value else "0"
            spaces = tuple(str(n) for n in range(int(start), counter.of + 1))
            found.append(Track(counter.name.capitalize(), spaces, start))
    return found


def track(spec: "SpacesSpec", title: str, icon: str, tone: str) -> Track:
    """A track from its spaces."""
    spaces = spec.spaces or tuple(str(n) for n in range(spec.first, (spec.to or 0) + 1))
    return Track(title, spaces, spec.start, tuple(spec.notes.items()), icon, tone, spec.words)
