"""The view of a box: its counters, its pad, its board."""

from collections.abc import Iterator, Mapping, Sequence

from companion.boxes import laid_out, lying
from companion.boxes.hidden import closed
from companion.boxes.made import Made
from companion.boxes.state import FIRST_PLAYER, GONE, HAND, BoxState
from companion.kernel.state import listed
from companion.kernel.view import Card, Counter, PadLine, Panel, Picture, View

UNSEEN = "?"
"""What stands in a cell that whoever looks does not see."""


def view(state: BoxState) -> View:
    """Return the view that every phone shows."""
    made = state.made
    shared = tuple(
        _counter(made, state, key, state.table[0])
        for key in made.things.table_counters
        if not made.box.counters[key].says
    )
    rounds = _round(made, state)
    panels = tuple(_panel(made, state, seat) for seat in state.table)
    phase = ", ".join(state.said()) or "Everybody may act"
    return View(
        phase,
        (*rounds, *shared, *laid_out.counters(state, "")),
        panels,
        picture(state),
        shelves=laid_out.shelves(state),
        notes=(*laid_out.notes(state), *_worded(made, state)),
        pad=tuple(pad(made, state)),
    )


def _worded(made: Made, state: BoxState) -> Iterator[str]:
    """Yield in words what the table's counters stand for."""
    for key in made.things.table_counters:
        if made.things.words(key):
            number = state.numbers[made.things.thing(key, state.table[0])]
            yield f"{made.things.called(key)}: {made.things.in_words(key, number)}"


def _round(made: Made, state: BoxState) -> tuple[Counter, ...]:
    if made.box.turns.rounds is not None:
        return (Counter("Round", made.box.turns.round, state.round, made.rounds.number(state)),)
    return (Counter("Round", made.box.turns.round, state.round),) if made.things.by_round else ()


def _counter(made: Made, state: BoxState, key: str, seat: str) -> Counter:
    counter, thing = made.box.counters[key], made.things.thing(key, seat)
    shown = isinstance(counter.most, str) or (counter.of == "table" and "most" in counter.model_fields_set)
    of = made.ends_of(key, state, seat)[1] if shown else None
    owner = seat if counter.of == "seat" else ""
    if counter.refill and (full := made.start(key, state, seat)):
        return Counter(
            thing,
            made.things.called(key),
            state.numbers[thing],
            full,
            owner,
            pips=True,
            hidden=thing in state.veil,
        )
    return Counter(
        thing, made.things.called(key), state.numbers[thing], of, owner, hidden=thing in state.veil
    )


def _points(made: Made, state: BoxState, seat: str) -> Counter:
    thing = made.things.points_things[seat]
    points = made.points(state, seat)
    return Counter(thing, made.box.score.name, points, seat=seat, hidden=thing in state.veil)


def _panel(made: Made, state: BoxState, seat: str) -> Panel:
    points = (_points(made, state, seat),) if made.things.counts else ()
    counters = tuple(_counter(made, state, key, seat) for key in made.things.seat_counters)
    own = laid_out.counters(state, seat)
    cards = (*_marker(made, state, seat), *laid_out.cards(state, seat))
    return Panel(seat, (*points, *counters, *own), cards)


def _marker(made: Made, state: BoxState, seat: str) -> Iterator[Card]:
    """The marker of who begins, where it is taken: before whoever begins this round, or the next."""
    if made.marked and seat == (state.begins_next or state.first):
        called = made.box.turns.round.lower()
        where = f"begins the next {called}" if state.begins_next else f"began this {called}"
        yield Card(FIRST_PLAYER, FIRST_PLAYER, FIRST_PLAYER, where, letter="1")


def pad(made: Made, state: BoxState) -> Iterator[PadLine]:
    """The lines of the pad: one for each round that was played, then those of the game, then the points."""
    for number in range(1, state.round + 1) if made.things.by_round else ():
        keys = [key for key, line in made.box.lines.items() if line.each == "round"]
        cells = tuple(_round_cell(made, state, keys, seat, number) for seat in state.table)
        yield PadLine(
            f"{made.box.turns.round} {number}",
            cells,
            " / ".join(made.things.called(key).lower() for key in keys),
        )
    for key, line in made.box.lines.items():
        if line.each == "game":
            cells = tuple(_written(made, state, key, seat, state.round) for seat in state.table)
            yield PadLine(made.things.called(key), cells, line.hint, line.strong)
    if made.box.lines:
        points = tuple(
            UNSEEN if made.things.points_things[seat] in state.veil else _signed(points)
            for seat, points in made.scores(state)
        )
        yield PadLine(made.box.score.name, points, strong=True)


