"""Tournaments as they are kept: a draw stays, and a result comes in by hand or from its table.

The phone that made one runs it, and so does each phone that followed its key.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from companion.extras.tournaments.pairing import check_result, draw, leave
from companion.extras.tournaments.tournament import (
    DRAW,
    KNOCKOUT,
    ONE,
    OTHER,
    ROBIN,
    Pairing,
    Tournament,
    WrongTournament,
)
from companion.storage.engine import Unavailable
from companion.storage.plays import PUT_AWAY
from companion.storage.retention import forget_tournaments
from companion.storage.schema import ENTRANTS, PAIRINGS, TABLES, TOURNAMENTS
from companion.storage.session import new_code, new_key
from companion.storage.store import Store
from companion.words import message

CODE = 8
LISTED = 40
"""So many tournaments of a phone are listed."""


@dataclass(frozen=True)
class SavedTournament:
    """A tournament in the database."""

    id: int
    code: str
    key: str
    """Lets another phone run it too."""
    owner: str
    game: str
    """The key of the game; empty where it is none of this house."""
    created: float
    tournament: Tournament


class Tournaments:
    """The tournaments in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._database, self._sitting = store.database, store.session

    # ---- finding

    def find(self, code: str) -> SavedTournament | None:
        """The tournament of that code, with the results of its tables that are over."""
        saved = self._one(TOURNAMENTS.c.code == code)
        return self._one(TOURNAMENTS.c.code == code) if saved and self._counted(saved) else saved

    def of_key(self, key: str) -> SavedTournament | None:
        """The tournament that this key lets run."""
        return self._one(TOURNAMENTS.c.key == key)

    def of_table(self, code: str) -> SavedTournament | None:
        """The tournament that a table belongs to."""
        with self._database.reading() as connection:
            query = select(PAIRINGS.c.tournament_id).where(PAIRINGS.c.code == code)
            result = connection.scalar(query.limit(1)) if code else None
        return self._one(TOURNAMENTS.c.id == result) if result else None

    def of_phone(self, phone: str, codes: Iterable[str] = ()) -> list[SavedTournament]:
        """Return the tournaments that this phone made, or has by these codes, the latest first."""
        query = select(TOURNAMENTS).where(
            or_(TOURNAMENTS.c.owner == phone, TOURNAMENTS.c.code.in_(list(codes)))
        )
        return self._all(query.order_by(TOURNAMENTS.c.id.desc()).limit(LISTED))

    def _one(self, which: Any) -> SavedTournament | None:
        return next(iter(self._all(select(TOURNAMENTS).where(which))), None)

    def _all(self, query: Select[Any]) -> list[SavedTournament]:
        with self._database.reading() as connection:
            return [_kept(connection, row) for row in connection.execute(query).all()]

    # ---- keeping

    def keep(self, phone: str, game: str, tournament: Tournament) -> str:
        """Keep a new tournament with what is drawn of it; its code."""
        code = new_code(CODE)
        now = time.time()
        row = {
            "code": code, "key": new_key(), "owner": phone, "game": game, "title": tournament.title,
            "form": tournament.form, "rounds": tournament.rounds, "created": now, "changed": now,
        }  # fmt: skip
        with self._database.writing() as connection:
            row_id = connection.execute(insert(TOURNAMENTS).returning(TOURNAMENTS.c.id), row).scalar_one()
            names = enumerate(tournament.names, 1)
            rows = [{"tournament_id": row_id, "n": n, "name": name} for n, name in names]
            connection.execute(insert(ENTRANTS), rows)
            _keep(connection, row_id, tournament.pairings)
        return code

    def draw(self, saved: SavedTournament) -> None:
        """Draw the next round and keep it, once if two do so; WrongTournament if it cannot be drawn."""
        pairings = draw(saved.tournament)
        try:
            with self._database.writing() as connection:
                _keep(connection, saved.id, pairings)
                _touched(connection, saved)
        except IntegrityError:  # another phone was first
            return

    def undraw(self, saved: SavedTournament) -> None:
        """Take the last round's draw back; WrongTournament where something of it was played."""
        t = saved.tournament
        if t.drawn < 2 or t.form == ROBIN:
            raise WrongTournament("The first draw stays. Make another tournament instead.")
        if any(one.other and (one.result or one.code) for one in t.of(t.drawn)):
            raise WrongTournament(message("Round {round} is being played: its draw stays.", round=t.drawn))
        with self._database.writing() as connection:
            here = (PAIRINGS.c.tournament_id == saved.id, PAIRINGS.c.round == t.drawn)
            connection.execute(delete(PAIRINGS).where(*here))
            _touched(connection, saved)

    def leave(self, saved: SavedTournament, n: int, away: bool = True) -> None:
        """Keep that a player has left, or is back; WrongTournament where that cannot be."""
        leave(saved.tournament, n, away)
        with self._database.writing() as connection:
            mine = (ENTRANTS.c.tournament_id == saved.id, ENTRANTS.c.n == n)
            connection.execute(update(ENTRANTS).where(*mine).values(away=away))
            _touched(connection, saved)

    def decide(self, saved: SavedTournament, pairing: Pairing, result: str) -> None:
        """Enter a result, or with nothing take it back; WrongTournament if it cannot be."""
        check_result(saved.tournament, pairing, result)
        said = {"result": result, "by_hand": bool(result), "counted": 0.0}
        with self._database.writing() as connection:
            connection.execute(update(PAIRINGS).where(*_here(saved, pairing)).values(**said))
            _touched(connection, saved)

    def play_at(self, saved: SavedTournament, pairing: Pairing, code: str) -> None:
        """Note the table where two play."""
        with self._database.writing() as connection:
            connection.execute(update(PAIRINGS).where(*_here(saved, pairing)).values(code=code, counted=0.0))
            _touched(connection, saved)

    def forget(self, saved: SavedTournament) -> None:
        """Delete a tournament for good; its tables stay."""
        with self._database.writing() as connection:
            forget_tournaments(connection, [saved.id])

    # ---- what came of its tables

    def _counted(self, saved: SavedTournament) -> bool:
        """Take in the results of tables that are over, or go on again; True if there were any."""
        if self._database.read_only:
            return False
        with self._database.reading() as connection:
            ended = func.coalesce(TABLES.c.ended, 0.0).label("ended")
            query = (
                select(PAIRINGS.c.round, PAIRINGS.c.board, PAIRINGS.c.counted, ended)
                .join(TABLES, TABLES.c.code == PAIRINGS.c.code)
                .where(PAIRINGS.c.tournament_id == saved.id, PAIRINGS.c.by_hand.is_(False))
            )
            rows = [row for row in connection.execute(query) if row.ended != row.counted]
        changed = False
        for row in rows:
            pairing = next(one for one in saved.tournament.of(row.round) if one.board == row.board)
            result = self._result(saved, pairing) if row.ended else ""
            try:
                check_result(saved.tournament, pairing, result)
            except WrongTournament:
                continue
            values = {"result": result, "counted": row.ended}
            here = (*_here(saved, pairing), PAIRINGS.c.by_hand.is_(False))
            with self._database.writing() as connection:
                connection.execute(update(PAIRINGS).where(*here).values(**values))
            changed = True
        return changed

    def _result(self, saved: SavedTournament, pairing: Pairing) -> str:
        """Return the winner of a pairing at its table; empty if that does not count in this form."""
        try:
            session = self._sitting(pairing.code)
        except Unavailable:
            return ""
        over = session.table.state.over if session else None
        if session is None or over is None or over.rule == PUT_AWAY:
            return ""
        one, other = (seat in over.winners for seat in session.table.state.seats[:2])
        if one == other:
            return "" if saved.tournament.form == KNOCKOUT else DRAW
        return ONE if one else OTHER


