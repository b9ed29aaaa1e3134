"""The verbs of a box: writing a line, changing a counter, being done, and those it declares."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, make_dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from companion.boxes.formula import Here, Value
from companion.boxes.judging import Need, Stage
from companion.boxes.made import UNSEARCHED, Allowed, Made, begun
from companion.boxes.schema import Ask, Verb
from companion.boxes.state import ANY_TIME, ONE, TOGETHER, BoxState
from companion.boxes.statements import Statement, carried_out
from companion.kernel.action import Action, AnyNoun, Kind, Noun, Number, answered, draft, nouns
from companion.kernel.rulebook import Refusal

TRIED = 10
"""The steps of an answer that is tried, besides its rules."""
BUTTONS = 12
"""So many answers are buttons; more, one after the other, are a stepper."""
FILLED, CHANGE, DONE = "written-once", "change", "done"
"""The rules that these verbs have by themselves."""


@lru_cache(64)
def numbers(least: int, most: int, step: int) -> "Number | tuple[str, ...]":
    """The numbers of a range as answers."""
    if step == 1 and most - least >= BUTTONS:
        return Number(least, most)
    return tuple(map(str, range(least, most + 1, step)))


# -- writing a line ----------------------------------------------------------------------------------------


def write(made: Made) -> Kind[BoxState]:
    """The verb that writes a line of the pad."""
    by_name = {made.things.called(key): key for key in made.things.written}
    names = {phase: tuple(map(made.things.called, keys)) for phase, keys in made.rounds.lines_in.items()}
    fixed: dict[str, Any] = {}
    for key, line in made.things.written.items():
        if isinstance(line.points, tuple):
            fixed[key] = tuple(map(str, dict.fromkeys(line.points)))

    def lines(state: BoxState, draft: Any) -> tuple[str, ...]:
        return names[state.phase]

    def offered(state: BoxState, draft: Any) -> Iterable[str]:
        key = by_name[draft.line]
        if key in fixed:
            return fixed[key]  # type: ignore[no-any-return]
        least, most, step = made.ends[key]
        here = state.here(draft.by)
        return numbers(least(here), most(here), step)

    def written(state: BoxState, by: str, cell: str, number: str) -> Here:
        """Return the place of formulas that judge a number which is being written."""
        to = int(number)
        return Here(state, by, state.round, to, {**state.numbers, cell: to})

    last: list[tuple[BoxState, str, bool]] = []

    def anything(state: BoxState, draft: Any, key: str, cell: str) -> bool:
        """True if the rules allow any number; found out once a moment, not for each answer."""
        known = last[0] if last else None
        if known is None or known[0] is not state or known[1] != cell:
            heres = (written(state, draft.by, cell, number) for number in offered(state, draft))
            known = (state, cell, any(made.against(key, here) is None for here in heres))
            last[:] = [known]
        return known[2]

    @dataclass(frozen=True)
    class Write(Action[BoxState]):
        """Write down a line of the pad."""

        line: str
        points: str
        its_nouns: ClassVar[dict[str, AnyNoun]] = {
            "line": Noun("Which line?", lines, alone=True),
            "points": Noun("What is written there?", offered),
        }
        icon = "pen"
        at_once = True

        @classmethod
        def face(cls, state: BoxState, by: str) -> tuple[str, str]:
            """Return the name of the line, if only one is left to write, and no cost."""
            left = made.rounds.open_lines(state, by)
            return (made.things.called(left[0]) if len(left) == 1 else cls.title), ""

        def check(self, state: BoxState) -> None:
            known = made.allowed
            if known is not None and known.action is self and known.state is state:
                return
            if "line" not in self.__dict__ and not made.rounds.open_lines(state, self.by):
                state.rules.refuse("written-once", f"{self.by} has nothing to write now.")
            key = by_name[self.line]
            cell = made.things.cell(key, self.by, state.round)
            if cell in state.numbers:
                state.rules.refuse("written-once", f"{cell} is {state.numbers[cell]} already.")
            if key in made.needs and "points" in self.__dict__:
                self._judge(state, key, cell)
            made.allowed = Allowed(self, state, state)

        def _judge(self, state: BoxState, key: str, cell: str) -> None:
            """The rules of this line; where they allow nothing at all, the table is right."""
            here = written(state, self.by, cell, self.points)
            need = made.against(key, here)
            if need and anything(state, self, key, cell):
                state.rules.refuse(need.key, need.why(here))

        def apply(self, state: BoxState) -> BoxState:
            key = by_name[self.line]
            cell = made.things.cell(key, self.by, state.round)
            told = f"{self.by} writes {self.points.replace('-', '−')}: {self.line}."
            numbers = {**state.numbers, cell: int(self.points)}
            after = state.tell(told, cell, *made.things.follows(self.by), rule=FILLED, numbers=numbers)
            left = made.rounds.open_lines(after, self.by)
            together = made.rounds.order(state.phase) in (TOGETHER, ONE)
            stays = any(together or made.box.lines[one].each == "round" for one in left)
            return made.after(after, self.by, "stay" if stays else "next")

    return Write


# -- changing a counter ------------------------------------------------------------------------------------


def change(made: Made) -> Kind[BoxState]:
    """The verb that changes a counter by a step."""
    steps = {
        key: tuple(f"{step:+}" for step in counter.change)
        for key, counter in made.box.counters.items()
        if counter.change
    }

    def keys(state: BoxState, by: str) -> dict[str, tuple[str, str]]:
        whose = state.table if made.rounds.order(state.phase) == ANY_TIME else (by,)
        return {
            made.things.thing(key, seat): (key, seat)
            for seat in (by, *(seat for seat in whose if seat != by))
            for key in steps
            if seat == by or key not in made.hidden
        }

    @dataclass(frozen=True)
    class Change(Action[BoxState]):
        """Change a counter by a step."""

        thing: str
        step: str
        its_nouns: ClassVar[dict[str, AnyNoun]] = {
            "thing": Noun("Which?", lambda state, draft: tuple(keys(state, draft.by)), alone=True),
            "step": Noun("By how much?", lambda state, draft: steps[keys(state, draft.by)[draft.thing][0]]),
        }
        icon = "plus"
        at_once = True

        def check(self, state: BoxState) -> None:
            key, seat = keys(state, self.by)[self.thing]
            require = state.rules.require
            require(seat in state.playing, CHANGE, f"{seat} is out.")
            counter, now = made.box.counters[key], state.numbers[self.thing]
            least, most = made.ends_of(key, state, seat)
            room = (now < most, now > least)
            able = any(room[step < 0] for step in counter.change)
            require(able, CHANGE, f"{self.thing} is {now}, and goes from {least} to {most}.")
            step = int(self.step)
            require(room[step < 0], CHANGE, f"{self.thing} is {now} already, and goes no further.")

        def apply(self, state: BoxState) -> BoxState:
            key, seat = keys(state, self.by)[self.thing]
            least, most = made.ends_of(key, state, seat)
            now = max(least, min(most, state.numbers[self.thing] + int(self.step)))
            told = f"{self.by}: {self.thing} {self.step.replace('-', '−')}, so {now}."
            after = state.put(self.thing, now).tell(told, self.thing, *made.things.follows(seat), rule=CHANGE)
            return made.after(after, self.by, "stay")

    return Change


@dataclass(frozen=True)
class Done(Action[BoxState]):
    """Say that you are done with your turn."""

    icon = "check"
    at_once = True

    def apply(self, state: BoxState) -> BoxState:
        return state.made.after(state.tell(f"{self.by}: done.", rule=DONE), self.by, "next")


# -- what a box declares -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said(Action[BoxState]):
    """A verb of a box."""

    made: ClassVar[Made]
    key: ClassVar[str]
    rule: ClassVar[str]
    does: ClassVar[tuple[Statement, ...]]
    then: ClassVar[Callable[[Here], str]]

    def check(self, state: BoxState) -> None:
        made, given, answers = self.made, self.__dict__, 0
        judging = made.judging[self.key]
        while answers < len(judging.asked) and judging.asked[answers] in given:
            answers += 1
        stage, reached = judging.whole[answers], state
        if closed := made.telling and made.tells(self.key, state):
            why = f"{made.things.called(closed)} is hidden still, and this would tell how it stands."
            state.rules.refuse(self.rule, why)
        known = made.allowed
        if known is not None and known.state is state and answers:
            if known.action is self:
                return
            before = known.action.__dict__
            if (
                len(before) == answers
                and type(known.action) is type(self)
                and before.items() <= given.items()
            ):
                stage, reached = judging.added[answers - 1], known.reached
        if judging.whole[answers].does:
            state.rules.require(True, self.rule, "")
        if need := self._against(state, stage):
            state.rules.refuse(need.key, need.why(state.here(self.by, self)))
        reached = self._after(reached, stage)
        if not judging.free[answers]:
            self._search(state, reached, answers)
        made.allowed = Allowed(self, state, reached)

    def _search(self, state: BoxState, reached: BoxState, answers: int) -> None:
        """Refuse an answer that nothing could follow; found out once a moment, within a budget of steps."""
        found, begins = self.made.searched(state), begun(self)
        if begins not in found:
            budget = [self.made.judging[self.key].budgets[answers]]
            try:
                self._leads_on(state, reached, answers, budget)
            except Refusal as no:
                found[begins] = no.why, no.rule
            else:
                found[begins] = UNSEARCHED if budget[0] < 0 else ""
        if isinstance(known := found[begins], tuple):
            raise Refusal(*known)

    def _leads_on(self, state: BoxState, reached: BoxState, answers: int, budget: list[int]) -> None:
        """An answer that nothing could follow is refused, with the first reason of what would follow.

        Every step is taken off the budget; where that is at its end, nothing is refused.
        """
        judging = self.made.judging[self.key]
        if judging.free[answers]:
            return
        reason: Refusal | None = None
        field, added = judging.asked[answers], judging.added[answers]
        noun = self.its_nouns[field]
        assert isinstance(noun, Noun)
        for name in noun.options(state, self):
            with_it = answered(self, field, name)
            assert isinstance(with_it, Said)
            budget[0] -= TRIED + added.judged
            if need := with_it._against(state, added):
                reason = reason or Refusal(need.why(state.here(self.by, with_it)), state.rules[need.key])
            else:
                budget[0] -= added.done
                try:
                    with_it._leads_on(state, with_it._after(reached, added), answers + 1, budget)
                except Refusal as no:
                    reason = reason or no
                else:
                    return
            if budget[0] < 0:
                return
        raise reason or Refusal("There is nothing to answer with now.", state.rules[self.rule])

    def _against(self, state: BoxState, stage: Stage) -> Need | None:
        """The first rule of a stage that forbids this."""
        if stage.needs:
            here = state.here(self.by, self)
            for need in stage.needs:
                if not need.holds(here):
                    return need
        return None

    def _after(self, reached: BoxState, stage: Stage) -> BoxState:
        """The moment after what a stage does; a refusal where that takes more than there is."""
        for one in stage.does:
            reached, _ = one.hands(reached, reached.here(self.by, self), self.rule)
        return reached

    @classmethod
    def face(cls, state: BoxState, by: str) -> tuple[str, str]:
        """Its title, and whether nobody knows that it can be finished."""
        return cls.title, _unsearched(state, draft(cls, by, {})) or cls.cost

    def foresee(self, before: BoxState, after: BoxState) -> str | None:
        """Return nothing for a card that is laid, as its name says it; None for the tracked counters."""
        return "" if any(ask.card for ask in self.made.box.verbs[self.key].asks.values()) else None

    def apply(self, state: BoxState) -> BoxState:
        here = state.here(self.by, self)
        answers = ", ".join(str(self.__dict__[field]) for field in nouns(type(self)))
        told = f"{self.by}: {self.title}{': ' if answers else ''}{answers}."
        after = carried_out(state, self.does, here, self.rule, told, fires=False)
        if after.over:
            return after
        then = type(self).then(after.here(self.by, self))
        return self.made.after(after, self.by, then)


def _unsearched(state: BoxState, action: Action[BoxState]) -> str:
    """Return what is said of an action that is offered although its search stopped; else nothing."""
    return "may lead nowhere" if state.made.unsearched(state, action) else ""


def said(
    made: Made,
    key: str,
    verb: Verb,
    does: tuple[Statement, ...],
    then: Callable[[Here], str],
    ranges: dict[str, tuple[Value, Value, int]],
) -> Kind[BoxState]:
    """A verb that a box declares."""
    asked = {
        name: replace(_noun(made, name, ask, ranges), price=_unsearched) for name, ask in verb.asks.items()
    }
    called = verb.title or key.replace("_", " ").capitalize()
    told = {
        "made": made, "key": key, "rule": key.replace("_", "-"), "does": does, "then": staticmethod(then),
        "title": called, "icon": verb.icon or "", "during": verb.during, "__doc__": verb.words,
        "its_nouns": asked, "at_once": not (asked or does),
    }  # fmt: skip
    name = "".join(part.capitalize() for part in key.split("_"))
    kind: Any = make_dataclass(
        name, [(key, str) for key in asked], bases=(Said,), frozen=True, namespace=told
    )
    kind.verb = key.replace("_", "-")
    return kind  # type: ignore[no-any-return]


def _noun(made: Made, name: str, ask: Ask, ranges: dict[str, tuple[Value, Value, int]]) -> Noun[BoxState]:
    if ask.number is not None:
        least, most, step = ranges[name]

        def offered(state: BoxState, draft: Any) -> Iterable[str]:
            here = state.here(draft.by, draft)
            return numbers(least(here), most(here), step)

        return Noun(ask.ask, offered)
    if ask.die is not None:
        sides = tuple(map(str, range(1, ask.die + 1)))
        return Noun(ask.ask, lambda state, draft: sides, chance=True)
    if ask.choice is not None:
        names = tuple(ask.choice)
        return Noun(ask.ask, lambda state, draft: names, chance=ask.chance)
    if ask.seat is not None:
        return Noun(ask.ask, lambda state, draft: _seats(state, draft.by, ask.seat == "any"), alone=True)
    if ask.card is not None:
        return _card_noun(made, ask.ask, ask.card)
    if ask.piece is not None:
        return Noun(ask.ask, lambda state, draft: _pieces(made, state, draft.by, ask.piece or ""))
    spaces = tuple(made.places.spaces.at) if made.places.spaces else ()
    return Noun(ask.ask, lambda state, draft: spaces)


def _card_noun(made: Made, words: str, key: str) -> Noun[BoxState]:
    """A card of a pile: of one's own hand, as it is played; of a stock, as it is turned over."""
    spec = made.box.piles[key]

    def cards(state: BoxState, draft: Any) -> Iterable[str]:
        return made.cards.offered(state, made.cards.pile(key, draft.by if spec.of == "seat" else ""))

    return Noun(words, cards, chance=spec.of == "table" and spec.face == "down")


def _seats(state: BoxState, by: str, own: bool) -> tuple[str, ...]:
    return tuple(seat for seat in state.playing if own or seat != by)


def _pieces(made: Made, state: BoxState, by: str, whose: str) -> tuple[str, ...]:
    def fits(piece: str) -> bool:
        owner = made.things.pieces[piece][1]
        return whose == "any" or (owner == by) == (whose == "own")

    return tuple(piece for piece in made.places.on_board(state).values() if fits(piece))
