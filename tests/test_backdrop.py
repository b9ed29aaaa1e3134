"""What lies under a board on the phone: that of paper, sent once, and readable by day and by night."""

import re

import pytest

from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.svg.corners import Inset, along, in_corners
from companion.svg.renderer import Embedding, Overlay, board
from companion.svg.silhouettes import address
from companion.svg.spec import Pictures
from companion.svg.tones import PALE, TONES
from companion.svg.turned import turned
from companion.web.silhouettes import silhouettes
from tests.colours import contrast
from tests.test_seats import LIGHTS, colours

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def on_phone(key, players=2, turn=False, **asked):
    """The board everybody sees as a phone is sent it."""
    game = shelf()[key]
    seats = dict.fromkeys(game.seats(players), "")
    picture = game.view(game.setup(Opening(seats, game.settled({})))).picture
    marks = {seat: n for n, seat in enumerate(seats)}
    page = Embedding(pictures=silhouettes(game))
    return str(board(turned(picture) if turn else picture, marks, Overlay(**asked), page))


def stops(drawn):
    return re.findall(r'stop-color="(#\w{6})"', drawn)


@pytest.mark.parametrize("key", sorted(shelf()))
def test_every_board_lies_on_what_it_lies_on_on_paper_and_a_tap_never_brings_it_again(key):
    boards, drawn = shelf()[key][Pictures].boards, on_phone(key)
    tones = [[TONES[tone][0] for tone in spec.tones] for spec in boards.values()]
    assert stops(drawn) in tones and drawn.count('class="backdrop"') == 1
    asked = on_phone(key, glow=dict.fromkeys(("A1", "B2", "C3"), "/answer"), why="/why?thing=")
    came = [token for token in asked.split("<") if token not in drawn.split("<")]
    assert came and not any("backdrop" in token or "stop-color" in token for token in came)


@pytest.mark.parametrize("key", sorted(shelf()))
def test_the_frame_of_a_board_ends_with_its_box(key):
    """A board hangs over its box, so that a piece at its edge is whole; its frame does not."""
    drawn = on_phone(key)
    x, y, width, height = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', drawn).groups()
    assert f'-sky)" fill-opacity=".28" d="M{x} {y}l{width} 0l0 {height}l-{width} 0z"/>' in drawn


def test_pictures_stand_in_free_corners_and_never_under_what_a_seat_counts():
    spec = shelf()["war-in-heaven"][Pictures].boards["board"]
    far = re.findall(r'class="far" color="(#\w+)" href="([^"]+)"', on_phone("war-in-heaven"))
    assert [href for _, href in far] == [address(name) for name in spec.corners]
    assert [colour for colour, _ in far] == [TONES[spec.tones[n]][0] for n in (0, 0, -1, -1)]
    assert 'class="far"' not in on_phone("heroball", 4) and 'class="far"' in on_phone("heroball", 2)


def test_a_board_turned_round_has_its_sky_and_corners_turned():
    here, there = (on_phone("war-in-heaven", turn=turn) for turn in (False, True))
    assert stops(here) == stops(there)[::-1]
    far = [re.findall(r'class="far" color="#\w+" href="([^"]+)"', drawn) for drawn in (here, there)]
    assert far[0] == far[1][::-1] and len(far[0]) == 4


def test_a_corner_picture_is_as_large_as_its_corner_leaves_it():
    inset, middle = Inset(2, 2, 2), [(40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0)]
    (one,) = in_corners(["sun", ""], (100, 100), inset, along(middle))
    assert one.at_head and one.x == one.y == 2 + one.size / 2
    far = 2**0.5 * (40 - one.x)
    assert one.size / 2 + 2.5 < far < (one.size + 2) / 2 + 2.5 + 2**0.5 + 1e-6
    assert not list(in_corners(["sun"] * 4, (100, 100), inset, along(SQUARE)))


@pytest.mark.parametrize("light", LIGHTS)
def test_what_stands_on_a_sky_can_be_read(light):
    for game in shelf().values():
        for spec in game[Pictures].boards.values():
            for tone in spec.tones:
                for seat in range(8):
                    of = colours(seat, light)
                    sky = laid(TONES[tone][0], of["page"], 1 - PALE)
                    for text in ("ink", "soft", "say"):
                        assert contrast(of[text], sky) >= 4.5, (game.key, tone, text, seat)


def laid(colour, on, part):
    """So much of a colour over another."""
    pairs = zip(*(bytes.fromhex(code[1:]) for code in (colour, on)), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)
