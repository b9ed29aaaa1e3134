"""Sittings of a game: the usual opening, and the sittings that its author played."""

from importlib.resources import files
from typing import Any

from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.kernel.opening import Opening


def usual_opening(game: Game[Any], players: int) -> Opening:
    """Return an opening for this number of players, with the default of every option."""
    options = {option.key: option.default for option in game.options}
    return Opening({seat: f"Player {n}" for n, seat in enumerate(game.seats(players), 1)}, options)


def sittings(game: Game[Any]) -> dict[str, str]:
    """Return the played sittings of a game, by file name."""
    if not (game[Origin].played or game[Origin].package):
        return {}
    folder = game[Origin].played or files(game[Origin].package) / "played"
    paths = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    return {file.name: file.read_text("utf-8") for file in paths if file.name.endswith(".game")}
