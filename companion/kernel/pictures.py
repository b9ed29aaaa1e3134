"""The drawn pictures by name, and the schema of ``pictures.toml``: which of them each thing of a game has."""

import json
import re
import tomllib
from functools import cache
from importlib.resources import files

from pydantic import Field

from companion.kernel.paper.terms import Tone
from companion.kernel.schema import Many, Schema

_HEAD, _TAIL = '<path fill="currentColor" d="', '"/>'
_NUMBER = re.compile(r" \d+$")


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


def spelled(name: str) -> tuple[str, ...]:
    """How a name may stand in the file: as it is, or with a capital, so that wood is Wood; and either without
    the number after it, so that ``Militia 2`` is Militia.
    """
    plain = _NUMBER.sub("", name)
    return name, name[:1].upper() + name[1:], plain, plain[:1].upper() + plain[1:]


class BackdropSpec(Schema):
    """What lies under the spaces of a board and about them."""

    tones: Many[Tone] = Field(min_length=1)
    """Its colours, from its head to its foot."""
    corners: Many[str] = ()
    """The pictures in its free corners: upper left, upper right, lower left, lower right."""


class Pictures(Schema):
    """The whole of ``pictures.toml``."""

    pictures: dict[str, str] = Field(default_factory=dict)
    """The picture of a thing by its name, as cards, tokens, chips, spaces and verbs call it."""
    boards: dict[str, BackdropSpec] = Field(default_factory=dict)
    """What lies under a board and about it, by its key."""

    def of(self, *names: str) -> str:
        """The picture of a thing, by the first of its names that has one; empty where none has one."""
        for name in names:
            for one in spelled(name):
                if found := self.pictures.get(one):
                    return found
        return ""
