"""The story of a sitting: who won, its course, what decided it, thought by seat; on screen and paper."""

import re
import time
from dataclasses import replace
from functools import cache
from itertools import cycle, islice, pairwise

import pypdfium2
import pytest
from flask import Flask

from companion.kernel.features import ComputerPlay, Figures
from companion.kernel.journal import Entry, Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.kernel.state import changed
from companion.kernel.transcript import read
from companion.storage import refusals
from companion.story.course import MOST, course, lead
from companion.story.curve import APART, curve
from companion.story.story import BREAK, story
from tests.conftest import Phone, Phones
from tests.sittings import sitting_text
from tests.test_app import words
from tests.tiny import GAME

HOLD = [
    ("heaven-and-ale", "four"),
    ("heroball", "four"),
    ("war-in-heaven", "most-allies"),
    ("high-heavens", "four-pantheon"),
]


@cache
def played(game: str, name: str) -> Table:
    """A played sitting."""
    return read(sitting_text(game, name), shelf())


@pytest.mark.parametrize("game, name", HOLD)
def test_from_the_moment_that_decided_it_on_the_winner_stays_ahead(game: str, name: str) -> None:
    table = played(game, name)
    story_course = course(table)
    assert (
        story_course
        and story_course.decided
        and story_course.decided.turned
        and not story_course.decided.late
    )
    at = table.game[Figures].points or (
        lambda state: {s: table.game[ComputerPlay].worth(state, s) for s in state.seats}
    )
    goes_on = [step for step in table.standing if story_course.points or not step.state.over]
    leads = {
        step.entry.n: lead(
            [at(step.state).get(side[0], 0) for side in story_course.sides], story_course.decided.side
        )
        for step in goes_on
    }
    before, after = (n for n in pairwise(leads) if n[1] == story_course.decided.n).__next__()
    assert leads[before] <= 0 < leads[after]
    views = {moment.n for moment in story_course.moments}
    assert all(leads[n] > 0 for n in views if n >= story_course.decided.n)
    winners = set(table.state.over.winners)
    assert set(story_course.sides[story_course.decided.side]) & winners


def test_points_are_those_of_the_score_and_end_as_it_did() -> None:
    table = played("heaven-and-ale", "four")
    story_course = course(table)
    assert story_course and story_course.points
    assert story_course.moments[-1].values == tuple(float(points) for _, points in table.state.over.scores)
    assert len(story_course.moments) <= MOST + 1


def test_lines_differ_without_colour_and_their_figures_keep_apart() -> None:
    story_course = course(played("heaven-and-ale", "four"))
    assert story_course
    chart = curve(story_course)
    assert len({line.dash for line in chart.lines}) == 4
    heights = sorted(line.end_y for line in chart.lines)
    assert all(below - above >= APART - 0.2 for above, below in pairwise(heights))
    assert heights[0] >= 0 and heights[-1] <= chart.high
    edges = [chart.left, *(zone.x + zone.wide for zone in chart.zones)]
    assert all(abs(zone.x - edge) < 0.21 for zone, edge in zip(chart.zones, edges, strict=False)), "no gap"


def test_two_sides_without_points_share_one_line() -> None:
    story_course = course(played("war-in-heaven", "most-allies"))
    assert story_course and story_course.mirrored
    chart = curve(story_course)
    assert len(chart.lines) == 1 and chart.mirrored == ("Angels", "Demons")


def test_who_leads_again_after_a_level_moment_has_not_taken_the_lead_from_anybody() -> None:
    table = Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}))
    for seat in ("Red", "Blue", "Red"):
        table = table.say(seat, "add", {"step": "1"})
    points = [{}, {"Blue": 1}, {"Red": 1, "Blue": 1}, {"Red": 1, "Blue": 2}]
    scored = table.game.having(Figures(points=lambda state: points[state.total]))
    story_course = course(changed(table, game=scored))
    assert story_course and story_course.points and story_course.changes == 0


