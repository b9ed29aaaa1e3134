"""The schema of ``pictures.toml``: which drawn picture each thing of a game has."""

import re

from pydantic import Field

from companion.kernel.schema import Schema

_NUMBER = re.compile(r" \d+$")


def plain(name: str) -> str:
    """A name without the number after it: ``Militia`` for ``Militia 2``."""
    return _NUMBER.sub("", name)


class Pictures(Schema):
    """The whole of ``pictures.toml``."""

    pictures: dict[str, str] = Field(default_factory=dict)
    """The picture of a thing by its name, as cards, tokens, chips, spaces and verbs call it."""

    def of(self, *names: str) -> str:
        """The picture of a thing, by the first of its names that has one; a number after a name stays off,
        so that ``Militia 2`` is Militia. Empty where none has one.
        """
        for name in names:
            if found := self.pictures.get(name) or self.pictures.get(plain(name)):
                return found
        return ""
