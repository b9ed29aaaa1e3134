"""The hundred Ringchips: under gods, on hexes, in the bank."""

from collections.abc import Iterable

from companion.games.high_heavens.actions.nouns import BONUS
from companion.games.high_heavens.box import BANK, COLOUR, TOTAL, WORDS, Stack, under
from companion.games.high_heavens.state import Heavens, chips
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Consequence, Gains, Loses, Stands, Turns, silent
from companion.kernel.tracked import Tracked
from companion.kernel.values import Count, Thing, ThingName, Value, in_words
from companion.words import Message, message

NONE, EMPTY = "none", "empty"
ON_GOD = ("health", "poison", "armor", "attack", "disable", "trap")


def _under(heavens: Heavens) -> dict[str, Value]:
    lie: dict[str, Value] = {}
    for god in heavens.at:
        for kind, n in heavens.stack(god)._asdict().items():
            if n:
                lie[under(kind, god)] = _until(heavens.disabled_by[god]) if kind == "disable" else n
    return lie


def _until(seat: str) -> ThingName:
    return f"until the next {seat} turn"


def _room(heavens: Heavens, holder: str, kind: str) -> int:
    """Return the most chips of a kind that can lie there: those that do, and the bank's."""
    there: int = getattr(heavens.stack(holder), kind)
    return there + heavens.bank[COLOUR[kind]]


def _may_lie_under(heavens: Heavens) -> tuple[str, ...]:
    return tuple(
        under(kind, god)
        for god in heavens.at
        for kind in (ON_GOD if heavens.standing(god) else ON_GOD[:1])
        if _room(heavens, god, kind)
    )


def _counts_under(heavens: Heavens, thing: Thing) -> Iterable[str]:
    kind, god = thing.what, thing.of
    if kind == "disable":
        return (NONE, *(_until(seat) for seat in heavens.players))
    return Number(0, _room(heavens, god, kind))


def _put_under(heavens: Heavens, thing: Thing, to: str) -> Heavens:
    kind, god = thing.what, thing.of
    stack = heavens.stack(god)
    if kind == "disable":
        by = next((seat for seat in heavens.players if _until(seat) == to), "")
        after = heavens.freed(god).take(god, disable=bool(by) - stack.disable)
        return after.but(disabled_by={**after.disabled_by, god: by}) if by else after
    if kind == "health" and not int(to):
        return chips.lose_health(heavens, god, stack.health, "Ruling", "ruling")
    if kind == "health" and not stack.health:
        heavens = chips.take_up(heavens, god, "ruling")
    return heavens.take(god, **{kind: int(to) - getattr(stack, kind)}).settled()


def heap(stack: Stack) -> tuple[Count, ...]:
    """Return the chips of a heap on a hex: ``2 Armor and 1 Attack``."""
    return tuple(Count(n, WORDS[kind]) for kind, n in stack._asdict().items() if n)


HEAPS = {
    **{name: {"armor": armor, "attack": attack} for name, (armor, attack) in BONUS.items()},
    **{
        f"{n} {WORDS[kind]}": {kind: n}
        for kind in ("column", "trap")
        for n in range(1, TOTAL[COLOUR[kind]] + 1)
    },
}
"""What can lie on a hex by itself, in words, to its chips."""


def _heap_places(heavens: Heavens) -> tuple[str, ...]:
    """Return the places where chips lie by themselves, or could."""
    heaps = heavens.heaps()
    if not heavens.tracked:
        free = [heavens.free_site()] if heavens.bank["column"] + heavens.bank["black"] else []
        return (*heaps, *free)
    return tuple(
        place
        for place in heavens.box.board.spaces
        if place in heavens.chips
        or (place not in heavens.walls and any(heavens.bank[c] for c in ("armor", "attack")))
    )


def _heaps(heavens: Heavens, place: str) -> tuple[str, ...]:
    fits = [
        words
        for words, kinds in HEAPS.items()
        if all(n <= _room(heavens, place, kind) for kind, n in kinds.items())
        and (place not in heavens.on or "armor" in kinds)
    ]
    return (*fits, EMPTY) if place in heavens.chips else tuple(fits)


def _put_heap(heavens: Heavens, place: str, to: str) -> Heavens:
    kinds, stack = HEAPS.get(to, {}), heavens.stack(place)
    change = {kind: kinds.get(kind, 0) - n for kind, n in stack._asdict().items()}
    return heavens.take(place, **change).settled()


def _chips(thing: Thing, was: Value, to: Value) -> Message | str:
    """Return how chips go; another seat's Disable chip under a god is no other chip."""
    return "" if thing.what == "disable" and was and to else put_back.so_many(thing, was, to)


def _heap(place: str, was: tuple[Count, ...] | None, to: tuple[Count, ...] | None) -> Message:
    words = "Lay {chips} on {place}, in place of {was}."
    if not (was and to):
        words = "Lay {chips} on {place}." if to else "Take {was} off {place}."
    return message(words, chips=in_words(to), place=place, was=in_words(was))


def _chips_go(heavens: Heavens, thing: Thing, was: Value, to: Value) -> Consequence:
    """Return what a god loses or gains."""
    god, kind = thing.of, thing.what
    if kind == "disable":
        return Turns(god, "{who} is disabled {how}" if to else "{who} is no longer disabled", to)
    more = (to or 0) - (was or 0)
    if more > 0:
        return Gains(god, more, WORDS[kind])
    return Loses(god, -more, left=to or 0) if kind == "health" else Loses(god, -more, WORDS[kind])


def _heap_lies(heavens: Heavens, place: str, was: Value, to: Value) -> Stands | None:
    """Return what lies on a hex; nothing of a heap that a god takes up."""
    return Stands(place, to or "nothing left") if to or place not in heavens.on else None


UNDER_GODS = Tracked[Heavens](
    _under, _counts_under, _put_under, _may_lie_under, account=_chips_go, back=_chips
)
HEAPS_ON_HEXES = Tracked[Heavens](
    lambda heavens: {place: heap(heavens.stack(place)) for place in heavens.heaps()},
    _heaps,
    _put_heap,
    _heap_places,
    account=_heap_lies,
    back=_heap,
)
IN_BANK = Tracked[Heavens](
    lambda heavens: {BANK[colour]: n for colour, n in heavens.bank.items()},
    follows="which of the hundred chips lie on the board",
    account=silent,
)
