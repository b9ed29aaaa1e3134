"""Every statement that an evening sends to the database is about one table, one phone, or one key.

So tables can lie in many databases, each with the servers that serve them: docs/scale.md.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, text

from companion.boxes.own import Described
from companion.storage import retention
from companion.storage import schema as kept
from companion.storage.engine import Database
from companion.storage.verify import verify
from companion.web.warm_up import warmed
from tests.conftest import ROOT, Phone, house
from tests.evening import evening, heard
from tests.services import postgresql

ABOUT = {
    "one table": r"(\bWHERE\b|\bAND\b).*\b(tables\.id|table_id|tables\.code|pairings\.code|fork_of) = \?",
    "one table, by its seat's key": r"\bWHERE seats\.\"?key\"? = \?",
    "one table, by its key for watching": r"\bWHERE tables\.watch = \?",
    "the tables that phones watch here": r"\bWHERE tables\.code IN \(\?",
    "the tables of one phone": r"\bWHERE tables\.id IN \(\?",
    "one phone": r"\bWHERE .*\b(phone|tables\.creator|own_boxes\.owner|tournaments\.owner) = \?",
    "one phone, by its personal link's key": r"\bWHERE personal_links\.\"?key\"? = \?",
    "the plays of one phone, by number": r"\bWHERE (plays\.id|parts\.play_id) (= \?|IN \(|BETWEEN \? AND \?)",
    "one player of the house": r"\bWHERE (people\.(id|same_as)|parts\.person) (= \?|IN \()",
    "one token": r"\bWHERE .*\btokens\.(digest|owner|id) = \?",
    "one tournament": r"\bWHERE (tournaments\.(id|code|\"?key\"?)|\w+\.tournament_id) (= \?|IN \(\?)",
    "one game of somebody's own": r"\bWHERE (own_boxes\.(id|code|\"?key\"?)|own_versions\.own_id) = \?",
    "a version of such a game": r"\bWHERE (boxes|own_versions)\.\"?key\"? (= \?|IN \()",
    "a new row": r"^INSERT INTO \w+ \([^)]*\) VALUES \(\?[^)]*\)",
}
"""What a statement may be about, and by which condition one sees it; the first that holds counts."""
NOBODY = (
    "PRAGMA ",
    "BEGIN",
    "SELECT alembic_version.",
    "UPDATE tables SET stamp=tables.stamp WHERE tables.id = ?",
)
"""What is about nobody; the last is how /health writes nothing."""
ACROSS = {
    "a process starts": (
        r"SELECT plays\.phone FROM plays GROUP BY",  # whose plays are read ahead
        r"SELECT tables\.code FROM tables WHERE tables\.id IN .* WHERE seats\.plays != \?",  # who is absent
    ),
    "companion prune": (r"(SELECT|UPDATE|DELETE) ",),
    "companion verify": (r"SELECT tables\.code, tables\.ended FROM tables ", r"SELECT boxes\."),
}
"""What looks through a house by purpose, and by which statements; no phone ever waits for one."""
NAMED = {"key": "tiny", "name": "acorn", "filename": "table.js"}
"""What stands in the addresses of pages that an evening does not look at."""
MANY = 20_000
"""So many tables, plays and players that are nobody's here."""
FEW = 1_000
"""Rows: what a statement may look at more in a house with all those, and far fewer than any of them are."""


@contextmanager
def listening(target: Any) -> Iterator[list[str]]:
    """Every statement that this thread sends meanwhile; a timer writes at any time who was seen."""
    statements, here = list[str](), get_ident()

    def hear(*given: Any) -> None:
        if get_ident() == here:
            statements.append(spelled(given[2]))

    event.listen(target, "before_cursor_execute", hear)
    yield statements
    event.remove(target, "before_cursor_execute", hear)


def spelled(statement: str) -> str:
    """A statement in one line, however many numbers it lists."""
    return re.sub(r"IN \((?:\?|\d+)(?:, (?:\?|\d+))*\)", "IN (?)", " ".join(statement.split()))


def about(statement: str) -> str:
    """What a statement is about; empty where that is more than one of anything."""
    return next((name for name, condition in ABOUT.items() if re.search(condition, statement)), "")


def phones(data: Path, **settings: Any) -> list[Phone]:
    """Four phones at a house where nobody is absent."""
    app = house(data, THINKERS=0, **settings)
    return [Phone(app) for _ in range(4)]


def database(four: list[Phone]) -> Database:
    """Where their house keeps what they do."""
    there: Database = four[0].app.extensions["companion"].store.database
    return there


