"""A moment of Heaven & Ale, and how it goes on from there."""

from dataclasses import dataclass
from typing import Self

from companion.games.heaven_and_ale.box import (
    BESIDE_SHED,
    BREWMASTER,
    DISC,
    FIRST,
    GARDEN,
    HOME,
    MONK,
    MONKS,
    OF_KIND,
    PARTNER,
    PRICE,
    RESOURCE,
    SECOND,
    X,
    shed_for,
)
from companion.games.heaven_and_ale.hands import Hands
from companion.games.heaven_and_ale.scoring import End, Score, score, winners
from companion.games.heaven_and_ale.seen import CLOSING, MORE, PAIR, TURN, space_name
from companion.games.heaven_and_ale.sheet import ducat_words, exchange_words
from companion.kernel.state import Told, counted, listed, possessive


@dataclass(frozen=True, kw_only=True)
class Abbey(Hands):
    """The same, with what comes of it and the sequence of play."""

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
            words = f"{end.name}: {found.rate} back for 1 forward, {counted(found.value, 'point')} a level."
            after = after.but(
                told=(*after.told, Told(words, (f"{end.name} {BREWMASTER}",), "rate"), *steps, *lines)
            )
        best = winners(scores)
        totals = tuple((each.end.name, each.total) for each in scores)
        top = max(total for _, total in totals)
        why = f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'} with {counted(top, 'point')}."
        return after.finish(tuple(best), "most-points", why, totals)
