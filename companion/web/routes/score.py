"""The final score of Heaven & Ale without a table: a form whose whole input is its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import BadRequest, NotFound

from companion.games.heaven_and_ale import GAME, filled, sheet
from companion.games.heaven_and_ale.box import BREWMASTER, COLOURS, LAST, LOWEST, MARKERS, SALE, SEATS, starts
from companion.games.heaven_and_ale.drawing import ICON
from companion.games.heaven_and_ale.scoring import End, Score, score, what_if, winners
from companion.games.heaven_and_ale.seen import start
from companion.web.context import address, find
from companion.web.rendering import page
from companion.web.urls import Link
from printables.draw.fonts import Unprintable
from printables.layout.paper import Order
from printables.sources import catalogue

scores = Blueprint("scores", __name__, url_prefix=f"/games/{GAME.key}")

NUMBERS = (*MARKERS, "ducats", "large", "small")
CHECKS = ("card", "first")
KEY = {"large": "large_barrels", "small": "small_barrels", "card": "barrel_card", "first": "first_player"}
"""A field of the form to its name on a sheet, where that differs."""
FEWEST, MOST = 1, len(SEATS)
USUAL = 2
LONGEST = 30
PARTS = ("production", "barrels", "barrel-card", "first-player-point")


@dataclass(frozen=True)
class Place:
    """A place of a drawn track, and who stands there."""

    at: int
    label: str
    markers: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """One player's part of the form."""

    n: int
    values: Mapping[str, str]
    picked: str
    """The marker that the next tap on the track moves."""
    wrong: Mapping[str, str]
    """Field to what is wrong with it."""

    @property
    def track(self) -> tuple[Place, ...]:
        """The drawn track."""
        return tuple(
            Place(
                at,
                sheet.place(at),
                tuple(marker for marker in MARKERS if self.values[marker] == str(at)),
            )
            for at in range(LOWEST, LAST + 1)
        )


@dataclass(frozen=True)
class Part:
    """A part of a player's bar: how wide, where from, and what it is."""

    kind: int
    label: str
    points: int
    left: float
    width: float


@dataclass(frozen=True)
class Result:
    """One player's score, and what a little more would have been worth."""

    n: int
    score: Score
    rank: int
    bar: tuple[Part, ...]
    what_if: tuple[tuple[str, int], ...]


def blank(n: int) -> dict[str, str]:
    """A player's fields at the start of a game."""
    markers = {marker: str(at) for marker, at in starts().items()}
    counts = dict.fromkeys(("ducats", "large", "small"), "0")
    return {"name": SEATS[n - 1], **markers, **counts, "card": "", "first": ""}


def fields(ends: tuple[End, ...]) -> list[dict[str, str]]:
    """The fields of the form for final boards."""
    rows = []
    for end in ends:
        plain = sheet.plain(end)
        row = {"name": end.name, BREWMASTER: str(end.brewmaster)}
        row |= {colour: str(at) for colour, at in zip(COLOURS, end.markers, strict=True)}
        row |= {key: str(plain[KEY.get(key, key)]) for key in ("ducats", "large", "small")}
        rows.append(row | {key: "1" if plain[KEY[key]] else "" for key in CHECKS})
    return rows


def query(rows: list[dict[str, str]]) -> str:
    """The whole input as the end of an address; what is as at the start of a game is left out."""
    pairs = [("players", str(len(rows)))]
    for n, row in enumerate(rows, 1):
        usual = blank(n)
        pairs += [(f"{key}{n}", value) for key, value in row.items() if value != usual[key]]
    return urlencode(pairs)


def given(args: Mapping[str, str]) -> list[dict[str, str]]:
    """The fields of the form from an address; a tap on a track has moved its marker."""
    asked = args.get("seats") or args.get("players", "")
    count = int(asked) if asked in map(str, range(FEWEST, MOST + 1)) else USUAL
    rows = []
    for n in range(1, count + 1):
        row = {key: args.get(f"{key}{n}", usual)[:LONGEST].strip() for key, usual in blank(n).items()}
        row |= {key: "1" if row[key] else "" for key in CHECKS}
        row |= {key: row[key].replace("−", "-").removeprefix("+") for key in NUMBERS}
        marker, to = _marker(args, n), args.get(f"place{n}", "")
        if to in map(str, range(LOWEST, LAST + 1)):
            row[marker] = to
        rows.append(row)
    return rows


def _marker(args: Mapping[str, str], n: int) -> str:
    marker = args.get(f"pick{n}") or args.get(f"at{n}", "")
    return marker if marker in MARKERS else MARKERS[0]


