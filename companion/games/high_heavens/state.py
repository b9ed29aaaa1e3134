"""A moment of High Heavens: whose turn it is, what the gods can do, and how play goes on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from companion.games.high_heavens.box import BASES, CAPS, ENEMY, FACTS, FOUR, SIDE_OF
from companion.games.high_heavens.chips import Ringchips
from companion.games.high_heavens.ground import NONE, Walls, touches, ways
from companion.kernel.state import counted, listed, possessive

BASE, CLEANUP = "bases", "clean-up"
TURN, OPEN_TURN = TURNS = ("turn", "open turn")
"""The actions of a turn, with the board on the phone or on the table."""
EFFECT, OPEN_EFFECT = EFFECTS = ("effect", "open effect")
"""The effects of a card, likewise."""
LEAVING: int = FACTS["leaving"]["gods"]
"""How many gods must have come before one leaves the invoking hexes."""
PHASES = {
    BASE: "the placing of the bases",
    TURN: "the turn",
    OPEN_TURN: "the turn",
    EFFECT: "the effect",
    OPEN_EFFECT: "the effect",
    CLEANUP: "the clean-up",
}


@dataclass(frozen=True, kw_only=True)
class Heavens(Ringchips):
    """The Heavens, and where the game stands."""

    runes: bool = False
    omnipotence: bool = False
    seat: str = ""
    """Whose turn it is."""
    turn: int = 0
    actions: int = 0
    """Tokens on the active side of the Action Lane."""
    used: Mapping[str, int] = field(default_factory=dict)
    """Divine Power to how many of its cards are used up."""
    using: str = ""
    """The ability or Divine Power whose effects are being done."""
    moved: str = ""
    """With the board on the table: the god that came or moved last, which may smite."""

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[str, ...]:
        return () if self.over is not None else (self.seat,)

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def midway(self) -> bool:
        return self.phase in EFFECTS and self.over is None

    @property
    def four(self) -> bool:
        """Whether four sit at the table."""
        return len(self.players) == len(FOUR)

    @property
    def turns(self) -> Mapping[str, Any]:
        """Tokens, first turn and hand for this number of players."""
        found: Mapping[str, Any] = FACTS["turns"]["four" if self.four else "two"]
        return found

    @property
    def turn_phase(self) -> str:
        """The actions of a turn, as this table plays them."""
        return TURN if self.tracked else OPEN_TURN

    @property
    def round(self) -> int:
        """Rounds begun."""
        return max(0, self.turn - 1) // len(self.players) + 1

    @property
    def side(self) -> str:
        """The side whose turn it is."""
        return SIDE_OF[self.seat]

    def able(self, god: str) -> bool:
        """Whether a god is standing, and neither trapped nor disabled."""
        stack = self.chips.get(god)
        return stack is not None and stack.health > 0 and not stack.trap and not stack.disable

    def able_gods(self, side: str) -> Iterator[str]:
        """A side's gods that can act."""
        return (god for god in self.box.own[side] if self.able(god))

    def stays(self, god: str) -> Walls:
        """The hexes outside the invoking ones, where a god may not go yet; none once two have come."""
        side = self.box.gods[god].side
        if self.entered[side] >= LEAVING or self.at[god] in self.box.beyond[side]:
            return NONE
        return self.box.beyond[side]

    def steps(self, god: str, seat: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Where a god can move, with the sets of fallen it can smite on the way."""
        walls = self.walls
        if self.four:
            if self.at[god] in self.box.outside[seat]:
                return {}
            walls |= self.box.outside[seat]
        if stays := self.stays(god):
            walls |= stays
        return ways(self.box, self.at[god], self.box.gods[god].movement, walls, self.lying())

    def can_move(self, god: str, seat: str) -> bool:
        """Whether a god has anywhere to go."""
        return not self.tracked or bool(self.steps(god, seat))

    def reach(self, god: str) -> Mapping[str, int]:
        """The hexes a god's attacks reach, with their distance."""
        steps = self.box.gods[god].range
        return touches(self.box, self.at[god], steps if steps >= FACTS["ranged"]["least"] else 1, self.walls)

    def is_target(self, place: str, god: str, side: str) -> bool:
        """Whether something to attack stands on a hex."""
        there = self.on.get(place)
        if there is not None and there != god and self.standing(there):
            return True
        stack = self.chips.get(place)
        return (stack is not None and stack.column + stack.trap > 0) or place == self.bases[ENEMY[side]]

    def has_target(self, god: str, side: str) -> bool:
        """Whether a god can attack anything."""
        if not self.tracked:
            return True
        return any(self.is_target(place, god, side) for place in self.reach(god) if place in self.walls)

    def distance(self, here: str, there: str) -> int | None:
        """How many hexes it is to a target, or None where no line of empty hexes leads there."""
        return touches(self.box, here, len(self.box.board.at), self.walls).get(there)

    def can_take(self, god: str, place: str) -> bool:
        """Whether a god may take any of the bonus chips dropped on a hex."""
        heap, stack = self.stack(place), self.stack(god)
        return any(
            getattr(heap, kind) and getattr(stack, kind) < cap for kind, cap in CAPS.items()
        ) and self.beside(god, place)

    def beside(self, god: str, place: str) -> bool:
        """Whether a god stands next to a hex; the players vouch for it with the board on the table."""
        return not self.tracked or place in self.box.board.beside[self.at[god]]

    def open_invoking(self, side: str) -> list[str]:
        """A side's unoccupied invoking hexes."""
        return [space for space in self.box.invoking[side] if space not in self.walls]

    def free_place(self, god: str) -> str:
        """With the board on the table: a god's own place."""
        return f"{possessive(god)} hex"

    def free_site(self) -> str:
        """With the board on the table: the next place for architecture or a trap."""
        return next(name for n in range(1, 99) if (name := f"site {n}") not in self.chips)

    def left(self, power: str) -> int:
        """How many cards of a Divine Power are not used up."""
        return self.box.powers[power].copies - self.used.get(power, 0)

    def stuck(self) -> bool:
        """Whether nobody can ever do anything more: all that is left lies in traps."""
        stacks = [self.chips.get(god) for god in self.at]
        if not all(stack and stack.trap and not stack.poison for stack in stacks):
            return False
        powers, tokens = self.box.powers, self.turns["tokens"]
        return all(not self.in_hand(god) for god in self.box.gods) and all(
            not self.left(power) or powers[power].cost > tokens for power in powers
        )

    # -- the sequence of play -----------------------------------------------------------------------------

    def spend(self, n: int = 1) -> Self:
        """Slide tokens of the Action Lane to the other side."""
        if not n:
            return self
        words = f"Slide {counted(n, 'Action Point token')} across ({self.actions - n} left)."
        return self.but(actions=self.actions - n).tell(words, "Action Lane", rule="ap")

    def open_turn(self, seat: str) -> Self:
        """A seat's turn: what it disabled is free again, poison works, and the tokens lie on its side."""
        turn = self.turn + 1
        actions = self.turns["first_turn" if turn == 1 else "tokens"]
        after = self.but(phase=self.turn_phase, seat=seat, turn=turn, actions=actions, moved="", using="")
        words = f"{possessive(seat)} turn: {counted(actions, 'action')}."
        after = after.tell(words, "Turn", "Action Lane", rule="first-turn" if turn == 1 else "ap")
        for god in [god for god, by in self.disabled_by.items() if by == seat]:
            after = after.take_off(god, "disable", 1, "disable")
        return after.poisoned() if seat == self.first_of(SIDE_OF[seat]) else after

    def first_of(self, side: str) -> str:
        """The player of a side who comes first in the round."""
        return next(seat for seat in self.players if SIDE_OF[seat] == side)

    def poisoned(self) -> Self:
        """Poison takes Health from the active side's gods."""
        after = self
        for god in self.box.own[self.side]:
            n = self.stack(god).poison
            if n and self.standing(god):
                after = after.lose_health(god, n, f"{n} Poison under {god}", "poison")
        return after

    def clean_up(self) -> Self:
        """The active side's fallen gods leave, and what is left in the Action Lane slides over."""
        if self.phase == CLEANUP:
            return self
        after = self
        if self.actions:
            after = after.spend(self.actions)
        after = after.but(phase=CLEANUP, moved="")
        for god in self.box.own[self.side]:
            if god in self.at and not self.standing(god):
                after = after.perish(god, f"{god} perishes: take the figure off the board.", "fallen")
        return after

    def end_turn(self) -> Self:
        """Clean up, draw, and the next seat's turn."""
        after = self.clean_up()
        if after.over:
            return after
        if after.stuck():
            return after.finish((), "stalemate", "Every god that is left is trapped for good: a draw.")
        if not self.omnipotence:
            words = f"{self.seat}: draw up to {self.turns['hand']} cards."
            after = after.tell(words, rule="four-players" if self.four else "draw")
        order = self.players
        return after.open_turn(order[(order.index(self.seat) + 1) % len(order)])

    def open_effect(self, using: str, cost: int, text: str, rule: str) -> Self:
        """Pay for an ability or Divine Power, and begin its effects."""
        phase = EFFECT if self.tracked else OPEN_EFFECT
        after = self.spend(cost).but(phase=phase, using=using, moved="")
        return after.tell(f"{using}: {text or 'do what the card says, one effect at a time.'}", rule=rule)

    def arrived(self, god: str) -> Self:
        """With the board on the table: the players say whom this god smites where it came."""
        return self if self.tracked else self.but(moved=god)

    def close_effect(self) -> Self:
        """Back to the turn."""
        return self.but(phase=self.turn_phase, using="").tell(f"{self.using} is done.")

    def put_base(self, side: str, place: str, rule: str = "") -> Self:
        """Put a home base on a hex."""
        after = self.but(bases={**self.bases, side: place})
        return after.tell(f"Put {BASES[side]} on {place}.", BASES[side], rule=rule).settled()

    def who(self, side: str) -> str:
        """The seats of a side, in words."""
        return listed([seat for seat in self.players if SIDE_OF[seat] == side])
