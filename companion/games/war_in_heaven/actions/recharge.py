"""The verbs of the recharge phase and the gate bonus. Each ``check`` lists the rules in the order asked."""

from dataclasses import dataclass

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions import nouns
from companion.games.war_in_heaven.actions.turn import need_deploy_space
from companion.games.war_in_heaven.state import BONUS, RECHARGE, War, sequence
from companion.kernel.action import Action
from companion.words import Text, joined, message

require, refuse = box.RULES.require, box.RULES.refuse


@dataclass(frozen=True)
class Recharge(Action[War]):
    """Flip one of your inactive tokens face up."""

    token: nouns.FaceDown
    cost = "free"
    icon = "lightning"
    at_once = True
    during = (RECHARGE, BONUS)

    @classmethod
    def face(cls, war: War, by: str) -> tuple[Text, Text]:
        return cls.title, message("{n:# token|# tokens}", n=war.recharges)

    def check(self, war: War) -> None:
        key = "gates" if war.phase == BONUS else "recharge"
        if not war.recharges:
            refuse(key, "You have flipped the {tokens:# token|# tokens} you may.", tokens=war.may_flip)
        require(war.can_flip(), key, "None of your tokens lies face down.")
        token = self.token
        require(token not in war.at, "active", "{token} is on the battlefield, so it is active.", token=token)
        require(token in war.down, key, "{token} lies face up already.", token=token)

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        return (message("{n} ready to pay", n=len(after.ready(self.by))),)

    def apply(self, war: War) -> War:
        rule = "gates" if war.phase == BONUS else "recharge"
        return sequence.go_on(war.but(recharges=war.recharges - 1).flip_up(self.token, rule))


@dataclass(frozen=True)
class Muster(Action[War]):
    """Raphael puts an off-board Troop on one of your deploy spaces."""

    troop: nouns.OwnTroop
    space: nouns.DeploySpace
    title = "Raphael: a Troop"
    cost = "free"
    icon = "wing"
    at_once = True
    during = (RECHARGE,)
    of = ("Angels",)

    def check(self, war: War) -> None:
        require(war.may_muster, "raphael", "" if war.may_muster else self._why_not(war))
        require(war.free_deploy(self.by), "deploy-space", "Both your deploy spaces are taken.")
        require(war.can_muster(), "raphael", "All your Troops are on the battlefield.")
        troop = self.troop
        require(troop not in war.at, "raphael", "{troop} is on the battlefield already.", troop=troop)
        need_deploy_space(war, self.by, self.space)

    def _why_not(self, war: War) -> str:
        if war.has_out(self.by, "raphael"):
            return "Raphael has brought his Troop this round."
        return "Raphael is not on the battlefield."

    def apply(self, war: War) -> War:
        return sequence.go_on(
            war.but(may_muster=False).place(self.troop, self.space, "raphael", "Raphael's Troop")
        )


@dataclass(frozen=True)
class Pass(Action[War]):
    """Leave the rest of your recharge phase, or the gate bonus."""

    title = "No more, go on"
    cost = "free"
    icon = "scroll"
    at_once = True
    during = (RECHARGE, BONUS)

    def throws_away(self, war: War) -> Text:
        flips = message("{n:# token|# tokens} could still be flipped", n=war.recharges)
        troop = "Raphael could bring a Troop" if war.phase == RECHARGE and war.can_muster() else ""
        return joined((flips if war.can_flip() else "", troop))

    def foresee(self, before: War, after: War) -> tuple[str, ...]:
        return ()

    def apply(self, war: War) -> War:
        return sequence.close(
            war.tell(message("{side} flip no more.", side=self.by), "Flips", "Raphael's Troop", "Phase")
        )
