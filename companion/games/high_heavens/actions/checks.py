"""Checks that several verbs share, and the hints that go with a refusal."""

from companion.games.high_heavens.box import BASES, COLOUR, RULES, SIDES, chip_words, stack_words
from companion.games.high_heavens.state import Heavens
from companion.words import counted

require, refuse = RULES.require, RULES.refuse
BY_HAND = "Set it by hand if the card says so."
WHOLE_STEP = "If the card cannot be done, take the whole step back."
WHOLE_CARD = "A card is not begun that cannot be done whole."


def need_in_hand(heavens: Heavens, god: str, rule: str) -> None:
    """Only a god that is in the hand or the deck comes or is discarded."""
    there = "" if god in heavens.gone else ", not in your hand"
    require(
        heavens.in_hand(god),
        rule,
        f"{god} is {heavens.where(god, chips=False)}{there}.",
        "Choose one in your hand.",
    )


def need_actions(heavens: Heavens, n: int = 1, what: str = "This") -> None:
    """Refuse if fewer than ``n`` tokens lie on the active side of the Action Lane."""
    if heavens.actions < n:
        left = f"{heavens.actions} left" if heavens.actions else "none left"
        refuse("ap", f"{what} takes {counted(n, 'action')}, {left}.", "End your turn.")


def can_act(heavens: Heavens, god: str) -> None:
    """A god must stand on the board, neither trapped nor disabled."""
    if heavens.able(god):
        return
    require(
        god in heavens.at,
        "invoke",
        f"{god} is {heavens.where(god)}, not on the board.",
        "Choose a god on the board.",
    )
    require(heavens.standing(god), "fallen", f"{god} has fallen.")
    stack = heavens.stack(god)
    require(
        not stack.trap, "trap", f"{god} is in a trap of {stack.trap}.", "Attack the trap with another god."
    )
    by = heavens.disabled_by.get(god, "the other side")
    refuse("disable", f"{god} is disabled until the next {by} turn.")


def able_gods(heavens: Heavens, side: str, rule: str) -> list[str]:
    """The gods of a side that can act; where there are none, the only one's reason is given."""
    able = list(heavens.able_gods(side))
    if not able:
        here = [god for god in heavens.box.own[side] if god in heavens.at]
        if len(here) == 1:
            can_act(heavens, here[0])
        refuse(rule, "None of your gods can act." if here else "None of your gods is on the board.")
    return able


def need_chips(heavens: Heavens, kind: str, n: int) -> None:
    """The bank must have so many chips."""
    require(n <= heavens.bank[COLOUR[kind]], "supply", too_few(heavens, kind, n), WHOLE_STEP)


def too_few(heavens: Heavens, kind: str, n: int) -> str:
    """Return in words that the bank has too few chips."""
    return f"That needs {chip_words(n, kind)}; the bank has {heavens.bank[COLOUR[kind]] or 'none'}."


def need_standing(heavens: Heavens, god: str) -> None:
    """A god must stand on the board."""
    require(heavens.standing(god), "fallen", f"{god} has fallen.")


def need_free(heavens: Heavens, god: str) -> None:
    """A god must stand, and not be held by a trap."""
    need_standing(heavens, god)
    n = heavens.stack(god).trap
    require(
        not n, "trap", f"{god} is held by a trap of {n}.", "Take the trap off first, if the card says so."
    )


def is_empty(heavens: Heavens, space: str) -> bool:
    """True if a hex can be built on: nothing on it, nobody lying there, and not an invoking hex."""
    box = heavens.box
    return (
        space not in heavens.walls
        and space not in heavens.on
        and all(space not in box.invoking[side] for side in SIDES)
    )


def why_not_empty(heavens: Heavens, space: str, rule: str) -> tuple[str, str] | None:
    """Return why a hex is not open to architecture or a trap; None if it is."""
    if space in heavens.walls:
        return rule, f"{space} is taken{by_whom(heavens, space)}."
    if space in heavens.on:
        return rule, f"{heavens.on[space]} lies on {space}."
    for side in SIDES:
        if space in heavens.box.invoking[side]:
            return rule, f"{space} is an invoking hex."
    return None


def need_empty(heavens: Heavens, space: str, rule: str) -> None:
    """A hex must be open to architecture or a trap."""
    if why := why_not_empty(heavens, space, rule):
        refuse(*why, BY_HAND)


def by_whom(heavens: Heavens, space: str) -> str:
    """Return who or what occupies a hex, as the end of a sentence."""
    there = heavens.on.get(space)
    if there and heavens.standing(there):
        return f" by {there}"
    if any(stack := heavens.stack(space)):
        return f" by {stack_words(stack)}"
    side = next((side for side, place in heavens.bases.items() if place == space), "")
    return f" by {BASES[side]}" if side else ""
