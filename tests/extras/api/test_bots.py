"""Programs that play: the command sits down and plays, and the example beats who plays at random."""

import random
import runpy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from companion.boxes.shelf import box, labels
from companion.cli.main import main
from companion.extras.api import answers
from companion.kernel.action import written
from companion.kernel.features import Figures
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from companion.kernel.simulate import to_act, wander
from companion.kernel.statistics import opening
from tests.conftest import ROOT, Phone
from tests.extras.api.test_api import API, Program, opened, token, token_of_host

EXAMPLE = ROOT / "examples" / "bot.py"
LONG_ENOUGH = 400
"""After so many entries who has more points is ahead."""


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Serve a house for a while; yield its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@pytest.mark.parametrize("key", ["mancala", "war-in-heaven"])
def test_the_example_bot_plays_a_game_to_its_end(app, phone, key):
    host = Program(app, token_of_host(phone()))
    code = opened(host, app, key)
    random.seed(1)
    with served(app) as there:
        bearer = host.headers["Authorization"].removeprefix("Bearer ")
        over = runpy.run_path(str(EXAMPLE))["play"](f"{there}{API}/tables/{code}", bearer)
    assert over["why"] and host.get(f"/tables/{code}").json["over"]["why"] == over["why"]


@pytest.mark.parametrize("key", ["mancala", "war-in-heaven"])
def test_two_bots_sit_down_and_play_a_game_to_its_end(app, phone, key, cli):
    """One with a token for its seat, and one that takes a free seat with a token of the host."""
    anna: Phone = phone()
    host = Program(app, token_of_host(anna))
    seats = [*shelf()[key].seats(2)] if key in shelf() else [*box(key).seats(2)]
    code = host.post("/tables", game=key, seats=dict.fromkeys(seats, ""), sit=True).json["code"]
    host.post(f"/tables/{code}/seats", action="leave", seat=seats[1])
    first = token(anna, f"{code} {seats[0]}")
    host.post(f"/tables/{code}/seats", action="leave", seat=seats[0])
    second = host.headers["Authorization"].removeprefix("Bearer ")
    with served(app) as there:
        words = ["bot", f"{there}/t/{code}", seats[0], "--player", "greedy", "--token", first]
        other = threading.Thread(target=main, args=(words,))
        other.start()
        cli("bot", f"{there}/t/{code}", seats[1], "--player", "greedy", "--token", second)
        other.join()
    over = host.get(f"/tables/{code}").json["over"]
    assert over["why"] in cli.out
    said = {entry["seat"] for entry in host.get(f"/tables/{code}/journal").json["entries"]}
    assert said == set(seats)


def test_a_bot_says_why_it_cannot_sit_down(app, anna_and_code, capsys, cli):
    anna, code = anna_and_code
    red = token(anna, f"{code} Red")
    with served(app) as there:
        tries = {
            f"{there}/t/{code} Green --token {red}": "no seat “Green”",
            f"{there}/t/{code} Blue --token {red}": "is not enough",
            f"{there}/t/{code} Red --token {'x' * 48}": "revoked",
            f"{there}/t/{code} Red --player nobody --token {red}": "nobody who plays",
            f"{there}/t/{code} Red": "needs a token",
            f"{code} Red --token {red}": "as on its page",
        }
        for words, why in tries.items():
            assert main(["bot", *words.split()]) > 0
            assert why in capsys.readouterr().err, words
    cli("bot", f"{there}/t/{code}", "Red", "--token", red, code=1)


@pytest.fixture
def anna_and_code(phone) -> tuple[Phone, str]:
    anna = phone()
    return anna, anna.open(phone="all")


def test_the_example_is_forty_lines():
    lines = EXAMPLE.read_text("utf-8").split('"""', 2)[2].splitlines()
    assert len([line for line in lines if line.strip() and '"""' not in line]) <= 40


WITH_POINTS = [key for key, game in shelf().items() if game[Figures].points] + [
    label.key for label in labels() if box(label.key)[Figures].points
]
QUICK = ("heroball", "mancala")
"""Games that a minute's check plays."""
GAMES = {"heaven-and-ale": 4, "spades": 40, "german-whist": 40}
"""More games where luck says much, fewer where each is long; 12 of the others."""


@pytest.mark.parametrize(
    "key", [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in WITH_POINTS]
)
def test_the_example_beats_who_plays_at_random(key):
    """It is ahead in most games against random players, wherever it sits."""
    game = shelf().get(key) or box(key)
    best, games = runpy.run_path(str(EXAMPLE))["best"], GAMES.get(key, 12)
    random.seed(1)
    ahead = [_ahead(game, best, n) for n in range(games)]
    assert sum(ahead) > games / 2, ahead


def _ahead(game: Game[Any], best: Any, n: int) -> float:
    """Play one game; return 1 where the bot is ahead at its end, 0 where it is behind, else a half."""
    chance, kinds = random.Random(n), tuple(kind for kind in game.kinds if not kind.anytime)
    table = Table.open(game, opening(game, chance, next(n for n in game.players if n > 1)))
    seats = list(table.opening.seats)
    mine = seats[n % len(seats)]
    while not table.state.over and table.n < LONG_ENOUGH:
        if (seat := to_act(table.state, chance)) == mine:
            session: Any = SimpleNamespace(table=table, n=table.n)
            one = best(answers.actions(session, seat)["actions"])
            table = table.say(seat, one["verb"], one["answers"])
        else:
            action = wander(kinds, table.state, chance, seat)
            table = table.say(seat, action.verb, written(action))
    if over := table.state.over:
        won = set(over.winners)
        return float(mine in won) if len(won) < len(seats) and won else 0.5
    points = game[Figures].points
    assert points
    reached = points(table.state)
    return float(reached[mine] > max(n for seat, n in reached.items() if seat != mine))
