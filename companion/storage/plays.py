"""Plays as they are kept: results of sittings are counted when somebody looks, and can be counted again.

A phone sees the plays of the tables it opened or sits at, and those it brought.
"""

import hashlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, delete, func, insert, or_, select, update

from companion.kernel.state import Outcome
from companion.plays.bg_stats import uuid_of
from companion.plays.figures import Seen
from companion.plays.play import BROUGHT, PHONE, SITTING, Participant, Play
from companion.storage import of_phone
from companion.storage.engine import Database, Unavailable
from companion.storage.schema import PARTS, PEOPLE, PLAYS, TABLES
from companion.storage.session import Session
from companion.story.story import took_place

NO_PLAY = ""
"""The source of a sitting that is none: it was put away, or is counted already."""
SECONDS = 1.0
"""So long at most it is counted at a time."""
PUT_AWAY = "end-table"
MANY, AHEAD = 2_000, 8
"""The plays of so many phones at most are read ahead, which have so many."""
PHONES = 64
"""The plays of so many phones are kept in memory."""


Row = tuple[Any, ...]


class Known(NamedTuple):
    """The plays of a phone as they were read."""

    here: dict[int, float]
    """The number of each play, and what it was counted by."""
    people: list[Row]
    """The players of the house in these plays."""
    seen: Seen


class Plays:
    """The plays kept in one database. ``sitting`` finds a table by its code."""

    def __init__(self, database: Database, sitting: Callable[[str], Session | None]) -> None:
        self._database, self._sitting = database, sitting
        self._known: dict[str, Known] = {}

    # ---- looking

    def of_phone(self, phone: str) -> Seen:
        """Every play this phone sees, the first of them first.

        Which they are is asked each time; only those that are new or whose players are others are read.
        """
        with self._database.reading() as connection:
            people = _people(connection, phone)
            here: dict[int, float] = dict(
                _tuples(connection, select(PLAYS.c.id, PLAYS.c.counted).where(seen(phone)))
            )
            cached = self._known.get(phone, Known({}, [], Seen([])))
            if (cached.here, cached.people) != (here, people):
                others = _others(connection, cached, people)
                left = {n for n, counted in here.items() if n not in others and cached.here.get(n) == counted}
                plays = [play for play in cached.seen.plays if play.id in left]
                plays += _read(connection, here.keys() - left, people)
                cached = Known(here, people, Seen(sorted(plays, key=attrgetter("ended", "id"))))
            self._known[phone] = cached
            if len(self._known) > PHONES:
                self._known.pop(next(iter(self._known)))
        return cached.seen

    def read_ahead(self) -> None:
        """Read the plays of the phones that have very many, so that nobody waits for it in a new process."""
        many = func.count()
        most = select(PLAYS.c.phone).group_by(PLAYS.c.phone).having(many >= MANY).order_by(many.desc())
        for phone in self._database.scalars(most.limit(AHEAD)):
            self.of_phone(phone).counted()

    def count(self, phone: str, seconds: float = SECONDS) -> int:
        """Count sittings that have ended and are not counted yet, while there is time; how many are left.

        A sitting that has gone on since, and has ended again, is counted again.
        """
        until = time.monotonic() + seconds
        codes = self._database.scalars(_uncounted(phone))
        called = self._called(phone) if codes else {}
        for n, code in enumerate(codes):
            if time.monotonic() > until:
                return len(codes) - n
            try:
                if session := self._sitting(code):
                    self._counted(session, called)
            except Unavailable as gone:
                logging.getLogger(__name__).warning("%s: %s", code, gone)
        return 0

    def people(self, phone: str) -> dict[int, tuple[str, int]]:
        """The players of the house in plays that a phone sees: the name of each, and who it is since some
        were merged."""
        query = select(PEOPLE).where(_named(phone)).order_by(PEOPLE.c.id)
        return {row.id: (row.name, row.same_as or row.id) for row in self._database.rows(query)}

    def _called(self, phone: str) -> dict[str, int]:
        """Return the persons by name, each only if the name stands for one player of the house."""
        result: dict[str, dict[int, int]] = defaultdict(dict)
        for person, (name, same) in self.people(phone).items():
            result[name.casefold()][same] = person
        return {name: next(iter(these.values())) for name, these in result.items() if len(these) == 1}

    def _counted(self, session: Session, called: Mapping[str, int]) -> None:
        """Keep what came of a sitting; where it was counted before, who was said to sit there stays so."""
        play = of_session(session)
        over = select(TABLES.c.ended).where(TABLES.c.id == session.id).with_for_update()
        same = (PLAYS.c.phone == session.creator, PLAYS.c.mark == play.mark)
        with self._database.writing() as connection:
            ended = connection.scalar(over)
            if ended is None:
                return
            there = connection.execute(select(PLAYS.c.table_id).where(*same, stands())).all()
            complete = bool(play.parts) and all(row.table_id == session.id for row in there)
            existing = _said(connection, session.id)
            parts = [
                part._replace(
                    person=existing.get((part.seat, part.name), called.get(part.name.casefold(), 0))
                )
                for part in play.parts
            ]
            row = _row(play, session.creator, SITTING if complete else NO_PLAY, session.id, ended)
            _keep(connection, row, parts if complete else [])

    # ---- keeping and bringing

    def keep(self, phone: str, plays: Sequence[Play]) -> int:
        """Keep plays that were brought, but for those that are there already; how many were new."""
        there, called = {uuid_of(play.mark) for play in self.of_phone(phone).plays}, self._called(phone)
        fresh = {name: play for play in plays if (name := uuid_of(play.mark)) not in there}
        with self._database.writing() as connection:
            for play in fresh.values():
                parts = [part._replace(person=called.get(part.name.casefold(), 0)) for part in play.parts]
                _keep(connection, _row(play, phone, play.source or BROUGHT, None, play.ended), parts)
        return len(fresh)

    def drop(self, phone: str, play: int) -> None:
        """Let a play go that this phone brought."""
        mine = (PLAYS.c.id == play, PLAYS.c.phone == phone, PLAYS.c.table_id.is_(None))
        with self._database.writing() as connection:
            forget(connection, connection.scalars(select(PLAYS.c.id).where(*mine)).all())


