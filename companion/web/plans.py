"""Plans: the hand that a phone holds, and a sentence for its next turn, prepared while others play.

Both are this phone's own and lie in its signed cookie; no table knows of them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import session as cookie

from companion.kernel.foresight import foresight
from companion.kernel.journal import Entry, sentence
from companion.kernel.judge import Whole, by_field, judge
from companion.kernel.planning import planned_turn
from companion.kernel.rulebook import Refusal
from companion.storage.session import Session
from companion.words import Text

HELD, PLANS = "held", "plans"
TABLES = 4
"""So many tables have a hand or a plan on one phone; the oldest go. House."""
LONGEST, ANSWERS = 12, 8
"""So many cards are held, and so many answers planned, at most. House."""
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Plan:
    """A sentence that a seat has prepared, as it stands now."""

    verb: str
    pairs: Pairs
    words: Text
    comes: Text = ""
    """What it comes to, if it may be said now."""
    ready: bool = False
    """True if it may be said now."""
    why: str = ""
    """Why it does not hold any more."""


def held(code: str) -> frozenset[str]:
    """Return the cards that this phone says it holds at a table."""
    return frozenset(cookie.get(HELD, {}).get(code, ()))


def hold(code: str, card: str, loose: Collection[str]) -> None:
    """Say that this phone holds a card at a table, or no more; what lies elsewhere by now is forgotten."""
    before = [one for one in cookie.get(HELD, {}).get(code, ()) if one in loose]
    after = [one for one in before if one != card] if card in before else [*before, card][-LONGEST:]
    _keep(HELD, code, [one for one in after if one in loose])


def keep(code: str, seat: str, verb: str, pairs: Pairs) -> None:
    """Keep a sentence for a seat's next turn."""
    _keep(PLANS, code, [seat, verb, [list(pair) for pair in pairs[:ANSWERS]]])


def drop(code: str) -> None:
    """Forget what was planned at a table."""
    if code in cookie.get(PLANS, {}):
        _keep(PLANS, code, [])


def _keep(name: str, code: str, what: list[Any]) -> None:
    others = {plan: saved for plan, saved in cookie.get(name, {}).items() if plan != code}
    cookie[name] = dict([*others.items(), *([(code, what)] if what else [])][-TABLES:])


def plan_of(session: Session, seat: str) -> Plan | None:
    """Return what this phone has planned for a seat, judged as soon as it can be its turn."""
    saved = cookie.get(PLANS, {}).get(session.code)
    kind = session.table.game.kind(saved[1]) if saved and saved[0] == seat else None
    if kind is None:
        return None
    pairs = [(field, name) for field, name in saved[2]]
    answers = by_field(pairs)
    plan = Plan(kind.verb, pairs, sentence(session.table.game, Entry(0, seat, kind.verb, answers)))
    state = session.table.state
    if seat not in state.to_act or (kind.during and state.phase not in kind.during):
        return plan
    try:
        action = judge(kind, state, seat, answers).next
    except Refusal as no:
        return replace(plan, why=no.why)
    if not isinstance(action, Whole):
        return replace(plan, why="It asks for more now.")
    comes = foresight(session.table.game.tracked, state, action.action, after=action.after)
    return replace(plan, comes=comes, ready=True)


def as_planned(session: Session, seat: str) -> Session | None:
    """Return a session in which the seat's next turn has come, to plan in; None if that is not foreseen."""
    table = session.table
    if session.veiled or table.stopped or table.asked:
        return None
    state = planned_turn(table.game, table.state, seat)
    if state is None:
        return None
    if not table.standing:
        return replace(session, table=replace(table, start=state))
    standing = [*table.standing[:-1], replace(table.standing[-1], state=state)]
    log = [*table.log[:-1], replace(table.log[-1], state=state)]
    return replace(session, table=replace(table, standing=standing, log=log))
