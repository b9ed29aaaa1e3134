"""Promises about play: it ends, its journal replays, and all of it can be taken back and played again."""

from typing import Any

from companion.check.common import last_told, promise, random_play, say
from companion.kernel.action import written
from companion.kernel.asking import read
from companion.kernel.game import REDO, UNDO, Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening


def replays(game: Game[Any], opening: Opening, seed: int = 0) -> None:
    """Random play ends, and its journal replays to the same moment."""
    table = Table.open(game, opening)
    promise(table.start.told, "Set-up tells the hands nothing; tell them what to lay out.")
    for action, _ in random_play(game, opening, seed):
        before, table = table, say(table, action.by, action.verb, written(action))
        again = read(type(action), before.state, action.by, written(action))
        promise(again == action, f"{action.verb} is written {written(action)}, which is read as another.")
    promise(table.state.over and not table.state.to_act, "When the game is over nobody is to act.")
    again_ = Table.open(game, table.opening).replayed(step.entry for step in table.log)
    promise(again_.stopped is None, f"The journal stops at {again_.stopped and again_.stopped.entry}.")
    promise(again_.state == table.state, "The same journal leads to two different moments.")


def plays(game: Game[Any], opening: Opening, seed: int = 0) -> None:
    """Random play ends, and the box holds every moment of it."""
    for _, state in random_play(game, opening, seed):
        last = state
    promise(last.over is not None, f"Play stops after {last_told(last)}, and the game is not over.")


def takes_back(game: Game[Any], opening: Opening, seed: int = 99) -> None:
    """Undoing everything gives the set-up, redoing everything the end."""
    table = Table.open(game, opening)
    for action, _ in random_play(game, opening, seed):
        table = say(table, action.by, action.verb, written(action))
    moments = [table.start, *(step.state for step in table.standing)]
    whole = [moment for moment in moments[:-1] if not moment.midway] + moments[-1:]
    seat = next(iter(opening.seats))
    for state in reversed(whole[:-1]):
        table = say(table, seat, UNDO, {"entry": str(table.can_undo)})
        promise(table.state == state, f"Undo does not lead back to where {last_told(state)} was told.")
    for state in whole[1:]:
        table = say(table, seat, REDO, {"entry": str(table.can_redo)})
        promise(table.state == state, f"Redo does not lead to where {last_told(state)} was told.")
