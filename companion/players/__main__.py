"""``python -m companion.players``: thinks beside the taps; a position a line, answered by a line of JSON.

What the phone does for somebody absent; where the player of a position is the coach, what one could do, and
afterwards which turn cost most.
"""

import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from companion.players.absent import Position, decided, moment
from companion.players.coach import AFTERWARDS, COACH, advised, afterwards

NICE = 10
"""How far thought gives way to taps, for the system's scheduler."""


def answer(position: Position) -> Any:
    """A move, what is advised, or the turn that cost most, as JSON has it."""
    if position.player == COACH:
        return [asdict(advice) for advice in advised(moment(position))]
    if position.player == AFTERWARDS:
        costly = afterwards(position)
        return asdict(costly) if costly else None
    return asdict(decided(position))


def main() -> None:
    """Answer positions until there are no more; a fault of a game ends the process and nothing else.

    Ctrl-C and a service's end reach all processes, but are for the one that asks: it ends this one.
    """
    os.nice(NICE)
    for asks in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asks, signal.SIG_IGN)
    for line in sys.stdin:
        found = json.dumps(answer(Position(**json.loads(line))))
        with suppress(BrokenPipeError):  # nobody waits for it any more, and there is no next line
            print(found, flush=True)


if __name__ == "__main__":
    main()
