"""``companion check``: everything a game promises, checked for any installed game or for a folder."""

import argparse
import logging
from collections.abc import Callable, Iterator
from inspect import signature
from itertools import product
from time import perf_counter
from typing import Any

from companion import check, hooks
from companion.cli.reading import GAME, Commands, game
from companion.kernel.cardset import SetForm
from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.kernel.rulebook import traced
from companion.kernel.sittings import sittings
from companion.toolkit import cardsets

LONG = 20
"""So many seeds each promise is played with in a long check."""


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("check", help="say whether a game keeps every promise a game makes")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("--long", action="store_true", help=f"play each promise {LONG} times")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Check every promise and print how each fared; 1 where one does not hold."""
    box = game(chosen.game)
    broken, began = 0, perf_counter()
    logging.disable(logging.ERROR)  # what fails is said here, once
    try:
        for name, words, seconds in examined(box, LONG if chosen.long else 1):
            broken += bool(words)
            print(f"{'BROKEN' if words else 'holds ':6} {name} ({seconds:.1f} s)", *words, sep="\n       ")
    finally:
        logging.disable(logging.NOTSET)
    if alone(box):
        print(
            "advice played: no sitting shows how it ends. Play it on a phone as a game of your own, press "
            f"“Its transcript” at its end and save that as {box[Origin].played}/first.game: then it is "
            "checked too."
        )
    print(
        f"{box.name}: {broken or 'no'} promise{'s' * (broken != 1)} broken, {perf_counter() - began:.0f} s."
    )
    return bool(broken)


def examined(box: Game[Any], seeds: int) -> Iterator[tuple[str, list[str], float]]:
    """Each promise with what is broken of it, in words for the game's author, and the seconds it took."""

    from companion.check.paper import check_paper  # reportlab is loaded only where paper is made

    def timed(name: str, *calls: Callable[[], object]) -> tuple[str, list[str], float]:
        began, words = perf_counter(), list[str]()
        for call in calls:
            try:
                call()
            except check.Broken as no:
                words.append(str(no))
            except Exception as fault:
                words.append(str(check.Fails(box, fault)))
        return name, list(dict.fromkeys(words)), perf_counter() - began

    with traced() as fired:
        yield timed("declares: what it declares fits together", lambda: check.declares(box))
        if box.get(SetForm):
            yield timed("cards: the house set fits its form", lambda: _house(box))
        for promise in (*check.PROMISES, *hooks.each("companion_promises")):
            several = range(seeds if "seed" in signature(promise).parameters else 1)
            each = product(check.openings(box), several)
            calls = [_call(promise, box, opening, seed) for opening, seed in each]
            yield timed(f"{promise.__name__}: {_first_line(promise)}", *calls)
        if not alone(box):
            yield timed("played: its sittings hold, and show every ending", lambda: check.played(box))
    yield timed("rules: every rule that code keeps is seen to fire", lambda: _seen(box, fired))
    yield timed("paper: every piece of paper renders, fits and is as declared", lambda: [*check_paper(box)])


def alone(box: Game[Any]) -> bool:
    """True if it is a box in a file by itself, for which nobody has played a sitting yet."""
    return box[Origin].played is not None and not box[Origin].package and not sittings(box)


def _call(promise: Callable[..., None], box: Game[Any], opening: Any, seed: int) -> Callable[[], None]:
    def call() -> None:
        try:
            promise(box, opening, **({"seed": 1000 + seed} if seed else {}))
        except check.Fails:
            raise  # the same in every opening, as a rule: it is said once
        except check.Broken as no:
            options = ", ".join(f"{key} = {value}" for key, value in opening.options.items())
            raise check.Broken(f"{len(opening.seats)} players{', ' * bool(options)}{options}: {no}") from no

    return call


def _first_line(promise: Callable[..., None]) -> str:
    words = (promise.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return words[:1].lower() + words[1:]


def _house(box: Game[Any]) -> None:
    if wrong := cardsets.house(box).faults():
        raise check.Broken("\n       ".join(map(str, wrong)))


def _seen(box: Game[Any], fired: set[tuple[str, str]]) -> None:
    if unseen := check.unseen(box, fired):
        right = (
            "Write a sitting in played/ that shows it. Without “needs” or “when” a rule is the table's."
            if check.is_box(box)
            else "Let code refuse by it, or tell what it does with rule=…, write a sitting in played/ that "
            'shows it, or say in rules.toml: kept = "table".'
        )
        raise check.Broken(f"Never seen to fire: {', '.join(unseen)}. {right}")
