"""The cards of a set, each played many times at random: what a set check ends with."""

import copy

import pytest

from companion.kernel.cardset import SetForm
from companion.kernel.shelf import shelf
from companion.players.loops import loops
from companion.players.tried import tried
from companion.toolkit import cardsets
from tests.conftest import one_in_a_minute

GAMES = {"high-heavens": 30, "heroball": 5, "havoc-in-heaven": 12}
"""So many cards of each are played within seconds."""


@pytest.mark.parametrize("key", one_in_a_minute(GAMES))
def test_each_card_that_can_be_played_is_played_and_what_it_did_is_counted(key):
    game = shelf()[key]
    cards = game[SetForm].house
    tries = tried(game, cards, plays=1)
    assert len(tries) >= GAMES[key]
    assert all(one.times and one.idle <= one.times for one in tries.values())
    assert sum(bool(one.did) for one in tries.values()) > len(tries) / 2
    assert tried(game, cards, plays=1, seconds=0) == {}


def test_a_card_does_what_its_text_says_and_no_more():
    game = shelf()["high-heavens"]
    tries = tried(game, game[SetForm].house, plays=2)
    for card, did in {
        "Odin": {"moves"},
        "Ares": {"Attack gained"},
        "Baldr": {"Armor gained"},
    }.items():
        assert {*tries[card].did} <= did, (card, tries[card])
    assert tries["Hydra's Blood"].did["Poison gained"] == 2 * tries["Hydra's Blood"].times
    assert tries["Odin"].idle == 0


def test_a_set_check_ends_with_what_each_card_did(tmp_path, cli):
    game = shelf()["high-heavens"]
    cards = cardsets.tidy(game[SetForm], game[SetForm].house)
    cards["gods"][0]["effect"], cards["gods"][0]["text"] = "while in play: armor 1 self", ""
    file = tmp_path / "own.toml"
    file.write_text(cardsets.to_toml(game[SetForm], cards, game), "utf-8")
    output = cli("set check", file, "--plays", "1")
    assert "Played at random, each card 1 time if it could be, a minute at most:" in output
    assert "  Hydra's Blood, " in output and " Poison gained." in output
    assert output.rstrip().splitlines()[-1].endswith("never played; by itself, by hand, or nobody could.")
    assert f"  {cards['gods'][0]['name']}" in output


# -- cards that never run out ------------------------------------------------------------------------------

PLANTED = [
    ("heroball", {"Second Breath": {"cost": 0}}, "Second Breath"),
    ("heroball", {"Second Breath": {"cost": 1, "effect": "ap 2 self"}}, "Second Breath"),
    ("heroball", {"Round Dance": {"effect": "move 1 hero adjacent; ap 1 self"}}, "Round Dance"),
    ("heroball", {"Pounce": {"cost": 0, "effect": "place self to anywhere"}}, "Pounce"),
    ("heroball", {"Stubborn Ground": {"cost": 0, "effect": "place ball to anywhere"}}, "Stubborn Ground"),
    ("high-heavens", {"Odin": {"cost": 1, "effect": "ap 2"}}, "Odin"),
    ("high-heavens", {"Baldr": {"cost": 0, "effect": "heal 1 self"}}, "Baldr"),
    (
        "high-heavens",
        {"Odin": {"effect": "attack 2 friends"}, "Thor": {"cost": 1, "effect": "pay 1 attack: ap 2"}},
        "Thor",
    ),
]
"""A game, cards of the house set changed so that nothing ends them, and what is accused."""
BOUNDED = [
    ("heroball", {"Pounce": {"cost": 0, "effect": "ap -all enemies"}}),
    ("heroball", {"Second Breath": {"cost": 0, "effect": "pay token: token -all"}}),
    ("high-heavens", {"Odin": {"cost": 0, "effect": "once a turn: heal 1 self"}}),
    ("high-heavens", {"Odin": {"cost": 2, "effect": "ap 1"}}),
]
"""Cards that cost little or nothing, and cannot be played on and on."""


def in_a_minute(cases):
    """Cases of which a minute's check takes the first, and the whole all of them."""
    first, *others = cases
    return [first, *(pytest.param(*case, marks=pytest.mark.slow) for case in others)]


def again(key, changes, plays=20, seconds=30.0):
    """What is accused in the house set with some cards changed."""
    game = shelf()[key]
    cards = copy.deepcopy(dict(game[SetForm].house))
    rows = [row for rows in cards.values() if isinstance(rows, list) for row in rows]
    for row in rows:
        row.update({"text": ""} | changes[row["name"]] if row["name"] in changes else {})
    tries = tried(game, cards, plays, seconds)
    assert changes.keys() <= tries.keys() or not changes
    return [" and ".join(loop.cards) for loop in loops(game, cards, tries)]


@pytest.mark.parametrize("key, changes, accused", in_a_minute(PLANTED))
def test_a_card_that_never_runs_out_is_found_by_playing_it(key, changes, accused):
    assert any(accused in loop.split(" and ") for loop in again(key, changes))


@pytest.mark.parametrize("key, changes", in_a_minute([*BOUNDED, *((key, {}) for key in GAMES)]))
def test_cards_that_end_by_themselves_are_not_accused(key, changes):
    assert again(key, changes) == []


def test_a_set_check_fails_where_a_card_never_runs_out(tmp_path, cli):
    game = shelf()["heroball"]
    cards = cardsets.tidy(game[SetForm], game[SetForm].house)
    row = next(row for row in cards["cards"] if row["name"] == "Pounce")
    row |= {"cost": 0, "text": "Place this hero on any hex.", "effect": "place self to anywhere"}
    file = tmp_path / "own.toml"
    file.write_text(cardsets.to_toml(game[SetForm], cards, game), "utf-8")
    cli("set check", file, "--plays", "20", code=1)
    assert "Pounce: played 3 times in one turn for nothing (3 moves), and nothing ends it;" in cli.out
    assert "once a turn" in cli.out and cli.err == "1 thing to mend.\n"
