"""The played sittings of the games on the shelf, as text."""

from companion.kernel.promises import sittings
from companion.kernel.shelf import shelf


def sitting_text(game: str, name: str) -> str:
    """One of a game's played sittings: ``sitting_text("heroball", "two-shared")``."""
    return sittings(shelf()[game])[f"{name}.game"]
