"""Foresight on the pitch: what each answer leads to, in a few characters."""

from collections.abc import Iterator

from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import Attack, Catch, Loose
from companion.words import listed


def comes_to(before: Match, after: Match, seat: str) -> tuple[str, ...]:
    """Return who scores, who may answer, who takes the ball, and the AP left."""
    return tuple(_parts(before, after, seat))


def _parts(before: Match, after: Match, seat: str) -> Iterator[str]:
    for each in before.order:
        if points := after.score[each] - before.score[each]:
            yield f"{each} scores {points}"
    top = after.pending[-1] if len(after.pending) > len(before.pending) else None
    match top:
        case Loose():
            yield f"{listed([after.name(each) for each in top.order], 'or')} may intercept"
        case Attack():
            yield f"{after.name(top.victim)} may defend"
        case Catch():
            yield f"{after.name(top.seat)} may hold it"
        case None if before.holder and not after.holder and after.score == before.score:
            yield "nobody can intercept"
    if after.holder and after.holder != before.holder:
        yield f"{after.name(after.holder)} takes the ball"
    if after.turn == before.turn and after.ap[seat] != before.ap[seat]:
        yield f"AP {before.ap[seat]} → {after.ap[seat]}"
