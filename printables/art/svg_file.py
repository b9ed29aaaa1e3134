"""Reads the elements of an SVG that somebody sends, within limits.

Nothing outside the file is ever opened. What is declared before the root (entities, a DTD of its own), what
is too much, and what is no XML is refused before anything is made of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from xml.parsers import expat

from printables.art.wanted import UnreadableArt

BYTES, ELEMENTS, DEPTH = 1_000_000, 20_000, 48
SVG = "http://www.w3.org/2000/svg"
LINK = ("href", "http://www.w3.org/1999/xlink href")
NAMESPACE = 200
"""The name of a namespace has so many letters at most: every element bears it."""


@dataclass(eq=False)
class Element:
    """An element of the SVG namespace; those of others are left out, as any reader does."""

    tag: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    words: str = ""

    @cached_property
    def link(self) -> str:
        """Return the name of the element that it refers to; UnreadableArt if that is outside this file."""
        target = next((self.attributes[key] for key in LINK if key in self.attributes), "")
        if target and not target.startswith("#"):
            raise UnreadableArt("it reaches for another file")
        return target[1:]

    def walk(self) -> Iterator["Element"]:
        """It and all in it."""
        yield self
        for child in self.children:
            yield from child.walk()


def read(data: bytes) -> Element:
    """Return the root of an SVG; UnreadableArt ends a sentence about what is wrong."""
    if len(data) > BYTES:
        raise UnreadableArt("it is larger than {size} MB", size=BYTES // 1_000_000)
    reader = _ElementBuilder()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartNamespaceDeclHandler = reader.namespace
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.EntityDeclHandler = reader.entity
    parser.ExternalEntityRefHandler = reader.entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise UnreadableArt("it is no XML in line {line}", line=fault.lineno) from None
    if reader.root is None or reader.root.tag != "svg":
        raise UnreadableArt("it holds no drawing: its root is no svg")
    return reader.root


class _ElementBuilder:
    """Makes elements of what the parser tells."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element | None] = []
        self._count = 0

    def namespace(self, _prefix: str | None, name: str | None) -> None:
        if len(name or "") > NAMESPACE:
            raise UnreadableArt(
                "it has a namespace whose name is longer than {namespace} letters", namespace=NAMESPACE
            )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        self._count += 1
        if self._count > ELEMENTS:
            raise UnreadableArt("it has more than {elements} elements", elements=f"{ELEMENTS:,}")
        if len(self._open) >= DEPTH:
            raise UnreadableArt("its elements lie more than {depth} deep in one another", depth=DEPTH)
        hidden = bool(self._open) and self._open[-1] is None
        element = None if hidden or space not in (SVG, "") else Element(tag, attributes)
        if element is not None:
            if self._open and (above := self._open[-1]):
                above.children.append(element)
            elif self.root is None:
                self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        self._open.pop()

    def data(self, words: str) -> None:
        if self._open and (there := self._open[-1]) and there.tag == "style":
            there.words += words

    def doctype(self, _name: str, _system: str | None, _public: str | None, own: int) -> None:
        if own:
            raise UnreadableArt("it declares a document type of its own; one without would do")

    def entity(self, *_: object) -> int:
        raise UnreadableArt("it declares entities; one without would do")
