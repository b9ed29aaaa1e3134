"""Pages put together from differences, as ``static/table.js`` does it."""

import zlib

from companion.web.differences import NONE, WINDOW, name_of


class Screen:
    """The pages that a phone was sent last, by their names."""

    def __init__(self) -> None:
        self.texts = {NONE: ""}
        self.latest = NONE
        self.at = ""

    def take(self, line: str, difference: bytes) -> str:
        """Return the page that a difference tells of."""
        old, self.latest, self.at = line.split(" ")
        text = self.texts[self.latest] = together(self.texts[old], difference)
        assert name_of(text) == self.latest, "another page than was meant"
        return text


def together(old: str, difference: bytes) -> str:
    """Return the page that a difference makes of another."""
    had, at = old.split("<"), 0

    def number() -> int:
        nonlocal at
        n = shift = 0
        while True:
            byte, at = difference[at], at + 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    runs: list[tuple[int, list[str]]] = []
    gone, stay, i = [], [], 0
    while not runs or runs[-1][1]:
        start = i + number()
        come = number()
        gone += had[i:start]
        i = start + number()
        stay += had[start:i]
        runs.append((come, had[start:i]))
    known = "<".join([*stay, *gone]).encode()[-WINDOW:]
    inflate = zlib.decompressobj(-15, zdict=known)
    came = iter((inflate.decompress(difference[at:]) + inflate.flush()).decode().split("<"))
    assert inflate.eof and not inflate.unused_data
    return "<".join(token for come, kept in runs for token in (*(next(came) for _ in range(come)), *kept))
