"""The reasons that several verbs share."""

from typing import NoReturn

from companion.games.heroball.box import MOVES, PILLARS, RULES
from companion.games.heroball.cards import Slot
from companion.games.heroball.state import Match
from companion.words import Message

require, refuse = RULES.require, RULES.refuse


def refuse_why(why: tuple[str, Message]) -> NoReturn:
    """Refuse for a rule and what it says in words without their full stop."""
    key, words = why
    refuse(key, "{why}.", why=words)


def can_pay(match: Match, seat: str, slot: Slot) -> None:
    """The AP for a slot's own cost must be there."""
    have = match.ap[seat]
    if have < slot.cost:
        refuse(
            "afford", "{slot} costs {cost} AP; you have {have}.", slot=slot.name, cost=slot.cost, have=have
        )


def no_token(match: Match, seat: str, slot: Slot) -> None:
    """A card that holds a token is not used again until it is taken off."""
    if slot.stays and not match.free(seat, slot):
        refuse("token", "{slot} holds a token for the rest of the game: it is used up.", slot=slot.name)
    if not match.free(seat, slot):
        refuse("token", "{slot} holds a token: it is yours again from the next turn on.", slot=slot.name)


def not_by_hand(slot: Slot) -> None:
    """A card done by hand is played as a card."""
    if slot.by_hand:
        refuse("cards", "{slot} covers {kind}: play it as a card.", slot=slot.name, kind=slot.slot)


def standable(match: Match, space: str) -> None:
    """A hero must be able to stand there."""
    if space in PILLARS:
        refuse("pillar", "{space} is a Pillar of Heaven: nobody enters it.", space=space)
    if space in match.on:
        refuse(
            "occupied",
            "{space} is taken by {occupant}.",
            "Choose a free hex.",
            space=space,
            occupant=match.name(match.on[space]),
        )


def no_pillar(space: str) -> None:
    """The ball cannot come down in a pillar."""
    if space in PILLARS:
        refuse("pillar", "{space} is a Pillar of Heaven: the ball cannot enter it.", space=space)


def holding(match: Match, seat: str) -> None:
    """Only what is held can be thrown or dropped."""
    if match.holder != seat:
        if not match.holder:
            refuse("holding", "You do not hold the ball; it lies on {space}.", space=match.ball)
        refuse("holding", "You do not hold the ball; {who} holds it.", who=match.name(match.holder))


def next_slot(match: Match) -> str:
    """The next of Step, Run and Sprint, if any is left."""
    slot = match.next_move()
    require(slot, "step-run-sprint", "{moves} all hold a token this turn.", moves=MOVES)
    return slot
