"""A sitting that newer rules stop goes on: what was said counts as it was said, as far as it can."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from companion.cli.main import main
from companion.kernel import journal, transcript
from companion.kernel.action import written
from companion.kernel.game import CARRY_ON, REDO, TABLE_VERBS, UNDO
from companion.kernel.journal import AS_SAID, LEFT_OUT, Entry, Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.storage.schema import TABLES
from companion.storage.store import Store
from companion.storage.verify import stops
from tests.conftest import Phone, house
from tests.services import free_port
from tests.test_app import words
from tests.test_backup import house as store_of
from tests.tiny import GAME, Add, Count

SITTINGS = [
    pytest.param(game, text, id=f"{game.key} {name}")
    for game in shelf().values()
    for name, text in sittings(game).items()
]
OPENING = Opening({"Red": "Anna", "Blue": "Ben"}, {"goal": "100000", "turns": "race"})


def forbids(monkeypatch: pytest.MonkeyPatch, *steps: journal.Step[Any], before: Any) -> None:
    """Let rules that are newer forbid what was said in these steps, after this moment."""
    allowed = journal.play

    def play(state: Any, action: Any) -> Any:
        for step in steps:
            text = (action.by, action.verb, written(action))
            if state == before and text == (step.entry.seat, step.entry.verb, step.entry.answers):
                state.rules.refuse("turn", "Newer rules forbid it.")
        return allowed(state, action)

    monkeypatch.setattr(journal, "play", play)


@pytest.mark.parametrize("game, text", SITTINGS)
def test_a_sitting_with_an_entry_that_newer_rules_forbid_comes_to_the_same_moment(
    game: Any, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = transcript.read(text, shelf())
    at = random.Random(text).choice(
        [n for n, step in enumerate(played.standing) if step.entry.verb not in TABLE_VERBS]
    )
    forbidden, before = played.standing[at], played.standing[at - 1].state if at else played.start
    forbids(monkeypatch, forbidden, before=before)
    entries = [step.entry for step in played.log]
    old = Table.open(game, played.opening).replayed(entries)
    assert old.stopped and old.stopped.entry.n == forbidden.entry.n and old.n == played.n
    seat = next(iter(old.opening.seats))
    on = old.say(seat, CARRY_ON, {})
    assert on.stopped is None and game.things(on.state) == game.things(played.state)
    assert [step.refused for step in on.log].count(AS_SAID) == 1 and on.n == played.n + 1
    assert LEFT_OUT not in {step.refused for step in on.log}
    again = Table.open(game, played.opening).replayed(step.entry for step in on.log)
    assert (again.state, again.standing, again.stopped) == (on.state, on.standing, None)
    brought = transcript.read(transcript.write(on), shelf())
    assert brought.state == on.state and [s.refused for s in brought.log] == [s.refused for s in on.log]


@pytest.fixture
def table() -> Table[Count]:
    """A table at which three entries were said."""
    opened = Table.open(GAME, OPENING)
    for step in ("1", "2", "3"):
        opened = opened.say("Red", "add", {"step": step})
    return opened


def kept(*said: tuple[str, dict[str, str]]) -> list[Entry]:
    """Entries as an older version kept them."""
    return [Entry(n, "Red", verb, answers) for n, (verb, answers) in enumerate(said, 1)]


def test_what_no_rule_knows_any_more_is_left_out_and_told() -> None:
    old = kept(
        ("add", {"step": "1"}), ("multiply", {"by": "2"}), ("add", {"step": "7"}), ("add", {"step": "2"})
    )
    stopped = Table.open(GAME, OPENING).replayed(old)
    assert stopped.stopped and stopped.stopped.entry.n == 2 and stopped.state.total == 1
    on = stopped.say("Blue", CARRY_ON, {})
    assert on.state.total == 3 and [step.refused for step in on.log] == ["", LEFT_OUT, LEFT_OUT, "", ""]
    assert on.log[1].told[0].text == "Left out: Tiny has no “multiply”."
    assert on.log[2].told[0].text.startswith("Left out: “7” is not an answer")
    assert [line.text for line in on.log[-1].told] == [
        "Blue goes on: of 3 entries 1 holds and 2 are left out.",
        "Set by hand what differs from the table.",
    ]
    back = on.say("Red", UNDO, {"entry": "4"})
    assert back.state.total == 1 and back.say("Red", REDO, {"entry": "6"}).state == on.state
    text = transcript.write(on)
    assert "Red multiply: 2\nRed add: 7\nRed add: 2\nBlue carry-on: 2\n" in text
    brought = transcript.read(text, {"tiny": GAME})
    assert brought.state == on.state and transcript.write(brought) == text


def test_an_answer_to_what_is_asked_no_more_leaves_an_entry_out_unless_it_is_empty() -> None:
    odd: dict[str, Any] = {"step": "1", "times": ["2"]}
    old = [Entry(1, "Red", "add", odd), Entry(2, "Red", "add", {**odd, "times": []})]
    on = Table.open(GAME, OPENING).replayed(old).say("Red", CARRY_ON, {})
    assert on.state.total == 1 and [step.refused for step in on.log] == [LEFT_OUT, "", ""]
    assert on.log[0].told[0].text == "Left out: “add” has no “times”."
    text = transcript.write(on)
    assert "Red add: 1, 2\nRed add: 1\n" in text
    brought = transcript.read(text, {"tiny": GAME})
    assert brought.state == on.state and transcript.write(brought) == text


def test_what_the_box_cannot_hold_is_left_out(table: Table[Count], monkeypatch: pytest.MonkeyPatch) -> None:
    def hold_less(state: Count) -> None:
        assert state.total < 6, "It goes up to five."

    game = replace(GAME, invariant=hold_less)
    forbids(monkeypatch, table.log[2], before=table.log[1].state)
    old = Table.open(game, OPENING).replayed(step.entry for step in table.log)
    on = old.say("Red", CARRY_ON, {})
    assert on.state.total == 3 and on.log[2].refused == LEFT_OUT


def test_a_sitting_that_stops_nowhere_has_nothing_to_carry_on(table: Table[Count]) -> None:
    with pytest.raises(Refusal, match="Every entry holds"):
        table.say("Red", CARRY_ON, {})


def test_rules_that_stop_at_nothing_any_more_pass_over_it(table: Table[Count], monkeypatch: Any) -> None:
    """What newer rules refused still newer ones may allow: the entry that carried on changes nothing then."""
    with monkeypatch.context() as newer:
        forbids(newer, table.log[1], before=table.log[0].state)
        old = Table.open(GAME, OPENING).replayed(step.entry for step in table.log)
        on = old.say("Red", CARRY_ON, {}).say("Red", "add", {"step": "1"})
    assert on.n == 5 and on.log[1].refused == AS_SAID
    newest = Table.open(GAME, OPENING).replayed(step.entry for step in on.log)
    assert newest.state == on.state and not any(step.refused for step in newest.log)
    assert newest.log[3].told[0].text == "Red goes on: every entry holds."
    assert transcript.read(transcript.write(on), {"tiny": GAME}).state == on.state
    forbids(monkeypatch, table.log[0], before=table.start)
    earlier = Table.open(GAME, OPENING).replayed(step.entry for step in on.log)
    assert earlier.stopped is None and earlier.state == on.state, "it stops earlier, and is carried on there"


# ---- on the phone


@pytest.fixture
def newer(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Phone, str]]:
    """A table in a house whose rules have forbidden some steps since."""

    def started_anew(*forbidden: str, effect: bool = True) -> tuple[Phone, str]:
        anna = Phone(house(tmp_path))
        code = anna.open(phone="all")
        for n, step in enumerate(("1", "2", "3")):
            assert anna.say(code, "add", step=step, by=("Red", "Blue")[n % 2]).status_code == 303
        check, apply = Add.check, Add.apply

        def checked(add: Add, state: Count) -> None:
            check(add, state)
            state.rules.require(add.step not in forbidden, "on-offer", "Nobody adds that any more.")

        def applied(add: Add, state: Count) -> Count:
            assert effect or add.step not in forbidden
            return apply(add, state)

        monkeypatch.setattr(Add, "check", checked)
        monkeypatch.setattr(Add, "apply", applied)
        again = Phone(house(tmp_path))
        cookie = anna.client.get_cookie("companion")
        assert cookie
        again.client.set_cookie("companion", cookie.value)
        return again, code

    return started_anew


def test_the_table_offers_to_go_on_from_how_it_last_stood(newer: Callable[..., tuple[Phone, str]]) -> None:
    anna, code = newer("2")
    page = words(anna.get(f"/t/{code}"))
    assert "stands up to entry 1. Entry 2, Blue: Add: 2 , no longer holds: Nobody adds that any more." in page
    assert "If you go on, of 2 entries 1 holds and 1 counts as it was said." in page
    assert "Go on from how it last stood" in page and "Take entry 2 back" in page
    watching = words(Phone(anna.app).get(f"/t/{code}"))
    assert "The players decide." in watching and "Go on from how it last stood" not in watching
    assert Phone(anna.app).say(code, CARRY_ON, 3, by="Red", entry="2").status_code == 403
    assert anna.say(code, CARRY_ON, 3, by="Red", entry="2").status_code == 303
    store = anna.app.extensions["companion"].store
    assert store.session(code).table.state.total == 6 and store.session(code).table.stopped is None
    log = words(anna.get(f"/t/{code}/log"))
    assert "Blue Add: 2 as it was said" in log and "It counts as it was said. Today: Nobody adds" in log
    assert "Red goes on: of 2 entries 1 holds and 1 counts as it was said." in log
    assert anna.say(code, "add", step="1", by="Blue").status_code == 303
    store.cache.drop(code)
    assert store.session(code).table.state.total == 7, "replayed, it comes to the same"
    assert anna.say(code, CARRY_ON, 5, by="Red", entry="2").status_code == 422


def test_the_table_says_what_it_would_go_on_without(newer: Callable[..., tuple[Phone, str]]) -> None:
    anna, code = newer("2", effect=False)
    page = words(anna.get(f"/t/{code}"))
    assert "If you go on, of 2 entries 1 counts as it was said and 1 is left out; then set by hand" in page
    assert "Go on without 1 entry" in page and "how it last stood" not in page
    anna.say(code, CARRY_ON, 3, by="Red", entry="2")
    log = words(anna.get(f"/t/{code}/log"))
    assert "Blue Add: 2 left out" in log and "Set by hand what differs from the table." in log


# ---- at the start


def opened(store: Store, version: int, steps: Iterable[str] = ("1", "2")) -> str:
    """A table that was judged by a version of the rules."""
    code = store.open(GAME, Table.open(GAME, OPENING), "a" * 32, ("Red",)).code
    for step in steps:
        store.play(code, "Red", "add", {"step": step})
    with store.database.writing() as connection:
        connection.execute(update(TABLES).where(TABLES.c.code == code).values(rules_version=version))
    return code


def version_of(store: Store, code: str) -> int:
    with store.database.reading() as connection:
        return int(connection.scalar(select(TABLES.c.rules_version).where(TABLES.c.code == code)) or 0)


def test_a_start_says_how_many_sittings_stop_by_newer_rules(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = store_of(tmp_path)
    codes = [
        opened(store, 0),
        opened(store, 0, ("1", "3")),
        opened(store, 0),
        opened(store, GAME.rules.version),
    ]
    store.database.engine.dispose()
    monkeypatch.setenv("COMPANION_DATA", "")
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: None)
    check = Add.check

    def checked(add: Add, state: Count) -> None:
        check(add, state)
        state.rules.require(add.step != "2", "on-offer", "Nobody adds two.")

    monkeypatch.setattr(Add, "check", checked)
    start = ["serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path)]
    assert main(start) == 0
    output = capsys.readouterr().out
    assert "Sittings of older rules that stop where today's rules refuse an entry: 2 of 3." in output
    assert [version_of(store, code) for code in codes] == [0, GAME.rules.version, 0, GAME.rules.version]
    assert main(start) == 0 and "entry: 2 of 2." in capsys.readouterr().out, "what holds is not judged again"
    monkeypatch.setattr("companion.cli.server.JUDGED", -1.0)
    assert main(start) == 0 and "Sittings of" not in capsys.readouterr().out, "the start does not wait for it"
    monkeypatch.setattr(Add, "check", check)
    monkeypatch.setattr("companion.cli.server.JUDGED", 2.0)
    assert main(start) == 0 and "Sittings of" not in capsys.readouterr().out
    assert {version_of(store, code) for code in codes} == {GAME.rules.version}


def test_a_game_that_left_the_shelf_is_no_sitting_that_stops(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    opened(store, 0)
    result = stops(store.database, {}, 2.0)
    assert (result.judged, result.stopped, result.all) == (0, 0, True)
