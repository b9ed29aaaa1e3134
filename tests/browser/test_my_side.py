"""My side first: who I am, what is mine, and the board in sight, on every size of phone and screen."""

import pytest
from playwright.sync_api import Page, expect

from companion.kernel.shelf import shelf
from companion.kernel.sittings import usual_opening

GAMES = [
    key
    for key, game in shelf().items()
    if game.view(game.setup(usual_opening(game, min(game.players)))).picture
]
"""Those that have a board."""
SMALL, SIDEWAYS, TABLET, LARGE = (
    {"width": width, "height": height}
    for width, height in ((360, 640), (844, 390), (1024, 768), (1920, 1080))
)
IN_SIGHT = """() => {
    const board = document.querySelector('.field .board').getBoundingClientRect();
    const over = [...document.querySelectorAll('.sheet, .told, .turn, .beside, .panels')]
        .map(one => one.getBoundingClientRect())
        .filter(one => one.left < board.right - 1 && one.right > board.left + 1 && one.top > board.top);
    const low = Math.min(innerHeight, ...over.map(one => one.top));
    return Math.max(0, Math.min(board.bottom, low) - Math.max(0, board.top)) / board.height;
}"""
"""The part of the board's height that nothing covers, at the start of the page."""


def in_sight(page: Page) -> float:
    """How much of the board one sees."""
    return float(page.evaluate(IN_SIGHT))


def size(page: Page, what: str) -> dict[str, float]:
    """Where it lies."""
    box = page.locator(what).bounding_box()
    assert box, what
    return dict(box)


@pytest.mark.parametrize("game", GAMES)
def test_the_dock_leaves_the_board_in_sight_on_a_small_phone(new_phone, sitting, game):
    table, phone = sitting(game), new_phone(viewport=SMALL)
    table.sit(phone, table.up)
    assert in_sight(phone.page) >= 0.92
    href = phone.page.locator("a.verb").first.get_attribute("href")
    assert href
    phone.go(href)
    expect(phone.page.locator(".ask")).to_be_visible()
    assert in_sight(phone.page) >= (0.95 if phone.page.locator(".glow").count() else 0.65)
    other = new_phone(viewport=SMALL)
    table.sit(other, table.waits)
    assert in_sight(other.page) >= 0.94


@pytest.mark.parametrize("said", [14, 80])
@pytest.mark.parametrize("game", GAMES)
def test_no_row_of_the_board_is_covered_in_one_s_turn(new_phone, sitting, game, said):
    table, phone = sitting(game, said), new_phone()
    table.sit(phone, table.up)
    for size in ({"width": 390, "height": 844}, {"width": 412, "height": 915}, {"width": 430, "height": 932}):
        phone.page.set_viewport_size(size)
        assert in_sight(phone.page) >= 0.99, size


@pytest.mark.parametrize("game", GAMES)
def test_on_its_side_and_on_a_tablet_the_board_is_the_table(new_phone, sitting, game):
    table, phone = sitting(game), new_phone(viewport=SIDEWAYS)
    table.sit(phone, table.up)
    for viewport in (SIDEWAYS, TABLET, LARGE):
        phone.page.set_viewport_size(viewport)
        board, panel = size(phone.page, ".field .board"), phone.page.locator(".panel").first
        assert in_sight(phone.page) == 1, viewport
        across = max(board["width"] / viewport["width"], board["height"] / viewport["height"])
        assert across > 0.85, (viewport, board)
        expect(panel).to_be_in_viewport()
        assert phone.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), viewport


