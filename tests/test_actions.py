"""Screens that show less lose nothing: what pages offered before can still be done from some page."""

from pathlib import Path

from tests.actions import pages

ROOT = Path(__file__).parent.parent
BEFORE = Path(__file__).parent / "actions_before.txt"
SAID_OTHERWISE = {"*/redo": "_undo.html sends undo and redo by one form, which names its verb"}


def offered(lines: set[str]) -> set[str]:
    """Return the addresses of actions, whichever way they are gone to."""
    return {line.split()[-1] for line in lines}


def test_nothing_that_could_be_done_can_no_longer_be_done() -> None:
    before = offered({*BEFORE.read_text("utf-8").splitlines()})
    folders = [ROOT / "templates", *(ROOT / "companion").rglob("templates")]
    now = offered({one for folder in folders for sheets in pages(folder).values() for one in sheets})
    assert len(before) > 90
    assert before - now == SAID_OTHERWISE.keys()
