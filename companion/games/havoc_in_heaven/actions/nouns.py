"""The nouns of Havoc in Heaven, and what each costs."""

from collections.abc import Iterable
from typing import Annotated, Any

from companion.games.havoc_in_heaven.box import COST, ROW, ROW_NAMES, SIDES
from companion.games.havoc_in_heaven.effects import choice_names, mover
from companion.games.havoc_in_heaven.state import (
    BUILDING,
    COMPANION,
    Havoc,
    damage,
    deck,
    effects,
    recipes,
    ways,
)
from companion.kernel.action import Noun
from companion.toolkit.aimed import Aimed, Attacked
from companion.toolkit.cards.language import SELF
from companion.words import Text, message

Draft = Any


def own_heroes(lane: Havoc, draft: Draft) -> list[str]:
    """Return a side's heroes, in the lane or away."""
    return lane.own_heroes(draft.by)


def own_units(lane: Havoc, draft: Draft) -> list[str]:
    """A side's heroes, and its companions in the lane."""
    return lane.own_heroes(draft.by) + [c for c, side in lane.companions.items() if side == draft.by]


def standing(lane: Havoc, unit: str) -> tuple[str, ...]:
    """The row of a unit or building in the lane."""
    return (ROW_NAMES[lane.at(unit) - 1],)


def own_skills(lane: Havoc, draft: Draft) -> list[str]:
    """The skill cards of a side's heroes."""
    return [skill for hero in lane.own_heroes(draft.by) for skill in lane.box.heroes[hero].skills]


def own_items(lane: Havoc, draft: Draft) -> list[str]:
    """The kinds of item a side owns."""
    owned = deck.owned(lane, draft.by)
    return [item for item in lane.box.items if item in owned]


def needs_target(lane: Havoc, draft: Draft) -> int:
    """1 where a card needs a target named, else 0."""
    return 1 if effects.card_of(lane, draft.card).does.step and reached(lane, draft) else 0


def reached(lane: Havoc, draft: Draft) -> list[str]:
    """Return the possible targets of a card; nobody if it is laid for what lasts, as it is not paid."""
    use = draft.use(lane)
    if use is None or use.does.step is None:
        return []
    return effects.found(use.lane, use.hero, use.does.step, use.reach)


def needs_row(lane: Havoc, draft: Draft) -> int:
    """1 where a card needs a row named, else 0."""
    move = effects.card_of(lane, draft.card).does.move
    if move is None or draft.use(lane) is None:
        return 0
    return 1 if move.whom.words == (SELF,) or draft.target else 0


def card_rows(lane: Havoc, draft: Draft) -> list[str]:
    """Return the rows to which a card can move its target."""
    use = draft.use(lane)
    move = use.does.move
    unit = use.hero if move.whom.words == (SELF,) else draft.target[0]
    return row_names(ways.open_rows(use.lane, unit, damage.much(use.lane, use.hero, move, unit)))


def row_names(rows: Iterable[int]) -> list[str]:
    """Return the names of rows."""
    return [ROW_NAMES[row - 1] for row in rows]


def choosing(lane: Havoc, draft: Draft) -> int:
    """1 where a card in the middle of its effect has a choice, else 0."""
    waits = effects.waiting(lane)
    return 1 if waits and waits.choice < 0 else 0


def pointing(lane: Havoc, draft: Draft) -> int:
    """1 where its step points at somebody, else 0."""
    waits = effects.waiting(lane)
    step = effects.step_of(lane, waits) if waits else None
    return 1 if step and step.whom.pointed else 0


def moving(lane: Havoc, draft: Draft) -> int:
    """1 where its step moves somebody, else 0."""
    waits = effects.waiting(lane)
    step = effects.step_of(lane, waits) if waits else None
    return 1 if step and mover(step) else 0


