"""The designer's lab of a game: what is to be played, how far it is, and what came of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, current_app, redirect, request, send_file
from markupsafe import Markup
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.extras.lab.folder import DONE, FAILED, PLAYS, STOPPED, Progress, Studies, StudyOrder
from companion.extras.lab.study import Study, Varied, numbers, varied
from companion.extras.lab.vocabulary import check_names
from companion.kernel.cardset import SetForm
from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.players.games import Task, began
from companion.players.players import blind
from companion.web import new_table
from companion.web.context import game_of, phone, rate_limit
from companion.web.rendering import page
from companion.web.responses import for_htmx, number
from companion.web.routes.cardset import own_set
from companion.words import Text, joined, message
from companion.work.queue import Busy

blueprint = Blueprint("lab", __name__, url_prefix="/games/<key>/lab")

PLAYERS = {
    "greedy": message("greedy: one action ahead"),
    "random": message("random: anything legal"),
    "careful:20": message("careful: plays on in thought, slow"),
}
"""Who can be asked to play, and in words."""
GAMES = (20, 50, 100, 200, 400, 1000)
MOST, MOST_CAREFUL = 6_000, 100
"""So many games at once, all of a study together; and so many where somebody careful plays. House."""
VALUES, WITHOUT = 6, 3
"""So many values of a number, and so many things to do without."""
FILES = {"lab.json": "application/json", "lab.csv": "text/csv", "lab.pdf": "application/pdf"}
PICTURE = "image/svg+xml"
OFF = "This house keeps no lab: ask who runs it, or run companion lab at home."


@dataclass(frozen=True)
class Kept:
    """A study on the list: its address, its title, and how far it is."""

    url: str
    title: str
    progress: Progress


def _studies() -> Studies:
    if not current_app.config["LAB"]:
        raise NotFound(OFF)
    return Studies(current_app.config["LAB_FOLDER"])


@blueprint.get("")
def form(key: str) -> Response:
    """Show the form of a study, and the studies that were made."""
    return _form(game_of(key))


def _form(box: Game[Any], sentence: str = "") -> Response:
    studies = _studies()
    saved = [Kept(f"{_here(box)}/{asked.name}", asked.title, far) for asked, far in studies.listed(box.key)]
    return page(
        "lab.html",
        422 if sentence else 200,
        page_title=message("{game}: the lab", game=box.name),
        game=box,
        sentence=sentence,
        given=request.form,
        players={"random": PLAYERS["random"]} if blind(box) else PLAYERS,
        games=GAMES,
        options=box.options,
        numbers=_numbers(box),
        kept=saved,
        states=(PLAYS, DONE, STOPPED, FAILED),
    )


def _here(box: Game[Any]) -> str:
    return f"/games/{box.key}/lab"


def _numbers(box: Game[Any]) -> dict[str, list[tuple[str, Text]]]:
    """The numbers of the house set by deck: as the form sends each, and in words."""
    result: dict[str, list[tuple[str, Text]]] = {}
    form = box.get(SetForm)
    titles = {field.key: field.title for deck in form.decks for field in deck.fields} if form else {}
    for deck, card, field, n in numbers(form, form.house) if form else ():
        words = message("{card}: {field} {n}", card=card, field=titles[field], n=n)
        result.setdefault(deck, []).append((json.dumps([card, field]), words))
    return result


@blueprint.post("")
def start(key: str) -> AnyResponse:
    """Have a study played, and look at it."""
    box, studies = game_of(key), _studies()
    rate_limit("lab")
    try:
        study = _asked(box)
        name = studies.start(study, _title(study), phone(make=True), current_app.config["LAB"])
    except (ValueError, Busy) as no:
        return _form(box, str(no))
    return redirect(f"{_here(box)}/{name}", 303)


def _asked(box: Game[Any]) -> Study:
    """The study that the form asks for; ValueError, in words, where it asks for none."""
    form = request.form
    by, games = _players_and_games(box)
    try:
        cards = own_set(box)
    except new_table.WrongForm as no:
        raise ValueError(str(no)) from no
    options = tuple(
        (option.key, said) for option in box.options if (said := form.get(f"option-{option.key}"))
    )
    players = max(number(form.get("players", "0")), 0)
    task = Task(box.key, 0, 1, (by,), players, options, cards, described=box[Origin].text)
    began(box, task)
    without = tuple(filter(None, map(str.strip, form.get("without", "")[:200].split(","))))
    if len(without) > WITHOUT:
        words = "A seat can do without at most {most} things, one after the other."
        raise ValueError(message(words, most=WITHOUT))
    check_names(task, without)
    study = Study(task, games, _beside(box, task), without)
    if form.get("number"):
        study = replace(study, varied=_varied(task))
    most = MOST_CAREFUL if by.startswith("careful") else MOST
    if study.all_games > most:
        words = "That makes {n} games; {most} at once would be right."
        raise ValueError(message(words, n=f"{study.all_games:,}", most=f"{most:,}"))
    return study


def _players_and_games(box: Game[Any]) -> tuple[str, int]:
    by, games = request.form.get("by", "greedy"), number(request.form.get("games", "100"))
    if by not in PLAYERS or games not in GAMES:
        words = "Choose who plays, and how many games: {numbers:, }."
        raise ValueError(message(words, numbers=[*map(str, GAMES)]))
    if by != "random" and (why := blind(box)):
        raise ValueError(message("{why} Choose random players.", why=why))
    return by, games


def _beside(box: Game[Any], task: Task) -> Task | None:
    """Return the task to compare with: the house's set, or an option set otherwise."""
    value = request.form.get("beside", "")
    if not value:
        return None
    if value == "house":
        if task.cards is None:
            raise ValueError("The house's set would be played beside itself: choose a set of your own first.")
        return replace(task, cards=None)
    key, _, value_ = value.partition("=")
    other = replace(task, options=tuple({**dict(task.options), key: value_}.items()))
    began(box, other)
    return other


