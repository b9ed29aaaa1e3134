"""The tracked things of a box's table, how each is set by hand, and the limits of the box."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from companion.boxes import deduced
from companion.boxes.made import MOST_SECONDS, Made
from companion.boxes.rules import begins
from companion.boxes.state import (
    ANY_TIME,
    FIRST_PLAYER,
    GONE,
    HAND,
    NOBODYS_TURN,
    ONE,
    WRITER,
    BoxState,
    out_words,
)
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.state import ensure
from companion.kernel.tracked import Tracked
from companion.kernel.veil import HIDDEN

NOT_KNOWN = "not known"
"""What is said of a hand's suits once somebody was wrong about them."""


def cells(made: Made, state: BoxState) -> Iterator[tuple[str, str, str, int]]:
    """Every cell that is written: its name, line, seat and round."""
    for key, line in made.things.written.items():
        for seat in state.table:
            for number in range(1, state.round + 1) if line.each == "round" else (1,):
                if (cell := made.things.cell(key, seat, number)) in state.numbers:
                    yield cell, key, seat, number


def tracked(made: Made) -> tuple[Tracked[BoxState], ...]:
    """Everything that is tracked."""
    found = [_cells(made), _counters(made)]
    if made.places.spaces:
        found.append(_pieces(made))
    if made.box.timers:
        found.append(
            Tracked(
                lambda state: {"Clocks": "running" if state.running else "standing"},
                follows="who has started and stopped them",
                back=put_back.nothing,
            )
        )
    if made.budgets:
        found.append(_budgets(made))
    if made.places.heaps:
        found.append(_stones(made))
    if made.cards.each:
        found += [_cards(made), _hands(made), _without(made)]
    if any(made.rounds.order(part) == ONE for part in made.rounds.parts):
        alone = Tracked[BoxState](
            lambda state: {WRITER: state.alone} if state.alone else {},
            follows="who has begun to write",
            back=put_back.nothing,
        )
        found.append(alone)
    if any(made.rounds.order(part) not in NOBODYS_TURN for part in made.rounds.parts):
        found.append(
            Tracked(
                lambda state: {"Turn": state.turn},
                lambda state, thing: state.pending,
                lambda state, thing, to: state.but(turn=to),
                names=lambda state: ("Turn",) if len(state.pending) > 1 else (),
                follows="who has yet to act in this round",
                back=put_back.nothing,
            )
        )
    if begins(made) or made.box.turns.first == "passes":
        found.append(
            Tracked(
                lambda state: {FIRST_PLAYER: _begins(state)},
                follows="the rounds that were played, and who has taken the next",
                back=put_back.nothing,
            )
        )
    if made.box.turns.order != ANY_TIME:
        follows = "the turns that were played"
        rounds = Tracked[BoxState](
            lambda state: {"Round": str(state.round)}, follows=follows, quiet=True, back=put_back.nothing
        )
        found.append(rounds)
    if made.box.phases:
        found.append(
            Tracked(
                lambda state: {"Phase": made.rounds.phase_name(state.phase)},
                follows="the turns that were played",
                back=put_back.nothing,
            )
        )
    found.append(Tracked(out_words, follows="the rules by which a seat is out", back=put_back.nothing))
    if made.things.counts:
        follows = "what is written and counted"
        found.append(Tracked(lambda state: _points(made, state), follows=follows, back=put_back.nothing))
    return tuple(found)


def _points(made: Made, state: BoxState) -> dict[str, str]:
    things = {made.things.points_things[seat]: str(points) for seat, points in made.scores(state)}
    return {thing: HIDDEN if thing in state.veil else points for thing, points in things.items()}


def _begins(state: BoxState) -> str:
    """Return who begins this round, and who has taken the next one."""
    return f"{state.first}, then {state.begins_next}" if state.begins_next else state.first


def _said(state: BoxState, thing: str) -> str:
    """Return a cell or a counter in words."""
    return HIDDEN if thing in state.veil else str(state.numbers[thing])


