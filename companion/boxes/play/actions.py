"""The verbs of a box: writing a line, changing a counter, being done, and those it declares."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, make_dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar

from companion.boxes.definition.formula import Here, Value, new_here
from companion.boxes.definition.model import Need, Parts, Stage, Statement
from companion.boxes.definition.rounds import ANY_TIME, ONE, TOGETHER
from companion.boxes.definition.schema import Ask, Verb
from companion.boxes.definition.things import in_figures
from companion.boxes.play.counters import ends_of
from companion.boxes.play.happening import tells
from companion.boxes.play.piles import offered as cards_offered
from companion.boxes.play.state import BoxState
from companion.boxes.play.statements import carried_out
from companion.boxes.play.turns import after
from companion.kernel.action import Action, AnyNoun, Kind, Noun, Number, answered, draft
from companion.kernel.rulebook import LateRefusal, Refusal, Rule
from companion.words import Message, Text, message

TRIED = 10
"""The steps of an answer that is tried, besides its rules."""
BUTTONS = 12
"""So many answers are buttons; more, one after the other, are a stepper."""
FILLED, CHANGE, DONE = "written-once", "change", "done"
"""The rules that these verbs have by themselves."""
UNSEARCHED = "unsearched"
"""What is found where a search stops at its budget."""
Found = tuple[str, Rule] | str
"""What a search has found: why an action cannot be finished, with the rule; empty if it can."""


@lru_cache(64)
def numbers(least: int, most: int, step: int) -> "Number | tuple[str, ...]":
    """The numbers of a range as answers."""
    if step == 1 and most - least >= BUTTONS:
        return Number(least, most)
    return tuple(map(str, range(least, most + 1, step)))


# -- writing a line ----------------------------------------------------------------------------------------


WRITE = "write"
"""The verb that writes a line of the pad, with its two fields."""
LINE, POINTS = "line", "points"


def points_of(state: BoxState, key: str, by: str) -> "Number | tuple[str, ...]":
    """Return what a seat can write in a line: a range, or the numbers that the line lists."""
    points = state.definition.box.lines[key].points
    if isinstance(points, tuple):
        return tuple(map(str, dict.fromkeys(points)))
    least, most, step = state.definition.ends[key]
    here = state.here(by)
    return numbers(least(here), most(here), step)


def _while_written(state: BoxState, by: str, cell: str, number: str) -> Here:
    """Return the place of formulas that judge a number which is being written."""
    to = int(number)
    return Here(state, by, state.round, to, {**state.numbers, cell: to})


def _forbidden_by(state: BoxState, key: str, here: Here) -> Need | None:
    """Return the first rule that forbids this line; None if all hold."""
    return next((need for need in state.definition.needs[key] if not need.holds(here)), None)


def _judge_line(
    state: BoxState, key: str, cell: str, draft: Any, offered: Callable[[BoxState, Any], Iterable[str]]
) -> None:
    """Refuse a number that a rule of its line forbids, unless the rules forbid every number."""

    def any_allowed(state: BoxState) -> bool:
        heres = (_while_written(state, draft.by, cell, number) for number in offered(state, draft))
        return any(_forbidden_by(state, key, here) is None for here in heres)

    here = _while_written(state, draft.by, cell, draft.points)
    need = _forbidden_by(state, key, here)
    # Whether any number is allowed is the same for each answer, so it is worked out once a moment.
    if need and state.once(f"anything {cell}", state, any_allowed):
        state.rules.refuse(need.key, need.why(here))


def _writes_on(parts: Parts, state: BoxState, by: str) -> bool:
    """True if a seat has more to write before its turn ends."""
    together = parts.rounds.order[state.phase] in (TOGETHER, ONE)
    return any(together or parts.box.lines[one].each == "round" for one in state.open_lines(by))


def write(parts: Parts) -> Kind[BoxState]:
    """The verb that writes a line of the pad."""
    by_name = {parts.things.called(key): key for key in parts.things.written}
    names = {phase: tuple(map(parts.things.called, keys)) for phase, keys in parts.rounds.lines_in.items()}

    def lines(state: BoxState, draft: Any) -> tuple[str, ...]:
        return names[state.phase]

    def offered(state: BoxState, draft: Any) -> Iterable[str]:
        return points_of(state, by_name[draft.line], draft.by)

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
            left = state.open_lines(by)
            return (parts.things.called(left[0]) if len(left) == 1 else cls.title), ""

        def check(self, state: BoxState) -> None:
            if "line" not in self.__dict__ and not state.open_lines(self.by):
                state.rules.refuse("written-once", "{seat} has nothing to write now.", seat=self.by)
            key = by_name[self.line]
            cell = parts.things.cell(key, self.by, state.round)
            if cell in state.numbers:
                state.rules.refuse(
                    "written-once", "{cell} is {number} already.", cell=cell, number=state.numbers[cell]
                )
            if key in state.definition.needs and "points" in self.__dict__:
                _judge_line(state, key, cell, self, offered)

        def apply(self, state: BoxState) -> BoxState:
            key = by_name[self.line]
            cell = parts.things.cell(key, self.by, state.round)
            number, words = int(self.points), "{seat} writes {points}: {line}."
            told = message(words, seat=self.by, points=in_figures(number), line=self.line)
            numbers = {**state.numbers, cell: number}
            state = state.tell(told, cell, *parts.things.follows(self.by), rule=FILLED, numbers=numbers)
            return after(state, self.by, "stay" if _writes_on(parts, state, self.by) else "next")

    return Write


# -- changing a counter ------------------------------------------------------------------------------------


def change(parts: Parts) -> Kind[BoxState]:
    """The verb that changes a counter by a step."""
    steps = {
        key: tuple(f"{step:+}" for step in counter.change)
        for key, counter in parts.box.counters.items()
        if counter.change
    }

    def keys(state: BoxState, by: str) -> dict[str, tuple[str, str]]:
        whose = state.table if parts.rounds.order[state.phase] == ANY_TIME else (by,)
        return {
            parts.things.thing(key, seat): (key, seat)
            for seat in (by, *(seat for seat in whose if seat != by))
            for key in steps
            if seat == by or key not in state.definition.hidden
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
            require(seat in state.playing, CHANGE, "{seat} is out.", seat=seat)
            counter, now = parts.box.counters[key], state.numbers[self.thing]
            least, most = ends_of(state, key, seat)
            room = (now < most, now > least)
            able = any(room[step < 0] for step in counter.change)
            why = "{thing} is {now}, and goes from {least} to {most}."
            require(able, CHANGE, why, thing=self.thing, now=now, least=least, most=most)
            able, why = room[int(self.step) < 0], "{thing} is {now} already, and goes no further."
            require(able, CHANGE, why, thing=self.thing, now=now)

        def apply(self, state: BoxState) -> BoxState:
            key, seat = keys(state, self.by)[self.thing]
            least, most = ends_of(state, key, seat)
            now = max(least, min(most, state.numbers[self.thing] + int(self.step)))
            step, words = self.step.replace("-", "−"), "{seat}: {thing} {step}, so {now}."
            told = message(words, seat=self.by, thing=self.thing, step=step, now=now)
            state = state.put(self.thing, now)
            state = state.tell(told, self.thing, *parts.things.follows(seat), rule=CHANGE)
            return after(state, self.by, "stay")

    return Change


@dataclass(frozen=True)
class Done(Action[BoxState]):
    """Say that you are done with your turn."""

    icon = "check"
    at_once = True

    def apply(self, state: BoxState) -> BoxState:
        return after(state.tell(message("{seat}: done.", seat=self.by), rule=DONE), self.by, "next")


# -- what a box declares -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoxAction(Action[BoxState]):
    """A verb of a box."""

    key: ClassVar[str]
    rule: ClassVar[str]
    does: ClassVar[tuple[Statement, ...]]
    then: ClassVar[Callable[[Here], str]]
    tells: ClassVar[str]
    _moves: ClassVar[bool]
    """True if all its answers are pieces, places and cards: then its movement says what was done."""

    def check(self, state: BoxState) -> None:
        definition, given, answers = state.definition, self.__dict__, 0
        judging = definition.judging[self.key]
        while answers < len(judging.asked) and judging.asked[answers] in given:
            answers += 1
        stage = judging.whole[answers]
        if closed := tells(state, self.key):
            why = message(
                "{called} is hidden still, and this would tell how it stands.",
                called=definition.things.called(closed),
            )
            state.rules.refuse(self.rule, why)
        if stage.does:
            state.rules.require(True, self.rule, "")
        if need := self._against(state, stage):
            state.rules.refuse(need.key, need.why(state.here(self.by, self)))
        self._search(state, self._after(state, stage), answers, [])

    def _search(self, state: BoxState, reached: BoxState, answers: int, budget: list[int]) -> None:
        """Refuse an answer that nothing could follow; found out once a moment, within a budget of steps: that
        of the search it is a part of, or one of its own."""
        judging = state.definition.judging[self.key]
        if judging.free[answers]:
            return
        if legal := judging.legal[answers]:
            for _ in legal(state.here(self.by, self)):
                return  # one is enough
            if not budget:
                raise LateRefusal(partial(self._dead_end, state, reached, answers))
        results, begins = searched(state), begun(self)
        result = results.get(begins)
        if result is None:
            result = self._found(state, reached, answers, budget or [judging.budgets[answers]])
            if result != UNSEARCHED or not budget:
                results[begins] = result
        if isinstance(result, tuple):
            raise Refusal(*result)

    def _dead_end(self, state: BoxState, reached: BoxState, answers: int) -> Refusal:
        """Return why no answer comes next: the first reason of those that could."""
        budget = state.definition.judging[self.key].budgets[answers]
        try:
            self._leads_on(state, reached, answers, [budget])
        except Refusal as no:
            return no
        return self._nothing(state)

    def _nothing(self, state: BoxState) -> Refusal:
        return Refusal(message("There is nothing to answer with now."), state.rules[self.rule])

    def is_legal(self, state: BoxState) -> bool | None:
        """True if it can be begun, found once a moment; None if it was, or where each answer is tried."""
        return None if len(self.__dict__) > 1 else state.once((self.verb, self.by), state, self._opens)

    def _opens(self, state: BoxState) -> bool | None:
        opens = state.definition.judging[self.key].opens
        if opens is None or self.by not in state.to_act or tells(state, self.key):
            return None
        in_season = not self.during or state.phase in self.during
        return in_season and bool(opens(new_here((state, self.by, state.round, self, state.numbers))))

    def _found(self, state: BoxState, reached: BoxState, answers: int, budget: list[int]) -> Found:
        """Return what a search finds that begins here."""
        try:
            self._leads_on(state, reached, answers, budget)
        except Refusal as no:
            return no.why, no.rule
        return UNSEARCHED if budget[0] < 0 else ""

    def _leads_on(self, state: BoxState, reached: BoxState, answers: int, budget: list[int]) -> None:
        """An answer that nothing could follow is refused, with the first reason of what would follow.

        Every step is taken off the budget; where that is at its end, nothing is refused.
        """
        judging = state.definition.judging[self.key]
        reason: Refusal | None = None
        field, added = judging.asked[answers], judging.added[answers]
        noun = self.its_nouns[field]
        assert isinstance(noun, Noun)
        for name in noun.options(state, self):
            with_it = answered(self, field, name)
            budget[0] -= TRIED + added.judged
            if need := with_it._against(state, added):
                reason = reason or Refusal(need.why(state.here(self.by, with_it)), state.rules[need.key])
            else:
                budget[0] -= added.done
                try:
                    with_it._search(state, with_it._after(reached, added), answers + 1, budget)
                except Refusal as no:
                    reason = reason or no
                else:
                    return
            if budget[0] < 0:
                return
        raise reason or self._nothing(state)

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
    def face(cls, state: BoxState, by: str) -> tuple[Text, Text]:
        """Its title, and whether nobody knows that it can be finished."""
        return cls.title, _unsearched(state, draft(cls, by, {})) or cls.cost

    def takes(self) -> tuple[str, ...]:
        """Return the piece it names, if it names nothing else."""
        asks = self.its_nouns if len(self.its_nouns) == 1 else ()
        return tuple(str(self.__dict__[field]) for field in asks)

    def foresee(self, before: BoxState, after: BoxState) -> tuple[str, ...] | None:
        """Nothing of a card that is laid: which it is says it, and a hand has many."""
        return () if any(ask.card for ask in before.definition.box.verbs[self.key].asks.values()) else None

    def apply(self, state: BoxState) -> BoxState:
        moved = message("{seat}:", seat=self.by) if self._moves and not self.tells else ""
        state = carried_out(
            state,
            self.does,
            state.here(self.by, self),
            self.rule,
            "" if state.quiet else self._sentence(),
            fires=False,
            moved=moved,
            tells=bool(self.tells),
        )
        return state if state.over else after(state, self.by, type(self).then(state.here(self.by, self)))

    def _sentence(self) -> Message:
        """Return what is said of it, with its answers."""
        answers = {field: self.__dict__[field] for field in self.its_nouns}
        if self.tells:
            return message(self.tells, seat=self.by, **answers)
        given = [*answers.values()]
        words = "{seat}: {title}: {answers:, }." if any(given) else "{seat}: {title}."
        return message(words, seat=self.by, title=self.title, answers=given)


def _unsearched(state: BoxState, action: Action[BoxState]) -> str:
    """Return what is said of an action that is offered although its search stopped; else nothing."""
    return "may lead nowhere" if searched(state).get(begun(action)) == UNSEARCHED else ""


def searched(state: BoxState) -> dict[tuple[object, ...], Found]:
    """Return what the searches of a moment have found so far, by what was begun."""
    return state.once("searched", state, lambda state: {})


def begun(action: Action[BoxState]) -> tuple[object, ...]:
    """Return what an action that was begun is known by: its verb, its seat and the answers so far."""
    return (action.verb, *action.__dict__.items())


def said(
    parts: Parts,
    key: str,
    verb: Verb,
    does: tuple[Statement, ...],
    then: Callable[[Here], str],
    ranges: dict[str, tuple[Value, Value, int]],
) -> Kind[BoxState]:
    """A verb that a box declares."""
    nouns = {
        name: replace(
            _noun(parts, name, ask, ranges),
            price=_unsearched,
            legal=partial(_legal, key, n),
        )
        for n, (name, ask) in enumerate(verb.asks.items())
    }
    called = verb.title or key.replace("_", " ").capitalize()
    attributes = {
        "key": key, "rule": key.replace("_", "-"), "does": does, "then": staticmethod(then),
        "title": called, "icon": verb.icon or "", "during": verb.during, "__doc__": verb.words,
        "tells": verb.tells,
        "its_nouns": nouns, "at_once": True,
        "_moves": all(ask.piece or ask.place or ask.card for ask in verb.asks.values()),
    }  # fmt: skip
    name = "".join(part.capitalize() for part in key.split("_"))
    kind: Any = make_dataclass(
        name, [(key, str) for key in nouns], bases=(BoxAction,), frozen=True, namespace=attributes
    )
    kind.verb = key.replace("_", "-")
    return kind  # type: ignore[no-any-return]


def _legal(key: str, n: int, state: BoxState, action: Any) -> Iterable[str] | None:
    """Return the legal answers to the question ``n`` of a verb; None where that is too much work."""
    result = state.definition.judging[key].legal[n]
    return result(new_here((state, action.by, state.round, action, state.numbers))) if result else None


def _noun(parts: Parts, name: str, ask: Ask, ranges: dict[str, tuple[Value, Value, int]]) -> Noun[BoxState]:
    if ask.number is not None:
        least, most, step = ranges[name]

        def offered(state: BoxState, draft: Any) -> Iterable[str]:
            here = state.here(draft.by, draft)
            return numbers(least(here), most(here), step)

        return Noun(ask.ask, offered)
    if ask.die is not None:
        sides = tuple(map(str, range(1, ask.die + 1)))
        return Noun(ask.ask, lambda state, draft: sides, chance="throw")
    if ask.choice is not None:
        names = tuple(ask.choice)
        return Noun(ask.ask, lambda state, draft: names, chance="throw" if ask.chance else "")
    if ask.seat is not None:
        return Noun(ask.ask, lambda state, draft: _seats(state, draft.by, ask.seat == "any"), alone=True)
    if ask.card is not None:
        return _card_noun(parts, ask.ask, ask.card)
    if ask.piece is not None:
        return Noun(ask.ask, lambda state, draft: _pieces(parts, state, draft.by, ask.piece or ""))
    spaces = tuple(parts.places.spaces.at)
    return Noun(ask.ask, lambda state, draft: spaces)


def _card_noun(parts: Parts, words: str, key: str) -> Noun[BoxState]:
    """A card of a pile: of one's own hand, as it is played; of a stock, as it is turned over."""
    spec = parts.box.piles[key]

    def cards(state: BoxState, draft: Any) -> Iterable[str]:
        return cards_offered(state, parts.cards.pile(key, draft.by if spec.of == "seat" else ""))

    return Noun(words, cards, chance="draw" if spec.of == "table" and spec.face == "down" else "")


def _seats(state: BoxState, by: str, own: bool) -> tuple[str, ...]:
    return tuple(seat for seat in state.playing if own or seat != by)


def _pieces(parts: Parts, state: BoxState, by: str, whose: str) -> tuple[str, ...]:
    answering = parts.things.answering[whose, by]
    return tuple([piece for piece in state.on_board.values() if piece in answering])
