"""An evening on which four phones do whatever phones do, so that every statement it sends is heard."""

import io
import re
from collections.abc import Callable
from functools import partial

from flask import request, request_started
from werkzeug.test import TestResponse

from companion.boxes.form import starts
from tests.conftest import Phone

PAD = starts.source("pad")
REFUSED = (303, 400, 403, 404, 409, 422)
"""What is answered where something cannot be done, too."""


def looked(phone: Phone, *addresses: str) -> TestResponse:
    """Look at pages that are there."""
    for address in addresses:
        answer = phone.get(address)
        assert answer.status_code in (200, 302, 303), (address, answer.status_code, answer.text)
    return answer


def done(phone: Phone, address: str, **form: str) -> TestResponse:
    """Do something that can be done."""
    answer = phone.post(address, form)
    assert answer.status_code in (200, 303), (address, answer.status_code, answer.text)
    return answer


def file(text: bytes, name: str) -> dict[str, object]:
    """A form that brings a file."""
    return {"file": (io.BytesIO(text), name)}


def at_tables(anna: Phone, ben: Phone, carl: Phone, dora: Phone) -> None:
    """Two tables are opened, sat at, played, watched, taken along, brought once more and forgotten."""
    store = anna.app.extensions["companion"].store
    codes = [anna.open(**{"option-turns": "race"}) for _ in range(2)]
    for code in codes:
        red, blue = store.session(code).chairs
        looked(ben, f"/S/{blue.key}")
        ben.sit(blue.key)
        carl.sit(red.key)  # somebody sits there
        (asking,) = store.session(code).requests
        anna.post(f"/t/{code}/seats/admit", {"id": str(asking.id)})
        for tap in range(3):
            anna.say(code, "add", by="Red", step="1", key=f"{tap}")
            ben.say(code, "add", by="Blue", step="1", seen=0)
        anna.say(code, "add", by="Red", step="1", key="0")
        anna.say(code, "add", by="Red", step="4")
        ben.say(code, "undo", by="Blue", entry="6", seen=6)
        here = f"/t/{code}"
        for page in (
            "",
            "/seats",
            "/log",
            "/words",
            "/heard?line=add",
            "/grid",
            "/look",
            "/print",
            "/at",
            "/sitting.game",
            "/screen",
            "/roll",
        ):
            assert anna.get(f"{here}{page}").status_code in (200, 302, 303, 400, 404)
        pages = (
            "/why?thing=Total",
            "/at/1",
            "/at/before",
            "/screen/at/1",
            "/set-up",
            "/do/add",
            "/report",
            "/forget",
        )
        looked(anna, *(f"{here}{page}" for page in pages), f"{here}/photograph")
        assert anna.get(f"{here}/do/add/foresight?by=Red").status_code == 204
        looked(anna, f"{here}/do/throw/roll?by=Red")
        looked(anna, f"{here}/print.pdf?piece=resume", f"{here}/print/1.png?piece=resume", f"{here}/old/link")
        anna.get(f"{here}/events").close()
        anna.get(f"{here}/pages").close()
        done(anna, f"{here}/turned")
        done(anna, f"{here}/hand", seat="Red")
        looked(anna, f"{here}/along", f"{here}/along.game", "/take", "/away", "/service.js")
        again = {"file": (io.BytesIO(anna.get(f"{here}/along.game").data), "x.game")}
        assert anna.post("/take", again, content_type="multipart/form-data").status_code in REFUSED
        done(anna, f"{here}/held", thing="none")
        done(anna, f"{here}/plan/drop")
        done(anna, f"{here}/set-up", step="0")
        done(anna, f"{here}/report", said="It is wrong.")
        for what in ("", "/before"):
            assert anna.post(f"{here}/photograph{what}", {"then": "by=Red&verb=add"}).status_code in REFUSED
        for what in ("", "/go-on", "/carried", "/coach", "/advice"):
            form = {"seat": "Red", "may": "yes", "n": str(store.session(code).n)}
            assert anna.post(f"{here}/absent{what}", form).status_code in REFUSED
        looked(dora, f"/W/{store.session(code).watch}", "/covers/war-in-heaven.svg")
        dora.post("/join", {"code": code})
        dora.post(f"{here}/seats/ask", {"seat": "Red", "name": "Dora"})
        for action in ("reissue", "room", "take", "decline", "leave", "learn"):
            anna.post(f"{here}/seats/{action}", {"seat": "Red", "name": "Ann"})
    programs(anna, code)
    done(anna, "/me/link")
    done(anna, "/me/settings", on="tone")
    looked(anna, "/me", "/me/everything.zip")
    with anna.client.session_transaction() as cookie:
        link = store.personal_links.key(cookie["phone"])
    looked(dora, f"/P/{link}")
    dora.post(f"/P/{link}")
    for phone in (anna, ben, carl, dora):
        looked(phone, "/")
    text = anna.get(f"/t/{codes[0]}/sitting.game").data
    anna.post("/import", file(text, "x.game"), content_type="multipart/form-data")
    store.at(codes)  # the tail
    looked(dora, "/health")
    done(dora, f"/t/{codes[0]}/forget")


