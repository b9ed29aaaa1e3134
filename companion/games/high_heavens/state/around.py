"""Targets of the card language on this board: who is there for a god or a side, and how near."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.high_heavens.box import BASE_OF, BASES, ENEMY, FACTS, Box
from companion.games.high_heavens.state import changes
from companion.games.high_heavens.state.heavens import SITES, Heavens
from companion.games.high_heavens.state.pathfinding import NONE, touches
from companion.kernel.values import Thing
from companion.toolkit.cards.language import (
    ADJACENT,
    ANYWHERE,
    IT,
    LINE,
    RANGE,
    SELF,
    EffectPart,
    If,
    Reach,
    Whom,
)
from companion.words import Message, message

TRAP, COLUMN = "trap", "column"
EMPTY_HEX = "an empty hex"
RANGED = FACTS.ranged.least
"""The shortest range that is more than melee."""


class Around:
    """A moment as a god sees it, or a side where no god is meant."""

    def __init__(self, heavens: Heavens, side: str, god: str = "", attacker: str = "") -> None:
        self.heavens, self.side, self.god, self.attacker = heavens, side, god, attacker
        self.dying = False
        """True if the god falls, and its card happens where it lies."""
        self.it: tuple[str, ...] = ()
        """The target of the step before."""

    def named(self, word: str) -> Sequence[str]:
        """Return the names of all that a word of the card language means here."""
        return _NAMED[word](self)

    def gods(self, side: str) -> list[str]:
        """Return the gods of a side that are on the board."""
        return [god for god in self.heavens.box.own[side] if god in self.heavens.at]

    def names(self, whom: Whom) -> list[str]:
        """Return everybody a card means, however far, each once."""
        if len(whom.words) == 1:
            return list(self.named(whom.words[0]))
        return list(dict.fromkeys(name for word in whom.words for name in self.named(word)))

    def place(self, name: str) -> str:
        """The hex of a god, base, trap or architecture; a hex is its own."""
        at = self.heavens.at
        if name in at:
            return at[name]
        if name in self.heavens.box.board.at:
            return name
        if name in BASE_OF:
            return self.heavens.bases.get(BASE_OF[name], name)
        holder = built(self.heavens.box)[name].of if name in built(self.heavens.box) else name
        return at.get(holder, holder)

    def reaches(self, reach: Reach, name: str) -> bool:
        """True if it is within reach. With the board on the table, the players vouch for it."""
        if not reach.how or reach.how == ANYWHERE or not self.heavens.tracked:
            return True
        return self.place(name) in self.area(reach)

    def figure(self, only: If, name: str) -> int:
        """Return the figure that a condition asks of a target, or of the god whose card it is."""
        who = self.god if only.of or not name else name
        if who in BASE_OF:
            return self.heavens.health[BASE_OF[who]] if only.figure == "health" else 0
        n: int = getattr(self.heavens.stack(who), only.figure)
        return n

    def area(self, reach: Reach, besides: str = "") -> frozenset[str]:
        """The hexes that are as near as that, to somebody who is not the one that is looked at."""
        if fixed := _FIXED.get(reach.how):
            return frozenset(fixed(self))
        here = self._origins(reach, besides)
        if reach.how == ADJACENT:
            return self._beside(here, reach.n)
        if reach.how == LINE:
            lines = (line for place in here for line in self.heavens.box.board.lines[place].values())
            return frozenset().union(*(line[: reach.n or None] for line in lines))
        n = self._range() if reach.how == RANGE else reach.n
        return frozenset().union(*(self._within(place, n) for place in here))

    def _origins(self, reach: Reach, besides: str) -> list[str]:
        """Return the hexes from which a distance is counted."""
        origins = [name for name in self.named(reach.of) if name != besides] if reach.of else [self.god]
        return [self.place(name) for name in origins if self._stands(name, reach.of == IT or self.dying)]

    def _beside(self, places: list[str], n: int) -> frozenset[str]:
        """Return the hexes beside some places: those within ``n`` of the god, if that is said."""
        if n:
            mine = self._stands(self.god, self.dying)
            near = self._within(self.heavens.at[self.god], n) if mine else NONE
            places = [place for place in places if place in near]
        return frozenset().union(*map(self.heavens.box.board.beside.__getitem__, places))

    def _stands(self, name: str, fallen: bool = False) -> bool:
        """True if distances are counted from there; from a god that lies there only if told so."""
        at = self.heavens.at
        return name not in self.heavens.box.gods or self.heavens.standing(name) or (fallen and name in at)

    def _range(self) -> int:
        far = self.heavens.box.gods[self.god].range
        far += sum(more.n for more in lent(self.heavens, self.god, "range"))
        return far if far >= RANGED else 1

    def _within(self, here: str, n: int) -> frozenset[str]:
        return frozenset(touches(self.heavens.box, here, n, self.heavens.walls)) | {here}


_NAMED: Mapping[str, Callable[[Around], Sequence[str]]] = {
    "self": lambda here: (here.god,),
    "it": lambda here: here.it,
    "attacker": lambda here: (here.attacker,),
    "friend": lambda here: here.gods(here.side),
    "other": lambda here: [god for god in here.gods(here.side) if god != here.god],
    "enemy": lambda here: here.gods(ENEMY[here.side]),
    "any": lambda here: [*here.gods(here.side), *here.gods(ENEMY[here.side])],
    "base": lambda here: (BASES[here.side],),
    "enemy base": lambda here: (BASES[ENEMY[here.side]],),
    "hex": lambda here: here.heavens.box.board.spaces if here.heavens.tracked else (EMPTY_HEX,),
    "trap": lambda here: traps(here.heavens),
    "architecture": lambda here: columns(here.heavens),
}
"""All that a word of the card language means."""
_FIXED: Mapping[str, Callable[[Around], Iterable[str]]] = {
    "central": lambda here: here.heavens.box.central,
    "near central": lambda here: here.heavens.box.near_central,
    "invoking": lambda here: here.heavens.box.invoking[here.side],
    ANYWHERE: lambda here: here.heavens.box.board.at,
}
"""The hexes of a reach that is not counted from anybody."""


@lru_cache(maxsize=32)
def _built(box: Box) -> dict[tuple[str, str], Thing]:
    """Return every trap and all architecture there can be: kind and the god or place to the name."""
    under = {(TRAP, god): Thing(f"trap under {god}", god, TRAP) for god in box.gods}
    places = (*box.board.at, *SITES)
    traps_on = {(TRAP, place): Thing(f"trap on {place}", place, TRAP) for place in places}
    return under | traps_on | {(COLUMN, at): Thing(f"architecture on {at}", at, COLUMN) for at in places}


@lru_cache(maxsize=32)
def built(box: Box) -> dict[str, Thing]:
    """Return every trap and all architecture there can be, by name."""
    return {name: name for name in _built(box).values()}


def built_at(box: Box, kind: str, holder: str) -> Thing:
    """Return the name of a trap or of architecture at a god or a place."""
    return _built(box)[kind, holder]


def traps(heavens: Heavens) -> list[str]:
    """Every trap on the board, by name."""
    return [built_at(heavens.box, TRAP, holder) for holder, s in heavens.chips.items() if s.trap]


def columns(heavens: Heavens) -> list[str]:
    """All architecture on the board, by name."""
    return [built_at(heavens.box, COLUMN, holder) for holder, s in heavens.chips.items() if s.column]


class Lent(NamedTuple):
    """A number that is added to a figure of a god: by a god in play, or for a while."""

    n: int
    by: str = ""
    """The god that lends it."""
    until: str = ""
    """How long it holds, if no god lends it: ``changes.THIS_TURN``, or until the next turn of this seat."""

    def term(self, n: int) -> Message:
        """Return a number as a term of a sum, with where it is from: ``+ 1 by Thor``."""
        words = "+ {n} {whence}" if n > 0 else "− {n} {whence}"
        whence = message("by {god}", god=self.by) if self.by else changes.till(self.until)
        return message(words, n=abs(n), whence=whence)


def lent(heavens: Heavens, god: str, figure: str) -> tuple[Lent, ...]:
    """Return all that is added to a figure of a god (movement, range, attack, armor)."""
    if not heavens.box.lasting and not heavens.changes:
        return ()
    result = [
        Lent(part.amount.n, by=giver)
        for giver, part in heavens.box.lasting
        if part.kind == figure and part.amount and heavens.able(giver) and _holds(heavens, giver, part, god)
    ]
    result += [Lent(n, until=key[2]) for key, n in heavens.changes.items() if key[:2] == (god, figure)]
    return tuple(result)


def _holds(heavens: Heavens, giver: str, part: EffectPart, god: str) -> bool:
    around = Around(heavens, heavens.box.gods[giver].side, giver)
    if god not in around.names(part.whom):
        return False
    if part.only and not part.only.holds(around.figure(part.only, god)):
        return False
    return (god == giver and SELF in part.whom.words) or around.reaches(part.whom.reach, god)


def nearer(heavens: Heavens, to: str, here: str) -> frozenset[str]:
    """The hexes that lie nearer to a hex than another one does, whatever is in between."""
    far = touches(heavens.box, to, len(heavens.box.board.at), NONE)
    return frozenset(space for space, n in far.items() if n < far.get(here, 0))


def farther(heavens: Heavens, away_from: str, here: str) -> frozenset[str]:
    """The hexes that lie farther away from a hex than another one does, whatever is in between."""
    box = heavens.box
    far = touches(box, away_from, len(box.board.at), NONE)
    return frozenset(space for space, n in far.items() if n > far.get(here, 0))
