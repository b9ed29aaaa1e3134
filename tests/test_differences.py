"""Pages as differences: put together they are the page, and they are small."""

import random
from statistics import quantiles
from threading import Event, Semaphore, Thread
from typing import Any

import pytest
from flask import Flask, Response, request
from flask import session as cookie

from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.storage.verdict import Said
from companion.web.differences import HAS, NONE, OF_TABLE, STREAM, Page, Pages, follow
from companion.web.routes import table as table_page
from companion.web.sse import OPENED_AT_ONCE
from companion.web.view_model import TablePage
from tests.conftest import Phone, Phones
from tests.pages import Screen, together
from tests.sittings import sitting_table

GAMES = sorted(shelf())
BUDGET = {
    "havoc-in-heaven": (155, 3_680),
    "heaven-and-ale": (268, 1_075),
    "heroball": (178, 3_040),
    "high-heavens": (166, 990),
    "war-in-heaven": (139, 1_085),
}
"""Bytes of a change over all played sittings, in the middle and of 99 in a hundred."""


def changes(app: Flask, key: str, name: str) -> list[int]:
    """Return the bytes of each change of a played sitting at each phone, and put the pages together."""
    table, store = sitting_table(key, name), app.extensions["companion"].store
    seats = [*table.opening.seats]
    phones = {seat: f"{n + 1:032x}" for n, seat in enumerate(seats)}
    session = store.open(table.game, Table.open(table.game, table.opening), phones[seats[0]], seats[:1])
    for chair in session.chairs[1:]:
        store.seating.sit(session, chair.key, phones[chair.seat])
    clients = {seat: app.test_client() for seat in seats}
    for seat, client in clients.items():
        with client.session_transaction(base_url="http://localhost") as cookie:
            cookie.update({"phone": phones[seat], "knows": [session.code], "here": True})
    screens = {seat: Screen() for seat in seats}
    sizes: list[int] = []

    def look() -> None:
        for seat, client in clients.items():
            screen = screens[seat]
            asks = {"HX-Request": "true", HAS: screen.latest}
            answer = client.get(f"/t/{session.code}", headers=asks)
            screen.take(answer.headers[HAS], answer.data)
            if answer.headers[HAS].startswith(f"{NONE} "):
                continue
            sizes.append(len(answer.data))

    look()
    for step in table.log:
        entry = step.entry
        assert isinstance(store.play(session.code, entry.seat, entry.verb, dict(entry.answers)), Said)
        look()
    return sizes


def test_pages_that_are_put_together_are_the_whole_pages(app: Flask) -> None:
    assert max(changes(app, "war-in-heaven", "resignation")) < 2_000


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_change_is_small_at_every_phone_of_all_played_sittings(app: Flask, key: str) -> None:
    sizes = [
        size for name in sittings(shelf()[key]) for size in changes(app, key, name.removesuffix(".game"))
    ]
    in_hundred = quantiles(sizes, n=100)
    print(key, len(sizes), in_hundred[49], in_hundred[98], max(sizes))
    middle, most = BUDGET[key]
    assert in_hundred[49] <= middle and in_hundred[98] <= most, (in_hundred[49], in_hundred[98])


@pytest.fixture
def two(app: Flask, phone: Phones) -> tuple[str, Phone, Phone]:
    """A table with Anna at Red and Ben at Blue, at its second entry."""
    anna, ben = phone(), phone()
    code = anna.open()
    keys = {chair.seat: chair.key for chair in app.extensions["companion"].store.session(code).chairs}
    assert ben.sit(keys["Blue"]).location == f"/t/{code}"
    anna.say(code, "add", step="1")
    ben.say(code, "add", step="1")
    assert app.extensions["companion"].store.session(code).at == (2, 2)
    return code, anna, ben


