"""The store on real files, in real processes: nothing lost, nothing doubled, nothing half-written."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, update
from sqlmodel import SQLModel

from companion.extras.tournaments.pairing import begin
from companion.extras.tournaments.store import Tournaments
from companion.extras.tournaments.tournament import SWISS
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.plays.play import Participant, Play
from companion.storage import cache, retention, sqlite_file
from companion.storage.engine import MIGRATIONS, Database, Unavailable
from companion.storage.schema import SEATS, TABLES
from companion.storage.seats import ASKING_AT_ONCE, PHONES_A_SEAT
from companion.storage.session import (
    ALL_DECIDE,
    ALPHABET,
    OPENER_DECIDES,
    SeatError,
    Session,
)
from companion.storage.store import Store
from companion.storage.verdict import Refused
from tests.conftest import fresh
from tests.services import postgresql
from tests.tiny import GAME, Count

ANNA, BEN, CARL = "a" * 32, "b" * 32, "c" * 32
RACE = {"goal": "100000", "turns": "race"}


def house(url: str, patience: float = 10.0) -> Store:
    """A store on a database, brought up to date, as a process of its own would have it."""
    database = Database(url, patience)
    database.upgrade()
    return Store(database, {"tiny": GAME})


on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""About SQLite's file."""


@pytest.fixture(scope="module")
def other() -> Iterator[str]:
    """A PostgreSQL for all tests of this file."""
    with postgresql() as server:
        yield server.url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    address: str = request.getfixturevalue("other")
    sql(address, "DROP SCHEMA public CASCADE")
    sql(address, "CREATE SCHEMA public")
    return address


def sql(url: str, statement: str) -> None:
    """Change something behind the store's back."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    if file := sqlite_file.path_of(url):
        fresh(file)
    made = house(url)
    yield made
    made.database.engine.dispose()


def opened(store: Store, **options: str) -> Session:
    """A table with Anna at Red and Ben at Blue."""
    table = Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}, options))
    sitting = store.open(GAME, table, ANNA, ("Red",))
    store.seating.sit(sitting, sitting.chairs[1].key, BEN)
    return store.session(sitting.code) or sitting


def keys(store: Store, code: str) -> list[str]:
    session = store.session(code)
    assert session
    return [step.entry.key for step in session.table.log]


# ---- keeping


def test_the_migrations_make_what_the_rows_say(store: Store) -> None:
    with store.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
        if not store.database.sqlite:
            return
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_database_of_the_first_version_is_brought_up_to_date_in_place(url: str) -> None:
    database = Database(url)
    migrated(database, "0001")
    with database.writing() as connection:
        for statement in FIRST_VERSION:
            connection.exec_driver_sql(statement)
    store = house(url)
    sitting = store.session("KITE7X")
    assert sitting and sitting.n == 1 and sitting.table.state.total == 2
    assert sitting.table.opening.options["undo"] == "ask"
    assert sitting.mine(ANNA) == ("Red",) and sitting.creator == ANNA and sitting.changes == ()
    assert [(chair.player, chair.key) for chair in sitting.chairs] == [("Anna", "RED"), ("Ben", "BLUE")]
    assert [(asking.name, asking.at) for asking in sitting.requests] == [("Carl", 7.0)]
    store.seating.answer(sitting, sitting.requests[0].id, admit=True, phone=ANNA)
    store.play(sitting.code, "Blue", "pass", {}, phone=CARL)
    assert [change.after for change in _now(store, sitting).changes] == [1]


def migrated(database: Database, revision: str) -> None:
    """Bring an empty database up to a revision, as it was left by the Companion of that time."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


FIRST_VERSION = (
    "INSERT INTO tables VALUES (1, 'KITE7X', 'tiny', "
    """'{"seats": {"Red": "Anna", "Blue": "Ben"}, "options": {"first": "Red"}}', """
    f"1, 0, '{ANNA}', 'WATCH', 5.0, NULL)",
    "INSERT INTO seats VALUES (1, 'Red', 'Anna', 'RED'), (1, 'Blue', 'Ben', 'BLUE')",
    f"INSERT INTO holds VALUES (1, 'Red', '{ANNA}', 5.0)",
    f"INSERT INTO requests VALUES (1, 1, 'Blue', '{CARL}', 'Carl', 7.0)",
    """INSERT INTO entries VALUES (1, 1, 'k', 'Red', 'add', '{"step": "2"}', 6.0, 0)""",
)


