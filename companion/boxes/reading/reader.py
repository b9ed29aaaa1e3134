"""The reader of a box: it notes every fault with its path, and reads its formulas."""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from types import MappingProxyType
from typing import Any

from companion.boxes.definition import expression, formula
from companion.boxes.definition.cards import Cards
from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Source, Value, Vocabulary
from companion.boxes.definition.model import Definition, Happening, Judging, Need, Parts, Statement
from companion.boxes.definition.naming import lying
from companion.boxes.definition.nodes import added, call
from companion.boxes.definition.places import Places
from companion.boxes.definition.rounds import ENDLESS, Rounds
from companion.boxes.definition.schema import Ask, Box
from companion.boxes.definition.terms import RANGE
from companion.boxes.definition.things import Things
from companion.boxes.reading import work
from companion.boxes.reading.of_cards import OF_CARDS
from companion.boxes.reading.on_board import ON_BOARD
from companion.boxes.reading.words import IT, answer, during, number_of, written
from companion.kernel.toml import Path
from companion.words import ForAuthor

MOST, ALL, FOR_ROUNDS = 20_000, 400_000, 20
"""The most steps of work for a formula with the lines it rests on, for all that a page or a tap works out,
and for how many rounds there are."""
OF_VERBS = re.compile(r"\bcan\(|\bstuck\b")
"""What asks which verbs could be said."""


