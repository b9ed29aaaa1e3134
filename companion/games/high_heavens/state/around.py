"""Who is there for a god or a side, and how near: the words of the card language on this board."""

from collections.abc import Iterable, Sequence

from companion.games.high_heavens.box import BASE_OF, BASES, ENEMY, FACTS
from companion.games.high_heavens.state.heavens import Heavens
from companion.games.high_heavens.state.pathfinding import NONE, touches
from companion.toolkit.cards.language import (
    ADJACENT,
    ANYWHERE,
    CENTRAL,
    INVOKING,
    NEAR_CENTRAL,
    RANGE,
    SELF,
    Part,
    Reach,
    Whom,
)

TRAP_UNDER, TRAP_ON, COLUMN_ON = "trap under ", "trap on ", "architecture on "
EMPTY_HEX = "an empty hex"
RANGED = FACTS.ranged.least
"""The shortest range that is more than melee."""


class Around:
    """A moment as a god sees it, or a side where no god is meant."""

    def __init__(self, heavens: Heavens, side: str, god: str = "") -> None:
        self.heavens, self.side, self.god = heavens, side, god

    def named(self, word: str) -> Sequence[str]:
        """Who or what there is of a word."""
        heavens, enemy = self.heavens, ENEMY[self.side]
        match word:
            case "self":
                return (self.god,)
            case "friend":
                return self._gods(self.side)
            case "other":
                return [god for god in self._gods(self.side) if god != self.god]
            case "enemy":
                return self._gods(enemy)
            case "any":
                return [*self._gods(self.side), *self._gods(enemy)]
            case "base":
                return (BASES[self.side],)
            case "enemy base":
                return (BASES[enemy],)
            case "hex":
                return heavens.box.board.spaces if heavens.tracked else (EMPTY_HEX,)
        return traps(heavens) if word == "trap" else columns(heavens)

    def _gods(self, side: str) -> list[str]:
        return [god for god in self.heavens.box.own[side] if god in self.heavens.at]

    def names(self, whom: Whom) -> list[str]:
        """Everybody a card means, however far, each once."""
        if len(whom.words) == 1:
            return list(self.named(whom.words[0]))
        return list(dict.fromkeys(name for word in whom.words for name in self.named(word)))

    def place(self, name: str) -> str:
        """The hex of a god, base, trap or architecture; a hex is its own."""
        if name in BASE_OF:
            return self.heavens.bases.get(BASE_OF[name], name)
        bare = name.removeprefix(TRAP_UNDER).removeprefix(TRAP_ON).removeprefix(COLUMN_ON)
        return self.heavens.at.get(bare, bare)

    def reaches(self, reach: Reach, name: str) -> bool:
        """Whether it is as near as that; with the board on the table the players vouch for it."""
        if not reach.how or reach.how == ANYWHERE or not self.heavens.tracked:
            return True
        return self.near(reach, self.place(name), name)

    def near(self, reach: Reach, place: str, besides: str = "") -> bool:
        """Whether a hex is as near as that, to somebody who is not the one that is looked at."""
        box = self.heavens.box
        if reach.how == CENTRAL:
            return place in box.central
        if reach.how == NEAR_CENTRAL:
            return place in box.central or not set(box.central).isdisjoint(box.board.beside[place])
        if reach.how == INVOKING:
            return place in box.invoking[self.side]
        if reach.how == ANYWHERE:
            return True
        if reach.how == ADJACENT and reach.of:
            beside: Iterable[str] = (name for name in self.named(reach.of) if name != besides)
            return any(
                place in box.board.beside[self.place(name)]
                and (not reach.n or self._within(self.place(self.god), self.place(name), reach.n))
                for name in beside
                if self._stands(name)
            )
        origins = self.named(reach.of) if reach.of else (self.god,)
        return any(self._is_near(reach, self.place(name), place) for name in origins if self._stands(name))

    def _stands(self, name: str) -> bool:
        return name not in self.heavens.box.gods or self.heavens.standing(name)

    def _is_near(self, reach: Reach, here: str, place: str) -> bool:
        if reach.how == ADJACENT:
            return place in self.heavens.box.board.beside[here]
        n = reach.n
        if reach.how == RANGE:
            card, more = self.heavens.box.gods[self.god], lent(self.heavens, self.god, "range")
            far = card.range + sum(n for _, n in more)
            n = far if far >= RANGED else 1
        return self._within(here, place, n)

    def _within(self, here: str, place: str, n: int) -> bool:
        return here == place or place in touches(self.heavens.box, here, n, self.heavens.walls)


def traps(heavens: Heavens) -> list[str]:
    """Every trap on the board, by name."""
    gods = heavens.box.gods
    return [f"{TRAP_UNDER if at in gods else TRAP_ON}{at}" for at, s in heavens.chips.items() if s.trap]


def columns(heavens: Heavens) -> list[str]:
    """All architecture on the board, by name."""
    return [f"{COLUMN_ON}{at}" for at, stack in heavens.chips.items() if stack.column]


def lent(heavens: Heavens, god: str, figure: str) -> tuple[tuple[str, int], ...]:
    """What gods in play add to a figure of a god (movement, range, attack, armor), and who does."""
    if not heavens.box.lasting:
        return ()
    return tuple(
        (giver, part.amount.n)
        for giver, part in heavens.box.lasting
        if part.kind == figure and part.amount and heavens.able(giver) and _holds(heavens, giver, part, god)
    )


def _holds(heavens: Heavens, giver: str, part: Part, god: str) -> bool:
    around = Around(heavens, heavens.box.gods[giver].side, giver)
    if god not in around.names(part.whom):
        return False
    return (god == giver and SELF in part.whom.words) or around.reaches(part.whom.reach, god)


def farther(heavens: Heavens, away_from: str, here: str) -> frozenset[str]:
    """The hexes that lie farther away from a hex than another one does, whatever is in between."""
    box = heavens.box
    far = touches(box, away_from, len(box.board.at), NONE)
    return frozenset(space for space, n in far.items() if n > far.get(here, 0))
