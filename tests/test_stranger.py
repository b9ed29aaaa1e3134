"""A plug-in of somebody else adds one thing for each hook, and edits no file of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pluggy import PluginManager

from companion import hooks
from companion.cli.main import main
from companion.hooks import plugins
from companion.web import printing
from tests import stranger
from tests.conftest import ROOT, Phone, house


@pytest.fixture(autouse=True)
def registered():
    plugins().register(stranger)
    yield
    plugins().unregister(stranger)
    printing._pieces.cache_clear()  # it keeps what plug-ins print for a process


def test_a_page_of_a_stranger_is_served(tmp_path):
    answer = Phone(house(tmp_path)).get("/games/war-in-heaven/verbs")
    assert "What War in Heaven lets you say" in answer.get_data(as_text=True)


EXTRA_PAGES = ("/photograph", "/games/war-in-heaven/lab", "/tournaments")


def linked(folder: Path) -> set[str]:
    """The pages of extras that a game and a new table of it link, in a house of its own."""
    anna = Phone(house(folder))
    code = anna.open("war-in-heaven", seat1="Angels", seat2="Demons", **{"option-first": "Angels"})
    pages = anna.get("/").text + anna.get("/games/war-in-heaven").text + anna.get(f"/t/{code}").text
    return {page for page in EXTRA_PAGES if f'{page}"' in pages}


def test_the_core_serves_without_any_plug_in_and_links_no_page_of_one(tmp_path, monkeypatch):
    assert linked(tmp_path / "with") == {*EXTRA_PAGES}
    bare = PluginManager(hooks.GROUP)
    bare.add_hookspecs(hooks)
    monkeypatch.setattr(hooks, "plugins", lambda: bare)
    assert not linked(tmp_path / "without")


def test_a_command_of_a_stranger_runs(cli):
    assert cli("verbs war-in-heaven").startswith("move deploy ")


def test_an_outlet_of_a_stranger_is_offered_and_makes_files(tmp_path):
    folder = f"{tmp_path / 'names'}/"
    assert main(["print", "war-in-heaven", "tokens", "--as", "names", "-o", folder]) == 0
    assert (tmp_path / "names" / "tokens.txt").read_text("utf-8").startswith("Michael")
    page = Phone(house(tmp_path / "house")).get("/games/war-in-heaven/print").get_data(as_text=True)
    assert "A list of names" in page and "the name of each piece." in page


def test_paper_of_a_stranger_is_printed(tmp_path, cli):
    cli("print war-in-heaven tally -o", tmp_path / "tally.pdf")
    assert (tmp_path / "tally.pdf").read_bytes().startswith(b"%PDF")


def test_a_player_of_a_stranger_plays(cli):
    cli("simulate war-in-heaven --games 1 --by hasty")
    assert "nobody who plays: hasty, random" in cli("simulate war-in-heaven --games 1 --by lazy", code=2)


def installed(folder: Path, place: str) -> dict[str, str]:
    """The environment of a process that finds a plug-in installed in a folder."""
    box = folder / "stranger-1.dist-info"
    box.mkdir()
    (box / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n")
    (box / "entry_points.txt").write_text(f"[companion]\nstranger = {place}\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


def test_an_installed_plug_in_is_found_by_its_entry_point(tmp_path):
    command = [sys.executable, "-m", "companion", "verbs", "war-in-heaven"]
    done = subprocess.run(command, env=installed(tmp_path, "tests.stranger"), capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("move deploy "), done.stderr


def test_a_promise_of_a_stranger_is_checked(tiny, capsys):
    main(["check", "tiny"])
    assert "terse: every verb is one short word" in capsys.readouterr().out
