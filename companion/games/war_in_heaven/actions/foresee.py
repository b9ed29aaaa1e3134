"""Foresight on the battlefield: what each answer leads to, in a few characters."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import BATTLE, CHOICE, War, battle
from companion.games.war_in_heaven.state.skirmishes import Skirmish, touching
from companion.words import Text, joined, message

NAMED = 2
"""So many enemies are named; more are counted."""


def moved(before: War, after: War, token: str) -> tuple[Text, ...]:
    """Return what a move leads to, the most important first; else the gate or the enemy ahead."""
    side = box.SIDE[token]
    drawn = [other for other, space in before.at.items() if after.at.get(other) != space and other != token]
    parts = [message("{piece} → {space}", piece=other, space=after.at[other]) for other in drawn]
    if after.gates(side) != before.gates(side):
        parts.append(message("gates {was} → {now}", was=before.gates(side), now=after.gates(side)))
    here = after.at[token]
    beside = touching(after.on, token, here)
    reach = [foe for foe in _reaching(after, side, here) if foe not in beside]
    parts += [message("beside {enemies}", enemies=beside)] if beside else []
    come = "{enemies} can come" if len(reach) <= NAMED else "{enemies:#|#} enemies can come"
    parts += [message(come, enemies=reach)] if reach else []
    left = [foe for foe in _beside(before, token) if foe in after.at and foe not in beside]
    parts += [message("leaves {enemies}", enemies=left)] if left else []
    return tuple(parts) or (_way_ahead(after, token, here),)


def _beside(war: War, token: str) -> list[str]:
    return touching(war.on, token, war.at[token]) if token in war.at else []


def _way_ahead(war: War, token: str, here: str) -> Text:
    """Return the free gate that is one step away, else the nearest enemy and how far it is."""
    for gate in box.GATES:
        if gate in box.NEAR[token][here] and gate in box.BOARD.beside[here] and gate not in war.on:
            return message("next to gate {gate}", gate=gate)
    steps = {foe: box.STEPS[here][at] for foe, at in war.at.items() if box.SIDE[foe] != box.SIDE[token]}
    nearest = min(steps, key=lambda foe: steps[foe], default="")
    if not nearest:
        return ""
    return message("{steps:# step|# steps} from {enemy}", steps=steps[nearest], enemy=nearest)


def _reaching(war: War, side: str, space: str) -> list[str]:
    """Return the enemies that one move can bring beside a space, as far as their moves have no obstacle."""
    free = [next_ for next_ in box.BOARD.beside[space] if next_ not in war.on]
    return [
        foe
        for foe, here in war.at.items()
        if box.SIDE[foe] != side and any(next_ in box.NEAR[foe][here] for next_ in free)
    ]


def falls(before: War, after: War) -> Text:
    """Return who falls in the battle that was just fought, or who then chooses, and among which tokens."""
    if after.phase == CHOICE:
        sets = [" & ".join(fallen) or "nobody" for fallen in after.choices[after.chooser]]
        return message("{side} choose who falls: {sets:or}", side=after.chooser, sets=sets)
    fallen = [token for token in before.at if token not in after.at]
    return message("{fallen} {fallen:falls|fall}", fallen=fallen) if fallen else "nobody falls"


def declared(before: War, after: War) -> Text:
    """Return who falls in each skirmish of a battle, as they are declared."""
    if after.phase != BATTLE or not after.waiting:
        return falls(before, after)
    return joined(_fought(after, group) for group in after.waiting)


def _fought(war: War, group: Skirmish) -> Text:
    spaces = [war.at[token] for token in group]
    return message("{spaces: }: {what}", spaces=spaces, what=falls(war, battle.fight(war, group)))
