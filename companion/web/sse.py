"""Streams over http, no WebSocket: they say where a table stands, and bring a phone what is new on its page.

Said after the commit, as a hint: a lost one heals with the next, and with every heartbeat. Other processes'
entries are heard by pub/sub where there is one; what it loses, and all of it where there is none, the tail
finds: while anybody watches, it asks the database where the watched tables stand.
"""

import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from weakref import WeakSet

from flask import Flask

from companion.web import config
from companion.web.metrics import STREAMS
from companion.web.once_a_minute import once_a_minute
from companion.work import machine

log = logging.getLogger(__name__)
log.addFilter(once_a_minute)
At = tuple[int, int]
"""Where a table stands: entries, and other changes."""
Say = Callable[[At, bool], Any]
"""Makes a frame of where a table stands, and whether it moved or is only told again."""

HEARTBEAT = 5.0
"""Seconds; a phone holds a stream that is silent for more than two of them for dead."""
SILENT = 30.0
"""Seconds after which a line is dead whose phone confirms nothing any more. House."""
TAIL = 0.1
"""Seconds between two looks at the database, where no pub/sub tells; where one does, a heartbeat."""
GONE: At = (2**31 - 1, 0)
"""Beyond every entry: a phone that looks then finds that the table was deleted."""
A_PHONE = 4
"""Streams a phone may hold; the oldest gives way."""
STRANGERS = 8
"""Streams without a cookie that an address may hold."""
A_HOUSE = 32
"""Streams an address may hold at least; where there is more room, half of it."""
ASKED_AT_ONCE = 400
OPENS = ("/pages", "/events")
"""The ends of the addresses that open a stream."""
OPENED_AT_ONCE = 2
"""So many streams are opened at the same time: when all phones come back at once, taps go on between them."""


