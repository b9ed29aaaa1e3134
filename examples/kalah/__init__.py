"""Kalah: two rows of six pits, and who has more seeds in the store has won."""

from companion.kernel.features import Look, Origin, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.onpaper import on_paper

from . import box
from .actions import Sow
from .state import Kalah
from .tracked import TRACKED, Ruling, invariant
from .view import label, spaces, starts, view

OPTIONS = (
    TableOption(
        "seeds",
        "Seeds in a pit",
        tuple(Choice(number, number) for number in box.FACTS.seeds.in_a_pit),
        box.FACTS.seeds.usual,
        "seeds",
    ),
    TableOption(
        "first",
        "Who sows first",
        tuple(Choice(seat, seat) for seat in box.SEATS),
        "South",
        "first",
        chance=True,
    ),
)


def setup(opening: Opening) -> Kalah:
    """Fill the pits."""
    number = int(opening.options["seeds"])
    seeds = dict.fromkeys(box.OWNER, number) | dict.fromkeys((*box.STORE.values(), box.ASIDE), 0)
    kalah = Kalah(seeds, sum(seeds.values()), opening.options["first"])
    kalah = kalah.tell("Lay the board between you, each with a store at the right hand.")
    kalah = kalah.tell(f"Put {number} seeds into each pit.", *box.OWNER)
    return kalah.tell(f"{kalah.turn} to sow.", "Turn")


GAME = Game[Kalah](
    key="kalah",
    name="Kalah",
    blurb="Sow your seeds round the board, and bring home more than the other.",
    minutes="10",
    seats=lambda players: box.SEATS,
    players=(2,),
    seat_words={"South": "The near side, pits A1 to A6.", "North": "The far side, pits B1 to B6."},
    options=OPTIONS,
    rules=box.RULES,
    kinds=(Sow, Ruling, *AT_THE_TABLE),
    setup=setup,
    view=view,
    tracked=TRACKED,
    invariant=invariant,
    endings={"end": (0, 1)},
    features=(
        Look(icon="hand"),
        Pointing(spaces=spaces, label=label, starts=starts),
        on_paper(__package__),
        Origin(__package__),
    ),
)
