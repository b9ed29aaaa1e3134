"""The declaration of a box: a text in, a ``Game`` out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.resources.abc import Traversable

from companion.boxes import hidden, reading, rules, timers, view
from companion.boxes.made import MOST_SECONDS, Made
from companion.boxes.paper import paper
from companion.boxes.schema import Box
from companion.boxes.score import sheet
from companion.boxes.state import ANY_TIME, HAND, ONE, TABLE_S, BoxState
from companion.boxes.tracked import invariant, tracked
from companion.kernel.features import Clocks, ComputerPlay, Figures, Look, Origin, Pointing, Secrets
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption
from companion.kernel.state import counted, listed, possessive
from companion.toolkit.concede import at_the_table, resigning
from companion.toolkit.ruling import set_by_hand


def game(text: str, key: str, name: str = "box.toml", played: Traversable | None = None) -> Game[BoxState]:
    """The game that a box file describes; SchemaError lists every fault with its line.

    ``name`` is what the file is called in faults, ``played`` a folder of sittings that show how it goes.
    """
    return of(reading.made(text, key, name), played)


def of(made: Made, played: Traversable | None = None) -> Game[BoxState]:
    """The game of a box that has been read."""
    rulebook = rules.rulebook(made)
    moment = type("BoxState", (BoxState,), {"made": made, "rules": rulebook})
    box, things = made.box, tracked(made)
    setup = partial(_setup, made, moment)
    return Game(
        key=made.key,
        name=box.name,
        blurb=box.blurb,
        minutes=str(box.minutes),
        seats=lambda players: made.things.seats[:players],
        players=made.things.players,
        seat_words={seat: _seat_words(made, n) for n, seat in enumerate(made.things.seats)},
        options=_options(made),
        rules=rulebook,
        kinds=(
            *made.kinds,
            *timers.kinds(made),
            set_by_hand(things, invariant),
            *at_the_table(resigning(_leave)),
        ),
        setup=setup,
        view=view.view,
        tracked=things,
        invariant=invariant,
        endings=rules.endings(made),
        features=(
            Look(icon=box.icon),
            Pointing(spaces=view.spaces_of, starts=view.starts, label=view.label),
            Figures(numbers=view.numbers, points=_points(made)),
            ComputerPlay(
                worth=partial(_worth, made) if made.things.counts else None,
                cannot=lambda opening: _by_people(box),
            ),
            paper(made),
            Origin(played=played),
            *_where_it_has_them(made, setup),
        ),
    )


def _where_it_has_them(made: Made, setup: Callable[[Opening], BoxState]) -> Iterator[object]:
    """Yield the features that only some boxes have."""
    if made.hidden:
        yield Secrets(partial(hidden.unseen, made), partial(hidden.veil, made))
    if made.box.timers:
        yield Clocks(partial(timers.clocks, made))
    if score := sheet(made, cache(lambda players: setup(_usual(made, players)))):
        yield score


def _points(made: Made) -> Callable[[BoxState], Mapping[str, int]] | None:
    """Every seat's points at a moment; None where none are counted, or the fewest win."""
    if not made.things.counts or made.box.score.wins == "least":
        return None
    return lambda state: dict(made.scores(state))


def _by_people(box: Box) -> str:
    """Return why only people can play a box; empty if the phone can."""
    if any(one.hidden for group in (box.lines, box.counters) for one in group.values()):
        return f"{box.name} hides things from those whose they are not, and the phone sees all."
    asked = [ask for verb in box.verbs.values() for ask in verb.asks.values()]
    held = any(pile.of == "seat" and pile.face == "down" for pile in box.piles.values())
    if held or box.lines or not box.verbs or any(ask.number is not None for ask in asked):
        return f"{box.name} is played with what lies on the table, and the phone sees none of it."
    return ""


def _worth(made: Made, state: BoxState, seat: str) -> float:
    """Return how far a seat's points are ahead of the best of the others, as the box compares them."""
    others = [made.standing(state, other)[0] for other in state.playing if other not in state.partners(seat)]
    return float(made.standing(state, seat)[0] - max(others, default=0))


def _usual(made: Made, players: int) -> Opening:
    options = {key: option.usual for key, option in made.box.options.items()} | {
        rules.FIRST: made.things.seats[0]
    }
    return Opening(dict.fromkeys(made.things.seats[:players], ""), options)


def _seat_words(made: Made, n: int) -> str:
    if made.box.turns.teams == "pairs":
        half = made.things.players[-1] // 2
        return f"Plays with {made.things.seats[(n + half) % len(made.things.seats)]}."
    return "Has the first seat." if n == 0 else f"Sits after {made.things.seats[n - 1]}."


