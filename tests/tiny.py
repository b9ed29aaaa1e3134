"""The smallest game that has everything: two seats count to ten in turns. It plays the stranger's box."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from companion.kernel.action import Action, Noun, Words
from companion.kernel.features import ComputerPlay, Figures, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption
from companion.kernel.put_back import set_to
from companion.kernel.rulebook import TABLE, Rule, Rulebook
from companion.kernel.score import Result, ScoreLine, ScoreStep
from companion.kernel.sheet import Check, Number, Row, ScoreSheet
from companion.kernel.state import State
from companion.kernel.tracked import Tracked
from companion.kernel.view import Card, Cell, Counter, Panel, Picture, Piece, View
from companion.toolkit.concede import AT_THE_TABLE

SEATS = ("Red", "Blue")
PEBBLES = ("pebble 1", "pebble 2", "pebble 3")


def _rule(key: str, words: str, option: str = "") -> Rule:
    return Rule(key, "Counting", words, "page 1", option=option)


RULES = Rulebook(
    1,
    {
        rule.key: rule
        for rule in (
            _rule("step", "A seat adds one, two or three."),
            _rule("goal", "Who says the last number has won; nobody may pass it."),
            _rule("pebbles", "Two pebbles are thrown at a time, and each is thrown once."),
            _rule("turns", "The seats take turns.", option="turns"),
        )
    }
    | TABLE,
)


@dataclass(frozen=True)
class Count(State):
    """The number said last, and whose turn it is."""

    rules = RULES
    total: int = 0
    goal: int = 10
    turn: str = "Red"
    strict: bool = True
    thrown: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over:
            return ()
        return (self.turn,) if self.strict else SEATS

    def passed(self, by: str) -> "Count":
        """The same with the other seat's turn."""
        return self.but(turn=SEATS[1 - SEATS.index(by)])


@dataclass(frozen=True)
class Add(Action[Count]):
    """Say a higher number."""

    step: Annotated[
        str,
        Noun[Count](
            "How many?",
            lambda state, draft: ("1", "2", "3", "4"),
            price=lambda state, draft: f"makes {state.total + int(draft.step)}",
        ),
    ]
    icon = "coin"

    def check(self, state: Count) -> None:
        step = int(self.step)
        state.rules.require(step < 4, "step", "At most three.", "Add one, two or three.")
        left = state.goal - state.total
        state.rules.require(step <= left, "goal", f"{state.goal} is the end: {left} left, not {step}.")

    def apply(self, state: Count) -> Count:
        total = state.total + int(self.step)
        after = state.but(total=total).passed(self.by).tell(f"{self.by}: {total}.", "Total")
        return after.finish((self.by,), "goal", f"{self.by} said {total}.") if total == state.goal else after


@dataclass(frozen=True)
class Throw(Action[Count]):
    """Throw two pebbles."""

    pebbles: Annotated[
        tuple[str, ...],
        Noun[Count]("Which pebbles?", lambda state, draft: PEBBLES, count=lambda state, draft: 2),
    ]

    @classmethod
    def face(cls, state: Count, by: str) -> tuple[str, str]:
        return cls.title, f"{2 if not state.thrown else 0} of {len(PEBBLES)}"

    def check(self, state: Count) -> None:
        state.rules.require(not state.thrown, "pebbles", "The pebbles are thrown already.")
        for pebble in self.pebbles:
            state.rules.require(pebble != "pebble 3", "pebbles", f"{pebble} is too heavy.")

    def apply(self, state: Count) -> Count:
        told = state.but(thrown=self.pebbles).passed(self.by)
        return told.tell(f"Throw {' and '.join(self.pebbles)}.", *self.pebbles)


@dataclass(frozen=True)
class Pass(Action[Count]):
    """Say nothing."""

    def apply(self, state: Count) -> Count:
        return state.passed(self.by).tell(f"{self.by} say nothing.")


@dataclass(frozen=True)
class Ruling(Action[Count]):
    """Set the number by hand."""

    anytime = True
    total: Annotated[str, Noun[Count]("Which number?", lambda state, draft: map(str, range(state.goal)))]
    reason: Annotated[str, Words("Why?")]

    def apply(self, state: Count) -> Count:
        mended = state.but(total=int(self.total), over=None)
        return mended.tell(f"The number is {self.total}: {self.reason}", "Total")


