"""The tracked things of a box's table, how each is set by hand, and the limits of the box."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from companion.boxes.definition.model import MOST_SECONDS, Definition
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.rounds import ANY_TIME, NOBODYS_TURN, ONE
from companion.boxes.play import deduction, piles, stones
from companion.boxes.play.happening import happen, keep_secrets
from companion.boxes.play.moving import has_room, on_top_of
from companion.boxes.play.points import scores
from companion.boxes.play.rules import begins
from companion.boxes.play.state import FIRST_PLAYER, WRITER, BoxState, out
from companion.boxes.play.turns import next_turn
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Consequence, silent
from companion.kernel.consequences import counter as becomes
from companion.kernel.state import ensure
from companion.kernel.tracked import Tracked
from companion.kernel.values import Value, lies
from companion.kernel.veil import HIDDEN
from companion.words import Text, message

NOT_KNOWN = "not known"
"""What is said of a hand's suits once somebody was wrong about them."""


def cells(definition: Definition, state: BoxState) -> Iterator[tuple[str, str, str, int]]:
    """Every cell that is written: its name, line, seat and round."""
    for key, line in definition.things.written.items():
        for seat in state.table:
            for number in range(1, state.round + 1) if line.each == "round" else (1,):
                if (cell := definition.things.cell(key, seat, number)) in state.numbers:
                    yield cell, key, seat, number


def tracked(definition: Definition) -> tuple[Tracked[BoxState], ...]:
    """Return everything that is tracked, in the order in which the page lists it."""
    result = [_cells(definition), _counters(definition), *_laid_out(definition), *_in_turn(definition)]
    result.append(Tracked(out, follows="the rules by which a seat is out"))
    if definition.things.counts:
        follows = "what is written and counted"
        result.append(Tracked(lambda state: _points(definition, state), follows=follows))
    return tuple(result)


def _laid_out(definition: Definition) -> Iterator[Tracked[BoxState]]:
    """Yield what lies on the table: pieces, clocks, stones and cards."""
    if definition.places.spaces:
        yield _pieces(definition)
    if definition.box.timers:
        yield Tracked(
            lambda state: {"Clocks": "running" if state.running else "standing"},
            follows="who has started and stopped them",
        )
    if definition.budgets:
        yield _budgets(definition)
    if definition.places.heaps:
        yield _stones(definition)
    if definition.cards.each:
        yield from (_cards(definition), _hands(definition), _without(definition))


def _in_turn(definition: Definition) -> Iterator[Tracked[BoxState]]:
    """Yield whose turn it is, who begins, the round and the phase, where the box has them."""
    orders = [definition.rounds.order[part] for part in definition.rounds.parts]
    if ONE in orders:
        yield Tracked(
            lambda state: {WRITER: state.alone} if state.alone else {}, follows="who has begun to write"
        )
    if not set(orders) <= set(NOBODYS_TURN):
        yield Tracked(
            lambda state: {"Turn": state.turn},
            lambda state, thing: state.pending,
            lambda state, thing, to: state.but(turn=to),
            names=lambda state: ("Turn",) if len(state.pending) > 1 else (),
            follows="who has yet to act in this round",
            back=put_back.nothing,
        )
    if begins(definition) or definition.box.turns.first == "passes":
        yield Tracked(
            lambda state: {FIRST_PLAYER: _begins(state)},
            follows="the rounds that were played, and who has taken the next",
        )
    if definition.box.turns.order != ANY_TIME:
        yield Tracked(
            lambda state: {"Round": state.round}, follows="the turns that were played", account=silent
        )
    if definition.box.phases:
        yield Tracked(
            lambda state: {"Phase": definition.rounds.phase_name(state.phase)},
            follows="the turns that were played",
        )


def _points(definition: Definition, state: BoxState) -> dict[str, Value]:
    things = {definition.things.points_things[seat]: points for seat, points in scores(state)}
    return {thing: HIDDEN if thing in state.veil else points for thing, points in things.items()}


def _begins(state: BoxState) -> Text:
    """Return who begins this round, and who has taken the next one."""
    if not state.begins_next:
        return state.first
    return message("{first}, then {next}", first=state.first, next=state.begins_next)


def _said(state: BoxState, thing: str) -> int | str:
    """Return the number of a cell or a counter, unless it is hidden."""
    return HIDDEN if thing in state.veil else state.numbers[thing]


