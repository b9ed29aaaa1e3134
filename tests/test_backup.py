"""What is kept can be kept elsewhere: the one file, backups, snapshots; what is said of a wrecked file."""

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from companion.cli.main import main
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.storage import backup, engine, sqlite_file
from companion.storage.engine import Database, Unavailable
from companion.storage.keeper import DAY, HOUR, PAUSE, Keeper
from companion.storage.store import Store
from companion.storage.verdict import Refused
from companion.web.config import secret_key
from tests.conftest import ROOT, Cli, Phone, fresh
from tests.conftest import house as app_of
from tests.services import free_port
from tests.tiny import GAME

ANNA = "a" * 32


def house(data: Path) -> Store:
    """A store on the file of a data folder, as a process that serves has it."""
    data.mkdir(exist_ok=True)
    database = Database(f"sqlite:///{fresh(data / backup.DATABASE)}")
    database.upgrade()
    secret_key(data / backup.KEY)
    return Store(database, {"tiny": GAME})


def played(store: Store, entries: int = 12) -> str:
    """The code of a table with so many entries."""
    opening = Opening({"Red": "Anna", "Blue": "Ben"}, {"goal": "100000", "turns": "race"})
    code = store.open(GAME, Table.open(GAME, opening), ANNA, ("Red",)).code
    for number in range(entries):
        store.play(code, "Red", "add", {"step": "1"}, f"key {number}")
    return code


def rows(file: Path) -> dict[str, list[Any]]:
    """Everything that a database holds."""
    with sqlite3.connect(file) as database:
        return {
            name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
            for name in ("tables", "seats", "holds", "requests", "entries")
        }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(data: Path) -> Store:
    return house(data)


# ---- the one file


def test_the_one_file_holds_everything_after_a_checkpoint(store: Store, data: Path, tmp_path: Path) -> None:
    played(store)
    file = data / backup.DATABASE
    assert sqlite_file.wal(file).stat().st_size > 0
    assert sqlite_file.checkpoint(file) and sqlite_file.wal(file).stat().st_size == 0
    alone = tmp_path / "alone.sqlite3"
    alone.write_bytes(file.read_bytes())
    assert len(rows(alone)["entries"]) == 12


def test_a_checkpoint_waits_for_nobody(store: Store, data: Path) -> None:
    played(store)
    file = data / backup.DATABASE
    with store.database.reading() as reading:
        reading.exec_driver_sql("BEGIN")
        assert reading.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 12
        played(store, 1)
        assert sqlite_file.checkpoint(file) is False
        reading.exec_driver_sql("ROLLBACK")
    assert sqlite_file.checkpoint(file) is True


def test_only_the_owner_reads_what_is_kept(store: Store, data: Path) -> None:
    played(store)
    result = {file.name: stat.S_IMODE(file.stat().st_mode) for file in data.iterdir()}
    assert set(result.values()) == {0o600} and len(result) == 4, result
    for file in data.iterdir():
        file.chmod(0o644)
    again = house(data)
    played(again, 1)
    assert {stat.S_IMODE(file.stat().st_mode) for file in data.glob("*.sqlite3*")} == {0o600}


# ---- a file that is not right


