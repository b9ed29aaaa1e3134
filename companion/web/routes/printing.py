"""The pages that print: choose pieces, look at every sheet, take the document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest, NotFound

from companion.kernel.game import Game
from companion.toolkit import cardsets
from companion.web.context import address, context, find, page_of
from companion.web.heavy_work import SETS, heavy_work
from companion.web.rendering import page
from companion.web.routes.cardset import called
from companion.web.view_model import TablePage
from printables.draw.fonts import Unprintable
from printables.job import form_of, whole
from printables.layout.book import Book
from printables.layout.outlet import cuts, outlets
from printables.layout.paper import CHOICES, Order, choices
from printables.layout.thumbs import thumbnail
from printables.outlets.pieces import groups, once
from printables.sent import Sent, elsewhere
from printables.sources.catalogue import book, catalogue, chosen
from printables.sources.printable import Printable
from printables.sources.running import Door, RunningTable

blueprint = Blueprint("printing", __name__)
TITLES = {
    "paper": "Paper",
    "duplex": "Backs",
    "ink": "Ink",
    "seam": "Boards",
    "cut": "Cut",
    "cutter": "Cutting machine",
    "punch": "Chips, across",
    "shape": "Chips, cut",
    "sigils": "For photographs",
    "outlet": "As",
    "shop": "Print shop",
    "product": "Cards, size",
}

ELSEWHERE = {
    "A print shop": "its own sizes, sides in its order; a PDF/X a deck or pictures, whichever it takes.",
    "PNG": "every side by itself with its bleed, 300 dots an inch.",
}
"""What comes of our own outlets that are not paper, a sentence each."""

ALONE = ("outlet", "shop", "product")
"""What is chosen for pieces that lie on no sheet."""


def _game(key: str) -> Game[Any]:
    game = context().games.get(key)
    if game is None:
        raise NotFound("That game is not on this shelf.")
    return game


OFFSET = "offset"
"""How far this browser's printer is off: the field of the form, and the cookie that remembers it."""
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Asked:
    """A print order from a form: which pieces, how many and how."""

    order: Order
    keys: tuple[str, ...] = ()
    copies: int = 1
    query: str = ""
    """The same as part of an address."""


def _asked() -> Asked:
    given = {key: request.values.get(key, "")[:60] for key in (*CHOICES, OFFSET)}
    given["at"] = request.values.get("at", "")[:250]
    if OFFSET not in request.values:
        given[OFFSET] = _remembered()
    keys = tuple(key[:40] for key in request.values.getlist("piece"))[:40]
    pairs = [(key, value) for key, value in given.items() if value] + [("piece", key) for key in keys]
    pairs += [(key, value[:10]) for key in NUMBERS if (value := request.values.get(key, ""))]
    return Asked(Order.read(given), keys, _number("copies") or 1, urlencode(pairs))


NUMBERS = ("players", "copies")


def _number(key: str) -> int | None:
    """A number that was asked for; Unprintable where it is none."""
    value = request.values.get(key, "").strip()
    if value and not (value.isdecimal() and value.isascii() and len(value) < 4):
        raise Unprintable(f"{key.capitalize()} takes a number, such as 2; not “{value[:40]}”.")
    return int(value) if value else None


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


Catalogue = Callable[[], Mapping[str, Printable]]
"""Makes the printables; Unprintable says why they cannot be made."""


def _page(game: Game[Any], found: Catalogue, here: str, up: str, up_words: str) -> Response:
    asked, laid, sentence, players = Asked(Order()), None, "", None
    try:
        asked, players = _asked(), _number("players")
        pieces = found()
        picked = chosen(pieces, asked.keys, asked.order)
        laid = _laid(game, picked, asked)
    except Unprintable as no:
        sentence, asked, pieces, picked, players = str(no), Asked(Order()), catalogue(game), [], None
    x, y = asked.order.offset
    response = page(
        "print.html",
        400 if sentence else 200,
        page_title=f"{game.name}: print",
        game=game,
        pieces=pieces,
        picked=[piece.key for piece in picked],
        book=laid,
        asked=asked,
        players=players,
        offset=f"{x:g},{y:g}" if x or y else "",
        choices=choices(),
        elsewhere=ELSEWHERE | dict(one.about for one in (*cuts().values(), *outlets().values())),
        titles=TITLES,
        alone=ALONE,
        here=here,
        up=up,
        up_words=up_words,
        sentence=sentence,
        at_table=here.startswith("/t/"),
    )
    return response if sentence else _remember(response, asked.order)


def _document(game: Game[Any], found: Catalogue, name: str) -> Response:
    context().rate_limits.hit("print", request.remote_addr or "")
    try:
        asked, pieces = _asked(), found()
        some = chosen(pieces, asked.keys, asked.order)
        ending, document = heavy_work(lambda: whole(game, some, asked.order, asked.copies))
    except Unprintable as no:
        raise BadRequest(str(no)) from None
    return _file(ending, document, name, asked.order)


