"""The pages for sets of cards: bring one or type one in, look whether it fits, keep it, play with it."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import NotFound

from companion.kernel import cardset, untrusted
from companion.kernel.cardset import CardSet, Deck, Field, SetForm
from companion.kernel.game import Game
from companion.toolkit import cardsets
from companion.toolkit.cardsets import CardSetFault, UnreadableSet
from companion.web import new_table
from companion.web.context import context, find, rate_limit
from companion.web.heavy_work import heavy_work
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.web.silhouettes import silhouettes
from companion.words import Message, Text, joined, message

blueprint = Blueprint("cardset", __name__, url_prefix="/games/<key>/set")
NOTHING = ("", -1, "")
"""No text is being picked."""
SHOWN = 3
"""So many faults are named where there is no room for all."""


def _box(key: str) -> tuple[Game[Any], SetForm]:
    box = context().games.get(key)
    if box is None or box.get(SetForm) is None:
        raise NotFound("That game is not on this shelf, or has no cards to swap.")
    return box, box[SetForm]


def editor(
    key: str,
    cards: Mapping[str, Any],
    *,
    judged: bool,
    sentence: Text = "",
    status: int = 200,
    wrong: Sequence[CardSetFault] | None = None,
    picking: tuple[str, int, str] = NOTHING,
) -> Response:
    """The page where a set is typed in; ``judged`` says what does not fit, unless ``wrong`` says it.

    ``picking`` is the deck, card and field whose text is being picked.
    """
    box, form = _box(key)
    if wrong is None:
        wrong = cardsets.faults(form, cards) if judged else []
    return page(
        "set.html",
        status,
        page_title=message("{name}: your own cards", name=box.name),
        game=box,
        form=form,
        cards=cards,
        wrong=wrong,
        marked={(fault.deck, fault.row, fault.field): fault.words for fault in wrong},
        faulty={(fault.deck, fault.row) for fault in wrong},
        judged=judged,
        proposals=cardsets.proposals(form, cards),
        sentence=sentence,
        named=cardsets.named,
        takes=cardsets.takes,
        summary=summary,
        picking=picking,
        pictures=silhouettes(box, cards),
    )


def summary(deck: Deck, row: Mapping[str, Any]) -> Text:
    """A card's choices and figures in one line: ``Norse · Health 8 · Movement 2``."""
    parts = [_figure(field, row.get(field.key)) for field in deck.fields[1:]]
    return joined([part for part in parts if part][:5], " · ")


def _figure(field: Field, value: Any) -> Text:
    if value in (None, ""):
        return ""
    if field.choices:
        return str(value)
    return message("{field} {value}", field=field.title, value=value) if field.most is not None else ""


@blueprint.get("")
def show(key: str) -> Response:
    """The house set, an empty one, or the set of a table that this phone knows, to be changed."""
    box, form = _box(key)
    if "empty" in request.args:
        return editor(key, cardsets.empty(form), judged=False)
    cards = of_table(box, request.args.get("like", ""))
    return editor(key, cardsets.tidy(form, cards or form.house), judged=cards is not None)


@blueprint.post("")
def edit(key: str) -> Response:
    """The set as it is typed in, after a look, one card more, or one card less."""
    _, form = _box(key)
    what = request.form.get("do", "")
    picking = cardsets.picked(what)
    words = request.form.getlist("word") if what.startswith("join ") else []
    cards = cardsets.changed(form, _typed(form), what, words)
    return editor(key, cards, judged=True, picking=picking)


@blueprint.post("/bring")
def bring(key: str) -> Response:
    """A set from a file, to be looked over and changed."""
    box, form = _box(key)
    house = cardsets.tidy(form, form.house)
    try:
        file = brought(box, "file")
    except UnreadableSet as no:
        sorry = message("Sorry: {why}", why=str(no))
        return editor(key, house, judged=False, sentence=sorry, status=422)
    if file is None:
        return editor(key, house, judged=False, sentence="Choose a file first.")
    return editor(key, file.cards, judged=True, wrong=file.faults())


