"""Checks that several verbs share, each citing its rule."""

from typing import NoReturn

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, Board
from companion.games.heaven_and_ale.state.board import HAND, SOLD
from companion.words import Message, message

require, refuse = box.RULES.require, box.RULES.refuse

HELD = "Choose a card that you still hold."
SPACE_RULE = {box.RESOURCE: "resource-space", box.MONK: "monk-space"}
NONE_AHEAD = {
    box.RESOURCE: "No resource tile lies ahead of your figure.",
    box.MONK: "No monk stands ahead of your figure.",
}

PASSED = {
    space: message("{Space} is not ahead of your figure.", space=name)
    for space, name in box.SPACE_NAME.items()
}
EMPTY = {
    space: message("Nothing is left on {space}, so there is nothing to do.", space=name)
    for space, name in box.SPACE_NAME.items()
}
"""Why a figure does not go to a space, ready for each time it is asked."""


def open_space(abbey: Abbey, space: str) -> None:
    """A figure moves forward, onto a space that still holds something."""
    require(box.INDEX[space] > abbey.board.figure, "move", PASSED[space])
    require(abbey.piles.get(space, 1), "space-action", EMPTY[space])


def open_spot(board: Board, spot: str, price: int) -> None:
    """A tile goes on an empty spot one can pay for."""
    require(spot not in box.SHEDS, "empty-spot", "{spot} is a shed spot.", spot=spot)
    if spot in board.tiles:
        refuse("empty-spot", "{Tile} lies on {spot}.", tile=board.tiles[spot], spot=spot)
    cost = price * box.SUNNY_FACTOR if spot in box.SUN else price
    if cost > board.ducats:
        too_dear(
            board,
            cost,
            "price",
            message(
                "In the sun it costs {cost}; you have {ducats}.", cost=cost, ducats=box.ducats(board.ducats)
            ),
        )


def too_dear(board: Board, price: int, key: str, why: Message) -> NoReturn:
    """Refuse a price; where cards that can still be sold would pay it, say so."""
    enough = price <= board.ducats + box.SALE * len(board.hand)
    sell = message("Sell a card first: each brings {ducats}.", ducats=box.ducats(box.SALE))
    refuse(key, why, sell if enough else "")


def only_sun(factor: int) -> str:
    """Return why everything costs double; empty if it does not."""
    return "" if factor == 1 else ", as only the sunny side has room"


def nothing_to_buy(board: Board, price: int, key: str, where: str) -> NoReturn:
    """Refuse a space, or all of them, as even the cheapest cannot be paid."""
    if price >= box.NOTHING:
        refuse(key, "No resource tile is left in the box.")
    dear = only_sun(board.factor)
    why = message(
        "Nothing on {where} is affordable: you have {ducats}, the cheapest is {price}{dear}.",
        where=where,
        ducats=board.ducats,
        price=price,
        dear=dear,
    )
    too_dear(board, price, key, why)


def room(board: Board) -> int:
    """Return the least factor of a price, or refuse if the garden is full."""
    factor = board.factor
    require(factor, "empty-spot", "Your garden is full.")
    return factor


def lies_here(abbey: Abbey, kind: str) -> None:
    """Refuse a purchase if the figure stands on another space, or nothing there is left or affordable."""
    space, board, key = abbey.here, abbey.board, SPACE_RULE[kind]
    require(box.KIND[space] == kind, key, "Your figure stands on {space}.", space=box.SPACE_NAME[space])
    require(abbey.piles[space], key, "Nothing is left on {space}.", space=box.SPACE_NAME[space])
    price = board.factor * abbey.cheapest(space)
    if price > board.ducats:
        nothing_to_buy(board, price, "price", "this space")


def fits(space: str, discs: frozenset[str]) -> bool:
    """True if a disc of a space still has an empty spot."""
    return not discs.issuperset(box.FITS[space])


def held(board: Board, card: str) -> None:
    """Refuse a privilege card that is placed or sold already."""
    where = board.cards[card]
    rule = "card-sold" if where == SOLD else "pair"
    require(where == HAND, rule, "The {card} is {where}.", HELD, card=card, where=where)
