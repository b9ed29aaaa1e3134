"""*Check the table*: a photograph of the board, beside what the phone says. It is nowhere kept."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

from flask import Blueprint, Response, redirect, request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.extras.eye.look import MISSING, can_see, look
from companion.extras.eye.sighting import UnreadablePhoto
from companion.kernel.action import Action, nouns, written
from companion.kernel.asking import Ask, ask
from companion.kernel.journal import Entry, Table, sentence
from companion.kernel.rulebook import Refusal
from companion.storage.session import EYE
from companion.storage.verdict import Refused
from companion.web.context import context, find, page_of, phone, rate_limit
from companion.web.heavy_work import PHOTOGRAPHS, heavy_work
from companion.web.rendering import page
from companion.web.responses import number
from companion.web.routes.play import PHOTOGRAPHED
from companion.web.setting_up import SetUpStep
from companion.web.view_model import TablePage
from companion.words import Text, message

if TYPE_CHECKING:
    from companion.extras.eye.checking import Checked
    from companion.extras.eye.places import Marked, Placed
    from companion.extras.eye.sighting import Point

blueprint = Blueprint("photograph", __name__, url_prefix="/t/<code>/photograph")
UNMARKED = "This game has no sigils: nothing of it can be read in a photograph."
WHY = "as a photograph shows it"
"""What a ruling that follows a photograph says of itself in the log."""
MOST, LONGEST = 4, 1000
"""So many sentences may come before one, each of so many letters at most."""


@dataclass(frozen=True)
class Outlined:
    """A piece in the picture: its outline in thousandths, how it is drawn, and its number in the list."""

    points: str
    kind: str
    number: int
    at: "Point"


@dataclass(frozen=True)
class Differs:
    """A difference in words, and the address that sets the phone right."""

    number: int
    words: Text
    by_hand: str


@dataclass(frozen=True)
class SentenceOffer:
    """An offer on the page: its sentences; one tap says those before the last and shows that one."""

    sentences: tuple[Text, ...]
    before: tuple[str, ...]
    """Each as the query of an address."""
    last: str
    """The last one as the query of an address."""
    href: str


@blueprint.get("")
def ask_for_one(code: str) -> Response:
    """Show the page on which a photograph is taken."""
    return _page(page_of(find(code)), "" if can_see() else MISSING)


@blueprint.post("")
def look_at(code: str) -> Response:
    """Show the photograph's pieces beside the table's, or why it cannot be read."""
    session = find(code)
    t, photo = page_of(session), request.files.get("photo")
    rate_limit("photograph")
    if not photo or not photo.read(1):
        return _page(t, "Take or choose a photograph first.", status=422)
    photo.seek(0)
    try:
        checked = _checked(session.table, photo)
    except UnreadablePhoto as no:
        return _page(t, str(no), status=422)
    if checked.whole and t.absent.far.may:  # all that was said from far away has been done
        context().store.seating.carry(session, session.n)
    return _page(t, checked=checked)


@blueprint.post("/before")
def say_before(code: str) -> AnyResponse:
    """Say everything before the last sentence of an offer, and show that sentence."""
    session, form = find(code, lately=True), request.form
    (by, verb, fields), *before = [
        _read(query) for query in (form.get("then", ""), *form.getlist("say")[:MOST])
    ]
    if session.table.game.kind(verb) is None:
        raise NotFound("This is nothing that could be said here.")
    if number(form.get("seen", "")) != session.n:
        return _page(
            page_of(session), "More was said at the table since: take another photograph.", status=409
        )
    for n, (seat, first, answers) in enumerate(before):
        key = f"{EYE}{form.get('key', '')[:50].replace('.', '-')}-{n}"
        verdict = context().store.play(code, seat, first, answers, key, session.n + n, phone())
        if isinstance(verdict, Refused):
            return _page(page_of(find(code)), verdict.why, status=422)
    pairs = [("by", by), *((field, name) for field, names in fields.items() for name in names)]
    return redirect(f"/t/{session.code}/do/{verb}?{urlencode([*pairs, (PHOTOGRAPHED, '1')])}", 303)


def _read(query: str) -> tuple[str, str, dict[str, list[str]]]:
    """Seat, verb and answers of a sentence as it is in an address."""
    answers = parse_qs(query[:LONGEST])
    return answers.pop("by", [""])[0], answers.pop("verb", [""])[0], answers


def _checked(table: Table[Any], photo: FileStorage) -> "Checked":
    from companion.extras.eye.checking import check  # what reads is loaded only where something is read

    marked = _marked(table)
    if marked is None:
        raise UnreadablePhoto(UNMARKED)
    borders = marked.borders
    reading = heavy_work(lambda: look(photo.read(), borders), PHOTOGRAPHS)  # what waits is kept on the disk
    return check(marked, table.game, table.state, reading)


def _marked(table: Table[Any]) -> "Marked | None":
    """Return the marked pieces of a table; those of the house set are found once."""
    from companion.extras.eye.places import Marked

    return Marked.of(table.game, table.opening.cards) if table.opening.cards else _of_house(table.game.key)


@lru_cache(16)
def _of_house(key: str) -> "Marked | None":
    from companion.extras.eye.places import Marked

    return Marked.of(context().games[key])


def _page(t: TablePage, sentence: str = "", status: int = 200, checked: "Checked | None" = None) -> Response:
    marked = _marked(t.session.table) is not None
    return page(
        "photograph.html",
        status,
        page_title=message("Check the table · {code}", code=t.session.code),
        t=t,
        sentence=sentence or ("" if marked else UNMARKED),
        marked=marked,
        can_see=can_see() and marked,
        checked=checked,
        small=b64encode(checked.reading.picture).decode() if checked else "",
        outlines=list(_outlines(checked)) if checked else [],
        differs=list(_differs(t, checked)) if checked else [],
        offers=list(_done(t, checked)) if checked else [],
        lies=_lies(t, checked) if checked else (),
    )


def _outlines(checked: "Checked") -> Iterator[Outlined]:
    """Every piece that is seen, what agrees first, so that what differs is drawn over it."""
    one = checked.agreement
    for placed in one.agree:
        yield _outlined(placed, "agrees", 0)
    for placed in one.doubtful:
        yield _outlined(placed, "doubt", 0)
    for n, (placed, _) in enumerate(one.differ, 1):
        yield _outlined(placed, "differs", n)


LARGER = 1.8
"""An outline is drawn so much larger than the sigil: about the piece."""


def _outlined(placed: "Placed", kind: str, number: int) -> Outlined:
    corners = placed.sighting.corners
    x, y = (sum(part) / len(corners) for part in zip(*corners, strict=True))
    larger = [(x + (cx - x) * LARGER, y + (cy - y) * LARGER) for cx, cy in corners]
    points = " ".join(f"{1000 * cx:.1f},{1000 * cy:.1f}" for cx, cy in larger)
    return Outlined(points, kind, number, (100 * x, 100 * y))


def _differs(t: TablePage, checked: "Checked") -> Iterator[Differs]:
    for n, (_, difference) in enumerate(checked.agreement.differ, 1):
        yield Differs(n, difference.words, _by_hand(t, difference.thing, difference.table))


def _by_hand(t: TablePage, thing: str, space: str) -> str:
    """The address that sets a thing onto a space; that of the question where it has another answer for it."""
    kind = next((kind for kind in t.game.kinds if kind.by_hand), None)
    if kind is None or not (href := t.dock.set_by_hand(thing)):
        return ""
    fields = [*nouns(kind)]
    try:
        question = ask(kind, t.session.table.state, t.phone.acting, {fields[0]: thing})
    except Refusal:
        return ""
    if not isinstance(question, Ask) or space not in {one.name for one in question.allowed}:
        return href
    answers = zip(fields, (thing, space, WHY), strict=False)
    return t.phone.href(kind.verb, [*answers, (PHOTOGRAPHED, "1")])


def _done(t: TablePage, checked: "Checked") -> Iterator[SentenceOffer]:
    """Yield the offers that the seats of this phone may have done, without those of other phones."""
    for offer in checked.offers:
        mine = tuple(takewhile(lambda action: action.by in t.phone.mine, offer.actions))
        if mine:
            *before, last = (urlencode([("by", a.by), ("verb", a.verb), *_pairs(a)]) for a in mine)
            href = t.phone.href(mine[-1].verb, [*_pairs(mine[-1]), (PHOTOGRAPHED, "1")])
            yield SentenceOffer(tuple(_said(t, action) for action in mine), tuple(before), last, href)


def _lies(t: TablePage, checked: "Checked") -> tuple[SetUpStep, ...]:
    """The steps of the set-up, not ticked yet, of which all that bears a sigil lies right."""
    right = set(checked.agreement.right)
    seen = ((step, checked.marked.intersection(step.things)) for step in t.set_up.steps if not step.done)
    return tuple(step for step, things in seen if things and things <= right)


def _said(t: TablePage, action: Action[Any]) -> Text:
    answers = written(action)
    words = sentence(t.game, Entry(0, action.by, action.verb, answers))
    return message("{words}, …", words=words) if len(answers) < len(nouns(type(action))) else words


def _pairs(action: Action[Any]) -> list[tuple[str, str]]:
    answers = written(action).items()
    return [
        (field, name)
        for field, answer in answers
        for name in ([answer] if isinstance(answer, str) else answer)
    ]
