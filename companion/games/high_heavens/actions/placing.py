"""Effects that move gods: along empty hexes, or onto any hex."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, limits, nouns
from companion.games.high_heavens.actions.by_hand import Effect
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.actions.move import Walk
from companion.games.high_heavens.actions.using import card_at
from companion.games.high_heavens.state import Heavens, gods, reach
from companion.games.high_heavens.state.pathfinding import ways
from companion.words import message


def loose(heavens: Heavens) -> list[str]:
    """The standing gods that no trap holds."""
    return [god for god in heavens.at if heavens.standing(god) and not heavens.stack(god).trap]


@dataclass(frozen=True)
class MoveGod(Walk, Effect):
    """Move a god of either side along empty hexes."""

    god: nouns.OnBoard
    hex: nouns.Goal
    way: nouns.Way
    title = "Move a god"
    icon = "boot"
    at_once = True

    def steps(self, heavens: Heavens, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        walls = heavens.walls | reach.stays(heavens, god)
        return ways(heavens.box, heavens.at[god], self._most(heavens, god), walls, heavens.lying())

    def _most(self, heavens: Heavens, god: str) -> int:
        return limits.most_of(heavens, self.by, god, "move", "push")

    def check(self, heavens: Heavens) -> None:
        limits.need(heavens, self.by, "move", "push")
        require(
            any(not heavens.tracked or self.steps(heavens, god) for god in loose(heavens)),
            "move",
            "No god has a hex to go to.",
        )
        god = self.god
        checks.need_free(heavens, god)
        limits.need_name(heavens, self.by, god, "move", "push")
        if heavens.tracked and not self.steps(heavens, god):
            checks.hemmed_in(heavens, god, checks.BY_HAND)
        for space in self.hex:
            checks.need_open(heavens, space)
            if space in reach.stays(heavens, god):
                checks.refuse_to_go(god, checks.BY_HAND)
            way, most = self.steps(heavens, god).get(space), self._most(heavens, god)
            require(
                way,
                "occupied",
                "No line of at most {most} empty hexes leads {god} to {space}.",
                most=most,
                god=god,
                space=space,
            )

    def apply(self, heavens: Heavens) -> Heavens:
        return self.walk(heavens).but(use=limits.used(heavens, self.by, self.god, "move", "push"))


@dataclass(frozen=True)
class PlaceGod(Effect):
    """Put a god on any unoccupied hex, from another hex or from the hand."""

    god: nouns.Anybody
    hex: nouns.Hex
    title = "Place a god"
    icon = "wing"
    at_once = True

    def check(self, heavens: Heavens) -> None:
        limits.need(heavens, self.by, "place")
        if limits.limits(heavens, self.by, "place"):
            self._as_named(heavens)
            return
        require(any(self._can(heavens, god) for god in heavens.box.gods), "ability", "No god can be placed.")
        god = self.god
        require(god not in heavens.gone, "ability", "{god} is gone.", checks.BY_HAND, god=god)
        health = heavens.box.gods[god].health
        if god in heavens.at:
            checks.need_free(heavens, god)
            held = message(
                "{god} stays on an invoking hex until a second god has come; none is open.", god=god
            )
            require(self._can(heavens, god), "two-gods", held, checks.BY_HAND)
        else:
            checks.need_chips(heavens, "health", health)
            require(
                self._can(heavens, god), "invoke", "{god} cannot come: its place is still taken.", god=god
            )
        for space in self.hex:
            require(space != heavens.at.get(god), "move", "{god} stands on {space}.", god=god, space=space)
            checks.need_open(heavens, space)
            if god in heavens.at and space in reach.stays(heavens, god):
                checks.refuse_to_go(god, checks.BY_HAND)

    def _as_named(self, heavens: Heavens) -> None:
        """Only the god that the card names, to the hex it names, even if a second god has not come."""
        god = self.god
        limits.need_name(heavens, self.by, god, "place")
        part = limits.part_for(heavens, self.by, god, "place")
        for space in self.hex:
            if part is not None:
                ends = card_at(heavens, self.by, limits.open_use(heavens).name).ends(part, god)
                require(
                    space in ends,
                    "ability",
                    "{space} is not where {card} says.",
                    space=space,
                    card=heavens.using,
                )

    @staticmethod
    def _can(heavens: Heavens, god: str) -> bool:
        if god not in heavens.at:
            if god in heavens.gone or heavens.box.gods[god].health > heavens.bank["health"]:
                return False
            return heavens.tracked or heavens.free_place(god) not in heavens.chips
        if not heavens.standing(god) or heavens.stack(god).trap:
            return False
        if not heavens.tracked:
            return True
        closed = heavens.walls | reach.stays(heavens, god)
        return any(space not in closed for space in heavens.box.board.at)

    def apply(self, heavens: Heavens) -> Heavens:
        god = self.god
        after = limits.noted(heavens, self.by, god, "place")
        return gods.carry(after, "place" if god in heavens.at else "summon", god, (*self.hex, "")[0])
