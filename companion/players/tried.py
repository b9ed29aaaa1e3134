"""The cards of a set tried out: each played many times at random moments, and what came of it."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from companion.kernel import consequences as came
from companion.kernel.action import Action, Kind
from companion.kernel.cardset import CardSet
from companion.kernel.features import CardPlay
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.simulate import DeadEnd, moves, wander
from companion.kernel.statistics import opening
from companion.kernel.tracked import TURN, account
from companion.words import ForAuthor

PLAYS = 200
"""So many plays of a card show what it does."""
SECONDS = 60.0
"""Of the processor's time, for all cards of a set."""
EAGER = 0.7
"""How often a card is played at random where one can be."""
BARREN = 8
"""So many sittings one after the other that bring no new card end the search for more."""
KEPT = 20
"""So many moments are kept of each card that costs nothing."""


@dataclass
class Tried:
    """The record of a card: its plays, and what it did in them."""

    times: int = 0
    idle: int = 0
    """So many plays changed nothing but what they cost."""
    free: list[Any] = field(default_factory=list)
    """Moments before plays that left no less to spend in that turn: those with least to spend."""
    did: Counter[str] = field(default_factory=Counter)


def tried(
    game: Game[Any], cards: CardSet, plays: int = PLAYS, seconds: float = SECONDS, seed: str = "tried"
) -> Mapping[str, Tried]:
    """Play random sittings with a set until each of its cards that can be played was played so often.

    Cards that nobody plays, as they work by themselves or not at all, are left out.
    """
    play, result, rng = game[CardPlay], dict[str, Tried](), random.Random(seed)
    until, barren = process_time() + seconds, 0
    while process_time() < until and barren < BARREN:
        known = len(result)
        start = game.setup(opened(game, cards, rng))
        for card, did, began, after in _plays(game, start, rng, _eager(play, result, plays), until):
            one = result.setdefault(card, Tried())
            _note(one, did)
            if turn(game, began) == turn(game, after) and play.purse(began) <= play.purse(after):
                one.free = sorted([*one.free, began], key=play.purse)[:KEPT]
        enough = len(result) == known and all(one.times >= plays for one in result.values())
        barren = barren + 1 if enough else 0
    return result


def _plays(
    game: Game[Any], state: Any, rng: random.Random, choose: Any, until: float
) -> Iterator[tuple[str, Counter[str], Any, Any]]:
    """Yield each card that a sitting plays to its end, what it did, and the moments before and after it."""
    play, card, did, began = game[CardPlay], "", Counter[str](), state
    for action, after in moves(game, state, rng, choose):
        if action.verb in play.verbs:
            card, did, began = play.card(state, action), Counter(), state
        if card:
            did += came_of(game, state, action, after)
        if card and not after.midway:
            yield card, did, began, after
            card = ""
        state = after
        if process_time() > until:
            return


def opened(game: Game[Any], cards: CardSet, rng: random.Random) -> Opening:
    """Return the opening of a sitting with a set, all else left to chance."""
    usual = opening(game, rng)
    return Opening(usual.seats, usual.options, cards, usual.lot)


def _eager(play: CardPlay[Any], found: Mapping[str, Tried], plays: int) -> Any:
    """Return somebody who plays at random, but mostly a card that was not played often enough, if any is."""

    def choose(kinds: tuple[Kind[Any], ...], state: Any, rng: random.Random) -> Action[Any]:
        if (action := drawn(tuple(kind for kind in kinds if kind.verb in play.verbs), state, rng)) is None:
            return wander(kinds, state, rng)
        card = found.get(play.card(state, action))
        if rng.random() < EAGER and (card is None or card.times < plays):
            return action
        return drawn(tuple(kind for kind in kinds if kind.verb not in play.verbs), state, rng) or action

    return choose


def drawn(kinds: tuple[Kind[Any], ...], state: Any, rng: random.Random) -> Action[Any] | None:
    """Return a legal action of some kinds at random; None where there is none."""
    try:
        return wander(kinds, state, rng)
    except DeadEnd:
        return None


def turn(game: Game[Any], state: Any) -> object:
    """Return whose turn it is, as the game tracks it."""
    return next((now[TURN] for kind in game.tracked if TURN in (now := kind.now(state))), None)


def _note(one: Tried, did: Counter[str]) -> None:
    one.times += 1
    one.idle += not did
    one.did += did


def came_of(game: Game[Any], before: Any, action: Action[Any], after: Any) -> Counter[str]:
    """Return what an action led to, each kind of thing with its number."""
    was = [kind.now(before) for kind in game.tracked]
    result = Counter[str]()
    for one in account(game.tracked, was, after, action.by, (), action.foresee_also(before, after)):
        n = getattr(one, "n", 1)
        if isinstance(one, came.Costs):
            n = -n  # what is spent is the price
        if n > 0:
            result[_kind(one)] += n
    return result


WORDS: Mapping[type[came.Consequence], str] = {
    came.Falls: "falls",
    came.Scores: "points",
    came.Comes: "arrivals",
    came.Moves: "moves",
    came.Stands: "things put on the board",
    came.Turns: "changes of state",
    came.Costs: "gained for the turn",
}


def _kind(one: came.Consequence) -> ForAuthor:
    match one:
        case came.Loses(of=of):
            return f"{of} lost" if of else "damage"
        case came.Gains(of=of):
            return f"{of} gained"
    return WORDS.get(type(one), "other counters")
