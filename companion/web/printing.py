"""Means of the pages that print. It loads the printer, so only a page that prints imports it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from werkzeug.exceptions import BadRequest, NotFound

from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.web import languages
from companion.web.context import address, context, game_of, rate_limit
from companion.web.heavy_work import SETS, heavy_work
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.web.view_model import TablePage
from companion.words import message
from companion.words.speaking import ENGLISH
from companion.work import machine
from printables.draw.fonts import Unprintable
from printables.job import whole
from printables.layout.book import Book
from printables.layout.outlet import cuts, outlets
from printables.layout.paper import CHOICES, Order, choices
from printables.layout.thumbs import thumbnail
from printables.outlets.pieces import groups, once
from printables.sent import Sent, elsewhere
from printables.sources.catalogue import book, catalogue, chosen, form_of, spoken
from printables.sources.printable import Printable
from printables.sources.running import Door, RunningTable

TITLES = {
    "language": "Language",
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


OFFSET = "offset"
"""How far this browser's printer is off: the field of the form, and the cookie that remembers it."""
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class PrintOrder:
    """A print order from a form: which pieces, how many and how."""

    order: Order
    keys: tuple[str, ...] = ()
    copies: int = 1
    query: str = ""
    """The same as part of an address."""


def _asked() -> PrintOrder:
    choices = {key: request.values.get(key, "")[:60] for key in (*CHOICES, OFFSET)}
    choices["at"] = request.values.get("at", "")[:250]
    if OFFSET not in request.values:
        choices[OFFSET] = _remembered()
    keys = tuple(key[:40] for key in request.values.getlist("piece"))[:40]
    chosen = {key: text for key, text in choices.items() if text}
    pairs = [*chosen.items(), *(("piece", key) for key in keys)]
    pairs += [(key, value[:10]) for key in NUMBERS if (value := request.values.get(key, ""))]
    return PrintOrder(
        Order.read({"language": _spoken(), **chosen}), keys, _number("copies") or 1, urlencode(pairs)
    )


def _spoken() -> str:
    """Return the language of the asking phone, where paper can be in it."""
    code = languages.code()
    return code if code in choices()["language"] else ENGLISH


NUMBERS = ("players", "copies")


def _number(key: str) -> int | None:
    """A number that was asked for; Unprintable where it is none."""
    value = request.values.get(key, "").strip()
    if value and not (value.isdecimal() and value.isascii() and len(value) < 4):
        words = "{what} takes a number, such as 2; not “{value}”."
        raise Unprintable(words, what=key.capitalize(), value=value[:40])
    return int(value) if value else None


def _remembered() -> str:
    """The offset last asked for from this browser; nothing where the cookie holds none."""
    saved = request.cookies.get(OFFSET, "")[:60]
    try:
        return saved if any(Order.read({OFFSET: saved}).offset) else ""
    except Unprintable:
        return ""


def _remember(response: Response, order: Order) -> Response:
    """Keep the offset that was asked for, or forget it where the field was left empty."""
    if OFFSET in request.values:
        x, y = order.offset
        saved, age = (f"{x:g},{y:g}", YEAR) if x or y else ("", 0)
        response.set_cookie(OFFSET, saved, age, httponly=True, secure=request.is_secure, samesite="Lax")
    return response


Catalogue = Callable[[], Mapping[str, Printable]]
"""Makes the printables; Unprintable says why they cannot be made."""


