"""The database everything is kept in: how it is opened, read, written and brought up to date.

Any SQLAlchemy address will do. With SQLite a write transaction takes the write lock at once, behind a lock
of this process: SQLite lets writers retry without a queue, and without the queue some of them starve.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ClauseElement,
    Connection,
    CursorResult,
    Engine,
    Executable,
    create_engine,
    event,
    inspect,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.storage import sqlite_file
from companion.words import Text, Value, filled
from companion.work import machine

MIGRATIONS = Path(__file__).parent / "migrations"
DAMAGED = (
    "The file that the journal lies in is damaged, so nothing new was kept. For the host: "
    "“companion verify” says what still holds, and “companion restore” brings a backup back."
)
BUSY = "Somebody else is writing in the journal just now. Nothing was kept; try again in a moment."


IDLE = 1.0
"""Seconds after which a connection is asked whether it still holds before it is used again."""
CONNECTIONS = 48
"""So many connections a process has to its database, where nothing else is said."""
NO_PLACE = ("too many clients", "remaining connection slots")
"""What PostgreSQL says where max_connections are open."""


class Unavailable(Exception):
    """The journal cannot be read or written just now; says why in a sentence: a template and its values."""

    def __init__(self, why: Text, /, **values: Value) -> None:
        super().__init__(filled(why, values))


class Database:
    """An engine with one way to read and one way to write.

    It opens ``connections`` at most; who finds none waits for one, as long as ``patience`` says.
    """

    def __init__(self, url: str, patience: float = 10.0, connections: int = CONNECTIONS) -> None:
        self.patience = patience
        self.sqlite = url.startswith("sqlite")
        self.file = sqlite_file.path_of(url)
        self.read_only = self.file is not None and sqlite_file.read_only(self.file)
        """True where the tables can be looked at and nothing can be kept."""
        if self.file and self.read_only:
            url = f"sqlite:///{sqlite_file.address(self.file)}&uri=true"
        self._turn = threading.Lock()
        pool: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "pool_timeout": patience}
        try:
            if self.sqlite:
                connect: dict[str, Any] = {"timeout": patience, "check_same_thread": False}
                self.engine = self._readers = create_engine(url, connect_args=connect, **pool)
                event.listen(self.engine, "connect", self._connected)
                event.listen(self.engine, "begin", _begun)
            else:
                self.engine = create_engine(url, **pool)
                event.listen(self.engine, "do_connect", self._connect)
                event.listen(self.engine, "checkin", _laid_back)
                event.listen(self.engine, "checkout", self._still_there)
                self._readers = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        except ArgumentError as error:
            raise Unavailable(f"DATABASE_URL names no database that can be used here: {error}") from error
        except ModuleNotFoundError as missing:
            raise Unavailable(
                f"DATABASE_URL needs {missing.name}: pip install 'companion-table[postgres]'"
            ) from missing
        self._writers: Engine = self.engine.execution_options(begin="BEGIN IMMEDIATE")

    def _connect(self, dialect: Any, record: object, args: Any, named: Any) -> Any:
        """Connect; where the server has no place left just now, wait for one."""
        until = time.monotonic() + self.patience
        while True:
            try:
                return dialect.connect(*args, **named)
            except dialect.loaded_dbapi.OperationalError as error:
                taken = any(words in str(error) for words in NO_PLACE)
                if not taken or time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def _still_there(self, dbapi: Any, record: Any, proxy: object) -> None:
        """Ask one that lay idle for a while whether it holds; DisconnectionError gets another one."""
        now = time.monotonic()
        if now - record.info.get("used", now) > IDLE:
            try:
                self.engine.dialect.do_ping(dbapi)
            except self.engine.dialect.loaded_dbapi.Error as gone:
                raise DisconnectionError from gone

    def _connected(self, dbapi: Any, record: object) -> None:
        dbapi.isolation_level = None
        for pragma in (
            f"busy_timeout={int(self.patience * 1000)}",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
        ):
            dbapi.execute(f"PRAGMA {pragma}")
        if machine.IN_BROWSER:  # the file remembers the log ahead alone: any other way holds for a connection
            dbapi.execute(f"PRAGMA journal_mode={machine.JOURNAL}")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which every statement sees the latest commit."""
        with _available(), self._readers.connect() as connection:
            yield connection

    def rows(self, query: Executable) -> list[Any]:
        """Return the rows that a query selects now."""
        with self.reading() as connection:
            return [*connection.execute(query)]

    def scalars(self, query: Executable) -> list[Any]:
        """Return the first value of each row that a query selects now."""
        return [value for value, *_ in self.rows(query)]

    def scalar(self, query: Executable) -> Any:
        """Return the first value that a query selects now; None if there is none."""
        return next(iter(self.scalars(query)), None)

    @contextmanager
    def stroke(self) -> Iterator[Connection]:
        """A connection for one writing statement, which commits itself."""
        with self._pen(), self.reading() as connection:
            yield connection

    @contextmanager
    def _pen(self) -> Iterator[None]:
        if self.sqlite and not self._turn.acquire(timeout=self.patience):
            raise Unavailable(BUSY)
        try:
            yield
        finally:
            if self.sqlite:
                self._turn.release()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, alone at the pen; committed at the end, or not at all."""
        with self._pen(), _available(), self._writers.begin() as connection:
            yield connection

    def upgrade(self, before: Callable[[], None] = lambda: None) -> None:
        """Bring the schema up to this version's; Unavailable if it is newer, or the file wrecked.

        ``before`` is called where an older version kept tables here, while they still are as that left them.
        """
        if self.file:
            if fault := sqlite_file.fault(self.file):
                raise Unavailable(fault)
            if not self.read_only:
                sqlite_file.make_private(self.file)
        self._reach()
        revisions = {file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")}
        wanted = {max(revisions)}
        if (result := self._revisions(revisions)) == wanted:
            return
        if self.read_only:
            raise Unavailable(
                f"{self.file} was kept by an older Companion, and it cannot be written, so it cannot be "
                "brought up to date. Let its folder be written, or copy it elsewhere."
            )
        if result:
            before()
        self._log_ahead()
        with self.writing() as connection:
            if not self.sqlite:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(727301)")
            if self._revisions(revisions, connection) != wanted:
                from alembic import command  # only where something changes: it takes long to load
                from alembic.config import Config

                config = Config()
                config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")

    def _reach(self) -> None:
        """Connect once; Unavailable names the database and says why it cannot be reached."""
        try:
            with self._readers.connect():
                return
        except (DBAPIError, PoolTimeout) as error:
            revisions = _known(error)
            why = str(getattr(error, "orig", error)).partition("\n")[0][:200]
            here = self.file or self.engine.url.render_as_string()
            raise Unavailable(revisions or f"The database {here} cannot be reached: {why}") from error

    def _revisions(self, revisions: set[str], connection: Connection | None = None) -> set[str]:
        """Return the revisions that the tables have; Unavailable if one is not in ``revisions``."""
        if connection is None:
            with self.reading() as reading:
                return self._revisions(revisions, reading)
        stamped = inspect(connection).has_table("alembic_version")
        rows = (
            connection.exec_driver_sql("SELECT alembic_version.version_num FROM alembic_version")
            if stamped
            else ()
        )
        result = {str(revision) for (revision,) in rows}
        if result - revisions:
            raise Unavailable(
                "A newer Companion kept these tables. Install that one; this one leaves them as they are."
            )
        return result

    def _log_ahead(self) -> None:
        """The write-ahead log, where it can be; the file remembers it. Switching wants it alone a moment."""
        until = time.monotonic() + self.patience
        while self.sqlite:
            try:
                with self.reading() as connection:
                    connection.exec_driver_sql("PRAGMA auto_vacuum=INCREMENTAL")  # before the first page
                    connection.exec_driver_sql(f"PRAGMA journal_mode={machine.JOURNAL}")
                return
            except Unavailable:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)


class Ready:
    """A statement spelled out once for a database, where every tap needs it."""

    def __init__(self, statement: ClauseElement, engine: Engine) -> None:
        spelled = statement.compile(dialect=engine.dialect)
        self._text = str(spelled)
        self._names: list[str] | None = getattr(spelled, "positiontup", None)
        self._fixed = dict(spelled.params)

    def on(self, connection: Connection, **values: Any) -> CursorResult[Any]:
        """Run it; JSON is given as text."""
        parameters = self._fixed | values
        ordered = tuple([parameters[name] for name in self._names]) if self._names else parameters
        return connection.exec_driver_sql(self._text, ordered, {"preserve_rowcount": True})


def _laid_back(dbapi: Any, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _begun(connection: Connection) -> None:
    if begin := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(begin)


@contextmanager
def _available() -> Iterator[None]:
    """Raise Unavailable where the database cannot do what is asked of it; a breach of its rules stays one."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout) as error:
        usual = "The journal cannot be reached just now. Nothing was kept; try again in a moment."
        raise Unavailable(_known(error) or usual) from error


def _known(error: Exception) -> str:
    """Return what is wrong by the words of the driver; empty where they say nothing that is known here."""
    text = str(getattr(error, "orig", error)).lower()
    if isinstance(error, PoolTimeout) or "locked" in text or "busy" in text:
        return BUSY
    if "readonly" in text or "read-only" in text:
        return "The journal can be read but not written just now, so nothing new was kept."
    if "full" in text:
        return "The disk is full, so nothing new was kept."
    if "malformed" in text or "not a database" in text:
        return DAMAGED
    return ""
