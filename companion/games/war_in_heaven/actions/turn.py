"""The verbs of a turn. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions import nouns
from companion.games.war_in_heaven.state import TURN, War, battle, sequence
from companion.games.war_in_heaven.state.skirmishes import any_touch
from companion.kernel.action import Action
from companion.kernel.state import counted, listed

require, refuse = box.RULES.require, box.RULES.refuse


def need_action(war: War) -> None:
    """An action must be left in this turn."""
    require(war.actions, "actions", "All your actions are taken; end your turn.")


@dataclass(frozen=True)
class Move(Action[War]):
    """Move one of your tokens on the battlefield."""

    token: nouns.OwnToken
    space: nouns.Space
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
        power = box.TOKENS[token].power
        if power in ("uriel", "leviathen"):
            require(space in box.WITHIN_TWO[here], power, f"{space} is more than two spaces from {here}.")
        elif power in ("camiel", "asmodeus"):
            self._straight(war, here, power)
        else:
            require(space in box.BOARD.beside[here], "move-one", f"{space} is not next to {here}.")

    def _straight(self, war: War, here: str, power: str) -> None:
        line = next((line for line in box.BOARD.lines[here].values() if self.space in line), ())
        require(line, power, f"{self.space} is not in a straight line from {here}.")
        for space in line:
            require(
                box.BOARD.kind[space] != "gate",
                power,
                f"{space} is a gate: {self.token} goes neither onto nor past it.",
            )
            require(space not in war.on, power, f"{war.on.get(space)} on {space} is in the way.")
            if space == self.space:
                return

    def apply(self, war: War) -> War:
        after = war.spend().shift(self.token, self.space, "", "Actions")
        match box.TOKENS[self.token].power:
            case "jophiel":
                return after.pull(self.token)
            case "belphegor":
                return after.push(self.token)
        return after


@dataclass(frozen=True)
class Deploy(Action[War]):
    """Bring an Ally from its card onto one of your deploy spaces."""

    ally: nouns.Follower
    space: nouns.DeploySpace
    paying: nouns.Payment
    cost = "1 action"
    icon = "wing"
    during = (TURN,)

    def check(self, war: War) -> None:
        need_action(war)
        require(
            war.free_deploy(self.by),
            "deploy-space",
            f"Your deploy spaces {listed(box.DEPLOY[self.by])} are both taken.",
        )
        require(
            war.can_deploy(self.by),
            "deploy-pay",
            f"Active tokens off the battlefield: {len(war.ready(self.by))}, too few for any Ally.",
        )
        ally = self.ally
        require(ally not in war.at, "deploy-what", f"{ally} is on the battlefield already.")
        troop = box.TOKENS[ally].kind == "troop"
        require(
            not troop or war.deploy_troops, "deploy-what", f"{ally} is a Troop; only Allies are deployed."
        )
        require(ally not in war.down, "active", f"{ally} lies face down; recharge it first.")
        cost, others = box.TOKENS[ally].cost, len(war.ready(self.by)) - 1
        require(
            cost <= others,
            "deploy-pay",
            f"{ally} costs {cost}: need {cost} other active tokens off the battlefield, have {others}.",
        )
        space = self.space
        require(space in box.DEPLOY[self.by], "deploy-space", f"{space} is not yours to deploy to.")
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
        return battle.declare(war.spend())


@dataclass(frozen=True)
class Power(Action[War]):
    """Your Commander calls one of your tokens to his side, once a game."""

    token: nouns.Follower
    space: nouns.Space
    title = "Commander's power"
    cost = "free, once a game"
    icon = "crown"
    during = (TURN,)

    def check(self, war: War) -> None:
        commander = box.COMMANDER[self.by]
        require(self.by not in war.used, "commander-power", f"{commander} has used his power.")
        require(
            any(token in war.at and war.beside_commander(token) for token in box.FOLLOWERS[self.by]),
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
            space in box.BOARD.beside[war.at[commander]],
            "commander-power",
            f"{space} is not next to {commander}.",
        )
        require(space in free, "commander-power", f"{token} may not be put on a gate.")

    def apply(self, war: War) -> War:
        after = war.but(used=war.used | {self.by}).shift(self.token, self.space, "commander-power")
        return after.tell(
            f"Take the marker off {box.COMMANDER[self.by]}'s card.", f"{box.COMMANDER[self.by]}'s power"
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
        return sequence.end_turn(war)
