"""Judge what a seat says: the next question, or the whole action with the moment after it.

The store and the pages both ask here, so that an action is checked and played once for each tap.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from companion.kernel.action import Action, Given, Kind, Noun, S, nouns, play, stumbled
from companion.kernel.asking import Ask, ask, whole
from companion.kernel.features import Pointing
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State

MOST_ANSWERS = 40
"""Answers of a half-made action that are looked at; more are left out. House."""
Alone = Mapping[str, Sequence[str]]
"""Field to the answers that were no choice, as nothing else was possible."""


@dataclass(frozen=True)
class Whole(Generic[S]):
    """A whole action that the rules allow, played: nothing is kept of it yet."""

    action: Action[S]
    after: S
    """The moment after it, which tells what it did."""


@dataclass(frozen=True)
class Proposal(Generic[S]):
    """A sentence that a seat began: its answers so far, and what comes next."""

    kind: Kind[S]
    given: tuple[tuple[str, str], ...]
    """Field and name of each answer that holds, in the order of the nouns."""
    next: "Ask[S] | Whole[S] | None"
    """The next question that is a choice, or the whole action; None if the verb itself is refused."""
    alone: Alone = field(default_factory=dict)
    refusal: Refusal | None = None
    """Why the answers that were left out do not hold."""


def judge(kind: Kind[S], state: S, by: str, answers: Given) -> Proposal[S]:
    """Return the next question that is a choice, or the whole action, checked once and played once.

    Raises Refusal if the verb, or an answer given so far, is not allowed; a fault in the game's own code
    refuses too.
    """
    pairs = _pairs(kind, answers)
    try:
        action = whole(kind, state, by, answers) if answers.keys() >= nouns(kind).keys() else None
        next_, alone = (action, {}) if action else settled(kind, state, by, answers)
        if isinstance(next_, Ask):
            return Proposal(kind, pairs, next_, alone)
        return Proposal(kind, pairs, Whole(next_, play(state, next_)), alone)
    except Refusal:
        raise
    except Exception as fault:
        raise stumbled(state, kind.verb, fault) from fault


def by_field(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return answers by the fields that they are for."""
    answers: dict[str, list[str]] = {}
    for noun, name in pairs:
        answers.setdefault(noun, []).append(name)
    return answers


def propose(kind: Kind[S], state: S, by: str, answers: Given) -> Proposal[S]:
    """Return what holds of an action: answers that do not are dropped from the end, with the first reason."""
    pairs, refusal = _pairs(kind, answers), None
    while True:
        try:
            return replace(judge(kind, state, by, by_field(pairs)), refusal=refusal)
        except Refusal as no:
            refusal = refusal or no.with_traceback(None)
            if not pairs:
                return Proposal(kind, (), None, refusal=refusal)
            pairs = pairs[:-1]


def _pairs(kind: Kind[Any], answers: Given) -> tuple[tuple[str, str], ...]:
    result = []
    for noun in nouns(kind):
        answer = answers.get(noun, ())
        result += [(noun, name) for name in ([answer] if isinstance(answer, str) else answer)]
    return tuple(result[:MOST_ANSWERS])


def settled(
    kind: Kind[S], state: S, by: str, answers: Given
) -> tuple[Ask[S] | Action[S], dict[str, list[str]]]:
    """Return the next question that is a choice, or the finished action; and what has answered itself.

    Raises Refusal if the verb, or an answer given so far, is not allowed.
    """
    by_itself: dict[str, list[str]] = {}
    while True:
        next_ = ask(kind, state, by, {**answers, **by_itself})
        only = next_.only if isinstance(next_, Ask) else None
        if only is None or not isinstance(next_, Ask):
            return next_, by_itself
        by_itself[next_.field] = [*next_.chosen, only.name]


def shown_first(game: Game[Any], state: State, said: Whole[Any]) -> bool:
    """True if an action is shown before it is said: the safe default.

    Only a verb that is ``at_once`` is said by the tap that finishes it, and only if it throws nothing
    away that its button does not name, asks no die, ends no game, and takes nothing off the board but a piece
    that was tapped for just that.
    """
    action, after = said.action, said.after
    kind = type(action)
    if not kind.at_once or (nouns(kind) and action.throws_away(state)):
        return True
    if any(
        isinstance(noun, Noun) and noun.chance and getattr(action, field)
        for field, noun in nouns(kind).items()
    ):
        return True
    return bool(after.over and not state.over) or bool({*_taken_off(game, state, after)} - {*action.takes()})


def _taken_off(game: Game[Any], state: State, after: State) -> Iterator[str]:
    """Yield the pieces that had a place on the board and have none any more."""
    for kind in game.tracked:
        if kind.piece:
            now = kind.now(after)
            for thing, was in kind.now(state).items():
                if (
                    now.get(thing) != was
                    and game[Pointing].spaces(state, thing)
                    and not game[Pointing].spaces(after, thing)
                ):
                    yield thing
