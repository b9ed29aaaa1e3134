"""Messages, and that every refusal is one."""

import ast
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.kernel.rulebook import Refusal
from companion.words import Message, counted, does, filled, joined, listed, message, possessive
from companion.words.message import Value, fields
from tests import tiny
from tests.glued import Source

ROOT = Path(__file__).parents[1] / "companion"
SHOWN = ("kernel", "toolkit", "boxes/play", "games", "players", "story", "svg", "web", "extras")
"""The rooms where no question, button, label, foresight or view is glued; the list only grows."""
REFUSES = {"require": 2, "refuse": 1, "ensure": 1, "SeatError": 0}
"""Calls that may refuse, and the number of their first argument that players read."""
TELLS = {"tell": 0, "Told": 0, "finish": 2, "Outcome": 2, "ask": 1, "sent": 1}
"""Calls that tell something, and the number of their first argument that players read."""


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


def test_a_message_is_put_into_english_once() -> None:
    here = message("{who} stands on {space}.", who="Uriel", space="C4")
    first = here.english
    assert here.english is first and here == first and hash(here) == hash(first)
    assert pickle.loads(pickle.dumps(here)).english == first


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
    yield from calls(ast.parse(path.read_text("utf-8")), REFUSES)


def calls(tree: ast.AST, first: Mapping[str, int]) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Give the calls of these names, and their arguments from the number on that goes with the name.

    A ``Told`` that is raised is none of these: a command says it in a terminal.
    """
    raised = {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in first and not (name == "Told" and id(call) in raised):
                yield call, call.args[first[name] :]


def f_strings(tree: ast.AST, first: Mapping[str, int]) -> set[int]:
    """Return the lines of calls to which an f-string is given, directly or by a variable of the function."""
    result = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = {
                name.id: node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and is_f_string(node.value)
                for target in node.targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            }
            for call, texts in calls(function, first):
                if any(is_f_string(text) or getattr(text, "id", "") in names for text in texts):
                    result.add(call.lineno)
    return result


def is_f_string(value: ast.expr) -> bool:
    """True if an f-string or a sum is the value, or one of the values it is made of."""
    if isinstance(value, (ast.Call, ast.Subscript)):
        return False
    parts = (part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr))
    return isinstance(value, (ast.JoinedStr, ast.BinOp)) or any(map(is_f_string, parts))


def test_an_f_string_is_found_behind_a_variable() -> None:
    source = """
def check(self):
    why = f"{self} is taken" if self else ""
    words = message("{self} is taken", self=self)
    require(self, "rule", why)
    require(self, "rule", words, f"{self}")
    require(f"{self}", "rule", words)
"""
    assert f_strings(ast.parse(source), {"require": 2}) == {5, 6}


def test_no_refusal_is_an_f_string() -> None:
    result = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in ROOT.rglob("*.py")
        for line in f_strings(ast.parse(path.read_text("utf-8")), REFUSES)
    }
    assert result == set()


def test_no_line_that_is_told_is_an_f_string() -> None:
    result = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in ROOT.rglob("*.py")
        for line in f_strings(ast.parse(path.read_text("utf-8")), TELLS)
    }
    assert result == set()


@pytest.mark.parametrize(
    "glued",
    [
        'noun = Noun[War](f"Which of {n}?", options)',
        'noun = Noun("Which?", options, price=lambda state, draft: f"{draft} AP")',
        'noun = Noun("Which?", options, price=_price)\ndef _price(state, draft): return counted(2, "card")',
        'class Move:\n    cost = f"{n} AP"',
        'def face(cls, state, by): return cls.title, f"{by} AP"',
        'def throws_away(self):\n    lost = "a" + self.what\n    return lost if self.what else ""',
        'def foresee(self, before, after): return tuple(_parts(after))\ndef _parts(after): yield f"{after}"',
        'card = Card(name, name, kind, " · ".join(parts))',
        'def phase(war): return f"{war.side} recharge"',
        'def ended(self) -> Text: return f"{self.winner} won"',
        'def parts(self) -> Iterator[Text]: yield "; ".join(self.lines)',
    ],
)
def test_glued_words_are_found(glued: str) -> None:
    assert len(Source(glued).lines()) == 1


def test_messages_and_names_are_not_glued() -> None:
    source = """
def face(cls, state, by): return cls.title, message("{n} AP", n=state.ap)
card = Card(f"{seat} card", name, kind, joined(parts, " · "))
def label(state, name): return names[f"{name} card"]
"""
    assert Source(source).lines() == set()


@pytest.mark.parametrize("room", SHOWN)
def test_what_a_question_a_button_and_a_view_show_is_not_glued(room: str) -> None:
    result = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in (ROOT / room).rglob("*.py")
        for line in Source.of(path).lines()
    }
    assert result == set()


def test_what_something_to_print_is_called_is_not_glued() -> None:
    result = {
        f"{path.relative_to(ROOT.parent)}:{line}"
        for path in (ROOT.parent / "printables").rglob("*.py")
        for line in Source.of(path).lines()
    }
    assert result == set()


def test_what_hands_put_back_is_made_without_f_strings() -> None:
    tree = ast.parse((ROOT / "kernel" / "put_back.py").read_text("utf-8"))
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)] == []


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