def test_thought_is_the_time_to_ones_own_sentence_and_breaks_are_left_out() -> None:
    table = Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}))
    said = [("Red", 130.0), ("Blue", 190.0), ("Red", 190.0 + BREAK + 1), ("Blue", 190.0 + BREAK + 3)]
    table = table.replayed(Entry(n, seat, "add", {"step": "1"}, at) for n, (seat, at) in enumerate(said, 1))
    assert not table.stopped
    turns = story(table, 100.0)
    assert {part.seat: part.thought for part in turns.parts} == {"Red": 30.0, "Blue": 62.0}
    assert [part.turns for part in turns.parts] == [2, 2] and turns.played == 92.0
    assert turns.parts[0].did == (("Add", 2),)


@pytest.mark.parametrize(
    "game, name, turns, said",
    [
        ("heaven-and-ale", "two", 36, ["21 turns", "15 turns"]),
        ("havoc-in-heaven", "revive", 12, ["9 times on turn", "8 times on turn"]),
        ("war-in-heaven", "resignation", None, None),
    ],
)
def test_turns_are_those_that_the_game_counts(
    game: str, name: str, turns: int | None, said: list[str]
) -> None:
    table = played(game, name)
    numbers = table.game[Figures].numbers([table.start, *(step.state for step in table.standing)])
    report = story(table, 0.0, numbers)
    assert report.turns == (turns or sum(part.turns for part in report.parts))
    words = [report.came_up(part) for part in report.parts]
    assert words == said if said else all(re.fullmatch(r"\d+ turns?", str(one)) for one in words)


def test_a_game_that_stumbles_over_its_own_figures_has_a_story_without_a_curve() -> None:
    table = played("war-in-heaven", "most-allies")
    broken = changed(table, game=table.game.having(ComputerPlay(worth=lambda state, seat: 1 / 0)))
    assert course(broken) is None and story(broken, 0.0).turns


def test_the_page_tells_who_won_and_leads_from_each_moment_into_the_replay(phone: Phones) -> None:
    anna = phone()
    code = brought(anna, "heaven-and-ale", "four")
    answer = anna.get(f"/t/{code}/story")
    text, page = words(answer), answer.text
    assert "Cleo won" in text and "What decided it: Cleo" in text
    zones = re.findall(r'<a href="/t/\w+/at/(\d+)" tabindex="-1"><path class="zone"', page)
    rows = re.findall(r'<th scope="row"><a href="/t/\w+/at/(\d+)">', page)
    assert zones == rows and zones[0] == "0" and zones[-1] == "148", "the table says what the curve draws"
    assert "Cleo 26" in text and f"/t/{code}/result.png" in page and f"/t/{code}/sitting.game" in page
    big = anna.get(f"/t/{code}/screen/story").text
    assert f'href="/t/{code}/screen/at/148"' in big


