"""Everything that is kept of a phone, in one file: all of it, and nothing of anybody else's secrets."""

import io
import json
import re
import zipfile
from pathlib import Path
from threading import Event
from typing import Any

from flask import Flask
from sqlalchemy import Column, func, select
from sqlmodel import SQLModel

from companion.plays.play import Play
from companion.storage.schema import HOLDS, LINKS, OWN, PLAYS, REQUESTS, SEATS, TABLES, TOKENS, TOURNAMENTS
from companion.web.heavy_work import HERE
from tests.conftest import Phone, Phones, house
from tests.extras.tournaments.test_tournament import made
from tests.test_app import words
from tests.test_hidden import _kept as sealed
from tests.test_hidden import _link as seat_link
from tests.test_own_pages import kept, phone_name

OF_A_PHONE = (
    TABLES.c.creator,
    HOLDS.c.phone,
    REQUESTS.c.phone,
    PLAYS.c.phone,
    LINKS.c.phone,
    OWN.c.owner,
    TOURNAMENTS.c.owner,
    TOKENS.c.owner,
    TOKENS.c.phone,
)
SECRETS = (SEATS.c.key, TABLES.c.watch, LINKS.c.key, OWN.c.key, TOURNAMENTS.c.key, TOKENS.c.digest)


def exported(phone: Phone) -> dict[str, str]:
    """The files of the ZIP that a phone downloads."""
    answer = phone.get("/me/everything.zip")
    assert answer.status_code == 200 and answer.mimetype == "application/zip"
    assert answer.headers["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def values(app: Flask, *columns: Column[Any]) -> set[str]:
    """All that stands in these columns."""
    with app.extensions["companion"].store.database.reading() as connection:
        return {value for column in columns for value in connection.scalars(select(column)) if value}


def _untimed(table: dict[str, Any]) -> str:
    """A table's part without the times, in which any number may stand."""
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:+]+", "", json.dumps(table))


def evening(phone: Phones) -> tuple[Phone, Phone, dict[str, str]]:
    """Anna's phone, with something of every kind, Ben's, and the codes of Anna's tables."""
    anna, ben = phone(), phone()
    codes = {"over": anna.finished(), "open": anna.open(), "ben": ben.open()}
    anna.say(codes["open"], "add", step="4")
    anna.get(f"/t/{codes['ben']}")
    anna.post(f"/t/{codes['ben']}/seats/ask", {"seat": "Red", "name": "Annabel"})
    ben.post(f"/t/{codes['open']}/seats/ask", {"seat": "Red", "name": "Ben"})
    kept(anna, name="Our pad")
    made(anna, title="Cup of May")
    sheet = (
        "mark,ended,game,minutes,place,player,seat,points,won\nm-1,2026-05-03 19:00:00,Go,,Club,Anna,,,1\n"
    )
    anna.post("/plays/bring", {"file": (io.BytesIO(sheet.encode()), "plays.csv")})
    anna.post("/people/ours", {"name": "Anna"})
    anna.post("/me/settings", {"on": ["buzz"]})
    for one in (anna, ben):
        one.post("/me/link")
        one.post("/me/token", {"for": "host"})
    return anna, ben, codes


def test_everything_that_is_kept_of_a_phone_is_in_one_file(app: Flask, phone: Phones) -> None:
    anna, _, codes = evening(phone)
    files = exported(anna)
    index = json.loads(files["everything.json"])
    tables = {one["code"]: one for one in index["tables"]}
    assert set(tables) == {codes["over"], codes["open"]} and all(
        one["opened_by_this_phone"] for one in tables.values()
    )
    assert [(s["seat"], s["name"]) for s in tables[codes["over"]]["seats"]] == [
        ("Red", "Anna"),
        ("Blue", "Ben"),
    ]
    assert tables[codes["open"]]["refused"][0]["why"].startswith("At most three.")
    assert files[tables[codes["over"]]["sitting"]] == anna.get(f"/t/{codes['over']}/sitting.game").text
    assert [(one["table"], one["name"]) for one in index["requests"]] == [(codes["ben"], "Annabel")]
    (cup,) = index["tournaments"]
    assert (cup["title"], cup["form"], cup["rounds"], index["players"]) == (
        "Cup of May",
        "robin",
        3,
        ["Anna"],
    )
    assert cup["players"] == [{"name": name, "left": False} for name in ("Anna", "Ben", "Cleo", "Dora")]
    paired = {"round": 1, "board": 1, "one": 1, "other": 4, "result": "", "code": "", "by_hand": False}
    assert cup["pairings"][0] == paired and len(cup["pairings"]) == 6
    (own,) = index["games"]
    assert own["name"] == "Our pad" and 'name = "Our pad"' in files[f"games/{own['code']}.toml"]
    assert index["settings"]["buzz"] and not index["settings"]["tone"]
    assert set(index["settings"]["knows"]) == set(codes.values())
    assert [(one["rights"], one["table"]) for one in index["tokens"]] == [("host", "")]
    assert index["personal_link"]["since"] and index["images"].startswith("No image is kept")
    assert {play["sourceName"] for play in json.loads(files["plays.json"])["plays"]} == {"Companion"}
    assert len(json.loads(files["plays.json"])["plays"]) == 2


