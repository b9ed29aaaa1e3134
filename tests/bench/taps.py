"""The live table under load: taps, streams, races, and what a tap costs late in a sitting."""

import random
import re
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count as count_up
from itertools import cycle

from companion.kernel.action import written
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.bench.machine import table
from tests.bench.phone import House, Phone, cpu, fetched, serving, serving_floor

TABLES, STREAMS, RATE, SECONDS, CLIENTS = 100, 1000, 100, 20, 16
IDLE, CROWDED = 400, 5
THOUGHTFUL = 2
FLAT_OUT, STARTS = 8, 5
FLOORS = {
    "war-in-heaven": 2.0,
    "high-heavens": 2.5,
    "heaven-and-ale": 2.5,
    "heroball": 2.5,
    "havoc-in-heaven": 2.5,
}
"""The processor of a tap that is asked of a game, in those of the floor."""


def ruling(n: int, seat: int = 0) -> dict[str, str]:
    """A sentence that is always legal: no two seats ever set the same round, and none the same twice."""
    return {"thing": "Round", "to": str(1 + 2 * seat + (n + 1) % 2), "why": "count"}


def quantile(times: list[float], part: float) -> float:
    """A quantile in ms."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


class Play:
    """A table whose random game is tapped entry by entry; at its end all is taken back, and again."""

    def __init__(self, house: House, seed: int, key: str = "war-in-heaven") -> None:
        self.session, phones = house.open(key)
        self.phones = {seat: Phone(house, phone, self.session.code) for seat, phone in phones.items()}
        played = moves(shelf()[key], self.session.table.start, random.Random(seed))
        self.script = [(a.by, a.verb, written(a)) for a, _ in played][:-1]
        self.n = self.begun = 0
        self.turn = threading.Lock()

    def tap(self) -> float:
        """The next tap; how long it took until its own fragment was here."""
        with self.turn:
            if self.n - self.begun < len(self.script):
                by, verb, answers = self.script[self.n - self.begun]
            else:
                by, verb, answers = next(iter(self.phones)), "undo", {"entry": str(self.begun + 1)}
                self.begun = self.n + 1
            started = time.perf_counter()
            status, body = self.phones[by].say(verb, by, answers, self.n)
            took = time.perf_counter() - started
            assert status == 200, (status, by, verb, answers, body[:400])
            self.n += 1
            return took


_ears = count_up()


PAGE = re.compile(rb" [\w-]{11} (\d+)\.\d+\n|^id: (\d+)$", re.MULTILINE)
"""A page in a stream, and the entry it is of; and an event of the floor's."""


class Ears:
    """Open streams of ``what`` phones follow by, and when each heard of which entry."""

    def __init__(
        self,
        port: int,
        codes: list[str],
        cookies: Callable[[str, str], str],
        count: int,
        what: str = "pages?path=/t/{}",
    ) -> None:
        self.heard: dict[tuple[str, int], list[float]] = {}
        self.selector = selectors.DefaultSelector()
        self.open: set[object] = set()
        self.phones = f"{next(_ears):08x}"
        for i, code in zip(range(count), cycle(codes)):
            ear = socket.create_connection(("127.0.0.1", port))
            cookie = cookies(f"{self.phones}{i:024x}", code)
            ear.sendall(
                f"GET /t/{code}/{what.format(code)} HTTP/1.1\r\n"
                f"Host: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
            )
            self.selector.register(ear, selectors.EVENT_READ, code)
        self.done = False
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        while not self.done:
            for key, _ in self.selector.select(0.2):
                now, said = time.perf_counter(), key.fileobj.recv(65536)  # type: ignore[union-attr]
                if not said:
                    self.selector.unregister(key.fileobj)
                self.open |= {key.fileobj} if said.startswith(b"HTTP/1.1 200") else set()
                for at in PAGE.finditer(said):
                    self.heard.setdefault((key.data, int(at[1] or at[2])), []).append(now)

    def close(self) -> None:
        """Hang up."""
        self.done = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def steadily(
    plays: list[Play], rate: float = RATE, seconds: int = SECONDS
) -> tuple[list[float], dict[tuple[str, int], float]]:
    """Taps at a steady rate over some tables: how long each took, and when each entry was sent."""
    sent: dict[tuple[str, int], float] = {}
    took: list[float] = []

    def tap(play: Play, due: float) -> None:
        time.sleep(max(0.0, due - time.perf_counter()))
        started = time.perf_counter()
        took.append(play.tap())
        sent[play.session.code, play.n] = started

    start = time.perf_counter() + 0.5
    with ThreadPoolExecutor(CLIENTS) as pool:
        for i, play in zip(range(int(rate * seconds)), cycle(plays)):
            pool.submit(tap, play, start + i / rate)
    return took, sent


