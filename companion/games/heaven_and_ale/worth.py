"""The worth of a moment for a seat: its score if it ended now, and what is still promised."""

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.scoring.score import rate_and_value
from companion.games.heaven_and_ale.state import Abbey
from companion.games.heaven_and_ale.state.board import Board

AGAIN = 1.4
"""So often a tile is activated in a whole game. House, as all figures here."""
DUCAT, SOON, SHED, CARD, DISC, BARREL = 0.15, 0.45, 2.5, 3.0, 0.3, 3.0
"""What a ducat is worth at the end and, beyond that, at the beginning; a closed shed, a card in hand at the
beginning, a disc, and a barrel."""
STEP = 0.3
"""What a space of the way that still lies ahead is worth."""


def worth(abbey: Abbey, seat: str) -> float:
    """Return the worth of a moment for a seat, against the best of the others."""
    others = [_promise(abbey, other) for other in abbey.playing if other != seat]
    return _promise(abbey, seat) - max(others, default=0.0)


_promised: dict[str, tuple[Board | None, int, int, float]] = {}
"""Seat to the board that was looked at last: most of what is looked at leaves the others' as they are."""


def _promise(abbey: Abbey, seat: str) -> float:
    board = abbey.boards[seat]
    *entry, points = _promised.get(seat, (None, 0, 0, 0.0))
    if entry[0] is not board or entry[1:] != [abbey.round, abbey.rounds]:
        points = _looked_at(abbey, board)
        _promised[seat] = board, abbey.round, abbey.rounds, points
    return points


def _looked_at(abbey: Abbey, board: Board) -> float:
    ahead = box.HOME - board.figure
    left = (abbey.rounds - abbey.round + ahead / box.HOME) / abbey.rounds
    rate, _ = rate_and_value(board.brewmaster)
    markers, shade = _activated(board, AGAIN * left)
    least, mean = min(markers), sum(markers) / len(markers)
    level = least + (mean - least) / rate
    points = level * (2.0 + 4.0 * (board.brewmaster + 9 + 8 * left) / (box.LAST + 9))
    purse = board.ducats + shade
    points += purse * DUCAT + min(purse, 45) * SOON * left + SHED * len(board.sheds) * (0.5 + left)
    points += CARD * len(board.hand) * left + DISC * len(board.discs) + BARREL * len(board.barrels)
    return points + STEP * ahead


def _activated(board: Board, times: float) -> tuple[list[float], float]:
    """Return the markers' places if every tile were activated so often, and the ducats of the shade."""
    markers, shade = dict(zip(box.COLOURS, map(float, board.markers), strict=True)), 0.0
    for spot, name in board.tiles.items():
        tile = box.TILE[name]
        if tile.colour and spot in box.SUN:
            markers[tile.colour] += times * tile.number
        elif tile.colour:
            shade += times * tile.number
    return [min(at, float(box.LAST)) for at in markers.values()], shade
