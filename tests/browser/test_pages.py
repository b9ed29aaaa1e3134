"""Every page and state, by day and night: clean for axe-core, within its width, large enough for a thumb."""

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import TALL, lead
from tests.sittings import sitting_text

CHOICE = """Angels move: Militia 2, B4
Angels move: Militia 2, B5
Angels end-turn
Demons move: Fallen 2, B6
Demons move: Fallen 3, C6
Demons battle
"""
MIDDLE = """Angels deploy: Uriel, A1, Gabriel
Angels move: Militia 2, B4
Angels end-turn
Demons deploy: Asmodeus, A9, Baal
Demons move: Asmodeus, A8
Demons deploy: Belphegor, B9, Mammon + Leviathen
Demons end-turn
Angels recharge: Gabriel
Demons recharge: Baal
Angels move: Uriel, B3
Angels move: Militia 2, B5
Angels deploy: Zadkiel, A1, Jophiel + Raphael
Angels end-turn
Angels recharge: Jophiel
Demons move: Fallen 2, B6
Demons move: Fallen 3, C6
Demons move: Lucifer, C7
Demons end-turn
Angels recharge: Raphael
Demons recharge: Mammon
Angels move: Militia 3, C4
"""
STATES = {
    "a game of one’s own, begun": "/own/new",
    "home": "/",
    "all games": "/games",
    "about": "/about",
    "game": "/games/war-in-heaven",
    "new": "/games/war-in-heaven/new",
    "rules": "/games/war-in-heaven/rules",
    "looked up": "/games/war-in-heaven/rules?q=gate",
    "how to play": "/games/war-in-heaven/how-to-play",
    "laying": "/t/{fresh}/set-up",
    "first game": "/t/{learner}",
    "taught": "/t/{learner}/do/move?token=Michael",
    "how to play here": "/games/war-in-heaven/how-to-play?table={learner}",
    "sorry": "/nowhere",
    "set-up": "/t/{bare}",
    "first turn": "/t/{fresh}",
    "who moves": "/t/{fresh}/do/move",
    "where to": "/t/{fresh}/do/move?token=Michael",
    "which ally": "/t/{fresh}/do/deploy",
    "which pay": "/t/{fresh}/do/deploy?ally=Zadkiel&space=A1&paying=Gabriel",
    "sentence": "/t/{fresh}/do/deploy?ally=Uriel&space=A1&paying=Gabriel",
    "refused": "/t/{fresh}/do/battle",
    "number": "/t/{fresh}/do/ruling?thing=Round",
    "words": "/t/{fresh}/do/ruling?thing=Round&to=3",
    "seats": "/t/{fresh}/seats",
    "print": "/games/war-in-heaven/print",
    "print all": "/games/war-in-heaven/print?ink=saver&piece=cards&piece=board",
    "print refused": "/games/war-in-heaven/print?paper=b5",
    "print table": "/t/{fresh}/print?piece=tent",
    "empty log": "/t/{fresh}/log",
    "choice": "/t/{choice}/do/fell",
    "log": "/t/{choice}/log",
    "why": "/t/{choice}/why?thing=Militia%202",
    "my turn": "/t/{choice}",
    "screen": "/t/{choice}/screen",
    "over": "/t/{over}",
    "long log": "/t/{over}/log",
    "log page": "/t/{over}/log?before=5",
    "forget": "/t/{fresh}/forget",
    "finished screen": "/t/{over}/screen",
    "story": "/t/{over}/story",
    "story on a screen": "/t/{over}/screen/story",
    "what if": "/t/{over}/what-if?n=3",
    "report": "/t/{fresh}/report",
    "plays": "/plays",
    "people": "/people",
}
READ = {
    "home",
    "new",
    "rules",
    "looked up",
    "how to play",
    "laying",
    "first game",
    "set-up",
    "first turn",
    "which ally",
    "sentence",
    "seats",
    "log",
    "why",
    "over",
}
"""Whose text has a contrast of seven to one."""
HOME_WORDS = 150
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST, SEVEN_TO_ONE, LINKS = "color-contrast", "color-contrast-enhanced", "link-in-text-block"
"""What may be otherwise by night."""
SCAN = """async options => {
    const { violations } = await axe.run(document, options);
    const said = ({ id, nodes }) => nodes.map(node => `${id} ${node.target}: ${node.failureSummary}`);
    return violations.flatMap(said);
}"""
TAPS = ".sheet a, .sheet button, .sheet summary, .top a, .board .glow"
SMALL = """taps => [...document.querySelectorAll(taps)]
    .filter(one => one.checkVisibility({ visibilityProperty: true }))
    .map(one => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
    .map(([name, box]) => [name, box.width, box.height])"""


