"""The steps of every set-up sheet are played, however chance falls: they arrive at the first turn."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from companion.kernel import simulate
from companion.kernel.action import refusal
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from printables.sources.catalogue import catalogue

TABLES = [(game, players) for game in shelf().values() for players in game.players]
SAYS = {
    "pick": "Pick heroes in turn",
    "lots": "Choose at random who starts",
    "enter": "each other player puts theirs on a free starting space",
    "choose": "each chooses a hero and a god",
    "seed": "In turn order all lay one, then all the other",
}
"""What the sheet says of what is done by hand before the first turn."""


BEFORE = {
    "havoc-in-heaven": {"pick", "lots"},
    "heaven-and-ale": {"enter"},
    "heroball": {"choose", "seed"},
}
"""The games with something to do before the first turn."""


def openings(game: Game[Any], players: int) -> Iterator[Opening]:
    """Yield the openings of a table, one for each way that chance may fall."""
    opening = Opening(dict.fromkeys(game.seats(players), ""), game.settled({}, players))
    random_options = [option for option in game.table_options if option.chance]
    if not random_options:
        yield opening
    for option in random_options:
        for choice in game.choices(option, players):
            yield replace(opening, options=opening.options | {option.key: choice.name})


def prepared(game: Game[Any], opening: Opening, seed: int) -> tuple[Any, list[str]]:
    """Return the first moment of the first turn, and the verbs that led to it."""
    state, verbs = game.setup(opening), list[str]()
    for action, after in simulate.moves(game, state, random.Random(seed)):
        if action.verb not in SAYS or (action.verb == "enter" and state.phase != "start"):
            break
        verbs.append(action.verb)
        state = after
    return state, verbs


@pytest.mark.parametrize("game, players", TABLES, ids=lambda it: getattr(it, "key", str(it)))
def test_the_steps_lead_to_a_first_turn_that_is_legal_however_chance_falls(game, players):
    (sheet,) = catalogue(game, players=players)["set-up"].data
    for opening in openings(game, players):
        for seed in range(4):
            state, verbs = prepared(game, opening, seed)
            assert {*verbs} == BEFORE.get(game.key, set())
            at = [next(n for n, step in enumerate(sheet.steps) if SAYS[verb] in step) for verb in verbs]
            assert all(one <= then for one, then in pairwise(at)), "in the order of the sheet"
            action = simulate.wander(
                tuple(k for k in game.kinds if not k.anytime), state, random.Random(seed)
            )
            assert refusal(state, action) is None and state.over is None
            FACTS[game.key](state, " ".join(sheet.steps), players, opening.options.get("first"))


def havoc(state, steps, players, _):
    assert f"with {state.ap} AP" in steps and "one level token" in steps and "draw five cards" in steps
    assert set(state.level.values()) == {1} and len(state.heroes) == 6
    for side, base in (("Celestials", 1), ("Monsters", 9)):
        assert {state.row[hero] for hero, of in state.heroes.items() if of == side} == {base}
        cards = state.cards[side]
        assert (
            cards.hand == 5 and cards.unseen["Pity of Jade Emperor"] == 5 and sum(cards.unseen.values()) == 8
        )
    assert len(state.locked) == 12 and set(state.gold.values()) == {2} and "take 2 gold each" in steps


def ale(state, steps, players, first):
    assert state.turn in opening_order(state, first)
    assert "25 ducats, 5 privilege cards" in steps
    boards = [state.boards[seat] for seat in state.players]
    assert all(board.ducats >= 25 and len(board.cards) == 5 for board in boards)
    assert state.boards[first].ducats == 25, "the start player's space has no reward"


def opening_order(state, first):
    return (first, *(seat for seat in state.players if seat != first))


def heroball(state, steps, players, _):
    assert state.turn == "Gold" and "Gold takes the first turn" in steps
    assert len(state.terrain) == 2 * players and set(state.score.values()) == {0}
    for seat in state.order:
        assert state.ap[seat] == 4 + (seat == "Gold") and state.hero[seat] and state.god[seat] != "Hermes"
        assert list(state.terrain.values()).count(state.favours[state.god[seat]]) >= 2
        start, of = state.at[seat], f"{seat}: lay your goal on "
        assert start in steps[steps.index(of) + len(of) :].split(".")[0]


def heavens(state, steps, players, first):
    assert state.actions == (2 if players == 2 else 1)
    assert players == 4 or (state.seat == first and "The first turn has 2 actions" in steps)
    assert players == 2 or f"{state.seat} turn: 1 action" in steps
    assert set(state.health.values()) == {30} and "set Asgard to 30" in steps
    assert f"draw {5 if players == 2 else 3} cards" in steps


def war(state, steps, players, first):
    assert state.side == first and state.actions == 2 and "with 2 actions in their first turn" in steps
    assert len(state.at) == 10 and state.round == 1 and not state.down
    assert all(f"{token} on {space}" in steps for token, space in state.at.items())


FACTS = {
    "havoc-in-heaven": havoc,
    "heaven-and-ale": ale,
    "heroball": heroball,
    "high-heavens": heavens,
    "war-in-heaven": war,
}
