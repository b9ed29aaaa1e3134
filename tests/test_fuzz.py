"""Every address and every kind of file is sent nonsense: no 5xx, no second, no fifty megabytes."""

import gc
import io
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.routing import BuildError, Rule
from werkzeug.test import TestResponse

from companion.boxes.form import starts
from companion.kernel import transcript
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.plays.bg_stats import json_of
from companion.plays.files import csv_of
from companion.plays.play import Participant, Play
from companion.toolkit import cardsets
from tests.conftest import Phone, Phones
from tests.test_untrusted import CSVS, JSONS, TOMLS

Tables = dict[str, tuple[Phone, str]]
"""A phone at a table of each game, and its code."""
SECONDS, MEGABYTES = 1.0, 50
WITH_SETS = [game for game in shelf().values() if game.get(SetForm)]
ODD = [
    "", " ", "0", "-1", "1e9", "9" * 5_000, "nan", "inf,inf", "١٢", "\0", "\ud7ff", "\u202e",
    "\u3164", "😀" * 30, "é́" * 40,
    "x" * 4_000, "<script>", "{{7*7}}", "%s%n", "../../etc/passwd", "'; drop table tables;--",
    "=1+1", "\r\nSet-Cookie: a=b",
    "a.b" * 1_000, "[" * 3_000, "(" * 2_000, "a" * 2_000 + "!", " " * 3_000 + "[", ", " * 1_500,
    " + " * 1_000, '"', '"\\ud800"',
    "null", "[3]", '{"gods":[3]}', '{"name":"x","gods":[[1]]}', "*", "all", "random", "Red",
    "Blue", "tiny", "high-heavens",
    "heaven-and-ale", "war-in-heaven", "1", "2", "3", "own", "typed", "toml", "csv", "add gods",
    "add lines", "drop lines.towns", "try", "keep", "table", "pad", "own-" + "a" * 24,
    "drop gods 0", "drop gods ٣", "tent",
    "cards", "board", "a4", "99,99", "gold", "csrf",
    '["Pounce", "cost"]', "house", "goal=100", "greedy", "careful:20", "20",
]  # fmt: skip
"""Values that are wrong, too much, or right in another place."""
NAMES = [
    "code",
    "text",
    "game",
    "name",
    "source",
    "do",
    "as",
    "with",
    "cards",
    "typed",
    "players",
    "phone",
    "name1",
    "seat1",
    "seat2",
    "option-first",
    "table",
    "seats",
    "pick1",
    "place1",
    "at1",
    "seen",
    "key",
    "seat",
    "id",
    "step",
    "total",
    "reason",
    "thing",
    "piece",
    "paper",
    "duplex",
    "ink",
    "seam",
    "punch",
    "shape",
    "outlet",
    "shop",
    "product",
    "offset",
    "like",
    "was",
    "box",
    "from",
    "version",
    "here",
    "lines.towns.points",
    "q",
    "kind",
    "by",
    "games",
    "beside",
    "without",
    "number",
    "low",
    "high",
    "at",
    "option-goal",
    "entry",
    "page",
    "asked",
    "gods-0-name",
    "gods-0-health",
    "gods-999-name",
    "gods-٣-name",
]
"""Fields of forms and addresses."""
FILES = ("file", "set")
PLAYED = [
    Play(f"p-{n}", "Go", 1e9 + n, (Participant("Anna", "Black", 0, n, 1.0), Participant("Ben")))
    for n in range(40)
]


