"""The final score without a table: a plain form, links that hold everything, tables to start from."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pypdfium2
import pytest
from flask import Flask

from tests.conftest import Phone, Phones
from tests.test_app import words

URL = "/games/heaven-and-ale/score"
GOLD = (
    "players=2&wood1=10&yeast1=8&hops1=8&water1=8&barley1=0&brewmaster1=12"
    "&ducats1=20&large1=1&small1=1&card1=1&first1=1"
)


@pytest.fixture
def me(phone: Phones) -> Phone:
    return phone()


def test_an_empty_form_is_a_game_just_begun(me: Phone) -> None:
    response = me.get(URL)
    html = response.get_data(as_text=True)
    assert response.status_code == 200 and html.count('class="board-of') == 2
    assert 'name="wood1" value="1"' in html and 'name="brewmaster2" value="-9"' in html
    assert "win" not in words(response).split() and '<details class="account' not in html, "no empty results"
    assert '<section class="tally"' not in html and "Save as a play" not in html
    assert "Gold and Crimson win" in words(me.get(f"{URL}?wood1=2&wood2=2"))


def test_the_account_line_by_line_with_its_rules(me: Phone) -> None:
    response = me.get(f"{URL}?{GOLD}")
    text, html = words(response), response.get_data(as_text=True)
    for line in (
        "Brewmaster on 12, so 2 back for 1 forward, 4 points a level.",
        "5 exchanges of 2 back for 1 bring barley 1 below 1 → 5, ",
        "10 ducats bring barley 5 → 6.",
        "Production § 6 × 4 24",
        "Large barrels § 1 × 4 4",
        "Barrel card § 2 × 1 2",
        "First player § 1 × 1 1",
        "Total 33",
        "One more large barrel +5",
        "Gold leads",
        "Still empty: Crimson.",
    ):
        assert line in text, line
    assert html.count('<details class="account') == 1, "nothing is counted that nobody filled in"
    for rule in (
        "rate",
        "exchange",
        "ducat-steps",
        "production",
        "barrels",
        "barrel-card",
        "first-player-point",
    ):
        assert f'href="/games/heaven-and-ale/rules#{rule}"' in html
    assert (
        'aria-label="Production 24, Large barrels 4, Small barrels 2, Barrel card 2, First player 1"' in html
    )


def test_both_readings_where_they_differ(me: Phone) -> None:
    text = words(
        me.get(f"{URL}?players=1&wood1=5&yeast1=7&hops1=7&water1=7&barley1=7&brewmaster1=9&ducats1=30")
    )
    assert "24 as the rule is written, 28 if one may stop" in text
    assert "Stopping without any exchange leaves more for the ducats to lift" in text
    assert "if one may stop" not in words(me.get(f"{URL}?{GOLD}"))


def test_a_tap_on_the_track_moves_the_marker_and_picks_the_next(me: Phone) -> None:
    html = me.get(f"{URL}?{GOLD}&at1=yeast&place1=17").get_data(as_text=True)
    assert 'name="yeast1" value="17"' in html and 'name="at1" value="hops"' in html
    html = me.get(f"{URL}?{GOLD}&at1=yeast&pick1=water").get_data(as_text=True)
    assert 'name="yeast1" value="8"' in html and 'name="at1" value="water"' in html


def test_the_address_holds_everything_and_only_what_matters(me: Phone) -> None:
    response = me.get(f"{URL}?{GOLD}&at1=yeast&pick1=water&name2=Ada", headers={"HX-Request": "true"})
    saved = response.headers["HX-Replace-Url"]
    query = {key: value[0] for key, value in parse_qs(urlsplit(saved).query).items()}
    assert query == dict(pair.split("=") for pair in GOLD.split("&")) | {"name2": "Ada"}
    assert words(me.get(saved)).count("Ada") and "Total 33" in words(me.get(saved))
    assert me.get(f"{URL}?players=2").headers["HX-Replace-Url"] == f"{URL}?players=2"


def test_the_form_begins_with_the_players_of_last_time_on_this_phone(me: Phone, phone: Phones) -> None:
    me.get(f"{URL}?{GOLD}&players=9&seats=3&name2=Ada&name3=Ben", headers={"HX-Request": "true"})
    html = me.get(URL).get_data(as_text=True)
    assert html.count('class="board-of') == 3 and '<section class="tally"' not in html
    assert re.findall(r'name="name[123]" value="([^"]*)"', html) == ["Gold", "Ada", "Ben"]
    other = me.get("/games/tiny/score").get_data(as_text=True)
    assert 'value="Ada"' in other and 'value="Gold"' not in other, (
        "a colour of one game is no name in another"
    )
    assert phone().get(f"{URL}?name1=Cleo").headers.get("Set-Cookie", "").count("Cleo") == 0, (
        "a link is only looked at"
    )
    assert me.get(f"{URL}?players=2").get_data(as_text=True).count('class="board-of') == 2
    assert phone().get(URL).get_data(as_text=True).count('class="board-of') == 2, (
        "another phone knows nothing"
    )


@pytest.mark.parametrize("kept", ["players=99&name1=" + "x" * 200, "%00%ff=", "name1=%E2%80%8B", "=&=;"])
def test_a_strange_cookie_of_names_is_forgiven(me: Phone, kept: str) -> None:
    me.client.set_cookie("score", kept)
    assert me.get(URL).status_code in (200, 422)


@pytest.mark.parametrize(
    "change, sentence",
    [
        ("wood1=21", "“Wood” is 21; a whole number from -11 to 20 would be right."),
        ("ducats1=-3", "“Ducats” is -3; a whole number from 0 to 999 would be right."),
        ("barley2=x", "“Barley” is x; a whole number"),
        ("large1=13", "“Large barrels” is 13; a whole number from 0 to 12 would be right."),
        ("large1=7&small1=6", "“Small barrels” and large barrels are 13 in all"),
        ("first1=1&first2=1", "“First player” is claimed by Gold and Crimson"),
        ("name1=", "“Name” is missing."),
        ("name2=Gold", "“Name” stands twice."),
        ("wood1=", "“Wood” is missing."),
    ],
)
def test_what_cannot_be_stands_at_its_field(me: Phone, change: str, sentence: str) -> None:
    response = me.get(f"{URL}?{change}")
    assert response.status_code == 422 and sentence in words(response)
    assert "Mend what is marked" in words(response)
    assert me.get(f"{URL}?{change}", headers={"HX-Request": "true"}).status_code == 200


def test_names_are_text_and_nothing_else(me: Phone) -> None:
    html = me.get(f"{URL}?name1=<script>alert(1)</script>").get_data(as_text=True)
    assert "<script>alert" not in html


@pytest.mark.parametrize("asked", ["players=9", "players=x", "seats=0", "place1=99&at1=salt", "pick1=x" * 50])
def test_odd_addresses_are_forgiven(me: Phone, asked: str) -> None:
    assert me.get(f"{URL}?{asked}").status_code == 200


def test_one_to_four_players(me: Phone) -> None:
    for n in (1, 3, 4):
        html = me.get(f"{URL}?{GOLD}&seats={n}").get_data(as_text=True)
        assert html.count('class="board-of') == n and 'name="wood1" value="10"' in html
    assert "Gold leads" not in words(me.get(f"{URL}?{GOLD}&seats=1")) and "33 points" in words(
        me.get(f"{URL}?{GOLD}&seats=1")
    )


def test_it_starts_from_a_table(app: Flask, me: Phone) -> None:
    code = me.open(
        "heaven-and-ale",
        seat1="Gold",
        seat2="Crimson",
        phone="all",
        **{"option-first": "Gold", "option-mode": "track"},
    )
    assert me.say(code, "enter", by="Crimson", slot="brewmaster").status_code == 303
    assert me.say(code, "plus", by="Gold", what="wood", steps="9").status_code == 303
    assert me.say(code, "plus", by="Crimson", what="ducats", steps="7").status_code == 303
    response = me.get(f"{URL}?table={code.lower()}")
    assert response.status_code == 303
    query = parse_qs(urlsplit(response.location).query)
    assert query["name1"] == ["Anna"] and query["wood1"] == ["10"] and query["ducats2"] == ["32"]
    assert query["first1"] == ["1"]
    assert me.get(f"{URL}?table=ZZZZZZ").status_code == 404
    tiny = me.get(f"{URL}?table={me.open()}")
    assert tiny.status_code == 404 and "they play Tiny." in words(tiny)


def test_any_game_with_a_sheet_has_the_page(me: Phone) -> None:
    """The tiny game declares one number and one check, and no track."""
    html = me.get("/games/tiny/score").get_data(as_text=True)
    assert html.count('class="board-of') == 2 and 'class="track"' not in html and "What if" not in html
    assert 'name="steps1" value="0"' in html and 'name="last2"' in html
    response = me.get("/games/tiny/score?players=2&steps1=7&last2=1&name1=Ada")
    text = words(response)
    for line in ("7 steps were said aloud. §", "Steps § 7 × 2 14", "The last word § 1 × 5 5", "Ada wins"):
        assert line in text, line
    assert "Ada leads" in words(me.get("/games/tiny/score?players=2&steps1=7&name1=Ada"))
    assert html.count("data-step=") == 4 and 'aria-label="One more: steps"' in html
    assert 'aria-label="Steps 14"' in response.get_data(as_text=True)
    assert response.headers["HX-Replace-Url"] == "/games/tiny/score?players=2&name1=Ada&steps1=7&last2=1"
    wrong = me.get("/games/tiny/score?steps1=41")
    assert wrong.status_code == 422 and "“Steps” is 41; a whole number from 0 to 40 would be right." in words(
        wrong
    )


def test_any_sheet_starts_from_its_own_tables_and_is_printed(me: Phone) -> None:
    code = me.open()
    assert me.say(code, "add", by="Red", step="3").status_code == 303
    response = me.get(f"/games/tiny/score?table={code}")
    query = parse_qs(urlsplit(response.location).query)
    assert response.status_code == 303 and query["steps1"] == ["3"] and query["last1"] == ["1"]
    said = _paper(me.get("/games/tiny/score.pdf?steps1=7&last2=1&name1=Ada"))
    assert all(line in said for line in ("Ada", "Steps", "14", "Most points", "Ada: 14", "7 steps were said"))


def test_a_game_without_points_says_so_and_opens_a_table_in_one_tap(me: Phone) -> None:
    response = me.get("/games/war-in-heaven/score")
    assert response.status_code == 200 and "War in Heaven is won without points" in words(response)
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', response.text.split("<form")[1]))
    opened = me.post("/games/war-in-heaven/new", form)
    assert opened.status_code == 303 and me.get(opened.location).status_code == 200
    assert me.get("/games/war-in-heaven/score.pdf").status_code == 404, "there is nothing to print"
    for page in ("score", "score.pdf"):
        gone = me.get(f"/games/nowhere/{page}")
        assert gone.status_code == 404 and "That game is not on this shelf." in words(gone)


def test_the_box_leads_there(me: Phone) -> None:
    assert f'href="{URL}"' in me.get("/games/heaven-and-ale").get_data(as_text=True)
    assert "/score" not in me.get("/games/war-in-heaven").get_data(as_text=True)


def test_a_seat_nobody_takes_is_no_choice(me: Phone) -> None:
    two = me.get("/games/heaven-and-ale/new?players=2").get_data(as_text=True)
    four = me.get("/games/heaven-and-ale/new?players=4").get_data(as_text=True)
    assert 'name="option-first" value="Violet"' not in two and 'name="option-first" value="Violet"' in four


def test_a_table_is_played_by_plain_forms(me: Phone) -> None:
    """From the starting spaces to a tile in the garden, and the reasons on the way."""
    code = me.open("heaven-and-ale", seat1="Gold", seat2="Crimson", phone="all", **{"option-first": "Gold"})
    assert "Starting spaces" in words(me.get(f"/t/{code}"))
    assert me.say(code, "enter", by="Crimson", slot="ducats").status_code == 303
    spots = me.get(f"/t/{code}/do/buy?space=R3&colour=hops&number=5").get_data(as_text=True)
    assert "spot=A1" in spots and "B2 is a shed spot." in unescape(spots)
    said = me.say(code, "buy", by="Gold", space="R3", colour="hops", number="5", spot="A1")
    assert said.status_code == 303
    assert "Put hops 5 on A1, in the sun." in words(me.get(f"/t/{code}/log"))
    refused = me.say(code, "buy", by="Gold", space="R3", colour="hops", number="5", spot="B2")
    assert refused.status_code in (409, 422)


def _paper(response: Any) -> str:
    """The text of a PDF."""
    document = pypdfium2.PdfDocument(response.get_data())
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_the_sheet_on_paper_holds_every_line(me: Phone) -> None:
    response = me.get(f"{URL}.pdf?{GOLD}")
    assert response.mimetype == "application/pdf" and response.status_code == 200
    said = _paper(response)
    for line in (
        "Gold",
        "Production",
        "Rate, steps back for 1",
        "Barrel privilege card",
        "33",
        "wins",
        "10 ducats bring barley 5 → 6.",
    ):
        assert line in said, line
    assert "5 exchanges of 2 back for 1" in said.split("Gold: 33")[1].split("Crimson: 0")[0]
    assert f'href="{URL}.pdf?{GOLD.replace("&", "&amp;")}"' in me.get(f"{URL}?{GOLD}").get_data(as_text=True)


def test_an_account_of_four_stays_on_one_page(me: Phone) -> None:
    far = "&".join(
        f"wood{n}=20&yeast{n}=20&hops{n}=20&water{n}=-5&barley{n}=-7&brewmaster{n}=20" for n in range(1, 5)
    )
    response = me.get(f"{URL}.pdf?players=4&{far}")
    assert len(pypdfium2.PdfDocument(response.get_data())) == 1
    assert _paper(response).count("exchanges of 1 back for 1 bring") == 4


def test_what_cannot_be_goes_back_to_the_form(me: Phone) -> None:
    response = me.get(f"{URL}.pdf?wood1=21")
    assert response.status_code == 303 and response.location.endswith(f"{URL}?players=2&wood1=21")


def test_a_name_the_typeface_lacks_stops_no_sheet(me):
    response = me.get(f"{URL}.pdf?{GOLD}&name1=%E6%9D%8E")
    assert response.status_code == 200 and response.data.startswith(b"%PDF")


def test_a_player_without_a_name_is_called_as_the_seat_is_in_the_language_of_the_phone(me: Phone) -> None:
    french = {"Accept-Language": "fr"}
    assert 'name="name1" value="Or"' in me.get(URL, headers=french).text
    sent = me.get(URL, query_string={"players": "2", "name1": "Or", "wood1": "2"}, headers=french)
    assert 'name="name1" value="Or"' in sent.text
    assert "name1=" not in str(sent.headers.getlist("Set-Cookie")), "nothing was typed"
    asked = {**french, "HX-Request": "true"}
    kept = me.get(URL, query_string={"players": "2", "name1": "Or", "name2": "Zoé"}, headers=asked)
    assert 'name="name1" value="Or"' in kept.text
    assert 'name="name1" value="Gold"' in me.get(URL).text and 'name="name2" value="Zoé"' in me.get(URL).text
