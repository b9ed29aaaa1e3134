"""The schema of ``pictures.toml``: which drawn picture each thing of a game has."""

import re

from pydantic import Field

from companion.kernel.paper.terms import Tone
from companion.kernel.schema import Many, Schema

_NUMBER = re.compile(r" \d+$")


def spelled(name: str) -> tuple[str, ...]:
    """How a name may stand in the file: as it is, or with a capital, so that wood is Wood; and either without
    the number after it, so that ``Militia 2`` is Militia.
    """
    plain = _NUMBER.sub("", name)
    return name, name[:1].upper() + name[1:], plain, plain[:1].upper() + plain[1:]


class GroundSpec(Schema):
    """What lies under the spaces of a board and about them."""

    tones: Many[Tone] = Field(min_length=1)
    """Its colours, from its head to its foot."""
    corners: Many[str] = ()
    """The pictures in its free corners: upper left, upper right, lower left, lower right."""


class Pictures(Schema):
    """The whole of ``pictures.toml``."""

    pictures: dict[str, str] = Field(default_factory=dict)
    """The picture of a thing by its name, as cards, tokens, chips, spaces and verbs call it."""
    boards: dict[str, GroundSpec] = Field(default_factory=dict)
    """The ground of a board, by its key."""

    def of(self, *names: str) -> str:
        """The picture of a thing, by the first of its names that has one; empty where none has one."""
        for name in names:
            for one in spelled(name):
                if found := self.pictures.get(one):
                    return found
        return ""
