"""Where a game took place: the spaces its pieces came to and fell on, and those that were fought over."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.kernel.action import nouns
from companion.kernel.game import Game
from companion.players.sitting import Step
from companion.toolkit.aimed import Attacked

NAMED, VISITS, FIGHTS, FALLS = "named", "visits", "fights", "falls"
HEATS = {
    NAMED: "The fuller its shade, the oftener a space is named",
    VISITS: "The fuller its shade, the oftener a piece came to a space",
    FIGHTS: "The fuller its shade, the oftener a space was fought over",
    FALLS: "The fuller its shade, the oftener a piece left the board from a space",
}
"""What is counted of each space, and how its picture is told."""


def went(game: Game[Any], steps: Sequence[Step]) -> dict[str, dict[str, int]]:
    """How often a piece went from one place, on the board or off it, to another; ``""`` is nowhere."""
    kinds = [kind for kind in game.tracked if kind.piece]

    def at(state: Any) -> dict[str, str]:
        return {
            name: words.partition(", ")[0].removeprefix("on ")
            for kind in kinds
            for name, words in kind.now(state).items()
        }

    found = Counter[tuple[str, str]]()
    before = at(steps[0].moment.state) if kinds else {}
    for step in steps if kinds else ():
        after = at(step.after)
        if after != before:
            ways = ((before.get(name, ""), after.get(name, "")) for name in {**before, **after})
            found.update(way for way in ways if way[0] != way[1])
            before = after
    plain: dict[str, dict[str, int]] = {}
    for (was, now), n in sorted(found.items()):
        plain.setdefault(was, {})[now] = n
    return plain


def fought(steps: Sequence[Step]) -> dict[str, int]:
    """How often what stood on a space was attacked, or a card aimed at it."""
    return dict(sorted(Counter(space for step in steps for space in _attacked(step)).items()))


def _attacked(step: Step) -> Iterator[str]:
    yield from step.action.fought_over(step.moment.state)
    for field, noun in nouns(type(step.action)).items():
        if isinstance(noun, Attacked):
            answer = getattr(step.action, field)
            for name in (answer,) if isinstance(answer, str) else answer:
                yield from noun.spaces(step.moment.state, name)


def heats(
    spaces: Collection[str],
    named: Mapping[str, int],
    went: Mapping[str, Mapping[str, int]],
    fought: Mapping[str, int],
) -> dict[str, dict[str, int]]:
    """The counts by space of what there was, in the order of HEATS; a fall is a way from the board off it."""
    visits, falls = Counter[str](), Counter[str]()
    for was, ways in went.items():
        for now, n in ways.items():
            visits[now] += n
            falls[was] += n * (now not in spaces)
    counted = {NAMED: named, VISITS: visits, FIGHTS: fought, FALLS: falls}
    on_board = {
        what: {space: n for space in spaces if (n := of.get(space, 0))} for what, of in counted.items()
    }
    return {what: of for what, of in on_board.items() if of}
