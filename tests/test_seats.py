"""Up to eight seats, each told by its mark, its shape and its colour; and tables without a board."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import atan2, degrees, hypot
from operator import sub
from pathlib import Path

import pytest
import zxingcpp
from flask import Flask

from companion.kernel import view
from companion.svg.seats import MARKS, PIECES
from printables.draw import icons, ink
from printables.draw.svg_path import segments
from printables.sources.catalogue import catalogue
from tests.colours import EYES, contrast, difference, seen
from tests.conftest import ROOT, Phone, house, on_the_shelf
from tests.eight import BOARDLESS, SEATS
from tests.paper import pages

LIGHTS = ("day", "night")
CSS = (ROOT / "static" / "css" / "base.css").read_text()


def colours(seat: int, light: str) -> dict[str, str]:
    """What the stylesheet says of a seat by day or by night, with the colours of the page."""
    result: dict[str, str] = {}
    for block in (":root", rf"\.seat-{seat}"):
        rules = re.findall(block + r" \{(.*?)\}", CSS, re.DOTALL)
        for rule in rules[: 1 if light == "day" else 2]:
            result |= re.findall(r"--([\w-]+): ([^;]+);", rule)
    return {
        name: result[value[6:-1]] if value.startswith("var(") else value for name, value in result.items()
    }


def outline(number: int) -> list[float]:
    """How far a piece of a seat reaches in each of 360 directions."""
    piece = PIECES[number]
    if 'class="q" r="1"' in piece:
        return [1.0] * 360
    path = segments(re.findall(r'class="q" d="([^"]+)"', piece)[0])
    curves = [numbers for _, numbers in path if numbers]
    far, at = [0.0] * 360, curves[0]
    for curve in (*curves[1:], curves[0]):
        points = [at, *zip(curve[::2], curve[1::2], strict=True)]
        for step in range(201):
            x, y = bezier(points, step / 200)
            direction = round(degrees(atan2(y, x))) % 360
            far[direction] = max(far[direction], hypot(x, y))
        at = points[-1]
    return far


def bezier(points: list[tuple[float, ...]], part: float) -> tuple[float, ...]:
    """A point of a curve, or of a line."""
    while len(points) > 1:
        points = [tuple(a + (b - a) * part for a, b in zip(*two, strict=True)) for two in pairwise(points)]
    return points[0]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A house with the games for eight."""
    folder: Path = tmp_path_factory.mktemp("eight")
    with on_the_shelf(folder, eight="tests.eight:EIGHT", boardless="tests.eight:BOARDLESS"):
        yield house(folder)


def opened(phone: Phone, game: str) -> str:
    """A table of eight, all seats on one phone; its code."""
    seats = {f"seat{number}": seat for number, seat in enumerate(SEATS, 1)}
    return phone.open(game, players="8", phone="all", **seats)


def test_a_seat_has_a_mark_a_shape_and_a_colour_on_the_phone_and_on_paper() -> None:
    assert len(set(MARKS)) == len(set(PIECES)) == len(set(ink.SEATS)) == view.SEATS == 8
    assert len({colours(seat, "day")["fill"] for seat in range(8)}) == 8
    assert set(MARKS) <= set(icons.ICONS) and set(ink.SEATS) <= set(ink.TONES)


def test_pieces_are_told_apart_by_their_outlines_also_upside_down() -> None:
    outlines = [outline(number) for number in range(8)]
    assert all(0.5 < far < 1.45 for one in outlines for far in one)
    least = {
        (a, b): min(
            max(map(abs, map(sub, outlines[a], turned)))
            for turned in (outlines[b], _upside_down(outlines[b]))
        )
        for a, b in combinations(range(8), 2)
    }
    print(f"the least difference of two outlines is {min(least.values()):.2f} of a radius")
    assert least.pop((0, 1)) > 0.09, "a disc and spikes, of which there are sixteen"
    assert min(least.values()) > 0.14


def _upside_down(far: list[float]) -> list[float]:
    return far[180:] + far[:180]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("seat", range(8))
