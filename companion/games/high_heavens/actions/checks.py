"""Checks that several verbs share, and the hints that go with a refusal."""

from typing import NoReturn

from companion.games.high_heavens.box import BASES, COLOUR, RULES, SIDES, chip_words, stack_words
from companion.games.high_heavens.state import Heavens, piles, reach
from companion.kernel.rulebook import Refusal
from companion.words import Message, message

require, refuse = RULES.require, RULES.refuse
BY_HAND = "Set it by hand if the card says so."
WHOLE_STEP = "If the card cannot be done, take the whole step back."
DRAWN = "You draw at the end of your turn."
WHOLE_CARD = "A card is not begun that cannot be done whole."


def refuse_why(why: tuple[str, Message], hint: str = "") -> NoReturn:
    """Refuse for a rule and what it says in words without their full stop."""
    raise refusal(why, hint)


def refusal(why: tuple[str, Message], hint: str = "") -> Refusal:
    """Return the refusal for a rule and what it says in words without their full stop."""
    key, words = why
    return Refusal(message("{why}.", why=words), RULES[key], hint)


def need_in_hand(heavens: Heavens, god: str, rule: str) -> None:
    """Only a god that is in the hand or the deck comes or is discarded."""
    here = heavens.in_hand(god)
    if here:
        need_held(heavens, god)
    require(
        here,
        rule,
        "{god} is {where}." if god in heavens.gone else "{god} is {where}, not in your hand.",
        "Choose one in your hand.",
        god=god,
        where="" if here else heavens.where(god, chips=False),  # most gods that are asked for are there
    )


def need_held(heavens: Heavens, card: str) -> None:
    """Refuse a card that is not in hand, where the phones hold the hands."""
    if not piles.holds(heavens, heavens.seat, card):
        cards = [*dict.fromkeys(heavens.held[heavens.seat])]
        hint = "You hold {cards}." if cards else DRAWN
        refuse("hands", "{card} is not in your hand.", hint, card=card, cards=cards)


def need_actions(heavens: Heavens, n: int = 1, what: Message | str = "This") -> None:
    """Refuse if fewer than ``n`` tokens lie on the active side of the Action Lane."""
    if heavens.actions < n:
        left = heavens.actions or "none"
        refuse(
            "ap",
            "{what} takes {n:# action|# actions}, {left} left.",
            "End your turn.",
            what=what,
            n=n,
            left=left,
        )


def can_act(heavens: Heavens, god: str) -> None:
    """A god must stand on the board, neither trapped nor disabled."""
    if heavens.able(god):
        return
    require(
        god in heavens.at,
        "invoke",
        "{god} is {where}, not on the board.",
        "Choose a god on the board.",
        god=god,
        where="" if god in heavens.at else heavens.where(god),  # in words only where it is told
    )
    require(heavens.standing(god), "fallen", "{god} has fallen.", god=god)
    stack = heavens.stack(god)
    require(
        not stack.trap,
        "trap",
        "{god} is in a trap of {trap}.",
        "Attack the trap with another god.",
        god=god,
        trap=stack.trap,
    )
    by = heavens.disabled_by.get(god, "the other side")
    refuse("disable", "{god} is disabled until the next {by} turn.", god=god, by=by)


def able_gods(heavens: Heavens, side: str, rule: str) -> list[str]:
    """The gods of a side that can act; where there are none, the only one's reason is given."""
    able = heavens.able_gods(side)
    if not able:
        here = [god for god in heavens.box.own[side] if god in heavens.at]
        if len(here) == 1:
            can_act(heavens, here[0])
        refuse(rule, "None of your gods can act." if here else "None of your gods is on the board.")
    return able


def need_chips(heavens: Heavens, kind: str, n: int) -> None:
    """The bank must have so many chips."""
    require(n <= heavens.bank[COLOUR[kind]], "supply", "{why}.", WHOLE_STEP, why=too_few(heavens, kind, n))


def too_few(heavens: Heavens, kind: str, n: int) -> Message:
    """Return in words that the bank has too few chips, without their full stop."""
    bank = heavens.bank[COLOUR[kind]] or "none"
    return message("That needs {chips}; the bank has {bank}", chips=chip_words(n, kind), bank=bank)


def need_standing(heavens: Heavens, god: str) -> None:
    """A god must stand on the board."""
    require(heavens.standing(god), "fallen", "{god} has fallen.", god=god)


def need_free(heavens: Heavens, god: str) -> None:
    """A god must stand, and not be held by a trap."""
    need_standing(heavens, god)
    n = heavens.stack(god).trap
    require(
        not n,
        "trap",
        "{god} is held by a trap of {n}.",
        "Take the trap off first, if the card says so.",
        god=god,
        n=n,
    )


def any_empty(heavens: Heavens) -> bool:
    """True if a hex can be built on: nothing on it, nobody lying there, and not an invoking hex."""
    box = heavens.box
    return not heavens.walls.union(heavens.on, *box.invoking.values()).issuperset(box.board.at)


def why_not_empty(heavens: Heavens, space: str, rule: str) -> tuple[str, Message] | None:
    """Return why a hex is not open to architecture or a trap, without a full stop; None if it is."""
    if space in heavens.walls:
        return rule, taken(heavens, space)
    if space in heavens.on:
        return rule, message("{god} lies on {space}", god=heavens.on[space], space=space)
    for side in SIDES:
        if space in heavens.box.invoking[side]:
            return rule, message("{space} is an invoking hex", space=space)
    return None


def need_empty(heavens: Heavens, space: str, rule: str) -> None:
    """A hex must be open to architecture or a trap."""
    if why := why_not_empty(heavens, space, rule):
        refuse_why(why, BY_HAND)


def hemmed_in(heavens: Heavens, god: str, hint: str = "") -> NoReturn:
    """Refuse to move a god that has no hex to go to."""
    here = heavens.at[god]
    if reach.stays(heavens, god):
        refuse("two-gods", "{god} stays on {here} until a second god has come.", hint, god=god, here=here)
    refuse("move", "{god} on {here} is hemmed in.", god=god, here=here)


def refuse_to_go(god: str, hint: str = "") -> NoReturn:
    """Refuse that a god leaves the invoking hex on which it waits for a second one."""
    refuse("two-gods", "{god} stays behind until a second god has come.", hint, god=god)


def need_open(heavens: Heavens, space: str, rule: str = "occupied") -> None:
    """A hex must not be taken."""
    if space in heavens.walls:
        refuse_why((rule, taken(heavens, space)))


def taken(heavens: Heavens, space: str) -> Message:
    """Return in words that a hex is taken, and by what, without a full stop."""
    there: Message | str = heavens.on.get(space, "")
    if not (there and heavens.standing(str(there))):
        side = next((side for side, place in heavens.bases.items() if place == space), "")
        stack = heavens.stack(space)
        there = stack_words(stack) if any(stack) else BASES[side] if side else ""
    if there:
        return message("{space} is taken by {there}", space=space, there=there)
    return message("{space} is taken", space=space)
