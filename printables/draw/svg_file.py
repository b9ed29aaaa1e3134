"""Reads an SVG that somebody sends, within limits: its elements, and how each is to be painted.

Nothing outside the file is ever opened. What is declared before the root (entities, a DTD of its own), what
is too much, and what is no XML is refused before anything is made of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from printables.draw.fonts import Unprintable

BYTES, ELEMENTS, DEPTH = 1_000_000, 20_000, 48
SVG = "http://www.w3.org/2000/svg"
LINK = ("href", "http://www.w3.org/1999/xlink href")
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
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SIMPLE = re.compile(r"([a-zA-Z]+|\*)?([.#][\w-]+)?")


@dataclass
class Element:
    """An element of the SVG namespace; those of others are left out, as any reader does."""

    tag: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    words: str = ""

    @property
    def link(self) -> str:
        """The name of the element in this file that it refers to; Unprintable where it reaches elsewhere."""
        found = next((self.attributes[key] for key in LINK if key in self.attributes), "")
        if found and not found.startswith("#"):
            raise Unprintable("it reaches for another file")
        return found[1:]

    def walk(self) -> Iterator["Element"]:
        """It and all in it."""
        yield self
        for child in self.children:
            yield from child.walk()


def read(data: bytes) -> Element:
    """The root of an SVG; Unprintable says what is wrong with it, as the end of a sentence about the file."""
    if len(data) > BYTES:
        raise Unprintable(f"it is larger than {BYTES // 1_000_000} MB")
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.EntityDeclHandler = reader.entity
    parser.ExternalEntityRefHandler = reader.entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise Unprintable(f"it is no XML in line {fault.lineno}") from None
    if reader.root is None or reader.root.tag != "svg":
        raise Unprintable("it holds no drawing: its root is no svg")
    return reader.root


class _Reader:
    """Makes elements of what the parser tells."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element | None] = []
        self._count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        self._count += 1
        if self._count > ELEMENTS:
            raise Unprintable(f"it has more than {ELEMENTS:,} elements")
        if len(self._open) >= DEPTH:
            raise Unprintable(f"its elements lie more than {DEPTH} deep in one another")
        hidden = bool(self._open) and self._open[-1] is None
        made = None if hidden or space not in (SVG, "") else Element(tag, attributes)
        if made is not None:
            if self._open and (above := self._open[-1]):
                above.children.append(made)
            elif self.root is None:
                self.root = made
        self._open.append(made)

    def end(self, _: str) -> None:
        self._open.pop()

    def data(self, words: str) -> None:
        if self._open and (there := self._open[-1]) and there.tag == "style":
            there.words += words

    def doctype(self, _name: str, _system: str | None, _public: str | None, own: int) -> None:
        if own:
            raise Unprintable("it declares a document type of its own; one without would do")

    def entity(self, *_: object) -> int:
        raise Unprintable("it declares entities; one without would do")


# -- how elements are painted -----------------------------------------------------------------------------

Style = dict[str, str]


class Sheet:
    """The rules of a file's style sheets."""

    def __init__(self, root: Element) -> None:
        self._rules: list[tuple[str, str, Style]] = []
        for element in root.walk():
            if element.tag == "style":
                self._read(re.sub(r"/\*.*?\*/|<!--|-->", "", element.words, flags=re.DOTALL))

    def _read(self, words: str) -> None:
        if "@" in words:
            raise Unprintable("its style sheet has a rule that begins with @")
        for chosen, said in _RULE.findall(words):
            for one in chosen.split(","):
                simple = _SIMPLE.fullmatch(one.strip())
                if not simple or not one.strip():
                    raise Unprintable(f"its style sheet chooses by “{one.strip()[:30]}”")
                self._rules.append((simple[1] or "*", simple[2] or "", declared(said)))

    def style(self, element: Element, above: Style) -> Style:
        """How an element is painted: what it says itself, by its rules or as an attribute, or inherits."""
        given = element.attributes
        names = {f".{name}" for name in given.get("class", "").split()} | {f"#{given.get('id', '')}", ""}
        found = {key: value for key, value in above.items() if key in INHERITED}
        found |= {key: value.strip() for key, value in given.items() if key in INHERITED | OWN}
        for own in ("", ".", "#"):
            for tag, name, said in self._rules:
                if name[:1] == own and tag in ("*", element.tag) and name in names:
                    found |= said
        return found | declared(given.get("style", ""))


def declared(said: str) -> Style:
    """What a list of declarations says of what we paint by."""
    pairs = (one.partition(":") for one in said.split(";"))
    whole = {key.strip(): value.replace("!important", "").strip() for key, _, value in pairs}
    return {key: value for key, value in whole.items() if key in INHERITED | OWN}
