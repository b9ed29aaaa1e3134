"""The actions: everything a seat can say."""

from dataclasses import dataclass
from typing import Annotated

from companion.kernel.action import Action, Noun, Number

from . import box
from .state import Heap


@dataclass(frozen=True)
class Take(Action[Heap]):
    """Take stones off the heap."""

    number: Annotated[str, Noun[Heap]("How many stones?", lambda heap, draft: Number(1, heap.stones))]
    icon = "hand"

    def check(self, heap: Heap) -> None:
        number = int(self.number)
        heap.rules.require(
            number <= box.MOST, "take", "At most {most} stones, not {number}.", most=box.MOST, number=number
        )

    def apply(self, heap: Heap) -> Heap:
        return heap.take(int(self.number)).next()
