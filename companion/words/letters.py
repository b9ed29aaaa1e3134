"""Letters as people sort and search them: without case, and without marks above and below."""

import unicodedata

STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that Unicode takes for letters of their own."""


def plain_letters(text: str) -> str:
    """Return a text by which to sort and to search: ``Über`` is ``uber``, ``Żeton`` is ``zeton``."""
    if text.isascii():
        return text.casefold()
    parted = unicodedata.normalize("NFKD", text.casefold()).translate(STROKES)
    return "".join(letter for letter in parted if not unicodedata.combining(letter))
