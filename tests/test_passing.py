"""One phone is passed round: each seat sees its own secrets, and none while the phone changes hands."""

import pytest

from tests.conftest import Phone
from tests.test_hidden import _same

PLACES = ("", "/log", "/at/3", "/do/throw", "/why?thing=Gold%27s+Ones", "/words", "/story", "/seats", "/me")


def opened(anna: Phone) -> str:
    """Liar's dice, both seats on a phone that is passed round."""
    anna.post("/me/settings", {"on": ["passed"]})
    return anna.open("liars-dice", seat1="Gold", seat2="Crimson", phone="all", **{"option-first": "Gold"})


def throw(anna: Phone, code: str, seat: str, dice: str) -> None:
    for shown in dice:
        assert anna.say(code, "throw", by=seat, shown=shown).status_code in (200, 303)


def ready(anna: Phone, code: str, seat: str) -> str:
    return anna.post(f"/t/{code}/hand", {"seat": seat}, headers={"HX-Request": "true"}).text


@pytest.mark.parametrize("handed", [False, True])
def test_no_page_tells_what_another_seat_of_the_phone_hides(phone, handed):
    """Gold threw one thing or another: neither the screen between seats nor Crimson's pages differ."""
    pages = []
    for dice in ("11111", "62425"):
        anna = phone()
        code = opened(anna)
        ready(anna, code, "Gold")
        throw(anna, code, "Gold", dice)
        between = anna.get(f"/t/{code}").text
        assert "Hand the phone to Ben" in between and 'id="of-' not in between
        if handed:
            assert "Hand the phone" not in ready(anna, code, "Crimson")
        seen = [(place, anna.get(f"/t/{code}{place}")) for place in PLACES]
        pages.append({place: (page.status_code, _same(page.text, code)) for place, page in seen})
    assert pages[0] == pages[1]


def test_each_seat_sees_its_own_and_the_turn_goes_round(phone):
    anna = phone()
    code = opened(anna)
    assert "Hand the phone to Anna" in anna.get(f"/t/{code}").text
    assert anna.say(code, "throw", by="Gold", shown="1").status_code == 303
    assert anna.app.extensions["companion"].store.session(code).n == 0, "nobody has the phone"
    ready(anna, code, "Gold")
    throw(anna, code, "Gold", "11222")
    assert anna.say(code, "throw", by="Gold", shown="1").status_code == 303, "it goes to Ben"
    ready(anna, code, "Crimson")
    throw(anna, code, "Crimson", "66655")
    page = ready(anna, code, "Gold")
    assert "Hand the phone" not in page
    assert 'aria-label="2 Ones"' in page, "its own dice are open at once"
    assert "<b>3</b></span> <span>Sixes" not in page
    assert "Now: <b>2</b>" in anna.get(f"/t/{code}/why?thing=Gold%27s+Ones").text
    assert "Now: <b>3</b>" not in anna.get(f"/t/{code}/why?thing=Crimson%27s+Sixes").text
    anna.say(code, "bid", by="Gold", number="4", shows="sixes")
    assert "Hand the phone to Ben" in anna.get(f"/t/{code}").text
    ready(anna, code, "Crimson")
    anna.say(code, "call", by="Crimson")
    assert "Hand the phone" not in anna.get(f"/t/{code}").text, "all is open now"
    assert anna.app.extensions["companion"].store.session(code).n == 12


def test_a_phone_that_is_not_passed_round_is_all_its_seats(phone):
    anna = phone()
    code = anna.open("liars-dice", seat1="Gold", seat2="Crimson", phone="all", **{"option-first": "Gold"})
    assert "Hand the phone" not in anna.get(f"/t/{code}").text
    throw(anna, code, "Gold", "1")
    throw(anna, code, "Crimson", "6")
    assert "Now: <b>1</b>" in anna.get(f"/t/{code}/why?thing=Gold%27s+Ones").text
    assert "Now: <b>1</b>" in anna.get(f"/t/{code}/why?thing=Crimson%27s+Sixes").text


def test_who_does_not_sit_there_takes_no_seat_by_it(phone):
    anna, eve = phone(), phone()
    code = opened(anna)
    ready(anna, code, "Gold")
    throw(anna, code, "Gold", "11111")
    eve.post("/me/settings", {"on": ["passed"]})
    assert "Now: <b>5</b>" not in ready(eve, code, "Gold")
    assert "Now: <b>5</b>" not in eve.get(f"/t/{code}/why?thing=Gold%27s+Ones").text
