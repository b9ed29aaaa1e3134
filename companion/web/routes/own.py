"""The pages of one's own games: begun, changed with a preview beside it, kept, shared, tried out."""

import re
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, request
from flask import session as cookie
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.boxes import shelf
from companion.boxes.form import starts
from companion.kernel import untrusted
from companion.kernel.features import Origin
from companion.kernel.journal import Table
from companion.kernel.sittings import usual_opening
from companion.storage.boxes import OwnBox
from companion.web import languages, owners, url_codec
from companion.web.context import (
    address,
    at_home,
    context,
    find,
    open_to_all,
    page_of,
    phone,
    rate_limit,
    remember,
)
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.web.urls import Link
from companion.words import Text, message
from companion.words.speaking import ENGLISH

if TYPE_CHECKING:
    from companion.web.own_game import Draft

blueprint = Blueprint("own", __name__)
BLANK = "pad"
"""What one begins from unless told otherwise."""
BUTTONS = ("add", "drop", "ask", "move", "board")
"""What changes the form itself: a row, a question, a board more, less or another."""
LIMITS = untrusted.Limits(size=64 * 1024)
"""Of a file that is brought; the language has limits of its own."""


# -- begun -------------------------------------------------------------------------------------------------


@blueprint.get("/own")
def begin() -> Response:
    """Show what an own game can begin from: a start, a box of the shelf, a file; and those of this phone."""
    return _begin()


def _begin(sentence: Text = "", status: int = 200) -> Response:
    followed = owners.keys("own")
    mine = context().store.boxes.of_phone(phone(), followed) if phone() or followed else []
    shows = {"starts": starts.labels(), "boxes": shelf.labels(), "mine": mine, "sentence": sentence}
    return page("own_begin.html", status, page_title="Your own game", **shows)


@blueprint.get("/own/new")
def new() -> Response:
    """A game that is not kept yet, to be changed: from a start, another game, or an address that holds it."""
    if "box" in request.args:
        rate_limit("edit")
        try:
            return _editor(_drafted(url_codec.opened(request.args["box"])))
        except untrusted.Unreadable as no:
            return _begin(message("Sorry: {why}", why=str(no)), 422)
    text = _source(request.args.get("from", "") or BLANK, languages.code())
    return _editor(_drafted(text, kept=True))


@blueprint.post("/own/bring")
def bring() -> Response:
    """A game from a file, to be looked over and changed."""
    rate_limit("upload")
    sent = request.files.get("file")
    if not sent or not sent.filename:
        return _begin("Choose a file first.", 422)
    try:
        return _editor(_drafted(untrusted.decoded(sent.read(LIMITS.size + 1), LIMITS)))
    except untrusted.Unreadable as no:
        return _begin(message("Sorry: {why}", why=str(no)), 422)


def _source(key: str, language: str = ENGLISH) -> str:
    """The text of a start in a language, of a box of the shelf, or of a game that is kept here."""
    if key in starts.KEYS:
        return starts.source(key, language)
    boxes = shelf.keys()
    if key in boxes:
        return shelf.source(key)
    game = context().games.get(key)
    if game is None or not game[Origin].text:
        raise NotFound("There is no such game here to begin from.")
    return game[Origin].text


# -- changed -----------------------------------------------------------------------------------------------


def _editor(draft: "Draft", own: OwnBox | None = None, status: int = 200, sentence: Text = "") -> Response:
    return page(
        "own.html",
        status,
        page_title=message("{called}: your own game", called=draft.called),
        draft=draft,
        own=own,
        here=f"/own/{own.code}" if own else "/own/new",
        sentence=sentence,
        tables=context().store.boxes.tables(own, phone()) if own and own.version else (),
    )


@blueprint.post("/own/new")
def keep_new() -> AnyResponse:
    """Take a form of a new own game: show it again, save it, try it out or play it."""
    return _typed(None)


@blueprint.get("/own/<code>")
def edit(code: str) -> AnyResponse:
    """A game to be changed by those whose it is; others see its latest version."""
    own = _found(code)
    if _mine(own):
        return _editor(_drafted(own.text, kept=True), own)
    if not own.version:
        raise NotFound("This game is still being made. Ask its maker to finish it.")
    return redirect(f"/games/{own.version}", 302)


@blueprint.post("/own/<code>")
def keep(code: str) -> AnyResponse:
    """The same of a game that is kept."""
    return _typed(_owned(code))


@blueprint.post("/own/preview")
def preview() -> Response:
    """Show how the game will look and what is wrong with it, while one types."""
    draft = _draft()
    other = "fields" if draft.by_hand else "text"
    return page(
        "_own_preview.html", draft=draft, other=other if draft.form else "", here=_here(), partial=True
    )


def _here() -> str:
    """The address of the page one types on."""
    text = request.form.get("here", "")
    return text if re.fullmatch(r"/own/\w{3,8}", text) else "/own/new"


def _drafted(text: str, kept: bool = False) -> "Draft":
    from companion.web.own_game import drafted  # the language is loaded where somebody makes a game

    return drafted(text, kept=kept)


def _draft() -> "Draft":
    """Return the draft that was typed, into fields or into the text itself."""
    from companion.web.own_game import typed

    rate_limit("edit")
    return typed(request.form)


