"""The verbs of a seat that is asked in the middle of a turn, and what it says beforehand."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heroball.box import RULES
from companion.games.heroball.nouns import Gift
from companion.games.heroball.reactions import ASKED, CATCH, DEFEND, INTERCEPT, Attack, Catch, Loose
from companion.games.heroball.state import Match
from companion.kernel.action import Action, Noun

require = RULES.require
ASK, NEVER = "ask me", "never ask me"


@dataclass(frozen=True)
class Defend(Action[Match]):
    """Cancel the attack made against you."""

    cost = "1 AP"
    icon = "shield"
    during = (DEFEND,)

    def apply(self, match: Match) -> Match:
        return match.defend()


@dataclass(frozen=True)
class Intercept(Action[Match]):
    """Take the ball out of the air."""

    sure: Gift
    cost = "1 AP, free in the target hex"
    icon = "hand"
    during = (INTERCEPT,)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, match.at.get(self.by, ""))

    def apply(self, match: Match) -> Match:
        loose = match.pending[-1]
        assert isinstance(loose, Loose)
        wanted = loose.wanted(self.by)
        told = f"{match.name(self.by)} reaches for the ball."
        return match.tell(told, self.by, rule="priority").answer(wanted)


@dataclass(frozen=True)
class LetGo(Action[Match]):
    """Do not react."""

    title = "Let it go"
    cost = "free"
    icon = "wing"
    during = (DEFEND, INTERCEPT, CATCH)

    def apply(self, match: Match) -> Match:
        return match.let_go(self.by)


Question = Annotated[str, Noun[Match]("What are you asked?", lambda match, draft: ASKED)]
AskOrNot = Annotated[str, Noun[Match]("From now on?", lambda match, draft: (NEVER, ASK))]


@dataclass(frozen=True)
class NeverAsk(Action[Match]):
    """Say once for all that you let something go, or that you want to be asked again."""

    about: Question
    wish: AskOrNot
    title = "Never ask me"
    icon = "hand"
    anytime = True

    def check(self, match: Match) -> None:
        require(match.over is None, "game-over", "The game is over.")
        require(match.may_refuse, "never-ask", "At this table every seat is asked each time.")
        key = (self.by, self.about)
        now = NEVER if key in match.never else ASK
        require(self.wish != now, "never-ask", f"{self.about}: “{now}” is how it is.")

    def apply(self, match: Match) -> Match:
        key = (self.by, self.about)
        never = match.never | {key} if self.wish == NEVER else match.never - {key}
        told = f"{self.by} on {self.about}: {self.wish}."
        after = match.but(never=never).tell(told, f"{self.by} asked", rule="never-ask")
        waited = self.by in match.waits and question(match, self.by) == self.about
        return after.let_go(self.by) if waited and self.wish == NEVER else after


def question(match: Match, seat: str) -> str:
    """What a seat is asked just now; empty if nothing."""
    top = match.pending[-1] if match.pending else None
    if isinstance(top, Attack):
        return "Defend"
    if isinstance(top, Loose):
        return "Catch" if match.at[seat] == top.target else "Intercept"
    return "Catch" if isinstance(top, Catch) else ""
