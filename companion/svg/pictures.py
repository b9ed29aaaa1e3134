"""The pictures: drawn silhouettes, one path each, on a grid of 512 by 512; filled, never stroked.

They are the Game-icons set (game-icons.net; Lorc, Delapouite and others; CC BY 3.0), which comes from the
package registry at set-up, and what we drew ourselves, ``own_pictures.toml``. Which thing has which picture
says each game's ``pictures.toml``.
"""

import json
import tomllib
from functools import cache
from importlib.resources import files

from companion.work import machine

CREDIT = (
    "Pictures: Lorc, Delapouite and others, game-icons.net, CC BY 3.0 (creativecommons.org/licenses/by/3.0); "
    "recoloured and recomposed."
)
"""What stands with them: who made them, their licence and what we changed; ``NOTICE`` says more."""
GRID = 512
"""How wide and high a picture is, in its own units."""
_HEAD, _TAIL = '<path fill="currentColor" d="', '"/>'


def paths() -> dict[str, str]:
    """The path of each picture by name, as the ``d`` of SVG: some 4,000 of the Game-icons set, and our own.

    Raises:
        FileNotFoundError: they have not been fetched: ``make setup`` does.
    """
    return _read("pictures" in machine.fetched)


@cache
def _read(fetched: bool) -> dict[str, str]:
    """Return what lies there; a browser may have ``fetched`` more since."""
    folder = files("companion.svg")
    kept = json.loads((folder / "game_icons" / "icons.json").read_text("utf-8"))["icons"]
    own: dict[str, str] = tomllib.loads((folder / "own_pictures.toml").read_text("utf-8"))
    return {name: one["body"].removeprefix(_HEAD).removesuffix(_TAIL) for name, one in kept.items()} | own


def known(name: str) -> bool:
    """Return True if there is a picture of this name. A browser may have to fetch the whole set first."""
    if name not in paths():
        machine.need("pictures")
    return name in paths()
