"""The phone that plays for somebody absent: when it thinks, where, and how its move gets to the table.

A thought runs in a process of its own, so that no tap waits for it. Its move is kept like any other entry,
only after the entry it was thought out for: of several processes that think about one moment, one is heard.
"""

import hashlib
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any
from weakref import finalize

from companion.kernel.journal import Entry, sentence
from companion.kernel.simulate import AGREE
from companion.players.absent import STRENGTHS, Move, Position
from companion.players.coach import AFTERWARDS, COACH, SECONDS, Advice, Costly
from companion.storage.engine import Unavailable
from companion.storage.session import (
    ADVICE,
    LOOKED_BACK,
    PHONE,
    TOLD,
    SeatError,
    Session,
    Waits,
)
from companion.storage.store import Store
from companion.storage.tap import Stale
from companion.storage.verdict import Refused

log = logging.getLogger(__name__)
PATIENCE = 30.0
"""Seconds beyond those it may think, after which a thought is given up: the process loads the games first."""
TROUBLE = "The phone did not find a move for {}. Let it try once more, or play for {} yourselves."


class NoMove(Exception):
    """A thought that came to nothing."""


class Passed(Exception):
    """A moment that nobody thinks about any more: it passed, or the house closes."""


class Thinker:
    """A process that thinks, one moment after another; started when it is first needed, and after a fall."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def move(self, position: Position, seconds: float) -> Move:
        """What the phone does; NoMove where the process fell, or took too long."""
        return Move(**self._answer(position, seconds))

    def advice(self, position: Position, seconds: float) -> list[Advice]:
        """What one could do; NoMove likewise."""
        found = self._answer(position, seconds)
        return [Advice(**{**one, "move": Move(**one["move"])}) for one in found]

    def costly(self, position: Position, seconds: float) -> Costly | None:
        """The turn of a sitting that cost most; NoMove likewise."""
        found = self._answer(position, seconds)
        return Costly(**{**found, "better": Move(**found["better"])}) if found else None

    def _answer(self, position: Position, seconds: float) -> Any:
        if self._closed:
            raise Passed
        process = self._running()
        stop = threading.Timer(seconds, process.kill)
        stop.daemon = True  # the end of this process waits for no other thread
        stop.start()
        try:
            assert process.stdin and process.stdout
            process.stdin.write(position.line() + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError) as gone:
            raise (Passed if self._closed else NoMove)(str(gone)) from gone
        finally:
            stop.cancel()
        if self._closed:
            raise Passed
        if not line:
            raise NoMove(f"the process that thinks ended with {process.wait()}")
        return json.loads(line)

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "companion.players"]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        return self._process

    def close(self) -> None:
        """End the process; what it thought about passes."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


