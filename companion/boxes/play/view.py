"""The view of a box: its counters, its pad, its board."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from companion.boxes.definition.model import Definition
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.things import in_figures
from companion.boxes.play import drawing, laid_out, turns
from companion.boxes.play.actions import LINE, POINTS, WRITE, points_of
from companion.boxes.play.counters import ends_of, start
from companion.boxes.play.hidden import closed
from companion.boxes.play.points import points, scores
from companion.boxes.play.state import FIRST_PLAYER, BoxState
from companion.kernel.action import Number
from companion.kernel.view import Blank, Card, Counter, PadLine, Panel, Picture, View
from companion.words import Message, Text, joined, message

UNSEEN = "?"
"""The text of a cell that the viewer may not see."""


def view(state: BoxState) -> View:
    """Return the view that every phone shows."""
    definition = state.definition
    shared = tuple(
        _counter(definition, state, key, state.table[0])
        for key in definition.things.table_counters
        if definition.box.counters[key].shown and not definition.box.counters[key].says
    )
    rounds = _round(definition, state)
    panels = tuple(_panel(definition, state, seat) for seat in state.table)
    phase = joined(state.said(), ", ") or "Everybody may act"
    return View(
        phase,
        (*rounds, *shared, *laid_out.counters(state, "")),
        panels,
        picture(state),
        shelves=laid_out.shelves(state),
        notes=(*laid_out.notes(state), *_worded(definition, state)),
        pad=tuple(pad(definition, state)),
        deals=_deals(definition, state),
    )


def _deals(definition: Definition, state: BoxState) -> str:
    """Return the seat that deals this round, where the next one does each time and all write at once."""
    turns = definition.box.turns
    each = turns.first == "passes" and turns.order == "together" and definition.things.by_round
    return state.first if each and not state.over else ""


def _worded(definition: Definition, state: BoxState) -> Iterator[Text]:
    """Yield in words what the table's counters stand for."""
    for key in definition.things.table_counters:
        if definition.things.words(key) and definition.box.counters[key].shown:
            number = state.numbers[definition.things.thing(key, state.table[0])]
            words = definition.things.in_words(key, number)
            yield message("{counter}: {words}", counter=definition.things.called(key), words=words)


def _round(definition: Definition, state: BoxState) -> tuple[Counter, ...]:
    if definition.box.turns.rounds is not None:
        return (Counter("Round", definition.box.turns.round, state.round, turns.rounds(state)),)
    return (Counter("Round", definition.box.turns.round, state.round),) if definition.things.by_round else ()


def _counter(definition: Definition, state: BoxState, key: str, seat: str) -> Counter:
    counter, thing = definition.box.counters[key], definition.things.thing(key, seat)
    shown = isinstance(counter.most, str) or (counter.of == "table" and "most" in counter.model_fields_set)
    full = start(state, key, seat) if counter.refill else 0
    return Counter(
        thing,
        definition.things.called(key),
        state.numbers[thing],
        full or (ends_of(state, key, seat)[1] if shown else None),
        seat if counter.of == "seat" else "",
        pips=bool(full),
        hidden=thing in state.veil,
        face=0 if full else counter.face,
    )


def _points(definition: Definition, state: BoxState, seat: str) -> Counter:
    thing = definition.things.points_things[seat]
    return Counter(
        thing, definition.box.score.name, points(state, seat), seat=seat, hidden=thing in state.veil
    )


def _panel(definition: Definition, state: BoxState, seat: str) -> Panel:
    counted = (_points(definition, state, seat),) if definition.things.counts else ()
    counters = tuple(
        _counter(definition, state, key, seat)
        for key in definition.things.seat_counters
        if definition.box.counters[key].shown
    )
    own = laid_out.counters(state, seat)
    cards = (*_marker(definition, state, seat), *laid_out.cards(state, seat))
    return Panel(seat, (*counted, *counters, *own), cards)


def _marker(definition: Definition, state: BoxState, seat: str) -> Iterator[Card]:
    """The marker of the first player, if it is taken: at the seat that begins this round, or the next."""
    if definition.marked and seat == (state.begins_next or state.first):
        words = "begins the next {round:small}" if state.begins_next else "began this {round:small}"
        where = message(words, round=definition.box.turns.round)
        yield Card(FIRST_PLAYER, FIRST_PLAYER, FIRST_PLAYER, where, letter="1")


def pad(definition: Definition, state: BoxState) -> Iterator[PadLine]:
    """The lines of the pad: one for each round that was played, then those of the game, then the points."""
    for number in range(1, state.round + 1) if definition.things.by_round else ():
        yield _round_line(definition, state, number)
    for key, line in definition.box.lines.items():
        if line.each == "game":
            cells = tuple(_written(definition, state, key, seat, state.round) for seat in state.table)
            name = definition.things.called(key)
            yield PadLine(name, cells, line.hint, line.strong, _blanks(state, [key]))
    if definition.box.lines:
        things = tuple(map(definition.things.points_things.__getitem__, state.table))
        cells = tuple(
            UNSEEN if thing in state.veil else in_figures(number)
            for thing, (_, number) in zip(things, scores(state), strict=True)
        )
        yield PadLine(definition.box.score.name, cells, strong=True, things=things)


def _round_line(definition: Definition, state: BoxState, number: int) -> PadLine:
    """The line of a round: of the latest alone, what stands in its cells and what can be written there."""
    keys = definition.things.round_lines
    cells = tuple(_round_cell(definition, state, keys, seat, number) for seat in state.table)
    title = message("{round} {n}", round=definition.box.turns.round, n=number)
    if number < state.round:
        return PadLine(title, cells)
    lines = (message("{line:small}", line=definition.things.called(key)) for key in keys)
    return PadLine(title, cells, hint=joined(lines, " / "), blanks=_blanks(state, keys))


