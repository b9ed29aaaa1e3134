"""A move is entered by a photograph: taken on the phone, looked at, offered, and said by a tap."""

from playwright.sync_api import expect

from companion.kernel.shelf import shelf
from tests.extras.eye.scenes import begun
from tests.extras.eye.test_checking import photo_of

WAR = shelf()["war-in-heaven"]


def test_a_move_is_entered_by_a_photograph(new_phone):
    ada = new_phone()
    code = ada.bring("Angels move: Militia 2, B4\n")
    ada.go(f"/t/{code}")
    ada.page.get_by_label("Menu").click()
    ada.page.get_by_text("Check the table").click()
    start = begun(WAR).start
    after = start.shift("Militia 2", "B4", "").shift("Militia 1", "A4", "")
    photo = photo_of(WAR.key, after)
    ada.page.set_input_files("#photo", {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": photo})
    ada.page.get_by_role("button", name="Look").click()
    offered = ada.page.locator(".offers a")
    expect(offered).to_have_text("Move: Militia 1, A4", timeout=30_000)
    expect(ada.page.locator(".differs li")).to_have_count(1)
    expect(ada.page.locator("ol.differs")).to_have_css("list-style-type", "decimal")  # as in the picture
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390
    offered.click()
    ada.page.locator("form.ask button.big").click()
    expect(ada.told).to_contain_text("Militia 1")
    expect(ada.told).to_contain_text("A4")
    ada.go(f"/t/{code}/log")
    expect(ada.page.locator(".entry").first.locator(".tag")).to_have_text("photograph")
