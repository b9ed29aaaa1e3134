"""Effects that put something on a hex, or under a god: traps and architecture."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.actions.effects import Effect
from companion.games.high_heavens.box import BANK, SIDES, chip_words
from companion.games.high_heavens.state import Heavens, chips


@dataclass(frozen=True)
class SetTrap(Effect):
    """Put a trap under a god or on an empty hex."""

    place: nouns.TrapPlace
    amount: nouns.Amount
    title = "Set a trap"
    icon = "trap"

    def check(self, heavens: Heavens) -> None:
        checks.need_chips(heavens, "trap", 1)
        require(
            not heavens.tracked
            or any(checks.is_empty(heavens, space) for space in heavens.box.board.at)
            or any(self._may(heavens, god) for god in heavens.at),
            "trap",
            "No place on the board is open to a trap.",
        )
        place = self.place
        if place in heavens.box.gods:
            checks.need_standing(heavens, place)
            require(self._may(heavens, place), "trap", f"{place} stands on an invoking hex.", checks.BY_HAND)
        elif heavens.tracked:
            checks.need_empty(heavens, place, "trap")
        checks.need_chips(heavens, "trap", int(self.amount))

    @staticmethod
    def _may(heavens: Heavens, god: str) -> bool:
        here = heavens.at[god]
        return heavens.standing(god) and all(here not in heavens.box.invoking[side] for side in SIDES)

    def apply(self, heavens: Heavens) -> Heavens:
        n = int(self.amount)
        if self.place in heavens.box.gods:
            return chips.give(heavens, self.place, "trap", n, "trap")
        place = heavens.free_site() if self.place == nouns.EMPTY_HEX else self.place
        words = f"Put {chip_words(n, 'trap')} on {place}."
        return heavens.take(place, trap=n).tell(words, place, BANK["black"], rule="trap").settled()


@dataclass(frozen=True)
class Build(Effect):
    """Build architecture on an empty hex."""

    place: nouns.BuildPlace
    amount: nouns.Amount
    icon = "column"

    def check(self, heavens: Heavens) -> None:
        checks.need_chips(heavens, "column", 1)
        require(
            not heavens.tracked or any(checks.is_empty(heavens, space) for space in heavens.box.board.at),
            "architecture",
            "No hex is open to architecture.",
        )
        for space in self.place:
            checks.need_empty(heavens, space, "architecture")
        checks.need_chips(heavens, "column", int(self.amount))

    def apply(self, heavens: Heavens) -> Heavens:
        n = int(self.amount)
        place = self.place[0] if self.place else heavens.free_site()
        words = f"Build {chip_words(n, 'column')} on {place}."
        after = heavens.take(place, column=n).tell(words, place, BANK["column"], rule="architecture")
        return after.settled()
