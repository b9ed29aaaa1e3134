"""A deleted table is gone: every row, on every phone, in every process; and old ones can be pruned."""

import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Connection, func, insert, select, update
from sqlmodel import SQLModel

from companion.cli.data_options import locked
from companion.cli.main import main
from companion.extras.tournaments.pairing import begin
from companion.extras.tournaments.store import Tournaments
from companion.extras.tournaments.tournament import SWISS
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.plays.play import NOBODY, Participant, Play
from companion.storage import retention, sqlite_file
from companion.storage.engine import Database, Unavailable
from companion.storage.keeper import Keeper
from companion.storage.schema import ENTRIES, OWN, PEOPLE, TABLES, TOURNAMENTS
from companion.storage.seats import SeatError
from companion.storage.session import Session
from companion.storage.store import Store
from tests.conftest import Cli, Phone, Phones, fresh
from tests.conftest import house as new_house
from tests.extras.tournaments.test_tournament import made as drawn
from tests.services import free_port
from tests.test_own_pages import kept as own_game
from tests.tiny import GAME

ANNA, BEN = "a" * 32, "b" * 32
DAY = 86_400


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'companion.sqlite3'}"


def house(url: str) -> Store:
    """A store, as a process of its own would have it."""
    fresh(Path(url.removeprefix("sqlite:///")))
    database = Database(url)
    database.upgrade()
    return Store(database, {"tiny": GAME})


def played(store: Store, name: str = "Anna") -> Session:
    """A table with entries, seats, phones and a phone that asks."""
    options = {"goal": "100000", "turns": "race"}
    table = Table.open(GAME, Opening({"Red": name, "Blue": "Ben"}, options))
    session = store.open(GAME, table, ANNA, ("Red",))
    store.play(session.code, "Red", "ruling", {"total": "3", "reason": f"{name} said so"})
    store.seating.ask(session, "Blue", BEN, "Ben")
    return store.session(session.code) or session


def rows(store: Store) -> dict[str, int]:
    with store.database.reading() as connection:
        count = {
            t.name: connection.scalar(select(func.count()).select_from(t))
            for t in SQLModel.metadata.sorted_tables
        }
    return {name: number or 0 for name, number in count.items() if number}


def age(store: Store, session: Session, days: float, ended: bool = False) -> None:
    """Let a table be so old."""
    at = time.time() - days * DAY
    with store.database.writing() as connection:
        connection.execute(update(ENTRIES).where(ENTRIES.c.table_id == session.id).values(at=at))
        when = {"created": at, "ended": at if ended else None}
        connection.execute(update(TABLES).where(TABLES.c.id == session.id).values(**when))


