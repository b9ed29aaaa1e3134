"""Heroball on phones: reactions ask the right phone at once, and one phone for all follows them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import TALL, lead
from tests.browser.test_pages import report, scan

MET = """game: heroball
seat Gold = Ada
seat Crimson = Ben

Gold choose: Dromea, Zeus
Crimson choose: Korine, Poseidon
Gold seed: F10
Crimson seed: F2
Gold seed: E9
Crimson seed: G3
Gold ruling: Gold, F7, "we start in the middle"
Gold ruling: Crimson, F5, "so do I"
Gold move: F6
Gold hold
"""
"""Gold stands on the post with the ball, Crimson beside it."""


def seated(phone, lines: str, seat: str) -> dict[str, str]:
    """Open a table from a transcript, take one seat of it, and give the seats' links."""
    phone.go("/games/heroball")
    phone.page.get_by_text("Import a game").click()
    phone.page.fill("#text", lines)
    phone.page.get_by_role("button", name="Open it as a new table").click()
    chair = phone.page.locator(".chair", has_text=seat)
    chair.locator("summary").click()
    lead(chair.get_by_role("button", name="Sit here"))
    return phone.links()


@pytest.mark.alone
def test_a_reaction_asks_the_other_phone_at_once_and_the_acting_phone_waits(new_phone):
    ada, ben = new_phone(), new_phone()
    links = seated(ada, MET, "Gold")
    code = ada.code
    ben.sit(links["Crimson"])
    ben.live()
    ada.table(code)

    ada.say("Push", "F4")
    expect(ben.page.locator(".you")).to_have_text("Up to you", timeout=1000)
    expect(ben.page.locator("a.verb", has_text="Defend")).to_contain_text("1 of your 4 AP")
    expect(ben.page.locator("a.verb", has_text="Let it go")).to_be_visible()
    expect(ada.page.locator(".whose")).to_contain_text("Ben")
    expect(ada.page.locator(".whose")).to_contain_text("Ben")
    ben.say("Defend")
    expect(ada.told).to_contain_text("Korine defends: nothing comes of it.", timeout=1000)

    ada.say("Push", "F4")
    ben.say("Never ask me")
    expect(ada.told).to_contain_text("Move Korine from F5 to F4.")
    expect(ben.told).to_contain_text("From now on Crimson is never asked about Defend.")


def test_who_cannot_react_is_not_asked(new_phone):
    ada, ben = new_phone(), new_phone()
    links = seated(ada, MET + 'Gold ruling: Crimson AP, 0, "tired"\n', "Gold")
    code = ada.code
    ben.sit(links["Crimson"])
    ben.live()
    ada.table(code)
    ada.say("Push", "F4")
    expect(ada.told).to_contain_text("Move Korine from F5 to F4.")
    expect(ada.page.locator(".you")).to_be_visible()
    expect(ben.page.locator(".whose")).to_contain_text("Ada")


def test_one_phone_for_all_follows_the_reactions(new_phone):
    phone = new_phone()
    phone.bring(MET)
    phone.go(f"/t/{phone.code}")
    expect(phone.page.locator(".you")).to_have_text("Ada")
    phone.say("Throw", "F4")
    expect(phone.page.locator(".you")).to_have_text("Ben")
    expect(phone.page.locator(".sheet")).to_have_class(re.compile("seat-1"))
    expect(phone.page.locator(".board .way").first).to_be_attached()
    phone.say("Intercept")
    expect(phone.told).to_contain_text("Korine holds the ball on F5.")
    expect(phone.page.locator(".you")).to_have_text("Ada")


def test_a_tap_on_a_hero_lights_where_it_goes_with_the_cost(new_phone):
    phone = new_phone()
    phone.bring(MET)
    phone.go(f"/t/{phone.code}")
    board = phone.page.locator(".board")
    board.get_by_role("link", name="Gold on F6").click()
    expect(phone.page.get_by_role("heading", name="To which hex?")).to_be_visible()
    expect(board.get_by_role("link", name="G5, 1 AP")).to_be_visible()
    expect(board.locator(".price", has_text="2 AP").first).to_be_visible()
    expect(board.get_by_role("link", name=re.compile("^F5"))).to_have_count(0)
    phone.page.go_back()
    board.get_by_role("link", name="Ball", exact=True).click()
    expect(phone.page.get_by_role("heading", name="Where do you throw it?")).to_be_visible()
    board.get_by_role("link", name="E7, 1 AP").click()
    phone.page.get_by_role("button", name="Throw").click()
    expect(phone.told).to_contain_text("throws to E7")


