"""What machine the figures were measured on, and how they are printed."""

import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path


def machine() -> str:
    """One line: processor, cores, memory, system, versions."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = (line for line in info.read_text().splitlines() if line.startswith("model name"))
        cpu = next(models, f": {cpu}").partition(":")[2].strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    parts = (
        cpu,
        f"{os.cpu_count()} cores",
        f"{memory:.0f} GiB",
        f"{platform.system()} {platform.release()}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"gunicorn {version('gunicorn')}",
        f"load before {load:.2f}",
    )
    return ", ".join(parts)


def table(title: str, rows: list[tuple[str, str, str]]) -> None:
    """Print rows of what, the figure here, and what was asked for."""
    lines = [("", "here", "asked for"), *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(3)]
    print(f"\n{title}")
    for line in lines:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
