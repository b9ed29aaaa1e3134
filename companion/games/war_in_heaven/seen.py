"""A moment of War in Heaven as one can see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.war_in_heaven.battle import Skirmish, any_touch
from companion.games.war_in_heaven.box import (
    ALLIES,
    BOARD,
    BOLSTER,
    COMMANDER,
    DEPLOY,
    ENEMY,
    FOLLOWERS,
    GATES,
    HELPER,
    OWN,
    RULES,
    SIDE,
    SIDES,
    TOKENS,
    WITHIN_TWO,
)
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State

RECHARGE, TURN, BATTLE, CHOICE, BONUS = "recharge", "turn", "battle", "choice", "bonus"
PHASES = {
    RECHARGE: "the recharge phase",
    TURN: "the turn",
    BATTLE: "the battle",
    CHOICE: "the choice of who falls",
    BONUS: "the gate bonus",
}
Fallen = tuple[str, ...]
"""Tokens that fall together, in the order of the skirmish."""


@dataclass(frozen=True, kw_only=True)
class Seen(State):
    """Where every token is, and where the game stands."""

    rules: ClassVar[Rulebook] = RULES

    first: str
    """The first player's side, in every round."""
    deploy_troops: bool = False
    fight_all: bool = False

    on: Mapping[str, str] = field(default_factory=dict)
    """Space to the token on it."""
    at: Mapping[str, str] = field(default_factory=dict)
    """Token on the battlefield to its space."""
    down: frozenset[str] = frozenset()
    """Tokens that lie face down on their cards."""
    round: int = 0
    side: str = ""
    """Whose phase it is."""
    actions: int = 0
    """Actions left in this turn."""
    used: frozenset[str] = frozenset()
    """Sides that have used their Commander's power."""
    recharges: int = 0
    """Tokens this side may still flip in this recharge phase or gate bonus."""
    may_muster: bool = False
    """Whether Raphael may still put a Troop down in this recharge phase."""
    waiting: tuple[Skirmish, ...] = ()
    """Declared skirmishes not fought yet."""
    fought: int = 0
    """Skirmishes fought in this battle."""
    fighting: Skirmish = ()
    """The skirmish that waits for a choice."""
    choices: Mapping[str, tuple[Fallen, ...]] = field(default_factory=dict)
    """The striking side to the sets of enemies it can fell; one set where it is settled."""

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return SIDES

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over is not None:
            return ()
        return (self.chooser,) if self.phase == CHOICE else (self.side,)

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def chooser(self) -> str:
        """The side that chooses who falls: the active one first."""
        return next(side for side in (self.side, ENEMY[self.side]) if len(self.choices[side]) > 1)

    def ready(self, side: str) -> list[str]:
        """A side's active tokens off the battlefield."""
        return [token for token in FOLLOWERS[side] if token not in self.at and token not in self.down]

    def free_deploy(self, side: str) -> list[str]:
        """A side's empty deploy spaces."""
        return [space for space in DEPLOY[side] if space not in self.on]

    def gates(self, side: str) -> int:
        """How many gates a side holds."""
        return sum(1 for gate in GATES if gate in self.on and SIDE[self.on[gate]] == side)

    def allies_out(self, side: str) -> int:
        """How many Allies of a side are on the battlefield."""
        return sum(1 for token in ALLIES[side] if token in self.at)

    def out(self, side: str) -> int:
        """How many tokens of a side are on the battlefield."""
        return sum(1 for token in OWN[side] if token in self.at)

    def bolster(self, token: str) -> bool:
        """Whether an Ally on the battlefield strengthens this token."""
        return HELPER[token] in self.at

    def attack(self, token: str) -> int:
        """A token's attack, Gabriel's or Baal's help included."""
        return TOKENS[token].attack + (BOLSTER["attack"] if self.bolster(token) else 0)

    def defeat(self, token: str) -> int:
        """A token's defeat value, Gabriel's or Baal's help included."""
        return TOKENS[token].defeat + (BOLSTER["defeat"] if self.bolster(token) else 0)

    def way_out(self, token: str) -> bool:
        """Whether a token on the battlefield has anywhere to move."""
        here, power = self.at[token], TOKENS[token].power
        if power in ("uriel", "leviathen"):
            return any(space not in self.on for space in WITHIN_TWO[here])
        walks = power in ("camiel", "asmodeus")
        return any(
            space not in self.on and not (walks and BOARD.kind[space] == "gate")
            for space in BOARD.beside[here]
        )

    def beside_commander(self, token: str) -> list[str]:
        """The spaces where the Commander's power can put a token."""
        no_gate = TOKENS[token].power in ("camiel", "asmodeus")
        return [
            space
            for space in BOARD.beside[self.at[COMMANDER[SIDE[token]]]]
            if space not in self.on and not (no_gate and BOARD.kind[space] == "gate")
        ]

    def can_deploy(self, side: str) -> bool:
        """Whether a side can deploy anything at all."""
        ready = self.ready(side)
        return bool(self.free_deploy(side)) and any(
            TOKENS[token].cost < len(ready) and (TOKENS[token].kind == "ally" or self.deploy_troops)
            for token in ready
        )

    def something_to_do(self, side: str) -> str:
        """An action that is still legal, in words; empty if there is none."""
        for token in OWN[side]:
            if token in self.at and self.way_out(token):
                return f"{token} can still move"
        if self.can_deploy(side):
            return "you can still deploy"
        return "a battle can still be declared" if any_touch(self.on) else ""
