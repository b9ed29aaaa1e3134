"""Moves of the hands that bring one thing from how it is to how it was: a sentence, or nothing.

Each takes the thing's name, how it is and how it is to be, as values; None for a thing that is not there.
"""

from collections.abc import Callable
from typing import Any

from companion.kernel.values import Contents, Lies, Value, in_words
from companion.words import Message, joined, message

Sentence = Callable[[Any, Any, Any], Message | str]


def nothing(thing: str, was: Value, to: Value) -> Message | str:
    """Return no sentence: only the phone keeps it."""
    return ""


def set_to(thing: str, was: Value, to: Value) -> Message | str:
    """Return how something is set, ``Set Thor's damage to 3.``; what is there no more went with its piece."""
    return "" if to is None else message("Set {thing} to {value}.", thing=thing, value=in_words(to))


def moved(thing: str, was: Lies | str | None, to: Lies | str | None) -> Message | str:
    """Return how a piece is put, taken away, moved or turned over."""
    here, there = was and Lies.at(was), to and Lies.at(to)
    if not there:
        if here and here.where != "with":
            return message("Take {thing} away, from {here}.", thing=thing, here=here.there)
        return message("Take {thing} away.", thing=thing)
    if not here or there.where == "with":
        return message("Put {thing} {there:, }.", thing=thing, there=(there.placed, *there.how))
    if (here.place, here.where) != (there.place, there.where):
        words = "Move {thing} from {here} to {there:, }."
        return message(words, thing=thing, here=here.there, there=(there.there, *there.how))
    return _turned(thing, here, there)


def _turned(thing: str, here: Lies, there: Lies) -> Message:
    if there.face and there.face != here.face:
        return message("Turn {thing} {face}.", thing=thing, face=there.face)
    return message(
        "{thing} stays {placed}, {how:, }." if there.how else "{thing} stays {placed}, no more {how:, }.",
        thing=thing,
        placed=there.placed,
        how=there.how or here.how,
    )


def marker(of: str) -> Sentence:
    """Return how the marker of a track goes: ``Move the round marker back to 3.``"""

    def sentence(thing: str, was: Value, to: Value) -> Message | str:
        back = isinstance(was, int) and isinstance(to, int) and to < was
        words = "Move {marker} back to {value}." if back else "Move {marker} to {value}."
        if to is None:
            words = "Take {marker} off the track."
        return message(words, marker=of.format(thing), value=in_words(to))

    return sentence


def so_many(thing: str, was: Value, to: Value) -> Message | str:
    """Return how many are put or taken away: ``Put 2 Health under Thor.``, ``Take 1 Trap on C4 away.``"""
    more = _number(to) - _number(was)
    return message("Put {n} {thing}." if more > 0 else "Take {n} {thing} away.", n=abs(more), thing=thing)


def cards(thing: str, was: int | Contents | None, to: int | Contents | None) -> Message | str:
    """Return how many cards go to a pile or a hand, or from it: ``Take 2 cards from Gold's hand.``"""
    more = _number(to) - _number(was)
    if not more:
        return message("Put the cards of {thing} in their old order.", thing=thing)
    words = "Put {n:# card|# cards} in {thing}." if more > 0 else "Take {n:# card|# cards} from {thing}."
    return message(words, n=abs(more), thing=thing)


def among(thing: str, was: Contents | None, to: Contents | None) -> Message | str:
    """Return what goes to a list or from it: ``Take Oak Bow from Nezha's items.``"""
    before, after = [*was.names] if was else [], [*to.names] if to else []
    for name in list(before):
        if name in after:
            before.remove(name)
            after.remove(name)
    less = message("Take {before:, } from {thing}.", before=before, thing=thing) if before else ""
    more = message("Add {after:, } to {thing}.", after=after, thing=thing) if after else ""
    return joined((less, more), " ") or message("Put {thing} in their old order.", thing=thing)


def _number(value: Value) -> int:
    """Return how many there are: 1 of what is not counted, 0 of what is not there."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, Contents) else int(value is not None)
