"""The start: what it loads, and what it can do without."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import fresh

LATER = "alembic mako pypdfium2 reportlab uharfbuzz"
"""What is loaded only where something is printed, or where the tables are brought up to date."""
BARE = """
import os, subprocess, sys, threading, time

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[2:]:
            raise ModuleNotFoundError(name)

def no_thread(thread):
    raise RuntimeError("can't start new thread")

def no_process(*arguments):
    raise OSError("no process")

sys.meta_path.insert(0, Missing())
del os.link, time.thread_time
threading.Thread.start, os.fork, subprocess.Popen = no_thread, no_process, no_process
usual, sys.platform = sys.platform, "emscripten"
import companion.work.machine
sys.platform = usual
"""
PLAY = """
import random
from itertools import islice
from companion.kernel.action import written
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.web.app import create_app

app = create_app(sys.argv[1], THINKERS=0, LAB=0, LIMITS="off")
assert app.secret_key == open(sys.argv[1] + "/secret.key", "rb").read()
phone = app.test_client()
home = phone.get("/")
assert home.status_code == 200 and "frame-ancestors 'self';" in home.headers["Content-Security-Policy"]
asked = {"players": "2", "seat1": "Angels", "seat2": "Demons", "name1": "Ada", "name2": "Ben"}
asked |= {"option-first": "Angels", "phone": "all"}
url = "/t/" + phone.post("/games/war-in-heaven/new", data=asked).location.split("/")[2]
context = app.extensions["companion"]
session = context.store.session(url[3:])
for n, (action, _) in enumerate(islice(moves(session.table.game, session.table.start, random.Random(3)), 12)):
    form = {"seen": n, "key": f"key{n}", "by": action.by, **written(action)}
    answer = phone.post(f"{url}/do/{action.verb}", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert context.store.session(session.code).n == n + 1
    assert phone.get(url).status_code == 200
print("12 taps")
"""
ELSEWHERE = """
from io import BytesIO
from companion.work.process import Cause, Failure, Limits, run

ahead = phone.post(f"{url}/ahead", data={"n": 6})
assert ahead.status_code == 200 and "Played on" in ahead.text, ahead.text
kit = phone.get("/games/war-in-heaven/print.pdf?piece=cards")
assert kit.data.startswith(b"%PDF"), kit.text
cards = phone.get("/games/heroball/set/house.toml").data
own = {"set": (BytesIO(cards), "own.toml"), "piece": "cards"}
kit = phone.post("/games/heroball/print.pdf", data=own)
assert kit.data.startswith(b"%PDF"), kit.text
assert run("companion.players.rollouts", b"no transcript", Limits(1, 1, 1)) == Failure(Cause.FAULT, b"")
print("printed")
"""
JOURNALS = """
from companion.storage.engine import Database

database = Database(f"sqlite:///{sys.argv[1]}/companion.sqlite3")
database.upgrade()
with database.reading() as one, database.reading() as other:
    print(*(each.exec_driver_sql("PRAGMA journal_mode").scalar() for each in (one, other)))
"""


def test_a_game_is_played_without_threads_links_processes_and_paper(tmp_path: Path) -> None:
    fresh(tmp_path / "companion.sqlite3")
    command = [sys.executable, "-c", BARE + PLAY, str(tmp_path), "brotli", "PIL", *LATER.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "12 taps\n", done.stderr


def test_without_processes_the_same_work_is_done_where_it_is_asked_for(tmp_path: Path) -> None:
    fresh(tmp_path / "companion.sqlite3")
    command = [sys.executable, "-c", BARE + PLAY + ELSEWHERE, str(tmp_path), "brotli"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout == "12 taps\nprinted\n", done.stderr


def test_without_shared_memory_every_connection_keeps_a_journal_that_it_empties(tmp_path: Path) -> None:
    """One that is deleted instead can come back in a browser, and takes back what was kept since."""
    command = [sys.executable, "-c", BARE + JOURNALS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "truncate truncate\n", done.stderr


def test_the_start_loads_nothing_that_only_paper_or_migrations_need(tmp_path: Path) -> None:
    fresh(tmp_path / "companion.sqlite3")
    loads = (
        "import sys; from companion.web.app import create_app; create_app(sys.argv[1]); print(*sys.modules)"
    )
    command = [sys.executable, "-c", loads, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "companion" in loaded and not loaded & set(LATER.split())
