"""Reads a box: its text into tables, its formulas into functions, every fault with its line."""

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from companion.boxes import formula, spaces
from companion.boxes.actions import CHANGE, DONE, FILLED, Done, change, said, write
from companion.boxes.formula import FUNCTIONS, Here, Tracked, Value, Words, Wrong
from companion.boxes.made import Happening, Made, Need
from companion.boxes.schema import RANGE, Ask, Box
from companion.boxes.state import ANY_TIME, ENDS, GONE, HAND, TABLE_S
from companion.boxes.statements import Statement, statement
from companion.kernel import schema, toml
from companion.kernel.rulebook import TABLE
from companion.kernel.schema import SchemaError
from companion.kernel.toml import Path
from companion.kernel.untrusted import Limits, Unreadable, read_toml
from companion.toolkit.ruling import SetByHand

LIMITS = Limits(size=64 * 1024, lines=3_000, line=2_000, depth=6, items=6_000, text=8_000, digits=7)
"""How much a box file may have of everything."""
COSTLIEST, ALL_OF_THEM = 5_000, 50_000
"""So many parts are worked out for one formula at most, with the lines it rests on; and for all of a box."""
CHAIN = 10
"""So many lines rest on one another at most."""
RESERVED = frozenset(
    name for kind in (SetByHand, Done) for base in kind.__mro__ for name in vars(base) if name.isidentifier()
) | {"by", "made", "key", "rule", "does", "then", "told", "others"}
"""Names that a question cannot have: those of verbs in code."""
BROUGHT = (FILLED, CHANGE, DONE, "end", "first")
"""The rules that a box gets by itself."""
FEW = 2_000
"""The widest range that can be asked for."""


def read(text: str, name: str = "box.toml") -> Box:
    """What a box file says, as tables; SchemaError lists every fault with its line."""
    try:
        data = read_toml(text, LIMITS)
    except Unreadable as no:
        raise SchemaError([no.told(name)]) from None
    return schema.check(data, Box, text, name)


def made(text: str, key: str, name: str = "box.toml") -> Made:
    """A box file made ready to play; SchemaError lists every fault with its line."""
    reader = _Reader(Made(key, read(text, name)))
    reader.all()
    if reader.faults:
        found = toml.lines(text)
        told = [(schema.at(found, path, name), words) for path, words in reader.faults]
        raise SchemaError([f"{place}: {words}" for place, words in dict.fromkeys(told)])
    return reader.made


