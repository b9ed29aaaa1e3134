"""Cards that never run out: played again and again in one turn, because nothing or their own gain pays."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any

from companion.kernel.action import Action, play
from companion.kernel.cardset import CardSet
from companion.kernel.features import CardPlay
from companion.kernel.game import Game
from companion.kernel.state import State
from companion.players.tried import KEPT, Tried, came_of, drawn, turn
from companion.toolkit.cards.language import BY_HAND
from companion.words import ForAuthor, listed

AGAIN = 3
"""A card that was played so often in one turn, and left no less to spend, never runs out."""
LONG = 40
"""A turn is left after so many actions."""
REPEATS = 12
"""How often a card alone is tried from a moment."""
BEFORE = 3
"""So many other actions at most come first."""
ASIDE = 0.2
"""How often something else is done between two plays, so that what they gain is spent."""
DRAWS = 8
"""How often a random action is drawn until one fits."""
SECONDS = 20.0
"""Of the processor's time."""


@dataclass(frozen=True)
class Loop:
    """One card, or two that feed one another, and what their plays in one turn led to."""

    cards: tuple[str, ...]
    plays: int
    did: Counter[str]

    def __str__(self) -> ForAuthor:
        """Return what was found, and what would be right."""
        came = f" ({listed([f'{n} {what}' for what, n in self.did.most_common(3)])})" if self.did else ""
        return (
            f"{' and '.join(self.cards)}: played {self.plays} times in one turn for nothing{came}, "
            "and nothing ends it; a higher cost, “once a turn: …” or a price would be right"
        )


def loops(
    game: Game[Any], cards: CardSet, tries: Mapping[str, Tried], seconds: float = SECONDS, seed: str = "loops"
) -> tuple[Loop, ...]:
    """Play the cards whose ``tries`` were free again and again, alone and beside another, in such turns.

    Cards that hands carry out are left to them.
    """
    rng, until, again = random.Random(seed), process_time() + seconds, dict[str, Loop]()
    by_hand = _by_hand(cards)
    turns = {card: _Turns(game, card) for card in tries if card not in by_hand}
    for n in range(KEPT):  # each card in one moment, then each in the next: none waits for all of another
        for card in turns:
            if card in again or n >= len(tries[card].free):
                continue
            for loop in turns[card].loops(tries[card].free[n], rng):
                if process_time() > until:
                    return _alike(again)
                if loop:
                    again[card] = loop
                    break
    return _alike(again)


def _by_hand(cards: CardSet) -> set[str]:
    """Return the names of the cards that hands carry out."""
    decks = (rows for rows in cards.values() if isinstance(rows, list))
    return {row["name"] for rows in decks for row in rows if BY_HAND in (row.get("effect") or BY_HAND)}


def _alike(again: Mapping[str, Loop]) -> tuple[Loop, ...]:
    """Return the loops, each pair once."""
    return tuple({loop.cards: loop for loop in again.values()}.values())


class _Turns:
    """The turns of a game in which a card, alone or beside another, is played again and again."""

    def __init__(self, game: Game[Any], card: str) -> None:
        self.game, self.play, self.card = game, game[CardPlay], card
        kinds = [kind for kind in game.kinds if not kind.anytime]
        self.plays = tuple(kind for kind in kinds if kind.verb in self.play.verbs)
        self.others = tuple(kind for kind in kinds if kind.verb not in self.play.verbs)

    def loops(self, state: State, rng: random.Random) -> Iterator[Loop | None]:
        """Yield what came of playing the card on from a moment, alone and beside each other card."""
        for _ in range(REPEATS):
            yield self.looped(state, {self.card}, rng)
        for other in self.can(state, rng):
            yield self.looped(state, {self.card, other}, rng)

    def looped(self, state: State, some: set[str], rng: random.Random) -> Loop | None:
        """Play these cards as long as the turn lasts, and what else can be done where none can be played."""
        plays, did, paid = Counter[str](), Counter[str](), 0
        spend = rng.randint(0, BEFORE)
        for n in range(LONG):
            action, card = self._next(state, some, n < spend or rng.random() < ASIDE, rng)
            if action is None or state.over:
                return None
            after = play(state, action)
            if card:
                plays[card] += 1
                did += came_of(self.game, state, action, after)
            if card or state.midway:
                paid += self.play.purse(state) - self.play.purse(after)
            state = after
            if plays[self.card] >= AGAIN and paid <= 0 and not state.midway:
                return Loop(tuple(sorted(plays)), plays.total(), did)
        return None

    def can(self, state: State, rng: random.Random) -> dict[str, Action[Any]]:
        """Return cards that can be played now, as far as they are drawn, each with a play."""
        some = [action for _ in range(DRAWS) if (action := drawn(self.plays, state, rng))]
        return {self.play.card(state, action): action for action in some}

    def _next(
        self, state: State, some: set[str], first_other: bool, rng: random.Random
    ) -> tuple[Action[Any] | None, str]:
        """Return a play of one of these cards, or another action that does not end the turn."""
        aside = self._other(state, rng) if first_other else None
        can = {} if aside else self.can(state, rng)
        card = next((card for card in (self.card, *sorted(some)) if card in can and card in some), "")
        return (can[card], card) if card else (aside or self._other(state, rng), "")

    def _other(self, state: State, rng: random.Random) -> Action[Any] | None:
        for _ in range(DRAWS):
            action = drawn(self.others, state, rng)
            if action and turn(self.game, play(state, action)) == turn(self.game, state):
                return action
        return None
