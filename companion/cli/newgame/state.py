"""A moment of the game. Its methods are movements of hands, and tell what they did."""

from dataclasses import dataclass

from companion.kernel.state import State
from companion.words import message

from . import box


@dataclass(frozen=True)
class Heap(State):
    """A moment of the game: the stones that are left, and whose turn it is."""

    rules = box.RULES
    stones: int = box.STONES
    turn: str = box.SEATS[0]

    @property
    def seats(self) -> tuple[str, ...]:
        return box.SEATS

    @property
    def to_act(self) -> tuple[str, ...]:
        return () if self.over else (self.turn,)

    def take(self, number: int) -> "Heap":
        """Take stones off the heap."""
        left = self.stones - number
        sentence = message(
            "{seat} takes {n:# stone|# stones}: {left} left.", seat=self.turn, n=number, left=left
        )
        return self.but(stones=left).tell(sentence, "Stones")

    def next(self) -> "Heap":
        """The other seat's turn, or the end where nothing is left to take."""
        if not self.stones:
            why = message("{seat} takes the last stone and wins.", seat=self.turn)
            return self.finish((self.turn,), "last", why)
        other = box.OTHER[self.turn]
        return self.but(turn=other).tell(message("{seat} is next.", seat=other), "Turn")
