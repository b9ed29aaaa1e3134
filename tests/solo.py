"""Sittings at which the phone plays for somebody absent, played through the web as people would."""

import random
import time
from typing import Any

from flask import Flask

from companion.kernel.action import draft, written
from companion.kernel.simulate import one_answer
from companion.players.moment import Moment, asked
from companion.players.players import greedy
from companion.storage.session import Session
from tests.conftest import Phone

PATIENCE = 30.0


def session_of(app: Flask, code: str) -> Session:
    """A table as it stands."""
    result = app.extensions["companion"].store.session(code)
    assert isinstance(result, Session)
    return result


def heard(app: Flask, code: str, n: int) -> Session:
    """The table once the phone has said something after an entry, or given up, or asks the people."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        session = session_of(app, code)
        if session.n != n or session.waits.why or session.waits.verb:
            return session
        time.sleep(0.01)
    now = session_of(app, code)
    raise AssertionError(f"nothing was heard of the phone after entry {n}: due {now.due}, {now.waits}")


def go_on(phone: Phone, session: Session) -> Any:
    """The hands have done what was said."""
    return phone.post(f"/t/{session.code}/absent/go-on", {"n": str(session.n)})


def persons_move(phone: Phone, session: Session, rng: random.Random) -> None:
    """A person does what looks good."""
    table = session.table
    seat = next(seat for seat in table.state.to_act if seat not in session.absent)
    kinds = tuple(kind for kind in table.game.kinds if not kind.anytime)
    said(phone, session, greedy(Moment(table.game, kinds, table.state, seat, rng)))


def answer(phone: Phone, session: Session, rng: random.Random) -> None:
    """The people answer what the phone leaves to the table."""
    waits, table = session.waits, session.table
    kind = table.game.kind(waits.verb)
    assert kind
    given = {field: tuple(a) if isinstance(a, list) else a for field, a in waits.given.items()}
    made: Any = draft(kind, waits.seat, given)
    for field, noun in asked(kind).items():
        if field not in given:
            made = one_answer(table.state, made, field, noun, rng)
    said(phone, session, made)


def said(phone: Phone, session: Session, action: Any) -> None:
    """Say an action by a tap."""
    form = written(action)
    answered = phone.say(session.code, action.verb, session.n, by=action.by, key=f"k{session.n}", **form)
    assert answered.status_code in (200, 303), answered.get_data(as_text=True)


def played(app: Flask, phone: Phone, code: str, most: int = 3_000) -> Session:
    """The table played to its end, by one person and the phone; at most so many entries."""
    rng = random.Random(7)
    for _ in range(most):
        session = session_of(app, code)
        assert not session.waits.why, session.waits.why
        if session.table.state.over:
            return session
        if session.waits.verb:
            answer(phone, session, rng)
        elif not session.due:
            persons_move(phone, session, rng)
        elif session.hands_first:
            assert go_on(phone, session).status_code == 303
            heard(app, code, session.n)
        else:
            heard(app, code, session.n)
    raise AssertionError(f"not over after {most} steps")
