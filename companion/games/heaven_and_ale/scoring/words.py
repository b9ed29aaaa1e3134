"""A score in words: the result first, then what led to it, as few sentences as can be checked by hand."""

from collections.abc import Iterator, Sequence

from companion.games.heaven_and_ale.box import COLOURS, LAST, SCORING, ducats, place
from companion.games.heaven_and_ale.scoring.score import Places, PlayerScore, Unit
from companion.words import Message, Text, message


def proof(each: PlayerScore) -> Iterator[tuple[Message, str]]:
    """Yield the result, then what led to it: at most five sentences, each with its rule."""
    yield result_words(each), "production"
    for words, rule in account(each):
        yield message("{Sentence}", sentence=words), rule


def account(each: PlayerScore) -> Iterator[tuple[Message, str]]:
    """Yield what led to the level, each sentence with its rule; what lifts no level is left out.

    A sentence begins as after a colon, and so does that of ``stopping_words``: with a small letter.
    """
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


def result_words(each: PlayerScore) -> Message:
    """``Production 6 × 4 = 24, large barrels 1 × 4 = 4: 28 points.``"""
    sums = [
        message(
            "{label:small} {n} × {each} = {points}",
            label=line.label,
            n=line.count,
            each=line.each,
            points=line.points,
        )
        for line in each.lines
        if line.points or line.rule == "production"
    ]
    return message(
        "{Sums}: {total:# point|# points}.", sums=message("{sums:, }", sums=sums), total=each.total
    )


def rate_words(each: PlayerScore) -> Message:
    """Return in words what the brewmaster's place gives."""
    return message(
        "brewmaster on {place}, so {rate} back for 1 forward, {value:# point|# points} a level.",
        place=place(each.end.brewmaster),
        rate=each.rate,
        value=each.value,
    )


def exchange_words(each: PlayerScore, units: Sequence[Unit]) -> Message:
    """``2 exchanges of 3 back for 1 bring barley 3 → 5 and wood 12 → 8.``"""
    return message(
        "{n:# exchange|# exchanges} of {rate} back for 1 {n:brings|bring} {moves}.",
        n=len(units),
        rate=each.rate,
        moves=_moves(units[0].before, units[-1].after),
    )


def ducat_words(before: Places, units: Sequence[Unit]) -> Message:
    """``20 ducats bring barley 5 → 6 and hops 5 → 6.``"""
    spent = ducats(SCORING.ducats_a_step * len(units))
    return message("{ducats} bring {moves}.", ducats=spent, moves=_moves(before, units[-1].after))


def limit_words(each: PlayerScore) -> Message:
    """Return why no level more was to be had: the steps it takes, and those that can be paid."""
    level, places = each.level + 1, each.end.markers
    ahead = sum(at - level for at in places if at > level)
    tens = each.end.ducats // SCORING.ducats_a_step
    words = (
        "level {level} would take {need:# step|# steps}; "
        "{ahead:# step|# steps} ahead of it {ahead:pays|pay} for {paid}."
    )
    if tens:
        words = (
            "level {level} would take {need:# step|# steps}; "
            "{ahead:# step|# steps} ahead of it {ahead:pays|pay} for {paid}, {ducats} for {tens}."
        )
    return message(
        words,
        level=level,
        need=sum(level - at for at in places if at < level),
        ahead=ahead,
        paid=ahead // each.rate,
        ducats=ducats(tens * SCORING.ducats_a_step),
        tens=tens,
    )


def stopping_words(each: PlayerScore) -> Text:
    """Return why ending the exchange early is worth more; empty if it is not."""
    early = each.stopping
    if early is None:
        return ""
    words = (
        "stopping after {kept} of {whole} exchanges leaves more for the ducats to lift: level {level} "
        "instead of {now}, {total:# point|# points} instead of {points}; "
        "as the rule is written the exchange goes on."
    )
    if not early.exchange:
        words = (
            "stopping without any exchange leaves more for the ducats to lift: level {level} "
            "instead of {now}, {total:# point|# points} instead of {points}; "
            "as the rule is written the exchange goes on."
        )
    return message(
        words,
        kept=len(early.exchange),
        whole=len(each.exchange),
        level=early.level,
        now=each.level,
        total=early.total,
        points=each.total,
    )


def _up_to(units: Sequence[Unit], level: int) -> Sequence[Unit]:
    """Return the units with which the least marker reaches a level; the rest lifts none."""
    n = next(n for n, unit in enumerate(units, 1) if min(unit.after) >= level)
    return units[:n]


def _moves(before: Places, after: Places) -> list[Message]:
    """Return in words which markers moved: forward first."""
    steps = list(zip(COLOURS, before, after, strict=True))
    moved = [step for step in steps if step[2] > step[1]] + [step for step in steps if step[2] < step[1]]
    return [
        message("{marker} {was} → {now}", marker=colour, was=place(was), now=place(now))
        for colour, was, now in moved
    ]
