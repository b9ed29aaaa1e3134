"""The view model: what a phone is shown of a table, as frozen objects for the templates."""

import re
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from companion.kernel.action import Action, Kind, Noun, answered, draft, face, nouns, refusal, stumbled
from companion.kernel.foresight import foresight
from companion.kernel.game import AGREE_UNDO, Game
from companion.kernel.journal import NAMED, Asked, Step, Stop, Table, sentence
from companion.kernel.state import Outcome, Told, counted, does, listed, possessive
from companion.kernel.view import Panel, Picture, View
from companion.players.absent import STRENGTHS
from companion.storage.session import (
    ADVICE,
    EYE,
    LOOKED_BACK,
    SeatChange,
    SeatRequest,
    Session,
    Waits,
    said_by_phone,
)
from companion.svg.renderer import Overlay
from companion.svg.silhouettes import Silhouettes
from companion.svg.trail import Trail, trail
from companion.svg.turned import turned
from companion.web import lessons, setting_up
from companion.web.lessons import Above
from companion.web.setting_up import SetUpStep
from companion.web.shown import ClockShown, Inspected, Pairs, Question, RefusalShown, Sentence, VerbShown
from companion.web.silhouettes import silhouettes

A_WHILE = 60
"""So many entries are looked back to see since when the table waits."""


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
    def watching(self) -> bool:
        """True for a phone that holds no seat."""
        return not self.phone.mine

    @property
    def may(self) -> bool:
        """True where this phone may see to the seats: it holds one, or made the table."""
        return self.phone.sits or self.phone.made

    @property
    def by_phone(self) -> str:
        """The seat that the phone plays and the table waits for; empty where it waits for people."""
        return self.session.due

    @property
    def advice(self) -> str:
        """What the coach said at this moment; empty where nobody asked."""
        told = (change.told for change in self.changes.get(self.n, ()))
        return next((words for words in told if words.startswith(ADVICE)), "")

    @property
    def changed_hands(self) -> list[SeatChange]:
        """The seats that changed hands at this moment."""
        said = (ADVICE, LOOKED_BACK)
        return [change for change in self.changes.get(self.n, ()) if not change.told.startswith(said)]

    @property
    def may_ask(self) -> bool:
        """True where this phone may ask what it could do: on its turn, where the coach answers."""
        return bool(
            self._coach and self.my_turn and self.acting in self.waiting and not (self.advice or self.over)
        )

    @property
    def looked_back(self) -> tuple[str, int] | None:
        """Which turn cost most, as the coach said after the last entry, and its entry; 0 for none."""
        told = (change.told for change in self.changes.get(self.n, ()))
        words = next((words for words in told if words.startswith(LOOKED_BACK)), "")
        at = re.match(rf"{LOOKED_BACK} at entry (\d+):", words)
        return (words, int(at[1]) if at else 0) if words else None

    @property
    def may_look_back(self) -> bool:
        """True where this phone may ask which turn cost most: it sits here, and the game is over."""
        return bool(self._coach and self.may and self.over and self.game.worth and not self.looked_back)

    @property
    def _coach(self) -> bool:
        """Whether this table lets a coach be asked, and the phone could play at it."""
        return self.session.advice and self.phone_plays and not self.game.phone_cannot(self.table.opening)

    @property
    def strengths(self) -> dict[str, str]:
        """Seat to how well the phone plays it, of those that it plays."""
        return {seat: STRENGTHS[name].title for seat, name in self.session.absent.items()}

    def played_by(self, seat: str) -> str:
        """Who plays a seat: a person by name, or the phone for them."""
        name = self.players.get(seat, "")
        return f"{name} · the phone" if seat in self.session.absent else name

    @property
    def waits(self) -> Waits:
        """What the phone that plays it waits for."""
        return self.session.waits

    @property
    def asks_table(self) -> str:
        """The address of the question that the phone leaves to the table; empty where there is none."""
        waits = self.waits
        if not (waits.verb and self.may):
            return ""
        names = [
            (field, name)
            for field, answer in waits.given.items()
            for name in ([answer] if isinstance(answer, str) else answer)
        ]
        return f"{self.do}/{waits.verb}?{urlencode([('by', waits.seat), *names])}"

    @property
    def told_by_phone(self) -> bool:
        """True where the phone said the last entry for somebody absent."""
        return bool(self.last and said_by_phone(self.last.entry))

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
        if self.asked and self.asked_here:
            return f"asked.{self.asked.n}"
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

    @cached_property
    def verbs(self) -> tuple[VerbShown, ...]:
        """The dock: this seat's verbs of this phase."""
        return tuple(self._button(kind) for kind in self._kinds if not kind.anytime)

    @cached_property
    def tools(self) -> tuple[VerbShown, ...]:
        """What may be said at any time: rulings, resigning."""
        return tuple(self._button(kind) for kind in self._kinds if kind.anytime)

    @cached_property
    def _starts(self) -> list[tuple[str, Kind[Any], str]]:
        if not self.my_turn or self.question or self.sentence:
            return []
        found = []
        for thing, (verb, given) in self.game.starts(self.state, self.acting).items():
            kind = self.game.kind(verb)
            if kind and refusal(self.state, draft(kind, self.acting, given)) is None:
                found.append((thing, kind, self.href(verb, list(given.items()))))
        return found

    @property
    def starts(self) -> dict[str, str]:
        """Piece of the board to the address of what a tap on it begins, where that is allowed."""
        return {thing: href for thing, _, href in self._starts}

    @property
    def posts(self) -> Mapping[str, str]:
        """Address of the board to the one a tap posts to instead, where that may say it at once."""
        return self.say or {href: self.at_once(kind, href) for _, kind, href in self._starts}

    def verbs_with(self, thing: str) -> tuple[VerbShown, ...]:
        """The verbs whose first question this thing answers, with that answer given."""
        found = []
        for kind in self._kinds if self.acting in self.waiting else ():
            field, noun = next(iter(nouns(kind).items()), ("", None))
            made = draft(kind, self.acting, {})
            if kind.anytime or not isinstance(noun, Noun) or not self._offers(kind, noun, made, thing):
                continue
            answer = answered(made, field, (thing,) if noun.count else thing)
            no = refusal(self.state, made) or refusal(self.state, answer)
            href = self.href(kind.verb, [(field, thing)])
            title, cost = face(kind, self.state, self.acting)
            found.append(VerbShown(kind.verb, title, cost, kind.icon, href, no, self.at_once(kind, href)))
        return tuple(found)

    @property
    def by_hand(self) -> str:
        """The address of the verb that sets things by hand; empty where this phone has none."""
        kind = self._ruling
        return self.href(kind.verb, []) if kind and self.acting and not self.over else ""

    @property
    def _ruling(self) -> Kind[Any] | None:
        return next((kind for kind in self.game.kinds if kind.by_hand), None)

    def set_by_hand(self, thing: str) -> str:
        """The address that sets a thing by hand; empty where it cannot be set."""
        kind = self._ruling if self.by_hand else None
        if kind is None:
            return ""
        field = next(iter(nouns(kind)))
        made = draft(kind, self.acting, {})
        return (
            self.href(kind.verb, [(field, thing)])
            if self._offers(kind, nouns(kind)[field], made, thing)
            else ""
        )

    def _offers(self, kind: Kind[Any], noun: Any, made: Action[Any], thing: str) -> bool:
        """True where a thing is among what a noun offers; a fault in the game's own code offers nothing."""
        try:
            return thing in noun.options(self.state, made)
        except Exception as fault:
            stumbled(self.state, kind.verb, fault)
            return False

    @property
    def _kinds(self) -> list[Kind[Any]]:
        by, phase = self.acting, self.state.phase
        kinds = self.game.kinds if by else ()
        return [k for k in kinds if (not k.of or by in k.of) and (not k.during or phase in k.during)]

    def _button(self, kind: Kind[Any]) -> VerbShown:
        made = draft(kind, self.acting, {})
        no = refusal(self.state, made)
        title, cost = face(kind, self.state, self.acting)
        if no is None and not nouns(kind):
            cost = made.throws_away(self.state) or cost
            if self.at_stake and not cost:  # what letting it go comes to
                cost = foresight(self.game.tracked, self.state, made)
        href = self.href(kind.verb, [])
        say = "" if nouns(kind) else self.at_once(kind, href)
        return VerbShown(kind.verb, title, cost, kind.icon, href, no, say)

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
    def last(self) -> Step[Any] | None:
        """The last entry."""
        return self.table.log[-1] if self.n else None

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last entry told."""
        return self.last.told if self.last else ()

    @property
    def told_by(self) -> str:
        """The seat that said it."""
        return self.last.entry.seat if self.last else ""

    @property
    def told_sentence(self) -> str:
        """What it said."""
        return sentence(self.game, self.last.entry) if self.last else ""

    @cached_property
    def trail(self) -> Trail:
        """What the last entry left on the board."""
        if not self.n:
            return Trail()
        about = {thing for told in self.told for thing in told.about}
        session = self.session
        before = self.picture_at(session.state_before, session.view_before)
        return trail(before, self.picture, about, self.told_by)

    @property
    def missed(self) -> str:
        """The address that plays what was said since this phone spoke last, where that is more than one."""
        for n in range(self.n, max(self.n - A_WHILE, 0), -1):
            if self.table.log[n - 1].entry.seat in self.mine:
                return f"{self.url}/at/{n}?play" if n < self.n - 1 else ""
        return ""

    @property
    def undo(self) -> int:
        """The entry that undo takes back, with all the phone said after it for others; 0 for none."""
        return self.table.undoes(said_by_phone)

    def asks(self, entry: int) -> tuple[str, ...]:
        """The seats that are asked where this phone takes an entry back; none where it may."""
        return self.session.asks(self.phone.id, entry)

    @property
    def just_taken_back(self) -> bool:
        """True where the last entry took something back that can be put back."""
        return 0 < self.redo == self.n

    @property
    def taken_back(self) -> str:
        """The same in words for this phone, by name: ``Ada took back your “Battle”.``"""
        _, gone = self.table.undone[-1]
        entry = self.table.log[self.redo - 1].entry
        asked = entry.answers.get("entry") if entry.verb == AGREE_UNDO else None
        by = self.table.log[int(str(asked)) - 1].entry.seat if asked else entry.seat
        said = [
            f"{self._whose(step.entry.seat, by)}“{sentence(self.game, step.entry)}”" for step in gone[-NAMED:]
        ]
        if len(gone) > NAMED:
            said = [f"{counted(len(gone) - NAMED, 'sentence')} more", *said]
        return f"{'You' if by in self.mine else self.name(by)} took back {listed(said)}."

    def _whose(self, seat: str, by: str) -> str:
        """Whose sentence it was, as a phone reads it of one who took it back."""
        if seat == by:
            return ""
        return "your " if seat in self.mine else f"{possessive(self.name(seat))} "

    @property
    def asked(self) -> Asked | None:
        """What somebody asks to take back."""
        return self.table.asked

    @property
    def asked_here(self) -> str:
        """The seat of this phone that is asked to let another take back; empty where none is."""
        return next((seat for seat in self.mine if self.asked and seat in self.asked.of), "")

    @property
    def redo(self) -> int:
        """The undo that redo takes back; 0 for none."""
        return self.table.can_redo

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
    def learns(self) -> str:
        """How the seat that this phone acts for learns while it plays; empty where it does not."""
        if self.acting not in self.mine:
            return ""
        return next((chair.learns for chair in self.session.chairs if chair.seat == self.acting), "")

    @cached_property
    def lesson(self) -> Above | None:
        """What a seat that learns is told above its buttons."""
        if not self.learns or self.over or self.stopped:
            return None
        if self.acting not in self.waiting:
            return lessons.beginning(self.table, self.code, self.acting)
        verb, given = "", dict[str, list[str]]()
        if self.question and self.question.opened:
            pass  # the dock of one verb
        elif asked := self.question or self.sentence:
            verb = asked.kind
            for field, name in asked.hidden:
                given.setdefault(field, []).append(name)
        elif it := self.inspected:
            verb = next((one.kind for one in it.verbs if not one.refusal), "")
            given = (
                {field: [it.thing] for field in islice(nouns(kind), 1)}
                if (kind := self.game.kind(verb))
                else {}
            )
        kind = self.game.kind(verb)
        if kind is None and self.inspected:
            return None
        return lessons.above(self.table, self.code, self.acting, self.learns, kind, given)

    @cached_property
    def coached(self) -> tuple[tuple[VerbShown, str, str], ...]:
        """For a seat with a coach: each verb that can be said now, what it does, and what it comes to."""
        if self.learns != lessons.COACH:
            return ()
        return tuple(
            (verb, lessons.explained(self.game, kind), self._comes_to(kind))
            for verb in self.verbs
            if not verb.refusal and (kind := self.game.kind(verb.kind))
        )

    def _comes_to(self, kind: Kind[Any]) -> str:
        """What a verb comes to that asks nothing."""
        return "" if nouns(kind) else foresight(self.game.tracked, self.state, draft(kind, self.acting, {}))

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