def _setup(opening: Opening) -> Count:
    goal, strict = int(opening.options["goal"]), opening.options["turns"] == "strict"
    return Count(goal=goal, strict=strict, turn=opening.options["first"]).tell("Lay out three pebbles.")


def _view(state: Count) -> View:
    at = {"left": (1.0, 1.0), "right": (3.0, 1.0)}
    cells = tuple(
        Cell(space, tuple((x + dx, 1 + dy) for dx, dy in _SQUARE), (x, 1.0)) for space, (x, _) in at.items()
    )
    picture = Picture("Two fields", 4.0, 2.0, cells, pieces=(Piece("Total", at["left"], "Red", "T"),))
    panels = tuple(
        Panel(seat, (), (Card("pebble 1", "Pebble 1", "pebble", "thrown" if state.thrown else "ready"),))
        for seat in SEATS
    )
    return View("Counting", (Counter("Total", "Total", state.total, state.goal),), panels, picture)


_SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


def _things(state: Count) -> dict[str, str]:
    return {"Total": str(state.total), "Turn": state.turn} | {
        pebble: "thrown" if pebble in state.thrown else "ready" for pebble in PEBBLES
    }


def _invariant(state: Count) -> None:
    assert 0 <= state.total <= state.goal


def _numbers(states: Sequence[Any]) -> list[tuple[str, Any]]:
    return [("Moves", len(states) - 1), ("Seats", {"Red": 1, "Blue": 1})]


def _worth(state: Count, seat: str) -> float:
    """Who leaves a multiple of four to the goal is well off."""
    good = (state.goal - state.total) % 4 == 0
    return float(good == (state.turn != seat)) - 0.5


def _options() -> tuple[TableOption, ...]:
    goals = tuple(Choice(str(goal), f"to {goal}") for goal in (10, 100, 100000))
    return (
        TableOption("goal", "Goal", goals, "10", "goal"),
        TableOption(
            "turns", "Turns", (Choice("strict", "in turns"), Choice("race", "as you like")), "strict", "turns"
        ),
        TableOption(
            "first", "First", tuple(Choice(seat, f"{seat} first") for seat in SEATS), "Red", chance=True
        ),
    )


def _scored(rows: Sequence[Row]) -> list[Result]:
    return [
        Result(
            row["name"],
            (
                ScoreLine("Steps", row["steps"], 2, 2 * row["steps"], "step"),
                ScoreLine("The last word", int(row["last_word"]), 5, 5 * row["last_word"], "goal"),
            ),
            (ScoreStep(f"{row['steps']} steps were said aloud.", "step"),),
        )
        for row in rows
    ]


def _rows(state: Count) -> list[Row]:
    return [{"name": seat, "steps": state.total, "last_word": state.turn != seat} for seat in SEATS]


GAME: Game[Count] = Game(
    key="tiny",
    name="Tiny",
    blurb="Count to ten.",
    minutes="1",
    seats=lambda players: SEATS,
    players=(2,),
    seat_words={"Red": "counts", "Blue": "counts too"},
    options=_options(),
    rules=RULES,
    kinds=(Add, Throw, Pass, Ruling, *AT_THE_TABLE),
    setup=_setup,
    view=_view,
    tracked=(Tracked(_things, back=set_to),),
    invariant=_invariant,
    features=(
        Pointing(
            spaces=lambda state, name: {"1": ("left",), "2": ("right",), "4": ("right",)}.get(name, ()),
            label=lambda state, name: f"+{name}" if name.isdecimal() else name,
        ),
        Figures(numbers=_numbers),
        ComputerPlay(worth=_worth),
        ScoreSheet(
            SEATS,
            _scored,
            _rows,
            lambda state: _scored(_rows(state)),
            numbers=(Number("steps", "steps", most=40),),
            checks=(Check("last_word", "The last word", short="last"),),
            parts=("step", "goal"),
        ),
    ),
)
