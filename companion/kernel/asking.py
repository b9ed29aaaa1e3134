"""Questions of a verb, the answers on offer, and the way to recognise what was said.

The nouns are gone through in their order, and after each answer the half-made action is judged, so that every
refusal speaks at the first question where it can be decided.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeGuard
from unicodedata import category

from companion.kernel.action import (
    Action,
    Answer,
    AnyNoun,
    Given,
    Kind,
    Noun,
    Number,
    S,
    Words,
    answered,
    draft,
    nouns,
    refusal,
    stumbled,
    vet,
)
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State
from companion.words import Text


@dataclass(frozen=True)
class Option:
    """One answer on offer, and what forbids it."""

    name: str
    refusal: Refusal | None
    price: Text = ""
    rare: bool = False


@dataclass(frozen=True)
class Ask(Generic[S]):
    """The next question of a half-made action."""

    draft: Action[S]
    field: str
    noun: AnyNoun
    chosen: tuple[str, ...]
    """Answers of this noun already given, where it takes several."""
    count: int
    options: tuple[Option, ...]
    """Each answer on offer; none where a number is asked, which is judged when it is given."""
    number: Number | None = None

    @property
    def allowed(self) -> list[Option]:
        """The answers that the rules allow."""
        return [option for option in self.options if option.refusal is None]

    @property
    def only(self) -> Option | None:
        """The answer that is no choice, as no other is possible; None where one may choose, or decline."""
        noun, allowed = self.noun, self.allowed
        if not isinstance(noun, Noun) or noun.consent or noun.chance:
            return None
        return allowed[0] if allowed and len(allowed) == self.count - len(self.chosen) else None

    @property
    def forbidden(self) -> list[Option]:
        """The answers that the rules forbid, each with its reason."""
        return [option for option in self.options if option.refusal is not None]


def only_ways(question: Ask[S], state: S) -> dict[str, tuple[str, str]]:
    """Return each answer to the last question, just after this one, that goes with one answer to this alone:
    to the field that it answers, and that one.

    Only where a noun finds what is legal, as it is looked for after every answer; none that is hardly ever
    meant.
    """
    result = dict[str, list[str]]()
    *_, field, later = ["", *nouns(type(question.draft))]
    last = nouns(type(question.draft))[later]
    if field != question.field or not (_takes_one(question.noun) and _takes_one(last)):
        return {}
    for option in question.allowed:
        action = answered(question.draft, field, option.name)
        for name in (last.legal and last.legal(state, action)) or ():
            if not last.is_rare(state, answered(action, later, name)):
                result.setdefault(name, []).append(option.name)
    return {name: (later, ways[0]) for name, ways in result.items() if len(ways) == 1}


def _takes_one(noun: AnyNoun) -> TypeGuard[Noun[Any]]:
    return isinstance(noun, Noun) and noun.count is None


def ask(kind: Kind[S], state: S, by: str, answers: Given) -> "Ask[S] | Action[S]":
    """The next question, each option with what forbids it; or the finished action.

    Raises Refusal if the verb, or an answer given so far, is not allowed.
    """
    try:
        return _ask(kind, state, by, answers)
    except Refusal:
        raise
    except Exception as fault:
        raise stumbled(state, kind.verb, fault) from fault


def _ask(kind: Kind[S], state: S, by: str, answers: Given) -> "Ask[S] | Action[S]":
    action = draft(kind, by, {})
    vet(state, action)
    for field, noun in nouns(kind).items():
        answer = _answer(state, action, field, noun, _names(answers.get(field, ())))
        if isinstance(answer, Ask):
            return answer
        action = answered(action, field, answer)
        vet(state, action)
    return action


def _answer(
    state: S, action: Action[S], field: str, noun: AnyNoun, names: tuple[str, ...]
) -> Ask[S] | Answer:
    """Return the answer to a noun, or the question if these names are not enough."""
    if isinstance(noun, Words):
        asked = not names and not noun.otherwise
        return Ask(action, field, noun, (), 1, ()) if asked else _words(state, noun, names)
    chosen, offered, count = _recognised(state, action, noun, names)
    if len(chosen) == count:
        return noun.answer(chosen)
    if isinstance(offered, Number):
        return Ask(action, field, noun, (), 1, (), offered)
    if chosen:
        vet(state, answered(action, field, chosen))
    left = [name for name in offered if name not in chosen]
    options = (
        _option(state, noun, name, answered(action, field, noun.answer((*chosen, name)))) for name in left
    )
    return Ask(action, field, noun, chosen, count, tuple(options))


def read(kind: Kind[S], state: S, by: str, answers: Given) -> Action[S]:
    """Recognise a whole action among what is on offer now; a Refusal names the answer that is not.

    Only recognises: ``play`` judges. A sentence that cannot be recognised is asked for again answer by
    answer, so that the first rule that forbids one is the reason, and no option is looked for after a
    forbidden answer.
    """
    try:
        return _read(kind, state, by, answers)
    except Exception:
        _ask(kind, state, by, answers)
        raise


def whole(kind: Kind[S], state: S, by: str, answers: Given) -> Action[S] | None:
    """Return the whole action that these answers name, not judged; None if one is missing or not on offer."""
    try:
        return _read(kind, state, by, answers)
    except Refusal:
        return None


def _read(kind: Kind[S], state: S, by: str, given: Given) -> Action[S]:
    action = draft(kind, by, {})
    answers = action.__dict__
    for field, noun in nouns(kind).items():
        names = _names(given.get(field, ()))
        if isinstance(noun, Words):
            answers[field] = _words(state, noun, names)
            continue
        chosen, _, count = _recognised(state, action, noun, names)
        if len(chosen) < count:
            words = "“{question}” is not answered yet ({answered} of {count})."
            state.rules.refuse("on-offer", words, question=noun.ask, answered=len(chosen), count=count)
        answers[field] = noun.answer(chosen)
    if unknown := [field for field in given if field not in answers and _names(given[field])]:
        state.rules.refuse("on-offer", "“{verb}” has no “{answer}”.", verb=kind.verb, answer=unknown[0][:40])
    return action


def _option(state: S, noun: Noun[Any], name: str, action: Action[S]) -> Option:
    if no := refusal(state, action):
        return Option(name, no)
    price = noun.price(state, action) if noun.price else ""
    return Option(name, None, price, noun.is_rare(state, action))


def _alone(noun: Noun[Any], offered: Number | tuple[str, ...]) -> tuple[str, ...]:
    """The answer of a noun that is not asked, where just one thing is on offer."""
    return offered if noun.alone and isinstance(offered, tuple) and len(offered) == 1 else ()


def _names(answers: str | Sequence[str]) -> tuple[str, ...]:
    return (answers,) if isinstance(answers, str) else tuple(answers)


def _recognised(
    state: S, action: Action[S], noun: Noun[S], names: tuple[str, ...]
) -> tuple[tuple[str, ...], Number | tuple[str, ...], int]:
    """Return the answers among these names in order, the options, and how many answers are needed."""
    offers, count = noun.options(state, action), noun.needed(state, action)
    offered = offers if isinstance(offers, Number) else tuple(offers)
    names = names or _alone(noun, offered)
    for name in names:
        if name not in offered:
            _refuse_unknown(state, noun, name, offered)
    if len(names) > count:
        words = "“{question}” takes {count}, not {given}."
        state.rules.refuse("on-offer", words, question=noun.ask, count=count, given=len(names))
    if len(set(names)) < len(names):
        state.rules.refuse(
            "on-offer", "“{question}” takes different answers; one was given twice.", question=noun.ask
        )
    return tuple(name for name in offered if name in names) if len(names) > 1 else names, offered, count


def _refuse_unknown(state: State, noun: Noun[Any], name: str, offered: Iterable[str]) -> None:
    why = "“{answer}” is not an answer to “{question}” now."
    least = most = ""
    if ends := _ends(offered):
        why = "“{answer}” is not an answer to “{question}” now; from {least} to {most} would be right."
        least, most = (str(end).replace("-", "−") for end in ends)
    state.rules.refuse("on-offer", why, answer=name[:40], question=noun.ask, least=least, most=most)


def _ends(offered: Iterable[str]) -> tuple[int, int] | None:
    """The least and the most that is on offer, where only numbers are."""
    if isinstance(offered, Number):
        return (offered.least, offered.most) if offered.least <= offered.most else None
    names = [*offered]
    if not names or not all(name.removeprefix("-").isdecimal() for name in names):
        return None
    numbers = sorted(map(int, names))
    return (numbers[0], numbers[-1]) if numbers == [*range(numbers[0], numbers[-1] + 1)] else None


UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters that nobody sees: those that Unicode lets a reader ignore, and the empty pattern of Braille."""
SELECTORS = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Unseen, too, but they choose how the letter before them looks; where none is before them they go."""


def plain(words: str) -> str:
    """Return the words on one line without what nobody sees; empty where nothing else was in them."""
    seen = (sign for sign in words if category(sign) != "Cf" and sign not in UNSEEN)
    return " ".join("".join(seen).split()).lstrip(f"{SELECTORS} ")


def _words(state: State, noun: Words, names: tuple[str, ...]) -> str:
    text = plain(" ".join(names)) or noun.otherwise
    state.rules.require(
        text.isprintable() and text, "on-offer", "“{question}” wants a few words.", question=noun.ask
    )
    words = "“{question}” takes {limit} characters, not {length}."
    state.rules.require(
        len(text) <= noun.at_most, "on-offer", words, question=noun.ask, limit=noun.at_most, length=len(text)
    )
    return text
