"""The final score without a table, for any game with a score sheet: a form whose input is its address."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import NotFound

from companion.kernel.asking import plain
from companion.kernel.features import Figures
from companion.kernel.game import Game
from companion.kernel.score import Result, leads, winners, wins
from companion.kernel.sheet import Faulty, Number, Row, ScoreSheet, SheetFault
from companion.web.context import address, find, game_of, open_to_all, rate_limit
from companion.web.languages import said_of
from companion.web.rendering import page
from companion.web.urls import Link
from companion.words import Message, Text, message

blueprint = Blueprint("scores", __name__, url_prefix="/games/<key>")

USUAL = 2
"""So many players, unless told otherwise."""
LONGEST = 30
REMEMBERED = "score"
"""The cookie with the number of players and their names that this phone's score form had last."""
YEAR = 365 * 24 * 3600
STEPPED = 50
"""A number that goes no further than this has a button for one less and one for one more."""
COLOURS = 4
"""How many colours a bar has for its parts."""
Form = Mapping[str, str]
"""A player's fields as the form has them."""


@dataclass(frozen=True)
class TrackPlace:
    """A place of a drawn track, and who stands there."""

    at: int
    label: str
    sign: str
    """What its button shows: its number, or how far it is below the first numbered place: ``4↓``."""
    numbered: bool
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class PlayerForm:
    """One player's part of the form."""

    n: int
    values: Form
    wrong: Mapping[str, Text]
    """Field to what is wrong with it."""
    picked: Number | None
    """The number that the next tap on the track moves."""
    places: tuple[TrackPlace, ...]
    """The drawn track."""


@dataclass(frozen=True)
class BarPart:
    """A part of a player's bar: its colour, what it is, where from, and how wide."""

    kind: int
    label: str
    points: int
    left: float
    width: float


@dataclass(frozen=True)
class Shown:
    """One player's result, its place in the ranking, and its bar."""

    n: int
    result: Result
    rank: int
    bar: tuple[BarPart, ...]


def _game(key: str) -> tuple[Game[Any], ScoreSheet]:
    game = game_of(key)
    if game.get(ScoreSheet) is None:
        raise NotFound(str(message("{game} has no score to count without a table.", game=game.name)))
    return game, game[ScoreSheet]


def _without(game: Game[Any]) -> Response:
    """Show why a game has no score without a table, with a button that opens one."""
    counts = game[Figures].points is not None
    return page(
        "no_score.html",
        page_title=message("{name}: the final score", name=game.name),
        game=game,
        counts=counts,
    )


# -- the form and its address ------------------------------------------------------------------------------


def _blank(sheet: ScoreSheet, n: int) -> dict[str, str]:
    """A player's fields at the start of a game."""
    numbers = {number.field: str(number.start) for number in sheet.counted}
    return {"name": sheet.players[n - 1], **numbers, **{check.field: "" for check in sheet.checks}}


def _form(sheet: ScoreSheet, row: Row) -> dict[str, str]:
    """The fields of the form for a board."""
    numbers = {number.field: str(row[number.key]) for number in sheet.counted}
    checks = {check.field: "1" if row[check.key] else "" for check in sheet.checks}
    return {"name": row["name"], **numbers, **checks}


def _query(sheet: ScoreSheet, forms: Sequence[Form]) -> str:
    """The whole input as the end of an address; what is as at the start of a game is left out."""
    pairs = [("players", str(len(forms)))]
    for n, form in enumerate(forms, 1):
        usual = _blank(sheet, n)
        pairs += [(f"{key}{n}", value) for key, value in form.items() if value != usual[key]]
    return urlencode(pairs)


def _remembered() -> dict[str, str]:
    """Return the players and their names of last time as the form sends them; empty on a new phone."""
    return dict(parse_qsl(request.cookies.get(REMEMBERED, "")))


def _remember(sheet: ScoreSheet, forms: Sequence[Form], response: Response) -> Response:
    """Keep the number of players and the names they were given in this phone's cookie."""
    names = [{**_blank(sheet, n), "name": form["name"]} for n, form in enumerate(forms, 1)]
    saved = _query(sheet, names)
    if saved != request.cookies.get(REMEMBERED):
        response.set_cookie(REMEMBERED, saved, YEAR, httponly=True, secure=request.is_secure, samesite="Lax")
    return response


