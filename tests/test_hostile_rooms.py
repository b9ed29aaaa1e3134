"""Nonsense sent to every page of own games and of tournaments is answered in words, and changes nothing."""

import io
from typing import Any

import pytest
from sqlalchemy import func, select

from companion.boxes.form import starts
from companion.storage.schema import OWN, TOURNAMENTS
from tests.conftest import Phone

ROOMS = ("own", "tournaments")
ODD = ["", "\0", "ÄÖ\u202e", "../../x", "💥" * 90, "9" * 500, "%ff", "lines.towns.points"]
"""What stands in a field, or in an address, that belongs there nowhere."""


ODDER = (
    "verbs = 3\nspaces = 4\ntables = 5\nareas = 6\n[board]\ndrawing = 'a1 b1'\nways = 7\n[pieces.x]\nat = 8\n"
)


def routes(app: Any) -> list[tuple[str, str, list[str]]]:
    """Method, address with its gaps, and the gaps, of every page of these rooms."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.partition(".")[0] in ROOMS]
    return sorted(
        (method, rule.rule, sorted(rule.arguments))
        for rule in rules
        for method in rule.methods & {"GET", "POST"}
    )


def kept(app: Any) -> tuple[int, ...]:
    with app.extensions["companion"].store.database.reading() as connection:
        return tuple(
            connection.scalar(select(func.count()).select_from(table)) or 0 for table in (OWN, TOURNAMENTS)
        )


def answered(phone: Phone, method: str, where: str, fields: dict[str, Any]) -> None:
    answer = phone.get(where) if method == "GET" else phone.post(where, fields)
    assert answer.status_code < 500, (method, where, answer.status_code)
    if answer.status_code >= 400 and answer.mimetype == "text/html":
        assert "<h1" in answer.text or 'role="alert"' in answer.text, (method, where)
        assert "Traceback" not in answer.text


@pytest.fixture
def things(phone, app) -> tuple[str, str]:
    """A game and a tournament of somebody else's."""
    anna = phone()
    text = starts.source("board")
    code = anna.post("/own/new", {"text": text, "was": text, "do": "keep"}).location.split("/")[2]
    drawn = anna.post("/tournaments", {"names": "Anna\nBen\nCleo", "form": "swiss", "rounds": "2"})
    return code, drawn.location.split("/")[2]


def filled(rule: str, gaps: list[str], value: str) -> str:
    for gap in gaps:
        rule = rule.replace(f"<{gap}>", value)
    return rule


@pytest.mark.slow
def test_nonsense_is_answered_in_words_everywhere(phone, app, things):
    ben, before = phone(), kept(app)
    own, drawn = things
    fields = {
        "do": "look at",
        "here": "//x",
        "form": "x",
        "n": "-1",
        "version": "own-" + "a" * 24,
        "result": "one",
    }
    for method, rule, gaps in routes(app):
        for odd in ODD[1:] if gaps else ODD[:1]:
            answered(ben, method, filled(rule, gaps, odd), fields)
        theirs = own if "/own" in rule else drawn
        answered(ben, method, filled(rule, gaps, theirs), {})
        answered(ben, method, filled(rule, gaps, theirs), fields)
    assert kept(app) == before, "another's game and tournament are as they were"
    assert ben.post(f"/own/{own}/forget").status_code == 403
    assert ben.post(f"/tournaments/{drawn}/forget").status_code == 403


BUTTONS = [
    *("add", "add x", "drop", "drop verbs", "drop verbs.x.asks", "drop tables.x", "ask", "ask x", "ask put"),
    *("move", "move put", "board", "board rows", "board rows 9e9", "board rows 5", "board columns 5"),
    *("board shape hexes", "board ways lines", "board drop", "fly"),
]


@pytest.mark.slow
@pytest.mark.parametrize("do", BUTTONS)
def test_every_button_of_a_form_stands_nonsense(phone, do):
    ben, text = phone(), starts.source("board")
    for body in (text, "", "[", "a = 1", "board = 1\npieces = 2\nverbs = 3", ODDER):
        odd = dict.fromkeys(("drawing", "verbs.put.does", "pieces.man.at", "new.tables", "x.y.z"), "ö\0;:=,")
        answer = ben.post("/own/new", {"text": body, "was": body, "do": do} | odd)
        assert answer.status_code in (200, 422), (do, body)
        assert "Traceback" not in answer.text and "Your own game" in answer.text


@pytest.mark.slow
def test_ten_megabytes_are_refused_in_words_before_they_are_read(phone, things):
    ben, large = phone(), "x" * 10_000_000
    refused = {"/own/new": 413, "/own/preview": 413, "/tournaments": 413, f"/own/{things[0]}": 403}
    for where, status in refused.items():
        answer = ben.post(where, {"text": large, "names": large, "do": "keep"})
        assert answer.status_code == status and "<h1" in answer.text, where
    sent = {"file": (io.BytesIO(large.encode()), "x.toml")}
    assert ben.post("/own/bring", sent, content_type="multipart/form-data").status_code in (413, 422)
