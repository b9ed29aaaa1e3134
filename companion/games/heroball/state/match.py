"""The frozen moment, and the elementary movements of hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from companion.games.heroball import box
from companion.games.heroball.cards import Hero, Slot, house
from companion.games.heroball.state.pending import CHOOSE, PHASES, QUESTION, TURN, Pending, card_of
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State
from companion.kernel.values import ThingName
from companion.words import Message, message


@dataclass(frozen=True, kw_only=True)
class Match(State):
    """A moment of Heroball: heroes, ball and terrain, the turn, and what must be answered before it goes
    on."""

    rules: ClassVar[Rulebook] = box.RULES

    order: tuple[str, ...]
    """The seats in turn order."""
    heroes: Mapping[str, Hero] = field(default_factory=house)
    """The set this table plays with."""
    favours: Mapping[str, str] = field(default_factory=lambda: box.FAVOURED)
    """God to favoured terrain, in the same form."""
    hero: Mapping[str, str] = field(default_factory=dict)
    god: Mapping[str, str] = field(default_factory=dict)
    at: Mapping[str, str] = field(default_factory=dict)
    """Seat to its hero's space."""
    on: Mapping[str, str] = field(default_factory=dict)
    """Space to the seat whose hero stands there."""
    ap: Mapping[str, int] = field(default_factory=dict)
    score: Mapping[str, int] = field(default_factory=dict)
    stack: tuple[str, ...] = ()
    """The seats that have scored, the last to score last: on the track its token lies on top."""
    terrain: Mapping[str, str] = field(default_factory=dict)
    ball: str = box.POST
    """Where the ball lies; a held ball is where its holder is, one in the air where it came from."""
    holder: str = ""
    turn: str = ""
    """The active seat."""
    taken: tuple[str, ...] = ()
    """Which of Step, Run and Sprint of the active hero hold a token."""
    held: frozenset[tuple[str, str]] = frozenset()
    """Seat and slot of the cards that hold a token because they say so."""
    spent: bool = False
    """Whether the active hero has spent AP this turn."""
    may_refuse: bool = True
    """Whether a seat may say that it is never asked."""
    breaks_ties: bool = False
    """Whether the score token on top wins a tie. House."""
    even: tuple[tuple[str, ...], ...] = ()
    """The heroes that a tie goes to, in rows, the first before the second; none if not so chosen. House."""
    nought: tuple[str, ...] = ()
    """The heroes who lose a tie in which nobody has scored. House."""
    saves: bool = False
    """Whether a push scores near a goal. House."""
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
    def seats(self) -> tuple[str, ...]:
        return self.order

    @property
    def to_act(self) -> tuple[str, ...]:
        return self.waits if self.over is None else ()

    @property
    def at_stake(self) -> tuple[str, ...]:
        return self.pending[-1].at_stake if self.pending and self.turn not in self.waits else ()

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def goal(self) -> Mapping[str, str]:
        """Goal space to the seat that scores there."""
        return box.GOALS[self.order].owner

    def name(self, seat: str) -> str:
        """A seat's hero."""
        return self.hero.get(seat, seat)

    def opponents(self, seat: str) -> tuple[str, ...]:
        """Every other seat that plays."""
        return tuple(other for other in self.playing if other != seat)

    def slot(self, seat: str, slot: str) -> Slot:
        """The action in this slot of a hero's mat."""
        return self.heroes[self.hero[seat]].slots[slot]

    def favoured(self, seat: str) -> str:
        """The terrain that a seat's god favours."""
        return self.favours[self.god[seat]]

    def next_move(self) -> str:
        """Return the next of Step, Run and Sprint in this turn; empty if all are taken."""
        return box.MOVES[len(self.taken)] if len(self.taken) < len(box.MOVES) else ""

    def free(self, seat: str, slot: Slot) -> bool:
        """True if a slot holds no token that its card placed on it."""
        return not slot.token or (seat, slot.slot) not in self.held

    def kept(self) -> frozenset[tuple[str, str]]:
        """Return where tokens stay for the rest of the game, by seat and slot."""
        return frozenset(one for one in self.held if self.slot(*one).stays)

    def token_things(self) -> tuple[str, ...]:
        """The cards that hold a token, under the names of the log; before the first turn, all that may."""
        if not self.turn:
            slots = [
                (seat, slot) for seat, hero in self.hero.items() for slot in self.heroes[hero].slots.values()
            ]
            return tuple(card_of(seat, slot.name) for seat, slot in slots if slot.token)
        return tuple(card_of(seat, self.slot(seat, slot).name) for seat, slot in sorted(self.held))

    def open(self, space: str) -> bool:
        """True if a hero can stand there."""
        return space not in self.on and space not in box.PILLARS

    def why_no_terrain(self, space: str) -> tuple[str, Message] | None:
        """Return the rule and the words that keep terrain off a hex; None if it can lie there."""
        if space in box.PILLARS:
            return "pillar", message("{space} is a Pillar of Heaven: no terrain lies there", space=space)
        if space == box.POST:
            return "post", message(
                "{space} is the centre post: heroes may stand there, terrain not", space=space
            )
        if space in self.on:
            who = self.name(self.on[space])
            return "terrain-seed", message(
                "{who} stands on {space}: no terrain lies there", who=who, space=space
            )
        if space in self.goal:
            goal = message(
                "{space} is in {seat}'s goal: no terrain lies there", space=space, seat=self.goal[space]
            )
            return "terrain-seed", goal
        if space in self.terrain:
            return "terrain-seed", message(
                "{space} holds {terrain} already", space=space, terrain=self.terrain[space]
            )
        return None

    def tokens_left(self, kind: str) -> int:
        """Terrain tokens of a kind that are neither on the board nor kept to be seeded."""
        return box.TOKENS - sum(1 for laid in self.terrain.values() if laid == kind) - self.to_seed(kind)

    def to_seed(self, kind: str) -> int:
        """Terrain tokens of a kind that are still to be seeded, at most where gods are still to be chosen."""
        if self.round:
            return 0
        seats, each = len(self.order), box.TURNS.seed
        laid = {seat: (self.seeded + seats - 1 - i) // seats for i, seat in enumerate(self.order)}
        taken = self.god.values()
        open_ = sum(1 for god, favour in self.favours.items() if favour == kind and god not in taken)
        rest = sum(each - laid[seat] for seat in self.god if self.favoured(seat) == kind)
        return rest + each * min(seats - len(self.god), open_)

    def gift(self, by: str, space: str, holder: str = "") -> tuple[ThingName, ...]:
        """Return in words who else scores if the ball comes to this space in these hands; empty if nobody."""
        owner = self.goal.get(space, by)
        if owner == by:
            return ()
        return (f"{owner} scores {box.POINTS.carried if holder == owner else box.POINTS.otherwise}",)

    def asked(self, seat: str, what: str, cost: int) -> bool:
        """True if a seat is to be asked: it can pay, and has not said never."""
        return self.ap[seat] >= cost and (seat, what) not in self.never

    # -- movements of hands -------------------------------------------------------------------------------

    def set_ap(self, seat: str, ap: int, rule: str, *also: str) -> Self:
        """Move the token on a seat's AP track."""
        sentence = message("{seat}: AP {was} to {ap}.", seat=seat, was=self.ap[seat], ap=ap)
        return self.tell(sentence, box.AP_OF[seat], *also, rule=rule, ap={**self.ap, seat: ap})

    def gain(self, seat: str, more: int, rule: str) -> Self:
        """Gain AP, as far as the track goes."""
        ap = min(box.AP.most, self.ap[seat] + more)
        if ap == self.ap[seat]:
            sentence = message("{seat}: AP stays at {ap}, the end of the track.", seat=seat, ap=ap)
            return self.tell(sentence, box.AP_OF[seat], rule="ap-cap")
        return self.set_ap(seat, ap, rule)

    def pay(self, seat: str, cost: int, rule: str = "afford") -> Self:
        """Pay for an action."""
        if not cost:
            return self
        if self.spent or seat != self.turn:
            return self.set_ap(seat, self.ap[seat] - cost, rule)
        return self.but(spent=True).set_ap(seat, self.ap[seat] - cost, rule, "AP spent")

    def lose(self, seat: str, less: int, rule: str) -> Self:
        """Take AP from a seat, as far as there is any."""
        less = min(less, self.ap[seat])
        return self.set_ap(seat, self.ap[seat] - less, rule) if less else self

    def scores(self, seat: str, score: int) -> Self:
        """Return the match with a seat's token put on a score, on top of those that lie there."""
        below = tuple(other for other in self.stack if other != seat)
        return self.but(score={**self.score, seat: score}, stack=(*below, seat) if score else below)

    def mark(self, slot: str) -> Self:
        """Put a token on the slot or card just used."""
        return self.tell(message("Put a token on {slot}.", slot=slot), "Tokens", taken=(*self.taken, slot))

    def use(self, seat: str, slot: Slot) -> Self:
        """Put a token on a card just used that says so."""
        if not slot.token:
            return self
        sentence = message("Put a token on {slot}.", slot=slot.name)
        held = self.held | {(seat, slot.slot)}
        return self.tell(sentence, card_of(seat, slot.name), rule="token", held=held)

    def shift(self, seat: str, space: str, rule: str = "") -> Self:
        """Move a hero, and the ball he holds."""
        here = self.at[seat]
        on = {other: who for other, who in self.on.items() if who != seat}
        on[space] = seat
        words, ball, about = "Move {who} from {here} to {space}.", self.ball, [seat]
        if self.holder == seat:
            words, ball, about = "Move {who} from {here} to {space}, with the ball.", space, [seat, "Ball"]
        sentence = message(words, who=self.name(seat), here=here, space=space)
        return self.tell(sentence, *about, rule=rule, at={**self.at, seat: space}, on=on, ball=ball)

    def swap(self, seat: str, other: str, rule: str) -> Self:
        """Let two heroes change places."""
        here, there = self.at[seat], self.at[other]
        match = self.but(at={**self.at, seat: there, other: here}, on={**self.on, there: seat, here: other})
        sentence = message(
            "{who} on {there} and {other} on {here} change places.",
            who=self.name(seat),
            there=there,
            other=self.name(other),
            here=here,
        )
        if self.holder in (seat, other):
            match = match.but(ball=match.at[self.holder])
            return match.tell(sentence, seat, other, "Ball", rule=rule)
        return match.tell(sentence, seat, other, rule=rule)

    def put_ball(self, space: str, rule: str = "") -> Self:
        """Lay the ball down somewhere."""
        return self.tell(
            message("Put the ball on {space}.", space=space), "Ball", rule=rule, ball=space, holder=""
        )

    def hold(self, seat: str, rule: str, *also: str) -> Self:
        """Put the ball on a hero's token."""
        sentence = message("{who} holds the ball on {space}.", who=self.name(seat), space=self.at[seat])
        return self.tell(sentence, "Ball", seat, *also, rule=rule, ball=self.at[seat], holder=seat)

    def lay(self, kind: str, space: str, rule: str = "", *also: str) -> Self:
        """Lay a terrain token."""
        sentence, terrain = (
            message("Lay {kind} on {space}.", kind=kind, space=space),
            {**self.terrain, space: kind},
        )
        return self.tell(sentence, box.TERRAIN_ON[space], *also, rule=rule, terrain=terrain)

    def clear(self, space: str) -> Self:
        """Take the terrain token off a space."""
        terrain = {other: kind for other, kind in self.terrain.items() if other != space}
        sentence = message("Take {terrain} off {space}.", terrain=self.terrain[space], space=space)
        return self.tell(sentence, box.TERRAIN_ON[space], terrain=terrain)

    # -- what the table waits for -------------------------------------------------------------------------

    def standing(self, pending: tuple[Pending, ...]) -> Self:
        """Wait for the last of these, or go on with the turn."""
        if pending:
            return self.but(pending=pending, phase=pending[-1].phase, waits=pending[-1].waits)
        return self.but(pending=(), phase=TURN, waits=(self.turn,))

    def ask(self, pending: Pending, sentence: Message, *about: str, rule: str) -> Self:
        """Wait for this first, and say so."""
        return self.standing((*self.pending, pending)).tell(sentence, *about, *QUESTION, rule=rule)

    def resume(self) -> Self:
        """Drop the question that was answered, and go back to the one before it."""
        return self.standing(self.pending[:-1])
