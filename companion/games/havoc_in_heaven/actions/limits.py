"""Limits of a card that is carried out by hand: only what it names, only as far as it reaches."""

import re

from companion.games.havoc_in_heaven.box import ENEMY, RULES
from companion.games.havoc_in_heaven.state import Havoc, damage, effects
from companion.kernel.state import changed, counted
from companion.toolkit.cards.dialect import numbers
from companion.toolkit.cards.grammar import write_choice
from companion.toolkit.cards.language import OPPONENT, Part

require = RULES.require
KIND = {"magical damage": "magic", "Exp": "exp", "AP": "ap"}
"""The words of the language for what hands do, where they differ."""
GROWS = re.compile(r"level|attack|each|every|per\b|half|twice|double|all\b|\dL\b", re.IGNORECASE)
"""A text whose numbers grow with something."""
MOST = 20


def _left(lane: Havoc, what: str) -> list[tuple[int, Part]] | None:
    """The parts of this kind that the card names and that are not done; None where it names none at all."""
    waits = lane.pending[-1]
    named = effects.card_of(lane, waits.card).does.limits
    if not named:
        return None
    found = []
    for n, part in enumerate(named):
        done = sum(number == n for number, _ in waits.done)
        full = bool(part.whom.many) and done >= part.whom.many
        if part.kind == KIND.get(what, what) and not part.loss and not full:
            found.append((n, part))
    return found


def _for(lane: Havoc, what: str, whom: str) -> list[tuple[int, Part]] | None:
    """Return the limits that name this target; None if the card sets no limit."""
    left, waits = _left(lane, what), lane.pending[-1]
    return left if left is None else [one for one in left if _names(lane, one, whom, waits.done)]


def _names(lane: Havoc, one: tuple[int, Part], whom: str, done: tuple[tuple[int, str], ...]) -> bool:
    (n, part), waits = one, lane.pending[-1]
    if (n, whom) in done:
        return False
    if not part.whom.words or part.whom.words == (OPPONENT,):
        return whom == (ENEMY[waits.side] if part.whom.words else waits.side)
    if waits.hero not in lane.row:
        return whom in lane.row
    reach = effects.reach_of(lane, waits.card, waits.hero)
    return whom in effects.candidates(lane, waits.hero, part.whom, reach)


def check_what(lane: Havoc, what: str) -> None:
    """The card must name such a thing, not done yet."""
    waits = lane.pending[-1]
    says = write_choice(effects.card_of(lane, waits.card).does.limits)
    require(_left(lane, what) != [], "effects", f"{waits.card} names nothing more of this: {says}.")


def check_whom(lane: Havoc, what: str, whom: str) -> None:
    """It must name this one, and reach it."""
    waits = lane.pending[-1]
    named = _for(lane, what, whom)
    require(named != [], "effects", f"{waits.card} does not name {whom} for this.")
    here = whom in lane.row or whom in lane.box.buildings
    if named is None and what != "Exp" and here and waits.hero in lane.row:
        rows, reach = lane.distance(waits.hero, whom), effects.reach_of(lane, waits.card, waits.hero)
        told = f"{whom} is {counted(rows, 'row')} from {waits.hero}; {waits.card} reaches {reach}."
        require(rows <= reach, "effects", told)


def check_much(lane: Havoc, what: str, whom: str, n: int) -> None:
    """It must name so much: of a text alone, no number larger than those it has."""
    waits = lane.pending[-1]
    named, text = _for(lane, what, whom), effects.card_of(lane, waits.card).text
    most = max(numbers(text), default=MOST)
    if named is not None:
        most = max(damage.much(lane, waits.hero, part, whom) for _, part in named)
    elif GROWS.search(text):
        most = MOST
    require(n <= most, "effects", f"{waits.card} says {most} at most; not {n}.")


def noted(lane: Havoc, what: str, whom: str) -> Havoc:
    """Remember that a part was done."""
    named, waits = _for(lane, what, whom), lane.pending[-1]
    if not named:
        return lane
    done = (*waits.done, (named[0][0], whom))
    return lane.but(pending=(*lane.pending[:-1], changed(waits, done=done)))