def afterwards(anna: Phone, ben: Phone) -> None:
    """A sitting is told, printed, gone on from elsewhere and looked at beside that."""
    code = anna.finished()
    here = f"/t/{code}"
    looked(anna, f"{here}/story", f"{here}/screen/story", f"{here}/story.pdf", f"{here}/result.png")
    assert anna.post(f"{here}/story/costly").status_code in REFUSED
    looked(ben, f"{here}/what-if?n=3")
    assert anna.post(f"{here}/ahead", {"n": "5"}).status_code == 422
    again = done(anna, f"{here}/again").location
    done(anna, f"{here}/again")
    looked(anna, here, again, f"/games/tiny/new?like={code}")
    other = done(anna, f"{here}/what-if", n="3").location.split("/")[2]
    looked(anna, f"{here}/beside/{other}?n=3", f"{here}/story", f"/t/{other}", f"/t/{other}/what-if")


def numbers(phone: Phone) -> list[str]:
    """The players of the house, by number."""
    return re.findall(r'/plays\?who=%23(\d+)">', looked(phone, "/people").text)


def figures(anna: Phone, ben: Phone) -> None:
    """Plays are counted, brought, kept, dropped; names become players, merged, parted and forgotten."""
    store = anna.app.extensions["companion"].store
    code = anna.finished()
    ben.post(f"/S/{store.session(code).chairs[1].key}")
    anna.finished()
    anna.say(anna.finished(), "undo", by="Red", seen=5, entry="5")
    page = looked(anna, "/plays").text
    night = re.search(r'href="(/evening/[^"]+)"', page)
    assert night
    rows = b"ended,game,player,won\n2025-11-22,Go,Anna,1\n2025-11-22,Go,Cleo,0"
    for phone in (anna, ben):
        assert phone.post("/plays/bring", file(rows, "x.csv")).status_code == 303
        looked(phone, "/plays", "/people", "/plays.csv", "/plays.json", "/plays/month.pdf?month=2025-11")
    looked(anna, night[1])
    done(anna, "/games/tiny/score/keep", players="2", name1="Anna", name2="Ben", steps1="7", steps2="3")
    for name in ("Anna", "Ben", "Cleo"):
        done(anna, "/people/ours", name=name)
    one, two, three = numbers(anna)
    anna.finished()
    looked(anna, "/plays", f"/plays?who=%23{one}", "/people")
    done(anna, "/people/merge", person=one, other=two)
    looked(anna, "/plays", "/people")
    done(anna, "/people/part", person=two)
    result = looked(anna, f"/plays?who=%23{two}").text
    play = re.search(r'action="(/plays/\d+/another)".*?name="n" value="(\d+)"', result)
    assert play
    done(anna, play[1], n=play[2])
    drop = re.search(r'action="(/plays/\d+/drop)"', looked(ben, "/plays").text)
    assert drop
    done(ben, drop[1])
    done(anna, "/people/forget", person=three)
    done(anna, "/people/forget", person=one)
    looked(anna, "/plays", "/people")


def tournament(anna: Phone, ben: Phone) -> None:
    """A tournament is drawn, played with and without tables, run by two phones, printed and deleted."""
    form = {
        "names": "Anna\nBen\nCleo\nDora",
        "game": "tiny",
        "form": "swiss",
        "rounds": "2",
        "order": "seeds",
    }
    here = done(anna, "/tournaments", **form).location
    key = re.search(r"/R/\w+", looked(anna, here).text)
    assert key
    looked(ben, "/tournaments", key[0])
    done(ben, key[0])
    looked(ben, "/tournaments", key[0], here, f"{here}/screen", f"{here}/tournament.pdf", f"{here}/forget")
    seats = done(ben, f"{here}/table", round="1", board="1").location
    code = seats.split("/")[2]
    looked(ben, seats)
    done(ben, f"{seats}/take", seat="*")
    ben.play_out(code)
    looked(anna, here, f"/t/{code}")
    done(anna, f"{here}/result", round="1", board="2", result="one")
    done(anna, f"{here}/leave", n="4")
    done(anna, f"{here}/back", n="4")
    done(anna, f"{here}/draw")
    done(anna, f"{here}/undraw")
    looked(ben, "/plays")
    done(ben, "/people/ours", name="Anna")
    for one in numbers(ben):
        done(ben, "/people/forget", person=one)
    assert "a player" in looked(ben, here).text, "who sat at its table is forgotten there, too"
    done(anna, f"{here}/forget")
    looked(anna, "/tournaments")