def test_tracks_scores_and_board_are_on_one_screen(new_phone):
    phone = new_phone()
    phone.bring(MET)
    phone.go(f"/t/{phone.code}")
    for seat in ("Gold, Dromea: 0, AP: 5 of 5", "Crimson, Korine: 0, AP: 4 of 5"):
        plate = phone.page.locator(".board").get_by_role("link", name=re.compile(f"^{seat}"))
        box = plate.bounding_box()
        assert box and box["y"] + box["height"] < 844 and box["x"] >= 0 and box["x"] + box["width"] <= 390, (
            box
        )
    dock = phone.page.locator(".dock")
    assert dock.locator(".verb").count() + phone.page.locator(".not-now li").count() == 8
    assert dock.bounding_box()["height"] < 215
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width, height, tall", [(390, 844, 39.5), (430, 932, 43.5)])
def test_eleven_columns_take_the_whole_width(new_phone, width, height, tall):
    """A hex is as wide as a thumb; as tall as one it would be on a board 425 px wide."""
    phone = new_phone(viewport={"width": width, "height": height})
    phone.bring(MET)
    phone.go(f"/t/{phone.code}/do/move")
    boxes = [glow.bounding_box() for glow in phone.page.locator(".board .glow").all()]
    assert boxes and all(box["width"] >= 44 and box["height"] >= tall for box in boxes), boxes
    phone.go(f"/t/{phone.code}")
    board, dock = (phone.page.locator(one).bounding_box() for one in (".field .board", ".sheet"))
    assert board["width"] == width and board["y"] + board["height"] <= dock["y"]


CROWD = """game: heroball
seat Gold = Ada
seat Crimson = Ben
seat Teal = Cleo
seat Violet = Dan

Gold choose: Dromea, Zeus
Crimson choose: Korine, Poseidon
Teal choose: Thyrsa, Athena
Violet choose: Phylax, Hera
Gold seed: H8
Crimson seed: B5
Teal seed: C2
Violet seed: G7
Gold seed: H4
Crimson seed: C7
Teal seed: E4
Violet seed: J5
Gold ruling: Gold, F7, "we start in the middle"
Gold ruling: Crimson, E3, "so do I"
Gold ruling: Teal, G5, "and I"
Gold ruling: Violet, F4, "and I"
Gold move: F6
Gold hold
Gold throw: F5
"""
"""A throw beside three heroes, two of whom are asked at once."""


@pytest.mark.alone
def test_several_phones_are_asked_at_once_and_the_first_in_priority_has_it(new_phone):
    ada, cleo, dan = new_phone(), new_phone(), new_phone()
    links = seated(ada, CROWD, "Gold")
    code = ada.code
    for phone, seat in ((cleo, "Teal"), (dan, "Violet")):
        phone.sit(links[seat])
        phone.live()
    ada.table(code)
    expect(ada.page.locator(".whose")).to_contain_text("Cleo and Dan")
    for phone in (cleo, dan):
        expect(phone.page.locator(".you")).to_be_visible()
        expect(phone.page.locator("a.verb", has_text="Intercept")).to_contain_text("1 of your 4 AP")
    dan.say("Intercept")
    expect(dan.told).to_contain_text("Phylax reaches for the ball.")
    expect(ada.page.locator(".whose")).to_contain_text("Cleo")
    cleo.say("Intercept")
    expect(dan.told).to_contain_text("Thyrsa holds the ball on G5.", timeout=1000)
    expect(
        dan.page.locator(".board").get_by_role("link", name=re.compile("Violet, Phylax"))
    ).to_have_attribute("aria-label", re.compile("AP: 4 of 5"))


def test_axe_is_content_with_the_reactions_and_the_lit_board(new_phone, axe):
    phone = new_phone(reduced_motion="reduce", viewport=TALL)
    faults_of = {}
    codes = {
        "met": phone.bring(MET),
        "crowd": phone.bring(CROWD),
        "new": phone.bring(MET.split("Gold choose")[0]),
    }
    for state in (
        "met",
        "met/do/move",
        "met/do/throw",
        "met/do/push?victim=Crimson",
        "crowd",
        "new",
        "new/do/choose",
    ):
        code, _, rest = state.partition("/")
        phone.go(f"/t/{codes[code]}{'/' if rest else ''}{rest}")
        faults_of[state] = scan(phone.page, axe)
    assert not any(faults_of.values()), report(faults_of)