def _round_cell(made: Made, state: BoxState, keys: Sequence[str], seat: str, number: int) -> str:
    cells = [_written(made, state, key, seat, number) for key in keys]
    return " / ".join(cell or "–" for cell in cells) if any(cells) else ""


def _written(made: Made, state: BoxState, key: str, seat: str, number: int) -> str:
    by_hand = made.box.lines[key].points is not None
    if by_hand and made.things.cell(key, seat, number) not in state.numbers:
        return ""
    if closed(made, state, key, seat, number):
        return UNSEEN
    return _signed(made.values[key](state.here(seat).in_round(number)))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def picture(state: BoxState) -> Picture | None:
    """The board with its pieces, or the table's piles; None where there are neither."""
    made = state.made
    spaces, board = made.places.spaces, made.box.board
    if spaces is None or board is None:
        return laid_out.picture(state)
    return Picture(board.title, *spaces.size, spaces.cells, spaces.strokes, lying.pieces(state))


def spaces_of(state: BoxState, name: str) -> tuple[str, ...]:
    """Return the spaces to point at for this answer."""
    if name in state.at:
        return (state.at[name],) if state.at[name] not in (HAND, GONE) else ()
    if name in state.made.places.heaps:
        return (state.made.places.heaps[name][1],)
    return (name,) if state.made.places.spaces and name in state.made.places.spaces.at else ()


def label(state: BoxState, name: str) -> str:
    """An answer in words."""
    where = state.at.get(name, "")
    if name in state.made.cards.each:
        return laid_out.named(state, name)
    if heap := _heap(state, name):
        return f"{name}, {heap}"
    return (
        f"{name} on {where}"
        if where not in ("", HAND, GONE)
        else name.replace("-", "−")
        if name[:1] == "-"
        else name
    )


def _heap(state: BoxState, space: str) -> str:
    """Return the stones on a space in words."""
    made = state.made
    return listed(
        [
            f"{(number := state.numbers[things[space]])} {made.things.stones_called(key, number)}"
            for key, things in made.places.stones.items()
            if space in things
        ]
    )


def starts(state: BoxState, seat: str) -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """Return what a tap on a piece, or on one's own stones, begins: the first verb that asks for it."""
    made, found = state.made, dict[str, tuple[str, Mapping[str, str]]]()
    for key, verb in made.box.verbs.items():
        ask = next(iter(verb.asks.items()), None)
        if ask and ask[1].piece and (not verb.during or state.phase in verb.during):
            for piece in made.places.on_board(state).values():
                if ask[1].piece == "any" or (made.things.pieces[piece][1] == seat) == (ask[1].piece == "own"):
                    found.setdefault(piece, (key.replace("_", "-"), {ask[0]: piece}))
        if ask and ask[1].place and (not verb.during or state.phase in verb.during):
            for thing, (_, space) in made.places.heaps.items():
                if made.places.whose.get(space) == seat:
                    found.setdefault(thing, (key.replace("_", "-"), {ask[0]: space}))
    return found


def numbers(states: Sequence[BoxState]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Figures of a finished sitting: the points, the lines and the counters of each seat."""
    state, made = states[-1], states[-1].made
    found: list[tuple[str, Mapping[str, int] | int]] = []
    for key, line in made.box.lines.items():
        if line.each == "game":
            found.append(
                (made.things.called(key), {seat: made.values[key](state.here(seat)) for seat in state.table})
            )
    found += [
        (made.things.called(key), {seat: state.numbers[made.things.thing(key, seat)] for seat in state.table})
        for key in made.things.seat_counters
    ]
    if made.things.by_round or made.box.turns.rounds is not None:
        found.append(("Rounds", state.round))
    return found