def own_game(anna: Phone, ben: Phone) -> None:
    """Somebody's own game is kept, tried out, played, changed, shared, taken by another phone and deleted."""
    looked(anna, "/own", "/own/new?from=pad")
    build = partial(done, anna, was=PAD)
    here = build("/own/new", text=PAD, do="keep").location.removesuffix("/share")
    table = build(here, text=PAD, do="table").location.removesuffix("/new")
    anna.post("/own/preview", {"text": PAD, "was": PAD, "here": here})
    for phone in (anna, ben):
        looked(
            phone, here, f"{here}/share", table, f"{table}/new", f"{table}/box.toml", f"{table}/how-to-play"
        )
    looked(anna, f"{table}/print", f"{table}/rules", f"{table}/score", f"{table}/score.pdf", f"{table}/lab")
    looked(anna, f"{table}/print.pdf?piece=calibration", f"{table}/print/1.png?piece=calibration")
    for page in ("/set", "/set/house.csv", "/set/empty.csv", "/lab/none", "/lab/none/lab.json"):
        assert anna.get(f"{table}{page}").status_code == 404, "it has no set, and no study was made"
    for page in ("/new/set", "/set", "/set/bring", "/set/check", "/set/keep", "/lab/none/stop"):
        assert anna.post(f"{table}{page}").status_code == 404
    for page in ("/print.pdf", "/lab"):
        assert anna.post(f"{table}{page}", {"by": "nobody", "text": "name = "}).status_code in (400, 422)
    code = anna.open(table.split("/")[2], phone="all", seat1="Gold", seat2="Crimson")
    build(here, text=PAD.replace("0..20", "0..40"), do="try")
    build(here, text=PAD.replace("0..20", "0..40"), do="try")
    newer = re.search(r'name="version" value="([^"]+)"', looked(anna, f"/t/{code}", f"/t/{code}/game").text)
    assert newer
    done(anna, f"/t/{code}/game", version=newer[1])
    key = re.search(r"/O/\w+", looked(anna, f"{here}/share").text)
    assert key
    looked(ben, key[0])
    done(ben, key[0])
    looked(ben, "/own", key[0], f"{here}/forget")
    build(here, text=f"{PAD}[", do="keep")
    looked(ben, here)
    anna.post("/own/bring", file(PAD.encode(), "pad.toml"), content_type="multipart/form-data")
    text = looked(anna, f"/t/{code}/sitting.game").data
    anna.post("/import", file(text, "x.game"), content_type="multipart/form-data")
    done(ben, f"{here}/forget")
    looked(anna, f"/t/{code}", "/own")


def programs(anna: Phone, code: str) -> None:
    """A program of a phone does what it may, with a token that is revoked then."""
    page = anna.post("/me/token", {"for": "host"}).text
    (token,) = re.findall(r'class="url">([0-9a-f]{48})<', page)
    with_token = {"headers": {"Authorization": f"Bearer {token}"}}
    here = f"/api/1/tables/{code}"
    for path in (
        "",
        "/actions",
        "/actions/add",
        "/journal",
        "/transcript",
        "/seats",
        "/words",
        "/heard?line=add",
    ):
        assert anna.get(f"{here}{path}", **with_token).status_code == 200
    anna.get(f"{here}/events", **with_token).close()
    for place, body in (
        (f"{here}/say", {"verb": "add", "answers": {"step": "1"}, "after": 0}),
        (f"{here}/seats", {"action": "take", "seat": "Red"}),
        ("/api/1/tables", {"game": "tiny", "seats": {"Red": "", "Blue": ""}}),
        ("/api/1/score/heaven-and-ale", {"players": []}),
    ):
        anna.client.post(place, json=body, **with_token)
    for number in re.findall(r'name="id" value="(\d+)"', page):
        done(anna, "/me/token-revoke", id=number)


def heard(anna: Phone, evening: Callable[[], None]) -> set[str]:
    """The routes that an evening takes, each as ``GET /plays``."""
    taken: set[str] = set()
    hear = lambda *_, **__: taken.add(f"{request.method} {request.url_rule}")  # noqa: E731
    with request_started.connected_to(hear, anna.app):
        evening()
    return taken


def evening(anna: Phone, ben: Phone, carl: Phone, dora: Phone) -> None:
    """Four phones do whatever phones do."""
    at_tables(anna, ben, carl, dora)
    afterwards(anna, ben)
    figures(anna, ben)
    tournament(anna, ben)
    own_game(anna, ben)
