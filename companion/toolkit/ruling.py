"""Setting by hand whatever a game tracks, because the table is always right."""

from dataclasses import dataclass
from typing import Annotated

from companion.kernel.action import Action, S, Words

Why = Annotated[str, Words("Why? A few words for the log.")]


@dataclass(frozen=True)
class SetByHand(Action[S]):
    """A ruling: any seat may make it at any time until the game is over, and its last noun is ``Why``."""

    icon = "hand"
    anytime = True

    def check(self, state: S) -> None:
        state.rules.require(
            state.over is None, "game-over", "The game is over; take back what ended it first."
        )
