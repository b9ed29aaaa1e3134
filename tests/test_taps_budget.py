"""Whole played games cost no more taps than this: nothing is confirmed that one tap takes back."""

import pytest

from tests.tapped import taps

BUDGET = {
    ("war-in-heaven", "commander"): 115,
    ("heroball", "three"): 125,
    ("high-heavens", "base"): 230,
    ("heaven-and-ale", "two"): 123,
    ("havoc-in-heaven", "whole-game"): 943,
    ("nine-mens-morris", "mills"): 43,
}


@pytest.mark.parametrize("game, played", BUDGET)
def test_a_played_game_costs_no_more_taps_than_its_budget(game: str, played: str) -> None:
    assert taps(game, played) <= BUDGET[game, played]