def _settled(made: Made, state: BoxState) -> BoxState:
    """Return what follows from something that was set by hand."""

    def going(barred: Collection[str]) -> BoxState:
        after = made.happen(state, "anything", barred=barred)
        if not (after.over or made.rounds.order(after.phase) in NOBODYS_TURN or after.turn in after.playing):
            after = after.next(after.turn)
        return made.happen(after, "anything", late=True, barred=barred)

    return made.keep_secrets(going)


def _cells(made: Made) -> Tracked[BoxState]:
    def of(state: BoxState, thing: str) -> tuple[str, str, int]:
        return next((key, seat, number) for name, key, seat, number in cells(made, state) if name == thing)

    def to(state: BoxState, thing: str) -> Iterable[str]:
        key, seat, number = of(state, thing)
        points = made.things.written[key].points
        if isinstance(points, tuple):
            return tuple(map(str, dict.fromkeys(points)))
        least, most, step = made.ends[key]
        here = state.here(seat).in_round(number)
        low, high = least(here), max(least(here), most(here))
        return Number(low, high) if step == 1 else tuple(map(str, range(low, high + 1, step)))

    return Tracked(
        lambda state: {name: _said(state, name) for name, *_ in cells(made, state)},
        to,
        lambda state, thing, number: _settled(made, state.put(thing, int(number))),
        lambda state: [name for name, *_ in cells(made, state)],
        back=lambda thing, was, to: f"Write {to} for {thing}." if to else f"Strike out {thing}.",
    )


def _counters(made: Made) -> Tracked[BoxState]:
    keys = {made.things.thing(key, seat): key for key in made.box.counters for seat in made.things.seats}

    def is_(state: BoxState, thing: str) -> str:
        if thing in state.veil or not (words := made.things.words(keys[thing])):
            return _said(state, thing)
        return words[state.numbers[thing] - made.things.bounds[keys[thing]][0]]

    def to(state: BoxState, thing: str) -> Iterable[str]:
        return made.things.words(keys[thing]) or Number(*made.things.bounds[keys[thing]])

    def set_(state: BoxState, thing: str, to: str) -> BoxState:
        words, least = made.things.words(keys[thing]), made.things.bounds[keys[thing]][0]
        return _settled(made, state.put(thing, least + words.index(to) if words else int(to)))

    return Tracked(
        lambda state: {thing: is_(state, thing) for thing in keys if thing in state.numbers},
        to,
        set_,
        lambda state: [thing for thing in keys if thing in state.numbers],
    )


def _budgets(made: Made) -> Tracked[BoxState]:
    """The seconds that each clock was given in all; what is spent of them follows from the journal."""
    return Tracked(
        lambda state: {thing: str(state.numbers[thing]) for thing in made.budgets if thing in state.numbers},
        lambda state, thing: Number(0, MOST_SECONDS),
        lambda state, thing, seconds: state.put(thing, int(seconds)),
        back=put_back.nothing,
    )


def _pieces(made: Made) -> Tracked[BoxState]:
    assert made.places.spaces
    places = (*made.places.spaces.at, HAND, GONE)

    def put(state: BoxState, piece: str, where: str) -> BoxState:
        made.places.has_room(state, piece, where, "ruling")
        return _settled(made, state.place(piece, where))

    def free(state: BoxState) -> list[str]:
        return [piece for piece in state.at if not made.places.on_top_of(state, piece)]

    where = partial(_lie, made)
    return Tracked(where, lambda state, piece: places, put, free, "what lies on it, set first", piece=True)


def _lie(made: Made, state: BoxState) -> dict[str, str]:
    """Return where every piece is, and in a stack, what it lies on."""
    found, below = dict(state.at), dict[str, str]()
    for piece, place in state.at.items() if any(one.stack for one in made.box.spaces.values()) else ():
        if made.places.sort(place).stack:
            found[piece] = f"{place}, on {below[place]}" if place in below else place
            below[place] = piece
    return found


