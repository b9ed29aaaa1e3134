"""A turn prepared while others play: the moment as if it had come."""

from companion.kernel.action import S, draft, nouns, play, refusal
from companion.kernel.features import Planning
from companion.kernel.game import Game

DEEP = 3
"""So many verbs that ask nothing, such as *End turn*, are said for the others at most. House."""


def planned_turn(game: Game[S], state: S, seat: str) -> S | None:
    """Return the moment as if a seat's next turn began now; None if that cannot be foreseen.

    The game says it, or else the others end their turns. Whatever is planned there is judged again when the
    turn comes.
    """
    if state.over or seat in state.to_act or seat not in state.playing:
        return None
    try:
        plan = game[Planning].turn(state, seat) or _ended(game, state, seat, DEEP)
    except Exception:  # nothing may fail because of what is only foreseen
        return None
    return plan if plan is not None and seat in plan.to_act and not plan.at_stake else None


def _ended(game: Game[S], state: S, seat: str, deep: int) -> S | None:
    for kind in game.kinds if deep else ():
        if kind.anytime or kind.by_hand or nouns(kind):
            continue
        action = draft(kind, state.to_act[0], {})
        if refusal(state, action) is not None:
            continue
        after = play(state, action)
        if after.over:
            continue
        plan = after if seat in after.to_act else _ended(game, after, seat, deep - 1)
        if plan is not None:
            return plan
    return None
