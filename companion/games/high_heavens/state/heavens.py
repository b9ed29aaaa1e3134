"""A moment of High Heavens: where gods, chips and bases are, and whose turn it is. No chip is ever lost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from companion.games.high_heavens.box import (
    BANK,
    BASE_HEALTH,
    CAPS,
    COLOUR,
    EMPTY,
    FACTS,
    FOUR,
    RULES,
    SIDE_OF,
    SIDES,
    TOTAL,
    Box,
    Stack,
    TurnNumbers,
    house_box,
    stack_words,
    under,
)
from companion.games.high_heavens.state.pathfinding import NONE, Walls
from companion.games.high_heavens.state.use import Use
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State
from companion.kernel.values import ThingName
from companion.words import Message, message, possessive

BASE, CLEANUP = "bases", "clean-up"
TURN, OPEN_TURN = TURNS = ("turn", "open turn")
"""The actions of a turn, with the board on the phone or on the table."""
EFFECT, OPEN_EFFECT = EFFECTS = ("effect", "open effect")
"""A card in the middle of its effects, with the board on the phone or on the table."""
HAND, OPEN_HAND = HANDS = ("by hand", "open by hand")
"""A card whose text the table carries out by hand, with the board on the phone or on the table."""
LANE, TURN_OF, ROUND, PHASE, USING, SMITER = "Action Lane", "Turn", "Round", "Phase", "Using", "May smite"
"""What the log calls where the game stands."""
SITES: tuple[ThingName, ...] = tuple(f"site {n}" for n in range(1, 99))
"""With the board on the table: the places of traps and architecture."""
PHASES = {
    BASE: "the placing of the bases",
    TURN: "the turn",
    OPEN_TURN: "the turn",
    EFFECT: "the effect",
    OPEN_EFFECT: "the effect",
    HAND: "an effect by hand",
    OPEN_HAND: "an effect by hand",
    CLEANUP: "the clean-up",
}


@dataclass(frozen=True, kw_only=True)
class Heavens(State):
    """The board with everything on it, the bank, and where the game stands."""

    rules: ClassVar[Rulebook] = RULES

    players: tuple[str, ...] = SIDES
    """The seats, in the order of play."""
    box: Box = field(default_factory=house_box, repr=False)
    tracked: bool = True
    """False with the board on the table: then every god has a place of its own, and nothing is measured."""
    at: Mapping[str, str] = field(default_factory=dict)
    """God on the board, standing or fallen, to its hex."""
    on: Mapping[str, str] = field(default_factory=dict)
    """Hex to the god on it."""
    chips: Mapping[str, Stack] = field(default_factory=dict)
    """God, or hex with chips of its own, to the stack there."""
    bank: Mapping[str, int] = field(default_factory=lambda: dict(TOTAL))
    gone: frozenset[str] = frozenset()
    """Gods that perished or were discarded."""
    entered: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """Side to how many gods it has ever brought into the Heavens."""
    disabled_by: Mapping[str, str] = field(default_factory=dict)
    """Disabled god to the seat whose next turn ends it."""
    bases: Mapping[str, str] = field(default_factory=dict)
    """Side to the hex of its base."""
    health: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, BASE_HEALTH))
    """Side to the health of its base."""
    walls: Walls = NONE
    """Occupied hexes."""
    held: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Seat to the cards in its hand, where the phones hold them; nothing with the cards on the table."""
    deck: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Side to the cards of its draw pile, the next one first, where the phones hold them."""
    pile: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Side to the cards of its discard pile, the last one on top, where the phones hold them."""
    runes: bool = False
    omnipotence: bool = False
    seat: str = ""
    """Whose turn it is."""
    turn: int = 0
    actions: int = 0
    """Tokens on the active side of the Action Lane."""
    used: Mapping[str, int] = field(default_factory=dict)
    """Divine Power to how many of its cards are used up."""
    done: frozenset[tuple[str, str]] = frozenset()
    """God and when, of what its card does once a turn or once a game and has done."""
    changes: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    """God, figure and till when, to how much the figure is changed."""
    using: Message | str = ""
    """The ability or Divine Power whose effects are being done, in words."""
    use: Use | None = None
    """The progress of these effects."""
    moved: str = ""
    """With the board on the table: the god that came or moved last, which may smite."""

    # -- what one can see ----------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.players

    def partners(self, seat: str) -> tuple[str, ...]:
        return tuple(other for other in self.players if SIDE_OF[other] == SIDE_OF[seat])

    @property
    def to_act(self) -> tuple[str, ...]:
        return () if self.over is not None else (self.seat,)

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def midway(self) -> bool:
        return self.use is not None and self.over is None

    @property
    def four(self) -> bool:
        """True if four sit at the table."""
        return len(self.players) == len(FOUR)

    @property
    def turns(self) -> TurnNumbers:
        """Tokens, first turn and hand for this number of players."""
        return FACTS.turns.four if self.four else FACTS.turns.two

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

    def first_of(self, side: str) -> str:
        """The player of a side who comes first in the round."""
        return next(seat for seat in self.players if SIDE_OF[seat] == side)

    def who(self, side: str) -> tuple[str, ...]:
        """The seats of a side."""
        return tuple(seat for seat in self.players if SIDE_OF[seat] == side)

    def stack(self, holder: str) -> Stack:
        """The chips under a god or on a hex."""
        return self.chips.get(holder, EMPTY)

    def standing(self, god: str) -> bool:
        """True if a god is on the board and has Health."""
        return god in self.at and god in self.chips and self.chips[god].health > 0

    def able(self, god: str) -> bool:
        """True if a god is standing, and neither trapped nor disabled."""
        stack = self.chips.get(god)
        return stack is not None and stack.health > 0 and not stack.trap and not stack.disable

    def able_gods(self, side: str) -> list[str]:
        """Return a side's gods that can act."""
        chips = self.chips
        return [god for god in self.box.own[side] if god in chips and self.able(god)]

    def in_hand(self, god: str) -> bool:
        """True if a god is in its side's deck or hand."""
        return god not in self.at and god not in self.gone

    def waiting(self, side: str) -> list[str]:
        """Return a side's gods that are in its deck or hand."""
        at, gone = self.at, self.gone
        return [god for god in self.box.own[side] if god not in at and god not in gone]

    def lies(self, card: str) -> Message | str:
        """Return in words where a card is that is not in play, as far as one can see."""
        seat = next((seat for seat, hand in self.held.items() if card in hand), "")
        return message("in the hand of {seat}", seat=seat) if seat else "in the deck or hand"

    def where(self, god: str, chips: bool = True) -> Message | str:
        """Return in words where a god is, with the chips under it or without."""
        if god in self.gone:
            return "gone"
        if god not in self.at:
            return self.lies(god)
        stack = self.chips.get(god)
        if not stack:
            return message("fallen on {place}", place=self.at[god]) if self.tracked else "fallen on the board"
        if not chips:
            return message("on {place}", place=self.at[god]) if self.tracked else "on the board"
        words = "on {place}: {chips}" if self.tracked else "on the board: {chips}"
        return message(words, place=self.at[god], chips=stack_words(stack))

    def whole(self, kind: str, holder: str, n: int) -> int:
        """Return how many of ``n`` chips of a kind a god can still take, by its limit; never less than 0."""
        has: int = getattr(self.stack(holder), kind)
        most = self.box.gods[holder].health if kind == "health" else CAPS.get(kind, has + n)
        return max(0, min(n, most - has))

    def heaps(self) -> list[str]:
        """The hexes with chips of their own, in board order."""
        gods = self.box.gods
        return [holder for holder in self.chips if holder not in gods]

    def lying(self) -> Walls:
        """The hexes one can enter by smiting the fallen god there."""
        if not self.tracked:
            return NONE
        chips = self.chips
        result = [s for s, god in self.on.items() if s not in chips and god not in chips]
        return frozenset(result) if result else NONE

    def left(self, power: str) -> int:
        """Return how many cards of a Divine Power are not used up."""
        return self.box.powers[power].copies - self.used.get(power, 0)

    def free_place(self, god: str) -> ThingName:
        """With the board on the table: a god's own place."""
        return f"{possessive(god)} hex"

    def free_site(self) -> str:
        """With the board on the table: the next place for architecture or a trap."""
        return next(name for name in SITES if name not in self.chips)

    def touched(self, holder: str, *kinds: str) -> tuple[str, ...]:
        """Return the log's names for all that changes when chips of these kinds come to a god or hex, or
        go."""
        own = [under(kind, holder) for kind in kinds] if holder in self.box.gods else []
        return (holder, *own, *(BANK[COLOUR[kind]] for kind in kinds))

    # -- what hands do -------------------------------------------------------------------------------------

    def take(self, holder: str, **kinds: int) -> Self:
        """Move chips from the bank to a god or hex (or back, if fewer than none). Tells nothing."""
        stack, bank = self.stack(holder), dict(self.bank)
        for kind, n in kinds.items():
            bank[COLOUR[kind]] -= n
        stack = stack._replace(**{kind: getattr(stack, kind) + n for kind, n in kinds.items()})
        return self.but(chips=self._with_stack(holder, stack), bank=bank)

    def _with_stack(self, holder: str, stack: Stack) -> dict[str, Stack]:
        chips = dict(self.chips)
        if any(stack):
            chips[holder] = stack
        else:
            chips.pop(holder, None)
        return chips

    def pass_on(self, here: str, there: str, armor: int, attack: int) -> Self:
        """Move bonus chips from one stack to another. Tells nothing."""
        old, new = self.stack(here), self.stack(there)
        left = self._with_stack(here, old._replace(armor=old.armor - armor, attack=old.attack - attack))
        left[there] = new._replace(armor=new.armor + armor, attack=new.attack + attack)
        return self.but(chips=left)

    def freed(self, god: str) -> Self:
        """A god that is disabled by nobody. Tells nothing, and moves no chip."""
        if god not in self.disabled_by:
            return self
        return self.but(disabled_by={name: by for name, by in self.disabled_by.items() if name != god})

    def settled(self) -> Self:
        """The same, with the occupied hexes found again after something came, went, stood up or fell."""
        if not self.tracked:
            return self
        gods, chips = self.box.gods, self.chips
        walls = {chips_on for chips_on in chips if chips_on not in gods}
        walls.update(place for place, god in self.on.items() if god in chips and chips[god].health)
        walls.update(self.bases.values())
        return self.but(walls=frozenset(walls))

    def spend(self, n: int = 1, **changes: Any) -> Self:
        """Slide tokens of the Action Lane to the other side, with what changes besides; who came or moved
        before smites no more."""
        if not n:
            return self.but(moved="", **changes) if changes else self
        words = message(
            "Slide {n:# Action Point token|# Action Point tokens} across ({left} left).",
            n=n,
            left=self.actions - n,
        )
        return self.tell(words, LANE, SMITER, rule="ap", actions=self.actions - n, moved="", **changes)

    def lost(self, side: str, rule: str, why: Message, *fallen: str) -> Self:
        """End the game with the other side as winners, by the fall of a base."""
        winners = tuple(seat for seat in self.players if SIDE_OF[seat] != side)
        return self if self.over else self.finish(winners, rule, why, fallen=fallen)
