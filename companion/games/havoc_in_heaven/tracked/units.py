"""The tracked things of the lane: heroes, companions and buildings, and all that lies on them."""

from collections.abc import Iterable

from companion.games.havoc_in_heaven import box
from companion.games.havoc_in_heaven.box import ENEMY, LANE, LEVELS, ROW, ROW_NAMES, SIDES, TURN, of
from companion.games.havoc_in_heaven.state import DRAFT, Havoc, damage, levels, turns, ways
from companion.games.havoc_in_heaven.state.piles import with_number, without
from companion.games.havoc_in_heaven.tracked import piles
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Consequence, Falls, Gains, Loses, Moves, Turns, silent
from companion.kernel.tracked import Tracked
from companion.kernel.values import Lies, Thing, ThingName, Value, lies
from companion.words import counted, message

NOBODY = "with nobody"
TO_MISS: dict[ThingName, int] = {
    f"dead: {counted(n, 'turn')} to miss" if n else "dead: back next turn": n
    for n in range(max(LEVELS.revive) + 1)
}
_BACK = {
    n: lies(
        "the lane",
        marks=(str(message("{n:# turn|# turns} to miss" if n else "back next turn", n=n)),),
        where="beside",
    )
    for n in TO_MISS.values()
}
_WITH = {side: lies(str(message("the {side}", side=side)), where="with") for side in SIDES}
USED, NOT_USED = "used", "not used"
ACTIVE, INACTIVE = "active", "Inactive"
NO_TOKEN, NEXT_TURN, THIS_TURN = "none", "for the next turn", "for this turn"


def again(lane: Havoc) -> Havoc:
    """Return the lane after working out again what the table waits for."""
    if not lane.turn:
        return lane
    return turns.settle(lane.but(ending=lane.ending and lane.all_attacked(lane.side)))


def _row(lane: Havoc, unit: str, to: str) -> Havoc:
    """A unit stands in a row that is its side's to enter."""
    side = lane.owner(unit)
    if bar := ways.barred(lane, side).get(ROW[to]):
        lane.rules.refuse("passing", "{bar} is on {to}; set that one first.", bar=bar, to=to)
    return lane.but(row={**lane.row, unit: ROW[to]})


# -- heroes and companions --------------------------------------------------------------------------------


def _heroes(lane: Havoc) -> dict[str, Value]:
    if lane.phase == DRAFT:
        return {hero: _WITH[side] for hero, side in lane.heroes.items()}
    return {
        hero: ROW_NAMES[lane.row[hero] - 1] if hero in lane.row else _BACK[lane.away[hero]]
        for hero in lane.heroes
    }


def _put_hero(lane: Havoc, hero: str, to: str) -> Havoc:
    if lane.phase == DRAFT:
        others = without(lane.heroes, hero)
        return turns.pick_on(lane.but(heroes=others if to == NOBODY else {**others, hero: to}))
    if to in ROW:
        return again(_row(lane, hero, to).but(away=without(lane.away, hero)))
    rest = tuple(waits for waits in lane.pending if not (waits.dying and waits.hero == hero))
    return again(damage.leave(lane.but(pending=rest), hero, TO_MISS[to]))


def _summonable(lane: Havoc) -> tuple[str, ...]:
    """The companions in the lane, and the cards that can bring one."""
    skills = [lane.box.skills[skill] for hero in lane.level for skill in lane.box.heroes[hero].skills]
    return tuple(unit for skill in skills if skill.name not in lane.locked for unit in skill.companions)


def _put_companion(lane: Havoc, unit: str, to: str) -> Havoc:
    if unit not in lane.companions:
        side, card = lane.heroes[lane.hero_of(unit)], lane.box.companions[unit].name
        if to not in ROW:
            return lane
        here = lane.but(companions={**lane.companions, unit: side})
        if lane.of_card(card):
            return _row(here, unit, to)
        place = next(place for place in piles.PLACES if piles.lies(lane, side, card, place))
        return _row(piles.taken(here, side, card, place), unit, to).tell(
            message("{unit} comes from: {place}.", unit=unit, place=place), unit
        )
    if to in ROW:
        return _row(lane, unit, to)
    return again(damage.vanish(lane, unit))


# -- what lies on them ------------------------------------------------------------------------------------


def _standing(lane: Havoc) -> list[str]:
    return [building for side in SIDES for building in lane.box.order[side][lane.fallen[side] :]]


def _damage(lane: Havoc) -> dict[str, Value]:
    units = (*(lane.row if lane.level else ()), *_standing(lane))
    return {of(unit, box.DAMAGE): lane.damage.get(unit, 0) for unit in units}


