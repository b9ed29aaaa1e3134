"""The interface for programs: what a phone can do, a token does; what a phone may not, it may not either."""

import json
import random
import re
import time
from typing import Any

import pytest
from flask import Flask
from limits import parse
from werkzeug.test import TestResponse

from companion.extras.api.document import ANN
from companion.kernel.sheet import ScoreSheet
from companion.kernel.shelf import shelf
from companion.storage.seats import PHONES_A_SEAT
from companion.storage.verdict import KEY
from companion.web.rate_limits import LIMITS
from tests.conftest import ROOT, Phone, Phones, house
from tests.test_hidden import _kept

API = "/api/1"


class Program:
    """A program: a client with a token, and without cookies."""

    def __init__(self, app: Flask, token: str = "") -> None:
        self.client = app.test_client(use_cookies=False)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **query: Any) -> TestResponse:
        """Look."""
        return self.client.get(f"{API}{path}", query_string=query or None, headers=self.headers)

    def post(self, path: str, **body: Any) -> TestResponse:
        """Send."""
        return self.client.post(f"{API}{path}", json=body, headers=self.headers)

    def say(self, code: str, verb: str, after: int, **more: Any) -> TestResponse:
        """Say a sentence after an entry."""
        return self.post(f"/tables/{code}/say", verb=verb, after=after, **more)


def token(phone: Phone, wanted: str) -> str:
    """Make a token on the page of a phone."""
    page = phone.post("/me/token", {"for": wanted})
    assert page.status_code == 200, page.text
    match = re.search(r'class="url">([0-9a-f]{48})<', page.text)
    assert match
    return match[1]


@pytest.fixture
def anna(phone: Phones) -> Phone:
    return phone()


@pytest.fixture
def code(anna: Phone) -> str:
    return anna.open(phone="all")


def test_a_program_plays_a_seat_and_a_sentence_sent_twice_counts_once(app, anna, code):
    red = Program(app, token(anna, f"{code} Red"))
    at = red.get(f"/tables/{code}").json
    assert at["to_act"] == ["Red"] and [one["seat"] for one in at["seats"] if one["mine"]] == ["Red"]
    first = red.say(code, "add", 0, answers={"step": "1"})
    assert first.json["verdict"] == "said" and first.json["n"] == 1 and first.json["entry"]["told"]
    again = red.say(code, "add", 0, answers={"step": "1"})
    assert again.json["repeated"] and again.json["n"] == 1
    other = red.say(code, "add", 0, answers={"step": "2"})
    assert other.status_code == 409 and other.json["detail"] == KEY and other.json["cause"] == "key"
    assert red.get(f"/tables/{code}").json["n"] == 1
    assert ">A program sat down at Red." in anna.get(f"/t/{code}/log").text


def test_a_sentence_for_a_moment_that_has_passed_is_not_kept(app, anna, code):
    host = Program(app, token(anna, "host"))
    anna.say(code, "add", by="Red", step="1")
    late = host.say(code, "add", 0, seat="Blue", answers={"step": "1"})
    assert late.status_code == 409 and late.json["cause"] == "late" and late.json["n"] == 1
    said = host.post(f"/tables/{code}/say", verb="add", after=1.0, seat="Blue", answers={"step": "1"})
    assert said.json["n"] == 2, "JSON knows one kind of numbers"


def test_a_refusal_says_the_rule_and_the_reason_as_on_the_page(app, anna, code):
    host = Program(app, token(anna, "host"))
    refused = host.say(code, "add", 0, seat="Blue", answers={"step": "1"})
    assert refused.status_code == 422 and refused.mimetype == "application/problem+json"
    assert refused.json["rule"] == "turn" and refused.json["why"] == refused.json["detail"]
    page = anna.say(code, "add", by="Blue", step="1")
    assert refused.json["why"] in page.text
    assert {"type", "title", "status", "detail"} <= refused.json.keys()


def test_what_can_be_said_is_asked_whole_or_question_by_question(app, anna, code):
    red = Program(app, token(anna, f"{code} Red"))
    verbs = red.get(f"/tables/{code}/actions").json["verbs"]
    assert "add" in [one["verb"] for one in verbs if not one["refused"]]
    asked = red.get(f"/tables/{code}/actions/add").json["question"]
    allowed = [one["name"] for one in asked["options"] if not one["refused"]]
    whole = red.get(f"/tables/{code}/actions", whole="").json
    assert [one["answers"]["step"] for one in whole["actions"] if one["verb"] == "add"] == allowed
    assert not whole["more"]
    page = red.get(f"/tables/{code}/actions/add", step="1").json["sentence"]
    assert page["told"] == red.say(code, "add", 0, answers={"step": "1"}).json["entry"]["told"]
    dry = red.say(code, "add", 1, seat="Red", answers={"step": "1"}, show=True)
    assert dry.status_code == 422 and red.get(f"/tables/{code}").json["n"] == 1


