"""The worth of a moment for a side: tokens in play, who can strike next, and how near the Commanders are."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import BATTLE, CHOICE, RECHARGE, War
from companion.games.war_in_heaven.state.skirmishes import touching

ALLY, TROOP, READY, GATE = 6.0, 2.5, 0.5, 2.0
"""What a token on the battlefield is worth, one that lies ready, and a gate. House, as all figures here."""
COMMANDER = 60.0
NEAR = 0.35
"""What each step nearer to the enemy's Commander is worth to a token; it fades, as gates do, with time."""
COUNT = 5.0
"""What an Ally that is out counts more in the end, as most Allies win then; any token a fifth."""
SHUT = 3.0
"""What it costs that both deploy spaces are taken while an Ally waits on its card."""
AT_RISK, IN_TURN, GRAZED = 0.75, 0.3, 0.1
"""How much of a token is as good as lost where it could fall, if the enemy strikes next or its own side does;
and what part of that where it would stand."""
_FAR = {space: {space: 0, **box.BOARD.reach(space, 99)} for space in box.BOARD.spaces}
_VALUE = {
    name: COMMANDER if token.kind == "commander" else ALLY if token.kind == "ally" else TROOP
    for name, token in box.TOKENS.items()
}
_ALLIES = frozenset(name for name, token in box.TOKENS.items() if token.kind == "ally")


def worth(war: War, side: str) -> float:
    """Return the worth of a moment for a side."""
    strikes = _strikes_next(war)
    return _standing(war, side, strikes) - _standing(war, box.ENEMY[side], strikes)


def _strikes_next(war: War) -> str:
    """The side that can declare the next battle; none once the last turn is over."""
    if war.phase == RECHARGE:
        return war.first
    if war.actions or war.phase in (BATTLE, CHOICE):
        return war.side
    if war.side != war.first and war.round == box.TURNS.rounds:
        return ""
    return box.ENEMY[war.side]


def _standing(war: War, side: str, strikes: str) -> float:
    at, enemy = war.at, box.ENEMY[side]
    goal = _FAR[at[box.COMMANDER[enemy]]]
    risk = {side: IN_TURN, enemy: AT_RISK}.get(strikes, 0.0)
    late = (war.round / box.TURNS.rounds) ** 3
    near, total, waits = NEAR * (1 - late), GATE * (1 - late) * war.gates(side), False
    for token in box.OWN[side]:
        here = at.get(token)
        if here is None:
            total += READY if token not in war.down else 0.0
            waits = waits or token in _ALLIES
            continue
        value = _VALUE[token] + COUNT * late * (0.2 + (token in _ALLIES))
        total += value - near * goal[here]
        if struck := sum(map(war.attack, touching(war.on, token, here))):
            total -= risk * value * (1.0 if struck >= war.defeat(token) else GRAZED)
    return total - (SHUT if waits and not war.free_deploy(side) else 0.0)
