"""Statistics of a game: counts of legal actions from the beginning of a sitting."""

import random
from collections import Counter
from typing import Any

from companion.kernel.action import legal, play
from companion.kernel.features import Secrets
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.words import message

FIRST = "first"
"""The option, or else what the moment knows, of who goes first."""


def opening(game: Game[Any], chance: random.Random | None = None, players: int = 0) -> Opening:
    """A sitting of so many players, 0 for the fewest; chance settled by ``chance``, or left at what is usual.

    ValueError, in words, if the game is not for so many.
    """
    players = players or game.players[0]
    if players not in game.players:
        words = "{game} is for {players:or} players, not {n}."
        raise ValueError(message(words, game=game.name, players=[*map(str, game.players)], n=players))
    seats = game.seats(players)
    options = {option.key: option.default for option in game.options}
    if chance:
        options |= {o.key: chance.choice(game.choices(o, players)).name for o in game.options if o.chance}
    lot = str(chance.random()) if chance and (secrets := game.get(Secrets)) and secrets.deals else ""
    return Opening(
        game.seated(dict(zip(seats, seats, strict=True))), game.settled(options, len(seats)), lot=lot
    )


def counted(game: Game[Any], depth: int, players: int = 0) -> dict[str, dict[str, int]]:
    """Legal actions by verb at each depth from the first decision after set-up.

    ValueError, in words, if the game is not for so many players.
    """
    return counted_from(game, game.setup(opening(game, players=players)), depth)


def counted_from(game: Game[Any], state: Any, depth: int) -> dict[str, dict[str, int]]:
    """Legal actions by verb at each depth from a moment."""
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    moments, counts = [state], dict[str, dict[str, int]]()
    for level in range(1, depth + 1):
        verbs, after = Counter[str](), list[Any]()
        for moment in moments:
            for action in legal(kinds, moment, moment.to_act):
                verbs[action.verb] += 1
                if level < depth:
                    after.append(play(moment, action))
        counts[str(level)] = {kind.verb: verbs[kind.verb] for kind in kinds if verbs[kind.verb]}
        moments = after
    return counts
