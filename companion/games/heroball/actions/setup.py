"""Choosing a hero and a god, and seeding terrain."""

from dataclasses import dataclass

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.box import HERMES, RULES
from companion.games.heroball.state import Match, turns
from companion.games.heroball.state.pending import CHOOSE, SEED
from companion.kernel.action import Action

require, refuse = RULES.require, RULES.refuse


@dataclass(frozen=True)
class Choose(Action[Match]):
    """Choose a hero and a god."""

    hero: nouns.HeroName
    god: nouns.GodName
    title = "Choose hero and god"
    icon = "crown"
    at_once = True
    during = (CHOOSE,)

    def check(self, match: Match) -> None:
        hero = self.hero
        for seat, taken in match.hero.items():
            require(taken != hero, "heroes", "{hero} plays for {seat} already.", hero=hero, seat=seat)
        god = self.god
        if god == HERMES:
            refuse("hermes", "Hermes is not let in. Ask the other gods, and watch them change the subject.")
        for seat, taken in match.god.items():
            require(taken != god, "gods", "{god} is with {seat} already.", god=god, seat=seat)

    def apply(self, match: Match) -> Match:
        return turns.choose(match, self.by, self.hero, self.god)


@dataclass(frozen=True)
class Seed(Action[Match]):
    """Lay one of your seed terrain tokens."""

    space: nouns.AnySpace
    title = "Lay terrain"
    icon = "terrain"
    at_once = True
    during = (SEED,)

    def check(self, match: Match) -> None:
        if why := match.why_no_terrain(self.space):
            checks.refuse_why(why)

    def apply(self, match: Match) -> Match:
        return turns.seed(match, self.by, self.space)
