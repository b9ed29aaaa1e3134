"""Questions that another worker of a page answers, in a browser: nobody can wait there for the answer.

So who asks is refused with Unanswered, and does the same once more when the answer is there.
"""

from collections import OrderedDict
from itertools import count

Question = tuple[str, bytes]
"""A module, and the data that its ``work`` answers to."""
Answer = tuple[str, bytes]
"""Why it is none, empty if it is one; and what was answered."""
KEPT = 8
"""So many answers wait for who asked; the oldest makes room. House."""

other_worker = False
"""True if the page has another worker."""
_numbers = count(1)
_open: dict[int, Question] = {}
_unsent: list[tuple[int, float]] = []
_answers: OrderedDict[Question, Answer] = OrderedDict()


class Unanswered(BaseException):
    """A question that has no answer yet; no fault, so no handler takes it."""


def answer(question: Question, patience: float) -> Answer:
    """Return the answer to a question once; Unanswered if it is to come. It has ``patience`` seconds."""
    if found := _answers.pop(question, None):
        return found
    if question not in _open.values():
        n = next(_numbers)
        _open[n] = question
        _unsent.append((n, patience))
    raise Unanswered


def unsent() -> list[tuple[int, str, bytes, float]]:
    """Return the questions that were not returned before: number, module, data and patience in seconds."""
    result = [(n, *_open[n], patience) for n, patience in _unsent]
    _unsent.clear()
    return result


def settle(n: int, cause: str, data: bytes) -> None:
    """Keep the answer to a question for who asks it once more, or the cause why there is none."""
    if question := _open.pop(n, None):
        _answers[question] = cause, data
        while len(_answers) > KEPT:
            _answers.popitem(last=False)
