"""The story of a sitting: its page, for phones and for a screen that all can see, and on paper."""

from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel.journal import sentence
from companion.storage.refusals import Met
from companion.story.course import Course, Moment
from companion.story.curve import Curve, curve
from companion.svg.seats import MARKS
from companion.web.context import address, context, find, page_of, rate_limit, remember
from companion.web.http_cache import cacheable, etag, not_modified
from companion.web.rendering import day, render
from companion.web.urls import Link
from companion.web.view_model import TablePage
from companion.words import Message, Text, joined, listed, message

blueprint = Blueprint("story", __name__, url_prefix="/t/<code>")


LEARNED = 6
"""So many refusals are told."""
AS_SEEN = "Who stood better, as the players with sense see it: our own figures, no score"


@dataclass(frozen=True)
class Ranked:
    """A seat with its points, and whether it won."""

    seat: str
    points: int
    won: bool


@dataclass(frozen=True)
class Drawn:
    """A course as the page shows it: its curve, and its words."""

    course: Course
    curve: Curve
    names: tuple[str, ...]
    """The players of each side."""
    caption: Text
    """The meaning of the figures."""
    decided: Text
    """The entry that decided it, in words."""

    def said(self, moment: Moment) -> Message:
        """Return the standing at a moment, side by side: ``17: Ada 12, Ben 8``."""
        sides = zip(self.names, moment.values, strict=True)
        parts = [message("{name} {value}", name=name, value=value) for name, value in sides]
        return message("{n}: {sides:, }", n=moment.n, sides=parts)


@blueprint.get("/story")
def story(code: str) -> Response:
    """Show the winner, the course of the game as a curve, the turning point, and the part of each seat."""
    return _page(code, "")


@blueprint.get("/screen/story")
def big(code: str) -> Response:
    """The same for a screen that all can see."""
    return _page(code, "/screen")


def _page(code: str, where: str) -> Response:
    session = find(code)
    met = context().store.refusals.of(session)
    if answer := not_modified(etag(session, met)):
        return answer
    t = page_of(session)
    remember(session.code)
    page = render(
        "story.html",
        page_title=message("The story · {name} · {code}", name=t.game.name, code=t.session.code),
        t=t,
        story=session.story,
        drawn=_drawn(t),
        ranks=_ranks(t),
        forks=context().store.forks(session),
        at=f"{t.url}{where}/at",
        big=bool(where),
        looks="looks" in request.args and not t.coach.looked_back,
        marks=MARKS,
        lasted=lasted,
        thought=thought,
        link=Link(f"{address()}{t.url}/story"),
        learned=_learned(t, met),
        often=often,
    )
    return cacheable(page, etag(session, met))


@blueprint.post("/story/costly")
def costly(code: str) -> AnyResponse:
    """Ask which turn cost most; all at the table are told."""
    session = find(code)
    rate_limit("advice")
    t = page_of(session)
    if not t.coach.may_look_back:
        raise Forbidden("The coach looks back once the game is over, where the table lets it be asked.")
    context().absent.look_back(session)
    return redirect(f"{t.url}/story?looks", 303)


@blueprint.get("/story.pdf")
def paper(code: str) -> Response:
    """The same as a sheet to print."""
    from companion.web.printing import pdf  # it loads the printer
    from printables.layout.paper import Order
    from printables.sources import catalogue
    from printables.sources.story import StorySheet

    session = find(code)
    rate_limit("print")
    t, story = page_of(session), session.story
    page = _drawn(t)
    picture, decided, caption = (page.curve, page.decided, page.caption) if page else (None, "", "")
    about, refused = "{game} · table {table} · {day}", "{why} ({who}, {often})"
    sheet = StorySheet(
        str(t.log.ended or "Story so far"),
        str(t.over.why) if t.over else str(t.session.view.phase),
        str(message(about, game=t.game.name, table=t.session.code, day=day(story.began))),
        t.seats.players,
        tuple(
            (
                part.seat,
                str(_amounts(story.came_up(part), part.thought)),
                str(joined([message("{verb} {n}×", verb=what, n=n) for what, n in part.did], ", ")),
            )
            for part in story.parts
        ),
        (*t.session.score, *t.session.numbers),
        picture,
        str(decided),
        str(caption),
        tuple(
            str(message(refused, why=one.why, who=t.seats.name(one.seat), often=often(one.times)))
            for one in _learned(t, context().store.refusals.of(session))
        ),
    )
    draw = partial(catalogue.printed, t.game, [sheet.printable], Order())
    return pdf(draw, f"{t.game.key}-{t.session.code}-story", t.game)


def lasted(seconds: float) -> Message:
    """Return a time in words: ``1 h 5 min``, ``12 min``, ``40 s``."""
    if seconds < 60:
        return message("{n} s", n=round(seconds))
    hours, minutes = divmod(round(seconds / 60), 60)
    return message("{hours} h {n} min" if hours else "{n} min", hours=hours, n=minutes)


def thought(seconds: float) -> Message:
    """Seconds of thought: ``12:05 min``, ``40 s``."""
    whole = round(seconds)
    if whole < 60:
        return message("{n} s", n=whole)
    return message("{n} min", n=f"{whole // 60}:{whole % 60:02}")


def often(times: int) -> Message | str:
    """Return a number of times in words: ``once``, ``twice``, ``3 times``."""
    return ("once", "twice")[times - 1] if times < 3 else message("{n} times", n=times)


def _learned(t: TablePage, met: tuple[Met, ...]) -> tuple[Met, ...]:
    """The refusals that are told: of rules that the game still has; where things are hidden, one's own."""
    mine = t.session.mine(t.phone.id) if t.session.veiled else t.seats.players
    return tuple(one for one in met if one.rule in t.game.rules and one.seat in mine)[:LEARNED]


def _amounts(words: Text, seconds: float) -> Text:
    return message("{words}, {time} of thought", words=words, time=thought(seconds)) if seconds else words


def _ranks(t: TablePage) -> tuple[Ranked, ...]:
    """The seats by their points, where points are counted."""
    if not t.over:
        return ()
    ranks = [Ranked(seat, points, seat in t.over.winners) for seat, points in t.over.scores]
    return tuple(sorted(ranks, key=lambda one: (not one.won, -one.points)))


def _drawn(t: TablePage) -> Drawn | None:
    course = t.session.story.course
    if course is None:
        return None
    names = tuple(listed(list(map(t.seats.name, side))) for side in course.sides)
    caption = message("Points, if it had ended there") if course.points else AS_SEEN
    return Drawn(course, curve(course), names, caption, _decided(t, course))


def _decided(t: TablePage, course: Course) -> Text:
    """Return in words the entry that decided the game."""
    if not (it := course.decided):
        return ""
    words = "{who}: “{sentence}”. {side} was never behind; this was the longest step."
    if it.late:
        words = "{who}: “{sentence}”. {side} stood behind until the very end."
    elif it.turned:
        words = "{who}: “{sentence}”. {side} stayed ahead from here on."
    return message(
        words,
        who=t.seats.name(it.seat),
        sentence=sentence(t.game, t.session.table.log[it.n - 1].entry),
        side=list(dict.fromkeys(map(t.seats.name, course.sides[it.side]))),
    )
