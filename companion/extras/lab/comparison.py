"""Experiments on cards: a card beside the other set's on the same seeds, and a seat that does without one.

What those won who used a card says how they stood when they used it. So nothing here compares who used a
card with who did not: a card is changed, or forbidden by lot, and everything else stays as it was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import NormalDist, fmean, variance
from typing import Any

from companion.kernel.cardset import CardSet, SetForm
from companion.players.games import Played
from companion.words import ForAuthor

DOUBT = 0.001
"""So often a list of cards as a whole may accuse somebody who is fair. House."""
LOOKS = (0.0625, 0.125, 0.25, 0.5, 1.0)
"""It is looked after these parts of the games whether they tell; the more looks, the more each takes."""
FEWEST = 8
"""Of fewer games nothing is said. House."""
TRIED = 6
"""So many changed cards are tried one by one; where more differ, the sets are compared as a whole. House."""
SINGLE = 4
"""What is measured of a changed card: gain at once and later, uses, and worth of a use."""
BETTER = ("too strong", "too weak")


@dataclass(frozen=True)
class Difference:
    """The difference of two means, with its standard error."""

    name: str
    now: float
    before: float
    error: float
    games: int

    @property
    def more(self) -> float:
        """Return how much more it is now."""
        return self.now - self.before

    @property
    def low(self) -> float:
        """The lower end of its 95 % interval."""
        return self.more - 1.96 * self.error

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.more + 1.96 * self.error

    @property
    def sure(self) -> float:
        """Return how many standard errors it is off, less where games are few; 0 of too few games."""
        if self.games < FEWEST or not self.more:
            return 0.0
        off = self.more / self.error if self.error else inf
        return max(-SUREST, min(off, SUREST)) / (1 + SMALL / self.games)


SUREST, SMALL = 50.0, 4.0
"""No difference is more certain than so many errors; and a few games' own spread says little of the true one:
of eight games a difference counts for two thirds. House."""


@dataclass(frozen=True)
class Trial:
    """A changed card, tried against the same card of the other set with everything else as it is."""

    card: str
    gain: Difference
    """What its side gained more at once, each time that the card made a moment otherwise, by worth."""
    later: Difference
    """The same, some turns later."""
    uses: Difference
    """How often it was used in a game."""
    worth: Difference
    """What each use gained, by worth."""
    games: int
    moments: int
    """The moments that it made otherwise."""
    doubtless: float
    """So many errors off nothing is chance."""
    late: bool = False
    """True if it comes late in most games, and was tried as if it were in play from the start."""

    @property
    def sure(self) -> float:
        """Return how certain the most certain of its differences is."""
        return max(abs(one.sure) for one in (self.gain, self.later, self.uses, self.worth))

    @property
    def verdict(self) -> ForAuthor:
        """Return what is beyond doubt: stronger, or only used more; empty if nothing is."""
        kinds = (
            (self.later, STRONGER),
            (self.gain, STRONGER),
            (self.uses, ("used more", "used less")),
            (self.worth, ("worth more a use", "worth less a use")),
        )
        for one, (up, down) in kinds:
            if abs(one.sure) > self.doubtless:
                return up if one.more > 0 else down
        return ""

    @property
    def told(self) -> bool:
        """True if more games would add nothing: it is surely stronger or weaker, or never matters."""
        return self.verdict in STRONGER or self.idle

    @property
    def idle(self) -> bool:
        """True if so many games had no moment that it made otherwise: it hardly ever does."""
        return not self.moments and self.games >= ENOUGH


STRONGER = ("stronger", "weaker")
ENOUGH = 60
"""What was not seen in so many games happens in fewer than one of twenty. House."""
EVEN = 0.05
"""A card that is worth less than half of this in wins more than its deck is not accused. House."""


@dataclass(frozen=True)
class Had:
    """The worth of a card: how much less a seat won that had to do without it."""

    card: str
    deck: str
    less: Difference
    """What seats won that had it, and that did without."""
    off: float
    """How much more that is than of the other cards of its deck."""
    sure: float
    verdict: ForAuthor


def bar(rows: int) -> float:
    """Return how many standard errors accuse in a list of so many, which as a whole is seldom wrong."""
    return NormalDist().inv_cdf(1 - DOUBT / 2 / max(1, rows))


# -- two sets -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Changed:
    """A card that two sets have with other figures."""

    card: str
    deck: str
    owner: str
    """The seat that it belongs to, where the card names one."""
    used_as: tuple[str, ...]
    """The cards of other decks that it names: an action card's hero."""
    late: bool = False
    """True if it comes late in most games, and differs in more than when it comes."""

    @property
    def given(self) -> str:
        """Return the card that one side alone is given; empty where one side alone has it anyway."""
        return "" if self.owner else (*self.used_as, self.card)[0]


def changed(form: SetForm, cards: CardSet, other: CardSet) -> tuple[Changed, ...] | None:
    """Return the cards that differ; None if one set has a card that the other has not."""
    result: list[Changed] = []
    for deck in form.decks:
        mine, others = (_rows(form, one, deck.key) for one in (cards, other))
        if mine.keys() != others.keys():
            return None
        for card, row in mine.items():
            if dict(row) != dict(others[card]):
                one = _changed(form, cards, card, deck.key, row)
                result.append(replace(one, late=_late(form, cards, other, one)))
    return tuple(result)


def _rows(form: SetForm, cards: CardSet, deck: str) -> dict[str, Mapping[str, Any]]:
    first = next(one for one in form.decks if one.key == deck).fields[0].key
    return {str(row[first]): row for row in cards.get(deck) or form.house.get(deck) or ()}


