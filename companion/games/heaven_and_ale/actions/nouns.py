"""The nouns of Heaven & Ale: everything a seat can point at."""

from typing import Annotated, Any

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, phases
from companion.kernel.action import Noun
from companion.words import Message, message

Draft = Any


def _once(abbey: Abbey, draft: Draft) -> int:
    """A space is asked for only where the figure has not moved yet."""
    return int(abbey.phase == phases.TURN)


Spot = Annotated[str, Noun[Abbey]("On which spot of your garden?", lambda abbey, draft: box.GARDEN.spaces)]
ResourceSpace = Annotated[
    tuple[str, ...],
    Noun[Abbey]("To which resource space?", lambda abbey, draft: box.OF_KIND[box.RESOURCE], count=_once),
]
MonkSpace = Annotated[
    tuple[str, ...],
    Noun[Abbey]("To which monk space?", lambda abbey, draft: box.OF_KIND[box.MONK], count=_once),
]
DiscSpace = Annotated[str, Noun[Abbey]("To which scoring space?", lambda abbey, draft: box.OF_KIND[box.DISC])]
BarrelSpace = Annotated[
    str, Noun[Abbey]("To which barrel space?", lambda abbey, draft: box.OF_KIND[box.BARRELS])
]


def _there(abbey: Abbey, draft: Draft) -> list[box.Tile]:
    """The tiles on the space that is bought from, where that is kept."""
    return [box.TILE[tile] for tile in abbey.lying.get(draft.space[0] if draft.space else abbey.here, ())]


def _colours(abbey: Abbey, draft: Draft) -> tuple[str, ...]:
    there = {tile.colour for tile in _there(abbey, draft)} if abbey.kept else ()
    return tuple(colour for colour in box.COLOURS if colour in there) if there else box.COLOURS


def _numbers(abbey: Abbey, draft: Draft) -> tuple[str, ...]:
    there = (
        [tile.number for tile in _there(abbey, draft) if tile.colour == draft.colour] if abbey.kept else ()
    )
    return tuple(n for n in box.NUMBERS if int(n) in there) if there else box.NUMBERS


Colour = Annotated[str, Noun[Abbey]("Which colour has the tile?", _colours, alone=True)]


def _costs(abbey: Abbey, draft: Draft) -> Message:
    number = int(draft.number)
    return message("{shade:# ducat|# ducats}, in the sun {sun}", shade=number, sun=number * box.SUNNY_FACTOR)


Number = Annotated[str, Noun[Abbey]("Which number?", _numbers, price=_costs, alone=True)]
Monk = Annotated[str, Noun[Abbey]("Which monk?", lambda abbey, draft: box.MONKS)]
ScoringSpot = Annotated[str, Noun[Abbey]("On which scoring spot?", lambda abbey, draft: box.SPOTS)]
Named = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Activate which number?",
        lambda abbey, draft: box.NUMBERS,
        count=lambda abbey, draft: int(draft.spot == box.X),
    ),
]
Slot = Annotated[str, Noun[Abbey]("On which space of the starting area?", lambda abbey, draft: box.SLOTS)]
Rewarded = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Which marker moves?",
        lambda abbey, draft: box.COLOURS,
        count=lambda abbey, draft: int(draft.slot == "marker"),
    ),
]
CardName = Annotated[str, Noun[Abbey]("Which card?", lambda abbey, draft: tuple(box.CARDS), in_dock=True)]


def choices_of_marker(abbey: Abbey, draft: Draft) -> int:
    """Return 1 if a placed card leaves a choice of markers, else 0."""
    kind = box.CARDS[draft.card].kind
    return int(kind == "colour" or (kind == "discs" and len(abbey.boards[draft.by].furthest_behind()) > 1))


Moved = Annotated[
    tuple[str, ...],
    Noun[Abbey]("Which marker moves?", lambda abbey, draft: box.COLOURS, count=choices_of_marker),
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
    return box.shed_for(abbey.board.around(shed)).tiles if shed else 0


Activated = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Activate which tiles around it?",
        lambda abbey, draft: box.AROUND.get(closing(abbey, draft), ()),
        count=_to_activate,
    ),
]
