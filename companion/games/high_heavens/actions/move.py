"""A god goes along hexes that are not occupied."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from companion.games.high_heavens.actions import checks, nouns
from companion.games.high_heavens.actions.checks import refuse, require
from companion.games.high_heavens.box import SIDE_OF
from companion.games.high_heavens.state import TURNS, Heavens, gods, reach
from companion.kernel.action import Action
from companion.kernel.rulebook import late


class Walk(Action[Heavens]):
    """A god goes along hexes that are not occupied, smiting those that the chosen way passes."""

    god: str
    hex: tuple[str, ...]
    way: tuple[str, ...]

    def steps(self, heavens: Heavens, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Return each hex that it can go to, with the ways there that smite different fallen gods."""
        raise NotImplementedError

    def ways(self, heavens: Heavens) -> tuple[frozenset[str], ...]:
        """The ways to the hex that was chosen."""
        return self.steps(heavens, self.god).get(self.hex[0], ()) if self.hex else ()

    def walk(self, heavens: Heavens) -> Heavens:
        """Carry the god there; with the board on the table, say only that it goes."""
        chosen = nouns.chosen_way(heavens, self.ways(heavens), self.way)
        return gods.carry(heavens, "move", self.god, (*self.hex, "")[0], chosen)


@dataclass(frozen=True)
class Move(Walk):
    """One of your gods goes through empty hexes with its whole stack."""

    god: nouns.AbleGod
    hex: nouns.Goal
    way: nouns.Way
    cost = "1 action"
    icon = "boot"
    at_once = True
    during = TURNS

    def gods(self, heavens: Heavens) -> Iterator[str]:
        """Yield the gods that have somewhere to go."""
        able = heavens.able_gods(SIDE_OF[self.by])
        return (god for god in able if reach.can_move(heavens, god, self.by))

    def steps(self, heavens: Heavens, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        return reach.steps(heavens, god, self.by)

    def check(self, heavens: Heavens) -> None:
        checks.need_actions(heavens)
        if "god" not in self.__dict__ and next(self.gods(heavens), None) is None:
            raise late(self._none, heavens)
        god = self.god
        checks.can_act(heavens, god)
        if not reach.can_move(heavens, god, self.by):
            self._stuck(heavens, god)
        for space in self.hex:
            if space not in reach.steps(heavens, god, self.by):
                self._too_far(heavens, god, space)

    def _none(self, heavens: Heavens) -> NoReturn:
        """Refuse, as none of the side's gods has somewhere to go."""
        able = checks.able_gods(heavens, SIDE_OF[self.by], "move")
        if len(able) == 1:
            self._stuck(heavens, able[0])
        rule = "two-gods" if all(reach.stays(heavens, god) for god in able) else "move"
        refuse(rule, "None of your gods has a hex to go to.")

    def _stuck(self, heavens: Heavens, god: str) -> None:
        here = heavens.at[god]
        require(
            not (heavens.four and here in heavens.box.outside[self.by]),
            "zones",
            "{god} on {here} is outside the zones of {seat}.",
            god=god,
            here=here,
            seat=self.by,
        )
        checks.hemmed_in(heavens, god)

    def _too_far(self, heavens: Heavens, god: str, space: str) -> None:
        here = heavens.at[god]
        require(space != here, "move", "{god} stands on {here}.", god=god, here=here)
        checks.need_open(heavens, space)
        if space in reach.stays(heavens, god):
            checks.refuse_to_go(god)
        require(
            not (heavens.four and space in heavens.box.outside[self.by]),
            "zones",
            "{space} is outside the zones of {seat}.",
            space=space,
            seat=self.by,
        )
        far, steps = reach.distance(heavens, here, space), reach.movement(heavens, god)
        require(
            far is not None,
            "occupied",
            "No line of empty hexes leads from {here} to {space}.",
            here=here,
            space=space,
        )
        refuse(
            "move",
            "{space} is {far} away, the way round what is in between; {god} moves {steps}.",
            space=space,
            far=far,
            god=god,
            steps=steps,
        )

    def apply(self, heavens: Heavens) -> Heavens:
        return self.walk(heavens.spend())
