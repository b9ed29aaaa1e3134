"""Export: one ZIP with everything that is kept of a phone.

Tables, plays and games are files that can be imported again; the rest is JSON. Keys and the names of phones
are not in it, and nothing that is hidden from this phone: who has the file can take no seat with it.
"""

import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import IO, Any

from sqlalchemy import func, select

from companion.kernel.journal import sentence
from companion.plays import bg_stats
from companion.storage import of_phone, transcript_marks
from companion.storage.engine import Unavailable
from companion.storage.schema import ENTRANTS, HOLDS, LINKS, PAIRINGS, REQUESTS, TABLES, TOURNAMENTS
from companion.storage.session import Session
from companion.storage.store import Store

INDEX, PLAYS = "everything.json", "plays.json"
ABOUT = (
    "Everything that this server keeps of one phone. Each file in “tables” is a sitting, each in “games” "
    "a game of your own, and plays.json has all plays; they can be imported again. Keys are not in it."
)
IMAGES = "No image is kept: art is read for one print and a photograph for one reading."
HIDDEN = "Something at this table is hidden from this phone. Its sitting is here once all is open."


def write(store: Store, phone: str, settings: Mapping[str, Any], file: IO[bytes]) -> None:
    """Write everything that is kept of a phone as a ZIP; ``settings`` are those that its cookie has."""
    store.plays.count(phone)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        games = store.boxes.of_phone(phone, most=None)
        for own in games:
            packed.writestr(f"games/{own.code}.toml", own.text)
        index = {
            "about": ABOUT,
            "settings": settings,
            "tables": [_table(store, phone, code, packed) for code in _codes(store, phone)],
            "requests": list(_requests(store, phone)),
            "games": [{"code": own.code, "name": own.name, "changed": _time(own.changed)} for own in games],
            "tournaments": list(_tournaments(store, phone)),
            "players": [name for name, _ in store.plays.people(phone).values()],
            "personal_link": _link(store, phone),
            "tokens": [
                {"rights": one.rights, "table": one.code, "seat": one.seat, "since": _time(one.since)}
                for one in store.tokens.of_phone(phone)
            ],
            "images": IMAGES,
        }
        packed.writestr(PLAYS, bg_stats.json_of(store.plays.of_phone(phone).plays))
        packed.writestr(INDEX, json.dumps(index, ensure_ascii=False, indent=1))


def _codes(store: Store, phone: str) -> list[str]:
    """Return the codes of the tables that a phone opened or sits at, the first of them first."""
    query = select(TABLES.c.code).where(TABLES.c.id.in_(of_phone.tables(phone))).order_by(TABLES.c.id)
    return store.database.scalars(query)


def _table(store: Store, phone: str, code: str, packed: zipfile.ZipFile) -> dict[str, Any]:
    """Pack a sitting as text, and return what else is kept of it."""
    try:
        session = store.session(code)
    except Unavailable as no:
        return {"code": code, "sitting": str(no)}
    if session is None:  # deleted meanwhile
        return {"code": code}
    seen, sitting = session.seen_by(phone), HIDDEN
    if not seen.veiled:
        sitting = f"tables/{session.table.game.key}-{code}.game"
        packed.writestr(sitting, transcript_marks.write(seen))
    seats = _seats(store, session, phone)
    return {
        "code": code,
        "game": session.table.game.name,
        "opened": _time(session.created),
        "opened_by_this_phone": session.creator == phone,
        "goes_on_from": session.fork.code if session.fork else "",
        "seats": [*seats.values()],
        "told": [{"at": _time(change.at), "words": change.told} for change in seen.changes],
        "refused": [
            {"seat": met.seat, "why": met.why, "times": met.times, "at": _time(met.at)}
            for met in store.refusals.of(session)
            if met.seat in seats
        ],
        "said": [
            {
                "seat": step.entry.seat,
                "at": _time(step.entry.at),
                "words": str(sentence(seen.table.game, step.entry)),
            }
            for step in seen.table.log
            if step.entry.seat in seats
        ],
        "sitting": sitting,
    }


def _seats(store: Store, session: Session, phone: str) -> dict[str, dict[str, Any]]:
    """Return the seats of a table that a phone holds, by name."""
    query = select(HOLDS.c.seat, HOLDS.c.since).where(HOLDS.c.table_id == session.id, HOLDS.c.phone == phone)
    since = {seat: _time(at) for seat, at in store.database.rows(query)}
    return {
        chair.seat: {
            "seat": chair.seat,
            "name": chair.player,
            "since": since[chair.seat],
            "learns": chair.learns,
            "played_by": chair.plays,
        }
        for chair in session.chairs
        if chair.seat in since
    }


def _requests(store: Store, phone: str) -> Iterator[dict[str, Any]]:
    """Yield the seats that a phone asks for."""
    query = select(TABLES.c.code, REQUESTS.c.seat, REQUESTS.c.name, REQUESTS.c.at)
    mine = query.join_from(REQUESTS, TABLES).where(REQUESTS.c.phone == phone)
    for code, seat, name, at in store.database.rows(mine.order_by(REQUESTS.c.id)):
        yield {"table": code, "seat": seat, "name": name, "at": _time(at)}


def _tournaments(store: Store, phone: str) -> Iterator[dict[str, Any]]:
    """Yield the tournaments that a phone made, the latest first."""
    mine = select(TOURNAMENTS).where(TOURNAMENTS.c.owner == phone).order_by(TOURNAMENTS.c.id.desc())
    code = func.coalesce(TABLES.c.code, "").label("code")  # a table may have been deleted
    fields = (PAIRINGS.c[field] for field in ("round", "board", "one", "other", "result", "by_hand"))
    query = select(*fields, code).join_from(PAIRINGS, TABLES, TABLES.c.code == PAIRINGS.c.code, isouter=True)
    query = query.order_by(PAIRINGS.c.round, PAIRINGS.c.board)
    players = select(ENTRANTS.c.name, ENTRANTS.c.away.label("left")).order_by(ENTRANTS.c.n)
    with store.database.reading() as connection:
        for row in connection.execute(mine).all():
            entered = connection.execute(players.where(ENTRANTS.c.tournament_id == row.id)).mappings()
            pairings = connection.execute(query.where(PAIRINGS.c.tournament_id == row.id)).mappings()
            yield {
                **{key: getattr(row, key) for key in ("code", "game", "title", "form", "rounds")},
                "made": _time(row.created),
                "players": [dict(one) for one in entered],
                "pairings": [dict(one) for one in pairings],
            }


def _link(store: Store, phone: str) -> dict[str, str]:
    """Return since when a phone has its personal link, but not the link."""
    since = store.database.scalar(select(LINKS.c.since).where(LINKS.c.phone == phone))
    return {"since": _time(since)} if since else {}


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
