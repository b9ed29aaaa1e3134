"""The parts of the application that a browser fetches when a module of theirs is imported."""

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from companion.work import machine

LANGUAGES = "languages"
PACKS = {"alembic": "upgrade", "mako": "upgrade", "printables": "paper", "babel": LANGUAGES}
"""Library to the pack that has it; others are asked for by one of these."""


class LaterPacks:
    """Finds no module: it is asked last, and says which pack would have had one."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise Lacking if a pack that is not there has the module."""
        if pack := PACKS.get(name.partition(".")[0]):
            machine.need(pack)
        return None


def watch() -> None:
    """Say from here on which pack lacks, where a module is imported."""
    sys.meta_path.append(LaterPacks)


def unpacked(pack: str) -> None:
    """Note that the files of a pack lie there now."""
    machine.fetched.add(pack)
    importlib.invalidate_caches()


def unreached(pack: str) -> None:
    """Note that a pack cannot be fetched just now."""
    machine.unreached.add(pack)
