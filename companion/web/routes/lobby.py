"""The pages before the table: the shelf, opening a table, bringing a sitting, joining."""

import json
import random
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, request
from flask import session as cookie
from werkzeug.exceptions import Conflict, Forbidden, HTTPException, NotFound, UnprocessableEntity
from werkzeug.wrappers import Response as AnyResponse

from companion.boxes.shelf import KINDS, labels
from companion.kernel import transcript
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.features import Origin
from companion.kernel.game import SEATS, Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.sheet import ScoreSheet
from companion.players.strengths import STRENGTHS
from companion.storage import transcript_marks
from companion.storage.session import Session
from companion.toolkit import cardsets
from companion.web import new_table
from companion.web.context import address, at_home, context, find, game_of, phone, rate_limit, remember
from companion.web.heavy_work import heavy_work
from companion.web.languages import spoken
from companion.web.listings import TableLine, line, search
from companion.web.rendering import page
from companion.web.routes.cardset import carried, editor, own_set
from companion.web.urls import Link
from companion.words import Text, message
from companion.words.letters import plain_letters
from companion.words.speaking import said

blueprint = Blueprint("lobby", __name__)
LONGEST = 60
LATELY, SUGGESTED = 4, 16
"""So many tables are looked at for names, and so many names are suggested. House."""
"""Characters of a search at most."""


def _form() -> dict[str, str]:
    return {name: value[:200] for name, value in request.form.items()}


def _home(code: str = "", sentence: Text = "", status: int = 200) -> Response:
    me, codes = phone(), cookie.get("knows", ())
    lines = [line(session, me) for session in context().store.of_phone(me, codes)] if me else []
    groups = defaultdict[str, list[TableLine]](list)
    for one in lines:
        groups[one.group].append(one)
    played = {key: n for n, key in enumerate(dict.fromkeys(one.game.key for one in lines))}
    here = context().shelf.values()
    games = spoken(lambda: sorted(here, key=lambda game: plain_letters(said(game.name))))()
    filters = _asked()
    return page(
        "home.html",
        status,
        page_title="Companion",
        games=sorted(games, key=lambda game: played.get(game.key, len(played))),
        scored=[game for game in games if game.get(ScoreSheet)],
        asked=filters,
        found=spoken(lambda: search(games, filters))() if filters else (),
        running=groups["running"],
        finished=groups["finished"],
        watched=groups["watched"],
        link=Link(address()),
        code=code,
        sentence=sentence,
    )


def _people() -> list[str]:
    """Return the names that this phone knows from its last tables and from plays, each once."""
    if not phone():
        return []
    store = context().store
    tables = (store.session(code) for code in cookie.get("knows", ())[:LATELY])
    chairs = [chair for session in tables if session for chair in session.chairs]
    names = [chair.player for chair in chairs if chair.player not in ("", chair.seat)]
    names += (name for name, _ in store.plays.people(phone()).values())
    return [*dict.fromkeys(names)][:SUGGESTED]


def _asked() -> str:
    """Return the words of a search."""
    return request.args.get("q", "").strip()[:LONGEST]


@blueprint.get("/")
def home() -> Response:
    """Return the home page: this phone's tables, the games, score sheets and a field for a code."""
    return _home()


@blueprint.get("/games")
def games() -> Response:
    """List the games, boxes and score sheets that a search finds, by words, number of players and kind."""
    filters, players, kind = _asked(), request.args.get("players", ""), request.args.get("kind", "")
    count = int(players) if players in map(str, range(1, SEATS + 1)) else 0
    kind = kind if kind in KINDS else ""
    return page(
        "games.html",
        page_title="All games",
        found=spoken(lambda: search(context().shelf.values(), filters, count, kind))(),
        asked=filters,
        count=count,
        kind=kind,
        kinds={key: words for key, (_, words) in KINDS.items()},
        most=SEATS,
    )


@blueprint.post("/join")
def join() -> Any:
    """Go to the table of a code."""
    typed = request.form.get("code", "")[:20]
    try:
        session = find(typed, limit="join")
    except HTTPException as no:
        return _home(typed, no.description or "", no.code or 404)
    return redirect(f"/t/{session.code}", 303)


@blueprint.get("/games/<key>")
def game(key: str) -> Response:
    """The box."""
    box = game_of(key)
    return page("game.html", page_title=box.name, game=box, sentence="", text="", own=_text_of(box))


@blueprint.get("/games/<key>/new")
def new(key: str) -> Response:
    """Show the form of a new table: the players, the seats and the options."""
    box, code = game_of(key), request.args.get("like", "")
    session = find(code) if code else None
    if session and session.table.game.key == box.key:
        form = new_table.like(session, phone())
        return _new(box, len(session.chairs), form, {}, 200, session.table.opening.cards)
    players = new_table.count(box, request.args.get("players"))
    return _new(box, players, new_table.blank(box, players), {}, 200)


