"""The ball out of hands: into a goal, through the air, over the ground."""

from companion.games.heroball.box import POINTS, POST, SCORE_OF
from companion.games.heroball.state import turns
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.pending import QUESTION, Catch, Loose, by_priority, price
from companion.words import message


def settle(match: Match, carried: bool = False) -> Match:
    """After anything moved: a goal if the ball is in one, and the end of a turn that had one."""
    owner = match.goal.get(match.ball)
    if owner:
        return _goal(match, owner, carried and match.holder == owner)
    return turns.clean_up(match) if match.scored and not match.pending else match


def _goal(match: Match, owner: str, carried: bool) -> Match:
    points = POINTS.carried if carried else POINTS.otherwise
    score = match.score[owner] + points
    sentence = message(
        "The ball is carried in on {space}: {owner} scores {points}, and stands at {score}."
        if carried
        else "The ball is in the goal on {space}: {owner} scores {points}, and stands at {score}.",
        space=match.ball,
        owner=owner,
        points=points,
        score=score,
    )
    dropped = QUESTION if match.pending else ()
    match = match.scores(owner, score).but(scored=True)
    match = match.tell(sentence, SCORE_OF[owner], "Ball", *dropped, rule="score")
    match = match.standing(()).put_ball(POST, "after-score")
    seat = match.on.get(POST)
    return _catch(match, seat) if seat and match.asked(seat, "Catch", 0) else settle(match)


def _catch(match: Match, seat: str) -> Match:
    return match.ask(
        Catch(seat), message("{who} may hold the ball at once.", who=match.name(seat)), rule="hold"
    )


def send(match: Match, source: str, target: str, thrower: str) -> Match:
    """The ball leaves a hero's hands: ask who may intercept, or let it come down."""
    match = match.but(holder="")
    order = _interceptors(match, source, target, thrower)
    if not order:
        return settle(match.put_ball(target))
    who = [match.name(seat) for seat in order]
    sentence = message("The ball flies to {space}: {who:or} may intercept.", space=target, who=who)
    return match.ask(Loose(source, target, thrower, order), sentence, "Ball", *order, rule="priority")


def _interceptors(match: Match, source: str, target: str, thrower: str) -> tuple[str, ...]:
    """Return those who may intercept, in order of priority."""
    i = match.order.index(match.turn) + 1
    others = tuple(seat for seat in match.order[i:] + match.order[:i] if seat != thrower and seat in match.at)
    result = []
    for seat, far in by_priority(source, target, match.at, others):
        slot = match.slot(seat, "Intercept")
        what = "Intercept" if far else "Catch"
        if far <= slot.reach and match.free(seat, slot) and match.asked(seat, what, price(slot, far)):
            result.append(seat)
    return tuple(result)


def roll(match: Match, space: str, rule: str) -> Match:
    """The ball comes to a space and nobody can intercept; a hero there may hold it."""
    return landed(match.put_ball(space, rule))


def landed(match: Match) -> Match:
    """The ball came to where it lies by a card: a hero there may hold it."""
    space = match.ball
    seat = match.on.get(space)
    if seat and seat != match.turn and space not in match.goal and match.asked(seat, "Catch", 0):
        match = _catch(match, seat)
    return settle(match)
