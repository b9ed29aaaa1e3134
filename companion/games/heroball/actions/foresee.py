"""Foresight on the pitch: what each answer leads to, in a few characters."""

from collections.abc import Iterator

from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import Attack, Catch, Loose
from companion.words import Text, message


def comes_to(before: Match, after: Match, seat: str) -> tuple[Text, ...]:
    """Return who scores, who may answer, who takes the ball, and the AP left."""
    return tuple(_parts(before, after, seat))


def _parts(before: Match, after: Match, seat: str) -> Iterator[Text]:
    for each in before.order:
        if points := after.score[each] - before.score[each]:
            yield message("{seat} scores {points}", seat=each, points=points)
    yield from _answers(before, after)
    if after.holder and after.holder != before.holder:
        yield message("{seat} takes the ball", seat=after.name(after.holder))
    if after.turn == before.turn and after.ap[seat] != before.ap[seat]:
        yield message("AP {was} → {now}", was=before.ap[seat], now=after.ap[seat])


def _answers(before: Match, after: Match) -> Iterator[Text]:
    """Yield who may answer, or that nobody can."""
    top = after.pending[-1] if len(after.pending) > len(before.pending) else None
    match top:
        case Loose():
            yield message("{seats:or} may intercept", seats=[after.name(each) for each in top.order])
        case Attack():
            yield message("{seat} may defend", seat=after.name(top.victim))
        case Catch():
            yield message("{seat} may hold it", seat=after.name(top.seat))
        case None if before.holder and not after.holder and after.score == before.score:
            yield "nobody can intercept"
