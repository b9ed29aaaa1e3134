"""Every statement that an evening sends to the database is about one table, one phone, or one key.

So tables can lie in many databases, each with the servers that serve them: docs/scale.md.
"""

import io
import re
from collections.abc import Iterator

import pytest
from sqlalchemy import event

from tests.conftest import ROOT, Phone, house

ABOUT = {
    "one table": r"(\bWHERE\b|\bAND\b).*\b(tables\.id|table_id|tables\.code|pairings\.code) = \?",
    "one table, by its seat's key": r"\bWHERE seats\.\"?key\"? = \?",
    "one table, by its key for watching": r"\bWHERE tables\.watch = \?",
    "the tables that phones watch here": r"\bWHERE tables\.code IN \(\?",
    "the tables of one phone": r"\bWHERE tables\.id IN \(\?",
    "one phone": r"\bWHERE .*\b(phone|tables\.creator|own_boxes\.owner|tournaments\.owner) = \?",
    "one phone, by its personal link's key": r"\bWHERE personal_links\.\"?key\"? = \?",
    "a new row": r"^INSERT INTO \w+ \([^)]*\) VALUES \(\?[^)]*\)",
}
"""What a statement may be about, and by which condition one sees it; the first that holds counts."""
NOBODY = ("PRAGMA ", "BEGIN", "UPDATE tables SET stamp=tables.stamp WHERE tables.id = ?")


@pytest.fixture
def asked(tiny, tmp_path) -> Iterator[tuple[list[Phone], list[str]]]:
    """Phones at a house, and every statement it sends to its database."""
    app = house(tmp_path)
    statements: list[str] = []
    engine = app.extensions["companion"].store.database.engine
    hear = lambda *given: statements.append(" ".join(given[2].split()))  # noqa: E731
    event.listen(engine, "before_cursor_execute", hear)
    yield [Phone(app) for _ in range(4)], statements
    event.remove(engine, "before_cursor_execute", hear)


def evening(anna: Phone, ben: Phone, carl: Phone, dora: Phone) -> None:
    """Four phones at two tables do whatever phones do."""
    store = anna.app.extensions["companion"].store
    codes = [anna.open(**{"option-turns": "race"}) for _ in range(2)]
    for code in codes:
        red, blue = store.session(code).chairs
        ben.get(f"/S/{blue.key}")
        ben.sit(blue.key)
        carl.sit(red.key)  # somebody sits there
        (request,) = store.session(code).requests
        anna.post(f"/t/{code}/seats/admit", {"id": str(request.id)})
        for tap in range(3):
            anna.say(code, "add", by="Red", step="1", key=f"{tap}")
            ben.say(code, "add", by="Blue", step="1", seen=0)
        anna.say(code, "add", by="Red", step="1", key="0")
        ben.say(code, "undo", by="Blue", entry="6", seen=6)
        for page in ("", "/seats", "/log", "/look", "/print", "/at", "/sitting.game", "/screen", "/roll"):
            assert anna.get(f"/t/{code}{page}").status_code in (200, 302, 303, 400, 404)
        dora.get(f"/W/{store.session(code).watch}")
        dora.post("/join", {"code": code})
        dora.post(f"/t/{code}/seats/ask", {"seat": "Red", "name": "Dora"})
        for action in ("reissue", "take", "decline", "leave"):
            anna.post(f"/t/{code}/seats/{action}", {"seat": "Red", "name": "Ann"})
    anna.post("/me/link")
    anna.get("/me")
    with anna.client.session_transaction() as cookie:
        link = store.personal_links.key(cookie["phone"])
    dora.get(f"/P/{link}")
    dora.post(f"/P/{link}")
    for phone in (anna, ben, carl, dora):
        phone.get("/")
    file = io.BytesIO(anna.get(f"/t/{codes[0]}/sitting.game").data)
    anna.post("/import", {"file": (file, "x.game")}, content_type="multipart/form-data")
    store.at(codes)  # the tail
    dora.get("/health")
    dora.post(f"/t/{codes[0]}/forget")


def test_no_query_crosses_tables(asked):
    phones, statements = asked
    evening(*phones)
    kinds: dict[str, set[str]] = {name: set() for name in ABOUT}
    for statement in set(statements):
        if not statement.startswith(NOBODY):
            found = [name for name, condition in ABOUT.items() if re.search(condition, statement)]
            assert found, f"This is about more than one table: {statement}"
            kinds[found[0]].add(statement)
    assert [name for name, some in kinds.items() if not some] == []
    assert sum(map(len, kinds.values())) > 40  # the evening did reach what phones do


def test_the_document_lists_them():
    text = (ROOT / "docs" / "scale.md").read_text()
    assert [name for name in ABOUT if f"| {name} |" not in text] == []
