"""Catalogues: gettext files (``<language>.po``), each beside what it translates, read with Babel.

A sentence is its own key. An entry whose context is ``name`` is the name of a thing, with its forms
(`companion.words.language`). A file that is not there, and an entry that is fuzzy, stays English.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.words.day import MONTH, Day
from companion.words.language import Language, Name

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Catalog

NAME = "name"
OWN = Path(__file__).parent / "catalogues"
"""The catalogues of everything that is no game."""
PACKED = OWN / "complete.json"


def codes() -> tuple[str, ...]:
    """Return the languages that have a catalogue here, by code."""
    return tuple(sorted(file.stem for file in OWN.glob("*.po")))


def complete() -> dict[str, str]:
    """Return the languages whose own catalogue says in its head that it is complete, each by its name.

    On a phone without a server they are written down: it fetches the catalogues, and Babel, later.
    """
    if PACKED.is_file():
        return dict(json.loads(PACKED.read_text("utf-8")))
    from babel import Locale

    heads = {code: (OWN / f"{code}.po").read_text("utf-8").partition("\n\n")[0] for code in codes()}
    return {
        code: str(Locale.parse(code, sep="-").get_display_name()).capitalize()
        for code, head in heads.items()
        if "X-Complete: yes" in head
    }


@cache
def entries(file: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the sentences and the names that a catalogue translates; none where there is no file."""
    if not file.is_file():
        return {}, {}
    sentences: dict[str, str] = {}
    names: dict[str, str] = {}
    for entry in read(file):
        if entry.id and entry.string and not entry.fuzzy:
            (names if entry.context == NAME else sentences)[str(entry.id)] = str(entry.string)
    return sentences, names


def read(file: Path) -> Catalog:
    """Return a catalogue as its file has it."""
    from babel.messages.pofile import read_po

    with file.open("rb") as text:
        return read_po(text, locale=file.name.split(".")[-2])


@cache
def language(code: str, files: tuple[Path, ...] = ()) -> Language:
    """Return a language with its own catalogue and these; the last that translates a sentence counts."""
    from babel import Locale

    locale = Locale.parse(code, sep="-")
    sentences: dict[str, str] = {}
    names: dict[str, Name] = {}
    for file in (OWN / f"{code}.po", *files):
        more, things = entries(file)
        sentences |= more
        names |= {name: Name.read(entry) for name, entry in things.items()}
    return Language(
        code,
        sentences,
        names,
        locale.plural_form,
        locale.plural_form.tags,
        lambda number, decimals: _decimal(number, decimals, locale),
        locale.text_direction,
        lambda day: _dated(day, locale),
    )


def _decimal(number: float, decimals: int | None, locale: Locale) -> str:
    """Return a number as people of a language write it, with so many decimals; None is as many as it has."""
    from babel.numbers import format_decimal

    pattern = None if decimals is None else f"#,##0.{'0' * decimals}".rstrip(".")
    return str(format_decimal(number, pattern, locale=locale))


def _dated(day: Day, locale: Locale) -> str:
    """Return a day as people of a language write it: ``3. Mai 2026, 20:15``."""
    from babel.dates import format_date, format_skeleton

    at = date.fromtimestamp(day.seconds)
    if day.shows == MONTH:
        return format_skeleton("yMMMM", at, locale=locale)
    return f"{format_date(at, 'long', locale=locale)}{day.clock}"


def best(asked: Iterable[str], among: Iterable[str]) -> str:
    """Return the first language asked for that is among these, also by its first part; ``en`` if none is."""
    codes = {code.lower(): code for code in ("en", *among)}
    for tag in asked:
        for part in (tag.lower(), tag.lower().partition("-")[0]):
            if part in codes:
                return codes[part]
    return "en"
