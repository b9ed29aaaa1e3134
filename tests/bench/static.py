"""The phone as its own server: what a first visit loads, and how soon it starts."""

import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import sync_playwright

from companion.cli import packs
from tests.bench.machine import table
from tests.browser.conftest import chromium
from tests.browser.test_static import Alone, Browsing
from tests.static_folder import RUNTIME, WHEELS, StaticHost

STARTS = 5
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
