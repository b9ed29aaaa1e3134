"""Learn while playing: what a seat that learns is told above its buttons, each rule once.

Told lessons are not saved: they follow from the journal. At every moment of a seat its dock, and each
question of what it then said, told one thing. So this phone, another one and a server that was restarted say
the same.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.kernel.action import Action, Kind, Noun, answered, draft, nouns, refusal, stumbled
from companion.kernel.game import Game
from companion.kernel.journal import Entry, Step, Table
from companion.kernel.rulebook import TABLE, Lesson, consulted
from companion.kernel.state import State

FIRST, COACH = "first", "coach"
GOAL, TURN = BEFORE_ALL = "the goal", "a turn"
"""What is told first of all, before any rule."""
FEW, LOOKED_AT = 8, 40
"""The rules of so many allowed answers are looked for, among so many."""
KEPT = 512
"""What so many seats learnt is remembered."""
Given = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Above:
    """The text above the buttons: a heading, a sentence, and the key of its rule, if it is one."""

    title: str
    words: str
    rule: str = ""


@dataclass(frozen=True)
class Learnt:
    """The lessons that one seat was told up to an entry, and how often it has spoken."""

    n: int = 0
    last: Entry | None = None
    own: int = 0
    known: frozenset[str] = frozenset()


def above(
    table: Table[Any], code: str, seat: str, how: str, kind: Kind[Any] | None, answers: Given
) -> Above | None:
    """Return the lesson of a seat now: at a question of ``kind``, with these answers given, or at its
    dock."""
    game, state = table.game, table.state
    learnt = _learnt(table, code, seat) if how == FIRST else Learnt(own=len(BEFORE_ALL))
    key = ""
    if kind is not None:
        key = _first(_governing(game.rules.lesson, state, kind, seat, answers), learnt.known)
    if kind is None or (not key and learnt.own < len(BEFORE_ALL)):
        key = _at_dock(game, state, seat, learnt)
    return _told(game, key) if key else None


def explained(game: Game[Any], kind: Kind[Any]) -> str:
    """Return the explanation of a verb: the lesson's sentence, else the verb's own."""
    step = game.rules.lesson.step_of(kind.verb)
    return step.words if step else " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def beginning(table: Table[Any], code: str, seat: str) -> Above | None:
    """Return the lesson of a seat that waits for its first move."""
    return None if _learnt(table, code, seat).own else _told(table.game, GOAL)


def _told(game: Game[Any], key: str) -> Above:
    lesson = game.rules.lesson
    if key in (GOAL, TURN):
        return Above("The goal", lesson.goal) if key == GOAL else Above("A turn", lesson.turn)
    rule = game.rules[key]
    return Above(rule.section, rule.words, key)


# ---- what was told

_learners: OrderedDict[tuple[str, str], Learnt] = OrderedDict()
_turn = threading.Lock()


def _learnt(table: Table[Any], code: str, seat: str) -> Learnt:
    """Return the lessons of a seat so far, caught up with the journal."""
    with _turn:
        have = _learners.get((code, seat), Learnt())
    if have.n > table.n or _entry(table, have.n) != have.last:
        have = Learnt()  # another journal than the one it was taken from
    own, things = have.own, set(have.known)
    for at in range(have.n, table.n):
        step = table.log[at]
        kind = table.game.kind(step.entry.verb) if step.entry.seat == seat else None
        if kind and not kind.anytime:
            before = table.log[at - 1].state if at else table.start
            learnt = Learnt(at, None, own, frozenset(things))
            things.update(_told_during(table.game, before, step, kind, learnt))
            own += 1
    learnt = Learnt(table.n, _entry(table, table.n), own, frozenset(things))
    with _turn:
        _learners[code, seat] = learnt
        _learners.move_to_end((code, seat))
        while len(_learners) > KEPT:
            _learners.popitem(last=False)
    return learnt


def _entry(table: Table[Any], n: int) -> Entry | None:
    return table.log[n - 1].entry if n else None


def _told_during(
    game: Game[Any], before: State, step: Step[Any], kind: Kind[Any], learnt: Learnt
) -> Iterator[str]:
    """Yield the lessons that a seat was told up to this entry, and the one of the entry itself."""
    entry = step.entry
    yield _at_dock(game, before, entry.seat, learnt)
    answers: dict[str, str | Sequence[str]] = {}
    for field in (*nouns(kind), ""):
        yield _first(_governing(game.rules.lesson, before, kind, entry.seat, answers), learnt.known)
        answers[field] = entry.answers.get(field, "")
    yield from (line.rule for line in step.told if line.rule)


# ---- what there is to tell


def _at_dock(game: Game[Any], state: State, seat: str, learnt: Learnt) -> str:
    """The goal, then how a turn goes, then for each verb that can be said the rule it rests on."""
    if learnt.own < len(BEFORE_ALL):
        return BEFORE_ALL[learnt.own]
    for kind in game.kinds if seat in state.to_act else ():
        rule = next(iter(game.rules.lesson.rules_of(kind.verb)), "")
        if rule and rule not in learnt.known and _can_be_said(state, kind, seat):
            return rule
    return ""


def _can_be_said(state: State, kind: Kind[Any], seat: str) -> bool:
    here = (not kind.of or seat in kind.of) and (not kind.during or state.phase in kind.during)
    return here and not kind.anytime and refusal(state, draft(kind, seat, {})) is None


def _first(keys: Iterable[str], things: Collection[str]) -> str:
    return next((key for key in keys if key not in things), "")


def _governing(lesson: Lesson, state: State, kind: Kind[Any], seat: str, answers: Given) -> list[str]:
    """The rules that govern a question: what is special here first, then what its verb rests on."""
    try:
        own, options = _consulted(state, kind, seat, answers)
    except Exception as fault:
        stumbled(state, kind.verb, fault)
        return []
    rests = lesson.rules_of(kind.verb)
    usual = {key for step in lesson.steps for key in step.rules}
    asked = [key for key in options if key not in own]
    special = [key for key in asked if key not in usual]
    rules = dict.fromkeys([*special, *rests[:1], *asked, *own, *rests[1:]])
    return [key for key in rules if key not in TABLE]


def _consulted(state: State, kind: Kind[Any], seat: str, answers: Given) -> tuple[list[str], list[str]]:
    """The rules asked of what is given so far, and those asked of the answers that the rules allow next."""
    action, field = _drafted(state, kind, seat, answers)
    with consulted() as own:
        refusal(state, action)
    noun = nouns(kind).get(field)
    result: list[str] = []
    if isinstance(noun, Noun):
        allowed = 0
        for name in islice(noun.options(state, action), LOOKED_AT):
            with consulted() as keys:
                no = refusal(state, answered(action, field, (name,) if noun.count else name))
            if no is None:
                result += keys
                allowed += 1
                if allowed == FEW:
                    break
    return own, result


def _drafted(state: State, kind: Kind[Any], seat: str, answers: Given) -> tuple[Action[Any], str]:
    """A half-made action, and the noun that is asked next; empty where none is."""
    action = draft(kind, seat, {})
    for field, noun in nouns(kind).items():
        names = answers.get(field, ())
        names = (names,) if isinstance(names, str) and names else tuple(names)
        several = noun.count if isinstance(noun, Noun) else None
        if len(names) < (several(state, action) if several else 1):
            return action, field
        action = answered(action, field, names if several else names[0])
    return action, ""