class _Reader:
    """Goes through a box once, fills in what is made of it, and notes every fault with its path."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.box = made.box
        self.faults: list[tuple[Path, str]] = []
        self.cost: dict[str, int] = {}
        self.spent = 1
        """How many parts the last formula rests on,"""
        self.all_spent = 0
        """and all of them."""

    def all(self) -> None:
        """Everything, in the order in which one thing rests on another."""
        self._keys()
        self._board()
        if self.faults:
            return
        self._numbers()
        self._lines()
        if self.faults:
            return
        self._counters()
        self._verbs()
        self._rules()
        self._score()
        if not self.made.written and not self.made.kinds:
            self.faults.append(
                ((), "There is nothing to do: give the box lines, a verb, or a counter with “change”.")
            )

    def no(self, path: Path, words: str) -> None:
        """Note a fault."""
        self.faults.append((path, words[:1].upper() + words[1:]))

    # -- names ---------------------------------------------------------------------------------------------

    def _keys(self) -> None:
        box, seen = self.box, dict[str, str]()
        groups: Mapping[str, Mapping[str, Any]] = {
            "options": box.options, "tables": box.tables, "lines": box.lines, "counters": box.counters,
            "pieces": box.pieces, "phases": box.phases,
        }  # fmt: skip
        for group, keys in groups.items():
            for key in keys:
                if key in seen or key in BUILT_IN or key in FUNCTIONS or keyword.iskeyword(key):
                    where = f"a key of “{seen[key]}” already" if key in seen else "a word of formulas"
                    self.no((group, key), f"“{key}” is {where}; choose another.")
                seen[key] = group
        players = self.made.players
        if box.seats and len(box.seats) != players[-1]:
            self.no(
                ("seats",),
                f"there are {len(box.seats)} seats for up to {players[-1]} players; as many would be right.",
            )
        if len(set(box.seats)) < len(box.seats):
            self.no(("seats",), "a seat stands twice.")
        if box.turns.teams == "pairs" and any(number % 2 for number in players):
            self.no(("turns", "teams"), "pairs want 4 players, or 2, 6 or 8.")
        for key, option in box.options.items():
            if option.usual not in option.choices:
                self.no(
                    ("options", key, "usual"),
                    f"“{option.usual}” is no choice; {self.made.nearest(option.usual, option.choices)}",
                )
        self._things()
        self._during()

    def _things(self) -> None:
        """No two things have one name."""
        if self.faults:
            return
        box, made, taken = (
            self.box,
            self.made,
            {"Turn", "Round", "Phase", "First player", "Out", "Result", "Draw"},
        )
        for group, keys in (("lines", box.lines), ("counters", box.counters), ("pieces", box.pieces)):
            for key in keys:
                called = made.called(key)
                if called in taken or called == box.score.name:
                    self.no((group, key), f"“{called}” is the name of something else; give this one another.")
                taken.add(called)

    def _during(self) -> None:
        box = self.box
        for key, line in box.lines.items():
            if (line.points is None) == (line.formula is None):
                self.no(
                    ("lines", key),
                    f"the line “{key}” is written by hand or worked out: give it “points” or “formula”.",
                )
            if line.during is not None:
                self._phase(("lines", key, "during"), line.during)
        for key, verb in box.verbs.items():
            for n, phase in enumerate(verb.during):
                self._phase(("verbs", key, "during", n), phase)
        for key in box.verbs:
            if key in ("write", "change", "done", "ruling", "resign", "undo", "redo") or keyword.iskeyword(
                key
            ):
                self.no(
                    ("verbs", key), f"“{key}” is a verb that tables have by themselves; choose another key."
                )

        for key, one in box.phases.items():
            if one.when is not None and key not in self.made.parts[1:]:
                self.no(
                    ("phases", key, "when"), "a round begins with its first phase, and a “then” leads aside."
                )

    def _phase(self, path: Path, phase: str) -> None:
        if phase not in self.box.phases:
            self.no(path, f"there is no phase “{phase}”; {self.made.nearest(phase, self.box.phases)}")

    def _board(self) -> None:
        if self.box.board is None:
            if self.box.pieces:
                self.no(("pieces",), "pieces want a board; give the box one.")
            return
        try:
            self.made.spaces = spaces.drawn(self.box.board)
        except spaces.NoBoard as no:
            self.no(("board", "drawing"), str(no))
        else:
            self._set_up()

    def _set_up(self) -> None:
        """Where pieces stand at the start: known seats and spaces, one piece on each, and not too many."""
        assert self.made.spaces
        taken = set[str]()
        for key, piece in self.box.pieces.items():
            known = self.made.seats if piece.of == "seat" else (TABLE_S,)
            for whose, text in piece.at.items():
                path, places = ("pieces", key, "at", whose), text.split()
                if whose not in known:
                    self.no(path, f"“{whose}” has no such piece; {self.made.nearest(whose, known)}")
                if len(places) > piece.count:
                    self.no(path, f"{len(places)} stand there, and there are {piece.count}.")
                for place in places:
                    if place not in self.made.spaces.at:
                        meant = self.made.nearest(place, self.made.spaces.at)
                        self.no(path, f"“{place[:12]}” is no space of the board; {meant}")
                    elif place in taken:
                        self.no(path, f"two pieces stand on {place}.")
                    taken.add(place)

    # -- formulas ------------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """What a formula can name besides the answers of a verb."""
        made, values = self.made, self.made.values
        values.update(BUILT_IN)
        values["left"] = _left
        values["rounds"] = lambda here: made.rounds(here.state)
        values["stuck"] = made.stuck
        for key in self.box.options:
            values[key] = lambda here, key=key: here.state.options[key]  # type: ignore[misc]
        for key in self.box.counters:
            values[key] = Tracked({seat: made.thing(key, seat) for seat in made.seats})
        for key in made.written:
            values[key] = made.cell_value(key)
        self.cost = dict.fromkeys(values, 1)

    def _words(self, asks: Mapping[str, Ask] | None) -> Words:
        """What a formula can name: with the answers of a verb, or, for None, with what is written."""
        made, names, seats = self.made, dict(self.made.values), {}
        if asks is None:
            names["it"] = lambda here: int(here.said)
            asks = {}
        for key, ask in asks.items():
            if ask.seat is not None:
                seats[key] = partial(_answer, key)
            elif ask.choice is not None:
                names[key] = partial(_chosen, key, ask.choice)
            elif ask.number is not None or ask.die is not None:
                names[key] = partial(_number, key)
        about = {"written": partial(_written, made)}
        if made.spaces:
            about |= {name: partial(make, made, asks) for name, make in ON_BOARD.items()}
        by_round = [key for key, line in self.box.lines.items() if line.each == "round" and key in names]
        return Words(names, self.box.tables, seats, by_round, about)

    def formula(self, path: Path, text: str, asks: Mapping[str, Ask] | None = MappingProxyType({})) -> Value:
        """A formula as a function; one that is wrong is noted, and 0."""
        self.spent = 1
        try:
            value = formula.formula(text, self._words(asks))
            self.spent = self._cost(formula.parsed(text))
            if self.spent > COSTLIEST:
                raise Wrong(
                    f"this rests on {self.spent:,} parts; {COSTLIEST:,} are worked out at most for a formula."
                )
            self.all_spent += self.spent
            if self.all_spent > ALL_OF_THEM:
                raise Wrong(f"the formulas of a box rest on {ALL_OF_THEM:,} parts at most, all in all.")
        except Wrong as no:
            self.no(path, str(no))
            return lambda here: 0
        return value

    def _cost(self, tree: Any) -> int:
        """How many parts are worked out for a formula."""
        own = self.cost.get(tree.id, 1) if type(tree).__name__ == "Name" else 1
        inner = sum(map(self._cost, formula.parts(tree)))
        name, seats = formula.called(tree), self.made.players[-1]
        return own + inner * (20 if name == "total" else seats if name in formula.OVER_SEATS else 1)

    def _range(
        self, path: Path, text: str, asks: Mapping[str, Ask] = MappingProxyType({})
    ) -> tuple[Value, Value, int]:
        found = RANGE.fullmatch(text)
        assert found
        least, most = (self.formula(path, found[end], asks) for end in ("least", "most"))
        if found["least"].lstrip("-").isdecimal() and found["most"].lstrip("-").isdecimal():
            low, high = int(found["least"]), int(found["most"])
            if low > high or (high - low) // int(found["step"] or 1) > FEW:
                self.no(path, f"“{text[:40]}” is no range of at most {FEW:,} numbers, the smaller first.")
        return (
            lambda here: max(-10_000, least(here)),
            lambda here: min(least(here) + FEW, most(here)),
            int(found["step"] or 1),
        )

    # -- lines and counters --------------------------------------------------------------------------------

    def _lines(self) -> None:
        made, box = self.made, self.box
        for key, line in box.lines.items():
            if isinstance(line.points, str):
                made.ends[key] = self._range(("lines", key, "points"), line.points)
        for key in _in_order(self):
            line = box.lines[key]
            assert line.formula
            value = self.formula(("lines", key, "formula"), line.formula)
            made.values[key] = _where(made.whole_round, value) if line.each == "round" else value
            self.cost[key] = self.spent
        if self.faults:
            return
        for key, line in box.lines.items():
            value = (
                made.values[key] if line.worth is None else self.formula(("lines", key, "worth"), line.worth)
            )
            if line.worth is not None and line.points is not None:
                value = _where(_written(made, [key]), value)
            made.worth[key] = formula.total(value) if line.each == "round" else value
        made.shared = (
            any(
                re.search(r"\b(everyone|highest|lowest|team|left)\b", text or "")
                for text in (
                    box.score.points,
                    *(text for line in box.lines.values() for text in (line.formula, line.worth)),
                )
            )
            or box.turns.teams != ""
            or bool(made.table_counters)
        )

    def _counters(self) -> None:
        for key, counter in self.box.counters.items():
            if counter.least >= counter.most:
                self.no(
                    ("counters", key),
                    f"the counter “{key}” goes from {counter.least} to {counter.most}, which is nowhere.",
                )
            self.made.starts[key] = self.formula(("counters", key, "start"), counter.start)
        for key, phase in self.box.phases.items():
            if phase.when is not None:
                self.made.played_when[key] = self.formula(("phases", key, "when"), phase.when)

    # -- verbs ---------------------------------------------------------------------------------------------

    def _verbs(self) -> None:
        made, box = self.made, self.box
        kinds = [write(made)] if made.written else []
        kinds += [kind for key in box.verbs if (kind := self._verb(key))]
        if any(counter.change for counter in box.counters.values()):
            kinds.append(change(made))
        if self._wants_done():
            kinds.append(Done)
        made.kinds = tuple(kinds)

    def _wants_done(self) -> bool:
        """Whether somebody could not end a turn otherwise."""
        box = self.box
        ends = any(verb.then == "next" for verb in box.verbs.values())
        stays = any(verb.then != "next" for verb in box.verbs.values()) and not self.made.written
        changes = any(counter.change for counter in box.counters.values())
        return box.turns.order != ANY_TIME and (changes or (stays and not ends))

    def _verb(self, key: str) -> Any:
        made, verb, path = self.made, self.box.verbs[key], ("verbs", key)
        made.asking, before = verb.asks, len(self.faults)
        ranges = {}
        for name, ask in verb.asks.items():
            here = (*path, "asks", name)
            given = [
                one for one in ("number", "choice", "seat", "die", "piece") if getattr(ask, one) is not None
            ]
            if len(given) + ask.place != 1:
                self.no(here, "a question asks for one thing: number, choice, seat, die, piece or place.")
            if name in RESERVED or name in made.values or name in FUNCTIONS or keyword.iskeyword(name):
                self.no(here, f"“{name}” is taken; choose another key for this question.")
            if ask.chance and ask.choice is None:
                self.no((*here, "chance"), "only a choice is thrown so; a die is thrown by itself.")
            if (ask.piece or ask.place) and not made.spaces:
                self.no(here, "a piece or a space wants a board; give the box one.")
            if ask.number:
                asked = {one: verb.asks[one] for one in list(verb.asks)[: list(verb.asks).index(name)]}
                ranges[name] = self._range((*here, "number"), ask.number, asked)
        does = tuple(
            one
            for n, text in enumerate(verb.does)
            if (one := self._statement((*path, "does", n), text, verb.asks))
        )
        then = self._then((*path, "then"), verb.then, verb.asks)
        return said(made, key, verb, does, then, ranges) if len(self.faults) == before else None

    def _statement(self, path: Path, text: str, asks: Mapping[str, Ask]) -> Statement | None:
        seats: Mapping[str, Callable[[Here], str]] = {
            key: partial(_answer, key) for key, ask in asks.items() if ask.seat is not None
        }
        try:
            return statement(text, self.made, lambda words: self.formula(path, words, asks), seats)
        except Wrong as no:
            self.no(path, str(no))
            return None

    def _then(self, path: Path, text: str, asks: Mapping[str, Ask]) -> Callable[[Here], str]:
        found = re.fullmatch(r"(\w+)(?: if (.+) else (\w+))?", text)
        known = ["next", "stay", *self.box.phases]
        for word in [found[1], found[3] or found[1]] if found else [""]:
            if word not in known:
                meant = self.made.nearest(word, known)
                self.no(
                    path, f"“{text[:40]}” is no turn; one is like “take if rows(place) else next”; {meant}"
                )
        if not found or not found[2]:
            return lambda here: text
        holds = self.formula(path, found[2], asks)
        return lambda here: found[1] if holds(here) else found[3]

    # -- rules ---------------------------------------------------------------------------------------------

    def _rules(self) -> None:
        box, made = self.box, self.made
        happenings = []
        for key, rule in box.rules.items():
            cited, path = key.replace("_", "-"), ("rules", key)
            if cited in TABLE or cited in BROUGHT:
                self.no(path, f"“{key}” is a rule that every table has; choose another key.")
            if rule.needs is not None:
                self._need(path, key)
            elif rule.of or rule.why:
                self.no(path, f"the rule “{key}” has no teeth: give it “needs”, or leave “of” and “why” out.")
            if (rule.when is None) != (not rule.does):
                self.no(path, f"the rule “{key}” happens with both “when” and “does”.")
            if rule.when is not None:
                made.asking = {}
                does = [self._statement((*path, "does", n), text, {}) for n, text in enumerate(rule.does)]
                when = self.formula((*path, "when"), rule.when)
                late = bool(re.search(r"\bstuck\b", rule.when))
                happenings.append(Happening(cited, when, tuple(filter(None, does)), rule.after, late))
        made.happenings = tuple(happenings)

    def _need(self, path: Path, key: str) -> None:
        rule, made = self.box.rules[key], self.made
        assert rule.needs
        if not rule.of:
            self.no(path, f"whom does the rule “{key}” judge? Name a verb or a line in “of”.")
        for n, judged in enumerate(rule.of):
            if judged not in self.box.verbs and judged not in made.written:
                known = [*self.box.verbs, *made.written]
                self.no(
                    (*path, "of", n),
                    f"“{judged}” is neither a verb nor a written line; {made.nearest(judged, known)}",
                )
                continue
            asks = self.box.verbs[judged].asks if judged in self.box.verbs else None
            holds = self.formula((*path, "needs"), rule.needs, asks)
            self.made.costs[judged] = self.made.costs.get(judged, 1) + self.spent
            why = self._why((*path, "why"), rule.why or rule.words, asks)
            made.needs[judged] = (*made.needs.get(judged, ()), Need(key.replace("_", "-"), holds, why))

    def _why(self, path: Path, text: str, asks: Mapping[str, Ask] | None) -> Callable[[Here], str]:
        """Words with numbers in them: what stands in braces is a formula."""
        said, *parts = re.split(r"\{([^{}]*)\}", text if text.endswith((".", "!")) else f"{text}.")
        numbers = [
            (self.formula(path, part, asks), after)
            for part, after in zip(parts[::2], parts[1::2], strict=True)
        ]

        def why(here: Here) -> str:
            words = said
            for number, after in numbers:
                words += str(number(here)).replace("-", "−") + after
            return words

        return why

    def _score(self) -> None:
        score, made = self.box.score, self.made
        if score.points is not None:
            made.points_of = self.formula(("score", "points"), score.points)
        made.ties = tuple(self.formula(("score", "ties", n), text) for n, text in enumerate(score.ties))
        ends = any(text.split()[0] in ENDS for rule in self.box.rules.values() for text in rule.does)
        if made.by_round and self.box.turns.rounds is None and not ends:
            why = "rounds have an end: say how many in “rounds” of [turns], or give a rule that ends them."
            self.no(("lines", made.by_round[0]), why)
        if self.box.turns.by is not None:
            made.next_by = self.formula(("turns", "by"), self.box.turns.by)
        if self.box.turns.rounds is not None:
            made.rounds_of = self.formula(("turns", "rounds"), self.box.turns.rounds)


def _in_order(reader: _Reader) -> Iterator[str]:
    """The lines that are worked out, each after those it rests on; a ring of them is noted."""
    lines = {key: line.formula for key, line in reader.box.lines.items() if line.formula is not None}
    rests: dict[str, int] = {}

    def visit(key: str, above: tuple[str, ...]) -> Iterator[str]:
        if key in above:
            reader.no(
                ("lines", key, "formula"), f"the line “{key}” rests on itself, by way of {', '.join(above)}."
            )
        elif len(above) >= CHAIN:
            reader.no(("lines", key, "formula"), f"more than {CHAIN} lines rest on one another here.")
        elif key not in rests and not reader.faults:
            for name in formula.names(lines[key]):
                if name in lines:
                    yield from visit(name, (*above, key))
            rests[key] = 1
            yield key

    for key in lines:
        yield from visit(key, ())


# -- what formulas can say ---------------------------------------------------------------------------------

BUILT_IN: dict[str, Value] = {
    "round": lambda here: here.round,
    "rounds": lambda here: 0,
    "players": lambda here: len(here.state.table),
    "left": lambda here: 0,
    "first": lambda here: int(here.state.first == here.seat),
    "stuck": lambda here: 0,
    "it": lambda here: 0,
}
"""Names that every formula knows; three of them are filled in for each box."""


def _answer(key: str, here: Here) -> str:
    return str(getattr(here.said, key))


def _left(here: Here) -> int:
    pending = here.state.pending
    return len(pending) - (here.seat in pending)


def _number(key: str, here: Here) -> int:
    return int(getattr(here.said, key))


def _chosen(key: str, choices: Mapping[str, int], here: Here) -> int:
    return choices[getattr(here.said, key)]


def _where(holds: Value, value: Value) -> Value:
    """A number that is 0 unless something holds."""
    return lambda here: value(here) if holds(here) else 0


def _written(made: Made, names: Sequence[str]) -> Value:
    """``written(bid)``: 1 where a seat has written this line."""
    if len(names) != 1 or names[0] not in made.written:
        meant = made.nearest("".join(names[:1]), made.written)
        raise Wrong(f"written(…) wants a line that is written by hand; {meant}")
    (key,) = names
    return lambda here: int(made.cell(key, here.seat, here.round) in here.numbers)


def _space(asks: Mapping[str, Ask], key: str) -> Callable[[Here], str]:
    """The space that an answer names: itself, or that of a piece."""
    ask = asks.get(key)
    if ask is None or not (ask.place or ask.piece):
        raise Wrong(f"“{key[:30]}” asks for no piece and for no space.")
    if ask.place:
        return lambda here: str(getattr(here.said, key))
    return lambda here: str(here.state.at[getattr(here.said, key)])


def _one(made: Made, asks: Mapping[str, Ask], names: Sequence[str], what: str) -> Callable[[Here], str]:
    if len(names) != 1:
        raise Wrong(f"{what}(…) takes one name: a question that asks for a piece or a space.")
    return _space(asks, names[0])


def _empty(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``empty(place)``: 1 where nothing stands there."""
    where = _one(made, asks, names, "empty")
    return lambda here: int(not here.state.piece_on(where(here)))


