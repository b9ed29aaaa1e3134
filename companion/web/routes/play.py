"""Playing: every verb has its address, ``/t/<code>/do/<verb>``, to be asked (GET) and to be said (POST)."""

from dataclasses import replace
from random import SystemRandom
from typing import Any

from flask import Blueprint, Response, redirect, request
from flask import session as cookie
from werkzeug.exceptions import Conflict, Forbidden, NotFound, ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel.action import Given, Kind, written
from companion.kernel.game import TABLE_VERBS
from companion.kernel.judge import Proposal, Whole, propose
from companion.storage import notices
from companion.storage.session import Session
from companion.storage.tap import Keeps, StaleUndo
from companion.storage.verdict import Refused, Said
from companion.web import catch_up, metrics, plans, questions
from companion.web.context import context, find, page_of, phone
from companion.web.context import seen as view_of
from companion.web.errors import log_unavailable
from companion.web.http_cache import etag, not_modified, private
from companion.web.one_at_a_time import one_at_a_time
from companion.web.passing import passed
from companion.web.phone_settings import CAREFUL, settings
from companion.web.rendering import render
from companion.web.responses import cacheable_table, done, for_htmx, number, table_response
from companion.web.view_model import TablePage
from companion.words import message

blueprint = Blueprint("play", __name__, url_prefix="/t/<code>/do/<verb>")
CONTROL = ("by", "seen", "key", "now", "plan")
"""What a form carries besides the answers."""
PHOTOGRAPHED = "photographed"
"""What the address of a sentence carries that a photograph showed."""


@blueprint.get("")
@one_at_a_time
def ask(code: str, verb: str) -> AnyResponse:
    """The table with the next question of a half-made action."""
    session = find(code)
    kind = _kind(session, verb)
    if kind is None:
        return redirect(f"/t/{session.code}", 303)
    if answer := not_modified(etag(session)):
        return answer
    by, just = request.args.get("by", ""), notices.unpacked(cookie.pop("just", ""))
    plan = "plan" in request.args
    t = page_of(session, by, just, photographed=PHOTOGRAPHED in request.args, plan=plan)
    if plan and not t.phone.plans:
        return redirect(f"/t/{session.code}", 303)
    seconds = questions.AT_ONCE if for_htmx() else questions.LATER
    dock = questions.with_question(t.dock, kind, _asked(), seconds)
    return cacheable_table(replace(t, dock=dock), kind.title)


@blueprint.get("/foresight")
@one_at_a_time
def foresight(code: str, verb: str) -> AnyResponse:
    """Answer with the foresight of further answers to a question, or with nothing if the table moved on."""
    session = find(code)
    kind = _kind(session, verb)
    if kind is None or number(request.args.get("n", "")) != session.n:
        return Response(status=204)
    dock = page_of(session, by=request.args.get("by", ""), plan="plan" in request.args).dock
    answers, later = questions.foreseen(dock, kind, _asked(), max(0, number(request.args.get("from", ""))))
    return private(render("_foresight.html", game=session.table.game, found=answers, later=later))


@blueprint.get("/roll")
def roll(code: str, verb: str) -> AnyResponse:
    """Throw for the player: back to the question, with chance's answer in it."""
    session = find(code)
    kind = _kind(session, verb)
    if kind is None:
        return redirect(f"/t/{session.code}", 303)
    dock = page_of(session, by=request.args.get("by", "")).dock
    answer = redirect(questions.answered_by_chance(dock, kind, _asked(), SystemRandom()), 303)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("")
@metrics.timed_tap()
def say(code: str, verb: str) -> AnyResponse:
    """One tap: judged once and kept by the store, told to all, and answered with the table after it.

    A tap on an answer (``now``) is said only if it is whole and harmless; else it is asked on, or shown.
    """
    form, session = request.values, find(code, lately=True)
    by = form.get("by", "")
    kind = _kind(session, verb)
    answers = {name: values for name, values in form.lists() if name not in CONTROL}
    if kind and "plan" in form:
        return _planned(session, kind, by, answers)
    seen, key = number(form.get("seen", "")), form.get("key", "")[:64].replace(".", "-")
    seats = None
    if round_ := passed(session, phone()):
        if not round_.seats:
            return done(session)
        by, seats = by or round_.seats[0], round_.seats
    verdict = context().store.play(
        session.code, by, verb, answers, key, seen, phone(), keeps=_keeps(), seats=seats
    )
    match verdict:
        case Said():
            return _said(verdict, seen)
        case Refused():
            return _refused(verdict, by, answers, seen)
    return _asked_on(page_of(verdict.session, by), verdict.proposal)


