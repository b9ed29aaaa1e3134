"""``companion lab``: is a game fair, how long, how tense, which card, where, and what if?"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.cli.playing import executor, options, stopping, task
from companion.cli.reading import GAME, Commands, Told, game, raw, telling
from companion.extras.lab import output, page
from companion.extras.lab.saved_games import SavedGames
from companion.extras.lab.study import Findings, Study, Varied, play_study, varied
from companion.extras.lab.vocabulary import check_names
from companion.kernel.cardset import CardSet
from companion.kernel.game import Game
from companion.kernel.view import Picture
from companion.players.games import Task, began
from companion.players.players import WHO

PATIENCE = 10.0
"""Seconds till a scheduler has to have answered."""
NO_PICTURES = "Pictures need {}: install companion-table[lab]."


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("lab", help="is a game fair, how tense, which card: the designer's lab")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("--by", default="greedy", metavar="PLAYER", help=WHO)
    parser.add_argument("--set", metavar="FILE", help="a set of cards of your own, TOML or CSV")
    against = "another set, on the same seeds; “house” for the house's"
    parser.add_argument("--against", metavar="FILE", help=against)
    several: Any = {"action": "append", "default": []}
    what_if = "a table option set otherwise, too"
    parser.add_argument("--what-if", metavar="KEY=VALUE", help=what_if, **several)
    parser.add_argument("--without", metavar="THING", help="play without it, too", **several)
    vary = "one number of a card otherwise, too, as in “Pounce, cost = 1 to 4”"
    parser.add_argument("--vary", default="", metavar="NUMBER", help=vary)
    options(parser, games=400)
    keep = "keep what is played there, and go on from what is kept"
    parser.add_argument("--keep", metavar="DIR", help=keep)
    parser.add_argument("--csv", action="store_true", help="every share as a spreadsheet")
    parser.add_argument("--html", metavar="FILE", help="a page with pictures; needs companion-table[lab]")
    parser.add_argument("--pdf", metavar="FILE", help="the same on paper")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, as in tcp://host:8786")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, and tell what was found, in each form that was asked for."""
    if chosen.json and chosen.csv:
        raise Told("--json or --csv: one of them would be right.")
    box = game(chosen.game)
    wanted = replace(task(chosen, chosen.by), cards=_cards(box, chosen.set))
    with telling(ValueError, code=2):
        check_names(wanted, tuple(chosen.without))
    study = Study(wanted, chosen.games, _against(chosen, box, wanted), tuple(chosen.without))
    if chosen.vary:
        study = replace(study, varied=_varied(wanted, chosen.vary))
    cache = _kept(chosen.keep) if chosen.keep else None
    _tried(chosen.html, chosen.pdf)
    on = _on_cluster(chosen.cluster) if chosen.cluster else executor(chosen, study.all_games)
    with on as where, stopping() as stop, telling(ValueError):
        findings = play_study(study, where, _progress, cache, stop)
    try:
        _filed(chosen, findings, box)
    finally:
        if chosen.json:
            print(json.dumps(output.data(findings), ensure_ascii=False))
        elif chosen.csv:
            print(output.table(findings), end="")
        else:
            print("\n".join(output.lines(findings)))
    return 130 if findings.stopped else 0


def _tried(*names: str | None) -> None:
    """Told, before anything is played, where a file cannot be written or nothing is there to draw it."""
    if any(names) and not find_spec("matplotlib"):
        raise Told(NO_PICTURES.format("matplotlib"), 1)
    for path in map(Path, filter(None, names)):
        new = not path.exists()
        try:
            if new or path.is_dir() or path.is_file():  # a pipe is not opened twice
                path.open("ab").close()
        except OSError as no:
            raise Told(f"{path} cannot be written: {no.strerror}.", 1) from None
        if new:
            path.unlink()


def _filed(chosen: argparse.Namespace, findings: Findings, box: Game[Any]) -> None:
    """Write the files that were asked for."""
    from companion.extras.lab import charts

    try:
        if chosen.html:
            drawn = _drawn(charts.svgs, findings, box)
            Path(chosen.html).write_text(page.page(findings, drawn), "utf-8")
        if chosen.pdf:
            Path(chosen.pdf).write_bytes(_drawn(charts.pdf, findings, box))
    except OSError as no:
        raise Told(f"{no.filename} cannot be written: {no.strerror}.", 1) from None


VARY = re.compile(r"([^,]+),\s*(\w+)\s*=\s*(-?\d{1,4})\s+to\s+(-?\d{1,4})\s*")
VALUES = 20
"""So many values of a number at once."""


def _varied(wanted: Task, words_: str) -> Varied:
    match = VARY.fullmatch(words_)
    if not match:
        raise Told(f"--vary is a number of a card, as in “Pounce, cost = 1 to 4”; not “{words_[:60]}”.")
    with telling(ValueError, code=2):
        return varied(wanted, match[1].strip(), match[2], int(match[3]), int(match[4]), VALUES)


def _kept(folder: str) -> SavedGames:
    try:
        return SavedGames(Path(folder))
    except OSError as no:
        raise Told(f"{folder} cannot be kept in: {no.strerror}.", 1) from no


def _cards(box: Game[Any], file: str | None) -> CardSet | None:
    from printables.draw.fonts import Unprintable  # which loads the printer
    from printables.job import own_set

    with telling(Unprintable):
        return own_set(box, raw(file), file) if file else None


def _against(chosen: argparse.Namespace, box: Game[Any], wanted: Task) -> Task | None:
    if not (chosen.against or chosen.what_if):
        return None
    other = wanted
    if chosen.against:
        cards = None if chosen.against == "house" else _cards(box, chosen.against)
        other = replace(wanted, cards=cards)
    if chosen.what_if:
        options = dict(wanted.options)
        options |= {key: value for key, _, value in (word.partition("=") for word in chosen.what_if)}
        other = replace(other, options=tuple(options.items()))
    if other == wanted:
        raise Told(
            "That would be played beside itself: give a set of your own with --set, or another option."
        )
    with telling(ValueError, code=2):
        began(box, other)
    return other


def _drawn(how: Any, findings: Findings, box: Game[Any]) -> Any:
    try:
        return how(findings, _board(box, findings.study.task))
    except ModuleNotFoundError as no:
        raise Told(NO_PICTURES.format(no.name), 1) from None


def _board(box: Game[Any], wanted: Task) -> Picture | None:
    return box.view(box.setup(began(box, wanted))).picture


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of}", end="" if done < of else "\n", file=sys.stderr, flush=True)


@contextmanager
def _on_cluster(address: str) -> Iterator[Executor]:
    """A Dask scheduler's executor: its workers need Companion, too."""
    try:
        from distributed import Client
    except ModuleNotFoundError as no:
        raise Told(f"A cluster needs {no.name}: install companion-table[lab].", 1) from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as no:
        raise Told(f"No scheduler answers at {address[:80]}: {no}", 1) from no
    with client:
        yield client.get_executor(pure=False)
