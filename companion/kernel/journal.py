"""A sitting: its journal of entries, replayed. To play is to replay one entry more.

Undo and redo are entries too and are folded away: ``undo n`` takes back entry n and all that stand after
it, ``redo n`` plays again what the undo of entry n took back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from companion.kernel.action import Given, S, play, read, stumbled, written
from companion.kernel.game import REDO, UNDO, Game, Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.state import Told, changed, listed
from companion.kernel.tracked import differences

MOST_ENTRIES = 20_000
"""So many entries a sitting may have; a long evening has some hundred."""


@dataclass(frozen=True)
class Entry:
    """One sentence of the journal, as it is kept."""

    n: int
    seat: str
    verb: str
    answers: Mapping[str, str | list[str]]
    at: float = 0.0
    """Seconds since 1970."""
    key: str = ""
    """The sender's idempotency key."""
    seen: int = -1
    """The number the sender had seen when saying it; -1 where unknown."""


@dataclass(frozen=True)
class Step(Generic[S]):
    """An entry, the moment after it, and what it told the table."""

    entry: Entry
    state: S
    told: tuple[Told, ...]


@dataclass(frozen=True)
class Stop:
    """Where an old journal no longer replays: the entry, and what now forbids it or stumbles over it."""

    entry: Entry
    refusal: Refusal


