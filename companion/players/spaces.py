"""Spaces of a game: between which of them pieces went, and which were fought over."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.kernel.action import nouns
from companion.kernel.game import Game
from companion.kernel.values import Lies
from companion.players.sitting import PlayerStep
from companion.toolkit.aimed import Attacked


def went(game: Game[Any], steps: Sequence[PlayerStep]) -> dict[str, dict[str, int]]:
    """Return how often a piece went from one place, on the board or off it, to another; ``""`` is nowhere."""
    kinds = [kind for kind in game.tracked if kind.piece]

    def at(state: Any) -> dict[str, str]:
        return {name: str(Lies.at(value).there) for kind in kinds for name, value in kind.now(state).items()}

    visits = Counter[tuple[str, str]]()
    before = at(steps[0].moment.state)
    for step in steps:
        after = at(step.after)
        if after != before:
            ways = ((before.get(name, ""), after.get(name, "")) for name in {**before, **after})
            visits.update(way for way in ways if way[0] != way[1])
            before = after
    plain: dict[str, dict[str, int]] = {}
    for (was, now), n in sorted(visits.items()):
        plain.setdefault(was, {})[now] = n
    return plain


def fought(steps: Sequence[PlayerStep]) -> dict[str, int]:
    """Return how often a space was attacked, or a card aimed at it."""
    return dict(sorted(Counter(space for step in steps for space in _attacked(step)).items()))


def _attacked(step: PlayerStep) -> Iterator[str]:
    yield from step.action.fought_over(step.moment.state)
    for field, noun in nouns(type(step.action)).items():
        if isinstance(noun, Attacked):
            answer = getattr(step.action, field)
            for name in (answer,) if isinstance(answer, str) else answer:
                yield from noun.spaces(step.moment.state, name)
