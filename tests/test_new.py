"""``companion new``: what it writes is a game at once, and what it cannot write it says."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.boxes.shelf import box as shelf_box
from companion.cli.main import main
from companion.cli.new import TEMPLATE
from companion.kernel.action import draft, nouns, play
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import FOLDERS, load, shelf
from companion.kernel.statistics import opening
from tests.conftest import ROOT, Cli, Phone, house


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Path:
    """A new game, written by the command; the folder about it is where one stands."""
    monkeypatch.chdir(tmp_path)
    output = cli("new fifteen_stones")
    assert all(f"  companion {next_} " in output for next_ in ("check", "print", "serve"))
    return tmp_path / "fifteen_stones"


@pytest.fixture(autouse=True)
def nothing_stays_imported():
    """Each test's folder is another package of the same name."""
    yield
    for module in [module for module in sys.modules if module.split(".")[0] == "fifteen_stones"]:
        del sys.modules[module]


def test_it_keeps_every_promise_and_is_printed(folder, cli):
    assert "Fifteen stones: no promises broken" in cli("check fifteen_stones")
    cli("print fifteen_stones")
    assert (folder.parent / "fifteen-stones.pdf").read_bytes().startswith(b"%PDF")
    cli("replay fifteen_stones/played/last.game --games .")


def test_it_is_served(folder, monkeypatch):
    monkeypatch.setenv(FOLDERS, str(folder.parent))
    shelf.cache_clear()
    try:
        phone = Phone(house(folder.parent / "data"))
        code = phone.open("fifteen-stones", seat1="Sun", seat2="Moon", phone="all")
        assert "Fifteen stones" in phone.get(f"/t/{code}").get_data(as_text=True)
        assert phone.say(code, "take", 0, number="3").status_code in (200, 303)
        assert "Sun takes 3 stones: 12 left." in phone.get(f"/t/{code}").get_data(as_text=True)
    finally:
        shelf.cache_clear()


def test_it_is_the_template_under_another_name(folder):
    written = {
        str(file.relative_to(folder)) for file in folder.rglob("*.*") if "__pycache__" not in str(file)
    }
    template = {
        str(file.relative_to(TEMPLATE)) for file in TEMPLATE.rglob("*.*") if "__pycache__" not in str(file)
    }
    assert written == template and "played/last.game" in written
    texts = [(folder / name).read_text("utf-8") for name in written]
    assert not any(word in text.lower() for text in texts for word in ("new game", "new-game", "newgame"))
    lint = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), str(folder)]
    assert subprocess.run(lint, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("box, verb", [("five-dice", "write"), ("rising-water", "shore-up")])
def test_a_box_that_is_outgrown_is_the_same_game_in_python(tmp_path, monkeypatch, cli, box, verb):
    monkeypatch.chdir(tmp_path)
    cli("new fifteen_stones --from", box)
    cli("check fifteen_stones")
    made, grown = shelf_box(box), load(tmp_path / "fifteen_stones")
    assert [kind.verb for kind in grown.kinds] == [kind.verb for kind in made.kinds]
    kind = grown.kind(verb)
    assert kind.__module__ == "fifteen_stones.actions" and nouns(kind) == nouns(kind.__base__)
    lint = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "."]
    assert subprocess.run(lint, capture_output=True, check=False).returncode == 0
    monkeypatch.setattr(kind, "check", lambda action, state: state.rules.refuse("turn", "Not today."))
    state = grown.setup(opening(grown))
    with pytest.raises(Refusal, match="Not today"):
        play(state, draft(kind, state.turn, {}))


@pytest.mark.parametrize(
    "words, why",
    [
        (["my-game"], "cannot be the name of a Python package: use small letters"),
        (["../up"], "cannot be the name of a Python package"),
        (["class"], "cannot be the name of a Python package"),
        (["a" * 41], "40 at most"),
        (["heroball"], "“heroball” is on the shelf already"),
        (["war_in_heaven"], "“war-in-heaven” is on the shelf already"),
        (["json"], "“json” is the name of something installed"),
        (["fifteen_stones"], "fifteen_stones is there already"),
        (["other", "--in", "nowhere"], "nowhere is no folder."),
        (["other", "--from", "heroball"], "“heroball” is no box: a file that ends in .toml would be right"),
        (["other", "--from", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_what_cannot_be_written_is_said(folder, capsys, words, why):
    before = sorted(folder.parent.rglob("*"))
    assert main(["new", *words]) in (1, 2)
    assert why in capsys.readouterr().err and sorted(folder.parent.rglob("*")) == before
