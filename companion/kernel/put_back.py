"""Moves of the hands that bring one thing from how it is to how it was: a sentence, or nothing.

Each takes the thing's name, how it is and how it is to be; a thing that is not there is an empty string.
"""

from collections.abc import Callable

Sentence = Callable[[str, str, str], str]
FACES = ("face up", "face down")
PLACED = ("on ", "in ", "under ", "beside ", "before ", "at ", "off ", "with ", "behind ", "back on ")
"""How a place in words may begin; a bare one is ``on`` its space."""


def nothing(thing: str, was: str, to: str) -> str:
    """Return no sentence: only the phone keeps it."""
    return ""


def set_to(thing: str, was: str, to: str) -> str:
    """Return how something is set, ``Set Thor's damage to 3.``; what is there no more went with its piece."""
    return f"Set {thing} to {to}." if to else ""


def moved(thing: str, was: str, to: str) -> str:
    """Return how a piece is put, taken away, moved or turned over."""
    if not to:
        return (
            f"Take {thing} away, from {_bare(was)}." if not was.startswith("with ") else f"Take {thing} away."
        )
    if not was or to.startswith("with "):
        return f"Put {thing} {placed(to)}."
    (here, *before), (there, *after) = was.split(", "), to.split(", ")
    if here != there:
        return f"Move {thing} from {_bare(here)} to {_bare(to)}."
    face = next((word for word in after if word in FACES and word not in before), "")
    if face:
        return f"Turn {thing} {face}."
    return f"{thing} stays {placed(here)}, {', '.join(after) or 'no more ' + ', '.join(before)}."


def marker(of: str) -> Sentence:
    """Return how the marker of a track goes: ``Move the round marker back to 3.``"""

    def sentence(thing: str, was: str, to: str) -> str:
        back = " back" if was.isdecimal() and to.isdecimal() and int(to) < int(was) else ""
        return f"Move {of.format(thing)}{back} to {to}." if to else f"Take {of.format(thing)} off the track."

    return sentence


def so_many(thing: str, was: str, to: str) -> str:
    """Return how many are put or taken away: ``Put 2 Health under Thor.``, ``Take 1 Trap on C4 away.``"""
    more = _number(to) - _number(was)
    return f"Put {more} {thing}." if more > 0 else f"Take {-more} {thing} away."


def cards(thing: str, was: str, to: str) -> str:
    """Return how many cards go to a pile or a hand, or from it: ``Take 2 cards from Gold's hand.``"""
    more = _number(to) - _number(was)
    if not more:
        return f"Put the cards of {thing} in their old order."
    of = "1 card" if abs(more) == 1 else f"{abs(more)} cards"
    return f"Put {of} in {thing}." if more > 0 else f"Take {of} from {thing}."


def among(thing: str, was: str, to: str) -> str:
    """Return what goes to a list or from it: ``Take Oak Bow from Nezha's items.``"""
    before, after = was.split(" · ") if was else [], to.split(" · ") if to else []
    for name in list(before):
        if name in after:
            before.remove(name)
            after.remove(name)
    less = f"Take {', '.join(before)} from {thing}." if before else ""
    more = f"Add {', '.join(after)} to {thing}." if after else ""
    return f"{less} {more}".strip() or f"Put {thing} in their old order."


def _number(words: str) -> int:
    """Return the number that words begin with; 1 for words without one, 0 for none."""
    first = words.partition(":")[0]
    return int(first) if first.isdecimal() else int(bool(words))


def placed(words: str) -> str:
    """Return a place in words, with ``on`` before a bare one."""
    return words if words.startswith((*PLACED, *FACES)) else f"on {words}"


def _bare(words: str) -> str:
    return words.removeprefix("on ")
