"""A session: one sitting as it is kept, in frozen objects that pages may hold."""

import base64
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.kernel import journal
from companion.kernel.action import Kind, draft, refusal
from companion.kernel.clocks import Clock
from companion.kernel.features import Figures, Pointing, Secrets
from companion.kernel.opening import TAKING_BACK
from companion.kernel.veil import veiled
from companion.kernel.view import SEATS, Picture, View
from companion.story.story import Story, story
from companion.words import Message, Value, filled

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that do not look alike."""
CODE_OF = f"[{ALPHABET}]{{6}}"
"""The pattern of a table's code."""
GOES_ON = re.compile(rf"(?:opens?|goes on from) table ({CODE_OF})\b")
"""How it is told that a sitting goes on at another table, and there that it does."""
GONE = 60.0
"""Seconds without a stream or a request at a table, after which a phone counts as gone."""
ALL_GONE = 600.0
"""Seconds for which all phones of a seat must be gone before its link seats at once. House."""
OPENER_DECIDES = 120.0
"""Seconds without an answer from a seat's holder, after which the phone that opened the table may decide."""
ALL_DECIDE = 600.0
"""Seconds without an answer, after which everybody at the table may decide."""
LEARNS = ("first", "coach")
"""How a seat may learn while it plays: its first game, or with a coach at its side."""
PHONE = "phone."
"""The start of the idempotency key of an entry that the phone said for somebody absent."""
EYE = "eye-"
"""The start of the idempotency key of an entry that a photograph showed."""
ADVICE, LOOKED_BACK = "Advice for", "Looking back"
"""The first words of the coach, in a turn and after the game."""
SAT_DOWN = "A phone sat down at {seat}."
TOTAL = "Total"
"""The name of the sum of a score."""
AT_ONCE = 12
"""So many sentences of the phone's turn are done together at most. House."""
TOLD = 600
"""The most characters of a line that is told beside the journal."""

Start = tuple[str, Kind[Any], Mapping[str, str]]
"""A thing on the board, the verb that a tap on it begins, and the answers that it gives."""


@dataclass(frozen=True)
class Chair:
    """A seat at a table: who plays it, the key that admits to it, the phones that hold it, how it learns."""

    seat: str
    player: str
    key: str
    phones: frozenset[str]
    learns: str = ""
    """``first`` (first game), ``coach``, or empty: how it learns while it plays."""
    plays: str = ""
    """The strength with which the phone plays it; empty where a person does."""
    remote: bool = False
    """True where who plays it is not in the room."""


@dataclass(frozen=True)
class SeatRequest:
    """A phone that asks to sit down."""

    id: int
    seat: str
    phone: str
    name: str
    at: float


@dataclass(frozen=True)
class Away:
    """The times from which phones that hold seats count as gone, unless they are seen before."""

    gone: Mapping[str, float] = field(default_factory=dict)
    """Seat to the time from which no phone there is left; of seats that are held."""
    all_gone: float = float("inf")
    """The time from which the link of a seat seats at once, as all have been gone for long."""


NOT_AWAY = Away()


@dataclass(frozen=True)
class SeatChange:
    """A seat that changed hands, told in a sentence; ``after`` is the last entry then."""

    after: int
    at: float
    notice: Message | str

    @property
    def told(self) -> str:
        """The notice in words."""
        return str(self.notice)

    @property
    def arrives(self) -> bool:
        """True if somebody sat down, and nothing more is to be told of it."""
        return isinstance(self.notice, Message) and self.notice.template == SAT_DOWN

    @property
    def leads_to(self) -> str:
        """The code of the other table that it tells of; empty where it tells of none."""
        if isinstance(self.notice, Message):
            return str(self.notice.values.get("table", ""))
        match = GOES_ON.search(self.told)  # a notice that was saved as its words
        return match[1] if match else ""

    @property
    def home(self) -> str:
        """The address that the table came along from; empty where it tells of none."""
        return str(self.notice.values.get("home", "")) if isinstance(self.notice, Message) else ""


@dataclass(frozen=True)
class Fork:
    """Another way a sitting went: the other table's code, and the entry after which the two part."""

    code: str
    n: int


