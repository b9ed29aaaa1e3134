"""The draft, the sharing out of Exp, and the end of a turn."""

from dataclasses import dataclass

from companion.games.havoc_in_heaven.actions import nouns
from companion.games.havoc_in_heaven.box import POT_OF, RULES, TURN
from companion.games.havoc_in_heaven.state import ACTION, DRAFT, LOTS, SHARE, Havoc, levels, turns
from companion.games.havoc_in_heaven.state.piles import without
from companion.kernel.action import Action
from companion.words import Text, message

require, refuse = RULES.require, RULES.refuse


def unused(lane: Havoc, spent: int = 0) -> Text:
    """Return in words what a turn that ends now, after so many AP more, leaves unused; empty for nothing."""
    ap, free = lane.ap - spent, TURN.free_purchases - lane.bought
    lost = [message("{ap} AP", ap=ap)] if ap else []
    lost += [message("{n:# purchase|# purchases}", n=free)] if free > 0 else []
    return message("{things:, } lost", things=lost) if lost else ""


@dataclass(frozen=True)
class Pick(Action[Havoc]):
    """Take a hero to your side."""

    hero: nouns.PickHero
    icon = "crown"
    at_once = True
    during = (DRAFT,)

    def check(self, lane: Havoc) -> None:
        if side := lane.heroes.get(self.hero):
            refuse("draft", "{hero} is with the {side} already.", hero=self.hero, side=side)

    def apply(self, lane: Havoc) -> Havoc:
        return turns.pick(lane, self.hero, self.by)


@dataclass(frozen=True)
class Lots(Action[Havoc]):
    """Draw lots for the starting player."""

    starter: nouns.Starter
    title = "Draw the starting player"
    icon = "scroll"
    during = (LOTS,)

    def apply(self, lane: Havoc) -> Havoc:
        return turns.begin(lane, self.starter)


@dataclass(frozen=True)
class Share(Action[Havoc]):
    """Give Exp from a kill to one of your heroes."""

    hero: nouns.OwnHero
    exp: nouns.ExpShare
    title = "Share out Exp"
    icon = "flame"
    at_once = True
    during = (SHARE,)

    @classmethod
    def face(cls, lane: Havoc, by: str) -> tuple[Text, Text]:
        return cls.title, message("{exp} Exp", exp=lane.pot.get(by, 0))

    def check(self, lane: Havoc) -> None:
        hero = self.hero
        require(hero in lane.row, "share", "{hero} is dead; only the living learn.", hero=hero)
        require(hero in levels.learners(lane, self.by), "level-up", "{hero} takes no more Exp.", hero=hero)
        room = levels.room(lane, hero)
        require(int(self.exp) <= room, "level-up", "{hero} takes {room} Exp at most.", hero=hero, room=room)

    def apply(self, lane: Havoc) -> Havoc:
        left = lane.pot[self.by] - int(self.exp)
        pot = without(lane.pot, self.by) | ({self.by: left} if left else {})
        return turns.settle(
            levels.learn(lane.but(pot=pot), self.hero, int(self.exp), "share", POT_OF[self.by])
        )


@dataclass(frozen=True)
class EndTurn(Action[Havoc]):
    """End your Action Phase: clean up, draw a new hand."""

    title = "End turn"
    icon = "scroll"
    at_once = True
    during = (ACTION,)

    def throws_away(self, lane: Havoc) -> Text:
        return unused(lane)

    def apply(self, lane: Havoc) -> Havoc:
        return turns.clean_up(lane)
