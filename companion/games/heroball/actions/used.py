"""The cards that an action uses without naming them: those that cover the slots it takes."""

from companion.games.heroball.actions.card import CardAction
from companion.games.heroball.actions.move import Move
from companion.games.heroball.actions.react import Defend, Intercept
from companion.games.heroball.actions.slot import Slotted
from companion.games.heroball.box import MOVES
from companion.games.heroball.state import Match, walk
from companion.kernel.action import Action


def card_name(match: Match, action: Action[Match]) -> str:
    """Return the name of the card that is played as a card."""
    assert isinstance(action, CardAction)
    return action.which(match)[0].name


def used_cards(match: Match, action: Action[Match]) -> tuple[str, ...]:
    """Return the names of the cards that an action uses."""
    by = action.by
    if isinstance(action, CardAction):
        return (card_name(match, action),)
    if isinstance(action, Move):
        way = walk.ways(match, by, action.space).get(action.space, (0, (action.space,)))[1]
        slots = MOVES[len(match.taken) :][: len(way)]
    elif isinstance(action, Slotted | Defend | Intercept):
        slots = (action.title,)
    else:
        return ()
    return tuple(slot.name for name in slots if (slot := match.slot(by, name)).name != name)
