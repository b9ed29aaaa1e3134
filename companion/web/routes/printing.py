"""The pages that print: choose pieces, look at every sheet, take the document."""

from flask import Blueprint, Response, request

from companion.toolkit import cardsets
from companion.web.context import find, game_of, page_of, rate_limit
from companion.web.routes.cardset import called

blueprint = Blueprint("printing", __name__)

# -- a game -----------------------------------------------------------------------------------------------


@blueprint.get("/games/<key>/print")
def game(key: str) -> Response:
    """Show what a game prints."""
    from companion.web import printing  # it loads the printer

    box = game_of(key)
    return printing.print_page(box, printing.of_game(key), f"/games/{key}/print", f"/games/{key}", box.name)


@blueprint.get("/games/<key>/print.pdf")
def document(key: str) -> Response:
    """The pieces asked for, as one document."""
    from companion.web import printing  # it loads the printer

    return printing.document_of_game(game_of(key))


@blueprint.post("/games/<key>/print.pdf")
def own_document(key: str) -> Response:
    """The same with a set of cards of one's own."""
    from companion.web import printing  # it loads the printer

    box, file = game_of(key), request.files.get("set")
    rate_limit("upload")
    raw = request.form.get("text", "").encode()
    if file and file.filename:
        raw = file.read(cardsets.MOST + 1)
    earlier = request.files.get("since")
    since = (called(earlier), earlier.read(cardsets.MOST + 1)) if earlier and earlier.filename else None
    arts = [(one.filename or "", one.read()) for one in request.files.getlist("art")]
    rate_limit("print")
    return printing.document_with_set(box, raw, called(file), arts, since)


@blueprint.get("/games/<key>/print/<int:n>.png")
def thumb(key: str, n: int) -> Response:
    """One page, small."""
    from companion.web import printing  # it loads the printer

    return printing.thumb(game_of(key), printing.of_game(key), n)


# -- a table ----------------------------------------------------------------------------------------------


@blueprint.get("/t/<code>/print")
def table(code: str) -> Response:
    """Show what a running table prints."""
    from companion.web import printing  # it loads the printer

    t = page_of(find(code))
    return printing.print_page(t.game, printing.of_table(t), f"{t.url}/print", f"{t.url}", "The table")


@blueprint.get("/t/<code>/print.pdf")
def table_document(code: str) -> Response:
    """This table's pieces, as one document."""
    from companion.web import printing  # it loads the printer

    t = page_of(find(code))
    return printing.document(t.game, printing.of_table(t), f"{t.game.key}-{t.session.code}")


@blueprint.get("/t/<code>/print/<int:n>.png")
def table_thumb(code: str, n: int) -> Response:
    """One page of a running table, small."""
    from companion.web import printing  # it loads the printer

    t = page_of(find(code))
    return printing.thumb(t.game, printing.of_table(t), n)
