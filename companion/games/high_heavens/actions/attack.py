"""A god strikes."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns, resolve, targets
from companion.games.high_heavens.actions.checks import refuse, require
from companion.games.high_heavens.box import FACTS, SIDE_OF
from companion.games.high_heavens.state import TURNS, Heavens, reach
from companion.games.high_heavens.state.around import RANGED, lent
from companion.kernel.action import Action
from companion.kernel.rulebook import late
from companion.toolkit.cards.language import WHEN_ATTACKED
from companion.words import Message, Text, message


@dataclass(frozen=True)
class Attack(Action[Heavens]):
    """One of your gods strikes what is next to it, or within its range."""

    god: nouns.AbleGod
    target: nouns.WhichTarget
    how: nouns.How
    die: nouns.Die
    cost = "1 action"
    icon = "sword"
    at_once = True
    during = TURNS

    def gods(self, heavens: Heavens) -> Iterator[str]:
        """Yield the gods that can strike something."""
        side = SIDE_OF[self.by]
        return (god for god in heavens.able_gods(side) if reach.has_target(heavens, god, side))

    def hits(self, heavens: Heavens) -> list[str] | None:
        """Return what the god can strike; None with the board on the table."""
        if not heavens.tracked:
            return None
        side, near = SIDE_OF[self.by], reach.strikes(heavens, self.god)
        return [
            name
            for name in targets.target_names(heavens, side)
            for at in (targets.named(heavens, name),)
            if at.place in near
            and at.holder not in (self.god, side)
            and (at.kind != "god" or heavens.standing(at.holder))
        ]

    def _none(self, heavens: Heavens) -> None:
        """Refuse, as none of the side's gods can strike something."""
        checks.able_gods(heavens, SIDE_OF[self.by], "attack")
        refuse("reach", "None of your gods reaches a target.")

    def check(self, heavens: Heavens) -> None:
        checks.need_actions(heavens)
        side = SIDE_OF[self.by]
        if "god" not in self.__dict__ and next(self.gods(heavens), None) is None:
            raise late(self._none, heavens)
        god = self.god
        checks.can_act(heavens, god)
        require(reach.has_target(heavens, god, side), "reach", "{god} reaches no target.", god=god)
        at = targets.named(heavens, self.target)
        own = message("{god} stands there and does not strike itself.", god=god)
        require(at.holder != god, "trap" if at.kind == "trap" else "attack", own)
        require(at.holder != side, "attack", "{target} is your own base.", target=self.target)
        if at.kind == "god":
            require(heavens.standing(at.holder), "fallen", "{holder} has fallen already.", holder=at.holder)
        if heavens.tracked:
            self._in_reach(heavens, god, at.place)
        elif nouns.RANGE in self.how and (far := reach.range_of(heavens, god)) < RANGED:
            refuse("range", "{god} has range {far}: only melee.", god=god, far=far)

    def _in_reach(self, heavens: Heavens, god: str, place: str) -> None:
        if place in reach.strikes(heavens, god):
            return
        far = reach.distance(heavens, heavens.at[god], place)
        if far is None:
            refuse("reach", "No line of empty hexes leads from {god} to {place}.", god=god, place=place)
        rule, words = "reach", "{place} is {far} away; {god} has range {steps}."
        if (steps := reach.range_of(heavens, god)) < RANGED:
            rule, words = "range", "{place} is {far} away; {god} has range {steps}: only melee."
        refuse(rule, words, place=place, far=far, god=god, steps=steps)

    def melee_or_range(self, heavens: Heavens) -> str:
        """Return how the god strikes: the answer, if the board is on the table, else by its distance."""
        if self.how:
            return self.how[0]
        place = targets.named(heavens, self.target).place
        return nouns.MELEE if reach.strikes(heavens, self.god)[place] == 1 else nouns.RANGE

    def foresee(self, before: Heavens, after: Heavens) -> tuple[Text, ...] | None:
        at = targets.named(before, self.target)
        unhurt = (
            at.kind == "god" and at.holder in after.at and before.stack(at.holder) == after.stack(at.holder)
        )
        return (message("{god} loses nothing", god=at.holder),) if unhurt else None

    def apply(self, heavens: Heavens) -> Heavens:
        after = heavens.spend()
        if self.die and missed(self.die[0]):
            miss = message(
                "A {die}: {god} misses {target}.", die=self.die[0], god=self.god, target=self.target
            )
            return after.tell(miss, self.god, rule="runes")
        if self.die:
            after = after.tell(message("A {die}: a hit.", die=self.die[0]), self.god, rule="runes")
        at = targets.named(heavens, self.target)
        dealt, words, rule = blow(heavens, self.god, self.melee_or_range(heavens), at)
        after = targets.land(after, at, dealt, words, rule)
        if at.kind != "god":
            return after
        after = resolve.fallen(heavens, after, at.holder, self.god)
        return resolve.happens(after, at.holder, WHEN_ATTACKED, self.god)


def blow(heavens: Heavens, god: str, how: str, at: targets.Target) -> tuple[int, Message, str]:
    """The damage of an attack, the sum in words, and the rule of its weightiest term.

    The words are ``Thor melee 3 + 1 attack − 2 armor = 2``.
    """
    card, bonus = heavens.box.gods[god], heavens.stack(god).attack
    n = card.melee if how == nouns.MELEE else card.power
    lends = lent(heavens, god, "attack")
    armor, guarded = targets.armor(heavens, at)
    dealt = max(0, max(0, n + bonus + sum(more.n for more in lends)) - armor)
    own = [message("+ {n} attack", n=bonus)] if bonus else []
    terms = [*own, *(more.term(more.n) for more in lends), *guarded]
    words = "{god} {how} {n} {terms: } = {dealt}" if terms else "{god} {how} {n}"
    chips = at.kind == "god" and heavens.stack(at.holder).armor
    rule = "armor" if chips else "attack-bonus" if bonus else "attack"
    return dealt, message(words, god=god, how=how, n=n, terms=terms, dealt=dealt), rule


def missed(die: str) -> bool:
    """True if a die misses."""
    return int(die) < FACTS.runes.hits_from
