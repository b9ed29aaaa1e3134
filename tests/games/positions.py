"""Rule tests as transcripts that begin from a drawn position: ``tests/games/positions/*.game``.

A case has a heading, ``## rule allows``, and is a tree: a line speaks of the moment of the line that it is
indented under, so sentences side by side are other ways to go on from one moment. A line is

- a position, by the name of what draws it: ``drawn: 4 SW / 5 rb; ap=2``, with what is drawn on several lines
  below it, each behind a ``|``;
- sentences as in every transcript, ``Angels battle; Angels fight: A4 A5``;
- what is changed by other means than a sentence: ``with ap=5; row+={'Nezha': 3}``, or ``with`` and one of the
  functions given;
- a sentence that must be refused, with its rule and the reason, which may be left out:
  ``! Angels battle [battle] No opposing tokens touch.``; ``?`` for ``!`` where it is asked answer by answer;
- a line that was told, in quotes, with ``…`` for what is left out; ``not`` before it where it must not be;
- a rule that what was told cites, in brackets;
- facts, ``at.Uriel = A1; down has Baal``: a way through the fields of the moment, one of ``= != has lacks``,
  and the value, ``-`` where there is none, in quotes where it has a semicolon. ``#`` counts, ``each name`` is
  the name of each, ``things`` and ``view`` are the game's, ``face(move, Angels)`` are the words of a button,
  ``starts(Gold)`` is what taps begin, ``asks(Angels move: Uriel)`` is the next question, and ``foresees`` and
  ``loses`` say what a sentence comes to, and what it throws away.

`` -> `` goes on in one line with what would stand below it.

``  #`` begins a remark.
"""

import ast
import re
from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.kernel import transcript
from companion.kernel.action import Action, draft, face, nouns
from companion.kernel.asking import ask
from companion.kernel.features import Pointing
from companion.kernel.foresight import foresight
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal, traced
from companion.kernel.state import State
from tests.games.moments import after, cited, refused, texts

FOLDER = Path(__file__).parent / "positions"
FACT = re.compile(r"(\S.*?) (=|!=|has|lacks) (.+)")
ARGUMENT = re.compile(r"[a-z][a-z0-9_-]*\+?")
INDEX = re.compile(r"-?\d+")
POINTING = ("starts", "label", "spaces", "reach")
CALL = re.compile(r"(\w+)\((.*)\)")
NAMED = re.compile(r"(\S+) (refuses|happens)")
NOTHING = "-"

Draws = Callable[..., State]


class Line(NamedTuple):
    """A line of a case: its place in the file, how far it is indented, and what it says."""

    number: int
    indent: int
    says: str
    drawing: str = ""


def cases(name: str, game: Game[Any], *draws: Draws, holds: bool = False) -> Any:
    """Return a test of every case in a file; ``draws`` draw positions, ``holds`` asks the box's limits."""
    known = {one.__name__: one for one in draws}
    result = case_lines(name)
    keep = game.invariant if holds else lambda state: None

    @pytest.mark.parametrize("heading", result)
    def test_case(heading: str) -> None:
        rule = NAMED.fullmatch(heading)
        with traced() as fired:
            _Case(game, known, keep).tried(result[heading])
        if rule and rule[1] in game.rules:
            assert rule.groups() in fired, f"“{rule[1]}” never {rule[2]} here; fired: {sorted(fired)}"

    return test_case


def case_lines(name: str) -> dict[str, list[Line]]:
    """Return the cases of a file by their headings, each line by line."""
    file = FOLDER / f"{name}.game"
    result: dict[str, list[Line]] = {}
    heading = ""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.startswith("## "):
            heading = line[3:]
            assert heading not in result, f"{file.name}:{number}: “{heading}” stands there twice"
            result[heading] = []
        elif line.startswith("|"):
            last = result[heading].pop()
            result[heading].append(last._replace(drawing=f"{last.drawing}{line[2:]}\n"))
        elif says := re.sub(r"(^| +)# .*", "", line).strip():
            result[heading].append(Line(number, len(line) - len(line.lstrip()), says))
    return result


