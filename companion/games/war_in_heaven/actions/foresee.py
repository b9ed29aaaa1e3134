"""Foresight on the battlefield: what each answer leads to, in a few characters."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import BATTLE, CHOICE, War, battle
from companion.games.war_in_heaven.state.skirmishes import Skirmish, touching
from companion.words import does, listed

NAMED = 2
"""So many enemies are named; more are counted."""


def moved(before: War, after: War, token: str) -> tuple[str, ...]:
    """Return the Troops a token pulls or pushes, the gates, and the enemies beside it or that can come."""
    side = box.SIDE[token]
    drawn = [other for other, space in before.at.items() if after.at.get(other) != space and other != token]
    parts = [f"{other} → {after.at[other]}" for other in drawn]
    if after.gates(side) != before.gates(side):
        parts.append(f"gates {before.gates(side)} → {after.gates(side)}")
    here = after.at[token]
    beside = touching(after.on, token, here)
    reach = [foe for foe in _reaching(after, side, here) if foe not in beside]
    parts += [f"beside {listed(beside)}"] if beside else []
    parts += [
        f"{listed(reach[:NAMED])} can come" if len(reach) <= NAMED else f"{len(reach)} enemies can come"
    ] * bool(reach)
    return tuple(parts)


def _reaching(war: War, side: str, space: str) -> list[str]:
    """Return the enemies that one move can bring beside a space, as far as their moves have no obstacle."""
    free = [next_ for next_ in box.BOARD.beside[space] if next_ not in war.on]
    return [
        foe
        for foe, here in war.at.items()
        if box.SIDE[foe] != side and any(next_ in box.NEAR[foe][here] for next_ in free)
    ]


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
