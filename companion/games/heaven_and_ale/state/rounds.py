"""The sequence of play: starting spaces, turns and rounds."""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import final, phases
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.kernel.state import Told
from companion.words import joined, message


def next_start(abbey: Abbey) -> Abbey:
    """The next figure counter-clockwise, or the first turn once all have a starting space."""
    seat = abbey.turn
    for _ in abbey.playing:
        seat = abbey.after(seat, -1)
        if not abbey.boards[seat].slot:
            return abbey.but(turn=seat).tell(message("{seat} chooses a starting space.", seat=seat), "Turn")
    return begin_track(abbey) if abbey.track else open_round(abbey)


def open_round(abbey: Abbey) -> Abbey:
    """The first turn of a round; where it is kept what lies on the main board, that is said before."""
    spaces = box.OF_KIND[box.RESOURCE]
    if not abbey.kept or sum(abbey.to_lay(tile) for tile in box.TILE if box.TILE[tile].colour) < len(spaces):
        return begin_turn(abbey, abbey.first)
    words = "A tile comes on each resource space: say which, or let the phone draw them."
    return abbey.but(phase=phases.LAYING, laying=spaces).tell(words, "Phase", "Laying", rule="round-end")


def lay_out(abbey: Abbey, tiles: Sequence[str]) -> Abbey:
    """Put tiles on the next spaces that wait for one; after the last one the first turn begins."""
    for tile in tiles:
        space, *rest = abbey.laying
        abbey = abbey.but(laying=tuple(rest)).put_out(space, tile, "Laying")
    return abbey if abbey.laying else begin_turn(abbey, abbey.first)


def begin_track(abbey: Abbey) -> Abbey:
    """A table that keeps just the track begins: where the figures go from now on is not kept."""
    boards = {
        seat: board if board.slot == box.FIRST else board.but(slot="") for seat, board in abbey.boards.items()
    }
    figures = [box.owned(seat, "figure") for seat in boards if boards[seat] is not abbey.boards[seat]]
    words = message("{first} begins. Say here what moves on the tracks.", first=abbey.first)
    return abbey.but(phase=phases.TRACK, boards=boards).tell(
        words, "Phase", "Turn", *figures, rule="track-only"
    )


def end_track(abbey: Abbey) -> Abbey:
    """The round of a table that keeps just the track is over: the next one, or the last sale."""
    if not abbey.last_round:
        return next_round(abbey)
    words = message("Round {round} was the last, and all are back.", round=abbey.round)
    abbey = abbey.tell(words, "Round", rule="game-end")
    sellers = tuple(seat for seat in abbey.playing if abbey.boards[seat].hand)
    if not sellers:
        return final.count_up(abbey)
    words = message("{sellers} {sellers:has|have} unplaced cards: the last chance to sell.", sellers=sellers)
    return abbey.but(phase=phases.SALE, sellers=sellers).tell(words, "Phase", "Sellers", rule="card-sold")


def sold(abbey: Abbey, seat: str) -> Abbey:
    """A seat sells no more; once nobody does, the score is counted."""
    left = tuple(other for other in abbey.sellers if other != seat)
    after = abbey.but(sellers=left).tell(
        message("{seat} sells no more.", seat=seat), "Sellers", rule="card-sold"
    )
    return after if left else final.count_up(after)


def begin_turn(abbey: Abbey, seat: str) -> Abbey:
    """A player's turn."""
    return abbey.tell(message("{seat's} turn.", seat=seat), "Turn", "Phase", phase=phases.TURN, turn=seat)


def end_turn(abbey: Abbey) -> Abbey:
    """The next player clockwise who is not back yet, or the end of the round."""
    seat = abbey.turn
    for _ in abbey.players:
        seat = abbey.after(seat)
        if abbey.boards[seat].figure != box.HOME:
            return begin_turn(abbey, seat)
    return end_round(abbey)


def leave(abbey: Abbey, seat: str) -> Abbey:
    """A seat has left: its figure goes off the board, everything else of it stays, and the others go on."""
    words = message(
        "Take {seat's} figure off the board; markers, tiles, cards and barrels stay as they are.", seat=seat
    )
    after = abbey.mend(seat, [Told(words, (box.owned(seat, "figure"),), "resign")], figure=box.HOME, slot="")
    if abbey.phase == phases.SALE:
        return sold(after, seat) if seat in abbey.sellers else after
    if abbey.phase in (phases.TRACK, phases.LAYING) or seat != abbey.turn:
        return after
    if abbey.phase == phases.START:
        return next_start(after)
    about = ("Sheds",) if abbey.pending else ()
    return end_turn(after.but(pending=()).tell(message("{seat's} turn is over.", seat=seat), "Turn", *about))


def end_round(abbey: Abbey) -> Abbey:
    """Fill the board up for the next round, or count the score after the last."""
    if abbey.last_round:
        words = message("Round {round} was the last, and all are back.", round=abbey.round)
        return final.count_up(abbey.tell(words, "Round", rule="game-end"))
    boards = {
        seat: board.but(figure=0) if seat in abbey.playing else board for seat, board in abbey.boards.items()
    }
    after = next_round(abbey.but(boards=boards), *[box.owned(seat, "figure") for seat in boards])
    return open_round(after)


def next_round(abbey: Abbey, *about: str) -> Abbey:
    """Lay out tiles, monks and discs; ``about`` names the other things that begin again."""
    piles = dict(abbey.piles) if abbey.track else _filled(abbey)
    after = abbey.tell_lines(_laid_out(abbey, piles, about), round=abbey.round + 1, piles=piles)
    second = box.SECOND[len(abbey.players)] if after.last_round else ()
    if not second:
        return after
    sentence = message(
        "The last round: put a second disc on {spaces}.", spaces=[box.SPACE_NAME[space] for space in second]
    )
    twice = after.but(piles=piles | dict.fromkeys(second, 2))
    return twice.tell(sentence, *second, rule="last-round") if twice.fits() else after


def _laid_out(abbey: Abbey, piles: Mapping[str, int], about: tuple[str, ...]) -> Iterator[Told]:
    words = message("Round {round} of {rounds}.", round=abbey.round + 1, rounds=abbey.rounds)
    yield Told(words, ("Round", *about))
    more = [space for space, n in piles.items() if abbey.track or n != abbey.piles[space]]
    kinds = {box.KIND[space] for space in more}
    puts = joined(words for kind, words in _ADDED.items() if kind in kinds)
    words = message("{Words}.", words=puts or "nothing is left in the box to be put on the main board")
    yield Told(words, (*more,), "round-end")


_ADDED = {
    box.MONK: "put a monk from the next pile on each monk space",
    box.RESOURCE: "put a tile of I, of II once I is used up, on each resource space",
    box.DISC: "fill each scoring space up to one disc",
}
"""Kind of space to what the next round adds, where there is enough of it."""


def _filled(abbey: Abbey) -> dict[str, int]:
    """The spaces with what the next round adds, as far as the box goes: a ruling may have used it up."""
    piles = dict(abbey.piles)
    left = {what: most - n for what, n, most in abbey.counted()}
    for kind, what in ((box.RESOURCE, "resource tiles"), (box.MONK, "monks")):
        if left[what] >= len(box.OF_KIND[kind]) and not (abbey.kept and kind == box.RESOURCE):
            piles |= {space: piles[space] + 1 for space in box.OF_KIND[kind]}
    empty = [space for space in box.OF_KIND[box.DISC] if not piles[space]]
    return piles | dict.fromkeys(empty[: left["discs"]], 1)
