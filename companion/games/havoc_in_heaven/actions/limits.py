"""Limits of a card that is carried out by hand: only what it names, only as far as it reaches."""

from companion.games.havoc_in_heaven.box import ENEMY, RULES
from companion.games.havoc_in_heaven.state import Havoc, damage, effects
from companion.kernel.state import changed
from companion.toolkit.cards.grammar import write_choice
from companion.toolkit.cards.language import OPPONENT, CardStep, EffectPart

require = RULES.require
KIND = {"magical damage": "magic", "Exp": "exp", "AP": "ap"}
"""The words of the language for what hands do, where they differ."""


def _left(lane: Havoc, what: str) -> list[tuple[int, EffectPart]]:
    """Return the parts of this kind that the card names and that are not done, by number."""
    waits = lane.pending[-1]
    result = []
    for n, part in enumerate(effects.card_of(lane, waits.card).does.limits):
        full = 0 < part.whom.many <= sum(number == n for number, _ in waits.done)
        if part.kind == KIND.get(what, what) and not part.loss and not full:
            result.append((n, part))
    return result


def _for(lane: Havoc, what: str, whom: str) -> list[tuple[int, EffectPart]]:
    """Return those that name this target."""
    done = lane.pending[-1].done
    return [one for one in _left(lane, what) if _names(lane, one, whom, done)]


def _names(lane: Havoc, one: tuple[int, EffectPart], whom: str, done: tuple[tuple[int, str], ...]) -> bool:
    (n, part), waits = one, lane.pending[-1]
    if (n, whom) in done:
        return False
    if not part.whom.words or part.whom.words == (OPPONENT,):
        return whom == (ENEMY[waits.side] if part.whom.words else waits.side)
    if waits.hero not in lane.row:
        return whom in lane.row
    reach = effects.reach_of(lane, waits.card, waits.hero)
    return whom in effects.found(lane, waits.hero, CardStep(part.whom, (part,)), reach)


def check_what(lane: Havoc, what: str) -> None:
    """The card must name such a thing, not done yet."""
    waits = lane.pending[-1]
    says = write_choice(effects.card_of(lane, waits.card).does.limits)
    left = _left(lane, what)
    if not says:
        require(left, "effects", "{card} names nothing that the phone knows.", card=waits.card)
    require(left, "effects", "{card} names nothing more of this: {says}.", card=waits.card, says=says)


def check_whom(lane: Havoc, what: str, whom: str) -> None:
    """It must name this one, and reach it."""
    require(
        _for(lane, what, whom),
        "effects",
        "{card} does not name {whom} for this.",
        card=lane.pending[-1].card,
        whom=whom,
    )


def check_much(lane: Havoc, what: str, whom: str, n: int) -> None:
    """Refuse a larger number than the card names."""
    waits = lane.pending[-1]
    most = max(damage.much(lane, waits.hero, part, whom) for _, part in _for(lane, what, whom))
    require(n <= most, "effects", "{card} says {most} at most; not {n}.", card=waits.card, most=most, n=n)


def noted(lane: Havoc, what: str, whom: str) -> Havoc:
    """Remember that a part was done."""
    named, waits = _for(lane, what, whom), lane.pending[-1]
    if not named:
        return lane
    done = (*waits.done, (named[0][0], whom))
    return lane.but(pending=(*lane.pending[:-1], changed(waits, done=done)))
