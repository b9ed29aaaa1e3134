"""A plug-in of somebody else: a page, a command, an outlet, a piece of paper, a promise and a player."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flask import Blueprint, Response

from companion.check import Broken
from companion.cli.reading import GAME, Commands, game
from companion.hooks import hookimpl
from companion.kernel.game import Game
from companion.web.context import game_of
from companion.web.rendering import page
from printables.draw.fonts import TITLE
from printables.draw.pen import Pen
from printables.layout.outlet import Outlet
from printables.layout.paper import Order, Page
from printables.outlets.file import File
from printables.outlets.pieces import Group
from printables.sources.printable import Printable
from printables.sources.source import Source

blueprint = Blueprint("stranger", __name__, template_folder="templates")


@blueprint.get("/games/<key>/verbs")
def verbs(key: str) -> Response:
    """Everything that can be said in a game."""
    return page("verbs.html", game=game_of(key))


def run(chosen: argparse.Namespace) -> int:
    """Print everything that can be said in a game."""
    print(*(kind.verb for kind in game(chosen.game).kinds))
    return 0


def terse(game: Game[Any], opening: object) -> None:
    """Every verb is one short word."""
    for kind in game.kinds:
        if len(kind.verb) > 40:
            raise Broken(f"“{kind.verb}” has more than 40 letters; a shorter one would be right.")


def tally(pen: Pen) -> None:
    """Draw the title of a sheet to count on."""
    pen.text(15, 20, "Tally", TITLE, 20)


def names(order: Order, game: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """A file with the name of each piece."""
    for group in groups:
        text = "\n".join(cutout.name for cutout, _ in group.pieces)
        yield File(f"{group.key}.txt", text.encode())


@hookimpl
def companion_pages() -> list[Blueprint]:
    return [blueprint]


@hookimpl
def companion_commands(commands: Commands) -> None:
    parser = commands.add_parser("verbs", help="print everything that can be said in a game")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.set_defaults(run=run)


@hookimpl
def companion_outlets() -> list[Outlet]:
    return [Outlet("names", "A list of names", names, ("A list", "the name of each piece."))]


@hookimpl
def companion_papers(source: Source) -> Iterator[Printable]:
    words = f"a sheet to count on, for {source.game.name}"
    yield Printable("tally", "Tally", words, lambda order: [Page(tally)], source.game.name)


@hookimpl
def companion_promises() -> list[Callable[..., None]]:
    return [terse]


@hookimpl
def companion_players() -> list[tuple[str, Callable[..., Any]]]:
    return [("hasty", lambda moment: moment.thrown(moment.choices[0]))]
