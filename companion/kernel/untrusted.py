"""Untrusted text read within limits: TOML, JSON, CSV and plain lines, measured before anything is parsed.

Parsers take time and memory out of all proportion to some small texts: a key of thousands of parts, brackets
in brackets, a number of thousands of digits. So a text is first walked over once, in linear time.
"""

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.kernel import toml
from companion.words import Message, Text, message

AT_LINE, AT_ROW = "{file}, line {line}", "{file}, row {line}"


class FileFault(NamedTuple):
    """A fault of a file, and its line; 0 for the whole file."""

    file: str
    line: int
    words: Text
    at: str = AT_LINE

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """Return the fault with its place: ``my.toml, line 3: this is not TOML.``"""
        where = message(self.at, file=self.file, line=self.line) if self.line else self.file
        return message("{where}: {words}", where=where, words=self.words)


class Unreadable(ValueError):
    """A text that is not what it should be, or too much: why, and on which line; 0 for the whole of it."""

    def __init__(self, why: Text, line: int = 0) -> None:
        super().__init__(why)
        self.why = str(why)
        self.line = line

    def of(self, file: str, at: str = AT_LINE) -> FileFault:
        """Return the fault of the file of this name."""
        return FileFault(file, self.line, self.why, at)


@dataclass(frozen=True)
class Limits:
    """The limits of a text; lengths are in characters."""

    size: int = 256 * 1024
    """In bytes, and in characters."""
    lines: int = 6_000
    line: int = 8_000
    parts: int = 4
    """Of a dotted key."""
    depth: int = 8
    items: int = 12_000
    """Values, keys and tables, all in all."""
    text: int = 4_000
    """The longest text in quotes, or cell."""
    digits: int = 15


NO_UTF8 = (
    "this is not text in UTF-8; a spreadsheet saves it as “CSV UTF-8”, an editor with the encoding UTF-8."
)
NO_TOML = "this is not TOML: {why}."
USUAL = Limits()
_ODD = re.compile(r"[\ud800-\udfff\0]")
_LONG = re.compile(r"\d\w+")
_JSON = re.compile(
    r'(?P<text>"[^"\\]*+(?:\\.[^"\\]*+)*")|(?P<sign>[\[\]{},:])|(?P<bare>[^\s"\[\]{},:]+)|(?P<skip>\s+)',
    re.DOTALL,
)


def decoded(raw: bytes, limits: Limits = USUAL) -> str:
    """The text in a file's bytes."""
    if len(raw) > limits.size:
        raise Unreadable(_too_long(limits))
    try:
        return measured(raw.decode(), limits)
    except UnicodeDecodeError as odd:
        raise Unreadable(NO_UTF8, raw.count(b"\n", 0, odd.start) + 1) from None


def measured(text: str, limits: Limits = USUAL) -> str:
    """The same text without its byte order mark, if it is text and no part of it is too long."""
    if len(text) > limits.size:
        raise Unreadable(_too_long(limits))
    text = text.removeprefix("\ufeff")
    if odd := _ODD.search(text):
        raise Unreadable("this is not text.", text.count("\n", 0, odd.start()) + 1)
    if text.count("\n") > limits.lines:
        raise Unreadable(message("there can be at most {most} lines.", most=limits.lines), limits.lines + 1)
    for number, line in lines(text):
        if len(line) > limits.line:
            words = "the line has {n} characters; at most {most} are read."
            raise Unreadable(message(words, n=len(line), most=limits.line), number)
    return text


def read_toml(text: str, limits: Limits = USUAL) -> dict[str, Any]:
    """Return the data of a TOML text."""
    text = measured(text, limits)
    measure = _Measure(limits)
    for token in toml.tokens(text):
        measure.line = token.line
        if token.kind == "odd":
            quote = token.words[0] in "'\""
            why = "a quotation mark is not closed" if quote else "an unknown sign"
            raise Unreadable(message(NO_TOML, why=why), token.line)
        measure.token(token.kind, token.words)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        words, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        why = f"{words[:1].lower()}{words[1:]}"
        raise Unreadable(message(NO_TOML, why=why), number) from None


def read_json(text: str, limits: Limits = USUAL) -> Any:
    """Return the data of a JSON text."""
    text = measured(text, limits)
    measure, at = _Measure(limits), 0
    while at < len(text):
        token = _JSON.match(text, at)
        if token is None or token.lastgroup is None:
            raise Unreadable("this is not JSON: a quotation mark is not closed.", measure.line)
        measure.token(token.lastgroup, token[0])
        measure.line += token[0].count("\n")
        at = token.end()
    try:
        data = json.loads(text, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        why = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise Unreadable(message("this is not JSON: {why}.", why=why), error.lineno) from None
    except UnicodeEncodeError:
        raise Unreadable("this is not text: half a letter is written as \\ud….") from None
    return data


def read_csv(text: str, delimiter: str = ",", limits: Limits = USUAL) -> dict[int, list[str]]:
    """The rows of a sheet by their number, from 1."""
    text = measured(text, limits)
    if text.count(delimiter) > limits.items:
        raise Unreadable(message("there are more cells than {most}.", most=limits.items))
    rows: dict[int, list[str]] = {}
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True), 1):
            if (most := max(map(len, row), default=0)) > limits.text:
                words = "a cell has {n} characters; at most {most} are read."
                raise Unreadable(message(words, n=most, most=limits.text), number)
            rows[number] = row
    except csv.Error as error:
        raise Unreadable(
            message("this sheet cannot be read: {why}.", why=str(error)), len(rows) + 1
        ) from None
    return rows


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, one by one: a text of line ends is not worth a long list."""
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield number, text[start:end].removesuffix("\r")
        start, number = end + 1, number + 1


def _too_long(limits: Limits) -> Message:
    size, unit = (limits.size // 1024, "kB") if limits.size < 1024**2 else (limits.size // 1024**2, "MB")
    return message("this is too long: more than {size} {unit}.", size=size, unit=unit)


def _no_number(word: str) -> Any:
    raise Unreadable(message("this is not JSON: {word} is no number.", word=word))


class _Measure:
    """Counts what a text has, token by token; Unreadable as soon as it is too much of anything."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.line = 1
        self.depth = self.items = self.parts = 0

    def token(self, kind: str, words: str) -> None:
        """One more token: ``text``, ``bare``, ``sign``, ``end`` of a line, or ``skip``."""
        limits = self.limits
        if kind == "text":
            self._at_most(limits.text, len(words) - 2, "characters in one text")
        elif kind == "bare":
            self._at_most(limits.text, len(words), "characters in one word")
            self.parts += words.count(".")
            self._at_most(limits.parts, self.parts + 1, "parts in one key")
            if words[0] in "+-0123456789":
                longest = max(map(len, _LONG.findall(words)), default=0)
                self._at_most(limits.digits, longest, "digits in one number")
        elif kind != "skip":
            self.parts = 0
            self.items += kind == "sign"
            self._at_most(limits.items, self.items, "values")
            self.depth += (words in "[{") - (words in "]}") if kind == "sign" else 0
            self._at_most(limits.depth, self.depth, "brackets in brackets")

    def _at_most(self, most: int, data: int, what: str) -> None:
        if data > most:
            raise Unreadable(message("there are more than {most} {what}.", most=most, what=what), self.line)