def test_no_column_of_a_phone_is_left_out(app: Flask, phone: Phones) -> None:
    """A column that names a phone is one of those that the test above fills."""
    named = {
        column
        for table in SQLModel.metadata.sorted_tables
        for column in table.c
        if column.name in ("phone", "creator", "owner")
    }
    assert named == set(OF_A_PHONE)
    anna, *_ = evening(phone)
    with app.extensions["companion"].store.database.reading() as connection:
        for column in OF_A_PHONE:
            mine = select(func.count()).where(column == phone_name(anna))
            assert connection.scalar(mine), f"nothing of {column} is tried"


def test_no_key_and_no_name_of_a_phone_is_in_it(app: Flask, phone: Phones) -> None:
    anna, *_ = evening(phone)
    secrets = values(app, *SECRETS, *OF_A_PHONE)
    assert len(secrets) > 12
    text = "\n".join(exported(anna).values()).casefold()
    assert [one for one in secrets if one.casefold() in text] == []


def test_nothing_hidden_from_a_phone_is_in_its_file(phone: Phones) -> None:
    """Gold bids 67, which Crimson's phone does not see."""
    anna, ben = phone(), phone()
    code = anna.open(sealed(anna), players="3", seat1="Gold", seat2="Crimson", seat3="Teal", name3="Cleo")
    ben.sit(seat_link(anna.get(f"/t/{code}/seats").text, "Crimson"))
    anna.say(code, "write", by="Gold", line="Bid", points="67")
    files = exported(ben)
    (table,) = json.loads(files["everything.json"])["tables"]
    assert not [name for name in files if name.startswith("tables/")]
    assert "hidden from this phone" in table["sitting"] and table["seats"][0]["seat"] == "Crimson"
    assert table["said"] == [] and not re.search(r"\b67\b", _untimed(table))
    (table,) = json.loads(exported(anna)["everything.json"])["tables"]
    assert [one["words"] for one in table["said"]] == ["Write: Bid, 67"], "who bid it has it"


def test_what_was_exported_is_imported_elsewhere_without_loss(
    phone: Phones, tiny: Path, tmp_path: Path
) -> None:
    anna, _, codes = evening(phone)
    files, elsewhere = exported(anna), Phone(house(tmp_path / "elsewhere"))
    sitting = next(name for name in files if codes["over"] in name)
    there = elsewhere.post("/import", {"text": files[sitting]}).location.split("/")[2]
    assert elsewhere.get(f"/t/{there}/sitting.game").text == files[sitting]
    brought = elsewhere.post(
        "/plays/bring", {"file": (io.BytesIO(files["plays.json"].encode()), "plays.json")}
    )
    assert brought.location == "/plays?brought=2.0"

    def told(plays: list[Play]) -> list[Any]:
        return [(play.mark, play.game, play.place, [part.name for part in play.parts]) for play in plays]

    here, other = (one.app.extensions["companion"].store.plays for one in (anna, elsewhere))
    assert told(other.of_phone(phone_name(elsewhere)).plays) == told(here.of_phone(phone_name(anna)).plays)


def test_a_table_that_cannot_be_read_any_more_is_told(app: Flask, phone: Phones) -> None:
    anna = phone()
    code, store = anna.finished(), app.extensions["companion"].store
    with store.database.writing() as connection:
        connection.execute(TABLES.update().values(game="gone"))
    store.cache.drop(code)
    (table,) = json.loads(exported(anna)["everything.json"])["tables"]
    assert table["code"] == code and "not on this shelf" in table["sitting"]


def test_more_tables_than_a_page_lists_are_in_it(app: Flask, phone: Phones) -> None:
    anna = phone()
    store, session = app.extensions["companion"].store, None
    session = store.session(anna.open())
    for _ in range(65):
        store.open(session.table.game, session.table, phone_name(anna))
    assert len([name for name in exported(anna) if name.startswith("tables/")]) == 66


def test_the_page_of_a_phone_offers_it_and_a_stranger_has_none(phone: Phones) -> None:
    anna, nobody = phone(), phone()
    anna.open()
    page = anna.get("/me")
    assert 'href="/me/everything.zip"' in page.text and "Download my data" in words(page)
    assert "everything.zip" not in nobody.get("/me").text
    refused = nobody.get("/me/everything.zip")
    assert refused.status_code == 404 and "Nothing is kept of this phone" in words(refused)


def test_an_export_is_limited_and_waits_for_no_print(tiny: Path, tmp_path: Path) -> None:
    anna, done = Phone(house(tmp_path, LIMITS="memory://")), Event()
    anna.open()
    print_ = HERE.put("another", done.wait)
    assert exported(anna) and not print_.done()
    done.set()
    assert [anna.get("/me/everything.zip").status_code for _ in range(6)] == [200] * 5 + [429]
