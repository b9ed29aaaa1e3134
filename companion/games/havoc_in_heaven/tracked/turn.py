"""The tracked things of a turn: whose it is, what is left of it, and what the table waits for."""

from companion.games.havoc_in_heaven.box import GOLD_OF, LACK_OF, POT_OF, SIDES
from companion.games.havoc_in_heaven.effects import FIGURES
from companion.games.havoc_in_heaven.state import DRAFT, THIS_TURN, Havoc, changes, damage, effects, turns
from companion.games.havoc_in_heaven.state.piles import with_number
from companion.games.havoc_in_heaven.tracked.units import again, last_turn
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Costs, Turns, silent
from companion.kernel.tracked import Tracked
from companion.kernel.values import Change
from companion.words import message

MOST_GOLD, MOST_AP, MOST_PURCHASES, MOST_EXP, MOST_CHANGE = 99, 30, 9, 50, 20
NOT_DRAWN = "not drawn yet"
DONE, NOT_YET = "done", "not yet"


def _start(lane: Havoc, thing: str, to: str) -> Havoc:
    return again(last_turn(lane.but(first=to))) if lane.first else turns.begin(lane, to)


def _put_pending(lane: Havoc, thing: str, to: str) -> Havoc:
    waits = next(waits for waits in lane.pending if waits.name == thing)
    return again(damage.carried_out(lane, waits))


def _changes(lane: Havoc) -> dict[str, tuple[str, str, str]]:
    """Return every change of a figure by name: those there are, and those that are possible this turn."""
    keys = list(lane.boosts)
    if lane.turn and lane.box.boosts:
        keys += [(unit, figure, THIS_TURN) for unit in lane.row for figure in FIGURES.values()]
    return {changes.called(*key): key for key in keys}


def _onces(lane: Havoc) -> dict[str, tuple[str, str, str]]:
    """Return everything that happens once a turn or a game by name: what has happened, and what can now."""
    borne = [(hero, item) for hero, items in lane.items.items() for item in items]
    borne += [(companion, companion) for companion in lane.companions]
    borne += [(hero, skill) for hero in lane.level for skill in lane.box.heroes[hero].skills]
    keys = [(*one, when) for one in borne for when in effects.card_of(lane, one[1]).does.pers]
    return {effects.once_called(*key): key for key in (*lane.done, *keys)}


def _put_once(lane: Havoc, thing: str, to: str) -> Havoc:
    once = {_onces(lane)[thing]}
    return lane.but(done=lane.done | once if to == DONE else lane.done - once)


TURN: tuple[Tracked[Havoc], ...] = (
    Tracked(
        lambda lane: {"Pick": lane.side} if lane.phase == DRAFT else {},
        follows="how many heroes are picked, and by whom",
    ),
    Tracked(
        lambda lane: {"Starting player": lane.first or NOT_DRAWN} if lane.level else {},
        lambda lane, thing: SIDES,
        _start,
        names=lambda lane: ("Starting player",) if lane.level and not lane.last else (),
        follows="whose base is destroyed, in a last turn",
        back=lambda thing, was, to: (
            message("Give the {side} the starting player marker.", side=to) if to in SIDES else ""
        ),
    ),
    Tracked(
        lambda lane: {"Turn": lane.side} if lane.turn else {},
        lambda lane, thing: SIDES,
        lambda lane, thing, to: turns.open_turn(lane, to) if to != lane.side else lane,
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {"AP": lane.ap} if lane.turn else {},
        lambda lane, thing: Number(0, MOST_AP),
        lambda lane, thing, to: lane.but(ap=int(to)),
        account=lambda lane, thing, was, to: (
            Costs(was - to, "{change} AP") if was is not None and to is not None else None
        ),
    ),
    Tracked(
        lambda lane: {"Purchases": lane.bought} if lane.turn else {},
        lambda lane, thing: Number(0, MOST_PURCHASES),
        lambda lane, thing, to: lane.but(bought=int(to)),
        account=silent,
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {"Building attack": DONE} if lane.fired else {},
        lambda lane, thing: (DONE, NOT_YET),
        lambda lane, thing, to: lane.but(fired=to == DONE),
        names=lambda lane: ("Building attack",) if lane.turn and lane.towers else (),
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {GOLD_OF[side]: lane.gold[side] for side in SIDES},
        lambda lane, thing: Number(0, MOST_GOLD),
        lambda lane, thing, to: lane.but(gold={**lane.gold, thing.of: int(to)}),
    ),
    Tracked(
        lambda lane: {POT_OF[side]: exp for side, exp in lane.pot.items()},
        lambda lane, thing: Number(0, MOST_EXP),
        lambda lane, thing, to: again(lane.but(pot=with_number(lane.pot, thing.of, int(to)))),
        names=lambda lane: tuple(POT_OF.values()) if lane.turn else (),
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {LACK_OF[side]: n for side, n in lane.owed.items()},
        lambda lane, thing: Number(0, MOST_AP),
        lambda lane, thing, to: lane.but(owed=with_number(lane.owed, thing.of, int(to))),
        names=lambda lane: tuple(LACK_OF.values()) if lane.turn and lane.box.owes else (),
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {changes.called(*key): n for key, n in lane.boosts.items()},
        lambda lane, thing: Number(-MOST_CHANGE, MOST_CHANGE),
        lambda lane, thing, to: lane.but(boosts=with_number(lane.boosts, _changes(lane)[thing], int(to))),
        names=lambda lane: tuple(_changes(lane)),
        account=lambda lane, thing, was, to: Turns(thing, "{who} {how}", Change(to)) if to else None,
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {effects.once_called(*once): DONE for once in lane.done},
        lambda lane, thing: (DONE, NOT_YET),
        _put_once,
        names=lambda lane: tuple(_onces(lane)),
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {waits.name: "takes effect" for waits in lane.pending},
        lambda lane, thing: (DONE,),
        _put_pending,
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {"Last turn": "yes"} if lane.last else {},
        follows="whether the base of the second player stands",
    ),
)
