"""The drawn pictures by name."""

import json
import tomllib
from functools import cache
from importlib.resources import files

_HEAD, _TAIL = '<path fill="currentColor" d="', '"/>'


@cache
def paths() -> dict[str, str]:
    """The path of each picture by name, as the ``d`` of SVG: some 4,000 of the Game-icons set, and our own.

    Raises:
        FileNotFoundError: they have not been fetched: ``make setup`` does.
    """
    folder = files("companion.svg")
    kept = json.loads((folder / "game_icons" / "icons.json").read_text("utf-8"))["icons"]
    own: dict[str, str] = tomllib.loads((folder / "own_pictures.toml").read_text("utf-8"))
    return {name: one["body"].removeprefix(_HEAD).removesuffix(_TAIL) for name, one in kept.items()} | own
