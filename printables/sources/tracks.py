"""Tracks to cut out: those ``paper.toml`` names, or what the game tracks and shows as a number that ends."""

from collections.abc import Iterator
from dataclasses import replace

from companion.kernel.action import Number
from companion.kernel.values import in_words
from companion.svg.seats import MARKS
from companion.toolkit.paper.mats import SpacesSpec, TrackSpec
from companion.words import joined, message
from printables.draw.ink import SEATS
from printables.layout import tracks as layout
from printables.layout.tracks import MarkerTrack
from printables.sources.printable import Printable
from printables.sources.source import Source

SHORT, LONG = 3, 40
"""A number that ends at fewer is no track, at more it is a long one."""


def printables(source: Source) -> Iterator[Printable]:
    """All tracks that are cut out, on one sheet if they fit."""
    if plain := tracks_on(source, ""):
        each = plain if source.paper.tracks is None else [spec for spec in source.paper.tracks if not spec.on]
        titles = [message("{track:small}", track=title) for title in dict.fromkeys(one.title for one in each)]
        yield Printable("trackers", "Trackers", joined(titles, ", "), lambda _: layout.tracks(plain), plain)


def tracks(source: Source) -> list[MarkerTrack]:
    """The tracks the game names, once for each seat where each has its own, or the numbers it tracks."""
    if source.paper.tracks is None:
        return list(_numbers(source))
    return [one for spec in source.paper.tracks for one in _said(source, spec)]


def tracks_on(source: Source, board: str) -> list[MarkerTrack]:
    """Return the tracks that are drawn on a board, by its key; those that are cut out for an empty one."""
    return [track for track in tracks(source) if track.on == board]


def _said(source: Source, spec: TrackSpec) -> Iterator[MarkerTrack]:
    result = track(spec, spec.title, spec.icon, spec.tone)
    result = replace(result, marker=float(spec.marker), on=spec.on, edge=spec.edge)
    if spec.each != "seat":
        yield result
        return
    for seat, tone, mark in zip(source.seats, SEATS, MARKS, strict=False):
        title = str(message("{track}: {seat}", track=result.title, seat=seat))
        yield replace(result, title=title, tone=tone, icon=mark)


def _numbers(source: Source) -> Iterator[MarkerTrack]:
    """A track for each counter on show whose thing is set to a number, from one end of it to the other."""
    names = {counter.thing: counter.name for counter in source.view.counters}
    for kind in source.game.tracked:
        now = kind.now(source.state)
        for thing in kind.settable(source.state):
            ends = kind.to(source.state, thing) if kind.to and thing in names else None
            if isinstance(ends, Number) and SHORT <= ends.most <= LONG:
                yield MarkerTrack(
                    str(message("{Name}", name=names[thing])),
                    tuple(ends),
                    str(in_words(now.get(thing, ends.least))),
                )


def track(spec: SpacesSpec, title: str, icon: str, tone: str) -> MarkerTrack:
    """A track from its spaces."""
    spaces = spec.spaces or tuple(str(n) for n in range(spec.first, (spec.to or 0) + 1))
    return MarkerTrack(title, spaces, spec.start, tuple(spec.notes.items()), icon, tone, spec.words)
