"""A moment of War in Heaven: where every token is, what one can see, and the movements of hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Self

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state.skirmishes import Skirmish, any_touch
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State
from companion.words import Message, Text, message

RECHARGE, TURN, BATTLE, CHOICE, BONUS = "recharge", "turn", "battle", "choice", "bonus"
PHASES = {
    RECHARGE: "the recharge phase",
    TURN: "the turn",
    BATTLE: "a declared battle",
    CHOICE: "the choice of who falls",
    BONUS: "the gate bonus",
}
Fallen = tuple[str, ...]
"""Tokens that fall together, in the order of the skirmish."""


@dataclass(frozen=True, kw_only=True)
class War(State):
    """A moment of War in Heaven, with the movements of hands."""

    rules: ClassVar[Rulebook] = box.RULES

    first: str
    """The first player's side, in every round."""
    deploy_troops: bool = False
    fight_all: bool = False
    even: bool = False
    """Whether a draw after the last round goes to the Demons. House."""

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
        return box.SIDES

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over is not None:
            return ()
        return (self.chooser,) if self.phase == CHOICE else (self.side,)

    @property
    def at_stake(self) -> tuple[str, ...]:
        return self.candidates if self.candidates and self.chooser != self.side else ()

    @property
    def candidates(self) -> tuple[str, ...]:
        if self.over is not None or self.phase != CHOICE:
            return ()
        return tuple(dict.fromkeys(token for fallen in self.choices[self.chooser] for token in fallen))

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def chooser(self) -> str:
        """The side that chooses who falls: the active one first."""
        return next(side for side in (self.side, box.ENEMY[self.side]) if len(self.choices[side]) > 1)

    def ready(self, side: str) -> list[str]:
        """A side's active tokens off the battlefield."""
        return [token for token in box.FOLLOWERS[side] if token not in self.at and token not in self.down]

    def free_deploy(self, side: str) -> list[str]:
        """A side's empty deploy spaces."""
        return [space for space in box.DEPLOY[side] if space not in self.on]

    def gates(self, side: str) -> int:
        """Return the number of gates that a side holds."""
        return sum(1 for gate in box.GATES if gate in self.on and box.SIDE[self.on[gate]] == side)

    def allies_out(self, side: str) -> int:
        """Return the number of a side's Allies on the battlefield."""
        return sum(1 for token in box.ALLIES[side] if token in self.at)

    def has_out(self, side: str, power: str) -> bool:
        """True if a side's Ally of this power is on the battlefield."""
        return any(box.TOKENS[ally].power == power and ally in self.at for ally in box.ALLIES[side])

    def out(self, side: str) -> int:
        """Return the number of a side's tokens on the battlefield."""
        return sum(1 for token in box.OWN[side] if token in self.at)

    def bolster(self, token: str) -> bool:
        """True if an Ally on the battlefield strengthens this token."""
        return box.HELPER[token] in self.at

    def attack(self, token: str) -> int:
        """A token's attack, Gabriel's or Baal's help included."""
        return box.TOKENS[token].attack + (box.BOLSTER.attack if self.bolster(token) else 0)

    def defeat(self, token: str) -> int:
        """A token's defeat value, Gabriel's or Baal's help included."""
        return box.TOKENS[token].defeat + (box.BOLSTER.defeat if self.bolster(token) else 0)

    def way_out(self, token: str) -> bool:
        """True if a token on the battlefield can move to any space."""
        return not self.on.keys() >= box.NEAR[token][self.at[token]]

    def beside_commander(self, token: str) -> list[str]:
        """The spaces where the Commander's power can put a token."""
        no_gate = box.TOKENS[token].power in ("camiel", "asmodeus")
        return [
            space
            for space in box.BOARD.beside[self.at[box.COMMANDER[box.SIDE[token]]]]
            if space not in self.on and not (no_gate and box.BOARD.kind[space] == "gate")
        ]

    def can_deploy(self, side: str) -> bool:
        """True if a side can deploy anything at all."""
        return bool(self.free_deploy(side)) and self.can_come(self.ready(side))

    def can_come(self, ready: list[str]) -> bool:
        """True if one of a side's active tokens off the battlefield can be deployed and the others pay."""
        return any(
            box.TOKENS[token].cost < len(ready) and (box.TOKENS[token].kind == "ally" or self.deploy_troops)
            for token in ready
        )

    def something_to_do(self, side: str) -> Text:
        """An action that is still legal, in words; empty if there is none."""
        for token in box.OWN[side]:
            if token in self.at and self.way_out(token):
                return message("{token} can still move", token=token)
        if self.can_deploy(side):
            return "you can still deploy"
        return "a battle can still be declared" if any_touch(self.on) else ""

    def can_flip(self) -> bool:
        """True if this side may still flip a token and has one that lies face down."""
        return self.recharges > 0 and any(box.SIDE[token] == self.side for token in self.down)

    @property
    def may_flip(self) -> int:
        """Return how many tokens this side may flip in all in this recharge phase or gate bonus."""
        return 2 if self.phase == RECHARGE and self.has_out(self.side, "mammon") else 1

    def can_muster(self) -> bool:
        """True if Raphael has a Troop to put down and a space for it."""
        return (
            self.may_muster
            and bool(self.free_deploy(self.side))
            and any(token not in self.at for token in box.TROOPS[self.side])
        )

    # -- movements of hands -------------------------------------------------------------------------------

    def flip_up(self, token: str, rule: str) -> Self:
        """Turn an inactive token face up on its card."""
        about = (token, box.READY_OF[box.SIDE[token]], "Flips")
        return self.tell(
            message("Flip {token} face up.", token=token), *about, rule=rule, down=self.down - {token}
        )

    def flip_down(self, tokens: tuple[str, ...]) -> Self:
        """Turn paying tokens face down on their cards."""
        if not tokens:
            return self
        words, ready = message("Flip {tokens} face down.", tokens=tokens), box.READY_OF[box.SIDE[tokens[0]]]
        return self.tell(words, *tokens, ready, down=self.down.union(tokens))

    def place(self, token: str, space: str, rule: str = "", *also: str) -> Self:
        """Bring a token from its card to the battlefield, face up."""
        about = (token, box.OUT_OF[box.SIDE[token]], box.READY_OF[box.SIDE[token]], *also)
        return self.tell(
            message("Put {token} on {space}, face up.", token=token, space=space),
            *about,
            rule=rule,
            on={**self.on, space: token},
            at={**self.at, token: space},
            down=self.down - {token},
        )

    def shift(self, token: str, space: str, rule: str = "", *also: str) -> Self:
        """Move a token across the battlefield."""
        here = self.at[token]
        if "gate" in (box.BOARD.kind[here], box.BOARD.kind[space]):
            also = (*also, box.GATES_OF[box.SIDE[token]])
        on = {**self.on, space: token}
        del on[here]
        words = message("Move {token} from {here} to {space}.", token=token, here=here, space=space)
        return self.tell(words, token, *also, rule=rule, on=on, at={**self.at, token: space})

    def remove(self, tokens: tuple[str, ...]) -> Self:
        """Take the fallen off the battlefield, to their cards, face down."""
        war = self.but(
            on={space: token for space, token in self.on.items() if token not in tokens},
            at={token: space for token, space in self.at.items() if token not in tokens},
            down=self.down | set(tokens),
        )
        for side in box.SIDES:
            if own := [token for token in tokens if box.SIDE[token] == side]:
                gates = (box.GATES_OF[side],) if war.gates(side) != self.gates(side) else ()
                war = war.tell(self._falls(own), *own, box.OUT_OF[side], *gates, rule="battle-spread")
        return war

    def _falls(self, tokens: list[str]) -> Message:
        """Return what hands do with the fallen of a side."""
        if len(tokens) == 1:
            words = "{token} on {space} falls: to its card, face down."
            return message(words, token=tokens[0], space=self.at[tokens[0]])
        stood = [message("{token} on {space}", token=token, space=self.at[token]) for token in tokens]
        return message("{fallen} fall: to their cards, face down.", fallen=stood)

    def spend(self) -> Self:
        """Count one action."""
        return self.but(actions=self.actions - 1)

    def pull(self, jophiel: str) -> Self:
        """Enemy Troops in line with Jophiel come one space closer, the nearest first."""
        war, here = self, self.at[jophiel]
        for line in box.BOARD.lines[here].values():
            for ahead, space in zip((here, *line), line, strict=False):
                war = war._drawn(space, ahead, box.SIDE[jophiel], "jophiel")
        return war

    def push(self, belphegor: str) -> Self:
        """Enemy Troops in line with Belphegor go one space away, the farthest first."""
        war = self
        for line in box.BOARD.lines[self.at[belphegor]].values():
            for space, ahead in reversed(list(pairwise(line))):
                war = war._drawn(space, ahead, box.SIDE[belphegor], "belphegor")
        return war

    def _drawn(self, space: str, ahead: str, by: str, rule: str) -> Self:
        token = self.on.get(space)
        if token is None or ahead in self.on or box.SIDE[token] == by or box.TOKENS[token].kind != "troop":
            return self
        return self.shift(token, ahead, rule)
