"""A sitting: its journal of entries, replayed. To play is to replay one entry more.

Undo and redo are entries too and are folded away: ``undo n`` takes back entry n and all that stand after
it, ``redo n`` plays again what the undo of entry n took back. ``ask-undo n`` asks the seats it names to take
entry n back; it stands until they answer (``agree-undo``, ``decline-undo``) or something else is said, and
the last to agree takes back. The rooms that know phones decide who may say which, not this one.

An entry that today's rules refuse stops an old journal: the entries after it wait. ``carry-on`` lets it count
as it was said, and all that wait behind it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from companion.kernel.action import Action, Given, Kind, S, done, play, stumbled, written
from companion.kernel.asking import read, whole
from companion.kernel.clocks import Clock
from companion.kernel.features import Clocks
from companion.kernel.game import AGREE_UNDO, ASK_UNDO, CARRY_ON, DECLINE_UNDO, REDO, TABLE_VERBS, UNDO, Game
from companion.kernel.history import longer
from companion.kernel.opening import Opening
from companion.kernel.rulebook import STUMBLED, Refusal
from companion.kernel.state import Told, changed
from companion.kernel.tracked import hand_moves
from companion.words import Message, Text, message

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


AS_SAID, LEFT_OUT = "as it was said", "left out"
"""What became of an entry that today's rules refuse, where a sitting went on all the same."""


@dataclass(frozen=True)
class Step(Generic[S]):
    """An entry, the moment after it, and what it told the table."""

    entry: Entry
    state: S
    told: tuple[Told, ...]
    refused: str = ""
    """``AS_SAID`` or ``LEFT_OUT`` for an entry that today's rules refuse; else empty."""


@dataclass(frozen=True)
class Stop:
    """The entry at which an old journal no longer replays, and what now forbids it or stumbles over it."""

    entry: Entry
    refusal: Refusal


@dataclass(frozen=True)
class UndoRequest:
    """A request to take back, not answered yet."""

    n: int
    """The number of the entry that asks."""
    seat: str
    """The seat that asks."""
    entry: int
    """The entry that is to go back, with all after it."""
    of: tuple[str, ...]
    """The seats that have still to answer."""
    at: float


OPENER = "opener"
"""The phone that answers a request for a seat that does not: the one that opened the table."""
NAMED = 3
"""So many sentences are named when they are taken back or put back; the rest is counted."""


