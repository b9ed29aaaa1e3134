"""Clocks that run: how they stand after given times, when one is up, and what phones show of them."""

import re

import pytest

from companion import check
from companion.boxes import shelf
from companion.boxes.game import game as game_of
from companion.kernel import transcript
from companion.kernel.clocks import require_up, words
from companion.kernel.journal import Table
from companion.kernel.rulebook import Refusal, traced
from companion.kernel.schema import SchemaError

CHESS, GLASS = shelf.box("chess-clock"), shelf.box("word-glass")
HEAD = "game: chess-clock\noption minutes = 3\noption increment = 5\nseat White = Ada\nseat Black = Ben\n\n"
MINUTE = "game: word-glass\noption glass = 60 seconds\nseat Gold = Ada\nseat Crimson = Ben\n\n"
BEGAN = 1_777_838_400.0
"""20:00:00 of 3 May 2026."""


def said(*entries: tuple[float, str], head: str = HEAD) -> Table:
    """A sitting whose entries were said so many seconds after 20:00."""
    lines = [
        f"# at 2026-05-03T20:{int(at) // 60:02}:{at % 60:06.3f}Z\n{sentence}" for at, sentence in entries
    ]
    game = CHESS if head == HEAD else GLASS
    return transcript.read(head + "\n".join(lines), {game.key: game})


def left(table: Table, at: float, opened: float = 0.0) -> dict[str, float]:
    """What every clock shows so many seconds after 20:00."""
    return {clock.thing: round(clock.shown(BEGAN + at), 3) for clock in table.clocks(BEGAN + opened)}


def test_a_move_takes_its_time_and_brings_five_seconds():
    """Ada thinks 10 s and then 30, Ben 20 and goes on thinking: 180 − 10 + 5 − 30 + 5; 180 − 20 + 5 − 7."""
    table = said((0, "White start-clocks"), (10, "White press"), (30, "Black press"), (60, "White press"))
    assert left(table, 67) == {"White's Clock": 150, "Black's Clock": 158}
    assert [clock.runs for clock in table.clocks(BEGAN)] == [False, True]


def test_clocks_stand_before_they_are_started_and_while_they_are_stopped():
    table = said(
        (0, "White press"), (50, "Black start-clocks"), (60, "Black stop-clocks"), (300, "White start-clocks")
    )
    assert left(table, 304) == {"White's Clock": 180, "Black's Clock": 166}


def test_taking_back_gives_no_time_back_and_takes_the_seconds_along_that_a_turn_had_brought():
    """Ben has thought 30 s when Ada takes her move back: hers are 10, her five go, and she thinks on."""
    began = ((0, "White start-clocks"), (10, "White press"), (40, "White undo: 2"))
    assert left(said(*began), 45) == {"White's Clock": 165, "Black's Clock": 150}
    again = said(*began, (50, "White redo: 3"))
    assert left(again, 55) == {"White's Clock": 165, "Black's Clock": 145}
    assert left(again.as_of(3), 45) == left(said(*began), 45)


def test_a_turn_s_own_glass_begins_anew_with_the_turn_and_when_one_is_taken_back():
    table = said((0, "Gold start-clocks"), (20, "Gold write: Guessed, 4"), head=MINUTE)
    assert left(table, 30) == {"Crimson's Sand": 60}, "the glass waits to be turned"
    back = said((0, "Gold start-clocks"), (20, "Gold write: Guessed, 4"), (30, "Gold undo: 2"), head=MINUTE)
    assert left(back, 35) == {"Gold's Sand": 55}


def test_a_table_that_goes_on_from_another_spends_nothing_of_the_time_between():
    """Copied an hour after its last entry: White has spent 10 s there, Black three here."""
    table = said((0, "White start-clocks"), (10, "White press"))
    assert left(table, 3603, opened=3600) == {"White's Clock": 175, "Black's Clock": 177}


def test_a_clock_of_another_day_that_runs_backwards_gives_nothing():
    table = said((0, "White start-clocks"), (60, "White press"), (30, "Black press"))
    assert left(table, 60) == {"White's Clock": 125, "Black's Clock": 185}


