"""A phone's name for itself outlives clocks, keys, previews and guessers; seats change hands aloud."""

import html
import io
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from limits.storage import MemoryStorage
from sqlalchemy import Column, String, Table, insert, select
from sqlmodel import JSON, AutoString, SQLModel
from werkzeug.exceptions import TooManyRequests

from companion.boxes.form import starts
from companion.storage.engine import Database, Unavailable
from companion.storage.personal_links import PersonalLinks
from companion.web.rate_limits import LIMITS, SWEPT, RateLimits, Windows
from tests.conftest import Phone, Phones, house
from tests.extras.tournaments.test_tournament import made
from tests.test_app import chairs, entries, words
from tests.test_plays import people

COOKIE = "companion"


def cookie(phone: Phone, name: str = COOKIE) -> str:
    """The value of a phone's cookie."""
    result = phone.client.get_cookie(name)
    assert result
    return result.value


# ---- the cookie


@pytest.mark.parametrize("back", [5, 60, 3600, 10 * 365 * 86400])
def test_a_clock_that_is_set_back_takes_no_seat(
    app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    anna = phone()
    code, now = anna.open(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - back)
    assert "Set-Cookie" not in anna.get(f"/t/{code}").headers
    assert anna.say(code, "add", step="2").status_code == 303
    assert entries(app, code) == [("Red", "add")]


def test_a_cookie_signed_with_its_time_still_has_its_seats(app: Flask, phone: Phones) -> None:
    """Such cookies lie in phones from before; ahead of the clock they were refused and overwritten."""
    anna = phone()
    code = anna.open()
    with anna.client.session_transaction() as kept:
        content = dict(kept)
    dated = SecureCookieSessionInterface().get_signing_serializer(app)
    assert dated
    anna.client.set_cookie(COOKIE, dated.dumps(content))
    assert anna.say(code, "add", step="2").status_code == 303


def test_no_clock_of_ours_says_when_the_cookie_ends(phone: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, now = phone(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - 10 * 365 * 86400)
    sent = anna.post("/games/tiny/new", {"seat1": "Red", "seat2": "Blue", "option-first": "Red"})
    assert "Expires=Thu, 31 Dec 2099" in sent.headers["Set-Cookie"]


def test_a_cookie_that_cannot_be_read_is_left_alone(tiny: Path, tmp_path: Path) -> None:
    """Another house at this address, or one whose key is away for an evening, takes no seat either."""
    ours, other = house(tmp_path / "ours"), house(tmp_path / "other")
    anna = Phone(ours)
    code, saved = anna.open(), cookie(anna)
    anna.app, anna.client.application = other, other
    there = anna.open()
    assert anna.say(there, "add", step="1").status_code == 303 and cookie(anna) == saved
    anna.app, anna.client.application = ours, ours
    assert anna.say(code, "add", step="2").status_code == 303 and cookie(anna) == saved
    anna.app, anna.client.application = other, other
    assert anna.say(there, "add", by="Blue", step="1").status_code == 403
    assert anna.say(there, "ruling", total="3", reason="x").status_code == 303


# ---- a look uses nothing up

LOOKS: tuple[dict[str, str], ...] = (
    {},
    {"Sec-Purpose": "prefetch"},
    {"Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    {"User-Agent": "WhatsApp/2.23", "Accept": "*/*"},
)


def test_previews_of_a_seat_s_link_use_nothing_up(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open()
    before = app.extensions["companion"].store.session(code)
    link = f"/S/{chairs(app, code)['Blue']}"
    for headers in LOOKS:
        for method in ("GET", "HEAD"):
            looked = phone().client.open(link, method=method, headers=headers)
            assert looked.status_code == 200
    assert app.extensions["companion"].store.session(code) == before
    page = ben.get(link)
    assert "Sit down as Blue" in words(page) and "Anna and Ben play Tiny." in words(page)
    assert 'method="post"' in page.text
    elsewhere = ben.client.post(link, headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.status_code == 403, "a page of another site cannot sit down"
    assert ben.sit(chairs(app, code)["Blue"]).location == f"/t/{code}"
    assert ben.get(link).location == f"/t/{code}", "who sits there goes to the table"
    assert "A phone sat down at Blue." in words(anna.get(f"/t/{code}/log"))


def test_a_guest_who_never_played_is_offered_how_to_play_and_comes_back_to_sit(
    app: Flask, phone: Phones
) -> None:
    anna, ben = phone(), phone()
    code, other = anna.open(), anna.open()
    link = f"/S/{chairs(app, code)['Blue']}"
    offer = re.search(r'href="([^"]*how-to-play[^"]*)"', ben.get(link).text)
    assert offer
    learns = ben.get(html.unescape(offer[1])).text
    assert learns.count(f'href="{link}"') == 2 and "Back to your seat" in learns
    assert "Back to your seat" not in ben.get("/games/war-in-heaven/how-to-play?seat=" + link[3:]).text
    assert "Back to your seat" not in ben.get("/games/tiny/how-to-play?seat=nobody").text
    ben.sit(chairs(app, other)["Blue"])
    assert "how-to-play" not in ben.get(link).text, "who has played it once knows where it is"


def test_who_watches_by_the_code_of_a_table_is_offered_how_to_play(phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open()
    dock = '<a class="button quiet" href="/games/tiny/how-to-play'
    assert dock in ben.post("/join", {"code": code}, follow_redirects=True).text
    assert dock not in anna.get(f"/t/{code}").text


def test_previews_of_a_personal_link_use_nothing_up(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open()
    link = personal(anna)
    before = app.extensions["companion"].store.session(code)
    for headers in LOOKS:
        assert phone().client.get(link, headers=headers).status_code == 200
        assert phone().client.head(link, headers=headers).status_code == 200
    assert app.extensions["companion"].store.session(code) == before


# ---- taking one's seats along


def personal(phone: Phone) -> str:
    """The address of the personal link this phone makes."""
    assert phone.post("/me/link").status_code == 303
    match = re.search(r"/P/[A-Z2-7]{26}", phone.get("/me").text)
    assert match
    return match[0]


def test_a_personal_link_takes_the_seats_to_another_phone(app: Flask, phone: Phones) -> None:
    anna, other = phone(), phone()
    code = anna.open()
    link = personal(anna)
    assert anna.get(link).location == "/me"
    page = words(other.get(link))
    assert "Take my seats to this phone" in page and code in page
    assert other.post(link).location == f"/t/{code}"
    assert anna.say(code, "add", step="1").status_code == 403
    assert other.say(code, "add", step="1").status_code == 303
    assert "took the seat along to another phone" in words(anna.get(f"/t/{code}/log"))
    assert "This phone sits at no table" in words(anna.get("/me"))
    third = phone()
    assert third.post(link).status_code == 303, "it goes along, to be used again"
    assert other.get("/me").status_code == 200 and code not in words(other.get("/me"))
    assert third.post("/me/revoke").status_code == 303
    assert phone().get(link).status_code == phone().post(link).status_code == 404
    assert third.say(code, "resign", by="Red").status_code == 303


def test_who_has_nothing_has_nothing_to_take_along(phone: Phones) -> None:
    anna = phone()
    refused = anna.post("/me/link")
    assert refused.status_code == 403 and "no table, game, tournament or play" in words(refused)
    assert "Make my personal link" not in words(anna.get("/me"))
    assert phone().post("/me/dance").status_code == 404
    assert phone().post("/me/revoke").status_code == 303


def bring(
    phone: Phone, csv: str = "ended,game,player,won\n2025-11-22,Go,Anna,1\n2025-11-22,Go,Ben,0"
) -> None:
    """Bring a file of plays; without one, Anna and Ben play Go."""
    assert phone.post("/plays/bring", {"file": (io.BytesIO(csv.encode()), "x.csv")}).status_code == 303


def begin(phone: Phone) -> str:
    """The address of a game of this phone's own."""
    saved = phone.post("/own/new", {"text": starts.source("pad"), "do": "keep"})
    assert saved.status_code == 303, words(saved)
    return saved.location


def test_a_tournament_goes_along_and_is_run_from_there(phone: Phones) -> None:
    anna, other = phone(), phone()
    here = made(anna, title="Friday")
    link, result = personal(anna), {"round": "1", "board": "1", "result": "one"}
    assert "1 tournament" in words(anna.get("/me")) and "1 tournament" in words(other.get(link))
    assert other.post(link).status_code == 303
    assert "Friday" in words(other.get("/tournaments")) and "Friday" not in words(anna.get("/tournaments"))
    assert other.post(f"{here}/result", result).status_code == 303
    assert other.post(f"{here}/leave", {"n": "4"}).status_code == 303
    assert anna.post(f"{here}/result", result).status_code == 403, "a lost phone runs it no more"


def test_plays_go_along_those_brought_and_those_of_tables(phone: Phones) -> None:
    anna, other = phone(), phone()
    code = anna.finished()
    for chair in ("Red", "Blue"):
        anna.post(f"/t/{code}/seats/leave", {"seat": chair})
    bring(anna)
    assert "2 plays" in words(anna.get("/plays"))
    other.post(personal(anna))
    assert "2 plays" in words(other.get("/plays")) and "No play here yet" in words(anna.get("/plays"))


@pytest.mark.parametrize("begun", [begin, made, bring])
def test_whoever_has_anything_can_make_a_personal_link(
    begun: Callable[[Phone], object], phone: Phones
) -> None:
    anna, other = phone(), phone()
    begun(anna)
    assert "Make my personal link" in words(anna.get("/me"))
    assert other.post(personal(anna)).status_code == 303
    assert anna.post("/me/link").status_code == 403 and other.post("/me/link").status_code == 303


def test_plays_that_both_phones_brought_are_not_doubled(phone: Phones) -> None:
    anna, other = phone(), phone()
    for who in (anna, other):
        bring(who)
    bring(anna, "ended,game,player,won\n2025-11-23,Go,Anna,1\n2025-11-23,Go,Cleo,0")
    anna.post("/people/ours", {"name": "Ben"})
    other.post("/people/ours", {"name": "Anna"})
    other.get("/plays")
    other.post(personal(anna))
    assert "2 plays" in words(other.get("/plays"))
    assert set(people(other)) == {"Anna", "Ben"}, "whom either phone named is a player of the house still"
    for number in people(other).values():
        assert "1 play" in words(other.get(f"/plays?who=%23{number}"))


def test_a_play_that_was_brought_gives_way_to_its_table(phone: Phones) -> None:
    anna, other = phone(), phone()
    anna.finished()
    anna.get("/plays")
    taken = io.BytesIO(anna.get("/plays.json").data)
    other.post("/plays/bring", {"file": (taken, "plays.json")})
    assert "brought" in words(other.get("/plays"))
    other.post(personal(anna))
    text = words(other.get("/plays"))
    assert "1 play" in text and "/drop" not in other.get("/plays").text


def test_one_sitting_that_both_phones_opened_is_one_play(phone: Phones) -> None:
    anna, other = phone(), phone()
    code = anna.finished()
    other.post("/import", {"text": anna.get(f"/t/{code}/sitting.game").text})
    for who in (anna, other):
        assert "1 play" in words(who.get("/plays"))
    other.post(personal(anna))
    assert "1 play" in words(other.get("/plays"))


# ---- every place where a phone is kept

A_PHONE, ANOTHER = "a" * 32, "b" * 32
TEXTS = (String, AutoString)
STAYS = {
    "requests.phone": "who asks for a seat is let in there; the question lapses, and is asked anew",
    "tables.watch": "a key of the table",
    "seats.key": "a key of the seat",
    "personal_links.key": "the link itself goes along, so that it leads to the new phone",
    "entries.said": "a digest, by which a tap that was sent twice is known; a new phone sends new ones",
    "boxes.key": "made of the text",
    "boxes.text": "a text",
    "own_boxes.key": "a key of the game",
    "own_boxes.version": "made of the text",
    "own_boxes.draft": "a text",
    "own_versions.key": "made of the text",
    "plays.options": "how a table was set",
    "tournaments.key": "a key of the tournament",
    "tokens.digest": "what a token is known by",
}
"""Every other column that could hold a phone, which is 32 letters long, and why nothing moves there."""


def could_hold_a_phone(column: Column) -> bool:
    """True for texts of a phone's length, or of any."""
    return isinstance(column.type, TEXTS) and column.type.length in (len(A_PHONE), None)


def filled(table: Table) -> dict[str, object]:
    """A row in which a phone stands wherever one could."""
    row: dict[str, object] = {}
    for column in table.c:
        if could_hold_a_phone(column):
            row[column.name] = A_PHONE
        elif isinstance(column.type, TEXTS):
            row[column.name] = "x"
        else:
            row[column.name] = {} if isinstance(column.type, JSON) else 1
    return row


def test_wherever_a_phone_is_kept_the_link_moves_it_or_it_is_said_why_not(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'companion.sqlite3'}")
    database.upgrade()
    tables = SQLModel.metadata.sorted_tables
    with database.writing() as connection:
        for table in tables:
            connection.execute(insert(table), filled(table))
    PersonalLinks(database, lambda codes: None).move(A_PHONE, ANOTHER)
    with database.reading() as connection:
        result = {
            f"{table.name}.{column.name}": set(connection.scalars(select(column)))
            for table in tables
            for column in filter(could_hold_a_phone, table.c)
        }
    assert {name for name, phones in result.items() if phones != {ANOTHER}} == set(STAYS)


# ---- a seat that is held


def test_whoever_takes_a_held_seat_asks_its_holder(
    app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, carl, now = phone(), phone(), phone(), time.time()
    code = anna.open()
    key = chairs(app, code)["Blue"]
    ben.sit(key)
    page = words(carl.get(f"/S/{key}"))
    assert "Ask for Blue" in page and "Sit down as" not in page
    assert carl.post(f"/S/{key}", {"name": "Carl"}).location == f"/t/{code}/seats"
    assert "You asked" in words(carl.get(f"/S/{key}"))
    assert "You asked. The player who sits here lets you in." in words(carl.get(f"/t/{code}/seats"))
    assert carl.say(code, "pass", by="Blue").status_code == 403
    asked, waits = words(ben.get(f"/t/{code}")), words(anna.get(f"/t/{code}"))
    assert "Carl asks to sit at Blue. Admit" in asked
    assert "The player who sits there is asked. If no answer comes, you may decide from" in waits
    (request,) = app.extensions["companion"].store.session(code).requests
    early = anna.post(f"/t/{code}/seats/admit", {"id": request.id})
    assert early.status_code == 409 and "in 2 minutes" in words(early)
    monkeypatch.setattr(time, "time", lambda: now + 125)
    assert anna.post(f"/t/{code}/seats/admit", {"id": request.id}).status_code == 303
    assert app.extensions["companion"].store.session(code).chairs[1].player == "Ben"
    for who in (anna, ben, carl):
        assert "Carl sat down at Blue, let in by Red." in words(who.get(f"/t/{code}"))
    assert ben.say(code, "resign", by="Blue").status_code == 303, "who was away sits there still"


def test_an_opponent_cannot_take_a_seat_unasked(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open()
    key = chairs(app, code)["Blue"]
    ben.sit(key)
    for action, seat in (("reissue", "Blue"), ("take", "Blue"), ("take", "*")):
        anna.post(f"/t/{code}/seats/{action}", {"seat": seat})
    anna.sit(key)
    assert chairs(app, code)["Blue"] == key and "asks to sit at Blue" in words(ben.get(f"/t/{code}"))
    assert anna.say(code, "pass", by="Blue").status_code == 403


def test_the_log_says_when_seats_changed_hands(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open()
    ben.sit(chairs(app, code)["Blue"])
    anna.say(code, "add", step="2")
    ben.post(f"/t/{code}/seats/leave", {"seat": "Blue"})
    log = anna.get(f"/t/{code}/log").text
    lines = ["A phone stood up from Blue. Nobody sits there now.", "Red: 2.", "A phone sat down at Blue."]
    at = [log.index(line) for line in lines]
    assert at == sorted(at)
    assert len(re.findall(r'class="entry changed".*?<small>\d\d:\d\d</small>', log)) == 2
    assert "A phone stood up from Blue." in words(anna.get(f"/t/{code}/screen"))


# ---- one guesser


@pytest.mark.slow
def test_one_guesser_shuts_no_door_for_others_at_the_same_address(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, LIMITS="memory://")
    anna, ben, eve, guest = (Phone(app) for _ in range(4))
    code = anna.open()
    link = personal(anna)
    for _ in range(10):
        assert eve.get("/t/ABCDEF").status_code == 404
    assert eve.get("/t/ABCDEF").status_code == guest.get(f"/t/{code}").status_code == 429
    watch = app.extensions["companion"].store.session(code).watch
    assert guest.get(f"/W/{watch}").location == f"/t/{code}" and guest.get(f"/t/{code}").status_code == 200
    key = chairs(app, code)["Blue"]
    assert ben.get(f"/S/{key}").status_code == 200 and ben.sit(key).status_code == 303
    assert ben.get(f"/t/{code}").status_code == 200
    assert Phone(app).get(link).status_code == 200
    for _ in range(40):
        assert eve.get("/S/ABC").status_code == eve.get("/W/ABC").status_code == 404


def test_who_sits_at_a_table_is_never_limited(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, LIMITS="memory://")
    anna, ben, eve = Phone(app), Phone(app), Phone(app)
    code = anna.open()
    ben.sit(chairs(app, code)["Blue"])
    with anna.client.session_transaction() as kept:
        kept["knows"] = []  # it sat at many others since
    assert [eve.post("/join", {"code": "ABCDEF"}).status_code for _ in range(11)][-1] == 429
    for _ in range(40):
        assert anna.post("/join", {"code": code}).location == f"/t/{code}"
        assert anna.get(f"/t/{code}/at").status_code == 200
        assert anna.post(f"/t/{code}/seats/ask", {"seat": "Blue"}).status_code == 303


@pytest.mark.parametrize("proxy, came", [(True, 404), (False, 429)])
def test_behind_a_proxy_each_phone_is_its_own_address(
    tiny: Path, tmp_path: Path, proxy: bool, came: int
) -> None:
    app = house(tmp_path, LIMITS="memory://", PROXY=proxy)
    for _ in range(10):
        assert Phone(app).get("/t/ABCDEF", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 404
    assert Phone(app).get("/t/ABCDEF", headers={"X-Forwarded-For": "10.0.0.2"}).status_code == came
    assert Phone(app).get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == (
        400 if proxy else 200
    )


class SharedStore(MemoryStorage):
    """A store of limits that all processes share, as far as a test can have one; it can be away."""

    STORAGE_SCHEME = ["shared"]  # noqa: RUF012
    base_exceptions = OSError  # type: ignore[assignment]
    counts: dict[str, int] = {}  # noqa: RUF012
    away = False

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count."""
        self.counts[key] = self.get(key) + amount
        return self.counts[key]

    def get(self, key: str) -> int:
        """How often."""
        if self.away:
            raise OSError("away")
        return self.counts.get(key, 0)


@pytest.mark.slow
def test_limits_count_across_processes_where_they_share_a_store(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedStore, "counts", {})
    processes = [house(tmp_path, LIMITS="shared://") for _ in range(4)]
    came = [Phone(processes[number % 4]).get("/t/ABCDEF").status_code for number in range(32)]
    assert came == [404] * 10 + [429] * 22
    monkeypatch.setattr(SharedStore, "away", True)
    came = [Phone(processes[0]).get("/t/ABCDEF").status_code for _ in range(12)]
    assert came == [404] * 10 + [429] * 2, "while it is away, each counts for itself"


@pytest.mark.parametrize("set_by", [-3600.0, 0.0, 365 * 86_400.0], ids=["back an hour", "not", "on a year"])
def test_a_window_of_a_limit_lasts_a_minute_wherever_the_clock_is_set(
    set_by: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"time": 1_700_000_000.0, "monotonic": 5_000.0}
    for name in clock:
        monkeypatch.setattr(time, name, lambda name=name: clock[name])
    limits = RateLimits("memory://")
    for _ in range(10):
        limits.hit("unknown", "10.0.0.1")
    clock["time"] += set_by
    for seconds in (1.0, 58.0):
        clock["time"], clock["monotonic"] = clock["time"] + seconds, clock["monotonic"] + seconds
        with pytest.raises(TooManyRequests):
            limits.test("unknown", "10.0.0.1")
        limits.test("unknown", "10.0.0.2")
    clock["time"], clock["monotonic"] = clock["time"] + 1.5, clock["monotonic"] + 1.5
    limits.test("unknown", "10.0.0.1")


def test_windows_that_have_ended_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    windows, limit = Windows(), LIMITS["join"][0]
    for n in range(5 * SWEPT):
        now[0] = n / 10
        assert windows.hit(limit, "join", str(n))
    assert len(windows._windows) < 2 * SWEPT, "600 are open at a time"


def test_a_store_of_limits_that_cannot_be_used_is_told_at_the_start() -> None:
    for where in ("nowhere://", "table"):
        with pytest.raises(Unavailable, match="COMPANION_LIMITS names no store"):
            RateLimits(where)