def test_a_forgotten_table_leaves_no_row_and_no_word(url: str) -> None:
    store = house(url)
    gone, stays = played(store, "Melusine"), played(store)
    before = rows(store)
    store.forget(gone)
    assert rows(store) == {name: number // 2 for name, number in before.items()} and len(before) >= 4
    assert store.session(gone.code) is None and store.session(stays.code)
    store.database.engine.dispose()
    file = Path(url.removeprefix("sqlite:///"))
    sqlite_file.checkpoint(file)
    assert b"Melusine" not in file.read_bytes()


def test_those_who_follow_a_forgotten_table_are_told(url: str) -> None:
    lines: list[tuple[str, tuple[int, int]]] = []
    database = Database(url)
    database.upgrade()
    store = Store(database, {"tiny": GAME}, lambda code, at: lines.append((code, at)))
    session = played(store)
    store.forget(session)
    assert lines[-1] == (session.code, (session.n, session.stamp + 1))


def test_the_next_table_is_not_taken_for_the_forgotten_one(url: str) -> None:
    """SQLite gives the number of the last row, once it is deleted, to the next."""
    store, other = house(url), house(url)
    session = played(store)
    assert other.session(session.code)
    store.forget(session)
    new = played(store)
    assert (new.id, new.n, new.stamp) == (session.id, session.n, session.stamp)
    with pytest.raises(Unavailable, match="not kept here any more"):
        other.play(session.code, "Red", "add", {"step": "1"})
    with pytest.raises(SeatError, match="not kept here any more"):
        other.seating.take(session, ["Blue"], BEN)
    other.forget(session)
    with pytest.raises(Unavailable):
        store.play(session.code, "Red", "add", {"step": "1"})
    assert store.session(new.code).at == new.at  # type: ignore[union-attr]
    assert other.known(session.code) is None


# ---- on the phone


def test_who_opened_a_table_can_delete_it(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open()
    ben.get(f"/t/{code}")
    ben.post(f"/t/{code}/seats/ask", {"seat": "Blue", "name": "Ben"})
    assert f"/t/{code}/forget" in anna.get(f"/t/{code}/seats").text
    assert "/forget" not in ben.get(f"/t/{code}/seats").text
    for refused in (ben.get(f"/t/{code}/forget"), ben.post(f"/t/{code}/forget")):
        assert refused.status_code == 403 and "opened this table" in refused.text
    asked = anna.get(f"/t/{code}/forget")
    assert asked.status_code == 200 and "the game is not over" in asked.text and "sitting.game" in asked.text
    forged = anna.client.post(f"/t/{code}/forget", headers={"Origin": "http://evil.example"})
    assert forged.status_code == 403, "from a page of another site"
    assert anna.get(f"/t/{code}").status_code == 200, "a look deletes nothing"
    done = anna.post(f"/t/{code}/forget")
    assert (done.status_code, done.location) == (303, "/") and code not in anna.get("/").text
    gone = ben.get(f"/t/{code}")
    assert gone.status_code == 404 and "not kept here any more" in gone.text
    assert anna.post(f"/t/{code}/forget").status_code == 404


def test_what_a_phone_deletes_is_gone_from_the_snapshots_when_the_page_says(
    tiny: Path, tmp_path: Path
) -> None:
    """Nobody plays any more from then on."""
    app = new_house(tmp_path, SNAPSHOTS=3)
    anna, now = Phone(app), time.time()
    code, keeper = anna.open(name1=NAME), Keeper(tmp_path / "companion.sqlite3", 3)
    for hours in (60, 30, 1):
        keeper.snapshot(now - hours * 3600)
    assert "by itself lose it within 3 days; other backups" in anna.get(f"/t/{code}/forget").text
    assert anna.post(f"/t/{code}/forget").status_code == 303
    app.extensions["companion"].store.database.engine.dispose()
    sqlite_file.checkpoint(tmp_path / "companion.sqlite3")
    for hours in range(1, 3 * 24 + 1):
        keeper.round(now + hours * 3600)
    assert stands_in(tmp_path) == [] and len([*(tmp_path / "snapshots").iterdir()]) == 1


def test_every_page_that_deletes_says_when_the_backups_lose_it(tiny: Path, tmp_path: Path) -> None:
    for days, words in ((1, "lose it within 1 day;"), (0, "Backups are for the host to")):
        anna = Phone(new_house(tmp_path, SNAPSHOTS=days))
        code = anna.finished()
        anna.get("/plays")
        anna.post("/people/ours", {"name": "Ben"})
        pages = [f"/t/{code}/forget", f"/own/{own_game(anna)}/forget", f"{drawn(anna)}/forget", "/people"]
        for page in pages:
            assert words in " ".join(anna.get(page).text.split()), page


# ---- a name


NAME = "Zebulonia"


@pytest.fixture
def named(url: str, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A house in which one name stands everywhere, and in two snapshots."""
    monkeypatch.setenv("COMPANION_SECRET", "somewhere else")
    store = house(url)
    played(store, NAME)
    other = played(store)
    over(store, NAME.lower(), "Ben")
    store.play(other.code, "Red", "ruling", {"total": "4", "reason": f"so {NAME} said, and Zebulonian law"})
    store.seating.ask(other, "Blue", "c" * 32, NAME)
    (asked,) = (one for one in store.session(other.code).requests if one.name == NAME)  # type: ignore[union-attr]
    store.seating.answer(store.session(other.code), asked.id, True, ANNA)  # type: ignore[arg-type]
    parts = (Participant(NAME, won=1.0), Participant("Ben"))
    store.plays.keep(ANNA, [Play("p-1", "Go", time.time() - DAY, parts, place=f"at {NAME}'s")])
    ours(store, NAME)
    Tournaments(store).keep(ANNA, "", begin(f"{NAME}'s cup", SWISS, [NAME, "Ben"], 1))
    keeper = Keeper(tmp_path / "companion.sqlite3", 7)
    for hours in (5, 1):
        keeper.snapshot(time.time() - hours * 3600)
    return store


def stands_in(folder: Path) -> list[str]:
    """The files below a folder in which the name stands, ZIPs unpacked."""
    result = []
    for file in (one for one in folder.rglob("*") if one.is_file()):
        texts = [file.read_bytes()]
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as packed:
                texts = [packed.read(name) for name in packed.namelist()]
        if any(re.search(rb"(?i)zebulonia\b", text) for text in texts):
            result.append(file.name)
    return result


def test_a_name_is_forgotten_everywhere_and_in_the_snapshots(named: Store, tmp_path: Path, cli: Cli) -> None:
    snapshots = sorted((tmp_path / "snapshots").iterdir())
    ages = [file.stat().st_mtime for file in snapshots]
    named.database.engine.dispose()
    assert len(stands_in(tmp_path)) >= 3
    before = rows(named)
    output = cli("forget", NAME.upper(), "--data", tmp_path)
    assert "3 tables, 2 plays, 1 tournament and 1 player of this house" in output
    assert "2 snapshots written anew" in output
    named.database.engine.dispose()
    assert stands_in(tmp_path) == []
    assert [file.stat().st_mtime for file in snapshots] == ages
    assert {**rows(named), "people": 0} == {**before, "people": 0}, "nothing else is gone"
    assert "all is whole" in cli("verify --data", tmp_path)
    for file in snapshots:
        cli("restore", file, "--data", tmp_path / file.stem)
        cli("verify --data", tmp_path / file.stem)
    assert f"Nothing here is called “{NAME}”" in cli("forget", NAME, "--data", tmp_path)


def test_a_house_that_serves_shows_a_forgotten_name_no_more(named: Store, tmp_path: Path) -> None:
    """What it has in memory is read anew."""
    codes = [session.code for session in named.of_phone(ANNA)]
    assert {part.name for play in named.plays.of_phone(ANNA).plays for part in play.parts} >= {NAME}
    assert main(["forget", NAME, "--data", str(tmp_path)]) == 0
    sessions = [named.session(code) for code in codes]
    assert not re.search(r"(?i)zebulonia\b", repr(sessions))
    assert "so a player said, and Zebulonian law" in repr(sessions)
    plays = named.plays.of_phone(ANNA).plays
    assert [(play.place, play.parts[0].name) for play in plays] == [("at a player's", NOBODY), ("", NOBODY)]
    assert all(named.play(code, "Red", "ruling", {"total": "1"}) for code in codes)


def test_other_names_and_a_seat_that_is_called_so_stay(
    url: str, tiny: Path, tmp_path: Path, cli: Cli
) -> None:
    store = house(url)
    session = over(store, "Red", "Blue")
    other = played(store, "Redmond")
    assert "Nothing here is called “red”" in cli("forget red --data", tmp_path)
    assert [chair.player for chair in store.session(session.code).chairs] == ["Red", "Blue"]  # type: ignore[union-attr]
    assert "Redmond said so" in repr(store.session(other.code))


def test_who_was_merged_into_a_forgotten_player_is_known_by_the_own_name(
    url: str, tiny: Path, tmp_path: Path
) -> None:
    store = house(url)
    over(store, "Anna", "Annie")
    anna, annie = ours(store, "Anna", "Annie")
    store.people.merge(ANNA, annie, anna)
    assert main(["forget", "Anna", "--data", str(tmp_path)]) == 0
    (play,) = store.plays.of_phone(ANNA).plays
    assert [(part.name, part.person) for part in play.parts] == [(NOBODY, 0), ("Annie", annie)]


def test_a_name_in_a_text_that_tables_play_by_is_told(url: str, tiny: Path, tmp_path: Path, cli: Cli) -> None:
    store = house(url)
    store.boxes.keep(ANNA, f"# by {NAME}", None)
    cli("forget", NAME, "--data", tmp_path, code=1)
    (own,) = store.boxes.of_phone(ANNA)
    assert f"It still stands in the game /own/{own.code}." in cli.out


def test_a_snapshot_that_cannot_be_read_is_told_and_stays(named: Store, tmp_path: Path, cli: Cli) -> None:
    broken, whole = sorted((tmp_path / "snapshots").iterdir())
    broken.write_bytes(broken.read_bytes()[:-2000])
    assert f"{broken.name} stays as it is." in cli("forget", NAME, "--data", tmp_path, code=1)
    assert broken.exists() and whole.name not in stands_in(tmp_path)


def test_a_snapshot_that_is_being_made_meanwhile_forgets_too(
    named: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has copied the house before the name was gone, and is there after it."""
    folder = tmp_path / "snapshots"
    shutil.copy(next(folder.iterdir()), folder / "2026-05-03T21Z.zip.part")
    pauses = list[float]()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        for part in folder.glob("*.part"):
            part.rename(part.with_suffix(""))

    monkeypatch.setattr("companion.storage.keeper.time.sleep", pause)
    assert main(["forget", NAME, "--data", str(tmp_path)]) == 0
    named.database.engine.dispose()
    assert pauses and (folder / "2026-05-03T21Z.zip").exists() and stands_in(tmp_path) == []


@pytest.mark.parametrize("name", ["", " ", "\u3164"])
def test_a_name_to_forget_is_a_name(name: str, tmp_path: Path, cli: Cli) -> None:
    assert "A name, please" in cli("forget", name, "--data", tmp_path, code=2)


# ---- prune


def test_what_is_pruned_is_gone_from_the_snapshots_too(
    url: str, tiny: Path, tmp_path: Path, cli: Cli
) -> None:
    store = house(url)
    stays, old = played(store), played(store, NAME)
    age(store, old, 500)
    keeper = Keeper(tmp_path / "companion.sqlite3", 7)
    keeper.snapshot(time.time() - 3600)
    assert "1 snapshot written anew" in pruned(tmp_path, cli)
    store.database.engine.dispose()
    assert stands_in(tmp_path) == []
    assert "snapshot" not in pruned(tmp_path, cli)
    (snapshot,) = (tmp_path / "snapshots").iterdir()
    cli("restore", snapshot, "--data", tmp_path / "back")
    assert house(f"sqlite:///{tmp_path / 'back' / 'companion.sqlite3'}").session(stays.code)


def test_old_tournaments_are_pruned_with_the_tables(url: str, tmp_path: Path, cli: Cli) -> None:
    store = house(url)
    code = Tournaments(store).keep(ANNA, "", begin("", SWISS, ["Anna", "Ben"], 1))
    with store.database.writing() as connection:
        connection.execute(update(TOURNAMENTS).values(changed=time.time() - 401 * DAY))
    for more, gone in ((["--ended"], False), ([], True)):
        assert ("1 tournaments deleted" in cli("prune --older-than 400d --data", tmp_path, *more)) is gone
        assert (Tournaments(store).find(code) is None) is gone


def over(store: Store, red: str, blue: str) -> Session:
    """A table that was played to its end and is counted."""
    table = Table.open(GAME, Opening({"Red": red, "Blue": blue}, {"first": "Red"}))
    session = store.open(GAME, table, ANNA, ("Red", "Blue"))
    for n, step in enumerate(("3", "2", "3", "1", "1")):
        store.play(session.code, ("Red", "Blue")[n % 2], "add", {"step": step})
    store.plays.count(ANNA)
    return store.session(session.code) or session


def ours(store: Store, *names: str) -> list[int]:
    """Say that these are players of the house; their numbers."""
    for name in names:
        store.people.is_ours(ANNA, name)
    people_now = {name: person for person, (name, _) in store.plays.people(ANNA).items()}
    return [people_now[name] for name in names]


def called(store: Store) -> set[str]:
    """The names of all players of the house that are kept."""
    with store.database.reading() as connection:
        return set(connection.scalars(select(PEOPLE.c.name)))


def pruned(tmp_path: Path, cli: Cli, *more: str) -> str:
    """What the command says."""
    return cli("prune --older-than 400d --data", tmp_path, *more)


@pytest.mark.parametrize("more", [(), ("--ended",)])
def test_whom_only_a_pruned_table_named_is_forgotten(
    url: str, tmp_path: Path, cli: Cli, more: tuple[str, ...]
) -> None:
    store = house(url)
    old, stays = over(store, "Anna", "Melusine"), over(store, "Anna", "Ben")
    ours(store, "Anna", "Melusine")
    assert "forgotten" not in pruned(tmp_path, cli, *more), "all of them are named"
    age(store, old, 500, ended=True)
    assert "1 player of this house forgotten whom no play names any more" in pruned(tmp_path, cli, *more)
    assert called(store) == {"Anna"} and store.session(stays.code)
    assert "forgotten" not in pruned(tmp_path, cli, *more)
    store.database.engine.dispose()
    file = Path(url.removeprefix("sqlite:///"))
    sqlite_file.checkpoint(file)
    assert b"Melusine" not in file.read_bytes()


def test_whom_others_were_merged_into_is_known_as_long_as_one_of_them(
    url: str, tmp_path: Path, cli: Cli
) -> None:
    store = house(url)
    old, last = over(store, "Anna", "Annie"), over(store, "Ann", "Ben")
    anna, annie, ann = ours(store, "Anna", "Annie", "Ann")
    store.people.merge(ANNA, annie, anna)
    store.people.merge(ANNA, ann, anna)
    age(store, old, 500, ended=True)
    assert "1 player of this house" in pruned(tmp_path, cli)
    assert called(store) == {"Anna", "Ann"}, "no play names Anna, but Ann is her"
    assert {part.name for play in store.plays.of_phone(ANNA).plays for part in play.parts} == {"Anna", "Ben"}
    age(store, last, 500, ended=True)
    assert "2 players of this house" in pruned(tmp_path, cli) and not called(store)


def test_a_player_is_kept_by_a_play_that_goes_on_again(url: str, tmp_path: Path, cli: Cli) -> None:
    store = house(url)
    session = over(store, "Anna", "Ben")
    ours(store, "Ben")
    store.play(session.code, "Red", "undo", {"entry": "5"})
    assert "forgotten" not in pruned(tmp_path, cli) and called(store) == {"Ben"}


def test_personal_links_and_tokens_of_phones_that_have_nothing_any_more_are_pruned(
    url: str, tmp_path: Path, cli: Cli
) -> None:
    store = house(url)
    session, phones = played(store), (ANNA, BEN, "c" * 32, "d" * 32, "e" * 32)
    store.seating.answer(session, session.requests[0].id, True, ANNA)
    store.boxes.keep(phones[2], "", None)
    Tournaments(store).keep(phones[3], "", begin("", SWISS, ["Anna", "Ben"], 1))
    store.plays.keep(phones[4], [Play("p-1", "Go", time.time(), (Participant("Anna"),))])
    for phone in phones:
        store.personal_links.make(phone)
        store.tokens.make(phone, "host")
    assert "nothing here any more" not in pruned(tmp_path, cli)
    age(store, session, 500, ended=True)
    words = pruned(tmp_path, cli, "--ended")
    assert "2 personal links deleted" in words and "2 tokens deleted" in words
    kept = [False, False, True, True, True]
    assert [bool(store.personal_links.key(phone)) for phone in phones] == kept
    assert [bool(store.tokens.of_phone(phone)) for phone in phones] == kept


def test_plays_that_were_brought_are_not_pruned_however_old_nor_who_played_them(
    url: str, tmp_path: Path, cli: Cli
) -> None:
    store = house(url)
    store.plays.keep(
        ANNA,
        [Play("p-1", "Go", time.time() - 4000 * DAY, (Participant("Anna", won=1.0), Participant("Ben")))],
    )
    ours(store, "Anna")
    for more in ((), ("--ended",)):
        assert "player" not in pruned(tmp_path, cli, *more)
    assert called(store) == {"Anna"} and rows(store) == {"plays": 1, "parts": 2, "people": 1}


def test_old_tables_are_pruned(url: str, tmp_path: Path, tiny: Path, cli: Cli) -> None:
    store = house(url)
    ages = ((500, True), (399, True), (500, False), (10, False))
    ended, younger, untouched, fresh = (played(store) for _ in ages)
    for session, (days, over) in zip((ended, younger, untouched, fresh), ages, strict=True):
        age(store, session, days, over)

    assert pruned(tmp_path, cli, "--ended").startswith(
        "1 tables deleted that were over for more than 400 days"
    )
    assert store.session(ended.code) is None and store.session(untouched.code)
    assert pruned(tmp_path, cli).startswith("1 tables deleted that were untouched")
    assert pruned(tmp_path, cli).startswith("0 tables")
    assert [bool(store.session(s.code)) for s in (younger, untouched, fresh)] == [True, False, True]


def test_pruning_many_goes_on_to_the_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "ENTRIES_AT_ONCE", 2)
    store = house(url)
    for _ in range(5):
        session = played(store)
        for _ in range(4):
            store.play(session.code, "Red", "add", {"step": "1"})
        age(store, session, 900)
    assert retention.prune(store.database, 400, False) == 5 and rows(store) == {}


def long(store: Store, entries: int) -> Session:
    """An old table with so many entries."""
    session = played(store, "Melusine")
    row = {
        "table_id": session.id,
        "seat": "Red",
        "verb": "add",
        "answers": {"step": "1"},
        "at": 0.0,
        "seen": 0,
    }
    rows_ = [{**row, "n": n, "key": f"key {n}", "said": "s" * 32} for n in range(session.n + 1, entries + 1)]
    with store.database.writing() as connection:
        connection.execute(insert(ENTRIES), rows_)
    age(store, session, 900)
    return session


def test_who_plays_waits_for_no_long_transaction_of_pruning(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tap waits for one of them at most: each is short, and between two the file is free for longer."""
    store, took, free = house(url), list[tuple[int, float]](), list[float]()
    for _ in range(3):
        long(store, 4_000)
    for n in range(60):
        store.boxes.keep(f"phone {n}", f"[game]\n{'#' * 60_000}", None)
        store.personal_links.make(f"nobody {n}")
    with store.database.writing() as connection:
        connection.execute(update(OWN).values(changed=0.0))
    writing = Database.writing

    @contextmanager
    def timed(database: Database) -> Iterator[Connection]:
        with writing(database) as connection:
            raw = connection.connection.dbapi_connection
            before, began = raw.total_changes, time.thread_time()  # type: ignore[union-attr]
            yield connection
            took.append((raw.total_changes - before, time.thread_time() - began))  # type: ignore[union-attr]

    monkeypatch.setattr(Database, "writing", timed)
    monkeypatch.setattr(time, "sleep", free.append)
    assert main(["prune", "--older-than", "400d", "--data", str(tmp_path)]) == 0
    monkeypatch.undo()
    assert rows(store) == {} and len(took) > 60
    assert max(changes for changes, _ in took) <= 250 and max(seconds for _, seconds in took) < 0.1
    assert sum(free) > 2.5 * sum(seconds for _, seconds in took)


def megabytes(url: str) -> float:
    file = Path(url.removeprefix("sqlite:///"))
    return sum(one.stat().st_size for one in (file, sqlite_file.wal(file)) if one.exists()) / 1e6


def test_pruning_gives_the_disk_its_room_back(url: str, tmp_path: Path, cli: Cli) -> None:
    store = house(url)
    stays, gone = played(store), long(store, 12_000)
    store.database.engine.dispose()
    before = megabytes(url)
    told = pruned(tmp_path, cli)
    assert before > 1.5 and megabytes(url) < 0.5
    assert re.search(r"[1-9][0-9.]* MB given back to the disk", told)
    assert store.session(gone.code) is None and store.session(stays.code)
    assert "given back" not in pruned(tmp_path, cli)


def test_a_file_of_an_older_version_shrinks_when_it_is_pruned_while_nobody_serves_it(
    url: str, tmp_path: Path, cli: Cli
) -> None:
    store, file = house(url), tmp_path / "companion.sqlite3"
    long(store, 12_000)
    store.database.engine.dispose()
    with closing(sqlite_file.connect(file)) as database:
        database.executescript("PRAGMA auto_vacuum=NONE; VACUUM")
    with locked(tmp_path):
        assert "given back" not in pruned(tmp_path, cli) and megabytes(url) > 1.5
    assert "given back" in pruned(tmp_path, cli) and megabytes(url) < 0.5


def test_a_deletion_that_was_broken_off_is_finished(
    url: str,
    tiny: Path,
    tmp_path: Path,
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_SECRET", "somewhere else")
    store, stays = house(url), played(house(url))
    sessions = [long(store, 500) for _ in range(2)]
    monkeypatch.setenv("COMPANION_DATA", "")
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: None)
    start = ["serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path)]
    finishing = (["prune", "--older-than", "9999d", "--data", str(tmp_path)], start)
    for session, command in zip(sessions, finishing, strict=True):
        with monkeypatch.context() as killed:
            killed.setattr(retention, "empty", lambda *given: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                store.forget(session)
        assert store.session(session.code) is None and rows(store)["entries"] > 500, "gone for everybody"
        assert "all is whole" in cli("verify --data", tmp_path)
        cli(*command)
        assert rows(store)["tables"] == 2 - sessions.index(session)
    assert store.session(stays.code) and rows(store)["entries"] == 1


@pytest.mark.parametrize("days", ["400", "0d", "-1d", "a year", "999999d"])
def test_an_age_is_a_number_of_days(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["prune", f"--older-than={days}"])
    assert "like 400d" in capsys.readouterr().err
