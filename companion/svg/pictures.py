"""The pictures: drawn silhouettes, one path each, on a grid of 512 by 512; filled, never stroked.

They are the Game-icons set (game-icons.net; Lorc, Delapouite and others; CC BY 3.0), which comes from the
package registry at set-up. Which thing has which picture says each game's ``pictures.toml``.
"""

import json
from functools import cache
from importlib.resources import files

GRID = 512
"""How wide and high a picture is, in its own units."""
_HEAD, _TAIL = '<path fill="currentColor" d="', '"/>'


@cache
def paths() -> dict[str, str]:
    """The path of each picture by name, as the ``d`` of SVG; some 4,000 of them.

    Raises:
        FileNotFoundError: they have not been fetched: ``make setup`` does.
    """
    text = (files("companion.svg") / "game_icons" / "icons.json").read_text("utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)["icons"]
    return {name: one["body"].removeprefix(_HEAD).removesuffix(_TAIL) for name, one in found.items()}
