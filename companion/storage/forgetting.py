"""Forgetting a name: wherever it stands in what is kept, it becomes “a player”.

Tables, plays, tournaments and players are changed a few at a time, as everything is that is deleted.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Column, Connection, Text, cast, delete, insert, or_, select, union, update

from companion.kernel.action import Words, nouns
from companion.kernel.game import Game
from companion.plays.play import NOBODY
from companion.storage import notices, retention
from companion.storage.boxes import Boxes
from companion.storage.engine import Database
from companion.storage.schema import (
    BOXES,
    CHANGES,
    ENTRANTS,
    ENTRIES,
    OWN,
    PARTS,
    PEOPLE,
    PLAYS,
    REFUSALS,
    REQUESTS,
    SEATS,
    TABLES,
    TOURNAMENTS,
)
from companion.storage.seats import ANEW, stamp

NAMES = (SEATS.c.player, REQUESTS.c.name, PARTS.c.name, PEOPLE.c.name, ENTRANTS.c.name)
"""Where a name stands alone."""
TEXTS = (CHANGES.c.told, REFUSALS.c.why)
"""The texts about a table that may say it."""


@dataclass(frozen=True)
class Forgotten:
    """The numbers of places from which a name was removed."""

    tables: int = 0
    plays: int = 0
    tournaments: int = 0
    players: int = 0
    left: tuple[str, ...] = ()
    """Where it still stands, as it belongs to a text that cannot be changed."""

    def __bool__(self) -> bool:
        return any((self.tables, self.plays, self.tournaments, self.players))


class Name:
    """A name in each spelling in which it stands alone somewhere."""

    def __init__(self, spellings: Iterable[str]) -> None:
        self.spellings = sorted(spellings, key=len, reverse=True)
        self._word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self.spellings))})(?!\w)")

    def within(self, column: Column[Any]) -> Any:
        """Return the condition by which a text may say it; every text that does fulfils it."""
        return or_(*(column.contains(name, autoescape=True) for name in self.spellings))

    def within_json(self, column: Column[Any]) -> Any:
        """Return the same condition for a column of JSON."""
        spelled = (json.dumps(name)[1:-1] for name in self.spellings)
        return or_(*(cast(column, Text).contains(name, autoescape=True) for name in spelled))

    def said(self, text: str) -> bool:
        """True if a text says it."""
        return bool(self._word.search(text))

    def out_of(self, text: str) -> str:
        """Return a text with “a player” in its place."""

        def instead(found: re.Match[str]) -> str:
            return NOBODY if text[: found.start()].rstrip()[-1:] not in ("", ".") else NOBODY.capitalize()

        return self._word.sub(instead, text)


def forget(
    database: Database, name: str, games: Mapping[str, Game[Any]], described: Callable[[str], Game[Any]]
) -> Forgotten:
    """Let a name go from all that is kept; return where it stood.

    Where it stands alone it is found however its letters are written, in a text as it is spelled.
    """
    boxes = Boxes(database, described)
    with database.reading() as connection:
        gone = Name(_spellings(connection, name))
        tables = connection.scalars(_tables(gone)).all()
        plays = connection.scalars(_plays(gone)).all()
        tournaments = connection.scalars(_tournaments(gone)).all()
        people = connection.scalars(select(PEOPLE.c.id).where(PEOPLE.c.name.in_(gone.spellings))).all()
    result = dict.fromkeys(_games_of(database, tables))
    by_key = {key: games.get(key) or boxes.game(key) for key in result}
    count = 0
    for table in tables:
        with retention.step(database) as connection:
            count += _from_table(connection, table, gone, by_key)
    plays_changed = sum(retention.in_steps(database, plays, partial(_from_plays, gone=gone)))
    drawn = sum(retention.in_steps(database, tournaments, partial(_from_tournaments, gone=gone)))
    retention.in_steps(database, people, _delete_people)
    with database.reading() as connection:
        left = tuple(_left(connection, gone))
    return Forgotten(count, plays_changed, drawn, len(people), left)


def _spellings(connection: Connection, name: str) -> set[str]:
    """Return the name, and it as it stands alone anywhere with other capitals."""
    every = connection.scalars(union(*(select(column) for column in NAMES)))
    return {name} | {one for one in every if one.casefold() == name.casefold()}


def _sits(gone: Name) -> Any:
    """Return the condition of a seat whose player is called so; one that nobody named has its own name."""
    return SEATS.c.player.in_(gone.spellings) & (SEATS.c.player != SEATS.c.seat)


def _played(gone: Name) -> Any:
    return PARTS.c.name.in_(gone.spellings) & (PARTS.c.name != PARTS.c.seat)


def _tables(gone: Name) -> Any:
    """Select the tables that may say the name."""
    return union(
        select(SEATS.c.table_id).where(_sits(gone)),
        select(REQUESTS.c.table_id).where(REQUESTS.c.name.in_(gone.spellings)),
        select(TABLES.c.id).where(gone.within_json(TABLES.c.opening)),
        select(ENTRIES.c.table_id).where(gone.within_json(ENTRIES.c.answers)),
        *(select(text.table.c.table_id).where(gone.within(text)) for text in TEXTS),
    )


def _plays(gone: Name) -> Any:
    placed = select(PLAYS.c.id).where(gone.within(PLAYS.c.place))
    return union(select(PARTS.c.play_id).where(_played(gone)), placed)


def _tournaments(gone: Name) -> Any:
    entered = select(ENTRANTS.c.tournament_id).where(ENTRANTS.c.name.in_(gone.spellings))
    return union(entered, select(TOURNAMENTS.c.id).where(gone.within(TOURNAMENTS.c.title)))


def _games_of(database: Database, tables: Sequence[int]) -> Iterator[str]:
    """Yield the key of each table's game."""
    with database.reading() as connection:
        for table in tables:
            yield connection.scalar(select(TABLES.c.game).where(TABLES.c.id == table)) or ""


