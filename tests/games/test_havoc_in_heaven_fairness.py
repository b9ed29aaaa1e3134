"""Havoc in Heaven played by itself: hands that can be, and a fair house set."""

from collections import Counter

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.box import SIDES
from companion.kernel.opening import Opening
from companion.players.games import Task, play
from companion.players.players import named
from companion.players.sitting import sitting
from tests.games.havoc import C, M

SEATS = {C: "Ada", M: "Ben"}


@pytest.mark.parametrize("by", ["random", "greedy"])
def test_the_dealt_hands_of_a_sitting_are_always_possible_ones(by):
    start = Opening(SEATS, GAME.settled({}))
    for n, step in enumerate(sitting(GAME, start, dict.fromkeys(SIDES, named(by)), "1")):
        was, dealt = step.moment.state, step.moment.hands
        for side in SIDES if was.turn else ():
            cards = was.cards[side]
            assert len(dealt.hand[side]) == cards.hand and len(dealt.armory[side]) == cards.armory
            assert Counter(dealt.hand[side] + dealt.armory[side] + dealt.buried[side]) == cards.unseen
            assert all(cards.in_hand(card) for card in dealt.hand[side])
        if n == 150:
            break


@pytest.mark.slow
def test_the_house_set_is_fair_enough():
    won = Counter(side for n in range(40) for side in play(Task(GAME.key, n, 1, ("random",))).winners)
    assert sum(won.values()) == 40 and all(n <= 0.7 * 40 for n in won.values())
