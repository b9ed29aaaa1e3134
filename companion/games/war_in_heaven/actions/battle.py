"""The verbs of a declared battle: which skirmish is fought, and who falls in it."""

from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions import foresee
from companion.games.war_in_heaven.state import BATTLE, CHOICE, Fallen, War, battle, blows
from companion.games.war_in_heaven.state.skirmishes import Skirmish
from companion.kernel.action import Action
from companion.toolkit.aimed import Aimed, Attacked
from companion.words import Text, message

require = box.RULES.require


def skirmish_name(war: War, skirmish: Skirmish) -> str:
    """A skirmish by its spaces: ``B4 B5``."""
    return " ".join(war.at[token] for token in skirmish)


def skirmish_of(war: War, name: str) -> Skirmish:
    """Return the open skirmish of this name; empty if there is none."""
    return next((group for group in war.waiting if skirmish_name(war, group) == name), ())


def skirmish_spaces(war: War, name: str) -> tuple[str, ...]:
    """Return the spaces of the open skirmish of this name."""
    return tuple(war.at[token] for token in skirmish_of(war, name))


def fallen_name(fallen: Fallen) -> str:
    """A set of the fallen: ``Uriel & Michael``, or ``nobody``."""
    return " & ".join(fallen) or "nobody"


WhichSkirmish = Annotated[
    str,
    Attacked[War](
        "Which skirmish?",
        lambda war, draft: tuple(skirmish_name(war, group) for group in war.waiting),
        spaces=skirmish_spaces,
    ),
]


def _named(war: War, draft: Any) -> Fallen:
    return next(sets for sets in war.choices[draft.by] if fallen_name(sets) == draft.fallen)


def _spares(war: War, draft: Any) -> bool:
    """True if another choice fells these as well, and more."""
    fallen = {*_named(war, draft)}
    return any(fallen < {*sets} for sets in war.choices[draft.by])


WhichFall = Annotated[
    str,
    Aimed[War](
        "Who falls?",
        lambda war, draft: tuple(fallen_name(sets) for sets in war.choices.get(draft.by, ())),
        rare=_spares,
    ),
]


@dataclass(frozen=True)
class Fight(Action[War]):
    """Fight one of the declared skirmishes."""

    skirmish: WhichSkirmish
    icon = "sword"
    during = (BATTLE,)

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        return (foresee.falls(before, after),)

    def apply(self, war: War) -> War:
        return battle.fight(war, skirmish_of(war, self.skirmish))


@dataclass(frozen=True)
class StopFighting(Action[War]):
    """Leave the skirmishes that are left unfought."""

    title = "Stop fighting"
    icon = "shield"
    at_once = True
    during = (BATTLE,)

    def check(self, war: War) -> None:
        require(war.fought, "battle", "A declared battle fights at least one skirmish.")
        require(not war.fight_all, "battle", "At this table every skirmish must be fought.")

    def throws_away(self, war: War) -> Text:
        return message("{n:# skirmish|# skirmishes} left unfought", n=len(war.waiting))

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        return ()

    def apply(self, war: War) -> War:
        return battle.after_battle(
            war.tell(
                message("{side} leave {n} unfought.", side=self.by, n=len(war.waiting)), "Phase", "Skirmishes"
            )
        )


@dataclass(frozen=True)
class Fell(Action[War]):
    """Choose which enemies your strikes fell."""

    fallen: WhichFall
    title = "Choose who falls"
    icon = "skull"
    during = (CHOICE,)

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        fallen = _named(before, self)
        others = [token for token in before.at if token not in after.at and token not in fallen]
        blow = blows.words(before, self.by, fallen)
        if not others:
            return (blow,)
        return (message("{others} {others:falls|fall} too. {blow}", others=others, blow=blow),)

    def apply(self, war: War) -> War:
        fallen = _named(war, self)
        after = war.tell(
            message("{side} choose: {fallen}.", side=self.by, fallen=fallen or "nobody"),
            *fallen,
            "Phase",
            rule="battle-choice",
        )
        return battle.choose(after, self.by, fallen)
