"""The steps of a card that hands carry out: a hero, the ball, AP, each thing once."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.box import RULES, SPACES
from companion.games.heroball.state import Match, ball
from companion.games.heroball.state.pending import EFFECT, QUESTION, Effect
from companion.kernel.action import Action, Noun

require = RULES.require
CHANGES = {f"{way} {n}": sign * n for way, sign in (("gain", 1), ("lose", -1)) for n in (1, 2, 3)}

AnyHero = Annotated[str, Noun[Match]("Whose hero?", lambda match, draft: match.playing)]
Anywhere = Annotated[str, Noun[Match]("To which hex?", lambda match, draft: SPACES)]
Change = Annotated[str, Noun[Match]("How much?", lambda match, draft: tuple(CHANGES))]


def effect_of(match: Match) -> Effect:
    """The card that hands are carrying out."""
    top = match.pending[-1]
    assert isinstance(top, Effect)
    return top


def untouched(match: Match, thing: str) -> None:
    """Each thing is moved once by a card."""
    require(thing not in effect_of(match).touched, "cards", f"{thing} was moved by this card already.")


def touch(match: Match, thing: str) -> Match:
    """Remember that a thing was moved by this card."""
    effect = effect_of(match)
    return match.standing((*match.pending[:-1], effect.with_touched(thing)))


@dataclass(frozen=True)
class MoveHero(Action[Match]):
    """As your card says: move a hero."""

    hero: AnyHero
    space: Anywhere
    sure: nouns.Gift
    title = "Move a hero"
    cost = "as the card says"
    icon = "boot"
    during = (EFFECT,)

    def check(self, match: Match) -> None:
        touched = effect_of(match).touched
        require(any(seat not in touched for seat in match.playing), "cards", "Every hero was moved once.")
        untouched(match, self.hero)
        checks.standable(match, self.space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, self.space, self.hero) if match.holder == self.hero else ()

    def apply(self, match: Match) -> Match:
        after = touch(match, self.hero).shift(self.hero, self.space, "cards")
        return ball.settle(after, carried=True)


@dataclass(frozen=True)
class MoveBall(Action[Match]):
    """As your card says: move the ball."""

    space: Anywhere
    sure: nouns.Gift
    title = "Move the ball"
    cost = "as the card says"
    icon = "ball"
    during = (EFFECT,)

    def check(self, match: Match) -> None:
        untouched(match, "Ball")
        checks.no_pillar(self.space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        effect, after = effect_of(match), touch(match, "Ball")
        thrower = effect.victim if effect.slot == "Force Fumble" else self.by
        if effect.slot in ("Throw", "Drop", "Force Fumble") and match.holder == thrower:
            return ball.send(after, match.at[thrower], self.space, thrower)
        return ball.roll(after, self.space, "cards")


@dataclass(frozen=True)
class GiveAp(Action[Match]):
    """As your card says: a hero gains or loses AP."""

    hero: AnyHero
    change: Change
    title = "Give or take AP"
    cost = "as the card says"
    icon = "lightning"
    during = (EFFECT,)

    def check(self, match: Match) -> None:
        touched = effect_of(match).touched
        left = [seat for seat in match.playing if f"{seat} AP" not in touched]
        require(left, "cards", "Every AP track was moved once.")
        untouched(match, f"{self.hero} AP")
        have = match.ap[self.hero]
        ap = have + CHANGES[self.change]
        require(ap >= 0, "afford", f"{self.hero} has {have} AP, so cannot {self.change}.")

    def apply(self, match: Match) -> Match:
        after, change = touch(match, f"{self.hero} AP"), CHANGES[self.change]
        if change > 0:
            return after.gain(self.hero, change, "cards")
        return after.lose(self.hero, -change, "cards")


@dataclass(frozen=True)
class Done(Action[Match]):
    """The card is carried out."""

    title = "The card is done"
    icon = "scroll"
    during = (EFFECT,)

    def apply(self, match: Match) -> Match:
        card = match.slot(self.by, effect_of(match).slot)
        told = f"{match.name(self.by)}: {card.name} is done."
        return ball.settle(match.resume().tell(told, self.by, *QUESTION, rule="cards"))
