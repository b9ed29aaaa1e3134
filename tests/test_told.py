"""What another seat's deed did to the table is told on my phone, over every played sitting."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion.kernel import transcript
from companion.kernel.cardset import SetForm
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.web.questions import opened
from companion.web.rendering import render
from companion.web.view_model import TablePage
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone as Seen
from tests.conftest import Phones, one_in_a_minute

CSS = Path(__file__).parent.parent / "static" / "css"
GAMES = ["war-in-heaven", "heroball", "high-heavens", "heaven-and-ale", "havoc-in-heaven"]
PLAYED = [f"{key}/{name}" for key in GAMES for name in sittings(shelf()[key])]
TOLD = re.compile(r'id="told"[^>]*>(.*?)</div>', re.DOTALL)
HIDES = re.compile(r"([^{}]*\.told\b[^{}]*)\{[^}]*(?:display: none|visibility: hidden|line-clamp)")


def words(html: str) -> str:
    """Return the words of a piece of a page."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("played", one_in_a_minute(PLAYED))
def test_what_another_seat_did_is_told_on_my_phone_whatever_i_am_asked(app: Flask, played: str) -> None:
    key, name = played.split("/")
    table = transcript.read(sittings(shelf()[key])[name], shelf())
    seats = [*table.opening.seats]
    sitting = app.extensions["companion"].store.open(shelf()[key], table, "f" * 32, seats)
    for step in table.log:
        others = [seat for seat in (*step.state.to_act, *seats) if seat != step.entry.seat]
        if not others:
            return  # alone at the table
        then = sitting.as_of(step.entry.n)
        mine = replace(Seen.at(then, "f" * 32), mine=(others[0],), acting=others[0], obvious=others[0])
        t = TablePage(then, mine, Dock(then, mine), "key")
        with app.test_request_context():
            page = render("_table.html", t=replace(t, dock=opened(t.dock))).get_data(as_text=True)
        match = TOLD.search(page)
        told = words(match[1] + page[page.index('class="result"') :] if t.over else match[1]) if match else ""
        assert step.told or then.view.picture == then.view_before.picture, step.entry.n
        for line in step.told:
            assert words(line.text) in told, (step.entry.n, line.text)


HEROES = ["heroball", "havoc-in-heaven"]
OF_THINGS = ("nothing comes of it", "from it", "beside it", "it is the new")
"""Phrases in which it is no hero."""
FOUR_LINES = {
    "war-in-heaven": 0.95,
    "heroball": 0.9,
    "high-heavens": 0.9,
    "heaven-and-ale": 0.75,
    "havoc-in-heaven": 0.85,
}
"""The part of the entries of a sitting that are told in four lines at most."""


def entries(key: str) -> Iterator[list[str]]:
    """Yield what each entry of the played sittings of a game tells, in lines."""
    for text in sittings(shelf()[key]).values():
        log = transcript.read(text, shelf()).log
        yield from ([str(line.text) for line in step.told] for step in log if step.entry.verb != "ruling")


@pytest.mark.parametrize("key", HEROES)
def test_no_sentence_calls_a_hero_it(key: str) -> None:
    names = [row["name"] for row in shelf()[key][SetForm].house["heroes"]]
    for line in (line for told in entries(key) for line in told):
        rest = re.sub("|".join(OF_THINGS), "", line)
        assert not (any(name in rest for name in names) and re.search(r"\b(it|its|itself)\b", rest)), line


@pytest.mark.parametrize("key", GAMES)
def test_no_sentence_names_a_place_twice_and_few_entries_take_more_than_four(key: str) -> None:
    game, told = shelf()[key], [*entries(key)]
    start = transcript.read(next(iter(sittings(game).values())), shelf()).start
    spaces = {cell.space for cell in game.view(start).picture.cells if cell.space}
    place = re.compile(rf"\b({'|'.join(map(re.escape, sorted(spaces, key=len, reverse=True)))})\b(?!/)")
    for line in (line for lines in told for line in lines):
        named = place.findall(line)
        assert len(named) == len({*named}), line
    assert sum(len(lines) <= 4 for lines in told) >= FOUR_LINES[key] * len(told)


def test_no_stylesheet_hides_or_cuts_it() -> None:
    result = {css.name: HIDES.findall(css.read_text()) for css in (CSS / "table.css", CSS / "layout.css")}
    assert not any(result.values()), result


def test_a_seat_without_a_name_is_said_once_in_what_was_told(phone: Phones) -> None:
    ada = phone()
    seats = {f"seat{n}": seat for n, seat in enumerate(("Gold", "Crimson", "Teal", "Violet"), 1)}
    code = ada.open("hearts", phone="all", players="4", name1="", name2="", **seats)
    assert ada.say(code, "write", by="Violet", line="Taken", points="10").status_code == 303
    for page, end in (("", "</section>"), ("/at/1", "</section>"), ("/screen", "</div>")):
        told = ada.get(f"/t/{code}{page}").text.split('id="told"')[1].split(end)[0]
        assert words(f"<{told}").count("Violet") == 1, page
