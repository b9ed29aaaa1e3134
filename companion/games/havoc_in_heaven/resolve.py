"""Cards that resolve themselves: whom they can be done to, and doing it."""

from companion.games.havoc_in_heaven.box import ENEMY, ROW, RULES
from companion.games.havoc_in_heaven.effects import Effect, mover, target
from companion.games.havoc_in_heaven.lane import BUILDING, Lane
from companion.games.havoc_in_heaven.state import Havoc, counted

require = RULES.require
Effects = tuple[Effect, ...]


def near(lane: Lane, hero: str, unit: str, reach: int) -> bool:
    """Whether a unit is within so many rows of a hero."""
    return lane.distance(hero, unit) <= reach


def candidates(lane: Lane, hero: str, on: str, reach: int) -> list[str]:
    """The units a card can be done to: ``on`` is one of the effects' words for whom."""
    side = lane.heroes[hero]
    if on == "self":
        return [hero]
    if on in ("friend", "friends"):
        return [unit for unit in lane.units(side) if near(lane, hero, unit, reach)]
    found = [] if on == "building" else lane.units(ENEMY[side])
    if on in ("any", "building") and (building := lane.outermost(ENEMY[side])):
        found.append(building)
    return [unit for unit in found if near(lane, hero, unit, reach)]


def needs_target(effects: Effects) -> int:
    """1 where a target must be named, else 0."""
    return 1 if target(effects) else 0


def needs_row(effects: Effects) -> int:
    """1 where a row must be named, else 0."""
    return 1 if mover(effects) else 0


def check_reachable(lane: Lane, hero: str, effects: Effects, reach: int) -> None:
    """A card that names a target needs one in range."""
    on = target(effects)
    if on and not candidates(lane, hero, on, reach):
        what = {"friend": "None of yours is", "building": "The outermost enemy building is not"}
        require(False, "range", f"{what.get(on, 'No enemy is')} within {counted(reach, 'row')} of {hero}.")
    if any(effect.on == "enemies" for effect in effects):
        near = candidates(lane, hero, "enemies", reach)
        require(near, "range", f"No enemy is within {counted(reach, 'row')} of {hero}.")


def check_target(lane: Lane, hero: str, effects: Effects, unit: str, reach: int) -> None:
    """Whether a card can be done to this unit."""
    on, mine = target(effects), lane.owner(unit) == lane.heroes[hero]
    building = lane.kind(unit) == BUILDING
    if on == "friend":
        require(mine and not building, "target", f"{unit} is not one of your heroes or companions.")
    else:
        require(not mine, "target", f"{unit} is yours; this is for an enemy.")
        require(building or on != "building", "target", f"{unit} is not a building.")
        require(
            not building or on != "enemy",
            "target",
            f"{unit} is a building; this is for heroes and companions.",
        )
    if building:
        check_outermost(lane, unit)
    rows = lane.distance(hero, unit)
    require(rows <= reach, "range", f"{unit} is {counted(rows, 'row')} from {hero}; this reaches {reach}.")


def check_outermost(lane: Lane, building: str) -> None:
    """Only the outermost standing building of a side can be damaged."""
    before = lane.outermost(lane.owner(building))
    require(building == before, "outermost", f"{building} is behind {before}, which stands.")


def check_row(lane: Lane, effects: Effects, unit: str, row: int) -> None:
    """Whether a card moves this unit to this row."""
    move = mover(effects)
    assert move is not None
    check_way(lane, unit, row)
    rows = abs(lane.row[unit] - row)
    require(
        rows <= move.amount, "range", f"That is {counted(rows, 'row')} for {unit}; at most {move.amount}."
    )


def check_way(lane: Lane, unit: str, row: int) -> None:
    """No unit enters a row with an enemy unit or a standing enemy building."""
    if bar := lane.barring(unit, row):
        require(False, "passing", f"{bar} on Row {lane.at(bar)} bars the way of {unit}.")


def resolve(lane: Havoc, hero: str, effects: Effects, unit: str, row: str, reach: int) -> Havoc:
    """Do what a card says, one thing after the other."""
    side, level = lane.heroes[hero], lane.tokens(hero)
    marked = {e.on: candidates(lane, hero, e.on, reach) for e in effects if e.on in ("enemies", "friends")}
    for effect in effects:
        if lane.over is not None:
            return lane
        n = effect.amount + (level if effect.per_level else 0)
        match effect.kind:
            case "gold":
                lane = lane.gain(side, n)
            case "ap":
                lane = lane.gain_ap(n, "bonus-ap")
            case "draw":
                lane = lane.draw(side, n)
            case _:
                for one in marked.get(effect.on, [hero if effect.on == "self" else unit]):
                    lane = _done(lane, effect.kind, n, one, side, row)
    return lane


def _done(lane: Havoc, kind: str, n: int, unit: str, side: str, row: str) -> Havoc:
    if not lane.in_lane(unit) or lane.over is not None:
        return lane
    match kind:
        case "damage" | "magic":
            return lane.hurt(unit, n, side, magical=kind == "magic")
        case "heal":
            return lane.mend(unit, n)
        case "stun":
            return lane.stun(unit)
        case "move":
            return lane.walk(unit, ROW[row])
    return lane.learn(unit, n)
