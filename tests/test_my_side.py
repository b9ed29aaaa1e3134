"""My side first, without a browser: whose garden, from which end, and who I am."""

from tests.conftest import Phones

ALE = {"seat1": "Gold", "name1": "Anna", "seat2": "Crimson", "name2": "Ben", "option-first": "Gold"}


def test_a_phone_shows_its_own_garden_and_the_big_screen_all_of_them(phone: Phones) -> None:
    anna, ben, wall = phone(), phone(), phone()
    code = anna.open("heaven-and-ale", **ALE)
    links = anna.get(f"/t/{code}/seats").text
    ben.sit(links.split("/S/")[-1].split("<")[0].strip())
    assert "You are </span>Gold" in anna.get(f"/t/{code}").text
    page = ben.get(f"/t/{code}").text
    assert "You are </span>Crimson" in page and "garden</b>" not in page, "whoever's turn it is"
    assert "The main board around Crimson" in page and "The main board around Gold" not in page
    assert "<b>Crimson&#39;s garden</b>" in wall.get(f"/t/{code}").text, "who watches is told whose it is"
    screen = wall.get(f"/t/{code}/screen").text
    assert "&#39;s garden</b></p>" in screen, "it says whose it is"
    for seat in ("Gold", "Crimson"):
        assert f"{seat}&#39;s garden, scoring spots and production track" in screen


def test_a_phone_turns_its_board_and_no_other(phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open("war-in-heaven", seat1="Angels", seat2="Demons", **{"option-first": "Angels"})
    tag = anna.get(f"/t/{code}").headers["ETag"]
    assert "Turn the board round" in anna.get(f"/t/{code}").text
    assert anna.post(f"/t/{code}/turned").location == f"/t/{code}"
    turned = anna.get(f"/t/{code}", headers={"If-None-Match": tag})
    assert turned.status_code == 200 and "turned round</title>" in turned.text
    assert "Turn the board back" in turned.text and "turned round</title>" not in ben.get(f"/t/{code}").text
    anna.post(f"/t/{code}/turned")
    assert "turned round</title>" not in anna.get(f"/t/{code}").text


def test_an_edge_names_the_seat_and_who_plays_it(phone: Phones) -> None:
    anna, ben, eve = phone(), phone(), phone()
    code = anna.open("war-in-heaven", seat1="Angels", seat2="Demons", **{"option-first": "Angels"})
    ben.sit(anna.get(f"/t/{code}/seats").text.split("/S/")[-1].split("<")[0].strip())
    for one, words, first in (
        (anna, "You are </span>Angels", "Angels"),
        (ben, "You are </span>Demons", "Demons"),
    ):
        page = one.get(f"/t/{code}").text
        assert f'<b><span class="un">{words}</b>' in page
        panels = page.split('aria-label="The seats"')[1]
        assert min((panels.index(f"</svg>{seat} <small>"), seat) for seat in ("Angels", "Demons"))[1] == first
    assert "You are" not in eve.get(f"/t/{code}").text.split("What you can do")[0]


def test_the_other_side_s_gods_are_folded_and_one_s_own_are_not(phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open(
        "high-heavens", seat1="Norse", seat2="Greek", **{"option-first": "Norse", "with": "house"}
    )
    assert anna.get(f"/t/{code}").text.count('class="folded"') == 1, "the other side's"
    ben.sit(anna.get(f"/t/{code}/seats").text.split("/S/")[-1].split("<")[0].strip())
    assert ben.get(f"/t/{code}").text.count('class="folded"') == 1


def test_the_big_screen_of_a_phone_that_plays_has_no_field_to_write_in(phone: Phones) -> None:
    ada = phone()
    code = ada.open("five-dice", phone="all", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    assert 'class="fill"' in ada.get(f"/t/{code}").text
    screen = ada.get(f"/t/{code}/screen").text
    assert 'class="pad"' in screen and 'class="fill"' not in screen