def forget(connection: Connection, plays: Sequence[int]) -> None:
    """Delete plays that were brought, with who played them."""
    for number in (PARTS.c.play_id, PLAYS.c.id) if plays else ():
        these = [{"gone": play} for play in plays]
        connection.execute(delete(number.table).where(number == bindparam("gone")), these)


def of_session(session: Session) -> Play:
    """Return the play of a sitting that is over; without parts if it was put away."""
    table, over = session.table, session.table.state.over
    entries = [
        (s.entry.seat, s.entry.verb, dict(s.entry.answers), round(s.entry.at * 1000)) for s in table.log
    ]
    words = json.dumps([table.game.key, dict(table.opening.options), entries])
    mark = f"s-{hashlib.blake2b(words.encode(), digest_size=16).hexdigest()}"
    took = took_place(table, session.created)
    return Play(
        mark,
        table.game.name,
        took.ended,
        () if over is None or over.rule == PUT_AWAY else _parts(session, over),
        took.played,
        tuple(f"{key}={value}" for key, value in table.opening.options.items()),
        source=SITTING,
        code=session.code,
    )


def _parts(session: Session, over: Outcome) -> tuple[Participant, ...]:
    """Return who took part in a sitting; where nobody of several sides won, all share the win."""
    state = session.table.state
    sides = {*map(state.partners, state.seats)}
    won = {*map(state.partners, over.winners)} or (sides if len(sides) > 1 else set())
    share = {seat: 1 / len(won) for side in won for seat in side}
    points = dict(over.scores)
    return tuple(
        Participant(
            PHONE if chair.seat in session.absent else chair.player or chair.seat,
            chair.seat,
            0,
            points.get(chair.seat),
            share.get(chair.seat, 0.0),
        )
        for chair in session.chairs
    )


def seen(phone: str) -> Any:
    """The plays a phone sees."""
    return and_(PLAYS.c.id.in_(of_phone.plays(phone)), stands())


def stands() -> Any:
    """Return the condition of a play: brought, or of a table that has not gone on since it was counted."""
    over = select(TABLES.c.id).where(TABLES.c.id == PLAYS.c.table_id, TABLES.c.ended == PLAYS.c.counted)
    return and_(PLAYS.c.source != NO_PLAY, or_(PLAYS.c.table_id.is_(None), over.exists()))


def _uncounted(phone: str) -> Select[Any]:
    """The codes of a phone's tables that are over and not counted since, the latest first."""
    mine = TABLES.c.id.in_(of_phone.tables(phone))
    counted = select(PLAYS.c.id).where(PLAYS.c.table_id == TABLES.c.id, PLAYS.c.counted == TABLES.c.ended)
    over = (TABLES.c.ended.is_not(None), TABLES.c.fork_of == "")
    return select(TABLES.c.code).where(mine, *over, ~counted.exists()).order_by(TABLES.c.id.desc())


def _row(play: Play, phone: str, source: str, table: int | None, counted: float) -> dict[str, Any]:
    return {
        "table_id": table,
        "phone": phone,
        "mark": play.mark,
        "source": source,
        "code": play.code,
        "game": play.game,
        "ended": play.ended,
        "seconds": play.seconds,
        "options": "\n".join(play.options),
        "place": play.place,
        "counted": counted,
    }


