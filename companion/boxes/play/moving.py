"""Moves of the hands with pieces on a board: ``move man to place``, ``jump``, ``carry``, ``put``,
``take``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Source, spelled
from companion.boxes.definition.model import Hands, Parts, Statement
from companion.boxes.definition.nodes import said
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.schema import Ask
from companion.boxes.play.state import BoxState
from companion.kernel.schema import nearest

_KEY = r"([a-z][a-z0-9_]*)"
_PIECE = re.compile(
    rf"(move|jump|carry) {_KEY} to {_KEY}|(put) {_KEY} on {_KEY}|(swap) {_KEY} for {_KEY}|(take) {_KEY}"
)

BOARD = "on the board"
"""What of a moment a statement rests on or changes: the pieces on the board. Those in hand are ``HAND``."""
ALWAYS = spelled("1")

Named = Callable[[Here], str]


def statement(text: str, parts: Parts, asks: Mapping[str, Ask]) -> Statement | None:
    """Return a statement about pieces; None if it is about something else."""
    match = _PIECE.fullmatch(text)
    if not match:
        return None
    verb, one, other = [*filter(None, match.groups()), ""][:3]
    if verb == "put":
        kind, space = _kind(parts, one), _space(asks, other, verb)
        ready = spelled("ready(state, seat)", ready=_any_ready(parts, kind))
        return _possible(parts, Statement(_put(parts, kind, space), puts=kind), HAND, ready, other)
    piece = _piece(asks, one, verb)
    if verb == "take":
        return _possible(
            parts, Statement(_to(parts, piece, lambda here: GONE), refuses=bool(parts.box.spaces)), ""
        )
    if verb == "swap":
        kind = _kind(parts, other)
        ready = spelled(
            "piece in those or ready(state, seat)",
            piece=said(one), those=parts.things.of_kind(kind), ready=_any_ready(parts, kind),
        )  # fmt: skip
        swap = Statement(_swap(parts, piece, kind), puts=kind, promotes=True)
        return _possible(parts, swap, HAND, ready)
    space = _space(asks, other, verb)
    if verb == "jump":
        between = parts.places.spaces.between
        over = spelled(
            "between.get((at[piece], space)) in on", between=between, piece=said(one), space=said(other)
        )
        return _possible(parts, Statement(_jump(parts, piece, space)), BOARD, over, other)
    move = Statement(
        (_carry if verb == "carry" else _to)(parts, piece, space), refuses=bool(parts.box.spaces)
    )
    return move if verb == "carry" else _possible(parts, move, "", room_at=other)


def _possible(
    parts: Parts, one: Statement, rests: str, holds: Source = ALWAYS, room_at: str = ""
) -> Statement:
    """A statement with what must hold for it, where no piece lies on others and each space holds one."""
    touches = frozenset({BOARD, HAND} if rests == HAND else {BOARD})
    if any(space.stack or space.holds > 1 for space in parts.box.spaces.values()):
        return replace(one, touches=touches)
    tokens = frozenset({rests} - {""})
    if room_at and parts.box.spaces:
        holds = spelled("holds and space not in on", holds=holds, space=said(room_at))
        tokens |= {BOARD}
    return replace(one, possible=holds, rests=tokens, touches=touches)


def _any_ready(parts: Parts, kind: str) -> Callable[[BoxState, str], bool]:
    """Return a function that is true if a seat has a piece of a kind in hand."""
    pieces = {seat: parts.things.stock(kind, seat) for seat in parts.things.seats}

    def ready(state: BoxState, seat: str) -> bool:
        return HAND in map(state.at.__getitem__, pieces[seat])

    return ready


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
        return state.place(piece, to, moved=piece if to != GONE else state.moved), (piece,)

    return move


def _jump(parts: Parts, named: Named, where: Named) -> Hands:
    """A piece over what lies straight between, which is taken: the top one of a stack."""
    go = _to(parts, named, where)
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
            why = "{to} holds {holds}: {there} lie there, and {stack} would come."
            state.rules.refuse(rule, why, to=to, holds=holds, there=there, stack=len(stack))
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
    piece = next((one for one in parts.things.stock(kind, here.seat) if state.at[one] == HAND), "")
    if not piece:
        why, called = "{seat} has no {kind:small} left to put there.", parts.things.called(kind)
        state.rules.refuse(rule, why, seat=here.seat, kind=called)
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
