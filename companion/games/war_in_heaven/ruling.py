"""Setting anything by hand, within what is in the box."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.war_in_heaven.box import BOARD, COMMANDER, OWN, RULES, TOKENS, TURNS
from companion.games.war_in_heaven.seen import BATTLE, CHOICE, TURN
from companion.games.war_in_heaven.state import War
from companion.kernel.action import Noun
from companion.toolkit.ruling import SetByHand, Why

require = RULES.require

POWERS = {f"{COMMANDER[side]}'s power": side for side in OWN}
CARD_UP, CARD_DOWN = "card, face up", "card, face down"


def set_to(war: War, thing: str) -> tuple[str, ...]:
    """What a ruling can set a thing to, within what is in the box."""
    if thing in TOKENS:
        return BOARD.spaces + (() if TOKENS[thing].kind == "commander" else (CARD_UP, CARD_DOWN))
    if thing in POWERS:
        return ("used", "not used")
    if thing == "Round":
        return tuple(str(n) for n in range(1, TURNS["rounds"] + 1))
    if thing == "Actions":
        return tuple(str(n) for n in range(TURNS["late_actions"] + 1))
    return tuple(OWN)


Thing = Annotated[
    str, Noun[War]("Set what?", lambda war, draft: (*TOKENS, *POWERS, "Round", "Turn", "Actions"))
]
Setting = Annotated[str, Noun[War]("To what?", lambda war, draft: set_to(war, draft.thing))]


@dataclass(frozen=True)
class Ruling(SetByHand[War]):
    """Set anything that is tracked by hand, because the table is always right."""

    thing: Thing
    to: Setting
    why: Why
    title = "Set by hand"

    def check(self, war: War) -> None:
        super().check(war)
        require(war.phase not in (BATTLE, CHOICE), "ruling", "Finish the battle first, or take it back.")
        require(
            war.phase == TURN or self.thing != "Actions", "ruling", "Actions are counted only during a turn."
        )
        if self.thing in TOKENS and self.to in war.on:
            require(
                war.on[self.to] == self.thing,
                "stacking",
                f"{self.to} is taken by {war.on[self.to]}; set that one first.",
            )

    def apply(self, war: War) -> War:
        told = war.tell(
            f"Ruling by the {self.by}: {self.thing} is set to {self.to} ({self.why}).",
            self.thing,
            rule="ruling",
        )
        return told.but(**self._set(war))

    def _set(self, war: War) -> dict[str, object]:
        thing, to = self.thing, self.to
        if thing in POWERS:
            side = {POWERS[thing]}
            return {"used": war.used | side if to == "used" else war.used - side}
        match thing:
            case "Round":
                return {"round": int(to)}
            case "Actions":
                return {"actions": int(to)}
            case "Turn":
                turn = war.open_turn(to)
                return {
                    "phase": TURN,
                    "side": to,
                    "actions": turn.actions,
                    "recharges": 0,
                    "may_muster": False,
                }
        at = {token: space for token, space in war.at.items() if token != thing}
        down = war.down - {thing}
        if to in BOARD.at:
            at[thing] = to
        elif to == CARD_DOWN:
            down |= {thing}
        return {"at": at, "on": {space: token for token, space in at.items()}, "down": down}
