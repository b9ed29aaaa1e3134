"""The judgement of computer players in a box: the worth of a state, and which states are alike."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter, itemgetter
from statistics import fmean
from typing import Any

from companion.boxes.definition.model import Definition
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.play.points import standing
from companion.boxes.play.state import BoxState

PROMOTED = 2.0
"""The worth of a piece that another is swapped for, where one of the others is worth 1. House."""
_PLACE = itemgetter(0)
_WHOSE_TURN = attrgetter("turn", "first", "begins_next", "part", "phase", "done", "alone", "out", "last")
"""What a moment says of whose turn it is, and of those who are out."""


@dataclass(frozen=True)
class PieceWorth:
    """The worth of a piece of a kind to its seat, by where it is."""

    board: float = 0.0
    """On the board at all."""
    hand: float = 0.0
    """In the hand, to be put on the board."""
    beside: float = 0.0
    """For each space beside its own, more than others have."""
    exits: float = 0.0
    """For each empty space beside its own."""


@dataclass(frozen=True)
class LineWorth:
    """The worth of a line of the board to the seat that has pieces on it, and the other none."""

    full: float = 0.0
    """Complete."""
    open: float = 0.0
    """But for one space."""


@dataclass(frozen=True)
class Weights:
    """The worth of pieces and lines to their seat."""

    pieces: Mapping[str, PieceWorth]
    """Kind to the worth of such a piece."""
    lines: LineWorth = LineWorth()

    @classmethod
    def read(cls, tables: Mapping[str, Any]) -> "Weights":
        """Return the weights of a TOML."""
        pieces = {kind: PieceWorth(**one) for kind, one in tables["pieces"].items()}
        return cls(pieces, LineWorth(**tables.get("lines", {})))


def worth(definition: Definition, weights: Weights | None = None) -> Callable[[BoxState, str], float] | None:
    """Return how far a seat is ahead: in points where these are counted, else in pieces, by these weights;
    None where the box has neither."""
    if definition.things.counts:
        return _points_ahead
    pieces = [piece for piece in definition.box.pieces.values() if piece.of == "seat"]
    if not pieces or definition.things.players != (2,):
        return None
    return Weighed(definition, weights or material(definition))


def _points_ahead(state: BoxState, seat: str) -> float:
    """Return how far a seat's points are ahead of the best of the others, as the box compares them."""
    others = [standing(state, other)[0] for other in state.playing if other not in state.partners(seat)]
    return float(standing(state, seat)[0] - max(others, default=0))


def material(definition: Definition) -> Weights:
    """Return what the pieces of a box are worth where nothing was learnt."""
    does = chain.from_iterable(judging.whole[-1].does for judging in definition.judging.values())
    puts = {(one.puts, one.promotes) for one in does}
    on_board = {kind: PROMOTED if (kind, True) in puts else 1.0 for kind in definition.box.pieces}
    return Weights(
        {kind: PieceWorth(one, hand=one * ((kind, False) in puts)) for kind, one in on_board.items()}
    )


class Weighed:
    """The worth of the pieces and lines of a seat, less that of the other's."""

    def __init__(self, definition: Definition, weights: Weights) -> None:
        spaces = definition.places.spaces
        self._beside = spaces.beside
        self._lines = weights.lines
        self._rows = spaces.rows if weights.lines != LineWorth() else ()
        self._owner, self._pieces = dict[str, str](), dict[str, tuple[str, dict[str, float], float]]()
        at = {kind: {HAND: one.hand, **self._places(one)} for kind, one in weights.pieces.items()}
        for piece, (kind, owner) in definition.things.pieces.items():
            if owner:
                self._owner[piece] = owner
                if kind in at:
                    self._pieces[piece] = owner, at[kind], weights.pieces[kind].exits
        self._looks = bool(self._rows) or any(exits for _, _, exits in self._pieces.values())

    def _places(self, one: PieceWorth) -> dict[str, float]:
        """Return the worth of a piece on each space."""
        beside = {space: len(others) for space, others in self._beside.items()}
        many = fmean(beside.values() or [0])
        return {space: one.board + one.beside * (number - many) for space, number in beside.items()}

    def __call__(self, state: BoxState, seat: str) -> float:
        ahead, mine, on = 0.0, state.partners(seat), state.on_board if self._looks else {}
        for piece, place in state.at.items():
            if place != GONE and piece in self._pieces:
                owner, by_place, exits = self._pieces[piece]
                counts = by_place.get(place, 0.0)
                if exits:
                    counts += exits * len([1 for space in self._beside.get(place, ()) if space not in on])
                ahead += counts if owner in mine else -counts
        return ahead + self._lines_ahead(on, mine) if self._rows else ahead

    def _lines_ahead(self, on: Mapping[str, str], mine: tuple[str, ...]) -> float:
        ahead, whose = 0.0, {space: self._owner.get(piece) for space, piece in on.items()}
        counts = {0: self._lines.full, 1: self._lines.open}
        for row in self._rows:
            owners = [whose[space] for space in row if space in whose]
            owner, left = owners[0] if owners else "", len(row) - len(owners)
            if owner and left in counts and owners.count(owner) == len(owners):
                ahead += counts[left] if owner in mine else -counts[left]
        return ahead


def same(definition: Definition) -> Callable[[BoxState], Hashable] | None:
    """Return what all moments share that go on alike; None unless two play, all is seen and no chance has a
    say."""
    box = definition.box
    chance = any(ask.die is not None or ask.chance for ask in definition.asks)
    if chance or box.piles or box.timers or definition.hidden or definition.things.players != (2,):
        return None
    pieces = definition.things.pieces

    def alike(state: BoxState) -> Hashable:
        on: list[tuple[str, str, str]] = []
        in_hand: list[tuple[str, str]] = []
        for piece, place in state.at.items():
            if place == HAND:
                in_hand.append(pieces[piece])
            elif place != GONE:
                on.append((place, *pieces[piece]))
        return (
            _WHOSE_TURN(state),
            state.round if definition.rounds_of else 0,
            state.at.get(state.moved, ""),
            frozenset(state.numbers.items()),
            tuple(sorted(on, key=_PLACE)),
            tuple(sorted(in_hand)),
            state.over is None,
        )

    return alike
