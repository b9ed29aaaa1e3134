"""A game is a small core, and features that it lists."""

from dataclasses import fields, replace

import pytest

from companion.kernel.cardset import SetForm
from companion.kernel.features import Clocks, Figures, Measured
from companion.kernel.game import Game
from tests.tiny import GAME


def test_the_core_of_a_game_has_at_most_sixteen_fields() -> None:
    assert len(fields(Game)) <= 16


def test_a_feature_is_the_listed_one_or_its_defaults_or_none() -> None:
    assert GAME[Figures] is GAME.get(Figures) in GAME.features
    assert GAME.get(Measured) is None and GAME[Measured] == Measured()
    assert GAME.get(Clocks) is None
    with pytest.raises(TypeError):
        GAME[SetForm]


def test_a_game_takes_a_feature_in_place_of_its_own() -> None:
    other = GAME.having(Figures(), Measured("fair"))
    assert other[Figures] == Figures() != GAME[Figures] and other[Measured].words == "fair"
    assert len(other.features) == len(GAME.features) + 1


def test_a_game_that_lists_two_features_of_one_type_is_refused() -> None:
    with pytest.raises(ValueError, match="two features"):
        replace(GAME, features=(Measured("a"), Measured("b")))
