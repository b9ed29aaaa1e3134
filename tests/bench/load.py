"""Many tables on one process and then on four, ``make load``: every tap is accounted for.

One of the four is killed and not started again: three carry on with the tables, phones and streams of all.
``--slope`` asks instead how many taps a second one, two and four processes carry, and kills none.
PostgreSQL, Redis, nginx as in deploy/, the servers and the phones all run on this one machine.
"""

import argparse
import asyncio
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import func, select

from companion.kernel.action import written
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.storage.schema import ENTRIES
from companion.web.app import create_app
from companion.web.differences import HAS, NONE
from companion.web.routes.events import SIZE
from tests.bench.machine import machine, table
from tests.bench.phone import House, cpu
from tests.bench.taps import quantile
from tests.servers import Server, serving
from tests.services import Service, nginx, postgresql, redis

PROCESSES = 4
GAME = "war-in-heaven"
SCRIPTS = 50
CONNECTIONS = 60
AGAIN = 0.2
"""Seconds after which a phone whose tap got no answer sends it once more, with the same key."""
HEAL = 5.0
"""Seconds in which whatever the killed process did is done by others."""
IDLE = 20.0
"""Seconds in which all phones follow and nobody taps."""
CONNECTING = 64
CARRIED = 100.0
"""Milliseconds that 99 of 100 taps may take at a rate that is carried."""
WINDOW = 8
"""Seconds for which a rate is tried."""
RATES = [round(40 * 1.25**step) for step in range(14)]
"""Taps a second that are tried, one after the other, until one is not carried."""
SECRET = "the same on all machines"
Sentence = tuple[str, str, dict[str, Any]]


@dataclass
class Log:
    """What the phones saw."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    """Seconds from a tap to the event of it at a phone."""
    answers: Counter[int] = field(default_factory=Counter)
    unanswered: int = 0
    opened: int = 0
    killed: float = 0.0
    healed: float = 0.0
    """When the last stream that broke was open again."""
    disturbed: list[float] = field(default_factory=list)
    """What taps took that were sent between the kill and five seconds later,"""
    disturbed_heard: list[float] = field(default_factory=list)
    """and after how long others heard of them."""

    def after_the_kill(self, sent: float) -> bool:
        """True for what was sent in the five seconds after the kill."""
        return bool(self.killed) and 0 <= sent - self.killed < HEAL


@dataclass(frozen=True)
class Rate:
    """A rate that was tried, and what a tap took, in milliseconds."""

    taps: int = 0
    """A second."""
    p50: float = 0.0
    p99: float = 0.0
    servers: float = 0.0
    """Processor of the servers a tap."""
    phones: float = 0.0
    """Processor of the phones, which this process is: its share of a core."""

    @property
    def carried(self) -> bool:
        """True if 99 of 100 taps took no longer than ``CARRIED``."""
        return self.p99 <= CARRIED


class Line:
    """Requests of one table's phones, over a connection that stays open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, cookie: str, body: str, has: str) -> tuple[int, str]:
        """The status of the answer, and the name of its page; OSError where the line broke before it came."""
        try:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nHX-Request: true\r\n"
            head += f"{HAS}: {has}\r\nAccept-Encoding: gzip\r\n"
            kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
            self.writer.write((head + kind + body).encode())
            return await self._answer()
        except (OSError, IndexError, ValueError, asyncio.IncompleteReadError) as lost:
            if self.writer:
                self.writer.close()
            self.writer = None
            raise ConnectionError("no answer") from lost

    async def _answer(self) -> tuple[int, str]:
        assert self.reader
        status = int((await self.reader.readline()).split(b" ")[1])
        length, name = 0, NONE
        while (line := (await self.reader.readline()).lower()) not in (b"\r\n", b""):
            if line.startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
            if line.startswith(HAS.lower().encode()):
                name = line.decode().split()[2]
        await self.reader.readexactly(length)
        return status, name