@blueprint.post("/games/<key>/new/set")
def new_with_set(key: str) -> Response:
    """A new table with the set that was typed in, or back to what does not fit."""
    box = game_of(key)
    cards = carried(box)
    if cards is None or box.get(SetForm) is None:
        raise NotFound("That game has no cards to swap.")
    if cardsets.faults(box[SetForm], cards):
        return editor(key, cards, judged=True, status=422)
    players = new_table.count(box, request.form.get("players"))
    return _new(box, players, new_table.blank(box, players), {}, 200, cards)


def _new(
    box: Game[Any],
    players: int,
    form: dict[str, str],
    wrong: dict[str, Text],
    status: int,
    cards: CardSet | None = None,
) -> Response:
    return page(
        "new.html",
        status,
        page_title=message("{name}: a new table", name=box.name),
        game=box,
        players=players,
        seats=box.seats(players),
        form=form,
        wrong=wrong,
        settled=new_table.settled(box, players, context().absent.on),
        cards=cards,
        carried=json.dumps(cards, ensure_ascii=False) if cards else "",
        people=_people(),
    )


@blueprint.post("/games/<key>/new")
def open_table(key: str) -> Any:
    """Open a table."""
    box, form = game_of(key), _form()
    rate_limit("open")
    cards = None
    try:
        cards = own_set(box)
        session, chosen = opened(box, form, cards)
    except new_table.WrongForm as wrong:
        players = new_table.count(box, form.get("players"))
        return _new(box, players, new_table.blank(box, players) | form, dict(wrong.fields), 422, cards)
    remember(session.code)
    all_here = chosen.absent or len(chosen.mine) == len(chosen.opening.seats)
    return redirect(f"/t/{session.code}" if all_here else f"/t/{session.code}/seats", 303)


def opened(
    box: Game[Any], form: Mapping[str, str], cards: CardSet | None
) -> tuple[Session, new_table.Chosen]:
    """Open a table as a form says, for the asking phone; WrongForm says what does not hold."""
    chosen = new_table.chosen(box, form, random.SystemRandom())
    table = _set_up(box, replace(chosen.opening, cards=cards))
    session = context().store.open(box, table, phone(make=True), chosen.mine)
    for seat in chosen.mine if chosen.learns else ():
        context().store.seating.learn(session, seat, chosen.learns, phone())
    for seat in chosen.opening.seats if chosen.absent and context().absent.on else ():
        if seat not in chosen.mine:
            context().store.seating.absent(session, seat, chosen.absent, STRENGTHS[chosen.absent].title)
    return session, chosen


@blueprint.post("/t/<code>/again")
def again(code: str) -> AnyResponse:
    """Play a finished game again with the same players, or go where it is played again already."""
    session = find(code)
    if not at_home(session):
        raise Forbidden("Only those who sat at this table play it again. Open a new table instead.")
    if not session.table.state.over:
        raise Conflict("This game is not over yet. Play it to its end first, or end it.")
    if not session.again:
        rate_limit("open")
    other = context().store.again(session, phone())
    remember(other.code)
    return redirect(f"/t/{other.code}", 303)


def _set_up(box: Game[Any], opening: Opening) -> Table[Any]:
    try:
        return Table.open(box, opening)
    except ValueError as no:
        raise new_table.WrongForm({"table": str(no)}) from no


@blueprint.post("/import")
def import_session() -> Any:
    """A sitting from a transcript."""
    rate_limit("open")
    sent = request.files.get("file")
    text = request.form.get("text", "")
    try:
        if sent and sent.filename:
            text = sent.read(transcript.BYTES + 1).decode()
        session = imported(text)
    except UnicodeDecodeError:
        return _unread("This file is not text. A sitting is downloaded as a “.game” file.", "")
    except transcript.UnreadableTranscript as no:
        return _unread(str(no), text[:65536])
    remember(session.code)
    return redirect(f"/t/{session.code}/seats", 303)


def imported(text: str) -> Session:
    """Open a table with a sitting that is text; UnreadableTranscript, in words, where it is none."""
    games, described = context().games, context().store.boxes.described
    table = heavy_work(lambda: transcript_marks.read(text, games, described))
    note = transcript.other_rules(text, table.game)
    return context().store.open(table.game, table, phone(make=True), notes=[note] if note else ())


def _unread(sentence: str, text: str) -> Response:
    key = request.form.get("game", "") or text.partition("game:")[2].partition("\n")[0].strip()
    box = context().games.get(key) or next(iter(context().shelf.values()), None)
    if box is None:
        raise UnprocessableEntity(sentence)
    own = _text_of(box)
    return page("game.html", 422, page_title=box.name, game=box, sentence=sentence, text=text, own=own)


def _text_of(box: Game[Any]) -> bool:
    """True if a game is described by a text that can be copied into one's own."""
    return bool(box[Origin].text) or box.key in (label.key for label in labels())
