"""Players of the house as they are kept: a name is a person once somebody says so; merged, parted, forgotten.

A phone says so only of people in plays it sees. What it says holds for all.
"""

import re
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, or_, select, union, update

from companion.plays.play import NOBODY
from companion.storage import notices, of_phone
from companion.storage.engine import Database
from companion.storage.plays import Plays, seen, stands
from companion.storage.schema import (
    CHANGES,
    ENTRANTS,
    PAIRINGS,
    PARTS,
    PEOPLE,
    PLAYS,
    SEATS,
    TABLES,
    TOURNAMENTS,
)
from companion.storage.seats import ANEW, stamp

AT_ONCE = 50
"""So many tables are written in one transaction where somebody is forgotten."""


class People:
    """The players of the house, who are seen in ``plays``. ``tell`` says which tables changed."""

    def __init__(self, database: Database, plays: Plays, tell: Callable[[Iterable[str]], None]) -> None:
        self._database, self._plays, self._tell = database, plays, tell

    def is_ours(self, phone: str, name: str) -> None:
        """Say that this name, in the plays this phone sees, is one player of this house."""
        plays = self._plays.of_phone(phone).plays
        names = {part.name for play in plays for part in play.parts if not part.person}
        same = {one for one in names - {NOBODY} if one.casefold() == name.casefold()}
        called = (PARTS.c.person < 1, PARTS.c.name.in_(same))  # for “= 0” SQLite reads nearly all by an index
        here = PARTS.c.play_id.in_(select(PLAYS.c.id).where(seen(phone)))
        if not same:
            return
        with self._database.writing() as connection:
            row = {"name": name[:40], "same_as": 0, "changed": time.time()}
            person_id = connection.execute(insert(PEOPLE).returning(PEOPLE.c.id), row).scalar_one()
            connection.execute(update(PARTS).where(*called, here).values(person=person_id))

    def merge(self, phone: str, one: int, other: int) -> None:
        """Say that one person is another one, too."""
        if one != other and {one, other} <= self._seen(phone):
            with self._database.writing() as connection:
                changes = {"same_as": other, "changed": time.time()}
                mine = or_(PEOPLE.c.id == one, PEOPLE.c.same_as == one)
                connection.execute(update(PEOPLE).where(mine).values(**changes))

    def part(self, phone: str, person: int) -> None:
        """Say that those who were merged into a person are others again."""
        if person in self._seen(phone):
            with self._database.writing() as connection:
                mine = PEOPLE.c.same_as == person
                connection.execute(update(PEOPLE).where(mine).values(same_as=0, changed=time.time()))

    def another(self, phone: str, play: int, n: int) -> None:
        """Say that the ``n``-th who played a play is somebody else of that name."""
        part = (PARTS.c.play_id == play, PARTS.c.n == n)
        query = select(PARTS.c.person).join(PLAYS, PLAYS.c.id == PARTS.c.play_id).where(*part, seen(phone))
        with self._database.writing() as connection:
            if person := connection.scalar(query):
                connection.execute(update(PARTS).where(*part).values(person=0))
                connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(changed=time.time()))

    def forget(self, phone: str, person: int, runs: Sequence[str] = ()) -> None:
        """Forget a person: in every sitting, play and tournament the name becomes “a player”.

        Of tournaments those that this phone made or ``runs``, and those for which the person sat at a table.
        A few tables at a time, so that no tap waits; the person goes last, so that what was broken off can be
        said once more.
        """
        if person not in self._seen(phone):
            return
        ids = or_(PEOPLE.c.id == person, PEOPLE.c.same_as == person)
        with self._database.reading() as connection:
            gone = list(connection.scalars(select(PEOPLE.c.id).where(ids)))
            mine = PARTS.c.person.in_(gone)
            query = select(PLAYS.c.table_id, PARTS.c.seat).join_from(PARTS, PLAYS).where(mine, stands())
            sat = [(row.table_id, row.seat) for row in connection.execute(query) if row.table_id]
            sat += _elsewhere(connection, phone, gone)
        for some in (sat[n : n + AT_ONCE] for n in range(0, len(sat), AT_ONCE)):
            with self._database.writing() as connection:
                for table, seat in some:
                    _forget_at(connection, table, seat)
                stamp(connection, {table for table, _ in some}, ANEW)
                codes = select(TABLES.c.code).where(TABLES.c.id.in_({table for table, _ in some}))
                result = list(connection.scalars(codes))
            self._tell(result)
        with self._database.writing() as connection:
            _forget_entrants(connection, phone, runs, gone, {table for table, _ in sat})
            connection.execute(update(PARTS).where(mine).values(person=0, name=NOBODY))
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(gone)))

    def merged(self, people: Collection[int]) -> set[int]:
        """Return those of these people that others were merged into."""
        return {*self._database.scalars(select(PEOPLE.c.same_as).where(PEOPLE.c.same_as.in_(people)))}

    def _seen(self, phone: str) -> set[int]:
        """The people a phone sees."""
        return {same for _, same in self._plays.people(phone).values()}


