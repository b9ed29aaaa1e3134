"""A moment of Kalah. Its methods are movements of hands, and tell what they did."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.kernel.state import State
from companion.words import counted

from . import box


@dataclass(frozen=True)
class Kalah(State):
    """How many seeds lie where, and whose turn it is."""

    rules = box.RULES
    seeds: Mapping[str, int]
    total: int
    """How many seeds are in play, wherever they lie."""
    turn: str

    @property
    def seats(self) -> tuple[str, ...]:
        return box.SEATS

    @property
    def to_act(self) -> tuple[str, ...]:
        return () if self.over else (self.turn,)

    def sow(self, pit: str) -> tuple["Kalah", str]:
        """Drop the seeds of a pit one by one; the moment after it, and where the last one fell."""
        seeds, ring = {**self.seeds, pit: 0}, box.ROUND[self.turn]
        start, number = ring.index(pit), self.seeds[pit]
        places = [ring[(start + n) % len(ring)] for n in range(1, number + 1)]
        for place in places:
            seeds[place] += 1
        told = f"{self.turn} sows {counted(number, 'seed')} from {pit}, the last into {places[-1]}."
        return self.but(seeds=seeds).tell(told, pit, *dict.fromkeys(places), rule="sow"), places[-1]

    def capture(self, pit: str) -> "Kalah":
        """Put the last seed and those across the board into one's store."""
        across = box.ACROSS[pit]
        told = f"{pit} was empty: {self.turn} captures what lies across, in {across}."
        return self.tell(told, rule="capture").gather(self.turn, pit, across)

    def gather(self, seat: str, *pits: str) -> "Kalah":
        """Put all seeds of some pits into a seat's store."""
        store, number = box.STORE[seat], sum(self.seeds[pit] for pit in pits)
        seeds = {**self.seeds, **dict.fromkeys(pits, 0), store: self.seeds[store] + number}
        return self.but(seeds=seeds).tell(f"Put {counted(number, 'seed')} into {store}.", store, *pits)

    def again(self) -> "Kalah":
        """The same seat sows once more."""
        return self.tell(f"The last seed fell into the store: {self.turn} sows again.", rule="again")

    def next(self) -> "Kalah":
        """The other seat's turn."""
        other = box.OTHER[self.turn]
        return self.but(turn=other).tell(f"{other} to sow.", "Turn")

    def ended(self) -> "Kalah":
        """The end of the game, where all pits of a side are empty; else the same moment."""
        for seat, other in box.OTHER.items():
            if not any(self.seeds[pit] for pit in box.PITS[seat]):
                told = self.tell(f"All pits of {seat} are empty.")
                return told.gather(other, *box.PITS[other]).scored()
        return self

    def scored(self) -> "Kalah":
        """Who has more seeds has won."""
        scores = tuple((seat, self.seeds[box.STORE[seat]]) for seat in box.SEATS)
        most = max(points for _, points in scores)
        best = tuple(seat for seat, points in scores if points == most)
        winners = best if len(best) == 1 else ()
        result = " to ".join(str(points) for _, points in sorted(scores, key=lambda score: -score[1]))
        why = f"{winners[0]} wins, {result}." if winners else f"A draw, {result}."
        return self.finish(winners, "end", why, scores)
