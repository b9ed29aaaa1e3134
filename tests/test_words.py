"""Messages, and that every refusal is one."""

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.kernel.rulebook import Refusal
from companion.words import Message, counted, does, filled, joined, listed, message, possessive
from companion.words.message import Value, fields
from tests import tiny

ROOT = Path(__file__).parents[1] / "companion"


@pytest.mark.parametrize(
    "template, values, words",
    [
        ("{piece} stands on {space}.", {"piece": "Uriel", "space": "C4"}, "Uriel stands on C4."),
        ("{seats} win.", {"seats": ("Gold", "Teal", "Red")}, "Gold, Teal and Red win."),
        ("For {seats:or} only.", {"seats": ["Gold", "Teal"]}, "For Gold or Teal only."),
        ("{parts: · }", {"parts": ("a", "b")}, "a · b"),
        ("{n:# card|# cards} left", {"n": 1}, "1 card left"),
        ("{n:# card|# cards} left", {"n": 0}, "0 cards left"),
        ("{names:# card|# cards}", {"names": ("a", "b")}, "2 cards"),
        ("{names} {names:wins|win}", {"names": "Gold"}, "Gold wins"),
        ("{names} {names:wins|win}", {"names": "Angels"}, "Angels win"),
        ("{side's} turn", {"side": "Angels"}, "Angels' turn"),
        ("{side's} turn", {"side": "Gold"}, "Gold's turn"),
        ("{Marker} is on {space}", {"marker": "the round marker", "space": 3}, "The round marker is on 3"),
        ("{n:+} and {m:+}", {"n": 2, "m": -1}, "+2 and -1"),
        ("{{{name}}}", {"name": "{x}"}, "{{x}}"),
        ("{gone} is missing", {}, "{gone} is missing"),
        ("{broken", {}, "{broken"),
        ("{inner}.", {"inner": message("{a} and more", a="one")}, "one and more."),
        ("{nothing}.", {"nothing": None}, "."),
    ],
)
def test_a_template_is_put_into_words(template: str, values: dict[str, Value], words: str) -> None:
    assert str(message(template, **values)) == words


def test_messages_are_compared_by_what_they_say() -> None:
    one = message("{a} moves", a="Uriel")
    assert one == "Uriel moves" == message("Uriel {b}", b="moves")
    assert {one: 1}["Uriel moves"] == 1  # type: ignore[index]
    assert one != "Baal moves"
    again = pickle.loads(pickle.dumps(one))
    assert isinstance(again, Message)
    assert (again.template, again.values) == ("{a} moves", {"a": "Uriel"})


def test_text_without_values_is_no_template() -> None:
    assert filled("{as it is}", {}) == "{as it is}"
    assert str(filled("{n} of 3", {"n": 2})) == "2 of 3"
    assert joined(["", "a"]) == "a"
    assert str(joined(["a", "", "b"])) == "a; b"


def test_what_a_template_asks_for() -> None:
    assert fields("{Piece} on {space's} {n:# a|# b}") == {"piece", "space", "n"}
    for broken in ("{a.b}", "{0}", "{n:word}"):
        with pytest.raises(ValueError, match="“"):
            fields(broken)


def test_english_forms() -> None:
    assert listed({"Gold": "Ada", "Teal": "Ben"}.values()) == "Ada and Ben"
    assert (listed([]), listed(["a"]), listed(["a", "b", "c"], "or")) == ("", "a", "a, b or c")
    assert (counted(1, "die", "dice"), counted(2, "die", "dice")) == ("1 die", "2 dice")
    assert (possessive("Gold"), possessive("Angels")) == ("Gold's", "Angels'")
    assert (does("Gold", "win"), does(["Gold", "Teal"], "win")) == ("Gold wins", "Gold and Teal win")


def test_a_refusal_keeps_its_template_and_its_values() -> None:
    rule = next(iter(tiny.RULES))
    with pytest.raises(Refusal) as refused:
        tiny.RULES.refuse(rule, "{piece} is on {space}.", "Move {piece}.", piece="Uriel", space="C4")
    assert (refused.value.why, refused.value.hint) == ("Uriel is on C4.", "Move Uriel.")
    assert str(refused.value) == "Uriel is on C4."


def refusals(path: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Give the calls in a file that may refuse, and their arguments that players read."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in ("require", "refuse"):
                yield call, call.args[2 if name == "require" else 1 :]


def test_no_refusal_is_an_f_string() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in ROOT.rglob("*.py")
        for call, texts in refusals(path)
        if any(isinstance(part, (ast.JoinedStr, ast.BinOp)) for text in texts for part in ast.walk(text))
    }
    assert found == set()


def test_every_template_of_a_refusal_has_its_values() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in ROOT.rglob("*.py")
        for call, texts in refusals(path)
        if (given := {word.arg for word in call.keywords}) and None not in given
        if all(isinstance(text, ast.Constant) for text in texts)
        if given
        != set().union(*(fields(str(text.value)) for text in texts if isinstance(text, ast.Constant)))
    ]
    assert wrong == []