@dataclass(frozen=True)
class Waits:
    """The state of the phone that plays for absent players: what it waits for at one entry."""

    n: int
    """The last entry then."""
    done: bool = False
    """True where the hands have done what the phone said last."""
    why: str = ""
    """Why it could not go on; people let it try again."""
    seat: str = ""
    verb: str = ""
    given: Mapping[str, str | list[str]] = field(default_factory=dict)
    """What it is about to do, where only the table knows how that goes on: a die, a lot."""

    @property
    def for_people(self) -> bool:
        """True if people go on: they let it try again, or answer for the table."""
        return bool(self.why or self.verb)


@dataclass(frozen=True)
class Session:
    """One sitting as it is kept: its rows, and its journal replayed."""

    id: int
    code: str
    table: journal.Table[Any]
    stamp: int
    rules_version: int
    creator: str
    watch: str
    created: float
    chairs: tuple[Chair, ...] = ()
    requests: tuple[SeatRequest, ...] = ()
    changes: tuple[SeatChange, ...] = ()
    """The latest, the oldest of them first."""
    laid: int = 0
    """The steps of the set-up that are done, each a bit."""
    fork: Fork | None = None
    """Which table this one goes on from, where it does."""
    again: str = ""
    """The code of the table at which this game is played again; empty where it is not."""
    waited: Waits | None = None
    veiled: bool = False
    """True where something is taken out that not everybody may see: nothing is played or kept from here."""
    advice: bool = False
    """True where this table lets anybody ask what they could do."""
    webhook: str = ""
    """The address that hears whose turn it is; empty where none does."""
    carried: int = 0
    """The last entry of somebody far away that hands at the table have done."""

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return self.table.n

    @property
    def home(self) -> str:
        """The address of the table that this one came along from; empty if it was opened here."""
        return next(filter(None, (change.home for change in reversed(self.changes))), "")

    @property
    def at(self) -> tuple[int, int]:
        """Return the entry and the stamp of the table; one of them grows with every change."""
        return self.table.n, self.stamp

    @cached_property
    def marks(self) -> dict[str, int]:
        """Seat to its number, for its mark, shape and colour."""
        return {chair.seat: number % SEATS for number, chair in enumerate(self.chairs)}

    @property
    def players(self) -> dict[str, str]:
        """Return seat to player."""
        return {chair.seat: chair.player for chair in self.chairs}

    @cached_property
    def view(self) -> View:
        """Return the game's view of this moment."""
        return self.table.game.view(self.table.state)

    @cached_property
    def clocks(self) -> tuple[Clock, ...]:
        """Every clock as it stood at the last entry; none where the game has none."""
        return self.table.clocks(self.created)

    @cached_property
    def story(self) -> Story:
        """Return the story of this sitting so far, computed when somebody first asks."""
        return story(self.table, self.created, self.numbers)

    @cached_property
    def numbers(self) -> list[tuple[str, Mapping[str, int] | int]]:
        """The figures of a finished sitting."""
        states = [self.table.start, *(step.state for step in self.table.standing)]
        return self.table.game[Figures].numbers(states) if self.table.state.over else []

    @cached_property
    def score(self) -> list[tuple[str, Mapping[str, int]]]:
        """The lines of a finished score that gave points, and their sum last; empty if none are counted."""
        state = self.table.state
        if not (state.over and state.over.scores):
            return []
        lines = self.table.game[Figures].lines(state)
        return [*(line for line in lines if any(line[1].values())), (TOTAL, dict(state.over.scores))]

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """Return the fate of each entry that waits behind a stop: ``Step.refused``."""
        stop = self.table.stopped
        return tuple(step.refused for step in self.table.past_stop().log[stop.entry.n - 1 :]) if stop else ()

    @property
    def state_before(self) -> Any:
        """The moment before the last entry."""
        log = self.table.log
        return log[-2].state if len(log) > 1 else self.table.start

    @cached_property
    def view_before(self) -> View:
        """Return the game's view before the last entry."""
        return self.table.game.view(self.state_before)

    @cached_property
    def _boards(self) -> dict[tuple[int, str], Picture | None]:
        return {}

    def board_of(self, state: Any, seat: str) -> Picture | None:
        """The board of a moment as a seat sees it, where it sees another; of now and before it drawn once."""
        if state is not self.table.state and state is not self.state_before:
            return self.table.game[Pointing].board_of(state, seat)
        key = id(state), seat
        if key not in self._boards:
            self._boards[key] = self.table.game[Pointing].board_of(state, seat)
        return self._boards[key]

    @cached_property
    def _starts(self) -> dict[str, list[Start]]:
        return {}

    def starts(self, seat: str) -> list[Start]:
        """Return what a tap on each thing of the board begins for a seat, where the rules allow it now.

        It is judged once a moment, not for each page.
        """
        if seat not in self._starts:
            game, state = self.table.game, self.table.state
            begun = [
                (thing, kind, answers)
                for thing, (verb, answers) in game[Pointing].starts(state, seat).items()
                if (kind := game.kind(verb))
            ]
            self._starts[seat] = [
                start for start in begun if refusal(state, draft(start[1], seat, start[2])) is None
            ]
        return self._starts[seat]

    def after(self, table: journal.Table[Any]) -> "Session":
        """This session with more entries; what it showed is not drawn again to see what one of them moved."""
        later = replace(self, table=table)
        if table.n == self.n + 1 and "view" in self.__dict__:
            now = id(self.table.state)
            later.__dict__["view_before"] = self.view
            later.__dict__["_boards"] = {key: seen for key, seen in self._boards.items() if key[0] == now}
        return later

    def seen_by(self, phone: str, seats: Collection[str] | None = None) -> "Session":
        """This session as a phone may see it: without what is hidden from the seats it holds.

        ``seats`` are those that it is now, where it is passed round.
        """
        if self.table.game.get(Secrets) is None or self.veiled:
            return self
        held = [chair.seat for chair in self.chairs if phone in chair.phones]
        table = veiled(self.table, held if seats is None else seats)
        if table is self.table:
            return self
        seen = replace(self, table=table, veiled=True)
        seen.__dict__["waiting"] = self.waiting  # told of all entries, the hidden ones too
        return seen

    def as_of(self, n: int) -> "Session":
        """This session as it stood after entry ``n``, to look at."""
        return self if n >= self.n else replace(self, table=self.table.as_of(n))

    def mine(self, phone: str) -> tuple[str, ...]:
        """The seats this phone holds and acts for: not those that the phone plays by itself."""
        return tuple(chair.seat for chair in self.chairs if phone in chair.phones and not chair.plays)

    def speaks(self, phone: str, seat: str) -> bool:
        """True for a phone that may say what was said for a seat elsewhere: no other phone sits there."""
        phones = next((chair.phones for chair in self.chairs if chair.seat == seat), frozenset())
        return not phones or phone in phones

    def sits(self, phone: str) -> bool:
        """True for a phone that holds a seat, even one that is played for it."""
        return any(phone in chair.phones for chair in self.chairs)

    @cached_property
    def absent(self) -> Mapping[str, str]:
        """Seat to strength, of those that the phone plays."""
        return {chair.seat: chair.plays for chair in self.chairs if chair.plays}

    @property
    def due(self) -> str:
        """The seat that the phone plays and the table waits for; empty where it waits for people."""
        state = self.table.state
        if not self.absent or state.over or self.table.stopped:
            return ""
        agreeing = [seat for seat in state.draw_open if seat in self.absent]
        if agreeing and len(agreeing) == len(state.draw_open):
            return str(agreeing[0])
        return next((str(seat) for seat in state.to_act if seat in self.absent), "")

    @property
    def waits(self) -> Waits:
        """Return what the phone waits for at this entry."""
        return self.waited if self.waited and self.waited.n == self.n else Waits(self.n)

    @property
    def hands_first(self) -> bool:
        """True where hands have yet to do the turn that the phone has ended, or to lay the table.

        A turn that goes on past so many sentences, or at a table where nobody else plays, is done in parts.
        """
        if self.waits.done:
            return False
        if not self.n:
            return True
        turn, state = self.phone_turn, self.table.state
        if not turn or state.at_stake:
            return False
        alone = all(seat in self.absent for seat in state.seats)
        return alone or len(turn) % AT_ONCE == 0 or self.due != turn[-1].entry.seat

    @cached_property
    def phone_turn(self) -> list[journal.Step[Any]]:
        """Return what the phone said last in a row for one seat, and hands do together."""
        log, first = self.table.log, self.n
        while (
            first and said_by_phone(log[first - 1].entry) and log[first - 1].entry.seat == log[-1].entry.seat
        ):
            first -= 1
        return [*log[first:]][-((self.n - first - 1) % AT_ONCE + 1) :] if first < self.n else []

    @cached_property
    def remote(self) -> frozenset[str]:
        """Return the seats whose players are not in the room; none where nobody is in it to move things."""
        far = frozenset(chair.seat for chair in self.chairs if chair.remote and not chair.plays)
        return far if len(far) < len(self.chairs) else frozenset()

    @cached_property
    def tasks(self) -> tuple[journal.Step[Any], ...]:
        """Return what hands at the table have yet to do for players far away, the first of it first.

        An entry taken back before it was done is no task. Hands do it in that order, so no two ever cross.
        """
        if not self.remote:
            return ()
        return tuple(
            step
            for step in self.table.standing
            if step.entry.n > self.carried and step.entry.seat in self.remote and any(step.told)
        )

    @property
    def task(self) -> tuple[journal.Step[Any], ...]:
        """Return those that are done together now: the first ones, of one seat, with nothing between them."""
        first = self.tasks[:1]
        for step in self.tasks[1:]:
            if step.entry.seat != first[-1].entry.seat or step.entry.n != first[-1].entry.n + 1:
                break
            first += (step,)
        return first

    def asked_of_table(self, seat: str, verb: str, answers: Mapping[str, Any]) -> bool:
        """True for the sentence that the phone began and that everybody at the table may finish."""
        waits = self.waits
        if not waits.verb or (seat, verb) != (waits.seat, waits.verb):
            return False
        return all(_names(answers.get(field, ())) == _names(names) for field, names in waits.given.items())

    def held(self, seat: str) -> bool:
        """True where somebody sits at a seat."""
        return any(chair.seat == seat and chair.phones and not chair.plays for chair in self.chairs)

    def decides(self, phone: str, request: SeatRequest, away: Away = NOT_AWAY) -> float:
        """Return the time from which a phone may answer a request: at once if it holds the seat; at once for
        all at the table if nobody holds it; later if its holder does not answer, unless that phone is gone;
        never for those who watch."""
        mine, creator = self.mine(phone), bool(phone) and phone == self.creator
        if request.seat in mine or ((mine or creator) and not self.held(request.seat)):
            return 0.0
        if not (mine or creator):
            return float("inf")
        unanswered = request.at + (OPENER_DECIDES if creator else ALL_DECIDE)
        return min(unanswered, away.gone.get(request.seat, unanswered))

    def asks(self, phone: str, n: int) -> tuple[str, ...]:
        """The seats that have to agree before this phone takes entry n back, with all after it.

        Those whose sentences would go, but for its own and those where nobody sits or the phone plays; none
        where the table leaves it free.
        """
        if self.table.opening.options[TAKING_BACK.key] == "free":
            return ()
        seats = {
            chair.seat
            for chair in self.chairs
            if chair.phones and phone not in chair.phones and not chair.plays
        }
        return tuple(seat for seat in self.table.sayers(n) if seat in seats)

    def acting(self, phone: str) -> str:
        """The seat a phone acts for where it does not say: the first that is waited for, else its first."""
        mine = self.mine(phone)
        waited = [str(seat) for seat in self.table.state.to_act if seat in mine]
        return (waited or [*mine, ""])[0]


def said_by_phone(entry: journal.Entry) -> bool:
    """True for an entry that the phone said for somebody absent."""
    return entry.key.startswith(PHONE)


def shown_by_photograph(entry: journal.Entry) -> bool:
    """True for an entry that a photograph of the table showed, and somebody said."""
    return entry.key.startswith(EYE)


def _names(answer: str | Sequence[str]) -> list[str]:
    return [name for name in ([answer] if isinstance(answer, str) else answer) if name]


class SeatError(Exception):
    """Something about seats that cannot be done, in a sentence: a template and its values."""

    def __init__(self, why: str, /, **values: Value) -> None:
        super().__init__(filled(why, values))


def new_code(letters: int) -> str:
    """Return a code of so many letters and digits, as people spell them."""
    return "".join(secrets.choice(ALPHABET) for _ in range(letters))


def new_key() -> str:
    """128 bits one can read aloud."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=")