def _changed(form: SetForm, cards: CardSet, card: str, deck: str, row: Mapping[str, Any]) -> Changed:
    named = {name for one in form.decks if one.key != deck for name in _rows(form, cards, one.key)}
    texts = [text for text in row.values() if isinstance(text, str)]
    return Changed(card, deck, str(row.get("side", "")), tuple(text for text in texts if text in named))


def _late(form: SetForm, cards: CardSet, other: CardSet, one: Changed) -> bool:
    """True if a card comes late, and differs in more than when it comes."""
    now = form.at_once(cards, one.card)
    return now != cards and now != form.at_once(as_in(form, cards, other, one), one.card)


def as_in(form: SetForm, cards: CardSet, other: CardSet, one: Changed) -> CardSet:
    """Return the set with one card as the other set has it."""
    mine, others = (_rows(form, source, one.deck) for source in (cards, other))
    return {**cards, one.deck: [*(mine | {one.card: others[one.card]}).values()]}


def trial(one: Changed, played: Sequence[Played], rows: int) -> Trial:
    """Return what came of a changed card in games of which each moment was judged with both sets."""
    games = [game.otherwise for game in played if game.otherwise]

    def column(now: str, other: str) -> list[tuple[float, float]]:
        return [(game[now] if now else 0.0, game[other]) for game in games]

    return Trial(
        one.card,
        _each("gain", column("gain", "moments"), column("", "moments")),
        _each("later", column("later", "followed"), column("", "followed")),
        _paired("uses", column("uses", "uses before")),
        _each("worth", column("worth", "uses"), column("worth before", "uses before")),
        len(games),
        round(sum(game["moments"] for game in games)),
        bar(rows * SINGLE * len(LOOKS)),
        one.late,
    )


def differences(before: Sequence[Played], after: Sequence[Played]) -> tuple[Difference, ...]:
    """Return how much more each seat won in the second games, pair by pair of the same number."""
    both = [*pairs(before, after)]
    seats = before[0].seats if both else ()
    return tuple(_paired(seat, [(is_.won(seat), was.won(seat)) for was, is_ in both]) for seat in seats)


def pairs(before: Sequence[Played], after: Sequence[Played]) -> Iterator[tuple[Played, Played]]:
    """Yield the games of the same number."""
    other = {one.number: one for one in after}
    return ((one, other[one.number]) for one in before if one.number in other)


def _paired(name: str, both: Sequence[tuple[float, float]]) -> Difference:
    """Return the difference of what belongs together."""
    if not both:
        return Difference(name, 0.0, 0.0, 0.0, 0)
    now, before = (fmean(side) for side in zip(*both, strict=True))
    return Difference(name, now, before, _error([is_ - was for is_, was in both]), len(both))


def _each(name: str, *runs: Sequence[tuple[float, float]]) -> Difference:
    """Return the difference of two ratios: all that was gained by all uses."""
    used = min(sum(1 for _, n in games if n) for games in runs)
    if not used:
        return Difference(name, 0.0, 0.0, 0.0, 0)
    (now, one), (before, other) = map(_ratio, runs)
    return Difference(name, now, before, sqrt(one * one + other * other), used)


def _ratio(games: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return what was gained by each use, and its standard error."""
    times = sum(n for _, n in games)
    ratio = sum(gained for gained, _ in games) / times
    return ratio, _error([gained - ratio * n for gained, n in games]) * len(games) / times


def _error(values: Sequence[float]) -> float:
    return sqrt(variance(values) / len(values)) if len(values) > 1 else inf


# -- with and without ---------------------------------------------------------------------------------------


def had(played: Sequence[Played], decks: Mapping[str, tuple[str, str]]) -> tuple[Had, ...]:
    """Return what each card is worth, of games in which one seat did without a few, drawn by lot.

    ``decks`` has the deck of each card and the seat that it belongs to. A card is too strong that is worth
    more than the others of its deck are on the whole.
    """
    lost = [({*one.without}, one.restricted, one.won(one.restricted)) for one in played]
    result: dict[str, list[Difference]] = {}
    for card, (deck, owner) in decks.items():
        here = [(card in cards, won) for cards, seat, won in lost if owner in ("", seat)]
        with_, without = ([won for gone, won in here if gone is which] for which in (False, True))
        if len(with_) >= FEWEST and len(without) >= FEWEST:
            error = sqrt(_error(with_) ** 2 + _error(without) ** 2)
            one = Difference(card, fmean(with_), fmean(without), error, len(without))
            result.setdefault(deck, []).append(one)
    return _judged(result)


def _judged(decks: Mapping[str, Sequence[Difference]]) -> tuple[Had, ...]:
    """Return the cards of each deck beside the whole deck, the most certain first."""
    doubtless, result = bar(sum(map(len, decks.values()))), list[Had]()
    for deck, cards in decks.items():
        usual = fmean(one.more for one in cards)
        result += [_had(deck, one, usual, doubtless) for one in cards]
    return tuple(sorted(result, key=lambda one: -abs(one.sure)))


def _had(deck: str, one: Difference, usual: float, doubtless: float) -> Had:
    off = Difference(one.name, one.more, usual, one.error, one.games)
    accused = abs(off.sure) > doubtless and abs(off.more) > EVEN / 2
    return Had(one.name, deck, one, off.more, off.sure, BETTER[off.more < 0] if accused else "")
