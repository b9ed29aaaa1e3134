"""Runs a module of ours in a process with limits of memory and processor time, on bytes that a stranger sent.

The module has ``work(data)``, which gives the answer as bytes, piece by piece. The limits hold before the
module is imported; what it prints goes nowhere. Each call starts a process, which keeps nothing.
"""

import os
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from logging import getLogger

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """The limits of a process."""

    memory: int
    """Megabytes it may reserve; libraries that are mapped count, too."""
    processor: int
    """Seconds of processor time."""
    patience: float
    """Seconds on the clock."""
    nice: int = 10
    """How far it lets other processes go first."""


class Cause(Enum):
    """The reason why a process did not answer in full."""

    MEMORY = "memory"
    PROCESSOR = "processor"
    PATIENCE = "patience"
    FAULT = "fault"
    """It fell: a fault of ours, or of a library, by what it read."""


@dataclass(frozen=True)
class Failure:
    """A process that did not answer in full."""

    cause: Cause
    answer: bytes
    """The pieces that had come by then; the last may be cut short."""


def run(module: str, data: bytes, limits: Limits) -> bytes | Failure:
    """Return what the module's ``work`` answers to the data, or why it did not.

    Call it where a request waits: under gevent the loop itself may start a process, a thread beside it not.
    """
    command = [sys.executable, "-P", "-m", "companion.work.process", module]
    command += map(str, (limits.memory, limits.processor, limits.nice))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            answer, _ = process.communicate(data, limits.patience)
        except subprocess.TimeoutExpired:
            process.kill()
            return Failure(Cause.PATIENCE, process.communicate()[0])
        except BaseException:
            process.kill()
            raise
    if process.returncode == 0:
        return answer
    cause = _ENDS.get(process.returncode, Cause.FAULT)
    if cause is Cause.FAULT:
        getLogger(__name__).error("%s ended with %d.", module, process.returncode)
    return Failure(cause, answer)


_OUT_OF_MEMORY = 3
_ENDS = {_OUT_OF_MEMORY: Cause.MEMORY} | {
    -getattr(signal, name): Cause.PROCESSOR for name in ("SIGXCPU", "SIGPROF") if hasattr(signal, name)
}
"""How a process ends at a limit; by ``SIGPROF`` where its module set a timer for a part of the work."""


# -- in the process ---------------------------------------------------------------------------------------


def main(module: str, memory: str, processor: str, nice: str) -> int:
    """Answer what stands on the input; the exit code."""
    _hold(int(memory), int(processor), int(nice))
    log, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            for piece in import_module(module).work(sys.stdin.buffer.read()):
                answer.write(piece)
                answer.flush()
        except MemoryError:
            return _OUT_OF_MEMORY
        except BrokenPipeError:  # the server has ended, so nobody waits for the answer
            return 1
        except Exception:
            os.write(log, traceback.format_exc().encode()[-4000:])
            return 1
    return 0


def _hold(memory: int, processor: int, nice: int) -> None:
    """Hold this process to its limits, as far as the system knows them."""
    if hasattr(os, "nice"):
        os.nice(nice)
    try:
        import resource
    except ImportError:  # Windows, where nobody serves
        return
    for kind, soft, hard in (
        (resource.RLIMIT_AS, memory * MEGABYTE, memory * MEGABYTE),
        (resource.RLIMIT_CPU, processor, processor + 1),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with suppress(ValueError):  # macOS knows no limit of memory
            resource.setrlimit(kind, (soft, hard))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