def _put_damage(lane: Havoc, thing: Thing, to: str) -> Havoc:
    return again(lane.but(damage=with_number(lane.damage, thing.of, int(to))))


def _status(lane: Havoc) -> dict[str, str]:
    return {of(unit, box.STATUS): INACTIVE if unit in lane.inactive else ACTIVE for unit in lane.row}


def _put_status(lane: Havoc, thing: Thing, to: str) -> Havoc:
    """Set if a unit is active; one that a token made Inactive this turn loses the token as well."""
    unit = {thing.of}
    if to == INACTIVE:
        return again(lane.but(inactive=lane.inactive | unit))
    woken = _bare(lane, *unit) if lane.dazed & unit else lane
    return again(woken.but(inactive=lane.inactive - unit))


def _stun_tokens(lane: Havoc) -> dict[str, Value]:
    return {
        of(unit, box.STUN_TOKEN): lies(unit, marks=(THIS_TURN,) if unit in lane.dazed else (), where="on")
        for unit in lane.row
        if unit in lane.stunned
    }


def _stun_settings(lane: Havoc, thing: Thing) -> tuple[str, ...]:
    on_turn = lane.owner(thing.of) == lane.side
    return (NO_TOKEN, NEXT_TURN, THIS_TURN) if on_turn else (NO_TOKEN, NEXT_TURN)


def _put_stun_token(lane: Havoc, thing: Thing, to: str) -> Havoc:
    """Set the stun token of a unit; without it, one that it made Inactive this turn is active again."""
    unit = thing.of
    inactive = lane.inactive - {unit} if unit in lane.dazed else lane.inactive
    if to == NO_TOKEN:
        return again(_bare(lane, unit).but(inactive=inactive) if unit in lane.stunned else lane)
    bare = lane.but(dazed=lane.dazed - {unit}, inactive=inactive)
    stunned = bare.but(stunned=bare.stunned | {unit})
    if to == THIS_TURN:
        stunned = stunned.but(dazed=bare.dazed | {unit}, inactive=bare.inactive | {unit})
    return again(stunned)


def _bare(lane: Havoc, unit: str) -> Havoc:
    bare = lane.but(stunned=lane.stunned - {unit}, dazed=lane.dazed - {unit})
    return bare.tell(
        message("Take the stun token off {unit}.", unit=unit), unit, of(unit, box.STUN_TOKEN), rule="stun"
    )


def _put_free_row(lane: Havoc, thing: Thing, to: str) -> Havoc:
    unit = {thing.of}
    return lane.but(walked=lane.walked | unit if to == USED else lane.walked - unit)


def _put_level(lane: Havoc, thing: Thing, to: str) -> Havoc:
    """Set the level of a hero and unlock its cards; cards unlocked before stay so, and are told."""
    hero, level = thing.of, int(to)
    after = levels.stand_at(lane, hero, level)
    if level == LEVELS.most:
        after = after.but(exp={**lane.exp, hero: 0})
    skills = [lane.box.skills[skill] for skill in lane.box.heroes[hero].skills]
    early = [skill.name for skill in skills if skill.unlock > level and skill.name not in after.locked]
    if early:
        after = after.tell(
            message("{early} stay unlocked; set by hand what should be locked.", early=early), *early
        )
    return again(after)


# -- buildings --------------------------------------------------------------------------------------------


def _put_buildings(lane: Havoc, thing: Thing, to: str) -> Havoc:
    """Set how many buildings stand: enemies on their rows go to the nearest open row, a last turn comes or
    goes."""
    side = thing.of
    down = LANE.buildings - int(to)
    order = lane.box.order[side]
    gone = (*order[:down], *order[: lane.fallen[side]])
    put = lane.but(
        fallen={**lane.fallen, side: down},
        damage={unit: n for unit, n in lane.damage.items() if unit not in gone},
    )
    return again(last_turn(_moved_out(put, side)))


def _moved_out(lane: Havoc, side: str) -> Havoc:
    rows = {lane.box.buildings[building].row for building in lane.box.order[side][lane.fallen[side] :]}
    bars = ways.barred(lane, ENEMY[side])
    open_rows = [row for row in ROW.values() if row not in bars]
    for unit in lane.units(ENEMY[side]):
        if lane.row[unit] in rows and open_rows:
            here = lane.row[unit]
            lane = lane.walk(unit, min(open_rows, key=lambda row: abs(row - here)), "passing")
    return lane


def last_turn(lane: Havoc) -> Havoc:
    """Begin or call off the last turn of the second player, whose base is destroyed."""
    second = ENEMY.get(lane.first, "")
    last = bool(second) and lane.fallen[second] == LANE.buildings
    if last == lane.last:
        return lane
    words = (
        message("{second} have one last turn.", second=second)
        if last
        else "No last turn comes: the base stands."
    )
    return lane.but(last=last).tell(words, "Last turn", rule="last-turn")


