"""The verbs of a seat's own turn. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass

from companion.games.heroball.box import (
    AP,
    AWAY,
    BESIDE,
    DISTANCE,
    FAVOURED,
    HERMES,
    MOVES,
    PILLARS,
    POST,
    RULES,
)
from companion.games.heroball.nouns import (
    AnySpace,
    BesideVictim,
    DropSpace,
    Gift,
    GodName,
    HeroName,
    MoveSpace,
    Opponent,
    ThrowSpace,
    can_pay,
    holding,
    next_slot,
    no_pillar,
    not_by_hand,
    opponents,
    standable,
    words,
)
from companion.games.heroball.reactions import CATCH, CHOOSE, SEED, TURN, Attack
from companion.games.heroball.state import Match
from companion.kernel.action import Action

require, refuse = RULES.require, RULES.refuse


@dataclass(frozen=True)
class Choose(Action[Match]):
    """Choose a hero and a god."""

    hero: HeroName
    god: GodName
    title = "Choose hero and god"
    icon = "crown"
    during = (CHOOSE,)

    def check(self, match: Match) -> None:
        hero = self.hero
        for seat, taken in match.hero.items():
            require(taken != hero, "heroes", f"{hero} plays for {seat} already.")
        god = self.god
        if god == HERMES:
            refuse("hermes", "Hermes is not let in. Ask the other gods, and watch them change the subject.")
        for seat, taken in match.god.items():
            require(taken != god, "gods", f"{god} is with {seat} already.")

    def apply(self, match: Match) -> Match:
        told = match.tell(f"{self.by}: {self.hero} for {self.god} ({FAVOURED[self.god]}).", self.by)
        return told.choose(self.by, self.hero, self.god)


@dataclass(frozen=True)
class Seed(Action[Match]):
    """Lay one of your seed terrain tokens."""

    space: AnySpace
    title = "Lay terrain"
    icon = "terrain"
    during = (SEED,)

    def check(self, match: Match) -> None:
        space = self.space
        require(space not in PILLARS, "pillar", f"{space} is a Pillar of Heaven: no terrain lies there.")
        require(space != POST, "post", f"{space} is the centre post: heroes may stand there, terrain not.")
        if space in match.on:
            refuse("terrain-seed", f"{match.name(match.on[space])} stands on {space}.")
        if space in match.goal:
            refuse("terrain-seed", f"{space} is in {match.goal[space]}'s goal.")
        if space in match.terrain:
            refuse("terrain-seed", f"{space} holds {match.terrain[space]} already.")

    def apply(self, match: Match) -> Match:
        return match.seed(self.by, self.space)


@dataclass(frozen=True)
class Move(Action[Match]):
    """Step, then run, then sprint: each one hex, each once a turn; one at a time or in one go."""

    space: MoveSpace
    sure: Gift
    title = "Step, run, sprint"
    cost = "0, 1, 2 AP"
    icon = "boot"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        left = [match.slot(by, name) for name in MOVES[len(match.taken) :]]
        names = ", ".join(slot.slot for slot in left).capitalize()
        return names or "Move", f"{', '.join(str(slot.cost) for slot in left)} AP" if left else ""

    def check(self, match: Match) -> None:
        by = self.by
        slot = match.slot(by, next_slot(match))
        not_by_hand(slot)
        here, have = match.at[by], match.ap[by]
        require(not match.hemmed_in(by), "occupied", f"{match.name(by)} on {here} is hemmed in.")
        cheapest = min(match.move_cost(by, slot, space) for space in BESIDE[here] if match.open(space))
        if cheapest > have:
            refuse("afford", f"{slot.name} costs at least {cheapest} AP here; you have {have}.")
        space = self.space
        standable(match, space)
        if space in BESIDE[here]:
            cost = match.move_cost(by, slot, space)
            if cost > have:
                key = "hex-cost" if space in match.terrain else "afford"
                ground = f" into {match.terrain[space]}" if space in match.terrain else ""
                refuse(key, f"{slot.name}{ground} costs {cost} AP; you have {have}.")
        elif space not in match.ways(by):
            self._too_far(match, here)

    def _too_far(self, match: Match, here: str) -> None:
        far, left = DISTANCE[here][self.space], len(MOVES) - len(match.taken)
        if far > left:
            refuse("step-run-sprint", f"{self.space} is {far} hexes from {here}; you have {left} left to go.")
        rich = match.but(ap={**match.ap, self.by: AP["most"] * len(MOVES)}).ways(self.by)
        require(self.space in rich, "occupied", f"No open way of {left} hexes leads to {self.space}.")
        refuse(
            "afford", f"Going to {self.space} costs {rich[self.space][0]} AP; you have {match.ap[self.by]}."
        )

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, self.space, self.by) if match.holder == self.by else ()

    def apply(self, match: Match) -> Match:
        by, here = self.by, match.at[self.by]
        way = (self.space,) if self.space in BESIDE[here] else match.ways(by)[self.space][1]
        for space in way:
            name = match.next_move()
            slot = match.slot(by, name)
            key = "hex-cost" if space in match.terrain else "step-run-sprint"
            match = match.pay(by, match.move_cost(by, slot, space), key)
            match = match.shift(by, space, slot.effect or "step-run-sprint").mark(name)
        return match.settle(carried=True)


@dataclass(frozen=True)
class Hold(Action[Match]):
    """Take the ball that shares your hex."""

    title = "Hold"
    cost = "free"
    icon = "ball"
    during = (TURN, CATCH)

    def check(self, match: Match) -> None:
        holder = match.holder
        require(holder != self.by, "hold", "You hold the ball.")
        if holder:
            refuse("hold", f"{match.name(holder)} holds the ball.")
        here = match.at[self.by]
        require(match.ball == here, "hold", f"The ball is on {match.ball}, and you are on {here}.")

    def apply(self, match: Match) -> Match:
        after = match.standing(match.pending[:-1]) if match.phase == CATCH else match
        return after.hold(self.by).settle()


@dataclass(frozen=True)
class Throw(Action[Match]):
    """Throw the ball you hold."""

    space: ThrowSpace
    sure: Gift
    cost = "1 AP"
    icon = "ball"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        return cls.title, words(match.slot(by, cls.title).cost)

    def check(self, match: Match) -> None:
        holding(match, self.by)
        slot, here = match.slot(self.by, "Throw"), match.at[self.by]
        not_by_hand(slot)
        can_pay(match, self.by, slot)
        space = self.space
        far = DISTANCE[here][space]
        if not 1 <= far <= slot.reach:
            refuse("throw", f"{space} is {far} hexes away; {slot.name} goes 1 to {slot.reach}.")
        no_pillar(space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        after = match.pay(self.by, match.slot(self.by, "Throw").cost)
        after = after.tell(f"{match.name(self.by)} throws to {self.space}.", "Ball", self.by, rule="throw")
        return after.send(match.at[self.by], self.space, self.by)


@dataclass(frozen=True)
class Drop(Action[Match]):
    """Drop the ball in your hex or beside you."""

    space: DropSpace
    sure: Gift
    cost = "1 AP"
    icon = "hand"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        return cls.title, words(match.slot(by, cls.title).cost)

    def check(self, match: Match) -> None:
        holding(match, self.by)
        slot, here = match.slot(self.by, "Drop"), match.at[self.by]
        not_by_hand(slot)
        can_pay(match, self.by, slot)
        space = self.space
        far = DISTANCE[here][space]
        if far > slot.reach:
            refuse("drop", f"{space} is {far} hexes away; {slot.name} goes {slot.reach} at most.")
        no_pillar(space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        after = match.pay(self.by, match.slot(self.by, "Drop").cost)
        after = after.tell(f"{match.name(self.by)} drops it on {self.space}.", "Ball", self.by, rule="drop")
        return after.send(match.at[self.by], self.space, self.by)


def pushable(match: Match, by: str, victim: str) -> list[str]:
    """The hexes a hero can be pushed to."""
    return [space for space in AWAY[match.at[by]][match.at[victim]] if match.open(space)]


@dataclass(frozen=True)
class Push(Action[Match]):
    """Push a hero beside you one hex away."""

    victim: Opponent
    space: BesideVictim
    sure: Gift
    cost = "1 AP"
    icon = "shield"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        return cls.title, words(match.slot(by, cls.title).cost)

    def check(self, match: Match) -> None:
        by = self.by
        slot, here = match.slot(by, "Push"), match.at[by]
        not_by_hand(slot)
        can_pay(match, by, slot)
        near = [seat for seat in opponents(match, by) if DISTANCE[here][match.at[seat]] == 1]
        require(near, "push", "No opponent stands beside you.")
        require(
            any(pushable(match, by, seat) for seat in near),
            "push",
            "Nobody beside you can be pushed: every hex behind is taken, a pillar or off the board.",
        )
        victim = self.victim
        there = match.at[victim]
        require(DISTANCE[here][there] == 1, "push", f"{match.name(victim)} on {there} is not beside you.")
        require(
            pushable(match, by, victim),
            "push",
            f"{match.name(victim)} cannot be pushed: every hex behind is taken, a pillar or off the board.",
        )
        space = self.space
        require(space in AWAY[here][there], "push", f"{space} is not farther away from {here} than {there}.")
        standable(match, space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        victim, by = self.victim, self.by
        if match.holder == victim:
            return match.gift(by, self.space, victim)
        follows = match.slot(by, "Push").effect == "follow" and match.holder == by
        return match.gift(by, match.at[victim], by) if follows else ()

    def apply(self, match: Match) -> Match:
        after = match.pay(self.by, match.slot(self.by, "Push").cost)
        name, pushed = match.name(self.by), match.name(self.victim)
        after = after.tell(f"{name} pushes {pushed} towards {self.space}.", self.victim, rule="push")
        return after.attack(Attack(self.by, self.victim, "Push", self.space))


@dataclass(frozen=True)
class ForceFumble(Action[Match]):
    """Make the holder of the ball lose it."""

    victim: Opponent
    space: BesideVictim
    sure: Gift
    title = "Force Fumble"
    cost = "1 AP"
    icon = "lightning"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        return cls.title, words(match.slot(by, cls.title).cost)

    def check(self, match: Match) -> None:
        by, holder = self.by, match.holder
        slot, here = match.slot(by, "Force Fumble"), match.at[by]
        not_by_hand(slot)
        can_pay(match, by, slot)
        require(holder, "fumble", "Nobody holds the ball.")
        require(holder != by, "fumble", "You hold the ball yourself.")
        there = match.at[holder]
        far = DISTANCE[here][there]
        if far > slot.reach:
            refuse("fumble", f"{match.name(holder)} is {far} hexes away; {slot.name} reaches {slot.reach}.")
        require(
            any(match.open(space) for space in BESIDE[there]),
            "fumble",
            f"No hex beside {match.name(holder)} is open.",
        )
        require(self.victim == holder, "fumble", f"{match.name(self.victim)} does not hold the ball.")
        standable(match, self.space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        after = match.pay(self.by, match.slot(self.by, "Force Fumble").cost)
        told = f"{match.name(self.by)} knocks the ball from {match.name(self.victim)} towards {self.space}."
        after = after.tell(told, self.victim, "Ball", rule="fumble")
        return after.attack(Attack(self.by, self.victim, "Force Fumble", self.space))


@dataclass(frozen=True)
class EndTurn(Action[Match]):
    """End your action phase; you rest if you spent no AP."""

    title = "End turn"
    icon = "scroll"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        rest = "you rest: 1 AP more" if match.ap[by] < AP["most"] else f"you rest, at {AP['most']} AP already"
        return cls.title, "" if match.spent else rest

    def apply(self, match: Match) -> Match:
        return match.clean_up()
