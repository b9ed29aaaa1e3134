"""Effects that put something on a hex, or under a god: traps and architecture."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.high_heavens.box import CHIP_NAMES, RULES, SIDES
from companion.games.high_heavens.chips import chip_words
from companion.games.high_heavens.effects import BY_HAND, Amount, Effect, need_chips, need_standing
from companion.games.high_heavens.nouns import by_whom, on_board, one_if_tracked, spaces_if_tracked
from companion.games.high_heavens.state import Heavens
from companion.kernel.action import Noun

require, refuse = RULES.require, RULES.refuse
EMPTY_HEX = "an empty hex"

TrapPlace = Annotated[
    str,
    Noun[Heavens](
        "Under whom, or on which hex?",
        lambda heavens, draft: (
            *on_board(heavens, draft),
            *(heavens.box.board.spaces if heavens.tracked else (EMPTY_HEX,)),
        ),
    ),
]
BuildPlace = Annotated[
    tuple[str, ...], Noun[Heavens]("On which hex?", spaces_if_tracked, count=one_if_tracked)
]


def is_empty(heavens: Heavens, space: str) -> bool:
    """Whether a hex can be built on: nothing on it, nobody lying there, and not an invoking hex."""
    box = heavens.box
    return (
        space not in heavens.walls
        and space not in heavens.on
        and all(space not in box.invoking[side] for side in SIDES)
    )


def need_empty(heavens: Heavens, space: str, rule: str) -> None:
    """A hex must be open to architecture or a trap."""
    if space in heavens.walls:
        refuse(rule, f"{space} is taken{by_whom(heavens, space)}.")
    require(space not in heavens.on, rule, f"{heavens.on.get(space)} lies on {space}.")
    require(is_empty(heavens, space), rule, f"{space} is an invoking hex.", BY_HAND)


@dataclass(frozen=True)
class SetTrap(Effect):
    """Put a trap under a god or on an empty hex."""

    place: TrapPlace
    amount: Amount
    title = "Set a trap"
    icon = "trap"

    def check(self, heavens: Heavens) -> None:
        need_chips(heavens, "trap", 1)
        require(
            not heavens.tracked
            or any(is_empty(heavens, space) for space in heavens.box.board.at)
            or any(self._may(heavens, god) for god in heavens.at),
            "trap",
            "No place on the board is open to a trap.",
        )
        place = self.place
        if place in heavens.box.gods:
            need_standing(heavens, place)
            require(self._may(heavens, place), "trap", f"{place} stands on an invoking hex.", BY_HAND)
        elif heavens.tracked:
            need_empty(heavens, place, "trap")
        need_chips(heavens, "trap", int(self.amount))

    @staticmethod
    def _may(heavens: Heavens, god: str) -> bool:
        here = heavens.at[god]
        return heavens.standing(god) and all(here not in heavens.box.invoking[side] for side in SIDES)

    def apply(self, heavens: Heavens) -> Heavens:
        n = int(self.amount)
        if self.place in heavens.box.gods:
            return heavens.give(self.place, "trap", n, "trap")
        place = heavens.free_site() if self.place == EMPTY_HEX else self.place
        words = f"Put {chip_words(n, 'trap')} on {place}."
        return heavens.take(place, trap=n).tell(words, place, CHIP_NAMES["black"], rule="trap").settled()


@dataclass(frozen=True)
class Build(Effect):
    """Build architecture on an empty hex."""

    place: BuildPlace
    amount: Amount
    icon = "column"

    def check(self, heavens: Heavens) -> None:
        need_chips(heavens, "column", 1)
        require(
            not heavens.tracked or any(is_empty(heavens, space) for space in heavens.box.board.at),
            "architecture",
            "No hex is open to architecture.",
        )
        for space in self.place:
            need_empty(heavens, space, "architecture")
        need_chips(heavens, "column", int(self.amount))

    def apply(self, heavens: Heavens) -> Heavens:
        n = int(self.amount)
        place = self.place[0] if self.place else heavens.free_site()
        words = f"Build {chip_words(n, 'column')} on {place}."
        after = heavens.take(place, column=n).tell(words, place, CHIP_NAMES["column"], rule="architecture")
        return after.settled()
