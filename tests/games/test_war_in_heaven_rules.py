"""Every rule of War in Heaven, once where it lets something happen and once where it does not."""

import random
from collections import Counter

import pytest

from companion.games.war_in_heaven import GAME
from companion.games.war_in_heaven.box import ALLIES
from companion.games.war_in_heaven.state import BONUS
from companion.games.war_in_heaven.state.sequence import open_recharge, open_turn
from companion.games.war_in_heaven.state.skirmishes import Striker, fallen_sets, witness
from companion.kernel.features import Figures
from tests.games.positions import cases
from tests.games.war import card, drawn, opened, recharging

test_case = cases("war_in_heaven", GAME, drawn, opened, recharging, card, open_recharge, open_turn)


# -- battle -----------------------------------------------------------------------------------------------


def test_what_is_struck_is_what_the_strikers_have():
    """Over random battles: every enemy told to fall is struck for his defeat value, no other one is."""
    rng, seen = random.Random(8), 0
    for _ in range(200):
        defeat = rng.choices((1, 2, 3, 4), k=rng.randint(1, 4))
        strikers = [
            Striker(attack, tuple(sorted(rng.sample(range(len(defeat)), rng.randint(1, len(defeat))))))
            for attack in rng.choices((0, 1, 2, 3, 5), k=rng.randint(1, 4))
        ]
        for fallen in fallen_sets(strikers, defeat):
            dealt, by = Counter(), Counter()
            for k, i, points in witness(strikers, defeat, fallen):
                assert points > 0 and i in strikers[k].targets
                dealt[i] += points
                by[k] += points
            assert all(by[k] <= strikers[k].attack for k in by)
            assert {i for i in range(len(defeat)) if dealt[i] >= defeat[i]} == set(fallen)
            assert all(dealt[i] <= defeat[i] for i in dealt)
            seen += 1
    assert seen > 200
    with pytest.raises(ValueError, match="no order"):
        witness([Striker(1, (0,))], [2], (0,))


# -- several things at once -------------------------------------------------------------------------------


def test_actions_that_could_not_be_taken_are_not_counted_as_taken():
    stuck = drawn("../.../..../...../..../...../..../.../..", actions=2, down=frozenset(ALLIES["Angels"]))
    stuck = stuck.but(on={"A5": "Michael"}, at={"Michael": "A5"})
    moments = [stuck, stuck.but(phase=BONUS, actions=0)]
    assert dict(GAME[Figures].numbers(moments))["Actions"] == {"Angels": 0, "Demons": 0}
