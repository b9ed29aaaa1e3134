"""The games of ``examples/`` keep every promise."""

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.kernel.shelf import games_in

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize("game", list(games_in(EXAMPLES)), ids=lambda game: game.key)
def test_an_example_keeps_every_promise(game, capsys):
    assert main(["check", str(EXAMPLES / game.key)]) == 0, capsys.readouterr().out
