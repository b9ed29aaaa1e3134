"""The pages of one's own games: made without a script, tried out, shared, copied, taken at a table."""

import html
import io
import re
import time
from typing import Any

import pytest

from companion.boxes import form, shelf
from companion.boxes.form import starts
from companion.boxes.own import key_of
from companion.web import url_codec
from tests.conftest import Phone

PAD = starts.source("pad")


def fields(page: str) -> dict[str, str]:
    """What a browser would send of the form of a page, as it stands."""
    inside = page[page.index('<form class="making"') :]
    result = dict(re.findall(r'<input[^>]* name="([^"]+)" (?:id="\w+" )?value="([^"]*)"', inside))
    for name, choices in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', inside, re.DOTALL):
        result[name] = re.search(r'value="([^"]*)" selected', choices)[1]
    result |= dict(re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n(.*?)</textarea>', inside, re.DOTALL))
    return {name: html.unescape(value) for name, value in result.items()}


def sent(phone: Phone, where: str = "/own/new", start: str = "pad", **typed: str) -> Any:
    """What comes of typing into the fields of an editor and tapping a button."""
    page = phone.get(where if where != "/own/new" else f"/own/new?from={start}").text
    return phone.post(where, fields(page) | typed)


def kept(phone: Phone, **typed: str) -> str:
    """The code of a game that is kept."""
    answer = sent(phone, do="keep", **typed)
    assert answer.status_code == 303, answer.text
    return answer.location.split("/")[2]


def opened(phone: Phone, key: str) -> str:
    """The code of a table of a game, with all seats on this phone."""
    return phone.open(key, phone="all", seat1="Gold", seat2="Crimson")


@pytest.mark.parametrize("key", [*starts.KEYS, *shelf.keys()])
def test_everything_one_begins_from_has_an_editor_with_a_preview(phone, key):
    page = phone().get(f"/own/new?from={key}")
    assert page.status_code == 200 and "As the phones will show it" in page.text
    sends = fields(page.text)
    assert sends["text"] == sends["was"] and form.merged(sends["text"], sends["was"], sends) == sends["text"]


@pytest.mark.parametrize(
    "language, said", [("de", "Städte"), ("fr", "Villes"), ("pl", "Miasta"), ("en", "Towns")]
)
def test_a_start_is_said_in_the_language_of_the_phone(phone, language, said):
    page = phone().get("/own/new?from=pad", headers={"Accept-Language": language}).text
    assert fields(page)["lines.towns.name"] == said


@pytest.mark.parametrize(
    "language, counter, verb",
    [("de", "Zähler 1", "Was man damit tut."), ("en", "Counter 1", "What one does with it.")],
)
def test_a_new_row_is_said_in_the_language_of_the_phone(phone, language, counter, verb):
    ada, spoken = phone(), {"Accept-Language": language}
    page = ada.get("/own/new?from=pad", headers=spoken).text
    with_counter = ada.post("/own/new", data=fields(page) | {"do": "add counters"}, headers=spoken).text
    assert f'placeholder="{counter}"' in with_counter
    with_verb = ada.post("/own/new", data=fields(with_counter) | {"do": "add verbs"}, headers=spoken).text
    assert fields(with_verb)["verbs.button_1.words"] == verb


def test_a_text_of_64_kb_has_its_fields_and_is_kept(phone):
    rules = "".join(f'[rules.r{n}]\nwords = "{"w" * 390}"\nreading = "{"v" * 390}"\n' for n in range(60))
    text = PAD.rstrip() + "\n" + rules
    text += ("# " + "x" * 1500 + "\n") * ((64 * 1024 - len(text)) // 1_510)
    anna = phone()
    page = sent(anna, text=text, do="look")
    assert len(text) > 62_000 and page.status_code == 200 and 'name="rules.r3.words"' in page.text
    assert anna.post("/own/new", fields(page.text) | {"name": "Big", "do": "keep"}).status_code == 303


def test_a_game_is_made_tried_and_played_without_a_script(phone, app):
    anna, ben = phone(), phone()
    page = sent(anna, do="add lines", name="Evening").text
    assert 'name="lines.line_1.name" value=""' in page and 'value="Evening"' in page
    answer = anna.post("/own/new", fields(page) | {"lines.line_1.name": "Farms", "do": "try"})
    assert answer.status_code == 303
    trial = answer.location
    assert "Evening" in anna.get(trial).text and "Farms" in anna.get(trial).text
    (own,) = app.extensions["companion"].store.boxes.of_phone(phone_name(anna))
    assert "[lines.farms]" in own.text and own.name == "Evening"
    answer = sent(anna, f"/own/{own.code}", do="try")
    assert anna.get(trial).status_code == 404 and anna.get(answer.location).status_code == 200
    answer = sent(anna, f"/own/{own.code}", do="table")
    code = opened(anna, own.version)
    assert answer.location == f"/games/{own.version}/new"
    for page in ("", "/seats", "/log", "/screen", "/game", "/print", "/sitting.game", "/story"):
        assert anna.get(f"/t/{code}{page}").status_code == 200, page
    for page in ("", "/new", "/how-to-play", "/rules", "/score", "/print", "/box.toml"):
        assert ben.get(f"/games/{own.version}{page}").status_code == 200, page


def phone_name(phone: Phone) -> str:
    with phone.client.session_transaction() as cookie:
        return cookie["phone"]


@pytest.mark.slow
def test_a_finished_game_of_ones_own_has_its_picture_and_its_screen(phone):
    anna = phone()
    only = PAD[: PAD.index("[lines.towns]")] + '[lines.all]\nname = "All of it"\npoints = "0..9"\n'
    kept(anna, text=only, was=only)
    code = opened(anna, key_of(only))
    for seat, points in (("Gold", "3"), ("Crimson", "7")):
        anna.say(code, "write", by=seat, line="All of it", points=points)
    assert "Crimson" in anna.get(f"/t/{code}/screen").text
    assert anna.get(f"/t/{code}/result.png").data.startswith(b"\x89PNG")
    assert anna.get(f"/t/{code}/print.pdf").data.startswith(b"%PDF")
    assert "= over: Crimson" in anna.get(f"/t/{code}/sitting.game").text


def test_an_unchanged_look_at_a_game_of_ones_own_is_not_sent_again(phone):
    anna = phone()
    kept(anna, text=PAD, was=PAD)
    page = f"/t/{opened(anna, key_of(PAD))}/look?thing=Round"
    anna.get(page)
    first = anna.get(page)
    assert anna.get(page, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(phone):
    anna = phone()
    answer = sent(anna, do="try", name="Evening", **{"lines.towns.points": "lots"})
    assert answer.status_code == 422 and "“lots” is no range" in answer.text
    row = answer.text[answer.text.index('id="lines-0"') : answer.text.index('id="lines-1"')]
    assert "“lots” is no range" in row and 'value="lots"' in row and 'value="Evening"' in answer.text
    again = fields(answer.text) | {"lines.towns.points": "0..9", "do": "try"}
    assert anna.post("/own/new", again).status_code == 303
    broken = fields(anna.get("/own/new").text)
    answer = anna.post("/own/new", broken | {"text": broken["text"] + "[lines", "name": "Mine", "do": "look"})
    assert (
        "is not TOML" in answer.text
        and 'value="Mine"' in answer.text
        and "[lines" in fields(answer.text)["text"]
    )
    mended = fields(answer.text) | {"text": PAD}
    assert 'name = "Mine"' in fields(anna.post("/own/new", mended).text)["text"]


def test_a_preview_follows_what_is_typed(phone):
    anna = phone()
    form_ = fields(anna.get("/own/new").text)
    answer = anna.post("/own/preview", form_ | {"lines.towns.name": "Cities"})
    assert "Cities" in answer.text and 'hx-swap-oob="outerHTML"' in answer.text and "<html" not in answer.text
    answer = anna.post("/own/preview", form_ | {"text": PAD.replace("towns", "castles")})
    assert 'name="lines.castles.points"' in answer.text


def test_only_its_owner_changes_a_game_and_everybody_may_copy_it(phone, app):
    anna, ben = phone(), phone()
    code = kept(anna, name="Evening")
    assert "Change your game" in anna.get(f"/own/{code}").text
    answer = ben.get(f"/own/{code}")
    assert answer.status_code == 302 and "Make it your own" in ben.get(answer.location).text
    assert ben.post(f"/own/{code}", {"text": PAD, "was": PAD, "do": "keep"}).status_code == 403
    assert ben.get(f"/own/{code}/forget").status_code == 403
    assert "The owner's key" not in ben.get(f"/own/{code}/share").text
    key = app.extensions["companion"].store.boxes.find(code).key
    assert f"/O/{key}" in anna.get(f"/own/{code}/share").text
    assert "Change Evening here too" in ben.get(f"/O/{key}").text
    assert ben.get(f"/own/{code}").status_code == 302, "a look uses nothing up"
    assert ben.post(f"/O/{key}").status_code == 303 and "Change your game" in ben.get(f"/own/{code}").text
    assert "Evening" in ben.get("/own").text
    copied = fields(phone().get(f"/own/new?from={answer.location.split('/')[2]}").text)
    assert 'name = "Evening"' in copied["text"]


def test_a_forgotten_game_leads_nowhere_and_its_tables_play_on(phone, app):
    anna = phone()
    code = kept(anna)
    table = opened(anna, key_of(PAD))
    assert "Delete Our score pad?" in anna.get(f"/own/{code}/forget").text
    assert anna.post(f"/own/{code}/forget").status_code == 303
    assert anna.get(f"/own/{code}").status_code == 404 and anna.get(f"/t/{table}").status_code == 200
    assert code not in anna.get("/own").text


def test_a_small_game_lies_whole_in_a_code_and_a_large_one_says_so(phone, app):
    anna = phone()
    page = anna.get(f"/own/{kept(anna)}/share").text
    (box,) = set(re.findall(r"/own/new\?box=([\w-]+)", page))
    assert url_codec.opened(box) == PAD and fields(phone().get(f"/own/new?box={box}").text)["text"] == PAD
    words = "".join(f"# {n * 7919 % 1_000_003}\n" for n in range(400))
    page = anna.get(f"/own/{kept(anna, text=PAD + words)}/share").text
    assert "too large for a code" in page and "?box=" not in page
    for odd in ("", "x", "A" * 500, box[:-9], url_codec.address("", " " * 70_000)):
        assert phone().get(f"/own/new?box={odd}").status_code == 422


def test_a_file_is_brought_and_kept(phone):
    anna = phone()
    bring = lambda raw: anna.post(  # noqa: E731
        "/own/bring", {"file": (io.BytesIO(raw), "my.toml")}, content_type="multipart/form-data"
    )
    assert fields(bring(PAD.encode()).text)["text"] == PAD
    assert bring(b"\xff\xfe").status_code == 422 and bring(b"x" * 70_000).status_code == 422
    assert anna.get("/games/five-dice/box.toml").text == shelf.source("five-dice")
    assert anna.get("/games/war-in-heaven/box.toml").status_code == 404


def test_a_table_takes_the_next_version_where_its_moves_hold(phone, app):
    anna, ben = phone(), phone()
    code = kept(anna)
    table = opened(anna, key_of(PAD))
    anna.say(table, "write", by="Gold", line="Towns", points="50")
    assert "This is its latest version." in anna.get(f"/t/{table}/game").text
    sent(anna, f"/own/{code}", do="keep", **{"lines.towns.points": "0..10"})
    less = app.extensions["companion"].store.boxes.find(code).version
    assert f"Table {table} plays an earlier version" in anna.get(f"/own/{code}").text
    assert "Anybody at the table may take it." in ben.get(f"/t/{table}/game").text
    assert ben.post(f"/t/{table}/game", {"version": less}).status_code == 403
    answer = anna.post(f"/t/{table}/game", {"version": less})
    assert answer.status_code == 422 and "entry 1 (Gold: Write: Towns, 50) no longer holds" in answer.text
    sent(anna, f"/own/{code}", do="keep", **{"lines.towns.points": "0..60"})
    more = app.extensions["companion"].store.boxes.find(code).version
    assert anna.post(f"/t/{table}/game", {"version": less}).status_code == 409
    assert anna.post(f"/t/{table}/game", {"version": more}).status_code == 303
    assert "The next version of Our score pad is played" in anna.get(f"/t/{table}/log").text
    assert anna.say(table, "write", by="Crimson", line="Towns", points="60").status_code in (200, 303)


def test_a_sitting_of_ones_own_game_comes_back_from_its_file(phone):
    anna, ben = phone(), phone()
    kept(anna)
    table = opened(anna, key_of(PAD))
    text = anna.get(f"/t/{table}/sitting.game").text
    other = text.replace("Our score pad", "From elsewhere")
    answer = ben.post("/import", {"text": other})
    assert answer.status_code == 303 and "From elsewhere" in ben.get(answer.location).text


def test_own_games_and_boxes_add_nothing_to_the_first_load_of_others(phone):
    anna = phone()
    files = lambda page: set(re.findall(r'(?:href|src)="/static/([^"?]+)', anna.get(page).text))  # noqa: E731
    theirs = files(f"/t/{anna.open('tiny', phone='all')}")
    dice = anna.open("five-dice", phone="all", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    assert theirs and files(f"/t/{dice}") == {*theirs, "pad.js", "css/pad.css"}, "only its pad needs more"
    made = files("/own/new?from=board")
    own = {name for name in made if "own" in name}
    assert own and not own & (theirs | files("/"))


HOSTILE = [
    "\n".join(f'[lines.k{n}]\npoints = "0..9"' for n in range(2_000)),
    "\n".join(f"a{n}.b.c = 1" for n in range(4_000)),
    "".join(f"[lines.a{n}]\nx = 1\n[rules.b{n}]\ny = 2\n" for n in range(1_500)),
    PAD + "\n".join(f'[lines.f{n}]\nformula = "{" + ".join(["towns"] * 90)}"' for n in range(57)),
    "x" * 65_000,
    "[" * 3_000,
    PAD.replace('"together"', '"together"\nturns.rounds = "60"').replace("2..4", "1..8")
    + "".join(f'[lines.f{n}]\npoints = "0..2000"\neach = "round"\n' for n in range(57)),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_preview_eats_no_time(phone, text):
    anna = phone()
    anna.get("/own/new")
    began = time.thread_time()
    answer = anna.post("/own/preview", {"text": text, "was": text, "name": "x", "lines.k1.points": "3"})
    took = time.thread_time() - began
    assert answer.status_code == 200 and took < 0.8, took


# -- the shelf ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked, there, gone",
    [
        ("", ["five-dice", "nine-mens-morris", "life"], []),
        ("q=DARTS", ["darts"], ["five-dice", "life"]),
        ("q=five%20dice", ["five-dice"], ["darts"]),
        ("players=6&kind=counters", ["life"], ["five-dice", "nine-mens-morris"]),
        ("kind=board", ["nine-mens-morris"], ["five-dice", "life"]),
        ("players=99&kind=x", ["five-dice", "life"], []),
        ("q=nothing+of+the+kind", [], ["five-dice", "life"]),
    ],
)
def test_the_boxes_are_searched_by_words_players_and_kind(phone, asked, there, gone):
    page = phone().get(f"/games?{asked}").text
    result = page[page.index('id="found"') :]
    assert [key for key in [*there, *gone] if f'href="/games/{key}"' in result] == there
    assert ("Nothing found." in result) == (not there)


@pytest.mark.parametrize(
    "asked, href",
    [("war", "/games/war-in-heaven"), ("score", "/games/heaven-and-ale/score"), ("dar", "/games/darts")],
)
def test_one_search_finds_games_score_sheets_and_boxes(phone, asked, href):
    ann = phone()
    for page in ("/", "/games"):
        result = ann.get(f"{page}?q={asked}").text.partition('id="found"')[2].partition("</ul>")[0]
        assert f'href="{href}"' in result


def test_the_games_that_were_played_last_stand_first(phone):
    ann = phone()
    ann.open("war-in-heaven", seat1="Angels", seat2="Demons", **{"option-first": "Angels"})
    home = ann.get("/").text.partition("<h2>Play</h2>")[2]
    assert home.index("/games/war-in-heaven") < home.index("/games/havoc-in-heaven")
