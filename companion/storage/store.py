"""The store: tables, their seats and their journals, and how a tap gets there.

A sitting is kept as its opening and its entries and nothing else; the moment now is cached here and caught
up by replaying the entries that are missing. ``n`` counts the entries, ``stamp`` all other changes.
"""

import json
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.kernel import journal
from companion.kernel.action import Given
from companion.kernel.features import Origin, Secrets
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.rulebook import STUMBLED
from companion.storage import of_phone, retention
from companion.storage.along import in_common
from companion.storage.boxes import Boxes, keep_version
from companion.storage.cache import Cache
from companion.storage.engine import BUSY, Database, Ready, Unavailable
from companion.storage.entries import HOLD, KEEP, KEEP_IF, STANDS, brought, first, later, tapped
from companion.storage.people import People
from companion.storage.personal_links import PersonalLinks
from companion.storage.plays import Plays
from companion.storage.refusals import Refusals
from companion.storage.schema import BOXES, HOLDS, SEATS, TABLES
from companion.storage.seats import ANEW, Seating, around, hold_alike, stamp, tell
from companion.storage.session import Fork, Session, new_code, new_key
from companion.storage.tap import Keeps, Tap
from companion.storage.tokens import Tokens
from companion.storage.verdict import Asked, Refused, Said, Shown, Verdict
from companion.words import Text, message

CODE = 6
LISTED = 60
Judged = journal.Table[Any] | Asked | Shown | Refused
ABSENT = 10_000
"""So many tables at which the phone plays are gone on with by a new process, the latest. House."""
GONE = "Table {table} is not kept here any more."

_AT = STANDS.where(TABLES.c.code == bindparam("code"))
_HERE = STANDS.where(TABLES.c.id == bindparam("table"), TABLES.c.code == bindparam("code"))
_NEXT = TABLES.alias()
_AGAIN = (
    select(_NEXT.c.code).join(TABLES, TABLES.c.again == _NEXT.c.code).where(TABLES.c.id == bindparam("table"))
)
_ENDED = update(TABLES).where(TABLES.c.id == bindparam("table")).values(ended=bindparam("at"))


def nobody_s(text: str) -> Game[Any]:
    """No game: where nobody's own games are made."""
    raise ValueError("a game of somebody's own is not played here.")


