"""The documents are true: every name exists, every link leads somewhere, every room is on the plan."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from companion.cli.main import parsers

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
NAMED = re.compile(r"`((?:companion|printables)(?:\.\w+)+)`")
WORDS = NAMED.findall((ROOT / "docs" / "words.md").read_text("utf-8"))


@pytest.mark.parametrize("name", WORDS)
def test_every_word_has_its_name_in_code(name):
    module, attributes = name, []
    while True:
        try:
            result = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, attribute = module.rpartition(".")
            attributes.insert(0, attribute)
    for attribute in attributes:
        result = getattr(result, attribute)


def test_every_term_stands_once():
    terms = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE)
    terms = [term for term in terms if term not in ("term", "---")]
    assert 30 < len(terms) <= 40 and len(set(terms)) == len(terms) and len(set(WORDS)) == len(WORDS)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_link_leads_somewhere(file):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


def test_the_plan_names_every_room():
    plan = (ROOT / "docs" / "design.md").read_text("utf-8")
    assert len(plan.splitlines()) <= 150
    rooms = [path.parent for path in ROOT.glob("companion/*/__init__.py")]
    rooms += [path.parent for path in ROOT.glob("printables/*/__init__.py")]
    assert len(rooms) > 8
    for room in rooms:
        assert f"`{room.relative_to(ROOT)}" in plan, room
    assert len([path for path in (ROOT / "companion").iterdir() if not path.name.startswith("__")]) <= 16


def test_every_command_is_documented():
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert [name for name in parsers()[1] if f"companion {name} " not in page] == []


def test_the_newest_release_in_the_changelog_is_the_version_of_the_package():
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\d+\.\d+\.\d+) ", changelog, re.MULTILINE).group(1)
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert package["version"] == newest == version(package["name"])


def entries(navigation) -> list[str]:
    """Return the pages that a navigation of MkDocs names, in its order."""
    if isinstance(navigation, str):
        return [navigation]
    below = navigation.values() if isinstance(navigation, dict) else navigation
    return [page for one in below for page in entries(one)]


def test_every_page_stands_once_in_the_navigation_of_the_site():
    lines = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = entries(YAML(typ="safe").load(lines)["nav"])
    assert sorted(pages) == sorted("index.md" if page.name == "README.md" else page.name for page in PAGES)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_can_be_searched(tmp_path):
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", tmp_path]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    result = json.loads((tmp_path / "search" / "search_index.json").read_text("utf-8"))["docs"]
    assert any("companion backup" in page["text"] for page in result)


def test_the_readme_has_at_most_a_hundred_lines_and_links_every_page():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 100
    assert [
        page.name for page in PAGES if page.parent.name == "docs" and f"docs/{page.name}" not in readme
    ] == []


def imported(room: Path) -> set[str]:
    """The other rooms that the files of a room import, by their short names."""
    line = re.compile(
        r"^ *from (?:companion|printables)(?:\.(\w+)\S*)? import (\w+(?:, \w+)*)?", re.MULTILINE
    )
    files = room.rglob("*.py") if room.is_dir() else [room]
    result = [one for file in files for one in line.findall(file.read_text("utf-8"))]
    ours = {name for inside, names in result for name in ([inside] if inside else names.split(", "))}
    return ours - {room.stem, "games" if room.parent.name == "games" else ""}


def test_the_plan_says_what_each_room_imports():
    plan = (ROOT / "docs" / "design.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w/.]+)(?:/<game>)?` \|.*\| ([^|]+) \|$", plan, re.MULTILINE)
    assert len(rows) > 18
    for room, words in rows:
        rooms = [ROOT / room] if room != "companion/games" else [*(ROOT / room).glob("[a-z]*/")]
        known = set().union(*(imported(one) for one in rooms))
        assert "games" not in known, room
        if not words.startswith("all"):
            names = re.sub(r"\(.*?\)|nothing:.*", "", words).split(",")
            assert known == {name.strip() for name in names if name.strip()}, room


def test_every_game_s_folder_has_the_names_that_the_plan_lists():
    plan = (ROOT / "docs" / "design.md").read_text("utf-8")
    always, needed = (
        {name.rstrip("/") for name in re.findall(r"`([^`]+)`", part)}
        for part in re.search(
            r"same names in every game:(.*?)where it needs them(.*?)\. What grows", plan, re.S
        ).groups()
    )
    games = [file.parent for file in ROOT.glob("companion/games/*/__init__.py")]
    assert {"box", "rules.toml", "played"} <= always and {"cards", "house.toml"} <= needed and games
    for game in games:
        there = {path.name.removesuffix(".py") for path in game.iterdir()} - {"__pycache__"}
        assert there >= always, f"{game.name} lacks {always - there}"
        assert there <= always | needed, f"{game.name}: {there - always - needed} on no list"


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_file_that_a_page_names_is_there(file):
    for name in re.findall(r"`((?:companion|printables|tests|docs)/[\w/.]+)`", file.read_text("utf-8")):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_every_test_that_a_page_names_is_there(file):
    named = set(re.findall(r"`(test_\w+)`", file.read_text("utf-8")))
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")) if named else ""
    assert [name for name in sorted(named) if f"def {name}(" not in tests] == []


def test_every_setting_is_documented():
    read = re.compile(r"""environ(?:\.get\(|\[)["']([A-Z_]+)["']""")
    code = "".join(path.read_text("utf-8") for path in (ROOT / "companion").rglob("*.py"))
    ours = {
        name for name in read.findall(code) if name.startswith(("COMPANION_", "DATABASE_", "PUBLIC_", "WEB_"))
    }
    assert len(ours) > 9
    page = (ROOT / "docs" / "host.md").read_text("utf-8")
    assert [name for name in sorted(ours) if f"`{name}`" not in page] == []


def docstrings() -> Iterator[tuple[str, str, bool]]:
    """Yield every docstring with its place, and True if it is of a module, class or function."""
    for top in ("companion", "printables"):
        for path in (ROOT / top).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                body = getattr(node, "body", None)
                for n, one in enumerate(body if isinstance(body, list) else ()):
                    if isinstance(one, ast.Expr) and isinstance(
                        words := getattr(one.value, "value", None), str
                    ):
                        yield f"{path.relative_to(ROOT)}:{one.lineno}", words, n == 0


def test_docstrings_say_what_a_thing_is_or_does():
    relative = re.compile(r"(What|Whom?|Whose|How|Whether|Where)\b")
    heads = [(place, words) for place, words, head in docstrings() if head]
    result = [place for place, words in heads if relative.match(words)]
    assert len(heads) > 4000 and len(result) < len(heads) / 50, result


def test_no_docstring_continues_another():
    ends = [(place, words.split("\n\n")[0].rstrip()) for place, words, _ in docstrings()]
    assert [place for place, words in ends if words.endswith((",", ";"))] == []
