"""A whole club evening: sittings counted, names become players, merged, parted and forgotten."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, lead
from tests.sittings import sitting_text


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_club_evening_is_counted_and_somebody_is_forgotten(new_phone, script: bool) -> None:
    desk, phone = new_phone(), new_phone(viewport=PHONE, java_script_enabled=script)
    codes = [
        desk.bring(sitting_text("war-in-heaven", name)) for name in ("commander", "resignation", "zadkiel")
    ]
    phone.context.add_cookies(desk.context.cookies())

    phone.go("/plays")
    expect(phone.page.get_by_role("heading", name="3 plays")).to_be_visible()
    names = [cell.strip() for cell in phone.page.locator("tbody").first.locator("th").all_inner_texts()]
    assert len(names) == 2
    phone.page.get_by_role("link", name="Who is who").click()
    for name in names:
        phone.page.get_by_role("button", name=f"{name} is our {name}").click()
    expect(phone.page.locator("section.person")).to_have_count(2)
    phone.page.get_by_role("button", name="One player").first.click()
    expect(phone.page.locator("section.person")).to_have_count(1)
    phone.page.get_by_role("button", name="They are others again").click()
    expect(phone.page.locator("section.person")).to_have_count(2)

    gone = names[0]
    phone.page.get_by_text(f"Forget {gone}").first.click()
    phone.page.get_by_role("button", name=f"Forget {gone}").click()
    expect(phone.page.locator("section.person")).to_have_count(1)
    for path in ("/plays", *(f"/t/{code}{end}" for code in codes for end in ("/story", "/log", ""))):
        phone.go(path)
        assert gone not in phone.page.locator("main").inner_text(), path
    phone.go("/plays")
    lead(phone.page.locator("a[href^='/evening/']").first)
    expect(phone.page.get_by_role("heading", name="The table of honour")).to_be_visible()
    phone.go(f"/t/{codes[0]}/at/10")
    lead(phone.page.get_by_role("link", name="Go on from here"))
    lead(phone.page.get_by_role("button", name="Go on from here"))
    assert phone.code not in codes, "another table goes on from there"
    phone.go("/plays")
    expect(phone.page.get_by_role("heading", name="3 plays")).to_be_visible()


def test_who_sits_at_a_table_is_told_live_that_it_goes_on_at_another(new_phone) -> None:
    anna, ben = new_phone(), new_phone(viewport=PHONE)
    code = anna.bring(sitting_text("war-in-heaven", "resignation"))
    ben.context.add_cookies(anna.context.cookies())
    ben.table(code)
    anna.go(f"/t/{code}/at/10")
    anna.page.get_by_role("link", name="Go on from here").click()
    lead(anna.page.get_by_role("button", name="Go on from here"))
    lead(ben.page.locator("#told").get_by_role("link", name="Go there"))
    assert ben.code == anna.code != code
    lead(ben.page.locator("#told").get_by_role("link", name="Go there"))
    assert ben.code == code
