"""Cards that resolve themselves."""

from companion.games.havoc_in_heaven.box import ROW
from companion.games.havoc_in_heaven.checks import Effects, candidates
from companion.games.havoc_in_heaven.state import Havoc


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
