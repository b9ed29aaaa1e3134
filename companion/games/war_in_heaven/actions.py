"""The verbs of War in Heaven. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.war_in_heaven.battle import any_touch
from companion.games.war_in_heaven.box import (
    ALLIES,
    BOARD,
    COMMANDER,
    DEPLOY,
    DEPLOY_SPACES,
    FOLLOWERS,
    OWN,
    RULES,
    TOKENS,
    TROOPS,
    WITHIN_TWO,
)
from companion.games.war_in_heaven.fighting import Fell, Fight, StopFighting
from companion.games.war_in_heaven.seen import BONUS, RECHARGE, TURN
from companion.games.war_in_heaven.state import War
from companion.kernel.action import Action, Noun
from companion.kernel.state import counted, listed

require, refuse = RULES.require, RULES.refuse


OwnToken = Annotated[str, Noun[War]("Which of your tokens?", lambda war, draft: OWN[draft.by])]
Follower = Annotated[str, Noun[War]("Which Ally or Troop?", lambda war, draft: FOLLOWERS[draft.by])]
OwnTroop = Annotated[str, Noun[War]("Which Troop?", lambda war, draft: TROOPS[draft.by])]
Space = Annotated[str, Noun[War]("To which space?", lambda war, draft: BOARD.spaces)]
DeploySpace = Annotated[str, Noun[War]("On which deploy space?", lambda war, draft: DEPLOY_SPACES)]
Payment = Annotated[
    tuple[str, ...],
    Noun[War](
        "Which tokens pay?",
        lambda war, draft: tuple(token for token in FOLLOWERS[draft.by] if token != draft.ally),
        count=lambda war, draft: TOKENS[draft.ally].cost,
    ),
]


def need_action(war: War) -> None:
    """An action must be left in this turn."""
    require(war.actions, "actions", "All your actions are taken; end your turn.")


@dataclass(frozen=True)
class Move(Action[War]):
    """Move one of your tokens on the battlefield."""

    token: OwnToken
    space: Space
    cost = "1 action"
    icon = "boot"
    during = (TURN,)

    def check(self, war: War) -> None:
        need_action(war)
        token = self.token
        here = war.at.get(token)
        if here is None:
            refuse("move-one", f"{token} is not on the battlefield.")
        require(war.way_out(token), "move-one", f"{token} on {here} is hemmed in: no space to go to.")
        space = self.space
        if space in war.on:
            refuse("move-enemy", f"{space} is taken by {war.on[space]}.")
        power = TOKENS[token].power
        if power in ("uriel", "leviathen"):
            require(space in WITHIN_TWO[here], power, f"{space} is more than two spaces from {here}.")
        elif power in ("camiel", "asmodeus"):
            self._straight(war, here, power)
        else:
            require(space in BOARD.beside[here], "move-one", f"{space} is not next to {here}.")

    def _straight(self, war: War, here: str, power: str) -> None:
        line = next((line for line in BOARD.lines[here].values() if self.space in line), ())
        require(line, power, f"{self.space} is not in a straight line from {here}.")
        for space in line:
            require(
                BOARD.kind[space] != "gate",
                power,
                f"{space} is a gate: {self.token} goes neither onto nor past it.",
            )
            require(space not in war.on, power, f"{war.on.get(space)} on {space} is in the way.")
            if space == self.space:
                return

    def apply(self, war: War) -> War:
        after = war.spend().shift(self.token, self.space, "", "Actions")
        match TOKENS[self.token].power:
            case "jophiel":
                return after.pull(self.token)
            case "belphegor":
                return after.push(self.token)
        return after


@dataclass(frozen=True)
class Deploy(Action[War]):
    """Bring an Ally from its card onto one of your deploy spaces."""

    ally: Follower
    space: DeploySpace
    paying: Payment
    cost = "1 action"
    icon = "wing"
    during = (TURN,)

    def check(self, war: War) -> None:
        need_action(war)
        require(
            war.free_deploy(self.by),
            "deploy-space",
            f"Your deploy spaces {listed(DEPLOY[self.by])} are both taken.",
        )
        require(
            war.can_deploy(self.by),
            "deploy-pay",
            f"Active tokens off the battlefield: {len(war.ready(self.by))}, too few for any Ally.",
        )
        ally = self.ally
        require(ally not in war.at, "deploy-what", f"{ally} is on the battlefield already.")
        troop = TOKENS[ally].kind == "troop"
        require(
            not troop or war.deploy_troops, "deploy-what", f"{ally} is a Troop; only Allies are deployed."
        )
        require(ally not in war.down, "active", f"{ally} lies face down; recharge it first.")
        cost, others = TOKENS[ally].cost, len(war.ready(self.by)) - 1
        require(
            cost <= others,
            "deploy-pay",
            f"{ally} costs {cost}: need {cost} other active tokens off the battlefield, have {others}.",
        )
        space = self.space
        require(space in DEPLOY[self.by], "deploy-space", f"{space} is not yours to deploy to.")
        if space in war.on:
            refuse("deploy-space", f"{space} is taken by {war.on[space]}.")
        for token in self.paying:
            require(
                token not in war.at, "deploy-pay", f"{token} is on the battlefield; only tokens on cards pay."
            )
            require(token not in war.down, "active", f"{token} lies face down and cannot pay.")

    def apply(self, war: War) -> War:
        return war.spend().flip_down(self.paying).place(self.ally, self.space, "", "Actions")


@dataclass(frozen=True)
class Battle(Action[War]):
    """Declare battle where opposing tokens touch."""

    cost = "1 action"
    icon = "sword"
    during = (TURN,)

    def check(self, war: War) -> None:
        need_action(war)
        require(any_touch(war.on), "battle", "No opposing tokens touch.")

    def apply(self, war: War) -> War:
        return war.spend().declare()


@dataclass(frozen=True)
class Power(Action[War]):
    """Your Commander calls one of your tokens to his side, once a game."""

    token: Follower
    space: Space
    title = "Commander's power"
    cost = "free, once a game"
    icon = "crown"
    during = (TURN,)

    def check(self, war: War) -> None:
        commander = COMMANDER[self.by]
        require(self.by not in war.used, "commander-power", f"{commander} has used his power.")
        require(
            any(token in war.at and war.beside_commander(token) for token in FOLLOWERS[self.by]),
            "commander-power",
            f"No token can be put beside {commander}.",
        )
        token = self.token
        require(token in war.at, "commander-power", f"{token} is not on the battlefield.")
        free = war.beside_commander(token)
        require(free, "commander-power", f"No space beside {commander} is open to {token}.")
        space = self.space
        if space in war.on:
            refuse("move-enemy", f"{space} is taken by {war.on[space]}.")
        require(
            space in BOARD.beside[war.at[commander]],
            "commander-power",
            f"{space} is not next to {commander}.",
        )
        require(space in free, "commander-power", f"{token} may not be put on a gate.")

    def apply(self, war: War) -> War:
        after = war.but(used=war.used | {self.by}).shift(self.token, self.space, "commander-power")
        return after.tell(
            f"Take the marker off {COMMANDER[self.by]}'s card.", f"{COMMANDER[self.by]}'s power"
        )


@dataclass(frozen=True)
class EndTurn(Action[War]):
    """End your turn once every action is taken."""

    title = "End turn"
    icon = "scroll"
    during = (TURN,)

    def check(self, war: War) -> None:
        if war.actions:
            left = war.something_to_do(self.by)
            require(not left, "actions", f"{counted(war.actions, 'action')} left, and {left}.")

    def apply(self, war: War) -> War:
        return war.end_turn()


@dataclass(frozen=True)
class Recharge(Action[War]):
    """Flip one of your inactive tokens face up."""

    token: Follower
    cost = "free"
    icon = "lightning"
    during = (RECHARGE, BONUS)

    @classmethod
    def face(cls, war: War, by: str) -> tuple[str, str]:
        return cls.title, counted(war.recharges, "token")

    def check(self, war: War) -> None:
        key = "gates" if war.phase == BONUS else "recharge"
        require(war.recharges, key, "You have flipped all you may.")
        require(war.can_flip(), key, "None of your tokens lies face down.")
        token = self.token
        require(token not in war.at, "active", f"{token} is on the battlefield, so it is active.")
        require(token in war.down, key, f"{token} lies face up already.")

    def apply(self, war: War) -> War:
        rule = "gates" if war.phase == BONUS else "recharge"
        return war.but(recharges=war.recharges - 1).flip_up(self.token, rule).go_on()


@dataclass(frozen=True)
class Muster(Action[War]):
    """Raphael puts an off-board Troop on one of your deploy spaces."""

    troop: OwnTroop
    space: DeploySpace
    title = "Raphael: a Troop"
    cost = "free"
    icon = "wing"
    during = (RECHARGE,)
    of = ("Angels",)

    def check(self, war: War) -> None:
        out = any(TOKENS[ally].power == "raphael" and ally in war.at for ally in ALLIES[self.by])
        why = "Raphael has brought his Troop this round." if out else "Raphael is not on the battlefield."
        require(war.may_muster, "raphael", why)
        require(war.free_deploy(self.by), "deploy-space", "Both your deploy spaces are taken.")
        require(war.can_muster(), "raphael", "All your Troops are on the battlefield.")
        troop = self.troop
        require(troop not in war.at, "raphael", f"{troop} is on the battlefield already.")
        space = self.space
        require(space in DEPLOY[self.by], "deploy-space", f"{space} is not yours to deploy to.")
        if space in war.on:
            refuse("deploy-space", f"{space} is taken by {war.on[space]}.")

    def apply(self, war: War) -> War:
        return war.but(may_muster=False).place(self.troop, self.space, "raphael").go_on()


@dataclass(frozen=True)
class Pass(Action[War]):
    """Leave the rest of your recharge phase, or the gate bonus."""

    title = "No more, go on"
    cost = "free"
    icon = "scroll"
    during = (RECHARGE, BONUS)

    def apply(self, war: War) -> War:
        return war.tell(f"{self.by} go on.").close()


KINDS = (Move, Deploy, Battle, Power, EndTurn, Recharge, Muster, Pass, Fight, StopFighting, Fell)
