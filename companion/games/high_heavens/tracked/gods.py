"""The places of gods, and how many gods have come."""

from companion.games.high_heavens.actions.checks import require, taken
from companion.games.high_heavens.box import CAME, stack_words
from companion.games.high_heavens.state import Heavens, chips, gods, piles
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Comes, Consequence, Falls, Moves, silent
from companion.kernel.tracked import Tracked
from companion.kernel.values import Lies, Value, lies
from companion.words import message

BOARD, HAND, GONE = "the board", "the deck or hand", "out of the game"
MOST_COME = 99


def _place(heavens: Heavens, god: str) -> Value:
    """Return the place of a god: its hex, and if it lies there fallen."""
    if god in heavens.gone:
        return GONE
    if god not in heavens.at:
        return HAND
    here = heavens.at[god] if heavens.tracked else BOARD
    return here if heavens.standing(god) else lies(here, marks=("fallen",))


def _places(heavens: Heavens, god: str) -> tuple[str, ...]:
    return (*(heavens.box.board.spaces if heavens.tracked else (BOARD,)), HAND, GONE)


def _put_god(heavens: Heavens, god: str, to: str) -> Heavens:
    if to in (HAND, GONE):
        return _off(heavens, god, to)
    place = to if heavens.tracked else heavens.free_place(god)
    if heavens.at.get(god) == place:
        return heavens
    need_free(heavens, place, god)
    if god in heavens.at:
        on = {space: other for space, other in heavens.on.items() if other != god}
        return heavens.but(at={**heavens.at, god: place}, on={**on, place: god}).settled()
    health, bank = heavens.box.gods[god].health, heavens.bank["health"]
    require(
        health <= bank,
        "supply",
        "{god} needs {health} Health; the bank has {bank}.",
        god=god,
        health=health,
        bank=bank,
    )
    return gods.bring(heavens, god, place, "ruling")


def _off(heavens: Heavens, god: str, to: str) -> Heavens:
    if god in heavens.gone and to == GONE:
        return heavens
    if to == HAND:
        return piles.recounted(heavens, gods.off_board(heavens, god))
    after = chips.strip(heavens, god)
    after = after.but(moved="" if after.moved == god else after.moved)
    return gods.perish(after, god, message("{god} is out of the game.", god=god), "ruling").settled()


def need_free(heavens: Heavens, place: str, who: str) -> None:
    """A hex must have nothing on it but this one."""
    require(
        place not in heavens.walls,
        "occupied",
        "{taken}; clear it.",
        taken=taken(heavens, place),
    )
    lies = heavens.on.get(place, who)
    require(lies == who, "occupied", "{lies} lies on {place}; set it first.", lies=lies, place=place)
    heap = stack_words(heavens.stack(place))
    require(not heap, "occupied", "{heap} still lie on {place}; clear it.", heap=heap, place=place)


def _goes(heavens: Heavens, god: str, was: Lies | str, to: Lies | str) -> Consequence | None:
    """Return that a god falls, comes or goes; one that lay fallen leaves the board unsaid."""
    here, there = Lies.at(was), Lies.at(to)
    if there.place == GONE and (here.marks or here.place == HAND):
        return None
    if there.marks or there.place == GONE:
        return Falls(god)
    return Comes(god) if here.place in (HAND, GONE) else Moves(god, to)


GODS = Tracked[Heavens](
    lambda heavens: {god: _place(heavens, god) for god in heavens.box.gods},
    _places,
    _put_god,
    piece=True,
    account=_goes,
)
CAME_IN = Tracked[Heavens](
    lambda heavens: {CAME[side]: n for side, n in heavens.entered.items()},
    lambda heavens, thing: Number(0, MOST_COME),
    lambda heavens, thing, to: heavens.but(entered={**heavens.entered, thing.of: int(to)}),
    account=silent,
    back=put_back.nothing,
)
