"""What one can point at in Heaven & Ale."""

from typing import Annotated, Any

from companion.games.heaven_and_ale.box import (
    AROUND,
    BARRELS,
    CARDS,
    COLOURS,
    DISC,
    GARDEN,
    MONK,
    MONKS,
    NUMBERS,
    OF_KIND,
    RESOURCE,
    SLOTS,
    SPOTS,
    X,
    shed_for,
)
from companion.games.heaven_and_ale.seen import TURN
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.action import Noun

Draft = Any


def _once(abbey: Abbey, draft: Draft) -> int:
    """A space is asked for only where the figure has not moved yet."""
    return int(abbey.phase == TURN)


Spot = Annotated[str, Noun[Abbey]("On which spot of your garden?", lambda abbey, draft: GARDEN.spaces)]
ResourceSpace = Annotated[
    tuple[str, ...],
    Noun[Abbey]("To which resource space?", lambda abbey, draft: OF_KIND[RESOURCE], count=_once),
]
MonkSpace = Annotated[
    tuple[str, ...], Noun[Abbey]("To which monk space?", lambda abbey, draft: OF_KIND[MONK], count=_once)
]
DiscSpace = Annotated[str, Noun[Abbey]("To which scoring space?", lambda abbey, draft: OF_KIND[DISC])]
BarrelSpace = Annotated[str, Noun[Abbey]("To which barrel space?", lambda abbey, draft: OF_KIND[BARRELS])]
Colour = Annotated[str, Noun[Abbey]("Which colour has the tile?", lambda abbey, draft: COLOURS)]
Number = Annotated[str, Noun[Abbey]("Which number?", lambda abbey, draft: NUMBERS)]
Monk = Annotated[str, Noun[Abbey]("Which monk?", lambda abbey, draft: MONKS)]
ScoringSpot = Annotated[str, Noun[Abbey]("On which scoring spot?", lambda abbey, draft: SPOTS)]
Named = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Activate which number?",
        lambda abbey, draft: NUMBERS,
        count=lambda abbey, draft: int(draft.spot == X),
    ),
]
Slot = Annotated[str, Noun[Abbey]("On which space of the starting area?", lambda abbey, draft: SLOTS)]
Rewarded = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Which marker moves?",
        lambda abbey, draft: COLOURS,
        count=lambda abbey, draft: int(draft.slot == "marker"),
    ),
]
CardName = Annotated[str, Noun[Abbey]("Which card?", lambda abbey, draft: tuple(CARDS))]


def choices_of_marker(abbey: Abbey, draft: Draft) -> int:
    """Whether a placed card leaves a choice of markers."""
    kind = CARDS[draft.card]["kind"]
    return int(kind == "colour" or (kind == "discs" and len(abbey.boards[draft.by].furthest_behind()) > 1))


Moved = Annotated[
    tuple[str, ...], Noun[Abbey]("Which marker moves?", lambda abbey, draft: COLOURS, count=choices_of_marker)
]


def closing(abbey: Abbey, draft: Draft) -> str:
    """The shed being dealt with; empty if there is none."""
    return draft.shed[0] if len(abbey.pending) > 1 else "".join(abbey.pending)


WhichShed = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Which shed first?",
        lambda abbey, draft: abbey.pending,
        count=lambda abbey, draft: int(len(abbey.pending) > 1),
    ),
]


def _to_activate(abbey: Abbey, draft: Draft) -> int:
    shed = closing(abbey, draft)
    return shed_for(abbey.board.around(shed)).tiles if shed else 0


Activated = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Activate which tiles around it?",
        lambda abbey, draft: AROUND.get(closing(abbey, draft), ()),
        count=_to_activate,
    ),
]
