"""Mats: what lies before each seat, from the rows and zones of ``paper.toml``."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.svg.spec import Pictures
from companion.toolkit.paper.mats import MatSpec, ZoneSpec
from companion.words import filled, message
from printables.draw.ink import seat_look
from printables.layout import mats as layout
from printables.layout.mats import Mat, Zone
from printables.sources.printable import Printable
from printables.sources.source import Source, picture
from printables.sources.tracks import track


def printables(source: Source) -> Iterator[Printable]:
    """Every kind of mat, once for each seat where each has its own."""
    for key, group in mats(source).items():
        words = message("{n:# mat|# mats}", n=len(group))
        yield Printable(key, group[0].name, words, partial(layout.pages, mats=group), group)


def mats(source: Source) -> dict[str, list[Mat]]:
    """Mats by key; those of each seat once for every seat."""
    result: dict[str, list[Mat]] = {}
    for spec in source.paper.mats:
        if spec.each == "seat":
            seats = source.game.seats(spec.players) if spec.players else source.seats
            group = [_mat(source, spec, seat, n) for n, seat in enumerate(seats)]
        else:
            group = [_mat(source, spec)]
        result.setdefault(spec.key, []).extend(group)
    return result


def _mat(source: Source, spec: MatSpec, seat: str = "", n: int = 0) -> Mat:
    look, mark = seat_look(n) if seat else (spec.tone, spec.icon)
    return Mat(
        str(filled(spec.title.replace("SEAT", "{seat}"), {"seat": seat})),
        tuple(
            (float(row.tall), tuple(zone for one in row.zones for zone in _zones(source, one, look, seat)))
            for row in spec.rows
        ),
        look,
        mark,
        spec.words or source.game.name,
        spec.name or spec.title,
    )


def _zones(source: Source, spec: ZoneSpec, look: str, seat: str) -> Iterator[Zone]:
    """A zone, as often as it is said, or one for each row of the box."""
    zone = Zone(
        spec.title,
        spec.kind,
        spec.text,
        spec.icon,
        spec.cost,
        spec.wide,
        spec.count,
        spec.size,
        track(spec, spec.title, spec.icon, look) if spec.kind == "track" else None,
        _table(spec) if spec.kind == "table" else (),
        spec.box,
        source.game[Pictures].of(spec.title),
    )
    if spec.of:
        for row in wanted(spec.of, spec.where, seat):
            if not spec.only or row["name"] in spec.only:
                yield _filled(source, zone, spec, row)
    elif spec.repeat > 1:
        for n in range(1, spec.repeat + 1):
            yield replace(zone, title=str(message("{what} {n}", what=zone.title, n=n)))
    else:
        yield zone


def _filled(source: Source, zone: Zone, spec: ZoneSpec, row: Mapping[str, Any]) -> Zone:
    """A zone for a row of the box: its name, cost and text."""
    cost = str(message(spec.cost or "{cost}", **{"cost": "", **row}))
    icon = spec.icons.get(row["name"]) or spec.icon
    text = spec.text if spec.kind == "card" else row.get("text", row.get("words", ""))
    own = picture(source, row) or zone.picture
    return replace(zone, title=row["name"], text=text, cost=cost, icon=icon, picture=own)


def _table(spec: ZoneSpec) -> tuple[tuple[str, ...], ...]:
    """Rows of the box under the headings of ``columns``, a field each."""
    rows = [tuple(cell(row, fields) for fields in spec.columns.values()) for row in spec.rows]
    return (tuple(spec.columns), *rows)


def wanted(
    rows: Iterable[Mapping[str, Any]], where: Mapping[str, str], seat: str
) -> Iterator[Mapping[str, Any]]:
    """Give the rows of the box that say all of ``where``, in which ``SEAT`` stands for the seat's name."""
    for row in rows:
        if all(str(row.get(key, "")) == value.replace("SEAT", seat) for key, value in where.items()):
            yield row


def cell(row: Mapping[str, Any], fields: str) -> str:
    """Return the text of a row: the first of some fields, ``words|from``, that it has."""
    return str(next((row[field] for field in fields.split("|") if field in row), ""))
