"""Plays as they are kept: what came of sittings is counted when somebody looks, and can be anew.

A phone sees the plays of the tables it opened or sits at, and those it brought.
"""

import hashlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, insert, or_, select

from companion.plays.bg_stats import uuid_of
from companion.plays.figures import Seen
from companion.plays.play import BROUGHT, PHONE, SITTING, Part, Play
from companion.storage.engine import Database, Unavailable
from companion.storage.schema import HOLDS, PARTS, PEOPLE, PLAYS, TABLES
from companion.storage.session import Session
from companion.story.story import took_place

NO_PLAY = ""
"""The source of a sitting that is none: it was put away, or is counted already."""
SECONDS = 1.0
"""So long at most it is counted at a time."""
PUT_AWAY = "end-table"
FEW = 3_000
"""So many plays at most are asked for by number."""
PHONES = 64
"""The plays of so many phones are kept in memory."""


class Known(NamedTuple):
    """The plays of a phone as they were read."""

    here: dict[int, float]
    """The number of each, and what it was counted by,"""
    people: dict[int, tuple[Any, ...]]
    """and the players of the house then."""
    seen: Seen


class Plays:
    """The plays kept in one database. ``sitting`` finds a table by its code."""

    def __init__(
        self,
        database: Database,
        sitting: Callable[[str], Session | None],
    ) -> None:
        self._database, self._sitting = database, sitting
        self._known: dict[str, Known] = {}

    # ---- looking

    def of_phone(self, phone: str) -> Seen:
        """Every play this phone sees, the first of them first.

        Which they are is asked each time, by number; only those that were not known yet are read.
        """
        with self._database.reading() as connection:
            here: dict[int, float] = dict(map(tuple, connection.execute(_shown(phone)).all()))
            people = {row.id: tuple(row) for row in connection.execute(select(PEOPLE))}
            known = self._known.get(phone) or Known({}, {}, Seen([]))
            if (known.here, known.people) != (here, people):
                others = _others(connection, known, people)
                left = [
                    play
                    for play in known.seen.plays
                    if here.get(play.id) == known.here[play.id] and play.id not in others
                ]
                new = here.keys() - {play.id for play in left}
                if len(new) <= FEW:
                    mine = PLAYS.c.id.in_(new)
                else:
                    left, mine = [], seen(phone)
                read = [play for play in _read(connection, mine, people) if play.id in here]
                known = Known(here, people, Seen(sorted([*left, *read], key=attrgetter("ended", "id"))))
            self._known[phone] = known
            if len(self._known) > PHONES:
                self._known.pop(next(iter(self._known)))
        return known.seen

    def count(self, phone: str, seconds: float = SECONDS) -> int:
        """Count sittings that have ended and are not counted yet, while there is time; how many are left.

        What was counted of one that goes on again, or has ended otherwise, is counted anew.
        """
        until = time.monotonic() + seconds
        self._drop_stale(phone)
        with self._database.reading() as connection:
            codes = list(connection.scalars(_uncounted(phone)))
        persons = self._persons(phone) if codes else {}
        for n, code in enumerate(codes):
            if time.monotonic() > until:
                return len(codes) - n
            try:
                if session := self._sitting(code):
                    self._counted(session, persons)
            except Unavailable as gone:
                logging.getLogger(__name__).warning("%s: %s", code, gone)
        return 0

    def _drop_stale(self, phone: str) -> None:
        over = select(TABLES.c.id).where(TABLES.c.id == PLAYS.c.table_id, TABLES.c.ended == PLAYS.c.counted)
        stale = select(PLAYS.c.id).where(seen(phone), PLAYS.c.table_id.is_not(None), ~over.exists())
        with self._database.reading() as connection:
            gone = list(connection.scalars(stale))
        if gone:
            with self._database.writing() as connection:
                connection.execute(delete(PARTS).where(PARTS.c.play_id.in_(gone)))
                connection.execute(delete(PLAYS).where(PLAYS.c.id.in_(gone)))

    def _persons(self, phone: str) -> dict[str, set[int]]:
        """Name to the people that were called so."""
        found: dict[str, set[int]] = defaultdict(set)
        plays = self.of_phone(phone).plays
        for person, name in {
            (part.person, part.name) for play in plays for part in play.parts if part.person
        }:
            found[name.casefold()].add(person)
        return found

    def _counted(self, session: Session, persons: dict[str, set[int]]) -> None:
        play = of_session(session)
        mine = (PLAYS.c.phone == session.creator, PLAYS.c.mark == play.mark)
        with self._database.writing() as connection:
            ended = connection.scalar(select(TABLES.c.ended).where(TABLES.c.id == session.id))
            if ended is None:
                return
            there = connection.scalar(select(PLAYS.c.id).where(*mine, PLAYS.c.source != NO_PLAY))
            source = NO_PLAY if there or not play.parts else SITTING
            parts = [_with_person(part, persons) for part in play.parts] if source else []
            _keep(connection, play, parts, session.creator, source, session.id, ended)

    # ---- keeping and bringing

    def keep(self, phone: str, plays: Sequence[Play]) -> int:
        """Keep plays that were brought, but for those that are there already; how many were new."""
        there, persons = {uuid_of(play.mark) for play in self.of_phone(phone).plays}, self._persons(phone)
        fresh = {name: play for play in plays if (name := uuid_of(play.mark)) not in there}
        with self._database.writing() as connection:
            for play in fresh.values():
                parts = [_with_person(part, persons) for part in play.parts]
                _keep(connection, play, parts, phone, play.source or BROUGHT, None, play.ended)
        return len(fresh)

    def drop(self, phone: str, play: int) -> None:
        """Let a play go that this phone brought."""
        mine = (PLAYS.c.id == play, PLAYS.c.phone == phone, PLAYS.c.table_id.is_(None))
        with self._database.writing() as connection:
            if connection.scalar(select(PLAYS.c.id).where(*mine)):
                connection.execute(delete(PARTS).where(PARTS.c.play_id == play))
                connection.execute(delete(PLAYS).where(*mine))


