"""Moves of the hands that bring one thing from how it is to how it was: a sentence, or nothing.

Each takes the thing's name, how it is and how it is to be, as values; None for a thing that is not there.
"""

from collections.abc import Callable
from typing import Any

from companion.kernel.values import Contents, Lies, Value, in_words

Sentence = Callable[[Any, Any, Any], str]


def nothing(thing: str, was: Value, to: Value) -> str:
    """Return no sentence: only the phone keeps it."""
    return ""


def set_to(thing: str, was: Value, to: Value) -> str:
    """Return how something is set, ``Set Thor's damage to 3.``; what is there no more went with its piece."""
    return "" if to is None else f"Set {thing} to {in_words(to)}."


def moved(thing: str, was: Lies | str | None, to: Lies | str | None) -> str:
    """Return how a piece is put, taken away, moved or turned over."""
    here, there = was and Lies.at(was), to and Lies.at(to)
    if not there:
        return (
            f"Take {thing} away, from {here.there}."
            if here and here.where != "with"
            else f"Take {thing} away."
        )
    if not here or there.where == "with":
        return f"Put {thing} {', '.join((there.placed, *there.how))}."
    if (here.place, here.where) != (there.place, there.where):
        return f"Move {thing} from {here.there} to {', '.join((there.there, *there.how))}."
    if there.face and there.face != here.face:
        return f"Turn {thing} {there.face}."
    return f"{thing} stays {there.placed}, {', '.join(there.how) or 'no more ' + ', '.join(here.how)}."


def marker(of: str) -> Sentence:
    """Return how the marker of a track goes: ``Move the round marker back to 3.``"""

    def sentence(thing: str, was: Value, to: Value) -> str:
        back = " back" if isinstance(was, int) and isinstance(to, int) and to < was else ""
        name = of.format(thing)
        return f"Take {name} off the track." if to is None else f"Move {name}{back} to {in_words(to)}."

    return sentence


def so_many(thing: str, was: Value, to: Value) -> str:
    """Return how many are put or taken away: ``Put 2 Health under Thor.``, ``Take 1 Trap on C4 away.``"""
    more = _number(to) - _number(was)
    return f"Put {more} {thing}." if more > 0 else f"Take {-more} {thing} away."


def cards(thing: str, was: int | Contents | None, to: int | Contents | None) -> str:
    """Return how many cards go to a pile or a hand, or from it: ``Take 2 cards from Gold's hand.``"""
    more = _number(to) - _number(was)
    if not more:
        return f"Put the cards of {thing} in their old order."
    of = "1 card" if abs(more) == 1 else f"{abs(more)} cards"
    return f"Put {of} in {thing}." if more > 0 else f"Take {of} from {thing}."


def among(thing: str, was: Contents | None, to: Contents | None) -> str:
    """Return what goes to a list or from it: ``Take Oak Bow from Nezha's items.``"""
    before, after = [*was.names] if was else [], [*to.names] if to else []
    for name in list(before):
        if name in after:
            before.remove(name)
            after.remove(name)
    less = f"Take {', '.join(before)} from {thing}." if before else ""
    more = f"Add {', '.join(after)} to {thing}." if after else ""
    return f"{less} {more}".strip() or f"Put {thing} in their old order."


def _number(value: Value) -> int:
    """Return how many there are: 1 of what is not counted, 0 of what is not there."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, Contents) else int(value is not None)
