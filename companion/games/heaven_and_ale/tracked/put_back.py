"""Moves of the hands that take back what a seat has done in Heaven & Ale."""

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state.board import EMPTY, HAND, PLACED
from companion.kernel.state import counted


def pile(space: str, was: str, to: str) -> str:
    """Tiles or discs that lie face down on a space of the track."""
    more = int(to or 0) - int(was or 0)
    what = counted(abs(more), "disc" if box.KIND[space] == box.DISC else "tile")
    return f"Put {what} on {space}." if more > 0 else f"Take {what} off {space}."


def lying(thing: str, was: str, to: str) -> str:
    """A tile that lies face up on a space of the track."""
    return _laid(thing.split(" tile ")[0], was, to)


def ducats(thing: str, was: str, to: str) -> str:
    """Coins to a seat or from it."""
    seat, more = thing.removesuffix(" ducats"), int(to) - int(was)
    return (
        f"Give {seat} {counted(more, 'ducat')}."
        if more > 0
        else f"Take {counted(-more, 'ducat')} from {seat}."
    )


def card(thing: str, was: str, to: str) -> str:
    """A privilege card: back in hand, on the table, or aside."""
    where = {HAND: "back in hand", PLACED: "in front of you"}.get(to, "aside, sold")
    return f"Put the {thing} {where}."


def barrel(thing: str, was: str, to: str) -> str:
    """A barrel and the goal it stands for."""
    seat, _, goal = thing.partition(" barrel ")
    if to == "none":
        return f"Take the {was} barrel from {seat}, of the goal {goal}."
    return f"Give {seat} the {to} barrel of the goal {goal}."


def disc(thing: str, was: str, to: str) -> str:
    """A seat's disc on its board."""
    seat, _, where = thing.partition(" disc ")
    return f"Take the disc of {seat} off {where}." if to == EMPTY else f"Put a disc of {seat} on {where}."


def spot(thing: str, was: str, to: str) -> str:
    """A tile in a seat's garden."""
    seat, _, space = thing.partition(" ")
    return _laid(f"{space} in the garden of {seat}", was, to)


def _laid(where: str, was: str, to: str) -> str:
    before, after = ("" if lies == EMPTY else lies for lies in (was, to))
    if not (before and after):
        return f"Lay {after} on {where}." if after else f"Take {before} off {where}."
    return f"Lay {after} on {where}, in place of {before}."
