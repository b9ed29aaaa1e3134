"""Styles of the elements of an SVG: by attributes, by ``style=``, and by style sheets of plain classes,
elements and ids, as drawing programs write them.

Each selector is looked up by its name, so that the rules of a file are never walked for each of its elements.
"""

import re
from collections.abc import Iterator

from printables.art.svg_file import Element
from printables.art.wanted import UnreadableArt

Style = dict[str, str]
SELECTORS = 5_000
"""The style sheets of a file choose by so many names at most."""
LONG = 1_000
"""What is said of one property has so many letters at most; it is read for each element."""
INHERITED = frozenset(
    (
        "color", "clip-rule", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-dasharray",
        "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "visibility",
    )
)  # fmt: skip
OWN = frozenset(
    (
        "clip-path", "display", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask",
        "mix-blend-mode", "opacity", "stop-color", "stop-opacity",
    )
)  # fmt: skip
KNOWN = INHERITED | OWN
_SIMPLE = re.compile(r"([a-zA-Z]+|\*)?([.#][\w-]+)?")


class StyleSheet:
    """The rules of a file's style sheets."""

    def __init__(self, root: Element) -> None:
        self._rules: dict[tuple[str, str], dict[str, tuple[int, str]]] = {}
        """By element and class or id; of what a rule says of a property also its place in the file."""
        self._count = 0
        self._own: dict[Element, Style] = {}
        for element in root.walk():
            if element.tag == "style":
                self._read(_without_remarks(element.words))

    def _read(self, words: str) -> None:
        if "@" in words:
            raise UnreadableArt("its style sheet has a rule that begins with @")
        for rule in words.split("}"):
            chosen, bracket, said = rule.partition("{")
            if bracket:
                self._rule(chosen, declared(said))

    def _rule(self, chosen: str, says: Style) -> None:
        for one in chosen.split(","):
            simple = _SIMPLE.fullmatch(one.strip())
            if not simple or not one.strip():
                raise UnreadableArt("its style sheet chooses by “{chosen}”", chosen=one.strip()[:30])
            self._count += 1
            if self._count > SELECTORS:
                raise UnreadableArt(
                    "its style sheet has more than {selectors} rules", selectors=f"{SELECTORS:,}"
                )
            rule = self._rules.setdefault((simple[1] or "*", simple[2] or ""), {})
            rule |= {key: (self._count, value) for key, value in says.items()}

    def style(self, element: Element, above: Style) -> Style:
        """Return how an element is painted: what is said of it, and what it inherits."""
        if element not in self._own:
            self._own[element] = self._said(element)
        return {key: value for key, value in above.items() if key in INHERITED} | self._own[element]

    def _said(self, element: Element) -> Style:
        """Return an element's own style: by its attributes, by rules, the later before the earlier, or at
        last by its ``style``."""
        attributes = element.attributes
        result = {key: value.strip() for key, value in attributes.items() if key in KNOWN}
        classes = [f".{name}" for name in dict.fromkeys(attributes.get("class", "").split())]
        for names in ([""], classes, [f"#{attributes.get('id', '')}"]):
            latest: dict[str, tuple[int, str]] = {}
            for rule in self._named(element.tag, names):
                latest |= {
                    key: declaration
                    for key, declaration in rule.items()
                    if declaration > latest.get(key, (0, ""))
                }
            result |= {key: value for key, (_, value) in latest.items()}
        return _short(result | declared(attributes.get("style", "")))

    def _named(self, tag: str, names: list[str]) -> Iterator[dict[str, tuple[int, str]]]:
        for name in names:
            for of in ("*", tag):
                if rule := self._rules.get((of, name)):
                    yield rule


def declared(text: str) -> Style:
    """Return what a list of declarations says of what we paint by."""
    pairs = (one.partition(":") for one in text.split(";"))
    whole = {key.strip(): value.replace("!important", "").strip() for key, _, value in pairs}
    return {key: value for key, value in whole.items() if key in KNOWN}


def _short(style: Style) -> Style:
    for key, value in style.items():
        if len(value) > LONG:
            raise UnreadableArt(
                "what it says of “{key}” is longer than {long} letters", key=key, long=f"{LONG:,}"
            )
    return style


def _without_remarks(words: str) -> str:
    """A style sheet without its comments; one that does not end goes on to the end."""
    parts, at = list[str](), 0
    while (start := words.find("/*", at)) >= 0:
        parts.append(words[at:start])
        end = words.find("*/", start + 2)
        at = end + 2 if end >= 0 else len(words)
    return "".join((*parts, words[at:])).replace("<!--", "").replace("-->", "")