def _joined(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``joined(man, place)``: 1 where the two are one step apart."""
    if len(names) != 2:
        raise Wrong("joined(…) takes two names: questions that ask for a piece or a space.")
    one, other = (_space(asks, name) for name in names)
    assert made.spaces
    beside = made.spaces.beside
    return lambda here: int(other(here) in beside[one(here)])


def _exits(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``exits(man)``: how many empty spaces are one step away."""
    where = _one(made, asks, names, "exits")
    assert made.spaces
    beside = made.spaces.beside
    return lambda here: sum(not here.state.piece_on(space) for space in beside[where(here)])


def _kind(made: Made, names: Sequence[str], what: str) -> str:
    if len(names) != 1 or names[0] not in made.box.pieces:
        raise Wrong(f"{what}(…) wants a kind of piece; {made.nearest(''.join(names[:1]), made.box.pieces)}")
    return names[0]


def _in(where: Callable[[str], bool], what: str) -> Callable[..., Value]:
    def make(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
        kind = _kind(made, names, what)
        return lambda here: sum(
            where(here.state.at[piece]) for piece in made.stock(kind, here.seat) if piece in here.state.at
        )

    return make


def _held(made: Made, here: Here) -> dict[tuple[str, ...], str]:
    """Every full row, and the seat whose pieces fill it."""
    assert made.spaces
    on = made.on_board(here.state)
    owner = {space: made.pieces[piece][1] for space, piece in on.items()}
    return {
        row: owner[row[0]]
        for row in made.spaces.rows
        if row[0] in owner and all(owner.get(space) == owner[row[0]] for space in row)
    }


def _rows(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``rows(place)``: how many full rows of one seat's pieces go through it."""
    where = _one(made, asks, names, "rows")
    return lambda here: sum(where(here) in row for row in _held(made, here))


def _full_rows(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``full_rows(man)``: how many rows are full of a seat's pieces."""
    _kind(made, names, "full_rows")
    return lambda here: sum(seat == here.seat for seat in _held(made, here).values())


def _loose(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``loose(man)``: how many pieces of the others stand in no full row."""
    kind = _kind(made, names, "loose")

    def loose(here: Here) -> int:
        held = {space for row in _held(made, here) for space in row}
        return sum(
            made.pieces[piece][0] == kind and made.pieces[piece][1] != here.seat and space not in held
            for space, piece in made.on_board(here.state).items()
        )

    return loose


ON_BOARD: Mapping[str, Callable[[Made, Mapping[str, Ask], Sequence[str]], Value]] = {
    "empty": _empty,
    "joined": _joined,
    "exits": _exits,
    "rows": _rows,
    "full_rows": _full_rows,
    "loose": _loose,
    "in_hand": _in(lambda place: place == HAND, "in_hand"),
    "on_board": _in(lambda place: place not in (HAND, GONE), "on_board"),
}
"""Functions of the pieces on a board; in their brackets stand names."""
