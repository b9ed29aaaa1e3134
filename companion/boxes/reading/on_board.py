"""Formulas about pieces on a board: which space is empty, what is joined, which rows are full."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Source, spelled
from companion.boxes.definition.model import Parts
from companion.boxes.definition.naming import where
from companion.boxes.definition.nodes import said
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.schema import Ask
from companion.boxes.play.state import BoxState
from companion.kernel.action import draft, may
from companion.kernel.schema import nearest


def space_of(asks: Mapping[str, Ask], key: str) -> Source:
    """The space that an answer names: itself, or that of a piece."""
    ask = asks.get(key)
    if ask is None or not (ask.place or ask.piece):
        raise WrongFormula(f"“{key[:30]}” asks for no piece and for no space.")
    return spelled("answer" if ask.place else "at[answer]", answer=said(key))


def _one(asks: Mapping[str, Ask], names: Sequence[str], what: str) -> Source:
    if len(names) != 1:
        raise WrongFormula(f"{what}(…) takes one name: a question that asks for a piece or a space.")
    return space_of(asks, names[0])


def _empty(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``empty(place)``: 1 where nothing stands there."""
    place = _one(asks, names, "empty")
    if not parts.places.stones:
        return spelled("1 if place not in on else 0", place=place)
    stones = {
        space: [things[space] for things in parts.places.stones.values() if space in things]
        for space in parts.places.spaces.at
    }
    some = spelled("sum([numbers[thing] for thing in stones[place]])", stones=stones, place=place)
    return spelled("0 if place in on or some else 1", place=place, some=some)


