"""Twelve screens before they were made to show less, and now, measured on a phone of 390 by 844."""

from typing import NamedTuple

import pytest

from tests.browser.conftest import PHONE
from tests.browser.one_page import MEASURE, open_at, states

PAGE = """() => {
    const seen = [...document.querySelectorAll('body *')]
        .filter(one => !one.closest('svg, .un, script, style') && one.checkVisibility());
    const words = seen.flatMap(one => [...one.childNodes]).filter(one => one.nodeType === 3)
        .map(one => one.data.trim()).filter(Boolean).join(' ').split(/\\s+/).length;
    return { height: document.documentElement.scrollHeight, words };
}"""
"""How high a page is, and how many words are shown on all of it."""


class Before(NamedTuple):
    """What an audit of commit 982b259 found; zero where it measured nothing."""

    width: int = 0
    strips: int = 0
    target: int = 0
    height: int = 0
    words: int = 0


TABLES = {
    ("war-in-heaven", "first turn"): Before(206, 7, 39),
    ("war-in-heaven", "solo"): Before(163),
    ("heroball", "set-up"): Before(324, target=29),
    ("heroball", "question"): Before(376, target=34),
    ("heroball", "waiting"): Before(420),
    ("high-heavens", "first turn"): Before(target=32),
    ("heaven-and-ale", "set-up"): Before(target=26),
    ("heaven-and-ale", "first turn"): Before(target=29),
    ("havoc-in-heaven", "turn"): Before(target=47),
}
PAGES = {
    "/": Before(height=5796, words=1002),
    "/games/heaven-and-ale/score?players=4": Before(height=5084),
}
HOME, SEATS = (1688, 150), 844


def row(screen: str, before: Before, **now: float) -> str:
    """Return a line of the table: each figure before and now."""
    told = (
        f"{name} {getattr(before, name) or '?'} -> {now[name]:g}" for name in Before._fields if name in now
    )
    return f"{screen}: {', '.join(told)}"


@pytest.mark.parametrize("game", dict.fromkeys(game for game, _ in TABLES))
def test_nine_states_of_tables_before_and_now(new_phone, sitting, game):
    phone = new_phone()
    phone.context.add_init_script("navigator.vibrate = () => true")  # nobody touches this phone
    for state in states(sitting, game):
        if before := TABLES.get((game, state[0])):
            open_at(phone, state)
            now = phone.page.evaluate(MEASURE)
            now |= {"strips": len(now["strips"])}
            print(
                row(
                    f"{game}, {state[0]}",
                    before,
                    **{name: now[name] for name in ("width", "strips", "target", "words")},
                )
            )
            assert now["width"] >= 350 and now["strips"] <= 4 and now["target"] >= 40


def test_three_pages_before_and_now(new_phone):
    phone = new_phone()
    for page, before in PAGES.items():
        phone.go(page)
        now = phone.page.evaluate(PAGE)
        print(row(page, before, **now))
        assert page != "/" or (now["height"] <= HOME[0] and now["words"] <= HOME[1])
    phone.open()
    phone.go(f"/t/{phone.code}/seats")
    now = phone.page.evaluate(PAGE)
    print(row("seats", Before(height=3105), **now))
    assert now["height"] <= SEATS == PHONE["height"]
