"""The end of the game: every score told line by line, and who wins."""

from companion.games.heaven_and_ale.box import BREWMASTER, place_words
from companion.games.heaven_and_ale.scoring.score import winners
from companion.games.heaven_and_ale.scoring.words import ducat_words, exchange_words
from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.words import counted, listed


def count_up(abbey: Abbey) -> Abbey:
    """Tell every score line by line, and who wins."""
    after, scores = abbey, []
    for end in abbey.ends():
        found = abbey.counted_up(end)
        scores.append(found)
        words = f"{end.name}: {found.rate} back for 1 forward, {counted(found.value, 'point')} a level."
        after = after.tell(words, f"{end.name} {BREWMASTER}", rule="rate")
        for unit in found.exchange:
            after = after.tell(
                exchange_words(unit, place_words), f"{end.name} {unit.moved[0]}", rule="exchange"
            )
        for unit in found.bought:
            after = after.tell(ducat_words(unit, place_words), f"{end.name} ducats", rule="ducat-steps")
        for line in found.lines:
            if line.points or line.rule == "production":
                words = f"{end.name}: {line.label.lower()} {line.count} × {line.each} = {line.points}."
                after = after.tell(words, rule=line.rule)
    best = winners(scores)
    totals = tuple((each.end.name, each.total) for each in scores)
    top = max(total for _, total in totals)
    why = f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'} with {counted(top, 'point')}."
    return after.finish(tuple(best), "most-points", why, totals)
