"""Pages as differences: a phone that names the page it has is sent only what is new on the next one.

A page is cut before each ``<``. The difference says which of those tokens stay, and has the others deflated.
Their dictionary is what left the page lately: a dock that comes back was there before. It is kept with each
page, here and on the phone, so no stream has a compressor, and phones that were shown the same share all of
it. ``static/table.js`` puts the new page together.

Lengths tell no secret (BREACH): only pages of a table are sent so, and nothing on them opens anything. Forms
have no token, as they are known by where they come from (``security``); no key of a seat stands there; what
is hidden from a phone is not on its page; and keys of taps come from the phone. Links of seats are on another
page, which is sent whole.
"""

import re
import threading
import zlib
from base64 import urlsafe_b64encode
from collections import OrderedDict
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from flask import Flask, Response, current_app, g, request
from flask import session as cookie

from companion.web.sse import Stream
from companion.work import machine

HAS, STREAM = "X-Page", "X-Stream"
"""Headers: the page a phone has, answered with that page, the new one and its moment, and ``apart`` if
the phone's stream is in another process and has to learn of a new cookie; and the name of that stream."""
NONE = "-"
"""The page of a phone that has none."""
OF_TABLE = re.compile(rb'^ data-at="(\d+)\.(\d+)".*\n.* data-says="', re.MULTILINE)
"""Stands on the pages that are sent so, with the moment they show."""
MOST = 2_000_000 if machine.IN_BROWSER else 64_000_000
"""Bytes of pages, and of what left them, that a process remembers: some twenty pages for a phone alone."""
ANSWERS = 512
"""So many answers are remembered, the latest. House."""
PATIENCE = 5.0
"""Seconds that an answer waits for its stream to have said what it says."""
WINDOW = 32_768
"""Bytes that deflate looks back."""
SHORT = 40
"""Bytes of a run that are told again: to say where they stand costs as much."""
MANY = 15
"""So many tokens that go or come are too many for half a byte."""
FAR, SAME = (24, 128, 1024, 100_000), 7
"""How many tokens on two pages may go on alike, looked at in turn, and how many are then the same. House."""
Answer = tuple[str, bytes]
"""A page as its header, and what is new on it."""
Run = tuple[int, int, int]
"""Tokens that stay: where they begin in the old page and in the new one, and how many they are."""


class Page(NamedTuple):
    """A page that a phone was sent: its tokens, what it was told by, and what had left it until then."""

    tokens: tuple[bytes, ...] = (b"",)
    """A tuple of bytes is no work for the collector of garbage, as a list is."""
    told: bytes = b""
    left: bytes = b""

    @property
    def text(self) -> bytes:
        """Return the page."""
        return b"<".join(self.tokens)


def name_of(old: str, told: bytes) -> str:
    """Return the name of a page that is told from an old one, 64 bits of a hash: nobody guesses what another
    phone was sent."""
    return urlsafe_b64encode(blake2b(old.encode() + told, digest_size=8).digest())[:11].decode()


class Pages:
    """The pages that phones were sent last, by their names, each with its size."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._pages = OrderedDict({NONE: (Page(), 0)})
        self._turn = threading.Lock()
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._making: dict[str, threading.Event] = {}

    def sent(self, had: str, text: bytes) -> tuple[str, str, bytes]:
        """Remember a page; return the page it is told from, its own name, and the difference.

        It is told from none where the page that the phone had is not known here any more.
        """
        with self._turn:
            old = had if had in self._pages else NONE
            before, _ = self._pages[old]
        page = follow(before, text)
        name = name_of(old, page.told)
        with self._turn:
            if name not in self._pages:
                size = len(text) + len(page.told) + len(page.left)
                self._pages[name] = page, size
                self._size += size
            for reference in (NONE, old, name):
                if reference in self._pages:
                    self._pages.move_to_end(reference)
            while self._size > self._most and len(self._pages) > 3:
                self._size -= self._pages.popitem(last=False)[1][1]
        return old, name, page.told

    def keep(self, tag: str, answer: Answer) -> None:
        """Remember an answer by its ETag: phones that are shown the same share what is made for one."""
        with self._turn:
            self._answers[tag] = answer
            if len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)

    def answer(self, tag: str) -> Answer | None:
        """Return the answer of that ETag, with its header, if need be after another phone's request made it.

        None if there is none: the asker makes it, and says with ``made`` when it has.
        """
        with self._turn:
            if tag not in self._answers and tag not in self._making:
                self._making[tag] = threading.Event()
                return None
        return self.awaited(tag)

    def awaited(self, tag: str) -> Answer | None:
        """Return the answer of that ETag, if need be after a request that makes it; None if none does."""
        with self._turn:
            answer, making = self._answers.get(tag), self._making.get(tag)
        if answer or making is None:
            return answer
        making.wait(PATIENCE)
        return self._answers.get(tag)

    def made(self, tag: str) -> None:
        """Let those go on who wait for the answer of that ETag."""
        with self._turn:
            making = self._making.pop(tag, None)
        if making:
            making.set()


def init_app(app: Flask) -> None:
    """Answer a phone that names the page it has with a difference, and tell its stream what it has now."""
    pages = app.extensions["pages"] = Pages()

    @app.before_request
    def hold() -> None:
        """The tap is told to the stream that it came from by its answer."""
        if name := request.headers.get(STREAM):
            stream = current_app.extensions["companion"].hub.named(name, cookie.get("phone", ""))
            if stream and stream.turn.acquire(timeout=PATIENCE):
                g.stream = stream

    @app.after_request
    def shorten(response: Response) -> Response:
        stream = g.get("stream")
        if stream:
            stream.keeps(dict(cookie))
        if difference := g.pop("again", None) or _told(pages, response):
            _answer(response, stream, *difference)
        return response

    @app.teardown_request
    def release(error: BaseException | None) -> None:
        if stream := g.get("stream"):
            stream.turn.release()
        if tag := g.pop("making", None):
            pages.made(tag)


def _told(pages: Pages, response: Response) -> Answer | None:
    """Return a table's page as its header and what is new on it, for a phone that names the page it has."""
    if HAS not in request.headers or response.mimetype != "text/html":
        return None
    text = response.get_data()
    match = OF_TABLE.search(text)
    if match is None:
        return None
    old, name, new = pages.sent(request.headers[HAS], text)
    reference = (f"{old} {name} {int(match[1])}.{int(match[2])}", new)
    if tag := response.headers.get("ETag"):
        pages.keep(tag, reference)
    return reference