def _settled(definition: Definition, state: BoxState) -> BoxState:
    """Return what follows from something that was set by hand."""

    def going(barred: Collection[str]) -> BoxState:
        then = happen(state, "anything", barred=barred)
        if not (
            then.over or definition.rounds.order[then.phase] in NOBODYS_TURN or then.turn in then.playing
        ):
            then = next_turn(then, then.turn)
        return happen(then, "anything", late=True, barred=barred)

    return keep_secrets(state, going)


def _cells(definition: Definition) -> Tracked[BoxState]:
    def of(state: BoxState, thing: str) -> tuple[str, str, int]:
        return next(
            (key, seat, number) for name, key, seat, number in cells(definition, state) if name == thing
        )

    def to(state: BoxState, thing: str) -> Iterable[str]:
        key, seat, number = of(state, thing)
        points = definition.things.written[key].points
        if isinstance(points, tuple):
            return tuple(map(str, dict.fromkeys(points)))
        least, most, step = definition.ends[key]
        here = state.here(seat).in_round(number)
        low, high = least(here), max(least(here), most(here))
        return Number(low, high) if step == 1 else tuple(map(str, range(low, high + 1, step)))

    return Tracked(
        lambda state: {name: _said(state, name) for name, *_ in cells(definition, state)},
        to,
        lambda state, thing, number: _settled(definition, state.put(thing, int(number))),
        lambda state: [name for name, *_ in cells(definition, state)],
        back=lambda thing, was, to: message(
            "Strike out {line}." if to is None else "Write {points} for {line}.", line=thing, points=to
        ),
    )


def _counters(definition: Definition) -> Tracked[BoxState]:
    keys = {
        definition.things.thing(key, seat): key
        for key in definition.box.counters
        for seat in definition.things.seats
    }

    def is_(state: BoxState, thing: str) -> int | str:
        if thing in state.veil or not (words := definition.things.words(keys[thing])):
            return _said(state, thing)
        return words[state.numbers[thing] - definition.things.bounds[keys[thing]][0]]

    def to(state: BoxState, thing: str) -> Iterable[str]:
        return definition.things.words(keys[thing]) or Number(*definition.things.bounds[keys[thing]])

    def set_(state: BoxState, thing: str, to: str) -> BoxState:
        words, least = definition.things.words(keys[thing]), definition.things.bounds[keys[thing]][0]
        return _settled(definition, state.put(thing, least + words.index(to) if words else int(to)))

    def change(after: BoxState, thing: str, was: Value, now: Value) -> Consequence | None:
        counter = definition.box.counters[keys[thing]]
        return becomes(after, thing, was, now) if counter.shown and not counter.face else None

    return Tracked(
        lambda state: {thing: is_(state, thing) for thing in keys if thing in state.numbers},
        to,
        set_,
        lambda state: [thing for thing in keys if thing in state.numbers],
        account=change,
    )


def _budgets(definition: Definition) -> Tracked[BoxState]:
    """The seconds that each clock was given in all; what is spent of them follows from the journal."""
    return Tracked(
        lambda state: {thing: state.numbers[thing] for thing in definition.budgets if thing in state.numbers},
        lambda state, thing: Number(0, MOST_SECONDS),
        lambda state, thing, seconds: state.put(thing, int(seconds)),
        back=put_back.nothing,
    )


def _pieces(definition: Definition) -> Tracked[BoxState]:
    places = (*definition.places.spaces.at, HAND, GONE)

    def put(state: BoxState, piece: str, where: str) -> BoxState:
        has_room(state, piece, where, "ruling")
        return _settled(definition, state.place(piece, where))

    def free(state: BoxState) -> list[str]:
        return [piece for piece in state.at if not on_top_of(state, piece)]

    where = partial(_lie, definition)
    return Tracked(where, lambda state, piece: places, put, free, "what lies on it, set first", piece=True)


def _lie(definition: Definition, state: BoxState) -> dict[str, Value]:
    """Return where every piece is, and in a stack, what it lies on."""
    lie, below = dict[str, Value](state.at), dict[str, str]()
    for piece, place in state.at.items() if any(one.stack for one in definition.box.spaces.values()) else ():
        if definition.places.sort(place).stack:
            lie[piece] = lies(place, upon=below[place]) if place in below else place
            below[place] = piece
    return lie


