"""The printed rules as sentences one can cite, and the only way to say no."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import get_ident
from types import MappingProxyType
from typing import Literal, NoReturn, TypeVarTuple

from pydantic import Field

from companion.kernel.schema import Many, Schema, load, nearest
from companion.words import Message, Value, filled, message

Ts = TypeVarTuple("Ts")
Kept = Literal["refuses", "happens", "table"]


@dataclass(frozen=True)
class Rule:
    """A sentence of the rules: our wording, where the printed rules say it, our reading if unclear."""

    key: str
    section: str
    words: str
    where: str
    reading: str = ""
    option: str = ""
    """The key of the table option that switches this reading, if there is one."""
    kept: Kept = "refuses"
    """How it is kept: code refuses what breaks it, code makes it happen, or only people see to it."""
    hint: str = ""
    """A sentence that says what would be right; a refusal with a hint of its own uses that one."""


class TurnStep(Schema):
    """A step of a turn, as one learns it: what is done, by which verbs, and the rules it rests on."""

    words: str
    verbs: Many[str] = ()
    """The verbs that do it; the title, cost and icon of the first are the step's where it has none itself."""
    rules: Many[str] = ()
    """The keys of the rules it rests on, the weightiest first."""
    title: str = ""
    cost: str = ""


class Lesson(Schema):
    """The first lesson for newcomers: the goal in one sentence, a turn in one sentence, and its steps."""

    goal: str = ""
    turn: str = ""
    steps: Many[TurnStep] = ()

    def step_of(self, verb: str) -> TurnStep | None:
        """The first step that a verb belongs to."""
        return next((step for step in self.steps if verb in step.verbs), None)

    def rules_of(self, verb: str) -> Sequence[str]:
        """Return the rules that a verb rests on, the weightiest first."""
        step = self.step_of(verb)
        return step.rules if step else ()


_fired: set[tuple[str, str]] | None = None


@contextmanager
def traced() -> Iterator[set[tuple[str, str]]]:
    """Yield the rules that fire while this runs, as key and ``refuses`` or ``happens``, for checks."""
    global _fired
    before, _fired = _fired, set()
    try:
        yield _fired
    finally:
        if before is not None:
            before |= _fired
        _fired = before


_listening: dict[int, list[str]] = {}
"""Thread to the keys of the rules that are asked in it, where somebody listens."""


@contextmanager
def consulted() -> Iterator[list[str]]:
    """The keys of the rules that are asked while this runs, in their order, whether they hold or not."""
    me, keys = get_ident(), list[str]()
    before = _listening.get(me)
    _listening[me] = keys
    try:
        yield keys
    finally:
        if before is None:
            del _listening[me]
        else:
            _listening[me] = before


def happened(key: str) -> None:
    """A rule made something happen by itself."""
    if _fired is not None:
        _fired.add((key, "happens"))


class Refusal(Exception):
    """The only way to say no: why, in plain words with the numbers, and the rule that says so."""

    __slots__ = ("_hint", "_rule", "_values", "_why")

    def __init__(
        self,
        why: Message | str,
        rule: Rule,
        hint: Message | str = "",
        values: Mapping[str, Value] = MappingProxyType({}),
    ) -> None:
        if _fired is not None:
            _fired.add((rule.key, "refuses"))
        self._why = why
        self._rule = rule
        self._hint = hint or rule.hint
        self._values = values

    @property
    def rule(self) -> Rule:
        """Return the rule that says no."""
        return self._rule

    @property
    def words(self) -> Message | str:
        """The message that says why; it is put into words when somebody reads it."""
        return filled(self._why, self._values)

    @property
    def why(self) -> str:
        """The reason, in words."""
        return str(self.words)

    @property
    def hint(self) -> str:
        """A way to make it legal, in words, if one is known."""
        return str(filled(self._hint, self._values))

    def __str__(self) -> str:
        return self.why


