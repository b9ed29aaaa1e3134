"""Limits of a card that is carried out by hand: only what it names, only where it acts, each thing once."""

from collections.abc import Iterator

from companion.games.heroball.box import DISTANCE, RULES
from companion.games.heroball.effects import BALL, MOVERS, UNIQUE, Play
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import Effect
from companion.games.heroball.state.using import THE_BALL, Using
from companion.toolkit.cards.language import IT, EffectPart
from companion.toolkit.cards.wording import choice_words

refuse = RULES.refuse
CARRYING, AP_PART = "move", "ap"
FLYING = ("Throw", "Drop", "Force Fumble")
"""The slots from which a ball flies, over whatever lies between."""


def effect_of(match: Match) -> Effect:
    """The card that hands are carrying out."""
    top = match.pending[-1]
    assert isinstance(top, Effect)
    return top


def _left(match: Match, name: str, what: str) -> Iterator[tuple[int, EffectPart]]:
    """The parts that a card names for somebody and that are not done yet, by number."""
    effect = effect_of(match)
    for n, part in enumerate(match.slot(effect.by, effect.slot).limits):
        hit = [to for number, to in effect.done if number == n]
        full = name in hit or 0 < part.whom.many <= len(hit)
        if (part.kind == AP_PART) == (what == AP_PART) and not full and _names(match, part, name):
            yield n, part


def _names(match: Match, part: EffectPart, name: str) -> bool:
    """True if a part names somebody who is near enough; ``it`` is who had a part done to him already."""
    effect, whom = effect_of(match), part.whom
    if whom.words == (IT,):
        return any(to == name for _, to in effect.done)
    near = Using(match, effect.by, Play()).near(whom)
    return (name == THE_BALL) == (whom.words == BALL) and name in near


def ends(match: Match, name: str) -> dict[str, int]:
    """Each hex a card lets hands carry somebody to, with the part it does so by."""
    effect = effect_of(match)
    using, result = Using(match, effect.by, Play()), dict[str, int]()
    for n, part in _left(match, name, CARRYING):
        if part.kind in MOVERS:
            for space in _ends(using, part, name, effect.slot in FLYING):
                result.setdefault(space, n)
    return result


def _ends(using: Using, part: EffectPart, name: str, flies: bool) -> list[str]:
    if flies and name == THE_BALL and part.kind == CARRYING and part.amount:
        from_here = DISTANCE[using.place(name)]
        return [space for space, far in from_here.items() if far <= part.amount.n and using.passes(space)]
    return [*using.ends(part, name)]


def ap(match: Match, seat: str) -> dict[int, int]:
    """Each change of AP a card lets hands make, with the part it does so by."""
    result: dict[int, int] = {}
    for n, part in _left(match, seat, AP_PART):
        assert part.amount is not None
        much = match.ap[seat] if part.amount.of == "all" else abs(part.amount.n)
        for change in range(1, much + 1):
            result.setdefault(-change if part.loss else change, n)
    return {change: n for change, n in result.items() if match.ap[seat] + change >= 0}


def need(match: Match, held: bool) -> None:
    """Something of a kind must be left that the card names."""
    if not held:
        effect = effect_of(match)
        card = match.slot(effect.by, effect.slot)
        says = choice_words(card.limits, UNIQUE, match.name(effect.by))
        hint = "Tap “The card is done”, or set it by hand."
        if not says:
            refuse("cards", "{card} names nothing that the phone knows.", hint, card=card.name)
        refuse("cards", "{card} names nothing more of this: {says}.", hint, card=card.name, says=says)


def noted(match: Match, name: str, part: int | None) -> Match:
    """Remember that a part was done to somebody."""
    if part is None:
        return match
    effect = effect_of(match)
    return match.standing((*match.pending[:-1], effect.with_done(part, name)))
