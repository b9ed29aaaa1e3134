"""The belongings of a phone, as sets of numbers.

Each is a union, whose parts an index answers: of conditions joined by “or” PostgreSQL reads all rows.
"""

from sqlalchemy import CompoundSelect, select, union

from companion.storage.schema import HOLDS, PLAYS, TABLES


def tables(phone: str, codes: list[str] | None = None) -> CompoundSelect[tuple[int]]:
    """The tables that a phone opened, sits at, or knows by these codes."""
    opened = select(TABLES.c.id).where(TABLES.c.creator == phone)
    held = select(HOLDS.c.table_id).where(HOLDS.c.phone == phone)
    queries = [select(TABLES.c.id).where(TABLES.c.code.in_(codes))] if codes else []
    return union(opened, held, *queries)


def plays(phone: str) -> CompoundSelect[tuple[int]]:
    """The plays that a phone brought, and those of the tables that it opened or sits at."""
    mine = select(PLAYS.c.id).where(PLAYS.c.phone == phone)
    held = select(PLAYS.c.id).join_from(HOLDS, PLAYS, PLAYS.c.table_id == HOLDS.c.table_id)
    return union(mine, held.where(HOLDS.c.phone == phone))