def _file(ending: str, document: bytes, name: str, order: Order) -> Response:
    response = Response(document, mimetype="application/pdf" if ending == ".pdf" else "application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}{ending}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return _remember(response, order)


def _book(game: Game[Any], pieces: Mapping[str, Printable], asked: Asked) -> Book:
    return _laid(game, chosen(pieces, asked.keys, asked.order), asked)


def _laid(game: Game[Any], some: Sequence[Printable], asked: Asked) -> Book:
    """The sheets that are printed, or every side of pieces that go elsewhere once."""
    if asked.order.singly:
        return once(asked.order, game.name, groups(asked.order, some))
    return book(game, some, asked.order, asked.copies)


def _thumb(game: Game[Any], found: Catalogue, n: int) -> Response:
    context().rate_limits.hit("sheet", request.remote_addr or "")
    try:
        laid = _book(game, found(), _asked())
        if not 0 < n <= len(laid.sides):
            raise NotFound("There is no such page.")
        picture = heavy_work(lambda: thumbnail(laid, n - 1))
    except Unprintable as no:
        raise BadRequest(str(no)) from None
    response = Response(picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=60"
    return response


# -- a game -----------------------------------------------------------------------------------------------


@lru_cache(32)
def _pieces(key: str, files: str, players: int | None) -> Mapping[str, Printable]:
    return catalogue(_game(key), players=players)


def _of_game(key: str) -> Mapping[str, Printable]:
    return _pieces(key, context().assets, _number("players"))


@blueprint.get("/games/<key>/print")
def game(key: str) -> Response:
    """Show what a game prints."""
    box = _game(key)
    return _page(box, partial(_of_game, key), f"/games/{key}/print", f"/games/{key}", box.name)


@blueprint.get("/games/<key>/print.pdf")
def document(key: str) -> Response:
    """The pieces asked for, as one document."""
    return _document(_game(key), partial(_of_game, key), key)


@blueprint.post("/games/<key>/print.pdf")
def own_document(key: str) -> Response:
    """The same with a set of cards of one's own."""
    box, file = _game(key), request.files.get("set")
    context().rate_limits.hit("upload", request.remote_addr or "")
    raw = request.form.get("text", "").encode()
    if file and file.filename:
        raw = file.read(cardsets.MOST + 1)
    arts = [(one.filename or "", one.read()) for one in request.files.getlist("art")]
    context().rate_limits.hit("print", request.remote_addr or "")
    try:
        form_of(box)
        asked = _asked()
        sent = Sent(key, raw, called(file), arts, _number("players"), asked.keys, asked.order, asked.copies)
        ending, document = heavy_work(lambda: elsewhere(sent), SETS)
    except Unprintable as no:
        raise BadRequest(str(no)) from None
    return _file(ending, document, key, asked.order)


@blueprint.get("/games/<key>/print/<int:n>.png")
def thumb(key: str, n: int) -> Response:
    """One page, small."""
    return _thumb(_game(key), partial(_of_game, key), n)


# -- a table ----------------------------------------------------------------------------------------------


def running(t: TablePage) -> RunningTable:
    """A running table as paper needs it; the seats' codes only for those who may give them away."""
    here, session = address(), t.session
    doors = [Door(chair.seat, chair.player, _loud(here, f"/S/{chair.key}")) for chair in session.chairs]
    things = t.game.values(t.session.table.state)
    moment = f"{t.session.view.phase}, after entry {session.n}"
    watch = _loud(here, f"/W/{session.watch}")
    seats, seen = tuple(t.session.table.opening.seats), tuple(doors) if t.phone.may else ()
    over = bool(t.session.table.state.over)
    return RunningTable(t.game.name, t.session.code, watch, seen, tuple(things.items()), moment, seats, over)


def _loud(base: str, path: str) -> str:
    """An address in capitals, as codes hold it best, unless a path in the base is not ours to change."""
    return (base + path).upper() if base.count("/") == 2 else base + path


def _of_table(t: TablePage) -> Catalogue:
    return lambda: catalogue(t.game, running=running(t), table=t.session.table)


@blueprint.get("/t/<code>/print")
def table(code: str) -> Response:
    """Show what a running table prints."""
    t = page_of(find(code))
    return _page(t.game, _of_table(t), f"{t.url}/print", f"{t.url}", "The table")


@blueprint.get("/t/<code>/print.pdf")
def table_document(code: str) -> Response:
    """This table's pieces, as one document."""
    t = page_of(find(code))
    return _document(t.game, _of_table(t), f"{t.game.key}-{t.session.code}")


@blueprint.get("/t/<code>/print/<int:n>.png")
def table_thumb(code: str, n: int) -> Response:
    """One page of a running table, small."""
    t = page_of(find(code))
    return _thumb(t.game, _of_table(t), n)