@contextmanager
def thinking(house: House, tables: int, address: str = "127.0.0.1") -> Iterator[list[str]]:
    """So many tables of one address where the phone plays every seat as well as it can, one thought after
    another; their codes."""
    lines, stop = [], threading.Event()
    for _ in range(tables):
        session, phones = house.open()
        for seat in phones:
            house.store.seating.absent(session, seat, "master", "Master")
        lines.append(Phone(house, phones["Angels"], session.code, address))

    def go_on() -> None:
        while not stop.wait(0.5):
            for line in lines:
                line.go_on(house.store.session(line.code).n)

    hands = threading.Thread(target=go_on)
    hands.start()
    try:
        yield [line.code for line in lines]
    finally:
        stop.set()
        hands.join()


def paced(house: House) -> list[tuple[str, str, str]]:
    """Taps at a steady rate over many tables, with many streams open, and again while others think."""
    plays = [Play(house, seed) for seed in range(TABLES)]
    ears = Ears(house.port, [play.session.code for play in plays], house.cookie, STREAMS)
    time.sleep(5)
    opened = len(ears.open)
    took, sent = steadily(plays)
    time.sleep(1)
    with thinking(house, THOUGHTFUL) as codes:
        beside, _ = steadily(plays)
        result = sum(house.store.session(code).n for code in codes)
    ears.close()
    heard = [at - sent[key] for key, times in ears.heard.items() if key in sent for at in times]
    each = STREAMS // TABLES
    missed = sum(each - len(ears.heard.get(key, [])) for key in sent)
    return [
        (f"streams open, of {STREAMS}", str(opened), str(STREAMS)),
        (
            f"tap to own fragment, {RATE} taps/s over {TABLES} tables, p50 / p99",
            f"{quantile(took, 0.5):.1f} / {quantile(took, 0.99):.1f} ms",
            "5 / 15 ms",
        ),
        (
            f"tap to what is new on the other phones, {STREAMS} streams, p50 / p99",
            f"{quantile(heard, 0.5):.1f} / {quantile(heard, 0.99):.1f} ms",
            "p99 100 ms",
        ),
        (f"events not heard within a second, of {len(sent) * each}", str(missed), "0"),
        (
            f"taps at that rate while {THOUGHTFUL} tables think, p50 / p99; moves found meanwhile",
            f"{quantile(beside, 0.5):.1f} / {quantile(beside, 0.99):.1f} ms; {result}",
            "as without",
        ),
    ]


def flat_out(taps: list[Callable[[], object]], pid: int) -> tuple[float, float]:
    """Taps as fast as they go, by one phone each: how many a second, and the server's milliseconds of
    processor for each."""
    counts = [0] * len(taps)
    until = time.perf_counter() + FLAT_OUT

    def run(i: int) -> None:
        while time.perf_counter() < until:
            taps[i]()
            counts[i] += 1

    started, used = time.perf_counter(), cpu(pid)
    with ThreadPoolExecutor(len(taps)) as pool:
        list(pool.map(run, range(len(taps))))
    return sum(counts) / (time.perf_counter() - started), (cpu(pid) - used) / sum(counts) * 1000


class Bare:
    """What the floor has for a house: a port, and cookies that say nothing."""

    def __init__(self, port: int) -> None:
        self.port = port

    def cookie(self, phone: str, code: str) -> str:
        """A cookie of the same length."""
        return f"companion={'x' * 200}"


def at_a_game(house: House, key: str) -> tuple[float, float, list[float]]:
    """Taps flat out, with two streams at each of as many tables, then at half that rate: how many a second,
    the server's milliseconds of processor for each, and the seconds each took at half the rate."""
    plays = [Play(house, 1000 + seed, key) for seed in range(CLIENTS)]
    ears = Ears(house.port, [play.session.code for play in plays], house.cookie, 2 * CLIENTS)
    rate, used = flat_out([play.tap for play in plays], house.pid)
    took, _ = steadily(plays, rate / 2, FLAT_OUT)
    ears.close()
    return rate, used, took