@dataclass(frozen=True)
class Table(Generic[S]):
    """One sitting: a game, its opening, and its journal replayed. Never changed in place."""

    game: Game[S]
    opening: Opening
    start: S
    log: Sequence[Step[S]] = ()
    """Every entry, undos and redos among them."""
    standing: Sequence[Step[S]] = ()
    """The entries that count."""
    undone: tuple[tuple[int, Sequence[Step[S]]], ...] = ()
    """What can be played again: the undo's number and what it took back, latest last."""
    stopped: Stop | None = None
    asked: UndoRequest | None = None
    """What somebody asks to take back."""

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

    def clocks(self, opened: float) -> tuple[Clock, ...]:
        """Return every clock as it stood at the last entry of a table opened at a time; none if none runs."""
        if (clocks := self.game.get(Clocks)) is None:
            return ()
        return clocks.read(self.start, [(step.entry.at, step.state) for step in self.log], opened)

    def as_of(self, n: int) -> "Table[S]":
        """This sitting as it stood after entry ``n``, to look at: nothing of it can be taken back."""
        log = self.log[:n]
        return changed(self, log=log, standing=log[-1:], undone=(), stopped=None, asked=None)

    @property
    def can_undo(self) -> int:
        """The entry that undo takes back; 0 if there is none."""
        if self.stopped:
            return self.stopped.entry.n
        return self.standing[self._opened(len(self.standing) - 1)].entry.n if self.standing else 0

    def undoes(self, besides: Callable[[Entry], bool]) -> int:
        """The same, with the entries after it that go along with what was said before them; 0 for none."""
        if self.stopped or not self.standing:
            return self.can_undo
        at = len(self.standing) - 1
        while at > 0 and besides(self.standing[at].entry):
            at -= 1
        return self.standing[self._opened(at)].entry.n

    def _opened(self, at: int) -> int:
        """Return the index at which the step began that a standing entry belongs to."""
        while at > 0 and self.standing[at - 1].state.midway:
            at -= 1
        return at

    @property
    def can_redo(self) -> int:
        """The undo that redo takes back; 0 if there is none."""
        return self.undone[-1][0] if self.undone and not self.stopped else 0

    def say(self, seat: str, verb: str, answers: Given, **meta: Any) -> "Table[S]":
        """This sitting with one sentence more (``meta``: at, key, seen); or a Refusal."""
        if verb == CARRY_ON:
            self.game.rules.require(self.stopped, "rules-changed", "Every entry holds: play on.")
        try:
            return self._judged(Entry(self.n + 1, seat, verb, {}, **meta), answers)
        except Refusal:
            raise
        except Exception as fault:
            raise stumbled(self.state, verb, fault) from fault

    def replayed(self, entries: Iterable[Entry]) -> "Table[S]":
        """This sitting with kept entries more; where one no longer holds, ``stopped`` says which."""
        table = self
        for entry in entries:
            if table.stopped and (entry.verb == REDO or entry.verb not in TABLE_VERBS):
                table = changed(table, log=longer(table.log, Step(entry, table.state, ())))
                continue
            try:
                table = table._judged(entry, entry.answers)
            except Exception as no:  # whatever it is: what was played before it is not lost
                table = table._halted(entry, no)
        return table

    def anew(self, game: Game[S]) -> "Table[S]":
        """This sitting played by another version of its game; ValueError, in words, where that cannot be.

        Answers that the version does not ask for any more before the first move are left out.
        """
        seats, known = self.opening.seats, {option.key: option for option in game.table_options}
        options = {
            key: value
            for key, value in self.opening.options.items()
            if key in known and value in {choice.name for choice in game.choices(known[key], len(seats))}
        }
        table = Table.open(game, changed(self.opening, options=options))
        table = table.replayed(step.entry for step in self.log)
        if stop := table.stopped:
            entry, said = stop.entry, sentence(self.game, stop.entry)
            words = "entry {n} ({seat}: {sentence}) no longer holds in it: {why}"
            raise ValueError(
                message(words, n=entry.n, seat=entry.seat, sentence=said, why=stop.refusal.words)
            )
        return table

    def _halted(self, entry: Entry, no: Exception) -> "Table[S]":
        """This sitting with a kept entry that does not hold; a fault of ours is a refusal to the table."""
        stop = self.stopped or Stop(
            entry, no if isinstance(no, Refusal) else stumbled(self.state, str(entry), no)
        )
        return changed(self, stopped=stop, asked=None, log=longer(self.log, Step(entry, self.state, ())))

    def _judged(self, entry: Entry, answers: Given) -> "Table[S]":
        """This sitting with an entry more, undo and redo folded away."""
        rules = self.game.rules
        if entry.seat not in self.opening.seats:
            rules.refuse("turn", "Nobody sits at “{seat}”.", seat=entry.seat[:40])
        if judge := _TABLE_SAYS.get(entry.verb):
            return judge(self, entry, answers)
        if self.stopped:
            words = "Entry {entry} no longer holds; go on from it, or take it back."
            rules.refuse("rules-changed", words, entry=self.stopped.entry.n)
        if entry.verb == REDO:
            return self._redo(entry, answers)
        action = read(self._kind(entry), self.state, entry.seat, answers)
        return self.with_action(entry, action, play(self.state, action))

    def _kind(self, entry: Entry) -> Kind[S]:
        kind = self.game.kind(entry.verb)
        if kind is None:
            self.game.rules.refuse(
                "on-offer", "{game} has no “{verb}”.", game=self.game.name, verb=entry.verb[:40]
            )
        return kind

    def with_action(self, entry: Entry, action: Action[S], state: S) -> "Table[S]":
        """Return this sitting with a judged action more; ``state`` is the moment after it."""
        # what a moment cannot say is refused here
        _ = (state.to_act, state.at_stake, state.midway, state.phase_words)
        answers = written(action)
        step = Step(entry if answers == entry.answers else changed(entry, answers=answers), state, state.told)
        standing = longer(self.standing, step)
        return changed(self, log=longer(self.log, step), standing=standing, undone=(), asked=None)

    # ---- going on with an old journal

    def past_stop(self) -> "Table[S]":
        """Return this sitting with every entry that waits behind a stop, as far as it can count.

        An entry that today's rules allow is judged as ever. One that they refuse is played without their
        checks, if its answers are on offer; else, or if the box cannot hold what comes of it, it is left out.
        """
        if self.stopped is None:
            return self
        n = self.stopped.entry.n
        table = changed(self, log=tuple(step for step in self.log if step.entry.n < n), stopped=None)
        for step in self.log[len(table.log) :]:
            table = table._as_said(step.entry)
        return table

    def _as_said(self, entry: Entry) -> "Table[S]":
        """Return this sitting with a kept entry more, whether today's rules allow it or not."""
        try:
            return self._judged(entry, entry.answers)
        except Exception as no:  # a fault of ours, too, is no reason to lose what was played
            why = str(no) if isinstance(no, Refusal) else STUMBLED
        about = tuple(name for field in entry.answers for name in _names(entry.answers, field))
        try:
            state = self._unchecked(entry)
        except Exception:
            left = (Told(message("Left out: {why}", why=why), about, "rules-changed"),)
            return changed(self, log=longer(self.log, Step(entry, self.state, left, LEFT_OUT)), asked=None)
        words = "It counts as it was said. Today: {why}"
        lines = (*state.told, Told(message(words, why=why), about, "rules-changed"))
        step = Step(entry, state, lines, AS_SAID)
        standing = longer(self.standing, step)
        return changed(self, log=longer(self.log, step), standing=standing, undone=(), asked=None)

    def _unchecked(self, entry: Entry) -> S:
        """Return the moment after an entry, without its checks; any exception where it cannot be played."""
        action = whole(self._kind(entry), self.state, entry.seat, entry.answers)
        if action is None or self.state.over or entry.seat not in self.opening.seats:
            raise LookupError(entry.verb)
        state = done(self.state, action)
        _ = (state.to_act, state.at_stake, state.midway, state.phase_words)
        self.game.invariant(state)
        self.game.view(state)
        return state

    def _carry_on(self, entry: Entry, fields: Given) -> "Table[S]":
        """Return this sitting with all that waits behind its stop; unchanged if it does not stop."""
        rules, n = self.game.rules, _number(fields)
        words = "There is no entry {entry} to go on from."
        rules.require(self.stopped or 0 < n <= self.n, "rules-changed", words, entry=n)
        table = self.past_stop()
        waited = table.log[self.stopped.entry.n - 1 :] if self.stopped else ()
        ways = [step.refused for step in waited]
        went_on = message("{seat} {seat:goes|go} on: {came_of}.", seat=entry.seat, came_of=came_of(ways))
        lines = [Told(went_on, rule="rules-changed")]
        if LEFT_OUT in ways:
            lines.append(Told("Set by hand what differs from the table.", rule="ruling"))
        answers = {"entry": str(self.stopped.entry.n if self.stopped else n)}
        step = Step(changed(entry, answers=answers), table.state, tuple(lines))
        return changed(table, log=longer(table.log, step), asked=None)

    # ---- taking back

    def sayers(self, n: int) -> tuple[str, ...]:
        """The seats whose sentences go where entry n is taken back, with all after it."""
        gone = {step.entry.seat for step in self.standing[self._first(n) :]}
        return tuple(seat for seat in self.opening.seats if seat in gone)

    def _first(self, n: int) -> int:
        """Return the index of the first standing entry that goes back with entry n."""
        at = len(self.standing)
        while at > 0 and self.standing[at - 1].entry.n >= n:
            at -= 1
        if at == len(self.standing) or self.standing[at].entry.n != n:
            return len(self.standing)
        if any(not step.state.midway for step in self.standing[at:]):
            at = self._opened(at)  # its step is finished, and goes back as one
        return at

    def _going(self, n: int) -> Sequence[Step[S]]:
        """The steps that go with entry n (none for one that no longer holds); or a Refusal."""
        rules, last = self.game.rules, self.can_undo
        rules.require(last, "undo", "Nothing was played yet, so there is nothing to take back.")
        gone = self.standing[self._first(n) :]
        if not gone and not (self.stopped and n == last):
            words = "Entry {entry} does not stand any more; the last one that stands is {last}."
            rules.refuse("undo", words, entry=n, last=last)
        return gone

    def _undo(self, entry: Entry, answers: Given) -> "Table[S]":
        n = _number(answers)
        what = self._worded(self._going(n), entry.seat)
        words = message("{seat} {seat:takes|take} back {what}.", seat=entry.seat, what=what)
        return self._folded(changed(entry, answers={"entry": str(n)}), n, words)

    def _folded(self, entry: Entry, n: int, words: Message) -> "Table[S]":
        """This sitting with entry n taken back, and all after it."""
        gone = self._going(n)
        keep = self.standing[: len(self.standing) - len(gone)]
        after = keep[-1].state if keep else self.start
        step = Step(entry, after, self._brought(words, after))
        undone = (*self.undone, (entry.n, gone)) if gone else ()
        log = longer(self.log, step)
        return changed(self, log=log, standing=keep, undone=undone, stopped=None, asked=None)

    def _ask_undo(self, entry: Entry, answers: Given) -> "Table[S]":
        n, of = _number(answers), _names(answers, "of")
        what = self._worded(self._going(n), entry.seat)
        others = [seat for seat in self.opening.seats if seat in of and seat != entry.seat]
        self.game.rules.require(
            others and len(others) == len(of),
            "undo",
            "A player who asks to take back names other seats to answer.",
        )
        words = "{seat} {seat:asks|ask} {others} to take back {what}."
        line = Told(message(words, seat=entry.seat, others=others, what=what))
        request = UndoRequest(entry.n, entry.seat, n, tuple(others), entry.at)
        return self._said(changed(entry, answers={"entry": str(n), "of": others}), line, request)

    def _agree_undo(self, entry: Entry, answers: Given) -> "Table[S]":
        request, entry = self._answered(entry, answers)
        self._expected(request, entry.seat)
        left = tuple(seat for seat in request.of if seat != entry.seat)
        agrees = _answering(entry, AGREES)
        if left:
            words = "{agrees}; {left} {left:has|have} yet to answer {seat}."
            line = Told(message(words, agrees=agrees, left=left, seat=request.seat))
            return self._said(entry, line, changed(request, of=left))
        what = self._worded(self._going(request.entry), request.seat)
        words = "{agrees}: {seat} {seat:takes|take} back {what}."
        return self._folded(entry, request.entry, message(words, agrees=agrees, seat=request.seat, what=what))

    def _decline_undo(self, entry: Entry, answers: Given) -> "Table[S]":
        request, entry = self._answered(entry, answers)
        if entry.seat == request.seat:
            words = "{seat} {seat:takes|take} nothing back after all."
            return self._said(entry, Told(message(words, seat=request.seat)), None)
        self._expected(request, entry.seat)
        no = _answering(entry, SAYS_NO)
        line = Told(message("{no}: it stays as it is.", no=no))
        return self._said(entry, line, None)

    def _answered(self, entry: Entry, fields: Given) -> tuple[UndoRequest, Entry]:
        """Return the request that an entry answers, and the entry as it is kept."""
        n, who = _number(fields), _names(fields, "who")
        request = self.asked
        if request is None or request.n != n:
            self.game.rules.refuse("undo", "That was answered already, or play went on without an answer.")
        if who and who != [OPENER]:
            self.game.rules.refuse("undo", "A seat answers for itself, or the {opener} does.", opener=OPENER)
        answers: dict[str, str | list[str]] = {"entry": str(n)}
        if who:
            answers["who"] = OPENER
        return request, changed(entry, answers=answers)

    def _expected(self, request: UndoRequest, seat: str) -> None:
        words = "{seat} {seat:asks|ask} {others}, so {other} cannot answer."
        may = seat in request.of
        self.game.rules.require(may, "undo", words, seat=request.seat, others=request.of, other=seat)

    def _said(self, entry: Entry, line: Told, request: UndoRequest | None) -> "Table[S]":
        """This sitting with an entry more that moves nothing."""
        return changed(self, log=longer(self.log, Step(entry, self.state, (line,))), asked=request)

    def _worded(self, steps: Sequence[Step[S]], by: str) -> Sequence[Message]:
        """Sentences in words, as one seat tells of them: ``“Add: 2” and Blue's “Pass”``."""
        if not steps:
            return [message("entry {n}, which no longer holds", n=self.can_undo)]
        sentences = [
            message(
                "“{sentence}”" if entry.seat == by else "{seat's} “{sentence}”",
                seat=entry.seat,
                sentence=sentence(self.game, entry),
            )
            for entry in (step.entry for step in steps[-NAMED:])
        ]
        if more := len(steps) - len(sentences):
            words = "{n:# sentence|# sentences} from entry {first} on"
            sentences.insert(0, message(words, n=more, first=steps[0].entry.n))
        return sentences

    def _redo(self, entry: Entry, answers: Given) -> "Table[S]":
        rules, n = self.game.rules, _number(answers)
        rules.require(self.undone, "redo", "Nothing is taken back, so there is nothing to play again.")
        last, gone = self.undone[-1]
        rules.require(
            n == last, "redo", "Entry {entry} cannot be played again; {last} can.", entry=n, last=last
        )
        then = gone[-1].state
        words = "{seat} {seat:puts|put} back {what}."
        told_ = self._brought(message(words, seat=entry.seat, what=self._worded(gone, entry.seat)), then)
        log = longer(self.log, Step(changed(entry, answers={"entry": str(n)}), then, told_))
        standing, undone = (*self.standing, *gone), self.undone[:-1]
        return changed(self, log=log, standing=standing, undone=undone, asked=None)

    def _brought(self, words: Message, then: S) -> tuple[Told, ...]:
        """Return these words, and what hands do to go from this moment to another."""
        lines, by_phone = hand_moves(self.game.tracked, self.state, then)
        return (Told(words, by_phone), *(lines or (Told("Nothing on the table changes."),)))


