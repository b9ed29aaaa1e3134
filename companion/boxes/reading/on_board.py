"""Formulas about pieces on a board: which space is empty, what is joined, which rows are full."""

import re
from collections.abc import Callable, Mapping, Sequence

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Value
from companion.boxes.definition.model import Parts
from companion.boxes.definition.naming import where
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.schema import Ask
from companion.boxes.play.state import BoxState
from companion.kernel.action import draft, refusal
from companion.kernel.schema import nearest


def _space(asks: Mapping[str, Ask], key: str) -> Callable[[Here], str]:
    """The space that an answer names: itself, or that of a piece."""
    ask = asks.get(key)
    if ask is None or not (ask.place or ask.piece):
        raise WrongFormula(f"“{key[:30]}” asks for no piece and for no space.")
    if ask.place:
        return lambda here: str(getattr(here.said, key))
    return lambda here: str(here.state.at[getattr(here.said, key)])


def _one(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str], what: str) -> Callable[[Here], str]:
    if len(names) != 1:
        raise WrongFormula(f"{what}(…) takes one name: a question that asks for a piece or a space.")
    return _space(asks, names[0])


def _empty(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``empty(place)``: 1 where nothing stands there."""
    place = _one(parts, asks, names, "empty")
    if not parts.places.stones:
        return lambda here: int(not here.state.piece_on(place(here)))
    on = {
        space: [things[space] for things in parts.places.stones.values() if space in things]
        for space in (parts.places.spaces.at if parts.places.spaces else ())
    }

    def empty(here: Here) -> int:
        space = place(here)
        return int(not here.state.piece_on(space) and not any(here.numbers[thing] for thing in on[space]))

    return empty


def _joined(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``joined(man, place)``: 1 where the two are one step apart."""
    if len(names) != 2:
        raise WrongFormula("joined(…) takes two names: questions that ask for a piece or a space.")
    one, other = (_space(asks, name) for name in names)
    assert parts.places.spaces
    beside = parts.places.spaces.beside
    return lambda here: int(other(here) in beside[one(here)])


def _exits(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``exits(man)``: how many empty spaces are one step away."""
    place = _one(parts, asks, names, "exits")
    assert parts.places.spaces
    beside = parts.places.spaces.beside
    return lambda here: sum(not here.state.piece_on(space) for space in beside[place(here)])


def _height(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``height(place)``: how many pieces lie there."""
    place = _one(parts, asks, names, "height")
    return lambda here: len(here.state.pieces_on(place(here)))


def _own(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``own(place)``: 1 where the piece there, the top one of several, is the seat's."""
    place = _one(parts, asks, names, "own")

    def own(here: Here) -> int:
        top = here.state.piece_on(place(here))
        return int(bool(top) and parts.things.pieces[top][1] == here.seat)

    return own


def _within(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``within(pit, pits)``: 1 where a space, or that of a piece, or ``last``, lies in an area."""
    if len(names) != 2 or names[1] not in parts.places.areas:
        meant = nearest("".join(names[1:2]), parts.places.areas)
        raise WrongFormula(f"within(…) takes two names: a place, and an area; {meant}")
    there = where(parts, asks, names[0])
    areas = {seat: frozenset(area) for seat, area in parts.places.areas[names[1]].items()}

    def within(here: Here) -> int:
        spaces = there(here)
        return int(bool(spaces) and areas[here.seat].issuperset(spaces))

    return within


def _jumps(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``jumps(man, place)``: 1 where a space lies straight behind a piece of another seat."""
    if len(names) != 2:
        raise WrongFormula("jumps(…) takes two names: a question for a piece, and one for a space.")
    one, other = (_space(asks, name) for name in names)
    assert parts.places.spaces
    between = parts.places.spaces.between

    def jumps(here: Here) -> int:
        mid = between.get((one(here), other(here)))
        top = here.state.piece_on(mid) if mid else ""
        return int(bool(top) and parts.things.pieces[top][1] not in ("", here.seat))

    return jumps


def _later(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``later(man, place, forward)``: 1 where the second comes after the first in a seat's area."""
    if len(names) != 3 or names[2] not in parts.places.areas:
        meant = nearest("".join(names[2:3]), parts.places.areas)
        raise WrongFormula(f"later(…) takes two places and an area in its order; {meant}")
    one, other = (_space(asks, name) for name in names[:2])
    order = {
        seat: {space: n for n, space in enumerate(area)}
        for seat, area in parts.places.areas[names[2]].items()
    }
    return lambda here: int(order[here.seat].get(other(here), -1) > order[here.seat].get(one(here), 999))


def _piece(asks: Mapping[str, Ask], names: Sequence[str], what: str) -> Callable[[Here], str]:
    ask = asks.get(names[0]) if names else None
    if ask is None or not ask.piece:
        raise WrongFormula(f"{what}(…) wants a question that asks for a piece.")
    return lambda here: str(getattr(here.said, names[0]))


def _is_a(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``is_a(which, man)``: 1 where a piece is of this kind."""
    piece, kind = _piece(asks, names, "is_a"), _kind(parts, names[1:], "is_a")
    return lambda here: int(parts.things.pieces[piece(here)][0] == kind)


def _goes_on(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``goes_on(which)``: 1 where no piece was moved in this turn, or this one was."""
    piece = _piece(asks, names, "goes_on")
    return lambda here: int(here.state.moved in ("", piece(here)))


_ASKS = re.compile(r"\bcan\(|\bstuck\b")
"""What asks which verbs could be said."""


def _can(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``can(jump)``: 1 where the seat whose turn it is could say this verb now."""
    if len(names) != 1 or names[0] not in parts.box.verbs:
        raise WrongFormula(f"can(…) wants a verb; {nearest(''.join(names[:1]), parts.box.verbs)}")
    (key,) = names
    if any(key in rule.of and _ASKS.search(rule.needs or "") for rule in parts.box.rules.values()):
        raise WrongFormula(
            f"can({key}) goes round in a ring: a rule of “{key}” asks itself what can be said."
        )
    return lambda here: int(here.state.turn == here.seat and _could(here.state, here.seat, key))


def _could(state: BoxState, seat: str, key: str) -> bool:
    """True if a seat could say a verb of the box now; found out once a moment."""

    def found(state: BoxState) -> bool:
        kind = state.definition.verb(key.replace("_", "-"))
        return state.over is None and refusal(state, draft(kind, seat, {})) is None

    return state.once(f"can {key} {seat}", state, found)


def _kind(parts: Parts, names: Sequence[str], what: str) -> str:
    if len(names) != 1 or names[0] not in parts.box.pieces:
        raise WrongFormula(
            f"{what}(…) wants a kind of piece; {nearest(''.join(names[:1]), parts.box.pieces)}"
        )
    return names[0]


def _in(where: Callable[[str], bool], what: str) -> Callable[..., Value]:
    def make(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
        kind = _kind(parts, names, what)
        about = {seat: f"{what} {kind} {seat}" for seat in parts.things.seats}

        def number(here: Here) -> int:
            def counted(at: Mapping[str, str]) -> int:
                stock = parts.things.stock(kind, here.seat)
                return sum(where(at[piece]) for piece in stock if piece in at)

            found: int = here.state.once(about[here.seat], here.state.at, counted)
            return found

        return number

    return make


def _held(parts: Parts, here: Here) -> dict[tuple[str, ...], str]:
    """Every full row, and the seat whose pieces fill it."""

    def held(on: Mapping[str, str]) -> dict[tuple[str, ...], str]:
        assert parts.places.spaces
        owner = {space: parts.things.pieces[piece][1] for space, piece in on.items()}
        return {
            row: owner[row[0]]
            for row in parts.places.spaces.rows
            if row[0] in owner and all(owner.get(space) == owner[row[0]] for space in row)
        }

    state: BoxState = here.state
    return state.once("full rows", state.on_board, held)


def _rows(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``rows(place)``: how many full rows of one seat's pieces go through it."""
    place = _one(parts, asks, names, "rows")
    return lambda here: sum(place(here) in row for row in _held(parts, here))


def _full_rows(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``full_rows(man)``: how many rows are full of a seat's pieces."""
    _kind(parts, names, "full_rows")
    return lambda here: sum(seat == here.seat for seat in _held(parts, here).values())


def _loose(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``loose(man)``: how many pieces of the others stand in no full row."""
    kind = _kind(parts, names, "loose")

    def loose(here: Here) -> int:
        held = {space for row in _held(parts, here) for space in row}
        return sum(
            parts.things.pieces[piece][0] == kind
            and parts.things.pieces[piece][1] != here.seat
            and space not in held
            for space, piece in here.state.on_board.items()
        )

    return loose


ON_BOARD: Mapping[str, Callable[[Parts, Mapping[str, Ask], Sequence[str]], Value]] = {
    "empty": _empty,
    "height": _height,
    "own": _own,
    "within": _within,
    "joined": _joined,
    "jumps": _jumps,
    "later": _later,
    "is_a": _is_a,
    "goes_on": _goes_on,
    "can": _can,
    "exits": _exits,
    "rows": _rows,
    "full_rows": _full_rows,
    "loose": _loose,
    "in_hand": _in(lambda place: place == HAND, "in_hand"),
    "on_board": _in(lambda place: place not in (HAND, GONE), "on_board"),
}
"""Functions of the pieces on a board; in their brackets stand names."""