def print_page(game: Game[Any], entries: Catalogue, here: str, up: str, up_words: str) -> Response:
    """Show what can be printed, with every sheet of what is chosen."""
    order, laid, sentence, players = PrintOrder(Order()), None, "", None
    try:
        order, players = _asked(), _number("players")
        pieces = entries()
        picked, usual = chosen(pieces, order.keys, order.order), chosen(pieces, (), order.order)
        laid = _laid(game, picked, order)
    except Unprintable as no:
        sentence, order, pieces, picked, players = str(no), PrintOrder(Order()), catalogue(game), [], None
        usual = picked
    x, y = order.order.offset
    response = page(
        "print.html",
        400 if sentence else 200,
        page_title=message("{name}: print", name=game.name),
        game=game,
        pieces=pieces,
        picked=[piece.key for piece in picked],
        usual=[piece.key for piece in usual],
        pictures=not machine.IN_BROWSER,
        book=laid,
        asked=order,
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
    return response if sentence else _remember(response, order.order)


@contextmanager
def refusing() -> Iterator[None]:
    """Answer 400 to a print that cannot be made, and say why."""
    try:
        yield
    except Unprintable as no:
        raise BadRequest(str(no)) from no


def document(game: Game[Any], entries: Catalogue, name: str) -> Response:
    """The pieces asked for, as one document; 400 says why it cannot be made."""
    rate_limit("print")
    with refusing():
        order, pieces = _asked(), entries()
        some = chosen(pieces, order.keys, order.order)
        ending, document = heavy_work(lambda: whole(game, some, order.order, order.copies))
    return _file(ending, document, name, order.order)


def _file(ending: str, document: bytes, name: str, order: Order) -> Response:
    mimetype = "application/pdf" if ending == ".pdf" else "application/zip"
    return _remember(attachment(document, mimetype, f"{name}{ending}", "private, no-cache"), order)


def pdf(draw: Callable[[], bytes], name: str, game: Game[Any] | None = None) -> Response:
    """Return a PDF to look at, drawn in the language of the page; 400 says why it cannot be made."""
    return inline(draw, "application/pdf", f"{name}.pdf", game)


def inline(draw: Callable[[], bytes], mimetype: str, name: str, game: Game[Any] | None) -> Response:
    """Return a file to look at, drawn in the language of the page; 400 says why it cannot be made."""
    with refusing():
        document = heavy_work(languages.spoken(draw, game))
    response = Response(document, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _laid(game: Game[Any], some: Sequence[Printable], order: PrintOrder) -> Book:
    """The sheets that are printed, or every side of pieces that go elsewhere once."""
    if order.order.singly:
        with spoken(game, order.order):
            return once(order.order, game.name, groups(order.order, some))
    return book(game, some, order.order, order.copies)


def thumb(game: Game[Any], entries: Catalogue, n: int) -> Response:
    """Return one page as a small picture."""
    rate_limit("sheet")
    with refusing():
        pieces, order = entries(), _asked()
        laid = _laid(game, chosen(pieces, order.keys, order.order), order)
        if not 0 < n <= len(laid.sides):
            raise NotFound("There is no such page.")
        picture = heavy_work(lambda: thumbnail(laid, n - 1))
    response = Response(picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=60"
    return response


@lru_cache(32)
def _pieces(key: str, files: str, players: int | None) -> Mapping[str, Printable]:
    return catalogue(game_of(key), players=players)


def of_game(key: str) -> Catalogue:
    """Return what makes the printables of a game."""
    return lambda: _pieces(key, context().assets, _number("players"))


def document_of_game(game: Game[Any]) -> Response:
    """The pieces of a game asked for, as one document; 400 says why it cannot be made."""
    if machine.IN_BROWSER:  # beside the taps; on a server a thread is beside them, too
        return _drawn_elsewhere(game, b"", "", [], None)
    return document(game, of_game(game.key), game.key)


def document_with_set(
    game: Game[Any], raw: bytes, name: str, arts: list[tuple[str, bytes]], since: tuple[str, bytes] | None
) -> Response:
    """The pieces asked for with a set of cards of one's own, or what of them changed since an earlier one;
    400 says why they cannot be made.
    """
    with refusing():
        form_of(game)
    return _drawn_elsewhere(game, raw, name, arts, since)


def _drawn_elsewhere(
    game: Game[Any], raw: bytes, name: str, arts: list[tuple[str, bytes]], since: tuple[str, bytes] | None
) -> Response:
    with refusing():
        order, players, text = _asked(), _number("players"), game[Origin].text
        sent = Sent(game.key, raw, name, arts, since, players, order.keys, order.order, order.copies, text)
        ending, document = heavy_work(lambda: elsewhere(sent), SETS)
    return _file(ending, document, game.key, order.order)


def running(t: TablePage) -> RunningTable:
    """A running table as paper needs it; the seats' codes only for those who may give them away."""
    here, session = address(), t.session
    doors = [Door(chair.seat, chair.player, _loud(here, f"/S/{chair.key}")) for chair in session.chairs]
    things = t.game.values(t.session.table.state)
    moment = str(message("{phase}, after entry {n}", phase=t.session.view.phase, n=session.n))
    watch = _loud(here, f"/W/{session.watch}")
    seats, seen = tuple(t.session.table.opening.seats), tuple(doors) if t.phone.may else ()
    over = bool(t.session.table.state.over)
    return RunningTable(t.game.name, t.session.code, watch, seen, tuple(things.items()), moment, seats, over)


def _loud(base: str, path: str) -> str:
    """An address in capitals, as codes hold it best, unless a path in the base is not ours to change."""
    return (base + path).upper() if base.count("/") == 2 else base + path


def of_table(t: TablePage) -> Catalogue:
    """Return what makes the printables of a running table."""
    return lambda: catalogue(t.game, running=running(t), table=t.session.table)
