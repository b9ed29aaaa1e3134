"""What a seat can point at in its turn, and what every verb asks first."""

from collections.abc import Mapping
from typing import Annotated

from companion.games.high_heavens.attack import MELEE, RANGE, target_names
from companion.games.high_heavens.box import BASES, ENEMY, FACTS, RULES, SIDE_OF, WORDS
from companion.games.high_heavens.chips import stack_words
from companion.games.high_heavens.state import Heavens
from companion.kernel.action import Action, Noun
from companion.kernel.state import counted, possessive

require, refuse = RULES.require, RULES.refuse
FEWEST = FACTS["ranged"]["least"]
FACES = tuple(str(n) for n in range(1, FACTS["runes"]["die"] + 1))
AMOUNT = {f"{a} {WORDS['armor']}": (a, 0) for a in (1, 2)} | {
    f"{x} {WORDS['attack']}": (0, x) for x in (1, 2)
}
BONUS = AMOUNT | {f"{a} {WORDS['armor']} and {x} {WORDS['attack']}": (a, x) for a in (1, 2) for x in (1, 2)}
"""Bonus chips one can take at once, by name."""
NOBODY = "nobody"


def own_gods(heavens: Heavens, draft: Action[Heavens]) -> tuple[str, ...]:
    """The gods of the side that speaks."""
    return heavens.box.own[SIDE_OF[draft.by]]


def on_board(heavens: Heavens, draft: Action[Heavens]) -> list[str]:
    """Every god on the board, the speaker's own first."""
    own = own_gods(heavens, draft)
    rest = heavens.box.own[ENEMY[SIDE_OF[draft.by]]]
    return [god for god in (*own, *rest) if god in heavens.at]


def spaces_if_tracked(heavens: Heavens, draft: Action[Heavens]) -> tuple[str, ...]:
    """Every hex; nothing with the board on the table."""
    return heavens.box.board.spaces if heavens.tracked else ()


def one_if_tracked(heavens: Heavens, draft: Action[Heavens]) -> int:
    """One answer, or none with the board on the table."""
    return int(heavens.tracked)


def way_name(heavens: Heavens, passing: frozenset[str]) -> str:
    """The fallen that a way smites: ``Thor & Loki``, or ``nobody``."""
    return " & ".join(heavens.on[space] for space in sorted(passing)) or NOBODY


OwnGod = Annotated[str, Noun[Heavens]("Which god?", own_gods)]
InvokingHex = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "On which invoking hex?",
        lambda heavens, draft: tuple(
            space
            for side in (SIDE_OF[draft.by], ENEMY[SIDE_OF[draft.by]])
            for space in heavens.box.invoking[side]
        ),
        count=one_if_tracked,
    ),
]
Hex = Annotated[tuple[str, ...], Noun[Heavens]("To which hex?", spaces_if_tracked, count=one_if_tracked)]
Way = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "Whom does it smite on the way?",
        lambda heavens, draft: tuple(way_name(heavens, way) for way in draft.ways(heavens)),
        count=lambda heavens, draft: int(len(draft.ways(heavens)) > 1),
    ),
]
WhichTarget = Annotated[
    str,
    Noun[Heavens]("What does it attack?", lambda heavens, draft: target_names(heavens, SIDE_OF[draft.by])),
]
How = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "Is the target next to it?",
        lambda heavens, draft: (MELEE, RANGE),
        count=lambda heavens, draft: int(not heavens.tracked),
    ),
]
Die = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "What did you throw?",
        lambda heavens, draft: FACES,
        count=lambda heavens, draft: int(heavens.runes),
        chance=True,
    ),
]
Heap = Annotated[str, Noun[Heavens]("From which hex?", lambda heavens, draft: heavens.heaps())]
BonusChips = Annotated[str, Noun[Heavens]("Which chips?", lambda heavens, draft: tuple(BONUS))]
AnyGod = Annotated[str, Noun[Heavens]("Whose ability?", on_board)]
WhichPower = Annotated[
    str, Noun[Heavens]("Which card?", lambda heavens, draft: heavens.box.decks[SIDE_OF[draft.by]])
]


class Walk(Action[Heavens]):
    """A god goes along hexes that are not occupied, smiting whom the chosen way passes."""

    god: str
    hex: tuple[str, ...]
    way: tuple[str, ...]

    def steps(self, heavens: Heavens, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Where it can go, with the ways that differ in whom they smite."""
        raise NotImplementedError

    def ways(self, heavens: Heavens) -> tuple[frozenset[str], ...]:
        """The ways to the hex that was chosen."""
        return self.steps(heavens, self.god).get(self.hex[0], ()) if self.hex else ()

    def walk(self, heavens: Heavens) -> Heavens:
        """Carry the god there; with the board on the table, say only that it goes."""
        if not self.hex:
            return heavens.tell(f"Move {self.god} with its stack.", self.god, rule="move").arrived(self.god)
        found = self.ways(heavens)
        chosen = next((way for way in found if way_name(heavens, way) in self.way), found[0])
        return heavens.shift(self.god, self.hex[0], chosen, "move")


def need_actions(heavens: Heavens, n: int = 1, what: str = "This") -> None:
    """So many tokens must lie on the active side of the Action Lane."""
    if heavens.actions < n:
        left = f"{heavens.actions} left" if heavens.actions else "none left"
        refuse("ap", f"{what} takes {counted(n, 'action')}, {left}.", "End your turn.")


def can_act(heavens: Heavens, god: str) -> None:
    """A god must stand on the board, neither trapped nor disabled."""
    if heavens.able(god):
        return
    require(god in heavens.at, "invoke", f"{god} is {heavens.where(god)}, not on the board.")
    require(heavens.standing(god), "fallen", f"{god} has fallen.")
    stack = heavens.stack(god)
    require(
        not stack.trap, "trap", f"{god} is in a trap of {stack.trap}.", "Attack the trap with another god."
    )
    by = heavens.disabled_by.get(god, "the other side")
    refuse("disable", f"{god} is disabled until {possessive(by)} next turn.")


def by_whom(heavens: Heavens, space: str) -> str:
    """What occupies a hex, in words, as the end of a sentence."""
    there = heavens.on.get(space)
    if there and heavens.standing(there):
        return f" by {there}"
    if any(stack := heavens.stack(space)):
        return f" by {stack_words(stack)}"
    side = next((side for side, place in heavens.bases.items() if place == space), "")
    return f" by {BASES[side]}" if side else ""
