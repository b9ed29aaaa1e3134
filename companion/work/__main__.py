"""``python -m companion.work MODULE MEMORY PROCESSOR NICE``: the process of a worker."""

import os
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import BinaryIO

from companion.work.process import END, MEGABYTE, OUT_OF_MEMORY, SIZE


def main(module: str, memory: str, processor: str, nice: str) -> int:
    """Answer questions until there are no more; return the exit code.

    Ctrl-C and a service's end reach all processes, but are for the one that asks: it ends this one.
    """
    for asks in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asks, signal.SIG_IGN)
    _limit(int(memory), int(nice))
    log, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    with os.fdopen(os.dup(1), "wb") as out:
        if hasattr(os, "register_at_fork"):  # a child that outlives this process must not hold its pipe open
            os.register_at_fork(after_in_child=lambda: os.close(out.fileno()))
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            _answer_all(module, int(processor), out)
        except MemoryError:
            return OUT_OF_MEMORY
        except BrokenPipeError:  # who asked has ended, so nobody waits for the answer
            return 1
        except Exception:
            os.write(log, traceback.format_exc().encode()[-4000:])
            return 1
    return 0


def _answer_all(module: str, processor: int, out: BinaryIO) -> None:
    _allow(processor)
    work = import_module(module).work
    questions = sys.stdin.buffer
    while len(head := questions.read(SIZE)) == SIZE:
        _allow(processor)
        for piece in work(questions.read(int.from_bytes(head))):
            out.write(len(piece).to_bytes(SIZE))
            out.write(piece)
            out.flush()
        out.write(END.to_bytes(SIZE))
        out.flush()


def _limit(memory: int, nice: int) -> None:
    """Limit the memory of this process, as far as the system can, and let others go first."""
    if hasattr(os, "nice"):
        os.nice(nice)
    try:
        import resource
    except ImportError:  # Windows, where nobody serves
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError):  # macOS knows no limit of memory
        resource.setrlimit(resource.RLIMIT_AS, (memory * MEGABYTE, memory * MEGABYTE))


def _allow(seconds: int) -> None:
    """End this process after so many more seconds of its own time, as far as the system can.

    A timer counts from now. ``RLIMIT_CPU`` counts from the start, in ticks that drift from the time which
    the process can read, by more the longer it lives.
    """
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
