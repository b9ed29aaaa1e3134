"""Moves of the hands that take back what a seat has done in Heaven & Ale."""

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state.board import EMPTY, HAND, PLACED
from companion.kernel.values import Lies, Thing
from companion.words import counted


def pile(space: str, was: int | None, to: int | None) -> str:
    """Tiles or discs that lie face down on a space of the track."""
    more = (to or 0) - (was or 0)
    what = counted(abs(more), "disc" if box.KIND[space] == box.DISC else "tile")
    return f"Put {what} on {space}." if more > 0 else f"Take {what} off {space}."


def lying(thing: Thing, was: str | None, to: str | None) -> str:
    """A tile that lies face up on a space of the track."""
    return _laid(thing.of, was, to)


def ducats(thing: Thing, was: int, to: int) -> str:
    """Coins to a seat or from it."""
    more = counted(abs(to - was), "ducat")
    return f"Give {thing.of} {more}." if to > was else f"Take {more} from {thing.of}."


def card(thing: Thing, was: str, to: str) -> str:
    """A privilege card: back in hand, on the table, or aside."""
    where = {HAND: "back in hand", PLACED: "in front of you"}.get(to, "aside, sold")
    return f"Put the {thing} {where}."


def barrel(thing: Thing, was: str, to: str) -> str:
    """A barrel and the goal it stands for."""
    if to == "none":
        return f"Take the {was} barrel from {thing.of}, of the goal {thing.key}."
    return f"Give {thing.of} the {to} barrel of the goal {thing.key}."


def disc(thing: Thing, was: str, to: str) -> str:
    """A seat's disc on its board."""
    seat, spot = thing.of, thing.key
    return f"Take the disc of {seat} off {spot}." if to == EMPTY else f"Put a disc of {seat} on {spot}."


def figure(thing: Thing, was: Lies | str, to: Lies | str) -> str:
    """A seat's figure on the way round, or at its start."""
    return f"Put the {thing} {Lies.at(to).placed}."


def spot(thing: Thing, was: str | None, to: str | None) -> str:
    """A tile in a seat's garden."""
    return _laid(f"{thing.what} in the garden of {thing.of}", was, to)


def _laid(where: str, was: str | None, to: str | None) -> str:
    before, after = (None if lies == EMPTY else lies for lies in (was, to))
    if not (before and after):
        return f"Lay {after} on {where}." if after else f"Take {before} off {where}."
    return f"Lay {after} on {where}, in place of {before}."
