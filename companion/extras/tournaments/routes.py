"""Tournaments: made, drawn round by round, played at tables or without, shown to all and printed."""

import secrets
from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.boxes.shelf import labels
from companion.extras.tournaments.drawing import drawing, halves
from companion.extras.tournaments.pairing import begin
from companion.extras.tournaments.store import SavedTournament, Tournaments
from companion.extras.tournaments.tournament import FORMS, MOST, NAME, SWISS, TITLE, Pairing, WrongTournament
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.web import owners
from companion.web.context import address, context, phone, rate_limit, remember
from companion.web.languages import spoken
from companion.web.rendering import page
from companion.web.responses import number
from companion.web.urls import Link
from companion.words import Message, joined, message
from companion.words.letters import plain_letters
from companion.words.speaking import said

blueprint = Blueprint("tournaments", __name__)
REFRESH = 20
"""A screen that all can see reloads after so many seconds."""
LONGEST = MOST * (NAME + 2) * 2


def _saved() -> Tournaments:
    """Return the tournaments in the database of this server."""
    return Tournaments(context().store)


@blueprint.app_template_global()
def tournament_of(code: str) -> SavedTournament | None:
    """Return the tournament that a table belongs to, or None: its pages lead back there."""
    return _saved().of_table(code)


# -- made --------------------------------------------------------------------------------------------------


@blueprint.get("/tournaments")
def tournaments() -> Response:
    """This phone's tournaments, and a new one."""
    return _begin({"game": request.args.get("game", "")[:64], "form": SWISS, "rounds": "4", "order": "lot"})


def _by_name(game: tuple[str, str]) -> str:
    return plain_letters(said(game[1]))


def _begin(typed: dict[str, str], sentence: str = "", status: int = 200) -> Response:
    followed = owners.keys("runs")
    mine = _saved().of_phone(phone(), followed) if phone() or followed else []
    games = [(game.key, game.name) for game in context().shelf.values()]
    games += spoken(lambda: sorted(((one.key, one.name) for one in labels()), key=_by_name))()
    own = context().games.get(typed["game"]) if typed["game"] else None
    if own and typed["game"] not in dict(games):
        games.insert(0, (typed["game"], own.name))
    shows = {"mine": mine, "games": games, "forms": FORMS, "typed": typed, "sentence": sentence}
    return page("tournaments.html", status, page_title="Tournaments", most=MOST, title=TITLE, **shows)


@blueprint.post("/tournaments")
def make() -> AnyResponse:
    """Make a tournament and draw its first round."""
    rate_limit("open")
    keys = ("title", "game", "form", "rounds", "order", "names")
    typed = {key: request.form.get(key, "")[:LONGEST] for key in keys}
    lot = secrets.randbits(32) if typed["order"] != "seeds" else None
    game = context().games.get(typed["game"][:64])
    try:
        if typed["game"] and game is None:
            raise WrongTournament("That game is not on this shelf.")
        title = typed["title"] or (game.name if game else "")
        tournament = begin(title, typed["form"], typed["names"].splitlines(), number(typed["rounds"]), lot)
    except WrongTournament as no:
        return _begin(typed, str(no), 422)
    code = _saved().keep(phone(make=True), game.key if game else "", tournament)
    return redirect(f"/tournaments/{code}", 303)


# -- shown -------------------------------------------------------------------------------------------------


@blueprint.get("/tournaments/<code>")
def tournament(code: str) -> Response:
    """The round that is played, how everybody stands, and the bracket or cross table."""
    return _page(_found(code))


@blueprint.get("/tournaments/<code>/screen")
def screen(code: str) -> Response:
    """The same for a screen that all can see; it reloads by itself."""
    response = _page(_found(code), big=True)
    response.headers["Refresh"] = str(REFRESH)
    return response


def _page(saved: SavedTournament, sentence: str = "", status: int = 200, big: bool = False) -> Response:
    t, game = saved.tournament, _game(saved)
    mine = _mine(saved) and not big
    return page(
        "tournament.html",
        status,
        page_title=f"{t.title}: a tournament",
        kept=saved,
        t=t,
        form=FORMS[t.form],
        game=game,
        tables=mine and game is not None and 2 in game.players,
        mine=mine,
        big=big,
        now=t.of(t.drawn) if t.form != "robin" else t.of(_current(saved)),
        current=t.drawn if t.form != "robin" else _current(saved),
        rounds=[(n, t.of(n)) for n in range(1, t.drawn + 1)],
        drawing=drawing(t),
        halves=halves,
        quarters=_quarters,
        here=f"/tournaments/{saved.code}",
        link=Link(f"{address()}/tournaments/{saved.code}"),
        key=Link(f"{address()}/R/{saved.key}") if mine else None,
        sentence=sentence,
    )


def _current(saved: SavedTournament) -> int:
    """The first round that waits for a result; of a round robin all are drawn at once."""
    waiting = [one.round for one in saved.tournament.counted if not one.result]
    return min(waiting, default=saved.tournament.drawn)


