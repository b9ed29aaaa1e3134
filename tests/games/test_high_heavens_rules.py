"""Every rule of High Heavens, once where it lets something happen and once where it does not."""

import pytest

from companion.games.high_heavens import GAME
from companion.games.high_heavens.actions.building import Build, SetTrap
from companion.games.high_heavens.actions.by_hand import Heal
from companion.games.high_heavens.tracked import Ruling
from companion.kernel.action import play
from companion.kernel.rulebook import Refusal
from tests.games.heavens import after, all_but, handed, opened, placed, plain, written
from tests.games.positions import cases

test_case = cases("high_heavens", GAME, placed, opened, written, handed, plain, all_but, holds=True)


def step(words: str, **fields):
    """Inside an ability of the Norse that is carried out by hand."""
    return handed(placed(words, **fields))


# -- chips ------------------------------------------------------------------------------------------------


def test_supply_allows():
    heavens = step("Thor D4 6h, Zeus D8", bank={**placed("Thor D4 6h, Zeus D8").bank})
    short = heavens.but(bank={**heavens.bank, "health": 2})
    assert play_without_count(short, Heal("Norse", "Thor", "5")).stack("Thor").health == 8, "after the cap"


def play_without_count(heavens, action):
    """Play where the test made chips vanish from the bank, so the hundred are not counted."""
    action.check(heavens)
    return action.apply(heavens)


def test_what_a_card_allows_beyond_the_rules_is_set_by_hand():
    """The printed rules forbid architecture on an invoking hex unless a card says otherwise."""
    heavens = step("Hestia D4")
    for action in (Build("Norse", ("E1",), "2"), SetTrap("Norse", "E1", "2")):
        with pytest.raises(Refusal) as refused:
            play(heavens, action)
        assert refused.value.hint == "Set it by hand if the card says so."
    built = after(heavens, Ruling("Norse", "E1", "2 Architecture", "the card says so"))
    assert built.stack("E1").column == 2 and "E1" in built.walls