class AbsentPlayers:
    """Those who play for somebody absent, at all tables of this process."""

    def __init__(self, store: Store, secret: Any, at_once: int) -> None:
        self._store = store
        self._secret = secret if isinstance(secret, bytes) else str(secret).encode()
        self.on = at_once > 0
        """False where this house lets no phone play."""
        self._thinkers = SimpleQueue[Thinker]()
        self._all = [Thinker() for _ in range(at_once)]
        for thinker in self._all:
            self._thinkers.put(thinker)
        self.close = finalize(self, _close, self._all)
        """End all processes that think, as the end of this one does."""
        self._turn = threading.Lock()
        self._thinking: dict[str, int] = {}
        self._found: dict[str, tuple[int, str, Move]] = {}
        self._advised: dict[str, int] = {}

    def attend(self, session: Session) -> None:
        """See to a table: begin to think where it waits for the phone, say what was found where it may."""
        seat = session.due
        if not (seat and self.on) or session.waits.why or session.waits.verb:
            return
        with self._turn:
            ready = self._found.get(session.code, (-1,))[0] == session.n
            if self._thinking.get(session.code) == session.n or (ready and session.hands_first):
                return
            self._thinking[session.code] = session.n
        threading.Thread(target=self._go_on, args=(session, seat), daemon=True).start()

    def moved(self, code: str) -> None:
        """The same after something was kept at a table: it costs a tap nothing where nobody is absent, and
        no table is read for it."""
        session = self._store.cache.get(code)
        if session is not None and self.on:
            self.attend(session)

    def resume(self) -> None:
        """Go on where a process that ended left people waiting for the phone."""
        try:
            for code in self._store.absent() if self.on else ():
                session = self._store.session(code)
                if session is not None and not session.hands_first:
                    self.attend(session)
        except Unavailable as no:  # who looks at a table attends to it, too
            log.warning("Nothing is resumed: %s", no)

    def _go_on(self, session: Session, seat: str) -> None:
        """Think about a moment and say what was found; look again where people did something meanwhile."""
        code = session.code
        try:
            self._thought(session, seat)
            now = self._store.session(code)
            if now is not None and now.n == session.n and now.due == seat and not now.hands_first:
                self._say(now)
        except Unavailable as no:
            log.warning("Table %s: %s", code, no)
            return
        finally:
            with self._turn:
                if self._thinking.get(code) == session.n:
                    del self._thinking[code]
        self._look_again(session)

    def _look_again(self, session: Session) -> None:
        """Attend to what people did while nobody could be told, as this table was thought about."""
        try:
            now = self._store.session(session.code)
        except Unavailable as no:
            log.warning("Table %s: %s", session.code, no)
            return
        if now is None or now.n != session.n:
            self._taken(session.code, session.n)
        if now is not None and now.at != session.at:
            self.attend(now)

    def _thought(self, session: Session, seat: str) -> None:
        """Find a move for a moment, where none is found yet; people hear where there is none."""
        code, n = session.code, session.n
        try:
            if self._found.get(code, (-1,))[0] != n:
                self._found[code] = n, seat, self._move(session, seat)
        except Passed:
            pass
        except Exception:  # whatever it is, they play on
            log.exception("Table %s, entry %d: no move for %s.", code, n, seat)
            self._kept(session, Waits(n, why=TROUBLE.format(seat, seat)))

    def _move(self, session: Session, seat: str) -> Move:
        if seat in session.table.state.draw_open:
            return Move(AGREE, {}, True)
        strength = STRENGTHS[session.absent[seat]]
        position = self._position(session, seat, strength.player)
        with self._thinker(session) as thinker:
            return thinker.move(position, strength.seconds + PATIENCE)

    def _position(self, session: Session, seat: str, player: str) -> Position:
        lot = hashlib.blake2b(f"{session.code} {session.created}".encode(), key=self._secret[:64]).hexdigest()
        return Position.of(session.table, seat, player, lot)

    @contextmanager
    def _thinker(self, session: Session) -> Iterator[Thinker]:
        """Who thinks about a moment, once it is its turn; Passed where the table has moved on by then."""
        thinker = self._thinkers.get()
        try:
            if self._store.at([session.code]).get(session.code, (-1, 0))[0] != session.n:
                raise Passed
            yield thinker
        finally:
            self._thinkers.put(thinker)

    def advise(self, session: Session, seat: str) -> None:
        """Tell all at the table what a seat could do, after a thought; once at each entry."""

        def words(thinker: Thinker) -> str:
            found = thinker.advice(self._position(session, seat, COACH), SECONDS + PATIENCE)
            return _worded(session, seat, found)

        self._tell(session, words)

    def look_back(self, session: Session) -> None:
        """Tell all at the table which turn cost most, after a thought; once at each entry."""

        def words(thinker: Thinker) -> str:
            position = self._position(session, next(iter(session.table.opening.seats)), AFTERWARDS)
            return _looked_back(session, thinker.costly(position, PATIENCE))

        self._tell(session, words)

    def _tell(self, session: Session, words: Callable[[Thinker], str]) -> None:
        with self._turn:
            if not self.on or self._advised.get(session.code) == session.n:
                return
            self._advised[session.code] = session.n
        threading.Thread(target=self._told, args=(session, words), daemon=True).start()

    def _told(self, session: Session, words: Callable[[Thinker], str]) -> None:
        try:
            with self._thinker(session) as thinker:
                said = words(thinker)
            self._store.seating.advise(session, said)
        except Passed:
            pass
        except Exception:  # nobody waits for it; they may ask again
            log.exception("Table %s, entry %d: no advice.", session.code, session.n)
        finally:
            self._advised.pop(session.code, None)

    def _taken(self, code: str, n: int) -> tuple[str, Move] | None:
        """What was found for an entry, once."""
        with self._turn:
            if self._found.get(code, (-1,))[0] != n:
                return None
            _, seat, move = self._found.pop(code)
            return seat, move

    def _say(self, session: Session) -> None:
        """Say what was found, or ask the people what only the table knows; what comes too late is dropped."""
        found = self._taken(session.code, session.n)
        if found is None:
            return
        (seat, move), n = found, session.n
        if not move.whole:
            self._kept(session, Waits(n, True, seat=seat, verb=move.verb, given=move.given))
            return
        key = f"{PHONE}{n + 1}.{seat}"
        try:
            verdict = self._store.play(session.code, seat, move.verb, move.given, key, n, only_at=n)
        except Unavailable as no:
            log.info("Table %s, entry %d: %s", session.code, n, no)
            return
        if isinstance(verdict, Refused):
            log.info("Table %s, entry %d: %s", session.code, n, verdict.why)
            if verdict.refusal and not isinstance(verdict.refusal, Stale):
                self._kept(session, Waits(n, why=TROUBLE.format(seat, seat)))

    def _kept(self, session: Session, waits: Waits) -> None:
        try:
            self._store.seating.waits(session, waits)
        except (SeatError, Unavailable) as no:
            log.info("Table %s: %s", session.code, no)


def _close(thinkers: Sequence[Thinker]) -> None:
    for thinker in thinkers:
        thinker.close()


def _worded(session: Session, seat: str, found: Sequence[Advice]) -> str:
    """What is advised in a sentence that fits the log: each move with what it brings, the best first."""
    game, words = session.table.game, f"{ADVICE} {seat}: "
    if not found:
        return f"{words}there is no choice."
    for n, advice in enumerate(found, 1):
        brings = advice.brings or (f"worth {advice.gain:+g}" if advice.gain else "")
        said = sentence(game, Entry(0, seat, advice.move.verb, advice.move.given))
        one = (
            f"{n}. {said}{', if you hold the card' if advice.if_held else ''}"
            + (f" ({brings})" if brings else "")
            + ". "
        )
        if len(words) + len(one) > TOLD:
            break
        words += one
    return words.rstrip()


def _looked_back(session: Session, costly: Costly | None) -> str:
    """The turn that cost most in a sentence, with the entry at which most of it was lost."""
    if costly is None:
        return f"{LOOKED_BACK}: no turn could have been much better, one action ahead."
    log = session.table.standing
    first, last, at = (log[n - 1].entry.n for n in (costly.first, costly.last, costly.at))
    turn = f"entries {first} to {last}" if first < last else f"entry {first}"
    better = sentence(session.table.game, Entry(0, costly.seat, costly.better.verb, costly.better.given))
    words = f"{LOOKED_BACK} at entry {at}: the turn of {costly.seat} ({turn}) cost most, {costly.cost:g}. "
    return f"{words}Better would have been: {better}."[:TOLD]