def _keeps() -> Keeps:
    """Return what of a tap is kept: a tap on an answer may only say what is harmless."""
    if "now" not in request.args:
        return "allowed"
    return "nothing" if settings()[CAREFUL] else "harmless"


def _planned(session: Session, kind: Kind[Any], by: str, answers: Given) -> AnyResponse:
    """Keep a sentence for this phone's next turn, if it is whole; else ask on."""
    t = page_of(session, by, plan=True)
    if not t.phone.plans:
        return done(session)
    proposal = propose(kind, t.dock.state, t.phone.acting, answers)
    if proposal.refusal or not isinstance(proposal.next, Whole):
        return _asked_on(t, proposal)
    pairs = questions.pairs_of(written(proposal.next.action))
    plans.keep(session.code, t.phone.acting, kind.verb, pairs)
    return done(session)


def _said(verdict: Said, seen: int) -> AnyResponse:
    metrics.TAPS.labels("repeated" if verdict.repeated else "kept").inc()
    metrics.JOURNAL.observe(verdict.session.n)
    plans.drop(verdict.session.code)
    session = view_of(verdict.session)
    just = "" if verdict.repeated else catch_up.played_after(session.table, seen, verdict.n)
    return done(session, just)


def _asked_on(t: TablePage, proposal: Proposal[Any]) -> Response:
    """Answer a tap that does not say its sentence yet, under the address of what follows."""
    response = table_response(replace(t, dock=questions.with_proposal(t.dock, proposal)))
    response.headers["HX-Push-Url"] = t.phone.href(
        proposal.kind.verb, [pair for pair in proposal.given if pair[1]]
    )
    return response


def _kind(session: Session, verb: str) -> Kind[Any] | None:
    """The verb of that name, None for the table's own; 404 where the game has none."""
    kind = session.table.game.kind(verb)
    if kind is None and verb not in TABLE_VERBS:
        raise NotFound(str(message("{game} has no “{verb}”.", game=session.table.game.name, verb=verb[:40])))
    return kind


def _asked() -> dict[str, list[str]]:
    return request.args.to_dict(flat=False)


def _refused(no: Refused, by: str, answers: Given, seen: int) -> Response:
    """The question again with the reason, and what changed if the tap was late."""
    refusal = no.refusal
    if refusal is None:
        return _not_kept(no, by)
    metrics.TAPS.labels("refused").inc()
    unseen = isinstance(refusal, StaleUndo)
    t = page_of(no.session, by)
    news = catch_up.since(t.session.table, seen) if unseen or 0 <= seen < t.session.n else ""
    stale = message("Since you looked: {said}.", said=news) if news else ""
    undo = (number("".join(answers.get("entry", ())[:1])) or seen) if unseen else 0
    dock = questions.with_proposal(t.dock, no.proposal) if no.proposal else t.dock
    dock = replace(dock, refused=questions.refusal_shown(refusal, stale, undo))
    return table_response(replace(t, dock=dock), 409 if stale else 422)


def _not_kept(no: Refused, by: str) -> Response:
    """Answer that nothing was saved: the sentence stays on the page, to be said again."""
    metrics.TAPS.labels({"seat": "not seated", "unavailable": "unavailable"}.get(no.cause, "refused")).inc()
    if no.fault:
        log_unavailable(no.fault)
    if no.cause == "seat":
        words = "This phone does not sit at this table, so it cannot say that."
        if by:
            words = "This phone does not sit at {seat}, so it cannot say that."
        return table_response(page_of(no.session, just=message(words, seat=by[:40])), Forbidden.code)
    t = page_of(no.session, by, no.why)
    dock = questions.with_proposal(t.dock, no.proposal) if no.proposal else t.dock
    status = ServiceUnavailable.code if no.cause == "unavailable" else Conflict.code
    return table_response(replace(t, dock=dock), status)
