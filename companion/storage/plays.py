"""Plays and people as they are kept: what came of sittings is counted when somebody looks, and can be anew.

A phone sees the plays of the tables it opened or sits at, and those it brought; and the people in them.
"""

import hashlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update

from companion.plays.figures import Seen
from companion.plays.play import BROUGHT, NOBODY, PHONE, SITTING, Part, Play
from companion.storage.engine import Database, Unavailable
from companion.storage.schema import (
    CHANGES,
    ENTRANTS,
    HOLDS,
    PARTS,
    PEOPLE,
    PLAYS,
    SEATS,
    TABLES,
    TOURNAMENTS,
)
from companion.storage.seats import stamp
from companion.storage.session import Session

NO_PLAY = ""
"""The source of a sitting that is none: it was put away, or is counted already."""
SECONDS = 1.0
"""So long at most it is counted at a time."""
PUT_AWAY = "end-table"
Known = tuple[tuple[Any, ...], Seen]


class Plays:
    """The plays kept in one database. ``sitting`` finds a table by its code; ``tell`` says what changed."""

    def __init__(
        self,
        database: Database,
        sitting: Callable[[str], Session | None],
        tell: Callable[[Iterable[str]], None],
    ) -> None:
        self._database, self._sitting, self._tell = database, sitting, tell
        self._known: dict[str, Known] = {}

    # ---- looking

    def of_phone(self, phone: str) -> Seen:
        """Every play this phone sees, the first of them first."""
        with self._database.reading() as connection:
            seen = _seen(phone)
            counted = select(func.count(), func.max(PLAYS.c.id)).where(seen, PLAYS.c.source != NO_PLAY)
            people = select(func.count(), func.max(PEOPLE.c.changed))
            at = (*connection.execute(counted).one(), *connection.execute(people).one())
            known = self._known.get(phone)
            if known is None or known[0] != at:
                known = self._known[phone] = at, Seen(_read(connection, phone))
                if len(self._known) > 64:
                    self._known.pop(next(iter(self._known)))
        return known[1]

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
        stale = select(PLAYS.c.id).where(_seen(phone), PLAYS.c.table_id.is_not(None), ~over.exists())
        with self._database.reading() as connection:
            gone = list(connection.scalars(stale))
        if gone:
            with self._database.writing() as connection:
                connection.execute(delete(PARTS).where(PARTS.c.play_id.in_(gone)))
                connection.execute(delete(PLAYS).where(PLAYS.c.id.in_(gone)))

    def _persons(self, phone: str) -> dict[str, set[int]]:
        """Name to the people that were called so."""
        found: dict[str, set[int]] = defaultdict(set)
        for play in self.of_phone(phone).plays:
            for part in play.parts:
                if part.person:
                    found[part.name.casefold()].add(part.person)
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
        there, persons = {play.mark for play in self.of_phone(phone).plays}, self._persons(phone)
        fresh = {play.mark: play for play in plays if play.mark not in there}
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

    # ---- people

    def is_ours(self, phone: str, name: str) -> None:
        """Say that whoever is called so, in the plays this phone sees, is one player of this house."""
        called = (PARTS.c.person == 0, func.lower(PARTS.c.name) == name.lower(), PARTS.c.name != NOBODY)
        seen = PARTS.c.play_id.in_(select(PLAYS.c.id).where(_seen(phone)))
        with self._database.writing() as connection:
            if connection.scalar(select(PARTS.c.n).where(*called, seen).limit(1)) is None:
                return
            row = {"name": name[:40], "same_as": 0, "changed": time.time()}
            made = connection.execute(insert(PEOPLE).returning(PEOPLE.c.id), row).scalar_one()
            connection.execute(update(PARTS).where(*called, seen).values(person=made))

    def merge(self, phone: str, one: int, other: int) -> None:
        """Say that one person is another one, too."""
        seen = self._seen_people(phone)
        if one != other and {one, other} <= seen:
            with self._database.writing() as connection:
                changes = {"same_as": other, "changed": time.time()}
                mine = or_(PEOPLE.c.id == one, PEOPLE.c.same_as == one)
                connection.execute(update(PEOPLE).where(mine).values(**changes))

    def part(self, phone: str, person: int) -> None:
        """Say that those who were merged into a person are others again."""
        if person in self._seen_people(phone):
            with self._database.writing() as connection:
                mine = PEOPLE.c.same_as == person
                connection.execute(update(PEOPLE).where(mine).values(same_as=0, changed=time.time()))

    def forget(self, phone: str, person: int) -> None:
        """Forget a person: in every sitting and play the name becomes “a player”."""
        if person not in self._seen_people(phone):
            return
        with self._database.writing() as connection:
            ids = or_(PEOPLE.c.id == person, PEOPLE.c.same_as == person)
            gone = list(connection.scalars(select(PEOPLE.c.id).where(ids)))
            mine = PARTS.c.person.in_(gone)
            asked = select(PLAYS.c.table_id, PARTS.c.seat).join_from(PARTS, PLAYS).where(mine)
            sat = [(row.table_id, row.seat) for row in connection.execute(asked) if row.table_id]
            sat += _elsewhere(connection, phone, gone)
            for table, seat in sat:
                _forget_at(connection, table, seat)
            stamp(connection, {table for table, _ in sat})
            _forget_entrants(connection, phone, gone)
            connection.execute(update(PARTS).where(mine).values(person=0, name=NOBODY))
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(gone)))
            codes = select(TABLES.c.code).where(TABLES.c.id.in_({table for table, _ in sat}))
            found = list(connection.scalars(codes))
        self._known.clear()
        self._tell(found)

    def merged(self, phone: str) -> set[int]:
        """The people into whom others were merged, of those this phone sees."""
        seen = self._seen_people(phone)
        with self._database.reading() as connection:
            return seen & set(connection.scalars(select(PEOPLE.c.same_as).where(PEOPLE.c.same_as != 0)))

    def _seen_people(self, phone: str) -> set[int]:
        return {part.person for play in self.of_phone(phone).plays for part in play.parts if part.person}


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
        session.story.ended,
        () if over is None or over.rule == PUT_AWAY else parts,
        session.story.played,
        tuple(f"{key}={value}" for key, value in table.opening.options.items()),
        source=SITTING,
        code=session.code,
    )


