"""The phone that plays for somebody absent: when it thinks, where, and how its move gets to the table.

A thought runs in a process of its own, so that no tap waits for it, and only while somebody looks at the
table. Thoughts wait in a queue in which addresses take turns, not tables. A move is kept like any other
entry, only after the entry it was thought out for: of several processes that think about one moment, one is
heard.
"""

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any
from weakref import finalize

from companion.kernel.journal import Entry, sentence
from companion.kernel.simulate import AGREE
from companion.players.absent import Move, Position
from companion.players.coach import AFTERWARDS, COACH, Advice, Costly
from companion.players.strengths import STRENGTHS
from companion.players.thinker import Passed, Thinker
from companion.storage.engine import Unavailable
from companion.storage.session import ADVICE, PHONE, TOLD, SeatError, Session, Waits
from companion.storage.store import Store
from companion.storage.tap import Stale
from companion.storage.verdict import Refused
from companion.web.looks import Looks
from companion.web.view_model.absent import addressed
from companion.words import Message, Text, message
from companion.work.questions import Unanswered
from companion.work.queue import Busy, Queue

log = logging.getLogger(__name__)
WAITING = 1_000
"""So many tables may wait to be thought about. House."""
At = tuple[int, int]
"""Where a table stands: entries, and other changes."""
GO_ON: At = (-1, -1)
"""Nowhere: there is more to do."""
TROUBLE = "The phone did not find a move for {seat}. Let it try once more, or play for {seat} yourselves."


