"""The pages by a phone's own means: every door, every tap, every kind of mistake."""

import re
import sqlite3
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.kernel.sheet import Faulty, ScoreSheet
from companion.kernel.shelf import shelf
from companion.storage.engine import Unavailable
from companion.storage.schema import SEATS, TABLES
from tests.conftest import ROOT, Phone, Phones, house, wait_until
from tests.tiny import Add, Count

HX = {"HX-Request": "true"}


def words(response: Any) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.get_data(as_text=True))).split())


def chairs(app: Flask, code: str) -> dict[str, str]:
    """Seat to its key."""
    sitting = app.extensions["companion"].store.session(code)
    return {chair.seat: chair.key for chair in sitting.chairs}


def entries(app: Flask, code: str) -> list[tuple[str, str]]:
    sitting = app.extensions["companion"].store.session(code)
    return [(step.entry.seat, step.entry.verb) for step in sitting.table.log]


@pytest.fixture
def two(app: Flask, phone: Phones) -> tuple[str, Phone, Phone]:
    """A table with Anna at Red and Ben at Blue."""
    anna, ben = phone(), phone()
    code = anna.open()
    assert ben.sit(chairs(app, code)["Blue"]).location == f"/t/{code}"
    return code, anna, ben


# ---- the shelf and opening a table


def test_every_page_of_the_shelf(phone: Phones) -> None:
    anna = phone()
    for url in ("/", "/games/tiny", "/games/tiny/new", "/games/tiny/rules", "/games/war-in-heaven/rules"):
        response = anna.get(url)
        assert response.status_code == 200 and "text/html" in response.content_type, url
    rules = anna.get("/games/tiny/rules").get_data(as_text=True)
    assert 'id="goal"' in rules and "nobody may pass it" in rules
    assert anna.get("/games/chess").status_code == 404
    assert "not on this shelf" in words(anna.get("/games/chess/rules"))


def test_every_page_of_a_table(two: tuple[str, Phone, Phone], phone: Phones) -> None:
    code, anna, ben = two
    anna.say(code, "add", step="2")
    for who in (anna, ben, phone()):
        for page in ("", "/log", "/why?thing=Total", "/why?thing=pebble 1", "/seats", "/screen"):
            response = who.get(f"/t/{code}{page}")
            assert response.status_code == 200, page
        assert who.get(f"/t/{code}/why?thing=Moon").status_code == 404
        assert who.get(f"/t/{code}/do/fly").status_code == 404
        for old in ("/add?step=1", "/roll/add", "/undo", "/do/undo", "/do/redo/roll", "/fly"):
            led = who.get(f"/t/{code}{old}")
            assert (led.status_code, led.location) == (303, f"/t/{code}"), old


