"""Tokens: keys by which programs act for a phone, made and revoked on it.

A token is shown once and saved as a digest. A program with a token for one seat is a phone of its own, which
holds that seat beside the phone that made it. One that watches holds none; one of the host is that phone.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from companion.storage.engine import Database
from companion.storage.schema import HOLDS, TABLES, TOKENS
from companion.storage.seats import PHONES_A_SEAT, held_by, hold, require_kept, stamp, tell
from companion.storage.session import SeatError, Session
from companion.words import message

Rights = Literal["watch", "seat", "host"]
MOST = 20
"""So many tokens a phone has at most. House."""


@dataclass(frozen=True)
class AccessToken:
    """A token as its phone sees it: what a program may do with it, and where."""

    id: int
    phone: str
    """The phone that a program is with it."""
    rights: Rights
    code: str
    """The table of a token for one seat, or for one table to watch; empty for any."""
    seat: str
    since: float


class Tokens:
    """The tokens of all phones."""

    def __init__(self, database: Database, changed: Callable[[Iterable[str]], None]) -> None:
        self._database = database
        self._changed = changed

    def find(self, token: str) -> AccessToken | None:
        """Return what a token admits to now; None if it was revoked, or never was one."""
        rows = self._database.rows(_tokens().where(TOKENS.c.digest == _digest(token)))
        return next(map(_token, rows), None)

    def of_phone(self, phone: str) -> list[AccessToken]:
        """Return the tokens that a phone made, the latest first."""
        query = _tokens().where(TOKENS.c.owner == phone).order_by(TOKENS.c.id.desc())
        return [_token(row) for row in self._database.rows(query)]

    def make(self, phone: str, rights: Rights, session: Session | None = None, seat: str = "") -> str:
        """Make a token and return it. SeatError where this phone may not give what it asks for.

        A program with a token for a ``seat`` of a table sits down there at once.
        """
        if rights == "seat" and (session is None or seat not in session.mine(phone)):
            raise SeatError("Only a phone that sits at a seat makes a token for it. Sit down there first.")
        token, own = secrets.token_hex(24), secrets.token_hex(16)
        row = {
            "digest": _digest(token),
            "owner": phone,
            "phone": phone if rights == "host" else own,
            "rights": rights,
            "table_id": session.id if session else None,
            "seat": seat,
            "since": time.time(),
        }
        with self._database.writing() as connection:
            mine = select(func.count()).select_from(TOKENS).where(TOKENS.c.owner == phone)
            if connection.execute(mine).scalar_one() >= MOST:
                raise SeatError("A phone has at most {n} tokens. Revoke one that you do not need.", n=MOST)
            connection.execute(insert(TOKENS), row)
            if session and rights == "seat":
                _sit_down(connection, session, seat, own)
        if session:
            self._changed([session.code])
        return token

    def revoke(self, phone: str, number: int) -> None:
        """Revoke a token of this phone; its program stands up."""
        with self._database.writing() as connection:
            row = connection.execute(_tokens().where(TOKENS.c.owner == phone, TOKENS.c.id == number)).first()
            if row is None:
                return
            connection.execute(delete(TOKENS).where(TOKENS.c.id == number))
            code = _stood_up(connection, row)
        if code:
            self._changed([code])


def move(connection: Connection, owner: str, phone: str) -> None:
    """Move the tokens of one phone to another, which then revokes them."""
    connection.execute(
        update(TOKENS).where(TOKENS.c.owner == owner, TOKENS.c.phone == owner).values(phone=phone)
    )
    connection.execute(update(TOKENS).where(TOKENS.c.owner == owner).values(owner=phone))


def _sit_down(connection: Connection, session: Session, seat: str, program: str) -> None:
    """Let a program hold a seat; SeatError if there is no room for it."""
    require_kept(connection, session)
    if len(held_by(connection, session.id, seat)) >= PHONES_A_SEAT:
        words = "{n} phones sit at {seat} already. Let one of them stand up."
        raise SeatError(words, n=PHONES_A_SEAT, seat=seat)
    hold(connection, session.id, seat, program)
    tell(connection, session.id, message("A program sat down at {seat}.", seat=seat))
    stamp(connection, [session.id])


def _stood_up(connection: Connection, row: Row[Any]) -> str:
    """Free the seat that a token's program held; return the code of its table."""
    if row.rights != "seat":
        return ""
    here = (HOLDS.c.table_id == row.table_id, HOLDS.c.seat == row.seat, HOLDS.c.phone == row.phone)
    if connection.execute(delete(HOLDS).where(*here)).rowcount:
        tell(connection, row.table_id, message("A program stood up from {seat}.", seat=row.seat))
        stamp(connection, [row.table_id])
    return str(row.code)


def _tokens() -> Select[Any]:
    code = func.coalesce(TABLES.c.code, "").label("code")
    return select(TOKENS, code).join_from(TOKENS, TABLES, TABLES.c.id == TOKENS.c.table_id, isouter=True)


def _token(row: Row[Any]) -> AccessToken:
    return AccessToken(row.id, row.phone, row.rights, row.code, row.seat, row.since)


def _digest(token: str) -> str:
    return hashlib.blake2b(token.encode(errors="replace"), digest_size=16, person=b"token").hexdigest()
