"""The end of the game: every score told line by line, and who wins."""

from companion.games.heaven_and_ale.box import BREWMASTER, COLOURS, owned
from companion.games.heaven_and_ale.scoring.score import winners
from companion.games.heaven_and_ale.scoring.words import account, stopping_words
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.words import message


def count_up(abbey: Abbey) -> Abbey:
    """Tell every score line by line, and who wins."""
    after, scores = abbey, []
    for end in abbey.ends():
        result = abbey.counted_up(end)
        scores.append(result)
        for line in result.lines:
            if line.points or line.rule == "production":
                words = message(
                    "{seat}: {line:small} {count} × {each} = {points}.",
                    seat=end.name,
                    line=line.label,
                    count=line.count,
                    each=line.each,
                    points=line.points,
                )
                after = after.tell(words, owned(end.name, "score"), rule=line.rule)
        about, own = _about(end.name), owned(end.name, "score")
        for sentence, rule in account(result):
            after = after.tell(
                message("{seat}: {why}", seat=end.name, why=sentence), *about[rule], own, rule=rule
            )
        if result.stopping:
            after = after.tell(
                message("{seat}: {why}", seat=end.name, why=stopping_words(result)),
                own,
                rule="exchange",
            )
    best = winners(scores)
    totals = tuple((each.end.name, each.total) for each in scores)
    top = max(total for _, total in totals)
    why = message("{best} {best:wins|share the win} with {n:# point|# points}.", best=best, n=top)
    return after.finish(tuple(best), "most-points", why, totals)


def _about(seat: str) -> dict[str, tuple[str, ...]]:
    """Return what a rule of the score is about, before a seat."""
    markers = tuple(owned(seat, colour) for colour in COLOURS)
    return {
        "production": markers,
        "rate": (owned(seat, BREWMASTER),),
        "exchange": markers,
        "ducat-steps": (owned(seat, "ducats"), *markers),
    }
