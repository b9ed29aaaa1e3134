"""Sitting down, asking for a seat that is held, and taking one's seats along: with and without JavaScript."""

import os
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import lead
from tests.browser.test_pages import scan

WIDE = "document.documentElement.scrollWidth > innerWidth"
SMALL = """() => [...document.querySelectorAll("main a, main button, main input, main summary")]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".url"))
    .map(one => one.closest("label") ?? one)
    .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height < 44).map(([name, box]) => [name, box.height])"""
"""What is tapped and too low for a finger; a box within its label is tapped anywhere on the label."""


def looked_at(phone, axe, name):
    """A page as it must be: clean, within its width, its buttons large enough; kept as a picture if asked."""
    page = phone.page
    assert scan(page, axe, seven=True) == []
    assert not page.evaluate(WIDE), name
    assert page.evaluate(SMALL) == [], name
    if folder := os.environ.get("PICTURES"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder) / f"{name}-{scheme}.png", full_page=True)
        page.emulate_media(color_scheme="light")


def test_from_the_link_to_the_seat_and_on_to_another_phone(new_phone, axe):
    ada, ben, eve, new = (new_phone(reduced_motion="reduce") for _ in range(4))
    code = ada.open()
    link = ada.links()["Demons"]
    ben.go(link)
    expect(ben.page.get_by_role("heading", name="Sit down as Demons")).to_be_visible()
    looked_at(ben, axe, "sit")
    ben.page.get_by_role("button", name="Sit down as Demons").click()
    ada.table(code)

    eve.go(link)
    looked_at(eve, axe, "ask")
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_role("button", name="Ask for Demons").click()
    expect(eve.page.get_by_text("You asked. The player who sits here lets you in.")).to_be_visible()
    looked_at(eve, axe, "asked")
    expect(ada.page.get_by_text("If no answer comes, you may decide from")).to_be_visible(timeout=1000)
    ben.live()
    ben.page.get_by_role("button", name="Admit").click()
    expect(ada.told).to_contain_text("Eve sat down at Demons, let in by Demons.")
    expect(eve.page.locator(".me")).to_contain_text("You are Demons")  # she is led to the table

    ben.go("/")
    ben.page.get_by_text("More", exact=True).click()
    lead(ben.page.get_by_role("link", name="Use another phone"))
    looked_at(ben, axe, "me")
    ben.page.get_by_role("button", name="Make my personal link").click()
    expect(ben.page.get_by_role("heading", name="Your personal link")).to_be_visible()
    looked_at(ben, axe, "link")
    personal = "/P/" + ben.page.locator(".url").inner_text().rpartition("/")[2]
    new.go(personal)
    looked_at(new, axe, "take")
    new.page.get_by_role("button", name="Take them along").click()
    expect(new.page).to_have_url(f"{new.house.url}/t/{code}")
    expect(ada.told).to_contain_text("took the seat along to another phone")
    ben.go(f"/t/{code}")
    expect(ben.page.get_by_text("You are watching.")).to_be_visible()
    ada.go(f"/t/{code}/log")
    expect(ada.page.get_by_text("A phone sat down at Demons.").first).to_be_visible()
    looked_at(ada, axe, "log")


def test_without_javascript(new_phone):
    ada, ben, eve, new = (new_phone(java_script_enabled=False) for _ in range(4))
    code = ada.open()
    ada.go(f"/t/{code}/seats")
    ada.page.locator(".chair", has_text="Demons").locator("summary").click()
    link = "/S/" + ada.page.locator(".chair", has_text="Demons").locator(".url").inner_text()[-26:]
    ben.sit(link)
    eve.sit(link)
    expect(eve.page.get_by_text("You asked. The player who sits here lets you in.")).to_be_visible()
    ben.go(f"/t/{code}")
    lead(ben.page.get_by_role("button", name="Admit"))
    expect(eve.page.locator(".me")).to_contain_text(
        "You are Demons", timeout=8000
    )  # it looks again by itself
    ben.go("/me")
    ben.page.get_by_role("button", name="Make my personal link").click()
    personal = "/P/" + ben.page.locator(".url").inner_text()[-26:]
    new.go(personal)
    new.page.get_by_role("button", name="Take them along").click()
    expect(new.told).to_contain_text("took the seat along to another phone")
    new.go("/me")
    lead(new.page.get_by_role("button", name="Revoke it"))
    answer = ben.go(personal)
    assert answer and answer.status == 404
