"""Other languages: longer words, and writing from right to left, cut nothing and hide no board."""

import pytest

from companion.words.catalogue import complete
from tests import sittings
from tests.browser.test_large_text import CUT, ZOOMED
from tests.browser.test_my_side import in_sight
from tests.browser.test_pages import STATES, brought
from tests.sittings import sitting_table

SIZES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
ON_A_WALL = {"finished screen", "story on a screen"}
"""Nobody zooms these by two hundred per cent."""
LONG = """addEventListener('DOMContentLoaded', () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), all = [];
    while (texts.nextNode()) all.push(texts.currentNode);
    const accents = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü', y: 'ý', A: 'Á', E: 'É', I: 'Í', O: 'Ö' };
    for (const one of all) {
        if (one.parentElement.closest('script, style, svg') || !/[a-z]{2}/i.test(one.data)) continue;
        const word = /[a-zA-Z]{3,}/g, grown = w => w + w.slice(-Math.ceil(w.length * .35));
        one.data = one.data.replace(word, grown).replace(/[aeiouyAEIO]/g, letter => accents[letter]);
    }
})"""
"""Words a third longer than English, with accents."""
TURNED = "addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })"
WAYS = {
    **{code: ({"locale": code}, "") for code in complete()},
    "long words": ({}, LONG),
    "right to left": ({}, TURNED),
}
ALONE = "document.documentElement.style.fontSize = '200%'"
"""Text at two hundred per cent, and nothing else."""
OVER = """() => {
    const of = (one) => one.getBoundingClientRect();
    const within = (p, q) => {
        const [left, top] = [Math.max(p.left, q.left), Math.max(p.top, q.top)];
        const [right, bottom] = [Math.min(p.right, q.right), Math.min(p.bottom, q.bottom)];
        return { left, top, right, bottom, width: right - left, height: bottom - top };
    };
    const lines = [], found = new Set();
    const shown = { contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement, range = document.createRange();
        if (!texts.currentNode.data.trim()) continue;
        if (one.closest('svg, .un, [hidden], option, script, style') || !one.checkVisibility(shown)) continue;
        const around = [];
        for (let up = one; up; up = up.parentElement) around.push([up, getComputedStyle(up)]);
        if (around.some(([, style]) => /sticky|fixed/.test(style.position))) continue;
        const clips = around.filter(([, style]) => style.overflowY !== 'visible').map(([up]) => of(up));
        range.selectNodeContents(texts.currentNode);
        for (const box of range.getClientRects()) {
            const seen = clips.reduce(within, box);
            if (seen.width > 4 && seen.height > 4) lines.push([one, seen]);
        }
    }
    for (const [n, [one, box]] of lines.entries()) {
        for (const [other, beside] of lines.slice(n + 1)) {
            const both = within(box, beside), low = 0.4 * Math.min(box.height, beside.height);
            if (one === other || both.width < 4 || both.height < low) continue;
            found.add(`${one.textContent.trim().slice(0, 30)} over ${other.textContent.trim().slice(0, 30)}`);
        }
    }
    return [...found];
}"""
"""Words that lie over words, as far as they are seen; what moves with the window may."""
MOMENTS = 3
OF_GAME = ("", "/new", "/rules", "/print", "/score")
GAMES = (*sittings.PLAYED, "draughts", "cribbage", "five-dice")
EACH = [(way, game) for way in WAYS for game in GAMES if way != "pl" or game == "war-in-heaven"]
"""Polish has one game."""


def speaking(new_phone, way):
    """Return a phone that reads in a language."""
    settings, script = WAYS[way]
    phone = new_phone(**settings)
    if script:
        phone.context.add_init_script(script)
    return phone


def cuts(page, state, *sizes):
    """Return what is cut on a page at each size; with its text alone at two hundred per cent, what lies over
    other words, too."""
    found = {}
    for text in ("", ALONE) if sizes == (*SIZES, ZOOMED) else ("",):
        page.evaluate(f"() => {{ {text} }}")
        for size in SIZES if text else sizes:
            page.set_viewport_size(size)
            if cut := [*page.evaluate(CUT), *(page.evaluate(OVER) if text else ())]:
                found[state, size["width"], text and "text"] = cut
    return found


@pytest.mark.parametrize("way", WAYS)
def test_no_page_is_cut_or_too_wide(new_phone, way):
    english, phone, found = new_phone(), speaking(new_phone, way), {}
    codes = brought(english)
    phone.context.add_cookies(english.context.cookies())
    for state, path in STATES.items():
        phone.go(path.format(**codes))
        found |= cuts(phone.page, state, *SIZES, *([] if state in ON_A_WALL else [ZOOMED]))
    assert not found, found


@pytest.mark.parametrize("way, game", EACH)
def test_no_page_of_a_game_or_box_is_cut_or_too_wide_at_two_hundred_per_cent(new_phone, way, game):
    phone, found = speaking(new_phone, way), {}
    for page in OF_GAME:
        phone.go(f"/games/{game}{page}")
        found |= cuts(phone.page, page, *SIZES, ZOOMED)
    assert not found, found


@pytest.mark.parametrize("game", sittings.PLAYED)
@pytest.mark.parametrize("way", WAYS)
def test_the_board_is_in_sight_and_nothing_beside_it_is_cut(new_phone, sitting, way, game):
    log, phone, found = sitting_table(game, sittings.PLAYED[game]).log, speaking(new_phone, way), {}
    for n in range(1, len(log) - 1, max(1, len(log) // MOMENTS)):
        table = sitting(game, n, sittings.PLAYED[game])
        for seat in (table.up, *[seat for seat in table.cookies if seat != table.up][:1]):
            table.sit(phone, seat)
            for size in SIZES:
                phone.page.set_viewport_size(size)
                phone.page.evaluate("new Promise(requestAnimationFrame)")
                cut, seen = phone.page.evaluate(CUT), in_sight(phone.page)
                if cut or seen < 0.99:
                    found[n, seat, size["width"]] = [*cut, round(seen, 3)]
            found |= cuts(phone.page, (n, seat), *SIZES, ZOOMED)
    assert not found, found
