"""The sequence of play in Havoc in Heaven."""

from typing import Self

from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    BASE,
    ENEMY,
    HAND_OF,
    PITY,
    ROW_NAMES,
    ROWS,
    SIDES,
    START,
    STARTING_ITEMS,
    STORAGE_OF,
    TURN,
)
from companion.games.havoc_in_heaven.cards import Cards, plus
from companion.games.havoc_in_heaven.deaths import Deaths
from companion.games.havoc_in_heaven.hands import cards_listed
from companion.games.havoc_in_heaven.lane import ACTION, EFFECT, LOTS, SHARE
from companion.kernel.state import counted, listed, possessive


class Havoc(Deaths):
    """A moment, and how it goes on from there."""

    # -- the draft ----------------------------------------------------------------------------------------

    def pick(self, hero: str, side: str) -> Self:
        """A side takes a hero."""
        picked = self.but(heroes={**self.heroes, hero: side})
        picked = picked.tell(f"{side} take {hero}.", hero, "Heroes")
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
            told = f"{told} into your Armory; lay their other skills beside it, locked."
            ready = ready.tell(told, ARMORY_OF[side], rule="armory")
        return ready

    def begin(self, first: str) -> Self:
        """The starting player is drawn; both draw their hands."""
        drawn = self.but(first=first).tell(f"{first} start.", "Starting player", rule="starting-player")
        for side in SIDES:
            drawn = drawn.draw(side, START["hand"])
        return drawn.open_turn(first)

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

    def disarm(self, side: str) -> Self:
        """Take every equipped item to Storage; whoever lived by an item's HP dies now."""
        off = [item for hero in self.own_heroes(side) for item in self.items.get(hero, ())]
        bare = self
        if off:
            kept = {hero: items for hero, items in self.items.items() if self.heroes[hero] != side}
            bare = self.but(items=kept).store(side, *off)
            words = f"Disarm: {cards_listed(off)} to Storage."
            bare = bare.tell(words, *off, STORAGE_OF[side], rule="disarm")
        for hero in self.own_heroes(side):
            if hero in bare.row and bare.left(hero) <= 0:
                bare = bare.fell(hero, "")
        return bare

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
            piles = (STORAGE_OF[side], HAND_OF[side])
            clean = clean.tell(told, *piles, *cards.played, rule="clean-up")
        clean = clean.draw(side, START["hand"])
        if self.last and side != self.first:
            why = (
                f"{side} have had their last turn, and the base of the {self.first} stands: {self.first} win."
            )
            return clean.finish((self.first,), "last-turn", why)
        return clean.open_turn(ENEMY[side])
