"""The verbs of a seat that is asked in the middle of a turn, and what it says beforehand."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.box import RULES
from companion.games.heroball.state import Match, reactions
from companion.games.heroball.state.pending import ANSWER, ASKED, CATCH, DEFEND, INTERCEPT
from companion.kernel.action import Action, Noun
from companion.words import Text, message

require = RULES.require
ASK, NEVER = "ask me", "never ask me"


def of_yours(match: Match, seat: str, cost: int) -> Text:
    """A cost beside what a seat has."""
    return message("{cost} of your {have} AP", cost=cost, have=match.ap[seat]) if cost else "free"


@dataclass(frozen=True)
class Defend(Action[Match]):
    """Cancel the attack made against you."""

    cost = "1 AP"
    icon = "shield"
    at_once = True
    during = (DEFEND, ANSWER)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        return cls.title, of_yours(match, by, match.slot(by, cls.title).cost)

    def check(self, match: Match) -> None:
        slot = match.slot(self.by, self.title)
        checks.no_token(match, self.by, slot)
        checks.can_pay(match, self.by, slot)

    def apply(self, match: Match) -> Match:
        return reactions.defend(match)


@dataclass(frozen=True)
class Intercept(Action[Match]):
    """Take the ball out of the air."""

    sure: nouns.Gift
    cost = "1 AP, free in the target hex"
    icon = "hand"
    during = (INTERCEPT,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        return cls.title, of_yours(match, by, reactions.interception(match, by))

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        return match.gift(self.by, match.at.get(self.by, ""))

    def apply(self, match: Match) -> Match:
        return reactions.intercept(match, self.by)


@dataclass(frozen=True)
class LetGo(Action[Match]):
    """Do not react."""

    title = "Let it go"
    icon = "wing"
    at_once = True
    during = (DEFEND, ANSWER, INTERCEPT, CATCH)

    def apply(self, match: Match) -> Match:
        return reactions.let_go(match, self.by)


@dataclass(frozen=True)
class NeverAgain(Action[Match]):
    """Let it go, and every other of its kind from now on."""

    title = "Never ask me"
    cost = "let this and all like it go"
    icon = "hourglass"
    during = (DEFEND, ANSWER, INTERCEPT, CATCH)

    def check(self, match: Match) -> None:
        may_refuse(match)

    def apply(self, match: Match) -> Match:
        return reactions.never(match, self.by, reactions.question(match, self.by))


Question = Annotated[str, Noun[Match]("What are you asked?", lambda match, draft: ASKED)]
AskOrNot = Annotated[str, Noun[Match]("From now on?", lambda match, draft: (NEVER, ASK))]


@dataclass(frozen=True)
class NeverAsk(Action[Match]):
    """Say once for all that you let something go, or that you want to be asked again."""

    about: Question
    wish: AskOrNot
    title = "Ask me, or never"
    icon = "hand"
    anytime = True

    def check(self, match: Match) -> None:
        require(match.over is None, "game-over", "The game is over.")
        may_refuse(match)
        key = (self.by, self.about)
        now = NEVER if key in match.never else ASK
        require(self.wish != now, "never-ask", "{about}: “{now}” is how it is.", about=self.about, now=now)

    def apply(self, match: Match) -> Match:
        change = reactions.never if self.wish == NEVER else reactions.again
        return change(match, self.by, self.about)


def may_refuse(match: Match) -> None:
    """The table option must allow it."""
    require(match.may_refuse, "never-ask", "At this table every seat is asked each time.")
