"""What a phone fetches: the first load in compressed bytes, a change, and Lighthouse's scores."""

import json
import os
import random
import re
import statistics
import subprocess
from pathlib import Path

from companion.kernel.action import written
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.web.differences import HAS
from tests.bench.machine import table
from tests.bench.phone import House, Phone, serving

ROOT = Path(__file__).parents[2]
CHANGES = 300
LINKED = re.compile(r'(?:src|href)="(/static/[^"#]+)')
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"


def sizes(house: House) -> list[tuple[str, str, str]]:
    """Compressed bytes of a first load of the table, and of a change."""
    sitting, phones = house.open()
    phone = Phone(house, phones["Angels"], sitting.code)
    _, page = phone.get(f"/t/{sitting.code}", **{"Accept-Encoding": "identity"})
    phone.get(f"/t/{sitting.code}")
    first = {"page": phone.bytes}
    for path in dict.fromkeys(LINKED.findall(page)):
        phone.get(path)
        first[path.partition("?")[0].rpartition("/")[2]] = phone.bytes
    return [
        ("first load of a table, everything", f"{sum(first.values()):,} B", "at most 60,000"),
        *((f"  {name}", f"{size:,} B", "") for name, size in first.items()),
        *(change(house, key) for key in shelf()),
    ]


def change(house: House, key: str) -> tuple[str, str, str]:
    """Bytes of a change of a table of this game, to a phone that says what it has."""
    sitting, phones = house.open(key)
    phone = Phone(house, next(iter(phones.values())), sitting.code)
    sizes = []
    for n, (action, _) in enumerate(moves(sitting.table.game, sitting.table.start, random.Random(5))):
        if n == CHANGES:
            break
        house.store.play(sitting.code, action.by, action.verb, written(action), seen=n)
        phone.get(f"/t/{sitting.code}", **{"HX-Request": "true", HAS: phone.has})
        sizes.append(phone.bytes)
    return (
        f"a change of {sitting.table.game.name}: over {len(sizes)} entries, median / largest",
        f"{statistics.median(sizes):,.0f} / {max(sizes):,} B",
        "at most 3,000",
    )


def scores(house: House, path: str) -> str:
    """Lighthouse's mobile scores of a page: performance, accessibility, best practices."""
    command = [
        str(ROOT / "node_modules" / ".bin" / "lighthouse"),
        f"http://127.0.0.1:{house.port}{path}",
        "--quiet",
        "--output=json",
        "--only-categories=performance,accessibility,best-practices",
        f"--chrome-flags={FLAGS}",
    ]
    env = {**os.environ, "CHROME_PATH": os.environ.get("CHROMIUM", "/usr/bin/chromium")}
    for _ in range(3):  # a trace is lost now and then where the machine is busy
        done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=180)
        if not done.returncode:
            break
    else:
        return f"no scores: {done.stderr.strip().splitlines()[-1][:60]}"
    result = json.loads(done.stdout)["categories"]
    return " / ".join(str(round(100 * part["score"])) for part in result.values())


def main() -> None:
    """Print the table."""
    with serving() as house:
        sitting, _ = house.open()
        rows = sizes(house)
        game = next(iter(shelf()))
        for path in ("/", f"/t/{sitting.code}", f"/t/{sitting.code}/seats", f"/games/{game}/rules"):
            name = path.replace(sitting.code, "CODE")
            rows.append((f"Lighthouse mobile, {name}", scores(house, path), "95 / 100 / 95"))
    table("What a phone fetches", rows)
