"""The lists of the pages beside the table: this phone's tables, the log's lines, and the chairs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from companion.boxes.shelf import labels
from companion.kernel.game import TABLE_VERBS, Game
from companion.kernel.journal import Step, sentence
from companion.kernel.sheet import ScoreSheet
from companion.kernel.state import Told
from companion.kernel.values import Count, Value
from companion.kernel.view import Counter, View
from companion.storage.session import Session, said_by_phone, shown_by_photograph
from companion.web.languages import said_of
from companion.web.urls import Link
from companion.web.view_model import TablePage
from companion.words import Text, message
from companion.words.letters import plain_letters
from companion.words.speaking import said

LOG_PAGE = 100
"""So many entries are on a page of the log."""


@dataclass(frozen=True)
class TableLine:
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
    over: Text
    """How it ended; empty while it is played."""

    @property
    def group(self) -> str:
        """Return the list in which it stands: ``running``, ``finished``, or ``watched`` if others play it."""
        if not (self.mine or self.made):
            return "watched"
        return "finished" if self.over else "running"

    @property
    def words(self) -> Text:
        """Return the standing in words."""
        if self.over:
            return self.over
        return "Your turn" if self.my_turn else message("Waiting for {seats}", seats=self.waiting)


@dataclass(frozen=True)
class Match:
    """A game, box or score sheet that a search finds."""

    href: str
    name: Text
    blurb: str
    fits: str = ""
    """The games that a box is for, if it names some."""

    @property
    def letters(self) -> str:
        """Return what a search looks through: its words in English and in the language of the page."""
        words = (self.name, self.blurb, self.fits)
        return plain_letters(" ".join([*map(str, words), *map(said, words)]))


@dataclass(frozen=True)
class LogLine:
    """An entry in the log; ``undo`` is the entry to take back to come back to the moment after this one."""

    n: int
    seat: str
    sentence: Text
    told: tuple[Told, ...]
    at: float
    stands: bool
    undo: int
    ruling: bool
    by_phone: bool
    """True if the phone said it for somebody absent."""
    by_photograph: bool
    """True if a photograph of the table showed it."""
    refused: str
    """What became of it where today's rules refuse it and the sitting went on all the same; else empty."""


@dataclass(frozen=True)
class LogPage:
    """Some entries, latest first."""

    lines: tuple[LogLine, ...]
    older: int
    """Entries before this one come next; 0 where these are the first."""
    newer: bool
    """True where later ones are on another page."""


@dataclass(frozen=True)
class Strip:
    """A place in a journal, and the addresses of the moments beside it."""

    base: str
    """The start of the address of each moment."""
    n: int
    of: int
    """The number of the last entry."""
    play: bool = False
    """True if the next moment comes by itself."""
    live: bool = False
    """True if the table is shown as it is now."""

    def at(self, n: int) -> str:
        """The address of the moment after an entry; of the last, the table as it is."""
        return f"{self.base}/{max(0, n)}" if n < self.of else self.now

    @property
    def now(self) -> str:
        """The table as it is."""
        return self.base.removesuffix("/at")

    @property
    def played(self) -> str:
        """The address that plays on from here; from the end, all once more."""
        return f"{self.base}/{self.n if self.n < self.of else 0}?play"


@dataclass(frozen=True)
class ChairShown:
    """A seat, who sits there, and its code to scan for those who may give it away."""

    seat: str
    player: str
    mark: int
    phones: int
    mine: bool
    link: Link | None
    plays: str
    """The strength with which the phone plays it; empty where a person does."""
    remote: bool
    """True where who plays it is not in the room."""


def line(session: Session, phone: str) -> TableLine:
    """A table as this phone's list shows it."""
    state, mine, game = session.table.state, session.mine(phone), session.table.game
    return TableLine(
        session.code,
        game,
        f"/t/{session.code}",
        session.n,
        session.created,
        {chair.seat: said_of(game, chair.player) for chair in session.chairs},
        mine,
        session.creator == phone,
        any(seat in mine for seat in state.to_act),
        tuple(said_of(game, seat) for seat in state.to_act),
        said_of(game, state.over.why) if state.over else "",
    )


def search(games: Iterable[Game[Any]], query: str, players: int = 0, kind: str = "") -> tuple[Match, ...]:
    """Return the installed games, their score sheets and the boxes with all the words that are asked for.

    ``players`` 0 is any number. A ``kind`` is one of the boxes' (``shelf.KINDS``); empty is any.
    """
    words = plain_letters(query).split()
    return tuple(
        match
        for match in (*(() if kind else _installed(games, players)), *_boxes(players, kind))
        if all(word in match.letters for word in words)
    )


def _installed(games: Iterable[Game[Any]], players: int) -> Iterator[Match]:
    for game in games:
        if not players or players in game.players:
            yield Match(f"/games/{game.key}", game.name, game.blurb)
            if game.get(ScoreSheet):
                yield Match(
                    f"/games/{game.key}/score",
                    message("{game}: final score", game=game.name),
                    "Count a finished game.",
                )


