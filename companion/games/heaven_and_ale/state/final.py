"""The end of the game: every score told line by line, and who wins."""

from collections.abc import Iterator
from itertools import chain

from companion.games.heaven_and_ale.box import BREWMASTER, COLOURS, owned
from companion.games.heaven_and_ale.scoring.score import PlayerScore, winners
from companion.games.heaven_and_ale.scoring.words import account, stopping_words
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.kernel.state import Told
from companion.words import message


def count_up(abbey: Abbey) -> Abbey:
    """Tell every score line by line, and who wins."""
    scores = [abbey.counted_up(end) for end in abbey.ends()]
    best = winners(scores)
    totals = tuple((each.end.name, each.total) for each in scores)
    top = max(total for _, total in totals)
    why = message("{best} {best:wins|share the win} with {n:# point|# points}.", best=best, n=top)
    lines = chain.from_iterable(map(_explained, scores))
    return abbey.tell_lines(lines).finish(tuple(best), "most-points", why, totals)


def _explained(result: PlayerScore) -> Iterator[Told]:
    """Yield the lines of a score."""
    seat = result.end.name
    about, own = _about(seat), owned(seat, "score")
    for line in result.lines:
        if line.points or line.rule == "production":
            words = message(
                "{seat}: {line:small} {count} × {each} = {points}.",
                seat=seat,
                line=line.label,
                count=line.count,
                each=line.each,
                points=line.points,
            )
            yield Told(words, (own,), line.rule)
    for sentence, rule in account(result):
        yield Told(message("{seat}: {why}", seat=seat, why=sentence), (*about[rule], own), rule)
    if result.stopping:
        yield Told(message("{seat}: {why}", seat=seat, why=stopping_words(result)), (own,), "exchange")


def _about(seat: str) -> dict[str, tuple[str, ...]]:
    """Return what a rule of the score is about, before a seat."""
    markers = tuple(owned(seat, colour) for colour in COLOURS)
    return {
        "production": markers,
        "rate": (owned(seat, BREWMASTER),),
        "exchange": markers,
        "ducat-steps": (owned(seat, "ducats"), *markers),
    }
