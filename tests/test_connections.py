"""Connections to the database: a share for each process, and who finds none waits for one."""

import threading
import time

import pytest

from companion.storage.engine import Database, Unavailable
from companion.web.config import connections


@pytest.mark.parametrize(
    "said, processes, share", [("", "1", 60), ("", "4", 15), ("40", "3", 13), ("2", "8", 1)]
)
def test_every_process_has_its_share(monkeypatch, said, processes, share):
    monkeypatch.setenv("DATABASE_CONNECTIONS", said)
    monkeypatch.setenv("WEB_CONCURRENCY", processes)
    assert connections() == share


@pytest.mark.parametrize("said", ["many", "0", "-1", "9" * 30])
def test_a_number_that_is_none_is_said_in_words(monkeypatch, said):
    monkeypatch.setenv("DATABASE_CONNECTIONS", said)
    with pytest.raises(Unavailable, match="is a number"):
        connections()


def test_who_finds_no_connection_waits_for_one(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite3'}", patience=5, connections=2)
    done = []

    def read() -> None:
        with database.reading() as connection:
            connection.exec_driver_sql("SELECT 1")
            time.sleep(0.05)
        done.append(1)

    threads = [threading.Thread(target=read) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 20
    database.engine.dispose()


class Full:
    """A server that has no place for the first callers."""

    class loaded_dbapi:
        OperationalError = OSError

    def __init__(self, words: str, times: int) -> None:
        self.words, self.times = words, times

    def connect(self, *given, **named):
        self.times -= 1
        if self.times >= 0:
            raise OSError(self.words)
        return "connected"


def test_where_the_server_has_no_place_left_it_is_asked_again(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite3'}", patience=0.5)
    taken = "FATAL: sorry, too many clients already"
    assert database._connect(Full(taken, 2), None, (), {}) == "connected"
    with pytest.raises(OSError, match="too many"):
        database._connect(Full(taken, 1000), None, (), {})
    with pytest.raises(OSError, match="no route"):
        database._connect(Full("no route", 1), None, (), {})
