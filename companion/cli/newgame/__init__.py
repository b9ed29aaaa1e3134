"""New game: a heap of stones, and who takes the last one wins."""

from companion.kernel.features import Origin, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.onpaper import on_paper
from companion.words import message

from . import box
from .actions import Take
from .state import Heap
from .tracked import TRACKED, Ruling, invariant
from .view import starts, view


def setup(opening: Opening) -> Heap:
    """Lay out the heap."""
    heap = Heap().tell(message("Put {n} stones in a heap.", n=box.STONES), "Stones")
    return heap.tell(message("{seat} begins.", seat=heap.turn), "Turn")


GAME = Game[Heap](
    key="new-game",
    name="New game",
    blurb="Take one, two or three stones. Who takes the last one wins.",
    minutes="2",
    seats=lambda players: box.SEATS,
    players=(2,),
    seat_words={"Sun": "Begins.", "Moon": "Has the second turn."},
    options=(),
    rules=box.RULES,
    kinds=(Take, Ruling, *AT_THE_TABLE),
    setup=setup,
    view=view,
    tracked=TRACKED,
    invariant=invariant,
    endings={"last": (1,)},
    features=(
        Pointing(starts=starts),
        on_paper(__package__),
        Origin(__package__),
    ),
)
