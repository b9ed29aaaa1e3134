"""The verbs of the board. Each ``check`` lists the rules in the order of its questions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.games.high_heavens.attack import MELEE, RANGE, blow, land, missed, target
from companion.games.high_heavens.box import CAPS, SIDE_OF, WORDS
from companion.games.high_heavens.chips import stack_words
from companion.games.high_heavens.nouns import (
    BONUS,
    FEWEST,
    BonusChips,
    Die,
    Heap,
    Hex,
    How,
    InvokingHex,
    OwnGod,
    Walk,
    Way,
    WhichTarget,
    by_whom,
    can_act,
    need_actions,
    on_board,
    refuse,
    require,
)
from companion.games.high_heavens.state import OPEN_EFFECT, OPEN_TURN, TURNS, Heavens
from companion.kernel.action import Action, Noun


@dataclass(frozen=True)
class Invoke(Action[Heavens]):
    """Bring a god from your hand to one of your invoking hexes."""

    god: OwnGod
    hex: InvokingHex
    cost = "1 action"
    icon = "crown"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        need_actions(heavens)
        side, box, bank = SIDE_OF[self.by], heavens.box, heavens.bank["health"]
        if heavens.tracked:
            require(heavens.open_invoking(side), "invoke", "Your invoking hexes are all taken.")
        waiting = [box.gods[god].health for god in box.own[side] if heavens.in_hand(god)]
        require(waiting, "invoke", "None of your gods is left in your hand or deck.")
        require(
            min(waiting) <= bank, "supply", f"The bank has {bank} Health chips: too few for any of your gods."
        )
        god = self.god
        require(heavens.in_hand(god), "invoke", f"{god} is {heavens.where(god)}.")
        health = box.gods[god].health
        require(
            health <= bank,
            "supply",
            f"{god} comes with {health} Health chips; the bank has {bank}.",
            "Chips come back to the bank when gods are hurt.",
        )
        for space in self.hex:
            require(space in box.invoking[side], "invoke", f"{space} is not an invoking hex of yours.")
            if space in heavens.walls:
                refuse("invoke", f"{space} is taken{by_whom(heavens, space)}.")

    def apply(self, heavens: Heavens) -> Heavens:
        place = self.hex[0] if self.hex else heavens.free_place(self.god)
        return heavens.spend().bring(self.god, place, "invoke").arrived(self.god)


@dataclass(frozen=True)
class Attack(Action[Heavens]):
    """One of your gods strikes what is next to it, or within its range."""

    god: OwnGod
    target: WhichTarget
    how: How
    die: Die
    cost = "1 action"
    icon = "sword"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        need_actions(heavens)
        side = SIDE_OF[self.by]
        able = list(heavens.able_gods(side))
        require(able, "attack", "None of your gods can act.")
        require(
            any(heavens.has_target(god, side) for god in able), "reach", "None of your gods reaches a target."
        )
        god = self.god
        can_act(heavens, god)
        require(heavens.has_target(god, side), "reach", f"{god} reaches no target.")
        at = target(heavens, self.target)
        require(at.holder != god, "trap" if at.kind == "trap" else "attack", f"{god} cannot strike there.")
        require(at.holder != side, "attack", f"{self.target} is your own base.")
        if at.kind == "god":
            require(heavens.standing(at.holder), "fallen", f"{at.holder} has fallen already.")
        if heavens.tracked:
            self._in_reach(heavens, god, at.place)
        else:
            for how in self.how:
                far = heavens.box.gods[god].range
                require(how == MELEE or far >= FEWEST, "range", f"{god} has range {far}: only melee.")

    def _in_reach(self, heavens: Heavens, god: str, place: str) -> None:
        if place in heavens.reach(god):
            return
        far = heavens.distance(heavens.at[god], place)
        if far is None:
            refuse("reach", f"No line of empty hexes leads from {god} to {place}.")
        reach = heavens.box.gods[god].range
        require(reach >= FEWEST, "range", f"{place} is {far} away; {god} has range {reach}: only melee.")
        refuse("reach", f"{place} is {far} away; {god} has range {reach}.")

    def melee_or_range(self, heavens: Heavens) -> str:
        """How the god strikes: told with the board on the table, else seen."""
        if self.how:
            return self.how[0]
        place = target(heavens, self.target).place
        return MELEE if heavens.reach(self.god)[place] == 1 else RANGE

    def apply(self, heavens: Heavens) -> Heavens:
        after = heavens.spend().but(moved="")
        if self.die and missed(self.die[0]):
            return after.tell(f"A {self.die[0]}: {self.god} misses {self.target}.", self.god, rule="runes")
        if self.die:
            after = after.tell(f"A {self.die[0]}: a hit.", self.god, rule="runes")
        at = target(heavens, self.target)
        dealt, words = blow(heavens, self.god, self.melee_or_range(heavens), at)
        rule = "armor" if " armor" in words else "attack-bonus" if " attack " in words else "attack"
        return land(after, at, dealt, words, rule)


@dataclass(frozen=True)
class Move(Walk):
    """One of your gods goes through empty hexes with its whole stack."""

    god: OwnGod
    hex: Hex
    way: Way
    cost = "1 action"
    icon = "boot"
    during = TURNS

    def steps(self, heavens: Heavens, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        return heavens.steps(god, self.by)

    def check(self, heavens: Heavens) -> None:
        need_actions(heavens)
        able = list(heavens.able_gods(SIDE_OF[self.by]))
        require(able, "move", "None of your gods can act.")
        require(
            any(heavens.can_move(god, self.by) for god in able),
            "two-gods" if all(heavens.stays(god) for god in able) else "move",
            "None of your gods has a hex to go to.",
        )
        god = self.god
        can_act(heavens, god)
        if not heavens.can_move(god, self.by):
            self._stuck(heavens, god)
        for space in self.hex:
            if space not in heavens.steps(god, self.by):
                self._too_far(heavens, god, space)

    def _stuck(self, heavens: Heavens, god: str) -> None:
        here = heavens.at[god]
        require(
            not (heavens.four and here in heavens.box.outside[self.by]),
            "zones",
            f"{god} on {here} is outside the zones of {self.by}.",
        )
        require(not heavens.stays(god), "two-gods", f"{god} stays on {here} until a second god has come.")
        refuse("move", f"{god} on {here} is hemmed in.")

    def _too_far(self, heavens: Heavens, god: str, space: str) -> None:
        here = heavens.at[god]
        require(space != here, "move", f"{god} stands on {here}.")
        if space in heavens.walls:
            refuse("occupied", f"{space} is taken{by_whom(heavens, space)}.")
        require(
            space not in heavens.stays(god), "two-gods", f"{god} stays behind until a second god has come."
        )
        require(
            not (heavens.four and space in heavens.box.outside[self.by]),
            "zones",
            f"{space} is outside the zones of {self.by}.",
        )
        far, steps = heavens.distance(here, space), heavens.box.gods[god].movement
        require(far is not None, "occupied", f"No line of empty hexes leads from {here} to {space}.")
        refuse("move", f"{space} is {far} away, the way round what is in between; {god} moves {steps}.")

    def apply(self, heavens: Heavens) -> Heavens:
        return self.walk(heavens.spend())


@dataclass(frozen=True)
class Smite(Action[Heavens]):
    """With the board on the table: the god that came or moved last entered the hex of a fallen god."""

    fallen: Annotated[str, Noun[Heavens]("Which fallen god?", on_board)]
    cost = "free"
    icon = "flame"
    during = (OPEN_TURN, OPEN_EFFECT)

    def check(self, heavens: Heavens) -> None:
        require(heavens.standing(heavens.moved), "smite", "A god smites only as it comes or moves.")
        require(
            any(self._open(heavens, god) for god in heavens.at),
            "smite",
            "No fallen god lies on an empty hex.",
        )
        fallen = self.fallen
        require(not heavens.standing(fallen), "smite", f"{fallen} is standing.")
        place = heavens.at[fallen]
        require(
            self._open(heavens, fallen),
            "smite",
            f"{fallen} lies on {stack_words(heavens.stack(place))}: nobody enters there.",
        )

    @staticmethod
    def _open(heavens: Heavens, god: str) -> bool:
        return not heavens.standing(god) and heavens.at[god] not in heavens.chips

    def apply(self, heavens: Heavens) -> Heavens:
        return heavens.smite(heavens.at[self.fallen], heavens.moved)


@dataclass(frozen=True)
class Acquire(Action[Heavens]):
    """One of your gods takes dropped bonus chips from a hex next to it."""

    god: OwnGod
    place: Heap
    chips: BonusChips
    cost = "1 action"
    icon = "hand"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        need_actions(heavens)
        heaps = [place for place in heavens.heaps() if self._dropped(heavens, place)]
        require(heaps, "acquire", "No bonus chips lie on the board.")
        able = heavens.able_gods(SIDE_OF[self.by])
        require(
            any(heavens.can_take(god, place) for god in able for place in heaps),
            "acquire",
            "None of your gods can take any of the dropped chips.",
        )
        god = self.god
        can_act(heavens, god)
        require(
            any(heavens.can_take(god, place) for place in heaps),
            "acquire",
            f"{god} stands next to no dropped chips it may still take.",
        )
        place = self.place
        require(self._dropped(heavens, place), "acquire", f"No bonus chips lie on {place}.")
        require(heavens.beside(god, place), "acquire", f"{place} is not next to {god}.")
        require(heavens.can_take(god, place), "acquire", f"{god} has as many of these as it may.")
        self._room(heavens, god, place, BONUS[self.chips])

    @staticmethod
    def _dropped(heavens: Heavens, place: str) -> bool:
        heap = heavens.stack(place)
        return heap.armor + heap.attack > 0

    @staticmethod
    def _room(heavens: Heavens, god: str, place: str, chips: tuple[int, int]) -> None:
        heap, stack = heavens.stack(place), heavens.stack(god)
        for kind, n in zip(("armor", "attack"), chips, strict=True):
            there, has = getattr(heap, kind), getattr(stack, kind)
            require(n <= there, "acquire", f"{place} holds {there} {WORDS[kind]}, not {n}.")
            require(
                not n or has + n <= CAPS[kind],
                f"{kind}-bonus" if kind == "attack" else kind,
                f"{god} has {has} {WORDS[kind]}; at most {CAPS[kind]}.",
            )

    def apply(self, heavens: Heavens) -> Heavens:
        armor, attack = BONUS[self.chips]
        after = heavens.spend().but(moved="").pass_on(self.place, self.god, armor, attack)
        words = f"Take {self.chips} from {self.place}; put them under {self.god}."
        after = after.tell(words, self.god, self.place, rule="acquire").settled()
        if heavens.tracked and self.place not in after.walls:
            after = after.tell(f"{self.place} is open.", self.place, rule="acquire")
        return after
