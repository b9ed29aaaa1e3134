"""A game whose own faults never take the table with them: what it cannot show is logged and shown plainly."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.kernel.features import Figures, Pointing
from companion.kernel.game import Game
from companion.kernel.rulebook import STUMBLED
from companion.kernel.state import State, changed
from companion.kernel.view import Panel, View
from companion.words import message


def with_fault_barrier(game: Game[Any]) -> Game[Any]:
    """The same game, its view, labels, things and figures falling back instead of raising.

    What it refuses and plays needs no barrier: ``ask`` and ``say`` tell a fault as a refusal. A set-up that
    fails is a ValueError in words, as for seats and options that do not fit.
    """

    def barrier(name: str, call: Callable[..., Any], instead: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*args: Any) -> Any:
            try:
                return call(*args)
            except Exception as fault:
                logging.getLogger(__name__).error("%s: %s", game.key, name, exc_info=fault)
                return instead(*args)

        return guarded

    def not_set_up(opening: Any) -> Any:
        raise ValueError(message("{game} cannot be set up. {stumbled}", game=game.name, stumbled=STUMBLED))

    pointing, figures = game[Pointing], game[Figures]
    return replace(
        game,
        setup=barrier("setup", game.setup, not_set_up),
        view=barrier("view", game.view, _plain),
        tracked=tuple(
            changed(kind, now=barrier("tracked", kind.now, lambda state: {})) for kind in game.tracked
        ),
    ).having(
        Pointing(
            spaces=barrier("spaces", pointing.spaces, lambda state, name: ()),
            starts=barrier("starts", pointing.starts, lambda state, seat: {}),
            label=barrier("label", pointing.label, lambda state, name: name),
            reach=barrier("reach", pointing.reach, lambda state, thing: {}),
            board_of=barrier("board_of", pointing.board_of, lambda state, seat: None),
        ),
        replace(figures, numbers=barrier("numbers", figures.numbers, lambda states: [])),
    )


def _plain(state: State) -> View:
    """Return a view of a moment that its game cannot show: the seats, and that it is our fault."""
    panels = tuple(Panel(seat, (), ()) for seat in state.seats)
    return View(
        message("{stumbled} What was played is kept; take back what led here.", stumbled=STUMBLED), (), panels
    )
