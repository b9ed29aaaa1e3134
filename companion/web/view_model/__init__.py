"""The view model: what a phone is shown of a table, as a few small frozen objects for the templates.

Each is made from the session and the phone alone; none knows the page it stands on.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.kernel.game import Game
from companion.kernel.state import Outcome
from companion.storage.session import Session
from companion.svg.renderer import Overlay
from companion.svg.trail import Trail
from companion.web.view_model.absent import Absent
from companion.web.view_model.board import BoardView
from companion.web.view_model.clocks import Clocks
from companion.web.view_model.coach import Coach
from companion.web.view_model.dock import Dock
from companion.web.view_model.learning import Learning
from companion.web.view_model.log import Log
from companion.web.view_model.phone import Phone
from companion.web.view_model.planning import Planning
from companion.web.view_model.seats import Seats
from companion.web.view_model.set_up import SetUp
from companion.words import Text


@dataclass(frozen=True)
class TablePage:
    """One table as one phone sees it; the templates' ``t``."""

    session: Session
    phone: Phone
    dock: Dock
    key: str
    """What this page's forms carry, so that a tap sent twice counts once."""
    thinks: bool = True
    """False if this house lets no phone play for somebody absent, nor advise."""
    just: Text = ""
    """What the page says happened just now, besides what was told."""

    @cached_property
    def seats(self) -> Seats:
        """Return the seats."""
        return Seats(self.session, self.phone)

    @cached_property
    def board(self) -> BoardView:
        """Return the board."""
        return BoardView(self.session, self.phone)

    @cached_property
    def log(self) -> Log:
        """Return the end of the journal."""
        return Log(self.session, self.phone)

    @cached_property
    def absent(self) -> Absent:
        """Return the seats that the phone plays, and what it waits for."""
        return Absent(self.session, self.phone, self.thinks)

    @cached_property
    def coach(self) -> Coach:
        """Return the coach."""
        return Coach(self.session, self.phone, self.thinks)

    @cached_property
    def learning(self) -> Learning:
        """Return the lessons of the seat that the phone acts for."""
        return Learning(self.session, self.phone, self.dock)

    @property
    def clocks(self) -> Clocks:
        """Return the clocks."""
        return Clocks(self.session)

    @cached_property
    def set_up(self) -> SetUp:
        """Return the set-up, until it is done or the first move is made."""
        return SetUp(self.session, self.phone, self.dock)

    @property
    def overlay(self) -> Overlay:
        """Return what is lit on the board, touched, left and at stake."""
        dock, draft, it, laying = self.dock, self.dock.draft, self.dock.inspected, self.set_up.laying
        reach: Mapping[str, Collection[str]] = it.reach if it else {}
        task = self.absent.far.task
        deeds = self.absent.far.told if task else self.log.deeds
        touched: Collection[str] = [thing for line in deeds for thing in line.about]
        if draft:
            touched = [name for _, name in draft.hidden]
        elif it:
            touched = [it.thing]
        elif laying:
            reach, touched = self.set_up.lit.reach, laying.things
        ahead = dock.sentence.ahead if dock.sentence else None
        was = self.board.trail_of(task) if task else self.board.trail_of_turn
        left = ahead or (Trail() if draft or it else was)
        return dock.lit._replace(
            say=dock.posts,
            starts={} if laying else dock.starts,
            why="" if draft else f"{self.phone.url}/look?{'plan=1&' * self.phone.plans}thing=",
            reach=reach,
            touched=touched,
            trail=left,
            stake=self.session.table.state.candidates,
            fatal=self.over.fallen if self.over else (),
        )

    @cached_property
    def planning(self) -> Planning:
        """Return what this phone prepares while it waits."""
        return Planning(self.session, self.phone, self.seats.my_turn)

    @property
    def over(self) -> Outcome | None:
        """Return how it ended, if it has."""
        return self.session.table.state.over  # type: ignore[no-any-return]

    @property
    def game(self) -> Game[Any]:
        """Return the game."""
        return self.session.table.game

    @property
    def url(self) -> str:
        """Return the table's address here."""
        return self.phone.url

    def at(self, session: Session, watching: bool = False) -> "TablePage":
        """Return the page at another moment of the table; ``watching`` if it shows no seat's own part."""
        phone = replace(self.phone, acting="") if watching else self.phone
        return replace(self, session=session, phone=phone, dock=Dock(session, phone))
