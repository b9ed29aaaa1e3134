"""High Heavens with a finger: gods, reach and chips at 390 px, and a set typed in on the phone."""

import random
import re
from pathlib import Path

from playwright.sync_api import expect

from companion.kernel import transcript
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from tests.browser.conftest import TALL
from tests.browser.test_pages import scan
from tests.games.heavens import PLAIN
from tests.sittings import sitting_text

GAME = shelf()["high-heavens"]
SEATS = {"Norse": "Ada", "Greek": "Ben"}
OPENED = (
    ("Norse", "invoke", {"god": "Thor", "hex": "D1"}),
    ("Norse", "invoke", {"god": "Odin", "hex": "C1"}),
    ("Norse", "ruling", {"thing": "Thor", "to": "D4", "why": "to the middle"}),
    ("Norse", "ruling", {"thing": "Zeus", "to": "D5", "why": "before Thor"}),
    ("Norse", "ruling", {"thing": "Action Lane", "to": "2", "why": "both again"}),
)


def told(table: Table, lines) -> Table:
    for seat, verb, answers in lines:
        table = table.say(seat, verb, answers)
    return table


def crowded() -> Table:
    """All twenty-four gods on the board, with chips of every kind."""
    table = Table.open(GAME, Opening(SEATS))
    box = table.state.box
    spaces = [space for space in box.board.spaces if space not in table.state.bases.values()]
    random.Random(4).shuffle(spaces)

    def set_to(thing, to):
        nonlocal table
        table = table.say("Norse", "ruling", {"thing": thing, "to": to, "why": "laid out"})

    for god in box.gods:
        if box.gods[god].health > table.state.bank["health"]:
            for other in tuple(table.state.at):
                if table.state.stack(other).health > 2:
                    set_to(f"Health under {other}", "2")
        set_to(god, spaces.pop())
    for thing, n in (
        ("Armor under Thor", 2),
        ("Poison under Zeus", 3),
        ("Trap under Loki", 2),
        ("Health under Hera", 0),
    ):
        set_to(thing, str(n))
    for what in ("4 Architecture", "2 Trap", "2 Armor"):
        set_to(spaces.pop(), what)
    return table


SIZES = (
    "[...document.querySelectorAll('%s')].map(e => e.getBoundingClientRect()).map(b => [b.width, b.height])"
)
LETTERS = SIZES % ".piece:not(.heap) text:first-of-type"
HEXES = SIZES % ".board .glow"
STATES = {
    "crowded": (crowded, "/t/{code}"),
    "a god": (lambda: told(Table.open(GAME, Opening(SEATS)), OPENED), "/t/{code}/look?thing=Thor"),
    "to which hex": (lambda: told(Table.open(GAME, Opening(SEATS)), OPENED), "/t/{code}/do/move?god=Thor"),
    "why": (crowded, "/t/{code}/why?thing=Zeus"),
    "on the table": (
        lambda: told(Table.open(GAME, Opening(SEATS, {"board": "table"})), OPENED[:0]),
        "/t/{code}",
    ),
    "the editor": (crowded, "/games/high-heavens/set"),
    "new": (crowded, "/games/high-heavens/new"),
}


def test_axe_is_content_and_text_has_contrast(new_phone, axe):
    phone = new_phone(viewport=TALL)
    for name, (moment, path) in STATES.items():
        code = phone.bring(transcript.write(moment()))
        phone.go(path.format(code=code))
        assert scan(phone.page, axe, seven=True) == [], name


def test_the_board_with_twenty_four_gods_fits_a_phone_and_a_finger(new_phone):
    phone = new_phone()
    code = phone.bring(transcript.write(crowded()))
    phone.table(code)
    assert phone.page.locator(".board .piece:not(.heap)").count() == 24 + 2
    board = phone.page.locator(".board").bounding_box()
    dock = phone.page.locator(".sheet").bounding_box()
    assert board["y"] + board["height"] <= dock["y"], "the whole board stands above the dock"
    assert min(height for _, height in phone.page.evaluate(LETTERS)) >= 11
    phone.go(f"/t/{code}/do/move?god=Thor")
    sizes = phone.page.evaluate(HEXES)
    assert sizes and min(min(size) for size in sizes) >= 44
    board, dock = (phone.page.locator(one).bounding_box() for one in (".board", ".sheet"))
    assert board["y"] + board["height"] <= dock["y"], "the whole board stands above the question"
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_god_is_tapped_then_a_hex_and_then_an_enemy(new_phone):
    phone = new_phone()
    code = phone.bring(transcript.write(told(Table.open(GAME, Opening(SEATS)), OPENED)))
    page = phone.table(code).page
    page.locator(".board a.why[aria-label='Thor on D4']").click()
    expect(page.locator(".look h2")).to_contain_text("Thor")
    expect(page.locator(".reach.strikes")).to_have_count(1)
    page.locator(".glow[aria-label='C5']").click()
    expect(phone.told).to_contain_text("Move Thor with its stack from D4 to C5.")
    page.locator(".board a.why[aria-label='Thor on C5']").click()
    page.locator(".glow[aria-label='D5, Zeus']").click()
    expect(phone.told).to_contain_text("Thor melee 3: take 3 Health chips from under Zeus (6 left).")
    expect(page.locator(".bank .chip-health")).to_contain_text("38")