def beside_the_floor(house: House) -> list[tuple[str, str, str]]:
    """Taps flat out at each game and on bare Flask."""
    games = {key: at_a_game(house, key) for key in FLOORS}
    with serving_floor() as (port, pid):
        there, codes = Bare(port), [f"FLOOR{n}" for n in range(CLIENTS)]
        phones = [Phone(there, "", code) for code in codes]
        ears = Ears(port, codes, there.cookie, 2 * CLIENTS, "events")
        bare, least = flat_out([partial(phone.say, "ruling", "Angels", ruling(0)) for phone in phones], pid)
        ears.close()
    rows = [
        (f"bare Flask + SQLite + streams: taps a second, {CLIENTS} phones", f"{bare:.0f}", ""),
        ("  processor of the server a tap", f"{least:.2f} ms", ""),
    ]
    for key, (rate, used, took) in games.items():
        middle, late = quantile(took, 0.5), quantile(took, 0.99)
        rows += [
            (f"{key}: taps a second, own fragment each", f"{rate:.0f}", ""),
            (
                "  processor of the server a tap",
                f"{used:.2f} ms, {used / least:.1f} x",
                f"{FLOORS[key]} x the floor",
            ),
            ("  at half that rate, p50 / p99", f"{middle:.1f} / {late:.1f} ms", "p99 at most 4 x p50"),
        ]
    return rows


def first_tap() -> tuple[str, str, str]:
    """The first tap of a process that has loaded, the longest of some."""
    times = []
    for seed in range(STARTS):
        with serving() as house:
            fetched(f"http://127.0.0.1:{house.port}/health")
            times.append(Play(house, seed).tap())
    return (f"the first tap of a process, the longest of {STARTS}", f"{max(times) * 1000:.0f} ms", "50 ms")


def crowded(house: House) -> tuple[str, str, str]:
    """Taps while streams hung up, as many new ones came, and idle lines take what connections are left."""
    plays = [Play(house, 2000 + seed) for seed in range(10)]
    codes = [play.session.code for play in plays]
    Ears(house.port, codes, house.cookie, STREAMS).close()
    again = Ears(house.port, codes, house.cookie, STREAMS)
    idle = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(IDLE)]
    took, until = [], time.perf_counter() + CROWDED
    for play in cycle(plays):
        if time.perf_counter() > until:
            break
        took.append(play.tap())
        time.sleep(0.02)
    for line in idle:
        line.close()
    again.close()
    words = f"a tap after {STREAMS} streams hung up, with {STREAMS} new ones and {IDLE} idle lines, p50 / p99"
    return (words, f"{quantile(took, 0.5):.1f} / {quantile(took, 0.99):.1f} ms", "p99 200 ms")


def races(house: House) -> list[tuple[str, str, str]]:
    """Two seats tap in the same instant, 200 times each, every tap sent twice."""
    sitting, phones = house.open()
    seats = {seat: [Phone(house, phone, sitting.code) for _ in range(2)] for seat, phone in phones.items()}
    keys = {seat: [f"{seat}-{i}" for i in range(200)] for seat in seats}
    gate = threading.Barrier(4)

    def run(seat: str, line: int) -> list[int]:
        answers = []
        for n, key in enumerate(keys[seat]):
            gate.wait()
            answers.append(seats[seat][line].say("ruling", seat, ruling(n, [*seats].index(seat)), 0, key)[0])
        return answers

    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(run, seat, line) for seat in seats for line in range(2)]
    statuses = [status for done in runs for status in done.result()]
    keys_saved = [step.entry.key for step in house.store.session(sitting.code).table.log]
    wanted = {key for some in keys.values() for key in some}
    lost, doubled = len(wanted - set(keys_saved)), len(keys_saved) - len(set(keys_saved))
    assert set(statuses) == {200}, sorted(set(statuses))
    return [
        ("400 simultaneous taps of 2 seats, each sent twice: lost / doubled", f"{lost} / {doubled}", "0 / 0")
    ]


def late(house: House) -> tuple[str, str, str]:
    """A tap at entry 1,000 beside one at entry 10, in turns."""
    times: dict[int, list[float]] = {10: [], 1000: []}
    lines = {}
    for depth in times:
        sitting, phones = house.open()
        for n in range(depth):
            house.store.play(sitting.code, "Angels", "ruling", ruling(n))
        lines[depth] = Phone(house, phones["Angels"], sitting.code)
    for n in range(-6, 150):
        for depth, phone in lines.items():
            started = time.perf_counter()
            status, _ = phone.say("ruling", "Angels", ruling(n))
            assert status == 200, status
            if n >= 0:
                times[depth].append(time.perf_counter() - started)
    early, after = (statistics.median(times[depth]) * 1000 for depth in (10, 1000))
    return (
        "a tap at entry 1,000 against entry 10",
        f"{after / early:.2f} x ({after:.1f} / {early:.1f} ms)",
        "1.2 x",
    )


def main() -> None:
    """Print the table."""
    with serving(COMPANION_THREADS=str(2 * STREAMS + 200)) as house:
        rows = [*races(house), late(house), *beside_the_floor(house), *paced(house), crowded(house)]
    rows.append(first_tap())
    table("The live table: gunicorn with threads, SQLite, synchronous FULL; load from this machine too", rows)
