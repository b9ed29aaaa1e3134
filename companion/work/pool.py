"""Processes of this machine for work that is cut into many parts, such as games."""

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """Yield an executor of so many processes, which end with it. Ctrl-C reaches them, but is for this one."""
    with ProcessPoolExecutor(number, initializer=_begin) as pool:
        try:
            yield pool
        finally:
            for child in multiprocessing.active_children():
                child.terminate()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
