"""Where gods, Ringchips and bases are, and the hands that move them. No chip is made or lost here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from companion.games.high_heavens.box import (
    BASE_HEALTH,
    BASES,
    CAPS,
    CHIP_NAMES,
    COLOUR,
    EMPTY,
    ENEMY,
    RULES,
    SIDE_OF,
    SIDES,
    TOTAL,
    WORDS,
    Box,
    Stack,
    house_box,
)
from companion.games.high_heavens.ground import NONE, Walls
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State, counted, listed


def chip_words(n: int, kind: str) -> str:
    """``2 Health chips``, ``1 black chip (Trap)``."""
    if COLOUR[kind] == "black":
        return f"{counted(n, 'black chip')} ({WORDS[kind]})"
    return counted(n, f"{WORDS[kind]} chip")


def stack_words(stack: Stack) -> str:
    """A stack from the top down: ``1 Poison, 2 Armor, 5 Health``."""
    return ", ".join(f"{n} {WORDS[kind]}" for kind, n in stack._asdict().items() if n)


@dataclass(frozen=True, kw_only=True)
class Ringchips(State):
    """The board with everything on it, and the bank."""

    rules: ClassVar[Rulebook] = RULES

    players: tuple[str, ...] = SIDES
    """The seats, in the order of play."""
    box: Box = field(default_factory=house_box, repr=False)
    tracked: bool = True
    """False with the board on the table: then every god has a place of its own, and nothing is measured."""
    at: Mapping[str, str] = field(default_factory=dict)
    """God on the board, standing or fallen, to its hex."""
    on: Mapping[str, str] = field(default_factory=dict)
    """Hex to the god on it."""
    chips: Mapping[str, Stack] = field(default_factory=dict)
    """God, or hex with chips of its own, to the stack there."""
    bank: Mapping[str, int] = field(default_factory=lambda: dict(TOTAL))
    gone: frozenset[str] = frozenset()
    """Gods that perished or were discarded."""
    entered: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """Side to how many gods it has ever brought into the Heavens."""
    disabled_by: Mapping[str, str] = field(default_factory=dict)
    """Disabled god to the seat whose next turn ends it."""
    bases: Mapping[str, str] = field(default_factory=dict)
    """Side to the hex of its base."""
    health: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, BASE_HEALTH))
    """Side to the health of its base."""
    walls: Walls = NONE
    """Occupied hexes."""

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.players

    def partners(self, seat: str) -> tuple[str, ...]:
        return tuple(other for other in self.players if SIDE_OF[other] == SIDE_OF[seat])

    def stack(self, holder: str) -> Stack:
        """The chips under a god or on a hex."""
        return self.chips.get(holder, EMPTY)

    def standing(self, god: str) -> bool:
        """Whether a god is on the board and has Health."""
        return god in self.at and god in self.chips and self.chips[god].health > 0

    def lying(self) -> Walls:
        """The hexes one can enter by smiting the fallen god there."""
        if not self.tracked:
            return NONE
        chips = self.chips
        found = [s for s, god in self.on.items() if s not in chips and god not in chips]
        return frozenset(found) if found else NONE

    def heaps(self) -> list[str]:
        """The hexes with chips of their own, in board order."""
        gods = self.box.gods
        return [holder for holder in self.chips if holder not in gods]

    def in_hand(self, god: str) -> bool:
        """Whether a god is in its side's deck or hand."""
        return god not in self.at and god not in self.gone

    def where(self, god: str) -> str:
        """Where a god is, in words."""
        if god in self.gone:
            return "gone"
        if god not in self.at:
            return "in the deck or hand"
        stack = self.chips.get(god)
        lies = "" if stack else "fallen "
        place = f"{lies}on {self.at[god]}" if self.tracked else f"{lies}on the board"
        return f"{place}: {stack_words(stack)}" if stack else place

    def whole(self, kind: str, holder: str, n: int) -> int:
        """How many of ``n`` chips of a kind a god can still take, by its limit; never less than none."""
        has: int = getattr(self.stack(holder), kind)
        most = self.box.gods[holder].health if kind == "health" else CAPS.get(kind, has + n)
        return max(0, min(n, most - has))

    # -- movements of hands: chips ------------------------------------------------------------------------

    def take(self, holder: str, **kinds: int) -> Self:
        """Move chips from the bank to a god or hex (or back, if fewer than none). Tells nothing."""
        stack, bank = self.stack(holder), dict(self.bank)
        for kind, n in kinds.items():
            bank[COLOUR[kind]] -= n
        stack = stack._replace(**{kind: getattr(stack, kind) + n for kind, n in kinds.items()})
        return self.but(chips=self._with_stack(holder, stack), bank=bank)

    def _with_stack(self, holder: str, stack: Stack) -> dict[str, Stack]:
        chips = dict(self.chips)
        if any(stack):
            chips[holder] = stack
        else:
            chips.pop(holder, None)
        return chips

    def pass_on(self, here: str, there: str, armor: int, attack: int) -> Self:
        """Move bonus chips from one stack to another. Tells nothing."""
        old, new = self.stack(here), self.stack(there)
        left = self._with_stack(here, old._replace(armor=old.armor - armor, attack=old.attack - attack))
        left[there] = new._replace(armor=new.armor + armor, attack=new.attack + attack)
        return self.but(chips=left)

    def settled(self) -> Self:
        """The same, with the occupied hexes seen anew after something came, went, stood up or fell."""
        if not self.tracked:
            return self
        gods, chips = self.box.gods, self.chips
        walls = {chips_on for chips_on in chips if chips_on not in gods}
        walls.update(place for place, god in self.on.items() if god in chips and chips[god].health)
        walls.update(self.bases.values())
        return self.but(walls=frozenset(walls))

    def give(self, god: str, kind: str, n: int, rule: str = "") -> Self:
        """Put chips from the bank under a god."""
        words = f"Put {chip_words(n, kind)} {'on top of' if kind == 'disable' else 'under'} {god}."
        return self.take(god, **{kind: n}).tell(words, god, CHIP_NAMES[COLOUR[kind]], rule=rule)

    def take_off(self, god: str, kind: str, n: int, rule: str = "") -> Self:
        """Put chips of a god back in the bank."""
        told = self.take(god, **{kind: -n}).tell(
            f"Take {chip_words(n, kind)} off {god}.", god, CHIP_NAMES[COLOUR[kind]], rule=rule
        )
        if kind != "disable":
            return told
        return told.but(disabled_by={name: by for name, by in self.disabled_by.items() if name != god})

    def lose_health(self, god: str, n: int, how: str, rule: str) -> Self:
        """Take Health from under a god; at none it falls."""
        had = self.stack(god).health
        lost = min(n, had)
        if not lost:
            return self.tell(f"{how}: {god} loses nothing.", god, rule=rule)
        words = f"{how}: take {chip_words(lost, 'health')} from under {god} ({had - lost} left)."
        after = self.take(god, health=-lost).tell(words, god, CHIP_NAMES["health"], rule=rule)
        return after.fall(god) if lost == had else after

    def fall(self, god: str) -> Self:
        """Lay a god without Health on its side; some chips go to the bank, the bonus chips to its hex."""
        place, stack = self.at[god], self.stack(god)
        after = self.tell(f"{god} falls: lay the figure on its side.", god, rule="fallen")
        back = {kind: getattr(stack, kind) for kind in ("disable", "poison", "trap") if getattr(stack, kind)}
        if back:
            after = after.take(god, **{kind: -n for kind, n in back.items()})
            words = listed([chip_words(n, kind) for kind, n in back.items()])
            after = after.tell(f"Put {words} of {god} back in the bank.", god, rule="fallen")
        if stack.armor or stack.attack:
            after = after.pass_on(god, place, stack.armor, stack.attack)
            words = stack_words(Stack(armor=stack.armor, attack=stack.attack))
            after = after.tell(f"{words} stay under it on {place}.", god, place, rule="fallen")
        by = {name: seat for name, seat in self.disabled_by.items() if name != god}
        return after.but(disabled_by=by).settled()

    def wear_down(self, place: str, kind: str, n: int, how: str, rule: str) -> Self:
        """Take chips off architecture or a trap."""
        had = getattr(self.stack(place), kind)
        lost = min(n, had)
        if not lost:
            return self.tell(f"{how}: nothing comes off.", place, rule=rule)
        words = f"{how}: take {chip_words(lost, kind)} off {place} ({had - lost} left)."
        after = self.take(place, **{kind: -lost}).tell(words, place, CHIP_NAMES[COLOUR[kind]], rule=rule)
        if lost < had:
            return after
        if place in self.box.gods:
            return after.tell(f"{place} is free.", place, rule=rule)
        return after.tell(f"{place} is open.", place, rule=rule).settled()

    def hurt_base(self, side: str, n: int, how: str) -> Self:
        """Turn a base's health marker down; at none the game is over."""
        base, left = BASES[side], max(0, self.health[side] - n)
        if not n:
            return self.tell(f"{how}: {base} loses nothing.", base, rule="base")
        after = self.but(health={**self.health, side: left})
        after = after.tell(f"{how}: turn {base} from {self.health[side]} to {left}.", base, rule="base")
        if left:
            return after
        return after.lost(side, "base", f"{base} has fallen: {ENEMY[side]} win.")

    def lost(self, side: str, rule: str, why: str) -> Self:
        """End the game with the other side as winners."""
        winners = tuple(seat for seat in self.players if SIDE_OF[seat] != side)
        return self if self.over else self.finish(winners, rule, why)

    # -- movements of hands: gods -------------------------------------------------------------------------

    def bring(self, god: str, place: str, rule: str = "") -> Self:
        """Put a god's figure on the board with its full Health, smiting who lies there."""
        card = self.box.gods[god]
        after = self.smite(place, god)
        after = after.but(
            at={**after.at, god: place},
            on={**after.on, place: god},
            gone=after.gone - {god},
            entered={**after.entered, card.side: after.entered[card.side] + 1},
        ).take(god, health=card.health)
        where = f" on {place}" if self.tracked else " on the board"
        words = f"Put {god}{where}, on {chip_words(card.health, 'health')}."
        return after.tell(words, god, CHIP_NAMES["health"], rule=rule).settled()

    def shift(self, god: str, place: str, passing: frozenset[str] = NONE, rule: str = "") -> Self:
        """Carry a god with its stack to another hex, smiting those it passes and who lies there."""
        after = self
        for space in sorted(passing | {place}):
            after = after.smite(space, god)
        here = self.at[god]
        on = {space: name for space, name in after.on.items() if space != here}
        on[place] = god
        after = after.but(at={**after.at, god: place}, on=on)
        where = f"from {here} to {place}" if place != here else f"out and back to {here}"
        return after.tell(f"Move {god} with its stack {where}.", god, rule=rule).settled()

    def smite(self, place: str, by: str) -> Self:
        """Remove the fallen god on a hex that another enters."""
        fallen = self.on.get(place)
        if fallen is None or fallen == by or self.standing(fallen):
            return self
        return self.perish(fallen, f"{by} smites {fallen}: take the figure off {place}.", "smite")

    def perish(self, god: str, words: str, rule: str) -> Self:
        """Take a god off the board or out of the game; a side without any is beaten."""
        place, side = self.at.get(god), self.box.gods[god].side
        after = self.but(
            at={name: space for name, space in self.at.items() if name != god},
            on={space: name for space, name in self.on.items() if space != place},
            gone=self.gone | {god},
        ).tell(words, god, f"{side} gods", rule=rule)
        if all(name in after.gone for name in self.box.own[side]):
            return after.lost(side, "pantheon", f"{side} have no god left: {ENEMY[side]} win.")
        return after
