"""Rendering: the Jinja environment, what every template may use, and templates filled in as responses."""

import sys
import time
from collections.abc import Iterable, Mapping, MutableMapping
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, current_app
from flask import session as cookie
from flask.templating import Environment
from jinja2 import nodes
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from companion.kernel.cardset import SetForm
from companion.kernel.features import Clocks, ComputerPlay, Look, Measured, Origin
from companion.kernel.game import Game
from companion.kernel.sheet import ScoreSheet
from companion.kernel.view import Card
from companion.svg import covers, renderer
from companion.svg.paths import escaped
from companion.svg.pieces import alone
from companion.svg.seats import MARKS
from companion.svg.silhouettes import Silhouettes
from companion.web import languages
from companion.web.config import VERSION
from companion.web.context import address, context
from companion.web.dock_models import Answer
from companion.web.http_cache import private
from companion.web.phone_settings import settings, switched_off
from companion.web.sentences import SAY, Sentences, Translate
from companion.web.silhouettes import silhouettes
from companion.web.static_files import static_url
from companion.web.view_model import TablePage
from companion.words import TIME, Day, Text, does, listed, message
from companion.words.language import Language
from companion.words.speaking import ENGLISH, say, speaking, tongue
from companion.work import machine

FEATURES = (Clocks, ComputerPlay, Look, Measured, Origin, SetForm, ScoreSheet)
"""The features of a game that templates ask for, by their type."""


class PlainContext(Context):
    """Calls what a template names as it is: no function here asks for Jinja's context, macros aside."""

    def call(
        self, called: Any, /, *given: Any, _block_vars: object = None, _loop_vars: object = None, **named: Any
    ) -> Any:
        """Jinja asks each function in four ways what it takes; a page calls some sixty."""
        return (
            called(self.eval_ctx, *given, **named) if isinstance(called, Macro) else called(*given, **named)
        )


class PlainEnvironment(Environment):
    """Templates whose globals lie in a plain dict: all are there before the first is loaded, and every tap
    copies them several times."""

    context_class = PlainContext
    translate: Translate | None = None
    """Returns the sentence of a template in the language of these templates; None for English."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of one template."""
        return {**self.globals, **(d or {})}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Return a template, with its sentences in the language of this environment."""
        tree = super()._parse(source, name, filename)
        return Sentences(self.translate).put_into(tree) if self.translate else tree


def init_app(app: Flask) -> None:
    """Set up the templates of an application."""
    app.jinja_environment = PlainEnvironment
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.auto_reload = False
    app.jinja_env.bytecode_cache = _kept(app)
    app.jinja_env.globals.update(static_url=static_url, drawn_icon=icon, seat_mark=seat_mark)
    app.jinja_env.globals.update((feature.__name__, feature) for feature in FEATURES)
    app.jinja_env.globals.update(named_icon=named_icon, hidden_input=hidden_input, saying=saying)
    app.jinja_env.globals.update(plain_answer=plain_answer, after_label=after_label)
    app.jinja_env.globals.update(says=says, live=live, message=message, said_of=languages.said_of)
    app.jinja_env.globals.update(silhouettes=silhouettes, sign=sign, cover=covers.address)
    app.jinja_env.globals.update(version=VERSION, clock=clock, day=day, does=does, listed=listed)
    app.jinja_env.globals.update(house_address=address, switched_off=switched_off, settings=settings)
    app.jinja_env.globals.update(backups_lose_it=backups_lose_it)
    app.jinja_env.globals.update(pages=app.blueprints)
    app.jinja_env.globals.update(part=part, alike=alike, **renderer.GLOBALS)
    app.jinja_env.filters[SAY] = say
    app.jinja_env.globals.update(lang=ENGLISH, direction="ltr")
    app.extensions["environments"] = {ENGLISH: app.jinja_env}


def _environment(language: Language) -> Environment:
    """Return the templates of a language, each compiled when it is first asked for: with the sentences of the
    pages, as all games share them."""
    environments: dict[str, Environment] = current_app.extensions["environments"]
    environment = environments.get(language.code)
    if environment is None:
        english = current_app.jinja_env
        environment = PlainEnvironment(
            current_app, **{**current_app.jinja_options, "autoescape": english.autoescape}
        )
        pages = languages.of(language.code, None) or language
        environment.translate = lambda sentence: pages.sentences.get(sentence, sentence)
        environment.auto_reload = False
        environment.globals.update(english.globals)
        environment.globals.update(lang=language.code, direction=language.direction, listed=_listed)
        environment.filters, environment.tests = english.filters, english.tests
        environments[language.code] = environment
    return environment


def _listed(names: Iterable[Text]) -> str:
    """Return a list in the language of the page; each game has its own, and all share these templates."""
    language = tongue()
    return language.listed(names) if language else listed([*map(str, names)])


class _CompiledTemplates(FileSystemBytecodeCache):
    """Templates as they were compiled last, each with a hash of its text."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one; where nothing can be written, it is compiled again next time."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _kept(app: Flask) -> _CompiledTemplates | None:
    """Compiled templates lie beside them, as Python keeps its modules, unless it is told to keep none."""
    if sys.dont_write_bytecode:
        return None
    folder = Path(app.root_path, app.template_folder or "", "__pycache__")
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return None
    return _CompiledTemplates(str(folder))