def test_what_is_written_in_a_seat_s_colour_can_be_read(seat: int, light: str) -> None:
    of = colours(seat, light)
    assert contrast(of["on"], of["fill"]) >= 6
    for text, ground in (
        ("say", "page"),
        ("say", "raise"),
        ("say", "wash"),
        ("ink", "wash"),
        ("soft", "wash"),
    ):
        assert contrast(of[text], of[ground]) >= 7, (text, ground)
    edged = max(contrast(of["fill"], of["page"]), contrast(of["rim"], of["page"]))
    assert edged >= 3, "what is bright as the page has a rim that stands out"


@pytest.mark.parametrize("eyes", EYES)
def test_colours_of_seats_are_told_apart(eyes: str) -> None:
    fills = [colours(seat, "day")["fill"] for seat in range(8)]
    assert fills == [colours(seat, "night")["fill"] for seat in range(8)]
    result = [difference(seen(a, eyes), seen(b, eyes)) for a, b in combinations(fills, 2)]
    print(f"{eyes}: the least difference of two seats is {min(result):.1f}")
    assert min(result) >= 10


@pytest.mark.parametrize("eyes", EYES)
def test_colours_of_seats_are_told_apart_on_paper(eyes: str) -> None:
    codes = ["#" + "".join(f"{round(part * 255):02x}" for part in ink.TONES[name].rgb) for name in ink.SEATS]
    result = [difference(seen(a, eyes), seen(b, eyes)) for a, b in combinations(codes, 2)]
    print(f"{eyes}: the least difference of two seats is {min(result):.1f}")
    assert min(result) >= 10


def test_differences_are_reckoned_as_published() -> None:
    """Pairs of Sharma, Wu and Dalal, “The CIEDE2000 Color-Difference Formula”, 2005, table 1."""
    for one, two, told in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ):
        assert difference(one, two) == pytest.approx(told, abs=1e-4)


def test_a_table_of_eight_shows_eight_marks_and_shapes(app: Flask) -> None:
    phone = Phone(app)
    code = opened(phone, "eight")
    page = phone.get(f"/t/{code}").text
    for number, (seat, mark) in enumerate(zip(SEATS, MARKS, strict=True)):
        assert re.search(
            rf'seat-{number}">\s*<h2><svg class="i mark"[^>]*><use href="[^"]*#{mark}"/></svg>{seat} ', page
        )
        assert f'class="piece seat-{number}"' in page and page.count(f'id="q{number}"') == 1
    for address in (f"/t/{code}/screen", f"/t/{code}/seats", "/games/eight"):
        page = phone.get(address).text
        assert all(f"seat-{number}" in page and f"#{mark}" in page for number, mark in enumerate(MARKS)), (
            address
        )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_tent_of_a_table_of_eight_has_a_code_for_every_seat(app: Flask, paper: str) -> None:
    phone = Phone(app)
    code = opened(phone, "eight")
    (tent,) = pages(phone.get(f"/t/{code}/print.pdf?piece=tent&paper={paper}").data)
    assert all(seat in tent.text for seat in SEATS)
    read = {result.text for result in zxingcpp.read_barcodes(tent.picture(200))}
    assert len({address for address in read if "/S/" in address.upper()}) == 8


def test_a_table_of_two_is_sent_two_shapes(app: Flask) -> None:
    phone = Phone(app)
    page = phone.get(f"/t/{phone.open('eight', seat1='Alpha', seat2='Beta', phone='all')}").text
    assert re.findall(r'<g id="(q\d)"', page) == ["q0", "q1"]


def test_a_game_without_a_board_is_played_on_its_cards(app: Flask) -> None:
    phone = Phone(app)
    code = opened(phone, "boardless")
    page = phone.get(f"/t/{code}").text
    assert 'class="board"' not in page and 'aria-label="The board"' not in page
    used = set(re.findall(r'<use href="#(\w+)"', page))
    assert used and all(page.count(f'id="{name}"') == 1 for name in used), "cards find their shapes"
    phone.say(code, "pass", by="Alpha")
    assert "Alpha pass." in phone.get(f"/t/{code}").text
    for address in ("look?thing=Alpha", "screen", "log", "seats", "why?thing=Alpha", "print"):
        assert phone.get(f"/t/{code}/{address}").status_code == 200, address
    assert set(catalogue(BOARDLESS)) == {"cards", "reference", "calibration"}
