"""The phone as its own server: what a first visit loads, and how soon it starts."""

import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote_plus, urlencode

import brotli  # type: ignore[import-untyped]
from playwright.sync_api import sync_playwright

from companion.cli import packs
from companion.kernel.action import Action, written
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.bench.machine import table
from tests.bench.taps import quantile
from tests.browser.conftest import chromium
from tests.browser.test_static import Alone, Browsing, prepared
from tests.static_folder import RUNTIME, WHEELS, StaticHost

STARTS = 5
FIRST, TAPS, SLOW_TAPS = 10, 100, 40
QUARTER = 0.005
"""Seconds that a slowed process has in a turn, and somewhat more; it is held for three times as long."""


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
        since = time.perf_counter()
        while not done.wait(QUARTER):
            held = family(browser)
            _send(held, signal.SIGSTOP)
            time.sleep(3 * (time.perf_counter() - since))  # to find the processes takes time, too
            _send(held, signal.SIGCONT)
            since = time.perf_counter()

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


TAP = """([address, fields]) => new Promise((go) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: address });
  for (const [name, value] of fields) {
    const field = document.createElement("input");
    form.append(Object.assign(field, { type: "hidden", name, value }));
  }
  const table = document.getElementById("table");
  const at = table.dataset.at;
  table.append(form);
  htmx.process(form);
  const began = performance.now();
  const looking = new MutationObserver(() => {
    if (document.getElementById("table")?.dataset.at === at) return;
    looking.disconnect();
    requestAnimationFrame(() => setTimeout(() => go((performance.now() - began) / 1000)));
  });
  looking.observe(document.body, { subtree: true, childList: true, attributes: true });
  form.requestSubmit();
})"""
"""Submit the form of a sentence as a finger does; the seconds until its change is painted."""


class Evening:
    """Random games of one kind on the phone, one after the other."""

    def __init__(self, phone: Alone, game: str) -> None:
        self.phone, self.game, self.seeds = phone, game, count()
        self.left: Iterator[tuple[int, Action[Any]]] = iter(())

    def begin(self) -> None:
        """Open a table of all seats."""
        game = shelf()[self.game]
        names = dict(zip(game.seats(min(game.players)), ("Ada", "Ben"), strict=True))
        self.phone.open(self.game, names, first=next(iter(names)))
        self.phone.go(f"/t/{self.phone.code}")
        table = Table.open(game, Opening(names, {"first": next(iter(names))}))
        self.left = enumerate(action for action, _ in moves(game, table.start, Random(next(self.seeds))))

    def tap(self) -> float:
        """Say the next sentence; the seconds until its change is painted."""
        step = next(self.left, None)
        while step is None:
            self.begin()
            step = next(self.left, None)
        n, action = step
        text = {"by": action.by, "seen": n, "key": f"{self.phone.code}{n:020}", **written(action)}
        fields = [pair.split("=", 1) for pair in urlencode(text, doseq=True).split("&")]
        fields = [[unquote_plus(part) for part in pair] for pair in fields]
        took = self.phone.page.evaluate(TAP, [f"/t/{self.phone.code}/do/{action.verb}", fields])
        return float(took)


def evenings(phone: Alone, browser: Browsing) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of taps, and of the memory after them."""
    for game in ("war-in-heaven", "heaven-and-ale"):
        evening = Evening(phone, game)
        for _ in range(FIRST):
            evening.tap()
        took = [evening.tap() for _ in range(TAPS)]
        yield f"{game}: tap until painted, p50 / p99 of {TAPS}", _two(took), "20 / 80 ms"
        with slowed(browser):
            took = [evening.tap() for _ in range(SLOW_TAPS)]
        yield f"  the same with a quarter of the time, of {SLOW_TAPS}", _two(took), "60 / 300 ms"
    yield f"resident memory after {2 * (FIRST + TAPS + SLOW_TAPS)} entries", memory(browser), "350 MB"


def _two(took: list[float]) -> str:
    return f"{quantile(took, 0.5):.0f} / {quantile(took, 0.99):.0f} ms"


def memory(browser: Browsing) -> str:
    """Say what the process that shows the page and runs its workers has in memory."""
    sizes = []
    for process in family(browser):
        with suppress(OSError):
            lines = Path(f"/proc/{process}/status").read_text().splitlines()
            sizes.append(next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")))
    return f"{max(sizes) / 1024:.0f} MB"


def measured(folder: Path, person: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of what a phone does, without a network after its first visit."""
    with sync_playwright() as running:
        args = {"executable_path": chromium(), "args": ["--no-sandbox"]}
        browser = Browsing(running.chromium, args, person)
        host = StaticHost(folder)
        phone = Alone(browser.open.new_page(), host.url)
        yield "first visit from this machine, to the first page", f"{started(phone):.1f} s", "6 s"
        host.stop()
        began = time.perf_counter()
        prepared(phone)
        yield "  until later starts are prepared, after it", f"{time.perf_counter() - began:.1f} s", ""
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
        yield "resident memory at the first page", memory(browser), ""
        yield from evenings(phone, browser)
        browser.open.close()


def first_visit(folder: Path, sizes: list[packs.Size]) -> str:
    """Say what a first visit loads by gzip, by brotli, and by the brotli of ``--small``."""
    first = [size for size in sizes if size.name.removesuffix(".zip") not in packs.LATER]
    small = [len(brotli.compress((folder / "offline" / size.name).read_bytes(), lgwin=24)) for size in first]
    usual = sum(size.gzip for size in first), sum(size.brotli for size in first)
    return " / ".join(f"{size / 1e6:.1f}" for size in (*usual, sum(small))) + " MB"


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as person:
        began = time.process_time() + sum(os.times()[2:4])
        sizes = packs.write(Path(folder), RUNTIME, WHEELS)
        took = time.process_time() + sum(os.times()[2:4]) - began
        rows = [
            ("the folder, processor", f"{took:.0f} s", "60 s"),
            (
                "first visit over the wire, gzip / brotli / --small",
                first_visit(Path(folder), sizes),
                "17 / 12 MB",
            ),
        ]
        rows += measured(Path(folder), Path(person))
    table("The phone is the server: Chromium, OPFS, synchronous FULL", rows)