def test_opening_a_table(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(name1="  Anna  Maria ", phone="all", **{"option-goal": "100"})
    sitting = app.extensions["companion"].store.session(code)
    assert sitting.table.opening.seats == {"Red": "Anna Maria", "Blue": "Ben"}
    assert sitting.table.opening.options == {"goal": "100", "turns": "strict", "first": "Red", "undo": "ask"}
    assert all(len(chair.phones) == 1 for chair in sitting.chairs)
    watching = anna.open(phone="watch")
    assert not any(chair.phones for chair in app.extensions["companion"].store.session(watching).chairs)
    swapped = anna.open(seat1="Blue", seat2="Red", phone="2")
    sitting = app.extensions["companion"].store.session(swapped)
    assert sitting.table.opening.seats == {"Red": "Ben", "Blue": "Anna"}
    assert [bool(chair.phones) for chair in sitting.chairs] == [True, False]


def test_chance_settles_who_is_who_and_who_goes_first(app: Flask, phone: Phones) -> None:
    anna, seen = phone(), set()
    for _ in range(40):
        code = anna.open(seat1="random", seat2="random", name2="", **{"option-first": "random"})
        table = app.extensions["companion"].store.session(code).table
        assert set(table.opening.seats.values()) in ({"Anna", "Red"}, {"Anna", "Blue"})
        seen.add((table.opening.seats["Red"] == "Anna", table.opening.options["first"]))
    assert len(seen) == 4


@pytest.mark.parametrize(
    "form, why",
    [
        ({"name1": "A" * 25}, "at most 24"),
        ({"name1": "A\x07"}, "made of letters"),
        ({"seat2": "Red"}, "taken already"),
        ({"seat1": "Green"}, "no seat"),
        ({"option-goal": "11"}, "not one of the choices"),
        ({"option-first": "Green"}, "not one of the choices"),
        ({"phone": "3"}, "who plays on this phone"),
    ],
)
def test_a_form_that_does_not_fit_is_shown_again(phone: Phones, form: dict[str, str], why: str) -> None:
    asked = {"seat1": "Red", "seat2": "Blue", "name2": "Ben & Co", "option-first": "Red", **form}
    response = phone().post("/games/tiny/new", asked)
    assert response.status_code == 422 and why in words(response)
    assert "Ben &amp; Co" in response.get_data(as_text=True)


# ---- joining


def test_a_typed_code_shows_the_table_but_gives_no_seat(app: Flask, phone: Phones) -> None:
    code, carl = phone().open(), phone()
    assert carl.post("/join", {"code": f" {code[:3].lower()}-{code[3:]} "}).location == f"/t/{code}"
    assert "are watching" in words(carl.get(f"/t/{code}"))
    seats = carl.get(f"/t/{code}/seats").get_data(as_text=True)
    assert not any(key in seats for key in chairs(app, code).values())
    refused = carl.say(code, "add", step="1")
    assert refused.status_code == 403 and "does not sit" in words(refused)
    assert entries(app, code) == []
    assert code in words(carl.get("/"))


def test_a_wrong_code_says_so(phone: Phones) -> None:
    for typed in ("ABCDEF", "", "O0O0O0", "<script>", "A" * 3000):
        response = phone().post("/join", {"code": typed})
        assert response.status_code == 404 and "No table has the code" in words(response)
        assert "<script>alert" not in response.get_data(as_text=True)
    assert phone().get("/t/ABCDEF").status_code == 404
    assert phone().get("/t/ABCDEF/events").status_code == 404
    assert phone().post("/t/ABCDEF/do/add", {"step": "1"}).status_code == 404


def test_a_table_that_is_gone_is_told_from_a_wrong_code(tiny: Path, tmp_path: Path) -> None:
    anna, ben = Phone(house(tmp_path)), Phone(house(tmp_path))
    code = anna.open()
    anna.get(f"/t/{code}")
    with sqlite3.connect(tmp_path / "companion.sqlite3") as other:
        for rows in ("holds", "seats", "tables"):
            other.execute(f"DELETE FROM {rows}")
    gone = anna.get(f"/t/{code}")
    assert gone.status_code == 404 and f"Table {code} is not kept here any more." in words(gone)
    assert anna.get("/").status_code == 200
    assert "Look once more at the letters" in words(ben.get(f"/t/{code}"))


def test_asking_and_being_let_in(app: Flask, phone: Phones) -> None:
    anna, carl, dora = phone(), phone(), phone()
    code = anna.open()
    carl.get(f"/t/{code}")
    assert carl.post(f"/t/{code}/seats/ask", {"seat": "Blue", "name": " Carl "}).status_code == 303
    dora.post(f"/t/{code}/seats/ask", {"seat": "Blue", "name": "Dora"})
    assert "Carl asks to sit at Blue" in words(anna.get(f"/t/{code}"))
    assert "asks to sit" not in words(dora.get(f"/t/{code}"))
    requests = app.extensions["companion"].store.session(code).requests
    for action in ("admit", "decline", "reissue", "take"):
        response = carl.post(f"/t/{code}/seats/{action}", {"id": requests[0].id, "seat": "Blue"})
        assert response.status_code == 403
    assert anna.post(f"/t/{code}/seats/decline", {"id": requests[1].id}).status_code == 303
    assert anna.post(f"/t/{code}/seats/admit", {"id": requests[0].id}, headers=HX).status_code == 200
    assert anna.post(f"/t/{code}/seats/admit", {"id": requests[0].id}).status_code == 409
    assert anna.post(f"/t/{code}/seats/admit", {"id": "x"}).status_code == 409
    anna.say(code, "pass")
    assert carl.say(code, "add", step="1").status_code == 303
    assert dora.say(code, "add", step="1").status_code == 403
    sitting = app.extensions["companion"].store.session(code)
    assert sitting.chairs[1].player == "Ben", "who is let in does not become another player"
    assert "Carl sat down at Blue, let in by Red." in words(dora.get(f"/t/{code}/log"))


def test_a_seat_s_code_admits_to_a_free_seat_and_can_be_renewed_there(
    app: Flask, two: tuple[str, Phone, Phone], phone: Phones
) -> None:
    code, anna, ben = two
    old = chairs(app, code)["Blue"]
    assert ben.post(f"/t/{code}/seats/reissue", {"seat": "Blue"}).status_code == 303
    assert phone().get(f"/S/{old}").status_code == 404 and "was replaced" in words(phone().sit(old))
    assert ben.get(f"/S/{chairs(app, code)['Blue'].lower()}").location == f"/t/{code}"
    taken = anna.post(f"/t/{code}/seats/reissue", {"seat": "Blue"})
    assert taken.status_code == 409 and "Only there its code can be renewed" in words(taken)
    ben.post(f"/t/{code}/seats/leave", {"seat": "Blue"})
    assert anna.post(f"/t/{code}/seats/reissue", {"seat": "Blue"}).status_code == 303
    anna.say(code, "pass")
    assert ben.say(code, "pass").status_code == 403
    assert ben.sit(chairs(app, code)["Blue"].lower()).location == f"/t/{code}"
    assert ben.say(code, "pass").status_code == 303
    assert entries(app, code) == [("Red", "pass"), ("Blue", "pass")]


def test_watching_leaving_and_taking(app: Flask, two: tuple[str, Phone, Phone], phone: Phones) -> None:
    code, anna, ben = two
    sitting = app.extensions["companion"].store.session(code)
    assert phone().get(f"/W/{sitting.watch}").location == f"/t/{code}"
    assert phone().get("/W/ABC").status_code == 404
    ben.post(f"/t/{code}/seats/leave", {"seat": "Blue"})
    assert ben.say(code, "pass").status_code == 403
    assert anna.post(f"/t/{code}/seats/take", {"seat": "Red"}).status_code == 303
    assert anna.post(f"/t/{code}/seats/take", {"seat": "*"}).status_code == 303
    assert anna.say(code, "pass").status_code == anna.say(code, "pass").status_code == 303
    assert entries(app, code) == [("Red", "pass"), ("Blue", "pass")]
    taken = anna.post(f"/t/{code}/seats/take", {"seat": "Green"})
    assert taken.status_code == 409 and "no seat" in words(taken)
    assert anna.post(f"/t/{code}/seats/dance", {}).status_code == 404


def test_the_home_page_lists_this_phone_s_tables(two: tuple[str, Phone, Phone], phone: Phones) -> None:
    code, anna, ben = two
    assert "Your turn" in words(anna.get("/")) and "Waiting for Red" in words(ben.get("/"))
    assert code not in words(phone().get("/"))
    ben.say(code, "resign")
    assert "Red" in words(anna.get("/")) and "win" in words(anna.get("/"))


# ---- tapping


def test_a_name_of_signs_is_a_name(app: Flask, phone: Phones) -> None:
    """A witch is joined from two signs; a mark that turns letters round would turn the page's too."""
    anna = phone()
    code = anna.open(name1="Ada \U0001f9d9\u200d\u2640\ufe0f", name2="\u202eneB", phone="all")
    assert (
        "Ada \U0001f9d9\u2640\ufe0f" in words(anna.get(f"/t/{code}"))
        and "\u202e" not in anna.get(f"/t/{code}").text
    )
    assert anna.say(code, "ruling", total="3", reason="\U0001f9d9\u200d\u2640\ufe0f did").status_code == 303
    assert "The number is 3: \U0001f9d9\u2640\ufe0f did" in words(anna.get(f"/t/{code}"))
    again = anna.post("/import", {"text": anna.get(f"/t/{code}/sitting.game").text})
    assert again.status_code == 303


@pytest.mark.parametrize(
    "name", ["\u3164", "\uffa0 \u2800", "\u034f", "\u17b4", "\u180b", "\ufe0f", "\u200b\U000e0100"]
)
def test_a_name_that_nobody_sees_is_no_name_wherever_it_comes_in(
    app: Flask, phone: Phones, name: str
) -> None:
    anna, store = phone(), app.extensions["companion"].store
    code = anna.open(name1=name, phone="all")
    assert store.session(code).chairs[0].player == "Red"
    phone().post(f"/t/{code}/seats/ask", {"seat": "Red", "name": name})
    assert [asked.name for asked in store.session(code).requests] == [""]
    text = anna.get(f"/t/{code}/sitting.game").text.replace("seat Red = Red", f"seat Red = {name}")
    brought = anna.post("/import", {"text": text}).location.split("/")[2] if name.isprintable() else code
    assert store.session(brought).chairs[0].player == "Red"
    drawn = anna.post("/tournaments", {"names": f"Ada\n{name}", "form": "swiss", "rounds": "1"})
    assert drawn.status_code == 422 and "not 1" in words(drawn)
    sheet = f"ended,game,player\n2026-05-03 20:00,Darts,{name}\n".encode()
    book = anna.post("/plays/bring", {"file": (BytesIO(sheet), "plays.csv")})
    assert book.status_code == 422 and "is missing" in words(book)
    counted = anna.get("/games/heaven-and-ale/score", query_string={"players": "1", "name1": name})
    assert "is missing" in words(counted)
    with pytest.raises(Faulty, match=r"nobody sees|line of text"):
        shelf()["heaven-and-ale"][ScoreSheet].read({"players": [{"name": name}]})


def test_a_game_is_told_by_its_sign_and_players_are_listed(phone: Phones) -> None:
    anna = phone()
    code = anna.open(
        "heroball",
        players="4",
        name3="Cleo",
        name4="Dan",
        seat1="Gold",
        seat2="Crimson",
        seat3="Teal",
        seat4="Violet",
        phone="all",
    )
    home = anna.get("/")
    assert "Anna, Ben, Cleo and Dan" in words(home) and home.text.count("/pictures/godball.svg") == 1
    assert 'src="/covers/heroball.svg' in home.text
    assert '<b class="initial">T</b>' in home.text, "a box without a sign keeps its initial"
    assert "Anna, Ben, Cleo and Dan." in words(anna.get(f"/t/{code}/log"))
    anna.say(code, "end-table", by="Gold")
    assert "The table is put away" in words(anna.get(f"/t/{code}/screen"))
    assert "Nothing changed on the table" not in words(anna.get(f"/t/{code}")), "it ended"


def test_a_question_is_an_address(two: tuple[str, Phone, Phone]) -> None:
    code, anna, ben = two
    page = anna.get(f"/t/{code}/do/add")
    assert "How many?" in words(page) and f"/t/{code}/do/add?step=2" in page.get_data(as_text=True)
    assert "At most three." in words(page)
    done = anna.get(f"/t/{code}/do/add?step=2")
    assert "Red: 2." in words(done) and 'name="step" value="2"' in done.get_data(as_text=True)
    forbidden = anna.get(f"/t/{code}/do/add?step=4")
    assert forbidden.status_code == 200 and "At most three." in words(forbidden)
    assert "How many?" in words(forbidden)
    several = anna.get(f"/t/{code}/do/throw?pebbles=pebble+2")
    assert "Throw pebble 1 and pebble 2." in words(several), "the third is too heavy: it answers itself"
    assert 'name="pebbles" value="pebble 1"' in several.get_data(as_text=True)
    assert "does not" in words(ben.get(f"/t/{code}/do/add")) or "waits for" in words(
        ben.get(f"/t/{code}/do/add")
    )
    for odd in ("?step=9", "?step=1&step=2", "?nothing=1", "?step=" + "x" * 3000, "?by=Blue", "?step="):
        assert anna.get(f"/t/{code}/do/add{odd}").status_code == 200, odd


def test_free_words_are_asked_for(two: tuple[str, Phone, Phone]) -> None:
    code, _, ben = two
    page = ben.get(f"/t/{code}/do/ruling?total=3").get_data(as_text=True)
    assert 'name="reason"' in page and 'name="total" value="3"' in page
    asked = {"total": "3", "reason": '<b>"we"</b> misread'}
    assert ben.say(code, "ruling", **asked).status_code == 303
    log = ben.get(f"/t/{code}/log").get_data(as_text=True)
    assert "&lt;b&gt;" in log and "<b>&#34;" not in log


def test_a_tap_by_a_plain_form_and_by_htmx(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, ben = two
    assert anna.say(code, "add", 0, step="2").location == f"/t/{code}"
    answer = ben.post(f"/t/{code}/do/add", {"seen": "1", "key": "k", "step": "3"}, headers=HX)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200 and answer.headers["HX-Push-Url"] == f"/t/{code}"
    assert "<html" not in page and 'data-at="2.2"' in page and "Blue: 5." in words(answer)
    assert entries(app, code) == [("Red", "add"), ("Blue", "add")]


def test_a_repeated_tap_is_the_same_tap(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    for _ in range(3):
        answer = anna.post(f"/t/{code}/do/add", {"seen": "0", "key": "once", "step": "2"}, headers=HX)
        assert answer.status_code == 200
    assert entries(app, code) == [("Red", "add")]


def test_a_late_tap_that_is_allowed_is_played_and_says_so(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open(**{"option-turns": "race"})
    ben.sit(chairs(app, code)["Blue"])
    anna.say(code, "add", 0, step="1")
    late = ben.post(f"/t/{code}/do/add", {"seen": "0", "step": "2"}, headers=HX)
    assert late.status_code == 200 and "Played after Red: Red: Add: 1." in words(late)
    assert anna.say(code, "add", 1, step="1").status_code == 303
    assert "Played after Blue" in words(anna.get(f"/t/{code}"))
    assert "Played after" not in words(anna.get(f"/t/{code}"))


def test_a_late_tap_that_is_not_allowed_any_more_says_what_changed(two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    anna.say(code, "add", 0, step="3")
    late = anna.post(f"/t/{code}/do/add", {"seen": "0", "step": "2"})
    assert late.status_code == 409
    assert "waits for" in words(late) and "Since you looked: Red: Add: 3." in words(late)
    early = anna.post(f"/t/{code}/do/add", {"seen": "1", "step": "2"})
    assert early.status_code == 422 and "Since you looked" not in words(early)


def test_a_refused_tap_names_its_rule(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    for form, why, rule in (
        ({"step": "4"}, "At most three.", "step"),
        ({"step": "9"}, "not an answer", "on-offer"),
        ({}, "not answered", "on-offer"),
        ({"step": ["1", "2"]}, "takes 1, not 2", "on-offer"),
        ({"step": "1", "jump": "2"}, "has no “jump”", "on-offer"),
    ):
        for headers in ({}, HX):
            refused = anna.post(f"/t/{code}/do/add", form, headers=headers)
            assert refused.status_code == 422 and why in words(refused), form
            assert f"/games/tiny/rules#{rule}" in refused.get_data(as_text=True)
    assert anna.say(code, "fly").status_code == 404
    assert entries(app, code) == []


def test_nobody_speaks_for_another_seat(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, _, ben = two
    refused = ben.say(code, "add", by="Red", step="1")
    assert refused.status_code == 403 and "does not sit at Red" in words(refused)
    assert ben.say(code, "resign", by="Green").status_code == 403
    assert entries(app, code) == []


def test_one_phone_for_all_seats_speaks_for_whom_it_must(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="all")
    for step in ("1", "2"):
        assert anna.say(code, "add", step=step).status_code == 303
    assert anna.say(code, "pass", by="Red").status_code == 303
    assert anna.say(code, "resign", by="Red").status_code == 303
    assert [seat for seat, _ in entries(app, code)] == ["Red", "Blue", "Red", "Red"]
    assert "Blue" in words(anna.get(f"/t/{code}"))


def test_one_phone_for_all_seats_goes_on_to_the_seat_that_is_asked_next(phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="all")
    answer = anna.post(f"/t/{code}/do/add", {"by": "Red", "seen": "0", "step": "2"}, headers=HX)
    page = answer.get_data(as_text=True)
    assert (
        answer.status_code == 200 and 'name="by" value="Blue"' in page and 'name="by" value="Red"' not in page
    )


def test_undo_redo_and_stale_ones(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, ben = two
    anna.say(code, "add", 0, step="3")
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    assert anna.say(code, "undo", 1, entry="1").status_code == 409
    assert anna.say(code, "redo", 2, entry="1").status_code == 422
    assert anna.say(code, "redo", 2, entry="2").status_code == 303
    assert anna.say(code, "undo", 3, entry="").status_code == 422
    assert [verb for _, verb in entries(app, code)] == ["add", "undo", "redo"]
    log = words(ben.get(f"/t/{code}/log"))
    assert "Undo" in log and "Redo" in log


def test_the_end_of_a_table(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, ben = two
    for who, step in ((anna, "3"), (ben, "3"), (anna, "3"), (ben, "1")):
        assert who.say(code, "add", step=step).status_code == 303
    assert "Blue said 10." in words(anna.get(f"/t/{code}")) and "Moves" in words(anna.get(f"/t/{code}"))
    over = anna.say(code, "add", step="1")
    assert over.status_code == 422 and "over" in words(over)


# ---- what phones keep


def test_an_unchanged_page_is_not_sent_again(two: tuple[str, Phone, Phone], phone: Phones) -> None:
    code, anna, ben = two
    for page in ("", "/do/add", "/log", "/words", "/seats", "/screen", "/why?thing=Total", "/at"):
        for headers in ({}, HX):
            url = f"/t/{code}{page}"
            anna.get(url, headers=headers)
            first = anna.get(url, headers=headers)
            saved = {**headers, "If-None-Match": first.headers["ETag"]}
            assert anna.get(url, headers=saved).status_code == 304, page
            assert first.headers["Cache-Control"] == "private, no-cache"
            assert {"HX-Request", "Cookie"} <= set(re.split(", *", first.headers["Vary"]))
            if page != "/at":
                assert phone().get(url, headers=saved).status_code == 200
                other = {**({} if headers else HX), "If-None-Match": first.headers["ETag"]}
                assert anna.get(url, headers=other).status_code == 200
    first = anna.get(f"/t/{code}")
    ben.post(f"/t/{code}/seats/leave", {"seat": "Blue"})
    assert anna.get(f"/t/{code}", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    before = anna.get(f"/t/{code}/at")
    anna.say(code, "pass")
    after = anna.get(f"/t/{code}/at", headers={"If-None-Match": before.headers["ETag"]})
    assert (before.text, after.text) == ("0.3", "1.3")


def test_pages_are_sent_compressed(two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    for url in (f"/t/{code}", "/static/icons.svg", "/"):
        response = anna.get(url, headers={"Accept-Encoding": "gzip, br"})
        assert response.headers["Content-Encoding"] == "gzip", url
    assert "Content-Encoding" not in anna.get(f"/t/{code}").headers


def test_static_files_are_kept_for_long_by_their_version(phone: Phones) -> None:
    anna = phone()
    page = anna.get("/").get_data(as_text=True)
    matches = re.findall(r'(?:href|src)="(/static/[^"?]+\?v=[0-9a-f]{12})', page)
    assert matches
    for url in set(matches):
        response = anna.get(url)
        assert response.status_code == 200 and "immutable" in response.headers["Cache-Control"]
    assert "immutable" not in anna.get(matches[0].partition("?")[0]).headers["Cache-Control"]


# ---- the log


def test_a_long_log_comes_in_pages(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="all", **{"option-turns": "race", "option-goal": "100000"})
    store = app.extensions["companion"].store
    for number in range(250):
        store.play(code, ("Red", "Blue")[number % 2], "add", {"step": "1"})

    def numbers(page: str) -> list[int]:
        return [int(n) for n in re.findall(r">(\d+)</a></small>", anna.get(f"/t/{code}{page}").text)]

    def links(page: str) -> list[str]:
        text = anna.get(f"/t/{code}{page}").text
        return re.findall(rf'href="/t/{code}(/(?:log|why)\?[^"]*)"', text.replace("&amp;", "&"))

    assert numbers("/log") == [*range(250, 150, -1)] and links("/log") == ["/log?before=151"]
    assert numbers("/log?before=151") == [*range(150, 50, -1)]
    assert links("/log?before=151") == ["/log?", "/log?before=51"]
    assert numbers("/log?before=51") == [*range(50, 0, -1)] and links("/log?before=51") == ["/log?"]
    start = "back to the very start"
    assert start in anna.get(f"/t/{code}/log?before=51").text and start not in anna.get(f"/t/{code}/log").text
    for odd in ("0", "-1", "x", "999999999999", "251"):
        assert numbers(f"/log?before={odd}") == [*range(250, 150, -1)]
    assert numbers("/log?before=1") == []
    assert numbers("/why?thing=Total") == [*range(250, 150, -1)]
    assert links("/why?thing=Total") == ["/why?thing=Total&before=151"]
    assert numbers("/why?thing=Total&before=151")[0] == 150
    assert anna.get(f"/t/{code}/why?thing=Total&before=1").status_code == 200
    store.play(code, "Red", "add", {"step": "1"})
    assert numbers("/log?before=151")[0] == 150, "a page of the past stays as it is"


# ---- sittings as text


def test_a_sitting_goes_out_and_comes_back(app: Flask, two: tuple[str, Phone, Phone], phone: Phones) -> None:
    code, anna, ben = two
    anna.say(code, "add", step="3")
    ben.say(code, "ruling", total="2", reason="so it was")
    sent = anna.get(f"/t/{code}/sitting.game")
    assert f"tiny-{code}.game" in sent.headers["Content-Disposition"]
    carl = phone()
    for data in ({"text": sent.text}, {"file": (BytesIO(sent.data), "x.game")}):
        answer = carl.post("/import", data, content_type="multipart/form-data")
        assert answer.status_code == 303, words(answer)
        new = answer.location.split("/")[2]
        assert new != code and carl.get(f"/t/{new}/sitting.game").text == sent.text
        assert carl.post(f"/t/{new}/seats/take", {"seat": "*"}).status_code == 303
        assert carl.say(new, "add", by="Blue", step="1").status_code == 303


@pytest.mark.parametrize("name", ["Ada = Bea", "# Cleo", "[Dan], \U0001f9d9", "= over: Red goal"])
def test_a_sitting_keeps_its_times_and_the_names_of_its_seats(
    app: Flask, two: tuple[str, Phone, Phone], phone: Phones, name: str
) -> None:
    code, anna, ben = two
    anna.say(code, "add", step="1")
    ben.say(code, "add", step="1")
    store = app.extensions["companion"].store
    with store.database.writing() as connection:
        connection.execute(SEATS.update().where(SEATS.c.seat == "Blue").values(player=name))
        connection.execute(TABLES.update().values(stamp=TABLES.c.stamp + 1))
    sent = {"file": (BytesIO(anna.get(f"/t/{code}/sitting.game").data), "x.game")}
    answer = phone().post("/import", sent, content_type="multipart/form-data")
    session, again = store.session(code), store.session(answer.location.split("/")[2])
    assert [step.entry.at for step in again.table.log] == [step.entry.at for step in session.table.log]
    assert [chair.player for chair in again.chairs] == [chair.player for chair in session.chairs]
    assert again.chairs[1].player == name and again.n == 2


def test_a_sitting_that_does_not_hold_says_where(phone: Phones) -> None:
    anna = phone()
    good = "game: tiny\nseat Red = A\nseat Blue = B\n"
    for text, why in (
        (good + "Blue add: 1\n", "Line 4: The table waits for"),
        (good + "Red add", "Line 4:"),
        ("game: chess\n", "Line 1: “chess” is not on this shelf"),
        ("", "Line 1: the first line names the game"),
        (good + "# " + "x" * 700_000, "Line 4: the line has"),
    ):
        answer = anna.post("/import", {"text": text, "game": "tiny"}, content_type="multipart/form-data")
        assert answer.status_code == 422 and why in words(answer), why
    answer = anna.post(
        "/import", {"file": (BytesIO(b"\xff\xfe\x00"), "x")}, content_type="multipart/form-data"
    )
    assert answer.status_code == 422 and "not text" in words(answer)
    large = {"file": (BytesIO(b"#" * 17_000_000), "x")}
    assert anna.post("/import", large, content_type="multipart/form-data").status_code == 413


# ---- the templates


@pytest.mark.parametrize("template", sorted((ROOT / "templates").glob("*.html")), ids=lambda path: path.name)
def test_the_lines_of_a_template_can_be_read(template: Path) -> None:
    long = [n for n, line in enumerate(template.read_text().splitlines(), 1) if len(line) > 160]
    assert long == [], f"{template.name}: lines {long} have more than 160 characters"


# ---- security


def test_every_answer_carries_its_headers(two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    for url in ("/", f"/t/{code}", "/nowhere", "/static/icons.svg", f"/t/{code}/at"):
        headers = anna.get(url).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_pages_hold_no_inline_script_or_style(two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    urls = ("/", "/games/tiny", "/games/tiny/new", "/games/tiny/rules", "/nowhere")
    pages = ("", "/do/add", "/do/add?step=1", "/log", "/seats", "/screen", "/why?thing=Total")
    for url in (*urls, *(f"/t/{code}{page}" for page in pages)):
        page = anna.get(url).get_data(as_text=True)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|hx-on|javascript:", page), (
            url
        )


def test_the_cookie(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open()
    anna.client.delete_cookie("companion")
    for base, secure in (("http://localhost", False), ("https://localhost", True)):
        cookie = anna.client.get(f"/t/{code}", base_url=base).headers["Set-Cookie"]
        assert cookie.startswith("companion=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie
        assert ("Secure" in cookie) is secure and "Expires" in cookie
        anna.client.delete_cookie("companion")


def test_a_forged_cookie_is_nobody(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    good = anna.client.get_cookie("companion")
    assert good
    anna.client.set_cookie("companion", good.value[:-3] + "abc")
    assert anna.say(code, "add", step="1").status_code == 403


def test_a_form_of_another_site_does_nothing(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    url, form = f"/t/{code}/do/add", {"step": "1"}
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert anna.post(url, form, headers=headers).status_code == 403, headers
    assert entries(app, code) == []
    for headers in ({"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}):
        assert anna.post(url, form, headers=headers).status_code in (303, 422)
    assert len(entries(app, code)) == 1


def test_another_port_of_the_server_s_own_name_is_another_site(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, PUBLIC_URL="https://table.example", HOSTS="other.example")
    phone, code = app.test_client(), {"code": "KITE7X"}
    phone.get("/", base_url="https://table.example")
    for origin, refused in (
        ("https://table.example", False),
        ("https://other.example", False),
        ("https://table.example:8443", True),
        ("https://other.example:8443", True),
        ("null", True),
        ("", True),
    ):
        answer = phone.post("/join", base_url="https://table.example", data=code, headers={"Origin": origin})
        assert (answer.status_code == 403) is refused, (origin, answer.status_code)


def test_hosts_it_answers_to(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, HOSTS="table.example")
    for host, status in (
        ("localhost:8000", 200),
        ("192.168.1.20:8000", 200),
        ("[fe80::1]:8000", 200),
        ("pi.local:8000", 200),
        ("table.example", 200),
        ("evil.example", 400),
        ("192.168.1.20.evil.example", 400),
        ("local", 400),
        ("[::1", 400),
        ("table.example@evil.example", 400),
    ):
        response = app.test_client().get("/", headers={"Host": host})
        assert response.status_code == status, host
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_with_a_public_address_it_answers_to_no_other_name(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, PUBLIC_URL="https://play.example", HOSTS="table.example,192.168.1.20")
    for host, status in (
        ("play.example", 200),
        ("play.example:443", 200),
        ("PLAY.example.", 200),
        ("table.example", 200),
        ("192.168.1.20:8000", 200),
        ("192.168.1.21", 400),
        ("169.254.169.254", 400),
        ("[fe80::1]", 400),
        ("evil.local", 400),
        ("localhost", 400),
        ("evil.example", 400),
    ):
        answer = app.test_client().get("/", headers={"Host": host})
        assert answer.status_code == status, host
        if status == 400:
            assert answer.text == "This server answers to https://play.example alone. Open that address.\n"
    for path in ("/health", "/metrics"):  # what a container and a monitor ask has an address in numbers
        for host, status in (("127.0.0.1:8000", 200), ("172.18.0.4:8000", 200), ("evil.example", 400)):
            assert app.test_client().get(path, headers={"Host": host}).status_code == status, (path, host)


def test_links_are_the_public_address_or_this_machine_s(phone: Phones) -> None:
    anna = phone()
    code = anna.open()
    for base, wanted in (
        ("http://192.168.1.20:8000", r"http://192\.168\.1\.20:8000/S/"),
        ("http://localhost:8000", r"http://(?!localhost|127\.)[\d.]+:8000/S/|http://127\.0\.0\.1:8000/S/"),
    ):
        anna.client.set_cookie("companion", _cookie(anna), domain=base.split("/")[2].split(":")[0])
        page = anna.client.get(f"/t/{code}/seats", base_url=base).get_data(as_text=True)
        assert re.search(wanted, page), base


def _cookie(phone: Phone) -> str:
    cookie = phone.client.get_cookie("companion")
    assert cookie
    return cookie.value


def test_too_much_is_too_much(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, _ = two
    for url in ("/join", f"/t/{code}/do/add", "/games/tiny/new"):
        response = anna.client.post(
            url, data=b"x" * 10_000_000, content_type="application/x-www-form-urlencoded"
        )
        assert response.status_code == 413 and "64 kB" in words(response)
    assert entries(app, code) == []


def test_mistakes_are_answered_in_sentences(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path)

    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("secret detail")

    anna = Phone(app)
    assert "Nothing lies at this address" in words(anna.get("/nowhere"))
    wrong = anna.get("/join")
    assert wrong.status_code == 405 and "POST" in wrong.headers["Allow"]
    assert anna.client.delete("/join").status_code == 405, "also where no form was fetched before"
    looked_at = Phone(app).client.post("/about")
    assert looked_at.status_code == 405 and "GET" in looked_at.headers["Allow"]
    assert Phone(app).client.post("/nowhere").status_code == 404
    part = anna.get("/nowhere", headers=HX).get_data(as_text=True)
    assert part.startswith("<main") and len(part) < 800, "htmx gets only what it shows"
    response = anna.get("/broken")
    assert response.status_code == 500 and "our mistake" in words(response)
    assert "secret detail" not in words(response)
    assert "no-store" in response.headers["Cache-Control"]


def test_a_full_journal_is_no_reason_to_try_again(
    app: Flask, two: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, anna, _ = two
    monkeypatch.setattr("companion.storage.tap.MOST_ENTRIES", 0)
    full = anna.say(code, "add", step="1")
    assert full.status_code == 409 and "Retry-After" not in full.headers
    assert "all one journal holds" in words(full)


def test_guessing_codes_is_slowed_down(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, LIMITS="memory://")
    anna, eve = Phone(app), Phone(app)
    code = anna.open()
    anna.get(f"/t/{code}")
    for _ in range(10):
        assert eve.get("/t/ABCDEF").status_code == 404
    for url in ("/t/ABCDEG", f"/t/{code}"):
        slow = eve.get(url)
        assert slow.status_code == 429 and "Wait a minute" in words(slow), url
        assert slow.headers["Retry-After"] == "60"
    assert eve.post("/join", {"code": code}).status_code == 429
    assert anna.get(f"/t/{code}").status_code == 200
    assert anna.say(code, "add", step="1").status_code == 303
    for _ in range(12):
        last = anna.post("/games/tiny/new", {"seat1": "Green"})
    assert last.status_code == 429


# ---- trouble with what is kept


def test_a_locked_journal_says_so_and_keeps_the_sentence(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, PATIENCE=0.1)
    anna = Phone(app)
    code = anna.open()
    with sqlite3.connect(tmp_path / "companion.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = anna.post(f"/t/{code}/do/add", {"step": "2", "key": "k"}, headers=HX)
        assert busy.status_code == 503 and "Nothing was kept" in words(busy)
        assert busy.headers["Retry-After"] == "2"
        assert 'name="step" value="2"' in busy.get_data(as_text=True)
        away = anna.post(f"/t/{code}/seats/leave", {"seat": "Red"})
        assert away.status_code == 503 and away.headers["Retry-After"] == "2"
        assert anna.get(f"/t/{code}").status_code == 200
        other.execute("ROLLBACK")
    assert anna.post(f"/t/{code}/do/add", {"step": "2", "key": "k"}).status_code == 303
    assert len(entries(app, code)) == 1


def test_a_journal_that_our_rules_stumble_over_stays_playable(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Phone(house(tmp_path))
    code = anna.open(phone="all")
    for step in ("1", "2", "3"):
        assert anna.say(code, "add", step=step).status_code == 303
    anna.post(f"/t/{code}/seats/leave", {"seat": "Blue"})

    def stumble(add: Add, state: Count) -> Count:
        return apply(add, {}[add.step] if add.step == "2" else state)  # type: ignore[index]

    apply = Add.apply
    monkeypatch.setattr(Add, "apply", stumble)
    app = house(tmp_path)  # the same house, started anew
    ben, eve = Phone(app), Phone(app)
    for path in ("", "/log", "/screen", "/seats", "/why?thing=Total", "/do/add", "/do/add?step=1"):
        assert eve.get(f"/t/{code}{path}").status_code == 200, path
    page = words(eve.get(f"/t/{code}"))
    assert "stands up to entry 1." in page and "Entry 2, Blue: Add: 2 , no longer holds: Our own" in page
    assert "all 3 entries stay in the log" in page and "Take entry 2 back" not in page
    log = words(eve.get(f"/t/{code}/log"))
    assert "Blue Add: 2 no longer holds" in log and "Red Add: 3 waits" in log and "taken back" not in log
    kept = eve.get(f"/t/{code}/sitting.game").text
    text = [line for line in kept.splitlines() if not line.startswith("#")]
    assert text[-3:] == ["Red add: 1", "Blue add: 2", "Red add: 3"]
    ben.sit(chairs(app, code)["Blue"])
    assert "Take entry 2 back" in words(ben.get(f"/t/{code}"))
    assert ben.say(code, "undo", 3, by="Blue", entry="2").status_code == 303
    assert ben.say(code, "add", by="Blue", step="3").status_code == 303
    assert "stands up to" not in words(ben.get(f"/t/{code}"))


def test_a_draw_that_is_offered_is_answered_where_it_is_read(
    app: Flask, two: tuple[str, Phone, Phone]
) -> None:
    code, anna, ben = two
    anna.say(code, "offer-draw", by="Red")
    asked, own = anna.get(f"/t/{code}"), ben.get(f"/t/{code}")
    assert "Agree" not in words(asked) and "Withdraw the draw" in words(anna.get(f"/t/{code}/seats"))
    assert "Red offers a draw. Agree Decline" in words(own)
    assert "What your hands will do" in words(ben.get(f"/t/{code}/do/agree-draw?by=Blue"))
    assert ben.say(code, "agree-draw", by="Blue").status_code == 303
    assert "A draw" in words(anna.get(f"/t/{code}"))


def test_a_newer_journal_is_left_alone(tiny: Path, tmp_path: Path) -> None:
    house(tmp_path)
    with sqlite3.connect(tmp_path / "companion.sqlite3") as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unavailable, match="newer Companion"):
        house(tmp_path)


def test_the_secret_is_made_once_and_for_its_owner_only(tiny: Path, tmp_path: Path) -> None:
    made, path = house(tmp_path), tmp_path / "secret.key"
    assert path.stat().st_mode & 0o777 == 0o600 and len(path.read_bytes()) == 32
    assert house(tmp_path).secret_key == made.secret_key
    assert [p.name for p in path.parent.iterdir() if "secret" in p.name] == ["secret.key"]


# ---- the stream, in this process (tests/test_live.py has real ones)


def test_a_stream_says_where_the_table_stands(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, ben = two
    response = ben.client.get(f"/t/{code}/events", buffered=False)
    assert response.mimetype == "text/event-stream" and response.headers["X-Accel-Buffering"] == "no"
    assert "no-cache" in response.headers["Cache-Control"] and "Set-Cookie" not in response.headers
    frames = iter(response.response)  # type: ignore[call-overload]
    assert next(frames) == b"retry: 2000\nid: 0\nevent: moved\ndata: 0.2\n\n"
    anna.say(code, "add", step="1")
    assert next(frames) == b"id: 1\nevent: moved\ndata: 1.2\n\n"
    anna.post(f"/t/{code}/seats/ask", {"seat": "Blue"})
    assert next(frames) == b"id: 1\nevent: moved\ndata: 1.3\n\n"
    hub = app.extensions["companion"].hub
    assert hub._open == 1
    response.close()
    wait_until(lambda: hub._open == 0, 5)


def test_where_no_stream_is_left_phones_poll(
    app: Flask, two: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, anna, _ = two
    monkeypatch.setattr(app.extensions["companion"].hub, "limit", 0)
    busy = anna.get(f"/t/{code}/events")
    assert busy.status_code == 503 and busy.headers["Retry-After"] == "30"
    assert 'data-live="poll"' in anna.get(f"/t/{code}").get_data(as_text=True)
