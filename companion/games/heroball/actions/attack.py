"""The attacks of the mat: a push, and a fumble that is forced."""

from dataclasses import dataclass

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.actions.slot import Slotted
from companion.games.heroball.box import AWAY, BESIDE, DISTANCE, RULES
from companion.games.heroball.state import Match, reactions
from companion.games.heroball.state.pending import Attack
from companion.words import message

require, refuse = RULES.require, RULES.refuse


def pushable(match: Match, by: str, victim: str) -> list[str]:
    """The hexes a hero can be pushed to."""
    return [space for space in AWAY[match.at[by]][match.at[victim]] if match.open(space)]


@dataclass(frozen=True)
class Push(Slotted):
    """Push a hero beside you one hex away."""

    victim: nouns.Opponent
    space: nouns.BesideVictim
    sure: nouns.Gift
    cost = "1 AP"
    icon = "shield"

    def check(self, match: Match) -> None:
        by = self.by
        here = match.at[by]
        self.playable(match)
        near = [seat for seat in match.opponents(by) if DISTANCE[here][match.at[seat]] == 1]
        require(near, "push", "No opponent stands beside you.")
        require(
            any(pushable(match, by, seat) for seat in near),
            "push",
            "Nobody beside you can be pushed: every hex behind is taken, a pillar or off the board.",
        )
        victim = self.victim
        there = match.at[victim]
        require(
            DISTANCE[here][there] == 1,
            "push",
            "{victim} on {there} is not beside you.",
            victim=match.name(victim),
            there=there,
        )
        require(
            pushable(match, by, victim),
            "push",
            "{victim} cannot be pushed: every hex behind is taken, a pillar or off the board.",
            victim=match.name(victim),
        )
        space = self.space
        require(
            space in AWAY[here][there],
            "push",
            "{space} is not farther away from {here} than {there}.",
            space=space,
            here=here,
            there=there,
        )
        checks.standable(match, space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        victim, by = self.victim, self.by
        if match.holder == victim:
            return match.gift(by, self.space, victim)
        follows = match.slot(by, self.title).follows and match.holder == by
        return match.gift(by, match.at[victim], by) if follows else ()

    def apply(self, match: Match) -> Match:
        after = self.paid(match)
        name, pushed = match.name(self.by), match.name(self.victim)
        after = after.tell(
            message("{name} pushes {pushed} towards {space}.", name=name, pushed=pushed, space=self.space),
            self.victim,
            rule="push",
        )
        return reactions.attack(after, Attack(self.by, self.victim, self.title, self.space))


@dataclass(frozen=True)
class ForceFumble(Slotted):
    """Make the holder of the ball lose it."""

    victim: nouns.Opponent
    space: nouns.BesideVictim
    sure: nouns.Gift
    title = "Force Fumble"
    cost = "1 AP"
    icon = "lightning"

    def check(self, match: Match) -> None:
        by, holder = self.by, match.holder
        slot, here = self.playable(match), match.at[by]
        require(holder, "fumble", "Nobody holds the ball.")
        require(holder != by, "fumble", "You hold the ball yourself.")
        there = match.at[holder]
        far = DISTANCE[here][there]
        if far > slot.reach:
            refuse(
                "fumble",
                "{holder} is {far} hexes away; {slot} reaches {reach}.",
                holder=match.name(holder),
                far=far,
                slot=slot.name,
                reach=slot.reach,
            )
        require(
            any(match.open(space) for space in BESIDE[there]),
            "fumble",
            "No hex beside {holder} is open.",
            holder=match.name(holder),
        )
        require(
            self.victim == holder,
            "fumble",
            "{victim} does not hold the ball.",
            victim=match.name(self.victim),
        )
        checks.standable(match, self.space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        after = self.paid(match)
        sentence = message(
            "{who} knocks the ball from {victim} towards {space}.",
            who=match.name(self.by),
            victim=match.name(self.victim),
            space=self.space,
        )
        after = after.tell(sentence, self.victim, "Ball", rule="fumble")
        return reactions.attack(after, Attack(self.by, self.victim, self.title, self.space))
