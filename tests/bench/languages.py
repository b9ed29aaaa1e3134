"""A tap in German beside the same tap in English: two tables, tap by tap in turn, all five games."""

import statistics
import tempfile
import time
from pathlib import Path

from companion.kernel.shelf import shelf
from tests.bench.machine import table
from tests.conftest import Phone, house
from tests.sittings import PLAYED, sitting_table, sitting_text
from tests.test_valid_html import table as brought

TONGUES = ("en", "de")
MOST = 1.05
"""So much more processor a tap in another language may take."""
TAPS, ROUNDS = 40, 3


def begun(phone: Phone, game: str) -> str:
    """Open a table at the set-up of a played sitting, with all seats on this phone; its code."""
    head = sitting_text(game, PLAYED[game]).partition("\n\n")[0]
    code = brought(phone, f"{head}\n\n")
    phone.post(f"/t/{code}/set-up", {"step": "all"})
    return code


def played(app, game: str) -> dict[str, list[float]]:
    """Play the first taps of a sitting in each language; return the processor time of each tap, in ms."""
    phones = {tongue: Phone(app) for tongue in TONGUES}
    codes = {tongue: begun(phone, game) for tongue, phone in phones.items()}
    took: dict[str, list[float]] = {tongue: [] for tongue in TONGUES}
    for n, step in enumerate(sitting_table(game, PLAYED[game]).log[:TAPS]):
        entry = step.entry
        form = {**entry.answers, "by": entry.seat, "seen": str(n)}
        for tongue in TONGUES if n % 2 else TONGUES[::-1]:
            headers = {"Accept-Language": tongue, "HX-Request": "true"}
            start = time.process_time()
            answer = phones[tongue].post(f"/t/{codes[tongue]}/do/{entry.verb}", form, headers=headers)
            took[tongue].append(1000 * (time.process_time() - start))
            assert answer.status_code == 200, (game, entry, answer.text[:300])
    return took


def main() -> None:
    """Print what a tap takes in each language, and fail if German takes too much more."""
    rows, sums = [], dict.fromkeys(TONGUES, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        app = house(Path(folder))
        for game in PLAYED:
            played(app, game)  # templates are compiled when they are first asked for
            rounds = [played(app, game) for _ in range(ROUNDS)]
            mean = {tongue: statistics.mean(least(rounds, tongue)) for tongue in TONGUES}
            sums = {tongue: sums[tongue] + mean[tongue] for tongue in TONGUES}
            rows.append((shelf()[game].name, said(mean), ""))
    share = sums["de"] / sums["en"]
    rows.append(
        ("all five", said({tongue: one / len(PLAYED) for tongue, one in sums.items()}), "at most +5 %")
    )
    table("A tap in English and in German, processor, the least of three", rows)
    assert share <= MOST, f"German takes {share:.3f} times as much"


def least(rounds: list[dict[str, list[float]]], tongue: str) -> list[float]:
    """Return the least that each tap took in a language."""
    return [min(taps) for taps in zip(*(one[tongue] for one in rounds), strict=True)]


def said(mean: dict[str, float]) -> str:
    """Return what a tap takes in both languages, in words."""
    more = 100 * (mean["de"] / mean["en"] - 1)
    return f"{mean['en']:.2f} ms, {mean['de']:.2f} ms ({more:+.1f} %)"
