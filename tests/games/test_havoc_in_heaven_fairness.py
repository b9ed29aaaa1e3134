"""Havoc in Heaven played against itself: hands that can be, somebody with sense, and a fair house set."""

import random
from collections import Counter
from itertools import islice

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.box import SIDES
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.player import Player
from companion.games.havoc_in_heaven.player.dealt import Dealt
from companion.games.havoc_in_heaven.player.fairness import simulated, table
from companion.kernel.game import Opening
from companion.kernel.journal import Table
from companion.kernel.simulate import moves
from tests.games.havoc import C, M

SEATS = {C: "Ada", M: "Ben"}


def test_the_dealt_hands_of_a_simulation_are_always_possible_ones():
    for seed, greedy in ((1, False), (2, True)):
        rng = random.Random(seed)
        player = Player(rng, greedy)
        before = Table.open(GAME, Opening(SEATS)).start
        for _, lane in islice(moves(GAME, before, rng, player), 400):
            dealt: Dealt = player.dealt
            was = player.was[1]
            for side in SIDES if was.turn else ():
                cards = was.cards[side]
                assert len(dealt.hand[side]) == cards.hand and len(dealt.armory[side]) == cards.armory
                assert Counter(dealt.hand[side] + dealt.armory[side] + dealt.buried[side]) == cards.unseen
                assert all(cards.in_hand(card) for card in dealt.hand[side])
            assert lane.box is HOUSE


def test_the_figures_of_a_few_games_add_up():
    found = simulated(6, 1, greedy=False)
    assert sum(found["won"].values()) == sum(found["by_start"].values()) == 6
    assert "% " not in table(found).splitlines()[0] and "starting player" in table(found)


@pytest.mark.slow
def test_the_house_set_is_fair_enough():
    won = simulated(40, 1, greedy=False)["won"]
    assert sum(won.values()) == 40 and all(n <= 0.7 * 40 for n in won.values())


def test_who_looks_ahead_beats_who_does_not():
    wins = 0
    for seed in range(6):
        rng, side = random.Random(seed), SIDES[seed % 2]
        clever = Player(rng, greedy=True)
        plain = clever._choose

        def choose(kinds, lane, rng, plain=plain, clever=clever, side=side):
            clever.greedy = side in lane.to_act
            return plain(kinds, lane, rng)

        clever._choose = choose
        *_, (_, lane) = moves(GAME, Table.open(GAME, Opening(SEATS)).start, rng, clever)
        wins += side in lane.over.winners
    assert wins == 6
