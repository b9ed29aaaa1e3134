"""Warm-up: what the first tap of a process would otherwise wait for is done before there is one."""

import random
import time
from dataclasses import replace
from itertools import islice
from typing import Any

from flask import Flask
from werkzeug.test import create_environ

from companion.kernel.action import Action, written
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves
from companion.storage.engine import Unavailable
from companion.storage.session import Chair, Session
from companion.web.context import Context
from companion.web.questions import with_question
from companion.web.rendering import render
from companion.web.view_model import TablePage
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone

PHONE, CODE = "nobody", "WARM"
TAPS = 2


def warmed(app: Flask) -> Flask:
    """The application, with its templates compiled and every game played a little, where nobody keeps it."""
    here: Context = app.extensions["companion"]
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)
    with app.request_context(create_environ(f"/t/{CODE}")):
        for game in here.shelf.values():
            try:
                _play(game)
            except Exception as fault:  # a game that cannot be shown is told of where somebody plays it
                app.logger.warning("%s could not be warmed up: %s", game.key, fault)
        try:
            here.store.session(CODE)
            here.store.plays.read_ahead()
        except Unavailable as no:
            app.logger.warning("The journal could not be warmed up: %s", no)
    return app


def _play(game: Game[Any]) -> None:
    """A few taps at a table of this game that nobody keeps, with what a phone is shown of them."""
    table = Table.open(game, Opening(dict.fromkeys(game.seats(max(game.players)), "")))
    chairs = tuple(Chair(seat, "", "", frozenset({PHONE})) for seat in table.opening.seats)
    session = Session(0, CODE, table, 0, game.rules.version, PHONE, "", time.time(), chairs)
    _show(session, None)
    for action, _ in islice(moves(game, table.start, random.Random(1)), TAPS):
        _show(session, action)
        session = replace(session, table=session.table.say(action.by, action.verb, written(action)))
        _show(session, None)


def _show(session: Session, action: Action[Any] | None) -> None:
    """The page of a table, or of a question at it and of the whole sentence."""
    phone = Phone.at(session, PHONE, action.by if action else "")
    dock = Dock(session, phone)
    docks = [dock]
    if action and (kind := dock.game.kind(action.verb)):
        docks = [with_question(dock, kind, {}), with_question(dock, kind, written(action))]
    for dock in docks:
        render("_table.html", t=TablePage(session, phone, dock, key=""), page_title="")