def _options(made: Made) -> tuple[TableOption, ...]:
    own = [
        TableOption(key, option.title, tuple(Choice(name, name) for name in option.choices), option.usual)
        for key, option in made.box.options.items()
    ]
    if rules.begins(made):
        seats = tuple(Choice(seat, seat) for seat in made.things.seats)
        own.append(
            TableOption(rules.FIRST, "Who begins", seats, made.things.seats[0], rules.FIRST, chance=True)
        )
    return tuple(own)


def _setup(made: Made, moment: type[BoxState], opening: Opening) -> BoxState:
    """Everything at its start; what it tells is what the hands lay out."""
    table = tuple(opening.seats)
    options = {key: option.choices[opening.options[key]] for key, option in made.box.options.items()}
    first = opening.options.get(rules.FIRST, table[0])
    starts = made.things.set_up()
    at = {p: starts.get(p, HAND) for p, (_, seat) in made.things.pieces.items() if not seat or seat in table}
    part = made.rounds.parts[0]
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
    for key in made.box.counters:
        for thing, seat in {made.things.thing(key, seat): seat for seat in table}.items():
            state = state.put(thing, 0).put(thing, made.start(key, state, seat))
    for thing, (key, seat) in made.budgets.items():
        if seat in ("", *table):
            state = state.put(thing, min(MOST_SECONDS, max(0, made.seconds[key](state.here(seat or first)))))
    state = state.but(numbers={**state.numbers, **made.places.laid(state), **made.cards.at_first(state)})
    for line in _laid_out(made, state):
        state = state.tell(line, icon=made.box.icon)
    begins = f"{first} begins." if rules.begins(made) else "Begin."
    return state.tell(begins, "Turn")


def _laid_out(made: Made, state: BoxState) -> list[str]:
    """Return what lies on the table before the first move, a line each."""
    told = []
    if made.cards.each:
        told.append(f"Shuffle the {len(made.cards.each)} cards.")
    if made.box.board:
        title = made.box.board.title
        told.append("Lay out the board." if title == "Board" else f"Lay out the board: {title}.")
    told += [*_pieces_out(made, state), *_stones_out(made, state)]
    for thing in made.cards.piles if made.cards.each else ():
        if number := state.numbers.get(thing, 0):
            told.append(f"{thing}: {counted(number, 'card')}, face down.")
    told += _counters_out(made, state)
    if made.box.timers:
        told.append("Start the clocks once everybody is ready.")
    return told or ["Lay out the game, and the pad."]


def _pieces_out(made: Made, state: BoxState) -> Iterator[str]:
    """Yield how many pieces of each kind there are, and where they start."""
    for key, piece in made.box.pieces.items():
        whose = "Each takes" if piece.of == "seat" else "Lay ready"
        yield f"{whose} {piece.count} {made.things.pieces_called(key, piece.count)}."
        for seat, places in piece.at.items():
            if seat in (*state.table, TABLE_S):
                owner = f"{possessive(seat)} " * (piece.of == "seat")
                number, spaces = len(places.split()), Counter(places.split()).items()
                where = [f"{space} ({many})" if many > 1 else space for space, many in spaces]
                yield f"Put {owner}{made.things.pieces_called(key, number)} on {listed(where)}."


def _stones_out(made: Made, state: BoxState) -> Iterator[str]:
    """Yield how many stones start on which spaces."""
    for key, things in made.places.stones.items():
        there: dict[int, list[str]] = {}
        for space, thing in things.items():
            there.setdefault(state.numbers[thing], []).append(space)
        for number, spaces in there.items():
            if number:
                each = "each of " * (len(spaces) > 1)
                yield f"Put {number} {made.things.stones_called(key, number)} on {each}{listed(spaces)}."


def _counters_out(made: Made, state: BoxState) -> Iterator[str]:
    """Yield at what every counter starts: the table's, then the seats'."""
    for key in (*made.things.table_counters, *made.things.seat_counters):
        things = dict.fromkeys(made.things.thing(key, seat) for seat in state.table)
        said = [made.things.in_words(key, state.numbers[thing]) for thing in things]
        if key in made.things.table_counters:
            yield f"{made.things.called(key)}: {said[0]}."
        else:
            every = f"each at {said[0]}" if len(set(said)) == 1 else f"at {', '.join(said)}"
            yield f"{made.things.called(key)}: {every}."


def _leave(state: BoxState, seat: str) -> BoxState:
    """A seat has resigned: where the table waited for it, the next one goes on."""
    order = state.made.rounds.order(state.phase)
    waited = seat == (state.alone if order == ONE else state.turn) or not state.to_act
    return state.next(seat) if waited and order != ANY_TIME else state
