"""Every page of every game as a browser without scripts gets it: valid HTML, judged by html-validate."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.boxes.form import starts
from companion.extras.lab import routes
from companion.extras.tournaments.tournament import FORMS
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from tests.conftest import ROOT, Phone, Phones
from tests.extras.lab.test_pages import played
from tests.sittings import fullest, sitting_text

JUDGE = ROOT / "node_modules" / ".bin" / "html-validate"
NO_PAGE = {
    "api.actions", "api.box_schema", "api.events", "api.game", "api.games", "api.in_words", "api.journal",
    "api.openapi", "away.service",
    "api.hear", "api.question", "api.seats", "api.sitting", "api.table",
    "cardset.template", "events.at", "events.events", "events.pages", "health.figures",
    "health.health", "links.watch", "lab.kept", "own.file",
    "pictures.cover", "pictures.picture", "play.foresight", "play.roll", "printing.document",
    "printing.table_document", "printing.table_thumb", "printing.thumb", "result.result",
    "scores.paper", "static", "story.paper",
    "plays.as_file", "tournaments.paper", "plays.month",
    "table.download", "table.other", "table.spaces", "links.everything",
}  # fmt: skip
"""Addresses that answer with something else than a page: files, figures, parts of a page, other addresses."""


class Crawl:
    """Follows every link of every page once for each table, verb and set of answered questions."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir()
        self.adapter = app.url_map.bind("localhost")
        self.seen: set[object] = set()
        self.pages: list[str] = []

    def kind(self, address: str) -> object:
        """What makes a page another kind of page; nothing where there is none behind the address."""
        parts = urlsplit(address)
        try:
            endpoint, values = self.adapter.match(parts.path)
        except HTTPException:
            return None
        if endpoint in NO_PAGE:
            return None
        values.pop("n", None)
        return endpoint, tuple(sorted(values.items())), frozenset(name for name, _ in parse_qsl(parts.query))

    def keep(self, address: str, text: str) -> None:
        """Write a page down, to be judged."""
        self.pages.append(address)
        (self.folder / f"{len(self.pages)}.html").write_text(text)

    @property
    def visited(self) -> set[str]:
        """The endpoints whose pages were looked at."""
        return {self.adapter.match(urlsplit(address).path)[0] for address in self.pages}

    def follow(self, phone: Phone, start: str) -> None:
        """Look at an address, and at all that can be reached from it."""
        todo = [start]
        while todo:
            kind = self.kind(address := todo.pop())
            if kind is None or kind in self.seen:
                continue
            self.seen.add(kind)
            answer = phone.get(address)
            assert answer.status_code in (200, 303), (address, answer.status_code)
            if answer.status_code == 303:
                todo.append(answer.location)
                continue
            self.keep(address, answer.text)
            todo += [unescape(href) for href in re.findall(r' href="(/[^"#]*)', answer.text)]

    def faults(self) -> list[str]:
        """What html-validate has against the pages, one line each."""
        if not JUDGE.is_file():
            pytest.fail("Pages are judged by html-validate: run 'make node_modules/.dev'.", pytrace=False)
        config = str(ROOT / "tests" / "html_validate.mjs")
        files = [f"{n}.html" for n in range(1, len(self.pages) + 1)]
        command = [str(JUDGE), "-c", config, "-f", "json=faults.json", *files]
        ended = subprocess.run(command, cwd=self.folder, timeout=300).returncode
        assert ended in (0, 1), "html-validate itself failed"
        result = []
        for page in json.loads((self.folder / "faults.json").read_text()):
            address = self.pages[int(Path(page["filePath"]).stem) - 1]
            result += [f"{address}: {fault['ruleId']}: {fault['message']}" for fault in page["messages"]]
        return result


def table(phone: Phone, text: str) -> str:
    """A table from a transcript, with all seats on this phone; its code."""
    answer = phone.post("/import", {"text": text})
    assert answer.status_code == 303, answer.text
    code = answer.location.split("/")[2]
    assert phone.post(f"/t/{code}/seats/take", {"seat": "*"}).status_code == 303
    return str(code)


def own_code(phone: Phone) -> str:
    """The code of the game that this phone made."""
    match = re.search(r"/own/([A-Z0-9]{8})", phone.get("/own").text)
    assert match
    return match[1]


