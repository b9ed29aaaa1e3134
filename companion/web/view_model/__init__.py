"""The view model: what a phone is shown of a table, as frozen objects for the templates."""

import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from companion.kernel.action import Kind
from companion.kernel.game import Game
from companion.kernel.journal import Stop, Table, sentence
from companion.kernel.state import Outcome, does, listed
from companion.kernel.view import Panel, Picture, View
from companion.storage.session import (
    ADVICE,
    EYE,
    LOOKED_BACK,
    SeatChange,
    SeatRequest,
    Session,
)
from companion.svg.renderer import Overlay
from companion.svg.silhouettes import Silhouettes
from companion.svg.turned import turned
from companion.web import setting_up
from companion.web.setting_up import SetUpStep
from companion.web.shown import ClockShown, Inspected, Pairs, Question, RefusalShown, Sentence
from companion.web.silhouettes import silhouettes
from companion.web.view_model.absent import Absent
from companion.web.view_model.coach import Coach
from companion.web.view_model.dock import Dock
from companion.web.view_model.learning import Learning
from companion.web.view_model.said import A_WHILE, Said


@dataclass(frozen=True)
class Phone:
    """The phone that asks: the seats it holds, those it waits for, and whether it made the table."""

    id: str
    mine: tuple[str, ...]
    requested: tuple[str, ...]
    made: bool
    careful: bool = False
    """True where this phone wants to look at everything before it is said."""
    turned: bool = False
    """True where it sees this table's board from the other end."""
    sits: bool = False
    """True where it holds a seat, even one that is played for it."""

    @classmethod
    def at(cls, session: Session, phone: str, careful: bool = False, turned: bool = False) -> "Phone":
        """This phone at this table."""
        requested = tuple(request.seat for request in session.requests if request.phone == phone)
        made = bool(phone) and session.creator == phone
        return cls(phone, session.mine(phone), requested, made, careful, turned, session.sits(phone))