def backups_lose_it() -> Text:
    """Return when what is deleted here is gone from the backups, too."""
    days = current_app.config["SNAPSHOTS"] if context().store.database.file else 0
    if not days:
        return "Backups are for the host to delete."
    return message(
        "The snapshots that this server makes by itself lose it within {n:# day|# days}; "
        "other backups are for the host to delete.",
        n=days,
    )


def page(template: str, status: int = 200, /, **shows: Any) -> Response:
    """A page that is not kept."""
    return private(render(template, status, **shows))


def render(template: str, status: int = 200, /, **shows: Any) -> Response:
    """A template filled in. Things that every template may use are among Jinja's globals.

    A whole page gives the phone its cookie, so that a form without one is known to come from a browser that
    keeps none.
    """
    if not cookie and not template.startswith("_"):
        cookie["here"] = True
    language = languages.of(languages.code(), _game(shows))
    if language is None:
        text = current_app.jinja_env.get_template(template).render(shows)
    else:
        with speaking(language):
            text = _environment(language).get_template(template).render(shows)
    return Response(text, status, mimetype="text/html")


def _game(shows: Mapping[str, Any]) -> Game[Any] | None:
    """Return the game that a page is about, if it is about one."""
    about = shows.get("t")
    game = about.game if isinstance(about, TablePage) else shows.get("game")
    return game if isinstance(game, Game) else None


def part(macro: Macro, *values: object) -> Markup:
    """A part of a page that depends on nothing but what it is given: it is made once in a language."""
    return _part(macro, tongue(), *values)


@lru_cache(512 if machine.IN_BROWSER else 4096)
def _part(macro: Macro, language: object, *values: object) -> Markup:
    return Markup(str(macro(*values)).lstrip())


def alike(cards: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Cards in their order, those of one kind together: they change together, or not at all."""
    return [tuple(run) for _, run in groupby(cards, key=lambda card: card.kind)]


@lru_cache(1024)
def icon(name: str, more: str = "") -> Markup:
    """A drawn icon by its name; ``more`` are classes."""
    svg_use = Markup('<svg class="i{}" aria-hidden="true"><use href="{}#{}"/></svg>')
    return svg_use.format(f" {more}" if more else "", static_url("icons.svg"), name)


def sign(pictures: Silhouettes, drawn: str, *names: str) -> Markup:
    """The picture of a thing by its names; where it has none, a drawn icon."""
    if picture := pictures.of(*names):
        return alone(picture)
    return icon(drawn) if drawn else Markup()


def named_icon(name: str) -> Markup:
    """A drawn icon that says its name, where it stands for a word."""
    return _named_icon(name, say(name))


@lru_cache(1024)
def _named_icon(name: str, text: str) -> Markup:
    svg_use = Markup('<svg class="i" role="img" aria-label="{}"><use href="{}#{}"/></svg>')
    return svg_use.format(text, static_url("icons.svg"), name)


def plain_answer(answer: Answer, n: int, pictures: Silhouettes, awaited: str) -> Markup:
    """Return an answer without a card, as a link; a function, as a board can have hundreds of them.

    ``awaited`` is the address of what is not foreseen yet, and comes to the answer later.
    """
    post = " hx-post" if answer.say else ""
    price = f"<small>{escaped(say(answer.price))}</small>" if answer.price else ""
    own = f'<small class="own">{say("yours")}</small>' if answer.own else ""
    comes = ""
    if answer.foreseen or awaited:
        comes = f'<small class="comes" id="comes-{n}">{escaped(say(answer.foreseen))}</small>'
    return Markup(
        f'<a class="answer" href="{escaped(answer.href)}"{post}>{sign(pictures, "", answer.name)}'
        f"<b>{escaped(say(answer.label))}</b>{price}{own}{comes}</a>"
    )


def after_label(why: str, label: str) -> str:
    """Return a reason as it goes on after the name that it begins with, in the language of the page."""
    return str(say(why)).removeprefix(f"{say(label)} ")


def hidden_input(name: str, value: object) -> Markup:
    """A hidden field of a form; a function, as a macro costs a tap several times as much."""
    return Markup(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">')


def saying(t: TablePage, by: str = "", **more: object) -> Markup:
    """Return the hidden fields of a form that says something to the table, with ``more`` of its own.

    A page without a key leaves it to the phone to add one, and the entries that it has seen.
    """
    fields = {**_carried(t, by), **more}
    return Markup("".join([hidden_input(name, value) for name, value in fields.items()]))


def says(t: TablePage) -> str:
    """Return what every tap on the board carries, as a query."""
    return urlencode(_carried(t))


def _carried(t: TablePage, by: str = "") -> dict[str, object]:
    once = {"seen": t.session.n, "key": t.key} if t.key else {}
    return {"by": by or t.phone.acting, **once}


def live() -> str:
    """Return how phones follow a table now: by events, or by polling."""
    return context().live


def seat_mark(number: int) -> Markup:
    """The icon of the seat of that number."""
    return icon(MARKS[number], "mark")


def clock(seconds: float) -> str:
    """The time of day: ``20:15``."""
    return time.strftime("%H:%M", time.localtime(seconds))


def day(seconds: float) -> Day:
    """The day and the time: ``3 May 2026, 20:15``."""
    return Day(seconds, TIME)
