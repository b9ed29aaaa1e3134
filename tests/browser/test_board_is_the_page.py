"""The board is the page: in every kind of state it is wide and whole, and little else is there."""

import pytest

from tests.browser.one_page import MEASURE, open_at, states
from tests.sittings import PLAYED

PHONE, SMALL = {"width": 390, "height": 844}, {"width": 360, "height": 640}
WIDE, STRIPS, FINGER = 350, 4, 40
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => list.getEntries().forEach(one => { shifted += one.value; }))
        .observe({ type: 'layout-shift' });
}"""
"""Count how far things move by themselves from now on."""
SHEET = "() => Math.round(document.querySelector('.sheet').getBoundingClientRect().top)"


def wrong(page) -> list[str]:
    """Return what a state does not keep, at both sizes of a phone."""
    page.set_viewport_size(PHONE)
    page.evaluate("new Promise(requestAnimationFrame)")
    seen = page.evaluate(MEASURE)
    found = [f"{seen['width']} px wide"] if seen["width"] < WIDE else []
    found += [f"{seen['whole']} in sight"] if seen["whole"] < 1 else []
    found += [f"strips: {seen['strips']}"] if len(seen["strips"]) > STRIPS else []
    found += [f"{seen['target']} px: {seen['smallest']}"] if seen["target"] < FINGER else []
    page.set_viewport_size(SMALL)
    page.evaluate("new Promise(requestAnimationFrame)")
    seen = page.evaluate(MEASURE)
    found += [f"{seen['whole']} in sight on a small phone"] if seen["whole"] < 0.9 else []
    return found


def check(sitting, new_phone, game: str, parts: list[float]) -> None:
    """Look at every state after some parts of a game, and at the size of the board in one turn."""
    phone, found, sizes = new_phone(), {}, {}
    phone.context.add_init_script("navigator.vibrate = () => true")  # nobody touches this phone
    for part in parts:
        for state in states(sitting, game, part):
            phone.page.set_viewport_size(PHONE)
            open_at(phone, state)
            sizes[part, state[0]] = phone.page.evaluate(MEASURE)["size"]
            if faults := wrong(phone.page):
                found[part, state[0]] = faults
    assert not found, "\n".join(f"{at}: {faults}" for at, faults in found.items())
    assert len({str(size) for size in sizes.values()}) == 1, sizes


@pytest.mark.parametrize("game", PLAYED)
def test_the_board_is_wide_and_whole_and_at_most_four_strips_stand_beside_it(new_phone, sitting, game):
    check(sitting, new_phone, game, [0.5])


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED)
def test_the_same_at_many_moments_of_a_whole_game(new_phone, sitting, game):
    check(sitting, new_phone, game, [n / 12 for n in range(12)])


@pytest.mark.parametrize("game", PLAYED)
def test_nothing_moves_by_itself_as_the_turn_passes(new_phone, sitting, game):
    state = next(state for state in states(sitting, game) if state[0] == "waiting")
    ada, ben = new_phone(), new_phone()
    open_at(ben, state)
    state[1].sit(ada, state[1].up)
    at = ben.page.locator("#table").get_attribute("data-at")
    tops = []
    for _ in state[1].steps_on():
        tops.append(ben.page.evaluate(SHEET))
        ben.page.evaluate(SHIFTS)
        ben.page.wait_for_function("at => document.querySelector('#table').dataset.at !== at", arg=at)
        ben.page.wait_for_timeout(400)
        at = ben.page.locator("#table").get_attribute("data-at")
    assert len(set(tops)) == 1, "while another plays, what I can do stays where it is"
    assert ben.page.evaluate("shifted") <= 0.02
