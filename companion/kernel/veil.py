"""A sitting as some seats may see it, where a game keeps things of the others hidden for a while.

What is hidden is taken out of every moment, out of what was said and out of what was told, before a page is
made of it: what a page does not have it cannot tell. What was hidden when it was said is open as soon as it
is hidden no longer.
"""

from collections.abc import Collection
from typing import Any

from companion.kernel.features import Secrets
from companion.kernel.game import TABLE_VERBS, Game
from companion.kernel.hands import Unseen
from companion.kernel.journal import Entry, Step, Stop, Table
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State, Told, changed
from companion.words import message

HIDDEN = "hidden"
"""What stands where something is hidden."""
NOT_HERE = "why is hidden from this phone."
"""What stands for a reason that could name what another seat answered."""


def veiled(table: Table[Any], seats: Collection[str]) -> Table[Any]:
    """A sitting as these seats may see it now; the same one where nothing is hidden from them."""
    game = table.game
    secrets = game.get(Secrets)
    if secrets is None or not secrets.at(table.opening):
        return table
    unseen = secrets.unseen(table.state, seats)
    if not unseen and not table.stopped:
        return table
    log = {step.entry.n: _step(game, step, unseen) for step in table.log}
    if stopped := table.stopped:  # what waits has told nothing yet, so nobody knows what of it is hidden
        for n in range(stopped.entry.n, table.n + 1):
            log[n] = changed(log[n], entry=_waiting(log[n].entry, seats))
        stopped = _stop(stopped, seats)
    standing = tuple(log.get(step.entry.n) or _step(game, step, unseen) for step in table.standing)
    undone = tuple((n, tuple(_step(game, step, unseen) for step in gone)) for n, gone in table.undone)
    return changed(
        table,
        opening=changed(table.opening, lot=""),
        start=_state(game, table.start, unseen),
        log=tuple(log.values()),
        standing=standing,
        undone=undone,
        stopped=stopped,
    )


def _stop(stop: Stop, seats: Collection[str]) -> Stop:
    entry, why = _waiting(stop.entry, seats), stop.refusal
    return Stop(entry, why if entry is stop.entry else Refusal(NOT_HERE, why.rule))


def _waiting(entry: Entry, seats: Collection[str]) -> Entry:
    """Return an entry that waits behind a stop, without what another seat answered."""
    if entry.seat in seats or entry.verb in TABLE_VERBS:
        return entry
    return changed(entry, answers={"": HIDDEN})


def _state(game: Game[Any], state: State, unseen: Unseen) -> Any:
    return game[Secrets].without(state, unseen.names).but(told=_told(state.told, "", unseen))


def _step(game: Game[Any], step: Step[Any], unseen: Unseen) -> Step[Any]:
    entry = step.entry
    kept = any(map(unseen.keeps, step.told))
    if kept and entry.answers and entry.verb not in TABLE_VERBS:
        entry = changed(entry, answers={"": HIDDEN})
    lines = _told(step.told, entry.seat, unseen)
    if entry.verb in TABLE_VERBS:  # in words it names the sentences that it is about
        about = message(", entry {n}", n=entry.answers["entry"]) if "entry" in entry.answers else ""
        lines = (
            Told(
                message(
                    "{seat}: {verb}{about}.",
                    seat=entry.seat,
                    verb=message("{verb:small}", verb=TABLE_VERBS[entry.verb]),
                    about=about,
                )
            ),
            *lines[1:],
        )
    return changed(step, entry=entry, state=_state(game, step.state, unseen), told=lines)


def _told(lines: tuple[Told, ...], by: str, unseen: Unseen) -> tuple[Told, ...]:
    """Return the lines that were told, those that would tell a hidden thing replaced by a sentence."""
    result: list[Told] = []
    for one in lines:
        if unseen.keeps(one):
            words = message("{seat}: something that is hidden.", seat=by) if by else "Something is hidden."
            if any(words == line.text for line in result):
                continue
            one = Told(
                words, tuple(thing for thing in one.about if thing not in unseen.hidden), one.rule, one.icon
            )
        if one not in result:
            result.append(one)
    return tuple(result)