def framed(frames: object) -> tuple[str, bytes]:
    """The next frame of a stream of pages."""
    said = next(frames)  # type: ignore[call-overload]
    assert int.from_bytes(said[:3], "big") == len(said) - 3
    line, _, more = said[3:].partition(b"\n")
    return line.decode(), more


def following(phone: Phone, code: str, name: str, **asks: str) -> object:
    """The frames of a phone's stream of pages."""
    asked = {"name": name, "path": f"/t/{code}", **asks}
    return iter(phone.client.get(f"/t/{code}/pages", query_string=asked, buffered=False).response)  # type: ignore[call-overload]


def test_a_stream_brings_what_is_new_and_not_what_its_phone_was_answered(
    app: Flask, two: tuple[str, Phone, Phone]
) -> None:
    code, anna, ben = two
    hers, his, screen, own = (
        following(anna, code, "a", at="2.2"),
        following(ben, code, "b", at="2.2"),
        Screen(),
        Screen(),
    )
    assert framed(hers) == framed(his) == ("2.2", b"")
    tap = {"HX-Request": "true", HAS: NONE, STREAM: "a"}
    answer = anna.client.post(f"/t/{code}/do/add", data={"step": "1", "seen": "2"}, headers=tap)
    page = own.take(answer.headers[HAS], answer.data)
    assert 'data-at="3.2"' in page and own.at == "3.2" and len(own.pages) == 2
    line, new = framed(his)
    assert line.startswith(f"{NONE} ") and 'data-at="3.2"' in screen.take(line, new)
    ben.client.post(f"/t/{code}/do/add", data={"step": "1", "seen": "3"}, headers={"HX-Request": "true"})
    line, new = framed(hers)  # the entry that she was answered is not said again
    assert line.split()[::2] == [own.latest, "4.2"] and 'data-at="4.2"' in own.take(line, new)
    line, new = framed(his)
    assert line.split()[0] == screen.latest and 'data-at="4.2"' in screen.take(line, new)
    assert len(new) < 300


def test_a_stream_goes_on_from_the_page_that_its_phone_names(
    app: Flask, two: tuple[str, Phone, Phone]
) -> None:
    code, anna, ben = two
    screen, asks = Screen(), {"HX-Request": "true", HAS: NONE}
    answer = ben.client.get(f"/t/{code}", headers=asks)
    screen.take(answer.headers[HAS], answer.data)
    anna.say(code, "add", step="1")
    frames = following(ben, code, "b", at=screen.at, page=screen.latest)
    assert framed(frames) == (screen.at, b"")
    line, new = framed(frames)
    assert line.startswith(screen.latest) and 'data-at="3.2"' in screen.take(line, new)


@pytest.mark.parametrize(
    "asks", [{"path": "/me"}, {"path": "/t/ABCDEF"}, {"path": "/t/{}/seats"}, {"path": ""}]
)
def test_a_page_that_is_no_table_s_is_looked_at_by_the_phone(
    app: Flask, two: tuple[str, Phone, Phone], asks: dict[str, str]
) -> None:
    code, anna, ben = two
    frames = following(ben, code, "b", at="2.2", path=asks["path"].format(code))
    assert framed(frames) == ("2.2", b"")
    anna.say(code, "add", step="1")
    assert framed(frames) == ("3.2", b"")