def actions(game: Game[Any], sentences: str) -> list[Action[Any]]:
    """Return what sentences say; answers that are missing are empty."""
    return [draft(*_said(game, sentence)) for sentence in _parts(sentences)]


def _said(game: Game[Any], sentence: str) -> tuple[type[Action[Any]], str, dict[str, Any]]:
    """Return a verb, who says it, and its answers: empty where there is none."""
    head, _, tail = sentence.partition(": ")
    seat, _, verb = head.rpartition(" ")
    kind = game.kind(verb)
    assert kind is not None, f"there is no “{verb}”"
    fields, said = transcript.fields_of(game, verb), transcript.answers_of(tail)
    assert len(said) <= len(fields), f"“{verb}” takes {len(fields)} answers"
    answers: dict[str, Any] = {}
    for n, (field, several, _) in enumerate(fields):
        names = said[n] if n < len(said) else []
        answers[field] = tuple(names) if several else next(iter(names), "")
    assert [*answers] == [*nouns(kind)]
    return kind, seat, answers


class _Case:
    def __init__(self, game: Game[Any], draws: Mapping[str, Draws], holds: Callable[[State], Any]) -> None:
        self.game = game
        self.draws = draws
        self.holds = holds

    def tried(self, lines: list[Line]) -> None:
        """Go through a case, line by line."""
        moments: list[tuple[int, State]] = []
        for line in lines:
            while moments and moments[-1][0] >= line.indent:
                moments.pop()
            state = moments[-1][1] if moments else None
            for part in line.says.split(" -> "):
                try:
                    state = self._went(state, line._replace(says=part)) or state
                except BaseException as no:
                    no.add_note(f"in line {line.number}: {part}")
                    raise
            assert state is not None
            moments.append((line.indent, state))

    def _went(self, state: State | None, line: Line) -> State | None:
        """Return the moment that a line leads to; None if it says something of the moment before it."""
        says = line.says
        if state is None:
            name, _, given = says.partition(":")
            return self._drawn(self.draws[name], given, *filter(None, [line.drawing]))
        if says.startswith("with "):
            name, _, given = says[5:].partition(":")
            if name in self.draws:
                return self._drawn(self.draws[name], given, state)
            return _changed(state, self._arguments(says[5:])[1])
        if says.startswith(("! ", "? ")):
            self._refused(state, says[2:], asked=says[0] == "?")
            return None
        if says.partition(" ")[0].removesuffix(":") in {seat.partition(" ")[0] for seat in state.seats}:
            return after(state, *actions(self.game, says), holds=self.holds)
        self._is_so(state, says)
        return None

    def _drawn(self, draws: Draws, given: str, *before: Any) -> State:
        values, named = self._arguments(given)
        return draws(*before, *values, **named)

    def _arguments(self, given: str) -> tuple[list[Any], dict[str, Any]]:
        """Return the values in a line, and those with a name: ``4 SW / 5 rb; ap=2; side=Demons``."""
        values, named = [], {}
        for part in filter(None, _parts(given.strip())):
            name, equals, value = part.partition("=")
            if equals and ARGUMENT.fullmatch(name):
                named[name] = self._literal(value)
            else:
                values.append(self._literal(part))
        return values, named

    def _literal(self, text: str) -> Any:
        """Return a number, a set, what a function draws; any other words stand for themselves."""
        try:
            tree = ast.parse(text, mode="eval").body
            if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id in self.draws:
                named = {}
                for one in tree.keywords:
                    value = ast.literal_eval(one.value)
                    named.update({one.arg: value} if one.arg else value)
                return self.draws[tree.func.id](*map(ast.literal_eval, tree.args), **named)
            value = ast.literal_eval(tree)
        except (ValueError, SyntaxError):
            return text
        return frozenset(value) if isinstance(value, set) else value

    def _refused(self, state: State, says: str, asked: bool) -> None:
        sentence, rule, why = re.fullmatch(r"(.+?) \[([a-z0-9-]+)\](?: (.+))?", says).groups()
        if asked:
            with pytest.raises(Refusal) as caught:
                ask(*self._asked(state, sentence))
            was = caught.value.rule.key, caught.value.why
        else:
            was = refused(state, *actions(self.game, sentence))
        assert was[0] == rule and (not why or _alike(str(was[1]), why)), f"refused by {was}"

    def _asked(self, state: State, sentence: str) -> tuple[type[Action[Any]], State, str, dict[str, Any]]:
        kind, seat, answers = _said(self.game, sentence)
        return kind, state, seat, {field: answer for field, answer in answers.items() if answer}

    def _is_so(self, state: State, says: str) -> None:
        absent, what = says.startswith("not "), says.removeprefix("not ")
        if what.startswith('"'):
            there = any(_alike(text, what[1:-1]) for text in texts(state))
            assert there != absent, f"told: {texts(state)}"
        elif what.startswith("["):
            assert (what[1:-1] in cited(state)) != absent, f"cited: {cited(state)}"
        else:
            for fact in _parts(says):
                way, how, value = FACT.fullmatch(fact).groups()
                _compared(self._found(state, way), how, value)

    def _found(self, thing: Any, way: str) -> Any:
        """Return what a way through the fields of a moment leads to: ``stack(Zeus).health``."""
        for step in re.split(r"\.(?![^(]*\))", way):
            if call := CALL.fullmatch(step):
                thing = self._called(thing, call[1], call[2])
            elif step.startswith("each "):
                thing = [getattr(one, step[5:]) for one in thing]
            elif step == "dict":
                thing = dict(thing)
            elif step == "#":
                thing = len(thing)
            elif isinstance(thing, Mapping):
                thing = thing[step]
            elif isinstance(thing, State) and step in ("view", "things"):
                thing = getattr(self.game, step)(thing)
            else:
                thing = thing[int(step)] if INDEX.fullmatch(step) else getattr(thing, step)
        return thing

    def _called(self, thing: Any, name: str, given: str) -> Any:
        names = [*filter(None, given.split(", "))]
        if name == "asks":
            return ask(*self._asked(thing, given))
        if name == "foresees":
            return str(foresight(self.game.tracked, thing, *actions(self.game, given)))
        if name == "loses":
            return actions(self.game, given)[0].throws_away(thing)
        if name == "face":
            return face(self.game.kind(names[0]), thing, names[1])
        if name in POINTING and not hasattr(thing, name):
            return getattr(self.game[Pointing], name)(thing, *names)
        return self.draws[name](thing, *names) if name in self.draws else getattr(thing, name)(*names)


