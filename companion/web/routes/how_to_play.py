"""The pages of *How to play*: the goal, a turn, the set-up, and the rules with a search."""

import re
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, request
from flask import session as cookie

from companion.kernel.game import Game
from companion.kernel.sittings import usual_opening
from companion.web import how_to_play, setting_up
from companion.web.context import context, game_of, phone, spelled
from companion.web.figures import Gallery
from companion.web.rendering import page
from companion.web.silhouettes import silhouettes
from companion.words import message

blueprint = Blueprint("how_to_play", __name__, url_prefix="/games/<key>")
AT_TABLE = re.compile(r"/t/(\w{6})(/|$)")


@blueprint.get("/how-to-play")
def how(key: str) -> Response:
    """The goal, a turn with its steps drawn, and the set-up."""
    box = game_of(key)
    start = box.setup(usual_opening(box, box.players[0]))
    marks = {seat: number for number, seat in enumerate(box.seats(box.players[-1]))}
    return page(
        "how_to_play.html",
        page_title=message("{name}: how to play", name=box.name),
        game=box,
        lesson=box.rules.lesson,
        endings=how_to_play.endings(box),
        steps=how_to_play.steps(box),
        set_up=setting_up.steps(box.view(start), start.told),
        gallery_marks=marks,
        gallery=Gallery(marks, silhouettes(box)),
        asked="",
        seat_key=_seat_key(box),
        **_table(box),
    )


@blueprint.get("/rules")
def rules(key: str) -> Response:
    """The rules in our words, by section, or those that hold the words one looks for."""
    box, query = game_of(key), request.args.get("q", "").strip()[: how_to_play.LONGEST]
    return page(
        "rules.html",
        page_title=message("{name}: the rules", name=box.name),
        game=box,
        asked=query,
        found=how_to_play.look_up(box, query),
        sections=box.rules.sections(),
        options={option.key: option for option in box.table_options},
        **_table(box),
    )


def _seat_key(game: Game[Any]) -> str:
    """Return the key of the seat's link one comes from, and goes back to; empty where there is none."""
    key = request.args.get("seat", "").upper()[:32]
    seat = context().store.seat_of(key) if key else None
    session = context().store.session(seat[0]) if seat else None
    return key if session and session.table.game.key == game.key else ""


def _table(game: Game[Any]) -> dict[str, Any]:
    """The table one comes from, and goes back to: its code, and this phone's seats with their marks."""
    there = AT_TABLE.match(urlsplit(request.referrer or "").path)
    code = spelled(request.args.get("table", "") or (there[1] if there else ""))
    session = context().store.known(code) if code in cookie.get("knows", ()) else None
    if session is None or session.table.game.key != game.key:
        return {"code": "", "chairs": (), "marks": {}}
    mine = session.mine(phone())
    chairs = tuple(chair for chair in session.chairs if chair.seat in mine)
    return {"code": code, "chairs": chairs, "marks": session.marks}
