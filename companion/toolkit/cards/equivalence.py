"""Compare effects by what they do, no matter in which order targets are named, or what ``it`` is."""

from dataclasses import replace

from companion.toolkit.cards.dialect import Dialect
from companion.toolkit.cards.language import (
    ADJACENT,
    ANYWHERE,
    RANGE,
    Card,
    Choice,
    Clause,
    Reach,
    Whom,
    steps,
)


def same(one: Card, other: Card, dialect: Dialect) -> bool:
    """True if two effects do the same: whatever order their targets are named in, and who ``it`` is."""
    first, second = ({_clause_form(clause, dialect) for clause in card} for card in (one, other))
    return first == second


def forms(card: Card, dialect: Dialect) -> set[object]:
    """Return each step of a card, with its time and price, in one form: equal where it does the same."""
    return {
        (clause.when, clause.per, frozenset(clause.pay), form)
        for clause in card
        for choice in clause.choices
        for form in _choice_form(choice, dialect)
    }


def _clause_form(clause: Clause, dialect: Dialect) -> object:
    choices = frozenset(_choice_form(choice, dialect) for choice in clause.choices)
    return clause.when, clause.per, frozenset(clause.pay), choices


def _choice_form(choice: Choice, dialect: Dialect) -> tuple[object, ...]:
    return tuple(
        (_whom_form(step.whom, dialect), frozenset(replace(part, whom=Whom()) for part in step.parts))
        for step in steps(choice)
    )


def _whom_form(whom: Whom, dialect: Dialect) -> Whom:
    """Return a target in one form: one beside oneself is another, and names stand in one order."""
    beside = whom.reach.how == ADJACENT and not whom.reach.of
    words = {"friend" if word == "other" and beside else word for word in whom.words}
    there_is_one = all(len({*dialect.whom.get(word, ("", ""))[:2]}) == 1 for word in words)
    unsaid = RANGE if dialect.ranged else ANYWHERE
    return replace(
        whom,
        words=tuple(sorted(words)),
        many=1 if there_is_one else whom.many,
        reach=Reach() if whom.reach.how == unsaid else whom.reach,
    )