def _touched(connection: Connection, saved: SavedTournament) -> None:
    connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == saved.id).values(changed=time.time()))


def _here(saved: SavedTournament, pairing: Pairing) -> tuple[Any, ...]:
    return (
        PAIRINGS.c.tournament_id == saved.id,
        PAIRINGS.c.round == pairing.round,
        PAIRINGS.c.board == pairing.board,
    )


def _keep(connection: Connection, tournament: int, pairings: Iterable[Pairing]) -> None:
    rows = [{"tournament_id": tournament, "counted": 0.0, **one._asdict()} for one in pairings]
    connection.execute(insert(PAIRINGS), rows)


def _kept(connection: Connection, row: Any) -> SavedTournament:
    mine = select(ENTRANTS).where(ENTRANTS.c.tournament_id == row.id).order_by(ENTRANTS.c.n)
    players = connection.execute(mine).all()
    away = frozenset(one.n for one in players if one.away)
    there = func.coalesce(TABLES.c.code, "").label("code")  # a table may have been deleted
    columns = [there if field == "code" else PAIRINGS.c[field] for field in Pairing._fields]
    query = select(*columns).join_from(PAIRINGS, TABLES, TABLES.c.code == PAIRINGS.c.code, isouter=True)
    query = query.where(PAIRINGS.c.tournament_id == row.id)
    drawn = [Pairing(*one) for one in connection.execute(query.order_by(PAIRINGS.c.round, PAIRINGS.c.board))]
    names = tuple(one.name for one in players)
    tournament = Tournament(row.title, row.form, row.rounds, names, tuple(drawn), away)
    return SavedTournament(row.id, row.code, row.key, row.owner, row.game, row.created, tournament)
