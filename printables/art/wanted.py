"""The messages between processes about a file with art: the task and the answer."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import NamedTuple

from companion.words import Text, Value, filled
from printables.draw.ink import Ink

DPI, INCH = 300, 25.4
OPERATORS, WRONG = "operators", "wrong"


class UnreadableArt(Exception):
    """Art that cannot be printed; its words, a template and its values, say why, and what would do."""

    def __init__(self, why: Text, /, **values: Value) -> None:
        super().__init__(filled(why, values))


@dataclass(frozen=True)
class Wanted:
    """A file as it fills a field of a card: a size in millimetres, about a focus."""

    name: str
    data: bytes
    focus: tuple[float, float]
    """From the left and from the top, each 0 to 1."""
    size: tuple[float, float]

    @property
    def dots(self) -> tuple[int, int]:
        """The pixels that the field needs."""
        wide, high = (ceil(n * DPI / INCH - 1e-6) for n in self.size)
        return wide, high

    @property
    def drawing(self) -> bool:
        """True if the file is an SVG by its name."""
        return self.name.lower().endswith(".svg")


class Picture(NamedTuple):
    """A field as the document takes it."""

    kind: str
    """``JPEG``, or ``L``, ``RGB`` or ``CMYK`` for deflated pixels; ``operators`` that draw it, in points from
    its upper left corner; or what is ``wrong``, in words.
    """
    size: tuple[int, int]
    """In pixels."""
    data: bytes

    @property
    def words(self) -> str:
        """The operators, or what is wrong."""
        return self.data.decode()


def wrong(why: Text) -> Picture:
    """Return a refusal in the place of a picture."""
    return Picture(WRONG, (0, 0), str(why).encode())


class Task(NamedTuple):
    """The task of a process: fields, their ink, and how much they may take together."""

    wanted: Sequence[Wanted]
    ink: Ink
    seconds: int
    """Of processor time."""
    megapixels: int | None
    """None for no limit."""


def asked(task: Task) -> bytes:
    """Return a task as the process reads it: a line of JSON, and every file once."""
    files = {data: n for n, data in enumerate(dict.fromkeys(one.data for one in task.wanted))}
    fields = [(one.name, files[one.data], one.focus, one.size) for one in task.wanted]
    head = {
        "ink": (task.ink.mode, task.ink.cmyk),
        "seconds": task.seconds,
        "megapixels": task.megapixels,
        "files": [len(file) for file in files],
        "fields": fields,
    }
    return b"".join((json.dumps(head).encode(), b"\n", *files))


def task_of(data: bytes) -> Task:
    """Return the task that was asked."""
    file = BytesIO(data)
    head = json.loads(file.readline())
    files = [file.read(size) for size in head["files"]]
    wanted = [Wanted(name, files[n], tuple(focus), tuple(size)) for name, n, focus, size in head["fields"]]
    return Task(wanted, Ink(*head["ink"]), head["seconds"], head["megapixels"])


def answered(picture: Picture) -> bytes:
    """Return a picture as the process tells it."""
    return json.dumps((picture.kind, picture.size, len(picture.data))).encode() + b"\n" + picture.data


def pictures(answer: bytes) -> Iterator[Picture]:
    """Yield the pictures of an answer, up to where it is cut short."""
    at = 0
    while (end := answer.find(b"\n", at)) >= 0:
        kind, size, length = json.loads(answer[at:end])
        at = end + 1 + length
        if at > len(answer):
            return
        yield Picture(kind, tuple(size), answer[end + 1 : at])


def crop(
    of: tuple[float, float], to: tuple[float, float], focus: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Return the largest part of a picture in the proportions of another size, its middle as near to the
    focus as can be: left, top, right, bottom.
    """
    by = min(of[0] / to[0], of[1] / to[1])
    w, h = to[0] * by, to[1] * by
    left = max(0.0, min(focus[0] * of[0] - w / 2, of[0] - w))  # by rounding a part may be a hair too wide
    top = max(0.0, min(focus[1] * of[1] - h / 2, of[1] - h))
    return left, top, min(left + w, of[0]), min(top + h, of[1])