# ---- at a table


def _from_table(
    connection: Connection, table: int, gone: Name, games: Mapping[str, Game[Any] | None]
) -> bool:
    """Let the name go from a table; True if it stood there."""
    row = connection.execute(select(TABLES.c.game, TABLES.c.opening).where(TABLES.c.id == table)).first()
    if row is None:  # deleted meanwhile
        return False
    here = SEATS.c.table_id == table
    asks = (REQUESTS.c.table_id == table, REQUESTS.c.name.in_(gone.spellings))
    changed = connection.execute(update(SEATS).where(here, _sits(gone)).values(player=NOBODY)).rowcount
    changed += connection.execute(update(REQUESTS).where(*asks).values(name="")).rowcount
    changed += _from_opening(connection, table, row.opening, gone)
    changed += sum(_from_text(connection, text, text.table.c.table_id == table, gone) for text in TEXTS)
    changed += _from_entries(connection, table, gone, games.get(row.game))
    if changed:
        stamp(connection, [table], ANEW)
    return bool(changed)


def _from_opening(connection: Connection, table: int, opening: Mapping[str, Any], gone: Name) -> bool:
    seats = {
        seat: NOBODY if name in gone.spellings and name != seat else name
        for seat, name in opening.get("seats", {}).items()
    }
    if seats == opening.get("seats", {}):
        return False
    values = {"opening": {**opening, "seats": seats}}
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(**values))
    return True


def _from_text(connection: Connection, text: Column[Any], here: Any, gone: Name) -> int:
    """Let the name go from these texts; return how many said it."""
    texts = connection.scalars(select(text).where(here, gone.within(text)).distinct()).all()
    texts = [words for words in texts if gone.said(words)]
    for words in texts:
        values = {text: notices.changed(words, gone.out_of)[: text.type.length]}  # type: ignore[attr-defined]
        connection.execute(update(text.table).where(here, text == words).values(values))
    return len(texts)


