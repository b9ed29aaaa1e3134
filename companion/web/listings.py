"""What the pages beside the table list: this phone's tables, the log's lines, and the chairs."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.kernel.game import REDO, UNDO, Game
from companion.kernel.journal import Step, sentence
from companion.kernel.state import Outcome, Told, listed
from companion.storage.session import Session
from companion.web.urls import Link
from companion.web.view_model import TablePage


@dataclass(frozen=True)
class Line:
    """A table in a list."""

    code: str
    game: Game[Any]
    href: str
    n: int
    created: float
    players: dict[str, str]
    mine: tuple[str, ...]
    made: bool
    my_turn: bool
    waiting: tuple[str, ...]
    over: Outcome | None

    @property
    def words(self) -> str:
        """How it stands."""
        if self.over:
            return self.over.why
        return "Your turn" if self.my_turn else f"Waiting for {listed(self.waiting)}"


@dataclass(frozen=True)
class LogLine:
    """An entry in the log; ``undo`` is the entry to take back to come back to the moment after this one."""

    n: int
    seat: str
    sentence: str
    told: tuple[Told, ...]
    at: float
    stands: bool
    undo: int
    ruling: bool


@dataclass(frozen=True)
class ChairShown:
    """A seat, who sits there, and its code to scan for those who may give it away."""

    seat: str
    player: str
    mark: int
    phones: int
    mine: bool
    link: Link | None


def line(session: Session, phone: str) -> Line:
    """A table as this phone's list shows it."""
    state, mine = session.table.state, session.mine(phone)
    return Line(
        session.code,
        session.table.game,
        f"/t/{session.code}",
        session.n,
        session.created,
        {chair.seat: chair.player for chair in session.chairs},
        mine,
        session.creator == phone,
        any(seat in mine for seat in state.to_act),
        tuple(state.to_act),
        state.over,
    )


def log(t: TablePage) -> tuple[LogLine, ...]:
    """Every entry, latest first."""
    standing = [step.entry.n for step in t.table.standing]
    after = dict(pairwise(standing))
    return tuple(_log_line(t, step, set(standing), after) for step in reversed(t.table.log))


def touching(t: TablePage, thing: str) -> tuple[LogLine, ...]:
    """The entries that touched a thing, latest first, each with only what it told of it."""
    told = ((line, tuple(told for told in line.told if thing in told.about)) for line in log(t))
    return tuple(LogLine(**{**vars(line), "told": about}) for line, about in told if about)


def now(t: TablePage, thing: str) -> str:
    """How a thing is now; of a counter that is counted from other things, what it shows."""
    if found := t.game.things(t.state).get(thing):
        return found
    counters = [*t.view.counters, *(counter for panel in t.view.panels for counter in panel.counters)]
    for counter in counters:
        if counter.thing == thing:
            return str(counter.value) if counter.of is None else f"{counter.value} of {counter.of}"
    return ""


def chairs(t: TablePage, found_at: str) -> tuple[ChairShown, ...]:
    """The seats of a table."""
    return tuple(
        ChairShown(
            chair.seat,
            chair.player,
            t.mark(chair.seat),
            len(chair.phones),
            chair.seat in t.mine,
            Link(f"{found_at}/S/{chair.key}") if t.may else None,
        )
        for chair in t.session.chairs
    )


def _log_line(t: TablePage, step: Step[Any], standing: Iterable[int], after: dict[int, int]) -> LogLine:
    entry = step.entry
    return LogLine(
        entry.n,
        entry.seat,
        sentence(t.game, entry),
        step.told,
        entry.at,
        entry.n in standing or entry.verb in (UNDO, REDO),
        after.get(entry.n, 0),
        entry.verb == "ruling",
    )
