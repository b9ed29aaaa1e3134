"""What a seat can say in Kalah."""

from dataclasses import dataclass
from typing import Annotated

from companion.kernel.action import Action, Noun

from . import box
from .state import Kalah

Pit = Annotated[str, Noun[Kalah]("Which pit?", lambda kalah, draft: box.OWNER)]


@dataclass(frozen=True)
class Sow(Action[Kalah]):
    """Take the seeds out of one of your pits and drop them one by one, anti-clockwise."""

    pit: Pit
    icon = "hand"
    at_once = True

    def check(self, kalah: Kalah) -> None:
        require = kalah.rules.require
        require(box.OWNER[self.pit] == self.by, "own-pit", f"{self.pit} is {box.OWNER[self.pit]}'s.")
        require(kalah.seeds[self.pit], "empty-pit", f"{self.pit} is empty.")

    def apply(self, kalah: Kalah) -> Kalah:
        after, last = kalah.sow(self.pit)
        own = box.OWNER.get(last) == self.by
        if own and after.seeds[last] == 1 and after.seeds[box.ACROSS[last]]:
            after = after.capture(last)
        after = after.ended()
        if after.over:
            return after
        return after.again() if last == box.STORE[self.by] else after.next()
