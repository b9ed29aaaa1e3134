"""A report carries the game: it says what was wrong and what was shown, hides names, and is a test."""

from pathlib import Path

import pytest
from flask import Flask

from companion.boxes.own import Described
from companion.boxes.shelf import Shelf
from companion.kernel import transcript
from companion.story.report import ProblemReport, remarks, write
from tests.conftest import Cli, Phone, Phones
from tests.test_app import words

PLAYED = sorted((Path(__file__).parent / "played").glob("*.game"))
"""Reports that were sent in: each has to hold from now on."""


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_a_report_that_was_dropped_here_holds(file: Path) -> None:
    text = file.read_text("utf-8")
    assert remarks(text)["version"] and transcript.read(text, Shelf(), Described()).n


@pytest.fixture
def table(phone: Phones) -> tuple[Phone, str]:
    """Anna and Ben at a table; a ruling names Ben."""
    anna = phone()
    code = anna.open(phone="all")
    anna.say(code, "add", by="Red", step="2")
    anna.say(code, "ruling", by="Red", total="3", reason="Ben said so, not Benjamin")
    return anna, code


def test_a_report_is_a_transcript_with_what_was_wrong_and_without_names(
    app: Flask, table: tuple[Phone, str]
) -> None:
    anna, code = table
    form = {"said": "Blue may add\nfour", "shown": "Ben's turn\x07", "refused": "Anna, no.", "save": "1"}
    answer = anna.post(f"/t/{code}/report", form, headers={"User-Agent": "A phone"})
    assert "attachment" in answer.headers["Content-Disposition"]
    output = remarks(answer.text)
    assert output["said"] == ["Blue may add", "four"] and output["refused"] == ["Red, no."]
    assert output["shown"] == ["Blue's turn"] and output["browser"] == ["A phone"] and output["version"]
    assert "Anna" not in answer.text and '"Blue said so, not Benjamin"' in answer.text
    here = app.extensions["companion"]
    again = transcript.read(answer.text, here.games)
    assert again.n == 2 and again.state.total == here.store.session(code).table.state.total
    saved = anna.post(f"/t/{code}/report", {**form, "names": "1"}).text
    assert "Anna, no." in saved and '"Ben said so, not Benjamin"' in saved


def test_its_page_works_without_a_script_and_knows_what_was_refused(table: tuple[Phone, str]) -> None:
    anna, code = table
    refused = anna.say(code, "add", by="Blue", step="4")
    assert refused.status_code == 422 and f"/t/{code}/report?refused=" in refused.text
    page = anna.get(f"/t/{code}/report?refused=Blue+adds+one.")
    assert "Refused last: Blue adds one." in words(page) and "Waiting for Blue" in page.text
    looked = anna.post(f"/t/{code}/report", {"said": "<b>No</b>", "shown": "x", "refused": ""})
    assert "# said: &lt;b&gt;No&lt;/b&gt;" in looked.text
    assert f'href="/t/{code}/report"' in anna.get(f"/t/{code}").text


def test_replay_says_what_a_report_says_and_where_it_does_not_hold(
    table: tuple[Phone, str], tmp_path: Path, cli: Cli
) -> None:
    file = tmp_path / "report.game"
    played = transcript.read(PLAYED[0].read_text("utf-8"), Shelf(), Described())
    text = write(played, played.opening.seats, ProblemReport("It broke", "", "", "", "0.1.0"), names=True)
    file.write_text(text)
    output = cli("replay", file)
    assert "said: It broke" in output and f"all {played.n} entries hold" in output
    file.write_text(text + "Angels move: Uriel, A1\n")
    assert f"Line {len(text.splitlines()) + 1}" in cli("replay", file, code=1)
