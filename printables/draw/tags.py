"""Tags, as PDF/UA-1 asks for them: what on a page is words, in the order in which they are read, what is a
picture and which words stand for it, and what is there for eyes alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFFormXObject,
    PDFName,
    PDFObjectReference,
    PDFString,
)

from printables.draw.xmp import write

ARTIFACT = "Artifact"
"""What nobody reads: cut marks, the ruler, the label."""


@dataclass(frozen=True)
class Element:
    """Something on a page: a paragraph ``P``, a heading, ``H1`` or ``H2``, a ``Figure``, an ``Artifact``."""

    kind: str
    alt: str = ""
    """The words that stand for a picture."""


@dataclass(frozen=True)
class Leaf:
    """A page: what it is called, the reference to it, and what is read on it, by number."""

    title: str
    ref: PDFObjectReference
    elements: list[Element] = field(default_factory=list)


class Tags:
    """The tags of a document that is being drawn."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.leaves: list[Leaf] = []
        self._now = Element(ARTIFACT)
        self._begun = ""
        self._states = canvas._setExtGState
        canvas._setExtGState = self._numbered

    def _numbered(self, element: Any) -> None:
        """Give a page its number among those with tags."""
        self._states(element)
        if not isinstance(element, PDFFormXObject):
            element.__NoDefault__ = [*element.__NoDefault__, "StructParents", "Tabs"]
            element.StructParents, element.Tabs = len(self.leaves) - 1, PDFName("S")

    @contextmanager
    def page(self, title: str) -> Iterator[None]:
        """All that is drawn on a page; what no tag holds is there for eyes alone."""
        self.leaves.append(Leaf(title, self.canvas._doc.thisPageRef()))
        self._begin(Element(ARTIFACT))
        yield
        self._end()

    @contextmanager
    def tag(self, kind: str, alt: str) -> Iterator[None]:
        """Give what is drawn here a tag of its own."""
        before = self._now
        self._end()
        self._begin(Element(kind, alt))
        yield
        self._end()
        self._begin(before)

    def _begin(self, one: Element) -> None:
        self._now, elements = one, self.leaves[-1].elements
        if one.kind == ARTIFACT:
            self._begun = f"/{ARTIFACT} BMC"
        else:
            self._begun = f"/{one.kind} << /MCID {len(elements)} >> BDC"
            elements.append(one)
        self.canvas._code.append(self._begun)

    def _end(self) -> None:
        """End what was begun; what nothing was drawn of is not there."""
        if self.canvas._code[-1] is not self._begun:
            self.canvas._code.append("EMC")
            return
        self.canvas._code.pop()
        if self._now.kind != ARTIFACT:
            self.leaves[-1].elements.pop()

    def finish(self) -> None:
        """Write what was tagged into the document: its pages, and on each what is read."""
        document, catalog = self.canvas._doc, self.canvas._doc.Catalog
        root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        whole = _element("Document", document.Reference(root))
        pages, numbers = [], []
        for n, leaf in enumerate(self.leaves):
            page = _element("Sect", document.Reference(whole), T=PDFString(leaf.title))
            above = document.Reference(page)
            made = [_read(one, above, leaf.ref, mark) for mark, one in enumerate(leaf.elements)]
            kids = PDFArray([document.Reference(one) for one in made])
            page.dict["K"] = kids
            pages.append(above)
            numbers += [n, document.Reference(PDFArray(list(kids.sequence)))]
        whole.dict["K"] = PDFArray(pages)
        root.dict["K"] = document.Reference(whole)
        root.dict["ParentTree"] = document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        root.dict["ParentTreeNextKey"] = len(pages)
        write(self.canvas, "<pdfuaid:part>1</pdfuaid:part>")
        catalog.StructTreeRoot, catalog.MarkInfo = root, PDFDictionary({"Marked": "true"})


def _read(one: Element, page: PDFObjectReference, ref: PDFObjectReference, mark: int) -> PDFDictionary:
    fields: dict[str, Any] = {"Alt": PDFString(one.alt)} if one.alt else {}
    return _element(one.kind, page, Pg=ref, K=mark, **fields)


def _element(kind: str, parent: PDFObjectReference, **more: Any) -> PDFDictionary:
    return PDFDictionary({"Type": PDFName("StructElem"), "S": PDFName(kind), "P": parent, **more})