def _with_person(part: Part, persons: dict[str, set[int]]) -> tuple[Part, int]:
    """A part, and the one person who is called so; 0 where there is none, or more."""
    known = persons.get(part.name.casefold(), set())
    return part, next(iter(known)) if len(known) == 1 else 0


def _seen(phone: str) -> Any:
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


def _read(connection: Connection, phone: str) -> list[Play]:
    people = {row.id: row for row in connection.execute(select(PEOPLE))}
    names: dict[int, tuple[int, str]] = {}
    for one, row in people.items():
        root = people.get(row.same_as, row)
        names[one] = root.id, root.name
    mine = (_seen(phone), PLAYS.c.source != NO_PLAY)
    parts: dict[int, list[Part]] = defaultdict(list)
    asked = select(PARTS).where(PARTS.c.play_id.in_(select(PLAYS.c.id).where(*mine)))
    for play, _, name, seat, person, points, won in connection.execute(
        asked.order_by(PARTS.c.play_id, PARTS.c.n)
    ):
        person, called = names.get(person, (0, name))
        parts[play].append(Part(called, seat, person, points, won))
    columns = (PLAYS.c.id, PLAYS.c.mark, PLAYS.c.source, PLAYS.c.code, PLAYS.c.game, PLAYS.c.ended)
    rows = connection.execute(
        select(*columns, PLAYS.c.seconds, PLAYS.c.options, PLAYS.c.place)
        .where(*mine)
        .order_by(PLAYS.c.ended, PLAYS.c.id)
    )
    return [
        Play(
            mark, game, ended, tuple(parts[key]), lasted, tuple(options.split("\n")), place, source, code, key
        )
        for key, mark, source, code, game, ended, lasted, options, place in rows
    ]


def _elsewhere(connection: Connection, phone: str, people: Sequence[int]) -> list[tuple[int, str]]:
    """Where people of these names sit at this phone's tables that are no plays: that go on, or are forks."""
    called = select(func.lower(PARTS.c.name)).where(PARTS.c.person.in_(people))
    held = select(HOLDS.c.table_id).where(HOLDS.c.phone == phone)
    plays = select(PLAYS.c.table_id).where(PLAYS.c.table_id.is_not(None), PLAYS.c.source != NO_PLAY)
    asked = (
        select(SEATS.c.table_id, SEATS.c.seat)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(or_(TABLES.c.creator == phone, TABLES.c.id.in_(held)), TABLES.c.id.not_in(plays))
        .where(func.lower(SEATS.c.player).in_(called))
    )
    return [(row.table_id, row.seat) for row in connection.execute(asked)]


def _forget_entrants(connection: Connection, phone: str, people: Sequence[int]) -> None:
    """Let the names of these people go from the tournaments of this phone."""
    called = select(func.lower(PARTS.c.name)).where(PARTS.c.person.in_(people))
    ours = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.owner == phone)
    mine = (ENTRANTS.c.tournament_id.in_(ours), func.lower(ENTRANTS.c.name).in_(called))
    connection.execute(update(ENTRANTS).where(*mine).values(name=NOBODY))


def _forget_at(connection: Connection, table: int, seat: str) -> None:
    """Let a name go from a sitting: from its seat, its opening, and what was told of seats."""
    here = (SEATS.c.table_id == table, SEATS.c.seat == seat)
    name = connection.scalar(select(SEATS.c.player).where(*here)) or ""
    connection.execute(update(SEATS).where(*here).values(player=NOBODY))
    opening = connection.scalar(select(TABLES.c.opening).where(TABLES.c.id == table))
    if opening and seat in opening["seats"]:
        names = {name, opening["seats"][seat]} - {"", seat}
        opening = {**opening, "seats": {**opening["seats"], seat: NOBODY}}
        connection.execute(update(TABLES).where(TABLES.c.id == table).values(opening=opening))
    else:
        names = {name} - {"", seat}
    for gone in names:
        told = func.replace(CHANGES.c.told, gone, "A player")
        connection.execute(update(CHANGES).where(CHANGES.c.table_id == table).values(told=told))
