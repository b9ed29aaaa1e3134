"""The calls of the interface for programs. The token of each says what it may do; no cookie counts."""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from flask import Blueprint, Response, g, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import BadRequest, Forbidden, NotFound, Unauthorized, UnprocessableEntity

from companion.boxes.definition.schema import Box
from companion.boxes.shelf import labels
from companion.extras.api import answers
from companion.extras.api.document import FinalBoards, Open, Say, Seat, document
from companion.kernel import transcript
from companion.kernel.cardset import SetForm
from companion.kernel.features import Figures
from companion.kernel.game import TABLE_VERBS, Game
from companion.kernel.heard import heard
from companion.kernel.judge import propose
from companion.kernel.sheet import Faulty, ScoreSheet
from companion.storage import transcript_marks
from companion.storage.session import SeatError, Session
from companion.storage.tap import Stale, StaleUndo
from companion.storage.tokens import AccessToken, Rights
from companion.storage.verdict import Refused
from companion.web import new_table
from companion.web.context import context, find, game_of, open_to_all, rate_limit
from companion.web.errors import log_unavailable, problem
from companion.web.routes import events as following
from companion.web.routes import lobby
from companion.web.routes import seats as seating
from companion.words import joined, message

blueprint = Blueprint("api", __name__, url_prefix="/api/1")
B = TypeVar("B", bound=BaseModel)
REFUSED = {"rules": 422, "seat": 403, "key": 409, "full": 409, "unavailable": 503}
"""The cause of a refusal to the status of its answer."""


@blueprint.before_request
def know_the_program() -> None:
    """Find the token of a call: a program without one only looks."""
    rate_limit("program")
    sent = request.headers.get("Authorization", "")
    g.program, g.token = "", None
    if sent:
        scheme, _, token = sent.partition(" ")
        g.token = context().store.tokens.find(token.strip()) if scheme.lower() == "bearer" else None
        if g.token is None:
            raise Unauthorized("This token was revoked, or is not complete.")
        g.program = g.token.phone


def _may(*rights: Rights) -> AccessToken:
    """Return the token of a call, if it gives one of these rights; 401 or 403 otherwise."""
    token: AccessToken | None = g.token
    if token is None:
        raise Unauthorized("This needs a token. Make one on the page “This phone” of a phone.")
    if token.rights not in rights:
        raise Forbidden(str(message("A token to {rights} is not enough for that.", rights=token.rights)))
    return token


def _table(code: str) -> Session:
    """Return the table of a code as the program sees it; 403 for one that its token is not for."""
    token: AccessToken | None = g.token
    session = find(code)
    if token and token.rights == "seat" and token.code != session.code:
        raise Forbidden(str(message("This token is for table {table}.", table=token.code)))
    return session


def _body(model: type[B]) -> B:
    try:
        return model.model_validate_json(request.get_data())
    except (ValidationError, RecursionError) as wrong:
        errors = (
            wrong.errors(include_url=False, include_input=False) if isinstance(wrong, ValidationError) else []
        )
        first = errors[0] if errors else {"loc": (), "msg": "is nested too deeply"}
        where = ".".join(map(str, first["loc"]))[:80]
        why = joined((where, str(first["msg"])), ": ")
        raise BadRequest(str(message("The body does not fit: {why}.", why=why))) from wrong


