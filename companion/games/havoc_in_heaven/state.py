"""The movements of hands in Havoc in Heaven, and its sequence of play."""

from collections import Counter as Tally
from collections.abc import Iterable
from typing import Self

from companion.games.havoc_in_heaven.box import (
    BASE,
    ENEMY,
    LANE,
    LEVELS,
    PITY,
    REWARD,
    ROW_NAMES,
    ROWS,
    SIDES,
    START,
    STARTING_ITEMS,
    TURN,
)
from companion.games.havoc_in_heaven.cards import Cards, minus, plus
from companion.games.havoc_in_heaven.lane import ACTION, COMPANION, EFFECT, HERO, LOTS, SHARE, Lane, Pending
from companion.kernel.state import listed, possessive


def cards_listed(cards: Iterable[str]) -> str:
    """``Oak Bow and 2 Pity of Jade Emperor``."""
    return listed([f"{n} {card}" if n > 1 else card for card, n in Tally(cards).items()])


def counted(n: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{n} {one if n == 1 else many or one + 's'}"


class Havoc(Lane):
    """A moment, and what hands can do in it."""

    # -- the draft ----------------------------------------------------------------------------------------

    def pick(self, hero: str, side: str) -> Self:
        """A side takes a hero."""
        picked = self.but(heroes={**self.heroes, hero: side})
        picked = picked.tell(f"{side} take {hero}.", hero)
        n = len(picked.heroes)
        if n == START["heroes"] * len(SIDES):
            return picked.assemble()
        return picked.but(side=self.picker if (n + 1) // 2 % 2 == 0 else ENEMY[self.picker])

    def assemble(self) -> Self:
        """Place the heroes, put the Armories together."""
        skills = {hero: self.box.heroes[hero].skills for hero in self.heroes}
        open_now = {hero: skills[hero][0] for hero in self.heroes}
        cards = {}
        for side in SIDES:
            own = self.own_heroes(side)
            unseen = plus(STARTING_ITEMS, [open_now[hero] for hero in own])
            cards[side] = Cards(unseen, sum(unseen.values()))
        ready = self.but(
            phase=LOTS,
            side="",
            cards=cards,
            row={hero: BASE[side] for hero, side in self.heroes.items()},
            level=dict.fromkeys(self.heroes, 1),
            exp=dict.fromkeys(self.heroes, 0),
            locked=frozenset(skill for hero in self.heroes for skill in skills[hero][1:]),
        )
        tokens = "" if self.gained_only else ", each with one level token"
        for side in SIDES:
            own = self.own_heroes(side)
            ready = ready.tell(
                f"{side}: put {listed(own)} on {ROW_NAMES[BASE[side] - 1]}{tokens}.",
                *own,
                rule="hero-start",
            )
            told = f"{side}: shuffle {listed([open_now[hero] for hero in own])} and {START['pity']} {PITY}"
            ready = ready.tell(f"{told} into your Armory.", f"{possessive(side)} Armory", rule="armory")
        return ready

    def begin(self, first: str) -> Self:
        """The starting player is drawn; both draw their hands."""
        drawn = self.but(first=first).tell(f"{first} start.", "Starting player", rule="starting-player")
        for side in SIDES:
            drawn = drawn.draw(side, START["hand"])
        return drawn.open_turn(first)

    # -- tokens -------------------------------------------------------------------------------------------

    def spend(self, ap: int) -> Self:
        """Put Action Tokens back."""
        if not ap:
            return self
        return self.but(ap=self.ap - ap).tell(f"{ap} AP: {self.ap - ap} left.", "AP")

    def gain_ap(self, ap: int, rule: str) -> Self:
        """Take Action Tokens for this turn."""
        return self.but(ap=self.ap + ap).tell(f"{ap} AP more: {self.ap + ap} now.", "AP", rule=rule)

    def gain(self, side: str, gold: int, rule: str = "gold") -> Self:
        """Take gold."""
        now = self.gold[side] + gold
        told = self.but(gold={**self.gold, side: now})
        return told.tell(f"{side} take {gold} gold: {now}.", f"{possessive(side)} gold", rule=rule)

    def pay(self, side: str, gold: int) -> Self:
        """Pay gold."""
        now = self.gold[side] - gold
        told = self.but(gold={**self.gold, side: now})
        return told.tell(f"Pay {gold} gold: {now} left.", f"{possessive(side)} gold")

    def learn(self, hero: str, exp: int, rule: str = "level-up") -> Self:
        """A hero takes Exp; ten are a level, at once."""
        exp = min(exp, self.room(hero))
        if exp <= 0:
            return self.tell(f"{hero} is at level {LEVELS['most']} and takes no Exp.", hero, rule="level-up")
        level, rest = divmod(self.exp[hero] + exp, LEVELS["exp"])
        told = self.but(exp={**self.exp, hero: rest}).tell(
            f"Put {exp} Exp on {hero}: {self.exp[hero] + exp}.", hero, rule=rule
        )
        return told.rise(hero, level) if level else told

    def rise(self, hero: str, levels: int) -> Self:
        """Exchange Exp for level tokens, and unlock what that level unlocks."""
        level, side = self.level[hero] + levels, self.heroes[hero]
        tokens = "a level token" if levels == 1 else f"{levels} level tokens"
        risen = self.but(level={**self.level, hero: level}).tell(
            f"Exchange {levels * LEVELS['exp']} Exp for {tokens}: {hero} is level {level}.",
            hero,
            rule="level-up",
        )
        risen = risen.tell(f"{possessive(hero)} HP is {risen.hp(hero)} now.", hero, rule="level-token")
        for skill, needs in zip(self.box.heroes[hero].skills, LEVELS["unlock"], strict=True):
            if skill in risen.locked and needs <= level:
                risen = risen.but(locked=risen.locked - {skill}).store(side, skill)
                risen = risen.tell(f"{skill} is unlocked: face up to Storage.", skill, rule="unlock")
        return risen

    # -- cards --------------------------------------------------------------------------------------------

    def with_cards(self, side: str, cards: Cards) -> Self:
        """The same with a side's cards changed."""
        return self.but(cards={**self.cards, side: cards})

    def store(self, side: str, *cards: str) -> Self:
        """Cards are laid face up on a side's Storage."""
        return self.with_cards(side, self.cards[side].to_storage(*cards))

    def draw(self, side: str, n: int) -> Self:
        """Draw from the Armory, shuffling Storage when it is due."""
        before = self.cards[side]
        after = before.draw(n)
        got, armory = after.hand - before.hand, f"{possessive(side)} Armory"
        drawn = self.with_cards(side, after)
        if not got:
            return drawn.tell(f"{side}: no card is left to draw.", armory)
        if after.shuffles == before.shuffles:
            short = f" (the Armory and Storage hold no more than {got})" if got < n else ""
            return drawn.tell(f"{side}: draw {counted(got, 'card')}{short}.", armory)
        first = min(n, before.armory)
        if first:
            last = "card" if first == 1 else f"{first} cards"
            drawn = drawn.tell(f"{side}: draw the last {last} of the Armory.", armory)
        told = (
            f"{side}: shuffle Storage ({counted(got - first + after.armory, 'card')}): it is the new Armory."
        )
        drawn = drawn.tell(told, armory, f"{possessive(side)} Storage", rule="reshuffle")
        return drawn.tell(f"{side}: draw {counted(got - first, 'card')} from it.", armory)

    def disarm(self, side: str) -> Self:
        """Take every equipped item to Storage; whoever lived by an item's HP dies now."""
        off = [item for hero in self.own_heroes(side) for item in self.items.get(hero, ())]
        bare = self
        if off:
            kept = {hero: items for hero, items in self.items.items() if self.heroes[hero] != side}
            bare = self.but(items=kept).store(side, *off)
            bare = bare.tell(f"Disarm: {cards_listed(off)} to Storage.", *off, rule="disarm")
        for hero in self.own_heroes(side):
            if hero in bare.row and bare.left(hero) <= 0:
                bare = bare.fell(hero, "")
        return bare

    def equip(self, side: str, item: str, hero: str) -> Self:
        """Lay an item from the hand on a hero."""
        on = (*self.items.get(hero, ()), item)
        told = self.with_cards(side, self.cards[side].from_hand(item)).but(
            items={**self.items, hero: on}, equips={**self.equips, hero: self.equips.get(hero, 0) + 1}
        )
        return told.tell(f"Lay {item} on {hero}.", item, hero)

    def take_off(self, hero: str, item: str) -> Self:
        """An item leaves a hero."""
        on = list(self.items[hero])
        on.remove(item)
        items = {**self.items, hero: tuple(on)}
        if not on:
            del items[hero]
        return self.but(items=items)

    def to_shop(self, item: str) -> Self:
        """An item goes back to the shop."""
        told = self.but(shop=plus(self.shop, [item]))
        return told.tell(f"{item} goes back to the shop.", item, rule="recipe")

    def buy(self, side: str, item: str) -> Self:
        """Take an item from the shop to Storage."""
        told = self.but(shop=minus(self.shop, item), bought=self.bought + 1).store(side, item)
        return told.tell(f"Take {item} from the shop: face up to Storage.", item, rule="purchase")

    # -- units --------------------------------------------------------------------------------------------

    def walk(self, unit: str, row: int, rule: str = "") -> Self:
        """Move a unit along the lane."""
        if row == self.row[unit]:
            return self
        told = self.but(row={**self.row, unit: row})
        return told.tell(f"Move {unit} to {ROW_NAMES[row - 1]}.", unit, rule=rule)

    def tire(self, unit: str) -> Self:
        """A unit has attacked; the turn ends with the last one."""
        tired = self.but(inactive=self.inactive | {unit})
        if any(own not in tired.inactive for own in tired.units(self.side)):
            return tired
        return tired.but(ending=True)

    def stun(self, unit: str) -> Self:
        """Put a stun token on a unit."""
        if unit not in self.row:
            return self
        told = self.but(stunned=self.stunned | {unit})
        return told.tell(f"Put a stun token on {unit}.", unit, rule="stun")

    def mend(self, unit: str, n: int, rule: str = "") -> Self:
        """Take damage off a unit."""
        had = self.damage.get(unit, 0)
        off = min(n, had)
        damage = {**self.damage, unit: had - off}
        if damage[unit] == 0:
            del damage[unit]
        told = f"Take {off} damage off {unit}: {had - off} left." if off else f"{unit} has no damage."
        return self.but(damage=damage).tell(told, unit, rule=rule)

    def summon(self, side: str, companion: str) -> Self:
        """A companion enters its summoner's row."""
        row = self.row[self.hero_of(companion)]
        cards = self.cards[side].from_hand(companion)
        out = self.with_cards(side, cards).but(
            companions={**self.companions, companion: side}, row={**self.row, companion: row}
        )
        return out.tell(f"Put {companion} on {ROW_NAMES[row - 1]}.", companion, rule="companion")

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
                f"{hero} is dying: {item} takes effect, then goes to Storage.", item, rule="dying"
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
            gone = gone.store(side, *items).tell(f"{cards_listed(items)} to Storage.", *items, rule="revive")
        return gone.reward(by, side, level)

    def dismiss(self, companion: str, by: str) -> Self:
        """A dead companion's card goes to Storage."""
        side = self.companions[companion]
        left = {unit: owner for unit, owner in self.companions.items() if unit != companion}
        gone = self._off(companion).but(companions=left).store(side, companion)
        gone = gone.tell(f"{companion} dies: its card goes face up to Storage.", companion, rule="companion")
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

    # -- the sequence of play -----------------------------------------------------------------------------

    def open_turn(self, side: str) -> Self:
        """A side's turn: what it has is reset, the dead come back, the items come off."""
        own = set(self.units(side))
        turn = self.but(
            phase=ACTION,
            side=side,
            turn=self.turn + 1,
            ap=TURN["ap"],
            bought=0,
            fired=False,
            ending=False,
            equips={},
            walked=frozenset(),
            inactive=(self.inactive - own) | (self.stunned & own),
            dazed=self.stunned & own,
        )
        told = f"{possessive(side)} turn: {TURN['ap']} AP."
        turn = turn.tell(told, "Turn", "AP", rule="ap")
        for unit in sorted(self.stunned & own):
            turn = turn.tell(f"{unit} is stunned: Inactive this turn.", unit, rule="stun")
        return turn.disarm(side).revive(side).settle()

    def revive(self, side: str) -> Self:
        """Dead heroes miss a turn more, or come back."""
        lane = self
        for hero in self.own_heroes(side):
            turns = lane.away.get(hero)
            if turns is None:
                continue
            if turns:
                lane = lane.but(away={**lane.away, hero: turns - 1})
                told = f"{hero} misses this turn" + (f" and {turns - 1} more." if turns > 1 else ".")
                lane = lane.tell(told, hero, rule="revive")
            else:
                lane = lane.bring_back(hero)
        return lane

    def bring_back(self, hero: str) -> Self:
        """A hero revives in his base row, or in the nearest row that is his side's to enter."""
        side = self.heroes[hero]
        bars = self.barred(side)
        row = min((row for row in ROWS if row not in bars), key=lambda row: abs(row - BASE[side]))
        back = self.but(
            away={other: n for other, n in self.away.items() if other != hero}, row={**self.row, hero: row}
        )
        return back.tell(f"{hero} is back, on {ROW_NAMES[row - 1]}, without damage.", hero, rule="revive")

    def settle(self) -> Self:
        """Go on to what the table waits for: an effect, Exp to share out, the Action Phase, or its end."""
        if self.over is not None:
            return self
        for side, exp in self.pot.items():
            heroes = self.learners(side)
            if len(heroes) > 1:
                return self.but(phase=SHARE)
            spent = self.but(pot={other: n for other, n in self.pot.items() if other != side})
            if not heroes:
                return spent.tell(f"No hero of the {side} can take Exp.", rule="share").settle()
            return spent.learn(heroes[0], exp, "share").settle()
        if self.pending:
            return self.but(phase=EFFECT)
        here = self if self.phase == ACTION else self.but(phase=ACTION)
        if self.ending:
            told = f"All units of the {self.side} have attacked: their Action Phase is over."
            return here.tell(told, rule="phase-end").clean_up()
        return here

    def clean_up(self) -> Self:
        """Hand and used skills to Storage, a new hand, and the other side's turn."""
        side = self.side
        cards = self.cards[side]
        clean = self.with_cards(side, cards.discard()).but(
            ap=0, ending=False, stunned=self.stunned - self.dazed, phase=ACTION
        )
        used = [listed(cards.played)] if cards.played else []
        rest = [f"the {counted(cards.hand, 'card')} left in hand"] if cards.hand else []
        if used or rest:
            told = f"Clean-up: {' and '.join(used + rest)} to Storage."
            clean = clean.tell(told, f"{possessive(side)} Storage", *cards.played, rule="clean-up")
        clean = clean.draw(side, START["hand"])
        if self.last and side != self.first:
            why = (
                f"{side} have had their last turn, and the base of the {self.first} stands: {self.first} win."
            )
            return clean.finish((self.first,), "last-turn", why)
        return clean.open_turn(ENEMY[side])

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