def _answer(response: Response, stream: Stream | None, difference: str, new: bytes) -> None:
    """Answer with a difference, and note it for the stream of the phone."""
    response.set_data(new)
    response.mimetype = "application/octet-stream"
    apart = STREAM in request.headers and stream is None and cookie.modified
    response.headers[HAS] = f"{difference} apart" if apart else difference
    if stream:
        here = request.full_path if request.method == "GET" else stream.path
        _, name, moment = difference.split(" ")
        n, stamp = moment.split(".")
        stream.has(name, (int(n), int(stamp)), response.headers.get("HX-Push-Url", here))


def follow(page: Page, text: bytes) -> Page:
    """Return the page that follows another.

    It is told by the runs of tokens that stay, then by the deflated others. A run is a byte with how many
    tokens go and come before it, 15 and the numbers themselves if one is larger, and how many stay; a run of
    none that stay is the last. Numbers have seven bits a byte.
    """
    had, has = page.tokens, tuple(text.split(b"<"))
    shared = [*has]
    gone: list[bytes] = []
    come: list[bytes] = []
    runs = bytearray()
    i = j = 0
    for start, to, count in (*_runs(had, has), (len(had), len(has), 0)):
        gone += had[i:start]
        come += has[j:to]
        few = max(start - i, to - j) < MANY
        runs += bytes(((start - i) << 4 | to - j,)) if few else b"\xff" + _number(start - i) + _number(to - j)
        runs += _number(count)
        i, j = start + count, to + count
        shared[to:j] = had[start:i]
    left = ((page.left or page.text) + b"<".join(gone))[-WINDOW:]
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 7, zlib.Z_DEFAULT_STRATEGY, left)
    told = bytes(runs) + deflate.compress(b"<".join(come)) + deflate.flush()
    return Page(tuple(shared), told, left)


def _number(n: int) -> bytes:
    more = bytearray()
    while n > 127:
        more.append(n & 127 | 128)
        n >>= 7
    return bytes((*more, n))


def _runs(had: tuple[bytes, ...], has: tuple[bytes, ...]) -> list[Run]:
    """Return the runs of tokens that stay and are not told again, in their order on both pages."""
    runs: list[Run] = []
    i = j = 0
    while True:
        count = _alike(had, i, has, j)
        if count > SHORT or sum(map(len, had[i : i + count])) > SHORT:
            runs.append((i, j, count))
        i, j = i + count, j + count
        if i == len(had) or j == len(has):
            return runs
        i, j = _next(had, i, has, j)


def _alike(had: tuple[bytes, ...], i: int, has: tuple[bytes, ...], j: int) -> int:
    """Return how many tokens are the same from here on; slices are compared much faster than tokens."""
    count, step, most = 0, 32, min(len(had) - i, len(has) - j)
    while step:
        end = count + step
        if end <= most and had[i + count : i + end] == has[j + count : j + end]:
            count = end
        else:
            step //= 2
    return count


def _next(had: tuple[bytes, ...], i: int, has: tuple[bytes, ...], j: int) -> tuple[int, int]:
    """Return where the pages go on alike for some tokens, after the fewest that go and come."""
    if had[i + 1 : i + 1 + SAME] == has[j + 1 : j + 1 + SAME]:
        return i + 1, j + 1  # most changes are of one token
    for far in FAR:
        there, here = _looked_up(had[i : i + far]), _looked_up(has[j : j + far])
        first = dict(zip(reversed(there), range(len(there) - 1, -1, -1), strict=True))
        both = [(go + to, to) for to, go in enumerate(map(first.get, here)) if go is not None]
        for moved, to in sorted(both):
            start, end = i + moved - to, j + to
            if had[start : start + SAME] == has[end : end + SAME]:
                while start > i and end > j and had[start - 1] == has[end - 1]:
                    start, end = start - 1, end - 1
                return start, end
    return len(had), len(has)


def _looked_up(tokens: tuple[bytes, ...]) -> list[tuple[bytes, ...]]:
    """Return each token with the one after it, by which it is looked up."""
    return [*pairwise(tokens)]
