"""The score sheet filled in: every line of the pad with a cell for each player, and how it came about."""

from collections.abc import Callable, Mapping, Sequence

from companion.games.heaven_and_ale.box import BREWMASTER, COLOURS, ICON, place
from companion.games.heaven_and_ale.scoring.score import End, Score, score, winners
from companion.games.heaven_and_ale.scoring.words import (
    ducat_words,
    exchange_words,
    rate_words,
    stopping_words,
)
from companion.kernel.game import Filled

Lines = dict[str, tuple[str, ...]]


def read(ends: Sequence[End]) -> Filled:
    """The sheet of final boards, as the rules are written."""
    return filled([score(end) for end in ends], "The final score", both=True)


def filled(scores: Sequence[Score], words: str, both: bool, names: Mapping[str, str] = {}) -> Filled:
    """The sheet of some scores: ``both`` tells the other reading too, ``names`` are the players' by seat."""
    lines = _boards(scores) | _points(scores)
    if len(scores) > 1:
        best = winners(scores)
        lines["Most points"] = tuple("wins" if each.end.name in best else "" for each in scores)
    if both and any(each.stopping for each in scores):
        lines["If one may stop"] = tuple(str(each.total_may_stop) for each in scores)
    called = [names.get(each.end.name) or each.end.name for each in scores]
    icons = {colour.capitalize(): ICON[colour] for colour in COLOURS} | {"Most points": "crown"}
    return Filled(tuple(called), words, lines, tuple(map(_account, called, scores)), icons)


def _boards(scores: Sequence[Score]) -> Lines:
    """Markers and brewmaster, before and after the exchange."""

    def each(cell: Callable[[Score], object]) -> tuple[str, ...]:
        return tuple(str(cell(score)) for score in scores)

    lines = {
        colour.capitalize(): tuple(_moved(score.end.markers[i], score.markers[i]) for score in scores)
        for i, colour in enumerate(COLOURS)
    }
    return lines | {
        f"{BREWMASTER.capitalize()} stands on": each(lambda score: place(score.end.brewmaster)),
        "Rate, steps back for 1": each(lambda score: score.rate),
        "Exchange units": each(lambda score: len(score.exchange)),
        "Ducats left": each(lambda score: score.end.ducats),
        "Level": each(lambda score: score.level),
        "Value": each(lambda score: score.value),
    }


def _points(scores: Sequence[Score]) -> Lines:
    labels = dict.fromkeys(line.label for score in scores for line in score.lines)
    lines = {
        label: tuple(
            next((str(line.points) for line in score.lines if line.label == label), "–") for score in scores
        )
        for label in labels
    }
    return lines | {"Points": tuple(str(score.total) for score in scores)}


def _moved(before: int, after: int) -> str:
    return place(before) if before == after else f"{place(before)} → {place(after)}"


def _account(name: str, each: Score) -> tuple[str, tuple[str, ...]]:
    """How a score came about, step by step."""
    steps = [rate_words(each), *map(exchange_words, each.exchange), *map(ducat_words, each.bought)]
    more = [stopping_words(each)] if each.stopping else []
    return f"{name}: {each.total}", (*steps, *more)
