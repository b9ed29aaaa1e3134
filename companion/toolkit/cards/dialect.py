"""The part of the card language that a game carries out, with its words, and the cards it refuses."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain

from companion.toolkit.cards.grammar import MOST, read, write_choice
from companion.toolkit.cards.language import (
    AT_START,
    BY_HAND,
    COUNTS,
    IN_PLAY,
    IT,
    ONCE_A_TURN,
    SELF,
    TRIGGERS,
    WHOM,
    Amount,
    Card,
    Choice,
    Clause,
    EffectPart,
    steps,
)
from companion.words import Text, message


@dataclass(frozen=True)
class Dialect:
    """The parts of the language that a game knows, and its own words for them."""

    kinds: Mapping[str, tuple[str, ...]]
    """What is done when a card is played, and the possible targets; nobody if that is empty or has ``""``."""
    whom: Mapping[str, tuple[str, str, str]]
    """The targets, in the game's words: one, each and several of them (``an enemy god``, ``every
    enemy god``, ``enemy gods``)."""
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What holds as long as a card is in play, or for a while, and the possible targets."""
    losses: tuple[str, ...] = ()
    """The kinds that can be taken away as well."""
    reaches: tuple[str, ...] = ()
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where a kind can put somebody."""
    whens: tuple[str, ...] = ()
    pers: tuple[str, ...] = ()
    paid: Mapping[str, str] = field(default_factory=dict)
    """What a price can be paid in, with the game's own word for it where it has another."""
    lasts: tuple[str, ...] = ()
    past: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Which kinds may go past what."""
    of: tuple[str, ...] = ()
    """What is added to an amount: ``level``, ``attack``; ``all`` of it."""
    most: Mapping[str, int] = field(default_factory=dict)
    """The largest amount of a kind that the box can hold."""
    counts: int = 1
    """The largest number of targets that are pointed at one after the other."""
    steps: int = 1
    """How many different targets one choice can name."""
    step: str = "hex"
    """The unit of a distance, in the singular."""
    step_many: str = "hexes"
    me: str = "this hero"
    named: Mapping[str, str] = field(default_factory=dict)
    """What chips and figures are called where it is not their word in the language."""
    figures: tuple[str, ...] = ()
    """What a condition can ask of somebody."""
    by_itself: tuple[str, ...] = ()
    """Kinds that can happen by themselves, ``on kill`` and the like."""
    reactions: tuple[str, ...] = ()
    """Times at which the player is asked first, so that anything can happen."""
    after: bool = False
    """True if a part may depend on the one before: ``if so``, ``adjacent of it``."""
    ranged: bool = False
    """True if a card has a range of its own, for targets of which it does not say how far they are."""
    also: Mapping[str, str] = field(default_factory=dict)
    """Other nouns that a printed text has for those it can be done to."""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """Phrases of printed texts with their effects; an effect is empty if the rules see to it."""
    asides: tuple[str, ...] = ()
    """Phrases of printed texts that change nothing."""
    more: Callable[[Card], Iterator[Text]] = lambda card: iter(())
    """What only the game knows to be wrong."""


def fault(text: str, dialect: Dialect) -> str:
    """Return in words what is wrong with a card's effect in a game; empty if it can be carried out."""
    try:
        card = read(text)
    except ValueError as wrong:
        return str(_misspelt(text, dialect) or wrong)
    return str(next(_faults(card, dialect), ""))


CLOSE = 0.7
"""Least likeness of a misspelt word to the one it is taken for; 1 is the same word."""
BETWEEN = (
    "to", "or", "of", "up", "another", "together", "beside", "if", "so", "less", "more", "at", "once", "L",
    "attack", "all", *COUNTS,
)  # fmt: skip
"""Words of the language that every game knows."""


def _misspelt(text: str, dialect: Dialect) -> Text:
    """Return the first word that a game does not know, and what it knows instead; empty if it knows all."""
    whom = [words for one, many in WHOM.items() if one in dialect.whom for words in (one, many)]
    kinds = dict.fromkeys((*dialect.kinds, *dialect.standing))
    places = dict.fromkeys(chain(*dialect.places.values()))
    timing = (*dialect.whens, *dialect.pers, *dialect.lasts, *dialect.past)
    paid = ("pay", *dialect.paid) if dialect.paid else ()
    phrases = (*kinds, *dialect.figures, SELF, IT, *whom, *dialect.reaches, *places, *timing, *paid, *BETWEEN)
    vocabulary = {*" ".join(phrases).split()}
    if text.lstrip()[:1].isdigit():
        return ""  # its order is wrong
    for word in re.findall(r"[^\W\d_]+", text):
        if word not in vocabulary:
            if close := get_close_matches(word.lower(), sorted(vocabulary), 1, CLOSE):
                return message("has “{word}”; did you mean “{close}”?", word=word, close=close[0])
            return message(
                "has “{word}”, which this game does not know; it knows {known:, }",
                word=word,
                known=(*kinds, *whom),
            )
    return ""


def _faults(card: Card, dialect: Dialect) -> Iterator[Text]:
    for n, clause in enumerate(card):
        yield from _timing(clause, dialect)
        if any(other.when == clause.when for other in card[:n]):
            yield message(
                "says twice what happens {when}; divide parts by “;”", when=clause.when or "at once"
            )
        for choice in clause.choices:
            for part in choice:
                yield from (
                    message("has “{text}”; {why}", text=write_choice((part,)), why=why)
                    for why in _part(part, clause, dialect)
                )
            yield from _targets(choice, clause, dialect)
    yield from dialect.more(card)


def _known(what: str, word: str, vocabulary: Mapping[str, object] | tuple[str, ...]) -> Iterator[Text]:
    if word and word not in vocabulary:
        would = message("{known:, } would be right", known=list(vocabulary)) if vocabulary else "leave it out"
        yield message("{what} “{said}” is not known to this game; {would}", what=what, said=word, would=would)


