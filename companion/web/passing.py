"""One phone that is passed round: at a table that hides something it is one seat at a time.

Which one lies in its signed cookie. While it changes hands it is none, so nothing hidden is on its page.
"""

from dataclasses import dataclass

from flask import current_app
from flask import session as cookie

from companion.kernel.features import Secrets
from companion.storage.session import Session
from companion.web.phone_settings import PASSED, settings

AT = "at"
"""Table to the seat at which the phone is, in its cookie."""
TABLES = 8
"""So many tables have a seat at one phone; the oldest go. House."""


@dataclass(frozen=True)
class Passed:
    """A phone that is passed round at a table."""

    seats: tuple[str, ...]
    """The one seat that it is now; none while it changes hands."""
    to: tuple[str, ...]
    """The seats that wait for it while it changes hands."""


def passed(session: Session, phone: str) -> Passed | None:
    """Return whose turn with the phone it is; None where it is all seats that it holds.

    That is so where it holds one seat, where nothing is hidden, and where its owner does not pass it round.
    """
    mine = session.mine(phone)
    if len(mine) < 2 or not passes() or not _hides(session, mine):
        return None
    at = cookie.get(AT, {}).get(session.code)
    waiting = tuple(str(seat) for seat in session.table.state.to_act if seat in mine)
    if at in waiting or (at in mine and not waiting):
        return Passed((at,), ())
    return Passed((), waiting or mine)


def passes() -> bool:
    """True if this phone is passed round: so one is that is its own server, and another if it is told to."""
    return "OVER" in current_app.config or settings()[PASSED]


def _hides(session: Session, mine: tuple[str, ...]) -> bool:
    """True if one of these seats may not see what another may."""
    secrets = session.table.game.get(Secrets)
    return secrets is not None and (
        session.veiled or any(secrets.unseen(session.table.state, [seat]) for seat in mine)
    )


def hand(session: Session, seat: str) -> None:
    """Let the phone be a seat from here on."""
    others = {code: at for code, at in cookie.get(AT, {}).items() if code != session.code}
    cookie[AT] = dict([*others.items(), (session.code, seat)][-TABLES:])