def _given(game: Game[Any], args: Mapping[str, str]) -> list[dict[str, str]]:
    """The fields of the form from an address; a tap on a track has moved its marker."""
    most = len(game[ScoreSheet].players)
    seats = args.get("seats") or args.get("players", "")
    count = int(seats) if seats in map(str, range(1, most + 1)) else min(USUAL, most)
    return [_given_by(game, args, n) for n in range(1, count + 1)]


def _given_by(game: Game[Any], args: Mapping[str, str], n: int) -> dict[str, str]:
    """The fields of one player."""
    sheet = game[ScoreSheet]
    form = {key: args.get(f"{key}{n}", usual)[:LONGEST].strip() for key, usual in _blank(sheet, n).items()}
    form["name"] = plain(form["name"])
    if form["name"] == said_of(game, sheet.players[n - 1]):  # as the form shows it
        form["name"] = sheet.players[n - 1]
    form |= {check.field: "1" if form[check.field] else "" for check in sheet.checks}
    for number in sheet.counted:
        form[number.field] = form[number.field].replace("−", "-").removeprefix("+")
    if sheet.track and (to := args.get(f"place{n}", "")) in map(str, sheet.track.places):
        form[_tapped(sheet.track.numbers, args, n).field] = to
    return form


def _tapped(numbers: Sequence[Number], args: Mapping[str, str], n: int) -> Number:
    """The marker that a tap on the track moves."""
    field = args.get(f"pick{n}") or args.get(f"at{n}", "")
    return next((number for number in numbers if number.field == field), numbers[0])


