"""The printed text of a card beside its effect: where they differ, and what hands may do for a text alone."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.equivalence import forms, same
from companion.toolkit.cards.grammar import read, write
from companion.toolkit.cards.language import (
    ANYWHERE,
    BY_HAND,
    COUNTS,
    KINDS,
    Amount,
    Card,
    Choice,
    Clause,
    EffectPart,
    Reach,
    Whom,
    clause,
    parts,
    steps,
)
from companion.toolkit.cards.text import Mentions, TextReading, mentions, propose
from companion.toolkit.cards.wording import words
from companion.words import Text, message

Own = Mapping[str, str]
"""The names on a card to their targets: its own to ``self``, a base's to ``base``."""


ANYBODY = ("friend", "enemy", "hero")
"""Targets for hands if the text names nobody: no base, no building."""


# -- what hands may do ------------------------------------------------------------------------------------


def hands(text: str, dialect: Dialect, own: Own) -> Choice:
    """Return the most that hands may do for a printed text: what it says, each thing once.

    Of a sentence that is not understood: the kinds, targets and largest number that it names.
    """
    reading = propose(text, dialect, own)
    allowed = [part for clause in reading.parts for choice in clause.choices for part in _spelt_out(choice)]
    for sentence in reading.left:
        allowed += _named_parts(mentions(sentence, dialect, own), dialect)
    return tuple(dict.fromkeys(part for one in allowed for part in _by_hand(one, dialect)))


def limits(effect: str, text: str, dialect: Dialect, own: Own) -> Choice | None:
    """Return the most that hands may do for a card, nothing where the phone does it.

    None where neither a text nor an effect says what it is.
    """
    by_hand = clause(read(effect), BY_HAND)
    if by_hand and by_hand.choices[0]:
        return by_hand.choices[0]
    if effect and not by_hand:
        return ()
    return hands(text, dialect, own) if text.strip() else None


def _spelt_out(choice: Choice) -> Choice:
    """Return a choice with those that were named in place of ``it``."""
    return tuple(replace(part, whom=step.whom) for step in steps(choice) for part in step.parts)


def _by_hand(part: EffectPart, dialect: Dialect) -> Iterator[EffectPart]:
    """Yield a part if hands can do it: to one after the other where not to all at once."""
    several = replace(part, whom=replace(part.whom, many=len(COUNTS)))
    for way in (part, several) if part.whom.words and not part.whom.many else (part,):
        if not fault(write((Clause(((way,),), BY_HAND),)), dialect):
            yield way
            return


def _named_parts(named: Mentions, dialect: Dialect) -> Iterator[EffectPart]:
    for kind in named.kinds:
        can = dialect.kinds[kind]
        to = tuple(Reach(how) for how in dialect.places.get(kind, ()) if how == ANYWHERE)
        signs = named.signs if kind in dialect.losses else (1,)
        must = KINDS[kind].amount == "must"
        for amount in [Amount(sign * named.most) for sign in signs] if must else [None]:
            for whom in _targets(named, can):
                yield EffectPart(kind, amount, whom, to if whom.words else ())


def _targets(named: Mentions, can: Sequence[str]) -> Iterator[Whom]:
    """Yield the targets that a text names, or anybody if it names nobody, of the possible ones."""
    if not can or "" in can:
        yield Whom()
    for word, many in named.whom.items():
        if word in can:
            yield Whom((word,), many)
    if not named.whom and (anybody := tuple(word for word in ANYBODY if word in can)):
        yield Whom(anybody)


# -- where text and effect differ -------------------------------------------------------------------------


def mismatch(effect: str, text: str, dialect: Dialect, own: Own, figures: Iterable[int] = ()) -> Text:
    """Return in words where a card's effect is not what its text says; empty if they agree.

    ``figures`` are numbers that stand on the card besides, so that the text may name them.
    """
    card = read(effect)
    if not text.strip():
        return ""
    reading = propose(text, dialect, own)
    agrees = _agrees(card, reading, dialect)
    if not agrees or not (reading.whole or _is_named(card, reading, text, dialect, own)):
        return message(
            DIFFERS[bool(card), bool(reading.card)],
            does=_in_words(card, dialect),
            reads=_in_words(reading.card, dialect),
        )
    return "" if reading.whole else _numbers_differ(card, text, figures)


DIFFERS = {
    (True, True): "is not what the text says: the phone would do “{does}”, the text reads as “{reads}”",
    (True, False): "is not what the text says: the phone would do “{does}”",
    (
        False,
        True,
    ): "is not what the text says: the phone would do nothing besides, the text reads as “{reads}”",
    (False, False): "is not what the text says: the phone would do nothing besides",
}
"""The words for an effect that is not what the text says: by whether it does something, and the text too."""


def _in_words(card: Card, dialect: Dialect) -> str:
    return str(words(card, dialect)).rstrip(".")


def _agrees(card: Card, reading: TextReading, dialect: Dialect) -> bool:
    """True if an effect does all that was understood of a text, and nothing else if all was."""
    if any(clause.when == BY_HAND for clause in card):
        kinds = _kinds(reading.card)
        return bool(reading.left) or not kinds or _kinds(card) <= kinds
    if reading.left:
        return forms(reading.card, dialect) <= forms(card, dialect)
    return not reading.card or same(card, reading.card, dialect)


def _kinds(card: Card) -> set[str]:
    return {part.kind for part in parts(card)}


EITHER_SIDE = ("any", "god", "hero")
"""Words for targets of either side; the rest of the sentence may say whose they are."""


def _is_named(card: Card, reading: TextReading, text: str, dialect: Dialect, own: Own) -> bool:
    """True if what an effect does besides is named by the sentences that were not understood."""
    named = mentions(" ".join(reading.left) or text, dialect, own)
    more, them = _kinds(card) - _kinds(reading.card), {*named.whom}
    if named.kinds and more - {*named.kinds}:
        return False
    pointed = (part.whom for part in parts(card) if part.kind in more and part.whom.pointed)
    return not them or not them.isdisjoint(EITHER_SIDE) or all(them & {*whom.words} for whom in pointed)


_NUMBER = re.compile(r"(?<![\w.])(\d{1,2})(?![\w.]*\d)|\b(two|three|four|five|six|seven|eight|nine|ten)\b")
_LETTERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def numbers(text: str) -> set[int]:
    """Return the numbers that a text names, from 2: one often goes unsaid."""
    named = {
        int(match[1]) if match[1] else _LETTERS.index(match[2]) + 2
        for match in _NUMBER.finditer(text.lower())
    }
    return named - {0, 1}


def _numbers_differ(card: Card, text: str, figures: Iterable[int]) -> Text:
    """Return in words if a card's printed text and its effect name different numbers; empty if they agree."""
    paid = {pay.n for clause in card for pay in clause.pay}
    does = paid.union(*map(_numbers, parts(card))) - {0, 1}
    says = numbers(text)
    by_hand = any(clause.when == BY_HAND for clause in card)
    if more := sorted(does - says):
        template = "says {these:, }, which the text does not ({others:, })"
        return message(template, these=more, others=sorted(says) or ["it has no number"])
    if not by_hand and (less := sorted(says - does - {*figures})):
        template = "leaves out {these:, }, which the text says ({others:, })"
        return message(template, these=less, others=sorted(does) or ["it has no number"])
    return ""


def _numbers(part: EffectPart) -> Iterator[int]:
    if part.amount is not None and part.amount.of != "all":
        yield abs(part.amount.n)
    yield part.whom.many
    if part.only is not None:
        yield part.only.n
    yield from (reach.n for reach in (part.whom.reach, *part.to))
