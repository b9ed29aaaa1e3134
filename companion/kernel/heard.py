"""A move in one line, spoken or typed: “Uriel to B4”. A heard word counts only if it names something on
offer, as in a transcript; so it is refused with the same reasons.
"""

import re
from dataclasses import dataclass
from typing import Any

from companion.kernel.action import Kind, Number, Words
from companion.kernel.asking import Ask
from companion.kernel.game import Game
from companion.kernel.judge import Proposal, Whole, by_field, propose

LONGEST = 200
"""The most characters of a line that are listened to."""
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
"""Numbers as browsers write what they heard."""


@dataclass(frozen=True)
class Heard:
    """A line as it was understood: a verb, and the answers that the line names."""

    kind: Kind[Any]
    given: tuple[tuple[str, str], ...]
    proposal: Proposal[Any]
    named: int
    """The number of words of the line that it explains."""

    @property
    def fits(self) -> tuple[int, bool, bool, bool]:
        """Return how well it fits: words that it explains, not set by hand, allowed, and whole."""
        allowed = self.proposal.refusal is None
        return self.named, not self.kind.by_hand, allowed, isinstance(self.proposal.next, Whole)


def heard(game: Game[Any], state: Any, seat: str, line: str) -> Heard | None:
    """Return what a seat said in a line, the best that fits; None where it names nothing on offer."""
    words = _words(line[:LONGEST])
    kinds = [kind for kind in game.kinds if not kind.of or seat in kind.of]
    result = [_as(kind, state, seat, list(words)) for kind in kinds]
    return max((one for one in result if one and one.named), key=lambda one: one.fits, default=None)


def _as(kind: Kind[Any], state: Any, seat: str, words: list[str]) -> Heard | None:
    """Return a line as one verb would have it."""
    names = (name for name in (_words(kind.title), _words(kind.verb)) if _at(words, name) is not None)
    left = _without(words, next(names, []))
    named = len(words) - len(left)
    answers: list[tuple[str, str]] = []
    while True:
        proposal = propose(kind, state, seat, by_field(answers))
        ask = proposal.next
        if proposal.refusal or not isinstance(ask, Ask) or isinstance(ask.noun, Words):
            return Heard(kind, tuple(answers), proposal, named) if named else None
        answer, left, used = _answer(ask, left)
        if not answer:
            return Heard(kind, tuple(answers), proposal, named) if named else None
        answers.append((ask.field, answer))
        named += used


def _answer(ask: Ask[Any], left: list[str]) -> tuple[str, list[str], int]:
    """Return the answer to a question that a line names first, what is left of the line, and its words."""
    if isinstance(ask.number, Number):
        numbers = [word for word in left if word.lstrip("-").isdecimal()]
        if not numbers:
            return "", left, 0
        at = left.index(numbers[0])
        return numbers[0], left[:at] + left[at + 1 :], 1
    places = []
    for option in (*ask.allowed, *ask.forbidden):
        name = _words(option.name)
        if (there := _at(left, name)) is not None:
            places.append((there, -len(name), option.name))
    if not places:
        return "", left, 0
    first, size, answer = min(places, key=lambda place: place[:2])
    return answer, left[:first] + left[first - size :], -size


def _words(line: str) -> list[str]:
    """Return the words of a line in small letters, numbers as figures; “B 4” is ``b4``."""
    words = [str(NUMBERS.get(word, word)) for word in re.findall(r"-?\d+|[^\W_]+|[+−]", line.lower())]
    joined: list[str] = []
    for word in words:
        if joined and word.isdecimal() and re.fullmatch("[a-z]", joined[-1]):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _at(words: list[str], name: list[str]) -> int | None:
    """Return where a name stands among words."""
    return next((n for n in range(len(words)) if name and words[n : n + len(name)] == name), None)


def _without(words: list[str], name: list[str]) -> list[str]:
    at = _at(words, name)
    return words if at is None else words[:at] + words[at + len(name) :]
