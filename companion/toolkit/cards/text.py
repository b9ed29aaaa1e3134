"""Read a card's effect from its printed English text: "2 damage to an enemy god within 3 hexes."

A sentence is understood whole or not at all. Its sentences are in ``sentences``; its nouns are those of the
game's dialect.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.grammar import MOST, sentences, write
from companion.toolkit.cards.language import IT, Card, Clause, Pay
from companion.toolkit.cards.parser import MOST_WORDS, SentenceParser, add_clause, bare, words_of
from companion.toolkit.cards.sentences import ASIDES, GROWS, KEYWORDS, SIGNS


@dataclass(frozen=True)
class TextReading:
    """A text as far as it is understood: the effect, and the sentences that were not.

    The effect is empty where a game cannot carry out what was understood.
    """

    card: Card = ()
    left: tuple[str, ...] = ()
    parts: Card = ()
    """All that was understood."""

    @property
    def whole(self) -> bool:
        """True if all of the text was understood."""
        return bool(self.card) and not self.left

    @property
    def effect(self) -> str:
        """The effect in the card language."""
        return write(self.card)


def propose(text: str, dialect: Dialect, names: Mapping[str, str]) -> TextReading:
    """Return the effect that a printed text says, in a game's dialect.

    ``names`` maps the names on the card to their targets: its own to ``self``, a base's to ``base``. An
    effect that the dialect refuses counts as not understood.
    """
    own = _own(names)
    clauses: list[Clause] = []
    left: list[str] = []
    pay: tuple[Pay, ...] = ()
    for sentence in sentences(text):
        words = _without(_named(words_of(sentence), own), (*ASIDES, *dialect.asides))
        if not words:
            continue
        clause = SentenceParser(tuple(words), dialect).read(clauses[-1] if clauses else None)
        if clause is None:
            left.append(sentence)
        elif clause.choices == ((),):
            pay = (*pay, *clause.pay)
        else:
            clauses = add_clause(clauses, clause)
    if pay and clauses:
        clauses[0] = replace(clauses[0], pay=(*clauses[0].pay, *pay))
    card = tuple(clauses)
    if card and fault(write(card), dialect):
        return TextReading((), tuple(left), card)
    return TextReading(card, tuple(left), card)


@dataclass(frozen=True)
class Mentions:
    """The words that a sentence names, understood or not."""

    kinds: tuple[str, ...]
    whom: Mapping[str, int]
    """The words for targets, and how many of each; 0 for all of them."""
    most: int
    """Its largest number; 1 where it has none, MOST where it grows with something."""
    signs: tuple[int, ...] = (1,)
    """-1 where something is lost, 1 where something is gained."""


def mentions(text: str, dialect: Dialect, own: Mapping[str, str]) -> Mentions:
    """Return the kinds, targets and numbers that a sentence of a printed text names."""
    sentence = SentenceParser(tuple(_named(words_of(text), _own(own))[:MOST_WORDS]), dialect)
    said = {*sentence.words}
    kinds = [
        kind
        for kind in dialect.kinds
        if said.intersection(KEYWORDS.get(kind, words_of(dialect.named.get(kind, kind))))
    ]
    if {"magic", "damage"} <= {*kinds}:  # it is damage too
        kinds.remove("damage")
    return Mentions(
        tuple(kinds),
        {word: bare(many) for word, many in sentence.named() if word != IT},
        _largest(sentence),
        tuple(sign for sign, words in SIGNS.items() if said.intersection(words)) or (1,),
    )


def _largest(sentence: SentenceParser) -> int:
    """Return the largest number of a sentence, MOST where something grows with what is counted."""
    if not {*sentence.words}.isdisjoint(GROWS) or " for each " in " ".join(sentence.words):
        return MOST
    places = range(len(sentence.words))
    return max((n for at in places for n, _ in sentence.number(at)), default=1)


# -- words ------------------------------------------------------------------------------------------------


def _own(names: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    return {tuple(words_of(name)): word.replace(" ", "-") for name, word in names.items()}


def _named(words: list[str], own: Mapping[tuple[str, ...], str]) -> list[str]:
    """Put ``@self`` and the like for the names on the card."""
    for name, word in sorted(own.items(), key=lambda item: -len(item[0])):
        words = _replaced(words, name, [f"@{word}"])
    return words


def _without(words: list[str], phrases: tuple[str, ...]) -> list[str]:
    for phrase in phrases:
        words = _replaced(words, tuple(words_of(phrase)), [])
    while words and words[-1] in (",", ";"):
        words = words[:-1]
    return words


def _replaced(words: list[str], phrase: tuple[str, ...], by: list[str]) -> list[str]:
    result, at = list[str](), 0
    while at < len(words):
        if phrase and tuple(words[at : at + len(phrase)]) == phrase:
            result += by
            at += len(phrase)
        else:
            result.append(words[at])
            at += 1
    return result
