"""A god takes up bonus chips."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.box import CAPS, SIDE_OF, WORDS
from companion.games.high_heavens.state import TURNS, Heavens
from companion.kernel.action import Action
from companion.words import message


@dataclass(frozen=True)
class Acquire(Action[Heavens]):
    """One of your gods takes dropped bonus chips from a hex next to it."""

    god: nouns.OwnGod
    place: nouns.Heap
    chips: nouns.BonusChips
    cost = "1 action"
    icon = "hand"
    at_once = True
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        checks.need_actions(heavens)
        heaps = [place for place in heavens.heaps() if self._dropped(heavens, place)]
        require(heaps, "acquire", "No bonus chips lie on the board.")
        able = heavens.able_gods(SIDE_OF[self.by])
        require(
            any(can_take(heavens, god, place) for god in able for place in heaps),
            "acquire",
            "None of your gods can take any of the dropped chips.",
        )
        god = self.god
        checks.can_act(heavens, god)
        require(
            any(can_take(heavens, god, place) for place in heaps),
            "acquire",
            "{god} stands next to no dropped chips it may still take.",
            god=god,
        )
        place = self.place
        require(self._dropped(heavens, place), "acquire", "No bonus chips lie on {place}.", place=place)
        require(beside(heavens, god, place), "acquire", "{place} is not next to {god}.", place=place, god=god)
        require(can_take(heavens, god, place), "acquire", "{god} has as many of these as it may.", god=god)
        self._room(heavens, god, place, nouns.BONUS[self.chips])

    @staticmethod
    def _dropped(heavens: Heavens, place: str) -> bool:
        heap = heavens.stack(place)
        return heap.armor + heap.attack > 0

    @staticmethod
    def _room(heavens: Heavens, god: str, place: str, chips: tuple[int, int]) -> None:
        heap, stack = heavens.stack(place), heavens.stack(god)
        for kind, n in zip(("armor", "attack"), chips, strict=True):
            there, has = getattr(heap, kind), getattr(stack, kind)
            require(
                n <= there,
                "acquire",
                "{place} holds {there} {kind}, not {n}.",
                place=place,
                there=there,
                kind=WORDS[kind],
                n=n,
            )
            require(
                not n or has + n <= CAPS[kind],
                f"{kind}-bonus" if kind == "attack" else kind,
                "{god} has {has} {kind}; at most {most}.",
                god=god,
                has=has,
                kind=WORDS[kind],
                most=CAPS[kind],
            )

    def apply(self, heavens: Heavens) -> Heavens:
        armor, attack = nouns.BONUS[self.chips]
        after = heavens.spend().pass_on(self.place, self.god, armor, attack)
        words = message(
            "Take {chips} from {place}; put them under {god}.",
            chips=self.chips,
            place=self.place,
            god=self.god,
        )
        touched = heavens.touched(self.god, "armor", "attack")
        after = after.tell(words, self.place, *touched, rule="acquire").settled()
        if heavens.tracked and self.place not in after.walls:
            after = after.tell(message("{place} is open.", place=self.place), self.place, rule="acquire")
        return after


def can_take(heavens: Heavens, god: str, place: str) -> bool:
    """True if a god may take any of the bonus chips dropped on a hex."""
    heap, stack = heavens.stack(place), heavens.stack(god)
    return beside(heavens, god, place) and any(
        getattr(heap, kind) and getattr(stack, kind) < cap for kind, cap in CAPS.items()
    )


def beside(heavens: Heavens, god: str, place: str) -> bool:
    """True if a god stands next to a hex. With the board on the table, the players vouch for it."""
    return not heavens.tracked or place in heavens.box.board.beside[heavens.at[god]]