def _nobody() -> tuple[Any, ...]:
    """The players that no part of any play names.

    A player that others were merged into is named by their parts: they are shown by that name.
    """
    merged = PEOPLE.alias()
    named = select(PARTS.c.play_id).where(PARTS.c.person == PEOPLE.c.id)
    theirs = select(PARTS.c.play_id).where(PARTS.c.person == merged.c.id)
    shown = select(merged.c.id).where(merged.c.same_as == PEOPLE.c.id, theirs.exists())
    return ~named.exists(), ~shown.exists()


def unnamed() -> Select[Any]:
    """Select the players that no play names any more."""
    return select(PEOPLE.c.id).where(*_nobody())


def sweep(connection: Connection, players: Sequence[int]) -> int:
    """Forget these players if no play names them; return how many."""
    these = PEOPLE.c.id.in_(players)
    return connection.execute(delete(PEOPLE).where(these, *_nobody())).rowcount


def _elsewhere(connection: Connection, phone: str, people: Sequence[int]) -> list[tuple[int, str]]:
    """Return the seats of people of these names at this phone's tables that are no plays: they go on, or are
    forks."""
    play = select(PLAYS.c.id).where(PLAYS.c.table_id == SEATS.c.table_id, stands())
    query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.player).where(
        SEATS.c.table_id.in_(of_phone.tables(phone)), ~play.exists()
    )
    called = _called(connection, people)
    return [(table, seat) for table, seat, name in connection.execute(query) if name.casefold() in called]


def _called(connection: Connection, people: Sequence[int]) -> set[str]:
    names = connection.scalars(select(PARTS.c.name).where(PARTS.c.person.in_(people)).distinct())
    return {name.casefold() for name in names}


def _forget_entrants(
    connection: Connection, phone: str, runs: Sequence[str], people: Sequence[int], tables: Collection[int]
) -> None:
    """Let these people's names go from this phone's tournaments, and from those of tables they sat at."""
    codes = select(TABLES.c.code).where(TABLES.c.id.in_(tables))
    sat = select(PAIRINGS.c.tournament_id).where(PAIRINGS.c.code.in_(codes))
    owned = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.owner == phone)
    run = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.code.in_(list(runs)))
    ours = ENTRANTS.c.tournament_id.in_(union(owned, run, sat))
    called = _called(connection, people)
    names = set(connection.scalars(select(ENTRANTS.c.name).where(ours)))
    these = ENTRANTS.c.name.in_({name for name in names if name.casefold() in called})
    connection.execute(update(ENTRANTS).where(ours, these).values(name=NOBODY))


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
        about = (CHANGES.c.table_id == table, CHANGES.c.told.contains(gone, autoescape=True))
        for row in connection.execute(select(CHANGES.c.id, CHANGES.c.told).where(*about)).all():
            word = re.compile(rf"(?<!\w){re.escape(gone)}(?!\w)")
            told = notices.changed(row.told, partial(word.sub, "A player"))
            connection.execute(update(CHANGES).where(CHANGES.c.id == row.id).values(told=told))
