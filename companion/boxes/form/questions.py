"""The questions of a button in a form: what answers each, and in which words it is asked."""

from collections.abc import Mapping
from typing import Any

from companion.boxes.form.values import THROWN, Field, as_number, inline, pairs, plain, table_of, thrown

KINDS: Mapping[str, tuple[str, Any]] = {
    "own": ("piece", "own"),
    "other": ("piece", "other"),
    "any": ("piece", "any"),
    "place": ("place", True),
    "number": ("number", "0..10"),
    "whom": ("seat", "other"),
    "who": ("seat", "any"),
    "choice": ("choice", {"No": 0, "Yes": 1}),
    "die": ("die", 6),
    "card": ("card", "stock"),
}
"""What answers a question: its key in the text, and what stands there at first."""
CHOICES = (
    ("own", "one of your pieces"),
    ("other", "a piece of another"),
    ("any", "any piece"),
    ("place", "a space"),
    ("number", "a number"),
    ("whom", "another seat"),
    ("who", "any seat"),
    ("choice", "one of these words"),
    ("die", "what a die shows"),
    ("card", "a card of a pile"),
)
OF_TEXT = ("number", "choice", "die", "card")
"""Those that say more: a range, the words, the sides, the pile."""
_shown_choice, _put_choice = pairs(" =", ",", True)


def _kind(ask: Mapping[str, Any], _: str) -> str:
    for kind, (key, value) in KINDS.items():
        if key in ask and (kind in OF_TEXT or ask[key] == value):
            return kind
    return ""


def put_kind(ask: Any, _: str, typed: str) -> None:
    """Put what answers a question in the place of what did."""
    if typed not in KINDS:
        return
    for key, _value in KINDS.values():
        ask.pop(key, None)
    ask.pop("chance", None)
    key, value = KINDS[typed]
    ask[key] = inline(value) if isinstance(value, Mapping) else value


def _answers(ask: Mapping[str, Any], key: str) -> str:
    kind = _kind(ask, key)
    return _shown_choice(ask, kind) if kind == "choice" else plain(ask.get(kind)) if kind in OF_TEXT else ""


def _put_answers(ask: Any, _: str, typed: str) -> None:
    kind = _kind(ask, "")
    if kind not in OF_TEXT:
        return
    if not typed:
        put_kind(ask, "", kind)
    elif kind == "choice":
        _put_choice(ask, kind, typed)
    else:
        sides = as_number(typed) if kind == "die" else None
        ask[kind] = typed if sides is None else sides


ASK = (
    Field("kind", "It asks for", "", _kind, put_kind, CHOICES),
    Field("ask", "In these words"),
    Field("answers", "Which", "0..10 · No = 0, Yes = 1 · sides of the die", _answers, _put_answers),
)


def asked(verb: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The questions of a button with their keys, without the throw that has a field of its own."""
    own = THROWN if thrown(verb, "") else ""
    asks = table_of(verb, "asks").items()
    return [(key, ask) for key, ask in asks if isinstance(ask, Mapping) and key != own]


def new(verb: Mapping[str, Any], board: bool) -> tuple[str, Any]:
    """A question more: its key, and what it asks."""
    first = [("which", "Which piece?", "own"), ("place", "Where to?", "place")] if board else []
    first += [(f"number_{n}", "How many?", "number") for n in range(1, 9)]
    key, words, kind = next(one for one in first if one[0] not in table_of(verb, "asks"))
    question = inline({"ask": words})
    put_kind(question, "", kind)
    return key, question