class AbsentPlayers:
    """The players for absent people, at all tables of this process that somebody looks at."""

    def __init__(
        self, store: Store, secret: Any, at_once: int, followed: Callable[[str], bool] = lambda code: False
    ) -> None:
        self._store = store
        self._secret = secret if isinstance(secret, bytes) else str(secret).encode()
        self.on = at_once > 0
        """False where this house lets no phone play."""
        self._all = [Thinker() for _ in range(at_once)]
        self._free = self._all.copy()
        self.close = finalize(self, _close, self._all)
        """End all processes that think, as the end of this one does."""
        self._looks = Looks(followed)
        self._thoughts = Queue(max(at_once, 1), WAITING)
        self._moves = Queue(1, WAITING)
        self._turn = threading.Lock()
        self._busy: set[str] = set()
        """Tables with a step that waits or is done."""
        self._left: set[str] = set()
        """Tables that wait for the phone, and that nobody looked at."""
        self._found: dict[str, tuple[int, str, Move]] = {}
        self._advised: dict[str, int] = {}
        self._unanswered: list[Callable[[], None]] = []
        """Advice that another worker of a page is asked for."""

    def look(self, code: str, address: str) -> None:
        """Note that a phone looks at a table, and go on there if nobody did before."""
        self._looks.note(code, address)
        if code in self._left:
            self._left.discard(code)
            self._look_again(code)

    def attend(self, session: Session) -> None:
        """Queue the next step of a table: a thought if it waits for the phone, or a move that was found."""
        code = session.code
        if not (session.due and self.on) or session.waits.for_people:
            return
        self._left.add(code)
        if not self._looks.at(code):
            return
        self._left.discard(code)
        ready = self._found.get(code, (-1,))[0] == session.n
        if ready and session.hands_first:
            return
        with self._turn:
            if code in self._busy:
                return
            self._busy.add(code)
        queue, step = (self._moves, self._say) if ready else (self._thoughts, self._think)
        try:
            queue.put(self._address(code), partial(step, code)).add_done_callback(partial(self._ended, code))
        except Busy:
            self._given_up(code)

    def moved(self, code: str) -> None:
        """The same after something was kept at a table: it costs a tap nothing where nobody is absent, and
        no table is read for it."""
        session = self._store.cache.get(code)
        if session is None:
            self._found.pop(code, None)
        elif self.on:
            self.attend(session)

    def resume(self) -> None:
        """Go on where a process that ended left people waiting for the phone, as soon as they look."""
        try:
            self._left.update(self._store.absent() if self.on else ())
        except Unavailable as no:  # who opens the page of a table attends to it, too
            log.warning("Nothing is resumed: %s", no)

    def go_on(self) -> None:
        """Go on with all that waited for an answer of another worker, in a browser."""
        since, self._unanswered = self._unanswered, []
        for ask in since:
            ask()
        for code in tuple(self._left):
            self._look_again(code)

    def _address(self, code: str) -> str:
        """Return the address whose turn a table takes: of those that look, the one that has least in work."""
        return min(self._looks.addresses(code), key=self._thoughts.load, default="")

    def _ended(self, code: str, step: "Future[At]") -> None:
        """See to a table after a step: to what it waits for next, and to what people did meanwhile."""
        if fault := step.exception():
            if not isinstance(fault, Unanswered):
                usual = isinstance(fault, Busy | Unavailable)
                log.warning("Table %s: %s", code, fault, exc_info=None if usual else fault)
            self._given_up(code)
            return
        with self._turn:
            self._busy.discard(code)
        self._look_again(code, step.result())

    def _given_up(self, code: str) -> None:
        """Let a table be whose step was not done, until somebody looks again."""
        self._left.add(code)
        with self._turn:
            self._busy.discard(code)

    def _look_again(self, code: str, stuck: At = GO_ON) -> None:
        """Attend to a table; where it stands as when a step came to nothing, only once somebody looks."""
        try:
            now = self._store.session(code)
        except Unavailable as no:
            log.warning("Table %s: %s", code, no)
            self._left.add(code)
            return
        if now is None or self._found.get(code, (now.n,))[0] != now.n:
            self._found.pop(code, None)
        if now is not None:
            self._left.add(code) if now.at == stuck else self.attend(now)

    def _think(self, code: str) -> At:
        """Find a move for a table as it stands now; people hear if there is none.

        Return where the table stands if nothing came of it.
        """
        session = self._store.session(code)
        if session is None or not (seat := session.due) or not self._looks.at(code):
            return GO_ON
        try:
            self._found[code] = session.n, seat, self._move(session, seat)
            return GO_ON
        except Passed:
            pass
        except Exception:  # whatever it is, they play on
            log.exception("Table %s, entry %d: no move for %s.", code, session.n, seat)
            self._kept(session, Waits(session.n, why=str(message(TROUBLE, seat=seat))))
        return session.at

    def _move(self, session: Session, seat: str) -> Move:
        if seat in session.table.state.draw_open:
            return Move(AGREE, {}, True)
        position = self._position(session, seat, STRENGTHS[session.absent[seat]].plays(session.table.game))
        with self._thinker(session) as thinker:
            return thinker.move(position)

    def _position(self, session: Session, seat: str, player: str) -> Position:
        lot = hashlib.blake2b(f"{session.code} {session.created}".encode(), key=self._secret[:64]).hexdigest()
        return Position.of(session.table, seat, player, lot)

    @contextmanager
    def _thinker(self, session: Session) -> Iterator[Thinker]:
        """Lend a thinker for a moment; Passed if the table has moved on by now, or nobody looks at it."""
        code, thinker = session.code, self._free.pop()  # there are as many as may think at once
        try:
            if self._store.at([code]).get(code, (-1, 0))[0] != session.n or not self._looks.at(code):
                raise Passed
            yield thinker
        finally:
            self._free.append(thinker)

    def advise(self, session: Session, seat: str) -> None:
        """Tell all at the table what a seat could do, after a thought; once at each entry."""
        at = partial(self._position, session, seat, COACH)
        self._tell(session, lambda thinker: _worded(session, seat, thinker.advice(at())))

    def look_back(self, session: Session) -> None:
        """Tell all at the table which turn cost most, after a thought; once at each entry."""
        at = partial(self._position, session, next(iter(session.table.opening.seats)), AFTERWARDS)
        self._tell(session, lambda thinker: _looked_back(session, thinker.costly(at())))

    def _tell(self, session: Session, words: Callable[[Thinker], Text]) -> None:
        code = session.code
        with self._turn:
            if not self.on or self._advised.get(code) == session.n:
                return
            self._advised[code] = session.n
        try:
            queued = self._thoughts.put(self._address(code), partial(self._told, session, words))
        except Busy:
            self._advised.pop(code, None)
            raise

        def ended(done: Future[None]) -> None:
            self._advised.pop(code, None)
            if isinstance(done.exception(), Unanswered):
                self._unanswered.append(partial(self._tell, session, words))

        queued.add_done_callback(ended)

    def _told(self, session: Session, words: Callable[[Thinker], Text]) -> None:
        try:
            with self._thinker(session) as thinker:
                phrase = words(thinker)
            self._store.seating.advise(session, phrase)
        except Passed:
            pass
        except Exception:  # nobody waits for it; they may ask again
            log.exception("Table %s, entry %d: no advice.", session.code, session.n)

    def _say(self, code: str) -> At:
        """Say what was found, or ask the people what only the table knows; what comes too late is dropped.

        Return where the table stood.
        """
        session = self._store.session(code)
        if session is None or session.hands_first or self._found.get(code, (-1,))[0] != session.n:
            return GO_ON
        n, seat, move = self._found.pop(code)
        if move.whole:
            self._play(session, seat, move)
        else:
            self._kept(session, Waits(n, True, seat=seat, verb=move.verb, given=move.given))
        return session.at

    def _play(self, session: Session, seat: str, move: Move) -> None:
        n = session.n
        key = f"{PHONE}{n + 1}.{seat}"
        try:
            verdict = self._store.play(session.code, seat, move.verb, move.given, key, n, only_at=n)
        except Unavailable as no:
            log.info("Table %s, entry %d: %s", session.code, n, no)
            return
        if isinstance(verdict, Refused):
            log.info("Table %s, entry %d: %s", session.code, n, verdict.why)
            if verdict.refusal and not isinstance(verdict.refusal, Stale):
                self._kept(session, Waits(n, why=str(message(TROUBLE, seat=seat))))

    def _kept(self, session: Session, waits: Waits) -> None:
        try:
            self._store.seating.waits(session, waits)
        except (SeatError, Unavailable) as no:
            log.info("Table %s: %s", session.code, no)


