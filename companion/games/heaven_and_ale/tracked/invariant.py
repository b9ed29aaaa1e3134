"""The invariant of Heaven & Ale: the limits of the box."""

from collections import Counter

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, Board, phases
from companion.games.heaven_and_ale.state.board import HAND, LARGE, PLACED, SMALL, SOLD
from companion.kernel.state import ensure


def invariant(abbey: Abbey) -> None:
    """Ensure that the table holds no more than the box, and that each counter is within its limits."""
    for seat, board in abbey.boards.items():
        _board(abbey, seat, board)
    ensure(
        1 <= abbey.round <= abbey.rounds,
        "There are {rounds} rounds, and no round {round}.",
        rounds=abbey.rounds,
        round=abbey.round,
    )
    _each_once(abbey)
    _tiles(abbey)
    ensure(abbey.phase != phases.CLOSING or abbey.pending, "A shed is being closed that is not enclosed.")


def _each_once(abbey: Abbey) -> None:
    """Ensure that no two seats have the same barrel, or a figure on the same space."""
    for goal in box.GOALS:
        sizes = Counter(board.barrels.get(goal) for board in abbey.boards.values())
        for size in (LARGE, SMALL):
            ensure(
                sizes[size] <= 1,
                "There is one {size} barrel “{goal}”; set whose it is now first.",
                size=size,
                goal=goal,
            )
    for slot, n in Counter(board.slot for board in abbey.boards.values()).items():
        ensure(n == 1 or not slot, "Another figure stands on “{slot}”; set that one first.", slot=slot)


def _tiles(abbey: Abbey) -> None:
    """Ensure that no tile or disc lies there that the box does not hold, and that they are counted right."""
    laid = Counter(tile for board in abbey.boards.values() for tile in board.tiles.values())
    for tile, of in box.IN_BOX.items():
        ensure(
            laid[tile] <= of,
            "That makes {laid} tiles {tile}; the box has {of}.",
            laid=laid[tile],
            tile=tile,
            of=of,
        )
        ensure(abbey.left[tile] == of - laid[tile], "The tiles {tile} are miscounted.", tile=tile)
    for what, n, most in abbey.counted():
        ensure(
            n <= most, "That makes {n} {what}; the box has {most} for this table.", n=n, what=what, most=most
        )
    ensure(min(abbey.piles.values()) >= 0, "A pile has less than nothing.")
    for tile in box.TILE if abbey.kept else ():
        ensure(
            abbey.to_lay(tile) >= 0,
            "That makes too many tiles {tile}; the box has {in_box}.",
            tile=tile,
            in_box=box.IN_BOX[tile],
        )
    for space, there in abbey.lying.items():
        ensure(abbey.piles[space] == len(there), "The tiles on {space} are miscounted.", space=space)


def _board(abbey: Abbey, seat: str, board: Board) -> None:
    ensure(board.ducats >= 0, "{seat} cannot have {ducats} ducats.", seat=seat, ducats=board.ducats)
    for marker in box.MARKERS:
        at, least = board.at(marker), box.place(abbey.lowest)
        ensure(
            abbey.lowest <= at <= box.LAST,
            "The track of this table goes from {least} to {most}; {marker} of {seat} is not on {place}.",
            least=least,
            most=box.LAST,
            marker=marker,
            seat=seat,
            place=box.place(at),
        )
    ensure(
        set(board.cards) == set(box.CARDS) and set(board.cards.values()) <= {HAND, PLACED, SOLD},
        "{seat} has each privilege card once.",
        seat=seat,
    )
    ensure(
        set(board.tiles) <= box.SUN | box.SHADE and set(board.sheds) <= box.SHEDS,
        "Tiles lie on the spots of the garden, sheds on shed spots.",
    )
    ensure(
        set(board.sheds.values()) <= set(box.SHED) and board.discs <= set(box.SPOTS),
        "That shed or scoring spot is not in the box.",
    )
    ensure(
        0 <= board.figure <= box.HOME and not (board.slot and 0 < board.figure < box.HOME),
        "The figure of {seat} stands in two places.",
        seat=seat,
    )