def wreck(file: Path, how: str) -> None:
    sqlite_file.checkpoint(file)
    whole = file.read_bytes()
    if how == "half":
        file.write_bytes(whole[: len(whole) // 2])
    elif how == "pages":
        file.write_bytes(whole[:8192] + os.urandom(4096 * 4) + whole[8192 + 4096 * 4 :])
    elif how == "words":
        file.write_bytes(b"This is not a database at all. " * 400)
    elif how == "another":
        file.unlink()
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE songs (name TEXT)")


@pytest.mark.parametrize(
    "how, why",
    [
        ("half", "is damaged"),
        ("pages", "is damaged"),
        ("words", "is damaged (file is not a database)"),
        ("another", "is a database, but not one that Companion kept"),
    ],
)
def test_a_file_that_is_not_right_is_named_at_start(data: Path, how: str, why: str, cli: Cli) -> None:
    store = house(data)
    played(store, 300)
    store.database.engine.dispose()
    file = data / backup.DATABASE
    wreck(file, how)
    before = file.read_bytes()
    with pytest.raises(Unavailable) as no:
        house(data)
    assert why in str(no.value) and "try again" not in str(no.value) and "Nothing" in str(no.value)
    assert ("companion restore FILE" if "damaged" in why else "--data") in str(no.value)
    assert why in cli("serve --data", data, code=1)
    assert file.read_bytes() == before


def test_damage_met_while_playing_is_called_damage(store: Store, data: Path) -> None:
    code = played(store, 300)
    store.database.engine.dispose()
    wreck(data / backup.DATABASE, "words")
    for log in data.glob("*-*"):
        log.unlink()
    no = store.play(code, "Red", "add", {"step": "1"})
    assert isinstance(no, Refused) and re.search(r"is damaged.*companion verify", no.why)


def test_a_folder_that_cannot_be_written_is_said_before_serving(
    store: Store, data: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: pytest.fail("it serves"))
    monkeypatch.setenv("COMPANION_SNAPSHOTS", "often")
    assert "COMPANION_SNAPSHOTS is a number of days" in cli("serve --data", data, code=1)


# ---- backup and restore


def test_a_backup_is_one_private_file_with_its_manifest(
    store: Store, data: Path, tmp_path: Path, cli: Cli
) -> None:
    played(store)
    file = tmp_path / "kept.zip"
    assert "1 tables, 12 entries, 1 phones seated, and the key" in cli("backup", file, "--data", data)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as packed:
        assert set(packed.namelist()) == {"companion.sqlite3", "secret.key", "manifest.json"}
        manifest = json.loads(packed.read("manifest.json"))
        assert packed.read("secret.key") == (data / "secret.key").read_bytes()
    assert manifest["counts"] == {"tables": 1, "seats": 2, "holds": 1, "entries": 12}
    assert len(manifest["files"]["companion.sqlite3"]["sha256"]) == 64
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "kept.zip"]


def test_a_backup_comes_back_whole(store: Store, data: Path, tmp_path: Path, cli: Cli) -> None:
    code = played(store)
    file, there = tmp_path / "kept.zip", tmp_path / "there"
    cli("backup", file, "--data", data)
    assert f"companion serve --data {there}" in cli("restore", file, "--data", there)
    assert rows(there / backup.DATABASE) == rows(data / backup.DATABASE)
    kept = [path for path in there.iterdir() if not path.name.endswith(("-wal", "-shm"))]  # those come and go
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    again = house(there)
    with again.database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    assert again.play(code, "Red", "add", {"step": "1"}).n == 13


def test_a_backup_made_while_tapping_is_one_moment(store: Store, data: Path, tmp_path: Path) -> None:
    code, stop, taps = played(store), threading.Event(), [12]

    def tap() -> None:
        while not stop.is_set() and taps[0] < 2000:
            taps[0] = store.play(code, "Red", "add", {"step": "1"}).n

    thread = threading.Thread(target=tap)
    thread.start()
    try:
        for number in range(3):
            before = taps[0]
            manifest = backup.write(data / backup.DATABASE, data / backup.KEY, tmp_path / f"{number}.zip")
            backup.restore(tmp_path / f"{number}.zip", tmp_path / str(number))
            saved = [row[1] for row in rows(tmp_path / str(number) / backup.DATABASE)["entries"]]
            assert before <= len(saved) <= taps[0] + 1 and saved == list(range(1, len(saved) + 1))
            assert manifest.counts["entries"] == len(saved)
    finally:
        stop.set()
        thread.join()


def test_nothing_is_ever_written_over(store: Store, data: Path, tmp_path: Path, cli: Cli) -> None:
    code = played(store)
    file = tmp_path / "kept.zip"
    cli("backup", file, "--data", data)
    before = file.read_bytes()
    assert (
        "never written over something" in cli("backup", file, "--data", data, code=1)
        and file.read_bytes() == before
    )
    assert "only into an empty folder" in cli("restore", file, "--data", data, code=1)
    assert store.session(code).n == 12  # type: ignore[union-attr]


def test_where_nothing_is_kept_nothing_is_backed_up(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere, file = tmp_path / "nowhere", tmp_path / "kept.zip"
    assert "is not there" in cli("backup", file, "--data", nowhere, code=1) and list(tmp_path.iterdir()) == []
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://x/y")
    assert "pg_dump" in cli("backup", file, "--data", nowhere, code=2)


def changed_in(file: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """The same backup with one member changed."""
    with zipfile.ZipFile(file) as packed:
        members = {one: packed.read(one) for one in packed.namelist()}
    members[name] = change(members[name])
    with zipfile.ZipFile(file, "w") as packed:
        for one, content in members.items():
            packed.writestr(one, content)


def manifest_with(**changes: Any) -> Callable[[bytes], bytes]:
    return lambda raw: json.dumps(json.loads(raw) | changes).encode()


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "not a zip": (lambda file: file.write_bytes(b"nothing"), "no whole backup"),
    "cut short": (lambda file: file.write_bytes(file.read_bytes()[:-900]), "no whole backup"),
    "nothing there": (lambda file: file.unlink(), "No such file"),
    "another zip": (lambda file: zipfile.ZipFile(file, "w").close(), "no whole backup"),
    "bytes turned": (
        lambda file: changed_in(file, "companion.sqlite3", lambda raw: raw[:-9] + b"!" + raw[-8:]),
        "not what the manifest says",
    ),
    "longer": (
        lambda file: changed_in(file, "companion.sqlite3", lambda raw: raw + b"!" * 9999),
        "not what the manifest says",
    ),
    "another key": (
        lambda file: changed_in(file, "secret.key", lambda raw: b"x" * 32),
        "secret.key is not what the manifest says",
    ),
    "other counts": (
        lambda file: changed_in(file, "manifest.json", manifest_with(counts={"tables": 7})),
        "does not hold what the manifest counts",
    ),
    "no manifest": (lambda file: changed_in(file, "manifest.json", lambda raw: b"{"), "no whole backup"),
    "too much": (
        lambda file: changed_in(file, "manifest.json", manifest_with(more=1)),
        "no whole backup",
    ),
    "a way out": (
        lambda file: changed_in(file, "manifest.json", manifest_with(files={"../evil": {}})),
        "names other files",
    ),
    "newer": (lambda file: changed_in(file, "manifest.json", manifest_with(format=2)), "newer Companion"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_backup_that_is_not_whole_leaves_nothing(
    name: str, store: Store, data: Path, tmp_path: Path, cli: Cli
) -> None:
    played(store)
    file, there = tmp_path / "kept.zip", tmp_path / "there"
    backup.write(data / backup.DATABASE, data / backup.KEY, file)
    change, why = BROKEN[name]
    change(file)
    assert why in cli("restore", file, "--data", there, code=1) and not there.exists()


def test_a_key_that_lies_elsewhere_is_said(store: Store, data: Path, tmp_path: Path, cli: Cli) -> None:
    played(store)
    (data / backup.KEY).unlink()
    output = cli("backup", tmp_path / "kept.zip", "--data", data)
    assert "without a key" in output and "No secret.key lies there. Keep what COMPANION_SECRET says" in output


def test_a_backup_of_a_key_that_is_cut_short_says_so(
    store: Store, data: Path, tmp_path: Path, cli: Cli
) -> None:
    (data / backup.KEY).write_bytes(b"")
    assert "secret.key has 0 bytes" in cli("backup", tmp_path / "kept.zip", "--data", data)


# ---- snapshots


def keeper(data: Path, **more: int) -> Keeper:
    return Keeper(data / backup.DATABASE, **{"days": 7, **more})


def names(data: Path) -> list[str]:
    return sorted(file.name for file in (data / "snapshots").iterdir())


def test_an_idle_file_is_written_together(store: Store, data: Path) -> None:
    played(store)
    file = data / backup.DATABASE
    at = sqlite_file.wal(file).stat().st_mtime
    keeper(data, days=0).round(at + PAUSE / 2)
    assert sqlite_file.wal(file).stat().st_size > 0
    keeper(data, days=0).round(at + PAUSE)
    assert sqlite_file.wal(file).stat().st_size == 0 and not (data / "snapshots").exists()


def test_a_snapshot_an_hour_while_something_is_played(store: Store, data: Path, tmp_path: Path) -> None:
    code = played(store)
    now = sqlite_file.changed(data / backup.DATABASE) // HOUR * HOUR + 2 * HOUR
    for minute in (0, 1, 59):
        keeper(data).round(now + 60 * minute)
    assert len(names(data)) == 1
    keeper(data).round(now + HOUR)
    assert len(names(data)) == 1, "nothing was played since"
    store.play(code, "Red", "add", {"step": "1"})
    sqlite_file.checkpoint(data / backup.DATABASE)
    os.utime(data / backup.DATABASE, (now + 1.5 * HOUR,) * 2)
    keeper(data).round(now + 2 * HOUR)
    assert len(names(data)) == 2 and stat.S_IMODE((data / "snapshots").stat().st_mode) == 0o700
    backup.restore(data / "snapshots" / names(data)[-1], tmp_path / "there")
    assert house(tmp_path / "there").session(code).n == 13  # type: ignore[union-attr]


@pytest.mark.slow
def test_snapshots_grow_fewer_with_age_and_stay_within_their_room(store: Store, data: Path) -> None:
    played(store)
    start = 1_800_000_000 // DAY * DAY
    for hour in range(0, 24 * 12, 3):
        keeper(data).snapshot(start + hour * HOUR)
    now = start + (24 * 12 - 3) * HOUR
    ages = [(now - file.stat().st_mtime) / DAY for file in (data / "snapshots").iterdir()]
    assert max(ages) <= 7 and sum(age <= 1 for age in ages) == 9 and 6 <= sum(age > 1 for age in ages) <= 7
    one = next((data / "snapshots").iterdir()).stat().st_size
    keeper(data, most=one * 3 + one // 2).snapshot(now + HOUR)
    assert len(names(data)) == 3
    keeper(data, most=0).snapshot(now + 2 * HOUR)
    assert len(names(data)) == 1, "the newest stays, however large"


def test_a_clock_that_was_ahead_once_ends_no_snapshots(
    store: Store, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    played(store)
    now = sqlite_file.changed(data / backup.DATABASE) // HOUR * HOUR + 2 * HOUR
    keeper(data).round(now + 365 * DAY)
    (ahead,) = names(data)
    right = keeper(data)
    for hour in range(29):
        os.utime(data / backup.DATABASE, (now + (hour - 0.5) * HOUR,) * 2)  # somebody plays
        right.round(now + hour * HOUR)
        right.round(now + hour * HOUR + PAUSE)
    end = now + 28 * HOUR + PAUSE
    ages = [(end - file.stat().st_mtime) / DAY for file in (data / "snapshots").iterdir()]
    assert sum(0 <= age <= 1 for age in ages) == 24, "one an hour of the last day"
    assert sum(age > 1 for age in ages) in (1, 2), "one for each day before"
    assert ahead in names(data), "it may hold what nothing else does"
    (lines,) = [record.message for record in caplog.records if ahead in record.message]
    assert "dated after now" in lines
    keeper(data, most=0).snapshot(end + HOUR)
    (newest,) = names(data)
    assert newest != ahead, "the newest is the newest of those that can be"


@pytest.mark.parametrize("ahead, right", [(1, 1800), (1800, 1)])
def test_an_hour_that_a_clock_ahead_had_already_has_its_snapshot_when_it_comes(
    store: Store, data: Path, ahead: int, right: int
) -> None:
    played(store)
    now = sqlite_file.changed(data / backup.DATABASE) // HOUR * HOUR + 2 * HOUR
    keepers = keeper(data), keeper(data)

    def play(begun: float, hours: int) -> None:
        for at in (begun + hour * HOUR for hour in range(hours)):
            os.utime(data / backup.DATABASE, (at - 60,) * 2)
            for one in keepers:
                one.round(at)
            assert [file.stat().st_mtime for file in (data / "snapshots").iterdir()].count(at) == 1

    play(now + DAY + ahead, 3)
    play(now + right, 28)
    keeper(data, most=0).snapshot(now + 28 * HOUR + right)
    assert len(names(data)) == 1


def test_a_clock_that_is_behind_puts_no_snapshot_away(store: Store, data: Path) -> None:
    played(store)
    now = sqlite_file.changed(data / backup.DATABASE) // HOUR * HOUR + 2 * HOUR
    for hour in range(3):
        keeper(data).snapshot(now + hour * HOUR)
    before = names(data)
    keeper(data).round(now - 400 * DAY)
    assert len(names(data)) == 4 and set(before) < set(names(data))
    keeper(data).snapshot(now + 3 * HOUR)
    assert len(names(data)) == 4 and set(before) < set(names(data)), (
        "what is right stays, what was wrong goes"
    )


def test_an_idle_file_is_written_together_while_the_clock_is_behind(store: Store, data: Path) -> None:
    played(store)
    file = data / backup.DATABASE
    at = sqlite_file.wal(file).stat().st_mtime
    keeper(data, days=0).round(at - PAUSE / 2)
    assert sqlite_file.wal(file).stat().st_size > 0
    keeper(data, days=0).round(at - DAY)
    assert sqlite_file.wal(file).stat().st_size == 0


def test_what_a_killed_process_left_is_swept(store: Store, data: Path) -> None:
    played(store)
    now = sqlite_file.changed(data / backup.DATABASE)
    keeper(data).snapshot(now)
    part, folder = data / "snapshots" / "old.zip.part", data / "snapshots" / ".companion-x"
    part.write_text("")
    folder.mkdir()
    keeper(data).snapshot(now + 60)
    assert part.exists(), "perhaps another process is at it"
    keeper(data).snapshot(now + 2 * HOUR)
    assert not part.exists() and not folder.exists()


def test_many_processes_make_one_snapshot(store: Store, data: Path) -> None:
    played(store)
    now = sqlite_file.changed(data / backup.DATABASE) + HOUR
    threads = [threading.Thread(target=keeper(data).snapshot, args=(now,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names(data)) == 1


def test_what_another_process_puts_away_meanwhile_stops_no_snapshot(store: Store, data: Path) -> None:
    played(store)
    now = sqlite_file.changed(data / backup.DATABASE) + HOUR
    (data / "snapshots").mkdir()
    for name in ("2026-05-03T08Z.zip", "2026-05-03T09Z.zip.part"):  # listed, and gone when it is looked at
        (data / "snapshots" / name).symlink_to("gone")
    assert keeper(data).due(now)
    keeper(data).snapshot(now)
    assert [name for name in names(data) if not (data / "snapshots" / name).is_symlink()] != []


def test_a_full_disk_gets_no_snapshot(store: Store, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(data)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=1000))
    with pytest.raises(backup.BackupError, match="too little room"):
        keeper(data).snapshot(1e9)
    assert names(data) == []


# ---- a newer version


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Go on as a version whose schema has one table more."""

    def install() -> None:
        ours = tmp_path / "migrations"
        shutil.copytree(engine.MIGRATIONS, ours, ignore=shutil.ignore_patterns("__pycache__"))
        config = Config()
        config.set_main_option("script_location", str(ours))
        head = ScriptDirectory.from_config(config).get_current_head()
        (ours / "versions" / "9000_songs.py").write_text(
            f"from alembic import op\nrevision, down_revision = '9000', '{head}'\n"
            "def upgrade():\n    op.execute('CREATE TABLE songs (name TEXT)')\n"
        )
        monkeypatch.setattr(engine, "MIGRATIONS", ours)

    return install


def test_a_newer_version_makes_a_snapshot_before_it_changes_anything(
    data: Path, tmp_path: Path, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = played(house(data))
    newer()
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: None)
    assert main(["serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(data)]) == 0
    with sqlite3.connect(data / backup.DATABASE) as database:
        assert database.execute("SELECT count(*) FROM songs").fetchone() == (0,)
    manifest = backup.restore(data / "snapshots" / names(data)[0], tmp_path / "there")
    assert manifest.schema < "9000" and house(tmp_path / "there").session(code).n == 12  # type: ignore[union-attr]


def test_without_room_for_that_snapshot_nothing_is_changed(
    data: Path, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    played(house(data))
    newer()
    usage = shutil.disk_usage(data)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=1000))
    assert "too little room" in cli("serve --data", data, code=1)
    with sqlite3.connect(data / backup.DATABASE) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() < ("9000",)


def test_what_an_older_version_kept_is_verified_as_it_will_be(
    data: Path, tiny: Path, newer: Callable[[], None], cli: Cli
) -> None:
    played(house(data))
    newer()
    cli("verify --data", data)
    with sqlite3.connect(data / backup.DATABASE) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() < ("9000",)


# ---- verify


@pytest.fixture
def on_shelf(tiny: Path) -> Path:
    """The tiny game on the shelf, as the command sees it."""
    return tiny


def edit(data: Path, statement: str) -> None:
    with sqlite3.connect(data / backup.DATABASE) as database:
        database.execute(statement)


def test_what_is_whole_is_said_to_be(store: Store, data: Path, on_shelf: Path, cli: Cli) -> None:
    played(store)
    code = played(store, 3)
    store.play(code, "Blue", "resign", {})
    before = rows(data / backup.DATABASE)
    assert cli("verify --data", data) == "2 tables, 16 entries: all is whole, and every entry holds.\n"
    assert rows(data / backup.DATABASE) == before


@pytest.mark.parametrize(
    "statement, why",
    [
        (
            """UPDATE entries SET answers = '{"step": "4"}' WHERE n = 5""",
            "entry 5 (Red add) no longer holds: At",
        ),
        ("DELETE FROM entries WHERE n = 3", "entry 3 is missing"),
        ("UPDATE tables SET game = 'chess'", "which is not on this shelf"),
        ("UPDATE tables SET ended = 1.0", "is kept as over, but its journal says not"),
        ("DELETE FROM seats WHERE seat = 'Blue'", "cannot be read: KeyError: 'Blue'"),
        ("DELETE FROM tables", "of entries belongs to no row of tables"),
        ("UPDATE alembic_version SET version_num = '9999'", "A newer Companion"),
    ],
)
def test_what_does_not_hold_is_named(
    store: Store, data: Path, statement: str, why: str, on_shelf: Path, cli: Cli
) -> None:
    played(store)
    edit(data, statement)
    words = cli("verify --data", data, code=1)
    assert why in words and "told above" in words, words


@pytest.mark.parametrize("size", [0, 5, 31])
def test_a_key_that_is_cut_short_is_told_at_the_start_and_by_verify(
    size: int,
    store: Store,
    data: Path,
    on_shelf: Path,
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: pytest.fail("it serves"))
    played(store)
    (data / backup.KEY).write_bytes(b"k" * size)
    why = f"secret.key has {size} bytes; a whole key has 32. Bring it back from a backup."
    assert why in cli("serve --data", data, code=1)
    assert why in cli("verify --data", data, code=1)
    assert (data / backup.KEY).stat().st_size == size, "nothing was changed"
    monkeypatch.setenv("COMPANION_SECRET", "somewhere else")
    cli("verify --data", data)


def test_a_wrecked_file_and_a_missing_key_are_named(
    store: Store, data: Path, on_shelf: Path, cli: Cli
) -> None:
    played(store, 300)
    store.database.engine.dispose()
    wreck(data / backup.DATABASE, "pages")
    (data / backup.KEY).unlink()
    words = cli("verify --data", data, code=1)
    assert "is damaged" in words and "secret.key is missing" in words
    assert "is not there" in cli("verify --data", data / "nowhere", code=1)


# ---- starting


@pytest.fixture
def starts(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Start a server that comes as far as gunicorn, and does there what it is given to do; what it says."""
    monkeypatch.setenv("COMPANION_DATA", "")  # serve sets it; it is put back after the test

    def start(data: Path, meanwhile: Callable[[], object] = lambda: None, code: int = 0) -> str:
        monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: meanwhile())
        return cli("serve --host 127.0.0.1 --port", free_port(), "--data", data, code=code)

    return start


def test_a_new_folder_is_for_its_owner_alone(tmp_path: Path, starts: Callable[..., str]) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)
    for name, mode in (("new", 0o700), ("shared", 0o755)):
        starts(tmp_path / name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == mode, "one that was there is left as it is"


def test_two_servers_of_one_folder_are_told(data: Path, starts: Callable[..., str]) -> None:
    lines = []

    def another() -> None:
        lines.append(starts(data))

    starts(data, another)
    assert "Another Companion serves these tables already" in lines[0]
    assert "Another" not in starts(data), "both have stopped"


@pytest.mark.parametrize(
    "name, value, why",
    [
        ("COMPANION_GAMES", "/nope", "COMPANION_GAMES: /nope is no folder."),
        (
            "PUBLIC_URL",
            "example.org",
            "PUBLIC_URL is an address such as https://example.org; not “example.org”.",
        ),
        ("PUBLIC_URL", "https://", "PUBLIC_URL is an address such as https://example.org; not “https://”."),
        (
            "PUBLIC_URL",
            "https://a:b",
            "PUBLIC_URL is an address such as https://example.org; not “https://a:b”.",
        ),
        (
            "DATABASE_URL",
            "postgresql+psycopg://anna:pass@127.0.0.1:1/tables",
            "The database postgresql+psycopg://anna:***@127.0.0.1:1/tables cannot be reached: connection",
        ),
        (
            "DATABASE_URL",
            "sqlite:////nope/tables",
            "The database /nope/tables cannot be reached: unable to open",
        ),
    ],
)
def test_a_setting_that_leads_nowhere_is_told_at_the_start(
    name: str,
    value: str,
    why: str,
    tmp_path: Path,
    starts: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shelf.cache_clear()
    monkeypatch.setenv(name, value)
    try:
        remarks = starts(tmp_path, code=1)
    finally:
        monkeypatch.delenv(name)
        shelf.cache_clear()
    assert remarks.startswith(why) and "Nothing was kept" not in remarks and "try again" not in remarks


# ---- a folder that cannot be written


@pytest.fixture
def locked(data: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let the data folder be one that this process cannot write."""

    def lock() -> None:
        may = os.access
        there = str(data)
        monkeypatch.setattr(
            os, "access", lambda path, how: may(path, how) and not str(path).startswith(there)
        )

    return lock


def test_a_folder_that_cannot_be_written_is_read(
    data: Path,
    tiny: Path,
    locked: Callable[[], None],
    starts: Callable[..., str],
    cli: Cli,
) -> None:
    anna = Phone(app_of(data))
    code = anna.open(phone="all")
    anna.say(code, "add", step="3")
    made = {"names": "Ada\nBen", "form": "swiss", "rounds": "1", "game": "tiny", "order": "seeds"}
    here = anna.post("/tournaments", made).location
    seats = anna.post(f"{here}/table", {"round": "1", "board": "1"}).location
    anna.post(seats.replace("/seats", "/seats/take"), {"seat": "*"})
    anna.say(seats.split("/")[2], "resign", by="Red")
    anna.app.extensions["companion"].store.database.engine.dispose()
    before = {file.name: file.read_bytes() for file in data.iterdir() if file.is_file()}
    locked()
    assert "nothing is kept: their folder cannot be written" in starts(data)
    there = app_of(data)
    phone = Phone(there)
    phone.client = there.test_client()
    phone.client.set_cookie("companion", anna.client.get_cookie("companion").value)
    pages = [f"/t/{code}{page}" for page in ("", "/seats", "/log", "/story", "/set-up", "/sitting.game")]
    for page in ("/", "/me", "/plays", "/people", "/own", here, *pages):
        assert phone.get(page, follow_redirects=True).status_code == 200, page
    refused = phone.say(code, "add", step="2", by="Blue")
    assert refused.status_code == 503 and "can be read but not written" in refused.text
    assert phone.get("/health").json["status"] == "unavailable"
    cli("verify --data", data)  # reads it, too
    there.extensions["companion"].store.database.engine.dispose()
    assert {file.name: file.read_bytes() for file in data.iterdir() if file.is_file()} == before


def test_what_an_older_version_kept_where_nothing_can_be_written_is_told(
    data: Path,
    newer: Callable[[], None],
    locked: Callable[[], None],
    starts: Callable[..., str],
) -> None:
    house(data).database.engine.dispose()
    newer()
    locked()
    assert "cannot be brought up to date" in starts(data, code=1)


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.skipif(os.name == "nt", reason="modes of files are POSIX's")
@pytest.mark.parametrize("stopped", [True, False])
def test_a_server_really_reads_a_folder_of_mode_0555(stopped: bool, tmp_path: Path, tiny: Path) -> None:
    anna = Phone(app_of(tmp_path / "first"))
    code = anna.open(phone="all")
    anna.say(code, "add", step="3")
    if stopped:
        anna.app.extensions["companion"].store.database.engine.dispose()
    tmp_path = shutil.copytree(tmp_path / "first", tmp_path / "there")
    assert sqlite_file.wal(tmp_path / backup.DATABASE).exists() != stopped
    for path in (*tmp_path.iterdir(), tmp_path):
        path.chmod(0o555 if path.is_dir() else 0o444)
    as_others = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    command = [*as_others, sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1"]
    port = free_port()
    server = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        line = next(line for line in server.stdout or () if "nothing is kept" in line or "Ctrl-C" in line)
        assert "nothing is kept" in line
        cookie = anna.client.get_cookie("companion")
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/t/{code}", headers={"Cookie": f"companion={cookie and cookie.value}"}
        )
        page = _until_it_answers(asked)
        assert "Red: 3." in page
    finally:
        server.terminate()
        assert server.wait(20) == 0
        tmp_path.chmod(0o755)


def _until_it_answers(asked: urllib.request.Request) -> str:
    until = time.monotonic() + 20
    while True:
        try:
            return str(urllib.request.urlopen(asked, timeout=10).read().decode())
        except OSError:  # nobody listens yet, or the first page is not made in time
            assert time.monotonic() < until
            time.sleep(0.1)
