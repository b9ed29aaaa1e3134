"""Somebody who hears a page: all that they know is its accessibility tree, and all they have are keys."""

import random
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Page

from tests.conftest import wait_until

SECONDS = 20.0
"""So long they wait for what a key does."""
CHOOSES = ". Enter chooses it"
TURN, DOING, VERBS, READY = "The turn", "What you can do", "Your actions", "What lies ready"
LEADS_AWAY = ("Your sentence so far", "The sitting")
"""The parts of what one can do that answer nothing."""


@dataclass(frozen=True)
class Node:
    """Something that is heard: its role, its name and its value, and the names of all that it lies in."""

    role: str
    name: str
    value: str
    within: tuple[str, ...]
    dom: int
    """What a screen reader moves the focus to."""


class Ears:
    """A screen reader and a keyboard at a page."""

    def __init__(self, page: Page) -> None:
        self._keys = page.keyboard
        self._line = page.context.new_cdp_session(page)
        self._line.send("DOM.enable")

    def nodes(self) -> list[Node]:
        """Return all that can be heard, in the order of the page."""
        raw = {node["nodeId"]: node for node in self._line.send("Accessibility.getFullAXTree")["nodes"]}
        result: list[Node] = []
        waiting: list[tuple[Any, tuple[str, ...]]] = [(next(iter(raw.values())), ())]
        while waiting:
            node, within = waiting.pop()
            name = _said(node, "name")
            if not node.get("ignored"):
                dom = node.get("backendDOMNodeId", 0)
                result.append(Node(_said(node, "role"), name, _said(node, "value"), within, dom))
            inside = (*within, name) if name else within
            waiting += [(raw[one], inside) for one in reversed(node.get("childIds", ())) if one in raw]
        return result

    def find(self, role: str, name: str, within: str = "") -> Node:
        """Return what has a role and a name, and lies within something; wait until it is there."""

        def there() -> Node | None:
            result = (one for one in self.nodes() if one.role == role and one.name.split(",")[0] == name)
            return next((one for one in result if not within or within in one.within), None)

        return wait_until(there, SECONDS, 0.05)  # type: ignore[return-value]

    def press(self, node: Node, key: str = "Enter") -> None:
        """Press a key at something; not if it is gone meanwhile."""
        with suppress(Error):
            self._line.send("DOM.focus", {"backendNodeId": node.dom})
            self._keys.press(key)

    def type(self, node: Node, text: str) -> None:
        """Type into a field, instead of what stands there."""
        self.press(node, "Control+a")
        self._keys.type(text)

    def to(self, node: Node) -> None:
        """Move to something, and do nothing there."""
        self.press(node, "Shift")


def _said(node: Any, what: str) -> str:
    return str(node.get(what, {}).get("value", "") or "").strip()


def sound(nodes: Collection[Node]) -> list[str]:
    """Return what is heard of the turn and of what one can do."""
    return [one.name for one in nodes if one.name and {TURN, DOING} & set(one.within)]


class Listener:
    """Somebody who plays a table by its sound, and chooses by lot: first of what they like."""

    def __init__(self, page: Page, seed: int, likes: Callable[[list[str]], list[str]]) -> None:
        self.ears, self._chance, self._likes = Ears(page), random.Random(seed), likes
        page.keyboard.press("Shift")  # what speaks is fetched with the first key
        self._nodes: list[Node] = []

    @property
    def over(self) -> bool:
        """True if they hear that the game is over."""
        return _over(self.ears.nodes())

    def step(self) -> bool:
        """Take one step of what the page offers: an answer, a verb or a button; False if the game is over."""
        nodes = self._nodes or self.ears.nodes()
        if not _offers(nodes):
            nodes = self._hears(_offers)
        if _over(nodes):
            return False
        self._take(nodes)
        before = sound(nodes)
        self._nodes = self._hears(lambda nodes: sound(nodes) != before)
        return True

    def _hears(self, so: Callable[[list[Node]], Any]) -> list[Node]:
        """Return the page, as soon as it sounds so."""

        def there() -> list[Node]:
            nodes = self.ears.nodes()
            return nodes if so(nodes) else []

        return wait_until(there, SECONDS, 0.08)

    def _take(self, nodes: list[Node]) -> None:
        if choices := _choices(nodes):
            return self.ears.press(self._chosen(choices))
        board = next(one for one in nodes if one.role == "group" and one.within[-1:] == ("The board",))
        self.ears.to(board)
        return self.ears.press(self._chosen(_answers(self._hears(_answers))))

    def _chosen(self, choices: list[Node]) -> Node:
        names = self._likes([one.name for one in choices])
        return self._chance.choice([one for one in choices if one.name in names] or choices)


def _choices(nodes: Collection[Node]) -> list[Node]:
    doing = [one for one in nodes if DOING in one.within and not set(one.within) & set(LEADS_AWAY)]
    links = [one for one in doing if one.role == "link"]
    verbs = [one for one in links if {VERBS, READY} & set(one.within)]
    return verbs or [one for one in doing if one.role == "button"] or links


def _answers(nodes: Collection[Node]) -> list[Node]:
    """Return the spaces of the board that answer what is asked."""
    return [one for one in nodes if one.role == "gridcell" and one.name.endswith(CHOOSES)]


def _offers(nodes: Collection[Node]) -> bool:
    """True for a page that asks, or offers something to do."""
    return bool(_choices(nodes)) or any(one.role == "heading" and DOING in one.within for one in nodes)


def _over(nodes: Collection[Node]) -> bool:
    return any(one.role == "button" and one.name == "Play again" for one in nodes)
