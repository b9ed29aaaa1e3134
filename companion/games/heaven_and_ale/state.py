"""A moment of Heaven & Ale, and the movements of hands that lead to the next."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from companion.games.heaven_and_ale.board import PLACED, SOLD
from companion.games.heaven_and_ale.box import (
    AREA,
    BESIDE_SHED,
    BREWMASTER,
    CARDS,
    COLOURS,
    DISC,
    FIRST,
    GARDEN,
    HOME,
    INDEX,
    LAST,
    MONK,
    MONKS,
    OF_KIND,
    PARTNER,
    PRICE,
    RESOURCE,
    SALE,
    SECOND,
    SHADE,
    SLOT_WORDS,
    TILE,
    X,
    shed_for,
)
from companion.games.heaven_and_ale.scoring import End, Score, score, winners
from companion.games.heaven_and_ale.seen import (
    CLOSING,
    MORE,
    PAIR,
    START,
    TURN,
    Seen,
    ducats,
    so_often,
    space_name,
)
from companion.games.heaven_and_ale.sheet import ducat_words, exchange_words, place
from companion.kernel.state import Told, listed, possessive


@dataclass(frozen=True, kw_only=True)
class Abbey(Seen):
    """The same, with the hands that lead to the next moment."""

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

    # -- what comes of it ---------------------------------------------------------------------------------

    def bought(self, seat: str, spot: str) -> Self:
        """Close what the new tile encloses, then go on."""
        board = self.boards[seat]
        closed = [shed for shed in BESIDE_SHED[spot] if board.closes(shed)]
        after = self.but(phase=CLOSING, pending=tuple(closed))
        for shed in closed:
            if not shed_for(board.around(shed)).tiles:
                after = after.close(seat, shed, ())
        if len(closed) > 1 and len(after.pending) > 1:
            after = after.tell(f"{listed(closed)} are enclosed: one after the other.", rule="two-sheds")
        return after if after.pending else after.go_on()

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

    def go_on(self) -> Self:
        """After a purchase: stay while more can be bought here."""
        return self.but(phase=MORE) if self.can_go_on_buying() else self.end_turn()

    def put_disc(self, seat: str, space: str, spot: str, number: int) -> Self:
        """Take a disc, put it on a scoring spot, and activate what it says."""
        board = self.boards[seat]
        words = f"Take a disc from {space_name(space)} and put it on {possessive(seat)} {spot} spot."
        after = self.but(piles={**self.piles, space: self.piles[space] - 1})
        after = after.mend(
            seat, [Told(words, (f"{seat} disc {spot}", space), "disc-space")], discs=board.discs | {spot}
        )
        if spot == X:
            after = after.activate(seat, board.of_number(number), "disc-a")
        elif spot in MONKS:
            beside = [
                other
                for at, tile in board.tiles.items()
                if tile == spot
                for other in GARDEN.beside[at]
                if other in board.tiles
            ]
            after = after.activate(seat, beside, "disc-b")
        else:
            after = after.activate(seat, board.of_colour(spot), "disc-c")
        if PARTNER[spot] not in board.discs:
            return after.end_turn()
        pair = listed(sorted((spot, PARTNER[spot])))
        if not board.hand:
            return after.tell(f"The pair {pair} is complete; no card is left.", rule="pair").end_turn()
        return after.but(phase=PAIR).tell(f"The pair {pair} is complete: a card may be placed.", rule="pair")

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

    # -- the sequence of play -----------------------------------------------------------------------------

    def after(self, seat: str, step: int = 1) -> str:
        """The next seat clockwise, or with ``step`` -1 counter-clockwise."""
        return self.players[(self.players.index(seat) + step) % len(self.players)]

    def next_start(self) -> Self:
        """The next figure counter-clockwise, or the first turn once all have a starting space."""
        seat = self.after(self.turn, -1)
        return self.but(turn=seat) if not self.boards[seat].slot else self.begin_turn(seat)

    def begin_turn(self, seat: str) -> Self:
        """A player's turn."""
        return self.but(phase=TURN, turn=seat).tell(f"{possessive(seat)} turn.", "Turn")

    def end_turn(self) -> Self:
        """The next player clockwise who is not back yet, or the end of the round."""
        seat = self.turn
        for _ in self.players:
            seat = self.after(seat)
            if self.boards[seat].figure != HOME:
                return self.begin_turn(seat)
        return self.end_round()

    def end_round(self) -> Self:
        """Fill the board up for the next round, or count the score after the last."""
        if self.last_round:
            told = f"Round {self.round} was the last, and all are back."
            return self.tell(told, "Round", rule="game-end").count_up()
        after = self.next_round()
        first = next((seat for seat, board in self.boards.items() if board.slot == FIRST), self.turn)
        boards = {seat: board.but(figure=0) for seat, board in after.boards.items()}
        return after.but(boards=boards).begin_turn(first)

    def next_round(self) -> Self:
        """Lay out tiles, monks and discs."""
        after = self.but(round=self.round + 1)
        piles = self._filled()
        after = after.but(piles=piles).tell(f"Round {after.round} of {self.rounds}.", "Round")
        after = after.tell(
            "Put a monk from the next pile on each monk space and a tile on each resource space;"
            " fill each scoring space up to one disc.",
            rule="round-end",
        )
        second = SECOND[len(self.players)] if after.last_round else ()
        if not second:
            return after
        words = f"The last round: put a second disc on {listed([space_name(space) for space in second])}."
        twice = after.but(piles=piles | dict.fromkeys(second, 2))
        return twice.tell(words, *second, rule="last-round") if twice.fits() else after

    def fits(self) -> bool:
        """Whether no more lies on the table than the box holds."""
        return all(n <= most for _, n, most in self.counted())

    def _filled(self) -> dict[str, int]:
        """The spaces with what the next round adds, as far as the box goes: a ruling may have used it up."""
        piles = dict(self.piles)
        left = {what: most - n for what, n, most in self.counted()}
        for space in OF_KIND[RESOURCE] if left["resource tiles"] >= len(OF_KIND[RESOURCE]) else ():
            piles[space] += 1
        for space in OF_KIND[MONK] if left["monks"] >= len(PRICE) else ():
            piles[space] += 1
        empty = [space for space in OF_KIND[DISC] if not piles[space]]
        return piles | dict.fromkeys(empty[: left["discs"]], 1)

    def ends(self) -> list[End]:
        """What the final score looks at, seat by seat."""
        return [board.end(seat) for seat, board in self.boards.items()]

    def counted_up(self, end: End) -> Score:
        """A score, in the reading this table plays by."""
        found = score(end)
        return found.stopping if self.may_stop and found.stopping else found

    def count_up(self) -> Self:
        """Tell every score line by line, and who wins."""
        after, scores = self, []
        for end in self.ends():
            found = self.counted_up(end)
            scores.append(found)
            steps = [
                Told(exchange_words(unit), (f"{end.name} {unit.moved[0]}",), "exchange")
                for unit in found.exchange
            ]
            steps += [
                Told(ducat_words(unit), (f"{end.name} ducats",), "ducat-steps") for unit in found.bought
            ]
            lines = [
                Told(
                    f"{end.name}: {line.label.lower()} {line.count} × {line.each} = {line.points}.",
                    (),
                    line.rule,
                )
                for line in found.lines
                if line.points or line.rule == "production"
            ]
            words = f"{end.name}: {found.rate} back for 1 forward, {found.value} points a level."
            after = after.but(
                told=(*after.told, Told(words, (f"{end.name} {BREWMASTER}",), "rate"), *steps, *lines)
            )
        best = winners(scores)
        totals = tuple((each.end.name, each.total) for each in scores)
        top = max(total for _, total in totals)
        why = f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'} with {top} points."
        return after.finish(tuple(best), "most-points", why, totals)