def _varied(task: Task) -> Varied:
    form = request.form
    try:
        card, field = json.loads(form["number"])
        low, high = (int(form.get(end, "")) for end in ("low", "high"))
        card, field = str(card), str(field)
    except (ValueError, TypeError, RecursionError):
        raise ValueError(
            "Choose a number of a card, and from where to where it is tried, such as 1 to 4."
        ) from None
    return varied(task, card, field, max(low, -99), min(high, 999), VALUES)


def _title(study: Study) -> str:
    """A study in a line."""
    task = study.task
    by = task.by[0].partition(":")[0]
    parts: list[Text] = [message("{n} games", n=study.games), message("by {player}", player=by)]
    parts += [message("{n} players", n=task.players)] if task.players else []
    parts += [str(task.cards["name"])[:60]] if task.cards else []
    parts += ["beside another"] if study.against else []
    parts += [message("without {thing}", thing=thing[:40]) for thing in study.without]
    parts += [str(study.varied)] if study.varied else []
    return str(joined(parts, " · "))


# -- a study ------------------------------------------------------------------------------------------------


def _study(key: str, name: str) -> tuple[Game[Any], Studies, StudyOrder]:
    box, studies = game_of(key), _studies()
    request = studies.asked(name) if name.isalnum() and name.isascii() and len(name) == 24 else None
    if request is None or request.study.task.game != box.key:
        raise NotFound("That study is not kept here any more.")
    return box, studies, request


@blueprint.get("/<name>")
def study(key: str, name: str) -> Response:
    """Show how far a study is, and its result."""
    box, studies, asked = _study(key, name)
    progress = studies.progress(name)
    finished = progress.state in (DONE, STOPPED)
    result = json.loads(studies.path(name, "lab.json").read_text("utf-8")) if finished else {}
    curve = result.get("curve", ())
    part = "_lab_at.html" if request.args.get("at") else "_lab_progress.html"
    response = page(
        part if for_htmx() else "lab_study.html",
        page_title=f"{box.name}: {asked.title}",
        game=box,
        here=f"{_here(box)}/{name}",
        title=asked.title,
        progress=progress,
        state=dict(zip(("plays", "done", "stopped", "failed"), (PLAYS, DONE, STOPPED, FAILED), strict=True)),
        mine=bool(phone()) and phone() == asked.by,
        body=Markup(studies.path(name, "body.html").read_text("utf-8")) if finished else "",
        drawn=studies.path(name, "lab.pdf").exists(),
        curve=curve,
        varied=result.get("varied"),
        point=_point(curve, number(request.args.get("at", ""))),
    )
    if for_htmx() and part == "_lab_progress.html" and progress.state != PLAYS:
        response.headers["HX-Refresh"] = "true"
    return response


def _point(curve: Sequence[dict[str, Any]], at: int) -> dict[str, Any] | None:
    """Return what came of a value of the number that is varied, or else of the set as it is."""
    values = [one for one in curve if one["value"] == at] + [one for one in curve if not one["differences"]]
    return values[0] if values else None


@blueprint.post("/<name>/stop")
def stop(key: str, name: str) -> AnyResponse:
    """Stop it, and keep what was played."""
    box, studies, request = _study(key, name)
    if not phone() or phone() != request.by:
        raise Forbidden("Only the phone that asked for it may stop it.")
    if studies.progress(name).state == PLAYS:
        studies.stop(name)
    return redirect(f"{_here(box)}/{name}", 303)


@blueprint.get("/<name>/<file>")
def kept(key: str, name: str, file: str) -> Response:
    """A picture, or everything as a file."""
    box, studies, _ = _study(key, name)
    mime = FILES.get(file) or (PICTURE if file[:-4].isdecimal() and file.endswith(".svg") else "")
    path = studies.path(name, file)
    if not mime or not path.is_file():
        raise NotFound("There is no such picture or file.")
    response = send_file(path, mime, file in FILES, f"{box.key}-{file}")
    response.headers["Cache-Control"] = "private, no-cache"
    if mime == PICTURE:
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response
