"""A process that thinks beside the taps: what the phone does for somebody absent, and what the coach says."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.players.absent import Move, Position, decided, moment
from companion.players.coach import AFTERWARDS, COACH, Advice, Costly, advised, afterwards
from companion.words import Message, message
from companion.work.process import Cause, Failure, Limits, Worker

LIMITS = Limits(memory=1536, processor=40, patience=40)
"""Of a process that thinks: it loads the games first, and the longest thought of a strength is 8 s. House."""


class NoMove(Exception):
    """A thought that came to nothing."""


class Passed(Exception):
    """A moment that nobody thinks about any more: it passed, or the house closes."""


class Thinker:
    """A process that thinks, one moment after another; it remembers the tables."""

    def __init__(self) -> None:
        self._worker = Worker(__name__, LIMITS)
        self.close = self._worker.close
        """End the process; what it thought about passes."""

    def move(self, position: Position) -> Move:
        """Return the move of the phone; NoMove if the process died, or took too long."""
        return Move(**self._answer(position))

    def advice(self, position: Position) -> list[Advice]:
        """Return the moves that one could make; NoMove if the process died, or took too long."""
        return [Advice(**{**one, "move": Move(**one["move"])}) for one in self._answer(position)]

    def costly(self, position: Position) -> Costly | None:
        """Return the turn of a sitting that cost most; NoMove if the process died, or took too long."""
        answer = self._answer(position)
        return Costly(**{**answer, "better": Move(**answer["better"])}) if answer else None

    def _answer(self, position: Position) -> Any:
        answer = self._worker.ask(json.dumps(asdict(position)).encode())
        if isinstance(answer, Failure):
            if answer.cause is Cause.CLOSED:
                raise Passed
            raise NoMove(f"the process that thinks ended: {answer.cause.value}")
        return json.loads(answer, object_hook=_read)


def work(data: bytes) -> Iterator[bytes]:
    """Answer a position with a move, with advice or with the turn that cost most, as JSON."""
    yield json.dumps(_thought(Position(**json.loads(data))), default=_written).encode()


def _written(value: Any) -> dict[str, Any]:
    """Return a message as JSON has it, so that each phone reads it in its own language."""
    if isinstance(value, Message):
        return {"template": value.template, "values": value.values}
    raise TypeError(f"{type(value).__name__} is nothing that is thought")


def _read(answer: dict[str, Any]) -> Any:
    """Return the message that was written so; any other JSON as it is."""
    return (
        message(answer["template"], **answer["values"]) if answer.keys() == {"template", "values"} else answer
    )


def _thought(position: Position) -> Any:
    if position.player == COACH:
        return [asdict(advice) for advice in advised(moment(position))]
    if position.player == AFTERWARDS:
        costly = afterwards(position)
        return asdict(costly) if costly else None
    return asdict(decided(position))
