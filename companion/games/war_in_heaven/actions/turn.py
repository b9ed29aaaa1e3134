"""The verbs of a turn. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass
from typing import NoReturn

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions import foresee, nouns
from companion.games.war_in_heaven.state import TURN, War, battle, sequence
from companion.games.war_in_heaven.state.skirmishes import any_touch, skirmishes
from companion.kernel.action import Action
from companion.kernel.rulebook import late
from companion.words import Text, message

require, refuse = box.RULES.require, box.RULES.refuse
SPENT = "All your actions are taken; end your turn."


def need_deploy_space(war: War, side: str, space: str) -> None:
    """A token comes to a deploy space of its side that is free."""
    require(space in box.DEPLOY[side], "deploy-space", "{space} is not yours to deploy to.", space=space)
    if space in war.on:
        refuse("deploy-space", "{space} is taken by {occupant}.", space=space, occupant=war.on[space])


def hemmed_in(war: War, token: str) -> NoReturn:
    """A token has nowhere to go: for Camiel and Asmodeus a free gate is no way out."""
    here, power = war.at[token], box.TOKENS[token].power
    gates = [space for space in box.BOARD.beside[here] if space not in war.on]
    if gates:
        why = (
            "No space to go to: only {gates} {gates:is|are} free beside {token} on {here}, "
            "and {token} goes onto no gate."
        )
        refuse(power, why, gates=gates, token=token, here=here)
    refuse("move-one", "{token} on {here} is hemmed in: no space to go to.", token=token, here=here)


def way(war: War, token: str, space: str) -> None:
    """Refuse a space that one move of a token does not lead to."""
    here, power = war.at[token], box.TOKENS[token].power
    if space in war.on:
        refuse("move-enemy", "{space} is taken by {occupant}.", space=space, occupant=war.on[space])
    if power in ("uriel", "leviathen"):
        far = "{space} is more than two spaces from {here}."
        require(space in box.WITHIN_TWO[here], power, far, space=space, here=here)
    elif power in ("camiel", "asmodeus"):
        _straight(war, token, space, power)
    else:
        near = space in box.BOARD.beside[here]
        require(near, "move-one", "{space} is not next to {here}.", space=space, here=here)


def _straight(war: War, token: str, to: str, power: str) -> None:
    here = war.at[token]
    line = next((line for line in box.BOARD.lines[here].values() if to in line), ())
    require(line, power, "{to} is not in a straight line from {here}.", to=to, here=here)
    for space in line:
        gate = message("{space} is a gate: {token} goes neither onto nor past it.", space=space, token=token)
        require(box.BOARD.kind[space] != "gate", power, gate)
        if space in war.on:
            refuse(power, "{occupant} on {space} is in the way.", occupant=war.on[space], space=space)
        if space == to:
            return


@dataclass(frozen=True)
class Move(Action[War]):
    """Move one of your tokens on the battlefield."""

    token: nouns.OwnToken
    space: nouns.Space
    cost = "1 action"
    icon = "boot"
    at_once = True
    during = (TURN,)

    def check(self, war: War) -> None:
        require(war.actions, "actions", SPENT)
        token = self.token
        here = war.at.get(token)
        if here is None:
            refuse("move-one", "{token} is not on the battlefield.", token=token)
        if self.__dict__.get("space", here) in war.on and not war.way_out(token):
            hemmed_in(war, token)  # a space that is free says enough by itself
        way(war, token, self.space)

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        return foresee.moved(before, after, self.token)

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
    at_once = True
    during = (TURN,)

    def check(self, war: War) -> None:
        require(war.actions, "actions", SPENT)
        require(war.free_deploy(self.by), "deploy-space", box.BOTH_TAKEN[self.by])
        ready = war.ready(self.by)
        if not war.can_come(ready):
            raise late(self._nobody_comes, war)
        ally = self.ally
        require(ally not in war.at, "deploy-what", "{ally} is on the battlefield already.", ally=ally)
        troop = box.TOKENS[ally].kind == "troop"
        require(
            not troop or war.deploy_troops,
            "deploy-what",
            "{ally} is a Troop; only Allies are deployed.",
            ally=ally,
        )
        require(ally not in war.down, "active", "{ally} lies face down; recharge it first.", ally=ally)
        cost, others = box.TOKENS[ally].cost, len(ready) - 1
        require(
            cost <= others,
            "deploy-pay",
            "{ally} costs {cost}: need {cost} other active tokens off the battlefield, have {others}.",
            ally=ally,
            cost=cost,
            others=others,
        )
        need_deploy_space(war, self.by, self.space)
        for token in self.paying:
            require(
                token not in war.at,
                "deploy-pay",
                "{token} is on the battlefield; only tokens on cards pay.",
                token=token,
            )
            require(token not in war.down, "active", "{token} lies face down and cannot pay.", token=token)

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        ready = message("{n} ready left", n=len(after.ready(self.by)))
        return ready, *foresee.moved(before, after, self.ally)

    def _nobody_comes(self, war: War) -> NoReturn:
        """Refuse with the reason why no Ally at all can be deployed."""
        home = [ally for ally in box.ALLIES[self.by] if ally not in war.at]
        all_out = "All your Allies are on the battlefield."
        if war.deploy_troops:
            all_out = "All your Allies are on the battlefield, and no Troop lies face up on its card."
        require(home, "deploy-what", all_out)
        ready = [ally for ally in home if ally not in war.down]
        require(ready, "active", "{tokens} {tokens:lies|lie} face down; recharge first.", tokens=home)
        ally = min(ready, key=lambda ally: box.TOKENS[ally].cost)
        cost, have = box.TOKENS[ally].cost, len(war.ready(self.by)) - 1
        none = "{ally} costs {cost}, and of your active tokens off the battlefield none is left to pay."
        why = (
            "{ally} costs {cost}, and of your active tokens off the battlefield "
            "{have} {have:is|are} left to pay."
        )
        refuse("deploy-pay", why if have else none, ally=ally, cost=cost, have=have)

    def apply(self, war: War) -> War:
        return war.spend().flip_down(self.paying).place(self.ally, self.space, "", "Actions")


@dataclass(frozen=True)
class Battle(Action[War]):
    """Declare battle where opposing tokens touch."""

    cost = "1 action"
    icon = "sword"
    during = (TURN,)

    def check(self, war: War) -> None:
        require(war.actions, "actions", SPENT)
        require(any_touch(war.on), "battle", "No opposing tokens touch.", "Move beside an enemy first.")

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        return (foresee.declared(before, after),)

    def fought_over(self, war: War) -> tuple[str, ...]:
        result = skirmishes(war.on)
        return tuple(war.at[token] for token in result[0]) if len(result) == 1 else ()

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
        require(
            self.by not in war.used, "commander-power", "{commander} has used his power.", commander=commander
        )
        out = [token for token in box.FOLLOWERS[self.by] if token in war.at]
        require(out, "commander-power", "None of your Allies and Troops is on the battlefield.")
        open_ = [space for space in box.BOARD.beside[war.at[commander]] if space not in war.on]
        require(open_, "commander-power", "Every space beside {commander} is taken.", commander=commander)
        if not any(map(war.beside_commander, out)):
            self._only_gates(out, open_)
        token = self.token
        require(token in war.at, "commander-power", "{token} is not on the battlefield.", token=token)
        free = war.beside_commander(token)
        if not free:
            self._only_gates([token], open_)
        space = self.space
        if space in war.on:
            refuse("stacking", "{space} is taken by {occupant}.", space=space, occupant=war.on[space])
        require(
            space in box.BOARD.beside[war.at[commander]],
            "commander-power",
            "{space} is not next to {commander}.",
            space=space,
            commander=commander,
        )
        require(space in free, "commander-power", "{token} may not be put on a gate.", token=token)

    def _only_gates(self, tokens: list[str], free: list[str]) -> NoReturn:
        """Refuse tokens that go onto no gate, where nothing else is free."""
        refuse(
            "commander-power",
            "{tokens} may not be put on a gate, and only {free} beside {commander} {free:is|are} free.",
            tokens=tokens,
            free=free,
            commander=box.COMMANDER[self.by],
        )

    def foresee(self, before: War, after: War) -> tuple[Text, ...]:
        return foresee.moved(before, after, self.token)

    def apply(self, war: War) -> War:
        after = war.but(used=war.used | {self.by}).shift(self.token, self.space, "commander-power")
        return after.tell(
            message("Take the marker off {commander's} card.", commander=box.COMMANDER[self.by]),
            box.POWER_OF[self.by],
        )


@dataclass(frozen=True)
class EndTurn(Action[War]):
    """End your turn once every action is taken."""

    title = "End turn"
    icon = "scroll"
    at_once = True
    during = (TURN,)

    def check(self, war: War) -> None:
        if war.actions:
            left = war.something_to_do(self.by)
            require(
                not left,
                "actions",
                "{actions:# action|# actions} left, and {left}.",
                actions=war.actions,
                left=left,
            )

    def apply(self, war: War) -> War:
        return sequence.end_turn(war)
