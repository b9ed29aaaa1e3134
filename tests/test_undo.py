"""Taking back is a conversation: who is asked, who answers, and what every phone reads of it."""

from typing import Any

import pytest

from companion.kernel import transcript
from companion.kernel.game import TAKING_BACK, Opening
from companion.kernel.journal import Table
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from tests.tiny import GAME

SEATS = {"Red": "Anna", "Blue": "Ben"}
Said = tuple[str, str, dict[str, Any]]
ONE: Said = ("Red", "add", {"step": "1"})
TWO: Said = ("Blue", "add", {"step": "2"})
ASK: Said = ("Red", "ask-undo", {"entry": "2", "of": ["Blue"]})


def sitting(*said: Said, **options: str) -> Table[Any]:
    table = Table.open(GAME, Opening(SEATS, options))
    for seat, verb, answers in said:
        table = table.say(seat, verb, answers)
    return table


def told(table: Table[Any]) -> list[str]:
    return [line.text for line in table.log[-1].told]


def why_not(table: Table[Any], *said: Any) -> str:
    with pytest.raises(Refusal) as no:
        table.say(*said)
    assert no.value.rule.key == "undo"
    return no.value.why


# ---- the journal


def test_who_said_what_would_go() -> None:
    table = sitting(ONE, TWO, ("Red", "pass", {}))
    assert [table.sayers(n) for n in range(5)] == [(), ("Red", "Blue"), ("Red", "Blue"), ("Red",), ()]


def test_what_is_asked_for_moves_nothing_until_it_is_agreed() -> None:
    before = sitting(ONE, TWO)
    asked = before.say(*ASK)
    assert asked.state == before.state and asked.can_undo == 2 and asked.asked
    assert (asked.asked.seat, asked.asked.of, asked.asked.entry) == ("Red", ("Blue",), 2)
    assert told(asked) == ["Red asks Blue to take back Blue's “Add: 2”."]
    agreed = asked.say("Blue", "agree-undo", {"entry": "3"})
    assert agreed.state == sitting(ONE).state and agreed.asked is None
    assert told(agreed) == ["Blue agrees: Red takes back Blue's “Add: 2”.", "Total: 1.", "Turn: Blue."]
    back = agreed.say("Blue", "redo", {"entry": str(agreed.can_redo)})
    assert back.state == before.state and told(back)[0] == "Blue puts back “Add: 2”."


@pytest.mark.parametrize(
    ("seat", "words"),
    [("Blue", "Blue says no: it stays as it is."), ("Red", "Red takes nothing back after all.")],
)
def test_what_is_asked_for_is_declined_or_withdrawn(seat: str, words: str) -> None:
    table = sitting(ONE, TWO, ASK, (seat, "decline-undo", {"entry": "3"}))
    assert table.state == sitting(ONE, TWO).state and table.asked is None and told(table) == [words]
    assert "answered already" in why_not(table, "Blue", "agree-undo", {"entry": "3"})


def test_whoever_opened_the_table_answers_for_a_seat() -> None:
    asked = sitting(ONE, TWO, ASK)
    agreed = asked.say("Blue", "agree-undo", {"entry": "3", "who": "opener"})
    assert told(agreed)[0] == "Whoever opened the table agrees for Blue: Red takes back Blue's “Add: 2”."
    declined = asked.say("Blue", "decline-undo", {"entry": "3", "who": "opener"})
    assert told(declined) == ["Whoever opened the table says no for Blue: it stays as it is."]
    assert "answers for itself" in why_not(asked, "Blue", "agree-undo", {"entry": "3", "who": "Eve"})


@pytest.mark.parametrize(
    "more",
    [("Red", "pass", {}), ("Red", "undo", {"entry": "2"}), ("Red", "ruling", {"total": "5", "reason": "x"})],
)
def test_a_question_lapses_when_something_else_is_said(more: Said) -> None:
    table = sitting(ONE, TWO, ASK, more)
    assert table.asked is None
    assert "play went on" in why_not(table, "Blue", "agree-undo", {"entry": "3"})


def test_only_who_is_asked_answers_and_only_for_what_stands() -> None:
    table = sitting(ONE, TWO)
    for of in ([], ["Red"], ["Green"], ["Blue", "Blue"], ["Blue", "Red"]):
        assert "names other seats" in why_not(table, "Red", "ask-undo", {"entry": "2", "of": of})
    assert "does not stand" in why_not(table, "Red", "ask-undo", {"entry": "7", "of": ["Blue"]})
    asked = table.say(*ASK)
    assert "Red asks Blue" in why_not(asked, "Red", "agree-undo", {"entry": "3"})
    assert "answered already" in why_not(asked, "Blue", "agree-undo", {"entry": "2"})


def test_several_seats_are_asked_and_all_must_agree() -> None:
    game = shelf()["heroball"]
    table = Table.open(game, Opening({seat: seat for seat in game.seats(4)}))
    names = [*table.opening.seats]
    for seat in names[1:]:
        table = table.say(seat, "offer-draw", {}).say(seat, "decline-draw", {})
    table = table.say(names[0], "ask-undo", {"entry": "1", "of": names[1:]})
    for seat in names[1:3]:
        table = table.say(seat, "agree-undo", {"entry": str(table.asked.n)})
        assert table.standing and "yet to answer" in told(table)[0]
    assert not table.say(names[3], "agree-undo", {"entry": str(table.asked.n)}).standing


def test_a_long_way_back_is_counted() -> None:
    table = sitting(*[("Red", "pass", {})] * 6, turns="race")
    assert told(table.say("Blue", "undo", {"entry": "1"}))[0] == (
        "Blue takes back 3 sentences from entry 1 on, Red's “Pass”, Red's “Pass” and Red's “Pass”."
    )


def test_a_transcript_tells_the_conversation() -> None:
    table = sitting(ONE, TWO, ASK, ("Blue", "decline-undo", {"entry": "3"}), ASK)
    table = table.say("Blue", "agree-undo", {"entry": "5", "who": "opener"})
    text = transcript.write(table)
    assert text.endswith(
        "Red ask-undo: 2, Blue\nBlue decline-undo: 3\nRed ask-undo: 2, Blue\nBlue agree-undo: 5, opener\n"
    )
    again = transcript.read(text, {"tiny": GAME})
    assert transcript.write(again) == text and again.state == sitting(ONE).state
    kept = Table.open(GAME, table.opening).replayed(step.entry for step in table.log)
    assert kept.stopped is None and kept.log == table.log and kept.asked == table.asked


def test_an_old_journal_goes_back_by_agreement_over_what_no_longer_holds() -> None:
    table = sitting(ONE, TWO, ASK, ("Blue", "agree-undo", {"entry": "3"}), ("Blue", "add", {"step": "3"}))
    entries = [step.entry for step in table.log]
    entries[1] = type(entries[1])(2, "Blue", "add", {"step": "4"})
    again = Table.open(GAME, table.opening).replayed(entries)
    assert again.stopped is None and again.state == table.state


def test_every_table_has_the_option_and_no_game_may() -> None:
    assert sitting().opening.options["undo"] == "ask"
    with pytest.raises(ValueError, match="an option is called “undo”"):
        type(GAME)(**{**{k: v for k, v in vars(GAME).items() if k != "_by_verb"}, "options": (TAKING_BACK,)})