def strangers(there: Database) -> None:
    """Tables, seats, plays and players of others, so many, each with a few of all there is."""
    n = range(1, MANY + 1)
    rows: dict[Any, Iterable[dict[str, Any]]] = {
        kept.TABLES: (
            {
                "id": i, "code": f"{i:06}", "game": f"own-{i}", "opening": {"seats": {}}, "rules_version": 1,
                "stamp": 0, "creator": f"o{i}", "watch": f"w{i}", "created": 1.0, "ended": 2.0,
                "fork_of": "" if i % 3 else f"{i - 1:06}",
            }
            for i in n
        ),
        kept.SEATS: ({"table_id": i, "seat": "Red", "player": "Anna", "key": f"k{i}"} for i in n),
        kept.HOLDS: ({"table_id": i, "seat": "Red", "phone": f"o{i}", "since": 1.0} for i in n),
        kept.REQUESTS: (
            {"table_id": i, "seat": "Red", "phone": f"r{i}", "name": "Ben", "at": 1.0} for i in n
        ),
        kept.CHANGES: ({"table_id": i, "after": 0, "at": 1.0, "told": "Anna sat down."} for i in n),
        kept.REFUSALS: (
            {"table_id": i, "seat": "Red", "rule": "goal", "why": "", "after": 0, "at": 1.0, "times": 1}
            for i in n
        ),
        kept.ENTRIES: (
            {
                "table_id": i, "n": 1, "key": "k", "seat": "Red", "verb": "add", "answers": {}, "at": 1.0,
                "seen": 0,
            }
            for i in n
        ),
        kept.PEOPLE: (
            {"id": i, "name": "Anna", "same_as": 0 if i % 3 else i - 1, "changed": 1.0} for i in n
        ),
        kept.PLAYS: (
            {
                "id": i, "table_id": i, "phone": f"o{i}", "mark": f"m{i}", "source": "sitting",
                "code": f"{i:06}", "game": "Tiny", "ended": 2.0, "seconds": 1.0, "options": "", "place": "",
                "counted": 2.0 if i % 2 else 1.0,
            }
            for i in n
        ),
        kept.PARTS: (
            {"play_id": i, "n": 1, "name": "Anna", "seat": "Red", "person": i if i % 2 else 0, "won": 1.0}
            for i in n
        ),
        kept.TOKENS: (
            {
                "id": i, "digest": f"d{i}", "owner": f"o{i}", "phone": f"o{i}", "rights": "seat",
                "table_id": i, "seat": "Red", "since": 1.0,
            }
            for i in n
        ),
        kept.LINKS: ({"phone": f"o{i}", "key": f"k{i}", "since": 1.0} for i in n),
        kept.BOXES: ({"key": f"own-{i}", "text": "", "since": 1.0} for i in n),
        kept.OWN: (
            {
                "id": i, "code": f"{i:06}", "key": f"k{i}", "owner": f"o{i}", "name": "Pad",
                "version": f"own-{i}", "draft": "", "trial": "", "created": 1.0, "changed": 1.0,
            }
            for i in n
        ),
        kept.VERSIONS: ({"own_id": i, "key": f"own-{i}"} for i in n),
        kept.TOURNAMENTS: (
            {
                "id": i, "code": f"{i:06}", "key": f"k{i}", "owner": f"o{i}", "game": "tiny", "title": "",
                "form": "swiss", "rounds": 1, "created": 1.0, "changed": 1.0,
            }
            for i in n
        ),
        kept.ENTRANTS: ({"tournament_id": i, "n": 1, "name": "Anna"} for i in n),
        kept.PAIRINGS: (
            {
                "tournament_id": i, "round": 1, "board": 1, "one": 1, "other": 2, "result": "",
                "by_hand": False, "code": f"{i:06}", "counted": 0.0,
            }
            for i in n
        ),
    }  # fmt: skip
    with there.writing() as connection:
        for table, these in rows.items():
            connection.execute(insert(table), [*these])
        if not there.sqlite:
            for table in rows:
                if "id" in table.c:
                    following = f"setval(pg_get_serial_sequence('{table}', 'id'), {MANY})"
                    connection.execute(text(f"SELECT {following}"))