def _whole(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 6 else text


def _boards(sheet: ScoreSheet, forms: Sequence[Form]) -> dict[str, Any]:
    """The form as a sheet's plain data."""
    rows = []
    for form in forms:
        numbers = {number.key: _whole(form[number.field]) for number in sheet.counted}
        checks = {check.key: bool(form[check.field]) for check in sheet.checks}
        rows.append(sheet.plain({"name": form["name"], **numbers, **checks}))
    return {"players": rows}


# -- what is shown -----------------------------------------------------------------------------------------


def _entry(sheet: ScoreSheet, faults: Sequence[SheetFault], n: int, form: Form) -> PlayerForm:
    wrong = dict(_wrong(sheet, faults, n))
    if sheet.track is None:
        return PlayerForm(n, form, wrong, None, ())
    numbers, track = sheet.track.numbers, sheet.track
    picked = _tapped(numbers, request.args, n)
    if request.args.get(f"place{n}"):
        picked = numbers[(numbers.index(picked) + 1) % len(numbers)]
    there = [tuple(each for each in numbers if form[each.field] == str(at)) for at in track.places]
    first = track.numbered
    places = tuple(
        TrackPlace(at, track.label(at), str(at) if at >= first else f"{first - at}↓", at >= first, here)
        for at, here in zip(track.places, there, strict=True)
    )
    return PlayerForm(n, form, wrong, picked, places)


def _wrong(sheet: ScoreSheet, faults: Sequence[SheetFault], n: int) -> Iterator[tuple[str, Message]]:
    """Give the faults of a player, or of all together (0): the field, and a sentence that names it."""
    fields = {each.key: (each.field, each.name) for each in sheet.fields}
    for fault in faults:
        if fault.n == n:
            field, name = fields.get(fault.field, (fault.field, fault.field))
            yield field, message("“{Subject}” {why}.", subject=name, why=fault.why)


def _results(sheet: ScoreSheet, results: Sequence[Result]) -> tuple[Shown, ...]:
    totals = [reading.total for each in results if (reading := each.reading)]
    bar = partial(_bar, sheet, max([1, *totals, *(each.total for each in results)]))
    return tuple(
        Shown(n, each, 1 + sum(other.total > each.total for other in results), bar(each))
        for n, each in enumerate(results, 1)
    )


def _bar(sheet: ScoreSheet, most: int, result: Result) -> tuple[BarPart, ...]:
    parts, left = [], 0.0
    for line in result.lines:
        if line.points:
            kind, width = sheet.parts.index(line.rule) % COLOURS, 100 * line.points / most
            parts.append(BarPart(kind, line.label, line.points, round(left, 2), round(width, 2)))
            left += width
    return tuple(parts)


def _counted(sheet: ScoreSheet, forms: Sequence[Form], rows: Sequence[Row]) -> dict[str, Any]:
    """Return what the page shows of a form that is whole: the results, and who is ahead."""
    results = _results(sheet, sheet.scored(rows))
    best = winners([shown.result for shown in results])
    blank = [n for n, form in enumerate(forms, 1) if form == _blank(sheet, n) | {"name": form["name"]}]
    return {
        "results": results,
        "ranked": sorted((shown for shown in results if shown.n not in blank), key=lambda shown: shown.rank),
        "blank": [forms[n - 1]["name"] for n in blank],
        "winners": best,
        "wins": leads(best) if blank else wins(best),
        "filled": parse_qsl(_query(sheet, forms)),
    }


def _page(
    game: Game[Any],
    sheet: ScoreSheet,
    forms: Sequence[Form],
    faults: Sequence[SheetFault],
    rows: Sequence[Row],
) -> Response:
    here = f"/games/{game.key}/score?{_query(sheet, forms)}"
    answer = page(
        "score.html",
        422 if faults and "HX-Request" not in request.headers else 200,
        page_title=message("{name}: the final score", name=game.name),
        game=game,
        sheet=sheet,
        entries=tuple(_entry(sheet, faults, n, form) for n, form in enumerate(forms, 1)),
        common=[words for _, words in _wrong(sheet, faults, 0)],
        stepped=STEPPED,
        link=Link(f"{address()}{here}"),
        today=time.strftime("%Y-%m-%d"),
        pdf=here.replace("/score?", "/score.pdf?", 1),
        **(_counted(sheet, forms, rows) if rows else {}),
    )
    answer.headers["HX-Replace-Url"] = here
    return answer


def scored(key: str, given: Mapping[str, str]) -> tuple[Game[Any], Sequence[Result]]:
    """The game, and the results of a form that was filled in; none where it is not whole."""
    game, sheet = _game(key)
    try:
        return game, sheet.scored(sheet.read(_boards(sheet, _given(game, given))))
    except Faulty:
        return game, ()


@blueprint.get("/score")
def final(key: str) -> Any:
    """The form, with what it comes to; where there is none to fill in, why."""
    game = game_of(key)
    if (sheet := game.get(ScoreSheet)) is None:
        return _without(game)
    if code := request.args.get("table", "").strip():
        return redirect(f"/games/{game.key}/score?{_query(sheet, _tracked(game, sheet, code))}", 303)
    forms = _given(game, request.args or _remembered())
    try:
        answer = _page(game, sheet, forms, (), sheet.read(_boards(sheet, forms)))
    except Faulty as no:
        return _page(game, sheet, forms, no.faults, ())
    return _remember(sheet, forms, answer) if "HX-Request" in request.headers else answer


@blueprint.get("/score.pdf")
def paper(key: str) -> Any:
    """The same as a filled sheet to print."""
    from companion.web.printing import pdf  # it loads the printer
    from printables.layout.paper import Order
    from printables.sources import catalogue

    game, sheet = _game(key)
    forms = _given(game, request.args)
    try:
        rows = sheet.read(_boards(sheet, forms))
    except Faulty:
        return redirect(f"/games/{game.key}/score?{_query(sheet, forms)}", 303)
    rate_limit("print")

    def draw() -> bytes:
        return catalogue.printed(game, [catalogue.score(game, sheet.filled(rows))], Order())

    return pdf(draw, f"{game.key}-score", game)


def _tracked(game: Game[Any], sheet: ScoreSheet, code: str) -> list[dict[str, str]]:
    """The fields of the form as a table stands, with the players' names if no two are the same."""
    sitting = open_to_all(find(code))
    if sitting.table.game is not game:
        words = "At table {table} they play {game}."
        raise NotFound(str(message(words, table=sitting.code, game=sitting.table.game.name)))
    try:
        forms = [_form(sheet, row) for row in sheet.rows(sitting.table.state)]
    except Faulty as no:
        words = "{why} What it comes to stands on the table's own page."
        raise NotFound(str(message(words, why=str(no)))) from no
    names = [(sitting.players.get(form["name"]) or form["name"])[:24] for form in forms]
    if len(set(names)) < len(names):
        return forms
    return [form | {"name": name} for form, name in zip(forms, names, strict=True)]
