"""``docs/write-a-game.md`` is true: its blocks write ``examples/kalah``, and run as the page says."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.bench.phone import fetched
from tests.services import free_port

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
NAMED = r"(?:^\*\*`(?P<file>[\w./]+)`\*\*(?:, continued)?\n\n)?"
BLOCK = re.compile(NAMED + r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
"""A fenced block, and the file it stands in where the line before says so."""
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_LIMITS": "off"}


BLOCKS = list(BLOCK.finditer(PAGE))


def test_every_block_is_a_file_or_is_run():
    assert len(BLOCKS) * 2 == len(re.findall("^```", PAGE, re.M)) > 40
    for block in BLOCKS:
        assert block["file"] or block["kind"] in ("pycon", "console") or tomllib.loads(block["text"])


def test_what_the_page_writes_is_the_example(tmp_path):
    for block in BLOCKS:
        if block["file"]:
            _write(tmp_path / block["file"], block["text"])
    assert _files(tmp_path / "kalah") == _files(ROOT / "examples" / "kalah")


@pytest.mark.slow
def test_what_the_page_runs_says_what_the_page_says(tmp_path):
    """Block by block, in the order of the page, with no more of the game than is written by then."""
    for block in BLOCKS:
        if block["file"]:
            _write(tmp_path / block["file"], block["text"])
        elif block["kind"] == "pycon":
            _typed(tmp_path, block["text"])
        elif block["kind"] == "console":
            _run(tmp_path, block["text"])


def _write(file: Path, text: str) -> None:
    """A file, or more of one: after a blank line within a class, after two elsewhere."""
    file.parent.mkdir(exist_ok=True)
    before = file.read_text("utf-8") + ("\n" if text.startswith(" ") else "\n\n") if file.exists() else ""
    file.write_text(before + text, "utf-8")


def _files(folder: Path) -> dict[str, str]:
    result = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in result}


def _typed(folder: Path, text: str) -> None:
    """What is typed into Python beside the game answers as the page says."""
    (folder / "typed.txt").write_text(text, "utf-8")
    done = _python(folder, "-m", "doctest", "typed.txt")
    assert done.returncode == 0, done.stdout


def _run(folder: Path, text: str) -> None:
    """Each command says what the page says; ``…`` stands for anything."""
    for command, phrase in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text, re.M):
        words = command.split()
        assert words.pop(0) == "companion"
        if words[0] == "serve":
            _served(folder, words)
            continue
        done = _python(folder, "-m", "companion", *words)
        pattern = ".*".join(map(re.escape, phrase.split("…")))
        assert re.fullmatch(pattern, done.stdout, re.S) and not done.stderr, (
            f"{command}\n{done.stdout}{done.stderr}"
        )


def _served(folder: Path, words: list[str]) -> None:
    port = str(free_port())
    more = ["--host", "127.0.0.1", "--port", port, "--data", str(folder / "data")]
    command = [sys.executable, "-m", "companion", *words, *more]
    with subprocess.Popen(command, cwd=folder, env=ENV, stdout=subprocess.DEVNULL) as server:
        try:
            assert "Sow your seeds round the board" in fetched(f"http://127.0.0.1:{port}/games/kalah")
        finally:
            server.terminate()


def _python(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=ENV,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
