"""The reasons that several verbs share."""

from companion.games.heroball.box import MOVES, PILLARS, RULES
from companion.games.heroball.cards import Slot
from companion.games.heroball.state import Match

require, refuse = RULES.require, RULES.refuse


def can_pay(match: Match, seat: str, slot: Slot) -> None:
    """The AP for a slot's own cost must be there."""
    have = match.ap[seat]
    if have < slot.cost:
        refuse("afford", f"{slot.name} costs {slot.cost} AP; you have {have}.")


def no_token(match: Match, seat: str, slot: Slot) -> None:
    """A card that holds a token is not used again until it is taken off."""
    if not match.free(seat, slot):
        refuse("token", f"{slot.name} holds a token: it is yours again from the next turn on.")


def not_by_hand(slot: Slot) -> None:
    """A card done by hand is played as a card."""
    if slot.by_hand:
        refuse("cards", f"{slot.name} covers {slot.slot}: play it as a card.")


def standable(match: Match, space: str) -> None:
    """A hero must be able to stand there."""
    if space in PILLARS:
        refuse("pillar", f"{space} is a Pillar of Heaven: nobody enters it.")
    if space in match.on:
        refuse("occupied", f"{space} is taken by {match.name(match.on[space])}.", "Choose a free hex.")


def no_pillar(space: str) -> None:
    """The ball cannot come down in a pillar."""
    if space in PILLARS:
        refuse("pillar", f"{space} is a Pillar of Heaven: the ball cannot enter it.")


def holding(match: Match, seat: str) -> None:
    """Only what is held can be thrown or dropped."""
    if match.holder != seat:
        where = f"{match.name(match.holder)} holds it" if match.holder else f"it lies on {match.ball}"
        refuse("holding", f"You do not hold the ball; {where}.")


def next_slot(match: Match) -> str:
    """The next of Step, Run and Sprint, if any is left."""
    slot = match.next_move()
    require(slot, "step-run-sprint", f"{', '.join(MOVES[:-1])} and {MOVES[-1]} all hold a token this turn.")
    return slot