class LateRefusal(Refusal):
    """A refusal whose rule and reason take work to find, which is done once somebody reads them.

    Computer players are refused thousands of times and read nothing. A fault on the way is told as a Stumble.
    """

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], Refusal]) -> None:
        self._find = find
        self._found: Refusal | None = None
        if _fired is not None:
            self._read()

    def _read(self) -> Refusal:
        if self._found is None:
            try:
                self._found = self._find()
            except Exception as fault:
                logging.getLogger(__name__).error("why something is refused", exc_info=fault)
                self._found = Stumble(TABLE)
                self._found.__cause__ = fault
        return self._found

    @property
    def rule(self) -> Rule:
        """Return the rule that says no."""
        return self._read().rule

    @property
    def words(self) -> Message | str:
        """Return the message that says why."""
        return self._read().words

    @property
    def hint(self) -> str:
        """Return a way to make it legal, in words, if one is known."""
        return self._read().hint


def late(check: Callable[[*Ts], object], *given: *Ts) -> LateRefusal:
    """Return the refusal that a check of these ends with, which is run once somebody reads why."""

    def found() -> Refusal:
        try:
            check(*given)
        except Refusal as no:
            return no.with_traceback(None)
        raise AssertionError("a check that refuses nothing")

    return LateRefusal(found)


STUMBLED = "Our own rules stumble over this. That is a fault of ours, not of the table."


class Stumble(Refusal):
    """A fault in a game's own code, told to the table as a refusal; the host's log has its cause."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        hint = "Do something else, or take back what led here; the host's log says what is to be mended."
        why = message("{stumbled} Nothing was done, and what was played is kept.", stumbled=STUMBLED)
        super().__init__(why, rules["stumble"], hint)


class NoRule(KeyError):
    """A key that no rule has: the key, and those there are."""

    def __str__(self) -> str:
        key, known = self.args
        return f"“{key}” is no rule; {nearest(key, known)}"


class _ByKey(dict[str, Rule]):
    """Rules by key; NoRule, which names the nearest, for one that there is not."""

    def __missing__(self, key: str) -> NoReturn:
        raise NoRule(key, [*self])


class Rulebook(Mapping[str, Rule]):
    """A game's rules by key, in reading order, with the rules of every Companion table at the end."""

    def __init__(self, version: int, rules: Mapping[str, Rule], lesson: Lesson | None = None) -> None:
        self.version = version
        self._rules = _ByKey(rules)
        self.lesson = lesson or Lesson()

    @classmethod
    def load(cls, package: str, name: str = "rules.toml") -> "Rulebook":
        """Read ``version``, the lesson and the rules of a package's TOML; the table's own rules are appended.

        SchemaError, naming file and line, for what is missing, unknown or of a wrong type.
        """
        own = load(package, name, _Rules)
        return cls(own.version, {**_rules(own), **TABLE}, own.lesson)

    def __getitem__(self, key: str) -> Rule:
        return self._rules[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def sections(self) -> dict[str, list[Rule]]:
        """The rules grouped by section, in reading order."""
        grouped: dict[str, list[Rule]] = {}
        for rule in self._rules.values():
            grouped.setdefault(rule.section, []).append(rule)
        return grouped

    def require(
        self, holds: object, key: str, why: Message | str, hint: Message | str = "", /, **values: Value
    ) -> None:
        """Go on if it holds, or refuse citing the rule; ``why`` and ``hint`` are templates of ``values``."""
        if _listening and (keys := _listening.get(get_ident())) is not None:
            keys.append(key)
        if not holds:
            raise Refusal(why, self._rules[key], hint, values)

    def refuse(self, key: str, why: Message | str, hint: Message | str = "", /, **values: Value) -> NoReturn:
        """Say no, citing the rule; ``why`` and ``hint`` are templates of ``values``."""
        raise Refusal(why, self._rules[key], hint, values)


class _Row(Schema):
    section: str
    words: str
    where: str
    reading: str = ""
    option: str = ""
    kept: Kept = "refuses"
    hint: str = ""


class _Rules(Schema, extra="allow"):
    version: int
    lesson: Lesson = Lesson()
    __pydantic_extra__: dict[str, _Row] = Field(init=False)


def _rules(read: _Rules) -> dict[str, Rule]:
    return {key: Rule(key, **row.model_dump()) for key, row in (read.__pydantic_extra__ or {}).items()}


TABLE: Mapping[str, Rule] = _rules(load(__package__, "table.toml", _Rules))
"""The rules of every table, whatever the game."""