def _said(connection: Connection, table: int) -> dict[tuple[str, str], int]:
    """Return who was said to sit at a table that was counted before, by seat and name; 0 if that is nobody of
    the house, or another one of that name."""
    query = select(PARTS.c.seat, PARTS.c.name, PARTS.c.person).join(PLAYS, PLAYS.c.id == PARTS.c.play_id)
    rows = connection.execute(query.where(PLAYS.c.table_id == table))
    return {(seat, name): person for seat, name, person in rows}


def _keep(connection: Connection, row: dict[str, Any], parts: Sequence[Participant]) -> None:
    """Keep a play. An earlier count of its table is written over; if it is no play any more, its players stay
    known."""
    before = PLAYS.c.table_id == row["table_id"]
    play_id = connection.scalar(select(PLAYS.c.id).where(before)) if row["table_id"] else None
    if play_id is None:
        play_id = connection.execute(insert(PLAYS).returning(PLAYS.c.id), row).scalar_one()
    else:
        connection.execute(update(PLAYS).where(PLAYS.c.id == play_id).values(row))
    rows = [
        {
            "play_id": play_id,
            "n": n,
            "name": part.name,
            "seat": part.seat,
            "person": part.person,
            "points": part.points,
            "won": part.won,
        }
        for n, part in enumerate(parts, 1)
    ]
    if rows:
        connection.execute(delete(PARTS).where(PARTS.c.play_id == play_id))
        connection.execute(insert(PARTS), rows)


def _tuples(connection: Connection, statement: Select[Any]) -> list[Row]:
    """Rows as the driver makes them: ten thousand are read in half the time."""
    answer = connection.execute(statement)
    rows: list[Row] = [*answer.cursor.fetchall()] if answer.cursor else []
    answer.close()
    return rows


def _named(phone: str) -> Any:
    """The players of the house in the plays a phone sees."""
    parts = select(PARTS.c.person).join(PLAYS, PLAYS.c.id == PARTS.c.play_id)
    return PEOPLE.c.id.in_(parts.where(seen(phone)))


def _people(connection: Connection, phone: str) -> list[Row]:
    """The same as rows, and who they are since some were merged."""
    rows = _tuples(connection, select(PEOPLE).where(_named(phone)))
    merged = {same for _, _, same, _ in rows} - {one for one, *_ in rows} - {0}
    if merged:
        rows += _tuples(connection, select(PEOPLE).where(PEOPLE.c.id.in_(merged)))
    return sorted(rows)


def _others(connection: Connection, phone_plays: Known, people: Iterable[Row]) -> set[int]:
    """The numbers of the plays whose players are others since they were read."""
    changed = {row[0] for row in {*phone_plays.people} ^ {*people}}
    if not phone_plays.here or not changed:
        return set()
    roots = changed | {same or one for one, _, same, _ in phone_plays.people if one in changed}
    result = {play.id for play in phone_plays.seen.plays for part in play.parts if part.person in roots}
    return result.union(connection.scalars(select(PARTS.c.play_id).where(PARTS.c.person.in_(changed))))


def _read(connection: Connection, ids: Set[int], people: Iterable[Row]) -> list[Play]:
    """The plays of these numbers, with who played."""
    first, last = min(ids, default=0), max(ids, default=0)
    near = last - first < 2 * len(ids)  # then it takes less to pass over others
    these: Any = bindparam("these", [*ids], expanding=True, literal_execute=True)

    def rows(number: Any, *columns: Any) -> list[Row]:
        mine = number.between(first, last) if near else number.in_(these)
        return [row for row in _tuples(connection, select(number, *columns).where(mine)) if row[0] in ids]

    names = {one: (one, name) for one, name, _, _ in people}
    names |= {one: names[same] for one, _, same, _ in people if same in names}
    new = tuple.__new__  # a third of what the fields' names cost
    parts = defaultdict[int, list[Participant]](list)
    columns = (PARTS.c.n, *(PARTS.c[name] for name in Participant._fields))
    for play, _, name, seat, person, points, won in sorted(rows(PARTS.c.play_id, *columns)):
        if person:
            person, name = names.get(person, (0, name))
        parts[play].append(new(Participant, (name, seat, person, points, won)))
    fields = (PLAYS.c[name] for name in Play._fields if name not in ("id", "parts"))
    return [
        new(
            Play,
            (mark, game, ended, tuple(parts[n]), lasted, tuple(options.split("\n")), place, source, code, n),
        )
        for n, mark, game, ended, lasted, options, place, source, code in rows(PLAYS.c.id, *fields)
    ]
