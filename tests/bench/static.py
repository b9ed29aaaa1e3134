"""The phone as its own server: what a first visit loads, how soon it starts, and what a tap costs there."""

import os
import random
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from playwright.sync_api import sync_playwright

from companion.cli import packs
from companion.kernel.action import written
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.bench.machine import table
from tests.browser.conftest import chromium
from tests.browser.test_static import SEATS, Alone, Browsing
from tests.static_folder import RUNTIME, WHEELS, StaticHost

STARTS, TAPS, SLOW_TAPS, EVENING = 5, 100, 40, 300
GAMES: dict[str, dict[str, str]] = {
    "war-in-heaven": SEATS,
    "heaven-and-ale": dict(zip(shelf()["heaven-and-ale"].seats(2), ("Ada", "Ben"), strict=True)),
}
TURN, QUARTER = 0.02, 0.005
"""Seconds of a turn, and those of it that a slowed process has."""
TAP = """async ([address, pairs, n]) => {
  const painted = new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  await painted;
  const began = performance.now();
  const filled = ({ detail: { ctx: { request } } }) => pairs.forEach(([a, b]) => request.body.append(a, b));
  document.addEventListener("htmx:config:request", filled, { once: true, capture: true });
  const table = () => document.querySelector("#table");
  htmx.ajax("POST", address, { source: table() });
  await new Promise((go) => {
    const there = () => parseInt(table().dataset.at) >= n && (look.disconnect(), go());
    const look = new MutationObserver(there);
    look.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  return performance.now() - began;
}"""
"""Say a sentence as a tap does: the milliseconds until the page has painted what came of it."""


class Evening:
    """A table on the phone, whose random game is tapped; other games follow the first at other tables."""

    def __init__(self, phone: Alone, game: str) -> None:
        self._phone, self._game = phone, game
        self._steps: Iterator[Any] = iter(())

    def taps(self, count: int) -> list[float]:
        """Return the seconds of so many taps."""
        return [self._tap() for _ in range(count)]

    def _tap(self) -> float:
        found = next(self._steps, None)
        if found is None:
            self._begin()
            found = next(self._steps)
        action, n = found
        pairs = {"by": action.by, "seen": n, "key": f"bench{n:020}", **written(action)}
        address = f"/t/{self._phone.code}/do/{action.verb}"
        took = self._phone.page.evaluate(TAP, [address, parse_qsl(urlencode(pairs, doseq=True)), n + 1])
        return float(took) / 1000

    def _begin(self) -> None:
        game, seats = shelf()[self._game], GAMES[self._game]
        self._phone.open(self._game, seats, first=next(iter(seats)))
        start = Table.open(game, Opening(seats, {"first": next(iter(seats))})).start
        played = moves(game, start, random.Random(7))
        self._steps = ((action, n) for n, (action, _) in enumerate(islice(played, EVENING)))


def family(browser: Browsing) -> list[int]:
    """Return the processes that show pages of a browser: those that run its workers, too."""
    parents, renderers = dict[int, int](), list[int]()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(process.name)] = int(
                process.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            )
            if "--type=renderer" in process.joinpath("cmdline").read_text():
                renderers.append(int(process.name))
    ours = set(browser.processes())
    for _ in range(4):
        ours |= {child for child, parent in parents.items() if parent in ours}
    return [one for one in renderers if one in ours]


@contextmanager
def slowed(browser: Browsing) -> Iterator[None]:
    """Hold the processes of a browser's pages to a quarter of their time."""
    done = threading.Event()

    def hold() -> None:
        while not done.wait(QUARTER):
            held = family(browser)
            _send(held, signal.SIGSTOP)
            time.sleep(TURN - QUARTER)
            _send(held, signal.SIGCONT)

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        yield
    finally:
        done.set()
        holding.join()


def _send(processes: list[int], what: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


def resident(browser: Browsing) -> float:
    """Return the megabytes that the largest process of a browser's pages has in memory."""
    page = os.sysconf("SC_PAGE_SIZE")
    return max(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(browser)) * page / 1e6


def started(phone: Alone, path: str = "/") -> float:
    """Return the seconds until a start shows its first page."""
    began = time.perf_counter()
    phone.start(path)
    phone.page.get_by_role("main").wait_for(timeout=600_000)
    return time.perf_counter() - began


def again(phone: Alone, browser: Browsing, path: str = "/") -> float:
    """The same in a browser that begins anew."""
    phone.follow(browser.again().new_page())
    return started(phone, path)


def quantiles(times: list[float]) -> str:
    """Return p50 and p99 in milliseconds."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return f"{cuts[49] * 1000:.0f} / {cuts[98] * 1000:.0f} ms"


def measured(folder: Path, person: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of what a phone does, without a network after its first visit."""
    with sync_playwright() as running:
        args = {"executable_path": chromium(), "args": ["--no-sandbox"]}
        browser = Browsing(running.chromium, args, person)
        host = StaticHost(folder)
        phone = Alone(browser.open.new_page(), host.url)
        yield "first visit from this machine, to the first page", f"{started(phone):.1f} s", "6 s"
        host.stop()
        later = [again(phone, browser) for _ in range(STARTS)]
        yield (
            f"later start without a network, median of {STARTS}",
            f"{statistics.median(later):.2f} s",
            "1.5 s",
        )
        with slowed(browser):
            phone.tab.goto("about:blank")
            slow = started(phone)
        yield "  the same with a quarter of the time", f"{slow:.1f} s", "4 s"
        for game in GAMES:
            evening = Evening(phone, game)
            evening.taps(10)
            yield f"a tap until it is painted, {game}, p50 / p99", quantiles(evening.taps(TAPS)), "20 / 80 ms"
            with slowed(browser):
                took = evening.taps(SLOW_TAPS)
            yield "  the same with a quarter of the time", quantiles(took), "60 / 300 ms"
        again(phone, browser)
        Evening(phone, "war-in-heaven").taps(EVENING)
        yield f"resident memory of the page after {EVENING} entries", f"{resident(browser):.0f} MB", "350 MB"
        browser.open.close()


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as person:
        first = [
            size
            for size in packs.write(Path(folder), RUNTIME, WHEELS)
            if size.name.removesuffix(".zip") not in packs.LATER
        ]
        sent = f"{sum(one.brotli for one in first) / 1e6:.1f} / {sum(one.gzip for one in first) / 1e6:.1f} MB"
        rows = [("first visit over the wire, brotli / gzip", sent, "12 / 17 MB")]
        rows += measured(Path(folder), Path(person))
    table("The phone is the server: Chromium, OPFS, synchronous FULL", rows)