def looked_at(four: list[Phone]) -> dict[str, int]:
    """An evening's statements, each with the most rows it looked at: the turns of SQLite's loops."""
    most, turns, now = Counter[str](), Counter[int](), dict[int, str]()
    engine = database(four).engine

    def counting(dbapi: Any, *_: object) -> None:
        def turn() -> None:
            turns[id(dbapi)] += 1

        dbapi.set_progress_handler(turn, 1)

    def ended(dbapi: Any) -> None:
        if statement := now.pop(id(dbapi), ""):
            most[statement] = max(most[statement], turns.pop(id(dbapi), 0))

    def began(connection: Any, cursor: Any, statement: str, *_: object) -> None:
        ended(cursor.connection)
        turns[id(cursor.connection)] = 0
        now[id(cursor.connection)] = spelled(statement)

    engine.dispose()
    event.listen(engine, "connect", counting)
    event.listen(engine, "before_cursor_execute", began)
    event.listen(engine, "checkin", lambda dbapi, _: ended(dbapi))
    evening(*four)
    return most


@pytest.fixture(scope="module")
def alone(tiny, tmp_path_factory) -> tuple[Phone, dict[str, int], set[str]]:
    """A phone after an evening at a house of nobody else, with its statements and the routes it took."""
    four = phones(tmp_path_factory.mktemp("alone"))
    statements: dict[str, int] = {}
    taken = heard(four[0], lambda: statements.update(looked_at(four)))
    return four[0], statements, taken


def test_the_evening_takes_every_route_that_reads_or_writes(alone):
    """A page that asks the database nothing may be left out."""
    phone, _, taken = alone
    addresses = phone.app.url_map.bind("")
    for rule in phone.app.url_map.iter_rules():
        assert f"POST {rule}" in taken or "POST" not in rule.methods, (
            f"send {rule} a form in tests/evening.py"
        )
        if f"GET {rule}" not in taken and "GET" in rule.methods:
            with listening(Engine) as statements:
                values = {name: NAMED.get(name, "none") for name in rule.arguments}
                answer = phone.get(addresses.build(rule.endpoint, values))
            assert answer.status_code == 200 and not statements, f"look at {rule} in tests/evening.py"


def test_no_query_crosses_tables(alone):
    _, sent, _ = alone
    kinds: dict[str, set[str]] = {name: set() for name in ABOUT}
    for statement in sent:
        if not statement.startswith(NOBODY):
            result = about(statement)
            assert result, f"This is about more than one table: {statement}"
            kinds[result].add(statement)
    assert [name for name, some in kinds.items() if not some] == []
    assert sum(map(len, kinds.values())) > 120  # the evening did reach what phones do


@pytest.mark.slow
def test_no_statement_looks_at_more_rows_where_there_are_many_tables_and_people(alone, tmp_path):
    """Counted, not timed: 20,000 tables, plays and players of others cost nobody a look at them."""
    four = phones(tmp_path)
    strangers(database(four))
    more = {name: n for name, n in looked_at(four).items() if n > alone[1].get(name, 0) + FEW}
    assert more == {}


@pytest.mark.slow
def test_postgresql_reads_no_table_whole_where_there_are_many_tables_and_people(tiny, tmp_path):
    plans = set[str]()
    with postgresql() as server:
        four = phones(tmp_path, DATABASE_URL=server.url)
        strangers(database(four))
        sent: dict[str, Any] = {}
        engine = database(four).engine
        event.listen(engine, "before_cursor_execute", lambda *given: sent.setdefault(given[2], given[3]))
        evening(*four)
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("ANALYZE")
            for statement, values in [*sent.items()]:
                if statement.startswith(("SELECT", "UPDATE", "DELETE")) and " WHERE " in statement:
                    plan = connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars()
                    plans |= {f"{line.strip()}: {statement}" for line in plan if "Seq Scan" in line}
    assert plans == set()


def test_what_crosses_a_house_by_purpose_is_what_is_named(tiny, tmp_path):
    four = phones(tmp_path)
    four[0].finished()
    there = database(four)
    doings = {
        "a process starts": lambda: warmed(house(tmp_path)).extensions["companion"].absent.resume(),
        "companion prune": lambda: (
            retention.prune(there, 1, ended=False),
            retention.prune_own(there, 1),
            retention.prune_tournaments(there, 1),
        ),
        "companion verify": lambda: verify(there, {}, Described()),
    }
    for name, doing in doings.items():
        with listening(Engine) as statements:
            doing()
        across = {one for one in statements if not about(one) and not one.startswith(NOBODY)}
        for statement in across:
            assert any(re.match(one, statement) for one in ACROSS[name]), f"{name}: {statement}"
        for pattern in ACROSS[name]:
            assert any(re.match(pattern, one) for one in across), f"{name}: {pattern}"


def test_the_document_lists_them():
    text = (ROOT / "docs" / "scale.md").read_text()
    assert [name for name in (*ABOUT, *ACROSS) if f"| {name} |" not in text] == []
