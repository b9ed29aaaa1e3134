"""Foresight on the battlefield: what each answer leads to, in a few characters."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import BATTLE, CHOICE, War, battle
from companion.games.war_in_heaven.state.skirmishes import Skirmish, touching
from companion.kernel.state import does, listed


def moved(before: War, after: War, token: str) -> str:
    """Return the enemies beside a token then, the Troops it pulls or pushes, and the gates."""
    side = box.SIDE[token]
    drawn = [other for other, space in before.at.items() if after.at.get(other) != space and other != token]
    parts = [f"{other} → {after.at[other]}" for other in drawn]
    if beside := touching(after.on, token, after.at[token]):
        parts.append(f"beside {listed(beside)}")
    if after.gates(side) != before.gates(side):
        parts.append(f"gates {before.gates(side)} → {after.gates(side)}")
    return " · ".join(parts)


def falls(before: War, after: War) -> str:
    """Return who falls in the battle that was just fought, or who then chooses among whom."""
    if after.phase == CHOICE:
        sets = [" & ".join(fallen) or "nobody" for fallen in after.choices[after.chooser]]
        return f"{after.chooser} choose who falls: {listed(sets, 'or')}"
    fallen = [token for token in before.at if token not in after.at]
    return does(fallen, "fall") if fallen else "nobody falls"


def declared(before: War, after: War) -> str:
    """Return who falls in each skirmish of a battle, as they are declared."""
    if after.phase != BATTLE or not after.waiting:
        return falls(before, after)
    return "; ".join(_fought(after, group) for group in after.waiting)


def _fought(war: War, group: Skirmish) -> str:
    spaces = " ".join(war.at[token] for token in group)
    return f"{spaces}: {falls(war, battle.fight(war, group))}"
