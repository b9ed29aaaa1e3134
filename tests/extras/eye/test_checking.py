"""*Check the table*: a photograph on the phone and on the command line, and what is sent instead of one."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.extras.eye import compare, look
from companion.extras.eye.compare import nearest, offers, stands
from companion.kernel import transcript
from companion.kernel.action import play
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.extras.eye.camera import Conditions, photograph
from tests.extras.eye.scenes import begun, laid, seen_in
from tests.extras.eye.test_photographs import kit, marked
from tests.speed import share_of_usual

WAR = "war-in-heaven"
PLAIN = Conditions(pixels=(1920, 1440), tilt=20, around=70)


@pytest.fixture(autouse=True)
def waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: what reads a photograph lets all others go first, and so does a search."""
    monkeypatch.setattr(look, "LIMITS", replace(look.LIMITS, patience=300))
    monkeypatch.setattr(compare, "SECONDS", 300)


def photo_of(key: str, state) -> bytes:
    """A plain photograph of a moment."""
    rng = Random(1)
    there = stands(marked(key), shelf()[key], state, "board")[0]
    return photograph(kit(key).scene(laid(kit(key), there, rng)), PLAIN, rng)


@pytest.fixture(scope="module")
def first() -> bytes:
    return photo_of(WAR, begun(shelf()[WAR]).start)


def seated(phone, laid=True):
    """A phone that holds both seats of a table of War."""
    anna = phone()
    seats = {"seat1": "Angels", "seat2": "Demons"}
    options = {f"option-{o.key}": "Angels" if o.chance else o.default for o in shelf()[WAR].options}
    return anna, anna.open(WAR, laid, players="2", phone="all", **seats, **options)


def sent(anna, code: str, photo: bytes, name: str = "table.jpg"):
    return anna.post(f"/t/{code}/photograph", {"photo": (BytesIO(photo), name)})


@pytest.mark.slow
def test_a_photograph_that_agrees_says_so_and_one_of_another_moment_offers_what_was_done(phone, first):
    anna, code = seated(phone, laid=False)
    assert "Check the table" in anna.get(f"/t/{code}").text
    page = anna.get(f"/t/{code}/photograph").text
    assert 'type="file"' in page and "sigils=yes" in page
    html = sent(anna, code, first).text
    assert "All 10 pieces are seen, and stand where the phone has them." in html
    assert html.count("<polygon") == 10 and "data:image/jpeg;base64," in html and "all of it lies" in html
    game = shelf()[WAR]
    table = begun(game)
    begins = (next(moves(game, table.start, Random(seed))) for seed in range(99))
    action, after = next((a, s) for a, s in begins if a.verb == "move")
    html = sent(anna, code, photo_of(WAR, after)).text
    assert "9 of 10 pieces are seen where the phone has them." in html and "Was it this?" in html
    assert f"/t/{code}/do/move?token={action.token.replace(' ', '+')}&amp;space={action.space}" in html
    assert f"{action.token} stands on {table.start.at[action.token]} by the phone; here it is on" in html
    assert f"/do/ruling?thing={action.token.replace(' ', '+')}&amp;to={action.space}" in html


@pytest.mark.slow
def test_a_photograph_that_agrees_closes_what_was_to_be_done_for_somebody_far_away(phone, first):
    anna, code = seated(phone)
    store = anna.app.extensions["companion"].store
    anna.post(f"/t/{code}/seats/room", {"seat": "Angels", "remote": "yes"})
    anna.say(code, "move", by="Angels", token="Michael", space="A2")
    assert len(store.session(code).tasks) == 1
    sent(anna, code, first)
    assert len(store.session(code).tasks) == 1, "it shows the table before that"
    state = begun(shelf()[WAR]).say("Angels", "move", {"token": "Michael", "space": "A2"}).state
    assert "stand where the phone has them" in sent(anna, code, photo_of(WAR, state)).text
    assert store.session(code).tasks == ()


@pytest.mark.slow
def test_what_is_no_photograph_is_answered_in_words(phone):
    anna, code = seated(phone)
    flat = BytesIO()
    Image.new("L", (1600, 1200), 128).save(flat, "JPEG")
    dark, tiny, bomb = BytesIO(), BytesIO(), BytesIO()
    Image.new("L", (1600, 1200), 9).save(dark, "PNG")
    Image.new("L", (90, 90)).save(tiny, "PNG")
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    for photo, words in (
        (b"", "Take or choose a photograph first."),
        (b"no picture at all", "This is no picture that can be read"),
        (b"GIF89a" + bytes(4000), "This is no picture that can be read"),
        (flat.getvalue()[:2000], "The picture is damaged or cut off"),
        (flat.getvalue(), "None of the 8 marks in the board’s border is seen."),
        (dark.getvalue(), "It is too dark: more light."),
        (tiny.getvalue(), "too few to read a sigil"),
        (bomb.getvalue(), "81 megapixels; up to 24 are looked at"),
    ):
        answer = sent(anna, code, photo)
        assert answer.status_code == 422 and words.replace("’", "'") in answer.text.replace(
            "&#39;", "'"
        ).replace("’", "'"), words


