"""Line numbers of a TOML: where each table, key and list entry stands, which ``tomllib`` does not tell."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys and positions, from the outermost table inwards: ``("mats", 0, "rows", 1, "tall")``."""

TOKEN = re.compile(
    r'''(?P<text>"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*""""{0,2}|\'\'\'[^']*+(?:'(?!\'\')[^']*+)*\'\'\''{0,2}'''
    r"""|"(?!"")[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*"|'(?!\'\')[^'\n]*+')"""
    r"|(?P<skip>#[^\n]*|[ \t\r]+)|(?P<end>\n)|(?P<sign>[\[\]{}=,])|(?P<bare>[^\s#\"'\[\]{}=,]+)"
    r"""|(?P<odd>["'].*|.)""",
    re.DOTALL,
)
"""What a TOML is made of; ``odd`` is what belongs to none, such as all that follows a quotation mark that is
not closed (a text in which every mark is read again takes a quadratic time).

A group is never repeated possessively: Python 3.11.2, Debian 12's, then finds less than there is.
"""


def lines(text: str) -> dict[Path, int]:
    """The line, from 1, on which each key or list entry of a valid TOML begins."""
    return _Walk(list(tokens(text))).found


class TomlToken(NamedTuple):
    """A piece of a TOML: its group in ``TOKEN``, its text, and the line it begins on."""

    kind: str
    words: str
    line: int


def tokens(text: str) -> Iterator[TomlToken]:
    """The pieces of a TOML one after the other, without remarks and spaces."""
    line = 1
    for match in TOKEN.finditer(text):
        if match.lastgroup and match.lastgroup != "skip":
            yield TomlToken(match.lastgroup, match[0], line)
        line += match[0].count("\n")


@dataclass
class _Walk:
    """Goes through the tokens once and notes the line of each path."""

    tokens: list[TomlToken]
    at: int = 0
    found: dict[Path, int] = field(default_factory=dict)
    last: dict[Path, int] = field(default_factory=dict)
    """How far each array of tables has been counted."""

    def __post_init__(self) -> None:
        table: Path = ()
        while self.at < len(self.tokens):
            if self._next("\n"):
                continue
            if self._next("["):
                table = self._header(many=self._next("["))
            else:
                self._pair(table)

    def _next(self, words: str) -> bool:
        """Take the next token if it is this one."""
        if self.at < len(self.tokens) and self.tokens[self.at].words == words:
            self.at += 1
            return True
        return False

    def _key(self, end: str) -> tuple[list[str], int]:
        """The parts of a dotted key, up to and with the sign after it, and its line."""
        parts: list[str] = []
        line = self.tokens[self.at].line
        while not self._next(end):
            token = self.tokens[self.at]
            self.at += 1
            if token.kind == "text":
                parts.append(tomllib.loads(f"key = {token.words}")["key"])
            else:
                parts += [part for part in token.words.split(".") if part]
        return parts, line

    def _note(self, table: Path, parts: list[str], line: int) -> Path:
        """Note a dotted key below a table, each part where it first stands; through arrays to their last."""
        for part in parts:
            table = (*table, part)
            self.found.setdefault(table, line)
            if table in self.last:
                table = (*table, self.last[table])
        return table

    def _header(self, many: bool) -> Path:
        parts, line = self._key("]")
        if not many:
            return self._note((), parts, line)
        self._next("]")
        table = (*self._note((), parts[:-1], line), parts[-1])
        self.last[table] = self.last.get(table, -1) + 1
        self.found.setdefault(table, line)
        table = (*table, self.last[table])
        self.found[table] = line
        return table

    def _pair(self, table: Path) -> None:
        parts, line = self._key("=")
        self._value(self._note(table, parts, line))

    def _value(self, path: Path) -> None:
        if self._next("["):
            self._list(path)
        elif self._next("{"):
            while not self._next("}"):
                if not self._next(",") and not self._next("\n"):
                    self._pair(path)
        else:
            self.at += 1
            while self.at < len(self.tokens) and self.tokens[self.at].kind == "bare":
                self.at += 1  # a date and a time may stand apart

    def _list(self, path: Path) -> None:
        n = 0
        while not self._next("]"):
            if not self._next(",") and not self._next("\n"):
                self.found[(*path, n)] = self.tokens[self.at].line
                self._value((*path, n))
                n += 1
