"""The home bases: their health, and their hexes."""

from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, BASES, ENEMY, HEX_OF
from companion.games.high_heavens.state import Heavens, turn
from companion.games.high_heavens.tracked.gods import need_free
from companion.kernel.action import Number
from companion.kernel.consequences import Gains, Loses
from companion.kernel.tracked import Tracked
from companion.kernel.values import Count, Thing


def _set_base(heavens: Heavens, base: str, to: str) -> Heavens:
    side = BASE_OF[base]
    after = heavens.but(health={**heavens.health, side: int(to)})
    return after if int(to) else after.lost(side, "base", f"{base} has fallen: {ENEMY[side]} win.", base)


def _base_hit(heavens: Heavens, base: str, was: Count, to: Count) -> Loses | Gains:
    """Return what a home base loses or gains."""
    return Loses(base, was.n - to.n, left=to.n) if to.n < was.n else Gains(base, to.n - was.n, "health")


def _put_base(heavens: Heavens, thing: Thing, to: str) -> Heavens:
    side = thing.key
    if heavens.bases.get(side) == to:
        return heavens
    need_free(heavens, to, "")
    return turn.place_base(heavens, side, to, "ruling")


HEALTH = Tracked[Heavens](
    lambda heavens: {base: Count(heavens.health[side], "health") for side, base in BASES.items()},
    lambda heavens, base: Number(0, BASE_HEALTH),
    _set_base,
    account=_base_hit,
)


def _base(thing: Thing, was: str | None, to: str | None) -> str:
    return f"Put {thing.of} on {to}." if to else f"Take {thing.of} off {was}."


HEXES = Tracked[Heavens](
    lambda heavens: {HEX_OF[side]: space for side, space in heavens.bases.items()},
    lambda heavens, thing: heavens.box.board.spaces,
    _put_base,
    lambda heavens: HEX_OF.values() if heavens.tracked else (),
    back=_base,
)
