"""The verbs that fill the garden, and close its sheds."""

from dataclasses import dataclass

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.actions import foresee, nouns
from companion.games.heaven_and_ale.actions.checks import (
    NONE_AHEAD,
    SPACE_RULE,
    lies_here,
    nothing_to_buy,
    only_sun,
    open_space,
    open_spot,
    room,
    too_dear,
)
from companion.games.heaven_and_ale.actions.foresee import ScoringAction
from companion.games.heaven_and_ale.state import Abbey, Board, phases, tiles
from companion.words import Text, message

require = box.RULES.require


@dataclass(frozen=True)
class Purchase(ScoringAction):
    """An action that puts a tile into the garden, beside sheds."""

    space: tuple[str, ...]
    at_once = True
    during = (phases.TURN, phases.MORE)

    def bought_from(self, abbey: Abbey, board: Board, factor: int, kind: str) -> str:
        """Return the space that is bought from; refuse if nothing of the kind is left or affordable."""
        if abbey.phase != phases.TURN:
            lies_here(abbey, kind)
            return abbey.here
        ahead = abbey.ahead(kind)
        require(ahead, SPACE_RULE[kind], NONE_AHEAD[kind])
        # monks get cheaper along the way, and tiles that nobody keeps track of are the same on all spaces
        least = factor * (min(map(abbey.cheapest, ahead)) if abbey.kept else abbey.cheapest(ahead[-1]))
        if least > board.ducats:
            nothing_to_buy(board, least, "space-action", "these spaces")
        space = self.space[0]
        open_space(abbey, space)
        if abbey.kept or kind == box.MONK:
            price = factor * abbey.cheapest(space)
            if price > board.ducats:
                nothing_to_buy(board, price, "space-action", "this space")
        return space

    def put(self, abbey: Abbey, tile: str, spot: str) -> Abbey:
        """Walk to the space, pay for a tile and put it into the garden."""
        after = abbey.walk(self.by, self.space[0]) if self.space else abbey
        price = box.TILE[tile].number or box.PRICE[after.here]
        after = tiles.lay(after, self.by, tile, spot, price * (box.SUNNY_FACTOR if spot in box.SUN else 1))
        return tiles.bought(after, self.by, spot)

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        (spot,) = after.boards[self.by].tiles.keys() - before.boards[self.by].tiles.keys()
        return super().foresee(before, after) + foresee.sheds(after, self.by, spot)


@dataclass(frozen=True)
class Buy(Purchase):
    """Buy a resource tile and put it into your garden."""

    space: nouns.ResourceSpace
    colour: nouns.Colour
    number: nouns.Number
    spot: nouns.Spot
    title = "Buy a resource"
    cost = "its number, in the sun double"
    icon = "barley"

    def check(self, abbey: Abbey) -> None:
        board, left = abbey.board, abbey.left
        factor = room(board)
        space = self.bought_from(abbey, board, factor, box.RESOURCE)
        colour = self.colour
        if abbey.kept:
            lying = {tile for tile in abbey.lying[space] if box.TILE[tile].colour == colour}
            words = "No {colour} tile lies on {space}."
            require(lying, "tiles-kept", words, colour=colour, space=box.SPACE_NAME[space])
            left = dict.fromkeys(left, 0) | dict.fromkeys(lying, 1)
        lowest = next((number for tile, number in box.OF_COLOUR[colour] if left[tile]), 0)
        require(lowest, "box", "All {colour} tiles lie in gardens already.", colour=colour)
        least = factor * lowest
        if least > board.ducats:
            why = message(
                "A {colour} tile costs at least {least}{sun}; you have {ducats}.",
                colour=colour,
                least=least,
                sun=only_sun(factor),
                ducats=box.ducats(board.ducats),
            )
            too_dear(board, least, "price", why)
        number, tile = int(self.number), f"{colour} {self.number}"
        if abbey.kept:
            words = "{Tile} does not lie on {space}."
            require(left[tile], "tiles-kept", words, tile=tile, space=box.SPACE_NAME[space])
        require(left[tile], "box", "All tiles {tile} lie in gardens already.", tile=tile)
        price = factor * number
        if price > board.ducats:
            where = "It" if factor == 1 else "Only the sunny side has room, so it"
            why = message(
                "{where} costs {price}; you have {ducats}.",
                where=where,
                price=price,
                ducats=box.ducats(board.ducats),
            )
            too_dear(board, price, "price", why)
        open_spot(board, self.spot, number)

    def apply(self, abbey: Abbey) -> Abbey:
        return self.put(abbey, f"{self.colour} {self.number}", self.spot)


@dataclass(frozen=True)
class BuyMonk(Purchase):
    """Buy a monk and put it into your garden."""

    space: nouns.MonkSpace
    monk: nouns.Monk
    spot: nouns.Spot
    title = "Buy a monk"
    cost = "the space's price, in the sun double"
    icon = "monk"

    def check(self, abbey: Abbey) -> None:
        board = abbey.board
        space = self.bought_from(abbey, board, room(board), box.MONK)
        require(abbey.left[self.monk], "box", "All {monk} tiles lie in gardens already.", monk=self.monk)
        open_spot(board, self.spot, box.PRICE[space])

    def apply(self, abbey: Abbey) -> Abbey:
        return self.put(abbey, self.monk, self.spot)


@dataclass(frozen=True)
class CloseShed(ScoringAction):
    """Place the shed and activate tiles around it."""

    shed: nouns.WhichShed
    tiles: nouns.Activated
    title = "Close the shed"
    icon = "tower"
    at_once = True
    during = (phases.CLOSING,)

    def check(self, abbey: Abbey) -> None:
        shed = nouns.closing(abbey, self)
        ring = box.AROUND[shed]
        kind = box.shed_for(abbey.board.around(shed))
        at = [ring.index(spot) for spot in self.tiles]
        if kind.lie == "opposite" and len(at) > 1:
            require(
                (at[0] - at[1]) % 6 == 3,
                "shed-activate",
                "{other} is not opposite {tile}: a {kind} shed activates two opposite tiles.",
                other=self.tiles[-1],
                tile=self.tiles[0],
                kind=kind.name,
            )
        if kind.lie == "apart":
            for spot, i in zip(self.tiles[1:], at[1:], strict=True):
                require(
                    (i - at[0]) % 2 == 0,
                    "shed-activate",
                    "With {tile} and {spot} no three tiles are left with none side by side.",
                    tile=self.tiles[0],
                    spot=spot,
                )

    def apply(self, abbey: Abbey) -> Abbey:
        after = tiles.close(abbey, self.by, nouns.closing(abbey, self), self.tiles)
        return after if after.pending else tiles.go_on(after)
