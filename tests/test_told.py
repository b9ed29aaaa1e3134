"""What another seat's deed did to the table is told on my phone, over every played sitting."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion.kernel import transcript
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.web.questions import opened
from companion.web.rendering import render
from companion.web.view_model import TablePage
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone as Seen
from tests.conftest import one_in_a_minute

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


def test_no_stylesheet_hides_or_cuts_it() -> None:
    found = {css.name: HIDES.findall(css.read_text()) for css in (CSS / "table.css", CSS / "layout.css")}
    assert not any(found.values()), found
