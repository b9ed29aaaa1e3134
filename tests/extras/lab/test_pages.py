"""The lab's pages: what is asked, how far it is, what came of it, and who may stop it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from companion.boxes import own
from companion.boxes.shelf import source
from companion.extras.lab import routes
from companion.extras.lab.folder import PLAYS, Progress, Studies, named, tell
from companion.extras.lab.study import Study
from companion.kernel.shelf import shelf
from companion.players.games import Task
from companion.work.queue import Busy
from tests.conftest import ROOT, Phone, Phones, house, wait_until

LAB = "/games/tiny/lab"


def played(app: Flask, me: Phone, **asked: str) -> str:
    """The address of a study that was asked for and played."""
    answer = me.post(asked.pop("at", LAB), {"games": "20", **asked})
    assert answer.status_code == 303, answer.text
    studies, name = Studies(app.config["LAB_FOLDER"]), answer.location.rpartition("/")[2]
    wait_until(lambda: studies.progress(name).state != PLAYS, 180, 0.1)
    return str(answer.location)


@pytest.mark.parametrize("key", [*shelf(), "tiny", "five-dice"])
def test_every_game_has_a_lab(phone: Phones, key: str) -> None:
    answer = phone().get(f"/games/{key}/lab")
    assert answer.status_code == 200 and "Play them" in answer.text and "htmx" not in answer.text
    assert f'href="/games/{key}/lab"' in phone().get(f"/games/{key}").text


def test_what_was_measured_is_said_of_the_house_set_or_of_the_game_where_it_has_none(phone: Phones) -> None:
    for key, words in (("heroball", "The house set, measured: 1,000"), ("war-in-heaven", ">Measured: 1,000")):
        assert words in phone().get(f"/games/{key}/lab").text


@pytest.mark.parametrize(
    "asked, why",
    [
        ({"games": "7"}, "how many games: 20, 50"),
        ({"by": "careful:9999"}, "Choose who plays"),
        ({"by": "careful:20", "games": "200"}, "100 at once would be right"),
        ({"players": "7"}, "Tiny"),
        ({"option-goal": "12"}, "can be 10, 100"),
        ({"beside": "house"}, "beside itself"),
        ({"beside": "goal=3"}, "can be 10, 100"),
        ({"beside": "nothing"}, "has no option"),
        ({"without": "a,b,c,d"}, "at most 3 things"),
        ({"without": "throv"}, "did you mean “throw”?"),
        ({"number": '["a", "b"]', "low": "1", "high": "2"}, "has no set of cards"),
        ({"number": "[" * 900}, "Choose a number of a card"),
    ],
)
def test_what_cannot_be_played_is_said(phone: Phones, asked: dict[str, str], why: str) -> None:
    answer = phone().post(LAB, {"games": "20", **asked})
    assert answer.status_code == 422 and why in answer.text.replace("&#39;", "'")


def test_a_number_is_tried_where_the_set_has_it_and_it_fits(phone: Phones) -> None:
    for number, low, high, why in (
        ('["Pounce", "speed"]', "1", "2", "is no number of this set"),
        ('["Pounce", "cost"]', "3", "1", "from a low to a high number"),
        ('["Pounce", "cost"]', "1", "999", "at most 6"),
    ):
        answer = phone().post(
            "/games/heroball/lab", {"games": "20", "number": number, "low": low, "high": high}
        )
        assert answer.status_code == 422 and why in answer.text


def test_a_house_may_keep_no_lab(tiny: Path, tmp_path: Path) -> None:
    me = Phone(house(tmp_path, LAB=0))
    assert me.get(LAB).status_code == 404 and me.post(LAB).status_code == 404
    assert LAB not in me.get("/games/tiny").text


def test_one_study_is_played_at_a_time_and_only_who_asked_stops_it(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path)
    me, other, studies = Phone(app), Phone(app), Studies(app.config["LAB_FOLDER"])
    assert me.post(LAB, {"games": "x"}).status_code == 422
    with me.client.session_transaction() as cookie:
        cookie["phone"] = "mine"
    study = Study(Task("tiny", 0, 1, ("greedy",)), 20)
    name = named(study)
    with studies.turn(name) as mine:
        assert mine
        studies.path(name).mkdir(parents=True)
        asked = {"study": {**vars(study), "task": vars(study.task)}, "title": "20 games", "by": "mine"}
        studies.path(name, "asked.json").write_text(json.dumps(asked))
        tell(studies.path(name, "progress.json"), Progress(PLAYS, 7, 20))
        page = me.get(f"{LAB}/{name}").text
        assert "7 of 20 games" in page and 'http-equiv="refresh"' in page and "Stop, and show" in page
        assert "Stop, and show" not in other.get(f"{LAB}/{name}").text
        part = me.get(f"{LAB}/{name}", headers={"HX-Request": "true"})
        assert part.text.startswith("<div") and "HX-Refresh" not in part.headers
        busy = other.post(LAB, {"games": "50"})
        assert busy.status_code == 422 and str(Busy()) in busy.text
        assert other.post(f"{LAB}/{name}/stop").status_code == 403
        assert me.post(f"{LAB}/{name}/stop").status_code == 303 and studies.path(name, "stop").exists()
    os.utime(studies.path(name, "asked.json"), (1, 1))
    page = me.get(f"{LAB}/{name}")
    assert page.status_code == 200 and "It ended before its time. What was played is kept" in page.text
    assert me.get(f"{LAB}/{name}", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    for nowhere in ("x", "../../secret.key", name[:-1], f"{name}/asked.json", f"{name}/9.svg"):
        assert me.get(f"{LAB}/{nowhere}").status_code == 404
    assert me.get(f"/games/heroball/lab/{name}").status_code == 404, "of another game"


@pytest.mark.slow
def test_what_was_played_is_shown_kept_and_not_played_again(app: Flask, phone: Phones) -> None:
    me = phone()
    url = played(app, me, beside="goal=100", without="throw")
    page = me.get(url).text
    for words in ("20 games, seed 1, played by greedy", "What if?", "Restricted play", "Which is used?"):
        assert words in page
    assert (
        me.get(f"{url}/1.svg").text.startswith("<svg")
        and "prefers-color-scheme" in me.get(f"{url}/1.svg").text
    )
    assert me.get(f"{url}/lab.pdf").data.startswith(b"%PDF")
    assert me.get(f"{url}/lab.json").get_json()["games"] == 20
    assert me.get(f"{url}/lab.csv").text.startswith("list,name,won,of")
    assert "all played" in me.get(LAB).text
    again = me.post(LAB, {"games": "20", "beside": "goal=100", "without": "throw"})
    assert again.location == url and "all played" in me.get(LAB).text, "at once, of what is kept"


@pytest.mark.slow
def test_a_game_of_ones_own_has_a_lab_too(app: Flask, phone: Phones) -> None:
    me, store = phone(), app.extensions["companion"].store
    text = source("nine-mens-morris").replace('name = "', 'name = "My ', 1)
    code = store.boxes.keep("somebody", text, own.Described()(text))
    key = store.boxes.find(code).version
    assert f"/games/{key}/lab" in me.get(f"/games/{key}").text
    url = played(app, me, at=f"/games/{key}/lab", by="random")
    page = me.get(url).text
    assert "My " in page and "20 games, seed 1, played by random" in page
    assert me.get(url.replace(key, "nine-mens-morris")).status_code == 404


@pytest.mark.slow
def test_one_number_has_a_slider_without_scripts_too(
    app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "GAMES", (3,))
    me = phone()
    number = {
        "games": "3",
        "number": '["Pounce", "cost"]',
        "low": "2",
        "high": "4",
        "at": "/games/heroball/lab",
    }
    url = played(app, me, **number)
    page = me.get(url).text
    assert "Pounce: what if its cost were otherwise?" in page and 'min="2" max="4" value="3"' in page
    assert "cost 3</output> as it is" in page
    assert "cost 2</output>" in me.get(f"{url}?at=2").text
    part = me.get(f"{url}?at=4", headers={"HX-Request": "true"}).text
    assert part.startswith('<div id="at"') and "cost 4</output>" in part


@pytest.mark.slow
def test_without_matplotlib_there_are_tables_and_how_to_get_pictures(
    app: Flask, phone: Phones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError(name='matplotlib')\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}")
    me = phone()
    page = me.get(url := played(app, me, by="random", games="50")).text
    assert "pip install companion-table[lab]" in page and "<img" not in page and "Which is used?" in page
    assert me.get(f"{url}/lab.pdf").status_code == 404


@pytest.mark.slow
def test_what_is_stopped_shows_what_was_played(app: Flask, phone: Phones) -> None:
    me, at = phone(), "/games/war-in-heaven/lab"
    answer = me.post(at, {"games": "400"})
    studies, name = Studies(app.config["LAB_FOLDER"]), answer.location.rpartition("/")[2]
    wait_until(lambda: studies.progress(name).done >= 1, 180, 0.1)
    assert me.post(f"{answer.location}/stop").status_code == 303
    wait_until(lambda: studies.progress(name).state != PLAYS, 180, 0.1)
    page = me.get(answer.location).text
    assert " of 400 games, seed 1" in page and "Stopped; this is what was played till then." in page


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(tiny: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "lab", "war-in-heaven", "--json", "--keep", str(tmp_path)]
    run = subprocess.Popen(
        [*command, "--processes", "2"], stdout=subprocess.PIPE, cwd=ROOT, start_new_session=True
    )
    lines = wait_until(lambda: [line for file in tmp_path.glob("*.jsonl") for line in file.open()], 180, 0.1)
    os.killpg(run.pid, signal.SIGINT)
    told, _ = run.communicate(timeout=180)
    result = json.loads(told)
    assert run.returncode == 130 and result["stopped"] and len(lines) <= result["games"] < 400
    more = str(result["games"])
    again = subprocess.run(
        [*command, "--processes", "1", "--games", more], capture_output=True, cwd=ROOT, timeout=60
    )
    kept = len([line for file in tmp_path.glob("*.jsonl") for line in file.open()])
    assert again.returncode == 0 and json.loads(again.stdout)["games"] == result["games"]
    assert kept <= result["games"] + 2, "what was kept is not played again"
