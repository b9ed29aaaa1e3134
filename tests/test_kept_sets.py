"""A table goes on with the set it was opened with, also where that set would not pass its check today."""

import copy
import random
from itertools import islice

import pytest
from sqlalchemy import update

from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.storage.schema import TABLES
from companion.storage.store import Store
from companion.storage.verify import stops
from tests.test_backup import house

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
    told = " ".join(line.text for line in table.start.told)
    for _, name in CARDS[key]:
        assert f"{name} is by hand: the phone does not carry out “{effect}”, which " in told
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


# -- the set that was the house's ----------------------------------------------------------------------------

FORMER = [
    pytest.param(game[SetForm], version, id=f"{game.key} {version}")
    for game in shelf().values()
    if game.get(SetForm)
    for version in game[SetForm].former
]
LAST = 5
"""The last version of the rules of Heroball with the first house set, in which Dromea pushed for nothing."""
CALLED = {LAST: "In Passing", LAST + 1: "Push"}
"""What her push is called."""


def pushes(table: Table) -> str:
    """Return what Dromea's push is called at a table."""
    return table.state.heroes["Dromea"].slots["Push"].name


@pytest.mark.parametrize("form, version", FORMER)
def test_a_set_that_was_the_house_s_passes_its_check(form, version):
    former = form.former[version]
    assert form.faults(former) == [] and former != form.house
    assert form.house_of(version) is form.house_of(1) is former and form.house_of(version + 1) is None


@pytest.mark.parametrize("version, called", CALLED.items())
def test_a_transcript_keeps_the_house_set_of_its_version(version, called):
    said = f"game: heroball\nrules: {version}\nseat Gold = Ada\nseat Crimson = Ben\n"
    table = transcript.read(said, shelf())
    assert pushes(table) == called
    assert pushes(transcript.read(transcript.write(table), shelf())) == called


@pytest.mark.parametrize("version, called", CALLED.items())
def test_a_kept_table_keeps_the_house_set_of_its_version(version, called, tmp_path):
    game, store = shelf()["heroball"], Store(house(tmp_path).database, shelf())
    table = Table.open(game, Opening(dict.fromkeys(game.seats(2), "x")))
    code = store.open(game, table, "a" * 32, ("Gold",)).code
    with store.database.writing() as connection:
        connection.execute(update(TABLES).where(TABLES.c.code == code).values(rules_version=version))
    for _ in range(2):
        store.cache.drop(code)
        assert pushes(store.session(code).table) == called
        assert stops(store.database, shelf(), 9.0).stopped == 0, "and the next start marks it as judged"
    assert store.session(code).rules_version == game.rules.version
