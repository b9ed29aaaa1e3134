"""The home bases: their health, and their hexes."""

from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, BASES, HEX_OF
from companion.games.high_heavens.state import Heavens, bases, turn
from companion.games.high_heavens.tracked.gods import need_free
from companion.kernel.action import Number
from companion.kernel.consequences import Gains, Loses
from companion.kernel.tracked import Tracked
from companion.kernel.values import Count, Thing
from companion.words import Message, message


def _set_base(heavens: Heavens, base: str, to: str) -> Heavens:
    side = BASE_OF[base]
    after = heavens.but(health={**heavens.health, side: int(to)})
    return after if int(to) else bases.base_lost(after, side)


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


def _base(thing: Thing, was: str | None, to: str | None) -> Message:
    words = "Put {base} on {space}." if to else "Take {base} off {space}."
    return message(words, base=thing.of, space=to or was)


HEXES = Tracked[Heavens](
    lambda heavens: {HEX_OF[side]: space for side, space in heavens.bases.items()},
    lambda heavens, thing: heavens.box.board.spaces,
    _put_base,
    lambda heavens: HEX_OF.values() if heavens.tracked else (),
    back=_base,
)
