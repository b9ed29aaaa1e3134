"""A moment of Heroball: what the table waits for, and how play goes on."""

from dataclasses import dataclass
from typing import Self

from companion.games.heroball.box import AP, DISTANCE, GOALS, POINTS, POST, TURNS
from companion.games.heroball.state.pending import (
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
from companion.games.heroball.state.pitch import Pitch
from companion.kernel.state import counted, listed, possessive


@dataclass(frozen=True, kw_only=True)
class Match(Pitch):
    """The pitch, whose turn it is, and what must be answered before it goes on."""

    may_refuse: bool = True
    """Whether a seat may say that it is never asked."""
    seeded: int = 0
    round: int = 0
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
    def to_act(self) -> tuple[str, ...]:
        return self.waits if self.over is None else ()

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

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
        match = self.lay(self.favoured(seat), space, "terrain-seed").but(seeded=self.seeded + 1)
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
        why = f"Round {self.round} is over: {who} with {counted(best, 'point')}."
        scores = tuple(self.score.items())
        return self.but(waits=()).finish(winners, "end", why, scores)
