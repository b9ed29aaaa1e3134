"""The order of turns: to the next seat, the next phase and the next round, and all that happens meanwhile."""

from collections.abc import Collection

from companion.boxes.definition.model import MOST_SECONDS, PASSES
from companion.boxes.definition.rounds import ANY_TIME, ENDLESS, NOBODYS_TURN, ONE, ROUNDS
from companion.boxes.play.counters import refilled
from companion.boxes.play.happening import happen, keep_secrets
from companion.boxes.play.points import ended, points
from companion.boxes.play.state import FIRST_PLAYER, LEFT_OUT, NOWHERE, WRITER, BoxState
from companion.words import message


def after(state: BoxState, by: str, then: str) -> BoxState:
    """Return the moment after somebody said something: what happens by itself, and whose turn it is."""
    if not state.definition.secretive:
        return _after(state, by, then, ())
    return keep_secrets(state, lambda barred: _after(state, by, then, barred))


def _after(state: BoxState, by: str, then: str, barred: Collection[str]) -> BoxState:
    state = happen(state, "anything", barred=barred)
    moved = state.moved if then == "again" else ""
    if state.last[0] or state.moved != moved:
        state = state.but(last=NOWHERE, moved=moved)
    return state if state.over else happen(_onward(state, by, then), "anything", late=True, barred=barred)


def _onward(state: BoxState, by: str, then: str) -> BoxState:
    """Pass the turn on where a verb says so, or where its seat is out."""
    definition, order = state.definition, state.definition.rounds.order[state.phase]
    if order == ONE and not state.alone and then not in PASSES:
        state = state.tell(message("{seat} has this for {seat} alone.", seat=by), WRITER, alone=by)
    if then in definition.box.phases:
        state = state.but(phase=then).tell(
            message("{seat}: {phase}.", seat=by, phase=definition.things.called(then)), "Phase"
        )
    elif then in PASSES or by not in state.playing:
        state = _passed(state, by, then) if order != ANY_TIME else state
    elif order not in NOBODYS_TURN and state.turn not in state.playing:
        state = next_turn(state, state.turn)
    return state


def next_turn(state: BoxState, by: str) -> BoxState:
    """A seat is done: the next one's turn, the next phase, the next round, or the end."""
    here = _gained(state.but(phase=state.part, done=(*state.done, by)), by)
    while not here.over:
        if pending := here.pending:
            return _turn_of(here, pending)
        if here.round > state.round + LEFT_OUT:
            return ended(here, "end")
        if following := _phase_after(here):
            words = message("{phase}.", phase=here.definition.rounds.phase_name(following))
            about = ("Phase", WRITER) if here.alone else ("Phase",)
            here = _open(here, following, here.round).tell(words, *about)
        else:
            here = _next_round(here)
    return here


def _passed(state: BoxState, by: str, how: str) -> BoxState:
    """The turn passes: ``next``, once a seat is done; ``on``, and it comes round again to one that is not;
    ``over``, as the phase is over for all. A phase that this leads to, or back to, is told."""
    if how == "over":
        here = next_turn(state.but(done=tuple(seat for seat in state.table if seat != by)), by)
    elif how == "on" and by in state.playing:
        here = _gained(state.but(phase=state.part), by)
        here = _turn_of(here, here.pending, fresh=False)
    else:
        here = next_turn(state, by)
    if here.phase == state.phase or here.over:
        return here
    if any("Phase" in line.about for line in here.told[len(state.told) :]):
        return here
    return here.tell(message("{phase}.", phase=here.definition.rounds.phase_name(here.phase)), "Phase")


def _turn_of(state: BoxState, pending: tuple[str, ...], fresh: bool = True) -> BoxState:
    if state.definition.rounds.order[state.phase] in NOBODYS_TURN:
        return state
    seat = pending[0]
    if len(pending) > 1 and (state.done or not fresh):
        seat = _clockwise(state, state.turn, 1, pending)
    if by := state.definition.next_by:
        seat = max(pending, key=lambda one: by(state.here(one)))
    if seat == state.turn:
        return refilled(state, "turn", (seat,))
    return refilled(state, "turn", (seat,)).tell(message("{seat} is next.", seat=seat), "Turn", turn=seat)


def _clockwise(state: BoxState, seat: str, after: int, some: tuple[str, ...]) -> str:
    """The first of some seats from a seat on, or from so many after it."""
    start = state.table.index(seat) + after
    onward = (*state.table[start:], *state.table[:start])
    return next((one for one in onward if one in some), state.first)


def _open(state: BoxState, part: str, number: int) -> BoxState:
    return state.but(part=part, phase=part, done=(), alone="", round=number)


def _phase_after(state: BoxState) -> str:
    """The next phase of the round; empty after the last."""
    parts = state.definition.rounds.parts
    for part in parts[parts.index(state.part) + 1 :]:
        when = state.definition.played_when.get(part)
        if when is None or when(state.here(state.first)):
            return part
    return ""


def _next_round(state: BoxState) -> BoxState:
    definition, here = state.definition, happen(state, "round")
    if here.over:
        return here
    if here.round >= rounds(here) or _reached(here) or not _more(here):
        return ended(here, "end")
    if here.begins_next or definition.box.turns.first == "passes":
        first = _clockwise(here, here.begins_next or here.first, not here.begins_next, here.playing)
        here = here.but(first=first, begins_next="")
    here = refilled(_open(here, definition.rounds.parts[0], here.round + 1), "round", here.table)
    about = ("Round", FIRST_PLAYER, "Phase") if here.phase else ("Round", FIRST_PLAYER)
    return here.tell(message("{round} {n} begins.", round=definition.box.turns.round, n=here.round), *about)


def _reached(state: BoxState) -> bool:
    """True if somebody has the points at which the game ends."""
    until = state.definition.box.turns.until
    return until is not None and any(points(state, seat) >= until for seat in state.playing)


def rounds(state: BoxState) -> int:
    """Return the number of rounds."""
    definition = state.definition
    if definition.rounds_of is None:
        return ENDLESS
    most = ROUNDS if definition.things.by_round else ENDLESS
    return max(1, min(most, definition.rounds_of(state.here(state.table[0]))))


def _more(state: BoxState) -> bool:
    """True if there is something to do in another round."""
    rounds = state.definition.rounds
    if rounds.go_on:
        return True
    return not all(rounds.written_once[seat] <= state.numbers.keys() for seat in state.playing)


def _gained(state: BoxState, by: str) -> BoxState:
    """The moment with the seconds that a seat has for the turn it has ended, while the clocks run; they
    stand then where a timer waits."""
    definition = state.definition
    if not state.running:
        return state
    for key, value in definition.gains.items():
        if thing := definition.things.timer_thing(key, by):
            gains = min(value(state.here(by)), MOST_SECONDS - state.numbers[thing])
            if gains > 0:
                words = message("{thing}: {gains:# second|# seconds} more.", thing=thing, gains=gains)
                state = state.put(thing, state.numbers[thing] + gains).tell(words, thing)
    if any(timer.waits for timer in definition.box.timers.values()):
        state = state.but(running=False).tell("The clocks stand.", "Clocks")
    return state