def test_without_the_library_the_page_says_how_to_get_it(phone, monkeypatch):
    monkeypatch.setattr(look, "find_spec", lambda name: None)
    anna, code = seated(phone)
    page = anna.get(f"/t/{code}/photograph").text
    assert "pip install" in page and "companion-table[eye]" in page


@pytest.mark.slow
def test_the_command_says_what_stands_where_and_what_differs_from_a_sitting(tmp_path: Path, first, cli):
    photo, sitting = tmp_path / "table.jpg", tmp_path / "war.game"
    photo.write_bytes(first)
    sitting.write_text(transcript.write(begun(shelf()[WAR]), {}))
    output = json.loads(cli("eye", WAR, photo, "--sitting", sitting, "--json"))
    assert {"thing": "Michael", "space": "B2", "up": True} in output["seen"] and len(output["seen"]) == 10
    assert (
        output["references"] == [*range(8)]
        and output["differences"] == output["missing"] == output["doubtful"] == []
    )
    photo.write_bytes(b"nothing")
    assert "This is no picture that can be read" in cli("eye", WAR, photo, code=1)


@pytest.mark.slow
def test_two_moves_of_a_turn_are_offered_together(first):
    game = shelf()[WAR]
    table, rng = begun(game), Random(8)
    (_, after) = list(islice(moves(game, table.start, rng), 2))[1]
    seen = seen_in(photo_of(WAR, after), marked(WAR))
    start = stands(marked(WAR), game, table.start, "board")
    assert len(nearest(marked(WAR), seen, start).differ) == 2
    offered = offers(marked(WAR), game, table.start, seen, "board")
    for one in offered:
        state = table.start
        for action in one.actions:
            state = play(state, action)
        assert state.at == after.at
    assert offered and all(len(one.actions) == 2 for one in offered)


MEASURED = """
import resource, sys
from companion.work.process import run
from companion.extras.eye.look import LIMITS
photo = sys.stdin.buffer.read()
said = run("companion.extras.eye.worker", photo, LIMITS)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_maxrss, used.ru_utime + used.ru_stime, said.decode("latin-1")[:400])
"""


@pytest.mark.slow
def test_twelve_megapixels_take_less_than_400_mb_and_one_and_a_half_seconds():
    game, rng = shelf()[WAR], Random(5)
    there = stands(marked(WAR), game, begun(game).start, "board")[0]
    photo = photograph(kit(WAR).scene(laid(kit(WAR), there, rng)), Conditions(tilt=15), rng)
    borders = {"board": {str(n): at for n, at in marked(WAR).borders["board"].items()}}
    done = subprocess.run(
        [sys.executable, "-c", MEASURED],
        input=json.dumps(borders).encode() + b"\n" + photo,
        capture_output=True,
        check=True,
    )
    kilobytes, seconds, text = done.stdout.decode().split(" ", 2)
    assert '"references": [0, 1, 2, 3, 4, 5, 6, 7]' in text and int(kilobytes) < 400 * 1024
    assert float(seconds) < 1.5 / share_of_usual()


def test_the_log_marks_what_a_photograph_showed(phone):
    anna, code = seated(phone)
    for token, space, showed in (("Militia 2", "B4", ""), ("Militia 1", "A4", "&photographed=1")):
        page = anna.get(f"/t/{code}/do/move?token={token.replace(' ', '+')}&space={space}{showed}").text
        (key,) = set(re.findall(r'name="key" value="([^"]+)"', page))
        assert key.startswith("eye-") == bool(showed)
        anna.post(
            f"/t/{code}/do/move", {"by": "Angels", "token": token, "space": space, "key": key, "seen": "9"}
        )
    marked, plain = re.findall(
        r'<li class="entry.*?</li>|<li class="entry.*?</div>', anna.get(f"/t/{code}/log").text, re.S
    )
    assert "Militia 1" in marked and '<span class="tag">photograph</span>' in marked
    assert "Militia 2" in plain and "photograph" not in plain
