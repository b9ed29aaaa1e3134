"""Effects that put something on a hex, or under a god: traps and architecture."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, limits, nouns, resolve
from companion.games.high_heavens.actions.by_hand import Effect
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.box import SIDES
from companion.games.high_heavens.state import Heavens, chips
from companion.games.high_heavens.state.around import EMPTY_HEX


@dataclass(frozen=True)
class SetTrap(Effect):
    """Put a trap under a god or on an empty hex."""

    place: nouns.TrapPlace
    amount: nouns.Amount
    title = "Set a trap"
    icon = "trap"
    at_once = True

    def check(self, heavens: Heavens) -> None:
        checks.need_chips(heavens, "trap", 1)
        limits.need(heavens, self.by, "trap")
        require(
            not heavens.tracked
            or checks.any_empty(heavens)
            or any(self._may(heavens, god) for god in heavens.at),
            "trap",
            "No place on the board is open to a trap.",
        )
        place = self.place
        if place in heavens.box.gods:
            checks.need_standing(heavens, place)
            require(
                self._may(heavens, place),
                "trap",
                "{place} stands on an invoking hex.",
                checks.BY_HAND,
                place=place,
            )
        elif heavens.tracked:
            checks.need_empty(heavens, place, "trap")
        limits.need_name(heavens, self.by, place, "trap")
        limits.need_whole(heavens, self.by, place, int(self.amount), "trap")
        checks.need_chips(heavens, "trap", int(self.amount))

    @staticmethod
    def _may(heavens: Heavens, god: str) -> bool:
        here = heavens.at[god]
        return heavens.standing(god) and all(here not in heavens.box.invoking[side] for side in SIDES)

    def apply(self, heavens: Heavens) -> Heavens:
        n, after = int(self.amount), limits.noted(heavens, self.by, self.place, "trap")
        if self.place in heavens.box.gods:
            return chips.give(after, self.place, "trap", n, "trap")
        return resolve.put_on_hex(after, "trap", self.place, n)


@dataclass(frozen=True)
class Build(Effect):
    """Build architecture on an empty hex."""

    place: nouns.BuildPlace
    amount: nouns.Amount
    icon = "column"
    at_once = True

    def check(self, heavens: Heavens) -> None:
        checks.need_chips(heavens, "column", 1)
        limits.need(heavens, self.by, "build")
        open_ = not heavens.tracked or checks.any_empty(heavens)
        require(open_, "architecture", "No hex is open to architecture.")
        for space in self.place:
            checks.need_empty(heavens, space, "architecture")
            limits.need_name(heavens, self.by, space, "build")
        place = (*self.place, EMPTY_HEX)[0]
        limits.need_whole(heavens, self.by, place, int(self.amount), "build")
        checks.need_chips(heavens, "column", int(self.amount))

    def apply(self, heavens: Heavens) -> Heavens:
        place = (*self.place, EMPTY_HEX)[0]
        after = limits.noted(heavens, self.by, place, "build")
        return resolve.put_on_hex(after, "column", place, int(self.amount))
