"""A sheet as a small picture, for looking before printing."""

from io import BytesIO
from threading import Lock
from typing import Any

import pypdfium2

from printables.layout.book import Section, bound
from printables.layout.paper import Order

WIDE = 300
"""Pixels."""
ONE = Lock()
"""The library that reads PDFs works for one thread at a time."""


def thumbnail(order: Order, section: Section, n: int) -> bytes:
    """Page ``n`` of a section as a PNG."""
    made = bound(order, section.title, [Section(section.title, [section.pages[n]], section.data)])
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
