"""Promises to phones, kind and hostile: each refusal has its reason, and nothing sent breaks a table."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.check.common import (
    Fails,
    answers_to,
    blame,
    kinds_of,
    names_in,
    promise,
    random_play,
    say,
    wander,
)
from companion.kernel.action import Kind, Words, draft, nouns, refusal, vet, written
from companion.kernel.asking import Ask, ask
from companion.kernel.features import Pointing
from companion.kernel.game import REDO, TABLE_VERBS, UNDO, Game
from companion.kernel.journal import Entry, Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State


def explains(game: Game[Any], opening: Opening, seed: int = 5, every: int = 7, most: int = 400) -> None:
    """Every open verb leads by allowed answers to a legal action, and every forbidden one has a reason."""
    rng, state = random.Random(seed), game.setup(opening)
    for n, (_, after) in enumerate(random_play(game, opening, seed, most)):
        if n % every == 0:
            for kind in game.kinds:
                _walk(game, kind, state, rng)
        state = after


def _walk(game: Game[Any], kind: Kind[Any], state: State, rng: random.Random) -> None:
    by, fields = rng.choice(state.to_act), dict[str, list[str]]()
    try:
        question = ask(kind, state, by, fields)
        while isinstance(question, Ask):
            for option in question.forbidden:
                if option.refusal:
                    _reason(game, kind, option.refusal)
            answers = answers_to(question)
            promise(answers, f"{by} {kind.verb} {fields} asks “{question.noun.ask}” and allows no answer.")
            for option in question.options:
                promise(game[Pointing].label(state, option.name), f"“{option.name}” has no label.")
            fields.setdefault(question.field, []).append(rng.choice(answers))
            question = ask(kind, state, by, fields)
        vet(state, question)
    except Refusal as no:
        _reason(game, kind, no)


def _reason(game: Game[Any], kind: Kind[Any], no: Refusal) -> None:
    blame(game, no, kind.verb)
    promise(no.rule.key in game.rules, f"{kind.verb} is refused by “{no.rule.key}”, which is no rule.")
    promise(no.why.endswith((".", "!")), f"{kind.verb} is refused without a sentence: “{no.why}”.")


def out_of_turn(game: Game[Any], opening: Opening) -> None:
    """A seat nobody waits for is told so, by the rule."""
    state = game.setup(opening)
    for seat in opening.seats:
        for kind in kinds_of(game):
            if seat not in state.to_act:
                no = refusal(state, draft(kind, seat, {}))
                promise(no and no.rule.key == "turn", f"{seat} may say {kind.verb} out of turn.")


def hostile(game: Game[Any], opening: Opening, seed: int = 3, entries: int = 300) -> None:
    """Nonsense, and real names at wrong moments, from every seat in every phase, are refused or played."""
    rng, table = random.Random(seed), Table.open(game, opening)
    seats = [*opening.seats]
    for seat, verb, answers in _nonsense(game, seats[0]):
        after = table.replayed([Entry(1, seat, verb, answers)])
        if after.stopped:
            blame(game, after.stopped.refusal, f"{seat} {verb} {answers}")
        promise(after.stopped and after.state == table.start, f"{seat} {verb} {answers} is accepted.")
    heard: list[str] = []
    for _ in range(entries):
        if table.state.over:
            break
        for kind in rng.sample(game.kinds, min(4, len(game.kinds))):
            heard = _overheard(game, kind, table.state, rng, heard)
            asked = {
                name: rng.sample(heard, min(len(heard), rng.choice((1, 1, 1, 2)))) for name in nouns(kind)
            }
            try:
                say(table, rng.choice(seats), kind.verb, asked)
            except Refusal as no:
                _reason(game, kind, no)
        action = wander(game, table.state, rng)
        heard += names_in(action)
        table = say(table, action.by, action.verb, written(action))


def _nonsense(game: Game[Any], seat: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield from (("nobody", "move", {}), (seat, "fly", {}), (seat, "", {}), (seat, UNDO, {"entry": "1"}))
    yield from ((seat, UNDO, {"entry": "x" * 5000}), (seat, UNDO, {}), (seat, REDO, {"entry": "9"}))
    yield from ((seat, verb, {"entry": "1", "of": [seat, "nobody"], "who": "x"}) for verb in TABLE_VERBS)
    for kind in game.kinds:
        if fields := nouns(kind):
            yield seat, kind.verb, {"junk": "x"}
            yield seat, kind.verb, dict.fromkeys(fields, "\x00" * 500)
            yield seat, kind.verb, dict.fromkeys(fields, ["a"] * 50)


def _overheard(
    game: Game[Any], kind: Kind[Any], state: State, rng: random.Random, heard: list[str]
) -> list[str]:
    """The names a stranger has heard, with some that this verb's first question offers to anybody."""
    for noun in islice(nouns(kind).values(), 1):
        if not isinstance(noun, Words):
            seat = rng.choice(state.seats)
            try:
                offered = list(islice(noun.options(state, draft(kind, seat, {})), 200))
            except Exception as fault:
                raise Fails(game, fault, f"{kind.verb} has no options for {seat} in {state.phase}") from fault
            heard = [*heard, *rng.sample(offered, min(4, len(offered)))]
    return heard[-60:] or ["1"]
