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
        names = [
            line.split(":")[1].strip()
            for line in info.read_text().splitlines()
            if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    return (
        f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, gunicorn {version('gunicorn')}, "
        f"load before {load:.2f}"
    )


def table(title: str, rows: list[tuple[str, str, str]]) -> None:
    """Print rows of what, the figure here, and what was asked for."""
    widths = [max(len(row[i]) for row in [("", "here", "at least"), *rows]) for i in range(3)]
    print(f"\n{title}")
    for row in [("", "here", "asked for"), *rows]:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