class Play:
    """One table: a random game to tap, and the phones at its seats."""

    def __init__(self, house: House, script: list[Sentence]) -> None:
        session, phones = house.open(GAME)
        self.code, self.script = session.code, script
        self.cookies = {seat: house.cookie(phone, self.code) for seat, phone in phones.items()}
        self.n = 0
        self.has: dict[str, str] = {}
        """The page that the phone at each seat has."""
        self.turn = asyncio.Lock()

    async def tap(self, line: Line, log: Log) -> None:
        """The next tap, sent again with its key until it is answered."""
        async with self.turn:
            by, verb, answers = self.script[self.n]
            form = {
                "by": by,
                "seen": str(self.n),
                "key": f"{self.code}-{self.n}",
            }
            body = urlencode({**form, **answers}, doseq=True)
            began = log.sent[self.code, self.n + 1] = time.perf_counter()
            while True:
                try:
                    where = f"/t/{self.code}/do/{verb}"
                    status, page = await line.post(where, self.cookies[by], body, self.has.get(by, NONE))
                except OSError:
                    log.unanswered += 1
                else:
                    log.answers[status] += 1
                    if status == 200:
                        self.has[by] = page
                        break
                await asyncio.sleep(AGAIN)
            took = time.perf_counter() - began
            (log.disturbed if log.after_the_kill(began) else log.took).append(took)
            self.n += 1


class Ear:
    """One phone: it loads its page, then follows by a stream, opened again whenever it breaks."""

    def __init__(self, play: Play, seat: str) -> None:
        self.play, self.seat, self.cookie = play, seat, play.cookies[seat]
        self.n = -1
        self.page = NONE

    async def follow(self, port: int, log: Log, gate: asyncio.Semaphore) -> None:
        """Listen until cancelled."""
        where = f"HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n"
        while True:
            try:
                async with gate:
                    if self.n < 0:
                        reader, writer = await asyncio.open_connection("127.0.0.1", port)
                        writer.write(f"GET /t/{self.play.code} {where}Connection: close\r\n\r\n".encode())
                        page = (await reader.read()).decode()
                        assert page.startswith("HTTP/1.1 200"), page[:200]
                        writer.close()
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                    path = f"/t/{self.play.code}"
                    writer.write(f"GET {path}/pages?path={path}&page={self.page} {where}\r\n".encode())
                    line = await self._frame(reader)
                self._hear(line, log)
                log.opened += 1
                if log.killed:
                    log.healed = time.perf_counter()
                while True:
                    self._hear(await self._frame(reader), log)
            except (OSError, ValueError, asyncio.IncompleteReadError):
                pass
            log.opened -= self.n >= 0
            await asyncio.sleep(AGAIN)

    async def _frame(self, reader: asyncio.StreamReader) -> int:
        """The entry that the next frame tells of; it begins a chunk, and is one."""
        while not (length := (await reader.readline()).strip()).isalnum() or len(length) > 6:
            if not length and reader.at_eof():
                raise ConnectionError("the stream has ended")
        chunk = await reader.readexactly(int(length, 16) + 2)
        words = chunk[SIZE:].partition(b"\n")[0].decode().split(" ")
        self.page = words[1] if len(words) > 1 else self.page
        return int(words[-1].partition(".")[0])

    def _hear(self, at: int, log: Log) -> None:
        now = time.perf_counter()
        for entry in range(self.n + 1, at + 1) if self.n >= 0 else ():
            sent = log.sent[self.play.code, entry]
            (log.disturbed_heard if log.after_the_kill(sent) else log.heard).append(now - sent)
        self.n = max(self.n, at)


def used(servers: list[Server]) -> float:
    """Seconds of processor of all servers until now."""
    return sum(cpu(server.process.pid) for server in servers)


def spent(engines: list[Service]) -> float:
    """Seconds of processor of the engines until now."""
    return sum(cpu(engine.process.pid) for engine in engines if engine.process)


def memory(servers: list[Server]) -> float:
    """MB of all servers, what they share counted in each."""
    groups = ",".join(str(server.process.pid) for server in servers)
    listed = subprocess.run(["ps", "-o", "rss=", "-g", groups], capture_output=True, text=True, check=True)
    return sum(map(int, listed.stdout.split())) / 1024


