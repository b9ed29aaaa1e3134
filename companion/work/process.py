"""Runs a module of ours in another process, with limits of memory and processor time.

The module has ``work(data)``, which gives the answer as bytes, piece by piece. The limits hold before the
module is imported; what it prints goes nowhere. A number of eight bytes goes before each question and each
piece of an answer; ``END`` follows the last piece.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from logging import getLogger

from companion.work import machine, questions

MEGABYTE = 1024 * 1024
OUT_OF_MEMORY = 3
"""The exit code of a process that reached its limit of memory."""
SIZE, END = 8, 2**64 - 1
"""The bytes of a number on the line, and the number that ends an answer."""


@dataclass(frozen=True)
class Limits:
    """The limits of a process."""

    memory: int
    """Megabytes it may reserve; libraries that are mapped count, too."""
    processor: int
    """Seconds of processor time for each question."""
    patience: float
    """Seconds on the clock for each question."""
    nice: int = 10
    """How far it lets other processes go first."""


class Cause(Enum):
    """The reason why a process did not answer in full."""

    MEMORY = "memory"
    PROCESSOR = "processor"
    PATIENCE = "patience"
    FAULT = "fault"
    """It fell: a fault of ours, or of a library, by what it read."""
    CLOSED = "closed"
    """Its worker was closed meanwhile."""


@dataclass(frozen=True)
class Failure:
    """A process that did not answer in full."""

    cause: Cause
    answer: bytes
    """The pieces that had come by then; the last may be cut short."""


def run(module: str, data: bytes, limits: Limits) -> bytes | Failure:
    """Return what the module's ``work`` answers to the data, or why it did not; the process keeps nothing."""
    with closing(Worker(module, limits)) as worker:
        return worker.ask(data)


class Worker:
    """A process that answers one question after another; it begins with the first, and again after a failure.

    Ask where a request waits: under gevent the loop itself may start a process, a thread beside it not.
    """

    def __init__(self, module: str, limits: Limits) -> None:
        self._module, self._patience = module, limits.patience
        words = map(str, (limits.memory, limits.processor, limits.nice))
        self._command = [sys.executable, "-P", "-m", "companion.work", module, *words]
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ask(self, data: bytes) -> bytes | Failure:
        """Return what the module's ``work`` answers to the data, or why it did not."""
        if self._closed:
            return Failure(Cause.CLOSED, b"")
        if machine.IN_BROWSER:
            why, page_answer = self._ask_the_page(data)
            return Failure(Cause(why), page_answer) if why else page_answer
        process, late = self._running(), threading.Event()
        timer = threading.Timer(self._patience, _kill, (process, late))
        timer.daemon = True  # the end of this process waits for no other thread
        timer.start()
        try:
            answer, whole = _exchange(process, data)
        except BaseException:
            _end(process)
            raise
        finally:
            timer.cancel()
        if whole:
            return answer
        code = _end(process)
        if self._closed:
            return Failure(Cause.CLOSED, answer)
        cause = Cause.PATIENCE if late.is_set() else _ENDS.get(code, Cause.FAULT)
        if cause is Cause.FAULT:
            getLogger(__name__).error("%s ended with %d.", self._module, code)
        return Failure(cause, answer)

    def _ask_the_page(self, data: bytes) -> questions.Answer:
        if questions.other_worker:
            return questions.answer((self._module, data), self._patience)
        return answer_here(self._module, data)

    def close(self) -> None:
        """End the process, and what it is asked meanwhile."""
        self._closed = True
        if self._process is not None:
            _kill(self._process)
            _end(self._process)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, start_new_session=True)
        return self._process


def answer_here(module: str, data: bytes) -> questions.Answer:
    """Answer without another process: the limits are then those of the page, which has one user."""
    pieces: list[bytes] = []
    try:
        pieces.extend(import_module(module).work(data))
    except MemoryError:
        return Cause.MEMORY.value, b"".join(pieces)
    except Exception:
        getLogger(__name__).exception("%s fell.", module)
        return Cause.FAULT.value, b"".join(pieces)
    return "", b"".join(pieces)


def _exchange(process: "subprocess.Popen[bytes]", data: bytes) -> tuple[bytes, bool]:
    """Send a question; return what is answered, and False if the process ended before the answer did."""
    assert process.stdin and process.stdout
    pieces: list[bytes] = []
    with suppress(OSError, ValueError):  # it has ended, or was closed
        with suppress(BrokenPipeError):  # it did not read all, but may have answered
            process.stdin.write(len(data).to_bytes(SIZE))
            process.stdin.write(data)
            process.stdin.flush()
        while len(head := process.stdout.read(SIZE)) == SIZE:
            size = int.from_bytes(head)
            if size == END:
                return b"".join(pieces), True
            pieces.append(process.stdout.read(size))
    return b"".join(pieces), False


def _kill(process: "subprocess.Popen[bytes]", late: threading.Event | None = None) -> None:
    """Kill a process and those that it forked; note that it was late."""
    if late:
        late.set()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()


def _end(process: "subprocess.Popen[bytes]") -> int:
    """Wait for the end of a process that has ended or is killed; return its exit code."""
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # what it never read is still to be written
            assert pipe
            pipe.close()
    code = process.wait()
    _kill(process)
    return code


_ENDS = {OUT_OF_MEMORY: Cause.MEMORY} | {
    -getattr(signal, name): Cause.PROCESSOR for name in ("SIGVTALRM", "SIGPROF") if hasattr(signal, name)
}
"""How a process ends at a limit; by ``SIGPROF`` where its module set a timer for a part of the work."""
