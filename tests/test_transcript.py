"""The text of a sitting: what is written can be read, and what cannot be read says where and why."""

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.cli.main import main
from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.journal import MOST_ENTRIES, Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.transcript import UnreadableTranscript
from tests.conftest import Cli, Phones
from tests.test_app import words
from tests.tiny import GAME

GAMES = {"tiny": GAME}
HEAD = """game: tiny
rules: 1
option goal = 10
option turns = strict
option first = Red
seat Red = Anna
seat Blue = Ben

"""


def fresh():
    return Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}))


def unreadable(text):
    with pytest.raises(UnreadableTranscript) as no:
        transcript.read(text, GAMES)
    return no.value


def test_a_sitting_reads_like_a_sitting():
    table = (
        fresh().say("Red", "add", {"step": "3"}).say("Blue", "throw", {"pebbles": ["pebble 2", "pebble 1"]})
    )
    table = table.say("Blue", "ruling", {"total": "2", "reason": 'we "misread", both + all'})
    table = (
        table.say("Red", "undo", {"entry": "3"}).say("Red", "redo", {"entry": "4"}).say("Blue", "resign", {})
    )
    text = transcript.write(table)
    assert text == HEAD.replace("\nseat Red", "\noption undo = ask\nseat Red") + (
        "Red add: 3\n"
        "Blue throw: pebble 1 + pebble 2\n"
        'Blue ruling: 2, "we \\"misread\\", both + all"\n'
        "Red undo: 3\n"
        "Red redo: 4\n"
        "Blue resign\n"
        "= over: Red resign\n"
    )
    again = transcript.read(text, GAMES)
    assert transcript.write(again) == text
    assert again.state == table.state and again.opening == table.opening


@pytest.mark.parametrize("key", shelf())
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_what_is_written_can_be_read(key, seed):
    game = shelf()[key]
    table = Table.open(game, Opening({seat: f"Nr. {seat}" for seat in game.seats(game.players[0])}))
    chance = random.Random(seed)
    for action, _ in moves(game, table.state, chance):
        table = table.say(action.by, action.verb, written(action))
        if chance.random() < 0.1:
            table = table.say(action.by, "undo", {"entry": str(table.can_undo)})
            table = table.say(action.by, "redo", {"entry": str(table.can_redo)})
    again = transcript.read(transcript.write(table), shelf())
    assert again.state == table.state
    assert [(s.entry.seat, s.entry.verb, s.entry.answers) for s in again.log] == [
        (s.entry.seat, s.entry.verb, s.entry.answers) for s in table.log
    ]


def test_the_times_come_back_and_old_readers_take_them_for_remarks():
    said = [1_777_839_308.25, 1_777_839_308.25, 1_777_840_000.001, 0.0, 1_777_926_400.0]
    table = fresh()
    for number, at in enumerate(said):
        table = table.say(("Red", "Blue")[number % 2], "add", {"step": "1"}, at=at)
    text = transcript.write(table)
    assert text.count("# at ") == 3 and "# at 2026-05-03T20:15:08.250Z\nRed add: 1\nBlue add: 1\n# at" in text
    again = transcript.read(text, GAMES)
    assert [step.entry.at for step in again.log] == [*said[:3], said[2], said[4]]
    assert transcript.write(again).count("# at ") == 3


@pytest.mark.parametrize("when", ["2026-02-31T20:15:08.250Z", "1066-10-14T09:00:00.000Z", "now", "９"])
def test_a_time_that_is_none_is_a_remark(when):
    table = transcript.read(HEAD + f"# at {when}\nRed add: 1\n", GAMES)
    assert table.log[0].entry.at == 0.0


def test_a_sitting_has_so_many_entries_and_no_more(monkeypatch):
    monkeypatch.setattr(transcript, "MOST_ENTRIES", 3)
    pass_ = "Red pass\nBlue pass\n"
    assert transcript.read(HEAD + pass_ + "Red pass\n", GAMES).n == 3
    assert "at most 3 entries" in unreadable(HEAD + pass_ * 2).why


