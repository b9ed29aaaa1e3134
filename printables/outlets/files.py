"""The files of an outlet: one file, or many of them as a zip or a folder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from companion.kernel.game import Game
from companion.words import message
from printables.layout.book import Book
from printables.layout.imposition import sheets
from printables.layout.outlet import cuts, outlets
from printables.layout.paper import Order
from printables.outlets.file import File
from printables.outlets.pictures import pictures
from printables.outlets.pieces import Group, groups
from printables.sources.catalogue import book, spoken
from printables.sources.printable import Printable, read_art


def documents(order: Order, game: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """A document for each deck or group, a page a side."""
    for group in groups:
        laid = sheets(order, [group.section])
        one = Book(order, f"{game.name}: {group.title}", [group.section], laid)
        yield File(f"{game.key}-{group.folder}.pdf", one.drawn())


OURS = {"pdf": documents, "pdfx": documents, "png": pictures}
"""The outlets that need no plug-in; sheets to print at home are a document of their own."""


@dataclass(frozen=True)
class Made:
    """The files that were made, and a word on them for the person who takes them."""

    files: Sequence[File]
    words: str
    many: str = ".zip"
    """How the name of a zip of them ends."""

    @property
    def one(self) -> bool:
        """True if it is a single document and not a folder of files."""
        return len(self.files) == 1 and self.files[0].name.endswith(".pdf")

    @property
    def ending(self) -> str:
        """Return the end of the name of the whole."""
        return ".pdf" if self.one else self.many

    def whole(self) -> bytes:
        """All of it as one file: the document, or a zip."""
        return self.files[0].data if self.one else zipped(self.files)


def made(game: Game[Any], printables: Sequence[Printable], order: Order, copies: int = 1) -> Made:
    """Some printables as the order wants them; Unprintable says why they cannot be made."""
    with spoken(game, order):
        return _made(game, printables, order, copies)


def _made(game: Game[Any], printables: Sequence[Printable], order: Order, copies: int) -> Made:
    read_art(printables, order)
    if not order.singly:
        sheets_ = book(game, printables, order, copies)
        paths = cuts()[order.cut].files(sheets_, game.key) if order.machine else ()
        document = File(f"{game.key}.pdf", sheets_.drawn())
        return Made([document, *paths], str(message("{need}. Print it at 100 %.", need=str(sheets_.need))))
    some, more = groups(order, printables, copies), outlets().get(order.outlet)
    result = list(more.files(order, game, some) if more else OURS[order.outlet](order, game, some))
    return Made(result, str(message("{n:# file|# files}.", n=len(result))), more.many if more else ".zip")


def zipped(some: Sequence[File]) -> bytes:
    """Files as a zip, the same bytes for the same files; what is small by itself is stored as it is."""
    out = BytesIO()
    with ZipFile(out, "w") as box:
        for file in some:
            packed = ZIP_DEFLATED if file.name.endswith((".svg", ".dxf", ".json")) else ZIP_STORED
            info = ZipInfo(file.name, (1980, 1, 1, 0, 0, 0))
            info.external_attr = 0o644 << 16
            box.writestr(info, file.data, packed)
    return out.getvalue()
