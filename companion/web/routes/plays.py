"""Plays and people of this house: the games, players and results; imported, exported, forgotten."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import NotFound, UnprocessableEntity
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel.asking import plain
from companion.kernel.score import Result, winners
from companion.kernel.untrusted import Unreadable
from companion.plays import bg_stats, figures, files
from companion.plays.figures import Seen
from companion.plays.play import SCORED, Participant, Play
from companion.web import owners
from companion.web.context import context, phone, rate_limit
from companion.web.heavy_work import heavy_work
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.web.responses import number
from companion.web.routes.score import scored
from companion.web.routes.story import lasted
from companion.words import MONTH, Day, Text, message
from companion.words.letters import plain_letters

blueprint = Blueprint("plays", __name__)
SHOWN = 60
"""So many plays are listed."""
ORDERS: Mapping[str, Callable[[Any], Any]] = {
    "won": lambda one: (-one.won, -one.played),
    "share": lambda one: (-one.share.low, -one.won),
    "played": lambda one: (-one.played, -one.won),
    "name": lambda one: plain_letters(one.name),
    "best": lambda one: -(one.best if one.best is not None else -(10**9)),
}
"""What people are sorted by; a share by the end of its interval that is sure."""


@dataclass(frozen=True)
class PlaysQuery:
    """A request for plays: which of them, and the order of the people."""

    game: str = ""
    who: str = ""
    players: str = ""
    month: str = ""
    option: str = ""
    sort: str = "won"

    @property
    def all(self) -> bool:
        """True where no play is left out."""
        return not any((self.game, self.who, self.players, self.month, self.option))

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        return urlencode({key: value for key, value in vars(self).items() if value and value != "won"})

    def href(self, **changes: str) -> str:
        """The address of the page with some of it otherwise."""
        query = replace(self, **changes).query
        return f"/plays?{query}" if query else "/plays"

    def of(self, plays: Sequence[Play]) -> list[Play]:
        """The plays that fit."""
        count = number(self.players)
        return figures.chosen(plays, self.game, self.who, max(count, 0), self.month, self.option)


def _asked() -> PlaysQuery:
    query = {key: request.args.get(key, "")[:120] for key in vars(PlaysQuery())}
    return PlaysQuery(**{**query, "sort": query["sort"] if query["sort"] in ORDERS else "won"})


@blueprint.get("/plays")
def plays() -> Response:
    """Figures by person and by game, and the plays."""
    return _plays()


def _left() -> int:
    """Count the plays of this phone; return how many sittings are left to count."""
    return context().store.plays.count(phone()) if phone() else 0


def _mine() -> Seen:
    """Return the plays that this phone sees."""
    return context().store.plays.of_phone(phone()) if phone() else Seen([])


def _brought() -> Text:
    """Return what came of an import, as the address says it."""
    fresh, _, old = request.args.get("brought", "").partition(".")
    if not (fresh.isdecimal() and old.isdecimal() and len(fresh + old) < 12):
        return ""
    return message("Brought: {n:# play|# plays}. There already: {there}.", n=int(fresh), there=int(old))


def _plays(notice: Text = "", status: int = 200) -> Response:
    query, left, every = _asked(), _left(), _mine()
    seen = every if query.all else Seen(query.of(every.plays))
    return page(
        "plays.html",
        status,
        page_title="Plays",
        asked=query,
        people=sorted(seen.people, key=ORDERS[query.sort]),
        games=seen.games,
        plays=seen.plays[-SHOWN:][::-1],
        count=len(seen.plays),
        names={one.who: one.name for one in every.people}
        if query.all
        else {who: name for who, (name, _) in every.names.items()},
        every_game=sorted((one.name for one in every.games), key=plain_letters),
        months=every.months,
        counts=every.counts,
        options=sorted({*chain(*(play.options for play in seen.plays))} - {""}) if query.game else [],
        night=figures.night_of,
        link=bg_stats.link,
        lasted=lasted,
        left=left,
        told=notice or _brought(),
    )


@blueprint.get("/plays.<kind>")
def as_file(kind: str) -> Response:
    """The same plays as CSV, or as a play file of BG Stats."""
    ways = {"csv": (files.csv_of, "text/csv"), "json": (bg_stats.json_of, "application/json")}
    if kind not in ways:
        raise NotFound("Plays are taken along as CSV or JSON.")
    write, mimetype = ways[kind]
    return attachment(write(_asked().of(_mine().plays)), mimetype, f"plays.{kind}")


@blueprint.post("/plays/bring")
def bring() -> AnyResponse:
    """Bring plays from a file; those that are there already are not doubled."""
    rate_limit("open")
    sent = request.files.get("file")
    raw = sent.read(files.LIMITS.size + 1) if sent else b""
    try:
        imported = heavy_work(partial(files.read, raw))
    except Unreadable as no:
        return _plays(no.of("The file").message, UnprocessableEntity.code)
    fresh = context().store.plays.keep(phone(make=True), imported)
    return redirect(f"/plays?{urlencode({'brought': f'{fresh}.{len(imported) - fresh}'})}", 303)


@blueprint.post("/games/<key>/score/keep")
def keep(key: str) -> AnyResponse:
    """Keep a score page that was filled in as a play, with its day and place."""
    game, results = scored(key, request.form)
    if not results:
        raise UnprocessableEntity("The score is not whole yet; mend what is marked, and then keep it.")
    ended = _day(request.form.get("day", ""))
    place = plain(request.form.get("place", ""))[:40]
    best = winners(results)
    parts = tuple(_scored(result, best) for result in results)
    said = repr((game.key, round(ended / 86_400), place, parts))
    mark = f"p-{hashlib.blake2b(said.encode(), digest_size=16).hexdigest()}"
    play = Play(mark, game.name, ended, parts, place=place if place.isprintable() else "", source=SCORED)
    context().store.plays.keep(phone(make=True), [play])
    return redirect("/plays", 303)


def _scored(result: Result, best: Sequence[str]) -> Participant:
    won = 1 / len(best) if result.name in best else 0.0
    return Participant(result.name[:40], points=result.total, won=won)


def _day(text: str) -> float:
    """The evening of a day, as ``2026-11-22``; now, where none is said or it is still to come."""
    try:
        at = time.mktime(time.strptime(text, "%Y-%m-%d")) + 20 * 3600
    except (ValueError, OverflowError):
        return round(time.time(), 3)
    return min(max(at, 0.0), round(time.time(), 3))


@blueprint.post("/plays/<int(max=2147483647):play>/drop")
def drop(play: int) -> AnyResponse:
    """Let a play go that this phone brought."""
    context().store.plays.drop(phone(), play)
    return redirect("/plays", 303)


@blueprint.get("/people")
def people() -> Response:
    """The players of this house, and the names that nobody has said to be one."""
    left, names = _left(), _mine().names
    ours = [(int(who[1:]), *one) for who, one in names.items() if who.startswith("#")]
    return page(
        "people.html",
        page_title="Players of this house",
        ours=ours,
        names=[one for who, one in names.items() if not who.startswith("#")],
        merged=context().store.people.merged([one for one, *_ in ours]),
        left=left,
    )


@blueprint.post("/people/<action>")
def change(action: str) -> AnyResponse:
    """Say who a name is, that two are one, that they are two, or that one is to be forgotten."""
    store, me = context().store.people, phone()
    one, other = (max(number(request.form.get(name, "")), 0) for name in ("person", "other"))
    if action == "ours":
        store.is_ours(me, request.form.get("name", "")[:40])
    elif action == "merge":
        store.merge(me, one, other)
    elif action == "part":
        store.part(me, one)
    elif action == "forget":
        store.forget(me, one, owners.keys("runs"))
    else:
        raise NotFound("There is no such thing to do with a player.")
    return redirect("/people", 303)


@blueprint.post("/plays/<int(max=2147483647):play>/another")
def another(play: int) -> AnyResponse:
    """Say that one who played it is somebody else of that name."""
    context().store.people.another(phone(), play, number(request.form.get("n", "")))
    return redirect("/people", 303)


@blueprint.get("/evening/<night>")
def evening(night: str) -> Response:
    """Every table of one night, with a table of honour."""
    _left()
    chosen = figures.chosen(_mine().plays, night=night[:10] or "-")
    if not chosen:
        raise NotFound("This phone knows of no play of that evening.")
    return page(
        "evening.html",
        page_title=message("The evening of {night}", night=_night(chosen)),
        title=_night(chosen),
        plays=chosen,
        people=figures.people(chosen),
        lasted=lasted,
    )


def _night(plays: Sequence[Play]) -> Day:
    return Day(plays[0].ended - 6 * 3600)


@blueprint.get("/plays/month.pdf")
def month() -> Response:
    """A club's month as a sheet to print."""
    from companion.web.printing import pdf  # it loads the printer
    from printables.sources.month import Month, PlayerRow

    query = _asked()
    plays = query.of(_mine().plays) if query.month else []
    if not plays:
        raise NotFound("This phone knows of no play of that month.")
    rate_limit("print")
    tallies = figures.people(plays)
    sheet = Month(
        str(message("{day}", day=Day(plays[0].ended, MONTH))),
        str(message("{plays} plays of {games} games", plays=len(plays), games=len({p.game for p in plays}))),
        tuple(PlayerRow(one.name, one.played, one.won, one.streak, one.favourite) for one in tallies),
        tuple((game.name, game.played, game.best, game.by) for game in figures.games(plays)),
    )
    return pdf(sheet.printed, f"plays-{query.month}")