def _cards(definition: Definition) -> Tracked[BoxState]:
    """Cards that lie face up, and where; any card may be laid there by hand."""

    def put(state: BoxState, card: str, to: str) -> BoxState:
        down = [thing for thing in definition.cards.piles if state.numbers.get(thing)]
        seen = state.cards.get(card) or state.known.get(card)
        whence = seen or (definition.cards.rest if definition.cards.rest in down else down[0] if down else "")
        if not whence:
            return _settled(definition, state)
        return _settled(definition, piles.lay(state, card, whence, to).but(known={}, lacks=frozenset()))

    def there(state: BoxState, card: str) -> list[str]:
        whose = ("", *state.table)
        return [thing for thing, (_, seat) in definition.cards.piles.items() if seat in whose]

    each = definition.cards.each
    return Tracked(lambda state: state.cards, there, put, lambda state: each, back=put_back.moved)


def _hands(definition: Definition) -> Tracked[BoxState]:
    """Return the face-down piles as tracked things; cards set by hand come from the stock, and go there."""

    rest = definition.cards.rest

    def to(state: BoxState, thing: str) -> Number:
        return Number(0, state.numbers[thing] + state.numbers[rest])

    def down(state: BoxState) -> list[str]:
        return [thing for thing in definition.cards.piles if thing in state.numbers]

    def put(state: BoxState, thing: str, number: str) -> BoxState:
        state = piles.draw(state, int(number) - state.numbers[thing], rest, thing)
        return _settled(definition, state.but(known={}, lacks=frozenset()))

    return Tracked(
        lambda state: {thing: state.numbers[thing] for thing in down(state)},
        to,
        put,
        lambda state: [thing for thing in down(state) if thing != rest],
        "what is drawn, laid and shuffled",
        back=put_back.cards,
    )


def _without(definition: Definition) -> Tracked[BoxState]:
    """Suits that a hand has shown to be without; it is taken back where somebody was wrong."""

    def put(state: BoxState, thing: str, to: str) -> BoxState:
        lacks = frozenset(one for one in state.lacks if deduction.thing(one[0]) != thing)
        return _settled(definition, state.but(lacks=lacks))

    return Tracked(
        deduction.without,
        lambda state, thing: (NOT_KNOWN,),
        put,
        lambda state: [*deduction.without(state)],
        "suits that were not followed",
        back=put_back.nothing,
    )


def _stones(definition: Definition) -> Tracked[BoxState]:
    def to(state: BoxState, thing: str) -> Number:
        """As many as there are besides those that lie elsewhere."""
        key, _ = definition.places.heaps[thing]
        spec, on_board = definition.box.stones[key], stones.on_board(state, key)
        return Number(0, min(spec.most, max(0, spec.count - on_board) + state.numbers[thing]))

    return Tracked(
        lambda state: {thing: state.numbers[thing] for thing in definition.places.heaps},
        to,
        lambda state, thing, number: _settled(definition, state.put(thing, int(number))),
    )


def invariant(state: BoxState) -> None:
    """Counters within their ends, and no more on a space than it holds."""
    definition = state.definition
    for key, (least, most) in definition.things.bounds.items():
        for seat in state.table:
            thing = definition.things.thing(key, seat)
            number = state.numbers[thing]
            why = "{thing} goes from {least} to {most}, not {number}."
            ensure(least <= number <= most, why, thing=thing, least=least, most=most, number=number)
    if definition.cards.each:
        down = sum(state.numbers.get(thing, 0) for thing in definition.cards.piles)
        unseen, why = len(piles.unseen(state)), "{down} cards lie face down, and {unseen} were not seen."
        ensure(down == unseen, why, down=down, unseen=unseen)
        ensure(deduction.unseen(state).possible(state.lacks), "No deal fits what was seen and said of suits.")
    taken = Counter(place for place in state.at.values() if place not in (HAND, GONE))
    for place, number in taken.items():
        holds = definition.places.sort(place).holds
        why = "{number} pieces lie on {place}, which holds {holds}."
        ensure(number <= holds, why, number=number, place=place, holds=holds)
    for thing, (key, _) in definition.places.heaps.items():
        most, number = definition.box.stones[key].most, state.numbers[thing]
        why = "{thing} holds 0 to {most}, not {number}."
        ensure(0 <= number <= most, why, thing=thing, most=most, number=number)
    for key, spec in definition.box.stones.items():
        number, why = stones.on_board(state, key), "{number} {stones} lie there; there are {count}."
        called = definition.things.stones_called(key, number)
        ensure(number <= spec.count, why, number=number, stones=called, count=spec.count)