def test_a_story_so_far_and_one_without_figures_are_told_as_well(
    phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = phone()
    monkeypatch.setitem(
        anna.app.extensions["companion"].games["tiny"]._features, ComputerPlay, ComputerPlay()
    )
    running, done = anna.open(phone="all"), anna.finished()
    text = words(anna.get(f"/t/{running}/story"))
    assert "Story so far" in text and "result.png" not in anna.get(f"/t/{running}/story").text
    text = words(anna.get(f"/t/{done}/story"))
    assert "Anna won" in text and "What decided it" not in text


def test_it_is_printed_on_one_sheet(phone: Phones) -> None:
    anna = phone()
    code = brought(anna, "heaven-and-ale", "four")
    answer = anna.get(f"/t/{code}/story.pdf")
    assert answer.mimetype == "application/pdf"
    (sheet,) = pypdfium2.PdfDocument(answer.data)
    text = sheet.get_textpage().get_text_range()
    for phrase in ("Cleo won", "Cleo 26", "Decided:", "31 turns"):
        assert phrase.replace("Cleo 26", "26") in text
    assert "Ducats left" in text, "none of the game's own figures is cut off where there is room"


def test_a_sitting_of_a_thousand_entries_is_told_in_time(
    app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 ms when first asked, 30 ms from then on; here in processor time, twice as much being allowed."""
    anna, store = phone(), app.extensions["companion"].store
    session = store.session(brought(anna, "heaven-and-ale", "four"))
    steps = [
        changed(step, entry=changed(step.entry, n=n))
        for n, step in enumerate(islice(cycle(session.table.log), 1_000), 1)
    ]
    table = changed(session.table, log=tuple(steps), standing=tuple(steps))
    long = replace(session, table=table)
    monkeypatch.setattr(store, "session", lambda *given: long)
    for bound in (0.6, 0.06):
        began = time.thread_time()
        assert anna.get(f"/t/{long.code}/story").status_code == 200
        assert time.thread_time() - began < bound


def brought(phone: Phone, game: str, name: str) -> str:
    """A played sitting as a table of this phone; its code."""
    text = sittings(shelf()[game])[f"{name}.game"]
    return phone.post("/import", {"text": text}).location.split("/")[2]


def test_what_the_rules_refused_is_told_with_how_often_and_where(
    app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, store = phone(), app.extensions["companion"].store
    code = anna.open(phone="all")
    before = anna.get(f"/t/{code}/story")
    for n, step in enumerate(("3", "3", "2", "1")):
        anna.say(code, "add", by=("Red", "Blue")[n % 2], step=step)
    for _ in range(3):
        anna.say(code, "add", by="Red", step="3")
    anna.say(code, "add", by="Blue", step="1")  # it is not its turn: that teaches nobody the game
    (met,) = store.refusals.of(store.session(code))
    assert (met.seat, met.rule, met.n, met.times) == ("Red", "goal", 4, 3)
    again = anna.get(f"/t/{code}/story", headers={"If-None-Match": before.headers["ETag"]})
    page_text = words(again)
    assert "Learned today" in page_text and "Anna, 3 times, last after entry 4" in page_text
    assert f"/t/{code}/at/4" in again.text and "/games/tiny/rules#goal" in again.text
    tag = again.headers["ETag"]
    assert anna.get(f"/t/{code}/story", headers={"If-None-Match": tag}).status_code == 304
    anna.say(code, "add", by="Red", step="2")
    assert anna.get(f"/t/{code}/story", headers={"If-None-Match": tag}).status_code == 200
    assert "4 times" in words(anna.get(f"/t/{code}/story"))
    (sheet,) = pypdfium2.PdfDocument(anna.get(f"/t/{code}/story.pdf").data)
    assert "Learned today" in (text := sheet.get_textpage().get_text_range()) and "Anna, 4 times" in text
    long = "Nobody may pass the goal, and this is far beyond it. " * 3
    for rule in ("step", "pebbles", "turns"):
        store.refusals.keep(store.session(code), "Blue", Refusal(f"{rule}: {long}", GAME.rules[rule]), 2.0)
    (sheet,) = pypdfium2.PdfDocument(anna.get(f"/t/{code}/story.pdf").data)
    assert "pebbles: Nobody may pass" in sheet.get_textpage().get_text_range()
    stranger = phone()
    assert "Learned today" in words(stranger.get(f"/t/{code}/story"))
    hiding = replace(store.session(code), veiled=True)
    with monkeypatch.context() as now:
        now.setattr(store, "session", lambda *given: hiding)
        assert "Learned today" not in words(stranger.get(f"/t/{code}/story")), "a sentence may tell a hand"
        assert "Learned today" in words(anna.get(f"/t/{code}/story"))
    stranger.say(code, "add", by="Red", step="3")
    assert store.refusals.of(store.session(code))[0].times == 4, "who does not sit there is not told by rules"
    anna.post(f"/t/{code}/forget")
    assert store.session(code) is None


def test_refusals_do_not_fill_the_house(app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    store = app.extensions["companion"].store
    session = store.session(phone().open())
    rules = session.table.game.rules
    seats = ("Red", "Blue", *(f"nobody {n}" for n in range(80)))
    for seat in seats:
        store.refusals.keep(session, seat, Refusal("No. " * 500, rules["goal"]), 1.0)
    met = store.refusals.of(session)
    assert len(met) == refusals.MOST and {len(one.why) for one in met} == {refusals.LONG}
    monkeypatch.setattr(refusals, "TIMES", 3)
    for _ in range(5):
        store.refusals.keep(session, "Red", Refusal("No.", rules["goal"]), 2.0)
    first = store.refusals.of(session)[0]
    assert (first.seat, first.times, first.why) == ("Red", 3, "No.")
