"""Faults put into the code on purpose, one at a time: the tests named beside each must see it.

``make mutants`` tries them all, ``python -m tests.mutants WORD …`` those whose file has one of the words. It
works in a copy, prints which mutants live, and fails if one does or cannot be put in any more.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
LEFT_OUT = (".git", ".venv", "instance", "node_modules", "test-results")
SECONDS = 600
"""A mutant may loop for ever; whoever waits so long for it has seen it."""


class Mutant(NamedTuple):
    """A change at one place of a file, and the test files that must see it."""

    file: str
    old: str
    new: str
    tests: str


MUTANTS = (
    # -- kernel
    Mutant(
        "companion/kernel/journal.py",
        "while at > 0 and self.standing[at - 1].state.midway",
        "while at > 0 and self.standing[at].state.midway",
        "games/test_high_heavens",
    ),
    Mutant(
        "companion/kernel/journal.py",
        "others and len(others) == len(of),",
        "len(others) == len(of),",
        "test_undo test_kernel",
    ),
    Mutant(
        "companion/kernel/asking.py",
        "if len(set(names)) < len(names):",
        "if len(set(names)) < 1:",
        "test_kernel",
    ),
    Mutant(
        "companion/kernel/action.py",
        "if action.by not in state.to_act:",
        "if action.by not in state.seats:",
        "test_kernel",
    ),
    Mutant(
        "companion/kernel/clocks.py",
        "(left := clock.shown(at)) > 0:",
        "(left := clock.shown(at)) > 60:",
        "test_timers",
    ),
    Mutant(
        "companion/kernel/veil.py",
        "if entry.seat in seats or entry.verb in TABLE_VERBS:",
        "if entry.verb in TABLE_VERBS or entry.verb:",
        "test_hidden",
    ),
    # -- boxes
    Mutant(
        "companion/boxes/play/deduction.py",
        "if lacking >= without]) <= fit",
        "if lacking >= without]) <= fit + 1",
        "test_boxes",
    ),
    Mutant(
        "companion/boxes/definition/judging.py",
        "tuple([need for need, n in needed if least <= n <= most])",
        "tuple([need for need, n in needed if least < n <= most])",
        "test_boxes",
    ),
    Mutant(
        "companion/boxes/definition/formula.py",
        "return max(-BOUND, min(BOUND, a * b))",
        "return min(BOUND, a * b) if a < BOUND else a * b",
        "test_boxes",
    ),
    Mutant(
        "companion/boxes/play/score.py",
        "if number <= rounds and ",
        "if number < rounds and ",
        "test_boxes test_score_pages test_score_command",
    ),
    # -- games
    Mutant(
        "companion/games/war_in_heaven/actions/turn.py",
        "cost <= others,",
        "cost <= others + 1,",
        "games/test_war_in_heaven_rules",
    ),
    Mutant(
        "companion/games/war_in_heaven/actions/turn.py",
        'require(box.BOARD.kind[space] != "gate", power, gate)',
        'require(space != to or box.BOARD.kind[space] != "gate", power, gate)',
        "games/test_war_in_heaven_rules",
    ),
    Mutant(
        "companion/games/heaven_and_ale/scoring/score.py",
        "sum([place - target for place in at if place > target]) < rate:",
        "sum([place - least for place in at if place > target]) < rate:",
        "games/test_heaven_and_ale_score games/test_heaven_and_ale_sheet",
    ),
    Mutant(
        "companion/games/heaven_and_ale/scoring/score.py",
        "return [each.end.name for each in scores if each.total == best]",
        "return [each.end.name for each in scores if each.total == best][:1]",
        "games/test_heaven_and_ale_score games/test_heaven_and_ale_sheet",
    ),
    Mutant(
        "companion/games/heroball/state/match.py",
        "return self.ap[seat] >= cost and (seat, what) not in self.never",
        "return self.ap[seat] > cost and (seat, what) not in self.never",
        "games/test_heroball games/test_heroball_rules",
    ),
    Mutant(
        "companion/games/high_heavens/state/reach.py",
        "if heavens.entered[side] >= LEAVING or ",
        "if heavens.entered[side] > LEAVING or ",
        "games/test_high_heavens games/test_high_heavens_rules",
    ),
    Mutant(
        "companion/games/high_heavens/actions/acquire.py",
        "not n or has + n <= CAPS[kind],",
        "not n or has < CAPS[kind],",
        "games/test_high_heavens_rules",
    ),
    Mutant(
        "companion/games/havoc_in_heaven/state/damage.py",
        "armor = 0 if magical else lane.armor(unit)",
        "armor = lane.armor(unit)",
        "games/test_havoc_in_heaven_rules games/test_havoc_in_heaven",
    ),
    Mutant(
        "companion/games/havoc_in_heaven/state/damage.py",
        "if not by or by == side:",
        "if not by:",
        "games/test_havoc_in_heaven_rules",
    ),
    # -- storage
    Mutant(
        "companion/storage/store.py",
        "if (here.n, here.stamp) != session.at:",
        "if here.n != session.n:",
        "test_own_boxes test_store",
    ),
    Mutant(
        "companion/storage/cache.py",
        "if cached is None or cached.at <= session.at:",
        "if cached is None or cached.at:",
        "test_store",
    ),
    Mutant(
        "companion/storage/tap.py",
        "self.seen < session.n:",
        "self.seen < session.n - 1:",
        "test_undo test_app test_store",
    ),
    Mutant(
        "companion/storage/retention.py",
        "old = since < time.time() - days * DAY",
        "old = since < time.time() - days * DAY / 2",
        "test_forgetting test_cli",
    ),
    Mutant(
        "companion/storage/retention.py",
        "ENTRIES.c.n > last - ENTRIES_AT_ONCE)",
        "ENTRIES.c.n > last - ENTRIES_AT_ONCE + 1)",
        "test_forgetting",
    ),
    # -- web
    Mutant(
        "companion/web/rate_limits.py",
        "IPv6Network((there, 64), strict=False)",
        "IPv6Network((there, 128), strict=False)",
        "test_slow_requests test_app",
    ),
    Mutant(
        "companion/web/rate_limits.py",
        "return tries < limit.amount\n",
        "return tries <= limit.amount\n",
        "test_slow_requests test_app test_identity extras/lab/test_pages",
    ),
    Mutant(
        "companion/web/cookies.py",
        "return request.is_secure",
        "return False",
        "test_identity test_app",
    ),
    Mutant(
        "companion/web/urls.py",
        'if name.strip("[]") in HERE and not only_here(listens):',
        'if name.strip("[]") in HERE:',
        "test_cli",
    ),
    # -- plays, players, story
    Mutant(
        "companion/players/intervals.py",
        "bisect_left(range(share.of, most)",
        "bisect_left(range(1, most)",
        "players/test_intervals",
    ),
    Mutant(
        "companion/players/intervals.py",
        "return 0.0, 1.0\n",
        "return 0.5, 0.5\n",
        "players/test_intervals",
    ),
    Mutant(
        "companion/extras/tournaments/pairing.py",
        "rematch = frozenset((one, other)) in met",
        "rematch = False",
        "extras/tournaments/test_tournament",
    ),
    Mutant(
        "companion/extras/tournaments/pairing.py",
        "return (other, one) if firsts.count(other) < firsts.count(one) else (one, other)",
        "return one, other",
        "extras/tournaments/test_tournament",
    ),
    Mutant(
        "companion/plays/figures.py",
        "localtime(seconds - 6 * 3600)",
        "localtime(seconds)",
        "test_plays",
    ),
    Mutant(
        "companion/players/coach.py",
        "return all(one.allow(state, action) for one in self._dealt)",
        "return any(one.allow(state, action) for one in self._dealt)",
        "players/test_coach test_lessons",
    ),
    Mutant(
        "companion/story/course.py",
        "return values.index(best) if values.count(best) == 1 else None",
        "return values.index(best)",
        "test_story",
    ),
    Mutant(
        "companion/story/course.py",
        "enumerate(leads[:-1]) if ahead <= 0)",
        "enumerate(leads[:-1]) if ahead < 0)",
        "test_story",
    ),
    # -- cards, toolkit, svg
    Mutant(
        "companion/toolkit/cardsets/csv.py",
        'return f"\'{text}" if isinstance',
        "return text if isinstance",
        "test_sets test_cards",
    ),
    Mutant(
        "companion/toolkit/cardsets/values.py",
        r"(-?\d{1,9})(\.0+)?",
        r"(\d{1,9})(\.0+)?",
        "test_sets test_cards games/test_heroball_cards games/test_havoc_in_heaven_cards",
    ),
    Mutant(
        "companion/toolkit/hexes.py",
        '"SW": (-1, 1), "W": (-2, 0)}',
        '"SW": (-1, 1), "W": (2, 0)}',
        "games/test_war_in_heaven_rules games/test_war_in_heaven",
    ),
    Mutant(
        "companion/svg/turned.py",
        "right=not plate.right, low",
        "right=plate.right, low",
        "test_golden test_svg",
    ),
    Mutant(
        "companion/svg/pieces.py",
        "way, up = (-1 if plate.right else 1), (-1 if plate.low else 1)",
        "way, up = (-1 if plate.right else 1), 1",
        "test_golden test_svg",
    ),
    Mutant(
        "companion/svg/trail.py",
        "if piece.at != to)\n",
        "if piece.at)\n",
        "test_trail",
    ),
    # -- printables
    Mutant(
        "printables/layout/imposition.py",
        "right + out(right, beside, 0)",
        "right + cutout.bleed",
        "test_golden test_print_kit test_print_cards",
    ),
    Mutant(
        "printables/layout/imposition.py",
        "between = max([GAP, *(run[0][1].gap for run in runs)])",
        "between = GAP",
        "test_golden test_print_kit",
    ),
    Mutant(
        "printables/layout/grid.py",
        'if duplex == "gutterfold" or (duplex == "long") == (page[0] <= page[1]):',
        'if duplex == "gutterfold" or duplex == "long":',
        "test_print_kit",
    ),
    Mutant(
        "printables/layout/grid.py",
        "near, far = sorted((y + out * CLEAR, y + out * (CLEAR + LONG)))",
        "near, far = sorted((y, y + out * LONG))",
        "test_golden test_print_cards",
    ),
    Mutant(
        "printables/layout/seams.py",
        "return max(0.0, start), self.length if high >= self.length else end + OVERLAP",
        "return max(0.0, start), self.length if high >= self.length else end",
        "test_print_boards test_every_piece",
    ),
    Mutant(
        "companion/extras/outlets/cut_paths.py",
        "for edge in reversed(one.cutout.cut))",
        "for edge in one.cutout.cut)",
        "extras/outlets/test_cutters",
    ),
)


def main(words: list[str]) -> int:
    """Try the mutants whose file has one of these words, all without any; 1 if one lives."""
    chosen = [one for one in MUTANTS if not words or any(word in one.file for word in words)]
    living = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=lambda at, names: LEFT_OUT if at == str(ROOT) else ())
        (copy / "node_modules").symlink_to(ROOT / "node_modules")
        for mutant in chosen:
            fate = tried(mutant, copy)
            living += "seen" not in fate
            print(f"{fate:13} {mutant.file}: {mutant.new.strip()}", flush=True)
    print(f"{len(chosen)} mutants, {living} not seen")
    return 1 if living else 0


def tried(mutant: Mutant, copy: Path) -> str:
    """Return which tests of a copy see a mutant: the quick, the slow, or none."""
    file = copy / mutant.file
    text = file.read_text("utf-8")
    if text.count(mutant.old) != 1:
        return "NOT THERE"
    tests = [f"tests/{name}.py" for name in mutant.tests.split()]
    file.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    try:
        for marks, words in (("not slow and not soak", "seen"), ("slow", "seen if slow")):
            if fails(copy, marks, tests):
                return words
        return "LIVES"
    finally:
        file.write_text(text, "utf-8")


def fails(copy: Path, marks: str, tests: list[str]) -> bool:
    """True if one of these tests fails in a copy, or is not done in time."""
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", marks, *tests]
    here = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            command, cwd=copy, env=os.environ | here, timeout=SECONDS, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return run.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
