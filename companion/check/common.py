"""Tools of the promises: how a broken one is told, openings, random play, and sentences said."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from itertools import islice
from typing import Any

from companion.kernel.action import Action, Kind, Number, Words, draft, nouns, refusal, written
from companion.kernel.action import answered as half_answered
from companion.kernel.asking import Ask, ask
from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal, Stumble
from companion.kernel.shelf import where
from companion.kernel.simulate import DeadEnd, moves
from companion.kernel.simulate import wander as any_action
from companion.kernel.sittings import usual_opening
from companion.kernel.state import Impossible, State

ASTRAY = 4
"""So many other answers to a question are judged on the way."""


class Broken(AssertionError):
    """A promise that does not hold: what was found, and what would be right."""


class Fails(Broken):
    """The game's own code fails: in what it was asked for, at which line of its own, and how."""

    def __init__(self, game: Game[Any], fault: BaseException, question: str = "") -> None:
        sentence = f"{question}: the game's code fails" if question else "The game's own code fails"
        super().__init__(f"{sentence}: {where(fault, game)}{type(fault).__name__}: {fault}")


def promise(holds: object, words: str) -> None:
    """Go on if it holds, or say to the game's author what does not."""
    if not holds:
        raise Broken(words)


def is_box(game: Game[Any]) -> bool:
    """Return whether a game says everything in one file, and so has no rules.toml and no paper.toml."""
    return (
        (files(game[Origin].package) / "box.toml").is_file()
        if game[Origin].package
        else game[Origin].played is not None
    )


def blame(game: Game[Any], no: BaseException, question: str = "") -> None:
    """Fails, where a fault in the game's own code is behind a refusal, a dead end or a line of a sitting."""
    behind: BaseException | None = no
    while behind:
        if isinstance(behind, Stumble) and behind.__cause__:
            raise Fails(game, behind.__cause__, question) from no
        behind = behind.__cause__


def openings(game: Game[Any]) -> Iterator[Opening]:
    """The usual opening for every number of players, and for each option each other way it can be set."""
    for players in game.players:
        opening = usual_opening(game, players)
        yield opening
        for option in game.options:
            for choice in game.choices(option, players):
                if choice.name != option.default:
                    yield replace(opening, options={**opening.options, option.key: choice.name})


def kinds_of(game: Game[Any]) -> tuple[Kind[Any], ...]:
    return tuple(kind for kind in game.kinds if not kind.anytime)


def holds(game: Game[Any], state: State) -> None:
    try:
        game.invariant(state)
    except Impossible as no:
        raise Broken(f"The box cannot hold what {last_told(state)} led to: {no}") from no


def last_told(state: State) -> str:
    return f"“{state.told[-1].text}”" if state.told else "the set-up"


def random_play(
    game: Game[Any], opening: Opening, seed: int, most: int | None = None
) -> Iterator[tuple[Any, Any]]:
    """A random game from its opening: each action and the moment after it."""
    before, rng = game.setup(opening), random.Random(seed)
    try:
        for action, state in islice(moves(game, before, random.Random(seed)), most):
            holds(game, state)
            _astray(before, action, rng)
            before = state
            yield action, state
    except DeadEnd as no:
        blame(game, no)
        raise Broken(f"Play comes to a dead end: {no}. Somebody must always have something to do.") from no


def _astray(state: State, action: Action[Any], rng: random.Random) -> None:
    """Judge other answers to each question of an action, as random play may name none that a rule forbids."""
    half = draft(type(action), action.by, {})
    for field, noun in nouns(type(action)).items():
        if isinstance(noun, Words):
            return
        offered = noun.options(state, half)
        names = [] if isinstance(offered, Number) else [*offered]
        for name in rng.sample(names, min(ASTRAY, len(names))):
            refusal(state, half_answered(half, field, (name,) if noun.count else name))
        half = half_answered(half, field, getattr(action, field))


def say(table: Table[Any], seat: str, verb: str, answers: Mapping[str, Any]) -> Table[Any]:
    """A sentence said at a table; Fails where the game's own code does."""
    try:
        return table.say(seat, verb, answers)
    except Refusal as no:
        blame(table.game, no, f"{seat} {verb} {dict(answers)}")
        raise


def wander(game: Game[Any], state: State, rng: random.Random) -> Action[Any]:
    try:
        return any_action(kinds_of(game), state, rng)
    except DeadEnd as no:
        blame(game, no)
        raise Broken(f"Play comes to a dead end after {last_told(state)}: {no}.") from no


def answered(
    game: Game[Any], kind: Kind[Any], state: State, by: str, rng: random.Random
) -> Action[Any] | None:
    """A verb asked question by question and answered at random; None where nothing is allowed."""
    fields: dict[str, list[str]] = {}
    try:
        while isinstance(question := ask(kind, state, by, fields), Ask):
            answers = answers_to(question)
            if not answers:
                return None
            fields.setdefault(question.field, []).append(rng.choice(answers))
    except Refusal as no:
        blame(game, no, f"{by} {kind.verb} {fields}")
        return None
    return question


def answers_to(question: Ask[Any]) -> list[str]:
    if isinstance(question.noun, Words):
        return ["as it lies on the table"]
    if question.number:
        return list(islice(question.number, 1000))
    return [option.name for option in question.allowed]


def names_in(action: Action[Any]) -> list[str]:
    """Return every name that an action answers with."""
    answers = written(action).values()
    return [name for one in answers for name in ([one] if isinstance(one, str) else one)]
