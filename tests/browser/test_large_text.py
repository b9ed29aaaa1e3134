"""Large text, the page zoomed to 200 % or its type alone: nothing is cut, and nothing scrolls sideways."""

import pytest

CUT = """() => {
    const wide = document.scrollingElement.scrollWidth - innerWidth;
    const found = wide > 0 ? [`${wide} px too wide`] : [];
    for (const one of document.querySelectorAll('body *')) {
        if (one.closest('svg, .un, .skip, input, [hidden], details:not([open]) > summary')) continue;
        if (!one.clientWidth || !one.checkVisibility({ visibilityProperty: true })) continue;
        const { overflowX, overflowY } = getComputedStyle(one);
        const across = /hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1;
        const down = /hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 2;
        const words = one.textContent.trim().slice(0, 40);
        if (across || down) found.push(`cut: ${one.className} ${words}`);
    }
    return found;
}"""
"""What is wider than the page, or does not fit where it stands."""
TYPE = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });"
ZOOMED = {"width": 195, "height": 422}


@pytest.mark.parametrize("how", ["zoom", "type"])
@pytest.mark.parametrize("game", ["heaven-and-ale", "high-heavens", "war-in-heaven"])
def test_two_hundred_per_cent_cuts_nothing(new_phone, sitting, game, how):
    table, phone = sitting(game), new_phone(**({"viewport": ZOOMED} if how == "zoom" else {}))
    if how == "type":
        phone.context.add_init_script(TYPE)
    table.sit(phone, table.up)
    cut = {"the table": phone.page.evaluate(CUT)}
    verb = phone.page.locator("a.verb").first.get_attribute("href")
    pages = [verb, f"/t/{table.code}/seats", f"/t/{table.code}/log", f"/t/{table.code}/screen"]
    pages += [f"/games/{game}", f"/games/{game}/new", f"/games/{game}/rules", f"/games/{game}/print"]
    if game == "heaven-and-ale":
        pages += ["/", f"/games/{game}/score?wood1=9"]
    for page in pages:
        phone.go(page)
        cut[page] = phone.page.evaluate(CUT)
    assert not any(cut.values()), {page: result for page, result in cut.items() if result}


def test_at_two_hundred_per_cent_nothing_lies_over_the_board(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone(viewport=ZOOMED)
    table.sit(phone, table.up)
    low = phone.page.locator(".low").bounding_box()
    board = phone.page.locator(".field .board").bounding_box()
    assert low and board and low["y"] >= board["y"] + board["height"] - 1
