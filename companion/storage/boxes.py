"""Games of somebody's own as they are kept: versions, which never change, and who may make the next one.

A version is a text by the key that it makes. A table plays a version; its owner's game names the latest.
The phone that made one owns it, and so does each phone that followed its owner's key.
"""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, or_, select, update

from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.storage.engine import Database
from companion.storage.schema import BOXES, OWN, TABLES, VERSIONS
from companion.storage.session import new_code, new_key

CODE = 8
LISTED = 40
"""So many games of a phone are listed."""
HOUR = 3_600.0
"""Seconds that a version stays which nothing needs any more: somebody may be about to open a table."""
NAME = 40


@dataclass(frozen=True)
class OwnBox:
    """A game of somebody's own."""

    id: int
    code: str
    key: str
    owner: str
    name: str
    version: str
    """The key of its latest version; empty where there is none yet."""
    draft: str
    """What was typed last, where that is no game yet."""
    trial: str
    changed: float
    latest: str
    """The text of its latest version."""

    @property
    def text(self) -> str:
        """Return the text that was typed last."""
        return self.draft or self.latest


_ASKED = select(OWN, BOXES.c.text.label("latest")).join_from(
    OWN, BOXES, OWN.c.version == BOXES.c.key, isouter=True
)


class Boxes:
    """The own games of a database. ``described`` makes a game of a text."""

    def __init__(self, database: Database, described: Callable[[str], Game[Any]]) -> None:
        self._database = database
        self.described = described

    # ---- finding

    def game(self, key: str) -> Game[Any] | None:
        """The version of that key; None where it is not kept, or no game to this Companion."""
        text = self._database.scalar(select(BOXES.c.text).where(BOXES.c.key == key))
        try:
            return self.described(text) if text is not None else None
        except ValueError:
            return None

    def find(self, code: str) -> OwnBox | None:
        """The game of that code."""
        return self._one(_ASKED.where(OWN.c.code == code))

    def of_key(self, key: str) -> OwnBox | None:
        """The game that this owner's key lets change."""
        return self._one(_ASKED.where(OWN.c.key == key))

    def of_phone(self, phone: str, codes: Iterable[str] = (), most: int | None = LISTED) -> list[OwnBox]:
        """The games this phone made, or has by these codes, the latest first; None for ``most`` is all."""
        query = _ASKED.where(or_(OWN.c.owner == phone, OWN.c.code.in_(list(codes))))
        return self._all(query.order_by(OWN.c.changed.desc()).limit(most))

    def newer(self, version: str) -> list[OwnBox]:
        """The games that once were this version and have another one now."""
        query = _ASKED.join(VERSIONS, VERSIONS.c.own_id == OWN.c.id)
        query = query.where(VERSIONS.c.key == version, OWN.c.version != version, OWN.c.version != "")
        return self._all(query.order_by(OWN.c.changed.desc()).limit(LISTED))

    def tables(self, own: OwnBox, phone: str) -> list[str]:
        """The codes of the tables this phone opened that play an earlier version and are not over."""
        query = (
            select(TABLES.c.code)
            .join(VERSIONS, VERSIONS.c.key == TABLES.c.game)
            .where(VERSIONS.c.own_id == own.id, TABLES.c.game != own.version)
            .where(TABLES.c.creator == phone, TABLES.c.ended.is_(None), TABLES.c.code != own.trial)
        )
        return self._database.scalars(query.order_by(TABLES.c.id.desc()).limit(LISTED))

    def _one(self, query: Select[Any]) -> OwnBox | None:
        return next(iter(self._all(query)), None)

    def _all(self, query: Select[Any]) -> list[OwnBox]:
        return [_own(row) for row in self._database.rows(query)]

    # ---- keeping

    def keep(self, phone: str, text: str, game: Game[Any] | None, own: OwnBox | None = None) -> str:
        """Keep what was typed, as the next version where it is a game; the code of the game."""
        now, name = time.time(), (game.name if game else own.name if own else "Not finished yet")[:NAME]
        version = game.key if game else own.version if own else ""
        values = {"name": name, "version": version, "draft": "" if game else text, "changed": now}
        with self._database.writing() as connection:
            if game:
                keep_version(connection, game)
            if own is None:
                code = new_code(CODE)
                row = {"code": code, "key": new_key(), "owner": phone, "trial": "", "created": now}
                own_id = connection.execute(insert(OWN).returning(OWN.c.id), row | values).scalar_one()
            else:
                code, own_id = own.code, own.id
                connection.execute(update(OWN).where(OWN.c.id == own_id).values(**values))
            if game:
                connection.execute(
                    delete(VERSIONS).where(VERSIONS.c.own_id == own_id, VERSIONS.c.key == version)
                )
                connection.execute(insert(VERSIONS), {"own_id": own_id, "key": version})
            sweep(connection, _versions(connection, own_id))
        return code

    def try_out(self, own: OwnBox, table: str) -> None:
        """Note the table where a game is tried out."""
        with self._database.writing() as connection:
            connection.execute(update(OWN).where(OWN.c.id == own.id).values(trial=table))

    def forget(self, own: OwnBox) -> None:
        """Delete a game for good; tables that play a version of it play on."""
        with self._database.writing() as connection:
            given_up = _versions(connection, own.id)
            forget(connection, own.id)
            sweep(connection, given_up)


def _own(row: Row[Any]) -> OwnBox:
    fields = row._mapping
    names = ("id", "code", "key", "owner", "name", "version", "draft", "trial", "changed")
    return OwnBox(**{name: fields[name] for name in names}, latest=fields["latest"] or "")


def keep_version(connection: Connection, game: Game[Any]) -> None:
    """Keep a version, so that tables can play it, or keep it longer."""
    now = time.time()
    if not connection.execute(update(BOXES).where(BOXES.c.key == game.key).values(since=now)).rowcount:
        connection.execute(insert(BOXES), {"key": game.key, "text": game[Origin].text, "since": now})


def forget(connection: Connection, own: int) -> None:
    """Delete a game of somebody's own."""
    connection.execute(delete(VERSIONS).where(VERSIONS.c.own_id == own))
    connection.execute(delete(OWN).where(OWN.c.id == own))


def _versions(connection: Connection, own: int) -> Sequence[str]:
    """The keys of the versions that a game has had."""
    return connection.scalars(select(VERSIONS.c.key).where(VERSIONS.c.own_id == own)).all()


def _idle() -> tuple[Any, ...]:
    """The versions that no table plays and that are nobody's latest, an hour after they were kept."""
    played = select(TABLES.c.id).where(TABLES.c.game == BOXES.c.key).exists()
    latest = select(OWN.c.id).where(OWN.c.version == BOXES.c.key).exists()
    return BOXES.c.since < time.time() - HOUR, ~played, ~latest


def unneeded() -> Select[Any]:
    """Select the keys of the versions that nothing needs any more."""
    return select(BOXES.c.key).where(*_idle())


def sweep(connection: Connection, keys: Collection[str]) -> None:
    """Delete these versions if nothing needs them any more."""
    kept = select(BOXES.c.key).where(BOXES.c.key == VERSIONS.c.key).exists()
    connection.execute(delete(BOXES).where(BOXES.c.key.in_(keys), *_idle()))
    connection.execute(delete(VERSIONS).where(VERSIONS.c.key.in_(keys), ~kept))