@dataclass(frozen=True)
class TablePage:
    """One table as one phone sees it; the templates' ``t``."""

    session: Session
    phone: Phone
    live: str
    acting: str
    question: Question | None = None
    sentence: Sentence | None = None
    inspected: Inspected | None = None
    refused: RefusalShown | None = None
    unseen_undo: int = 0
    """The entry that an undo named whose author had not seen what was said last."""
    just: str = ""
    photographed: bool = False
    """True where a photograph showed what its sentence says: the log marks it."""
    phone_plays: bool = True
    """False where this house lets no phone play for somebody absent."""
    sent: bool = False
    """True right after a tap that said something at once: Undo stands beside what was told."""
    glow: Mapping[str, str] = field(default_factory=dict)
    dim: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, str] = field(default_factory=dict)
    """Space that answers the question to what that answer costs."""
    say: Mapping[str, str] = field(default_factory=dict)
    """Address of the board to the one that says at once what it leads to."""
    ways: Mapping[str, int] = field(default_factory=dict)
    """Space that glows to the way in which it does, where more than one verb is to be told apart."""

    @cached_property
    def key(self) -> str:
        """What this page's forms carry, so that a tap sent twice counts once."""
        return EYE * self.photographed + secrets.token_hex(12)

    @cached_property
    def dock(self) -> Dock:
        """The verbs of the seat that a phone acts for."""
        return Dock(self)

    @cached_property
    def said(self) -> Said:
        """The end of the journal, as one phone reads it."""
        return Said(self)

    @cached_property
    def absent(self) -> Absent:
        """The seats that the phone plays, and what it waits for."""
        return Absent(self)

    @cached_property
    def coach(self) -> Coach:
        """The coach of a table, as one phone hears it."""
        return Coach(self)

    @cached_property
    def learning(self) -> Learning:
        """The lessons of the seat that a phone acts for."""
        return Learning(self)

    @property
    def code(self) -> str:
        """The letters one can type."""
        return self.session.code

    @property
    def url(self) -> str:
        """The table's address here."""
        return f"/t/{self.code}"

    @property
    def do(self) -> str:
        """The start of every verb's address."""
        return f"{self.url}/do"

    @property
    def game(self) -> Game[Any]:
        """The box."""
        return self.session.table.game

    @property
    def table(self) -> Table[Any]:
        """The journal replayed."""
        return self.session.table

    @property
    def state(self) -> Any:
        """The moment."""
        return self.session.table.state

    @property
    def view(self) -> View:
        """The moment as marks."""
        return self.session.view

    @property
    def panels(self) -> list[Panel]:
        """What lies in front of the seats, of this phone's first."""
        return sorted(self.view.panels, key=lambda panel: (panel.seat not in self.mine, not self.has(panel)))

    def has(self, panel: Panel) -> bool:
        """True for what lies in front of a seat of this phone, or of its side."""
        return any(seat in self.mine for seat in (panel.seat, *panel.shared))

    @cached_property
    def pictures(self) -> Silhouettes:
        """Which picture each thing has."""
        return silhouettes(self.game, self.table.opening.cards)

    @cached_property
    def picture(self) -> Picture | None:
        """The board as this phone sees it."""
        return self.picture_at(self.state, self.view)

    def picture_at(self, state: Any, view: View) -> Picture | None:
        """The board of a moment as this phone sees it: with the part that is its own, from its own end."""
        seen = view.picture
        if self.acting and not (seen and seen.seat == self.acting):
            seen = self.session.board_of(state, self.acting) or seen
        return turned(seen) if seen and seen.has_ends and self.phone.turned else seen

    @property
    def n(self) -> int:
        """The last entry's number."""
        return self.session.n

    @property
    def stamp(self) -> int:
        """The number of all other changes."""
        return self.session.stamp

    @property
    def at(self) -> str:
        """Where the table stands, as the stream says it."""
        return f"{self.n}.{self.stamp}"

    @property
    def mine(self) -> tuple[str, ...]:
        """The seats this phone holds."""
        return self.phone.mine

    @property
    def may(self) -> bool:
        """True where this phone may see to the seats: it holds one, or made the table."""
        return self.phone.sits or self.phone.made

    @property
    def changed_hands(self) -> list[SeatChange]:
        """The seats that changed hands at this moment."""
        said = (ADVICE, LOOKED_BACK)
        return [change for change in self.changes.get(self.n, ()) if not change.told.startswith(said)]

    @property
    def requested(self) -> tuple[str, ...]:
        """The seats this phone waits to be admitted to."""
        return self.phone.requested

    @property
    def free(self) -> tuple[str, ...]:
        """The seats nobody holds."""
        return tuple(chair.seat for chair in self.session.chairs if not chair.phones)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats the table waits for."""
        return tuple(self.state.to_act)

    @property
    def my_turn(self) -> bool:
        """True where the table waits for this phone."""
        return any(seat in self.waiting for seat in self.mine)

    @cached_property
    def call(self) -> str:
        """Why this phone is called, and since which entry: ``turn.17``, ``answer.18``, ``asked.19``; empty
        where nobody waits for it, or where it plays all seats and calls nobody else."""
        if self.said.asked and self.said.asked_here:
            return f"asked.{self.said.asked.n}"
        if not self.my_turn or len(self.mine) == len(self.players):
            return ""
        return f"{'answer' if self.at_stake else 'turn'}.{self._waited_since}"

    @property
    def _waited_since(self) -> int:
        """The entry since which the table has waited for this phone; 0 where it is longer than a while."""
        log = self.table.log
        for n in range(self.n, max(self.n - A_WHILE, 0), -1):
            before = log[n - 2].state if n > 1 else self.table.start
            if not any(seat in self.mine for seat in before.to_act):
                return n
        return 0

    @property
    def at_stake(self) -> tuple[str, ...]:
        """The things that this phone's answer is about, in the middle of another's turn."""
        return tuple(self.state.at_stake) if self.my_turn else ()

    @property
    def stake_words(self) -> str:
        """The same in words."""
        return listed([self.game.label(self.state, name) for name in self.at_stake])

    @property
    def players(self) -> dict[str, str]:
        """Seat to player."""
        return {chair.seat: chair.player for chair in self.session.chairs}

    def name(self, seat: str) -> str:
        """The person who plays a seat; the seat itself where nobody said a name."""
        return self.players.get(seat) or seat

    def who(self, seats: Iterable[str], many: str, one: str = "") -> str:
        """``Ada has won``, ``Ada and Ben have won``: people by name, one of them never plural."""
        names = list(dict.fromkeys(map(self.name, seats)))
        if len(names) == 1 and names[0] not in self.players:
            return f"{names[0]} {one or many + 's'}"
        return does(names, many, one)

    def mark(self, seat: str) -> int:
        """The seat's number, for its mark and colour."""
        return self.session.marks.get(seat, 0)

    @cached_property
    def seat_of(self) -> dict[str, str]:
        """Card to the seat it lies in front of."""
        return {card.thing: panel.seat for panel in self.view.panels for card in panel.cards}

    @cached_property
    def base(self) -> Pairs:
        """What every address of a half-made action carries: the seat, where it is not the obvious one."""
        return [("by", self.acting)] if self.acting != self.session.acting(self.phone.id) else []

    def href(self, verb: str, pairs: Pairs) -> str:
        """The address of a half-made action."""
        query = urlencode([*self.base, *pairs])
        return f"{self.do}/{verb}?{query}" if query else f"{self.do}/{verb}"

    def at_once(self, kind: Kind[Any], href: str) -> str:
        """The address a tap posts to, that says what is whole and harmless; empty where all is looked at."""
        return f"{href}{'&' if '?' in href else '?'}now=1" if kind.at_once and not self.phone.careful else ""

    @property
    def says(self) -> str:
        """What every such tap carries: the seat, the entries this page has seen, and the page's key."""
        return urlencode({"by": self.acting, "seen": self.n, "key": self.key})

    def clocks(self, live: bool = True) -> list[ClockShown]:
        """Every clock as it stands now; else as it stood at the last entry."""
        now = time.time()
        return [
            ClockShown(one, one.shown(now if live else one.at), live and one.runs)
            for one in self.session.clocks
        ]

    @property
    def time(self) -> int:
        """The time of this house, in milliseconds: a phone's own clock may be wrong."""
        return round(time.time() * 1000)

    @property
    def clocks_verb(self) -> str:
        """The verb that starts the clocks, or stops them."""
        return "stop-clocks" if any(one.runs for one in self.session.clocks) else "start-clocks"

    @property
    def requests(self) -> tuple[SeatRequest, ...]:
        """Who asks to sit down, for those who may answer, at once or when nobody else does."""
        return self.session.requests if self.may else ()

    def answers_from(self, request: SeatRequest) -> float:
        """The time from which this phone may answer a request; 0 where it may now."""
        since = self.session.decides(self.phone.id, request)
        return since if since > time.time() else 0.0

    @cached_property
    def changes(self) -> dict[int, list[SeatChange]]:
        """Entry to the seats that changed hands after it, and before the next."""
        found: dict[int, list[SeatChange]] = {}
        for change in self.session.changes:
            found.setdefault(change.after, []).append(change)
        return found

    @cached_property
    def set_up(self) -> tuple[SetUpStep, ...]:
        """The steps of the set-up, until they are done or the first move is made."""
        if self.n:
            return ()
        return setting_up.ticked(setting_up.steps(self.game, self.table.start), self.session.laid)

    @cached_property
    def to_lay(self) -> SetUpStep | None:
        """The next step of the set-up that nobody has ticked."""
        return next((step for step in self.set_up if not step.done), None)

    @property
    def to_lay_lit(self) -> Overlay:
        """What that step is about, lit on the board."""
        return setting_up.lit(self.view.picture, self.to_lay)

    @property
    def over(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.state.over  # type: ignore[no-any-return]

    @property
    def ended(self) -> str:
        """How it ended, in a few words that name people; empty while it goes on."""
        if not self.over:
            return ""
        if self.over.winners:
            return f"{self.who(self.over.winners, 'have', 'has')} won"
        return "The table is put away" if self.over.rule == "end-table" else "A draw"

    @property
    def numbers(self) -> list[tuple[str, Mapping[str, int] | int]]:
        """The figures of a finished sitting."""
        return self.session.numbers

    @property
    def stopped(self) -> Stop | None:
        """Where an old journal no longer replays."""
        return self.table.stopped

    @property
    def stopped_at(self) -> str:
        """What was said there."""
        return sentence(self.game, self.table.stopped.entry) if self.table.stopped else ""


def table_page(
    session: Session, phone: Phone, *, live: str, by: str = "", just: str = "", phone_plays: bool = True
) -> TablePage:
    """The table with its dock."""
    waits = session.waits
    known = by in phone.mine or (waits.verb and by == waits.seat and (phone.sits or phone.made))
    acting = by if known else session.acting(phone.id)
    return TablePage(session, phone, live, acting, just=just, phone_plays=phone_plays)
