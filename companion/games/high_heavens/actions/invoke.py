"""The verbs that bring a god, and that smite a fallen one."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.box import SIDE_OF, stack_words
from companion.games.high_heavens.state import OPEN_EFFECT, OPEN_HAND, OPEN_TURN, TURNS, Heavens, gods, piles
from companion.kernel.action import Action


@dataclass(frozen=True)
class Invoke(Action[Heavens]):
    """Bring a god from your hand to one of your invoking hexes."""

    god: nouns.OwnGod
    hex: nouns.InvokingHex
    cost = "1 action"
    icon = "crown"
    at_once = True
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        checks.need_actions(heavens)
        side, box, bank = SIDE_OF[self.by], heavens.box, heavens.bank["health"]
        if heavens.tracked:
            taken = heavens.walls.issuperset(box.invoking[side])
            require(not taken, "invoke", "Your invoking hexes are all taken.")
        left = heavens.waiting(side)
        require(left, "invoke", "None of your gods is left in your hand or deck.")
        waiting = [box.gods[god].health for god in left if piles.holds(heavens, self.by, god)]
        require(waiting, "invoke", "No god is in your hand.", checks.DRAWN)
        require(
            min(waiting) <= bank,
            "supply",
            "The bank has {bank} Health chips: too few for any of your gods.",
            bank=bank,
        )
        god = self.god
        checks.need_in_hand(heavens, god, "invoke")
        health = box.gods[god].health
        require(
            health <= bank,
            "supply",
            "{god} comes with {health} Health chips; the bank has {bank}.",
            "Chips come back to the bank when gods are hurt.",
            god=god,
            health=health,
            bank=bank,
        )
        for space in self.hex:
            require(
                space in box.invoking[side], "invoke", "{space} is not an invoking hex of yours.", space=space
            )
            checks.need_open(heavens, space, "invoke")

    def apply(self, heavens: Heavens) -> Heavens:
        place = self.hex[0] if self.hex else heavens.free_place(self.god)
        return gods.arrived(gods.bring(heavens.spend(), self.god, place, "invoke"), self.god)


@dataclass(frozen=True)
class Smite(Action[Heavens]):
    """With the board on the table: the god that came or moved last entered the hex of a fallen god."""

    fallen: nouns.Fallen
    cost = "free"
    icon = "flame"
    during = (OPEN_TURN, OPEN_EFFECT, OPEN_HAND)

    def check(self, heavens: Heavens) -> None:
        require(heavens.standing(heavens.moved), "smite", "A god smites only as it comes or moves.")
        require(
            any(self._open(heavens, god) for god in heavens.at),
            "smite",
            "No fallen god lies on an empty hex.",
        )
        fallen = self.fallen
        require(not heavens.standing(fallen), "smite", "{fallen} is standing.", fallen=fallen)
        place = heavens.at[fallen]
        require(
            self._open(heavens, fallen),
            "smite",
            "{fallen} lies on {chips}: nobody enters there.",
            fallen=fallen,
            chips=stack_words(heavens.stack(place)),
        )

    @staticmethod
    def _open(heavens: Heavens, god: str) -> bool:
        return not heavens.standing(god) and heavens.at[god] not in heavens.chips

    def apply(self, heavens: Heavens) -> Heavens:
        return gods.smite(heavens, heavens.at[self.fallen], heavens.moved)
