"""A moment of Heroball, and the movements of hands that lead to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from companion.games.heroball.box import (
    AP,
    BESIDE,
    DISTANCE,
    FAVOURED,
    GOALS,
    MOVES,
    PILLARS,
    POINTS,
    POST,
    RULES,
    TOKENS,
    TURNS,
)
from companion.games.heroball.heroes import Hero, Slot, house
from companion.games.heroball.reactions import (
    CHOOSE,
    PHASES,
    SEED,
    TURN,
    Attack,
    Catch,
    Effect,
    Loose,
    Pending,
    by_priority,
    price,
)
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State, listed, possessive


@dataclass(frozen=True, kw_only=True)
class Match(State):
    """Where heroes, ball and terrain are, what the tracks say, and what the table waits for."""

    rules: ClassVar[Rulebook] = RULES

    order: tuple[str, ...]
    """The seats in turn order."""
    heroes: Mapping[str, Hero] = field(default_factory=house)
    """The set this table plays with."""
    may_refuse: bool = True
    """Whether a seat may say that it is never asked."""

    hero: Mapping[str, str] = field(default_factory=dict)
    god: Mapping[str, str] = field(default_factory=dict)
    at: Mapping[str, str] = field(default_factory=dict)
    """Seat to its hero's space."""
    on: Mapping[str, str] = field(default_factory=dict)
    """Space to the seat whose hero stands there."""
    ap: Mapping[str, int] = field(default_factory=dict)
    score: Mapping[str, int] = field(default_factory=dict)
    terrain: Mapping[str, str] = field(default_factory=dict)
    seeded: int = 0
    ball: str = POST
    """Where the ball lies; a held ball is where its holder is, one in the air where it came from."""
    holder: str = ""
    round: int = 0
    turn: str = ""
    """The active seat."""
    taken: tuple[str, ...] = ()
    """The slots of the active hero that hold a token."""
    spent: bool = False
    """Whether the active hero has spent AP this turn."""
    scored: bool = False
    """Whether there was a goal this turn, so that its action phase is over."""
    never: frozenset[tuple[str, str]] = frozenset()
    """Seat and question that it does not want to be asked."""
    pending: tuple[Pending, ...] = ()
    """What must be answered before the turn goes on, the last one first."""
    waits: tuple[str, ...] = ()
    phase: str = CHOOSE

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.order

    @property
    def to_act(self) -> tuple[str, ...]:
        return self.waits if self.over is None else ()

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def goal(self) -> Mapping[str, str]:
        """Goal space to the seat that scores there."""
        return GOALS[self.order].owner

    def name(self, seat: str) -> str:
        """A seat's hero."""
        return self.hero.get(seat, seat)

    def slot(self, seat: str, slot: str) -> Slot:
        """The action in this slot of a hero's mat."""
        return self.heroes[self.hero[seat]].slots[slot]

    def next_move(self) -> str:
        """Which of Step, Run and Sprint is next in this turn; empty if all are taken."""
        return MOVES[len(self.taken)] if len(self.taken) < len(MOVES) else ""

    def hex_cost(self, seat: str, space: str) -> int:
        """What terrain adds to a move into this space."""
        kind = self.terrain.get(space)
        if kind is None:
            return 0
        return int(AP["favoured"] if kind == FAVOURED[self.god[seat]] else AP["terrain"])

    def move_cost(self, seat: str, slot: Slot, space: str) -> int:
        """What a move into this space costs with this slot, never less than nothing."""
        more = self.hex_cost(seat, space)
        return max(0, slot.cost + (min(more, 0) if slot.effect == "sure-footed" else more))

    def ways(self, seat: str) -> dict[str, tuple[int, tuple[str, ...]]]:
        """Every hex a hero can still walk to this turn: the AP it costs in all, and the way there.

        The cheapest way, and among equals the shortest; with the ball no way leads on through a goal.
        """
        have, carries, terrain = self.ap[seat], self.holder == seat, self.terrain
        found: dict[str, tuple[int, tuple[str, ...]]] = {}
        edge: dict[str, tuple[int, tuple[str, ...]]] = {self.at[seat]: (0, ())}
        for name in MOVES[len(self.taken) :]:
            slot = self.slot(seat, name)
            if slot.by_hand:
                break
            ahead: dict[str, tuple[int, tuple[str, ...]]] = {}
            for here, (spent, way) in edge.items():
                if carries and way and here in self.goal:
                    continue
                for space in BESIDE[here]:
                    if space not in self.on and space not in PILLARS:
                        cost = spent + (self.move_cost(seat, slot, space) if space in terrain else slot.cost)
                        if cost <= have and (space not in ahead or cost < ahead[space][0]):
                            ahead[space] = (cost, (*way, space))
            for space, there in ahead.items():
                if space not in found or there[0] < found[space][0]:
                    found[space] = there
            edge = ahead
        return found

    def open(self, space: str) -> bool:
        """Whether a hero can stand there."""
        return space not in self.on and space not in PILLARS

    def seedable(self, space: str) -> bool:
        """Whether a terrain token can lie there."""
        free = space not in self.on and space not in self.goal and space not in self.terrain
        return free and space != POST and space not in PILLARS

    def tokens_left(self, kind: str) -> int:
        """Terrain tokens of a kind that are not on the board."""
        return TOKENS - sum(1 for laid in self.terrain.values() if laid == kind)

    def gift(self, by: str, space: str, holder: str = "") -> tuple[str, ...]:
        """Who else scores if the ball comes to this space in these hands, in words; empty if nobody."""
        owner = self.goal.get(space, by)
        if owner == by:
            return ()
        return (f"{owner} scores {POINTS['carried' if holder == owner else 'otherwise']}",)

    def asked(self, seat: str, what: str, cost: int) -> bool:
        """Whether a seat is to be asked: it can pay, and has not said never."""
        return self.ap[seat] >= cost and (seat, what) not in self.never

    def interceptors(self, source: str, target: str, thrower: str) -> tuple[str, ...]:
        """Who may intercept, first in priority first."""
        i = self.order.index(self.turn) + 1
        others = tuple(seat for seat in self.order[i:] + self.order[:i] if seat != thrower)
        found = []
        for seat, far in by_priority(source, target, self.at, others):
            slot = self.slot(seat, "Intercept")
            what = "Intercept" if far else "Catch"
            if far <= slot.reach and self.asked(seat, what, price(slot, far)):
                found.append(seat)
        return tuple(found)

    def interception(self, seat: str) -> int:
        """What taking the ball out of the air costs a seat now."""
        loose = self.pending[-1]
        assert isinstance(loose, Loose)
        return price(self.slot(seat, "Intercept"), DISTANCE[self.at[seat]][loose.target])

    # -- movements of hands -------------------------------------------------------------------------------

    def set_ap(self, seat: str, ap: int, rule: str = "") -> Self:
        """Move the token on a seat's AP track."""
        told = f"{seat}: AP {self.ap[seat]} to {ap}."
        return self.but(ap={**self.ap, seat: ap}).tell(told, f"{seat} AP", rule=rule)

    def gain(self, seat: str, more: int, rule: str) -> Self:
        """Gain AP, as far as the track goes."""
        ap = min(AP["most"], self.ap[seat] + more)
        if ap == self.ap[seat]:
            told = f"{seat}: AP stays at {ap}, the end of the track."
            return self.tell(told, f"{seat} AP", rule="ap-cap")
        return self.set_ap(seat, ap, rule)

    def pay(self, seat: str, cost: int, rule: str = "afford") -> Self:
        """Pay for an action."""
        if not cost:
            return self
        match = self if self.spent or seat != self.turn else self.but(spent=True)
        return match.set_ap(seat, self.ap[seat] - cost, rule)

    def lose(self, seat: str, less: int, rule: str) -> Self:
        """Take AP from a seat, as far as there is any."""
        less = min(less, self.ap[seat])
        return self.set_ap(seat, self.ap[seat] - less, rule) if less else self

    def mark(self, slot: str) -> Self:
        """Put a token on the slot or card just used."""
        return self.but(taken=(*self.taken, slot)).tell(f"Put a token on {slot}.", "Tokens")

    def shift(self, seat: str, space: str, rule: str = "") -> Self:
        """Move a hero, and the ball he holds."""
        here = self.at[seat]
        on = {other: who for other, who in self.on.items() if who != seat}
        on[space] = seat
        match = self.but(at={**self.at, seat: space}, on=on)
        told = f"Move {self.name(seat)} from {here} to {space}"
        if self.holder == seat:
            return match.but(ball=space).tell(f"{told}, with the ball.", seat, "Ball", rule=rule)
        return match.tell(f"{told}.", seat, rule=rule)

    def swap(self, seat: str, other: str, rule: str) -> Self:
        """Let two heroes change places."""
        here, there = self.at[seat], self.at[other]
        match = self.but(at={**self.at, seat: there, other: here}, on={**self.on, there: seat, here: other})
        if self.holder in (seat, other):
            match = match.but(ball=match.at[self.holder])
        told = f"{self.name(seat)} on {there} and {self.name(other)} on {here} change places."
        return match.tell(told, seat, other, rule=rule)

    def put_ball(self, space: str, rule: str = "") -> Self:
        """Lay the ball down somewhere."""
        return self.but(ball=space, holder="").tell(f"Put the ball on {space}.", "Ball", rule=rule)

    def hold(self, seat: str, rule: str = "hold") -> Self:
        """Put the ball on a hero's token."""
        told = f"{self.name(seat)} holds the ball on {self.at[seat]}."
        return self.but(ball=self.at[seat], holder=seat).tell(told, "Ball", seat, rule=rule)

    def lay(self, kind: str, space: str, rule: str) -> Self:
        """Lay a terrain token."""
        told = f"Lay {kind} on {space}."
        return self.but(terrain={**self.terrain, space: kind}).tell(told, f"Terrain {space}", rule=rule)

    # -- what the table waits for -------------------------------------------------------------------------

    def standing(self, pending: tuple[Pending, ...]) -> Self:
        """Wait for the last of these, or go on with the turn."""
        if pending:
            return self.but(pending=pending, phase=pending[-1].phase, waits=pending[-1].waits)
        return self.but(pending=(), phase=TURN, waits=(self.turn,))

    def ask(self, pending: Pending) -> Self:
        """Wait for this first."""
        return self.standing((*self.pending, pending))

    def settle(self, carried: bool = False) -> Self:
        """After anything moved: a goal if the ball is in one, and the end of a turn that had one."""
        owner = self.goal.get(self.ball)
        if owner:
            return self._goal(owner, carried and self.holder == owner)
        return self.clean_up() if self.scored and not self.pending else self

    def _goal(self, owner: str, carried: bool) -> Self:
        points = POINTS["carried" if carried else "otherwise"]
        match = self.but(score={**self.score, owner: self.score[owner] + points}, scored=True)
        how = "carried in" if carried else "in the goal"
        told = (
            f"The ball is {how} on {self.ball}: {owner} scores {points}, and stands at {match.score[owner]}."
        )
        match = match.tell(told, f"{owner} score", "Ball", rule="score")
        match = match.standing(()).put_ball(POST, "after-score")
        seat = self.on.get(POST)
        if seat and match.asked(seat, "Catch", 0):
            return match.ask(Catch(seat))
        return match.settle()

    def attack(self, attack: Attack) -> Self:
        """Ask the attacked seat, or let the blow fall where it cannot answer."""
        cost = self.slot(attack.victim, "Defend").cost
        if self.asked(attack.victim, "Defend", cost):
            about = f"{self.name(attack.victim)} may defend for {cost} of {self.ap[attack.victim]} AP"
            return self.ask(attack).tell(f"{about}.", f"{attack.victim} AP", rule="defend")
        return self.strike(attack)

    def strike(self, attack: Attack) -> Self:
        """An attack nobody defends against."""
        by, victim = attack.by, attack.victim
        slot = self.slot(by, attack.slot)
        if slot.by_hand:
            return self.ask(Effect(by, attack.slot, victim))
        if attack.slot == "Push":
            left = self.at[victim]
            match = self.shift(victim, attack.space, "push")
            if slot.effect == "follow":
                match = match.shift(by, left, "follow")
            return match.settle(carried=True)
        return self.send(self.at[victim], attack.space, victim)

    def defend(self) -> Self:
        """Cancel the attack that waits."""
        attack = self.pending[-1]
        assert isinstance(attack, Attack)
        seat, slot = attack.victim, self.slot(attack.victim, "Defend")
        match = self.standing(self.pending[:-1]).pay(seat, slot.cost, "defend")
        told = f"{self.name(seat)} defends: nothing comes of it."
        match = match.tell(told, seat, rule="defend")
        if slot.effect == "sting":
            match = match.lose(attack.by, 1, "sting")
        return match.ask(Effect(seat, "Defend", attack.by)) if slot.by_hand else match.settle()

    def send(self, source: str, target: str, thrower: str) -> Self:
        """The ball leaves a hero's hands: ask who may intercept, or let it come down."""
        loose = self.but(holder="")
        order = loose.interceptors(source, target, thrower)
        if not order:
            return loose.put_ball(target).settle()
        who = listed([self.name(seat) for seat in order], "or")
        told = f"The ball flies to {target}: {who} may intercept."
        return loose.ask(Loose(source, target, order)).tell(told, "Ball", *order, rule="priority")

    def answer(self, loose: Loose) -> Self:
        """One answer more about a loose ball; the ball moves once nobody's answer matters any more."""
        if loose.order:
            return self.standing((*self.pending[:-1], loose))
        match = self.standing(self.pending[:-1])
        if not loose.wish:
            return match.put_ball(loose.target).settle()
        seat = loose.wish
        slot = self.slot(seat, "Intercept")
        match = match.pay(seat, self.interception(seat), "intercept").hold(seat, "intercept")
        return match.ask(Effect(seat, "Intercept")).settle() if slot.by_hand else match.settle()

    def let_go(self, seat: str) -> Self:
        """A seat does not react."""
        top = self.pending[-1]
        match = self.tell(f"{self.name(seat)} lets it go.", seat)
        if isinstance(top, Loose):
            return match.answer(top.without(seat))
        match = match.standing(self.pending[:-1])
        return match.strike(top) if isinstance(top, Attack) else match.settle()

    def roll(self, space: str, rule: str) -> Self:
        """The ball comes to a space and nobody can intercept; a hero there may hold it."""
        match = self.put_ball(space, rule)
        seat = match.on.get(space)
        if seat and seat != self.turn and space not in self.goal and match.asked(seat, "Catch", 0):
            match = match.ask(Catch(seat))
        return match.settle()

    # -- the sequence of play -----------------------------------------------------------------------------

    def choose(self, seat: str, hero: str, god: str) -> Self:
        """Take a hero and a god, and put the hero on his corner."""
        space = GOALS[self.order].corner[seat]
        match = self.but(
            hero={**self.hero, seat: hero},
            god={**self.god, seat: god},
            at={**self.at, seat: space},
            on={**self.on, space: seat},
        )
        cards = [self.heroes[hero].slots[slot] for slot in self.heroes[hero].cards]
        match = match.tell(f"Put {hero} on {space}.", seat)
        match = match.tell(
            f"Cover slots of your mat: {listed([f'{c.slot} with {c.name}' for c in cards])}.", seat
        )
        left = self.order[len(match.hero) :]
        if left:
            return match.but(waits=left[:1])
        return match.but(phase=SEED, waits=self.order[:1]).tell(
            f"Each takes {TURNS['seed']} tokens of the favoured terrain.", rule="terrain-seed"
        )

    def seed(self, seat: str, space: str) -> Self:
        """Lay a seed terrain token; after the last one the first round begins."""
        match = self.lay(FAVOURED[self.god[seat]], space, "terrain-seed").but(seeded=self.seeded + 1)
        if match.seeded == TURNS["seed"] * len(self.order):
            return match.next_round()
        return match.but(waits=(self.order[match.seeded % len(self.order)],))

    def next_round(self) -> Self:
        """Move the round marker and open the first seat's turn, or end the game."""
        if self.round == TURNS["rounds"]:
            return self.count_up()
        match = self.but(round=self.round + 1)
        return match.tell(f"Round {match.round}: move the round marker.", "Round").open_turn(self.order[0])

    def open_turn(self, seat: str) -> Self:
        """The refresh phase, and on to the action phase."""
        match = self.but(
            turn=seat, taken=(), spent=False, scored=False, phase=TURN, waits=(seat,), pending=()
        )
        told = f"{possessive(seat)} turn: take all tokens off slots and cards."
        return match.tell(told, "Turn", "Tokens", rule="refresh").gain(seat, AP["refresh"], "refresh")

    def clean_up(self) -> Self:
        """Rest if nothing was spent, and pass the turn on."""
        match = self if self.spent else self.gain(self.turn, AP["rest"], "rest")
        i = self.order.index(self.turn) + 1
        return match.open_turn(self.order[i]) if i < len(self.order) else match.next_round()

    def count_up(self) -> Self:
        """After the last round: the highest score wins, and ties share the victory."""
        best = max(self.score.values())
        winners = tuple(seat for seat in self.order if self.score[seat] == best)
        who = f"{listed(winners)} share the victory" if len(winners) > 1 else f"{winners[0]} wins"
        why = f"Round {self.round} is over: {who} with {best} point{'s' * (best != 1)}."
        scores = tuple(self.score.items())
        return self.but(waits=()).finish(winners, "end", why, scores)

    def hemmed_in(self, seat: str) -> bool:
        """Whether a hero has no hex to move into."""
        return not any(self.open(space) for space in BESIDE[self.at[seat]])
