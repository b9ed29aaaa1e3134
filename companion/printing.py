"""What the command line and the pages share about printing: sets of one's own, and the document."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.kernel.cards import CardSet
from companion.kernel.game import Game
from printables.catalogue import catalogue, chosen, printed
from printables.fonts import Unprintable
from printables.paper import Order

SET_MOST = 48 * 1024
__all__ = ["SET_MOST", "Unprintable", "made", "own_set"]
OPTIONS = ("paper", "duplex", "ink", "seam", "punch", "shape", "shop", "offset")


def own_set(raw: bytes) -> CardSet:
    """A set of cards from TOML; Unprintable says why it cannot be read."""
    if len(raw) > SET_MOST:
        raise Unprintable("The set of cards is longer than 48 kB.")
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        raise Unprintable("The set of cards is not text.") from None
    except tomllib.TOMLDecodeError as error:
        raise Unprintable(f"The set of cards cannot be read: {error}.") from None


def made(
    game: Game[Any],
    pieces: Sequence[str],
    given: Mapping[str, Any],
    set_file: str | None,
) -> bytes:
    """A document for the command line; Unprintable, in a sentence, where it cannot be."""
    order = Order.read({key: str(given.get(key) or "") for key in OPTIONS})
    try:
        own = own_set(Path(set_file).read_bytes()) if set_file else None
    except OSError as error:
        raise Unprintable(f"{set_file} cannot be read: {error.strerror}.") from None
    return printed(game, chosen(catalogue(game, own), pieces), order)