class Store:
    """The tables kept in one database, and their journals replayed."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any]],
        tell: Callable[[str, tuple[int, int]], None] = lambda code, at: None,
        described: Callable[[str], Game[Any]] = nobody_s,
    ) -> None:
        self.database = database
        self.games = games
        self._tell = tell
        self.cache = Cache()
        self._at, self._keep_if = Ready(_AT, database.engine), Ready(KEEP_IF, database.engine)
        self.seating = Seating(database, self._changed)
        self.personal_links = PersonalLinks(database, self._changed)
        self.tokens = Tokens(database, self._changed)
        self.boxes = Boxes(database, described)
        self.plays = Plays(database, self.session)
        self.people = People(database, self.plays, self._changed)
        self.refusals = Refusals(database)

    # ---- finding

    def session(self, code: str, least: tuple[int, int] | None = None) -> Session | None:
        """The table of this code as it stands now; as it was last known here, if that is the ``least``."""
        cached = self.cache.get(code)
        if cached and least and cached.at >= least:
            return cached
        with self.database.reading() as connection:
            row = self._at.on(connection, code=code).first()
            if row is not None:
                return self._caught_up(connection, code, row, cached)
        self.cache.drop(code)
        return None

    def known(self, code: str) -> Session | None:
        """The table of this code as it was last known here."""
        return self.session(code, (0, 0))

    def of_phone(self, phone: str, codes: Iterable[str] = ()) -> list[Session]:
        """The tables this phone made, sits at or knows by these codes: running ones first, latest first."""
        wanted = TABLES.c.id.in_(of_phone.tables(phone, [*codes]))
        order = (TABLES.c.ended.is_not(None), TABLES.c.id.desc())
        sessions = []
        for code in self.database.scalars(select(TABLES.c.code).where(wanted).order_by(*order).limit(LISTED)):
            try:
                sessions.append(self.session(code))
            except Unavailable as gone:
                logging.getLogger(__name__).warning("%s: %s", code, gone)
        return [session for session in sessions if session]

    def at(self, codes: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Return the entry and the stamp of each of these tables."""
        query = STANDS.add_columns(TABLES.c.code).where(TABLES.c.code.in_(list(codes)))
        return {row.code: (row.n, row.stamp) for row in self.database.rows(query)}

    def stands(self, code: str) -> tuple[int, int] | None:
        """Return the entry and the stamp of one table; None if it is not kept here."""
        with self.database.reading() as connection:
            row = self._at.on(connection, code=code).first()
        return row and (row.n, row.stamp)

    def absent(self) -> list[str]:
        """The codes of the tables in play at which the phone plays a seat, the latest first."""
        played = select(SEATS.c.table_id).where(SEATS.c.plays != "")
        query = select(TABLES.c.code).where(TABLES.c.id.in_(played), TABLES.c.ended.is_(None))
        return self.database.scalars(query.order_by(TABLES.c.id.desc()).limit(ABSENT))

    def test_writing(self) -> None:
        """Write nothing, as an entry would be written; Unavailable where that cannot be."""
        nothing = update(TABLES).where(TABLES.c.id == -1).values(stamp=TABLES.c.stamp)
        with self.database.writing() as connection:
            connection.execute(nothing)

    def seat_of(self, key: str) -> tuple[str, str] | None:
        """The table's code and the seat that this key admits to now."""
        query = select(TABLES.c.code, SEATS.c.seat).join_from(SEATS, TABLES).where(SEATS.c.key == key)
        return next(((row.code, row.seat) for row in self.database.rows(query)), None)

    def watched(self, key: str) -> str | None:
        """The code of the table this key lets watch."""
        code: str | None = self.database.scalar(select(TABLES.c.code).where(TABLES.c.watch == key))
        return code

    # ---- opening and playing

    def open(
        self,
        game: Game[Any],
        table: journal.Table[Any],
        creator: str,
        seats: Iterable[str] = (),
        fork: Fork | None = None,
        notes: Iterable[Text] = (),
    ) -> Session:
        """Keep a new table, with the entries it comes with; this phone sits at these seats.

        Where it is a ``fork``, it goes on from that table. The ``notes`` are told at the table.
        """
        table = table if table.n or table.opening.lot else _dealt(table)
        with self.database.writing() as connection:
            row = _row(connection, game, table, creator, fork)
            if held := [
                {"table_id": row.id, "seat": s, "phone": creator, "since": row.created} for s in seats
            ]:
                connection.execute(insert(HOLDS), held)
            for note in notes:
                tell(connection, row.id, note)
        return self._now(row.code)

    def play(
        self,
        code: str,
        seat: str,
        verb: str,
        answers: Given,
        key: str = "",
        seen: int = -1,
        phone: str | None = None,
        only_at: int | None = None,
        keeps: Keeps = "allowed",
        seats: Collection[str] | None = None,
    ) -> Verdict:
        """Judge a sentence said at a table, and keep it once for every key if the rules allow it.

        It is judged on the moment known here, and kept if the table still stands there; only where it has
        moved on it is judged again, with the table held. ``phone``, if it is given, must sit at the seat.
        Without a ``seat`` it acts for the one that is obvious then. With ``only_at`` it is kept only after
        that entry; what the phone says by itself besides only for a seat it plays. A sentence that ``keeps``
        leaves out is asked on, or shown. ``seats`` are those that a phone which is passed round is now.
        Unavailable if nothing is known of the table, and the database cannot be read.
        """
        key, now = key or secrets.token_hex(16), round(time.time(), 3)
        tap = Tap(seat, verb, answers, key, seen, now, phone, only_at, keeps, seats)
        try:
            verdict = self._played(code, tap)
        except Unavailable as no:
            session = self.cache.get(code)
            if session is None:
                raise
            verdict = Refused(session, str(no), "unavailable", fault=no)
        return self._refused(tap, verdict) if isinstance(verdict, Refused) else verdict

    def _played(self, code: str, tap: Tap) -> Verdict:
        for _ in range(3):
            session = self.cache.get(code) or self._now(code)
            judged = tap.judge(session)
            try:
                verdict = self._kept_at_once(session, tap, judged) or self._kept(session, tap, judged)
            except IntegrityError:  # in the same instant, where one who holds a table lets others write
                continue
            if isinstance(verdict, Said) and not verdict.repeated:
                self.cache.keep(verdict.session)
                self._tell(code, verdict.session.at)
            return verdict
        raise Unavailable(BUSY)

    def _refused(self, tap: Tap, no: Refused) -> Refused:
        """Return a refusal with what holds of the sentence, and remember it for a report."""
        if no.refusal and tap.phone is not None:
            seat = tap.seat or no.session.acting(tap.phone)
            self.refusals.keep(no.session, seat, no.refusal, tap.at)
        return replace(no, proposal=tap.proposal(no.session))

    def _kept_at_once(self, session: Session, tap: Tap, judged: Judged) -> Said | None:
        """Keep in one statement what was judged on what is known here; None if the table has moved on."""
        if not isinstance(judged, journal.Table):
            return None
        if (judged.state.over is None) != (session.table.state.over is None):
            return None
        row = tapped(session.id, judged.log[-1], tap)
        row |= {"answers": json.dumps(row["answers"])}
        stands = {"table": session.id, "code": session.code, "stamp": session.stamp, "before": session.n}
        try:
            with self.database.stroke() as connection:
                if self._keep_if.on(connection, **row, **stands).rowcount != 1:
                    return None
        except IntegrityError:  # the same tap once more, or another process in the same instant
            return None
        return Said(session.after(judged), judged.n)

    def _kept(self, standing: Session, tap: Tap, judged: Judged) -> Verdict:
        """Keep while nobody else writes at this table; judge again only if it has moved on since."""
        session = self._now(standing.code)
        with self.database.reading() as connection:
            if verdict := first(connection, session, tap):
                return verdict
        if session is not standing:
            standing, judged = session, tap.judge(session)
        if not isinstance(judged, journal.Table):
            return judged
        with self.database.writing() as connection:
            session = self._caught_up(connection, session.code, _held(connection, session), session)
            if verdict := first(connection, session, tap):
                return verdict
            if session is not standing:
                judged = tap.judge(session)
            if not isinstance(judged, journal.Table):
                return judged
            connection.execute(KEEP, tapped(session.id, judged.log[-1], tap))
            ended = tap.at if judged.state.over else None
            connection.execute(_ENDED, {"table": session.id, "at": ended})
        return Said(session.after(judged), judged.n)

    def take(self, session: Session, game: Game[Any], sentence: Text) -> None:
        """Play on with another version of a table's game; ValueError, in words, where it does not hold."""
        table = session.table.anew(game)
        with self.database.writing() as connection:
            _hold_as_it_is(connection, session)
            keep_version(connection, game)
            ended = session.table.log[-1].entry.at if table.state.over else None
            values = {"game": game.key, "opening": vars(table.opening), "rules_version": game.rules.version}
            connection.execute(update(TABLES).where(TABLES.c.id == session.id).values(**values, ended=ended))
            stamp(connection, [session.id])
            tell(connection, session.id, sentence)
        self.cache.drop(session.code)
        self._changed([session.code])

    def fork(self, session: Session, n: int, phone: str) -> Session:
        """Another table with the same opening and the journal up to entry ``n``, with the same phones.

        Nothing of the first is touched but that it says so among the seats that changed hands.
        """
        entries = [step.entry for step in session.table.log[:n]]
        table = _opened_alike(session).replayed(entries)
        other = self.open(table.game, table, phone, fork=Fork(session.code, n))
        self.seating.seat_alike(session, other, phone)
        return self._now(other.code)

    def bring(self, session: Session, other: journal.Table[Any], phone: str) -> tuple[Session, int]:
        """Add what was said at a copy of a table; return the table that has it, and how many entries came.

        That is this one or a fork of it, if the copy only went on from there and said nothing for a seat at
        which another phone sits; else a new fork.
        """
        forks = [self.session(fork.code) for fork in self.forks(session)]
        for way in [session, *filter(None, forks)]:
            n = in_common(way.table, other)
            if n == other.n:
                return way, 0
            if n == way.n and all(way.speaks(phone, step.entry.seat) for step in other.log[n:]):
                self._lengthen(way, other)
                return self._now(way.code), other.n - n
        n = in_common(session.table, other)
        fork = self.open(other.game, other, phone, fork=Fork(session.code, n))
        self.seating.seat_alike(session, fork, phone)
        return self._now(fork.code), other.n - n

    def _lengthen(self, session: Session, other: journal.Table[Any]) -> None:
        """Keep the entries that a sitting has and this table lacks; Unavailable if it moved on meanwhile."""
        now, first = round(time.time(), 3), session.n + 1
        with self.database.writing() as connection:
            _hold_as_it_is(connection, session)
            connection.execute(KEEP, [brought(session.id, step, now) for step in other.log[session.n :]])
            ended = other.log[-1].entry.at or now if other.state.over else None
            connection.execute(_ENDED, {"table": session.id, "at": ended})
            words = "Entries {first} to {last} were said elsewhere and brought here."
            tell(connection, session.id, message(words, first=first, last=other.n))
            stamp(connection, [session.id])
        self._changed([session.code])

    def again(self, session: Session, phone: str) -> Session:
        """Return the table at which a finished game is played again; the first phone that asks opens it.

        It has the same opening, phones and players, and they learn as they did.
        """
        with self.database.writing() as connection:
            connection.execute(HOLD, {"table": session.id})
            code = connection.scalar(_AGAIN, {"table": session.id})
            if code is None:
                code = _rematch(connection, session, phone)
        self._changed([session.code])
        return self._now(code)

    def forks(self, session: Session) -> tuple[Fork, ...]:
        """The tables that go on from this one, the first of them first."""
        query = select(TABLES.c.code, TABLES.c.fork_at).where(TABLES.c.fork_of == session.code)
        return tuple(Fork(row.code, row.fork_at) for row in self.database.rows(query.order_by(TABLES.c.id)))

    def forget(self, session: Session) -> None:
        """Delete a table for good, with all that belongs to it."""
        hidden = retention.hide(self.database, session.id, TABLES.c.code == session.code)
        self.cache.drop(session.code)
        self._tell(session.code, (session.n, session.stamp + 1))  # who follows it looks, and finds it gone
        if hidden:
            retention.empty(self.database, session.id)

    def _changed(self, codes: Iterable[str]) -> None:
        for code, at in self.at(codes).items():
            self._tell(code, at)

    # ---- where a table stands now

    def _now(self, code: str) -> Session:
        session = self.session(code)
        if session is None:
            raise Unavailable(GONE, table=code)
        return session

    def _caught_up(self, connection: Connection, code: str, row: Any, have: Session | None) -> Session:
        """Return the session after reading and replaying the entries that are missing; ``row`` is the table's
        row."""
        if have is not None and have.at == (row.n, row.stamp):
            return have
        if have is not None and _is_another(have, row):
            self.cache.drop(code)
            have = None
        session = have or self._fresh(connection, row.id)
        if row.n > session.n:
            session = session.after(session.table.replayed(later(connection, row.id, session.n)))
        if have is None or row.stamp != session.stamp:
            session = replace(session, stamp=row.stamp, **around(connection, session))
        self.cache.keep(session)
        return session

    def _fresh(self, connection: Connection, table: int) -> Session:
        own = BOXES.c.key == TABLES.c.game
        query = select(TABLES, BOXES.c.text).join_from(TABLES, BOXES, own, isouter=True)
        row = connection.execute(query.where(TABLES.c.id == table)).one()
        try:
            game = self.games.get(row.game) if row.text is None else self.boxes.described(row.text)
        except ValueError as no:
            words = "Table {table} plays a game that cannot be read any more: {why}"
            raise Unavailable(words, table=row.code, why=str(no)) from no
        if game is None:
            words = "Table {table} plays “{game}”, which is not on this shelf any more."
            raise Unavailable(words, table=row.code, game=row.game)
        try:
            start = journal.Table.open(game, Opening(**row.opening))
        except ValueError as error:
            words = "Table {table} cannot be set up any more: {why}"
            raise Unavailable(words, table=row.code, why=str(error)) from error
        except Exception as fault:  # one table that our rules stumble over is not all of a phone's tables
            logging.getLogger(__name__).exception("Table %s:", row.code)
            words = "Table {table} cannot be set up any more. {stumbled}"
            raise Unavailable(words, table=row.code, stumbled=STUMBLED) from fault
        fork = Fork(row.fork_of, row.fork_at) if row.fork_of else None
        opener, at = row.creator, row.created
        return Session(row.id, row.code, start, -1, row.rules_version, opener, row.watch, at, fork=fork)