def _close(thinkers: Sequence[Thinker]) -> None:
    for thinker in thinkers:
        thinker.close()


ADVISED = {
    (False, False): "{n}. {move}.",
    (False, True): "{n}. {move} ({brings}).",
    (True, False): "{n}. {move}, if you hold the card.",
    (True, True): "{n}. {move}, if you hold the card ({brings}).",
}
"""A move that is advised: by whether a hidden card must be held for it, and whether it brings something."""


def _worded(session: Session, seat: str, found: Sequence[Advice]) -> Message:
    """Return the advice as a sentence that fits the log: each move with what it brings, the best first."""
    if not found:
        return message("Advice for {seat}: there is no choice.", seat=seat)
    moves, answers = list[Message](), list[str]()
    for n, advice in enumerate(found, 1):
        brings = advice.brings or (message("worth {n:+}", n=advice.gain) if advice.gain else "")
        phrase = sentence(session.table.game, Entry(0, seat, advice.move.verb, advice.move.given))
        words = ADVISED[advice.if_held, bool(brings)]
        one = message(words, n=n, move=phrase, brings=brings)
        if sum(map(len, map(str, (seat, *moves, one)))) + len(ADVICE) + n > TOLD:
            break
        moves.append(one)
        answers.append(addressed(advice.move.verb, {"by": seat, **advice.move.given}))
    return message("Advice for {seat}: {moves: }", seat=seat, moves=moves, answers=answers)


def _looked_back(session: Session, costly: Costly | None) -> Text:
    """The turn that cost most in a sentence, with the entry at which most of it was lost."""
    if costly is None:
        return "Looking back: no turn could have been much better, one action ahead."
    log = session.table.standing
    first, last, at = (log[n - 1].entry.n for n in (costly.first, costly.last, costly.at))
    turn = message("entries {first} to {last}" if first < last else "entry {first}", first=first, last=last)
    better = sentence(session.table.game, Entry(0, costly.seat, costly.better.verb, costly.better.given))
    short = "Looking back at entry {at}: the turn of {seat} ({turn}) cost most, {cost}."
    advice = message(
        "Looking back at entry {at}: the turn of {seat} ({turn}) cost most, {cost}. "
        "Better would have been: {better}.",
        at=at,
        seat=costly.seat,
        turn=turn,
        cost=costly.cost,
        better=better,
    )
    return advice if len(str(advice)) <= TOLD else message(short, **advice.values)
