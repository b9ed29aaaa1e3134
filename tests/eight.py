"""A game for eight, on a board with a piece of each seat; and the same without a board."""

from dataclasses import dataclass, replace

from companion.kernel.action import Action
from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE, Rulebook
from companion.kernel.state import State
from companion.kernel.tracked import Tracked
from companion.kernel.view import Card, Cell, Counter, Panel, Picture, Piece, View
from companion.toolkit.concede import AT_THE_TABLE

SEATS = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta")


@dataclass(frozen=True)
class Round(State):
    """Whose turn it is, and how many turns there were."""

    rules = Rulebook(1, TABLE)
    turn: int = 0

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def to_act(self) -> tuple[str, ...]:
        return () if self.over else (SEATS[self.turn % 8],)


@dataclass(frozen=True)
class Pass(Action[Round]):
    """Let the next one go on."""

    def apply(self, state: Round) -> Round:
        return state.but(turn=state.turn + 1).tell(f"{self.by} pass.", "Turn", self.by)


def _cell(number: int) -> Cell:
    x, y = 1.5 + 3 * (number % 4), 1.5 + 3 * (number // 4)
    square = tuple((x + dx, y + dy) for dx, dy in ((-1.4, -1.4), (1.4, -1.4), (1.4, 1.4), (-1.4, 1.4)))
    return Cell(f"{'ABCD'[number % 4]}{number // 4 + 1}", square, (x, y), SEATS[number].lower())


def _view(state: Round) -> View:
    cells = tuple(map(_cell, range(8)))
    places = zip(SEATS, cells, strict=True)
    pieces = tuple(Piece(seat, cell.at, seat, seat[0], size=0.9) for seat, cell in places)
    panels = tuple(
        Panel(seat, (), (Card(seat, seat, "piece", f"on {cell.space}", letter=seat[0]),))
        for seat, cell in zip(SEATS, cells, strict=True)
    )
    return View(
        "In turns", (Counter("Turn", "Turn", state.turn),), panels, Picture("Eight", 12, 6, cells, (), pieces)
    )


EIGHT: Game[Round] = Game(
    key="eight",
    name="Eight",
    blurb="In turns.",
    minutes="1",
    seats=lambda players: SEATS[:players],
    players=(2, 8),
    seat_words={},
    options=(),
    rules=Round.rules,
    kinds=(Pass, *AT_THE_TABLE),
    setup=lambda opening: Round(),
    view=_view,
    tracked=(
        Tracked(lambda state: {"Turn": str(state.turn)}),
        Tracked(lambda state: dict.fromkeys(SEATS, "there")),
    ),
    invariant=lambda state: None,
)
BOARDLESS = replace(
    EIGHT, key="boardless", name="Boardless", view=lambda state: replace(_view(state), picture=None)
)