@blueprint.post("/check")
def check(key: str) -> Response:
    """Show what is wrong with the set as it is typed in."""
    box, form = _box(key)
    cards = _typed(form)
    wrong, proposed = cardsets.faults(form, cards), cardsets.proposals(form, cards)
    return page("_faults.html", game=box, wrong=wrong, proposals=proposed, judged=True, named=cardsets.named)


@blueprint.post("/keep")
def keep(key: str) -> Response:
    """The set as a file."""
    box, form = _box(key)
    return _file(box, _typed(form), request.form.get("as", "toml"))


@blueprint.get("/house.<kind>", defaults={"start": "house"})
@blueprint.get("/empty.<kind>", defaults={"start": "empty"})
def template(key: str, start: str, kind: str) -> Response:
    """The house set, or one to fill in, as a template or for a spreadsheet."""
    box, form = _box(key)
    if kind not in ("toml", "csv"):
        raise NotFound("A set is kept as TOML or as CSV.")
    cards = cardsets.tidy(form, form.house) if start == "house" else cardsets.empty(form)
    return _file(box, cards, kind, remarks=True)


def _file(box: Game[Any], cards: CardSet, kind: str, remarks: bool = False) -> Response:
    if kind == "csv":
        csv = cardsets.to_csv(box[SetForm], cards, box.key)
        return attachment(csv, "text/csv", f"{box.key}-set.csv", "no-store")
    toml = cardsets.to_toml(box[SetForm], cards, box, remarks)
    return attachment(toml, "text/plain", f"{box.key}-set.toml", "no-store")


def _typed(form: SetForm) -> dict[str, Any]:
    rate_limit("edit")
    return cardsets.from_form(form, request.form)


# -- for opening a table ----------------------------------------------------------------------------------


def called(sent: FileStorage | None) -> str:
    """Return the name of an uploaded file for messages."""
    name = (sent.filename or "" if sent else "")[:60]
    return name if name and name.isprintable() else "the file"


def brought(box: Game[Any], field: str) -> cardsets.SetFile | None:
    """The set in an uploaded file of this game; None where no file was chosen."""
    sent = request.files.get(field)
    if not sent or not sent.filename:
        return None
    rate_limit("upload")
    games, raw, name = context().games, sent.read(cardsets.MOST + 1), called(sent)
    file = heavy_work(lambda: cardsets.read(games, raw, name=name))
    if file.game.key != box.key:
        words = "the file is a set for {game}, not for {box}."
        raise UnreadableSet(message(words, game=file.game.name, box=box.name))
    return file


def own_set(box: Game[Any]) -> dict[str, Any] | None:
    """Return the set a table opens with, None for the house's; raise new_table.WrongForm if it cannot be."""
    if box.get(SetForm) is None:
        return None
    try:
        file = brought(box, "set")
    except UnreadableSet as no:
        raise new_table.WrongForm({"cards": message("Sorry: {why}", why=str(no))}) from no
    cards = file.cards if file else carried(box) if request.form.get("with") == "own" else None
    if cards is None:
        return None
    if wrong := file.faults() if file else cardsets.faults(box[SetForm], cards):
        raise new_table.WrongForm({"cards": told(wrong)})
    return cards


def carried(box: Game[Any]) -> dict[str, Any] | None:
    """The set a form carries from page to page, if it is one at all."""
    if box.get(SetForm) is None:
        return None
    if "typed" in request.form:
        return _typed(box[SetForm])
    try:
        return cardsets.tidy(box[SetForm], cardset.carried(request.form.get("cards", "")))
    except untrusted.Unreadable:
        return None


def told(wrong: list[CardSetFault]) -> Message:
    """The first faults in one line, and how many more there are."""
    more = len(wrong) - SHOWN
    words = "{faults: } And {n} more." if more > 0 else "{faults: }"
    return message(words, faults=[fault.message for fault in wrong[:SHOWN]], n=more)


def of_table(box: Game[Any], code: str) -> CardSet | None:
    """The table's own copy of a set, to play again with it; None for the house set."""
    if not code or box.get(SetForm) is None:
        return None
    session = find(code)
    return session.table.opening.cards if session.table.game.key == box.key else None
