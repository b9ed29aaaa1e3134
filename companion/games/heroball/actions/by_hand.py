"""The steps of a card that hands carry out: a hero, the ball, AP, each thing once and as far as it says."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heroball.actions import checks, limits, nouns
from companion.games.heroball.actions.limits import effect_of
from companion.games.heroball.box import AP, AP_OF, RULES, SPACES
from companion.games.heroball.state import Match, ball
from companion.games.heroball.state.pending import EFFECT, QUESTION
from companion.games.heroball.state.using import THE_BALL
from companion.kernel.action import Action, Noun
from companion.words import message

require = RULES.require
CHANGES = {f"{way} {n}": sign * n for way, sign in (("gain", 1), ("lose", -1)) for n in range(1, AP.most + 1)}

AnyHero = Annotated[str, Noun[Match]("Whose hero?", lambda match, draft: match.playing)]
Anywhere = Annotated[str, Noun[Match]("To which hex?", lambda match, draft: SPACES)]
Change = Annotated[str, Noun[Match]("How much?", lambda match, draft: tuple(CHANGES))]


def untouched(match: Match, thing: str) -> None:
    """Each thing is moved once by a card."""
    require(
        thing not in effect_of(match).touched, "cards", "{thing} was moved by this card already.", thing=thing
    )


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
    at_once = True
    during = (EFFECT,)

    def check(self, match: Match) -> None:
        touched = effect_of(match).touched
        left = [seat for seat in match.playing if seat not in touched]
        require(left, "cards", "Every hero was moved once.")
        limits.need(match, any(limits.ends(match, seat) for seat in left))
        untouched(match, self.hero)
        may = limits.ends(match, self.hero)
        require(may, "cards", "The card moves {hero} nowhere.", hero=match.name(self.hero))
        checks.standable(match, self.space)
        require(self.space in may, "cards", "The card does not lead to {space}.", space=self.space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        return match.gift(self.by, self.space, self.hero) if match.holder == self.hero else ()

    def apply(self, match: Match) -> Match:
        part = limits.ends(match, self.hero).get(self.space)
        after = limits.noted(touch(match, self.hero), self.hero, part).shift(self.hero, self.space, "cards")
        return ball.settle(after, carried=True)


@dataclass(frozen=True)
class MoveBall(Action[Match]):
    """As your card says: move the ball."""

    space: Anywhere
    sure: nouns.Gift
    title = "Move the ball"
    cost = "as the card says"
    icon = "ball"
    at_once = True
    during = (EFFECT,)

    def check(self, match: Match) -> None:
        untouched(match, THE_BALL)
        may = limits.ends(match, THE_BALL)
        limits.need(match, bool(may))
        checks.no_pillar(self.space)
        require(self.space in may, "cards", "The card does not lead to {space}.", space=self.space)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        return match.gift(self.by, self.space)

    def apply(self, match: Match) -> Match:
        effect, part = effect_of(match), limits.ends(match, THE_BALL).get(self.space)
        after = limits.noted(touch(match, THE_BALL), THE_BALL, part)
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
    at_once = True
    during = (EFFECT,)

    def check(self, match: Match) -> None:
        touched = effect_of(match).touched
        left = [seat for seat in match.playing if AP_OF[seat] not in touched]
        require(left, "cards", "Every AP track was moved once.")
        limits.need(match, any(limits.ap(match, seat) for seat in left))
        untouched(match, AP_OF[self.hero])
        have, may = match.ap[self.hero], limits.ap(match, self.hero)
        require(may, "cards", "The card changes no AP of {hero}.", hero=match.name(self.hero))
        ap = have + CHANGES[self.change]
        require(
            ap >= 0,
            "afford",
            "{hero} has {have} AP, so cannot {change}.",
            hero=self.hero,
            have=have,
            change=self.change,
        )
        require(
            CHANGES[self.change] in may,
            "cards",
            "The card does not let {hero} {change}.",
            hero=match.name(self.hero),
            change=self.change,
        )

    def apply(self, match: Match) -> Match:
        change = CHANGES[self.change]
        part = limits.ap(match, self.hero).get(change)
        after = limits.noted(touch(match, AP_OF[self.hero]), self.hero, part)
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
        sentence = message("{who}: {card} is done.", who=match.name(self.by), card=card.name)
        return ball.settle(match.resume().tell(sentence, self.by, *QUESTION, rule="cards"))
