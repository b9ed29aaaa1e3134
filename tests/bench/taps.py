"""The live table under load: taps, streams, races, and what a tap costs late in a sitting."""

import random
import selectors
import socket
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

from companion.kernel.action import written
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.bench.machine import table
from tests.bench.phone import House, Phone, serving

TABLES, STREAMS, RATE, SECONDS, CLIENTS = 100, 1000, 100, 20, 16
RULING = {"thing": "Round", "to": "1", "why": "count"}


def quantile(times: list[float], part: float) -> float:
    """A quantile in ms."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


class Play:
    """A table whose random game is tapped entry by entry; at its end all is taken back, and again."""

    def __init__(self, house: House, seed: int) -> None:
        self.session, phones = house.open()
        self.phones = {seat: Phone(house, phone, self.session.code) for seat, phone in phones.items()}
        game = shelf()["war-in-heaven"]
        played = moves(game, self.session.table.start, random.Random(seed))
        self.script = [(a.by, a.verb, written(a)) for a, _ in played][:-1]
        self.n = self.begun = 0
        self.turn = threading.Lock()

    def tap(self) -> float:
        """The next tap; how long it took until its own fragment was here."""
        with self.turn:
            if self.n - self.begun < len(self.script):
                by, verb, answers = self.script[self.n - self.begun]
            else:
                by, verb, answers = "Angels", "undo", {"entry": str(self.begun + 1)}
                self.begun = self.n + 1
            started = time.perf_counter()
            status, body = self.phones[by].say(verb, by, answers, self.n)
            took = time.perf_counter() - started
            assert status == 200, (status, by, verb, answers, body[:400])
            self.n += 1
            return took


class Ears:
    """Open streams, and when each heard of which entry."""

    def __init__(self, house: House, plays: list[Play], count: int) -> None:
        self.heard: dict[tuple[str, int], list[float]] = {}
        self.selector = selectors.DefaultSelector()
        self.open = 0
        for i, play in zip(range(count), cycle(plays)):
            code = play.session.code
            ear = socket.create_connection(("127.0.0.1", house.port))
            cookie = house.cookie(f"{i:032x}", code)
            ear.sendall(
                f"GET /t/{code}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
            )
            self.selector.register(ear, selectors.EVENT_READ, code)
        self.done = False
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        while not self.done:
            for key, _ in self.selector.select(0.2):
                now, said = time.perf_counter(), key.fileobj.recv(65536).decode()  # type: ignore[union-attr]
                for line in said.split("\n"):
                    if line.startswith("id: "):
                        self.heard.setdefault((key.data, int(line[4:])), []).append(now)

    def close(self) -> None:
        """Hang up."""
        self.done = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def paced(house: House) -> list[tuple[str, str, str]]:
    """Taps at a steady rate over many tables, with many streams open."""
    plays = [Play(house, seed) for seed in range(TABLES)]
    ears = Ears(house, plays, STREAMS)
    time.sleep(5)
    opened = sum(len(times) for times in ears.heard.values())
    sent: dict[tuple[str, int], float] = {}
    took: list[float] = []

    def tap(play: Play, due: float) -> None:
        time.sleep(max(0.0, due - time.perf_counter()))
        started = time.perf_counter()
        took.append(play.tap())
        sent[play.session.code, play.n] = started

    start = time.perf_counter() + 0.5
    with ThreadPoolExecutor(CLIENTS) as pool:
        for i, play in zip(range(RATE * SECONDS), cycle(plays)):
            pool.submit(tap, play, start + i / RATE)
    time.sleep(1)
    ears.close()
    heard = [at - sent[key] for key, times in ears.heard.items() if key in sent for at in times]
    each = STREAMS // TABLES
    missed = sum(each - len(ears.heard.get(key, [])) for key in sent)
    return [
        (f"streams open, of {STREAMS}", str(opened), str(STREAMS)),
        (
            f"tap to own fragment, {RATE} taps/s over {TABLES} tables, p50 / p99",
            f"{quantile(took, 0.5):.1f} / {quantile(took, 0.99):.1f} ms",
            "10 / 50 ms",
        ),
        (
            f"tap to the other phones' event, {STREAMS} streams, p50 / p99",
            f"{quantile(heard, 0.5):.1f} / {quantile(heard, 0.99):.1f} ms",
            "p99 100 ms",
        ),
        (f"events not heard within a second, of {len(sent) * each}", str(missed), "0"),
    ]


def flat_out(house: House) -> tuple[str, str, str]:
    """Taps as fast as they go."""
    plays = [Play(house, 1000 + seed) for seed in range(CLIENTS)]
    counts = [0] * CLIENTS
    until = time.perf_counter() + 8

    def run(i: int) -> None:
        while time.perf_counter() < until:
            plays[i].tap()
            counts[i] += 1

    started = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(run, range(CLIENTS)))
    rate = sum(counts) / (time.perf_counter() - started)
    return (f"taps a second, one process, {CLIENTS} phones, own fragment each", f"{rate:.0f}", "500")


def races(house: House) -> list[tuple[str, str, str]]:
    """Two seats tap in the same instant, 200 times each, every tap sent twice."""
    sitting, phones = house.open()
    seats = {seat: [Phone(house, phone, sitting.code) for _ in range(2)] for seat, phone in phones.items()}
    keys = {seat: [f"{seat}-{i}" for i in range(200)] for seat in seats}
    gate = threading.Barrier(4)

    def run(seat: str, line: int) -> list[int]:
        answers = []
        for key in keys[seat]:
            gate.wait()
            answers.append(seats[seat][line].say("ruling", seat, RULING, 0, key)[0])
        return answers

    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(run, seat, line) for seat in seats for line in range(2)]
    statuses = [status for done in runs for status in done.result()]
    kept = [step.entry.key for step in house.store.session(sitting.code).table.log]
    wanted = {key for some in keys.values() for key in some}
    lost, doubled = len(wanted - set(kept)), len(kept) - len(set(kept))
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
        for _ in range(depth):
            house.store.play(sitting.code, "Angels", "ruling", RULING)
        lines[depth] = Phone(house, phones["Angels"], sitting.code)
        for _ in range(5):
            lines[depth].say("ruling", "Angels", RULING)
    for _ in range(150):
        for depth, phone in lines.items():
            started = time.perf_counter()
            phone.say("ruling", "Angels", RULING)
            times[depth].append(time.perf_counter() - started)
    early, after = (statistics.median(times[depth]) * 1000 for depth in (10, 1000))
    return (
        "a tap at entry 1,000 against entry 10",
        f"{after / early:.2f} x ({after:.1f} / {early:.1f} ms)",
        "1.2 x",
    )


def main() -> None:
    """Print the table."""
    with serving(COMPANION_THREADS=str(STREAMS + 200)) as house:
        rows = [*races(house), late(house), flat_out(house), *paced(house)]
    table("The live table: gunicorn with threads, SQLite, synchronous FULL; load from this machine too", rows)
