"""Two phones at one table, each in its own language."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_two_phones_at_one_table_play_in_german_and_in_english(new_phone, sitting):
    table, anna, ben = sitting("war-in-heaven", 12, "commander"), new_phone(locale="de-DE"), new_phone()
    table.sit(anna, "Angels")
    table.sit(ben, "Demons")
    german, english = anna.page, ben.page
    assert german.locator("html").get_attribute("lang") == "de"
    assert english.locator("html").get_attribute("lang") == "en"
    expect(german.locator("h1")).to_have_text("Zug der Engel")
    expect(english.locator("h1")).to_have_text("Angels' turn")

    anna.go(f"/t/{table.code}/do/move?by=Angels&token=Militia+1")  # foresight, and what is refused
    expect(
        german.locator(".comes", has_text="von Gefallener")
        .or_(german.locator(".comes", has_text="neben"))
        .first
    ).to_be_attached()
    expect(german.locator("#no-A2")).to_contain_text("Auf A2 steht Zadkiel. Wähle ein freies Feld.")

    german.locator("summary", has_text="als Liste").click()
    german.locator("a.answer", has_text="A4").click()
    expect(german.locator("#told")).to_contain_text("Ziehe Miliz 1 von A3 nach A4.")
    expect(english.locator("#told")).to_contain_text("Move Militia 1 from A3 to A4.")

    german.get_by_role("button", name="Zug zurück").click()
    expect(german.locator("#told")).to_contain_text("Die Engel nehmen")
    expect(english.locator("#told")).to_contain_text("Angels take back")

    anna.go(f"/t/{table.code}/log")
    ben.go(f"/t/{table.code}/log")
    expect(german.locator("main")).to_contain_text("Ziehe Miliz 3 von C3 nach D4.")
    expect(english.locator("main")).to_contain_text("Move Militia 3 from C3 to D4.")


def test_havoc_in_heaven_is_played_in_german_and_in_english(new_phone, sitting):
    table, anna, ben = sitting("havoc-in-heaven", 13, "whole-game"), new_phone(locale="de-DE"), new_phone()
    table.sit(anna, "Celestials")
    table.sit(ben, "Monsters")
    german, english = anna.page, ben.page
    expect(german.locator("h1")).to_contain_text("Himmlischen")
    expect(english.locator("h1")).to_contain_text("Celestials")

    anna.go(f"/t/{table.code}/do/move?by=Celestials&unit=Erlang+Shen")  # what a move leads to, and a refusal
    expect(german.locator(".comes", has_text="AP").first).to_be_attached()
    expect(german.locator("[id^=no-]").first).to_contain_text("Reihe")
    assert "Row" not in german.locator("main").inner_text()

    german.locator("a.answer", has_text="Reihe 3").first.evaluate("link => link.click()")
    expect(german.locator("#told")).to_contain_text("Ziehe Erlang Shen nach Reihe 3.")
    expect(english.locator("#told")).to_contain_text("Move Erlang Shen to Row 3.")

    german.get_by_role("button", name="Zug zurück").click()
    expect(german.locator("#told")).to_contain_text("Die Himmlischen nehmen")
    expect(english.locator("#told")).to_contain_text("Celestials take back")

    anna.go(f"/t/{table.code}/log")
    ben.go(f"/t/{table.code}/log")
    expect(german.locator("main")).to_contain_text("Nimm Pfirsichholzschwert aus dem Laden")
    expect(english.locator("main")).to_contain_text("Take Peach Wood Sword from the shop")
