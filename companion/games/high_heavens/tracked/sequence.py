"""The turn, what is left of it, and the cards that are used up."""

from companion.games.high_heavens.actions.nouns import NOBODY
from companion.games.high_heavens.box import SIDES
from companion.games.high_heavens.effects import FIGURES
from companion.games.high_heavens.state import (
    BASE,
    CLEANUP,
    LANE,
    PHASE,
    ROUND,
    SMITER,
    TURN,
    TURN_OF,
    USING,
    Heavens,
    ability_limits,
    changes,
    piles,
    turn,
)
from companion.games.high_heavens.state.heavens import PHASES
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Turns, silent
from companion.kernel.tracked import Tracked
from companion.kernel.values import Change, Count
from companion.words import Message, message

MOST_ROUNDS = 99


def _set_turn(heavens: Heavens, thing: str, to: str) -> Heavens:
    if heavens.phase == BASE:
        return heavens.but(seat=to)
    order = heavens.players
    n = (heavens.round - 1) * len(order) + order.index(to) + 1
    actions = heavens.turns.first_turn if n == 1 else heavens.turns.tokens
    return heavens.but(
        phase=heavens.turn_phase, seat=to, turn=n, using="", use=None, moved="", actions=actions
    )


def _set_round(heavens: Heavens, thing: str, to: str) -> Heavens:
    order = len(heavens.players)
    return heavens.but(turn=(int(to) - 1) * order + (heavens.turn - 1) % order + 1)


def _set_phase(heavens: Heavens, thing: str, to: str) -> Heavens:
    if heavens.phase == BASE:
        for side in (side for side in SIDES if side not in heavens.bases):
            printed, spaces = heavens.box.base[side], heavens.box.board.spaces
            taken = heavens.walls.union(heavens.on)
            free = next(space for space in (printed, *spaces) if space not in taken)
            heavens = turn.place_base(heavens, side, free, "ruling")
        return heavens
    if to == PHASES[CLEANUP]:
        return turn.clean_up(heavens)
    return heavens.but(phase=heavens.turn_phase, using="", use=None)


def _set_actions(heavens: Heavens, thing: str, to: str) -> Heavens:
    after = heavens.but(actions=int(to))
    return after.but(phase=after.turn_phase) if after.phase == CLEANUP and after.actions else after


def _smiters(heavens: Heavens) -> tuple[str, ...]:
    standing = tuple(god for god in heavens.at if heavens.standing(god))
    return (NOBODY, *standing) if heavens.moved or standing else ()


def _discard(power: str, was: Count | None, to: Count | None) -> Message:
    more = (to.n if to else 0) > (was.n if was else 0)
    return message("Discard {power}." if more else "Take {power} back into the hand.", power=power)


def _set_used(heavens: Heavens, power: str, to: str) -> Heavens:
    """Use up cards of a Divine Power, or take them back into the hand."""
    before, was = heavens, heavens.used.get(power, 0)
    for _ in range(int(to) - was):
        heavens = piles.used_up(heavens, power)
    for _ in range(was - int(to)):
        heavens = piles.taken_back(heavens, power)
    return piles.recounted(before, heavens.but(used={**heavens.used, power: int(to)}))


CARDS = Tracked[Heavens](
    lambda heavens: {name: Count(n, "cards") for name, n in piles.counts(heavens).items()},
    follows="the cards that the phones deal, draw and play; set a god or a Divine Power by hand",
    account=silent,
)
USED = Tracked[Heavens](
    lambda heavens: {power: Count(n, "used") for power, n in heavens.used.items() if n},
    lambda heavens, power: Number(0, heavens.box.powers[power].copies),
    _set_used,
    lambda heavens: heavens.box.powers,
    account=silent,
    back=_discard,
)
WHOSE = Tracked[Heavens](
    lambda heavens: {TURN_OF: heavens.seat},
    lambda heavens, thing: heavens.players,
    _set_turn,
    back=put_back.nothing,
)
ROUNDS = Tracked[Heavens](
    lambda heavens: {} if heavens.phase == BASE else {ROUND: heavens.round},
    lambda heavens, thing: Number(1, MOST_ROUNDS),
    _set_round,
    account=silent,
    back=put_back.nothing,
)
PHASE_OF = Tracked[Heavens](
    lambda heavens: {PHASE: heavens.phase_words},
    lambda heavens, thing: (PHASES[TURN],) if heavens.phase == BASE else (PHASES[TURN], PHASES[CLEANUP]),
    _set_phase,
    back=put_back.nothing,
)
LANE_OF = Tracked[Heavens](
    lambda heavens: {LANE: heavens.actions},
    lambda heavens, thing: Number(0, heavens.turns.tokens),
    _set_actions,
    account=silent,
    back=lambda thing, was, to: message(
        "Have {n:# token|# tokens} in the Action Lane, on the side whose turn it is.", n=to or 0
    ),
)
MOST_CHANGE = 20


def _changes(heavens: Heavens) -> dict[str, tuple[str, str, str]]:
    """Return every change of a figure by name: those there are, and those that are possible this turn."""
    keys = list(heavens.changes)
    if heavens.turn and heavens.box.changes:
        gods = (god for god in heavens.at if heavens.standing(god))
        keys += [(god, figure, changes.THIS_TURN) for god in gods for figure in FIGURES]
    return {changes.called(*key): key for key in keys}


def _put_change(heavens: Heavens, thing: str, to: str) -> Heavens:
    now = {**heavens.changes, _changes(heavens)[thing]: int(to)}
    return heavens.but(changes={key: n for key, n in now.items() if n})


CHANGED = Tracked[Heavens](
    lambda heavens: {changes.called(*key): Change(n) for key, n in heavens.changes.items()},
    lambda heavens, thing: Number(-MOST_CHANGE, MOST_CHANGE),
    _put_change,
    lambda heavens: tuple(_changes(heavens)),
    account=lambda heavens, thing, was, to: Turns(thing, "{who} {how}", to) if to else None,
    back=put_back.nothing,
)
USED_UP, NOT_YET = "used", "not yet"


def _onces(heavens: Heavens) -> dict[str, tuple[str, str]]:
    """Return what cards of gods on the board do once a turn or once a game, and what was done, by name."""
    keys = [(god, when) for god in heavens.at for when in heavens.box.gods[god].pers]
    return {ability_limits.called(*key): key for key in (*sorted(heavens.done), *keys)}


def _put_once(heavens: Heavens, thing: str, to: str) -> Heavens:
    key = {_onces(heavens)[thing]}
    return heavens.but(done=heavens.done | key if to == USED_UP else heavens.done - key)


ONCE = Tracked[Heavens](
    lambda heavens: {ability_limits.called(*key): USED_UP for key in heavens.done},
    lambda heavens, thing: (USED_UP, NOT_YET),
    _put_once,
    lambda heavens: tuple(_onces(heavens)),
    account=silent,
    back=put_back.nothing,
)
CARD = Tracked[Heavens](
    lambda heavens: {USING: heavens.using} if heavens.use else {},
    follows="the card that was paid for; with the Phase set to the turn it is broken off",
)
MAY_SMITE = Tracked[Heavens](
    lambda heavens: {SMITER: heavens.moved} if heavens.moved else {},
    lambda heavens, thing: _smiters(heavens),
    lambda heavens, thing, to: heavens.but(moved="" if to == NOBODY else to),
    lambda heavens: () if heavens.tracked or not _smiters(heavens) else (SMITER,),
    back=put_back.nothing,
)
