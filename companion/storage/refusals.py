"""Refusals at a table: kept beside its journal, so that a sitting can tell what was learned.

A refusal is no entry and moves nothing. Each seat has one row for each rule it met, counted up. The rows of a
table and their counts have an end: a phone that taps on and on writes nothing any more.
"""

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from companion.kernel.rulebook import TABLE, Refusal
from companion.storage.engine import Database, Unavailable
from companion.storage.schema import REFUSALS
from companion.storage.session import Session

MOST, TIMES, LONG = 60, 99, 400
"""A table keeps so many, counts each so often, and in words so long."""


@dataclass(frozen=True)
class Met:
    """A rule that refused a seat: the sentence last met, after which entry and when, and how often in all."""

    seat: str
    rule: str
    why: str
    n: int
    at: float
    times: int


class Refusals:
    """The refusals at the tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, session: Session, seat: str, refusal: Refusal, at: float) -> None:
        """Keep that a rule of the game refused a seat; what every table refuses teaches nobody the game.

        A count that cannot be saved just now is dropped: the refusal itself was told.
        """
        if refusal.rule.key in TABLE:
            return
        mine = {"table_id": session.id, "seat": seat, "rule": refusal.rule.key}
        last = {"why": refusal.why[:LONG], "after": session.n, "at": at}
        here = [REFUSALS.c[name] == value for name, value in mine.items()]
        again = update(REFUSALS).where(*here, REFUSALS.c.times < TIMES)
        kept = select(func.count()).where(REFUSALS.c.table_id == session.id).scalar_subquery()
        row = {**mine, **last, "times": 1}
        there = select(REFUSALS.c.times).where(*here).exists()
        first = insert(REFUSALS).from_select(
            [*row], select(*(literal(value) for value in row.values())).where(kept < MOST, ~there)
        )
        with suppress(Unavailable, IntegrityError):
            with self._database.stroke() as connection:
                if connection.execute(again.values(**last, times=REFUSALS.c.times + 1)).rowcount:
                    return
            with self._database.stroke() as connection:
                connection.execute(first)

    def of(self, session: Session) -> tuple[Met, ...]:
        """Return the refusals at a table, the most frequent first."""
        columns = [REFUSALS.c[name] for name in ("seat", "rule", "why", "after", "at", "times")]
        query = select(*columns).where(REFUSALS.c.table_id == session.id)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(REFUSALS.c.times.desc(), REFUSALS.c.at))
            return tuple(Met(*row) for row in rows)