def came_of(ways: Sequence[str]) -> Message | str:
    """Return in words what became of entries that waited: ``of 9 entries 7 hold and 2 are left out``."""
    counts = Counter(ways)
    words = {
        "": "{n:# holds|# hold}",
        AS_SAID: "{n:# counts as it was said|# count as they were said}",
        LEFT_OUT: "{n:# is left out|# are left out}",
    }
    parts = [message(said, n=n) for way, said in words.items() if (n := counts[way])]
    if not parts:
        return "every entry holds"
    return message("of {n:# entry|# entries} {parts}", n=len(ways), parts=parts)


_TABLE_SAYS: Mapping[str, Callable[[Table[Any], Entry, Given], Table[Any]]] = {
    UNDO: Table._undo,
    ASK_UNDO: Table._ask_undo,
    AGREE_UNDO: Table._agree_undo,
    DECLINE_UNDO: Table._decline_undo,
    CARRY_ON: Table._carry_on,
}
"""What holds even where an old journal has stopped."""


AGREES = "{seat} {seat:agrees|agree}", "The host agrees for {seat}"
SAYS_NO = "{seat} {seat:says|say} no", "The host says no for {seat}"


def _answering(entry: Entry, words: tuple[str, str]) -> Message:
    """Return who answers, in words: the seat that was asked, or the opener of the table for it."""
    seat, opener = words
    return message(opener if entry.answers.get("who") else seat, seat=entry.seat)


def _names(answers: Given, field: str) -> list[str]:
    """Return the names in a field of an entry of the table's own verbs."""
    names = answers.get(field, "")
    return [name for name in ([names] if isinstance(names, str) else names) if name]


def _number(answers: Given) -> int:
    """The entry that an undo or a redo names; 0 where it names none."""
    return int_or_zero("".join(_names(answers, "entry")[:1]))


def int_or_zero(name: str) -> int:
    """The whole number a name says, or 0."""
    return int(name) if name.isdecimal() and len(name) < 9 else 0


def sentence(game: Game[Any], entry: Entry) -> Text:
    """An entry in one line: ``move Michael, A1``."""
    parts = [answer for answer in entry.answers.values() if answer]
    kind = game.kind(entry.verb)
    title = kind.title if kind else TABLE_VERBS.get(entry.verb, entry.verb)
    if not kind and "entry" in entry.answers:
        return message("{verb}, entry {entry}", verb=title, entry=entry.answers["entry"])
    return message("{verb}: {answers:, }", verb=title, answers=parts) if parts else title
