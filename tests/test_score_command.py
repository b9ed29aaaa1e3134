"""``companion score``: final boards from a file or a pipe."""

import io
import json
import sys
from pathlib import Path

import pytest

from companion.cli.main import main
from tests.games.abbey import GOLD

TOML = """
[[players]]
name = "Teal"
brewmaster = 9
ducats = 30
markers = { wood = 5, yeast = 7, hops = 7, water = 7, barley = 7 }
"""


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["score", "heaven-and-ale", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_json_in_json_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "end.json"
    file.write_text(json.dumps({"players": [GOLD]}))
    code, out, _ = said(capsys, str(file), "--json")
    scored = json.loads(out)
    assert code == 0 and scored["winners"] == ["Gold"] and scored["players"][0]["total"] == 33


def test_toml_in_text_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "end.toml"
    file.write_text(TOML)
    code, out, _ = said(capsys, str(file))
    assert code == 0 and "Teal: 24 points" in out and "28 points instead of 24" in out


@pytest.mark.parametrize("text", [json.dumps({"players": [GOLD]}), TOML])
def test_piped_in(text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, out, _ = said(capsys, "-")
    assert code == 0 and "wins with" in out


@pytest.mark.parametrize(
    "text, words",
    [
        (json.dumps({"players": [GOLD | {"ducats": -3}]}), "Gold ducats is -3; a whole number from 0"),
        (json.dumps({"players": [GOLD | {"markers": GOLD["markers"] | {"wood": 21}}]}), "Gold wood is 21"),
        ("{", "end.json, line 1: this is not JSON: expecting"),
        ("[" * 100_000, "end.json, line 1: the line has 100000 characters"),
        ("[" * 100, "brackets in brackets"),
        ("9" * 5000, "4000 characters in one word"),
        ("[1]", "players is missing"),
    ],
)
def test_what_cannot_be_is_said_in_words(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "end.json"
    file.write_text(text)
    code, out, err = said(capsys, str(file))
    assert (code, out) == (1, "") and words in err and err.endswith(".\n")


def test_a_file_that_is_not_there_and_a_game_without_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "/nowhere/end.json")[0] == 2
    assert main(["score", "war-in-heaven", "-"]) == 2
    assert "counts no points" in capsys.readouterr().err
