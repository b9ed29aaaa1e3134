"""Played sittings: each transcript holds line by line, and together they show every way a game can end."""

import pytest

from companion import check
from companion.kernel import transcript
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from tests.sittings import sitting_text


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.key)
def test_played_sittings_hold_and_show_every_ending(game):
    assert game.endings and sittings(game)
    check.played(game)


def test_both_tiebreaks_of_the_last_round_have_been_played():
    assert "more Allies" in over("most-allies") and "more tokens" in over("most-tokens")


def over(name: str) -> str:
    """Why a sitting of War in Heaven is over."""
    table = transcript.read(sitting_text("war-in-heaven", name), shelf())
    assert table.state.over
    return str(table.state.over.why)
