"""Tiles that are bought and activated, and the sheds that they close."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from companion.games.heaven_and_ale.box import (
    BESIDE_SHED,
    BREWMASTER,
    COLOURS,
    SHADE,
    TILE,
    owned,
    shed_for,
    so_often,
)
from companion.games.heaven_and_ale.state import phases, rounds
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.kernel.state import Told
from companion.words import message


def lay(abbey: Abbey, seat: str, tile: str, spot: str, price: int) -> Abbey:
    """Buy a tile of the space the figure stands on, and put it into the garden."""
    space, board = abbey.here, abbey.boards[seat]
    after, names = abbey.taken(space, tile)
    lines = chain(abbey.paid(seat, price, "price"), _laid(seat, tile, spot, names))
    return after.mend(seat, lines, tiles={**board.tiles, spot: tile}, ducats=board.ducats - price)


def _laid(seat: str, tile: str, spot: str, names: Sequence[str]) -> Iterator[Told]:
    side = "shade" if spot in SHADE else "sun"
    words = message("Put {tile} on {spot}, in the {side}.", tile=tile, spot=spot, side=side)
    yield Told(words, (owned(seat, spot), *names, "Phase"))


def activate(abbey: Abbey, seat: str, spots: Sequence[str], rule: str) -> Abbey:
    """Activate tiles, named twice if twice: ducats from the shade, steps in the sun, monks brew."""
    tiles = abbey.boards[seat].tiles
    if not spots:
        return abbey.tell("There is nothing to activate.", rule=rule)
    steps: Counter[str] = Counter()
    for spot in spots:
        tile = TILE[tiles[spot]]
        if not tile.colour:
            steps[BREWMASTER] += 1
        else:
            steps["ducats" if spot in SHADE else tile.colour] += tile.number
    times = Counter(spots)
    named = [so_often(tiles[spot], spot, n) for spot, n in times.items()]
    after = abbey.tell(
        message("Activate {named}.", named=named), *[owned(seat, spot) for spot in times], rule=rule
    )
    for colour in COLOURS:
        after = after.forward(seat, colour, steps[colour], "activate-sun")
    after = after.brew(seat, steps[BREWMASTER], "activate-monk")
    return after.earn(seat, steps["ducats"], "activate-shade")


def close(abbey: Abbey, seat: str, shed: str, spots: Sequence[str]) -> Abbey:
    """Brewmaster, shed, activation, in that order."""
    board = abbey.boards[seat]
    kind = shed_for(board.around(shed))
    after = abbey.brew(seat, kind.brewmaster, "shed")
    words = message("Put a {kind} shed on {shed}.", kind=kind.name, shed=shed)
    line = Told(words, (owned(seat, shed), "Sheds", "Phase"), "shed")
    after = after.mend(seat, [line], sheds={**board.sheds, shed: kind.name})
    if spots:
        after = activate(after, seat, spots, "shed-activate")
    return after.but(pending=tuple(other for other in abbey.pending if other != shed))


def bought(abbey: Abbey, seat: str, spot: str) -> Abbey:
    """Close what the new tile encloses, then go on."""
    board = abbey.boards[seat]
    closed = [shed for shed in BESIDE_SHED[spot] if board.closes(shed)]
    after = abbey.but(phase=phases.CLOSING, pending=tuple(closed))
    for shed in closed:
        total = board.around(shed)
        words = message("{shed} is enclosed: the sum around it is {total}.", shed=shed, total=total)
        after = after.tell(words, owned(seat, shed), "Sheds", rule="shed")
        if not shed_for(total).tiles:
            after = close(after, seat, shed, ())
    if len(after.pending) > 1:
        after = after.tell(
            message("{pending}: one after the other.", pending=after.pending), "Sheds", rule="two-sheds"
        )
    return after if after.pending else go_on(after)


def go_on(abbey: Abbey) -> Abbey:
    """After a purchase: stay while more can be bought here."""
    return abbey.but(phase=phases.MORE) if abbey.can_go_on_buying() else rounds.end_turn(abbey)
