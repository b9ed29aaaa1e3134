"""The cards of a set, each played many times at random: what a set check ends with."""

import pytest

from companion.cli.main import main
from companion.kernel.cardset import SetForm
from companion.kernel.shelf import shelf
from companion.players.tried import tried
from companion.toolkit import cardsets
from tests.conftest import one_in_a_minute

GAMES = {"high-heavens": 30, "heroball": 5, "havoc-in-heaven": 12}
"""So many cards of each are played within seconds."""


@pytest.mark.parametrize("key", one_in_a_minute(GAMES))
def test_each_card_that_can_be_played_is_played_and_what_it_did_is_counted(key):
    game = shelf()[key]
    cards = game[SetForm].house
    found = tried(game, cards, plays=1)
    assert len(found) >= GAMES[key]
    assert all(one.times and one.idle <= one.times for one in found.values())
    assert sum(bool(one.did) for one in found.values()) > len(found) / 2
    assert tried(game, cards, plays=1, seconds=0) == {}


def test_a_card_does_what_its_text_says_and_no_more():
    game = shelf()["high-heavens"]
    found = tried(game, game[SetForm].house, plays=2)
    for card, did in {
        "Odin": {"moves"},
        "Ares": {"Attack gained"},
        "Baldr": {"Armor gained"},
    }.items():
        assert {*found[card].did} <= did, (card, found[card])
    assert found["Hydra's Blood"].did["Poison gained"] == 2 * found["Hydra's Blood"].times
    assert found["Odin"].idle == 0


def test_a_set_check_ends_with_what_each_card_did(tmp_path, capsys):
    game = shelf()["high-heavens"]
    cards = cardsets.tidy(game[SetForm], game[SetForm].house)
    cards["gods"][0]["effect"], cards["gods"][0]["text"] = "while in play: armor 1 self", ""
    file = tmp_path / "own.toml"
    file.write_text(cardsets.to_toml(game[SetForm], cards, game), "utf-8")
    assert main(["set", "check", str(file), "--plays", "1"]) == 0
    said = capsys.readouterr().out
    assert "Played at random, each card 1 time if it could be, a minute at most:" in said
    assert "  Hydra's Blood, " in said and " Poison gained." in said
    assert said.rstrip().splitlines()[-1].endswith("never played; by itself, by hand, or nobody could.")
    assert f"  {cards['gods'][0]['name']}" in said