def memory(what: str = "VmRSS") -> float:
    """What this process takes of memory, in megabytes; VmHWM is the most since ``forget``."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


def forget() -> float:
    """Begin to measure the most memory anew; what is taken now."""
    Path("/proc/self/clear_refs").write_text("5")
    return memory()


def answered(phone: Phone, method: str, address: str, **given: Any) -> TestResponse:
    """The answer, which is no fault of ours, takes no second of the processor, and little memory."""
    before, began = forget(), time.thread_time()
    response = phone.client.open(address, method=method, buffered=False, **given)
    if response.headers.get("X-Accel-Buffering") != "no":  # a stream ends when its phone goes
        response.get_data()
    response.close()
    took, grown = time.thread_time() - began, memory("VmHWM") - before
    shown = (
        f"{method} {address[:200]} {str(given)[:400]}: {response.status_code}, {took:.2f} s, {grown:.0f} MB"
    )
    assert response.status_code < 500, shown
    assert took < SECONDS, shown
    assert grown < MEGABYTES, shown
    return response


def opened(phone: Phone, key: str) -> str:
    """The code of a new table with all seats on this phone."""
    return phone.open(key, phone="all", **{"seat1": "random", "seat2": "random", "option-first": "random"})


@pytest.fixture(scope="module")
def tables(app: Flask) -> Iterator[Tables]:
    """A phone at a table of each game; whatever prints was asked for once, as typefaces stay in memory."""
    result = {}
    for key in app.extensions["companion"].games:
        result[key] = (phone := Phone(app), opened(phone, key))
        for page in ("", "/print", "/print.pdf", "/seats", "/log"):
            assert phone.get(f"/t/{result[key][1]}{page}").status_code == 200
        phone.get(f"/games/{key}/print.pdf")
        phone.get(f"/games/{key}/set")
    patch = pytest.MonkeyPatch()
    patch.setattr("companion.extras.lab.folder.run", Mock())  # no study is played
    gc.freeze()  # what other tests left in this process is not looked through at anybody's expense
    yield result
    gc.unfreeze()
    patch.undo()


def addresses(app: Flask, rule: Rule, chance: random.Random, code: str, key: str) -> Iterator[str]:
    """Addresses of a rule: one that is right as far as we can tell, then some that are odd."""
    adapter = app.url_map.bind("localhost")
    right: dict[str, Any] = {"code": code, "key": key, "n": 1, "piece": "calibration", "kind": "toml"}
    for odd in (False, True, True):
        values = {}
        for name in rule.arguments:
            whole = name in ("n", "number", "page")
            values[name] = right.get(name, chance.choice(ODD) or "x")
            if odd and chance.random() < 0.5:
                values[name] = chance.randrange(-5, 10**9) if whole else chance.choice(ODD) or "x"
        try:
            yield adapter.build(rule.endpoint, values)
        except (BuildError, ValueError):
            continue


def fields(chance: random.Random) -> dict[str, Any]:
    """A form, or the end of an address."""
    return {chance.choice(NAMES): chance.choice(ODD) for _ in range(chance.randrange(8))}


def spoiled(text: str, chance: random.Random) -> bytes:
    """A file with some of it cut out, doubled, swapped, or put in between."""
    raw = bytearray(text.encode())
    for _ in range(chance.randrange(1, 5)):
        at, many = chance.randrange(len(raw) + 1), chance.randrange(1, 200)
        how = chance.randrange(5)
        if how == 0:
            del raw[at : at + many]
        elif how == 1:
            raw[at:at] = raw[at : at + many] * chance.choice((1, 2, 100))
        elif how == 2:
            raw[at:at] = chance.choice(ODD).encode()
        elif how == 3:
            raw[at : at + 1] = bytes([chance.randrange(256)])
        else:
            other = chance.randrange(len(raw) + 1)
            raw[at : at + many] = raw[other : other + many]
    return bytes(raw[:200_000])


def files() -> dict[str, list[str]]:
    """Files by what they are: some that are right, to be spoiled, and all that are bombs."""
    sets = [
        written
        for game in WITH_SETS
        for house in [cardsets.tidy(game[SetForm], game[SetForm].house)]
        for written in (
            cardsets.to_toml(game[SetForm], house, game),
            cardsets.to_csv(game[SetForm], house, game.key),
        )
        if game.get(SetForm)
    ]
    game = shelf()["high-heavens"]
    table = Table.open(
        game,
        Opening({"Norse": "Ada", "Greek": "Ben"}, {}, game[SetForm].house if game.get(SetForm) else None),
    )
    sitting = transcript.write(table.say("Norse", "invoke", {"god": "Thor", "hex": "D1"}))
    bombs = [text for kind in (TOMLS, JSONS, CSVS) for text, _ in kind.values()]
    lines = "\n".join("! Norse move" + " " * 1_900 + "[" for _ in range(400))
    return {
        "sets": sets,
        "boxes": [*map(starts.source, starts.KEYS)],
        "sittings": [
            sitting,
            f"box: {json.dumps(starts.source('pad'))}\ngame: own\nseat Gold = A\nseat Crimson = B\n",
        ],
        "plays": [write(PLAYED) for write in (json_of, csv_of)],
        "bombs": [*bombs, f"{sitting}{lines}", f"{sitting}# {'x' * 90_000}"],
    }


def sent(phone: Phone, address: str, raw: bytes, name: str) -> None:
    """Send a file to an address, as whatever field it takes."""
    for field in FILES:
        form = {"players": "2", "phone": "all", field: (io.BytesIO(raw), name)}
        answered(phone, "POST", address, data=form, content_type="multipart/form-data")


def rules(app: Flask) -> list[Rule]:
    return [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 8), marks=pytest.mark.soak)])
def test_every_address_answers_much_nonsense_in_words(app: Flask, tables: Tables, seeds: range) -> None:
    began = forget()
    for seed in seeds:
        for rule in rules(app):
            chance = random.Random(f"{rule.rule} {seed}")
            key = chance.choice(sorted(tables))
            phone, code = tables[key]
            if phone.get(f"/t/{code}").status_code == 404:  # nonsense has put it away for good
                tables[key] = phone, code = phone, opened(phone, key)
            for address in addresses(app, rule, chance, code, key):
                for method in sorted((rule.methods or set()) - {"OPTIONS"}):
                    end = {"query_string": fields(chance)} if chance.random() < 0.7 else {}
                    form = {**fields(chance)} if method == "POST" else None
                    answered(phone, method, address, data=form, **end)
    assert memory() - began < MEGABYTES


def every_file(phone: Phone, rounds: int) -> None:
    began, kinds = forget(), files()
    for n, text in enumerate(kinds["bombs"]):
        for address in (
            "/import",
            "/own/bring",
            "/plays/bring",
            "/games/high-heavens/set/bring",
            "/games/heroball/new",
            "/games/heroball/print.pdf",
        ):
            sent(phone, address, text.encode(errors="surrogatepass"), f"{n}.toml")
        form = {
            "cards": text[:60_000],
            "with": "own",
            "players": "2",
            "phone": "all",
        }
        answered(phone, "POST", "/games/heroball/new/set", data=form)
        form = {"text": text[:65_000], "was": starts.source("pad"), "name": "x"}
        answered(phone, "POST", "/own/preview", data=form)
    for seed in range(rounds):
        chance = random.Random(seed)
        for n, game in enumerate(WITH_SETS):
            raw = spoiled(kinds["sets"][2 * n + seed % 2], chance)
            for place in ("set/bring", "new", "print.pdf", "lab"):
                sent(phone, f"/games/{game.key}/{place}", raw, "my.set")
            cards = json.dumps(game[SetForm].house if game.get(SetForm) else {})
            form = {"cards": spoiled(cards, chance).decode(errors="replace")}
            answered(phone, "POST", f"/games/{game.key}/new/set", data=form)
        sent(phone, "/import", spoiled(chance.choice(kinds["sittings"]), chance), "my.game")
        box = spoiled(chance.choice(kinds["boxes"]), chance)
        sent(phone, "/own/bring", box, "my.toml")
        typed = {"text": box[:65_000].decode(errors="replace"), "was": chance.choice(kinds["boxes"])}
        for place, do in (("preview", ""), ("new", "add lines"), ("new", "try")):
            form = {**typed, **fields(chance), "do": do}
            answered(phone, "POST", f"/own/{place}", data=form)
        sent(phone, "/plays/bring", spoiled(kinds["plays"][seed % 2], chance), "plays.csv")
    assert memory() - began < MEGABYTES


@pytest.mark.slow
def test_every_kind_of_file_is_read_or_refused_in_words(tables: Tables, phone: Phones) -> None:
    every_file(phone(), 6)


@pytest.mark.soak
def test_many_files_of_every_kind_are_read_or_refused(tables: Tables, phone: Phones) -> None:
    every_file(phone(), 30)
