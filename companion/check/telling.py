"""Promises to the hands: every change is told, and whatever is shown as tracked can be set by hand."""

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from companion.check.common import answered, holds, promise, random_play, say, wander
from companion.kernel.action import Action, Words, draft, nouns, written
from companion.kernel.clocks import VERBS
from companion.kernel.features import Clocks
from companion.kernel.game import AGREE_UNDO, ASK_UNDO, DECLINE_UNDO, REDO, UNDO, Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.state import State
from companion.kernel.tracked import SITTING


def tells(game: Game[Any], opening: Opening, seed: int = 7, entries: int = 150) -> None:
    """No change goes untold in play, undo, redo and rulings; what stands is what the entries alone give."""
    rng = random.Random(seed)
    table, seats = Table.open(game, opening), list(opening.seats)
    for _ in range(entries):
        before = table.state
        sentence = _sentence(game, table, seats, rng)
        if sentence is None:
            break
        table = say(table, *sentence)
        holds(game, table.state)
        _told(game, table, before)
    alone = Table.open(game, opening)
    for step in table.standing:
        alone = say(alone, step.entry.seat, step.entry.verb, step.entry.answers)
    promise(alone.state == table.state, "With undo and redo the moment is another than without them.")


Sentence = tuple[str, str, Mapping[str, Any]]
"""A seat, a verb and its answers."""


def _sentence(
    game: Game[Any], table: Table[Any], seats: Sequence[str], rng: random.Random
) -> Sentence | None:
    """Return what somebody says at random: undo, redo, a ruling or a move; None after the game."""
    chance = rng.random()
    if table.standing and chance < 0.12:
        return _undo(table, seats, rng)
    if table.asked and chance < 0.7:
        verb = AGREE_UNDO if chance < 0.5 else DECLINE_UNDO
        return table.asked.of[0], verb, {"entry": str(table.asked.n)}
    if table.can_redo and chance < 0.2:
        return rng.choice(seats), REDO, {"entry": str(table.can_redo)}
    if table.state.over:
        return None
    action = _action(game, table.state, chance, rng)
    return action.by, action.verb, written(action)


def _undo(table: Table[Any], seats: Sequence[str], rng: random.Random) -> Sentence:
    """Return the undo of one of the last entries, asked of the others who said something since."""
    back, seat = rng.choice(table.standing[-5:]).entry.n, rng.choice(seats)
    others = [other for other in table.sayers(back) if other != seat]
    return seat, ASK_UNDO if others else UNDO, {"entry": str(back), "of": others}


def _action(game: Game[Any], state: State, chance: float, rng: random.Random) -> Action[Any]:
    """Return a move at random, or now and then something of the clocks or by hand."""
    return (
        (game.get(Clocks) and rng.random() < 0.25 and _of_clocks(game, state, rng))
        or (chance < 0.3 and _by_hand(game, state, rng))
        or wander(game, state, rng)
    )


def _told(game: Game[Any], table: Table[Any], before: State) -> None:
    """Every thing that is another now is named by what was told, and every counter shown with it."""
    step = table.log[-1]
    told = {thing for line in step.told for thing in line.about}
    was, is_ = game.things(before), game.things(table.state)
    for thing in dict.fromkeys((*was, *is_)):
        promise(
            was.get(thing) == is_.get(thing) or thing in told,
            f"{step.entry.seat} {step.entry.verb} {dict(step.entry.answers)}: {thing} goes from "
            f"“{was.get(thing)}” to “{is_.get(thing)}” untold. Name it in a line: tell(…, “{thing}”).",
        )
    kind = game.kind(step.entry.verb)
    if kind is None or kind.by_hand:
        return  # what is counted from other things follows them, and these were told
    counters, now = _counters(game, before), _counters(game, table.state)
    for key, value in now.items():
        promise(
            counters.get(key, value) == value or key[0] in told or key[0] in _explained(game, table.state),
            f"{step.entry.verb}: the counter {key[0]} goes from {counters.get(key)} to {value} untold.",
        )


def _counters(game: Game[Any], state: State) -> dict[tuple[str, str], int]:
    counters = game.view(state).all_counters
    return {(counter.thing, counter.seat): counter.value for counter in counters}


def _explained(game: Game[Any], state: State) -> set[str]:
    """The things whose card says how they come about."""
    return {card.thing for card in game.view(state).cards}


def _by_hand(game: Game[Any], state: State, rng: random.Random) -> Action[Any] | None:
    """Something set by hand at random, asked for as the phone asks; None where it is not allowed."""
    by_hand = [kind for kind in game.kinds if kind.by_hand]
    promise(by_hand, "Nothing can be set by hand; toolkit.ruling.set_by_hand makes the verb for it.")
    return answered(game, rng.choice(by_hand), state, rng.choice(state.seats), rng)


def _of_clocks(game: Game[Any], state: State, rng: random.Random) -> Action[Any] | None:
    """Clocks started or stopped at random, or one said to be at its end; None where it is not allowed.

    Whether the time is up is judged where times are known; what happens then is the game's.
    """
    kinds = [kind for kind in game.kinds if kind.verb in VERBS]
    return answered(game, rng.choice(kinds), state, rng.choice(state.seats), rng)


def settable(game: Game[Any], opening: Opening, seed: int = 11, every: int = 9) -> None:
    """Whatever is shown as tracked can be set by hand in every phase, or says what it follows from; and what
    is tracked is shown only while it is."""
    state = game.setup(opening)
    _settable(game, state)
    tracked, alone = {*game.things(state)}, _only_shown(game, state)
    for n, (_, state) in enumerate(random_play(game, opening, seed, 200)):
        if n % every == 0 and state.over is None:
            _settable(game, state)
        tracked |= {*game.things(state)}
        alone |= _only_shown(game, state)
    for thing in sorted(alone.keys() & tracked):
        promise(
            False,
            f"{thing} is shown in {alone[thing]} and not tracked then, so it cannot be set by hand: track it "
            "there too, or show it later.",
        )


def _only_shown(game: Game[Any], state: State) -> dict[str, str]:
    """Counters that are shown and not tracked now, each with the phase."""
    things = game.things(state)
    return {
        thing: str(state.phase_words) or "play" for thing, _ in _counters(game, state) if thing not in things
    }


def _settable(game: Game[Any], state: State) -> None:
    by_hand = {
        name
        for kind in game.kinds
        if kind.by_hand
        for field, noun in islice(nouns(kind).items(), 1)
        if not isinstance(noun, Words)
        for name in noun.options(state, draft(kind, state.seats[0], {}))
    }
    for kind in (*game.tracked, *SITTING):
        for thing in kind.now(state):
            promise(
                thing in by_hand or kind.follows,
                f"{thing} is tracked in {state.phase_words or 'play'} and cannot be set by hand: give its "
                "Tracked `to` and `put`, or say in `follows` what it follows from.",
            )