def choices(lane: Havoc, draft: Draft) -> tuple[str, ...]:
    """Return the choices of the card that waits, in a few words each."""
    waits = effects.waiting(lane)
    return choice_names(effects.card_of(lane, waits.card).does.choices) if waits else ()


def ap(n: int) -> Text:
    """A price in Action Points."""
    return message("{ap} AP", ap=n) if n else "free"


def fare_of(lane: Havoc, draft: Draft) -> int:
    """The AP of a move."""
    return ways.fare(lane, draft.unit, abs(ROW[draft.row] - lane.row[draft.unit]))


def attack_ap(lane: Havoc, draft: Draft) -> int:
    """The AP of an attack."""
    if lane.kind(draft.unit) == COMPANION:
        return 0
    return COST.attack_building if lane.kind(draft.target) == BUILDING else COST.attack_unit


PickHero = Annotated[str, Noun[Havoc]("Which hero?", lambda lane, draft: lane.box.heroes)]
Starter = Annotated[str, Noun[Havoc]("Who does the lot name?", lambda lane, draft: SIDES, chance="draw")]
OwnUnit = Annotated[
    str, Noun[Havoc]("Which of your units?", own_units, legal=lambda lane, draft: draft.units(lane))
]
OwnHero = Annotated[str, Noun[Havoc]("Which hero?", own_heroes)]
Bearer = Annotated[str, Noun[Havoc]("Which hero?", own_heroes, legal=lambda lane, draft: draft.bearers(lane))]
OwnSkill = Annotated[
    str,
    Noun[Havoc](
        "Which skill?",
        own_skills,
        price=lambda lane, draft: ap(lane.box.skills[draft.card].ap),
        legal=lambda lane, draft: draft.cards(lane),
        in_dock=True,
    ),
]
OwnItem = Annotated[
    str,
    Noun[Havoc](
        "Which item from your hand?", own_items, legal=lambda lane, draft: draft.cards(lane), in_dock=True
    ),
]
Goods = Annotated[
    str,
    Noun[Havoc](
        "Which card?", lambda lane, draft: lane.box.items, legal=lambda lane, draft: draft.cards(lane)
    ),
]
Row = Annotated[
    str,
    Noun[Havoc](
        "To which row?",
        lambda lane, draft: ROW_NAMES,
        price=lambda lane, draft: ap(fare_of(lane, draft)),
        legal=lambda lane, draft: row_names(draft.rows(lane)),
    ),
]
Target = Annotated[
    str,
    Attacked[Havoc](
        "Who?",
        lambda lane, draft: tuple(lane.targets()),
        legal=lambda lane, draft: draft.near(lane),
        spaces=standing,
        in_dock=True,
    ),
]
UnitTarget = Annotated[
    str,
    Attacked[Havoc](
        "Who?",
        lambda lane, draft: tuple(lane.targets()),
        legal=lambda lane, draft: draft.targets(lane, draft.unit),
        spaces=standing,
        rare=lambda lane, draft: lane.owner(draft.target) == draft.by,
    ),
]
CardTarget = Annotated[
    tuple[str, ...],
    Attacked[Havoc](
        "Who?", lambda lane, draft: tuple(lane.targets()), count=needs_target, legal=reached, spaces=standing
    ),
]
CardRow = Annotated[
    tuple[str, ...],
    Noun[Havoc]("To which row?", lambda lane, draft: ROW_NAMES, count=needs_row, legal=card_rows),
]
Choice = Annotated[tuple[str, ...], Noun[Havoc]("Which of these?", choices, count=choosing)]
StepTarget = Annotated[
    tuple[str, ...],
    Attacked[Havoc]("Who?", lambda lane, draft: tuple(lane.targets()), count=pointing, spaces=standing),
]
StepRow = Annotated[
    tuple[str, ...], Noun[Havoc]("To which row?", lambda lane, draft: ROW_NAMES, count=moving)
]
Parts = Annotated[
    tuple[str, ...],
    Aimed[Havoc](
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