def _is_another(have: Session, row: Any) -> bool:
    """True if a journal was put back, a name taken out of it, or another version of its game taken."""
    return bool(row.n < have.n or row.stamp - have.stamp >= ANEW or row.game != have.table.game.key)


def _held(connection: Connection, session: Session) -> Any:
    """Let nobody else write at a table meanwhile, and return its row; Unavailable if it was deleted."""
    connection.execute(HOLD, {"table": session.id})
    row = connection.execute(_HERE, {"table": session.id, "code": session.code}).first()
    if row is None:
        raise Unavailable(GONE, table=session.code)
    return row


def _hold_as_it_is(connection: Connection, session: Session) -> None:
    """Let nobody else write at a table meanwhile; Unavailable if it has moved on."""
    here = _held(connection, session)
    if (here.n, here.stamp) != session.at:
        raise Unavailable(BUSY)


def _dealt(table: journal.Table[Any]) -> journal.Table[Any]:
    """Return a table that nobody has played at, dealt from a lot of its own where its phones hold cards."""
    hides, opening = table.game.get(Secrets), table.opening
    if hides is None or not hides.deals or not hides.at(opening):
        return table
    return journal.Table.open(table.game, replace(opening, lot=secrets.token_hex(16)))


def _opened_alike(session: Session) -> journal.Table[Any]:
    """Return a new table of the same game, with the same options, cards and players."""
    return journal.Table.open(session.table.game, replace(session.table.opening, seats=session.players))