def test_a_table_survives_the_process(store: Store, url: str) -> None:
    sitting = opened(store, first="Blue")
    store.play(sitting.code, "Blue", "add", {"step": "2"}, "k1", 0, BEN)
    store.play(sitting.code, "Red", "throw", {"pebbles": ["pebble 2", "pebble 1"]}, "k2", 1)
    again = house(url).session(sitting.code)
    assert again and again.table.state == store.session(sitting.code).table.state  # type: ignore[union-attr]
    entry = again.table.log[1].entry
    assert (entry.n, entry.seat, entry.verb, entry.key, entry.seen) == (2, "Red", "throw", "k2", 1)
    assert entry.answers == {"pebbles": ["pebble 1", "pebble 2"]} and entry.at > time.time() - 60
    assert again.rules_version == 1 and again.table.opening.options["first"] == "Blue"
    assert again.mine(ANNA) == ("Red",) and again.mine(BEN) == ("Blue",)


def test_tables_at_which_the_phone_plays_are_found_once_the_latest_first(store: Store) -> None:
    first, over, second = (opened(store) for _ in range(3))
    opened(store)
    with store.database.writing() as connection:
        of = SEATS.c.table_id.in_([first.id, over.id, second.id])
        connection.execute(update(SEATS).where(of).values(plays="greedy"))
        connection.execute(update(TABLES).where(TABLES.c.id == over.id).values(ended=1.0))
    assert store.absent() == [second.code, first.code]


def test_codes_have_no_letters_that_look_alike(store: Store) -> None:
    codes = {opened(store).code for _ in range(20)}
    assert len(codes) == 20 and all(len(code) == 6 and set(code) <= set(ALPHABET) for code in codes)
    assert not set(ALPHABET) & set("01ILOU")


def test_a_table_that_is_not_there(store: Store) -> None:
    assert store.session("ABCDEF") is None
    with pytest.raises(Unavailable, match="not kept here"):
        store.play("ABCDEF", "Red", "pass", {})


def test_a_refused_tap_leaves_nothing(store: Store) -> None:
    sitting = opened(store)
    for seat, verb, given, rule in (
        ("Blue", "add", {"step": "1"}, "turn"),
        ("Red", "add", {"step": "4"}, "step"),
        ("Red", "add", {"step": "9"}, "on-offer"),
        ("Red", "fly", {}, "on-offer"),
        ("Red", "add", {"step": "1", "stop": "2"}, "on-offer"),
        ("Green", "pass", {}, "turn"),
        ("Red", "undo", {"entry": "1"}, "undo"),
    ):
        no = store.play(sitting.code, seat, verb, given)
        assert isinstance(no, Refused) and no.refusal
        assert no.refusal.rule.key == rule and no.session.n == 0
    assert keys(store, sitting.code) == []


def test_a_repeated_key_is_the_same_tap(store: Store, url: str) -> None:
    sitting = opened(store)
    first = store.play(sitting.code, "Red", "add", {"step": "1"}, "same", 0)
    for again in (store, house(url)):
        repeated = again.play(sitting.code, "Red", "add", {"step": "1"}, "same", 0)
        assert (repeated.n, repeated.repeated, repeated.session.n) == (first.n, True, 1)
    store.play(sitting.code, "Blue", "pass", {}, "other")
    repeated = house(url).play(sitting.code, "Red", "add", {"step": "1"}, "same", 0)
    assert (repeated.n, repeated.session.n) == (1, 2)
    assert keys(store, sitting.code) == ["same", "other"]


