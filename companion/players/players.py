"""The three computer players: at random, one action ahead, and carefully."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from math import inf
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from companion.hooks import each
from companion.kernel.action import Action
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.simulate import to_act
from companion.players.moment import LOOKED_AT, Moment, Player, asked, value
from companion.players.tree import Tree
from companion.words import Text, message

THROWS = 3
"""So often an action with a die is tried."""
KEPT = 12
"""So many of the best next moments are looked at more carefully."""
AHEAD = 8
"""A playout is cut short after so many actions."""
GLANCE = 10
"""The number of half-made actions that a playout judges at each question."""
STRAY = 0.1
"""The share of a playout's actions that are taken at random, so that no two are alike."""
BOUNDLESS = 1_000_000
"""More playouts than anybody has the time for."""
WHO = "random, greedy, careful, careful:200 (playouts), careful:1s or search:2 (turns)"
"""The names of players, as commands tell them."""
PLAYOUTS = 200
"""What ``careful`` thinks where nothing is said."""
AT_ONCE = 6
"""What an action is worth at once counts like so many playouts: a few of these say more of luck than of it.
House; without, ``careful:1s`` lost to ``greedy`` in High Heavens, where a second is some eighty playouts."""


def at_random(moment: Moment) -> Action[Any]:
    """Something legal, whatever it may be."""
    if moment.barred or moment.wanted:
        return moment.thrown(moment.rng.choice(moment.choices))
    return moment.wander()


def greedy(moment: Moment) -> Action[Any]:
    """Return the action that is best at once: one action ahead."""
    return moment.thrown(ranked(moment)[0][1])


def ranked(moment: Moment) -> list[tuple[float, Action[Any]]]:
    """Return the possible actions, best first, each with its worth at once; equals in random order."""
    choices = list(moment.choices)
    if len(choices) == 1:
        return [(0.0, choices[0])]
    moment.rng.shuffle(choices)
    result = [(_at_once(moment, action), action) for action in choices]
    result.sort(key=lambda pair: -pair[0])
    if len(result) >= moment.looked_at:
        more = [(_at_once(moment, other), other) for other in moment.variants(result[0][1])]
        result = sorted(result + more, key=lambda pair: -pair[0])
    return result


def _at_once(moment: Moment, action: Action[Any]) -> float:
    times = THROWS if _dice(moment, action) else 1
    return sum(value(moment, moment.after(action), moment.seat) for _ in range(times)) / times


def _dice(moment: Moment, action: Action[Any]) -> bool:
    """True if a die is still to be thrown for it: a game may play without."""
    answers, nouns = action.__dict__, asked(type(action))
    left = [noun for field, noun in nouns.items() if noun.chance and field not in answers]
    return any(noun.needed(moment.state, action) for noun in left)


