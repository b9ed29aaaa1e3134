"""Rewards on a figure's way: discs, privilege cards, barrels, and the spaces of the starting area."""

from collections.abc import Iterator
from itertools import chain

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import phases, rounds, tiles
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.games.heaven_and_ale.state.board import PLACED, SOLD
from companion.kernel.state import Told
from companion.words import message


def put_disc(abbey: Abbey, seat: str, space: str, spot: str, number: int) -> Abbey:
    """Take a disc, put it on a scoring spot, and activate what it says."""
    board = abbey.boards[seat]
    words = message(
        "Take a disc from {space} and put it on {seat's} {spot} spot.",
        space=box.SPACE_NAME[space],
        seat=seat,
        spot=spot,
    )
    after = abbey.but(piles={**abbey.piles, space: abbey.piles[space] - 1})
    after = after.mend(
        seat, [Told(words, (box.owned(seat, spot, "disc "), space), "disc-space")], discs=board.discs | {spot}
    )
    if spot == box.X:
        after = tiles.activate(after, seat, board.of_number(number), "disc-a")
    elif spot in box.MONKS:
        beside = [
            other
            for at, tile in board.tiles.items()
            if tile == spot
            for other in box.GARDEN.beside[at]
            if other in board.tiles
        ]
        after = tiles.activate(after, seat, beside, "disc-b")
    else:
        after = tiles.activate(after, seat, board.of_colour(spot), "disc-c")
    if box.PARTNER[spot] not in board.discs:
        return rounds.end_turn(after)
    pair = sorted((spot, box.PARTNER[spot]))
    if not board.hand:
        return rounds.end_turn(
            after.tell(message("The pair {pair} is complete; no card is left.", pair=pair), rule="pair")
        )
    return after.but(phase=phases.PAIR).tell(
        message("The pair {pair} is complete: a card may be placed.", pair=pair), "Phase", rule="pair"
    )


def place_card(abbey: Abbey, seat: str, card: str) -> Abbey:
    """Put a privilege card beside a pair."""
    line = Told(message("Put the {card} beside the pair.", card=card), (box.owned(seat, card),), "pair")
    return abbey.mend(seat, [line], cards={**abbey.boards[seat].cards, card: PLACED})


def card(abbey: Abbey, seat: str, card: str, colour: str = "") -> Abbey:
    """Place a privilege card, and take what it gives."""
    board = abbey.boards[seat]
    facts = box.CARDS[card]
    after = place_card(abbey, seat, card)
    match facts.kind:
        case "colour":
            after = after.forward(seat, colour, len(board.of_colour(colour)), "card-colour")
        case "discs":
            after = after.forward(seat, colour or board.furthest_behind()[0], len(board.discs), "card-discs")
        case "ducats":
            after = after.earn(seat, facts.ducats, "card-ducats")
        case "brewmaster":
            after = after.brew(seat, facts.steps, "card-brewmaster")
    return after


def sell(abbey: Abbey, seat: str, card: str) -> Abbey:
    """Return an unplaced card to the box."""
    board = abbey.boards[seat]
    lines = chain(_sold(seat, card), abbey.earned(seat, box.SALE, "card-sold"))
    return abbey.mend(seat, lines, cards={**board.cards, card: SOLD}, ducats=board.ducats + box.SALE)


def _sold(seat: str, card: str) -> Iterator[Told]:
    words = message("Put the {card} back into the box.", card=card)
    yield Told(words, (box.owned(seat, card),), "card-sold")


def take_barrels(abbey: Abbey, seat: str) -> Abbey:
    """Take the uppermost barrel of every goal reached."""
    after = abbey
    for goal in abbey.claims(seat):
        size = abbey.barrel(goal)
        barrels = {**after.boards[seat].barrels, goal: size}
        about = (box.owned(seat, goal, "barrel "), box.BARRELS_OF[goal])
        words = message("Take the {size} barrel “{goal}”.", size=size, goal=box.GOAL[goal].words)
        after = after.mend(seat, [Told(words, about, "barrel-space")], barrels=barrels)
    return after


def stand(abbey: Abbey, seat: str, slot: str, colour: str, rule: str) -> Abbey:
    """Put a figure on a space of the starting area and take its reward."""
    back = 0 if abbey.phase == phases.START else box.HOME
    after = abbey.mend(seat, _stands(seat, slot, rule), figure=back, slot=slot)
    match slot:
        case "brewmaster":
            return after.brew(seat, box.AREA.brewmaster, rule)
        case "marker":
            return after.forward(seat, colour, box.AREA.marker, rule)
        case "ducats":
            return after.earn(seat, box.AREA.ducats, rule)
    return after


def _stands(seat: str, slot: str, rule: str) -> Iterator[Told]:
    words = message("Put {seat's} figure on “{slot}”.", seat=seat, slot=box.SLOT_WORDS[slot])
    yield Told(words, (box.owned(seat, "figure"),), rule)