def _cards(made: Made) -> Tracked[BoxState]:
    """Cards that lie face up, and where; any card may be laid there by hand."""

    def put(state: BoxState, card: str, to: str) -> BoxState:
        down = [thing for thing in made.cards.piles if state.numbers.get(thing)]
        seen = state.cards.get(card) or state.known.get(card)
        whence = seen or (made.cards.rest if made.cards.rest in down else down[0] if down else "")
        if not whence:
            return _settled(made, state)
        return _settled(made, made.cards.lay(state, card, whence, to).but(known={}, lacks=frozenset()))

    return Tracked(
        lambda state: state.cards,
        lambda state, card: tuple(
            thing for thing, (_, seat) in made.cards.piles.items() if seat in ("", *state.table)
        ),
        put,
        lambda state: made.cards.each,
        back=put_back.moved,
    )


def _hands(made: Made) -> Tracked[BoxState]:
    """Return the face-down piles as tracked things; cards set by hand come from the stock, and go there."""

    def to(state: BoxState, thing: str) -> Number:
        return Number(0, state.numbers[thing] + state.numbers[made.cards.rest])

    def put(state: BoxState, thing: str, number: str) -> BoxState:
        state = made.cards.drawn(state, int(number) - state.numbers[thing], made.cards.rest, thing)
        return _settled(made, state.but(known={}, lacks=frozenset()))

    return Tracked(
        lambda state: {
            thing: str(state.numbers[thing]) for thing in made.cards.piles if thing in state.numbers
        },
        to,
        put,
        lambda state: [
            thing for thing in made.cards.piles if thing in state.numbers and thing != made.cards.rest
        ],
        "what is drawn, laid and shuffled",
        back=put_back.cards,
    )


def _without(made: Made) -> Tracked[BoxState]:
    """Suits that a hand has shown to be without; it is taken back where somebody was wrong."""

    def put(state: BoxState, thing: str, to: str) -> BoxState:
        lacks = frozenset(one for one in state.lacks if deduced.thing(one[0]) != thing)
        return _settled(made, state.but(lacks=lacks))

    return Tracked(
        lambda state: deduced.without(made, state),
        lambda state, thing: (NOT_KNOWN,),
        put,
        lambda state: [*deduced.without(made, state)],
        "suits that were not followed",
        back=put_back.nothing,
    )


def _stones(made: Made) -> Tracked[BoxState]:
    def to(state: BoxState, thing: str) -> Number:
        """Return the range of a heap: up to all stones that lie nowhere else."""
        key, _ = made.places.heaps[thing]
        spec, on_board = made.box.stones[key], made.places.counted(state, key)
        return Number(0, min(spec.most, max(0, spec.count - on_board) + state.numbers[thing]))

    return Tracked(
        lambda state: {thing: str(state.numbers[thing]) for thing in made.places.heaps},
        to,
        lambda state, thing, number: _settled(made, state.put(thing, int(number))),
    )


def invariant(state: BoxState) -> None:
    """Counters within their ends, and no more on a space than it holds."""
    made = state.made
    for key, (least, most) in made.things.bounds.items():
        for seat in state.table:
            thing = made.things.thing(key, seat)
            number = state.numbers[thing]
            ensure(least <= number <= most, f"{thing} goes from {least} to {most}, not {number}.")
    if made.cards.each:
        down = sum(state.numbers.get(thing, 0) for thing in made.cards.piles)
        unseen = len(made.cards.unseen(state))
        ensure(down == unseen, f"{down} cards lie face down, and {unseen} were not seen.")
        ensure(
            deduced.unseen(made, state).possible(state.lacks), "No deal fits what was seen and said of suits."
        )
    taken = Counter(place for place in state.at.values() if place not in (HAND, GONE))
    for place, number in taken.items():
        holds = made.places.sort(place).holds
        ensure(number <= holds, f"{number} pieces lie on {place}, which holds {holds}.")
    for thing, (stones, _) in made.places.heaps.items():
        most, number = made.box.stones[stones].most, state.numbers[thing]
        ensure(0 <= number <= most, f"{thing} holds 0 to {most}, not {number}.")
    for key, spec in made.box.stones.items():
        number = made.places.counted(state, key)
        ensure(
            number <= spec.count,
            f"{number} {made.things.stones_called(key, number)} lie there; there are {spec.count}.",
        )