def _from_entries(connection: Connection, table: int, gone: Name, game: Game[Any] | None) -> int:
    """Let the name go from what somebody typed into the log; return from how many entries.

    Other answers name what lies on the table, and stay.
    """
    here, count = ENTRIES.c.table_id == table, 0
    query = select(ENTRIES.c.n, ENTRIES.c.verb, ENTRIES.c.answers).where(
        here, gone.within_json(ENTRIES.c.answers)
    )
    for n, verb, answers in connection.execute(query).all():
        kind = game.kind(verb) if game else None
        typed = {key: noun for key, noun in nouns(kind).items() if isinstance(noun, Words)} if kind else {}
        words = {key: answers[key] for key in typed if isinstance(answers.get(key), str)}
        without = {
            key: gone.out_of(words_said)[: typed[key].at_most].rstrip() for key, words_said in words.items()
        }
        if without != words:
            values = {"answers": {**answers, **without}}
            connection.execute(update(ENTRIES).where(here, ENTRIES.c.n == n).values(**values))
            count += 1
    return count


# ---- elsewhere


def _from_plays(connection: Connection, plays: Sequence[int], gone: Name) -> int:
    """Let the name go from plays; return from how many.

    Each has another number then, so that no process shows it as it was.
    """
    count = 0
    for row in connection.execute(select(PLAYS).where(PLAYS.c.id.in_(plays))).all():
        parts = update(PARTS).where(PARTS.c.play_id == row.id)
        changed = connection.execute(parts.where(_played(gone)).values(name=NOBODY, person=0)).rowcount
        if not (changed or gone.said(row.place)):
            continue
        values = {**row._mapping, "place": gone.out_of(row.place)[:40]}
        del values["id"]
        play_id = connection.execute(insert(PLAYS).returning(PLAYS.c.id), values).scalar_one()
        connection.execute(parts.values(play_id=play_id))
        connection.execute(delete(PLAYS).where(PLAYS.c.id == row.id))
        count += 1
    return count


def _from_tournaments(connection: Connection, tournaments: Sequence[int], gone: Name) -> int:
    """Let the name go from tournaments; return from how many."""
    count = 0
    for tournament in tournaments:
        mine = (ENTRANTS.c.tournament_id == tournament, ENTRANTS.c.name.in_(gone.spellings))
        entered = connection.execute(update(ENTRANTS).where(*mine).values(name=NOBODY)).rowcount
        titled = _from_text(connection, TOURNAMENTS.c.title, TOURNAMENTS.c.id == tournament, gone)
        count += bool(entered or titled)
    return count


def _delete_people(connection: Connection, people: Sequence[int]) -> None:
    """Forget players of the house; who was merged into one of them is somebody else again."""
    connection.execute(update(PEOPLE).where(PEOPLE.c.same_as.in_(people)).values(same_as=0))
    connection.execute(update(PARTS).where(PARTS.c.person.in_(people)).values(person=0))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(people)))


def _left(connection: Connection, gone: Name) -> Iterator[str]:
    """Yield what still says the name: cards and games are texts by their author, which tables play by."""
    for code, opening in connection.execute(
        select(TABLES.c.code, TABLES.c.opening).where(gone.within_json(TABLES.c.opening))
    ):
        if gone.said(json.dumps(opening.get("cards"), ensure_ascii=False)):
            yield f"the cards of table {code}"
    for key, text in connection.execute(select(BOXES.c.key, BOXES.c.text).where(gone.within(BOXES.c.text))):
        if gone.said(text):
            yield f"the game /games/{key}"
    drafts = or_(gone.within(OWN.c.name), gone.within(OWN.c.draft))
    for code, called, draft in connection.execute(select(OWN.c.code, OWN.c.name, OWN.c.draft).where(drafts)):
        if gone.said(f"{called}\n{draft}"):
            yield f"the game /own/{code}"
