"""A sheet as a small picture, for looking before printing."""

from io import BytesIO
from threading import Lock
from typing import Any

import pypdfium2

from printables.layout.book import Book

WIDE = 300
"""Pixels."""
ONE = Lock()
"""The library that reads PDFs works for one thread at a time."""


def thumbnail(book: Book, n: int) -> bytes:
    """Page ``n`` of a document, from 0, as a PNG."""
    made = book.drawn(only=n)
    out = BytesIO()
    with ONE:
        document: Any = pypdfium2.PdfDocument(made)
        try:
            page = document[0]
            wide = page.get_width()
            bitmap = page.render(scale=WIDE / wide)
            bitmap.to_pil().convert("P", palette=1, colors=64).save(out, "PNG")
        finally:
            document.close()
    return out.getvalue()