def scan(page: Page, axe: str, seven: bool = False) -> list[str]:
    """What axe-core has against this page by day, and against its colours by night.

    ``seven`` asks text for a contrast of seven to one, which leaves nothing to say to four and a half.
    """
    page.evaluate(axe)
    faults = {"resultTypes": ["violations"]}  # what is in order it need not describe
    contrast = SEVEN_TO_ONE if seven else CONTRAST
    by_day = {
        "runOnly": {"type": "tag", "values": ALL},
        "rules": {rule: {"enabled": rule == contrast} for rule in (SEVEN_TO_ONE, CONTRAST)},
        **faults,
    }
    result = page.evaluate(SCAN, by_day)
    page.emulate_media(color_scheme="dark")
    result += page.evaluate(SCAN, {"runOnly": {"type": "rule", "values": [contrast, LINKS]}, **faults})
    page.emulate_media(color_scheme="light")
    return result


def report(result: dict[str, list[str]]) -> str:
    """What was found, one line each."""
    return "\n".join(f"{state}: {' '.join(one.split())}" for state, wrong in result.items() for one in wrong)


def learner(phone) -> str:
    """A table before its first move at which a seat learns."""
    code: str = phone.open(plays="all")
    phone.go(f"/t/{code}/seats#absent")
    lead(phone.page.get_by_role("button", name="First game").first)
    return code


def brought(phone) -> dict[str, str]:
    """A table before its first move, one in the middle of a battle, and a finished one."""
    return {
        "bare": phone.open(plays="all", laid=False),
        "fresh": phone.open(plays="all"),
        "learner": learner(phone),
        "choice": phone.bring(CHOICE),
        "over": phone.bring(sitting_text("war-in-heaven", "resignation")),
    }


def test_axe_is_content_with_every_page_and_state(new_phone, axe):
    phone = new_phone(reduced_motion="reduce", viewport=TALL)
    codes = brought(phone)
    faults_of = {}
    for state, path in STATES.items():
        phone.go(path.format(**codes))
        if state == "set-up":
            phone.live()
        if wrong := scan(phone.page, axe, state in READ):
            faults_of[state] = wrong
    assert not faults_of, report(faults_of)


def test_the_watcher_and_the_waiting_phone_are_clean_too(new_phone, axe):
    ada, ben, eve = (new_phone(viewport=TALL) for _ in range(3))
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    eve.go(f"/t/{code}")
    for phone in (ben, eve):
        phone.live()
        assert not scan(phone.page, axe)
    eve.go(f"/t/{code}/seats")
    assert not scan(eve.page, axe)
    lead(eve.page.get_by_role("button", name="Ask for it").first)
    ada.table(code)
    expect(ada.page.get_by_text("asks to sit at")).to_be_visible()
    assert not scan(ada.page, axe)
    ada.page.get_by_label("Menu").click()
    assert not scan(ada.page, axe)
    ben.context.set_offline(True)
    expect(ben.page.get_by_text("No connection.")).to_be_visible()
    assert not scan(ben.page, axe)


def test_nothing_is_wider_than_the_screen(new_phone):
    phone = new_phone()
    codes = brought(phone)
    wide = {}
    for state, path in STATES.items():
        phone.go(path.format(**codes))
        for width in (360, 390, 430, 768, 1280):
            phone.page.set_viewport_size({"width": width, "height": 780})
            over = phone.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
            if over > 0:
                wide[state, width] = over
    assert not wide, wide


def test_what_a_thumb_taps_is_large_enough(new_phone):
    phone = new_phone()
    codes = brought(phone)
    small = []
    for state in ("set-up", "first turn", "which ally", "where to", "sentence", "choice", "over"):
        phone.go(STATES[state].format(**codes))
        small += [(state, *one) for one in phone.page.evaluate(SMALL, TAPS)]
    assert not small, small