def test_an_edge_says_who_i_am_and_mine_comes_first(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    for phone, words, seat in ((ada, "You are Angels", "Angels"), (ben, "You are Demons", "Demons")):
        phone.table(code)
        for viewport in ({"width": 390, "height": 844}, SMALL, SIDEWAYS, TABLET):
            phone.page.set_viewport_size(viewport)
            expect(phone.page.locator(".me")).to_contain_text(words)
            expect(phone.page.locator(".me")).to_be_in_viewport(ratio=1)
        expect(phone.page.locator(".panel h2").first).to_contain_text(seat)
    expect(ben.page.locator(".me")).to_contain_text("Ben")
    ben.page.set_viewport_size(SMALL)
    expect(ben.page.locator(".panel h2").first).to_be_in_viewport()
    expect(ben.page.get_by_text("Put your phone down")).to_have_count(0)


def test_one_phone_for_all_seats_needs_no_edge(new_phone):
    phone = new_phone()
    phone.table(phone.open(plays="all"))
    expect(phone.page.locator(".me")).to_have_count(0)


def test_a_key_skips_from_the_head_to_what_one_can_do(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone()
    table.sit(phone, table.up)
    phone.page.keyboard.press("Tab")
    expect(phone.page.get_by_role("link", name="To your actions")).to_be_focused()
    expect(phone.page.locator(".skip")).to_be_in_viewport()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("document.activeElement.matches('.dock .verb, .dock summary')")


COPIED = """async () => {
    const held = [];
    document.addEventListener('copy', () => held.push(getSelection().toString()));
    document.querySelector('.chair [data-link]:not([data-way])').click();
    await new Promise(done => setTimeout(done, 100));
    return held;
}"""


def test_a_link_is_copied_on_plain_http_and_shared_where_the_phone_can(new_phone):
    phone = new_phone()
    phone.go(f"/t/{phone.open()}/seats")
    chair = phone.page.locator(".chair").first
    chair.locator("summary").click()
    phone.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    held = phone.page.evaluate(COPIED)
    url = chair.locator(".url").inner_text()
    assert held == [url] and url.startswith("http")
    expect(chair.get_by_role("status")).to_have_text("Copied.")
    expect(chair.get_by_role("button", name="Share")).to_be_hidden()
    phone.context.add_init_script(
        "navigator.share = given => { window.given = given; return Promise.resolve(); }"
    )
    phone.page.reload()
    chair.locator("summary").click()
    chair.get_by_role("button", name="Share").click()
    assert phone.page.evaluate("window.given.url") == url


def test_a_chip_of_two_lines_keeps_its_words(new_phone, sitting):
    table, phone = sitting("war-in-heaven", 0), new_phone(viewport=SMALL)
    table.sit(phone, table.up)
    phone.page.locator("a.verb").first.click()
    chip = phone.page.locator(".chips li").first
    chip.locator("a").evaluate(
        "one => one.textContent = 'Sell the card that moves the brewmaster four steps on'"
    )
    box, words = chip.bounding_box(), chip.locator("a").bounding_box()
    assert box and words and words["height"] > 44
    assert words["height"] <= box["height"] + 8, "44 px to tap reach 4 px beyond the pill, words never"


def test_one_thing_is_one_thing(new_phone, sitting):
    """A list of one says so, and the same verb has one name wherever it stands."""
    table, phone = sitting("heroball", 0), new_phone()
    table.sit(phone, table.waits)
    expect(phone.page.locator(".whose p")).to_have_text("Ada")
    table.sit(phone, table.up)
    expect(phone.page.locator(".whose")).to_contain_text("Up to you")


def test_two_fingers_make_the_board_larger_and_a_move_keeps_it_so(new_phone, sitting):
    table, phone = sitting("war-in-heaven", 0), new_phone()
    table.sit(phone, table.up)
    touch = phone.context.new_cdp_session(phone.page)
    board = phone.page.locator(".field > .board")
    small = board.bounding_box()
    assert small
    x, y = small["x"] + small["width"] / 2, small["y"] + small["height"] / 2
    for kind, apart in (("touchStart", 40), ("touchMove", 70), ("touchMove", 100), ("touchEnd", None)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    large = board.bounding_box()
    assert large and large["width"] == pytest.approx(small["width"] * 2.5, rel=0.05)
    assert large["x"] + large["width"] / 2 == pytest.approx(x, abs=4), "its middle stayed under the fingers"
    assert phone.page.evaluate("visualViewport.scale") == 1, "the page itself did not grow"
    phone.page.locator(".board a.why, .board a.start").first.dispatch_event("click")
    expect(phone.page.locator(".ask")).to_be_visible()
    assert board.bounding_box() == large, "also where the board has more room now than while it was laid"
    phone.page.get_by_role("button", name="Whole board").click()
    whole = board.bounding_box()
    phone.page.reload()
    assert board.bounding_box() == whole, "as if two fingers had never been there"
    expect(phone.page.locator(".whole-board")).to_be_hidden()
    assert "user-scalable" not in phone.page.content() and "maximum-scale" not in phone.page.content()
