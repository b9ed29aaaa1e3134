"""A hostile page in a browser that sits at a table does nothing there, from another site or another port."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House, Phone
from tests.browser.hostile_page import REFUSED, hostile_page


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_page_of_another_site_says_nothing_at_a_table(
    house: House, new_phone: Callable[..., Phone], host: str
) -> None:
    ada = new_phone()
    code = ada.open(plays="all")
    entry = ada.table(code).page.locator("#table").get_attribute("data-at")
    with hostile_page(f"{house.url}/t/{code}/do/resign", host) as address:
        ada.page.goto(address)
        expect(ada.page.get_by_text(REFUSED)).to_be_visible()
    assert ada.table(code).page.locator("#table").get_attribute("data-at") == entry
