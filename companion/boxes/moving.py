"""Moves of the hands with pieces on a board: ``move man to place``, ``jump``, ``carry``, ``put``,
``take``."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.boxes.expression import Wrong
from companion.boxes.formula import Here
from companion.boxes.state import GONE, HAND
from companion.kernel.schema import nearest

if TYPE_CHECKING:
    from companion.boxes.made import Made
    from companion.boxes.state import BoxState

_KEY = r"([a-z][a-z0-9_]*)"
PIECE = re.compile(
    rf"(move|jump|carry) {_KEY} to {_KEY}|(put) {_KEY} on {_KEY}|(swap) {_KEY} for {_KEY}|(take) {_KEY}"
)

Hands = Callable[["BoxState", Here, str], tuple["BoxState", tuple[str, ...]]]
Named = Callable[[Here], str]


def hands(text: str, made: "Made") -> tuple[Hands, bool] | None:
    """Return the moves of a statement about pieces, and True if they can be refused; None if it is about
    others."""
    found = PIECE.fullmatch(text)
    if not found:
        return None
    verb, one, other = [*filter(None, found.groups()), ""][:3]
    if verb == "put":
        return _put(made, _kind(made, one), _space(made, other, verb)), True
    piece = _piece(made, one, verb)
    if verb == "take":
        return _to(made, piece, lambda here: GONE), bool(made.box.spaces)
    if verb == "swap":
        return _swap(made, piece, _kind(made, other)), True
    space = _space(made, other, verb)
    if verb == "jump":
        return _jump(made, piece, space), True
    return _carry(made, piece, space) if verb == "carry" else _to(made, piece, space), bool(made.box.spaces)


def _kind(made: "Made", key: str) -> str:
    if key not in made.box.pieces:
        raise Wrong(f"“{key}” is no kind of piece; {nearest(key, made.box.pieces)}")
    return key


def _piece(made: "Made", key: str, verb: str) -> Named:
    if not (key in made.asking and made.asking[key].piece):
        raise Wrong(f"“{key}” asks for no piece; “{verb}” wants the key of a question that does.")
    return lambda here: str(getattr(here.said, key))


def _space(made: "Made", key: str, verb: str) -> Named:
    if not (key in made.asking and made.asking[key].place):
        raise Wrong(f"“{key}” asks for no space; “{verb}” wants the key of a question that does.")
    return lambda here: str(getattr(here.said, key))


def _to(made: "Made", named: Named, where: Named) -> Hands:
    """A piece alone somewhere else, or aside."""

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        piece, to = named(here), where(here)
        if made.box.spaces:
            made.places.off_the_top(state, piece, rule)
            made.places.has_room(state, piece, to, rule)
        return state.place(piece, to).but(moved=piece if to != GONE else state.moved), (piece,)

    return move


def _jump(made: "Made", named: Named, where: Named) -> Hands:
    """A piece over what lies straight between, which is taken: the top one of a stack."""
    go = _to(made, named, where)
    assert made.places.spaces
    between = made.places.spaces.between

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        mid = between.get((state.at[named(here)], where(here)), "")
        over = state.piece_on(mid) if mid else ""
        if not over:
            state.rules.refuse(rule, "There is nothing to jump over on the way there.")
        after, touched = go(state, here, rule)
        return after.place(over, GONE), (*touched, over)

    return move


def _carry(made: "Made", named: Named, where: Named) -> Hands:
    """The whole stack on whose top a piece lies, in its order, onto what lies there."""

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        top, to = named(here), where(here)
        stack = state.pieces_on(state.at[top])
        there, holds = len(state.pieces_on(to)), made.places.sort(to).holds
        if there + len(stack) > holds:
            state.rules.refuse(rule, f"{to} holds {holds}: {there} lie there, and {len(stack)} would come.")
        for piece in stack:
            state = state.place(piece, to)
        return state.but(moved=top), tuple(stack)

    return move


def _put(made: "Made", kind: str, where: Named) -> Hands:
    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        piece, to = _ready(made, state, here, kind, rule), where(here)
        if made.box.spaces:
            made.places.has_room(state, piece, to, rule)
        return state.place(piece, to), (piece,)

    return move


def _swap(made: "Made", named: Named, kind: str) -> Hands:
    """A piece for one of another kind from the hand, which stands in its place; one of that kind stays."""

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        piece = named(here)
        if made.things.pieces[piece][0] == kind:
            return state, ()
        made.places.off_the_top(state, piece, rule)
        other, where = _ready(made, state, here, kind, rule), state.at[piece]
        return state.place(piece, GONE).place(other, where), (piece, other)

    return move


def _ready(made: "Made", state: "BoxState", here: Here, kind: str, rule: str) -> str:
    """A piece of a kind that a seat has in hand."""
    piece = next((one for one in made.things.stock(kind, here.seat) if state.at.get(one) == HAND), "")
    if not piece:
        state.rules.refuse(rule, f"{here.seat} has no {made.things.called(kind).lower()} left to put there.")
    return piece
