"""The home bases: their health, and their hexes."""

from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, BASES, ENEMY, HEX_OF
from companion.games.high_heavens.state import Heavens, turn
from companion.games.high_heavens.tracked.gods import need_free
from companion.kernel.action import Number
from companion.kernel.tracked import Tracked

SIDE_AT = {name: side for side, name in HEX_OF.items()}


def _set_base(heavens: Heavens, base: str, to: str) -> Heavens:
    side = BASE_OF[base]
    after = heavens.but(health={**heavens.health, side: int(to)})
    return after if int(to) else after.lost(side, "base", f"{base} has fallen: {ENEMY[side]} win.")


def _put_base(heavens: Heavens, thing: str, to: str) -> Heavens:
    side = SIDE_AT[thing]
    if heavens.bases.get(side) == to:
        return heavens
    need_free(heavens, to, "")
    return turn.place_base(heavens, side, to, "ruling")


HEALTH = Tracked[Heavens](
    lambda heavens: {base: f"{heavens.health[side]} health" for side, base in BASES.items()},
    lambda heavens, base: Number(0, BASE_HEALTH),
    _set_base,
)


def _base(thing: str, was: str, to: str) -> str:
    base = next(BASES[side] for side in HEX_OF if HEX_OF[side] == thing)
    return f"Put {base} on {to}." if to else f"Take {base} off {was}."


HEXES = Tracked[Heavens](
    lambda heavens: {HEX_OF[side]: space for side, space in heavens.bases.items()},
    lambda heavens, thing: heavens.box.board.spaces,
    _put_base,
    lambda heavens: HEX_OF.values() if heavens.tracked else (),
    back=_base,
)
