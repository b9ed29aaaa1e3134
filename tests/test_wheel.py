"""The wheel holds everything, and serves outside the checkout with its data in the user's directory."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.bench.phone import fetched
from tests.services import free_port

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_serves_outside_the_checkout(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "site")
    for name in (
        "companion/templates/table.html",
        "companion/static/css/base.css",
        "companion/static/vendor/htmx.min.js",
        "companion/games/war_in_heaven/rules.toml",
        "companion/boxes/shelf/worth/nine-mens-morris.toml",
        "companion/cli/newgame/actions.py",
        "companion/extras/lab/worker.py",
        "companion/extras/tournaments/routes.py",
        "companion/cli/newgame/played/last.game",
        "companion/storage/migrations/env.py",
        "printables/__init__.py",
        "companion/svg/game_icons/icons.json",
        "companion/svg/NOTICE",
    ):
        assert name in names
    (licence,) = (name for name in names if name.endswith("dist-info/licenses/companion/svg/NOTICE"))
    text = (tmp_path / "site" / licence).read_text("utf-8")
    assert (
        "CC BY 3.0" in text and "creativecommons.org/licenses/by/3.0/legalcode" in text and "Changes" in text
    )
    assert not [name for name in names if name.startswith(("tests/", "instance/"))]

    port, home = free_port(), tmp_path / "home"
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "XDG_DATA_HOME": str(home)}
    env.pop("COMPANION_DATA", None)
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL) as server:
        try:
            page = fetched(f"http://127.0.0.1:{port}/games/war-in-heaven")
        finally:
            server.terminate()
    assert "War in Heaven" in page
    assert (home / "companion" / "companion.sqlite3").is_file()
