"""The movements of hands in Heaven & Ale."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from companion.games.heaven_and_ale.board import PLACED, SOLD
from companion.games.heaven_and_ale.box import (
    AREA,
    BREWMASTER,
    CARDS,
    COLOURS,
    HOME,
    INDEX,
    LAST,
    SALE,
    SHADE,
    SLOT_WORDS,
    TILE,
    shed_for,
)
from companion.games.heaven_and_ale.seen import START, Seen, ducats, so_often, space_name
from companion.games.heaven_and_ale.sheet import place
from companion.kernel.state import Told, listed, possessive


@dataclass(frozen=True, kw_only=True)
class Hands(Seen):
    """A moment, and what hands can move in it."""

    # -- movements of hands -------------------------------------------------------------------------------

    def mend(self, seat: str, told: Iterable[Told] = (), **changes: Any) -> Self:
        """Change some things of a player's, and tell."""
        boards = {**self.boards, seat: self.boards[seat].but(**changes)}
        return self.but(boards=boards, told=(*self.told, *told))

    def pay(self, seat: str, price: int, rule: str = "") -> Self:
        """Put ducats back into the reserve."""
        left = self.boards[seat].ducats - price
        return self.mend(
            seat, [Told(f"Pay {ducats(price)}: {left} left.", (f"{seat} ducats",), rule)], ducats=left
        )

    def earn(self, seat: str, n: int, rule: str) -> Self:
        """Take ducats from the reserve."""
        if not n:
            return self
        total = self.boards[seat].ducats + n
        return self.mend(
            seat, [Told(f"Take {ducats(n)}: {total} now.", (f"{seat} ducats",), rule)], ducats=total
        )

    def brew(self, seat: str, steps: int, rule: str) -> Self:
        """Move the brewmaster, never past the last space."""
        if not steps:
            return self
        at = self.boards[seat].brewmaster
        to = min(LAST, at + steps)
        about = (f"{seat} {BREWMASTER}",)
        told = [Told(f"Brewmaster +{to - at} → {place(to)}.", about, rule)] if to > at else []
        if to - at < steps:
            told.append(Told(f"The brewmaster stays on {LAST}.", about, "brewmaster-end"))
        return self.mend(seat, told, brewmaster=to)

    def forward(self, seat: str, colour: str, steps: int, rule: str) -> Self:
        """Move a resource marker; steps beyond the last space give a ducat each."""
        if not steps:
            return self
        board, i = self.boards[seat], COLOURS.index(colour)
        at = board.markers[i]
        to = min(LAST, at + steps)
        over = steps - (to - at)
        about = (f"{seat} {colour}",)
        told = [Told(f"{colour.capitalize()} +{to - at} → {place(to)}.", about, rule)] if to > at else []
        if over:
            words = f"{colour.capitalize()} is on {LAST}: {ducats(over)} instead."
            told.append(Told(words, (*about, f"{seat} ducats"), "track-end"))
        markers = (*board.markers[:i], to, *board.markers[i + 1 :])
        return self.mend(seat, told, markers=markers, ducats=board.ducats + over)

    def walk(self, seat: str, space: str) -> Self:
        """Move a figure clockwise to a space."""
        words = f"Move {possessive(seat)} figure to {space_name(space)}."
        return self.mend(seat, [Told(words, (f"{seat} figure",))], figure=INDEX[space], slot="")

    def lay(self, seat: str, tile: str, spot: str, price: int) -> Self:
        """Buy a tile of the space the figure stands on, and put it into the garden."""
        space, board = self.here, self.boards[seat]
        after = self.but(
            piles={**self.piles, space: self.piles[space] - 1}, left={**self.left, tile: self.left[tile] - 1}
        ).pay(seat, price, "price")
        side = "shade" if spot in SHADE else "sun"
        words = f"Put {tile} on {spot}, in the {side}."
        return after.mend(seat, [Told(words, (f"{seat} {spot}", space))], tiles={**board.tiles, spot: tile})

    def activate(self, seat: str, spots: Sequence[str], rule: str) -> Self:
        """Activate tiles, named twice if twice: ducats from the shade, steps in the sun, monks brew."""
        tiles = self.boards[seat].tiles
        if not spots:
            return self.tell("There is nothing to activate.", rule=rule)
        steps: Counter[str] = Counter()
        for spot in spots:
            tile = TILE[tiles[spot]]
            if not tile.colour:
                steps[BREWMASTER] += 1
            else:
                steps["ducats" if spot in SHADE else tile.colour] += tile.number
        times = Counter(spots)
        named = [f"{tiles[spot]} on {spot}{so_often(n)}" for spot, n in times.items()]
        after = self.tell(f"Activate {listed(named)}.", *[f"{seat} {spot}" for spot in times], rule=rule)
        for colour in COLOURS:
            after = after.forward(seat, colour, steps[colour], "activate-sun")
        after = after.brew(seat, steps[BREWMASTER], "activate-monk")
        return after.earn(seat, steps["ducats"], "activate-shade")

    def close(self, seat: str, shed: str, spots: Sequence[str]) -> Self:
        """Brewmaster, shed, activation, in that order."""
        board = self.boards[seat]
        total = board.around(shed)
        kind = shed_for(total)
        after = self.tell(f"{shed} is enclosed: the sum around it is {total}.", f"{seat} {shed}", rule="shed")
        after = after.brew(seat, kind.brewmaster, "shed")
        words = f"Put a {kind.name} shed on {shed}."
        after = after.mend(
            seat, [Told(words, (f"{seat} {shed}",), "shed")], sheds={**board.sheds, shed: kind.name}
        )
        if spots:
            after = after.activate(seat, spots, "shed-activate")
        return after.but(pending=tuple(other for other in self.pending if other != shed))

    def placed(self, seat: str, card: str) -> Self:
        """Put a privilege card beside a pair."""
        told = Told(f"Put the {card} beside the pair.", (f"{seat} {card}",), "pair")
        return self.mend(seat, [told], cards={**self.boards[seat].cards, card: PLACED})

    def card(self, seat: str, card: str, colour: str = "") -> Self:
        """Place a privilege card, and take what it gives."""
        board = self.boards[seat]
        facts = CARDS[card]
        after = self.placed(seat, card)
        match facts["kind"]:
            case "colour":
                after = after.forward(seat, colour, len(board.of_colour(colour)), "card-colour")
            case "discs":
                after = after.forward(
                    seat, colour or board.furthest_behind()[0], len(board.discs), "card-discs"
                )
            case "ducats":
                after = after.earn(seat, facts["ducats"], "card-ducats")
            case "brewmaster":
                after = after.brew(seat, facts["steps"], "card-brewmaster")
        return after

    def sell(self, seat: str, card: str) -> Self:
        """Return an unplaced card to the box."""
        told = Told(f"Put the {card} back into the box.", (f"{seat} {card}",), "card-sold")
        cards = {**self.boards[seat].cards, card: SOLD}
        return self.mend(seat, [told], cards=cards).earn(seat, SALE, "card-sold")

    def take_barrels(self, seat: str) -> Self:
        """Take the uppermost barrel of every goal reached."""
        after = self
        for goal in self.claims(seat):
            size = self.barrel(goal)
            barrels = {**after.boards[seat].barrels, goal: size}
            about = (f"{seat} barrel {goal}", f"barrel {goal}")
            after = after.mend(
                seat, [Told(f"Take the {size} barrel “{goal}”.", about, "barrel-space")], barrels=barrels
            )
        return after

    def stand(self, seat: str, slot: str, colour: str, rule: str) -> Self:
        """Put a figure on a space of the starting area and take its reward."""
        back = 0 if self.phase == START else HOME
        words = f"Put {possessive(seat)} figure on “{SLOT_WORDS[slot]}”."
        after = self.mend(seat, [Told(words, (f"{seat} figure",), rule)], figure=back, slot=slot)
        match slot:
            case "brewmaster":
                return after.brew(seat, AREA["brewmaster"], rule)
            case "marker":
                return after.forward(seat, colour, AREA["marker"], rule)
            case "ducats":
                return after.earn(seat, AREA["ducats"], rule)
        return after
