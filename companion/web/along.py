"""Tables that are taken along: written as a file or an address, and received, here or at home.

The received file is a transcript, judged like any import. If the table that it came from is here, what was
said elsewhere is added to it; if both went on, it becomes a fork of it.
"""

from typing import Any

from flask import current_app
from werkzeug.exceptions import Forbidden

from companion.kernel import transcript
from companion.kernel.journal import Table
from companion.storage import along, transcript_marks
from companion.storage.session import Session
from companion.web import url_codec
from companion.web.context import address, at_home, context, fresh, open_to_all, phone
from companion.web.heavy_work import heavy_work
from companion.words import Message, message

BOTH = "Both went on, so nothing is lost: this is how it went elsewhere. Table {table} is how it went here."
OTHERS = "Others sit at table {table}: what was said for them elsewhere stands here. They sit here, too."
ADDRESS = "/take?t="
HIDDEN_HERE = (
    "Something at this table is hidden from this phone, so it cannot take the table along. "
    "It can once all is open, or the game is over."
)


def text(session: Session) -> str:
    """Return a table as it is taken along; 403 where it is not this phone's, or hides something from it."""
    if not at_home(session):
        raise Forbidden("Only those who sit at this table take it along. Ask for a seat first.")
    whole = fresh(session).seen_by(phone())  # a phone that is passed round is all its seats
    if whole.veiled:
        raise Forbidden(HIDDEN_HERE)
    return along.remarked(transcript_marks.write(whole), f"{address()}/t/{whole.code}", whole.home)


def link(origin: str, written: str) -> str | None:
    """Return the address that puts a table elsewhere; None where it is too long for a code to scan."""
    return url_codec.address(f"{origin}{ADDRESS}", written) if origin else None


def received(written: str) -> tuple[Session, Message | None]:
    """Return the table that has what a transcript tells, and what came of it; Unreadable if nothing did.

    The asking phone sits at all its seats where it is its own server.
    """
    games, store, me = context().games, context().store, phone(make=True)
    table = heavy_work(lambda: transcript_marks.read(written, games, store.boxes.described))
    homes = along.homes(written)
    if ours := _ours(homes, table):
        session, added = store.bring(ours, table, me)
        return session, _came(ours, session, added)
    seats = tuple(table.opening.seats) if "OVER" in current_app.config else ()
    other = transcript.other_rules(written, table.game)
    came = message("This table came along from {home}.", home=homes[0]) if homes else None
    session = store.open(table.game, table, me, seats, notes=[note for note in (other, came) if note])
    return session, None


def _ours(homes: list[str], table: Table[Any]) -> Session | None:
    """Return the table of this phone at which another is at home, or that came from there before."""
    store, me = context().store, phone()
    there = [store.session(home.rpartition("/")[2]) for home in homes]
    came = [one for one in store.of_phone(me) if one.home and one.home in homes[:1]]
    for session in (*there, *came):
        if session and at_home(session) and along.same_start(session.table, table):
            open_to_all(session.seen_by(me))
            return session
    return None


def _came(ours: Session, session: Session, added: int) -> Message:
    if session.code != ours.code:
        both = session.fork is not None and session.fork.n < ours.n
        return message(BOTH if both else OTHERS, table=ours.code)
    if not added:
        return message("Nothing new was said elsewhere.")
    return message("Welcome back: {n:1 entry was|# entries were} added.", n=added)