def test_a_card_plays_itself_with_one_answer(new_phone):
    phone = new_phone()
    code = phone.bring(transcript.write(told(Table.open(GAME, Opening(SEATS)), OPENED)))
    page = phone.table(code).page
    phone.say("Ability", "Thor")
    expect(phone.told).to_contain_text("Thor, Thunderclap: 1 damage: take 1 Health chip from under Zeus")
    expect(page.locator(".whose h1")).to_have_text("Norse turn")


def test_a_card_by_hand_is_done_step_by_step_and_taken_back_as_one(new_phone):
    phone = new_phone()
    code = phone.bring(transcript.write(told(Table.open(GAME, Opening(SEATS, cards=PLAIN)), OPENED)))
    page = phone.table(code).page
    phone.say("Ability", "Thor")
    expect(page.locator(".whose h1")).to_have_text("Thor, Thunderclap, by hand")
    phone.say("Damage", "Zeus", "1")
    phone.say("Done")
    expect(page.locator(".whose h1")).to_have_text("Norse turn")
    page.get_by_role("button", name="undo").click()
    expect(phone.told).to_contain_text("Put 1 Health under Zeus.")
    expect(page.locator(".turn .pips")).to_have_attribute("aria-label", re.compile("2 of"))


def test_a_set_is_typed_in_looked_over_at_once_and_played_with(new_phone):
    phone = new_phone()
    phone.go("/games/high-heavens/set")
    page = phone.page
    page.fill("[name=name]", "My box")
    page.locator("#gods-1 summary").click()
    page.fill("[name=gods-1-health]", "99")
    page.press("[name=gods-1-health]", "Tab")
    fault = page.get_by_role("link", name="Thor, Health is 99; a whole number from 1 to 20 would be right.")
    expect(fault).to_be_visible()
    at = page.locator("#gods-1 .mend")
    expect(at).to_have_text("is 99; a whole number from 1 to 20 would be right")
    fault.click()
    page.fill("[name=gods-1-health]", "9")
    page.press("[name=gods-1-health]", "Tab")
    expect(page.get_by_text("Everything fits.")).to_be_visible()
    expect(at).to_have_count(0)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Keep as TOML").click()
    assert "health = 9" in Path(kept.value.path()).read_text("utf-8")
    page.get_by_role("button", name="Open a table").click()
    expect(page.get_by_text("My box").first).to_be_visible()
    phone.settle("phone", "all")
    phone.settle("option-first", "Norse")
    page.get_by_role("button", name="Open the table").last.click()
    phone.live()
    page.get_by_role("button", name="Skip the set-up").click()
    phone.say("Invoke", "Thor", "D1")
    expect(phone.told).to_contain_text("Put Thor on D1, on 9 Health chips.")


def test_an_effect_is_put_together_by_tapping_words(new_phone, axe):
    phone = new_phone()
    phone.go("/games/high-heavens/set")
    page = phone.page
    page.locator("#gods-1 summary").click()
    page.locator("#gods-1").get_by_role("button", name="Pick or put together").click()
    picking = page.locator("#gods-1 .picking")
    expect(picking.get_by_text("It says: 1 damage to every enemy god next to it.")).to_be_visible()
    assert scan(page, axe, seven=True) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for title, word in (("When", "on kill:"), ("What", "armor"), ("How much", "1"), ("Whom", "self")):
        picking.get_by_label(title, exact=True).select_option(word)
    picking.get_by_role("button", name="Add these words").click()
    effect = page.get_by_label("Effect may be empty").and_(page.locator("#gods-1-effect"))
    expect(effect).to_have_value("damage 1 enemies adjacent. on kill: armor 1 self")
    page.locator("#gods-1 .ready").get_by_text("revive 3 friend").click()
    expect(effect).to_have_value("revive 3 friend")
    expect(page.locator("#gods-1 .mend").first).to_contain_text(
        "the phone would do “Stand one of your gods up"
    )


def test_the_big_screen_is_read_from_three_metres(new_phone):
    phone = new_phone(viewport={"width": 1920, "height": 1080})
    over = sitting_text("high-heavens", "four-base").rstrip()
    going, *_won = over.rsplit("\n", 2)
    size = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    always = (".bank .coin", ".told p", ".now p")
    for text, seats in ((going, (".sides li",)), (over, (".numbers th", ".numbers td"))):
        phone.go(f"/t/{phone.bring(text)}/screen")
        for words in (*always, *seats):
            sizes = phone.page.locator(words).evaluate_all(size)
            assert sizes and min(sizes) >= 27, (words, sizes)
        assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