def _quarters(points: int) -> Message:
    """Sonneborn-Berger, as it is said: ``2.25``."""
    return message("{n}", n=points / 4)


@blueprint.get("/tournaments/<code>/tournament.pdf")
def paper(code: str) -> Response:
    """The standings, the bracket or cross table, and the rounds as sheets to print."""
    from companion.extras.tournaments.sheet import TournamentSheet  # it loads the printer
    from companion.web.printing import pdf

    saved = _found(code)
    rate_limit("print")
    t, game = saved.tournament, _game(saved)
    rounds = message("{form}, {n:# round|# rounds}", form=FORMS[t.form], n=t.rounds)
    words = str(joined((rounds, game.name if game else ""), " · "))
    return pdf(TournamentSheet(t, words, drawing(t)).printed, f"tournament-{saved.code}", game)


# -- run ---------------------------------------------------------------------------------------------------


@blueprint.post("/tournaments/<code>/<action>")
def run(code: str, action: str) -> AnyResponse:
    """Draw a round, take it back, enter a result, open a table, let a player go and come, or delete it."""
    saved = _owned(code)
    rate_limit("open" if action == "table" else "edit")
    store = _saved()
    try:
        if action == "draw":
            store.draw(saved)
        elif action == "undraw":
            store.undraw(saved)
        elif action == "result":
            store.decide(saved, _pairing(saved), request.form.get("result", "")[:8])
        elif action == "table":
            return redirect(f"/t/{_opened(saved, _pairing(saved))}/seats", 303)
        elif action in ("leave", "back"):
            store.leave(saved, number(request.form.get("n", "")), action == "leave")
        elif action == "forget":
            store.forget(saved)
            return redirect("/tournaments", 303)
        else:
            raise NotFound("There is no such thing to do with a tournament.")
    except WrongTournament as no:
        return _page(saved, str(no), 409)
    return redirect(f"/tournaments/{saved.code}", 303)


def _pairing(saved: SavedTournament) -> Pairing:
    """The pairing that is meant."""
    round_, board = (number(request.form.get(name, "")) for name in ("round", "board"))
    result = [one for one in saved.tournament.of(round_) if one.board == board]
    if not result:
        raise WrongTournament("That pairing was drawn again meanwhile; look once more.")
    return result[0]


def _opened(saved: SavedTournament, pairing: Pairing) -> str:
    """The code of the table of a pairing, opened if it is not there yet."""
    if pairing.code and context().store.known(pairing.code):
        return pairing.code
    game = _game(saved)
    if game is None or 2 not in game.players or not pairing.other:
        raise WrongTournament(
            "No table is opened for this: the game is not for two here. Enter the result by hand."
        )
    names = (saved.tournament.name(n) for n in (pairing.one, pairing.other))
    opening = Opening(dict(zip(game.seats(2), names, strict=True)), game.settled({}, 2))
    try:
        session = context().store.open(game, Table.open(game, opening), phone(make=True))
    except ValueError as no:
        raise WrongTournament(str(no)) from no
    _saved().play_at(saved, pairing, session.code)
    remember(session.code)
    return session.code


@blueprint.get("/tournaments/<code>/forget")
def ask_to_forget(code: str) -> Response:
    """Ask if a tournament is to be deleted, and say what stays."""
    saved = _owned(code)
    return page(
        "tournament_forget.html",
        page_title=message("Delete {title}?", title=saved.tournament.title),
        kept=saved,
    )


# -- whose it is -------------------------------------------------------------------------------------------


@blueprint.get("/R/<key>")
def key(key: str) -> AnyResponse:
    """The page of a tournament's key, which asks whether this phone shall run it too."""
    saved = _of_key(key)
    if _mine(saved):
        return redirect(f"/tournaments/{saved.code}", 303)
    title = saved.tournament.title
    return page("tournament_key.html", page_title=message("Run {title} here too", title=title), kept=saved)


@blueprint.post("/R/<key>")
def take_key(key: str) -> AnyResponse:
    """Let this phone run the tournament too."""
    saved = _of_key(key)
    owners.take(saved, "runs")
    return redirect(f"/tournaments/{saved.code}", 303)


def _of_key(key: str) -> SavedTournament:
    saved = _saved().of_key(key.upper()[:32])
    if saved is None:
        raise NotFound("This key leads to no tournament any more, or is not complete.")
    return saved


def _mine(saved: SavedTournament) -> bool:
    return owners.mine(saved, "runs")


def _found(code: str) -> SavedTournament:
    return owners.found(_saved().find, code, "tournament")


def _owned(code: str) -> SavedTournament:
    saved = _found(code)
    if not _mine(saved):
        raise Forbidden("Only the organiser can do that; its key lets another phone run it too.")
    return saved


def _game(saved: SavedTournament) -> Game[Any] | None:
    return context().games.get(saved.game) if saved.game else None
