"""Heaven & Ale on a phone: a garden to tap, and the final score as one types."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import TALL, lead
from tests.browser.test_pages import report, scan
from tests.sittings import sitting_text

SCORE = "/games/heaven-and-ale/score"
LATE = (
    f"{SCORE}?players=3&wood1=5&yeast1=7&hops1=7&water1=7&barley1=7&brewmaster1=9&ducats1=30&large2=2&card2=1"
)


def played(lines: int) -> str:
    """The beginning of a sitting of four, with so many entries."""
    text = sitting_text("heaven-and-ale", "four").splitlines()
    start = text.index("") + 1
    return "\n".join(text[: start + lines]) + "\n"


def test_axe_is_content_with_board_and_score(new_phone, axe):
    phone = new_phone(reduced_motion="reduce", viewport=TALL)
    code = phone.bring(played(20))
    track = phone.bring(sitting_text("heaven-and-ale", "track").split("Gold end-round")[0])
    over = phone.bring(sitting_text("heaven-and-ale", "three"))
    faults_of = {}
    for path in (
        f"/t/{code}",
        f"/t/{code}/do/buy",
        f"/t/{code}/do/buy?space=R12&colour=hops&number=2",
        f"/t/{code}/do/score?space=ABC3",
        f"/t/{track}",
        f"/t/{track}/do/plus",
        f"/t/{over}",
        SCORE,
        LATE,
        f"{SCORE}?wood1=21&first1=1&first2=1",
    ):
        phone.go(path)
        if wrong := scan(phone.page, axe, seven=True):
            faults_of[path] = wrong
        if phone.page.evaluate("document.documentElement.scrollWidth") > 390:
            faults_of[path] = [*faults_of.get(path, []), "is wider than the screen"]
    assert not faults_of, report(faults_of)


def test_a_tile_is_bought_with_taps_on_the_board(new_phone):
    """Space, colour, number, spot: two of the four on the picture, none of them narrower than a finger."""
    phone = new_phone()
    phone.bring(played(20))
    phone.table(phone.code)
    page = phone.page
    page.locator("a.verb", has_text="Buy a resource").click()
    page.locator(".glow[aria-label^='R12']").click()
    page.locator("a.answer", has_text="Hops").click()
    page.locator("a.answer:has(b:text-is('2'))").click()
    expect(page.get_by_text("On which spot of your garden?")).to_be_visible()
    boxes = [glow.bounding_box() for glow in page.locator(".board .glow").all()]
    assert len(boxes) == 28 and all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    page.locator(".glow[aria-label^='C6']").click()
    expect(phone.told).to_contain_text("Put hops 2 on C6, in the sun.")


TAPPED = """async (places) => {
  const quick = window.fetch;
  window.fetch = async (...asked) => {
    await new Promise((go) => setTimeout(go, 100));
    return quick(...asked);
  };
  const tap = (button) => { button.click(); return new Promise((go) => setTimeout(go, 40)); };
  await tap(document.querySelector("button[name=seats][value='4']"));
  while (!document.querySelector("#player-4")) await new Promise((go) => setTimeout(go, 40));
  for (const [n, row] of places.entries())
    for (const at of row) await tap(document.querySelector(`button[name=place${n + 1}][value='${at}']`));
}"""
"""Four players, then each marker on its place, the taps 40 ms apart, the answers late."""


def test_score_taps_in_quick_succession_are_all_kept(new_phone):
    phone = new_phone()
    phone.go(SCORE)
    page, markers = phone.page, ("wood", "yeast", "hops", "water", "barley", "brewmaster")
    places = [[5, 8, 3, 2, 6, 9], [7, 4, 4, 10, 3, 12], [2, 2, 2, 2, 2, 6], [11, 9, 8, 7, 6, 10]]
    page.evaluate(TAPPED, places)
    for n, row in enumerate(places, 1):
        for marker, at in zip(markers, row, strict=True):
            expect(page.locator(f"#{marker}{n}")).to_have_value(str(at))
    expect(page.locator(".chip-of[aria-pressed=true]")).to_have_count(4)
    expect(page).to_have_url(re.compile("brewmaster4=10"))
    page.reload()
    assert [[page.input_value(f"#{marker}{n}") for marker in markers] for n in range(1, 5)] == [
        [str(at) for at in row] for row in places
    ], "the address holds them, too"


def test_what_is_typed_while_an_answer_is_late_stays(new_phone):
    phone = new_phone()
    phone.go(f"{SCORE}?ducats1=5")
    page = phone.page
    page.evaluate(TAPPED.replace("setTimeout(go, 100)", "setTimeout(go, 400)"), [])
    page.fill("#ducats1", "20")
    page.wait_for_timeout(300)  # the answer to 20 is on its way
    page.fill("#ducats1", "30")
    page.locator("#large1").focus()
    expect(page).to_have_url(re.compile("ducats1=30"))
    assert page.input_value("#ducats1") == "30"


def test_the_score_lives_as_one_types_and_taps(new_phone):
    phone = new_phone()
    phone.go(SCORE)
    page = phone.page
    places = {"wood": 10, "yeast": 8, "hops": 8, "water": 8, "barley": 0, "brewmaster": 12}
    for marker, place in places.items():
        expect(page.locator("#player-1 input[name='at1']")).to_have_value(marker)
        page.locator(f"#player-1 .place[value='{place}']").click()
    expect(page.locator("#player-1 input[name='at1']")).to_have_value("wood")
    page.fill("#ducats1", "20")
    page.fill("#large1", "1")
    page.fill("#small1", "1")
    page.check("input[name='card1']")
    page.check("input[name='first1']")
    expect(page.locator("#player-1 .sum")).to_have_text("33")
    assert "wood1=10" in page.url and "first1=1" in page.url, "the address holds the whole input"
    page.locator("#player-1 .typed summary").click()
    page.locator("#wood1").fill("")
    page.locator("#wood1").press_sequentially("15", delay=150)
    expect(page.locator("#player-1 .sum")).to_have_text("37")
    expect(page.locator("#wood1")).to_be_focused()
    page.reload()
    expect(page.locator("#player-1 .sum")).to_have_text("37")
    page.fill("#ducats1", "-3")
    expect(page.get_by_text("a whole number from 0 to 999 would be right")).to_be_visible()


ENDS = {
    1: ([9, 10, 4, 7, 3, 2], "33", 2, 0),
    2: ([5, 8, 3, 2, 6, 9], "40", 0, 1),
    3: ([7, 4, 4, 10, 3, 12], "28", 1, 0),
    4: ([15, 1, 5, 2, 3, 6], "12", 0, 1),
}
"""Player to where the markers stand, the ducats, the large and the small barrels."""


def test_the_score_of_four_takes_forty_inputs_on_three_screens(new_phone):
    """From the home page, on a phone that counted for four before."""
    phone = new_phone()
    phone.go(f"{SCORE}?players=4")
    page = phone.page
    page.fill("#name1", "Anna")
    expect(page).to_have_url(re.compile("name1=Anna"))
    phone.go("/")
    inputs = 0

    def tap(what):
        nonlocal inputs
        inputs += 1
        what.click()

    tap(page.get_by_role("link", name="Heaven & Ale: final score"))
    expect(page.locator("#name1")).to_have_value("Anna")
    for n, (markers, ducats, large, small) in ENDS.items():
        player = page.locator(f"#player-{n}")
        for at in markers:
            tap(player.locator(f".place[value='{at}']"))
        expect(player.locator(f"#ducats{n}")).to_be_focused()
        page.keyboard.type(ducats)
        inputs += len(ducats)
        for taps, what in ((large, "large barrels"), (small, "small barrels")):
            for _ in range(taps):
                tap(player.get_by_role("button", name=f"One more: {what}"))
    tap(page.locator("#player-1").get_by_label("First player"))
    tap(page.locator("#player-3").get_by_label("Barrel card placed"))
    expect(page).to_have_url(re.compile("card3=1"))
    expect(page.locator(".tally h2")).to_have_text(re.compile("wins?$"))
    for n, (_, ducats, large, small) in ENDS.items():
        held = [page.input_value(f"#{field}{n}") for field in ("ducats", "large", "small")]
        assert held == [ducats, str(large), str(small)]
    height = page.evaluate("document.documentElement.scrollHeight")
    print(f"{inputs} inputs, {height} px")
    assert inputs <= 40 and height <= 3 * 844
    tap(page.locator(".tally summary").first)
    expect(page.locator(".tally details[open]").get_by_text("What if")).to_be_visible()


def test_the_score_works_as_a_plain_form(new_phone):
    phone = new_phone(java_script_enabled=False)
    phone.go(SCORE)
    page = phone.page
    page.locator("#player-1 .place[value='9']").click()
    assert page.locator("#player-1 input[name='at1']").get_attribute("value") == "yeast"
    page.fill("#ducats1", "7")
    page.locator("#player-1 .chip-of", has_text="barley").click()
    assert page.locator("#ducats1").input_value() == "7"
    lead(page.get_by_role("button", name="Count the score").last)
    assert "wood1=9" in page.url and "ducats1=7" in page.url
    expect(page.get_by_role("heading", name="The final score")).to_be_visible()
