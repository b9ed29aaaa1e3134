"""Moves of the hands that take back what a seat has done in Heaven & Ale."""

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state.board import EMPTY, HAND, PLACED
from companion.kernel.values import Lies, Thing
from companion.words import Text, message


def pile(space: str, was: int | None, to: int | None) -> Text:
    """Tiles or discs that lie face down on a space of the track."""
    more = (to or 0) - (was or 0)
    if box.KIND[space] == box.DISC:
        words = "Put {n:# disc|# discs} on {space}." if more > 0 else "Take {n:# disc|# discs} off {space}."
    else:
        words = "Put {n:# tile|# tiles} on {space}." if more > 0 else "Take {n:# tile|# tiles} off {space}."
    return message(words, n=abs(more), space=space)


def lying(thing: Thing, was: str | None, to: str | None) -> Text:
    """A tile that lies face up on a space of the track."""
    return _laid(thing.of, was, to)


def ducats(thing: Thing, was: int, to: int) -> Text:
    """Coins to a seat or from it."""
    words = "Give {seat} {ducats}." if to > was else "Take {ducats} from {seat}."
    return message(words, seat=thing.of, ducats=box.ducats(abs(to - was)))


def card(thing: Thing, was: str, to: str) -> Text:
    """A privilege card: back in hand, on the table, or aside."""
    words = {HAND: "Put the {card} back in hand.", PLACED: "Put the {card} in front of you."}
    return message(words.get(to, "Put the {card} aside, sold."), card=thing)


def barrel(thing: Thing, was: str, to: str) -> Text:
    """A barrel and the goal it stands for."""
    if to == "none":
        words = "Take the {size} barrel from {seat}, of the goal {goal}."
        return message(words, size=was, seat=thing.of, goal=thing.key)
    words = "Give {seat} the {size} barrel of the goal {goal}."
    return message(words, size=to, seat=thing.of, goal=thing.key)


def disc(thing: Thing, was: str, to: str) -> Text:
    """A seat's disc on its board."""
    words = "Take the disc of {seat} off {spot}." if to == EMPTY else "Put a disc of {seat} on {spot}."
    return message(words, seat=thing.of, spot=thing.key)


def figure(thing: Thing, was: Lies | str, to: Lies | str) -> Text:
    """A seat's figure on the way round, or at its start."""
    return message("Put the {figure} {there}.", figure=thing, there=Lies.at(to).placed)


def spot(thing: Thing, was: str | None, to: str | None) -> Text:
    """A tile in a seat's garden."""
    return _laid(message("{spot} in the garden of {seat}", spot=thing.what, seat=thing.of), was, to)


def _laid(where: Text, was: str | None, to: str | None) -> Text:
    before, after = (None if lies == EMPTY else lies for lies in (was, to))
    if not (before and after):
        words = "Lay {tile} on {where}." if after else "Take {tile} off {where}."
        return message(words, tile=after or before, where=where)
    return message("Lay {tile} on {where}, in place of {other}.", tile=after, where=where, other=before)