def test_whatever_a_journal_may_hold_can_be_read_again():
    """The longest sentence there is, as often as a journal has room for it, is within the budget."""
    why = '"' * 60 + "\U0001f9d9" * 60
    table = fresh().say("Red", "ruling", {"total": "1", "reason": why}, at=1_777_839_308.25)
    text = transcript.write(table)
    entry = text[text.index("# at ") :]
    others = 4 * (80 + 2)  # two more answers with the longest names that a phone may send
    assert (len(entry.encode()) + others) * MOST_ENTRIES < transcript.BYTES
    assert transcript.read(text, GAMES).log[0].entry.answers["reason"] == why


@pytest.mark.slow
def test_a_sitting_of_ten_thousand_lines_comes_back():
    table = Table.open(GAME, Opening({"Red": "A", "Blue": "B"}, {"turns": "race", "goal": "100000"}))
    for number in range(6000):
        table = table.say("Red", "add", {"step": "1"}, at=1_777_839_308 + number)
    text = transcript.write(table)
    assert text.count("\n") > 12_000 and transcript.write(transcript.read(text, GAMES)) == text


def test_remarks_and_empty_lines_are_not_entries():
    table = transcript.read("# a remark\n" + HEAD + "\n  # another\nRed add: 1   \n\n", GAMES)
    assert table.n == 1


def test_options_may_be_left_out():
    assert transcript.read("game: tiny\nseat Red = A\nseat Blue = B\nRed pass\n", GAMES).n == 1


def test_a_line_that_must_be_refused_is_refused_and_is_no_entry():
    table = transcript.read(
        HEAD + "!Blue add: 1 [turn]\n! Red add: 4 [step]\n!Red add: 4\nRed add: 1\n", GAMES
    )
    assert table.n == 1


def test_a_line_that_must_be_refused_but_is_not_says_so():
    no = unreadable(HEAD + "!Red add: 1\n")
    assert (no.line, "allowed") == (9, "allowed") and "allowed" in no.why


def test_a_line_refused_by_another_rule_says_by_which():
    assert "refused by step, not by goal" in unreadable(HEAD + "!Red add: 4 [goal]\n").why


def test_the_end_must_be_the_one_that_is_claimed():
    assert "not over" in unreadable(HEAD + "Red add: 1\n= over: Red goal\n").why
    no = unreadable(HEAD + "Red resign\n= over: Red resign\n")
    assert no.line == 10 and "Blue resign" in no.why
    assert transcript.read(HEAD + "Red end-table\n= over: draw end-table\n", GAMES).state.over


def test_a_line_of_spaces_and_brackets_is_read_in_time():
    line = "!Red add: 4" + " " * 1_900 + "["
    began = time.thread_time()
    for _ in range(500):
        assert transcript._cited(line) == (line, "")
    assert time.thread_time() - began < 0.2
    assert transcript._cited("Red add: 4   [step]") == ("Red add: 4", "step")