def test_the_dock_and_the_board_stay_where_they_are(new_phone):
    phone = new_phone()
    phone.table(phone.open(plays="all"))
    board, line = phone.page.locator(".board"), phone.page.locator(".seat-line")
    before = board.bounding_box(), line.bounding_box()
    taps = (
        "a.verb >> text=Deploy",
        "a.answer >> text=Uriel",
        "a.answer >> text=A1",
        "a.answer >> text=Gabriel",
    )
    for tap in taps:
        phone.page.locator(tap).evaluate("one => one.closest('a, button').click()")
        phone.page.wait_for_timeout(200)
        assert (board.bounding_box(), line.bounding_box()) == before, tap


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_stepper_counts_up_and_down_and_holds_within_its_ends(new_phone, scheme):
    phone = new_phone(color_scheme=scheme)
    code = phone.open(plays="all")
    phone.go(f"/t/{code}/do/ruling?thing=Round")
    field = phone.page.get_by_role("spinbutton", name="To what?")
    less, more = (phone.page.get_by_role("button", name=name) for name in ("One less", "One more"))
    for target in (field, less, more):
        box = target.bounding_box()
        assert box and box["height"] >= 48 and box["width"] >= 48
    least, most = (int(field.get_attribute(end) or "") for end in ("min", "max"))
    expect(field).to_have_value(str(least))
    less.click()
    expect(field).to_have_value(str(least))
    for _ in range(most - least + 2):
        more.click()
    expect(field).to_have_value(str(most))
    expect(phone.page.locator(".stepper [role=status]")).to_have_text(str(most))
    _shot(phone.page, f"stepper-{scheme}.png")
    less.click()
    field.press("Enter")
    expect(phone.told).to_contain_text(f"Round is set to {most - 1} (by hand).")


def test_a_stepper_without_a_script_is_a_field_and_a_button(new_phone):
    phone = new_phone(java_script_enabled=False)
    code = phone.open(plays="all")
    phone.go(f"/t/{code}/do/ruling?thing=Round")
    expect(phone.page.get_by_role("button", name="One more")).to_be_hidden()
    phone.page.get_by_role("spinbutton").fill("2")
    lead(phone.page.get_by_role("button", name="Go on"))
    assert "to=2" in phone.page.url


def test_pictures_for_the_readme(new_phone):
    """Writes ``table.png`` and ``question.png`` where COMPANION_SCREENSHOTS says; else only looks."""
    day, night = new_phone(device_scale_factor=1.5), new_phone(device_scale_factor=1.5, color_scheme="dark")
    day.go(f"/t/{day.bring(MIDDLE)}")
    day.live()
    _picture(day.page, "table.png")
    night.go(f"/t/{night.bring(MIDDLE)}/do/move?token=Uriel")
    night.live()
    _picture(night.page, "question.png")


def _shot(page: Page, name: str) -> None:
    """A picture of the page where COMPANION_SCREENSHOTS says."""
    if there := os.environ.get("COMPANION_SCREENSHOTS"):
        page.screenshot(path=Path(there) / name)


def _picture(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    few = (
        Image.open(BytesIO(page.screenshot()))
        .convert("RGB")
        .quantize(256, kmeans=2, dither=Image.Dither.NONE)
    )
    picture = BytesIO()
    few.save(picture, "PNG", optimize=True)
    assert picture.tell() < 120_000, f"{name} has {picture.tell()} bytes"
    if there := os.environ.get("COMPANION_SCREENSHOTS"):
        Path(there).mkdir(parents=True, exist_ok=True)
        (Path(there) / name).write_bytes(picture.getvalue())


def test_home_has_two_screens_and_few_words_with_three_tables_running(new_phone):
    phone = new_phone()
    for _ in range(3):
        phone.open()
    phone.go("/")
    page = phone.page
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    assert len(page.locator("body").inner_text().split()) <= HOME_WORDS
    page.fill("#search", "dar")
    expect(page.get_by_role("link", name="Darts: cricket")).to_be_in_viewport(ratio=1)
