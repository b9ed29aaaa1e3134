"""A print job: a game's printables in an order, with a set of one's own, as a document and as a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion import cardsets
from companion.kernel.cardset import CardSet
from companion.kernel.game import Game
from companion.kernel.shelf import shelf
from printables.draw.fonts import Unprintable
from printables.layout.paper import CHOICES, Order
from printables.sources.catalogue import catalogue, chosen, printed

SET_MOST = 48 * 1024
"""The longest set of cards that is read, in bytes."""
OPTIONS = (*CHOICES, "offset")


def own_set(game: Game[Any], raw: bytes) -> CardSet:
    """A game's set of cards from TOML or CSV, as the pages for sets read it; Unprintable says why not."""
    if game.sets is None:
        raise Unprintable(f"{game.name} has no cards one could replace by a set of one's own.")
    if len(raw) > SET_MOST:
        raise Unprintable("The set of cards is longer than 48 kB.")
    try:
        box, cards = _read({**shelf(), game.key: game}, raw.decode(), game.key)
    except UnicodeDecodeError:
        raise Unprintable("The set of cards is not text.") from None
    except cardsets.Unreadable as no:
        raise Unprintable(f"The set of cards cannot be read: {no}") from None
    if box.key != game.key:
        raise Unprintable(f"The set of cards is one for {box.name}, not for {game.name}.")
    return cards


def _read(games: Mapping[str, Game[Any]], text: str, key: str) -> tuple[Game[Any], CardSet]:
    """The game a set names or is known by, else the one that is printed, and the set."""
    try:
        return cardsets.read(games, text)
    except cardsets.Unreadable:
        return cardsets.read(games, text, key)


def made(
    game: Game[Any],
    pieces: Sequence[str],
    given: Mapping[str, Any],
    set_file: str | None,
) -> bytes:
    """A document for the command line; Unprintable, in a sentence, where it cannot be."""
    order = Order.read({key: str(given.get(key) or "") for key in OPTIONS})
    try:
        own = own_set(game, Path(set_file).read_bytes()) if set_file else None
    except OSError as error:
        raise Unprintable(f"{set_file} cannot be read: {error.strerror}.") from None
    return printed(game, chosen(catalogue(game, own), pieces), order)


def written(out: Path, pages: bytes) -> None:
    """Write the whole file or none; a pipe or a device is written to, and stays what it is."""
    part = Path(f"{out}.part")
    try:
        if out.exists() and not out.is_file():
            out.write_bytes(pages)
        else:
            part.write_bytes(pages)
            part.replace(out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unprintable(f"{out} cannot be written: {error.strerror}.") from None
