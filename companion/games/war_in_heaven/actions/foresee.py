"""Foresight on the battlefield: what each answer leads to, in a few characters."""

from collections.abc import Iterator

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import BATTLE, CHOICE, War, battle
from companion.games.war_in_heaven.state.skirmishes import Skirmish, touching
from companion.words import Text, joined, message

NAMED = 2
"""So many enemies are named; more are counted."""


def moved(before: War, after: War, token: str) -> tuple[Text, ...]:
    """Return what a move leads to, the most important first; else the gate or the enemy ahead."""
    drawn = [
        message("{piece} → {space}", piece=other, space=after.at[other])
        for other, space in before.at.items()
        if other != token and after.at.get(other) != space
    ]
    was, now = (war.gates(box.SIDE[token]) for war in (before, after))
    gates = [message("gates {was} → {now}", was=was, now=now)] if was != now else []
    return (*drawn, *gates, *_enemies(before, after, token)) or (_way_ahead(after, token),)


def _enemies(before: War, after: War, token: str) -> Iterator[Text]:
    """Yield the enemies that a token is beside, those that one move can bring there, and those it left."""
    beside = touching(after.on, token, after.at[token])
    if beside:
        yield message("beside {enemies}", enemies=beside)
    if reach := [foe for foe in _reaching(after, token) if foe not in beside]:
        come = "{enemies} can come" if len(reach) <= NAMED else "{enemies:#|#} enemies can come"
        yield message(come, enemies=reach)
    was = touching(before.on, token, before.at[token]) if token in before.at else []
    if left := [foe for foe in was if foe not in beside]:
        yield message("leaves {enemies}", enemies=left)


def _way_ahead(war: War, token: str) -> Text:
    """Return the free gate that is one step away, else the nearest enemy and how far it is."""
    here = war.at[token]
    for gate in box.GATES:
        if gate in box.NEAR[token][here] and gate in box.BOARD.beside[here] and gate not in war.on:
            return message("next to gate {gate}", gate=gate)
    steps = {foe: box.STEPS[here][at] for foe, at in war.at.items() if box.SIDE[foe] != box.SIDE[token]}
    nearest = min(steps, key=lambda foe: steps[foe], default="")
    if not nearest:
        return ""
    return message("{steps:# step|# steps} from {enemy}", steps=steps[nearest], enemy=nearest)


def _reaching(war: War, token: str) -> list[str]:
    """Return the enemies that one move can bring beside a token, as far as their moves have no obstacle."""
    free = [next_ for next_ in box.BOARD.beside[war.at[token]] if next_ not in war.on]
    return [
        foe
        for foe, here in war.at.items()
        if box.SIDE[foe] != box.SIDE[token] and any(next_ in box.NEAR[foe][here] for next_ in free)
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
