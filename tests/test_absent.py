"""The phone plays for somebody absent: who lets it, when it thinks, and how its moves get to the table."""

import random
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.features import ComputerPlay
from companion.kernel.hands import Hands
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.players.absent import Move, Position, decided, moment, up_to_chance
from companion.players.coach import Advice, Costly
from companion.players.games import found
from companion.players.players import greedy, named
from companion.players.sitting import sitting
from companion.players.strengths import STRENGTHS
from companion.players.thinker import LIMITS, NoMove, Thinker
from companion.storage import transcript_marks
from companion.storage.session import ADVICE, LOOKED_BACK, PHONE, TOLD, Session, Waits, said_by_phone
from companion.web import looks
from companion.web.absent import AbsentPlayers
from tests.conftest import Phone, Phones, house, one_in_a_minute, wait_until
from tests.sittings import sitting_text
from tests.solo import answer, go_on, heard, session_of


class Here(Thinker):
    """Thinks in this process, when it is told to."""

    held = False
    falls = False
    thoughts = 0

    def move(self, position: Position) -> Move:
        Here.thoughts += 1
        wait_until(lambda: not Here.held)
        if Here.falls:
            raise NoMove("the process that thinks ended with -9")
        return decided(position)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No processes, and nothing kept from the test before."""
    monkeypatch.setattr(Here, "held", False)
    monkeypatch.setattr(Here, "falls", False)
    monkeypatch.setattr(Here, "thoughts", 0)
    monkeypatch.setattr(Thinker, "move", Here.move)


def absents(app: Flask) -> AbsentPlayers:
    result = app.extensions["companion"].absent
    assert isinstance(result, AbsentPlayers)
    return result


def opened(phone: Phone, app: Flask, **form: Any) -> Session:
    """A table at which one phone holds both seats."""
    return session_of(app, phone.open(phone="all", **form))


def let(phone: Phone, session: Session, seat: str, strength: str = "adept") -> Any:
    """Let the phone play a seat."""
    return phone.post(f"/t/{session.code}/absent", {"seat": seat, "strength": strength})


def add(phone: Phone, session: Session, seat: str = "Red", step: str = "1", **form: Any) -> Any:
    return phone.say(session.code, "add", session.n, by=seat, step=step, key=f"k{session.n}", **form)


def without_blue(phone: Phones, app: Flask) -> tuple[Phone, Session]:
    """A phone, and a table of it at which the phone plays for Blue."""
    anna = phone()
    session = opened(anna, app)
    let(anna, session, "Blue")
    return anna, session


def at_blue(phone: Phones, app: Flask) -> tuple[Phone, Session]:
    """The same, where Red has said something and the phone has answered for Blue."""
    anna, session = without_blue(phone, app)
    add(anna, session_of(app, session.code))
    return anna, heard(app, session.code, 1)


def quiet(app: Flask, code: str) -> Session:
    """The table once nobody thinks about it any more, and what a step left has been seen to."""
    of = absents(app)
    queues = (of._thoughts, of._moves, of._thoughts)  # what ends in one may go on in the other
    wait_until(lambda: code not in of._busy and not any(queue._at_work or queue._waiting for queue in queues))
    return session_of(app, code)


def test_the_phone_answers_a_person_and_its_entry_is_marked(phone: Phones, app: Flask) -> None:
    anna, session = at_blue(phone, app)
    last = session.table.log[-1].entry
    assert (session.n, last.seat) == (2, "Blue") and last.key.startswith(PHONE)
    log = anna.get(f"/t/{session.code}/log").get_data(as_text=True)
    assert log.count('<span class="tag">the phone</span>') == 1
    assert "The phone plays for Blue now: Adept." in log
    for page in ("", "/screen"):
        assert "the phone" in anna.get(f"/t/{session.code}{page}").get_data(as_text=True)


@pytest.mark.parametrize("asked", ["defend", "intercept", "catch"])
def test_in_anothers_turn_it_answers_what_its_seat_is_asked(phone: Phones, app: Flask, asked: str) -> None:
    """Heroball's reactions: a seat that is attacked, thrown past or thrown to answers in another's turn."""
    anna, game = phone(), shelf()["heroball"]
    whole = transcript.read(sitting_text(game.key, "four"), {game.key: game})
    moments = [step.state for step in whole.log]
    asks = next(n for n, one in enumerate(moments, 1) if one.phase == asked and one.turn not in one.to_act)
    table = Table.open(game, whole.opening)
    for step in whole.log[:asks]:
        table = table.say(step.entry.seat, step.entry.verb, dict(step.entry.answers))
    (seat,) = table.state.to_act
    anna.get("/")
    store = app.extensions["companion"].store
    session = store.open(game, table, opened(anna, app).creator, list(table.opening.seats))
    let(anna, session, seat)
    if quiet(app, session.code).hands_first:
        go_on(anna, session_of(app, session.code))
    entry = heard(app, session.code, asks).table.log[asks].entry
    assert entry.seat == seat and entry.key.startswith(PHONE)
    kind = game.kind(entry.verb)
    assert kind and asked in kind.during


def test_another_table_that_goes_on_from_here_still_says_so(phone: Phones, app: Flask) -> None:
    _, session = at_blue(phone, app)
    other = app.extensions["companion"].store.fork(session, 2, session.creator)
    assert [said_by_phone(step.entry) for step in other.table.log] == [False, True]


def test_it_waits_for_the_hands_before_its_next_move_and_not_for_more(phone: Phones, app: Flask) -> None:
    anna = phone()
    session = opened(anna, app)
    let(anna, session, "Red")
    session = quiet(app, session.code)
    assert session.n == 0 and session.hands_first, "the table is laid first"
    assert "It is laid" in anna.get(f"/t/{session.code}").get_data(as_text=True)
    go_on(anna, session)
    assert heard(app, session.code, 0).n == 1
    let(anna, session_of(app, session.code), "Blue")
    session = quiet(app, session.code)
    assert session.n == 1 and session.due == "Blue" and session.hands_first, "all seats are absent"
    page = anna.get(f"/t/{session.code}").get_data(as_text=True)
    assert "Done" in page and "Do this for Anna" in page
    assert go_on(anna, session).status_code == 303
    assert heard(app, session.code, 1).n == 2
    go_on(anna, session)  # of an entry that is not the last any more: nothing
    assert quiet(app, session.code).n == 2


def test_undo_takes_its_moves_back_with_the_persons(phone: Phones, app: Flask) -> None:
    anna, session = at_blue(phone, app)
    page = anna.get(f"/t/{session.code}").get_data(as_text=True)
    assert 'name="entry" value="1"' in page and 'name="entry" value="2"' not in page
    anna.say(session.code, "undo", 2, by="Red", entry="1")
    session = quiet(app, session.code)
    assert session.n == 3 and not session.table.standing and not session.due
    assert "Asks" not in page, "nobody is asked for what the phone said"


def test_a_move_for_a_moment_that_passed_is_dropped(phone: Phones, app: Flask) -> None:
    anna, session = without_blue(phone, app)
    Here.held = True
    add(anna, session_of(app, session.code))
    anna.say(session.code, "undo", 1, by="Red", entry="1")
    Here.held = False
    session = quiet(app, session.code)
    assert [step.entry.verb for step in session.table.log] == ["add", "undo"]


def test_a_seat_is_handed_back_in_mid_thought(phone: Phones, app: Flask) -> None:
    anna, session = without_blue(phone, app)
    assert "Blue" not in session_of(app, session.code).mine(anna_id(session))
    Here.held = True
    add(anna, session_of(app, session.code))
    let(anna, session, "Blue", "")
    Here.held = False
    session = quiet(app, session.code)
    assert session.n == 1 and "Blue" in session.mine(anna_id(session))
    assert session.changes[-1].told == "A person plays Blue again."
    assert add(anna, session, "Blue").status_code == 303


def anna_id(session: Session) -> str:
    return session.creator


def test_a_table_that_is_deleted_in_mid_thought_is_let_be(phone: Phones, app: Flask) -> None:
    anna, session = without_blue(phone, app)
    Here.held = True
    add(anna, session_of(app, session.code))
    store = app.extensions["companion"].store
    store.forget(session_of(app, session.code))
    Here.held = False
    absent = absents(app)
    wait_until(lambda: session.code not in {*absent._busy, *absent._found})
    assert store.session(session.code) is None and session.code not in absent._found


def test_a_fall_is_told_and_tried_again(phone: Phones, app: Flask) -> None:
    anna, session = without_blue(phone, app)
    Here.falls = True
    add(anna, session_of(app, session.code))
    session = heard(app, session.code, 1)
    assert session.n == 1 and "did not find a move for Blue" in session.waits.why
    page = anna.get(f"/t/{session.code}").get_data(as_text=True)
    assert "The phone is stuck" in page and "Try again" in page
    assert Here.thoughts == 1, "it does not try for ever"
    Here.falls = False
    go_on(anna, session)
    until = time.monotonic() + 20
    while session.n == 1 and time.monotonic() < until:
        session = session_of(app, session.code)
    assert session.n == 2


def test_a_house_that_starts_again_goes_on(tiny: Path, tmp_path: Path) -> None:
    first = house(tmp_path, THINKERS=0)
    anna = Phone(first)
    session = opened(anna, first)
    store = first.extensions["companion"].store
    store.seating.absent(session, "Blue", "novice", "Novice")
    store.play(session.code, "Red", "add", {"step": "1"})
    assert "switched off on this server" in anna.get(f"/t/{session.code}").get_data(as_text=True)
    again = house(tmp_path)
    assert not absents(again)._busy, "nobody looks yet"
    Phone(again).get(f"/t/{session.code}/at")  # as a page that was open before asks again
    assert heard(again, session.code, 1).n == 2


def test_of_two_processes_one_is_heard(tiny: Path, tmp_path: Path) -> None:
    houses = [house(tmp_path), house(tmp_path)]
    anna = Phone(houses[0])
    session = opened(anna, houses[0])
    let(anna, session, "Blue")
    Here.held = True
    add(anna, session_of(houses[0], session.code))
    Phone(houses[1]).get(f"/t/{session.code}")
    wait_until(lambda: Here.thoughts >= 2)
    Here.held = False
    for one in houses:
        session = quiet(one, session.code)
    assert Here.thoughts == 2 and session.n == 2


def at(phone: Phone, address: str) -> Phone:
    """The phone, in a network of that address."""
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


def waiting(phone: Phone, code: str = "") -> str:
    """A table that waits for the phone to begin, looked at; its code."""
    code = code or phone.open(absent="adept", **{"option-first": "Blue"})
    assert phone.get(f"/t/{code}").status_code == 200
    return code


class Slow:
    """Thoughts that take a second by the clock, and no processor time; none takes any once it is over."""

    seconds = 1.0

    def __init__(self) -> None:
        self.over = threading.Event()
        self.at_once, self.most, self.thoughts = 0, 0, 0
        self._turn = threading.Lock()

    def move(self, thinker: Thinker, position: Position) -> Move:
        with self._turn:
            self.at_once += 1
            self.thoughts += 1
            self.most = max(self.most, self.at_once)
        self.over.wait(self.seconds)
        with self._turn:
            self.at_once -= 1
        return decided(replace(position, player="greedy"))


@pytest.fixture
def slow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setattr(Thinker, "move", lambda *given: slow.move(*given))
    yield slow
    slow.over.set()
    wait_until(lambda: not absents(app)._busy)


def test_an_honest_table_is_answered_within_twice_its_seconds_beside_50_of_one_stranger(
    phone: Phones, app: Flask, slow: Slow
) -> None:
    stranger, anna = at(phone(), "10.6.6.6"), at(phone(), "10.0.0.1")
    for _ in range(50):
        waiting(stranger)
    code = anna.open(absent="adept")
    began = time.monotonic()
    anna.say(code, "add", 0, by="Red", step="1", key="k0")
    assert heard(app, code, 1).n == 2
    assert time.monotonic() - began < 2 * slow.seconds
    assert slow.most == 2, "one for the stranger, one for Anna"


def test_the_number_of_threads_is_bounded_with_50_tables_that_wait(
    phone: Phones, app: Flask, slow: Slow
) -> None:
    slow.seconds = 20
    for n in range(50):
        waiting(at(phone(), f"10.0.0.{n}"))
    threads = [thread.name for thread in threading.enumerate()]
    assert slow.thoughts == 2 and threads.count("companion-work") == 2, threads
    slow.over.set()
    wait_until(lambda: slow.thoughts == 50)


def test_a_table_that_nobody_looks_at_does_not_think_until_somebody_follows_it(
    phone: Phones, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, session = without_blue(phone, app)
    monkeypatch.setattr(looks, "LOOKED", 0.0)
    add(anna, session_of(app, session.code))
    assert not absents(app)._busy and Here.thoughts == 0
    stream = anna.get(f"/t/{session.code}/events")
    assert heard(app, session.code, 1).n == 2
    stream.close()
    thoughts = Here.thoughts
    add(anna, session_of(app, session.code))
    assert quiet(app, session.code).n == 3 and Here.thoughts == thoughts


def test_a_table_that_is_left_while_its_thought_waits_goes_on_when_somebody_is_back(
    phone: Phones, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    Here.held = True
    for n in range(2):
        waiting(at(phone(), f"10.0.0.{n}"))
    wait_until(lambda: Here.thoughts == 2)
    anna = at(phone(), "10.0.0.9")
    code = waiting(anna)
    monkeypatch.setattr(looks, "LOOKED", 0.0)
    Here.held = False
    quiet(app, code)
    assert Here.thoughts == 2, "nobody waits for the third"
    monkeypatch.setattr(looks, "LOOKED", 60.0)
    anna.get(f"/t/{code}/at")
    quiet(app, code)
    assert Here.thoughts == 3


def test_a_table_takes_the_turn_of_the_address_that_has_least_in_work(
    phone: Phones, app: Flask, slow: Slow
) -> None:
    slow.seconds = 20
    anna, stranger = at(phone(), "10.0.0.1"), at(phone(), "10.6.6.6")
    mine = [waiting(stranger) for _ in range(5)]
    code = waiting(at(anna, "10.6.6.6"))  # Anna's table, where the stranger looks too
    wait_until(lambda: slow.thoughts == 1)
    assert absents(app)._address(code) == "10.6.6.6"
    waiting(at(anna, "10.0.0.1"), code)
    assert absents(app)._address(code) == "10.0.0.1" and absents(app)._address(mine[0]) == "10.6.6.6"


def test_whoever_changes_seats_or_asks_the_coach_all_the_time_is_asked_to_wait(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thinker, "advice", lambda self, position: [])
    app = house(tmp_path, LIMITS="memory://")
    anna = Phone(app)
    session = opened(anna, app)
    anna.post(f"/t/{session.code}/absent/coach", {"may": "yes"})
    advice = [anna.post(f"/t/{session.code}/absent/advice").status_code for _ in range(13)]
    assert advice[-1] == 429 and 429 not in advice[:12]
    changes = [let(anna, session, "Blue", strength).status_code for strength in ("adept", "") * 15]
    assert changes[-1] == 429 and 429 not in changes[:29]


def test_only_who_sits_there_lets_it_play_and_a_tap_cannot_pass_for_it(phone: Phones, app: Flask) -> None:
    anna, ben = phone(), phone()
    session = opened(anna, app)
    ben.get(f"/t/{session.code}")
    assert let(ben, session, "Blue").status_code == 403
    assert go_on(ben, session).status_code == 403
    let(anna, session, "Blue")
    no = add(anna, session_of(app, session.code), "Blue")
    assert no.status_code == 403, "the phone plays it, not this person"
    anna.say(session.code, "add", 0, by="Red", step="1", key=f"{PHONE}1.Red")
    assert not heard(app, session.code, 0).table.log[0].entry.key.startswith(PHONE)


def test_solo_is_chosen_where_a_table_is_opened(phone: Phones, app: Flask) -> None:
    anna = phone()
    code = anna.open(absent="adept")
    session = session_of(app, code)
    assert session.absent == {"Blue": "adept"} and session.mine(session.creator) == ("Red",)
    wrong = anna.post(
        "/games/tiny/new",
        {"players": "2", "seat1": "Red", "seat2": "Blue", "phone": "all", "absent": "adept"},
    )
    assert wrong.status_code == 422 and "All seats are on this phone" in wrong.get_data(as_text=True)


@pytest.mark.parametrize(
    "key, strength, why",
    [
        ("tiny", "genius", "Choose Adept."),
        ("tiny", "novice", "Tiny does not offer that strength. Choose Adept."),
        ("havoc-in-heaven", "adept", "Havoc in Heaven does not offer that strength. Choose Novice."),
        ("heroball", "master", "Heroball does not offer that strength. Choose Novice or Adept."),
    ],
)
@pytest.mark.parametrize("referrer", ["", "/seats"])
def test_a_strength_that_no_page_offers_is_refused_with_what_is_offered(
    phone: Phones, app: Flask, key: str, strength: str, why: str, referrer: str
) -> None:
    anna = phone()
    first, second = app.extensions["companion"].games[key].seats(2)
    seats = {"players": "2", "seat1": first, "seat2": second, "option-first": first}
    session = session_of(app, anna.open(key, phone="all", **seats))
    table = f"/t/{session.code}"
    form = {"seat": first, "strength": strength}
    answer = anna.post(f"{table}/absent", form, headers={"Referer": f"http://localhost{table}{referrer}"})
    assert why in anna.get(answer.headers["Location"]).get_data(as_text=True)
    assert not session_of(app, session.code).absent
    wrong = anna.post(f"/games/{key}/new", {**seats, "phone": "1", "absent": strength})
    assert wrong.status_code == 422 and why in wrong.get_data(as_text=True)


@pytest.mark.parametrize(
    "box, why",
    [("hearts", "the phone sees none of it"), ("rising-water", "counts nothing before its end")],
)
def test_a_box_that_the_phone_cannot_judge_is_played_by_people(
    phone: Phones, app: Flask, box: str, why: str
) -> None:
    anna = phone()
    first = app.extensions["companion"].games[box].seats(2)[0]
    code = anna.open(box, seat1="random", seat2="random", phone="all", **{"option-first": first})
    session = session_of(app, code)
    let(anna, session, session.chairs[0].seat)
    assert not session_of(app, code).absent
    assert why in anna.get(f"/t/{code}/seats").get_data(as_text=True)
    assert "The phone plays" not in anna.get(f"/games/{box}/new").get_data(as_text=True)


def test_a_die_is_left_to_the_table(phone: Phones, app: Flask) -> None:
    anna = phone()
    game = app.extensions["companion"].games["rising-water"]
    seats = {f"seat{n}": seat for n, seat in enumerate(game.seats(2), 1)}
    code = anna.open("rising-water", **{"option-first": game.seats(2)[1]}, **seats)
    session = session_of(app, code)
    app.extensions["companion"].store.seating.absent(session, game.seats(2)[1], "novice", "Novice")
    for _ in range(40):
        session = session_of(app, code)
        if session.waits.verb:
            break
        if session.due:
            go_on(anna, session)
            heard(app, code, session.n)
        else:
            break
    waits = session.waits
    assert waits.verb and waits.seat == session.due and "thrown" not in waits.given
    page = anna.get(f"/t/{code}").get_data(as_text=True)
    assert "The table answers for" in page and f"/do/{waits.verb}?by={waits.seat}" in page
    stranger = Phone(app)
    stranger.get(f"/t/{code}")
    assert stranger.say(code, waits.verb, session.n, by=waits.seat, thrown="6").status_code == 403
    answer(anna, session, random.Random(1))
    after = session_of(app, code)
    assert after.n == session.n + 1 and not after.table.log[-1].entry.key.startswith(PHONE)


def test_what_is_thrown_in_thought_is_not_said() -> None:
    game = found("rising-water")
    seats = dict.fromkeys(game.seats(2), "")
    start = Opening(seats, game.settled({}, 2))
    for step in sitting(game, start, dict.fromkeys(seats, named("random")), "1"):
        move = up_to_chance(step.action)
        if step.action.verb in ("dig", "river"):
            assert not move.whole and not move.given
        else:
            assert move.whole


@pytest.mark.slow
@pytest.mark.parametrize("key", ["high-heavens", "havoc-in-heaven"])
def test_it_plays_from_its_hand_and_people_from_theirs(key: str) -> None:
    """The hands it deals itself are others than those that people hold, and it follows all the same."""
    game = found(key)
    seats = dict.fromkeys(game.seats(2), "")
    start = Opening(seats, game.settled({}, 2))
    sentences = []
    for n, step in enumerate(sitting(game, start, dict.fromkeys(seats, greedy), "real hands")):
        action = step.action
        sentences.append((action.by, action.verb, written(action)))
        if step.after.over or n > 120:
            break
        if n % 8 == 0:
            seat = step.after.to_act[0]
            position = Position(
                key, "", seats, dict(start.options), None, "", sentences, seat, "greedy", "secret"
            )
            seen = moment(position)
            hands: Hands[Any] | None = seen.hands
            assert hands is not None
            chosen = greedy(seen)
            assert hands.allow(seen.state, chosen)


def test_the_strengths_are_players_with_a_bound() -> None:
    assert [one.seconds for one in STRENGTHS.values()] == sorted(one.seconds for one in STRENGTHS.values())
    for one in STRENGTHS.values():
        assert callable(named(one.player)) and len(one.name) <= 8
    assert max(one.seconds for one in STRENGTHS.values()) + 30 < LIMITS.patience < 60, "it loads games first"


def test_what_it_waits_for_holds_at_one_entry(phone: Phones, app: Flask) -> None:
    anna = phone()
    session = opened(anna, app)
    store = app.extensions["companion"].store
    store.play(session.code, "Red", "add", {"step": "1"})
    store.seating.waits(session, Waits(0, why="late"))
    assert not session_of(app, session.code).waits.why


def test_the_coach_is_asked_where_the_table_lets_it_and_all_are_told(
    phone: Phones, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = [
        Advice(Move("add", {"step": "3"}, True), "total 0 → 3", 1.0),
        Advice(Move("pass", {}, True), "", -0.5),
    ]
    monkeypatch.setattr(Thinker, "advice", lambda self, position: result * 20)
    anna, ben = phone(), phone()
    session = opened(anna, app)
    url = f"/t/{session.code}"
    assert "What could I do?" not in anna.get(url).get_data(as_text=True)
    assert anna.post(f"{url}/absent/advice").status_code == 403, "nobody lets it yet"
    anna.post(f"{url}/absent/coach", {"may": "yes"})
    assert "What could I do?" in anna.get(url).get_data(as_text=True)
    ben.get(url)
    assert ben.post(f"{url}/absent/advice").status_code == 403
    assert "What could I do?" not in ben.get(url).get_data(as_text=True)
    anna.post(f"{url}/absent/advice")
    last_told = lambda: session_of(app, session.code).changes[-1].told  # noqa: E731
    wait_until(lambda: last_told().startswith(ADVICE))
    lines = last_told()
    assert (
        lines.startswith("Advice for Red: 1. Add: 3 (total 0 → 3). 2. Pass (worth -0.5).")
        and len(lines) <= TOLD
    )
    page = anna.get(url).get_data(as_text=True)
    assert "What could I do?" not in page and "1. Add: 3 (total 0 → 3)." in page, "once at a moment"
    ways = [unescape(way) for way in re.findall(rf'href="({url}/do/[^"]+)">[^\n]*\d\. ', page)]
    assert ways[:2] == [f"{url}/do/add?by=Red&step=3", f"{url}/do/pass?by=Red"]
    assert 'name="step" value="3"' in anna.get(ways[0]).get_data(as_text=True), "one tap more says it"
    assert f"{url}/do/" not in ben.get(url).get_data(as_text=True)
    assert "Advice for Red" in ben.get(url).get_data(as_text=True)
    assert "Advice for Red" in ben.get(f"{url}/log").get_data(as_text=True)


@pytest.mark.parametrize(
    "key", one_in_a_minute(sorted(key for key in shelf() if shelf()[key][ComputerPlay].worth))
)
def test_the_coach_can_be_asked_at_every_moment_of_ones_own_turn(phone: Phones, app: Flask, key: str) -> None:
    game, anna, rng = shelf()[key], phone(), random.Random(5)
    one, other = game.seats(2)
    session = session_of(
        app, anna.open(key, phone="all", seat1=one, seat2=other, **{"option-first": "random"})
    )
    anna.post(f"/t/{session.code}/absent/coach", {"may": "yes"})
    for action, _ in islice(moves(game, session.table.state, rng), 25):
        page = anna.get(f"/t/{session.code}").get_data(as_text=True)
        assert "What could I do?" in page, session_of(app, session.code).table.log[-1:]
        app.extensions["companion"].store.play(session.code, action.by, action.verb, written(action))


def test_the_coach_looks_back_once_the_game_is_over(
    phone: Phones, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = [Costly(1, 1, "Red", 2.5, Move("add", {"step": "3"}, True), 1)]
    monkeypatch.setattr(Thinker, "costly", lambda self, position: result[0])
    anna, ben = phone(), phone()
    session = opened(anna, app)
    monkeypatch.setitem(
        session.table.game._features, ComputerPlay, ComputerPlay(worth=lambda state, seat: 0.0)
    )
    url, asks = f"/t/{session.code}", "Which turn cost most?"
    anna.post(f"{url}/absent/coach", {"may": "yes"})
    store = app.extensions["companion"].store
    store.play(session.code, "Red", "add", {"step": "1"})
    assert anna.post(f"{url}/story/costly").status_code == 403, "it is not over"
    while not session_of(app, session.code).table.state.over:
        here = session_of(app, session.code)
        store.play(session.code, here.table.state.to_act[0], "add", {"step": "1"})
    assert asks in anna.get(f"{url}/story").get_data(as_text=True)
    assert asks not in ben.get(f"{url}/story").get_data(as_text=True)
    assert ben.post(f"{url}/story/costly").status_code == 403
    assert anna.post(f"{url}/story/costly").location == f"{url}/story?looks"
    last_told = lambda: session_of(app, session.code).changes[-1].told  # noqa: E731
    wait_until(lambda: last_told().startswith(LOOKED_BACK))
    lines = last_told()
    words = (
        "Looking back at entry 1: the turn of Red (entry 1) cost most, 2.5. Better would have been: Add: 3."
    )
    assert lines == words
    for page in (ben.get(f"{url}/story"), anna.get(f"{url}/story?looks"), ben.get(f"{url}/screen/story")):
        text = page.get_data(as_text=True)
        assert words in text and "/at/1" in text and asks not in text and "hx-get" not in text
    assert "Looking back" in ben.get(f"{url}/log").get_data(as_text=True)


def test_a_transcript_brought_back_still_says_what_the_phone_said(phone: Phones, app: Flask) -> None:
    anna = phone()
    store, session = app.extensions["companion"].store, opened(anna, app)
    for n in range(4):
        here = session_of(app, session.code)
        seat = here.table.state.to_act[0]
        store.play(session.code, seat, "add", {"step": "1"}, f"{PHONE}{n}" if n % 2 else f"k{n}")
    text = anna.get(f"/t/{session.code}/sitting.game").get_data(as_text=True)
    assert "# the phone said: 2 4\n" in text
    brought = anna.post("/import", {"text": text}).location.split("/")[2]
    marks = [said_by_phone(step.entry) for step in session_of(app, brought).table.log]
    assert marks == [False, True, False, True]
    assert anna.get(f"/t/{brought}/sitting.game").get_data(as_text=True).endswith("# the phone said: 2 4\n")
    assert "the phone said" not in transcript_marks.write(replace(session, table=table_without(session)))


def table_without(session: Session) -> Any:
    """The table as it began."""
    return Table.open(session.table.game, session.table.opening)


def test_hands_do_the_whole_turn_of_the_phone_at_once(phone: Phones, app: Flask) -> None:
    """War in Heaven: the phone ends its turn before anybody's hands move, and one tap says that they did."""
    anna, game = phone(), shelf()["war-in-heaven"]
    store = app.extensions["companion"].store
    sides = {"Angels": "Anna", "Demons": "Ben"}
    table = Table.open(game, Opening(sides, {"first": "Demons"}))
    session = store.open(game, table, opened(anna, app).creator, list(sides))
    let(anna, session, "Demons")
    assert session_of(app, session.code).hands_first, "the table is laid first"
    go_on(anna, session_of(app, session.code))
    wait_until(lambda: not session_of(app, session.code).due)
    now = session_of(app, session.code)
    assert now.n > 1 and len(now.phone_turn) == now.n and now.hands_first
    page = anna.get(f"/t/{session.code}").get_data(as_text=True)
    assert "Do this for Ben" in page and all(line.text in page for line in now.table.log[0].told)
    assert go_on(anna, now).status_code == 303
    assert "Do this for Ben" not in anna.get(f"/t/{session.code}").get_data(as_text=True)