def _boxes(players: int, kind: str) -> Iterator[Match]:
    for box in sorted(labels(), key=lambda box: plain_letters(said(box.name))):
        if box.seats(players) and (not kind or kind in box.kinds):
            yield Match(f"/games/{box.key}", box.name, box.blurb, box.fits)


def log(t: TablePage, before: int = -1, thing: str = "") -> LogPage:
    """A page of the entries before one (all, where none is named), latest first; of a ``thing``, those that
    touched it, each with only what it told of it."""
    steps = reversed(t.session.table.log[: before - 1 if before > 0 else None])
    touching = ((step, told) for step in steps if (told := _told_of(step, thing)) or not thing)
    result = [*islice(touching, LOG_PAGE + 1)]
    standing = [step.entry.n for step in t.session.table.standing]
    stands, after = frozenset(standing), dict(pairwise(standing))
    lines = tuple(_log_line(t, step, line, stands, after) for step, line in result[:LOG_PAGE])
    return LogPage(lines, lines[-1].n if len(result) > LOG_PAGE else 0, 0 < before <= t.session.table.n)


def _told_of(step: Step[Any], thing: str) -> tuple[Told, ...]:
    return tuple(line for line in step.told if thing in line.about) if thing else step.told


def now(t: TablePage, thing: str) -> Text:
    """Return how a thing is now, or the number of a counter that is counted from other things."""
    if place := t.game.things(t.session.table.state).get(thing):
        return place
    counter = _counter(t, thing)
    if counter is None:
        return ""
    if counter.of is None:
        return str(counter.value)
    return message("{value} of {of}", value=counter.value, of=counter.of)


def makes(t: TablePage, thing: str) -> tuple[Text, ...]:
    """Return the lines that a counter is the sum of: its own, or those of the pad, or the entries of a
    finished game that it scored in; none of other counters that are tracked."""
    counter, view, over = _counter(t, thing), t.session.view, t.session.table.state.over
    if counter is None or counter.lines or counter.hidden:
        return counter.lines if counter else ()
    if view.pad and view.pad[-1].name == counter.name:
        return _on_pad(view, counter.seat)
    return _scored(t, thing) if over and (counter.seat, counter.value) in over.scores else ()


def _on_pad(view: View, seat: str) -> tuple[Text, ...]:
    """Return the lines of the pad above the last that give a seat points."""
    column = [panel.seat for panel in view.panels].index(seat)
    cells = ((line.name, line.cells[column]) for line in view.pad[:-1])
    return tuple(message("{line}: {points}", line=name, points=points) for name, points in cells if points)


def _scored(t: TablePage, thing: str) -> tuple[Text, ...]:
    """Return each entry that scored, with how much (``Gold, Throw: F11 = 1``), the set-up first."""
    table = t.session.table
    kind = next((kind for kind in t.game.tracked if thing in kind.now(table.state)), None)
    if kind is None:
        return ()
    was = _number(kind.now(table.start).get(thing))
    lines = [message("At the set-up = {points}", points=was)] if was else []
    for step in table.standing:
        if _told_of(step, thing) and (now := _number(kind.now(step.state).get(thing))) != was:
            said = sentence(t.game, step.entry)
            words = "{seat}, {sentence} = {points}"
            lines.append(message(words, seat=step.entry.seat, sentence=said, points=now - was))
            was = now
    return tuple(lines) or ("Nothing was scored = 0",)


def _number(value: Value) -> int:
    return value.n if isinstance(value, Count) else value if isinstance(value, int) else 0


def _counter(t: TablePage, thing: str) -> Counter | None:
    return next((counter for counter in t.session.view.all_counters if counter.thing == thing), None)


def chairs(t: TablePage, found_at: str) -> tuple[ChairShown, ...]:
    """The seats of a table."""
    return tuple(
        ChairShown(
            chair.seat,
            chair.player,
            t.seats.mark(chair.seat),
            len(chair.phones),
            chair.seat in t.phone.mine,
            Link(f"{found_at}/S/{chair.key}") if t.phone.may else None,
            chair.plays,
            chair.remote,
        )
        for chair in t.session.chairs
    )


def _log_line(
    t: TablePage, step: Step[Any], lines: tuple[Told, ...], standing: frozenset[int], after: dict[int, int]
) -> LogLine:
    entry = step.entry
    return LogLine(
        entry.n,
        entry.seat,
        sentence(t.game, entry),
        lines,
        entry.at,
        entry.n in standing or entry.verb in TABLE_VERBS,
        after.get(entry.n, 0),
        entry.verb == "ruling",
        said_by_phone(entry),
        shown_by_photograph(entry),
        step.refused,
    )