def _own_units(lane: Havoc, what: str, units: Iterable[str]) -> tuple[str, ...]:
    return tuple(of(unit, what) for unit in units) if lane.turn else ()


def _hero_goes(lane: Havoc, hero: str, was: Value, to: Value) -> Consequence | None:
    """Return that a hero dies, or where it goes; nothing of a hero that is picked."""
    where = "" if to is None else Lies.at(to).where
    return None if where == "with" else Falls(hero) if where == "beside" else Moves(hero, to)


def _goes(lane: Havoc, unit: str, was: Value, to: Value) -> Consequence:
    """Return that a companion or a building is destroyed, or where a companion goes."""
    return Falls(unit) if to is None else Moves(unit, to)


def _hurt(lane: Havoc, thing: Thing, was: int | None, to: int | None) -> Consequence | None:
    """Return what a unit loses, and how much more destroys it; nothing of a unit that is gone or comes."""
    unit = thing.of
    if was is None or to is None:
        return None
    return Loses(unit, to - was, left=lane.left(unit)) if to > was else Gains(unit, was - to, "HP")


def _stunned(lane: Havoc, thing: Thing, was: Value, to: Value) -> Turns | None:
    """Return that a unit is stunned."""
    return Turns(thing.of, "{who} is stunned") if to and not was else None


UNITS: tuple[Tracked[Havoc], ...] = (
    Tracked(
        _heroes,
        lambda lane, hero: (*SIDES, NOBODY) if lane.phase == DRAFT else (*ROW_NAMES, *TO_MISS),
        _put_hero,
        names=lambda lane: tuple(lane.box.heroes if lane.phase == DRAFT else lane.heroes),
        account=_hero_goes,
        piece=True,
    ),
    Tracked(
        lambda lane: {unit: ROW_NAMES[lane.row[unit] - 1] for unit in lane.companions},
        lambda lane, unit: (*ROW_NAMES, piles.STORAGE),
        _put_companion,
        names=_summonable,
        account=_goes,
        piece=True,
    ),
    Tracked(
        lambda lane: {
            building: ROW_NAMES[lane.box.buildings[building].row - 1] for building in _standing(lane)
        },
        follows="how many buildings of its side stand",
        account=_goes,
        piece=True,
    ),
    Tracked(
        lambda lane: {box.BUILDINGS_OF[side]: LANE.buildings - lane.fallen[side] for side in SIDES},
        lambda lane, thing: Number(0, LANE.buildings),
        _put_buildings,
        account=silent,
        back=put_back.nothing,
    ),
    Tracked(_damage, lambda lane, thing: Number(0, lane.hp(thing.of)), _put_damage, account=_hurt),
    Tracked(_status, lambda lane, thing: (ACTIVE, INACTIVE), _put_status, back=put_back.nothing),
    Tracked(
        _stun_tokens,
        _stun_settings,
        _put_stun_token,
        names=lambda lane: tuple(of(unit, box.STUN_TOKEN) for unit in lane.row),
        account=_stunned,
        piece=True,
    ),
    Tracked(
        lambda lane: {of(unit, box.FREE_ROW): USED for unit in lane.walked},
        lambda lane, thing: (USED, NOT_USED),
        _put_free_row,
        names=lambda lane: _own_units(lane, box.FREE_ROW, lane.units(lane.side)),
        back=put_back.nothing,
    ),
    Tracked(
        lambda lane: {of(hero, box.LEVEL): level for hero, level in lane.level.items()},
        lambda lane, thing: Number(1, LEVELS.most),
        _put_level,
    ),
    Tracked(
        lambda lane: {of(hero, box.EXP): exp for hero, exp in lane.exp.items()},
        lambda lane, thing: Number(0, LEVELS.exp - 1),
        lambda lane, thing, to: lane.but(exp={**lane.exp, thing.of: int(to)}),
        names=lambda lane: tuple(of(hero, box.EXP) for hero, n in lane.level.items() if n < LEVELS.most),
        follows="at the highest level there is no Exp",
    ),
    Tracked(
        lambda lane: {of(hero, box.ITEMS_GIVEN): n for hero, n in lane.equips.items()},
        lambda lane, thing: Number(0, TURN.items),
        lambda lane, thing, to: lane.but(equips=with_number(lane.equips, thing.of, int(to))),
        names=lambda lane: _own_units(lane, box.ITEMS_GIVEN, lane.own_heroes(lane.side)),
        account=silent,
        back=put_back.nothing,
    ),
)
