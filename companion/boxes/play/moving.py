"""Moves of the hands with pieces on a board: ``move man to place``, ``jump``, ``carry``, ``put``,
``take``."""

import re
from collections.abc import Callable, Mapping

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here
from companion.boxes.definition.model import Hands, Parts
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.schema import Ask
from companion.boxes.play.state import BoxState
from companion.kernel.schema import nearest

_KEY = r"([a-z][a-z0-9_]*)"
PIECE = re.compile(
    rf"(move|jump|carry) {_KEY} to {_KEY}|(put) {_KEY} on {_KEY}|(swap) {_KEY} for {_KEY}|(take) {_KEY}"
)

Named = Callable[[Here], str]


def hands(text: str, parts: Parts, asks: Mapping[str, Ask]) -> tuple[Hands, bool] | None:
    """Return the moves of a statement about pieces, and True if they can be refused; None if it is about
    others."""
    found = PIECE.fullmatch(text)
    if not found:
        return None
    verb, one, other = [*filter(None, found.groups()), ""][:3]
    if verb == "put":
        return _put(parts, _kind(parts, one), _space(asks, other, verb)), True
    piece = _piece(asks, one, verb)
    if verb == "take":
        return _to(parts, piece, lambda here: GONE), bool(parts.box.spaces)
    if verb == "swap":
        return _swap(parts, piece, _kind(parts, other)), True
    space = _space(asks, other, verb)
    if verb == "jump":
        return _jump(parts, piece, space), True
    move = _carry if verb == "carry" else _to
    return move(parts, piece, space), bool(parts.box.spaces)


def _kind(parts: Parts, key: str) -> str:
    if key not in parts.box.pieces:
        raise WrongFormula(f"“{key}” is no kind of piece; {nearest(key, parts.box.pieces)}")
    return key


def _piece(asks: Mapping[str, Ask], key: str, verb: str) -> Named:
    if not (key in asks and asks[key].piece):
        raise WrongFormula(f"“{key}” asks for no piece; “{verb}” wants the key of a question that does.")
    return lambda here: str(getattr(here.said, key))


def _space(asks: Mapping[str, Ask], key: str, verb: str) -> Named:
    if not (key in asks and asks[key].place):
        raise WrongFormula(f"“{key}” asks for no space; “{verb}” wants the key of a question that does.")
    return lambda here: str(getattr(here.said, key))


def _to(parts: Parts, named: Named, where: Named) -> Hands:
    """A piece alone somewhere else, or aside."""

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        piece, to = named(here), where(here)
        if parts.box.spaces:
            off_the_top(state, piece, rule)
            has_room(state, piece, to, rule)
        return state.place(piece, to).but(moved=piece if to != GONE else state.moved), (piece,)

    return move


def _jump(parts: Parts, named: Named, where: Named) -> Hands:
    """A piece over what lies straight between, which is taken: the top one of a stack."""
    go = _to(parts, named, where)
    assert parts.places.spaces
    between = parts.places.spaces.between

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        mid = between.get((state.at[named(here)], where(here)), "")
        over = state.piece_on(mid) if mid else ""
        if not over:
            state.rules.refuse(rule, "There is nothing to jump over on the way there.")
        after, touched = go(state, here, rule)
        return after.place(over, GONE), (*touched, over)

    return move


def _carry(parts: Parts, named: Named, where: Named) -> Hands:
    """The whole stack on whose top a piece lies, in its order, onto what lies there."""

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        top, to = named(here), where(here)
        stack = state.pieces_on(state.at[top])
        there, holds = len(state.pieces_on(to)), parts.places.sort(to).holds
        if there + len(stack) > holds:
            state.rules.refuse(
                rule,
                "{to} holds {holds}: {there} lie there, and {stack} would come.",
                to=to,
                holds=holds,
                there=there,
                stack=len(stack),
            )
        for piece in stack:
            state = state.place(piece, to)
        return state.but(moved=top), tuple(stack)

    return move


def _put(parts: Parts, kind: str, where: Named) -> Hands:
    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        piece, to = _ready(parts, state, here, kind, rule), where(here)
        if parts.box.spaces:
            has_room(state, piece, to, rule)
        return state.place(piece, to), (piece,)

    return move


def _swap(parts: Parts, named: Named, kind: str) -> Hands:
    """A piece for one of another kind from the hand, which stands in its place; one of that kind stays."""

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        piece = named(here)
        if parts.things.pieces[piece][0] == kind:
            return state, ()
        off_the_top(state, piece, rule)
        other, where = _ready(parts, state, here, kind, rule), state.at[piece]
        return state.place(piece, GONE).place(other, where), (piece, other)

    return move


def _ready(parts: Parts, state: BoxState, here: Here, kind: str, rule: str) -> str:
    """A piece of a kind that a seat has in hand."""
    piece = next((one for one in parts.things.stock(kind, here.seat) if state.at.get(one) == HAND), "")
    if not piece:
        state.rules.refuse(
            rule,
            "{seat} has no {kind:small} left to put there.",
            seat=here.seat,
            kind=parts.things.called(kind),
        )
    return piece


def has_room(state: BoxState, piece: str, to: str, rule: str) -> None:
    """Refuse where a space holds no more pieces."""
    holds = state.definition.places.sort(to).holds
    on = [one for one in state.pieces_on(to) if one != piece]
    if to not in (HAND, GONE) and len(on) >= holds:
        words = "{piece} is there already." if holds == 1 else "{space} holds {n}, and is full."
        state.rules.refuse(rule, words, piece=on[-1], space=to, n=holds)


def off_the_top(state: BoxState, piece: str, rule: str) -> None:
    """Refuse where other pieces lie on one."""
    if top := on_top_of(state, piece):
        state.rules.refuse(rule, "{top} lies on {piece}.", top=top, piece=piece)


def on_top_of(state: BoxState, piece: str) -> str:
    """The top piece of the stack in which another lies; empty where it is free."""
    place = state.at.get(piece, HAND)
    top = state.piece_on(place) if state.definition.places.sort(place).stack else piece
    return "" if top == piece else top
