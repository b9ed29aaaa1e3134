"""Terms of a box file: keys, names, ranges, formulas and sentences, each judged by itself."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema

from companion.kernel.asking import plain

KEY = r"[a-z][a-z0-9_]{0,29}"
SIGNS = 32
"""So many signs a name has at most."""
NAMED = rf'[^,"\n]{{1,{SIGNS}}}'
RANGE = re.compile(r"(?P<least>(?:(?!\.\.).)+)\.\.(?P<most>.+?)(?: by (?P<step>[1-9][0-9]{0,3}))?")
LIMIT = 9_999
"""No range and no counter goes further than this, up or down."""


def _key(text: str) -> str:
    if not re.fullmatch(KEY, text):
        raise ValueError(f"“{text[:40]}” is no key; one is of at most 30 small letters a to z, digits and _.")
    return text


def _name(text: str) -> str:
    if not re.fullmatch(NAMED, text) or " + " in text or plain(text) != text or not text.isprintable():
        raise ValueError(
            f"{text[:40]!r} is no name; one has 1 to {SIGNS} signs one can see, without comma, quote and "
            "“ + ”."
        )
    return text


def _range(text: str) -> str:
    if not RANGE.fullmatch(text):
        raise ValueError(f"“{text[:40]}” is no range; one is like “0..30” or “0..30 by 5”.")
    return text


def _players(text: str) -> str:
    match = re.fullmatch(r"([1-8])(?:\.\.([1-8]))?", text)
    if not match or (match[2] and match[2] < match[1]):
        raise ValueError(f"“{text[:20]}” is no number of players; “4” or “2..6” would be right, 8 at most.")
    return text


Key = Annotated[str, AfterValidator(_key), WithJsonSchema({"type": "string", "pattern": f"^{KEY}$"})]
Name = Annotated[str, AfterValidator(_name), WithJsonSchema({"type": "string", "pattern": f"^{NAMED}$"})]
Range = Annotated[str, AfterValidator(_range), WithJsonSchema({"type": "string", "pattern": r"^.+\.\..+$"})]
Players = Annotated[
    str, AfterValidator(_players), WithJsonSchema({"type": "string", "pattern": r"^[1-8](\.\.[1-8])?$"})
]
Formula = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Sentence = Annotated[str, StringConstraints(max_length=400)]
Short = Annotated[str, StringConstraints(max_length=128)]
Spots = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
Whole = Annotated[int, Field(ge=-LIMIT, le=LIMIT)]
