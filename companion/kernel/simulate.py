"""Random legal play: for tests, for speed, and to learn whether a game is fair."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from companion.kernel.action import (
    Action,
    AnyNoun,
    Kind,
    Noun,
    Number,
    S,
    Unanswered,
    Words,
    answered,
    done,
    draft,
    fits,
    nouns,
    play,
    refusal,
)
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal, Stumble
from companion.kernel.state import State

LONGEST = 5_000
"""After so many moves a game gets nowhere: as at a table, the seats agree on a draw."""
OFFER, AGREE = "offer-draw", "agree-draw"


class DeadEnd(AssertionError):
    """A moment without anything legal to do, or with no way on; the stumble of a verb is its cause."""


def to_act(state: State, rng: random.Random) -> str:
    """The seat that acts next, one of them at random where several may."""
    waiting = state.to_act
    if not waiting:
        raise DeadEnd("nobody is to act, and the game is not over")
    return waiting[0] if len(waiting) == 1 else rng.choice(waiting)


def wander(kinds: tuple[Kind[S], ...], state: S, rng: random.Random, seat: str = "") -> Action[S]:
    """One legal action of a seat that is to act, a verb at random and then each answer at random."""
    by = seat or to_act(state, rng)
    return _one_of(in_season(kinds, state.phase, by), state, rng, by)


def in_season(kinds: tuple[Kind[S], ...], phase: str, by: str) -> tuple[Kind[S], ...]:
    """The verbs that a seat has in a phase."""
    return tuple(
        kind for kind in kinds if (not kind.during or phase in kind.during) and (not kind.of or by in kind.of)
    )


def _one_of(season: tuple[Kind[S], ...], state: S, rng: random.Random, by: str) -> Action[S]:
    """One legal action among these verbs, which are in season."""
    left, chance = [*season], rng.random
    while left:
        at = int(chance() * len(left))  # a call for each draw would cost a twentieth of all moves
        kind, left[at] = left[at], left[-1]
        del left[-1]
        action = draft(kind, by, {})
        verdict = action.is_legal(state)
        if fits(state, action) if verdict is None else verdict:
            for field, noun in nouns(kind).items():
                action = one_answer(state, action, field, noun, rng)
            return action
    judged = (refusal(state, draft(kind, by, {})) for kind in season)
    raise DeadEnd(f"{by} can do nothing") from next((no for no in judged if isinstance(no, Stumble)), None)


def one_answer(state: S, action: Action[S], field: str, noun: AnyNoun, rng: random.Random) -> Action[S]:
    """A half-made action with one noun more answered at random."""
    if isinstance(noun, Words):
        raise TypeError(f"{action.verb} takes words; it is not played at random")
    if noun.count is not None and (count := noun.count(state, action)) != 1:
        return _several(state, action, field, count, rng)
    values = noun.legal(state, action) if noun.legal else None
    if values is not None and (names := [*values]):
        name = names[int(rng.random() * len(names))]
        return answered(action, field, name if noun.count is None else (name,))
    offers = noun.options(state, action)
    options = range(offers.least, offers.most + 1) if isinstance(offers, Number) else offers
    return _first(state, action, field, [*options], None if noun.count is None else (), rng)


def _several(state: S, action: Action[S], field: str, count: int, rng: random.Random) -> Action[S]:
    noun = nouns(type(action))[field]
    offered = tuple(noun.options(state, action)) if count and isinstance(noun, Noun) else ()
    chosen: tuple[str, ...] = ()
    for _ in range(count):
        more = [name for name in offered if name not in chosen]
        chosen = _first(state, action, field, more, chosen, rng).__dict__[field]
    return answered(action, field, tuple([name for name in offered if name in chosen]))


def _first(
    state: S,
    action: Action[S],
    field: str,
    names: list[Any],
    chosen: tuple[str, ...] | None,
    rng: random.Random,
) -> Action[S]:
    """The action with one of these names or numbers, tried in random order until one is allowed; a number
    is spelled out only when it is tried."""
    trial = answered(action, field, "")
    answers, check, chance = trial.__dict__, trial.check, rng.random
    for left in range(len(names), 0, -1):
        at = int(chance() * left)
        name, names[at] = str(names[at]), names[left - 1]
        answers[field] = name if chosen is None else (*chosen, name)
        try:
            check(state)
        except Unanswered:
            pass
        except Refusal:
            continue
        return trial
    raise DeadEnd(f"“{action.verb}” {action.__dict__} has no answer to {field}")


def moves(
    game: Game[S], state: S, rng: random.Random, choose: Callable[..., Action[S]] = wander
) -> Iterator[tuple[Action[S], S]]:
    """A random game from this moment to its end: each action and the moment after it.

    The choice of ``wander`` was judged whole with its last answer; others' choices are judged here. Every
    other choice is made among the verbs of all phases, as a player thinks past the phase of its move.
    """
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    season = cache(partial(in_season, kinds))
    for _ in range(LONGEST):
        if state.over is not None:
            return
        if choose is wander:
            by = to_act(state, rng)
            action = _one_of(season(state.phase, by), state, rng, by)
            state = done(state, action)
        else:
            action = choose(kinds, state, rng)
            state = play(state, action)
        yield action, state
    if state.over is None:
        yield from _draw(game, state)


def _draw(game: Game[S], state: S) -> Iterator[tuple[Action[S], S]]:
    """The seats agree on a draw; DeadEnd where the game has none."""
    offer, agree = game.kind(OFFER), game.kind(AGREE)
    if not (offer and agree):
        raise DeadEnd(f"not over after {LONGEST:,} moves, and no draw can be agreed on")
    action = draft(offer, state.to_act[0], {})
    while True:
        state = play(state, action)
        yield action, state
        if state.over is not None:
            return
        action = draft(agree, state.draw_open[0], {})
