"""The phone that asks: which seats it holds, and for which of them it acts."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus

from companion.kernel.action import Kind
from companion.storage.session import NOT_AWAY, Away, Session
from companion.web.dock_models import Pairs

_quoted = lru_cache(4096)(quote_plus)


@dataclass(frozen=True)
class Phone:
    """A phone at a table: the seats it holds, those it waits for, and the seat it acts for."""

    id: str
    mine: tuple[str, ...]
    requested: tuple[str, ...]
    """The seats it waits to be admitted to."""
    made: bool
    """True if it opened the table."""
    acting: str
    """The seat it acts for; empty if it holds none."""
    obvious: str
    """The seat it acts for if an address names none."""
    url: str
    """The address of the table."""
    careful: bool = False
    """True if this phone wants to look at everything before it is said."""
    turned: bool = False
    """True if it sees this table's board from the other end."""
    sits: bool = False
    """True if it holds a seat, even one that is played for it."""
    away: Away = NOT_AWAY
    """From when on the others that hold seats count as gone, where somebody asks for one."""
    held: frozenset[str] = frozenset()
    """The cards it says it holds in the hand."""
    handed: tuple[str, ...] = ()
    """The seats that wait for it while it changes hands."""
    plans: bool = False
    """True while it prepares its next turn: nothing is said."""

    @classmethod
    def at(
        cls,
        session: Session,
        phone: str,
        by: str = "",
        careful: bool = False,
        turned: bool = False,
        away: Away = NOT_AWAY,
        only: tuple[str, ...] | None = None,
    ) -> "Phone":
        """Return this phone at this table, acting for the seat ``by`` if it may, else for the obvious one.

        ``only`` are the seats that it is now, where it is passed round.
        """
        mine = session.mine(phone) if only is None else only
        opened = bool(phone) and session.creator == phone
        requested = tuple(request.seat for request in session.requests if request.phone == phone)
        waits, sits = session.waits, session.sits(phone)
        obvious = session.acting(phone) if only is None else [*only, ""][0]
        may = by in mine or (waits.verb and by == waits.seat and (sits or opened))
        acting, url = by if may else obvious, f"/t/{session.code}"
        return cls(phone, mine, requested, opened, acting, obvious, url, careful, turned, sits, away)

    @property
    def may(self) -> bool:
        """True if it may see to the seats: it holds one, or opened the table."""
        return self.sits or self.made

    @property
    def do(self) -> str:
        """Return the start of every verb's address."""
        return f"{self.url}/do"

    @property
    def base(self) -> Pairs:
        """Return what every address of a half-made action carries: the seat, if it is not the obvious one,
        and that it is only planned."""
        seat = [("by", self.acting)] if self.acting != self.obvious else []
        return [*seat, ("plan", "1")] if self.plans else seat

    def href(self, verb: str, pairs: Pairs) -> str:
        """Return the address of a half-made action."""
        query = "&".join([f"{field}={_quoted(name)}" for field, name in (*self.base, *pairs)])
        return f"{self.do}/{verb}?{query}" if query else f"{self.do}/{verb}"

    def at_once(self, kind: Kind[Any], href: str) -> str:
        """Return the address a tap posts to, that says what is whole and harmless; empty if all is looked
        at first."""
        return f"{href}{'&' if '?' in href else '?'}now=1" if kind.at_once and not self.careful else ""