def _typed(own: OwnBox | None) -> AnyResponse:
    draft = _draft().renamed
    what, _, which = request.form.get("do", "").partition(" ")
    if what in BUTTONS:
        called = request.form.get(f"new.{which}", "")[:40]
        return _editor(draft.changed(what, which, called), own)
    if what not in ("keep", "try", "table"):
        return _editor(draft, own)
    if draft.game is None and what != "keep":
        return _editor(draft, own, 422, "Not quite yet: look at what is marked below.")
    rate_limit("keep")
    boxes = context().store.boxes
    code = boxes.keep(phone(make=True), draft.text, draft.game, own)
    if what == "keep" or draft.game is None:
        return redirect(f"/own/{code}/share" if draft.game else f"/own/{code}", 303)
    if what == "table":
        return redirect(f"/games/{draft.game.key}/new", 303)
    return _try(_found(code), draft)


def _try(own: OwnBox, draft: "Draft") -> AnyResponse:
    """A throw-away table with all seats on this phone; the one before it goes."""
    rate_limit("open")
    game, store = draft.game, context().store
    assert game
    _drop_trial(own)
    players = next((number for number in game.players if number > 1), game.players[0])
    try:
        table = Table.open(game, usual_opening(game, players))
    except ValueError as no:
        return _editor(draft, own, 422, str(no))
    session = store.open(game, table, phone(make=True), tuple(table.opening.seats))
    store.boxes.try_out(own, session.code)
    remember(session.code)
    return redirect(f"/t/{session.code}", 303)


def _drop_trial(own: OwnBox) -> None:
    store = context().store
    trial = store.session(own.trial) if own.trial else None
    if trial and trial.creator == own.owner:
        store.forget(trial)


# -- shared ------------------------------------------------------------------------------------------------


@blueprint.get("/own/<code>/share")
def share(code: str) -> Response:
    """A game as a link, a file, a code that leads to it and, where it is small, one that holds all of it."""
    own = _found(code)
    mine = _mine(own)
    whole = url_codec.address(f"{address()}/own/new?box=", own.latest) if own.version else None
    return page(
        "own_share.html",
        page_title=message("{name}: share it", name=own.name),
        own=own,
        mine=mine,
        link=Link(f"{address()}/own/{own.code}"),
        whole=Link(whole) if whole else None,
        owner=Link(f"{address()}/O/{own.key}") if mine else None,
    )


@blueprint.get("/games/<key>/box.toml")
def file(key: str) -> Response:
    """The text of a game, to keep."""
    return attachment(_source(key), "text/plain", f"{key}.toml", "no-cache")


@blueprint.get("/O/<key>")
def owner(key: str) -> AnyResponse:
    """The page of an owner's key, which asks whether this phone shall change the game too."""
    own = _of_key(key)
    if _mine(own):
        return redirect(f"/own/{own.code}", 303)
    return page("own_take.html", page_title=message("Change {name} here too", name=own.name), own=own)


@blueprint.post("/O/<key>")
def take_key(key: str) -> AnyResponse:
    """Let this phone change the game too."""
    own = _of_key(key)
    owners.take(own, "own")
    return redirect(f"/own/{own.code}", 303)


@blueprint.get("/own/<code>/forget")
def ask_to_forget(code: str) -> Response:
    """Ask if a game is to be deleted, and say what stays."""
    own = _owned(code)
    return page("own_forget.html", page_title=message("Delete {name}?", name=own.name), own=own)


@blueprint.post("/own/<code>/forget")
def forget(code: str) -> AnyResponse:
    """Delete a game for good."""
    own = _owned(code)
    _drop_trial(own)
    context().store.boxes.forget(own)
    cookie["own"] = [key for key in owners.keys("own") if key != own.code]
    return redirect("/own", 303)


# -- at a table --------------------------------------------------------------------------------------------


@blueprint.get("/t/<code>/game")
def of_table(code: str) -> Response:
    """The version of somebody's own game that a table plays, and the next ones."""
    return _of_table(code)


def _of_table(code: str, sentence: Text = "", status: int = 200) -> Response:
    session = find(code)
    game = session.table.game
    if not game[Origin].text:
        raise NotFound(str(message("{game} is nobody's own game: it stands on the shelf.", game=game.name)))
    newer = context().store.boxes.newer(game.key)
    shows = {"t": page_of(session), "newer": newer, "may": at_home(session), "sentence": sentence}
    title = message("{name} · {code}", name=game.name, code=session.code)
    return page("own_table.html", status, page_title=title, **shows)


@blueprint.post("/t/<code>/game")
def take(code: str) -> AnyResponse:
    """Play on with the next version; where an entry does not hold in it, the table stays as it is."""
    session, wanted = open_to_all(find(code)), request.form.get("version", "")
    if not at_home(session):
        raise Forbidden("Only phones that sit at this table can take another version of its game.")
    rate_limit("edit")
    newer = {own.version: own for own in context().store.boxes.newer(session.table.game.key)}
    game = context().games.get(wanted) if wanted in newer else None
    if game is None:
        return _of_table(code, "There is a newer version by now; look once more.", 409)
    try:
        words = message("The next version of {game} is played from here on.", game=game.name)
        context().store.take(session, game, words)
    except ValueError as no:
        return _of_table(code, message("The version from before stays: {why}", why=str(no)), 422)
    return redirect(f"/t/{session.code}", 303)


# -- whose it is -------------------------------------------------------------------------------------------


def _mine(own: OwnBox) -> bool:
    return owners.mine(own, "own")


def _found(code: str) -> OwnBox:
    return owners.found(context().store.boxes.find, code, "game of somebody's own")


def _owned(code: str) -> OwnBox:
    own = _found(code)
    if not _mine(own):
        raise Forbidden("Only its maker can change this game; make a copy, and change that.")
    return own


def _of_key(key: str) -> OwnBox:
    own = context().store.boxes.of_key(key.upper()[:32])
    if own is None:
        raise NotFound("This owner's key leads to no game any more, or is not complete.")
    return own
