"""The reader of a box: it notes every fault with its path, and reads its formulas."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
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
from companion.boxes.reading.words import IT, answer, choice, during, number, written
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
        parts = self.parts
        return Definition(
            key=parts.key,
            box=parts.box,
            things=parts.things,
            rounds=parts.rounds,
            places=parts.places,
            cards=parts.cards,
            values=self.values,
            ends=self.ends,
            worth=self.worth,
            starts=self.starts,
            moving=self.moving,
            played_when=self.played_when,
            lies=self.lies,
            dealt=self.dealt,
            needs=self.needs,
            judging=self.judging,
            hidden=self.hidden,
            rests=self.rests,
            telling=self.telling,
            seconds=self.seconds,
            gains=self.gains,
            at_end=self.at_end,
            happenings=self.happenings,
            points_of=self.points_of,
            ties=self.ties,
            next_by=self.next_by,
            rounds_of=self.rounds_of,
            kinds=self.kinds,
        )

    def no(self, path: Path, words: str) -> None:
        """Note a fault."""
        self.faults.append((path, words[:1].upper() + words[1:]))

    def words(self, asks: Mapping[str, Ask] | None) -> Vocabulary:
        """Return the vocabulary of a formula: with the answers of a verb, or, for None, with what is
        written."""
        parts, names, seats = self.parts, dict(self.names), {}
        if asks is None:
            names["it"], asks = IT, {}
        for key, ask in asks.items():
            if ask.seat is not None:
                seats[key] = partial(answer, key)
            elif ask.choice is not None:
                names[key] = choice(key, ask.choice)
            elif ask.number is not None or ask.die is not None:
                names[key] = number(key)
        about: dict[str, Callable[[Sequence[str]], Value | Source]] = {
            "written": partial(written, parts),
            "during": partial(during, parts),
        }
        if parts.places.spaces:
            about |= {name: partial(make, parts, asks) for name, make in ON_BOARD.items()}
        if parts.cards.each:
            about |= {name: partial(make, parts, asks) for name, make in OF_CARDS.items()}
        by_round = [key for key, line in self.box.lines.items() if line.each == "round" and key in names]
        stones = {key: partial(lying, parts, asks, key) for key in self.box.stones}
        return Vocabulary(names, self.box.tables, seats, by_round, about, stones)

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
        if name in ON_BOARD or name in OF_CARDS:
            assert isinstance(tree, ast.Call)
            return work.call(parts, name, [one.id for one in tree.args if isinstance(one, ast.Name)])
        if isinstance(tree, ast.Subscript) and ast.unparse(tree.value) in parts.box.stones:
            return work.stones(parts, ast.unparse(tree.slice))
        own = self.cost.get(tree.id, 1) if isinstance(tree, ast.Name) else 1
        inner = sum(map(self._steps, expression.parts(tree)))
        if name in formula.OVER_SEATS:
            return own + len(parts.things.seats) * (1 + inner)
        return own + inner * (work.rounds(parts) if name == "total" else 1)

    def range(
        self, path: Path, text: str, asks: Mapping[str, Ask] = MappingProxyType({})
    ) -> tuple[Value, Value, int]:
        match = RANGE.fullmatch(text)
        assert match
        if match["least"].lstrip("-").isdecimal() and match["most"].lstrip("-").isdecimal():
            low, high = int(match["least"]), int(match["most"])
            if low > high or (high - low) // int(match["step"] or 1) > work.FEW:
                self.no(
                    path, f"“{text[:40]}” is no range of at most {work.FEW:,} numbers, the smaller first."
                )
            if max(abs(low), abs(high)) <= formula.LARGEST:
                ends = max(-10_000, low), min(low + work.FEW, high)
                return formula.settled(ends[0]), formula.settled(ends[1]), int(match["step"] or 1)
        least, most = (self.source(path, match[end], asks) for end in ("least", "most"))
        highest = added([least.tree, ast.Constant(work.FEW)])
        return (
            formula.function(Source(call("max", ast.Constant(-10_000), least.tree), least.known)),
            formula.function(Source(call("min", highest, most.tree), {**least.known, **most.known})),
            int(match["step"] or 1),
        )


def _may_ask(path: Path, what: str) -> bool:
    """True if a formula there may ask what could be said, as nothing that is asked rests on it."""
    return path[-1] in ("when", "then") or (what != "stuck" and path[-1] == "needs")
