"""Hands that move gods: onto the board, over it, and off it."""

from companion.games.high_heavens.box import CAME, ENEMY, GODS_OF, chip_words
from companion.games.high_heavens.state import changes, chips, piles
from companion.games.high_heavens.state.heavens import SMITER, Heavens
from companion.games.high_heavens.state.pathfinding import NONE
from companion.words import Message, message


def bring(heavens: Heavens, god: str, place: str, rule: str = "") -> Heavens:
    """Put a god's figure on the board with its full Health, smiting who lies there."""
    card = heavens.box.gods[god]
    after = smite(heavens, place, god)
    if god not in after.at:
        after = piles.leaves(after, god, card.side, heavens.seat)
    after = after.but(
        at={**after.at, god: place},
        on={**after.on, place: god},
        gone=after.gone - {god},
        entered={**after.entered, card.side: after.entered[card.side] + 1},
    ).take(god, health=card.health)
    words = "Put {god} on {place}, on {chips}." if heavens.tracked else "Put {god} on the board, on {chips}."
    sentence = message(words, god=god, place=place, chips=chip_words(card.health, "health"))
    about = (CAME[card.side], *heavens.touched(god, "health"), *piles.counted(heavens, after))
    return after.tell(sentence, SMITER, *about, rule=rule).settled()


def arrived(heavens: Heavens, god: str) -> Heavens:
    """With the board on the table: the players say which gods this god smites where it came."""
    return heavens if heavens.tracked else heavens.but(moved=god)


def carry(heavens: Heavens, kind: str, god: str, hex_: str, passing: frozenset[str] = NONE) -> Heavens:
    """Carry a god to a hex by an effect of this kind; with the board on the table, say only that it goes."""
    if kind == "summon":
        return arrived(bring(heavens, god, hex_ or heavens.free_place(god), "ability"), god)
    rule = "ability" if kind == "place" else "move"
    if not hex_:
        words = "Place {god} with its stack." if kind == "place" else "Move {god} with its stack."
        return arrived(heavens.tell(message(words, god=god), god, SMITER, rule=rule), god)
    return shift(heavens, god, hex_, passing, rule)


def shift(heavens: Heavens, god: str, place: str, passing: frozenset[str] = NONE, rule: str = "") -> Heavens:
    """Carry a god with its stack to another hex, smiting those it passes and who lies there."""
    after = heavens
    for space in sorted(passing | {place}):
        after = smite(after, space, god)
    here = heavens.at[god]
    on = {space: name for space, name in after.on.items() if space != here}
    on[place] = god
    after = after.but(at={**after.at, god: place}, on=on)
    words = message(
        "Move {god} with its stack from {here} to {place}."
        if place != here
        else "Move {god} with its stack out and back to {here}.",
        god=god,
        here=here,
        place=place,
    )
    return after.tell(words, god, rule=rule).settled()


def swap(heavens: Heavens, god: str, other: str) -> Heavens:
    """Two gods change places, each with its stack."""
    here, there = heavens.at[god], heavens.at[other]
    words = "{god} and {other} change places with their stacks."
    if heavens.tracked:
        words = "{god} and {other} change places with their stacks: {god} on {there}, {other} on {here}."
        at, on = {**heavens.at, god: there, other: here}, {**heavens.on, there: god, here: other}
        heavens = heavens.but(at=at, on=on)
    sentence = message(words, god=god, other=other, here=here, there=there)
    return heavens.tell(sentence, god, other, rule="ability").settled()


def recall(heavens: Heavens, god: str, rule: str) -> Heavens:
    """A god goes back to its side's hand, and all its chips to the bank."""
    kinds = [kind for kind, n in heavens.stack(god)._asdict().items() if n]
    words = message(
        "Take {god} off the board, back to the hand of {seats}; its chips go to the bank.",
        god=god,
        seats=heavens.who(heavens.box.gods[god].side),
    )
    after = off_board(heavens, god)
    about = (*heavens.touched(god, *kinds), *changes.of(heavens, god), SMITER)
    return after.tell(words, *about, *piles.counted(heavens, after), rule=rule)


def off_board(heavens: Heavens, god: str) -> Heavens:
    """A god that is in its side's hand again, without its chips. Tells nothing."""
    after, side = chips.strip(heavens, god), heavens.box.gods[god].side
    if god in after.gone:
        after = piles.leaves(after, god, side)
    if not after.in_hand(god):
        after = piles.returned(after, god, side)
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
    words = message("{god} smites {fallen}: take the figure off {place}.", god=by, fallen=fallen, place=place)
    return perish(heavens, fallen, words, "smite")


def perish(heavens: Heavens, god: str, words: Message, rule: str) -> Heavens:
    """Take a god off the board or out of the game; a side without any is beaten."""
    place, side = heavens.at.get(god), heavens.box.gods[god].side
    after = piles.leaves(heavens, god, side, heavens.seat) if heavens.in_hand(god) else heavens
    after = piles.discarded(after, god, side)
    after = after.but(
        at={name: space for name, space in heavens.at.items() if name != god},
        on={space: name for space, name in heavens.on.items() if space != place},
        gone=heavens.gone | {god},
    )
    after = after.tell(words, god, GODS_OF[side], *piles.counted(heavens, after), rule=rule)
    if all(name in after.gone for name in heavens.box.own[side]):
        why = message("{side} have no god left: {other} win.", side=side, other=ENEMY[side])
        return after.lost(side, "pantheon", why)
    return after