def test_what_another_process_played_is_seen_and_judged(store: Store, url: str) -> None:
    sitting = opened(store)
    other = house(url)
    other.play(sitting.code, "Red", "add", {"step": "1"})
    assert store.session(sitting.code).n == 1  # type: ignore[union-attr]
    other.play(sitting.code, "Blue", "add", {"step": "1"})
    assert store.known(sitting.code).n == 1  # type: ignore[union-attr]
    assert store.play(sitting.code, "Red", "add", {"step": "1"}).n == 3
    other.play(sitting.code, "Blue", "add", {"step": "1"})
    no = store.play(sitting.code, "Blue", "add", {"step": "1"})
    assert isinstance(no, Refused) and no.session.n == 4


def test_a_seat_lost_meanwhile_can_say_nothing(store: Store, url: str) -> None:
    sitting = opened(store, **RACE)
    store.play(sitting.code, "Blue", "pass", {}, phone=BEN)
    other = house(url)
    other.seating.leave(other.session(sitting.code), "Blue", BEN)  # type: ignore[arg-type]
    assert store.known(sitting.code).mine(BEN) == ("Blue",)  # type: ignore[union-attr]
    no = store.play(sitting.code, "Blue", "pass", {}, phone=BEN)
    assert isinstance(no, Refused) and no.cause == "seat"
    assert store.session(sitting.code).n == 1  # type: ignore[union-attr]


def test_a_full_journal_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.tap.MOST_ENTRIES", 2)
    sitting = opened(store)
    store.play(sitting.code, "Red", "pass", {}, "one")
    store.play(sitting.code, "Blue", "pass", {}, "two")
    no = store.play(sitting.code, "Red", "pass", {}, "three")
    assert isinstance(no, Refused) and no.cause == "full" and "all one journal holds" in no.why
    assert store.play(sitting.code, "Blue", "pass", {}, "two").repeated
    assert keys(store, sitting.code) == ["one", "two"]


def test_a_time_to_come_is_not_believed(store: Store) -> None:
    table = Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}))
    for seat, at in (("Red", 1e9), ("Blue", 1e12), ("Red", 0.0)):
        table = table.say(seat, "pass", {}, at=at)
    log = store.open(GAME, table, ANNA).table.log
    now = time.time()
    assert log[0].entry.at == 1e9 and all(abs(step.entry.at - now) < 60 for step in log[1:])


def test_the_end_is_noted_and_taken_back(store: Store) -> None:
    sitting, other = opened(store), opened(store)

    def order() -> list[str]:
        return [result.code for result in store.of_phone(ANNA)]

    assert order() == [other.code, sitting.code]
    n = store.play(other.code, "Blue", "resign", {}).n
    assert order() == [sitting.code, other.code]
    store.play(other.code, "Red", "undo", {"entry": str(n)})
    assert order() == [other.code, sitting.code]
    assert store.of_phone(CARL) == [] and len(store.of_phone(CARL, [other.code])) == 1


def test_the_cache_can_be_thrown_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOMENTS", 3 * cache.TABLE)
    sitting = opened(store)
    store.play(sitting.code, "Red", "add", {"step": "1"})
    for _ in range(4):
        opened(store)
    assert store.cache.get(sitting.code) is None and store.cache.moments == 3 * cache.TABLE
    assert store.play(sitting.code, "Blue", "add", {"step": "1"}).n == 2


def test_the_cache_keeps_the_later_of_two_moments(store: Store) -> None:
    before = opened(store)
    after = store.play(before.code, "Red", "add", {"step": "1"}).session
    store.cache.keep(before)
    assert store.cache.get(before.code) is after