def test_undo_is_asked_for_and_agreed_to_between_a_program_and_a_person(app, anna, phone):
    code, ben = anna.open(phone="1"), phone()
    blue = next(c for c in app.extensions["companion"].store.session(code).chairs if c.seat == "Blue")
    ben.sit(blue.key)
    bot = Program(app, token(ben, f"{code} Blue"))
    anna.say(code, "add", by="Red", step="1")
    assert bot.say(code, "undo", 1, answers={"entry": "1"}).json["entry"]["verb"] == "ask-undo"
    assert bot.get(f"/tables/{code}").json["undo"]["asked"]["of"] == ["Red"]
    anna.say(code, "agree-undo", by="Red", entry="2", seen=2)
    assert bot.get(f"/tables/{code}").json["to_act"] == ["Red"]
    stands = [one["stands"] for one in bot.get(f"/tables/{code}/journal", **{"from": "1"}).json["entries"]]
    assert stands[0] is False


def test_rights_are_kept(app, anna, code):
    nobody, watcher = Program(app), Program(app, token(anna, "watch"))
    red = Program(app, token(anna, f"{code} Red"))
    said = {"seat": "Red", "answers": {"step": "1"}}
    assert nobody.say(code, "add", 0, **said).status_code == 401
    assert watcher.say(code, "add", 0, **said).status_code == 403
    assert red.say(code, "add", 0, seat="Blue").json["cause"] == "seat"
    assert red.post("/tables", game="tiny", seats={"Red": "", "Blue": ""}).status_code == 403
    assert red.get(f"/tables/{anna.open(phone='all')}").status_code == 403
    assert anna.post("/me/token", {"for": f"{code} Nobody"}).status_code == 409
    assert Program(app, "x" * 48).get(f"/tables/{code}").status_code == 401


def test_a_revoked_token_ends_at_once_and_its_program_stands_up(app, anna, code):
    red = Program(app, token(anna, f"{code} Red"))
    (kept,) = re.findall(r'name="id" value="(\d+)"', anna.get("/me").text)
    Phone(app).post("/me/token-revoke", {"id": kept})
    assert red.get(f"/tables/{code}").status_code == 200
    anna.post("/me/token-revoke", {"id": kept})
    assert red.get(f"/tables/{code}").status_code == 401
    assert "A program stood up from Red." in anna.get(f"/t/{code}/log").text


def test_a_seat_has_no_more_programs_than_it_has_room_for_phones(app, anna, code):
    for _ in range(PHONES_A_SEAT - 1):
        token(anna, f"{code} Red")
    refused = anna.post("/me/token", {"for": f"{code} Red"})
    assert refused.status_code == 409 and "sit at Red already" in refused.text


def test_no_cookie_counts_and_none_is_set(app, anna, code):
    answer = anna.get(f"{API}/tables/{code}")
    assert answer.status_code == 200 and not any(one["mine"] for one in answer.json["seats"])
    assert "Set-Cookie" not in answer.headers
    body = {"verb": "add", "seat": "Red", "answers": {"step": "1"}, "after": 0}
    assert anna.client.post(f"{API}/tables/{code}/say", json=body).status_code == 401