def init_app(app: Flask) -> None:
    """Open few streams at a time: the others wait before anything is done for them, so that taps go on."""
    answer, opening = app.wsgi_app, threading.BoundedSemaphore(OPENED_AT_ONCE)

    def taking_turns(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        opens = environ["REQUEST_METHOD"] == "GET" and environ["PATH_INFO"].endswith(OPENS)
        with opening if opens else nullcontext():
            return answer(environ, start)

    app.wsgi_app = taking_turns  # type: ignore[assignment,method-assign]


def room() -> int:
    """Return how many streams this process may hold, so that there is always room for taps."""
    return max(config.requests_at_once() - 32, 4)


class Full(Exception):
    """No more streams fit; the phone polls."""


class Asker(NamedTuple):
    """A phone that asks for pages."""

    phone: str
    more: tuple[object, ...]
    """The parts of its cookie, its host and its language: pages depend on these, besides its seats."""


class Stream:
    """One phone's open ear, at an address; ``line`` is the socket it is at the end of, where that shows.

    ``path`` is the page that the phone is at, ``page`` names it as it has it, ``cookie`` is what it keeps,
    ``asker`` is the phone with what pages depend on, None while its cookie is new, and ``at`` is where
    the table stood then. Nothing is said while somebody has its ``turn``, to answer the phone: that is not
    said twice.
    """

    def __init__(
        self, code: str, phone: str, line: socket.socket | None = None, address: str = "", name: str = ""
    ) -> None:
        self.code = code
        self.phone = phone
        self.line = line
        self.address = address
        self.name = name
        self.path = self.page = ""
        self.cookie: dict[str, Any] = {}
        self.asker: Asker | None = None
        self.at: At = (-1, -1)
        self.turn = threading.Lock()
        self._news: SimpleQueue[At | None] = SimpleQueue()

    def has(self, page: str, at: At, path: str) -> None:
        """Note what the phone was just answered."""
        self.page, self.at, self.path = page, at, path

    def keeps(self, cookie: dict[str, Any], asker: Asker | None = None) -> None:
        """Note the cookie that the phone keeps now."""
        self.cookie, self.asker = cookie, asker

    def tell(self, at: At | None) -> None:
        """Pass on where the table stands; None ends the stream."""
        self._news.put(at)

    def wait(self, seconds: float) -> At | None:
        """The latest news; Empty if there is none in time."""
        seconds = machine.patience(seconds)
        latest = self._news.get(seconds > 0, seconds or None)
        while latest is not None:
            try:
                latest = self._news.get_nowait()
            except Empty:
                break
        return latest


class Hub:
    """The streams of this process.

    ``stands`` asks the database where tables stand; ``told`` is true while other processes' entries are
    heard without asking; ``seen`` hears which phone is still at which table, with every heartbeat.
    """

    def __init__(
        self,
        stands: Callable[[Iterable[str]], dict[str, At]],
        limit: int | None = None,
        told: Callable[[], bool] = lambda: False,
        seen: Callable[[str, str], None] = lambda code, phone: None,
    ) -> None:
        self._stands = stands
        self.told = told
        self._seen = seen
        self.limit = room() if limit is None else limit
        self._turn = threading.Lock()
        self._streams: dict[str, list[Stream]] = {}
        self._of_phone: dict[str, list[Stream]] = {}
        self._of_address: dict[str, list[Stream]] = {}
        self._of_name: dict[str, list[Stream]] = {}
        self._known: dict[str, At] = {}
        self._open = 0
        self._lines = selectors.DefaultSelector()
        self._tail: threading.Thread | None = None
        self._closed = False
        _hubs.add(self)

    @property
    def open(self) -> int:
        """Return the number of open streams."""
        return self._open

    @property
    def full(self) -> bool:
        """True where one more stream would not fit."""
        return self._open >= self.limit or self._closed

    def followed(self, code: str) -> bool:
        """True while a phone has a stream at a table."""
        return code in self._streams

    def tell(self, code: str, at: At) -> None:
        """A table stands here now."""
        with self._turn:
            streams = self._streams.get(code)
            if not streams or at <= self._known.get(code, (-1, -1)):
                return
            self._known[code] = at
            listening = list(streams)
        for stream in listening:
            stream.tell(at)

    def _crowded(self, phone: str, address: str) -> bool:
        """True where an address has its share of the streams already; an empty one is not counted."""
        there = self._of_address.get(address, [])
        if len(there) >= max(self.limit // 2, A_HOUSE):
            return True
        return not phone and sum(not stream.phone for stream in there) >= STRANGERS

    def named(self, name: str, phone: str) -> Stream | None:
        """Return the stream to which this phone gave that name, if it is in this process."""
        with self._turn:
            return next((stream for stream in self._of_name.get(name, ()) if stream.phone == phone), None)

    def join(
        self, code: str, phone: str, line: socket.socket | None = None, address: str = "", name: str = ""
    ) -> Stream:
        """Open a stream; Full if there is no room, or none for this address.

        It ends when the other end of ``line`` hangs up.
        """
        if 2 * self._open >= self.limit:  # else the tail does it soon enough
            self._end_hung_up()
        with self._turn:
            mine = self._of_phone.get(phone, []) if phone else []
            if len(mine) < A_PHONE and (self.full or (address and self._crowded(phone, address))):
                raise Full
            if len(mine) >= A_PHONE:
                oldest = mine[0]
                oldest.tell(None)
                self._left(oldest)
            stream = Stream(code, phone, line, address, name)
            if line is not None:
                _give_up_soon(line)
                self._lines.register(line, selectors.EVENT_READ, stream)
            for streams, key in self._lists(stream):
                streams.setdefault(key, []).append(stream)
            self._open += 1
            STREAMS.inc()
            if self._tail is None and not machine.IN_BROWSER:  # where no other process plays
                self._tail = threading.Thread(target=self._ask_on, name="companion-tail", daemon=True)
                self._tail.start()
        return stream

    def leave(self, stream: Stream) -> None:
        """Close a stream."""
        with self._turn:
            self._left(stream)

    def _left(self, stream: Stream) -> None:
        if stream not in self._streams.get(stream.code, []):
            return
        for streams, key in self._lists(stream):
            streams[key].remove(stream)
            if not streams[key]:
                del streams[key]
        self._open -= 1
        STREAMS.dec()
        self._let_go(stream)
        if stream.code not in self._streams:
            self._known.pop(stream.code, None)

    def _lists(self, stream: Stream) -> tuple[tuple[dict[str, list[Stream]], str], ...]:
        """Return the lists of a stream: by its table, its phone, its address and its name."""
        return (
            (self._streams, stream.code),
            (self._of_phone, stream.phone),
            (self._of_address, stream.address),
            (self._of_name, stream.name),
        )

    def _let_go(self, stream: Stream) -> None:
        if stream.line is not None and stream.line in self._lines.get_map():
            self._lines.unregister(stream.line)

    def _end_hung_up(self) -> None:
        """End the streams whose phones hung up: nobody waits for the next heartbeat to find out."""
        for key, _ in self._lines.select(0):
            with self._turn:
                if _hung_up(key.data.line):
                    self._left(key.data)
                    key.data.tell(None)
                else:  # it speaks out of turn: the server reads that when the stream is at its end
                    self._let_go(key.data)

    def frames(
        self, stream: Stream, at: At, say: Say | None = None, heartbeat: float = HEARTBEAT
    ) -> Iterator[Any]:
        """Yield the frames of a stream whose phone is at this place of its table.

        ``say`` makes one of where the table stands now, and whether it moved or is only told again.
        """
        say, stream.at = say or frame, at
        try:
            yield say(at, False)
            due = time.monotonic() + heartbeat
            while not self._closed and stream.at != GONE:
                try:
                    news = stream.wait(due - time.monotonic())
                    if news is None:
                        return
                    with stream.turn:
                        if news <= stream.at:
                            continue
                        stream.at = news
                        said = say(news, True)
                except Empty:
                    said = say(stream.at, False)
                self._seen(stream.code, stream.phone)
                yield said
                due = time.monotonic() + heartbeat
        finally:
            self.leave(stream)

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        with self._turn:
            streams = [stream for some in self._streams.values() for stream in some]
        for stream in streams:
            stream.tell(None)

    def _ask_on(self) -> None:
        pause, news, asked_at = threading.Event(), False, 0.0
        while not pause.wait(TAIL):
            with self._turn:
                codes = list(self._streams)
                if not codes or self._closed:
                    self._tail = None
                    return
            try:
                self._end_hung_up()
                before, news = news, self.told()
                if news and before and time.monotonic() - asked_at < HEARTBEAT:
                    continue
                asked_at = time.monotonic()
                for first in range(0, len(codes), ASKED_AT_ONCE):
                    some = codes[first : first + ASKED_AT_ONCE]
                    stand = self._stands(some)
                    for code in some:
                        self.tell(code, stand.get(code, GONE))
            except Exception as error:  # the next round asks again, whatever it was
                log.warning("The tail could not ask: %s", error)
                pause.wait(1)


_hubs: "WeakSet[Hub]" = WeakSet()


def _give_up_soon(line: socket.socket) -> None:
    """End a line to a phone that went without a word, as one whose battery is empty: the system waits for
    a quarter of an hour otherwise."""
    if line.family in (socket.AF_INET, socket.AF_INET6) and hasattr(socket, "TCP_USER_TIMEOUT"):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SILENT * 1000))


def _hung_up(line: socket.socket) -> bool:
    """True where nothing more comes over this line, which is known to be readable."""
    try:
        return not line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


def frame(at: At, moved: bool = True) -> str:
    """One event: the table stands here."""
    return f"id: {at[0]}\nevent: moved\ndata: {at[0]}.{at[1]}\n\n"


def close_all() -> None:
    """End the streams of this process, so that it can stop."""
    for hub in list(_hubs):
        hub.close()
