"""Taps and swipes of whole played games: what one must tap next is in sight, or a swipe away."""

import pytest

from tests.tapped import Way, counted, deeds

BUDGET = {
    ("war-in-heaven", "commander"): 115,
    ("heaven-and-ale", "two"): 125,
    ("havoc-in-heaven", "whole-game"): 961,
    ("nine-mens-morris", "mills"): 48,
}
"""Taps with swipes; the taps alone are held lower in ``tests/test_taps_budget.py``."""
STILL = "document.styleSheets[0].insertRule('* { animation: none !important; }', 0)"
"""What has just come takes taps at once."""
HAND = """async ([page, on]) => {
    const base = document.querySelector('#table').dataset.base;
    if (window.seen !== page) {
        const text = await (await fetch(base + page)).text();
        const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('#table');
        document.querySelector('#table').replaceWith(document.adoptNode(fresh));
        window.seen = page;
    }
    const found = on.startsWith('/') ? [...document.querySelectorAll('#table a')]
        .filter(one => one.getAttribute('href') === base + on) : [...document.querySelectorAll(on)];
    if (!found.length) return `${on} is not on ${page}`;
    const clips = one => {
        const all = [];
        for (let up = one.parentElement; up !== document.body; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up);
            if (overflowX !== 'visible' || overflowY !== 'visible') all.push(up);
        }
        return all;
    };
    const screen = new DOMRect(0, 0, innerWidth, innerHeight), box = it => it.getBoundingClientRect();
    const inSight = (one, around) => {
        const all = [screen, box(one), ...around.map(box)], { width, height } = box(one);
        const left = Math.max(...all.map(it => it.left)), right = Math.min(...all.map(it => it.right));
        const top = Math.max(...all.map(it => it.top)), bottom = Math.min(...all.map(it => it.bottom));
        const enough = right - left > Math.min(38, width - 2) && bottom - top > Math.min(38, height - 2);
        return enough && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const ways = [['scrollTop', 'top', 'bottom', 'clientHeight', 'scrollHeight'],
        ['scrollLeft', 'left', 'right', 'clientWidth', 'scrollWidth']];
    const cost = one => {
        const fold = one.closest('details:not([open])');
        if (fold) fold.open = true;
        const around = clips(one), pairs = around.flatMap(it => ways.map(way => [it, way]));
        let swipes = fold ? 1 : 0;
        for (const [scroller, [way, start, end, size, whole]] of pairs) {
            while (scroller[whole] > scroller[size] + 1 && swipes < 9 && !inSight(one, around)) {
                const mine = box(one), all = box(scroller), was = scroller[way], over = mine[end] - all[end];
                const before = Math.min(0, mine[start] - all[start] - 8);
                const far = over > 0 ? over + 8 : before || scroller[size] / 2;
                scroller[way] += Math.sign(far) * Math.min(Math.abs(far), scroller[size] * .9);
                if (Math.abs(scroller[way] - was) < 1) break;
                swipes += 1;
            }
        }
        const seen = inSight(one, around);
        around.forEach(it => it.scrollTo({ left: 0, top: 0, behavior: 'instant' }));
        if (fold) fold.open = false;
        return seen ? swipes : 99;
    };
    return Math.min(...found.map(cost));
}"""
"""The swipes, and lists unfolded, before a place of a page is in sight where a finger finds it."""


def swipes(page, way: Way) -> int:
    """Return how often a finger swipes, or unfolds, before what it taps is in sight."""
    total = 0
    for tap in way:
        if tap.on:
            cost = page.evaluate(HAND, [tap.page, tap.on])
            assert isinstance(cost, int), cost
            total += cost
    return total


@pytest.mark.slow
@pytest.mark.parametrize("game, played", BUDGET)
def test_a_played_game_costs_no_more_taps_and_swipes_than_its_budget(new_phone, sitting, game, played):
    table, phones, taps, swiped = sitting(game, 0, played), {}, 0, []
    for step, ways in deeds(game, played):
        entry = step.entry
        if entry.seat not in phones:
            phones[entry.seat] = new_phone()
            table.sit(phones[entry.seat], entry.seat)
            phones[entry.seat].page.evaluate(STILL)
        page = phones[entry.seat].page
        page.evaluate("window.seen = null")
        more = min((swipes(page, way) for way in ways), default=0)
        swiped += [f"{entry.n}: {entry.seat} {entry.verb} {entry.answers}: {more}"] if more else []
        taps += counted(ways[0]) + more if ways else 1
        table.store.play(table.code, entry.seat, entry.verb, entry.answers)
    print(f"{game}: {taps} taps and swipes, {len(swiped)} with swipes", *swiped, sep="\n")
    assert taps <= BUDGET[game, played]
