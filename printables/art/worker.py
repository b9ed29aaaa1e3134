"""Reads art in a process with limits, a picture after the other, in the order in which they are wanted."""

import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType

from companion.words import Text, message
from companion.work import machine
from printables.art import svg_ink
from printables.art.wanted import Picture, Task, UnreadableArt, Wanted, answered, task_of, wrong

EACH = 2.0
"""Seconds of processor time for one picture. House."""
LETTER = 50
"""A letter of an SVG takes as long as so many pixels."""


def work(data: bytes) -> Iterator[bytes]:
    """Answer with a picture, or what is wrong, for each field."""
    task = task_of(data)
    del data  # the files lie in the task
    refused = _too_many(task)
    for wanted in task.wanted:
        if not refused and time.process_time() > task.seconds:
            refused = "These pictures take too long to read together: make them smaller, or send fewer."
        yield answered(wrong(refused) if refused else _read(wanted, task))


def _too_many(task: Task) -> Text:
    """Return why pictures are too many together; empty if they are not."""
    if task.megapixels is None:
        return ""
    count = 0.0
    for wanted in task.wanted:
        with suppress(UnreadableArt):  # it is told when it is read
            count += _megapixels(wanted)
    many = message(
        "These pictures have more than {megapixels} megapixels together.", megapixels=task.megapixels
    )
    return many if count > task.megapixels else ""


def _megapixels(wanted: Wanted) -> float:
    """Return the size of a file; a drawing counts as a photograph that takes as long to print."""
    if wanted.drawing:
        return len(wanted.data) * LETTER / 1e6
    count: float = _bitmap(wanted).megapixels(wanted)
    return count


def _bitmap(wanted: Wanted) -> ModuleType:
    """Return what reads photographs; UnreadableArt in a browser, which lacks the library for it."""
    if machine.IN_BROWSER:
        raise UnreadableArt(
            "“{name}” needs a server to be printed. An SVG is printed here, too.", name=wanted.name
        )
    from printables.art import bitmap

    return bitmap


def _read(wanted: Wanted, task: Task) -> Picture:
    """One picture; the process ends where it takes longer than it may."""
    _end_after(EACH)
    try:
        if wanted.drawing:
            return svg_ink.read(wanted, task.ink)
        read: Picture = _bitmap(wanted).read(wanted, task.ink)
        return read
    except UnreadableArt as no:
        return wrong(str(no))
    except MemoryError:
        return wrong(message("“{name}” takes too much memory to read: make it smaller.", name=wanted.name))
    finally:
        _end_after(0)


def _end_after(seconds: float) -> None:
    """End this process after so much more of its time, as far as the system can; 0 for never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
