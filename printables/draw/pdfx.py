"""PDF/X-1a:2003, what a document says of itself to a print shop: the printing condition its inks are meant
for, by the name under which the ICC has it registered, so that no profile lies in the file; that it is not
trapped; and the same once more as XMP. That inks are CMYK and type is embedded, pen and canvas see to.
"""

from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDate,
    PDFDictionary,
    PDFFormXObject,
    PDFInfo,
    PDFName,
    PDFResourceDictionary,
    PDFString,
)

from printables.draw.xmp import write

VERSION = "PDF/X-1a:2003"
REGISTRY = "http://www.color.org"
WORDS = {
    "FOGRA39": "Offset on coated paper, ISO 12647-2:2004",
    "CGATS TR 001": "Web offset on coated paper, SWOP",
}
"""The registered printing conditions, in words."""


class _Info(PDFInfo):
    """The information of a document about itself, including its version of PDF/X."""

    def format(self, document: Any) -> Any:
        """Return it as it stands in the file."""
        date = PDFDate(ts=document._timeStamp)
        said = {
            "Title": self.title, "Subject": self.subject, "Creator": self.creator, "Producer": self.producer,
        }  # fmt: skip
        held: dict[str, Any] = {name: PDFString(words) for name, words in said.items()}
        held |= {"CreationDate": date, "ModDate": date, "Trapped": PDFName("False")}
        return PDFDictionary(held | {"GTS_PDFXVersion": PDFString(VERSION)}).format(document)


OVER = "over"
"""The state in which an ink of four is printed over the other three."""
_STATES = PDFDictionary({OVER: PDFDictionary({"OP": "true", "op": "true", "OPM": 1})})


class _FormResources(PDFResourceDictionary):
    """The resources that a form draws with: the library leaves out states."""

    def __init__(self, form: PDFFormXObject) -> None:
        super().__init__()
        self.form = form

    def format(self, document: Any) -> Any:
        """Return it as it stands in the file."""
        self.basicFonts()
        self.ExtGState, self.XObject = _STATES, self.form.XObjects or {}
        return super().format(document)


def _with_states(thing: Any) -> None:
    """Give a page or a form its states."""
    thing.ExtGState = _STATES
    if isinstance(thing, PDFFormXObject):
        thing.Resources = _FormResources(thing)


def declare(canvas: Any, condition: str) -> None:
    """Say that a document, which has its title by now, is PDF/X, meant for a printing condition."""
    document, canvas._setExtGState = canvas._doc, _with_states
    info, catalog = _Info(), document.Catalog
    vars(info).update(vars(document.info))
    document.info = info
    intent: dict[str, Any] = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(condition),
        "OutputCondition": PDFString(WORDS[condition]),
        "RegistryName": PDFString(REGISTRY),
        "Info": PDFString(WORDS[condition]),
    }
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = PDFArray([PDFDictionary(intent)])
    write(
        canvas,
        f"<pdf:Trapped>False</pdf:Trapped>\n<pdfxid:GTS_PDFXVersion>{VERSION}</pdfxid:GTS_PDFXVersion>",
    )