def _timing(clause: Clause, dialect: Dialect) -> Iterator[Text]:
    yield from _known("when:", clause.when, dialect.whens)
    yield from _known("how often:", clause.per, dialect.pers)
    for paid in clause.pay:
        yield from _known("to pay a", paid.what, dialect.paid)
    if clause.when == IN_PLAY and (clause.pay or clause.per or len(clause.choices) > 1):
        yield "holds all the while it is in play: without a price, a choice or how often"
    if clause.when in TRIGGERS and clause.when not in dialect.reactions:
        yield from _triggered(clause, dialect)
    if clause.when == BY_HAND and len(clause.choices) > 1:
        yield "has choices by hand; divide what the hands may do by “;”"


def _triggered(clause: Clause, dialect: Dialect) -> Iterator[Text]:
    """Yield the faults of a clause that happens by itself, so that nobody can be asked."""
    for has, wrong in (("choice", len(clause.choices) > 1), ("price", clause.pay)):
        if wrong:
            yield message("has a {has} {when}; it happens by itself, without one", has=has, when=clause.when)
    if clause.per == ONCE_A_TURN and clause.when == AT_START:
        yield message("says “{per}” of what never happens twice in a turn; leave it out", per=clause.per)
    for part in clause.choices[0]:
        text = write_choice((part,))
        if part.kind not in dialect.by_itself:
            words = "has “{text}” {when}; by itself there is only {known:, }"
            yield message(words, text=text, when=clause.when, known=dialect.by_itself)
        if part.whom.pointed and part.whom.words != ("attacker",):
            words = (
                "has “{text}” {when}; it happens by itself, so say all of them (enemies), self or attacker"
            )
            yield message(words, text=text, when=clause.when)


def _part(part: EffectPart, clause: Clause, dialect: Dialect) -> Iterator[Text]:
    standing = clause.when == IN_PLAY or bool(part.lasts)
    kinds = dialect.standing if standing else dialect.kinds
    if part.kind not in kinds:
        yield from _unknown(part.kind, kinds, dialect)
        return
    if clause.when == IN_PLAY and part.lasts:
        yield message("it holds all the while it is in play; leave out “{lasts}”", lasts=part.lasts)
    yield from _known("how long:", part.lasts, dialect.lasts)
    yield from _whom(part, kinds[part.kind])
    if part.amount:
        yield from _amount(part, part.amount, dialect, standing)
    yield from _known("if", part.only.figure if part.only else "", dialect.figures)
    if part.so and any((not dialect.after, standing, clause.when == BY_HAND)):
        yield "“if so” is not carried out here; leave it out"
    yield from _how_far(part, dialect)


def _unknown(kind: str, kinds: Mapping[str, object], dialect: Dialect) -> Iterator[Text]:
    """Yield what is wrong with a kind that is none of the possible ones, or a figure where none can be."""
    if kind not in dialect.standing:
        yield from _known("a part", kind, kinds)
        return
    after = [message("“{lasts}” after it", lasts=lasts) for lasts in dialect.lasts]
    right = [message("“{when}:” before it", when=IN_PLAY), *after]
    yield message("{kind} is a figure; {right:or} would be right", kind=kind, right=right)


def _whom(part: EffectPart, can: tuple[str, ...]) -> Iterator[Text]:
    whom = part.whom.words
    if (can and not whom and "" not in can) or any(word != IT and word not in can for word in whom):
        words = "{kind} takes whom: {whom:, }" if can else "{kind} takes nobody"
        yield message(words, kind=part.kind, whom=[*filter(None, can)])


def _amount(part: EffectPart, amount: Amount, dialect: Dialect, standing: bool) -> Iterator[Text]:
    most = dialect.most.get(part.kind, MOST)
    if part.loss and not standing and part.kind not in dialect.losses:
        yield message("{kind} cannot be taken away", kind=part.kind)
    yield from _known("an amount of", amount.of, dialect.of)
    if amount.of == "all" and part.kind != "heal" and not part.loss:
        yield message("“all” is for what can be counted; a number would be right for {kind}", kind=part.kind)
    if abs(amount.n) > most and not any((standing, amount.of, part.past == "past limit")):
        yield message("{most} is the most that can be", most=most)


def _how_far(part: EffectPart, dialect: Dialect) -> Iterator[Text]:
    for reach in (part.whom.reach, *part.to):
        yield from _known("from", reach.of, (SELF, *([IT] if dialect.after else []), *dialect.whom))
    yield from _known("how far:", part.whom.reach.how, dialect.reaches)
    places = dialect.places.get(part.kind, ())
    for place in part.to:
        yield from _known("to", place.how, places)
    if places and not part.to:
        yield message("{kind} says to where: to {places:or}", kind=part.kind, places=places)
    if part.whom.reach.how and part.whom.words == (SELF,):
        yield "“self” is never farther away"
    yield from _known("past:", part.past, tuple(p for p, of in dialect.past.items() if part.kind in of))


def _targets(choice: Choice, clause: Clause, dialect: Dialect) -> Iterator[Text]:
    pointed = [step.whom for step in steps(choice) if step.whom.pointed]
    if clause.when in (IN_PLAY, BY_HAND):
        return
    if len(pointed) > dialect.steps:
        yield message(
            "names {n} targets; {most} can be named, and each again as “it”",
            n=len(pointed),
            most=dialect.steps,
        )
    for whom in pointed:
        if whom.many > dialect.counts:
            yield message(
                "points at {count}; {most} is the most here",
                count=COUNTS[whom.many - 1],
                most=COUNTS[dialect.counts - 1],
            )
