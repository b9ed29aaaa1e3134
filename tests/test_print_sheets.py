"""Chips, codes, mats, tracks and pads, read back from the PDF."""

from dataclasses import replace
from itertools import pairwise
from math import hypot
from types import SimpleNamespace

import pytest
import zxingcpp
from reportlab.lib.units import mm

from companion.kernel.languages import language_of
from companion.kernel.shelf import shelf
from companion.words.speaking import said, speaking
from printables.draw import qr
from printables.draw.fonts import Unprintable
from printables.draw.ink import TONES, Ink, contrast, light
from printables.layout import chip_faces, chips, mats, pads, paper, tracks
from printables.layout.book import Section, bound
from printables.layout.chips import Chip
from printables.layout.paper import Order
from printables.sources import calibration
from printables.sources.chips import groups
from printables.sources.running import resume, tent
from printables.sources.source import Source
from tests.made_up import EACH_INK, RULES, cut_marks
from tests.paper import NEAR, RUNNING, collisions, pages

# -- chips ------------------------------------------------------------------------------------------------


RINGS = [
    Chip("Health", "red", "heart", "H", count=60),
    Chip("Armor", "grey", "shield", "A", count=8),
    Chip("Trap", "black", "trap", "D/T", count=6, other="sprung"),
]


def rings(punch, form=chips.ROUND):
    return [one for ring in RINGS for one in [chip_faces.piece(ring, punch, form)] * ring.count]


@pytest.mark.parametrize("punch, ink", [(25.0, "full"), (25.4, "saver"), (16.0, "bw")])
def test_chips_are_as_large_as_the_punch_and_all_there(punch, ink):
    order = Order(ink=ink)
    sheets = pages(bound(order, "Chips", [Section("Chips", rings(punch), "x")]))
    circles = [
        p for page in sheets[::2] for p in page.paths if p.curved and p.stroked and p.form and p.thick < 0.2
    ]
    cuts = [p.box for p in circles if abs(p.box[2] - p.box[0] - punch) < NEAR]
    assert len(cuts) == 74
    assert all(bottom - top == pytest.approx(punch, abs=NEAR) for _, top, _, bottom in cuts)
    for page in sheets:
        places = [f.middle for f in page.largest(punch + 2 * chip_faces.BLEED, punch + 2 * chip_faces.BLEED)]
        places = sorted(set(places))
        gaps = [hypot(x - a, y - b) for x, y in places for a, b in places if (x, y) != (a, b)]
        assert min(gaps) >= punch + 1.5, "paper for the punch to hold"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_name_of_a_chip_ends_before_its_ring(language):
    pen = SimpleNamespace(about="It")
    for game in shelf().values():
        with speaking(language_of(game, language)):
            for group in groups(Source.of(game)).values():
                for chip in group.chips:
                    r = (group.size or 25.0) / 2 * (chip_faces.CORE - 0.03)
                    if name := chip_faces.name_of(pen, chip.name, r):
                        half = name.lines[-1].wide * name.size / 2 / mm
                        base = chip_faces.foot(name, r) - 0.25 * name.size / mm
                        assert hypot(half, base) <= r, f"{game.key}: {said(chip.name)}"


def test_chips_lie_back_to_back_and_square_ones_have_marks():
    order = Order(shape="square")
    sheets = rings(25.0, chips.SQUARE)
    front, back = pages(bound(order, "Chips", [Section("Chips", sheets, "x")]))[:2]
    size = 25 + 2 * chip_faces.BLEED
    ones, others = ([f.middle for f in page.largest(size, size)] for page in (front, back))
    for (x, y), other in zip(dict.fromkeys(ones), dict.fromkeys(others), strict=True):
        assert other == pytest.approx((front.wide - x, y), abs=NEAR)
    assert cut_marks(front) and cut_marks(back)


def test_the_line_to_cut_along_is_seen_on_every_rim():
    ink = Ink("full")
    for name in TONES:
        rim = ink.paint(name).field
        line = (1.0, 1.0, 1.0) if light(rim) < chip_faces.DARK else ink.text
        assert contrast(line, rim) >= 3, name


# -- codes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dpi", [150, 300])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ink", EACH_INK)
def test_codes_on_the_tent_are_read_by_a_real_reader(dpi, paper, ink):
    order = Order(paper=paper, ink=ink)
    (page,) = pages(bound(order, "T", [Section("Tent", tent(order, RUNNING), "x")]))
    read = {code.text for code in zxingcpp.read_barcodes(page.picture(dpi))}
    assert read == {RUNNING.address, *(door.address for door in RUNNING.doors)}


@pytest.mark.slow
@pytest.mark.parametrize("dpi", [150, 300])
def test_the_code_on_the_sheet_to_resume_from_is_read(dpi):
    order = Order()
    (page,) = pages(bound(order, "T", [Section("Resume", resume(order, RUNNING), "x")]))
    assert [code.text for code in zxingcpp.read_barcodes(page.picture(dpi))] == [RUNNING.address]
    assert all(thing in page.text for thing, _ in RUNNING.state) and not collisions(page)