def _json(data: Any, status: int = 200) -> Response:
    answer = Response(json.dumps(data, ensure_ascii=False, default=str), status, mimetype="application/json")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Vary"] = "Authorization"
    return answer


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This document."""
    return _json(document(blueprint, globals()))


@blueprint.get("/games")
def games() -> Response:
    """List the games and boxes."""
    shelf = [{"key": game.key, "name": game.name, "box": False} for game in context().shelf.values()]
    return _json({"games": [*shelf, *({"key": one.key, "name": one.name, "box": True} for one in labels())]})


@blueprint.get("/games/<key>")
def game(key: str) -> Response:
    """A game: its seats, options, verbs and rules; the schemas of its set of cards and its score."""
    return _json(_game(game_of(key)))


@blueprint.get("/boxes/schema")
def box_schema() -> Response:
    """The JSON Schema of a box."""
    return _json(Box.model_json_schema())


def _game(box: Game[Any]) -> dict[str, Any]:
    cards, sheet = box.get(SetForm), box.get(ScoreSheet)
    return {
        "key": box.key,
        "name": box.name,
        "blurb": box.blurb,
        "players": list(box.players),
        "seats": {str(n): list(box.seats(n)) for n in box.players},
        "options": answers.plain(box.table_options),
        "points": box[Figures].points is not None,
        "verbs": [{"verb": kind.verb, "title": kind.title, "asks": answers.asks(kind)} for kind in box.kinds],
        "rules": [answers.plain(rule) for rule in box.rules.values()],
        "set": [
            {"key": deck.key, "least": deck.least, "most": deck.most, "fields": [f.key for f in deck.fields]}
            for deck in cards.decks
        ]
        if cards
        else None,
        "score": [
            {"key": each.key, "name": each.name, "group": getattr(each, "group", "")} for each in sheet.fields
        ]
        if sheet
        else None,
    }


@blueprint.post("/score/<key>")
def score(key: str) -> Response:
    """Score final boards without a table."""
    box, boards = game_of(key), _body(FinalBoards)
    sheet = box.get(ScoreSheet)
    if sheet is None:
        raise NotFound(str(message("{game} has no score to count without a table.", game=box.name)))
    try:
        return _json(sheet.data(sheet.read(boards.model_dump())))
    except Faulty as wrong:
        faults = [fault._asdict() for fault in wrong.faults]
        return problem(422, "These boards cannot be", str(wrong), faults=faults)


@blueprint.post("/tables")
def open_table() -> Response:
    """Open a table, for the phone of a token of the host; or bring a sitting as text."""
    _may("host")
    body = _body(Open)
    rate_limit("open")
    try:
        if body.transcript:
            session = lobby.imported(body.transcript)
        else:
            session, _ = lobby.opened(game_of(body.game), _form(body), None)
    except transcript.UnreadableTranscript as wrong:
        raise UnprocessableEntity(str(wrong)) from wrong
    except new_table.WrongForm as wrong:
        return problem(422, "No table", str(wrong), faults=dict(wrong.fields))
    return _json(answers.state(session.seen_by(g.program), g.program), 201)


def _form(body: Open) -> Mapping[str, str]:
    """Return what is asked for as the form of a new table says it."""
    form = {"players": str(len(body.seats)), "phone": "all" if body.sit else "watch"}
    for n, (seat, name) in enumerate(body.seats.items(), 1):
        form |= {f"seat{n}": seat, f"name{n}": name}
    return form | {f"option-{key}": value for key, value in body.options.items()}


@blueprint.get("/tables/<code>")
def table(code: str) -> Response:
    """A table as this program sees it: things as values, the view, whose turn it is."""
    return _json(answers.state(_table(code), g.program))


@blueprint.get("/tables/<code>/words")
def in_words(code: str) -> Response:
    """The table in words, in three lengths, as the seat of this program hears it."""
    session = _table(code)
    return _json({"n": session.n, **answers.in_words(session, session.acting(g.program))})


@blueprint.get("/tables/<code>/actions")
def actions(code: str) -> Response:
    """Return the actions of a seat, with the reasons against the rest; with ``whole``, every whole action."""
    session = _table(code)
    seat = _seat(session)
    if "whole" in request.args:
        return _json(answers.actions(session, seat))
    return _json({"seat": seat, "n": session.n, "verbs": list(answers.verbs(session, seat))})


def _seat(session: Session) -> str:
    """Return the seat that a call is about: one that it names, else one that is waited for."""
    seat = (
        request.args.get("seat", "") or session.acting(g.program) or "".join(session.table.state.to_act[:1])
    )
    if seat not in session.table.opening.seats:
        raise NotFound(str(message("This table has no seat “{seat}”.", seat=seat[:40])))
    return seat


@blueprint.get("/tables/<code>/heard")
def hear(code: str) -> Response:
    """Return the sentence that a ``line`` names, such as “Uriel to B4”; null where it names none."""
    session = _table(code)
    seat = _seat(session)
    result = heard(session.table.game, session.table.state, seat, request.args.get("line", ""))
    said = answers.proposal(session, seat, result.proposal) if result else None
    return _json({"seat": seat, "n": session.n, "heard": said})


@blueprint.get("/tables/<code>/actions/<verb>")
def question(code: str, verb: str) -> Response:
    """The next question of a sentence that was begun, or what the whole sentence leads to."""
    session = _table(code)
    seat, kind = _seat(session), session.table.game.kind(verb)
    if kind is None:
        raise NotFound(str(message("{game} has no “{verb}”.", game=session.table.game.name, verb=verb[:40])))
    fields = {field: names for field, names in request.args.to_dict(flat=False).items() if field != "seat"}
    return _json(answers.proposal(session, seat, propose(kind, session.table.state, seat, fields)))


@blueprint.post("/tables/<code>/say")
def say(code: str) -> Response:
    """Say a sentence after an entry, once, however often it is sent; or have it shown."""
    _may("seat", "host")
    session, body = _table(code), _body(Say)
    game = session.table.game
    if game.kind(body.verb) is None and body.verb not in TABLE_VERBS:
        raise NotFound(str(message("{game} has no “{verb}”.", game=game.name, verb=body.verb[:40])))
    key = f"api-{g.program[:16]}-{body.after}"
    verdict = context().store.play(
        session.code, body.seat, body.verb, body.answers, key, body.after, g.program, body.after,
        "nothing" if body.show else "allowed",
    )  # fmt: skip
    if isinstance(verdict, Refused):
        return _refused(verdict)
    return _json(answers.verdict(verdict, body.seat or session.acting(g.program), g.program))


def _refused(verdict: Refused) -> Response:
    if verdict.fault:
        log_unavailable(verdict.fault)
    late = isinstance(verdict.refusal, Stale | StaleUndo)
    more = answers.no(verdict.refusal) if verdict.refusal else {}
    more |= {"verdict": "refused", "cause": "late" if late else verdict.cause, "n": verdict.session.n}
    return problem(409 if late else REFUSED[verdict.cause], "Not said", verdict.why, **more)


@blueprint.get("/tables/<code>/journal")
def journal(code: str) -> Response:
    """The entries of a sitting, from entry ``from`` on."""
    first = request.args.get("from", "1")
    number = int(first) if first.isdecimal() and len(first) < 9 else 1
    session = _table(code)
    return _json({"n": session.n, "entries": answers.journal(session, number)})


@blueprint.get("/tables/<code>/events")
def events(code: str) -> Response:
    """A stream of server-sent events: each says where the table stands (``17.2``)."""
    return following.events(_table(code).code)


@blueprint.get("/tables/<code>/transcript")
def sitting(code: str) -> Response:
    """The sitting as text, which can be brought again."""
    session = open_to_all(_table(code))
    return Response(transcript_marks.write(session), mimetype="text/plain")


@blueprint.get("/tables/<code>/seats")
def seats(code: str) -> Response:
    """The seats of a table, and who asks for one."""
    session = _table(code)
    asking = [{"id": one.id, "seat": one.seat, "name": one.name} for one in session.requests]
    return _json({"seats": answers.seats(session, g.program), "requests": asking})


@blueprint.post("/tables/<code>/seats")
def change_seat(code: str) -> Response:
    """Ask for a seat, let somebody sit down or not, take a free seat, stand up, renew its code."""
    _may("host")
    session, body = _table(code), _body(Seat)
    try:
        seating.change(session, body.action, {"seat": body.seat, "name": body.name, "id": str(body.id)})
    except SeatError as wrong:
        return problem(409, "Not now", str(wrong))
    return seats(session.code)
