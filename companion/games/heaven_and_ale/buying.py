"""The verbs that fill the garden, and close its sheds. Each ``check`` lists the rules in the order asked."""

from dataclasses import dataclass
from typing import NoReturn

from companion.games.heaven_and_ale.board import Board
from companion.games.heaven_and_ale.box import (
    AROUND,
    INDEX,
    KIND,
    MONK,
    NUMBERS,
    PRICE,
    RESOURCE,
    RULES,
    SALE,
    SHEDS,
    SUN,
    SUNNY_FACTOR,
    shed_for,
)
from companion.games.heaven_and_ale.nouns import (
    Activated,
    Colour,
    Monk,
    MonkSpace,
    Number,
    ResourceSpace,
    Spot,
    WhichShed,
    closing,
)
from companion.games.heaven_and_ale.seen import CLOSING, MORE, NOTHING, TURN, ducats, space_name, start
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.action import Action

require, refuse = RULES.require, RULES.refuse


def open_space(abbey: Abbey, space: str) -> None:
    """A figure moves forward, onto a space that still holds something."""
    require(
        INDEX[space] > abbey.board.figure,
        "move",
        f"{start(space_name(space))} is not ahead of your figure.",
    )
    require(
        abbey.piles.get(space, 1),
        "space-action",
        f"Nothing is left on {space_name(space)}, so there is nothing to do.",
    )


def open_spot(board: Board, spot: str, price: int) -> None:
    """A tile goes on an empty spot one can pay for."""
    require(spot not in SHEDS, "empty-spot", f"{spot} is a shed spot.")
    if spot in board.tiles:
        refuse("empty-spot", f"{board.tiles[spot].capitalize()} lies on {spot}.")
    cost = price * SUNNY_FACTOR if spot in SUN else price
    if cost > board.ducats:
        too_dear(board, cost, "price", f"In the sun it costs {cost}; you have {ducats(board.ducats)}.")


def too_dear(board: Board, price: int, key: str, why: str) -> NoReturn:
    """Refuse a price; where cards that can still be sold would pay it, say so."""
    enough = price <= board.ducats + SALE * len(board.hand)
    refuse(key, why, f"Sell a card first: each brings {ducats(SALE)}." if enough else "")


def nothing_to_buy(board: Board, price: int, key: str, where: str) -> NoReturn:
    """Refuse a space, or all of them, as even the cheapest cannot be paid."""
    if price >= NOTHING:
        refuse(key, "No resource tile is left in the box.")
    why = f"Nothing on {where} is affordable: you have {board.ducats}, the cheapest is {price}."
    too_dear(board, price, key, why)


def room(board: Board) -> int:
    """What a price is multiplied with at least, where there is an empty spot at all."""
    factor = board.factor
    require(factor, "empty-spot", "Your garden is full.")
    return factor


@dataclass(frozen=True)
class Buy(Action[Abbey]):
    """Buy a resource tile and put it into your garden."""

    space: ResourceSpace
    colour: Colour
    number: Number
    spot: Spot
    title = "Buy a resource"
    cost = "its number, in the sun double"
    icon = "barley"
    during = (TURN, MORE)

    def check(self, abbey: Abbey) -> None:
        board, left = abbey.board, abbey.left
        factor = room(board)
        price = factor * abbey.cheapest("R1")
        if abbey.phase == TURN:
            require(abbey.ahead(RESOURCE), "resource-space", "No resource tile lies ahead of your figure.")
            if price > board.ducats:
                nothing_to_buy(board, price, "space-action", "these spaces")
            open_space(abbey, self.space[0])
        else:
            _here(abbey, RESOURCE, board, price)
        colour = self.colour
        still = [int(n) for n in NUMBERS if left[f"{colour} {n}"]]
        require(still, "box", f"All {colour} tiles lie in gardens already.")
        least = factor * still[0]
        if least > board.ducats:
            why = f"A {colour} tile costs at least {least}; you have {ducats(board.ducats)}."
            too_dear(board, least, "price", why)
        number, tile = int(self.number), f"{colour} {self.number}"
        require(left[tile], "box", f"All tiles {tile} lie in gardens already.")
        price = factor * number
        if price > board.ducats:
            where = "It" if factor == 1 else "Only the sunny side has room, so it"
            too_dear(board, price, "price", f"{where} costs {price}; you have {ducats(board.ducats)}.")
        open_spot(board, self.spot, number)

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.walk(self.by, self.space[0]) if self.space else abbey
        price = int(self.number) * (SUNNY_FACTOR if self.spot in SUN else 1)
        after = after.lay(self.by, f"{self.colour} {self.number}", self.spot, price)
        return after.bought(self.by, self.spot)


def _here(abbey: Abbey, kind: str, board: Board, price: int) -> None:
    """More can be bought of the space one stands on."""
    space, key = abbey.here, "resource-space" if kind == RESOURCE else "monk-space"
    require(KIND[space] == kind, key, f"Your figure stands on {space_name(space)}.")
    require(abbey.piles[space], key, f"Nothing is left on {space_name(space)}.")
    if price > board.ducats:
        nothing_to_buy(board, price, "price", "this space")


@dataclass(frozen=True)
class BuyMonk(Action[Abbey]):
    """Buy a monk and put it into your garden."""

    space: MonkSpace
    monk: Monk
    spot: Spot
    title = "Buy a monk"
    cost = "the space's price, in the sun double"
    icon = "monk"
    during = (TURN, MORE)

    def check(self, abbey: Abbey) -> None:
        board = abbey.board
        factor = room(board)
        if abbey.phase == TURN:
            ahead = abbey.ahead(MONK)
            require(ahead, "monk-space", "No monk stands ahead of your figure.")
            cheapest = factor * PRICE[ahead[-1]]
            if cheapest > board.ducats:
                nothing_to_buy(board, cheapest, "space-action", "these spaces")
            space = self.space[0]
            open_space(abbey, space)
            price = factor * PRICE[space]
            if price > board.ducats:
                nothing_to_buy(board, price, "space-action", "this space")
        else:
            space = abbey.here
            _here(abbey, MONK, board, factor * PRICE.get(space, 0))
        require(abbey.left[self.monk], "box", f"All {self.monk} tiles lie in gardens already.")
        open_spot(board, self.spot, PRICE[space])

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.walk(self.by, self.space[0]) if self.space else abbey
        price = PRICE[after.here] * (SUNNY_FACTOR if self.spot in SUN else 1)
        return after.lay(self.by, self.monk, self.spot, price).bought(self.by, self.spot)


@dataclass(frozen=True)
class CloseShed(Action[Abbey]):
    """Place the shed and activate tiles around it."""

    shed: WhichShed
    tiles: Activated
    title = "Close the shed"
    icon = "tower"
    during = (CLOSING,)

    def check(self, abbey: Abbey) -> None:
        shed = closing(abbey, self)
        ring = AROUND[shed]
        kind = shed_for(abbey.board.around(shed))
        at = [ring.index(spot) for spot in self.tiles]
        if kind.lie == "opposite" and len(at) > 1:
            require(
                (at[0] - at[1]) % 6 == 3,
                "shed-activate",
                f"{self.tiles[-1]} is not opposite {self.tiles[0]}: {kind.name} activates two opposite ones.",
            )
        if kind.lie == "apart":
            for spot, i in zip(self.tiles[1:], at[1:], strict=True):
                require(
                    (i - at[0]) % 2 == 0,
                    "shed-activate",
                    f"With {self.tiles[0]} and {spot} no three tiles are left with none side by side.",
                )

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.close(self.by, closing(abbey, self), self.tiles)
        return after if after.pending else after.go_on()