def test_time_is_up_only_where_it_is_and_the_entry_replays():
    table = said((0, "White start-clocks"))
    with pytest.raises(Refusal, match="White's Clock has 0:01 left"):
        require_up(table.clocks(BEGAN), CHESS.rules, "White's Clock", BEGAN + 178.5)
    require_up(table.clocks(BEGAN), CHESS.rules, "White's Clock", BEGAN + 180)
    with pytest.raises(Refusal, match="not an answer"):
        table.say("White", "time-up", {"clock": "Black's Clock"})
    over = table.say("Black", "time-up", {"clock": "White's Clock"}, at=BEGAN + 180)
    assert over.state.over.winners == ("Black",) and over.state.over.rule == "clock"
    again = transcript.read(transcript.write(over), {CHESS.key: CHESS})
    assert again.state == over.state and left(again, 500) == left(over, 500) == {
        "White's Clock": 0,
        "Black's Clock": 180,
    }


def test_seconds_are_given_by_hand():
    table = said((0, "White start-clocks"), (10, 'Black ruling: White\'s Clock, 300, "slow phone"'))
    assert left(table, 20)["White's Clock"] == 280


def test_a_timer_that_cannot_be_is_refused_with_what_would_be_right():
    text = shelf.source("word-glass")
    wrong = text.replace('seconds = "glass"', 'gains = "3"')
    with pytest.raises(SchemaError, match="Without “seconds” a timer counts up"):
        game_of(wrong, "glass")
    with pytest.raises(SchemaError, match="seconds to a seat's clock of the whole game"):
        game_of(text.replace('seconds = "glass"', 'seconds = "glass"\ngains = "3"'), "glass")
    with pytest.raises(SchemaError, match=r"of = \"table\" would be right"):
        game_of(text.replace("[turns]", '[turns]\norder = "any time"'), "glass")


def test_clocks_are_started_and_run_out_where_a_game_is_tried_at_random():
    """So a box with timers needs no sitting to show that they do what they say."""
    text = (
        'name = "Late"\nblurb = "x"\nsource = "house"\ngoal = "x"\nturn = "x"\nplayers = "2"\n'
        '[counters.late]\nmost = 90\n[timers.sand]\nwords = "Who is late is late."\neach = "turn"\n'
        'seconds = "20"\ndoes = ["late += 1"]\nthen = "next"\n[verbs.go]\nwords = "Go on."\n'
    )
    game = game_of(text, "late")
    with traced() as fired:
        check.tells(game, next(check.openings(game)))
    assert not check.unseen(game, fired)
    with traced() as fired:
        check.explains(game, next(check.openings(game)))
    assert "sand" in check.unseen(game, fired), "other play says nothing of clocks"


def test_seconds_are_shown_as_a_clock_shows_them():
    assert [words(n) for n in (-3, 0.4, 59.9, 61, 3723)] == ["0:00", "0:00", "0:59", "1:01", "1:02:03"]


def test_phones_show_the_clocks_without_a_script_and_refuse_a_flag_that_has_not_fallen(phone):
    ada = phone()
    code = ada.open("chess-clock", phone="all", seat1="White", seat2="Black", **{"option-first": "White"})
    page = ada.get(f"/t/{code}").text
    assert page.count('role="timer"') == 2 and ">10:00</b>" in page and "stands" in page
    ada.say(code, "start-clocks", by="White")
    page = ada.get(f"/t/{code}").text
    assert re.search(r'class="seat-0 runs"', page) and "runs</small>" in page and "waits</small>" in page
    assert re.search(r'data-seconds="(600\.0|599\.\d+)" data-runs>', page) and "data-now" in page
    early = ada.say(code, "time-up", by="Black", clock="White's Clock")
    assert early.status_code == 422 and re.search(r"White&#39;s Clock has (10:00|9:5\d) left", early.text)
    first, later = ada.get(f"/t/{code}"), ada.get(f"/t/{code}")
    assert first.headers["ETag"] != later.headers["ETag"], "a page with a clock that runs is always fresh"
    screen, then = ada.get(f"/t/{code}/screen").text, ada.get(f"/t/{code}/at/0").text
    assert screen.count('role="timer"') == 2 and "Stop the clocks" not in screen
    assert ">10:00</b>" in then and "data-runs" not in then


def test_games_without_clocks_load_nothing_of_them(phone):
    ada = phone()
    page = ada.get(f"/t/{ada.open('life', phone='all', seat1='Gold', seat2='Crimson')}").text
    assert "clocks" not in page
