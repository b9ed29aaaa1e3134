"""What changes the figures of a unit for a while: cards in play, and cards played for a turn."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.games.havoc_in_heaven.box import GLOBAL, of
from companion.games.havoc_in_heaven.effects import FIGURES
from companion.toolkit.cards.language import ADJACENT, ANYWHERE, SELF, Part, Whom

if TYPE_CHECKING:
    from companion.games.havoc_in_heaven.state.havoc import Havoc


def on(lane: "Havoc", unit: str, figure: str) -> int:
    """How much a figure of a unit is changed now."""
    n = sum(more for (whose, what, _), more in lane.boosts.items() if whose == unit and what == figure)
    if lane.box.standing:
        for user, part in _standing(lane):
            if FIGURES[part.kind] == figure and _touches(lane, user, part.whom, unit):
                assert part.amount is not None
                n += part.amount.n + (lane.tokens_of(user) if part.amount.of == "level" else 0)
    return n


def _standing(lane: "Havoc") -> Iterator[tuple[str, Part]]:
    """What holds now, and who bears the card."""
    for hero, items in lane.items.items():
        for item in items:
            for part in lane.box.items[item].does.standing:
                yield hero, part
    for companion in lane.companions:
        for part in lane.box.companions[companion].does.standing:
            yield companion, part


def _touches(lane: "Havoc", user: str, whom: Whom, unit: str) -> bool:
    if unit == user:
        return SELF in whom.words or "friend" in whom.words
    if unit in lane.box.buildings or unit not in lane.row or user not in lane.row:
        return False
    mine = lane.owner(unit) == lane.owner(user)
    word = ("friend", "other") if mine else ("enemy",)
    return any(one in whom.words for one in word) and lane.distance(user, unit) <= rows(whom, GLOBAL)


def rows(whom: Whom, reach: int) -> int:
    """How many rows away somebody can be; ``reach`` where the card says nothing of its own."""
    if whom.reach.how == ANYWHERE:
        return GLOBAL
    return 1 if whom.reach.how == ADJACENT else whom.reach.n or reach


def called(unit: str, figure: str, until: str) -> str:
    """What the log calls a change that ends."""
    name = "range" if figure == "reach" else figure
    return of(unit, f"{name} this turn" if until == "this turn" else f"{name} till the {until} are on turn")


def boost(lane: "Havoc", unit: str, figure: str, n: int, until: str) -> "Havoc":
    """A figure of a unit is changed for a while."""
    key = (unit, figure, until)
    now = lane.boosts.get(key, 0) + n
    boosts = {**lane.boosts, key: now}
    if not now:
        del boosts[key]
    words = f"{called(*key)}: {now:+d}."
    return lane.but(boosts=boosts).tell(words, unit, called(*key), rule="changes")