HOSTILE = {
    "nothing": ("", 1, "first line names the game"),
    "no game": ("seat Red = Anna\n", 1, "names the game"),
    "unknown game": ("game: chess\n", 1, "not on this shelf"),
    "no seats": ("game: tiny\n", 1, "players"),
    "unknown seat": ("game: tiny\nseat Green = Anna\nseat Blue = Ben\nBlue pass\n", 4, "seats Red, Blue"),
    "unknown option": (HEAD.replace("goal = 10", "gaol = 10") + "Red pass\n", 9, "no option"),
    "wrong choice": (HEAD.replace("goal = 10", "goal = 11") + "Red pass\n", 9, "can be 10, 100"),
    "unknown verb": (HEAD + "Red fly: 3\n", 9, "no “fly”"),
    "nobody's line": (HEAD + "Green add: 3\n", 9, "starts with a seat"),
    "no sentence": (HEAD + "Red\n", 9, "starts with a seat"),
    "late header": (HEAD + "Red pass\ngame: tiny\n", 10, "starts with a seat"),
    "too many answers": (HEAD + "Red add: 1, 2\n", 9, "takes 1 answers, not 2"),
    "too few answers": (HEAD + "Red add\n", 9, "not answered"),
    "not on offer": (HEAD + "Red add: 9\n", 9, "not an answer"),
    "not closed": (HEAD + 'Red ruling: 1, "why\n', 9, "not closed"),
    "glued": (HEAD + 'Red ruling: 1, "why"not\n', 9, "after an answer"),
    "cut short": (HEAD + "Red add: 1\nBlue ad", 10, "no “ad”"),
    "long line": (HEAD + "Red add: " + "1" * 3000, 9, "characters"),
    "many lines": (HEAD + "\n" * 60_000, 60_001, "at most 60000 lines"),
    "binary": (HEAD + "Red add: \x001\n", 9, "not text"),
    "a game without cards": ("game: tiny\ncards: {}\n", 2, "without a set"),
    "a long name": ("game: tiny\nseat Red = " + "A" * 80, 2, "characters"),
    "rules": ("game: tiny\nrules: one\n", 2, "is a number"),
    "stale undo": (HEAD + "Red add: 1\nRed undo: 7\n", 10, "does not stand"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_cannot_be_read_says_where_and_why(name):
    text, line, why = HOSTILE[name]
    no = unreadable(text)
    assert (no.line, why in no.why) == (line, True), str(no)
    assert str(no).startswith(f"Line {line}: ")


@settings(max_examples=300)
@given(st.text(max_size=200))
@example("game: tiny\n: \n")
def test_any_text_gives_a_sitting_or_a_sentence(text):
    for whole in (text, HEAD + text, HEAD + "Red ruling: " + text, HEAD + "Red add: 1\n!" + text):
        try:
            assert transcript.read(whole, GAMES).game is GAME
        except UnreadableTranscript as no:
            assert no.line >= 1 and no.why


@settings(max_examples=200)
@given(st.text(min_size=1, max_size=60))
def test_any_words_come_back(words):
    words = " ".join(words.split())
    if words and words.isprintable():
        table = fresh().say("Red", "ruling", {"total": "1", "reason": words})
        assert transcript.read(transcript.write(table), GAMES).log[0].entry == table.log[0].entry


def test_names_with_commas_are_quoted():
    assert transcript._name("card, face up") == '"card, face up"'
    assert transcript.answers_of('a, "card, face up" + b, -') == [["a"], ["card, face up", "b"], []]
    assert re.fullmatch(r"\S+", transcript._name("plain"))


# ---- the version a transcript names

OTHER_RULES = "game: tiny\n{}seat Red = Anna\nseat Blue = Ben\n\nRed add: 1\n"


@pytest.mark.parametrize(
    "header, says",
    [
        ("rules: 1\r\n", ""),
        (
            "rules: 999999\n",
            "It was played by version 999999 of the rules, a newer one; here they are version 1.",
        ),
        ("rules: 0\n", "It was played by version 0 of the rules; here they are version 1."),
        ("", "It does not say by which version of the rules it was played; here they are version 1."),
        ("rules: 1\n", ""),
    ],
)
def test_a_transcript_of_other_rules_says_so_where_it_is_brought_and_replayed(
    header: str,
    says: str,
    tiny: Path,
    tmp_path: Path,
    phone: Phones,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "a.game"
    file.write_text(OTHER_RULES.format(header))
    assert GAME.rules.version == 1 and main(["replay", str(file)]) == 0
    output = capsys.readouterr().out
    assert (says in output) if says else ("version" not in output)
    anna = phone()
    there = anna.post("/import", {"text": OTHER_RULES.format(header)}).location.split("/")[2]
    log = words(anna.get(f"/t/{there}/log"))
    assert (says in log) if says else ("version" not in log)


def test_a_transcript_that_does_not_hold_says_by_which_rules_it_did(
    tiny: Path, tmp_path: Path, phone: Phones, cli: Cli
) -> None:
    text = OTHER_RULES.format("rules: 7\n") + "Blue add: 9\n"
    (tmp_path / "a.game").write_text(text)
    why = "played by version 7 of the rules, a newer one; here they are version 1."
    assert why in cli("replay", tmp_path / "a.game", code=1)
    refused = phone().post("/import", {"text": text})
    assert refused.status_code == 422 and why in words(refused)
