"""The steps of a card that was played."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.heroball.effects import Play
from companion.games.heroball.state import ball
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.using import THE_BALL, Using, done
from companion.toolkit.cards.language import CardStep

Answer = tuple[str, str]
"""The target of a step, and the hex, which is empty if it carries nobody."""


class Waits(NamedTuple):
    """A card in the middle of its steps."""

    match: Match
    step: CardStep | None = None
    """The step that waits for an answer; None where all are done."""
    rolled: bool = False
    """Whether the ball came somewhere by it."""


def steps_done(match: Match, by: str, play: Play, answers: Sequence[Answer], attacker: str = "") -> Waits:
    """Do the steps of a card one after the other, as far as they are answered."""
    left, rolled = [*answers], False
    for step in play.steps:
        now = Using(match, by, play, attacker)
        space, aim_question = "", now.asks(step)
        if aim_question and not left:
            return Waits(match, step, rolled)
        names = now.found(step)
        if aim_question:
            name, space = left.pop(0)
            names = [name]
        for who in names:
            for part in step.parts:
                if Using(match, by, play, attacker).takes(part, who):
                    match = done(match, by, part, who, space)
                    rolled = rolled or who == THE_BALL
    return Waits(match, None, rolled)


def carry_out(match: Match, by: str, play: Play, answers: Sequence[Answer]) -> Match:
    """Do the steps of a card as they were answered, and see what comes of it."""
    after = steps_done(match, by, play, answers)
    return ball.landed(after.match) if after.rolled else ball.settle(after.match, carried=True)
