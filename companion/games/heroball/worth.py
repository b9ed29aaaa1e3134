"""The worth of a moment for a seat: the score, how near the ball is to each goal, and the AP left."""

from companion.games.heroball import box
from companion.games.heroball.state import Match

POINT, HELD, AP = 20.0, 5.0, 0.45
"""What a point is worth, the ball in one's hands, and an AP. House, as all figures here."""
CARRY, CHASE, GUARD = 1.1, 0.7, 0.25
"""What a step nearer to one's goal with the ball is worth, nearer to the ball, and between it and a goal."""


def worth(match: Match, seat: str) -> float:
    """Return the worth of a moment for a seat, against the best of the others."""
    if not match.score or seat not in match.at:
        return 0.0
    others = [_chances(match, other) for other in match.playing if other != seat and other in match.at]
    return _chances(match, seat) - max(others, default=0.0)


def _chances(match: Match, seat: str) -> float:
    goals = [space for space, owner in match.goal.items() if owner == seat]
    far = box.DISTANCE[match.ball]
    home = min([far[space] for space in goals])
    total = POINT * match.score[seat] + AP * match.ap[seat] - CARRY * home
    if match.holder == seat:
        return total + HELD
    near = far[match.at[seat]]
    total -= CHASE * near
    if match.holder:
        owner = [far[space] for space, whose in match.goal.items() if whose == match.holder]
        total -= GUARD * max(0, 6 - min(owner)) * min(near, 3)
    return total
