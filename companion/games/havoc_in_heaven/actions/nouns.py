"""What one can point at in Havoc in Heaven, and what it costs."""

from typing import Annotated, Any

from companion.games.havoc_in_heaven.box import COST, ROW, ROW_NAMES, SIDES
from companion.games.havoc_in_heaven.effects import Effect, mover, target
from companion.games.havoc_in_heaven.state import BUILDING, COMPANION, Havoc, deck, recipes, ways
from companion.kernel.action import Noun

Draft = Any


def own_units(lane: Havoc, draft: Draft) -> list[str]:
    """A side's heroes, and its companions in the lane."""
    return lane.own_heroes(draft.by) + [c for c, side in lane.companions.items() if side == draft.by]


def own_skills(lane: Havoc, draft: Draft) -> list[str]:
    """The skill cards of a side's heroes."""
    return [skill for hero in lane.own_heroes(draft.by) for skill in lane.box.heroes[hero].skills]


def own_items(lane: Havoc, draft: Draft) -> list[str]:
    """The kinds of item a side owns."""
    owned = deck.owned(lane, draft.by)
    return [item for item in lane.box.items if item in owned]


def effects_of(lane: Havoc, draft: Draft) -> tuple[Effect, ...]:
    """What the card of a half-made action does at once."""
    card = draft.card
    if card in lane.box.skills:
        return lane.box.skills[card].effects
    item = lane.box.items[card]
    return item.effects if item.when == "at once" else ()


def needs_target(effects: tuple[Effect, ...]) -> int:
    """1 where a target must be named, else 0."""
    return 1 if target(effects) else 0


def needs_row(effects: tuple[Effect, ...]) -> int:
    """1 where a row must be named, else 0."""
    return 1 if mover(effects) else 0


def ap(n: int) -> str:
    """A price in Action Points."""
    return f"{n} AP" if n else "free"


def fare_of(lane: Havoc, draft: Draft) -> int:
    """The AP of a move."""
    return ways.fare(lane, draft.unit, abs(ROW[draft.row] - lane.row[draft.unit]))


def attack_ap(lane: Havoc, draft: Draft) -> int:
    """The AP of an attack."""
    if lane.kind(draft.unit) == COMPANION:
        return 0
    return COST.attack_building if lane.kind(draft.target) == BUILDING else COST.attack_unit


PickHero = Annotated[str, Noun[Havoc]("Which hero?", lambda lane, draft: lane.box.heroes)]
Starter = Annotated[str, Noun[Havoc]("Whom does the lot name?", lambda lane, draft: SIDES, chance=True)]
OwnUnit = Annotated[str, Noun[Havoc]("Which of your units?", own_units)]
OwnHero = Annotated[str, Noun[Havoc]("Which hero?", lambda lane, draft: lane.own_heroes(draft.by))]
OwnSkill = Annotated[
    str,
    Noun[Havoc]("Which skill?", own_skills, price=lambda lane, draft: ap(lane.box.skills[draft.card].ap)),
]
OwnItem = Annotated[str, Noun[Havoc]("Which item from your hand?", own_items)]
Goods = Annotated[str, Noun[Havoc]("Which card?", lambda lane, draft: lane.box.items)]
Row = Annotated[
    str,
    Noun[Havoc](
        "To which row?", lambda lane, draft: ROW_NAMES, price=lambda lane, draft: ap(fare_of(lane, draft))
    ),
]
Target = Annotated[str, Noun[Havoc]("Whom?", lambda lane, draft: tuple(lane.targets()))]
CardTarget = Annotated[
    tuple[str, ...],
    Noun[Havoc](
        "Whom?",
        lambda lane, draft: tuple(lane.targets()),
        count=lambda lane, draft: needs_target(effects_of(lane, draft)),
    ),
]
CardRow = Annotated[
    tuple[str, ...],
    Noun[Havoc](
        "To which row?",
        lambda lane, draft: ROW_NAMES,
        count=lambda lane, draft: needs_row(effects_of(lane, draft)),
    ),
]
Parts = Annotated[
    tuple[str, ...],
    Noun[Havoc](
        "Which cards go back to the shop?",
        lambda lane, draft: tuple(recipes.places(lane, draft.by, draft.card)),
        count=lambda lane, draft: len(lane.box.items[draft.card].recipe),
    ),
]
ExpShare = Annotated[
    str,
    Noun[Havoc](
        "How much of the Exp?",
        lambda lane, draft: tuple(str(n) for n in range(1, lane.pot.get(draft.by, 0) + 1)),
    ),
]
