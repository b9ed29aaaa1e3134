"""The declaration of a box: a text in, a ``Game`` out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.resources.abc import Traversable
from itertools import product
from typing import Any

from companion.boxes import reading
from companion.boxes.definition.model import MOST_SECONDS, Definition
from companion.boxes.definition.places import HAND
from companion.boxes.definition.rounds import ANY_TIME, ONE
from companion.boxes.definition.schema import Ask, Box
from companion.boxes.paper import paper
from companion.boxes.play import hidden, judgement, rules, timers, view
from companion.boxes.play.counters import start
from companion.boxes.play.memo import Once
from companion.boxes.play.piles import at_first
from companion.boxes.play.points import scores
from companion.boxes.play.score import sheet
from companion.boxes.play.state import TABLE_S, BoxState
from companion.boxes.play.stones import laid
from companion.boxes.play.tracked import invariant, tracked
from companion.boxes.play.turns import next_turn
from companion.kernel.features import Clocks, ComputerPlay, Figures, Look, Origin, Planning, Pointing, Secrets
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption, by_lot
from companion.toolkit.concede import at_the_table, resigning
from companion.toolkit.ruling import set_by_hand
from companion.words import Text, message


def game(
    text: str,
    key: str,
    name: str = "box.toml",
    played: Traversable | None = None,
    weights: Mapping[str, Any] | None = None,
) -> Game[BoxState]:
    """The game that a box file describes; SchemaError lists every fault with its line.

    ``name`` is what the file is called in faults, ``played`` a folder of sittings that show how it goes,
    ``weights`` the tables of ``judgement.Weights``.
    """
    return of(reading.definition(text, key, name), played, weights)


def of(
    definition: Definition, played: Traversable | None = None, weights: Mapping[str, Any] | None = None
) -> Game[BoxState]:
    """The game of a box that has been read."""
    rulebook = rules.rulebook(definition)
    moment = type("BoxState", (BoxState,), {"definition": definition, "rules": rulebook, "once": Once()})
    box, things = definition.box, tracked(definition)
    setup = partial(_setup, definition, moment)
    return Game(
        key=definition.key,
        name=box.name,
        blurb=box.blurb,
        minutes=str(box.minutes),
        seats=lambda players: definition.things.seats[:players],
        players=definition.things.players,
        seat_words={seat: _seat_words(definition, n) for n, seat in enumerate(definition.things.seats)},
        options=_options(definition),
        rules=rulebook,
        kinds=(
            *definition.kinds,
            *timers.kinds(definition),
            set_by_hand(things, invariant),
            *at_the_table(resigning(_leave)),
        ),
        setup=setup,
        view=view.view,
        tracked=things,
        invariant=invariant,
        endings=rules.endings(definition),
        features=(
            Look(icon=box.icon),
            Pointing(spaces=view.spaces_of, starts=view.starts, label=view.label),
            Planning(turn=lambda state, seat: state.but(turn=seat)),
            Figures(numbers=view.numbers, lines=view.score_lines, points=_points(definition)),
            ComputerPlay(
                worth=judgement.worth(definition, judgement.Weights.read(weights) if weights else None),
                same=judgement.same(definition),
                cannot=lambda opening: str(_by_people(definition)),
            ),
            paper(definition),
            Origin(played=played),
            *_where_it_has_them(definition, setup),
        ),
    )


def _where_it_has_them(definition: Definition, setup: Callable[[Opening], BoxState]) -> Iterator[object]:
    """Yield the features that only some boxes have."""
    if definition.hidden:
        yield Secrets(partial(hidden.unseen, definition), partial(hidden.veil, definition))
    if definition.box.timers:
        yield Clocks(partial(timers.clocks, definition))
    if score := sheet(definition, cache(lambda players: setup(_usual(definition, players)))):
        yield score


def _points(definition: Definition) -> Callable[[BoxState], Mapping[str, int]] | None:
    """Every seat's points at a moment; None where none are counted, or the fewest win."""
    if not definition.things.counts or definition.box.score.wins == "least":
        return None
    return lambda state: dict(scores(state))


def _by_people(definition: Definition) -> Text:
    """Return why only people can play a box; empty if the phone can."""
    box, words = definition.box, ""
    held = any((pile.of, pile.face) == ("seat", "down") for pile in box.piles.values())
    if definition.hides:
        words = "{game} hides things from those whose they are not, and the phone sees all."
    elif held or box.lines or not box.verbs or any(_known_to_people(box, ask) for ask in definition.asks):
        words = "{game} is played with what lies on the table, and the phone sees none of it."
    return message(words, game=box.name) if words else ""


def _known_to_people(box: Box, ask: Ask) -> bool:
    """True if people alone know the answer: a number, or one of some words where there is no board."""
    return ask.number is not None or bool(ask.choice and not ask.chance and not box.board)


def _usual(definition: Definition, players: int) -> Opening:
    seats, options = definition.things.seats, definition.box.options
    usual = {key: option.usual for key, option in options.items()} | {rules.FIRST: seats[0]}
    return Opening(dict.fromkeys(seats[:players], ""), usual)


def _seat_words(definition: Definition, n: int) -> Text:
    seats = definition.things.seats
    if definition.box.turns.teams == "pairs":
        half = definition.things.players[-1] // 2
        return message("Plays with {seat}.", seat=seats[(n + half) % len(seats)])
    return message("Has the first seat.") if n == 0 else message("Sits after {seat}.", seat=seats[n - 1])


