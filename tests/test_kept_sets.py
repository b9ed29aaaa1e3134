"""A table goes on with the set it was opened with, also where that set would not pass its check today."""

import copy
import random
from itertools import islice

import pytest

from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves

CARDS = {
    "high-heavens": [("gods", "Odin"), ("gods", "Zeus"), ("powers", "Berserk")],
    "havoc-in-heaven": [("skills", "Thunderclap"), ("skills", "Howling Hound"), ("items", "Iron Scales")],
    "heroball": [("cards", "Round Dance"), ("cards", "Pounce")],
}
UNKNOWN = ["sing 3 songs", "terrain 9 enemy sideways", "when dying: follow", "{0} {x}"]


def opened(key: str, effect: str, text: str | None = None) -> Table:
    """A table whose set has this effect on some of its cards, as one that was kept would be opened."""
    game = shelf()[key]
    cards = copy.deepcopy(dict(game[SetForm].house))
    rows = [row for deck, name in CARDS[key] for row in cards[deck] if row["name"] == name]
    assert len(rows) == len(CARDS[key])
    for row in rows:
        row["effect"] = effect
        if text is not None:
            row["text"] = text
    assert game[SetForm].faults(cards), "it fails its check"
    return Table.open(game, Opening(dict.fromkeys(game.seats(game.players[0]), "x"), cards=cards))


@pytest.mark.parametrize("effect", UNKNOWN)
@pytest.mark.parametrize("key", CARDS)
def test_what_is_not_carried_out_any_more_is_left_to_the_hands_saying_so(key, effect):
    table = opened(key, effect)
    text = " ".join(line.text for line in table.start.told)
    for _, name in CARDS[key]:
        assert f"{name} is by hand: the phone does not carry out “{effect}”, which " in text
    for _, state in islice(moves(table.game, table.start, random.Random(1)), 300):
        table.game.invariant(state)


@pytest.mark.parametrize("key", CARDS)
def test_where_only_the_words_on_a_card_differ_it_plays_on_as_it_did(key):
    known = {"high-heavens": "armor 1 friend", "havoc-in-heaven": "gold 2", "heroball": "by hand"}[key]
    table = opened(key, known, "Nine, " * 99)
    assert "by hand: the phone" not in " ".join(line.text for line in table.start.told)


def test_a_kept_table_is_replayed_from_its_journal_word_for_word():
    table = opened("high-heavens", "sing 3 songs")
    for action, _ in islice(moves(table.game, table.start, random.Random(3)), 120):
        table = table.say(action.by, action.verb, written(action))
    again = Table.open(table.game, table.opening).replayed([step.entry for step in table.log])
    assert again.stopped is None and again.state == table.state
    brought = transcript.read(transcript.write(table), shelf())
    assert brought.state == table.state and brought.opening.cards == table.opening.cards


def test_a_sitting_whose_set_has_any_other_fault_is_not_brought():
    table = opened("high-heavens", "sing 3 songs")
    table.opening.cards["gods"][0]["health"] = 99
    with pytest.raises(transcript.UnreadableTranscript, match="the set of cards: Odin, health"):
        transcript.read(transcript.write(table), shelf())
