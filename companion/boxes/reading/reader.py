"""Who goes through a box: notes every fault with its path, and reads its formulas."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from companion.boxes import expression, formula
from companion.boxes.expression import Wrong
from companion.boxes.formula import Source, Value, Vocabulary
from companion.boxes.made import Made
from companion.boxes.naming import lying
from companion.boxes.reading.of_cards import OF_CARDS
from companion.boxes.reading.on_board import ON_BOARD
from companion.boxes.reading.words import IT, answer, chosen, during, number, written
from companion.boxes.schema import Ask
from companion.boxes.terms import RANGE
from companion.kernel.toml import Path

COSTLIEST, ALL_OF_THEM = 5_000, 50_000
"""So many parts are worked out for one formula at most, with the lines it rests on; and for all of a box."""
FEW = 2_000
"""The widest range that can be asked for."""


class Reader:
    """Goes through a box once, fills in what is made of it, and notes every fault with its path."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.box = made.box
        self.faults: list[tuple[Path, str]] = []
        self.cost: dict[str, int] = {}
        self.names: dict[str, Value | Source] = {}
        """What a formula can name besides the answers of a verb."""
        self.spent = 1
        """How many parts the last formula rests on,"""
        self.all_spent = 0
        """and all of them."""

    def no(self, path: Path, words: str) -> None:
        """Note a fault."""
        self.faults.append((path, words[:1].upper() + words[1:]))

    def words(self, asks: Mapping[str, Ask] | None) -> Vocabulary:
        """What a formula can name: with the answers of a verb, or, for None, with what is written."""
        made, names, seats = self.made, dict(self.names), {}
        if asks is None:
            names["it"], asks = IT, {}
        for key, ask in asks.items():
            if ask.seat is not None:
                seats[key] = partial(answer, key)
            elif ask.choice is not None:
                names[key] = chosen(key, ask.choice)
            elif ask.number is not None or ask.die is not None:
                names[key] = number(key)
        about: dict[str, Callable[[Sequence[str]], Value | Source]] = {
            "written": partial(written, made),
            "during": partial(during, made),
        }
        if made.places.spaces:
            about |= {name: partial(make, made, asks) for name, make in ON_BOARD.items()}
        if made.cards.each:
            about |= {name: partial(make, made, asks) for name, make in OF_CARDS.items()}
        by_round = [key for key, line in self.box.lines.items() if line.each == "round" and key in names]
        stones = {key: partial(lying, made, asks, key) for key in self.box.stones}
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
            self.spent = self._cost(tree)
            if self.spent > COSTLIEST:
                raise Wrong(
                    f"this rests on {self.spent:,} parts; {COSTLIEST:,} are worked out at most for a formula."
                )
            self.all_spent += self.spent
            if self.all_spent > ALL_OF_THEM:
                raise Wrong(f"the formulas of a box rest on {ALL_OF_THEM:,} parts at most, all in all.")
        except Wrong as no:
            self.no(path, str(no))
            return Source("0")
        return value

    def _cost(self, tree: Any) -> int:
        """How many parts are worked out for a formula."""
        own = self.cost.get(tree.id, 1) if type(tree).__name__ == "Name" else 1
        inner = sum(map(self._cost, expression.parts(tree)))
        name, seats = expression.called(tree), self.made.things.players[-1]
        return own + inner * (20 if name == "total" else seats if name in formula.OVER_SEATS else 1)

    def range(
        self, path: Path, text: str, asks: Mapping[str, Ask] = MappingProxyType({})
    ) -> tuple[Value, Value, int]:
        found = RANGE.fullmatch(text)
        assert found
        if found["least"].lstrip("-").isdecimal() and found["most"].lstrip("-").isdecimal():
            low, high = int(found["least"]), int(found["most"])
            if low > high or (high - low) // int(found["step"] or 1) > FEW:
                self.no(path, f"“{text[:40]}” is no range of at most {FEW:,} numbers, the smaller first.")
            if max(abs(low), abs(high)) <= formula.LARGEST:
                ends = max(-10_000, low), min(low + FEW, high)
                return formula.settled(ends[0]), formula.settled(ends[1]), int(found["step"] or 1)
        least, most = (self.source(path, found[end], asks) for end in ("least", "most"))
        return (
            formula.function(Source(f"max(-10_000, {least.text})", least.known)),
            formula.function(
                Source(f"min({least.text} + {FEW}, {most.text})", {**least.known, **most.known})
            ),
            int(found["step"] or 1),
        )