def _options(definition: Definition) -> tuple[TableOption, ...]:
    own = [
        TableOption(key, option.title, tuple(Choice(name, name) for name in option.choices), option.usual)
        for key, option in definition.box.options.items()
    ]
    if rules.begins(definition):
        own.append(by_lot(rules.FIRST, "Who begins", rules.FIRST, definition.things.seats))
    return tuple(own)


def _setup(definition: Definition, moment: type[BoxState], opening: Opening) -> BoxState:
    """Everything at its start; what it tells is what the hands lay out."""
    table = tuple(opening.seats)
    options = {key: option.choices[opening.options[key]] for key, option in definition.box.options.items()}
    first = opening.options.get(rules.FIRST, table[0])
    starts = definition.things.set_up()
    whose = definition.things.pieces
    at = {piece: starts.get(piece, HAND) for piece, (_, seat) in whose.items() if seat in ("", *table)}
    part = definition.rounds.parts[0]
    state = moment(
        table=table,
        options=options,
        numbers={},
        at=at,
        cards={},
        known={},
        lacks=frozenset(),
        turn=first,
        first=first,
        part=part,
        phase=part,
    )
    counted = {definition.things.thing(*one): one for one in product(definition.box.counters, table)}
    for thing, (key, seat) in counted.items():
        state = state.put(thing, 0).put(thing, start(state, key, seat))
    for thing, (key, seat) in definition.budgets.items():
        if seat in ("", *table):
            state = state.put(thing, min(MOST_SECONDS, timers.given_to(definition, state, key, seat)))
    state = state.but(numbers={**state.numbers, **laid(state), **at_first(state)})
    for line in _laid_out(definition, state):
        state = state.tell(line, icon=definition.box.icon)
    begins = message("{first} begins.", first=first) if rules.begins(definition) else "Begin."
    return state.tell(begins, "Turn")


def _laid_out(definition: Definition, state: BoxState) -> list[Text]:
    """Return what lies on the table before the first move, a line each."""
    sentences: list[Text] = list(definition.box.set_up)
    if definition.cards.each:
        sentences.append(message("Shuffle the {n} cards.", n=len(definition.cards.each)))
    if definition.box.board:
        title = definition.box.board.title
        words = "Lay out the board." if title == "Board" else "Lay out the board: {title}."
        sentences.append(message(words, title=title))
    sentences += [*_pieces_out(definition, state), *_stones_out(definition, state)]
    for thing in definition.cards.piles if definition.cards.each else ():
        if number := state.numbers.get(thing, 0):
            sentences.append(message("{pile}: {n:# card|# cards}, face down.", pile=thing, n=number))
    sentences += _counters_out(definition, state)
    if definition.box.timers:
        sentences.append(message("Start the clocks once everybody is ready."))
    return sentences or ["Lay out the game, and the pad."]


def _pieces_out(definition: Definition, state: BoxState) -> Iterator[Text]:
    """Yield how many pieces of each kind there are, and where they start."""
    for key, piece in definition.box.pieces.items():
        words = "Each takes {n} {pieces}." if piece.of == "seat" else "Lay ready {n} {pieces}."
        yield message(words, n=piece.count, pieces=definition.things.pieces_called(key, piece.count))
        words = "Put {seat's} {pieces} on {spaces}." if piece.of == "seat" else "Put {pieces} on {spaces}."
        for seat, places in piece.at.items():
            if seat in (*state.table, TABLE_S):
                spaces = Counter(places.split())
                where = [
                    message("{space} ({n})", space=space, n=many) if many > 1 else space
                    for space, many in spaces.items()
                ]
                called = definition.things.pieces_called(key, spaces.total())
                yield message(words, seat=seat, pieces=called, spaces=where)


def _stones_out(definition: Definition, state: BoxState) -> Iterator[Text]:
    """Yield how many stones start on which spaces."""
    for key, things in definition.places.stones.items():
        there: dict[int, list[str]] = {}
        for space, thing in things.items():
            there.setdefault(state.numbers[thing], []).append(space)
        there.pop(0, None)
        for number, spaces in there.items():
            called = definition.things.stones_called(key, number)
            words = "Put {n} {stones} on each of {spaces}." if spaces[1:] else "Put {n} {stones} on {spaces}."
            yield message(words, n=number, stones=called, spaces=spaces)


def _counters_out(definition: Definition, state: BoxState) -> Iterator[Text]:
    """Yield at what every counter starts: the table's, then the seats'."""
    for key in (*definition.things.table_counters, *definition.things.seat_counters):
        things = dict.fromkeys(definition.things.thing(key, seat) for seat in state.table)
        counts = [definition.things.in_words(key, state.numbers[thing]) for thing in things]
        words = "{counter}: each at {start}." if len(set(counts)) == 1 else "{counter}: at {starts:, }."
        if key in definition.things.table_counters:
            words = "{counter}: {start}."
        yield message(words, counter=definition.things.called(key), start=counts[0], starts=counts)


def _leave(state: BoxState, seat: str) -> BoxState:
    """A seat has resigned: where the table waited for it, the next one goes on."""
    order = state.definition.rounds.order[state.phase]
    waited = seat == (state.alone if order == ONE else state.turn) or not state.to_act
    return next_turn(state, seat) if waited and order != ANY_TIME else state