@dataclass(frozen=True)
class Table(Generic[S]):
    """One sitting: a game, its opening, and its journal replayed. Never changed in place."""

    game: Game[S]
    opening: Opening
    start: S
    log: tuple[Step[S], ...] = ()
    """Every entry, undos and redos among them."""
    standing: tuple[Step[S], ...] = ()
    """The entries that count."""
    undone: tuple[tuple[int, tuple[Step[S], ...]], ...] = ()
    """What can be played again: the undo's number and what it took back, latest last."""
    stopped: Stop | None = None

    @classmethod
    def open(cls, game: Game[S], opening: Opening) -> "Table[S]":
        """A fresh sitting; ValueError, in words, if seats or options do not fit the game."""
        seats = game.seated(opening.seats)
        opening = changed(opening, seats=seats, options=game.settled(opening.options, len(seats)))
        return cls(game, opening, game.setup(opening))

    @property
    def n(self) -> int:
        """The number of the last entry; 0 at set-up."""
        return len(self.log)

    @property
    def state(self) -> S:
        """The moment now."""
        return self.standing[-1].state if self.standing else self.start

    @property
    def can_undo(self) -> int:
        """The entry that undo takes back; 0 if there is none."""
        if self.stopped:
            return self.stopped.entry.n
        return self.standing[self._opened(len(self.standing) - 1)].entry.n if self.standing else 0

    def _opened(self, at: int) -> int:
        """Where the step began that a standing entry belongs to."""
        while at > 0 and self.standing[at - 1].state.midway:
            at -= 1
        return at

    @property
    def can_redo(self) -> int:
        """The undo that redo takes back; 0 if there is none."""
        return self.undone[-1][0] if self.undone and not self.stopped else 0

    def say(self, seat: str, verb: str, given: Given, **meta: Any) -> "Table[S]":
        """This sitting with one sentence more (``meta``: at, key, seen); or a Refusal."""
        try:
            return self._judged(Entry(self.n + 1, seat, verb, {}, **meta), given)
        except Refusal:
            raise
        except Exception as fault:
            raise stumbled(self.state, verb, fault) from fault

    def replayed(self, entries: Iterable[Entry]) -> "Table[S]":
        """This sitting with kept entries more; where one no longer holds, ``stopped`` says which."""
        table = self
        for entry in entries:
            if table.stopped and entry.verb != UNDO:
                table = changed(table, log=(*table.log, Step(entry, table.state, ())))
                continue
            try:
                table = table._judged(entry, entry.answers)
            except Exception as no:  # whatever it is: what was played before it is not lost
                table = table._halted(entry, no)
        return table

    def _halted(self, entry: Entry, no: Exception) -> "Table[S]":
        """This sitting with a kept entry that does not hold; a fault of ours is a refusal to the table."""
        stop = self.stopped or Stop(
            entry, no if isinstance(no, Refusal) else stumbled(self.state, str(entry), no)
        )
        return changed(self, stopped=stop, log=(*self.log, Step(entry, self.state, ())))

    def _judged(self, entry: Entry, given: Given) -> "Table[S]":
        """This sitting with an entry more, undo and redo folded away."""
        rules = self.game.rules
        if entry.seat not in self.opening.seats:
            rules.refuse("turn", f"Nobody sits at “{entry.seat[:40]}”.")
        if entry.verb == UNDO:
            return self._undo(entry, given)
        if self.stopped:
            rules.refuse(
                "rules-changed", f"Entry {self.stopped.entry.n} no longer holds; take it back first."
            )
        if entry.verb == REDO:
            return self._redo(entry, given)
        kind = self.game.kind(entry.verb)
        if kind is None:
            rules.refuse("on-offer", f"{self.game.name} has no “{entry.verb[:40]}”.")
        action = read(kind, self.state, entry.seat, given)
        state = play(self.state, action)
        _ = state.to_act, state.midway, state.phase_words  # what a moment cannot say is refused here
        answers = written(action)
        step = Step(entry if answers == entry.answers else changed(entry, answers=answers), state, state.told)
        return changed(self, log=(*self.log, step), standing=(*self.standing, step), undone=())

    def _undo(self, entry: Entry, given: Given) -> "Table[S]":
        rules, n, last = self.game.rules, _number(given), self.can_undo
        rules.require(last, "undo", "Nothing was played yet, so there is nothing to take back.")
        first = next((i for i, step in enumerate(self.standing) if step.entry.n == n), len(self.standing))
        if any(not step.state.midway for step in self.standing[first:]):
            first = self._opened(first)  # its step is finished, and goes back as one
        keep, gone = self.standing[:first], self.standing[first:]
        if not gone and not (self.stopped and n == last):
            rules.refuse("undo", f"Entry {n} does not stand any more; the last one that stands is {last}.")
        after = keep[-1].state if keep else self.start
        step = Step(changed(entry, answers={"entry": str(n)}), after, self._between(self.state, after))
        undone = (*self.undone, (entry.n, gone)) if gone else ()
        return changed(self, log=(*self.log, step), standing=keep, undone=undone, stopped=None)

    def _redo(self, entry: Entry, given: Given) -> "Table[S]":
        rules, n = self.game.rules, _number(given)
        rules.require(self.undone, "redo", "Nothing is taken back, so there is nothing to play again.")
        last, gone = self.undone[-1]
        rules.require(n == last, "redo", f"Entry {n} cannot be played again; {last} can.")
        then = gone[-1].state
        step = Step(changed(entry, answers={"entry": str(n)}), then, self._between(self.state, then))
        standing, undone = (*self.standing, *gone), self.undone[:-1]
        return changed(self, log=(*self.log, step), standing=standing, undone=undone)

    def _between(self, now: S, then: S) -> tuple[Told, ...]:
        """What the hands do to go from one moment to another."""
        told = differences(self.game.tracked, now, then)
        return told or (Told("Nothing on the table changes."),)


def _number(given: Given) -> int:
    """The entry that an undo or a redo names; 0 where it names none."""
    names = given.get("entry", "")
    return int_or_zero(names if isinstance(names, str) else "".join(names[:1]))


def int_or_zero(name: str) -> int:
    """The whole number a name says, or 0."""
    return int(name) if name.isdecimal() and len(name) < 9 else 0


def sentence(game: Game[Any], entry: Entry) -> str:
    """An entry in one line: ``move Michael, A1``."""
    parts = [
        listed(answer) if isinstance(answer, list) else answer for answer in entry.answers.values() if answer
    ]
    kind = game.kind(entry.verb)
    title = kind.title if kind else entry.verb.capitalize()
    return f"{title}: {', '.join(parts)}" if parts else title