def test_other_sites_are_let_in_only_where_the_host_says_so(tiny, tmp_path):
    app = house(tmp_path, ORIGINS="https://bots.example")
    for origin, allowed in (("https://bots.example", True), ("https://evil.example", False)):
        headers = {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
        client = app.test_client()
        answer = client.get(f"{API}/games", headers=headers)
        assert (answer.headers.get("Access-Control-Allow-Origin") == origin) is allowed
        assert "Access-Control-Allow-Credentials" not in answer.headers
        sent_there = client.post(f"{API}/score/tiny", json={"players": []}, headers=headers)
        assert (sent_there.status_code == 403) is not allowed
        assert "Access-Control-Allow-Origin" not in client.get("/games", headers=headers).headers


def test_a_program_that_calls_too_often_waits(tiny, tmp_path, monkeypatch):
    monkeypatch.setitem(LIMITS, "program", [parse("3/minute")])
    program = Program(house(tmp_path, LIMITS="memory://"))
    answers = [program.get("/games") for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert answers[3].mimetype == "application/problem+json" and answers[3].headers["Retry-After"]


def test_every_error_is_problem_details(app, code):
    nobody = Program(app)
    tries = [
        nobody.get("/nowhere"),
        nobody.post("/games"),
        nobody.get("/tables/AAAAAA"),
        nobody.get("/games/none"),
        nobody.client.post(f"{API}/score/heaven-and-ale", data="{"),
        nobody.post("/score/heaven-and-ale", players=[{"name": "Ann", "odd": 1}]),
    ]
    assert [one.status_code for one in tries] == [404, 405, 404, 404, 400, 422]
    for one in tries:
        assert one.mimetype == "application/problem+json" and one.json["status"] == one.status_code


def test_a_table_is_opened_brought_and_its_seats_are_changed(app, anna):
    host = Program(app, token(anna, "host"))
    opened = host.post("/tables", game="tiny", seats={"Red": "Ann", "Blue": "Bot"}, sit=True)
    assert opened.status_code == 201 and all(one["mine"] for one in opened.json["seats"])
    code = opened.json["code"]
    assert not any(
        one["mine"]
        for one in host.post(f"/tables/{code}/seats", action="leave", seat="Blue").json["seats"]
        if one["seat"] == "Blue"
    )
    assert host.post(f"/tables/{code}/seats", action="take", seat="Blue").status_code == 200
    text = host.get(f"/tables/{code}/transcript").text
    brought = host.post("/tables", transcript=text)
    assert brought.status_code == 201 and brought.json["code"] != code
    assert host.post("/tables", transcript="nonsense").status_code == 422
    wrong = host.post("/tables", game="tiny", seats={"Red": "", "Green": ""})
    assert wrong.status_code == 422 and wrong.json["faults"]


def test_boards_are_scored_without_a_table(app):
    answer = Program(app).post(
        "/score/heaven-and-ale", players=[ANN, ANN | {"name": "Ben", "large_barrels": 2}]
    )
    sheet = shelf()["heaven-and-ale"][ScoreSheet]
    assert answer.json == json.loads(
        json.dumps(sheet.data(sheet.read({"players": [ANN, ANN | {"name": "Ben", "large_barrels": 2}]})))
    )
    assert answer.json["winners"] == ["Ben"]


def test_a_stream_says_where_the_table_stands(app, anna, code):
    red = Program(app, token(anna, f"{code} Red"))
    stream = red.get(f"/tables/{code}/events")
    assert stream.mimetype == "text/event-stream" and b"data: 0." in next(stream.response)
    stream.close()


PATHS = (
    "", "/actions", "/actions?whole=", "/actions/write?line=Bid", "/journal", "/seats", "/transcript",
    "/words",
    "/actions?seat=Gold", "/actions?seat=Gold&whole=", "/actions/write?seat=Gold&line=Bid",
    "/actions/ruling?thing=Gold%27s+Bid+in+round+1",
)  # fmt: skip


def test_nobody_can_tell_one_hidden_bid_from_another(app, phone):
    """Two tables that differ in a hidden bid alone answer alike to everybody but its seat."""
    seen: dict[str, dict[str, list[str]]] = {"Crimson": {}, "watch": {}, "": {}, "Gold": {}}
    for bid in ("67", "83"):
        anna = phone()
        key = _kept(anna)
        code = anna.open(
            key, players="3", phone="all", seat1="Gold", seat2="Crimson", seat3="Teal", name3="C"
        )
        ben = phone()
        chairs = app.extensions["companion"].store.session(code).chairs
        anna.post(f"/t/{code}/seats/leave", {"seat": "Crimson"})
        ben.sit(next(chair.key for chair in chairs if chair.seat == "Crimson"))
        tokens = {"Crimson": token(ben, f"{code} Crimson"), "watch": token(ben, "watch"), "": ""}
        tokens["Gold"] = token(anna, f"{code} Gold")
        anna.say(code, "write", by="Gold", line="Bid", points=bid)
        for who, kept in tokens.items():
            program = Program(app, kept)
            texts = [program.get(f"/tables/{code}{path}").text for path in PATHS]
            seen[who][bid] = [re.sub(r'"at": [\d.]+', "", text).replace(code, "") for text in texts]
    for who in ("Crimson", "watch", ""):
        assert seen[who]["67"] == seen[who]["83"], who
    assert seen["Gold"]["67"] != seen["Gold"]["83"]


def test_the_document_is_in_step_and_its_examples_run(app, anna, code):
    host = Program(app, token(anna, "host"))
    document = host.get("/openapi.json").json
    there = {
        (method.lower(), re.sub(r"<(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in rule.methods & {"GET", "POST"}
    }
    assert {(m, path) for path, calls in document["paths"].items() for m in calls} == there
    values = {"code": code, "key": "heaven-and-ale", "verb": "resign"}
    for path, calls in sorted(document["paths"].items()):
        for method, call in sorted(calls.items()):
            assert call["summary"].endswith((".", ").")), path
            address = re.sub(r"{(\w+)}", lambda result: values[result[1]], path)
            body = call.get("requestBody")
            if method == "get":
                answer = host.client.get(address, headers=host.headers)
                expected = next(iter(call["responses"]))
                assert (str(answer.status_code), answer.mimetype) == (
                    expected,
                    next(iter(call["responses"][expected]["content"])),
                ), path
                answer.close()
            else:
                assert body
                name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                for example in document["components"]["schemas"][name]["examples"]:
                    answer = host.client.post(address, json=example, headers=host.headers)
                    assert str(answer.status_code) == next(iter(call["responses"])), (path, answer.text)
                    values["code"] = answer.json.get("code", values["code"])


def test_the_examples_of_the_document_for_people_run(app, anna):
    host = Program(app, token_of_host(anna))
    code = opened(host, app, "war-in-heaven")
    blocks = re.findall(r"```\n(.*?)```", (ROOT / "docs/api.md").read_text("utf-8"), re.DOTALL)
    calls = re.findall(r"^(GET|POST) (\S+)(?:\n({.*}))?$", "\n".join(blocks), re.MULTILINE)
    assert len(calls) > 10
    for method, path, body in calls:
        more = {"json": json.loads(body)} if body else {}
        answer = host.client.open(path.replace("CODE", code), method=method, headers=host.headers, **more)
        assert answer.status_code == 200, (path, answer.text)
        answer.close()


ODD = [
    "",
    "\0",
    "x" * 400,
    "Red",
    "add",
    "1",
    -1,
    10**12,
    None,
    [],
    {},
    ["1", "1"],
    {"step": ["9", "9"]},
    True,
    1.5,
    "💥",
]


@pytest.mark.parametrize(
    "n", [pytest.param(2_000, marks=pytest.mark.slow), pytest.param(20_000, marks=pytest.mark.soak)]
)
def test_nonsense_is_refused_in_words_and_quickly(app, phone, n):
    """No fault of ours and nothing above a second, however odd a call is, at a table of every game."""
    chance, anna = random.Random(n), phone()
    host = Program(app, token_of_host(anna))
    keys = [*shelf(), "draughts", "canasta"]
    codes = {key: opened(host, app, key) for key in keys}
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    rules = [rule for rule in rules if rule.endpoint != "api.events"]  # it goes on for ever
    kinds = {key: [kind.verb for kind in app.extensions["companion"].games[key].kinds] for key in keys}
    for _ in range(n):
        rule, key = chance.choice(rules), chance.choice(keys)
        verb = chance.choice(kinds[key])
        values = {"code": codes[key], "key": key, "verb": verb}
        path = re.sub(r"<(\w+)>", lambda result: chance.choice([values[result[1]]] * 4 + ["odd"]), rule.rule)  # noqa: B023
        began = time.thread_time()
        if "POST" in rule.methods:
            body = {
                name: chance.choice(ODD)
                for name in ("seat", "verb", "answers", "after", "show", "action", "id", "game", "seats",
                             "players", "transcript", "options")
                if chance.random() < 0.4
            }  # fmt: skip
            if chance.random() < 0.5:
                body |= {"verb": verb, "after": chance.randrange(3)}
            answer = host.client.post(path, json=body, headers=host.headers)
        else:
            query = {
                name: str(chance.choice(ODD))
                for name in ("seat", "whole", "from", "line")
                if chance.random() < 0.4
            }
            answer = host.client.get(path, query_string=query, headers=host.headers)
        assert answer.status_code < 500, (path, answer.text)
        assert time.thread_time() - began < 1, path
        if answer.status_code >= 400:
            assert answer.mimetype == "application/problem+json" and json.loads(answer.text)["detail"]


def token_of_host(phone: Phone) -> str:
    phone.open(phone="all")
    return token(phone, "host")


def opened(host: Program, app: Flask, key: str) -> str:
    game = app.extensions["companion"].games[key]
    seats = dict.fromkeys(game.seats(game.players[0]), "")
    answer = host.post("/tables", game=key, seats=seats, sit=True)
    assert answer.status_code == 201, answer.text
    return str(answer.json["code"])