def _joined(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``joined(man, place)``: 1 where the two are one step apart."""
    if len(names) != 2:
        raise WrongFormula("joined(…) takes two names: questions that ask for a piece or a space.")
    one, other = (space_of(asks, name) for name in names)
    return spelled(
        "1 if other in beside[one] else 0", one=one, other=other, beside=parts.places.spaces.beside
    )


def _exits(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``exits(man)``: how many empty spaces are one step away."""
    place = _one(asks, names, "exits")
    beside = parts.places.spaces.beside
    return spelled("len([1 for space in beside[place] if space not in on])", beside=beside, place=place)


def _height(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``height(place)``: how many pieces lie there."""
    return spelled("len(state.pieces_on(place))", place=_one(asks, names, "height"))


def _own(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``own(place)``: 1 where the piece there, the top one of several, is the seat's."""
    place = _one(asks, names, "own")
    own = {seat: parts.things.answering["own", seat] for seat in parts.things.seats}
    return spelled("1 if on.get(place) in own[seat] else 0", own=own, place=place)


def _within(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``within(pit, pits)``: 1 where a space, or that of a piece, or ``last``, lies in an area."""
    if len(names) != 2 or names[1] not in parts.places.areas:
        meant = nearest("".join(names[1:2]), parts.places.areas)
        raise WrongFormula(f"within(…) takes two names: a place, and an area; {meant}")
    there = where(parts, asks, names[0])
    areas = {seat: frozenset(area) for seat, area in parts.places.areas[names[1]].items()}
    if names[0] in asks:
        return spelled("1 if place in areas[seat] else 0", place=space_of(asks, names[0]), areas=areas)

    def within(spaces: Sequence[str], area: frozenset[str]) -> int:
        return int(bool(spaces) and area.issuperset(spaces))

    return spelled("within(there(here), areas[seat])", within=within, there=there, areas=areas)


def _jumps(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``jumps(man, place)``: 1 where a space lies straight behind a piece of another seat."""
    if len(names) != 2:
        raise WrongFormula("jumps(…) takes two names: a question for a piece, and one for a space.")
    one, other = (space_of(asks, name) for name in names)
    over = spelled(
        "on.get(between.get((one, other)))", between=parts.places.spaces.between, one=one, other=other
    )
    seats, pieces = parts.things.seats, parts.things.pieces.items()
    owned = {piece: owner for piece, (_, owner) in pieces if owner}
    others = {seat: frozenset(piece for piece, owner in owned.items() if owner != seat) for seat in seats}
    return spelled("1 if over in others[seat] else 0", over=over, others=others)


def _later(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``later(man, place, forward)``: 1 where the second comes after the first in a seat's area."""
    if len(names) != 3 or names[2] not in parts.places.areas:
        meant = nearest("".join(names[2:3]), parts.places.areas)
        raise WrongFormula(f"later(…) takes two places and an area in its order; {meant}")
    one, other = (space_of(asks, name) for name in names[:2])
    first, second = (
        {
            seat: {space: area.index(space) if space in area else off for space in parts.places.spaces.at}
            for seat, area in parts.places.areas[names[2]].items()
        }
        for off in (999, -1)
    )
    come_later = "1 if second[seat][other] > first[seat][one] else 0"
    return spelled(come_later, second=second, other=other, first=first, one=one)


def _piece(asks: Mapping[str, Ask], names: Sequence[str], what: str) -> ast.expr:
    ask = asks.get(names[0]) if names else None
    if ask is None or not ask.piece:
        raise WrongFormula(f"{what}(…) wants a question that asks for a piece.")
    return said(names[0])


def _is_a(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``is_a(which, man)``: 1 where a piece is of this kind."""
    piece, kind = _piece(asks, names, "is_a"), _kind(parts, names[1:], "is_a")
    return spelled("1 if piece in those else 0", piece=piece, those=parts.things.of_kind(kind))


def _goes_on(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``goes_on(which)``: 1 where no piece was moved in this turn, or this one was."""
    return spelled(
        "1 if not state.moved or state.moved == piece else 0", piece=_piece(asks, names, "goes_on")
    )


_ASKS = re.compile(r"\bcan\(|\bstuck\b")
"""What asks which verbs could be said."""


def _can(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``can(jump)``: 1 where the seat whose turn it is could say this verb now."""
    if len(names) != 1 or names[0] not in parts.box.verbs:
        raise WrongFormula(f"can(…) wants a verb; {nearest(''.join(names[:1]), parts.box.verbs)}")
    (key,) = names
    if any(key in rule.of and _ASKS.search(rule.needs or "") for rule in parts.box.rules.values()):
        raise WrongFormula(
            f"can({key}) goes round in a ring: a rule of “{key}” asks itself what can be said."
        )

    def could(state: BoxState, seat: str) -> int:
        if state.turn != seat or state.over:
            return 0
        return int(may(state, draft(state.definition.verb(key.replace("_", "-")), seat, {})))

    return spelled("could(state, seat)", could=could)


def _kind(parts: Parts, names: Sequence[str], what: str) -> str:
    if len(names) != 1 or names[0] not in parts.box.pieces:
        raise WrongFormula(
            f"{what}(…) wants a kind of piece; {nearest(''.join(names[:1]), parts.box.pieces)}"
        )
    return names[0]


def _in(what: str) -> Callable[..., Source]:
    def make(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
        kind = _kind(parts, names, what)
        pieces = {seat: parts.things.stock(kind, seat) for seat in parts.things.seats}

        def in_hand(state: BoxState, seat: str) -> int:
            return [*map(state.at.__getitem__, pieces[seat])].count(HAND)

        def on_board(state: BoxState, seat: str) -> int:
            places = [*map(state.at.__getitem__, pieces[seat])]
            return len(places) - places.count(HAND) - places.count(GONE)

        return spelled("number(state, seat)", number=in_hand if what == "in_hand" else on_board)

    return make


def _held(parts: Parts, state: BoxState) -> dict[tuple[str, ...], str]:
    """Every full row, and the seat whose pieces fill it."""

    def held(on: Mapping[str, str]) -> dict[tuple[str, ...], str]:
        owner = {space: parts.things.pieces[piece][1] for space, piece in on.items()}
        return {
            row: owner[row[0]]
            for row in parts.places.spaces.rows
            if row[0] in owner and all(owner.get(space) == owner[row[0]] for space in row)
        }

    return state.once("full rows", state.on_board, held)


def _rows(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``rows(place)``: how many full rows of one seat's pieces go through it."""
    place = _one(asks, names, "rows")
    through = {
        space: [row for row in parts.places.spaces.rows if space in row] for space in parts.places.spaces.at
    }
    owners = {piece: owner for piece, (_, owner) in parts.things.pieces.items()}

    def rows(on: Mapping[str, str], place: str) -> int:
        if place not in on:
            return 0
        owner = owners[on[place]]
        return len(
            [row for row in through[place] if all(owners.get(on.get(one, "")) == owner for one in row)]
        )

    return spelled("rows(on, place)", rows=rows, place=place)


def _full_rows(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``full_rows(man)``: how many rows are full of a seat's pieces."""
    _kind(parts, names, "full_rows")

    def full(state: BoxState, seat: str) -> int:
        return [*_held(parts, state).values()].count(seat)

    return spelled("full(state, seat)", full=full)


def _loose(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Source:
    """``loose(man)``: how many pieces of the others stand in no full row."""
    kind = _kind(parts, names, "loose")

    def loose(state: BoxState, seat: str) -> int:
        held = {space for row in _held(parts, state) for space in row}
        return sum(
            parts.things.pieces[piece][0] == kind
            and parts.things.pieces[piece][1] != seat
            and space not in held
            for space, piece in state.on_board.items()
        )

    return spelled("loose(state, seat)", loose=loose)


ON_BOARD: Mapping[str, Callable[[Parts, Mapping[str, Ask], Sequence[str]], Source]] = {
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
    "in_hand": _in("in_hand"),
    "on_board": _in("on_board"),
}
"""Functions of the pieces on a board; in their brackets stand names."""
