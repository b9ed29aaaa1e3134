"""Actions of a hero with the ball: take it up, throw it, drop it."""

from dataclasses import dataclass

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.actions.slot import Slotted
from companion.games.heroball.box import DISTANCE, RULES
from companion.games.heroball.state import Match, ball
from companion.games.heroball.state.pending import CATCH, QUESTION, TURN
from companion.kernel.action import Action
from companion.words import message

require, refuse = RULES.require, RULES.refuse


@dataclass(frozen=True)
class Hold(Action[Match]):
    """Take the ball that shares your hex."""

    title = "Hold"
    cost = "free"
    icon = "ball"
    at_once = True
    during = (TURN, CATCH)

    def check(self, match: Match) -> None:
        holder = match.holder
        require(holder != self.by, "hold", "You hold the ball.")
        if holder:
            refuse("hold", "{holder} holds the ball.", holder=match.name(holder))
        here = match.at[self.by]
        require(
            match.ball == here,
            "hold",
            "The ball is on {ball}, and you are on {here}.",
            ball=match.ball,
            here=here,
        )

    def apply(self, match: Match) -> Match:
        if match.phase == CATCH:
            return ball.settle(match.resume().hold(self.by, "hold", *QUESTION))
        return ball.settle(match.hold(self.by, "hold"))


class Parting(Slotted):
    """The ball leaves the hands of the hero who holds it, for a hex within the reach of the slot."""

    space: str
    least = 0
    """How far it goes at least."""
    too_far = ""
    sent = ""

    def check(self, match: Match) -> None:
        checks.holding(match, self.by)
        slot, space = self.playable(match), self.space
        far = DISTANCE[match.at[self.by]][space]
        if not self.least <= far <= slot.reach:
            refuse(self.verb, self.too_far, space=space, far=far, slot=slot.name, reach=slot.reach)
        checks.no_pillar(space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        sentence = message(self.sent, who=match.name(self.by), space=self.space)
        after = self.paid(match).tell(sentence, "Ball", self.by, rule=self.verb)
        return ball.send(after, match.at[self.by], self.space, self.by)


@dataclass(frozen=True)
class Throw(Parting):
    """Throw the ball you hold."""

    space: nouns.ThrowSpace
    sure: nouns.Gift
    cost = "1 AP"
    icon = "ball"
    least = 1
    too_far = "{space} is {far} hexes away; {slot} goes 1 to {reach}."
    sent = "{who} throws to {space}."


@dataclass(frozen=True)
class Drop(Parting):
    """Drop the ball in your hex or beside you."""

    space: nouns.DropSpace
    sure: nouns.Gift
    cost = "1 AP"
    icon = "hand"
    too_far = "{space} is {far} hexes away; {slot} goes {reach} at most."
    sent = "{who} drops it on {space}."