def _changed(state: State, changes: dict[str, Any]) -> State:
    whole = {}
    for name, value in changes.items():
        field = name.removesuffix("+")
        whole[field] = {**getattr(state, field), **value} if name.endswith("+") else value
    return state.but(**whole)


def _parts(text: str) -> list[str]:
    """Return what stands between semicolons, those in brackets apart."""
    result = [""]
    for part in text.split("; "):
        is_open = sum(map(result[-1].count, "([{")) > sum(map(result[-1].count, ")]}"))
        is_open = is_open or (' "' in result[-1] and result[-1].count('"') % 2 == 1)
        result = [*result[:-1], f"{result[-1]}; {part}"] if is_open else [*result, part]
    return [part for part in result if part]


def _alike(text: str, pattern: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), text) is not None


def shown(value: Any) -> str:
    """Return a value as a fact says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        value = sorted(f"{key} {shown(its)}" for key, its in value.items())
    elif isinstance(value, AbstractSet):
        value = sorted(map(shown, value))
    if isinstance(value, (list, tuple)):
        return " + ".join(map(shown, value)) or NOTHING
    return NOTHING if value is None or value == "" else str(value)


def _compared(result: Any, how: str, value: str) -> None:
    value = value[1:-1] if value.startswith('"') else value
    if how in ("=", "!="):
        assert (shown(result) == value) == (how == "="), shown(result)
    else:
        several = isinstance(result, Collection) and not isinstance(result, str)
        names = [*map(str, result)] if several else str(result)
        for one in value.split(" + "):
            assert (one in names) == (how == "has"), names
