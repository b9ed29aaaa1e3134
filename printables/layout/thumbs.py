"""A sheet as a small picture, for looking before printing."""

from io import BytesIO
from threading import Lock
from typing import Any

from printables.layout.book import Book

WIDE = 300
"""Pixels."""
ONE = Lock()
"""The library that reads PDFs works for one thread at a time."""


def thumbnail(book: Book, n: int) -> bytes:
    """Page ``n`` of a document, from 0, as a PNG."""
    return png(book.drawn(only=n), WIDE, 64)


def png(document: bytes, wide: int, colours: int) -> bytes:
    """The first page of a document as a PNG, so many pixels wide, of so many colours."""
    import pypdfium2  # a browser has none, and prints without

    out = BytesIO()
    with ONE:
        read: Any = pypdfium2.PdfDocument(document)
        try:
            page = read[0]
            bitmap = page.render(scale=wide / page.get_width())
            bitmap.to_pil().convert("P", palette=1, colors=colours).save(out, "PNG")
        finally:
            read.close()
    return out.getvalue()