class Reader:
    """Goes through a box once, collects what its definition has, and notes every fault with its path."""

    def __init__(self, key: str, box: Box) -> None:
        things = Things(box)
        self.box = box
        self.parts = Parts(key, box, things, Rounds(box, things), Places(box, things), Cards(box, things))
        self.values: dict[str, Value] = {}
        self.ends: dict[str, tuple[Value, Value, int]] = {}
        self.worth: dict[str, Value] = {}
        self.starts: dict[str, Value] = {}
        self.moving: dict[str, tuple[Value | None, Value | None]] = {}
        self.played_when: dict[str, Value] = {}
        self.lies: dict[tuple[str, str], Value] = {}
        self.dealt: dict[str, Value] = {}
        self.needs: dict[str, tuple[Need, ...]] = {}
        self.judging: dict[str, Judging] = {}
        self.hidden: dict[str, Value] = {}
        self.rests: dict[str, tuple[str, ...]] = {}
        self.telling: dict[str, frozenset[str]] = {}
        self.seconds: dict[str, Value] = {}
        self.gains: dict[str, Value] = {}
        self.at_end: dict[str, tuple[Statement, ...]] = {}
        self.happenings: tuple[Happening, ...] = ()
        self.points_of: Value | None = None
        self.ties: tuple[Value, ...] = ()
        self.next_by: Value | None = None
        self.rounds_of: Value | None = None
        self.kinds: tuple[Any, ...] = ()
        self.conditions: dict[str, list[tuple[Source, frozenset[str]]]] = {}
        """Verb to its rules as expressions, each with the questions it rests on."""
        self.costs: dict[str, int] = {}
        """Line or verb to the steps of work of its rules."""
        self.faults: list[tuple[Path, str]] = []
        self.cost: dict[str, int] = {}
        self.names: dict[str, Value | Source] = {}
        """Read the numbers that a formula can name besides the answers of a verb."""
        self.closing: dict[str, int] = {}
        """Hidden line and counter to the steps to see whether it is open by now."""
        self.spent = 1
        """The steps of the last formula."""
        self.all_spent = 0
        """The steps of all that a page or a tap works out."""

    def definition(self) -> Definition:
        """Return all that was read, as a whole."""
        here = [one.name for one in fields(Parts)]
        read = {one.name: getattr(self, one.name) for one in fields(Definition) if one.name not in here}
        return Definition(**{name: getattr(self.parts, name) for name in here}, **read)

    def no(self, path: Path, words: str) -> None:
        """Note a fault."""
        self.faults.append((path, words[:1].upper() + words[1:]))

    def words(self, asks: Mapping[str, Ask] | None) -> Vocabulary:
        """Return the vocabulary of a formula: with the answers of a verb, or, for None, with what is
        written."""
        parts, names = self.parts, dict(self.names)
        if asks is None:
            names["it"], asks = IT, {}
        names |= {key: one for key, ask in asks.items() if (one := number_of(key, ask))}
        about: dict[str, Callable[..., Value | Source]] = {**ON_BOARD} if parts.places.spaces else {}
        about |= OF_CARDS if parts.cards.each else {}
        return Vocabulary(
            names,
            self.box.tables,
            {key: partial(answer, key) for key, ask in asks.items() if ask.seat},
            names.keys() & parts.things.round_lines,
            {"written": partial(written, parts), "during": partial(during, parts)}
            | {name: partial(make, parts, asks) for name, make in about.items()},
            {key: partial(lying, parts, asks, key) for key in self.box.stones},
        )

    def formula(self, path: Path, text: str, asks: Mapping[str, Ask] | None = MappingProxyType({})) -> Value:
        """A formula as a function; one that is wrong is noted, and 0."""
        return formula.function(self.source(path, text, asks))

    def source(self, path: Path, text: str, asks: Mapping[str, Ask] | None = MappingProxyType({})) -> Source:
        """A formula as an expression; one that is wrong is noted, and 0."""
        self.spent = 1
        try:
            tree = expression.parsed(text)
            value = formula.source(tree, self.words(asks))
            self.spent = self._steps(tree)
            self._bounded(path, text, tree)
        except WrongFormula as no:
            self.no(path, str(no))
            return Source(ast.Constant(0))
        self.spend(path, self.spent, work.times(self.parts, path))
        return value

    def spend(self, path: Path, steps: int, times: int) -> None:
        """Count what a page or a tap works out so often; too much of it all in all is noted."""
        before, self.all_spent = self.all_spent, self.all_spent + steps * times
        if before <= ALL < self.all_spent:
            self.no(
                path,
                f"this is too much work: {steps:,} steps, {times:,} times. With it a page or a tap takes "
                f"{self.all_spent:,} steps, and {ALL:,} are the most; fewer seats, rounds, lines or rules "
                "would be right.",
            )

    def _bounded(self, path: Path, text: str, tree: ast.expr) -> None:
        """Refuse a formula that is too much work, or that asks for verbs where these may ask for it."""
        most = FOR_ROUNDS if path == ("turns", "rounds") else MOST
        if self.spent > most:
            calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call)]
            worst = max(calls, key=self._steps, default=None)
            part: ForAuthor = (
                f", and “{ast.unparse(worst)[:60]}” alone is {self._steps(worst):,}" if worst else ""
            )
            right = "fewer spaces, rows, rounds or parts would be right"
            if "total(" in text and work.rounds(self.parts) == ENDLESS:
                right = (
                    "“total” adds up as many rounds; to say in “rounds” of [turns] how many would be right"
                )
            raise WrongFormula(f"this is {self.spent:,} steps of work{part}. {most:,} are the most; {right}.")
        if (match := OF_VERBS.search(text)) and not _may_ask(path, match[0]):
            raise WrongFormula(
                "to search for what can be said is too much work here; in “when” of a rule and in “then” it "
                "would be right, “can” in “needs”, too."
            )

    def _steps(self, tree: ast.expr) -> int:
        """Return how many steps a part of a formula takes."""
        name, parts = expression.called(tree), self.parts
        match tree:
            case ast.Name(id=named):
                return self.cost.get(named, 1)
            case ast.Call(args=args) if name in ON_BOARD or name in OF_CARDS:
                return work.call(parts, name, [one.id for one in args if isinstance(one, ast.Name)])
            case ast.Subscript(value=ast.Name(id=stones)) if stones in parts.box.stones:
                return work.stones(parts, ast.unparse(tree.slice))
        inner = sum(map(self._steps, expression.parts(tree)))
        if name in formula.OVER_SEATS:
            return 1 + len(parts.things.seats) * (1 + inner)
        return 1 + inner * (work.rounds(parts) if name == "total" else 1)

    def range(
        self, path: Path, text: str, asks: Mapping[str, Ask] = MappingProxyType({})
    ) -> tuple[Value, Value, int]:
        """Return the ends of a range as functions, and its step."""
        match = RANGE.fullmatch(text)
        assert match
        step, ends = int(match["step"] or 1), (match["least"], match["most"])
        if all(end.lstrip("-").isdecimal() for end in ends):
            low, high = map(int, ends)
            if low > high or (high - low) // step > work.FEW:
                self.no(
                    path, f"“{text[:40]}” is no range of at most {work.FEW:,} numbers, the smaller first."
                )
            if max(abs(low), abs(high)) <= formula.LARGEST:
                low, high = max(-10_000, low), min(low + work.FEW, high)
                return formula.settled(low), formula.settled(high), step
        least, most = (self.source(path, end, asks) for end in ends)
        highest = added([least.tree, ast.Constant(work.FEW)])
        return (
            formula.function(Source(call("max", ast.Constant(-10_000), least.tree), least.known)),
            formula.function(Source(call("min", highest, most.tree), {**least.known, **most.known})),
            step,
        )


def _may_ask(path: Path, what: str) -> bool:
    """True if a formula there may ask what could be said, as nothing that is asked rests on it."""
    return path[-1] in ("when", "then") or (what != "stuck" and path[-1] == "needs")
