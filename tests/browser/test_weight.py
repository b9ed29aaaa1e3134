"""What a table costs a phone: bytes of its first load, and how much page there is to lay out."""

import pytest

BYTES = """() => {
    const sent = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));
    return sent.reduce((sum, one) => sum + one.encodedBodySize, 0);
}"""
LARGE = "() => [document.querySelectorAll('*').length, document.scrollingElement.scrollHeight]"
SLOW = {"width": 412, "height": 823}


@pytest.mark.parametrize("game", ["heaven-and-ale", "high-heavens"])
def test_a_table_s_first_load_is_light_and_its_page_is_not_endless(new_phone, sitting, game):
    table, phone = sitting(game), new_phone(viewport=SLOW)
    table.sit(phone, table.up)
    assert phone.page.evaluate(BYTES) <= 60_000
    nodes, height = phone.page.evaluate(LARGE)
    assert nodes <= 1500 and height <= 5300, (nodes, height)


def test_the_other_side_s_gods_are_folded_and_open_with_a_tap(new_phone, sitting):
    table, phone = sitting("high-heavens"), new_phone(viewport=SLOW)
    table.sit(phone, table.up)
    folded = phone.page.locator(".panel .folded").first
    assert not folded.locator(".card").first.is_visible()
    folded.locator("summary").click()
    assert folded.locator(".card").first.is_visible()