@dataclass(frozen=True)
class Careful:
    """Plays on from each of the best next moments, as somebody greedy with other hands would, many times.

    So many ``playouts`` at most an action, or as many as go into ``seconds``. Half of those looked at are
    dropped each time that the playouts left are shared out again (sequential halving). Where no chance has a
    say and nothing is hidden, it searches the answers instead, over as many moments or as long.
    """

    playouts: int = PLAYOUTS
    seconds: float = 0.0

    def __call__(self, moment: Moment) -> Action[Any]:
        """Return the best action after a thought."""
        return moment.thrown(self.weighed(moment)[0])

    def weighed(self, moment: Moment) -> list[Action[Any]]:
        """Return the possible actions, best first after a thought; those that were dropped early follow."""
        until = perf_counter() + self.seconds if self.seconds else inf
        if moment.game[ComputerPlay].same:
            return Tree(moment, until, inf if self.seconds else self.playouts * AHEAD).ranked()
        left = [_Thought(action, worth) for worth, action in ranked(moment)[: self._kept]]
        rounds, dropped = _rounds(len(left)), list[_Thought]()
        luck = moment.rng.random()
        for n in range(rounds):
            each = BOUNDLESS if self.seconds else max(1, self.playouts // (rounds * len(left)))
            ends = until - (rounds - 1 - n) / rounds * self.seconds
            for thought in chain.from_iterable(repeat(left, each)):
                if perf_counter() > ends:
                    break
                alike = Random(f"{luck} {thought.times}")  # the same dice for each action
                thought.total += playout(replace(moment, rng=alike), thought.action)
                thought.times += 1
            left, half = _best_first(left), (len(left) + 1) // 2
            left, dropped = left[:half], left[half:] + dropped
        return [thought.action for thought in (*left, *dropped)]

    @property
    def _kept(self) -> int:
        """Return how many actions to begin with, so that each round has a playout for each one left."""
        most = BOUNDLESS if self.seconds else self.playouts
        return max(n for n in range(1, KEPT + 1) if n * _rounds(n) <= most)


@dataclass(frozen=True)
class Searching:
    """Searches so many turns of both sides, where no chance has a say and nothing is hidden."""

    turns: int

    def __call__(self, moment: Moment) -> Action[Any]:
        """Return the best action within these turns."""
        return Tree(moment).ranked(self.turns)[0]


def _rounds(actions: int) -> int:
    """Return how often half of them is dropped until one is left."""
    return (actions - 1).bit_length()


@dataclass
class _Thought:
    """An action that is thought about: its worth at once, and what its playouts came to."""

    action: Action[Any]
    worth: float
    total: float = 0.0
    times: int = 0


def _best_first(thoughts: Sequence[_Thought]) -> list[_Thought]:
    """Return them by how much each is better than all are on the mean, as far as is known."""
    worth = fmean(thought.worth for thought in thoughts)
    came = sum(thought.total for thought in thoughts) / max(1, sum(thought.times for thought in thoughts))

    def better(thought: _Thought) -> float:
        more = AT_ONCE * (thought.worth - worth) + thought.total - thought.times * came
        return more / (AT_ONCE + thought.times)

    return sorted(thoughts, key=better, reverse=True)


def playout(moment: Moment, action: Action[Any]) -> float:
    """Return the worth of an action for its seat if all play on greedily, with hands that could be."""
    hands = moment.hands.guessed(moment.seat, moment.rng) if moment.hands else None
    here = replace(moment, hands=hands)
    partial = here.thrown(action)
    state = partial.apply(here.bare)
    if hands:
        hands.seen(partial, here.state)
        hands.follow(partial, here.state, state)
    for _ in range(AHEAD if moment.game[ComputerPlay].worth else 10 * LOOKED_AT):
        if state.over is not None:
            break
        seat = to_act(state, moment.rng)
        here = replace(
            moment,
            state=state,
            seat=seat,
            hands=hands,
            looked_at=GLANCE,
            barred=moment.barred if seat == moment.seat else frozenset(),
            wanted="",
        )
        stray = not moment.game[ComputerPlay].worth or moment.rng.random() < STRAY
        partial = here.wander() if stray else greedy(here)
        after = partial.apply(here.bare)
        if hands:
            hands.follow(partial, state, after)
        state = after
    return value(moment, state, moment.seat)


def blind(game: Game[Any]) -> Text:
    """Return why nobody who weighs moves can play a game, in a sentence; empty if they can."""
    if game[ComputerPlay].worth:
        return ""
    return message(
        "{game} counts nothing before its end, so nobody can tell which move is better.", game=game.name
    )


def unfit(game: Game[Any], player: Player) -> Text:
    """Return why a player cannot play a game, in a sentence; empty if it can."""
    if isinstance(player, Searching) and not game[ComputerPlay].same:
        words = "{game} is not for two who see all, without chance, so nobody searches every answer."
        return message(words, game=game.name)
    return blind(game) if player is not at_random else ""


def named(words: str) -> Player:
    """A player by name: ``random``, ``greedy``, ``careful``, ``careful:200`` playouts, ``careful:1s``, or
    ``search:2`` turns.

    ValueError, in words, for any other.
    """
    name, _, strength = words.partition(":")
    if player := _of_house(name, strength):
        return player
    more: dict[str, Player] = dict(each("companion_players"))
    if words in more:
        return more[words]
    raise ValueError(
        message("“{player}” is nobody who plays: {players:, }.", player=words[:40], players=(*more, WHO))
    )


def _of_house(name: str, strength: str) -> Player | None:
    match name, strength:
        case "random", "":
            return at_random
        case "greedy", "":
            return greedy
        case "careful", _:
            return _careful(strength or str(PLAYOUTS))
        case "search", "1" | "2" | "3" | "4" | "5" | "6":
            return Searching(int(strength))
    return None


def _careful(strength: str) -> Careful | None:
    try:
        if strength.endswith("s") and 0 < (seconds := float(strength[:-1])) <= 600:
            return Careful(seconds=seconds)
        return Careful(playouts) if 1 <= (playouts := int(strength)) <= 1_000_000 else None
    except ValueError:
        return None
