"""A score in words: the result first, then what led to it, as few sentences as can be checked by hand."""

from collections.abc import Iterator, Sequence

from companion.games.heaven_and_ale.box import COLOURS, LAST, SCORING, ducats, place
from companion.games.heaven_and_ale.scoring.score import Places, Score, Unit
from companion.words import counted, listed


def proof(each: Score) -> Iterator[tuple[str, str]]:
    """Yield the result, then what led to it: at most five sentences, each with its rule."""
    yield result_words(each), "production"
    yield from account(each)


def account(each: Score) -> Iterator[tuple[str, str]]:
    """Yield what led to the level, each sentence with its rule; what lifts no level is left out."""
    yield rate_words(each), "rate"
    lifted = each.exchange[-1].after if each.exchange else each.end.markers
    middle = max(0, min(lifted))
    if each.level > middle:
        if each.exchange:
            yield exchange_words(each, each.exchange), "exchange"
        yield ducat_words(lifted, _up_to(each.bought, each.level)), "ducat-steps"
    elif middle > max(0, min(each.end.markers)):
        yield exchange_words(each, _up_to(each.exchange, middle)), "exchange"
    if not each.stopping and each.level < LAST:
        yield limit_words(each), "production"


def result_words(each: Score) -> str:
    """``Production 6 × 4 = 24, large barrels 1 × 4 = 4: 28 points.``"""
    lines = [line for line in each.lines if line.points or line.rule == "production"]
    sums = ", ".join(f"{line.label.lower()} {line.count} × {line.each} = {line.points}" for line in lines)
    return f"{sums.capitalize()}: {counted(each.total, 'point')}."


def rate_words(each: Score) -> str:
    """Return in words what the brewmaster's place gives."""
    at = place(each.end.brewmaster)
    return f"Brewmaster on {at}, so {each.rate} back for 1 forward, {counted(each.value, 'point')} a level."


def exchange_words(each: Score, units: Sequence[Unit]) -> str:
    """``2 exchanges of 3 back for 1 bring barley 3 → 5 and wood 12 → 8.``"""
    moves = _moves(units[0].before, units[-1].after)
    bring = "bring" if len(units) > 1 else "brings"
    return f"{counted(len(units), 'exchange')} of {each.rate} back for 1 {bring} {moves}."


def ducat_words(before: Places, units: Sequence[Unit]) -> str:
    """``20 ducats bring barley 5 → 6 and hops 5 → 6.``"""
    spent = SCORING.ducats_a_step * len(units)
    return f"{ducats(spent)} bring {_moves(before, units[-1].after)}."


def limit_words(each: Score) -> str:
    """Return why no level more was to be had: the steps it takes, and those that can be paid."""
    level, places = each.level + 1, each.end.markers
    need = sum(level - at for at in places if at < level)
    ahead = sum(at - level for at in places if at > level)
    tens = each.end.ducats // SCORING.ducats_a_step
    pays = f"{counted(ahead, 'step')} ahead of it {'pays' if ahead == 1 else 'pay'} for {ahead // each.rate}"
    bought = f", {ducats(tens * SCORING.ducats_a_step)} for {tens}" if tens else ""
    return f"Level {level} would take {counted(need, 'step')}; {pays}{bought}."


def stopping_words(each: Score) -> str:
    """Return why ending the exchange early is worth more; empty if it is not."""
    early = each.stopping
    if early is None:
        return ""
    kept, whole = len(early.exchange), len(each.exchange)
    when = "without any exchange" if kept == 0 else f"after {kept} of {whole} exchanges"
    return (
        f"Stopping {when} leaves more for the ducats to lift: level {early.level} instead of {each.level},"
        f" {counted(early.total, 'point')} instead of {each.total};"
        " as the rule is written the exchange goes on."
    )


def _up_to(units: Sequence[Unit], level: int) -> Sequence[Unit]:
    """Return the units with which the least marker reaches a level; the rest lifts none."""
    n = next(n for n, unit in enumerate(units, 1) if min(unit.after) >= level)
    return units[:n]


def _moves(before: Places, after: Places) -> str:
    """Return in words which markers moved: forward first."""
    steps = list(zip(COLOURS, before, after, strict=True))
    moved = [step for step in steps if step[2] > step[1]] + [step for step in steps if step[2] < step[1]]
    return listed([f"{colour} {place(was)} → {place(now)}" for colour, was, now in moved])
