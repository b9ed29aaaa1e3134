"""Pages put together from differences, as ``static/table.js`` does it."""

import zlib
from collections.abc import Sequence

from companion.web.differences import MANY, NONE, WINDOW, Page, name_of


class Screen:
    """The pages that a phone was sent last, by their names."""

    def __init__(self) -> None:
        self.pages = {NONE: Page()}
        self.latest = NONE
        self.at = ""

    def take(self, line: str, difference: bytes) -> str:
        """Return the page that a difference tells of."""
        old, self.latest, self.at = line.split(" ")
        page = self.pages[self.latest] = together(self.pages[old], difference)
        assert name_of(old, difference) == self.latest, "another page than was meant"
        return page.text.decode()


def together(old: Page, difference: bytes) -> Page:
    """Return the page that a difference makes of another."""
    had, at = old.tokens, 0

    def number() -> int:
        nonlocal at
        n = shift = 0
        while True:
            byte, at = difference[at], at + 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    runs: list[tuple[int, Sequence[bytes]]] = []
    gone, i = [], 0
    while not runs or runs[-1][1]:
        few, at = difference[at], at + 1
        go, come = divmod(few, 16) if few < MANY << 4 | MANY else (number(), number())
        start = i + go
        gone += had[i:start]
        i = start + number()
        runs.append((come, had[start:i]))
    left = ((old.left or old.text) + b"<".join(gone))[-WINDOW:]
    inflate = zlib.decompressobj(-15, zdict=left)
    came = iter((inflate.decompress(difference[at:]) + inflate.flush()).split(b"<"))
    assert inflate.eof and not inflate.unused_data
    tokens = [token for come, kept in runs for token in (*(next(came) for _ in range(come)), *kept)]
    return Page(tuple(tokens), difference, left)