def middle(sitting: str) -> str:
    """The first half of a transcript."""
    lines = sitting.splitlines()
    return "\n".join(lines[: len(lines) // 2])


@pytest.mark.slow
def test_every_page_of_every_game_is_valid(
    app: Flask, phone: Phones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl, anna, eve = Crawl(app, tmp_path / "pages"), phone(), phone()
    monkeypatch.setattr(routes, "GAMES", (2,))
    number = {"number": '["Pounce", "cost"]', "low": "2", "high": "3"}
    crawl.follow(anna, played(app, anna, at="/games/heroball/lab", games="2", by="random", **number))
    for game in [key for key, game in shelf().items() if sittings(game)]:
        whole = fullest(shelf()[game])
        for text in (whole, middle(whole)):
            crawl.follow(anna, f"/t/{table(anna, text)}")
        fresh = anna.open(
            game, **{"seat1": "random", "seat2": "random", "option-first": "random", "learn": "first"}
        )
        crawl.follow(anna, f"/t/{fresh}")
        session = app.extensions["companion"].store.session(fresh)
        for address in (f"/S/{session.chairs[1].key}", f"/t/{fresh}?watching", f"/t/{fresh}/seats?watching"):
            crawl.follow(eve, address)
        for address, form in (
            (f"/t/{fresh}/do/undo", {"seen": "99"}),
            (f"/games/{game}/new", {"learn": "?"}),
        ):
            refused = anna.post(address, form)
            assert refused.status_code in (409, 422), (address, refused.status_code)
            crawl.keep(f"{address}?refused", refused.text)
    crawl.follow(anna, f"/t/{fresh}/heard?line=nonsense")
    crawl.follow(anna, "/away")
    over = table(anna, sitting_text("war-in-heaven", "resignation"))
    crawl.follow(anna, anna.post(f"/t/{over}/what-if", {"n": "3"}).location)
    for address in re.findall(r'href="(/evening/[^"]+|/plays[?]who=[^"]+)"', anna.get("/plays").text)[:2]:
        crawl.follow(anna, unescape(address))
    answer = anna.post("/own/new", {"text": starts.source("board"), "was": "", "do": "try"})
    crawl.follow(anna, f"{answer.location}/game")
    crawl.follow(anna, f"/own/{own_code(anna)}")
    key = re.search(r"/O/\w{26}", anna.get(f"/own/{own_code(anna)}/share").text)
    crawl.follow(eve, key[0] if key else "")
    spoilt = anna.post("/own/new", {"text": "x = 1", "was": "", "do": "try"})
    crawl.keep("/own/new?refused", spoilt.text)
    for form in FORMS:
        answer = anna.post("/tournaments", {"names": "Ada\nBen\nCleo", "form": form, "rounds": "2"})
        anna.post(f"{answer.location}/result", {"round": "1", "board": "1", "result": "one"})
        crawl.follow(anna, answer.location)
    crawl.follow(eve, re.search(r"/R/\w{26}", anna.get(answer.location).text)[0])
    crawl.keep("/tournaments?refused", anna.post("/tournaments", {"names": "Ada"}).text)
    crawl.keep("/me?token", anna.post("/me/token", {"for": "host"}).text)
    anna.post("/me/link")
    crawl.follow(eve, re.search(r"/P/[A-Z2-7]{26}", anna.get("/me").text)[0])
    crawl.keep("/?nowhere", anna.get("/nowhere").text)
    assert {
        rule.endpoint for rule in app.url_map.iter_rules() if "GET" in rule.methods
    } - NO_PAGE == crawl.visited
    assert len(crawl.pages) > 300
    assert crawl.faults() == []


@pytest.mark.slow
def test_a_page_that_is_not_valid_is_found(app: Flask, phone: Phones, tmp_path: Path) -> None:
    crawl = Crawl(app, tmp_path / "pages")
    for spoilt in (
        '<p id="a b">',
        "<b id=x></b><b id=x></b>",
        "<ul><p>one</p></ul>",
        "<img>",
    ):
        crawl.keep("/", phone().get("/").text.replace("</main>", f"{spoilt}</main>"))
    assert {fault.split()[1] for fault in crawl.faults()} >= {
        "valid-id:",
        "element-permitted-content:",
    }
