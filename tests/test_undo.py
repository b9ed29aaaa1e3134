"""Taking back is a conversation: who is asked, who answers, and what every phone reads of it."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.kernel import transcript
from companion.kernel.journal import Table
from companion.kernel.opening import TAKING_BACK, Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from tests.conftest import Phone, Phones, house
from tests.test_app import chairs, words
from tests.tiny import GAME

SEATS = {"Red": "Anna", "Blue": "Ben"}
Sentence = tuple[str, str, dict[str, Any]]
ONE: Sentence = ("Red", "add", {"step": "1"})
TWO: Sentence = ("Blue", "add", {"step": "2"})
ASK: Sentence = ("Red", "ask-undo", {"entry": "2", "of": ["Blue"]})


def sitting(*said: Sentence, **options: str) -> Table[Any]:
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
    pending = before.say(*ASK)
    assert pending.state == before.state and pending.can_undo == 2 and pending.asked
    assert (pending.asked.seat, pending.asked.of, pending.asked.entry) == ("Red", ("Blue",), 2)
    assert told(pending) == ["Red asks Blue to take back Blue's “Add: 2”."]
    agreed = pending.say("Blue", "agree-undo", {"entry": "3"})
    assert agreed.state == sitting(ONE).state and agreed.asked is None
    assert told(agreed) == [
        "Blue agrees: Red takes back Blue's “Add: 2”.",
        "Set Total to 1.",
        "Set Turn to Blue.",
    ]
    back = agreed.say("Blue", "redo", {"entry": str(agreed.can_redo)})
    assert back.state == before.state and told(back)[0] == "Blue puts back “Add: 2”."


@pytest.mark.parametrize(
    "seat, words",
    [("Blue", "Blue says no: it stays as it is."), ("Red", "Red takes nothing back after all.")],
)
def test_what_is_asked_for_is_declined_or_withdrawn(seat: str, words: str) -> None:
    table = sitting(ONE, TWO, ASK, (seat, "decline-undo", {"entry": "3"}))
    assert table.state == sitting(ONE, TWO).state and table.asked is None and told(table) == [words]
    assert "answered already" in why_not(table, "Blue", "agree-undo", {"entry": "3"})


def test_whoever_opened_the_table_answers_for_a_seat() -> None:
    pending = sitting(ONE, TWO, ASK)
    agreed = pending.say("Blue", "agree-undo", {"entry": "3", "who": "opener"})
    assert told(agreed)[0] == "The host agrees for Blue: Red takes back Blue's “Add: 2”."
    declined = pending.say("Blue", "decline-undo", {"entry": "3", "who": "opener"})
    assert told(declined) == ["The host says no for Blue: it stays as it is."]
    assert "answers for itself" in why_not(pending, "Blue", "agree-undo", {"entry": "3", "who": "Eve"})


@pytest.mark.parametrize(
    "more",
    [("Red", "pass", {}), ("Red", "undo", {"entry": "2"}), ("Red", "ruling", {"total": "5", "reason": "x"})],
)
def test_a_question_lapses_when_something_else_is_said(more: Sentence) -> None:
    table = sitting(ONE, TWO, ASK, more)
    assert table.asked is None
    assert "play went on" in why_not(table, "Blue", "agree-undo", {"entry": "3"})


def test_only_who_is_asked_answers_and_only_for_what_stands() -> None:
    table = sitting(ONE, TWO)
    for of in ([], ["Red"], ["Green"], ["Blue", "Blue"], ["Blue", "Red"]):
        assert "names other seats" in why_not(table, "Red", "ask-undo", {"entry": "2", "of": of})
    assert "does not stand" in why_not(table, "Red", "ask-undo", {"entry": "7", "of": ["Blue"]})
    pending = table.say(*ASK)
    assert "Red asks Blue" in why_not(pending, "Red", "agree-undo", {"entry": "3"})
    assert "answered already" in why_not(pending, "Blue", "agree-undo", {"entry": "2"})


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
    saved = Table.open(GAME, table.opening).replayed(step.entry for step in table.log)
    assert saved.stopped is None and saved.log == table.log and saved.asked == table.asked


def test_an_old_journal_goes_back_by_agreement_over_what_no_longer_holds() -> None:
    table = sitting(ONE, TWO, ASK, ("Blue", "agree-undo", {"entry": "3"}), ("Blue", "add", {"step": "3"}))
    entries = [step.entry for step in table.log]
    entries[1] = type(entries[1])(2, "Blue", "add", {"step": "4"})
    again = Table.open(GAME, table.opening).replayed(entries)
    assert again.stopped is None and again.state == table.state


def test_every_table_has_the_option_and_no_game_may() -> None:
    assert sitting().opening.options["undo"] == "ask"
    with pytest.raises(ValueError, match="an option is called “undo”"):
        replace(GAME, options=(TAKING_BACK,))


# ---- on the phones


def both(phone: Phones, **form: str) -> tuple[str, Phone, Phone]:
    """A table that Anna opened and sits at as Red, and Ben as Blue."""
    anna, ben = phone(), phone()
    code = anna.open(**{"phone": "1", "option-turns": "race", **form})
    session = anna.app.extensions["companion"].store.session(code)
    store = anna.app.extensions["companion"].store
    ben.get("/")
    ben.get(f"/t/{code}")
    with ben.client.session_transaction() as cookie:
        name = cookie["phone"]
    store.seating.sit(session, session.chairs[1].key, name)
    return code, anna, ben


def said(anna: Phone, code: str) -> list[str]:
    log = anna.app.extensions["companion"].store.session(code).table.log
    return [f"{step.entry.seat} {step.entry.verb}" for step in log]


def test_an_undo_over_something_unseen_is_asked_about_first(phone: Phones) -> None:
    code, anna, ben = both(phone)
    assert anna.say(code, "add", 0, step="1").status_code == 303
    assert ben.say(code, "add", 1, step="2").status_code == 303
    late = anna.say(code, "undo", 1, entry="1")
    assert late.status_code == 409 and "Since you looked: Blue: Add: 2." in words(late)
    assert "Ask Blue Leave it" in words(late) and said(anna, code) == ["Red add", "Blue add"]
    assert anna.say(code, "undo", entry="1").status_code == 409, (
        "who does not say what he saw has not seen it"
    )
    assert anna.say(code, "undo", 2, entry="1").status_code == 303
    assert said(anna, code)[2:] == ["Red ask-undo"]


def test_ones_own_last_sentence_goes_back_without_a_question(phone: Phones) -> None:
    code, anna, ben = both(phone)
    anna.say(code, "add", 0, step="1")
    assert ">Undo</span></button>" in anna.get(f"/t/{code}").text and "Undo? Asks Red" in words(
        ben.get(f"/t/{code}")
    )
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    for one in (anna, ben):
        page = words(one.get(f"/t/{code}"))
        assert "Red takes back “Add: 1”." in page and "Put it back" in page
    assert ben.say(code, "redo", 2, entry="2").status_code == 303
    assert "Blue puts back Red's “Add: 1”." in words(anna.get(f"/t/{code}"))
    assert said(anna, code) == ["Red add", "Red undo", "Blue redo"]


def test_another_seats_sentence_is_asked_for_and_every_phone_reads_the_answer(phone: Phones) -> None:
    code, anna, ben = both(phone)
    ben.say(code, "add", 0, by="Blue", step="2")
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    asks = "Red asks Blue to take back Blue's “Add: 2”."
    mine, theirs, eve = (words(one.get(f"/t/{code}")) for one in (anna, ben, phone()))
    assert asks in mine and "Waiting for Blue." in mine and "Never mind" in mine
    assert "Answer for Blue" not in mine, "Ben has a minute"
    assert f"{asks} Take it back Leave it" in theirs and "Never mind" not in theirs
    assert asks in eve and "Take it back" not in eve
    assert anna.say(code, "agree-undo", 2, by="Blue", entry="2").status_code == 422, "Ben has a minute"
    assert phone().say(code, "agree-undo", 2, by="Blue", entry="2").status_code == 403
    assert ben.say(code, "agree-undo", 2, by="Blue", entry="2").status_code == 303
    for one in (anna, ben):
        page = words(one.get(f"/t/{code}"))
        assert "Blue agrees: Red takes back Blue's “Add: 2”." in page and "Put it back" in page
    log = words(ben.get(f"/t/{code}/log"))
    assert (
        "Blue Agree to undo, entry 2" in log
        and "Red Ask to undo, entry 1" in log
        and "Blue Add: 2 taken back" in log
    )


@pytest.mark.parametrize("who", ["Red", "Blue"])
def test_a_question_is_turned_down_or_withdrawn_by_a_tap(phone: Phones, who: str) -> None:
    code, anna, ben = both(phone)
    ben.say(code, "add", 0, by="Blue", step="2")
    anna.say(code, "undo", 1, entry="1")
    assert (anna if who == "Red" else ben).say(code, "decline-undo", 2, by=who, entry="2").status_code == 303
    assert "Take it back" not in words(ben.get(f"/t/{code}"))
    assert ben.say(code, "agree-undo", 3, by="Blue", entry="2").status_code == 422
    assert said(anna, code) == ["Blue add", "Red ask-undo", f"{who} decline-undo"]


def test_who_asked_is_told_that_play_went_on(phone: Phones) -> None:
    code, anna, ben = both(phone)
    ben.say(code, "add", 0, by="Blue", step="2")
    anna.say(code, "undo", 1, entry="1")
    assert "played on" not in words(anna.get(f"/t/{code}"))
    assert anna.say(code, "add", 2, by="Red", step="1").status_code == 303
    assert "played on" not in words(anna.get(f"/t/{code}")), "she did so herself"
    anna.say(code, "undo", 3, entry="1")
    assert ben.say(code, "add", 4, by="Blue", step="2").status_code == 303
    assert "Ben played on: nothing is taken back." in words(anna.get(f"/t/{code}"))
    assert "played on" not in words(ben.get(f"/t/{code}"))
    assert anna.say(code, "add", 5, by="Red", step="1").status_code == 303
    assert "played on" not in words(anna.get(f"/t/{code}"))


def test_the_opener_answers_for_a_seat_that_does_not(phone: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    code, anna, ben = both(phone)
    anna.say(code, "add", 0, step="1")
    ben.say(code, "undo", 1, by="Blue", entry="1")
    ben.say(code, "decline-undo", 2, by="Blue", entry="2")
    ben.say(code, "add", 3, by="Blue", step="2")
    anna.say(code, "undo", 4, entry="4")
    early = anna.say(code, "agree-undo", 5, by="Blue", entry="5")
    assert early.status_code == 422 and re.search(r"Blue has (60|5\d) more seconds to answer\.", words(early))
    now = time.time()
    assert re.search(r'hx-trigger="load delay:(60|5\d)s"', anna.get(f"/t/{code}").text), "the page comes back"
    monkeypatch.setattr("companion.storage.store.time.time", lambda: now + 61)
    assert "Answer for Blue" in words(anna.get(f"/t/{code}"))
    assert ben.say(code, "agree-undo", 5, by="Red", entry="5").status_code == 403, "Ben did not open it"
    assert anna.say(code, "agree-undo", 5, by="Blue", entry="5").status_code == 303
    assert "The host agrees for Blue: Red takes back" in words(ben.get(f"/t/{code}"))


def test_where_it_is_free_or_nobody_else_sits_nothing_is_asked(phone: Phones) -> None:
    code, anna, ben = both(phone, **{"option-undo": "free"})
    ben.say(code, "add", 0, by="Blue", step="2")
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    assert said(anna, code) == ["Blue add", "Red undo"]
    one = phone()
    code = one.open(phone="all")
    one.say(code, "add", 0, step="1")
    one.say(code, "add", 1, step="1")
    assert "undo?" not in words(one.get(f"/t/{code}"))
    assert one.say(code, "undo", 2, entry="1").status_code == 303
    assert said(one, code)[2:] == ["Red undo"]


def test_a_question_survives_a_restart(tiny: Path, tmp_path: Path) -> None:
    first = house(tmp_path)
    code, anna, ben = both(lambda: Phone(first))
    ben.say(code, "add", 0, by="Blue", step="2")
    anna.say(code, "undo", 1, entry="1")
    again = house(tmp_path).extensions["companion"].store.session(code)
    assert again.table.asked and again.table.asked.of == ("Blue",)


def test_a_key_belongs_to_a_phone_and_a_sentence(phone: Phones) -> None:
    code, anna, ben = both(phone)
    for _ in range(2):
        assert anna.say(code, "add", 0, step="1", key="k").status_code == 303
    again = anna.say(code, "add", 1, step="2", key="k")
    assert again.status_code == 409 and "this was not kept. Say it once more." in words(again)
    assert 'name="step" value="2"' in again.text, "the sentence stays on the page, with a key of its own"
    assert anna.say(code, "pass", 1, key="k").status_code == 409
    assert ben.say(code, "add", 1, step="1", key="k").status_code == 409
    assert said(anna, code) == ["Red add"]


def test_an_undo_and_a_tap_in_the_same_instant_never_lose_the_tap(phone: Phones) -> None:
    code, anna, ben = both(phone, **{"option-goal": "100000"})
    store = anna.app.extensions["companion"].store
    for pair in range(20):
        n = store.session(code).n
        own = store.play(code, "Red", "pass", {}).n
        with ThreadPoolExecutor(2) as pool:
            taken = pool.submit(anna.say, code, "undo", own, entry=str(own), by="Red")
            played = pool.submit(ben.say, code, "pass", own, by="Blue")
        assert played.result().status_code == 303 and taken.result().status_code in (303, 409), (pair, n)
        assert "Blue" in [step.entry.seat for step in store.session(code).table.standing[-1:]]


def test_who_loses_a_sentence_reads_by_name_who_took_it_back(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open(phone="1", **{"option-undo": "free"})
    ben.sit(chairs(app, code)["Blue"])
    anna.say(code, "add", step="1")
    ben.say(code, "add", step="2")
    anna.say(code, "undo", seen=2, entry="1")
    assert "You took back “Add: 1” and Ben's “Add: 2”." in words(anna.get(f"/t/{code}"))
    read = words(ben.get(f"/t/{code}"))
    assert "Anna took back “Add: 1” and your “Add: 2”." in read and "Put it back" in read
