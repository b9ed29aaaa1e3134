"""The points at a moment, and who has won by them."""

from companion.boxes.play.state import BoxState
from companion.words import message


def points(state: BoxState, seat: str) -> int:
    """A seat's points now, with those of its partners."""
    points_of = state.definition.points_of
    return sum([points_of(state.here(one)) for one in state.partners(seat)]) if points_of else 0


def scores(state: BoxState) -> tuple[tuple[str, int], ...]:
    """Every seat with its points; nothing where none are counted."""
    counts = state.definition.things.counts
    return tuple((seat, points(state, seat)) for seat in state.table) if counts else ()


def standing(state: BoxState, seat: str) -> tuple[int, ...]:
    """Return the numbers to compare, the greatest first: points, then what decides between equals."""
    definition, own, here = state.definition, points(state, seat), state.here(seat)
    return (own if definition.box.score.wins == "most" else -own, *(tie(here) for tie in definition.ties))


def winners(state: BoxState) -> tuple[str, ...]:
    """The seats with the best of it; all that play where no points are counted."""
    if not state.definition.things.counts:
        return state.playing
    compared = {seat: standing(state, seat) for seat in state.playing}
    return tuple(seat for seat, one in compared.items() if one == max(compared.values()))


def ended(state: BoxState, rule: str) -> BoxState:
    """The game is over, and the points say who has won."""
    result, best, box = scores(state), winners(state), state.definition.box
    if not result:
        drawn = len(best) > 1 and box.turns.teams != "all"
        return state.finish(
            best, rule, "The game is drawn." if drawn else message("{seats} {seats:wins|win}.", seats=best)
        )
    name = box.score.name
    most = dict(result)[best[0]] if best else 0
    what = message("{n:# point|# points}" if name == "Points" else "{n} {of:small}", n=most, of=name)
    return state.finish(
        best, rule, message("{seats} {seats:wins|win} with {what}.", seats=best, what=what), result
    )