def scripts(most: int) -> list[list[Sentence]]:
    """Random games, each of at least ``most`` sentences."""
    result: list[list[Sentence]] = []
    game, seed = shelf()[GAME], 0
    start = Table.open(game, Opening(dict.fromkeys(game.seats(2), "Ada"), {"undo": "free"})).start
    while len(result) < SCRIPTS:
        seed += 1
        script = [
            (a.by, a.verb, written(a)) for a, _ in islice(moves(game, start, random.Random(seed)), most)
        ]
        if len(script) == most:
            result.append(script)
    return result


async def follow(
    chosen: argparse.Namespace, plays: list[Play], proxy: Service, log: Log
) -> tuple[list[Ear], list[asyncio.Task[None]]]:
    """Load the pages of all phones and open their streams."""
    gate, ears = asyncio.Semaphore(CONNECTING), []
    for play, n in zip(cycle(plays), range(chosen.streams), strict=False):
        seat = list(play.cookies)[n // len(plays) % len(play.cookies)]
        ears.append(Ear(play, seat))
    following = [asyncio.create_task(ear.follow(proxy.port, log, gate)) for ear in ears]
    began = time.perf_counter()
    while log.opened < chosen.streams and time.perf_counter() - began < 180:
        await asyncio.sleep(0.1)
    return ears, following


async def tap(
    tables: Iterator[tuple[Play, Line]],
    rate: int,
    taps: int,
    log: Log,
    halfway: Callable[[], None] | None = None,
) -> float:
    """Tap at a rate until all are answered; the seconds it took. Something may be done halfway."""
    tapping = []
    begin = time.perf_counter() + 0.5
    for i, (play, line) in zip(range(taps), tables, strict=False):
        await asyncio.sleep(max(0.0, begin + i / rate - time.perf_counter()))
        if halfway and i == taps // 2:
            halfway()
        tapping.append(asyncio.create_task(play.tap(line, log)))
    await asyncio.wait_for(asyncio.gather(*tapping), 60)
    return time.perf_counter() - begin


async def played(
    chosen: argparse.Namespace,
    plays: list[Play],
    servers: list[Server],
    proxy: Service,
    engines: list[Service],
) -> tuple[Log, dict[str, float]]:
    """Open the streams, wait, tap, and kill one of several processes halfway."""
    log = Log()
    figures, began = {"memory before": memory(servers)}, time.perf_counter()
    ears, following = await follow(chosen, plays, proxy, log)
    figures["opened"], figures["opening"] = log.opened, time.perf_counter() - began
    figures["memory after"], before = memory(servers), used(servers)
    await asyncio.sleep(IDLE)
    figures["idle"] = (used(servers) - before) / IDLE

    tables = cycle([(play, Line(proxy.port)) for play in plays])
    before, at_rest, carried = used(servers), spent(engines), spent([proxy])

    def kill() -> None:
        answered = len(log.took)
        figures["tapping"] = (used(servers) - before) / answered * 1000
        figures["engines"] = (spent(engines) - at_rest) / answered * 1000
        figures["proxy"] = (spent([proxy]) - carried) / answered * 1000
        if servers[1:]:
            servers[1].kill()
            log.killed = time.perf_counter()

    figures["seconds"] = await tap(tables, chosen.rate, chosen.rate * chosen.seconds, log, kill)
    await asyncio.sleep(6)  # a heartbeat, so that whatever was lost is heard of
    figures["behind"] = sum(ear.n != ear.play.n for ear in ears)
    for task in following:
        task.cancel()
    return log, figures


async def climbed(
    chosen: argparse.Namespace, plays: list[Play], servers: list[Server], proxy: Service
) -> tuple[Log, list[Rate]]:
    """Tap faster and faster until a rate is not carried, tried twice."""
    log, rates = Log(), [Rate()]
    _, following = await follow(chosen, plays, proxy, log)
    tables = cycle([(play, Line(proxy.port)) for play in plays])
    await tap(tables, RATES[0], RATES[0] * WINDOW, log)  # what is loaded once is loaded
    for rate in RATES:
        for _ in range(2):
            first, before, own = len(log.took), used(servers), time.process_time()
            took = await tap(tables, rate, rate * WINDOW, log)
            taps = log.took[first:]
            one = Rate(
                rate,
                quantile(taps, 0.5),
                quantile(taps, 0.99),
                (used(servers) - before) / len(taps) * 1000,
                (time.process_time() - own) / took,
            )
            if one.carried:
                break
        rates.append(one)
        if not one.carried:
            break
    for task in following:
        task.cancel()
    return log, rates


def accounted(house: House, plays: list[Play]) -> tuple[int, int, int]:
    """Of the taps that were answered: how many are not kept, kept twice, or out of order."""
    lost = doubled = astray = 0
    for play in plays:
        session = house.store.session(play.code)
        asked = (
            select(ENTRIES.c.n, ENTRIES.c.key).where(ENTRIES.c.table_id == session.id).order_by(ENTRIES.c.n)
        )
        with house.store.database.reading() as connection:
            rows = connection.execute(asked).all()
        keys = [row.key for row in rows]
        wanted = [f"{play.code}-{n}" for n in range(play.n)]
        lost += len(set(wanted) - set(keys))
        doubled += len(keys) - len(set(keys))
        astray += keys != wanted or [row.n for row in rows] != [*range(1, len(rows) + 1)]
    return lost, doubled, astray


def main() -> None:
    """Run it and print the figures."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--streams", type=int, default=4000)
    parser.add_argument("--rate", type=int, default=200, help="taps a second")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--slope", action="store_true", help="how many taps a second so many processes carry")
    chosen = parser.parse_args()
    print(machine(), flush=True)
    with (
        postgresql(max_connections="100") as database,
        redis() as engine,
        tempfile.TemporaryDirectory() as folder,
    ):
        env = {
            "DATABASE_URL": database.url,
            "LIVE_URL": engine.url,
            "COMPANION_WORKER": "gevent",
            "COMPANION_SECRET": SECRET,
            "COMPANION_LIMITS": "off",
        }
        app = create_app(folder, DATABASE_URL=database.url, SECRET_KEY=SECRET, LIVE_URL="", LIMITS="off")
        house = House(Path(folder), 0, app, 0)
        most = WINDOW * sum(RATES) * 2 if chosen.slope else chosen.rate * chosen.seconds
        games = scripts(most // chosen.tables + 1)
        one = 0.0
        for count in (1, 2, PROCESSES) if chosen.slope else (1, PROCESSES):
            env["DATABASE_CONNECTIONS"] = str(CONNECTIONS // count)
            with (
                serving(Path(folder), count, **env) as servers,
                nginx([server.port for server in servers]) as proxy,
            ):
                plays = [Play(house, script) for script in islice(cycle(games), chosen.tables)]
                if chosen.slope:
                    climb = asyncio.run(climbed(chosen, plays, servers, proxy))
                    report_slope(chosen, count, *climb, accounted(house, plays))
                    continue
                log, figures = asyncio.run(played(chosen, plays, servers, proxy, [database, engine]))
            figures["ratio"] = figures["tapping"] / (one or figures["tapping"])
            one = figures["tapping"]
            figures["entry"] = entry_size(house)
            report(chosen, count, log, figures, accounted(house, plays))


def report_slope(
    chosen: argparse.Namespace, count: int, log: Log, rates: list[Rate], kept: tuple[int, int, int]
) -> None:
    """Print what each rate took, and which was carried."""
    errors = sum(n for status, n in log.answers.items() if status >= 500)
    rows = [
        (
            f"{one.taps} taps a second: p50 / p99, processor of the servers a tap, of the phones",
            f"{one.p50:.1f} / {one.p99:.1f} ms, {one.servers:.1f} ms, {one.phones * 100:.0f} % of a core",
            "",
        )
        for one in rates[1:]
    ]
    carried = max(one.taps for one in rates if one.carried)
    rows.append((f"carried, 99 of 100 within {CARRIED:.0f} ms", f"{carried} taps a second", ""))
    rows.append(
        ("acknowledged taps lost / kept twice / tables out of order", " / ".join(map(str, kept)), "0 / 0 / 0")
    )
    rows.append(("answers of 500 and more", str(errors), "0"))
    table(f"{chosen.tables:,} tables and {chosen.streams:,} phones on {processes(count)}", rows)


def processes(count: int) -> str:
    """Return a number of processes in words."""
    return "1 process" if count == 1 else f"{count} processes"


def entry_size(house: House) -> float:
    """Bytes that an entry takes on the database's disk, with its indexes."""
    with house.store.database.reading() as connection:
        size = connection.exec_driver_sql("SELECT pg_total_relation_size('entries')").scalar()
        count = connection.execute(select(func.count()).select_from(ENTRIES)).scalar()
    return float(size or 0) / (count or 1)


def report(
    chosen: argparse.Namespace, count: int, log: Log, figures: dict[str, float], kept: tuple[int, int, int]
) -> None:
    """Print the table."""

    def ms(times: list[float]) -> str:
        return " / ".join(f"{quantile(times, part):.1f}" for part in (0.5, 0.99, 1)) + " ms"

    streams, idle = chosen.streams, figures["idle"]
    taps = chosen.rate * chosen.seconds
    errors = sum(count for status, count in log.answers.items() if status >= 500)
    others = sum(count for status, count in log.answers.items() if status != 200) - errors
    each = (figures["memory after"] - figures["memory before"]) / streams * 1024
    killed = log.killed and [
        (
            "a process killed: taps sent again, all streams open again after",
            f"{log.unanswered}, {log.healed - log.killed:.1f} s",
            "5 s",
        ),
        ("  a tap in the five seconds after it, p50 / p99 / longest", ms(log.disturbed), ""),
        ("  the event of such a tap, p50 / p99 / longest", ms(log.disturbed_heard), ""),
    ]
    rows = [
        (
            f"pages loaded and streams opened, of {streams:,}",
            f"{figures['opened']:,.0f} in {figures['opening']:.0f} s",
            "all",
        ),
        (
            "taps answered, a second",
            f"{len(log.took) + len(log.disturbed):,} of {taps:,}, {taps / figures['seconds']:.0f}",
            f"all, {chosen.rate}",
        ),
        (
            "acknowledged taps lost / kept twice / tables out of order",
            " / ".join(map(str, kept)),
            "0 / 0 / 0",
        ),
        ("answers of 500 and more / other refusals", f"{errors} / {others}", "0 / 0"),
        ("streams that did not hear the last entry", f"{figures['behind']:.0f}", "0"),
        ("tap to own fragment, p50 / p99 / longest", ms(log.took), ""),
        ("tap to the event at a phone, p50 / p99 / longest", ms(log.heard), "20 / 100 ms"),
        *(killed or ()),
        ("processor of the servers a tap, streams and all", f"{figures['tapping']:.2f} ms", ""),
        ("  the same, by that of one process", f"{figures['ratio']:.2f}", "1.3"),
        ("processor of PostgreSQL and Redis a tap", f"{figures['engines']:.2f} ms", ""),
        ("processor of nginx a tap", f"{figures['proxy']:.2f} ms", ""),
        ("an entry on PostgreSQL's disk, with its indexes", f"{figures['entry']:.0f} bytes", ""),
        ("memory a stream", f"{each:.0f} kB", ""),
        (
            f"processor of {streams:,} streams that only beat",
            f"{idle * 100:.0f} % of a core, {idle / streams * 1e6:.0f} µs a second each",
            "",
        ),
    ]
    title = f"{chosen.tables:,} tables on {processes(count)}, PostgreSQL, Redis, nginx; load from here too"
    table(title, rows)


if __name__ == "__main__":
    main()
