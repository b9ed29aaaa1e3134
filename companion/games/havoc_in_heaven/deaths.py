"""Damage, deaths and rewards, and the end of the game."""

from typing import Self

from companion.games.havoc_in_heaven.box import ENEMY, LANE, LEVELS, REWARD, STORAGE_OF
from companion.games.havoc_in_heaven.hands import Hands, cards_listed
from companion.games.havoc_in_heaven.lane import COMPANION, HERO, Pending
from companion.kernel.state import counted


class Deaths(Hands):
    """A moment, and what damage does in it."""

    def hurt(self, unit: str, n: int, by: str, magical: bool = False) -> Self:
        """Put damage on a unit, less its armor unless it is magical; ``by`` is the side that deals it."""
        armor = 0 if magical else self.armor(unit)
        dealt = max(0, n - armor)
        damage = self.damage.get(unit, 0) + dealt
        hurt = self.but(damage={**self.damage, unit: damage}) if dealt else self
        sum_ = f" ({n} less {armor} armor)" if armor else ""
        left = hurt.left(unit)
        fate = f"{left} more {'destroys' if left == 1 else 'destroy'} it" if left > 0 else "destroyed"
        hurt = hurt.tell(
            f"{dealt} damage on {unit}{sum_}: {damage} of {self.hp(unit)}; {fate}.",
            unit,
            rule="magical" if magical else "damage",
        )
        return hurt if left > 0 else hurt.fell(unit, by)

    def fell(self, unit: str, by: str) -> Self:
        """A unit has more damage than it bears."""
        if any(waits.dying and waits.hero == unit for waits in self.pending):
            return self
        kind = self.kind(unit)
        if kind == HERO:
            return self.dying(unit, by)
        return self.dismiss(unit, by) if kind == COMPANION else self.raze(unit, by)

    def dying(self, hero: str, by: str) -> Self:
        """Items that take effect when their hero dies do so now; then, if he is still dead, he goes."""
        for item in self.items.get(hero, ()):
            card = self.box.items[item]
            if card.when != "dying":
                continue
            side = self.heroes[hero]
            used = self.take_off(hero, item).store(side, item)
            used = used.tell(
                f"{hero} is dying: {item} takes effect, then goes to Storage.",
                item,
                STORAGE_OF[side],
                rule="dying",
            )
            if not card.effects:
                waits = Pending(item, hero, side, True, by)
                return used.but(pending=(*used.pending, waits))
            for effect in card.effects:
                if effect.kind == "heal":
                    used = used.mend(hero, effect.amount, "dying")
                elif effect.kind == "gold":
                    used = used.gain(side, effect.amount)
                else:
                    used = used.draw(side, effect.amount)
            return used if used.left(hero) > 0 else used.dying(hero, by)
        return self.bury(hero, by)

    def bury(self, hero: str, by: str) -> Self:
        """A dead hero's items go to Storage; he is away for some of his own turns."""
        side, level = self.heroes[hero], self.level[hero]
        turns, items = LEVELS["revive"][level - 1], self.items.get(hero, ())
        gone = self._off(hero).but(
            away={**self.away, hero: turns}, items={h: on for h, on in self.items.items() if h != hero}
        )
        gone = gone.tell(f"{hero} dies.", hero, rule="destroyed")
        told = f"Take {hero} off the lane: {counted(turns, 'turn')} of the {side} to miss."
        gone = gone.tell(told, hero, rule="revive")
        if items:
            words, storage = f"{cards_listed(items)} to Storage.", STORAGE_OF[side]
            gone = gone.store(side, *items).tell(words, *items, storage, rule="revive")
        return gone.reward(by, side, level)

    def dismiss(self, companion: str, by: str) -> Self:
        """A dead companion's card goes to Storage."""
        side = self.companions[companion]
        left = {unit: owner for unit, owner in self.companions.items() if unit != companion}
        gone = self._off(companion).but(companions=left).store(side, companion)
        words = f"{companion} dies: its card goes face up to Storage."
        gone = gone.tell(words, companion, STORAGE_OF[side], rule="companion")
        return gone.reward(by, side, self.box.skills[companion].number)

    def _off(self, unit: str) -> Self:
        return self.but(
            row={other: row for other, row in self.row.items() if other != unit},
            damage={other: n for other, n in self.damage.items() if other != unit},
            stunned=self.stunned - {unit},
            inactive=self.inactive - {unit},
            walked=self.walked - {unit},
        )

    def raze(self, building: str, by: str) -> Self:
        """A destroyed building leaves the game."""
        card = self.box.buildings[building]
        damage = {unit: n for unit, n in self.damage.items() if unit != building}
        gone = self.but(damage=damage, fallen={**self.fallen, card.side: card.number})
        gone = gone.tell(f"{building} is destroyed: out of the game.", building, rule="destroyed")
        if behind := gone.outermost(card.side):
            gone = gone.tell(f"{behind} is the outermost now.", behind, rule="outermost")
        gone = gone.reward(by, card.side, REWARD["building"] * card.number)
        return gone.base_lost(card.side, by) if card.number == LANE["buildings"] else gone

    def reward(self, by: str, side: str, n: int) -> Self:
        """Exp and gold for killing an enemy's unit."""
        if not by or by == side:
            return self.tell("Nobody is rewarded.", rule="own-units") if by else self
        return self.gain(by, n, "rewards").but(pot={**self.pot, by: self.pot.get(by, 0) + n})

    def base_lost(self, side: str, by: str) -> Self:
        """A base is destroyed: the end, or the second player's last turn."""
        other = ENEMY[side]
        if side == self.first:
            why = f"The base of the {side} is destroyed: {other} win."
            if self.last:
                why = f"The base of the {side} is destroyed in the last turn: {other} win after all."
            return self._won(other, why)
        if by == side:
            return self._won(other, f"{side} have destroyed their own base: {other} win.")
        running = "this turn is their last" if self.side == side else f"{side} have one last turn"
        told = f"The base of the {side} is destroyed: {running}."
        return self.but(last=True).tell(told, "Turn", rule="last-turn")

    def _won(self, side: str, why: str) -> Self:
        return self.but(pot={}, pending=()).finish((side,), "last-turn", why)