def test_long_tables_leave_the_cache_sooner(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOMENTS", 2 * cache.TABLE + 5)
    long, short = opened(store, **RACE), opened(store)
    for _ in range(4):
        store.play(long.code, "Red", "pass", {})
    store.play(short.code, "Red", "pass", {})
    assert store.cache.moments == 2 * cache.TABLE + 5
    store.play(short.code, "Blue", "pass", {})
    assert store.cache.get(long.code) is None and store.cache.moments == cache.TABLE + 2
    assert store.play(long.code, "Red", "pass", {}).n == 5


def test_an_older_copy_put_back_is_believed(store: Store, url: str) -> None:
    sitting = opened(store)
    store.play(sitting.code, "Red", "add", {"step": "1"})
    store.play(sitting.code, "Blue", "add", {"step": "1"})
    sql(url, "DELETE FROM entries WHERE n = 2")
    assert store.session(sitting.code).n == 1  # type: ignore[union-attr]
    assert store.play(sitting.code, "Blue", "add", {"step": "3"}).n == 2


def test_a_journal_that_no_longer_holds_is_shown_up_to_there(store: Store, url: str) -> None:
    sitting = opened(store)
    store.play(sitting.code, "Red", "add", {"step": "1"})
    store.play(sitting.code, "Blue", "add", {"step": "2"})
    sql(url, """UPDATE entries SET answers = '{"step": "4"}' WHERE n = 1""")
    again = house(url)
    table = again.session(sitting.code).table  # type: ignore[union-attr]
    assert table.stopped and table.stopped.entry.n == 1 and table.state.total == 0 and table.n == 2
    assert again.play(sitting.code, "Red", "undo", {"entry": "1"}).n == 3
    assert again.play(sitting.code, "Red", "add", {"step": "1"}).session.table.state.total == 1


def test_a_game_that_left_the_shelf(store: Store) -> None:
    sitting = opened(store)
    bare = Store(store.database, {})
    with pytest.raises(Unavailable, match="not on this shelf"):
        bare.session(sitting.code)
    assert bare.of_phone(ANNA) == []


def test_a_table_that_cannot_be_set_up_does_not_take_the_others_along(store: Store) -> None:
    good, bad = opened(store), opened(store, goal="100")

    def setup(opening: Opening) -> Count:
        return GAME.setup(opening) if opening.options["goal"] == "10" else {}[opening]  # type: ignore[no-any-return]

    bare = Store(store.database, {"tiny": replace(GAME, setup=setup)})
    with pytest.raises(Unavailable, match="Our own rules stumble"):
        bare.session(bad.code)
    assert [sitting.code for sitting in bare.of_phone(ANNA)] == [good.code]


# ---- seats


def test_who_sits_where(store: Store) -> None:
    sitting = opened(store)
    red, blue = sitting.chairs
    assert len(red.key) == 26 and red.key != blue.key and store.seat_of(red.key) == (sitting.code, "Red")
    assert store.watched(sitting.watch) == sitting.code and store.seat_of(sitting.watch) is None
    store.seating.leave(sitting, "Blue", BEN)
    fresh = store.session(sitting.code)
    assert fresh and fresh.mine(BEN) == () and fresh.stamp == sitting.stamp + 1
    with pytest.raises(SeatError, match="Somebody sits at Red"):
        store.seating.take(fresh, ["Blue", "Red"], BEN)
    assert store.session(sitting.code).mine(BEN) == ()  # type: ignore[union-attr]
    store.seating.take(fresh, ["Blue"], ANNA)
    assert store.session(sitting.code).mine(ANNA) == ("Red", "Blue")  # type: ignore[union-attr]


def test_a_renewed_key_throws_out_all_but_who_renews(store: Store) -> None:
    sitting = opened(store)
    old = sitting.chairs[1].key
    store.seating.ask(sitting, "Blue", CARL, "Carl")
    store.seating.answer(_now(store, sitting), 1, admit=True, phone=BEN)
    with pytest.raises(SeatError, match="Only there"):
        store.seating.reissue(_now(store, sitting), "Blue", ANNA)
    assert store.seat_of(old) == (sitting.code, "Blue")
    store.seating.reissue(_now(store, sitting), "Blue", BEN)
    fresh = _now(store, sitting)
    assert fresh.mine(BEN) == ("Blue",) and fresh.mine(CARL) == () and store.seat_of(old) is None
    assert fresh.changes[-1].told == "Blue has a new code. Another phone stood up from it."
    with pytest.raises(SeatError, match="newer one"):
        store.seating.sit(fresh, old, CARL)


def test_a_seat_that_is_held_is_asked_for(store: Store) -> None:
    sitting = opened(store)
    assert store.seating.sit(sitting, sitting.chairs[1].key, CARL, "Carl") is False
    assert store.seating.sit(sitting, sitting.chairs[1].key, BEN) is True
    fresh = _now(store, sitting)
    assert fresh.mine(CARL) == () and [(r.seat, r.name) for r in fresh.requests] == [("Blue", "Carl")]
    store.seating.leave(fresh, "Blue", BEN)
    assert store.seating.sit(fresh, sitting.chairs[1].key, CARL) is True
    assert _now(store, sitting).requests == (), "who sits asks no more"


def test_a_full_seat(store: Store) -> None:
    sitting = opened(store)
    for number in range(1, PHONES_A_SEAT + 1):
        store.seating.ask(sitting, "Blue", f"{number:032}", "")
        store.seating.answer(_now(store, sitting), _now(store, sitting).requests[0].id, True, BEN)
        assert (BEN in _now(store, sitting).chairs[1].phones) == (number < PHONES_A_SEAT)
    fresh = _now(store, sitting)
    assert len(fresh.chairs[1].phones) == PHONES_A_SEAT
    assert fresh.changes[-1].told.endswith("The phone that was away longest stood up.")


def test_asking_and_answering(store: Store) -> None:
    sitting = opened(store)
    store.seating.leave(sitting, "Blue", BEN)
    store.seating.ask(sitting, "Blue", CARL, "Carl")
    store.seating.ask(sitting, "Blue", CARL, "Carla")
    asking = _now(store, sitting)
    assert [(r.seat, r.phone, r.name) for r in asking.requests] == [("Blue", CARL, "Carla")]
    store.seating.answer(asking, asking.requests[0].id, admit=True, phone=ANNA)
    fresh = _now(store, sitting)
    assert fresh.mine(CARL) == ("Blue",) and fresh.requests == ()
    assert fresh.chairs[1].player == "Ben"
    with pytest.raises(SeatError, match="answered already"):
        store.seating.answer(asking, asking.requests[0].id, admit=True, phone=ANNA)
    for wrong in (("Green", BEN), ("Blue", CARL)):
        with pytest.raises(SeatError):
            store.seating.ask(fresh, *wrong, "")
    for number in range(ASKING_AT_ONCE):
        store.seating.ask(fresh, "Red", f"{number:032}", "")
    with pytest.raises(SeatError, match="ask to sit here already"):
        store.seating.ask(fresh, "Red", BEN, "")


def test_who_answers_for_a_seat_that_is_held(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, now = opened(store), time.time()  # Anna opened it
    monkeypatch.setattr(time, "time", lambda: now)
    for seat, asked, patience in (("Blue", ANNA, OPENER_DECIDES), ("Red", BEN, ALL_DECIDE)):
        store.seating.ask(sitting, seat, CARL, "Carl")
        fresh = _now(store, sitting)
        (request,) = fresh.requests
        holder = BEN if seat == "Blue" else ANNA
        assert fresh.decides(holder, request) == 0 and fresh.decides(CARL, request) == float("inf")
        for later, why in ((0, "asked first"), (patience - 1, "in a minute")):
            monkeypatch.setattr(time, "time", lambda: now + later)  # noqa: B023
            store.seating.seen.note(sitting.code, holder)
            with pytest.raises(SeatError, match=why):
                store.seating.answer(fresh, request.id, admit=True, phone=asked)
        store.seating.ask(fresh, seat, CARL, "Carla")
        assert _now(store, sitting).requests[0].at == now, "to ask again is not to wait again"
        monkeypatch.setattr(time, "time", lambda: now + patience)  # noqa: B023
        fresh = _now(store, sitting)
        store.seating.answer(fresh, fresh.requests[0].id, admit=True, phone=asked)
        assert seat in _now(store, sitting).mine(CARL) and _now(store, sitting).mine(holder), "beside it"
        store.seating.leave(_now(store, sitting), seat, CARL)
        monkeypatch.setattr(time, "time", lambda: now)


def test_seats_that_change_hands_are_told_with_their_time(store: Store, url: str) -> None:
    sitting = opened(store)
    store.play(sitting.code, "Red", "pass", {})
    store.seating.leave(sitting, "Blue", BEN)
    store.seating.leave(sitting, "Blue", BEN)
    store.seating.take(sitting, ["Blue"], ANNA)
    lines = [(change.after, change.told) for change in _now(house(url), sitting).changes]
    assert lines == [
        (0, "A phone sat down at Blue."),
        (1, "A phone stood up from Blue. Nobody sits there now."),
        (1, "A phone sat down at Blue."),
    ]
    assert all(time.time() - change.at < 60 for change in _now(store, sitting).changes)


def test_only_the_latest_changes_of_seats_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.seats.CHANGES_KEPT", 3)
    sitting, other = opened(store), opened(store)
    for _ in range(3):
        store.seating.reissue(sitting, "Red", ANNA)
        store.seating.take(other, ["Red"], ANNA)
    assert [change.told[:4] for change in _now(store, sitting).changes] == ["Red "] * 3
    assert len(_now(store, other).changes) == 1


# ---- taking one's seats along


def test_a_personal_link_takes_seats_and_tables_along(store: Store) -> None:
    one, two = opened(store), opened(store)
    links = store.personal_links
    assert links.key(ANNA) is None
    links.make(ANNA)
    key = links.key(ANNA) or ""
    assert len(key) == 26 and links.owner(key) == ANNA
    store.seating.ask(one, "Red", CARL, "")
    store.seating.answer(_now(store, one), 1, True, ANNA)  # who sits there already has the seat once
    links.make(CARL)
    links.move(key, CARL)
    for sitting in (one, two):
        fresh = _now(store, sitting)
        assert fresh.mine(CARL) == ("Red",) and fresh.mine(ANNA) == () and fresh.creator == CARL
        assert fresh.changes[-1].told == "The player of Red took the seat along to another phone."
    assert links.key(ANNA) is None and links.key(CARL) == key, "the link goes along"
    links.move(key, CARL)
    links.move(key, "d" * 32)
    assert _now(store, one).mine("d" * 32) == ("Red",)
    links.revoke("d" * 32)
    for gone in (key, "", "X" * 26):
        with pytest.raises(SeatError, match="revoked"):
            links.move(gone, ANNA)
    assert _now(store, one).mine(ANNA) == ()


def test_a_personal_link_takes_all_else_along_and_doubles_no_play(store: Store) -> None:
    day = 86_400.0
    went = [
        Play(f"p-{n}", "Go", n * day, (Participant("Anna", won=1.0), Participant("Ben"))) for n in range(4)
    ]
    drawn = Tournaments(store).keep(ANNA, "", begin("", SWISS, ["Anna", "Ben"], 1))
    store.plays.keep(ANNA, went[:3])
    store.plays.keep(CARL, went[1:])
    store.people.is_ours(ANNA, "Ben")
    store.people.is_ours(CARL, "Anna")
    assert len(store.plays.of_phone(CARL).plays) == 3
    links = store.personal_links
    assert links.has(ANNA) == {"seat": 0, "table": 0, "own game": 0, "tournament": 1, "brought play": 3}
    links.make(ANNA)
    links.move(links.key(ANNA) or "", CARL)
    assert not any(links.has(ANNA).values()) and store.plays.of_phone(ANNA).plays == []
    assert [one.code for one in Tournaments(store).of_phone(CARL)] == [drawn]
    result = store.plays.of_phone(CARL).plays
    assert [one.mark for one in result] == [one.mark for one in went]
    said = [[part.name for part in one.parts if part.person] for one in result]
    assert said == [["Ben"], ["Anna", "Ben"], ["Anna", "Ben"], ["Anna"]]


def test_pruning_forgets_what_nothing_needs_any_more(store: Store) -> None:
    for n, (phone, name) in enumerate([(ANNA, "Anna"), (BEN, "Ben"), (BEN, "Bennie"), (BEN, "Benno")]):
        store.plays.keep(phone, [Play(f"p-{n}", "Go", time.time(), (Participant(name),))])
        store.people.is_ours(phone, name)
        store.personal_links.make(phone)
    ben, bennie, benno = store.plays.people(BEN)
    store.people.merge(BEN, bennie, ben)
    store.people.merge(BEN, benno, ben)
    for phone in (ANNA, BEN):
        for play in store.plays.of_phone(phone).plays:
            if play.mark != "p-2":
                store.plays.drop(phone, play.id)
    assert retention.prune_people(store.database) == 2, "Anna and Benno; Bennie is shown as Ben"
    assert retention.prune_links(store.database) == 1 and store.personal_links.key(BEN)
    assert [part.name for play in store.plays.of_phone(BEN).plays for part in play.parts] == ["Ben"]
    assert retention.prune_people(store.database) == retention.prune_links(store.database) == 0


def test_a_personal_link_made_anew_leaves_the_old_one_dead(store: Store) -> None:
    opened(store)
    links = store.personal_links
    links.make(ANNA)
    old = links.key(ANNA) or ""
    links.make(ANNA)
    assert links.owner(old) is None and links.key(ANNA) not in (old, None)


def test_two_phones_that_follow_one_personal_link_at_once(store: Store) -> None:
    sitting = opened(store)
    store.personal_links.make(ANNA)
    key = store.personal_links.key(ANNA) or ""
    others = [f"{number:032}" for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda phone: store.personal_links.move(key, phone), others))
    (holder,) = _now(store, sitting).chairs[0].phones
    assert store.personal_links.owner(key) == holder == _now(store, sitting).creator


def test_forty_phones_that_follow_one_seat_s_link_at_once(store: Store) -> None:
    sitting = opened(store)
    store.seating.leave(sitting, "Blue", BEN)
    key = sitting.chairs[1].key

    def sit(number: int) -> str:
        try:
            return "sits" if store.seating.sit(sitting, key, f"{number:032}") else "asks"
        except SeatError:
            return "waits"

    with ThreadPoolExecutor(40) as pool:
        came = list(pool.map(sit, range(40)))
    assert {how: came.count(how) for how in came} == {"sits": 1, "asks": ASKING_AT_ONCE, "waits": 27}


def _now(store: Store, sitting: Session) -> Session:
    """A table as it stands now."""
    session = store.session(sitting.code)
    assert session
    return session


# ---- many at once


def test_two_seats_in_the_same_instant(store: Store) -> None:
    sitting = opened(store, **RACE)
    gate = threading.Barrier(2)

    def tap(seat: str, number: int) -> int:
        gate.wait()
        return store.play(sitting.code, seat, "add", {"step": "1"}, f"{seat}{number}").n

    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(lambda s=seat: [tap(s, i) for i in range(100)]) for seat in ("Red", "Blue")]  # type: ignore[misc]
    numbers = sorted(n for run in runs for n in run.result())
    assert numbers == list(range(1, 201))
    assert store.session(sitting.code).table.state.total == 200  # type: ignore[union-attr]


