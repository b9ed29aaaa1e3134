"""The steps of a card that was played."""

from companion.games.heroball.effects import Play
from companion.games.heroball.state import ball
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.using import THE_BALL, Using, done


def carry_out(match: Match, by: str, play: Play, name: str, space: str) -> Match:
    """Do the steps of a card one after the other; the one that was asked for, as it was answered."""
    asked = Using(match, by, play).asks()
    rolled = False
    for step in play.steps:
        now = Using(match, by, play)
        for who in (name,) if step is asked else now.found(step):
            for part in step.parts:
                if Using(match, by, play).takes(part, who):
                    match = done(match, by, part, who, space)
                    rolled = rolled or who == THE_BALL
    return ball.landed(match) if rolled else ball.settle(match, carried=True)
