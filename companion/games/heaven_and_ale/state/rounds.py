"""The sequence of play: starting spaces, turns and rounds."""

from companion.games.heaven_and_ale.box import (
    DISC,
    FIRST,
    HOME,
    MONK,
    OF_KIND,
    PRICE,
    RESOURCE,
    SECOND,
    space_name,
)
from companion.games.heaven_and_ale.state import final, phases
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.kernel.state import listed, possessive


def next_start(abbey: Abbey) -> Abbey:
    """The next figure counter-clockwise, or the first turn once all have a starting space."""
    seat = abbey.after(abbey.turn, -1)
    return abbey.but(turn=seat) if not abbey.boards[seat].slot else begin_turn(abbey, seat)


def begin_turn(abbey: Abbey, seat: str) -> Abbey:
    """A player's turn."""
    return abbey.but(phase=phases.TURN, turn=seat).tell(f"{possessive(seat)} turn.", "Turn")


def end_turn(abbey: Abbey) -> Abbey:
    """The next player clockwise who is not back yet, or the end of the round."""
    seat = abbey.turn
    for _ in abbey.players:
        seat = abbey.after(seat)
        if abbey.boards[seat].figure != HOME:
            return begin_turn(abbey, seat)
    return end_round(abbey)


def end_round(abbey: Abbey) -> Abbey:
    """Fill the board up for the next round, or count the score after the last."""
    if abbey.last_round:
        told = f"Round {abbey.round} was the last, and all are back."
        return final.count_up(abbey.tell(told, "Round", rule="game-end"))
    after = next_round(abbey)
    first = next((seat for seat, board in abbey.boards.items() if board.slot == FIRST), abbey.turn)
    boards = {seat: board.but(figure=0) for seat, board in after.boards.items()}
    return begin_turn(after.but(boards=boards), first)


def next_round(abbey: Abbey) -> Abbey:
    """Lay out tiles, monks and discs."""
    after = abbey.but(round=abbey.round + 1)
    piles = _filled(abbey)
    after = after.but(piles=piles).tell(f"Round {after.round} of {abbey.rounds}.", "Round")
    after = after.tell(
        "Put a monk from the next pile on each monk space and a tile on each resource space;"
        " fill each scoring space up to one disc.",
        rule="round-end",
    )
    second = SECOND[len(abbey.players)] if after.last_round else ()
    if not second:
        return after
    words = f"The last round: put a second disc on {listed([space_name(space) for space in second])}."
    twice = after.but(piles=piles | dict.fromkeys(second, 2))
    return twice.tell(words, *second, rule="last-round") if twice.fits() else after


def _filled(abbey: Abbey) -> dict[str, int]:
    """The spaces with what the next round adds, as far as the box goes: a ruling may have used it up."""
    piles = dict(abbey.piles)
    left = {what: most - n for what, n, most in abbey.counted()}
    for space in OF_KIND[RESOURCE] if left["resource tiles"] >= len(OF_KIND[RESOURCE]) else ():
        piles[space] += 1
    for space in OF_KIND[MONK] if left["monks"] >= len(PRICE) else ():
        piles[space] += 1
    empty = [space for space in OF_KIND[DISC] if not piles[space]]
    return piles | dict.fromkeys(empty[: left["discs"]], 1)
