"""The picture of a finished table, to share."""

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from companion.web.context import page_of, rate_limit
from companion.web.http_cache import cacheable, etag, find_changed
from companion.web.view_model.board import BoardView
from companion.words import Day, message

blueprint = Blueprint("result", __name__)


@blueprint.get("/t/<code>/result.png")
def result(code: str) -> Response:
    """A picture of how a table ended, to share."""
    from companion.web.printing import inline  # it loads the printer
    from printables.sources.result import Result, picture

    session = find_changed(code)
    t = page_of(session)
    if t.over is None:
        raise NotFound("This table is not finished, so there is no result yet.")
    rate_limit("sheet")
    seat = t.over.winners[0] if t.over.winners else ""
    about = message(
        "{game} · table {table} · {day}", game=t.game.name, table=t.session.code, day=Day(session.created)
    )
    numbers = [*t.session.score[-1:], *t.session.score[:-1], *t.session.numbers]
    summary = Result(str(t.log.ended), str(t.over.why), str(about), t.seats.players, t.over.winners, numbers)
    board = BoardView(t.session, replace(t.phone, acting=seat, turned=False)).picture
    draw = partial(picture, t.game, t.session.table.opening, summary, board)
    shown = inline(draw, "image/png", f"{t.game.key}-{t.session.code}.png", t.game)
    return cacheable(shown, etag(session))