def test_a_stream_knows_what_its_phone_keeps_since_it_was_opened(
    app: Flask, two: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, anna, ben = two
    frames = following(ben, code, "b", at="2.2")
    assert framed(frames) == ("2.2", b"")
    table, kept = app.view_functions["table.table"], list[str]()

    def noted(**named: str) -> object:
        kept.append(cookie.get("new", ""))
        return table(**named)

    monkeypatch.setitem(app.view_functions, "table.table", noted)
    monkeypatch.setitem(
        app.view_functions, "events.at", lambda code: cookie.update(new="plan") or Response("2.2")
    )
    ben.client.get(f"/t/{code}/at", headers={STREAM: "b"})
    anna.say(code, "add", step="1")
    assert framed(frames)[0].endswith(" 3.2") and kept[-1] == "plan"
    headers = {"HX-Request": "true", HAS: NONE, STREAM: "in another process"}
    monkeypatch.setitem(
        app.view_functions, "table.table", lambda **named: cookie.update(new="hand") or table(**named)
    )
    assert ben.client.get(f"/t/{code}", headers=headers).headers[HAS].endswith(" 3.2 apart")


def test_nobody_speaks_for_the_stream_of_another_phone(app: Flask, two: tuple[str, Phone, Phone]) -> None:
    code, anna, ben = two
    frames = following(ben, code, "b", at="2.2")
    assert framed(frames) == ("2.2", b"")
    hub = app.extensions["companion"].hub
    stream = next(iter(hub._streams[code]))
    assert hub.named("b", stream.phone) is stream and hub.named("b", "x") is None is hub.named(
        "", stream.phone
    )
    anna.client.post(
        f"/t/{code}/do/add", data={"step": "1"}, headers={"HX-Request": "true", HAS: NONE, STREAM: "b"}
    )
    assert framed(frames)[0].endswith(" 3.2")


def test_links_of_seats_and_whole_pages_are_not_sent_as_differences(
    app: Flask, two: tuple[str, Phone, Phone]
) -> None:
    code, anna, _ = two
    seats = anna.client.get(f"/t/{code}/seats", headers={"HX-Request": "true", HAS: NONE})
    assert "/S/" in seats.text and HAS not in seats.headers and not OF_TABLE.search(seats.data)
    whole = anna.get(f"/t/{code}")
    assert OF_TABLE.search(whole.data) and HAS not in whole.headers and "/S/" not in whole.text
    new = anna.client.get(f"/t/{code}", headers={"HX-Request": "true", HAS: NONE})
    text = Screen().take(new.headers[HAS], new.data)
    assert 'name="key"' in whole.text and 'name="key"' not in text and "&amp;key=" not in text


def test_pages_are_forgotten_when_there_are_many_and_the_next_comes_whole() -> None:
    pages = Pages(most=2500)
    first, *_ = names = [pages.sent(NONE, b"%d" % n * 1000)[1] for n in range(5)]
    assert pages.sent(names[-1], b"4" * 1000 + b"<p>")[0] == names[-1]
    old, _, whole = pages.sent(first, b"5" * 1000)
    assert old == NONE and together(Page(), whole).text == b"5" * 1000


def test_any_page_is_made_of_any_other() -> None:
    dice = random.Random(7)
    words = [b"a>", "b>ä".encode(), b"", "c>\u2028".encode(), b"<", b"long>" * 50, b"x" * 40_000]

    def page() -> bytes:
        return b"<".join(dice.choice(words[: dice.randint(1, 7)]) for _ in range(dice.randint(0, 60)))

    for _ in range(200):
        old, new = page(), page()
        had = has = Page()
        for text in (old, new, new[: len(new) // 2] + old + new[len(new) // 2 :], old):
            had = follow(had, text)
            has = together(has, had.told)
            assert has == had and has.text == text


def test_phones_that_are_shown_the_same_share_what_is_made_for_one(
    app: Flask, two: tuple[str, Phone, Phone], phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, anna, ben = two
    eyes, made, page_of = [phone(), phone()], list[str](), table_page.page_of

    def noted(*given: Any, **named: Any) -> TablePage:
        t = page_of(*given, **named)
        made.append(t.phone.acting)
        return t

    monkeypatch.setattr(table_page, "page_of", noted)
    asks = {"HX-Request": "true", HAS: NONE}
    pages = [one.client.get(f"/t/{code}", headers=asks) for one in (*eyes, anna, ben)]
    lines = [Screen().take(page.headers[HAS], page.data) for page in pages]
    assert made == ["", "Red", "Blue"] and lines[0] == lines[1] and len({*lines}) == 3
    assert all(one.client.get_cookie("companion") for one in eyes)
    anna.say(code, "add", step="1")
    new = Screen()
    answer = eyes[1].client.get(f"/t/{code}", headers=asks)
    assert 'data-at="3.2"' in new.take(answer.headers[HAS], answer.data)


def test_streams_that_are_shown_the_same_share_what_one_is_sent(
    app: Flask, two: tuple[str, Phone, Phone], phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, anna, ben = two
    table, asked = app.view_functions["table.table"], list[str]()

    def noted(**named: str) -> object:
        asked.append(request.path)
        return table(**named)

    monkeypatch.setitem(app.view_functions, "table.table", noted)
    phones = {"a": anna, "b": ben, "c": phone(), "d": phone(), "e": phone()}
    streams = {name: following(one, code, name, at="2.2") for name, one in phones.items()}
    screens = {name: Screen() for name in streams}
    assert {framed(stream)[0] for stream in streams.values()} == {"2.2"}
    for n in range(3, 6):
        anna.say(code, "add", step="1") if n % 2 else ben.say(code, "add", step="1")
        shown = {name: screens[name].take(*framed(stream)) for name, stream in streams.items()}
        assert all(f'data-at="{n}.2"' in page for page in shown.values())
        assert shown["c"] == shown["d"] == shown["e"] and len({*shown.values()}) == 3
        assert len(asked) == 3 * (n - 2)  # one for each player, and one for all who watch


def test_streams_are_opened_a_few_at_a_time_and_taps_wait_for_none(
    app: Flask, two: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, anna, _ = two
    reached, go_on = Semaphore(0), Event()
    at_once, most = list[str](), list[int]()

    def slow(**named: str) -> Response:
        at_once.append(request.path)
        most.append(len(at_once))
        reached.release()
        assert go_on.wait(20)
        at_once.pop()
        return Response("")

    monkeypatch.setitem(app.view_functions, "events.pages", slow)
    streams = [
        Thread(target=lambda: app.test_client().get(f"/t/{code}/pages")) for _ in range(OPENED_AT_ONCE + 2)
    ]
    for stream in streams:
        stream.start()
    assert all(reached.acquire(timeout=20) for _ in range(OPENED_AT_ONCE))
    assert anna.say(code, "add", step="1").status_code == 303
    assert app.test_client().post("/own/pages").status_code < 500
    go_on.set()
    for stream in streams:
        stream.join()
    assert max(most) == OPENED_AT_ONCE and len(most) == len(streams)


def test_phones_that_ask_at_once_wait_for_what_is_made_for_the_first() -> None:
    pages, answers = Pages(), list[object]()
    assert pages.answer("tag") is None
    others = [Thread(target=lambda: answers.append(pages.answer("tag"))) for _ in range(2)]
    for other in others:
        other.start()
    pages.keep("tag", ("- a 1.2", b"new"))
    pages.made("tag")
    for other in others:
        other.join()
    assert answers == [("- a 1.2", b"new")] * 2
    assert pages.answer("other") is None  # it came to nothing
    pages.made("other")
    assert pages.answer("other") is None


def test_a_sentence_for_one_phone_alone_is_on_no_other_page(
    two: tuple[str, Phone, Phone], phone: Phones
) -> None:
    code, *_ = two
    asks = {"HX-Request": "true", HAS: NONE}
    told, other = phone(), phone()
    with told.client.session_transaction(base_url="http://localhost") as kept:
        kept["just"] = "Only for you."
    first = told.client.get(f"/t/{code}", headers=asks)
    assert "Only for you." in Screen().take(first.headers[HAS], first.data)
    second = other.client.get(f"/t/{code}", headers=asks)
    assert "Only for you." not in Screen().take(second.headers[HAS], second.data)
    again = told.client.get(f"/t/{code}", headers={**asks, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200 and "Only for you." not in Screen().take(again.headers[HAS], again.data)
