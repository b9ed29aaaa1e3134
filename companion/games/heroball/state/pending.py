"""Questions in the middle of a turn: an attack, a loose ball, a catch, a card's effect."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from companion.games.heroball.box import DISTANCE, SEATS
from companion.games.heroball.cards import Slot
from companion.kernel.values import Thing

CHOOSE, SEED, TURN = "choose", "seed", "turn"
DEFEND, ANSWER, INTERCEPT, CATCH, EFFECT = "defend", "answer", "intercept", "catch", "effect"
PHASES = {
    CHOOSE: "the choice of heroes",
    SEED: "the seeding of terrain",
    TURN: "the action phase",
    DEFEND: "an attack that waits for its answer",
    ANSWER: "an attack that a card may answer",
    INTERCEPT: "a ball in the air",
    CATCH: "a ball that has just come",
    EFFECT: "a card played by hand",
}
QUESTION = ("Phase", "Waiting")
"""What changes where something is asked, answered or dropped, under the names of the log."""
ASKED = ("Defend", "Intercept", "Catch")
"""What a seat can be asked in the middle of another's turn."""
ASK_OF: dict[tuple[str, str], Thing] = {
    (seat, about): Thing(f"{seat} asked about {about}", seat, f"asked about {about}", about)
    for seat in SEATS
    for about in ASKED
}
"""Seat and question to the name under which it is set whether the seat is asked."""


@lru_cache(maxsize=1024)
def card_of(seat: str, card: str) -> Thing:
    """Return the name of a seat's card that takes a token."""
    return Thing(f"{seat}: {card}", seat, card)


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack; the attacked seat may defend."""

    by: str
    victim: str
    slot: str
    space: str
    """Where the hero is pushed to, or the ball falls; empty where a card is played by hand."""
    by_card: bool = False
    """Whether a card of the attacked hero may answer it."""

    @property
    def phase(self) -> str:
        """Return the phase in which the table waits for it."""
        return ANSWER if self.by_card else DEFEND

    @property
    def waits(self) -> tuple[str, ...]:
        """Return the seats that must answer."""
        return (self.victim,)

    @property
    def at_stake(self) -> tuple[str, ...]:
        """Return the things that the answer is about."""
        return (self.victim, self.space) if self.space else (self.victim,)


@dataclass(frozen=True, slots=True)
class Loose:
    """A ball thrown, dropped or fumbled, that somebody may intercept."""

    phase: ClassVar[str] = INTERCEPT
    source: str
    target: str
    thrower: str
    order: tuple[str, ...]
    """Who has not answered yet and comes before ``wish``, first in priority first."""
    wish: str = ""
    """Who will have it if all of those let it go."""

    @property
    def waits(self) -> tuple[str, ...]:
        """Return the seats that must answer."""
        return self.order

    @property
    def at_stake(self) -> tuple[str, ...]:
        """Return the things that the answer is about."""
        return ("Ball", self.target)

    def wanted(self, seat: str) -> "Loose":
        """The same with this seat's wish; the seats after it need not answer any more."""
        return replace(self, order=self.order[: self.order.index(seat)], wish=seat)

    def without(self, seat: str) -> "Loose":
        """The same without this seat."""
        return replace(self, order=tuple(other for other in self.order if other != seat))


@dataclass(frozen=True, slots=True)
class Catch:
    """The ball came into a hero's hex: he may hold it at once."""

    phase: ClassVar[str] = CATCH
    seat: str

    @property
    def waits(self) -> tuple[str, ...]:
        """Return the seats that must answer."""
        return (self.seat,)

    @property
    def at_stake(self) -> tuple[str, ...]:
        """Return the things that the answer is about."""
        return ("Ball",)


@dataclass(frozen=True, slots=True)
class Effect:
    """A card whose text hands carry out, each thing at most once."""

    phase: ClassVar[str] = EFFECT
    by: str
    slot: str
    victim: str = ""
    touched: tuple[str, ...] = ()
    done: tuple[tuple[int, str], ...] = ()
    """If the card limits what may be done: each part that was done, by its number, and its target."""

    @property
    def waits(self) -> tuple[str, ...]:
        """Return the seats that must answer."""
        return (self.by,)

    @property
    def at_stake(self) -> tuple[str, ...]:
        """Return the things that the answer is about."""
        return self.touched

    def with_touched(self, thing: str) -> "Effect":
        """The same with one thing more that was moved."""
        return replace(self, touched=(*self.touched, thing))

    def with_done(self, part: int, name: str) -> "Effect":
        """The same with one part more that was done to somebody."""
        return replace(self, done=(*self.done, (part, name)))


Pending = Attack | Loose | Catch | Effect


def by_priority(
    source: str, target: str, at: Mapping[str, str], order: tuple[str, ...]
) -> Iterator[tuple[str, int]]:
    """Seats and how far from the target they stand: in the target hex first, then nearest to the source.

    ``order`` is turn order after the active hero; it decides among equals.
    """
    far = DISTANCE[target]
    near = DISTANCE[source]
    ranked = sorted(order, key=lambda seat: (far[at[seat]] > 0, near[at[seat]], order.index(seat)))
    return ((seat, far[at[seat]]) for seat in ranked)


def price(slot: Slot, distance: int) -> int:
    """Return the cost of an interception from so far away: 0 in the target hex itself."""
    return slot.cost if distance else 0