TAPPER = """
import sys, threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from companion.storage.engine import Database
from companion.storage.store import Store
from tests.tiny import GAME
url, code, seat, name, count, threads = sys.argv[1:]
store = Store(Database(url), {"tiny": GAME})
turn = threading.Lock()
def tap(number):
    key = f"{name}-{number}"
    n = store.play(code, seat, "add", {"step": "1"}, key).n
    with turn:
        print(key, n, flush=True)
print("ready", flush=True)
sys.stdin.readline()
with ThreadPoolExecutor(int(threads)) as pool:
    list(pool.map(tap, (i for i in range(int(count)) for _ in range(2))))
"""


def tapper(url: str, code: str, seat: str, name: str, count: int) -> "subprocess.Popen[str]":
    """A process that taps, every tap twice with the same key, and says each that was acknowledged."""
    command = [sys.executable, "-c", TAPPER, url, code, seat, name, str(count), "8"]
    root = str(Path(__file__).parent.parent)
    env = {**os.environ, "PYTHONPATH": root}
    pipe: Any = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env, cwd=root)
    assert process.stdout and process.stdout.readline() == "ready\n"
    return process


@pytest.mark.slow
def test_two_processes_with_hundreds_of_taps_lose_and_double_nothing(store: Store, url: str) -> None:
    sitting = opened(store, **RACE)
    both = [tapper(url, sitting.code, seat, seat, 200) for seat in ("Red", "Blue")]
    for process in both:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    output = "".join(process.communicate(timeout=120)[0] for process in both).split("\n")[:-1]
    assert [process.returncode for process in both] == [0, 0]
    acknowledged = {key: int(n) for key, n in (line.split() for line in output)}
    assert len(output) == 800 and len(acknowledged) == 400
    keys_saved = keys(store, sitting.code)
    assert sorted(keys_saved) == sorted(acknowledged) and len(keys_saved) == 400
    assert all(keys_saved[n - 1] == key for key, n in acknowledged.items())
    assert store.session(sitting.code).table.state.total == 400  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_process_that_is_killed_has_kept_what_it_acknowledged(store: Store, url: str) -> None:
    sitting = opened(store, **RACE)
    acknowledged: dict[str, int] = {}
    for round_ in range(3):
        process = tapper(url, sitting.code, "Red", f"round{round_}", 5000)
        assert process.stdin and process.stdout
        process.stdin.write("\n")
        process.stdin.flush()
        lines = [process.stdout.readline() for _ in range(40)]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.read().split("\n")[:-1]
        process.wait()
        acknowledged.update({key: int(n) for key, n in (line.split() for line in lines)})
    keys_saved = keys(house(url), sitting.code)
    assert len(keys_saved) == len(set(keys_saved)) >= len(acknowledged) >= 60
    assert all(keys_saved[n - 1] == key for key, n in acknowledged.items())
    assert store.play(sitting.code, "Blue", "add", {"step": "1"}).n == len(keys_saved) + 1
    if store.database.sqlite:
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# ---- trouble


