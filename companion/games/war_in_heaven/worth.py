"""How good a moment is for a side: what is out, what is threatened, and how near the Commanders are."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import War

ALLY, TROOP, READY, GATE = 6.0, 2.5, 0.5, 2.0
"""What a token on the battlefield is worth, one that lies ready, and a gate. House, as all figures here."""
COMMANDER = 60.0
NEAR = 0.35
"""What each step nearer to the enemy's Commander is worth to a token."""
COUNT = 5.0
"""What an Ally that is out counts more in the end, as most Allies win then; any token a fifth."""
AT_RISK, IN_TURN = 0.45, 0.15
"""How much of a token is as good as lost where it could fall, before the enemy's turn or in its own."""
_FAR = {space: {space: 0, **box.BOARD.reach(space, 99)} for space in box.BOARD.spaces}
_VALUE = {
    name: COMMANDER if token.kind == "commander" else ALLY if token.kind == "ally" else TROOP
    for name, token in box.TOKENS.items()
}


def worth(war: War, side: str) -> float:
    """How good a moment is for a side."""
    return _standing(war, side) - _standing(war, box.ENEMY[side])


def _standing(war: War, side: str) -> float:
    at, on, enemy = war.at, war.on, box.ENEMY[side]
    goal = _FAR[at[box.COMMANDER[enemy]]]
    risk = IN_TURN if war.side == side else AT_RISK
    total = 0.0
    for token in box.OWN[side]:
        here = at.get(token)
        if here is None:
            total += READY if token not in war.down else 0.0
            continue
        value = _VALUE[token]
        total += value - NEAR * goal[here]
        struck = sum(
            [
                war.attack(on[space])
                for space in box.BOARD.beside[here]
                if space in on and box.SIDE[on[space]] != side
            ]
        )
        if struck >= war.defeat(token):
            total -= risk * value
        elif struck:
            total -= 0.1 * risk * value
    late = (war.round / box.TURNS["rounds"]) ** 3
    total += COUNT * late * (war.allies_out(side) + war.out(side) / 5)
    return total + GATE * war.gates(side)
