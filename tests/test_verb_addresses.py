"""A verb may be called whatever a page of the table is called: it has an address of its own."""

import re
from dataclasses import dataclass, replace
from typing import Annotated

import pytest

from companion.kernel.action import Action, Noun
from companion.kernel.shelf import shelf
from tests.conftest import Phones
from tests.test_app import words
from tests.tiny import GAME, Count

PAGES = ("at", "do", "events", "log", "look", "print", "roll", "screen", "seats", "sitting-game", "why")


def verb_called(name: str) -> type[Action[Count]]:
    """A verb of that name, which asks one question that a die may answer."""

    @dataclass(frozen=True)
    class Said(Action[Count]):
        pebble: Annotated[
            str, Noun[Count](f"Which {name}?", lambda state, draft: ("one", "two"), chance="throw")
        ]

        def apply(self, state: Count) -> Count:
            return state.passed(self.by).tell(f"{name}: {self.pebble}.", "Total")

    title = name.replace("-", " ").capitalize()
    return type(name.title().replace("-", ""), (Said,), {"title": title})


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of a game whose verbs are called like the pages of a table."""
    game = replace(GAME, key="named", name="Named", kinds=(*map(verb_called, PAGES), *GAME.kinds))
    monkeypatch.setattr("companion.boxes.shelf.shelf", lambda: {**shelf(), "named": game})
    return "named"


@pytest.mark.parametrize("verb", PAGES)
def test_a_verb_called_like_a_page_is_asked_thrown_and_said(named: str, phone: Phones, verb: str) -> None:
    anna = phone()
    code = anna.open(named, phone="all")
    assert f'href="/t/{code}/do/{verb}"' in anna.get(f"/t/{code}").text
    asked = anna.get(f"/t/{code}/do/{verb}")
    assert f"Which {verb}?" in words(asked)
    assert f'href="/t/{code}/do/{verb}?pebble=two"' in asked.text
    assert f'href="/t/{code}/do/{verb}/roll"' in asked.text
    thrown = anna.get(f"/t/{code}/do/{verb}/roll").location
    assert thrown in (f"/t/{code}/do/{verb}?pebble=one", f"/t/{code}/do/{verb}?pebble=two")
    assert f'action="/t/{code}/do/{verb}"' in anna.get(thrown).text
    assert anna.say(code, verb, pebble="two").status_code == 303
    assert f"{verb}: two." in words(anna.get(f"/t/{code}"))
    assert anna.say(code, "undo", 1, entry="1").status_code == 303


def test_the_pages_are_still_the_pages(named: str, phone: Phones) -> None:
    anna = phone()
    code = anna.open(named)
    assert "Nothing was said yet" in words(anna.get(f"/t/{code}/log"))
    assert "Seats and codes" in words(anna.get(f"/t/{code}/seats"))
    assert "Why it is so" in words(anna.get(f"/t/{code}/why?thing=Total"))
    assert anna.get(f"/t/{code}/at").text == "0.1"


ACTIONS = (
    {("seats/take", "*"), ("seats/take", "Blue"), ("seats/leave", "Red")}
    | {("seats/reissue", seat) for seat in ("Red", "Blue")}
    | {("seats/room", seat) for seat in ("Red", "Blue")}
    | {("absent", seat) for seat in ("Red", "Blue")}
    | {("seats/learn", "Red")}
)
"""What the page of the seats lets the phone at Red do: the address below the table, and the seat it names."""
LINKS = ("", "/screen", "/sitting.game", "/print", "/forget")


def test_the_drawers_lose_no_action_of_the_seats(phone: Phones) -> None:
    anna = phone()
    code = anna.open("tiny", seat1="Red", seat2="Blue")
    html = anna.get(f"/t/{code}/seats").text
    forms = re.findall(rf'<form[^>]+action="/t/{code}/([^"]+)">(.*?)</form>', html, re.DOTALL)
    actions = {
        (at, seat) for at, inside in forms for seat in re.findall(r'name="seat" value="([^"]+)"', inside)
    }
    assert actions == ACTIONS and f'action="/t/{code}/absent/coach"' in html
    assert all(f'href="/t/{code}{link}"' in html for link in LINKS) and 'href="/me#seats"' in html
    assert html.count('class="tool') >= 2 and html.count("/S/") == 2 and "/W/" in html