@on_sqlite
def test_a_locked_database_says_so_and_keeps_nothing(store: Store, url: str) -> None:
    sitting = opened(store)
    quick = house(url, patience=0.1)
    with sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = quick.play(sitting.code, "Red", "add", {"step": "1"}, "key")
        assert isinstance(busy, Refused) and busy.cause == "unavailable" and "Nothing was kept" in busy.why
        with pytest.raises(Unavailable):
            quick.seating.leave(sitting, "Red", ANNA)
        assert quick.session(sitting.code).n == 0  # type: ignore[union-attr]
        other.execute("ROLLBACK")
    assert quick.play(sitting.code, "Red", "add", {"step": "1"}, "key").n == 1


@on_sqlite
def test_a_database_that_can_only_be_read(store: Store, url: str) -> None:
    sitting = opened(store)
    path = url.removeprefix("sqlite:///")
    reading = house(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert reading.session(sitting.code).n == 0  # type: ignore[union-attr]
    no = reading.play(sitting.code, "Red", "add", {"step": "1"})
    assert isinstance(no, Refused) and no.cause == "unavailable" and "read but not written" in no.why
    assert store.session(sitting.code).n == 0  # type: ignore[union-attr]


def test_a_database_of_a_newer_version(store: Store, url: str) -> None:
    sql(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unavailable, match="A newer Companion"):
        house(url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"not a database" * 100)
    with pytest.raises(Unavailable, match=r"is damaged .file is not a database.*companion restore"):
        house(f"sqlite:///{tmp_path / 'tables.sqlite3'}")


def test_two_processes_that_start_at_once_make_one_schema(url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(house, [url] * 6))
    assert opened(stores[0]).code and stores[5].of_phone(ANNA)


def test_every_row_has_a_length(store: Store) -> None:
    texts = [column for column in TABLES.c if column.type.python_type is str]
    assert all(column.type.length for column in texts)  # type: ignore[attr-defined]
