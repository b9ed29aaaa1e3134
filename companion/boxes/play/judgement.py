"""The judgement of computer players in a box: the worth of a state, and which states are alike."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter

from companion.boxes.definition.model import Definition
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.play.moving import PIECE
from companion.boxes.play.points import standing
from companion.boxes.play.state import BoxState

PROMOTED = 2.0
"""The worth of a piece that another is swapped for, where one of the others is worth 1. House."""
_PLACE = itemgetter(0)


def worth(definition: Definition) -> Callable[[BoxState, str], float] | None:
    """Return how far a seat is ahead: in points where these are counted, else in pieces; None where the box
    has neither."""
    if definition.things.counts:
        return _points_ahead
    pieces = [piece for piece in definition.box.pieces.values() if piece.of == "seat"]
    return _Material(definition) if pieces and definition.things.players == (2,) else None


def _points_ahead(state: BoxState, seat: str) -> float:
    """Return how far a seat's points are ahead of the best of the others, as the box compares them."""
    others = [standing(state, other)[0] for other in state.playing if other not in state.partners(seat)]
    return float(standing(state, seat)[0] - max(others, default=0))


class _Material:
    """The pieces of a seat less those of the other, on the board or to be put there."""

    def __init__(self, definition: Definition) -> None:
        does = [PIECE.fullmatch(text) for verb in definition.box.verbs.values() for text in verb.does]
        moves = [[part for part in one.groups() if part] for one in does if one]
        promoted = {one[2] for one in moves if one[0] == "swap"}
        put = {one[1] for one in moves if one[0] == "put"}
        kinds = definition.box.pieces
        on_board = {kind: PROMOTED if kind in promoted else 1.0 for kind in kinds}
        in_hand = {kind: on_board[kind] if kind in put else 0.0 for kind in kinds}
        self._worth: Mapping[str, tuple[str, float, float]] = {
            piece: (owner, on_board[kind], in_hand[kind])
            for piece, (kind, owner) in definition.things.pieces.items()
            if owner
        }

    def __call__(self, state: BoxState, seat: str) -> float:
        ahead, mine = 0.0, state.partners(seat)
        for piece, place in state.at.items():
            if place != GONE and piece in self._worth:
                owner, on_board, in_hand = self._worth[piece]
                counts = in_hand if place == HAND else on_board
                ahead += counts if owner in mine else -counts
        return ahead


def same(definition: Definition) -> Callable[[BoxState], Hashable] | None:
    """Return what all moments share that go on alike; None unless two play, all is seen and no chance has a
    say."""
    box = definition.box
    asks = [ask for verb in box.verbs.values() for ask in verb.asks.values()]
    chance = any(ask.die is not None or ask.chance for ask in asks)
    if chance or box.piles or box.timers or definition.hidden or definition.things.players != (2,):
        return None
    pieces = definition.things.pieces

    def alike(state: BoxState) -> Hashable:
        on = [(place, *pieces[one]) for one, place in state.at.items() if place not in (HAND, GONE)]
        in_hand = Counter(pieces[one] for one, place in state.at.items() if place == HAND)
        return (
            state.turn,
            state.first,
            state.begins_next,
            state.round if definition.rounds_of else 0,
            state.part,
            state.phase,
            state.done,
            state.alone,
            state.out,
            state.last,
            state.at.get(state.moved, ""),
            frozenset(state.numbers.items()),
            tuple(sorted(on, key=_PLACE)),
            frozenset(in_hand.items()),
            state.over is None,
        )

    return alike
