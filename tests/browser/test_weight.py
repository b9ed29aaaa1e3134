"""What a table costs a phone: bytes of its first load, and how much page there is to lay out."""

import pytest
from playwright.sync_api import expect

from companion.kernel.shelf import shelf
from tests.colours import contrast

BYTES = """() => {
    const sent = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));
    return sent.reduce((sum, one) => sum + one.encodedBodySize, 0);
}"""
PICTURES = """() => performance.getEntriesByType('resource')
    .map((one) => new URL(one.name)).filter((one) => one.pathname.startsWith('/pictures/'))
    .map((one) => one.pathname + one.search)"""
LARGE = "() => [document.querySelectorAll('*').length, document.scrollingElement.scrollHeight]"
SLOW = {"width": 412, "height": 823}


@pytest.mark.parametrize("game", sorted(shelf()))
def test_a_table_s_first_load_is_light_and_its_page_is_not_endless(new_phone, sitting, game):
    table, phone = sitting(game), new_phone(viewport=SLOW)
    table.sit(phone, table.up)
    assert phone.page.evaluate(BYTES) <= 60_000
    nodes, height = phone.page.evaluate(LARGE)
    assert nodes <= 1500 and height <= 5000, (nodes, height)


def test_the_pictures_of_a_list_come_as_it_comes_into_sight(new_phone, sitting):
    table, phone = sitting("high-heavens"), new_phone(viewport=SLOW)
    table.sit(phone, table.up)
    folded = phone.page.locator(".panel .folded").first
    last = folded.locator(".card .pic").last
    before = phone.page.evaluate(PICTURES)
    assert len(before) <= 24 and not last.get_attribute("href")
    folded.locator("summary").click()
    last.scroll_into_view_if_needed()
    expect(last).to_have_attribute("href", last.get_attribute("data-href"))
    phone.page.wait_for_function(
        f"name => ({PICTURES})().includes(name)", arg=last.get_attribute("href")[:-2]
    )
    fetched = phone.page.evaluate(PICTURES)
    assert len(fetched) == len(set(fetched)), "each is fetched once"


def test_without_a_script_a_list_shows_letters(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone(java_script_enabled=False)
    name, value = table.cookies[table.up].split("=", 1)
    phone.context.add_cookies([{"name": name, "value": value, "url": phone.house.url}])
    phone.go(f"/t/{table.code}")
    assert phone.page.locator(".panel .tok text").first.is_visible()


def test_the_other_side_s_gods_are_folded_and_open_with_a_tap(new_phone, sitting):
    table, phone = sitting("high-heavens"), new_phone(viewport=SLOW)
    table.sit(phone, table.up)
    folded = phone.page.locator(".panel .folded").first
    assert not folded.locator(".card").first.is_visible()
    folded.locator("summary").click()
    assert folded.locator(".card").first.is_visible()


ON_PIECES = """() => [...document.querySelectorAll('.board .piece .pic, .tok .pic[href]')].map((pic) => {
    const piece = getComputedStyle(pic.closest('.piece, .tok'));
    const under = pic.closest('.bare') ? '--page' : '--fill';
    const lit = document.createElement('canvas').getContext('2d');
    const hex = (colour) => { lit.fillStyle = colour; return lit.fillStyle; };
    const ground = pic.closest('.ball') ? '#fff7e2' : piece.getPropertyValue(under).trim();
    return [hex(getComputedStyle(pic).fill), hex(ground)];
})"""


@pytest.mark.parametrize("looks", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}], ids=str)
@pytest.mark.parametrize("game", sorted(shelf()))
def test_a_picture_stands_out_from_its_piece(new_phone, sitting, game, looks):
    table, phone = sitting(game, 40), new_phone(**looks)
    table.sit(phone, table.up)
    pairs = {tuple(pair) for pair in phone.page.evaluate(ON_PIECES)}
    assert len(pairs) >= 1
    for pair in pairs:
        assert contrast(*pair) >= 4.5, pair