def test_a_table_with_much_to_say_is_printed_to_resume_from_on_as_many_pages_as_it_takes():
    order = Order(paper="letter")
    long = ", ".join(f"Fire-Tipped Spear {n}" for n in range(30))
    state = tuple((f"{seat} thing {n}", long) for seat in ("Ada", "Ben") for n in range(12))
    running = replace(RUNNING, state=(*state, ("Ada *{pot}*", "of {gold}")), seats=("Ada", "Ben"))
    sheets = pages(bound(order, "T", [Section("Resume", resume(order, running), "x")]))
    text = " ".join(page.text for page in sheets)
    assert text.count("Fire-Tipped Spear 29") == 24 and "·(pot)· of (gold)" in text
    for page in sheets:
        assert not collisions(page) and min(letter.size for letter in page.letters) >= 4.99
        assert max(letter.base for letter in page.letters if letter.size > 6.4) < page.high - 10
    few = pages(bound(order, "T", [Section("Resume", resume(order, RUNNING), "x")]))
    assert len(sheets) > len(few) == 1


def test_a_code_is_one_path_of_modules_no_smaller_than_0_6_mm_or_is_refused():
    order = Order()
    (page,) = pages(bound(order, "T", [Section("Resume", resume(order, RUNNING), "x")]))
    drawn = [p for p in page.paths if p.filled and len(p.points) > 400]
    assert len(drawn) == 1
    sides = {round(b[0] - a[0], 3) for a, b in pairwise(drawn[0].points) if b[0] > a[0] and b[1] == a[1]}
    assert min(sides) >= 0.6
    assert qr.address("http://10.0.0.7:8000", "kite7q") == "HTTP://10.0.0.7:8000/T/KITE7Q"
    assert len(qr.matrix("HTTPS://HOST.EXAMPLE/T/KITE7Q")) == 25, "short and in capitals: version 2"
    with pytest.raises(Unprintable, match="shorter address"):
        bound(order, "T", [Section("x", [paper.Page(lambda pen: _too_small(pen))], "x")])


def _too_small(pen) -> None:
    qr.draw(pen, RUNNING.address, 10, 10, 15.0)


# -- mats, tracks, pads, calibration ----------------------------------------------------------------------


def test_the_calibration_sheet_has_its_crosses_back_to_back():
    for duplex in ("long", "short"):
        order = Order(duplex=duplex, offset=(0.5, -0.25))
        front, back = pages(bound(order, "C", [Section("C", calibration.pages(order), "x")]))
        rings = [p.box for p in back.paths if p.curved]
        middles = [((a + c) / 2 - 0.5, (b + d) / 2 + 0.25) for a, b, c, d in rings]
        for x, y in middles:
            there = (front.wide - x, y) if duplex == "long" else (x, front.high - y)
            crossing = [line for line in front.lines if line[0] == line[2] and abs(line[0] - there[0]) < NEAR]
            assert any(min(line[1], line[3]) < there[1] < max(line[1], line[3]) for line in crossing)
        assert len(middles) == 9


def test_a_track_has_its_spaces_in_order_and_a_mat_its_zones():
    track = tracks.MarkerTrack(
        "Round", tuple(map(str, range(1, 13))), "1", (("8", "4 actions"),), "hourglass"
    )
    mat = mats.Mat(
        "A mat",
        (
            (91.0, (mats.Zone("Ally", "card", icon="wing"),)),
            (
                1.0,
                (
                    mats.Zone("Round", "track", track=track),
                    mats.Zone("Run", "slot", "Move on.", "boot", "1 AP"),
                ),
            ),
        ),
        "teal",
        "diamond",
    )
    order = Order()
    sheets = mats.pages(order, [mat]) + tracks.tracks([track])
    printed = pages(bound(order, "M", [Section("M", sheets, "x")]))
    for page in printed:
        assert not collisions(page) and "4 actions" in page.text
        places = {letter.letter: letter for letter in page.letters if letter.size > 9}
        assert places
    assert all(word in printed[1].text for word in ("A mat", "Ally", "Run", "1 AP", "Move on."))


def test_a_mat_whose_text_does_not_fit_is_refused_by_name():
    mat = mats.Mat("Crowded", ((1.0, tuple(mats.Zone(f"Zone {n}", text=RULES * 150) for n in range(3))),))
    with pytest.raises(Unprintable, match="Crowded"):
        bound(Order(), "M", [Section("M", mats.pages(Order(), [mat]), "x")])


def test_a_score_pad_is_blank_or_filled():
    rows = (
        pads.PadRow("Level", "lowest marker × value", "star", ("7", "12")),
        pads.PadRow("Total", strong=True),
    )
    pad = pads.Pad("Heaven", (("Anna", "gold"), ("Ben", "crimson")), rows)
    order = Order()
    (page,) = pages(bound(order, "P", [Section("P", [pads.piece(pad)], "x")]))
    assert all(word in page.text for word in ("Anna", "Ben", "7", "12", "Total")) and not collisions(page)