def _blanks(state: BoxState, keys: Sequence[str]) -> tuple[tuple[Blank, ...], ...]:
    """Return what each seat can write now in some lines."""
    return tuple(tuple(_blanks_of(state, keys, seat)) for seat in state.table)


def _blanks_of(state: BoxState, keys: Sequence[str], seat: str) -> Iterator[Blank]:
    still_open = state.open_lines(seat) if seat in state.to_act else ()
    for key in keys:
        if key in still_open:
            name, points = state.definition.things.called(key), points_of(state, key, seat)
            if not isinstance(points, Number):
                least, most = min(map(int, points)), max(map(int, points))
                answers = () if most - least < len(points) else points
                yield Blank(seat, WRITE, ((LINE, name),), POINTS, name, least, most, answers)
            else:
                yield Blank(seat, WRITE, ((LINE, name),), POINTS, name, points.least, points.most)


def _round_cell(definition: Definition, state: BoxState, keys: Sequence[str], seat: str, number: int) -> str:
    """Return what a seat has in a round; nothing as long as it has not written there."""
    cells = {key: _written(definition, state, key, seat, number) for key in keys}
    by_hand = [cells[key] for key in keys if definition.box.lines[key].points is not None]
    return " / ".join(cell or "–" for cell in cells.values()) if any(by_hand or cells.values()) else ""


def _written(definition: Definition, state: BoxState, key: str, seat: str, number: int) -> str:
    by_hand = definition.box.lines[key].points is not None
    if by_hand and definition.things.cell(key, seat, number) not in state.numbers:
        return ""
    if closed(definition, state, key, seat, number):
        return UNSEEN
    return in_figures(definition.values[key](state.here(seat).in_round(number)))


def picture(state: BoxState) -> Picture | None:
    """The board with its pieces, or the table's piles; None where there are neither."""
    definition = state.definition
    spaces, board = definition.places.spaces, definition.box.board
    if board is None:
        return laid_out.picture(state)
    return Picture(board.title, *spaces.size, spaces.cells, spaces.strokes, drawing.pieces(state))


def spaces_of(state: BoxState, name: str) -> tuple[str, ...]:
    """Return the spaces to point at for this answer."""
    if name in state.at:
        return (state.at[name],) if state.at[name] not in (HAND, GONE) else ()
    if name in state.definition.places.heaps:
        return (state.definition.places.heaps[name][1],)
    return (name,) if name in state.definition.places.spaces.at else ()


def label(state: BoxState, name: str) -> Text:
    """An answer in words."""
    where = state.at.get(name, "")
    if name in state.definition.cards.each:
        return laid_out.named(state, name)
    if heap := _heap(state, name):
        return message("{space}, {stones}", space=name, stones=heap)
    if where not in ("", HAND, GONE):
        return message("{piece} on {space}", piece=name, space=where)
    return name.replace("-", "−") if name[:1] == "-" else name


def _heap(state: BoxState, space: str) -> list[Message]:
    """Return the stones on a space, by kind."""
    definition = state.definition
    return [
        message("{n} {stones}", n=number, stones=definition.things.stones_called(key, number))
        for key, things in definition.places.stones.items()
        if space in things
        for number in (state.numbers[things[space]],)
    ]


def starts(state: BoxState, seat: str) -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """Return what a tap on a piece, or on one's own stones, begins: the first verb that asks for it."""
    result = dict[str, tuple[str, Mapping[str, str]]]()
    seen = {""}  # kinds of things with which an earlier verb begins
    for key, verb in state.definition.box.verbs.items():
        for field, ask in islice(verb.asks.items(), 1):
            kind = ask.piece or "place" * ask.place
            done = kind in seen or (ask.piece and "any" in seen)
            if not done and (not verb.during or state.phase in verb.during):
                seen.add(kind)
                for thing, answer in _answers(state, seat, kind):
                    result.setdefault(thing, (key.replace("_", "-"), {field: answer}))
    return result


def _answers(state: BoxState, seat: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the things on the board that answer a question for pieces of a kind or a place, each with its
    answer."""
    definition = state.definition
    if kind == "place":
        for thing, (_, space) in definition.places.heaps.items():
            if definition.places.whose.get(space) == seat:
                yield thing, space
    elif kind:
        for piece in state.on_board.values():
            if piece in definition.things.answering[kind, seat]:
                yield piece, piece


def score_lines(state: BoxState) -> list[tuple[str, Mapping[str, int]]]:
    """Return the lines of a finished score pad, if they add up to the points."""
    result = _lines(state)
    adds_up = all(sum(line[seat] for _, line in result) == n for seat, n in scores(state))
    return result if adds_up else []


def _lines(state: BoxState) -> list[tuple[str, Mapping[str, int]]]:
    """Return the lines that are written once a game."""
    things, values = state.definition.things, state.definition.values
    return [
        (things.called(key), {seat: values[key](state.here(seat)) for seat in state.table})
        for key in state.definition.box.lines
        if key not in things.round_lines
    ]


def numbers(states: Sequence[BoxState]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Figures of a finished sitting: the lines that do not add up to the points, and each seat's counters."""
    state, definition = states[-1], states[-1].definition
    result: list[tuple[str, Mapping[str, int] | int]] = [*(() if score_lines(state) else _lines(state))]
    for key in definition.things.seat_counters:
        counts = {seat: state.numbers[definition.things.thing(key, seat)] for seat in state.table}
        result.append((definition.things.called(key), counts))
    if definition.things.by_round or definition.box.turns.rounds is not None:
        result.append(("Rounds", state.round))
    return result