def _rematch(connection: Connection, session: Session, phone: str) -> str:
    """Keep a table at which a game is played again, and say so at the first; return its code."""
    table = _dealt(_opened_alike(session))
    row = _row(connection, table.game, table, phone)
    hold_alike(connection, session, row.id)
    for chair in session.chairs:
        this = (SEATS.c.table_id == row.id, SEATS.c.seat == chair.seat)
        connection.execute(update(SEATS).where(*this).values(learns=chair.learns, plays=chair.plays))
    connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(advice=session.advice))
    connection.execute(update(TABLES).where(TABLES.c.id == session.id).values(again=row.code))
    stamp(connection, [session.id])
    return str(row.code)


def _row(
    connection: Connection, game: Game[Any], table: journal.Table[Any], creator: str, fork: Fork | None = None
) -> Row[Any]:
    """Keep a new table, its seats and the entries it comes with; return its id, code and time."""
    code, now = new_code(CODE), round(time.time(), 3)
    row = {
        "code": code,
        "game": game.key,
        "opening": vars(table.opening),
        "rules_version": game.rules.version,
        "stamp": 0,
        "creator": creator,
        "watch": new_key(),
        "created": now,
        "ended": now if table.state.over else None,
        "fork_of": fork.code if fork else "",
        "fork_at": fork.n if fork else 0,
    }
    if game[Origin].text:
        keep_version(connection, game)
    kept = insert(TABLES).returning(TABLES.c.id, TABLES.c.code, TABLES.c.created)
    new_row = connection.execute(kept, row).one()
    chairs = [
        {"table_id": new_row.id, "seat": seat, "player": player, "key": new_key()}
        for seat, player in table.opening.seats.items()
    ]
    connection.execute(insert(SEATS), chairs)
    if entries := [brought(new_row.id, step, now) for step in table.log]:
        connection.execute(KEEP, entries)
    return new_row
