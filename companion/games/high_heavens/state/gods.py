"""Hands that move gods: onto the board, over it, and off it."""

from companion.games.high_heavens.box import CAME, ENEMY, chip_words
from companion.games.high_heavens.state import changes, chips
from companion.games.high_heavens.state.heavens import SMITER, Heavens
from companion.games.high_heavens.state.pathfinding import NONE


def bring(heavens: Heavens, god: str, place: str, rule: str = "") -> Heavens:
    """Put a god's figure on the board with its full Health, smiting who lies there."""
    card = heavens.box.gods[god]
    after = smite(heavens, place, god)
    after = after.but(
        at={**after.at, god: place},
        on={**after.on, place: god},
        gone=after.gone - {god},
        entered={**after.entered, card.side: after.entered[card.side] + 1},
    ).take(god, health=card.health)
    where = f" on {place}" if heavens.tracked else " on the board"
    words = f"Put {god}{where}, on {chip_words(card.health, 'health')}."
    return after.tell(words, SMITER, CAME[card.side], *heavens.touched(god, "health"), rule=rule).settled()


def arrived(heavens: Heavens, god: str) -> Heavens:
    """With the board on the table: the players say whom this god smites where it came."""
    return heavens if heavens.tracked else heavens.but(moved=god)


def shift(heavens: Heavens, god: str, place: str, passing: frozenset[str] = NONE, rule: str = "") -> Heavens:
    """Carry a god with its stack to another hex, smiting those it passes and who lies there."""
    after = heavens
    for space in sorted(passing | {place}):
        after = smite(after, space, god)
    here = heavens.at[god]
    on = {space: name for space, name in after.on.items() if space != here}
    on[place] = god
    after = after.but(at={**after.at, god: place}, on=on)
    where = f"from {here} to {place}" if place != here else f"out and back to {here}"
    return after.tell(f"Move {god} with its stack {where}.", god, rule=rule).settled()


def swap(heavens: Heavens, god: str, other: str) -> Heavens:
    """Two gods change places, each with its stack."""
    here, there = heavens.at[god], heavens.at[other]
    words = f"{god} and {other} change places with their stacks"
    words += f": {god} on {there}, {other} on {here}." if heavens.tracked else "."
    if heavens.tracked:
        at, on = {**heavens.at, god: there, other: here}, {**heavens.on, there: god, here: other}
        heavens = heavens.but(at=at, on=on)
    return heavens.tell(words, god, other, rule="ability").settled()


def recall(heavens: Heavens, god: str, rule: str) -> Heavens:
    """A god goes back to its side's hand, and all its chips to the bank."""
    kinds = [kind for kind, n in heavens.stack(god)._asdict().items() if n]
    words = f"Take {god} off the board, back to the hand of {heavens.who(heavens.box.gods[god].side)};"
    about = (*heavens.touched(god, *kinds), *changes.of(heavens, god), SMITER)
    return off_board(heavens.tell(f"{words} its chips go to the bank.", *about, rule=rule), god)


def off_board(heavens: Heavens, god: str) -> Heavens:
    """A god that is in its side's hand again, without its chips. Tells nothing."""
    after = chips.strip(heavens, god)
    return after.but(
        at={name: space for name, space in after.at.items() if name != god},
        on={space: name for space, name in after.on.items() if name != god},
        gone=after.gone - {god},
        moved="" if after.moved == god else after.moved,
    ).settled()


def smite(heavens: Heavens, place: str, by: str) -> Heavens:
    """Remove the fallen god on a hex that another enters."""
    fallen = heavens.on.get(place)
    if fallen is None or fallen == by or heavens.standing(fallen):
        return heavens
    return perish(heavens, fallen, f"{by} smites {fallen}: take the figure off {place}.", "smite")


def perish(heavens: Heavens, god: str, words: str, rule: str) -> Heavens:
    """Take a god off the board or out of the game; a side without any is beaten."""
    place, side = heavens.at.get(god), heavens.box.gods[god].side
    after = heavens.but(
        at={name: space for name, space in heavens.at.items() if name != god},
        on={space: name for space, name in heavens.on.items() if space != place},
        gone=heavens.gone | {god},
    ).tell(words, god, f"{side} gods", rule=rule)
    if all(name in after.gone for name in heavens.box.own[side]):
        return after.lost(side, "pantheon", f"{side} have no god left: {ENEMY[side]} win.")
    return after