def _picked(args: Mapping[str, str], n: int) -> str:
    """The marker that is moved next: the one tapped, or the one after the one just moved."""
    marker = _marker(args, n)
    if not args.get(f"place{n}"):
        return marker
    return MARKERS[(MARKERS.index(marker) + 1) % len(MARKERS)]


def _whole(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 6 else text


def boards(rows: list[dict[str, str]]) -> dict[str, Any]:
    """The form as a sheet's plain data."""
    return {
        "players": [
            {
                "name": row["name"],
                BREWMASTER: _whole(row[BREWMASTER]),
                "markers": {colour: _whole(row[colour]) for colour in COLOURS},
                **{KEY.get(key, key): _whole(row[key]) for key in ("ducats", "large", "small")},
                **{KEY[key]: bool(row[key]) for key in CHECKS},
            }
            for row in rows
        ]
    }


def _wrong(faults: tuple[sheet.Fault, ...], n: int) -> dict[str, str]:
    """The faults of one player, by field of the form; those of all under 0."""
    fields = {long: short for short, long in KEY.items()}
    return {
        fields.get(fault.field, fault.field): f"{fault.why}.".replace("_", " ")
        for fault in faults
        if fault.n == n
    }


def _results(ends: tuple[End, ...]) -> tuple[Result, ...]:
    found = [score(end) for end in ends]
    most = max(1, *(max(each.total, each.total_may_stop) for each in found))
    return tuple(
        Result(
            n,
            each,
            1 + sum(other.total > each.total for other in found),
            _bar(each, most),
            tuple(what_if(each.end)),
        )
        for n, each in enumerate(found, 1)
    )


def _bar(each: Score, most: int) -> tuple[Part, ...]:
    parts, left = [], 0.0
    for line in each.lines:
        if line.points:
            width = 100 * line.points / most
            parts.append(
                Part(PARTS.index(line.rule), line.label, line.points, round(left, 2), round(width, 2))
            )
            left += width
    return tuple(parts)


def _shown(rows: list[dict[str, str]], faults: tuple[sheet.Fault, ...], ends: tuple[End, ...]) -> Response:
    args = request.args
    here, asked = f"/games/{GAME.key}/score", query(rows)
    results = _results(ends) if ends else ()
    answer = page(
        "score.html",
        422 if faults and "HX-Request" not in request.headers else 200,
        page_title=f"{GAME.name}: the final score",
        game=GAME,
        entries=tuple(Entry(n, row, _picked(args, n), _wrong(faults, n)) for n, row in enumerate(rows, 1)),
        common=[start(str(fault).replace("_", " ")) for fault in faults if not fault.n],
        results=results,
        ranked=sorted(results, key=lambda result: result.rank),
        winners=winners([result.score for result in results]) if results else [],
        sheet=sheet,
        markers=MARKERS,
        icons=ICON,
        most=MOST,
        sale=SALE,
        link=Link(f"{address()}{here}?{asked}"),
        pdf=f"{here}.pdf?{asked}",
    )
    answer.headers["HX-Replace-Url"] = f"{here}?{asked}"
    return answer


@scores.get("/score")
def final() -> Any:
    """The form, with what it comes to."""
    if code := request.args.get("table", "").strip():
        return redirect(f"/games/{GAME.key}/score?{query(_tracked(code))}", 303)
    rows = given(request.args)
    try:
        return _shown(rows, (), sheet.read(boards(rows)))
    except sheet.Faulty as no:
        return _shown(rows, no.faults, ())


@scores.get("/score.pdf")
def paper() -> Any:
    """The same as a filled sheet to print."""
    rows = given(request.args)
    try:
        ends = sheet.read(boards(rows))
    except sheet.Faulty:
        return redirect(f"/games/{GAME.key}/score?{query(rows)}", 303)
    try:
        made = catalogue.printed(GAME, [catalogue.score(GAME, filled.read(ends))], Order())
    except Unprintable as no:
        raise BadRequest(str(no)) from no
    response = Response(made, mimetype="application/pdf")
    response.headers["Content-Disposition"] = 'inline; filename="heaven-and-ale-score.pdf"'
    return response


def _tracked(code: str) -> list[dict[str, str]]:
    """The fields of the form as a table stands."""
    sitting = find(code)
    if sitting.table.game is not GAME:
        raise NotFound(f"At table {sitting.code} they play {sitting.table.game.name}.")
    names = {chair.seat: chair.player for chair in sitting.chairs}
    rows = fields(tuple(sitting.table.state.ends()))
    for row in rows:
        row["name"] = f"{names.get(row['name']) or row['name']}"[:24]
    if len({row["name"] for row in rows}) < len(rows):
        rows = fields(tuple(sitting.table.state.ends()))
    return rows
