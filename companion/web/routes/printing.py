"""The pages that print: choose pieces, look at every sheet, take the document."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest, NotFound

from companion import cardsets
from companion.kernel.game import Game
from companion.web.context import address, context, find, page_of
from companion.web.heavy_work import heavy_work
from companion.web.rendering import page
from companion.web.routes.cardset import called
from companion.web.view_model import TablePage
from printables.draw.fonts import Unprintable
from printables.job import own_set
from printables.layout.paper import CHOICES, Order
from printables.layout.thumbs import thumbnail
from printables.sources.catalogue import catalogue, chosen, printed
from printables.sources.printable import Printable
from printables.sources.running import Door, RunningTable

printing = Blueprint("printing", __name__)
TITLES = {
    "paper": "Paper",
    "duplex": "Backs",
    "ink": "Ink",
    "seam": "Boards",
    "punch": "Chips, across",
    "shape": "Chips, cut",
    "shop": "Cards",
}


def _game(key: str) -> Game[Any]:
    game = context().games.get(key)
    if game is None:
        raise NotFound("That game is not on this shelf.")
    return game


OFFSET = "offset"
"""How far this browser's printer is off: the field of the form, and the cookie that remembers it."""
YEAR = 365 * 24 * 3600


def _asked() -> tuple[Order, list[str], str]:
    given = {key: request.values.get(key, "")[:60] for key in (*CHOICES, OFFSET)}
    if OFFSET not in request.values:
        given[OFFSET] = _remembered()
    keys = [key[:40] for key in request.values.getlist("piece")][:40]
    pairs = [(key, value) for key, value in given.items() if value] + [("piece", key) for key in keys]
    return Order.read(given), keys, urlencode(pairs)


def _remembered() -> str:
    """The offset last asked for from this browser; nothing where the cookie holds none."""
    kept = request.cookies.get(OFFSET, "")[:60]
    try:
        return kept if any(Order.read({OFFSET: kept}).offset) else ""
    except Unprintable:
        return ""


def _remember(response: Response, order: Order) -> Response:
    """Keep the offset that was asked for, or forget it where the field was left empty."""
    if OFFSET in request.values:
        x, y = order.offset
        kept, age = (f"{x:g},{y:g}", YEAR) if x or y else ("", 0)
        response.set_cookie(OFFSET, kept, age, httponly=True, secure=request.is_secure, samesite="Lax")
    return response


def _page(game: Game[Any], pieces: Mapping[str, Printable], here: str, up: str, up_words: str) -> Response:
    sentence, status = "", 200
    try:
        order, keys, query = _asked()
        picked = chosen(pieces, keys)
        shown = [(piece, [page_.side for page_ in piece.section(order).pages]) for piece in picked]
    except Unprintable as no:
        sentence, status, query, shown, order, keys = str(no), 400, "", [], Order(), []
    made = page(
        "print.html",
        status,
        page_title=f"{game.name}: print",
        game=game,
        pieces=pieces,
        picked=[piece.key for piece, _ in shown],
        shown=shown,
        order=order,
        offset=f"{order.offset[0]:g},{order.offset[1]:g}" if any(order.offset) else "",
        choices=CHOICES,
        titles=TITLES,
        query=query,
        here=here,
        up=up,
        up_words=up_words,
        sentence=sentence,
        sets=game.sets is not None and not here.startswith("/t/"),
    )
    return made if sentence else _remember(made, order)


def _document(game: Game[Any], pieces: Mapping[str, Printable], name: str) -> Response:
    context().rate_limits.hit("print", request.remote_addr or "")
    try:
        order, keys, _ = _asked()
        made = heavy_work(lambda: printed(game, chosen(pieces, keys), order))
    except Unprintable as no:
        raise BadRequest(str(no)) from None
    response = Response(made, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache"
    return _remember(response, order)


def _thumb(pieces: Mapping[str, Printable], key: str, n: int) -> Response:
    context().rate_limits.hit("sheet", request.remote_addr or "")
    try:
        order, _, _ = _asked()
        section = chosen(pieces, [key])[0].section(order)
        if not 0 < n <= len(section.pages):
            raise NotFound("There is no such sheet.")
        made = heavy_work(lambda: thumbnail(order, section, n - 1))
    except Unprintable as no:
        raise BadRequest(str(no)) from None
    response = Response(made, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=60"
    return response


# -- a game -----------------------------------------------------------------------------------------------


@lru_cache(32)
def _pieces(key: str, files: str) -> Mapping[str, Printable]:
    return catalogue(_game(key))


def _of_game(key: str) -> Mapping[str, Printable]:
    _game(key)
    return _pieces(key, context().assets)


@printing.get("/games/<key>/print")
def game(key: str) -> Response:
    """What a game prints."""
    box = _game(key)
    return _page(box, _of_game(key), f"/games/{key}/print", f"/games/{key}", box.name)


@printing.get("/games/<key>/print.pdf")
def document(key: str) -> Response:
    """The pieces asked for, as one document."""
    return _document(_game(key), _of_game(key), key)


@printing.post("/games/<key>/print.pdf")
def own_document(key: str) -> Response:
    """The same with a set of cards of one's own."""
    box, sent = _game(key), request.files.get("set")
    context().rate_limits.hit("upload", request.remote_addr or "")
    raw = request.form.get("text", "").encode()
    if sent and sent.filename:
        raw = sent.read(cardsets.MOST + 1)
    try:
        pieces = heavy_work(lambda: catalogue(box, own_set(box, raw, called(sent))))
    except Unprintable as no:
        raise BadRequest(str(no)) from None
    return _document(box, pieces, key)


@printing.get("/games/<key>/print/<piece>/<int:n>.png")
def thumb(key: str, piece: str, n: int) -> Response:
    """One sheet, small."""
    return _thumb(_of_game(key), piece, n)


# -- a table ----------------------------------------------------------------------------------------------


def running(t: TablePage) -> RunningTable:
    """A running table as paper needs it; the seats' codes only for those who may give them away."""
    here, session = address(), t.session
    doors = [Door(chair.seat, chair.player, _loud(here, f"/S/{chair.key}")) for chair in session.chairs]
    things = t.game.things(t.state)
    moment = f"{t.view.phase}, after entry {session.n}"
    watch = _loud(here, f"/W/{session.watch}")
    seats, seen = tuple(t.table.opening.seats), tuple(doors) if t.may else ()
    return RunningTable(t.game.name, t.code, watch, seen, tuple(things.items()), moment, seats)


def _loud(base: str, path: str) -> str:
    """An address in capitals, as codes hold it best, unless a path in the base is not ours to change."""
    return (base + path).upper() if base.count("/") == 2 else base + path


def _of_table(code: str) -> tuple[TablePage, Mapping[str, Printable]]:
    t = page_of(find(code))
    return t, catalogue(t.game, t.table.opening.cards, running(t), t.table)


@printing.get("/t/<code>/print")
def table(code: str) -> Response:
    """What a running table prints."""
    t, pieces = _of_table(code)
    return _page(t.game, pieces, f"{t.url}/print", f"{t.url}", "The table")


@printing.get("/t/<code>/print.pdf")
def table_document(code: str) -> Response:
    """This table's pieces, as one document."""
    t, pieces = _of_table(code)
    return _document(t.game, pieces, f"{t.game.key}-{t.code}")


@printing.get("/t/<code>/print/<piece>/<int:n>.png")
def table_thumb(code: str, piece: str, n: int) -> Response:
    """One sheet of a running table, small."""
    return _thumb(_of_table(code)[1], piece, n)
