"""Pages of somebody's own games are made one at a time, and leave as much time to the other tables."""

from collections.abc import Callable
from contextvars import copy_context
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from companion.boxes.own import is_own
from companion.web.context import context, spelled
from companion.web.heavy_work import OWN_PAGES, heavy_work

P = ParamSpec("P")
T = TypeVar("T")


def one_at_a_time(view: Callable[P, T]) -> Callable[P, T]:
    """Let a page of a table wait its turn where the table plays somebody's own game."""

    @wraps(view)
    def answer(*args: P.args, **named: P.kwargs) -> T:
        session = context().store.known(spelled(str(named["code"])))
        if session is None or not is_own(session.table.game.key):
            return view(*args, **named)
        request = copy_context()  # the thread that makes the page knows the request by this
        return heavy_work(lambda: request.run(partial(view, *args, **named)), OWN_PAGES)

    return answer
