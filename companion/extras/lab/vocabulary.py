"""Things that a seat can be forbidden: verbs, cards, things, and names of choices."""

from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from typing import Any

from companion.extras.lab.report import decks_of
from companion.kernel.action import Action
from companion.kernel.schema import nearest
from companion.kernel.simulate import DeadEnd
from companion.players.games import Task, began
from companion.players.moment import Moment, names
from companion.players.sitting import sitting
from companion.words import message

LOOKED_AT = 300
"""So many moments are looked at for names that stand on no list, such as the answers to a question."""


def check_names(task: Task, things: tuple[str, ...]) -> None:
    """Raise a ValueError, in words, for a name that is nothing of this game."""
    verbs = [kind.verb for kind in task.box.kinds if not kind.anytime]
    names = {*verbs, *_listed(task)}
    if not {*things} <= names:
        names |= {*_named(task)}
    for thing in things:
        if thing not in names:
            close = get_close_matches(thing, sorted(names), 1) or verbs
            words = "“{thing}” is no verb, card or thing of {game}; {meant}"
            meant = nearest(thing, close)
            raise ValueError(message(words, thing=thing[:40], game=task.box.name, meant=meant))


def _listed(task: Task) -> set[str]:
    """The seats, the cards of the set, the spaces, and what is tracked as the game begins."""
    game, start = task.box, began(task.box, task)
    state = game.setup(start)
    picture = game.view(state).picture
    spaces = {cell.space for cell in picture.cells} if picture else set()
    return {*start.seats, *game.things(state)} | {*decks_of(game, task)} | spaces


def _named(task: Task) -> Iterator[str]:
    """Yield the names that could be named at the first moments of some games."""
    for moment in islice(_moments(task), LOOKED_AT):
        for action in moment.choices:
            yield from names(action)


def _moments(task: Task) -> Iterator[Moment]:
    for n in range(LOOKED_AT):
        start = began(task.box, task.numbered(n))
        with suppress(DeadEnd):
            for step in sitting(task.box, start, dict.fromkeys(start.seats, _anything), str(n)):
                yield step.moment


def _anything(moment: Moment) -> Action[Any]:
    return moment.thrown(moment.rng.choice(moment.choices))