def of_session(session: Session) -> Play:
    """What came of a sitting that is over; without parts where it was put away."""
    table, over = session.table, session.table.state.over
    said = [(s.entry.seat, s.entry.verb, dict(s.entry.answers), round(s.entry.at * 1000)) for s in table.log]
    words = json.dumps([table.game.key, dict(table.opening.options), said])
    mark = f"s-{hashlib.blake2b(words.encode(), digest_size=16).hexdigest()}"
    sides = {table.state.partners(seat) for seat in table.state.seats}
    won = {side for side in sides if over and set(side) & set(over.winners)}
    won = won or (sides if len(sides) > 1 else set())
    points = dict(over.scores) if over else {}
    took = took_place(table, session.created)
    parts = tuple(
        Part(
            PHONE if chair.seat in session.absent else chair.player or chair.seat,
            chair.seat,
            0,
            points.get(chair.seat),
            1 / len(won) if any(chair.seat in side for side in won) else 0.0,
        )
        for chair in session.chairs
    )
    return Play(
        mark,
        table.game.name,
        took.ended,
        () if over is None or over.rule == PUT_AWAY else parts,
        took.played,
        tuple(f"{key}={value}" for key, value in table.opening.options.items()),
        source=SITTING,
        code=session.code,
    )


def _with_person(part: Part, persons: dict[str, set[int]]) -> tuple[Part, int]:
    """A part, and the one person who is called so; 0 where there is none, or more."""
    known = persons.get(part.name.casefold(), set())
    return part, next(iter(known)) if len(known) == 1 else 0


def seen(phone: str) -> Any:
    """The plays a phone sees."""
    held = select(HOLDS.c.table_id).where(HOLDS.c.phone == phone)
    return or_(PLAYS.c.phone == phone, PLAYS.c.table_id.in_(held))


def _uncounted(phone: str) -> Select[Any]:
    """The codes of a phone's tables that are over and not counted, the latest first."""
    held = select(HOLDS.c.table_id).where(HOLDS.c.phone == phone)
    mine = or_(TABLES.c.creator == phone, TABLES.c.id.in_(held))
    counted = select(PLAYS.c.id).where(PLAYS.c.table_id == TABLES.c.id).exists()
    over = (TABLES.c.ended.is_not(None), TABLES.c.fork_of == "")
    return select(TABLES.c.code).where(mine, *over, ~counted).order_by(TABLES.c.id.desc())


def _keep(
    connection: Connection,
    play: Play,
    parts: Sequence[tuple[Part, int]],
    phone: str,
    source: str,
    table: int | None,
    counted: float,
) -> None:
    row = {
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
    made = connection.execute(insert(PLAYS).returning(PLAYS.c.id), row).scalar_one()
    rows = [
        {
            "play_id": made,
            "n": n,
            "name": part.name,
            "seat": part.seat,
            "person": person,
            "points": part.points,
            "won": part.won,
        }
        for n, (part, person) in enumerate(parts, 1)
    ]
    if rows:
        connection.execute(insert(PARTS), rows)


def _others(connection: Connection, known: Known, people: Mapping[int, tuple[Any, ...]]) -> set[int]:
    """The numbers of the plays whose players are others since they were read."""
    changed = {row[0] for row in {*known.people.values()} ^ {*people.values()}}
    if not changed:
        return set()
    found = set(connection.scalars(select(PARTS.c.play_id).where(PARTS.c.person.in_(changed))))
    roots = {known.people[one][2] or one for one in changed if one in known.people}
    return found | {play.id for play in known.seen.plays for part in play.parts if part.person in roots}


def _read(connection: Connection, mine: Any, people: Mapping[int, tuple[Any, ...]]) -> list[Play]:
    """The plays for which ``mine`` holds; ``people`` are the rows of the players of the house."""
    names = {one: people.get(same, (one, name))[:2] for one, name, same, _ in people.values()}
    mine = (mine, PLAYS.c.source != NO_PLAY)
    parts: dict[int, list[Part]] = defaultdict(list)
    columns = [PARTS.c[name] for name in ("play_id", *Part._fields)]
    asked = select(*columns).where(PARTS.c.play_id.in_(select(PLAYS.c.id).where(*mine)))
    for play, name, seat, person, points, won in connection.execute(
        asked.order_by(PARTS.c.play_id, PARTS.c.n)
    ).all():
        person, called = names.get(person, (0, name))
        parts[play].append(Part(called, seat, person, points, won))
    columns = [PLAYS.c[name] for name in Play._fields if name != "parts"]
    return [
        Play(
            mark, game, ended, tuple(parts[key]), lasted, tuple(options.split("\n")), place, source, code, key
        )
        for mark, game, ended, lasted, options, place, source, code, key in connection.execute(
            select(*columns).where(*mine).order_by(PLAYS.c.id)
        ).all()
    ]


def _shown(phone: str) -> Select[Any]:
    """The numbers of the plays a phone sees, and what each was counted by."""
    return select(PLAYS.c.id, PLAYS.c.counted).where(seen(phone), PLAYS.c.source != NO_PLAY)
