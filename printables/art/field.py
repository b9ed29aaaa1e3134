"""The field of a card that art fills: the owner's own picture, about its focus.

The file is never opened here. A process reads all that is wanted together and answers with pictures as the
document takes them; each is in the document once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFImageXObject

from companion.words import message
from companion.work.process import MEGABYTE, Cause, Failure, Limits, run
from printables.art.wanted import OPERATORS, WRONG, Picture, Task, Wanted, asked, pictures, wrong
from printables.draw.fonts import Unprintable
from printables.draw.ink import Ink
from printables.draw.pen import Pen

MEMORY = 360
"""Megabytes that a process may reserve to read art, besides the files twice; libraries take 60. House."""
SECONDS, EACH = 20, 2
"""Seconds of processor time for the art that is sent to a server together, and for one picture. House."""
PATIENCE = 3
"""So many times as long by the clock. House."""
SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "JPEG": "DeviceRGB", "CMYK": "DeviceCMYK"}
ENDED = {
    Cause.MEMORY: "takes too much memory to read",
    Cause.PROCESSOR: "takes too much time to read",
    Cause.PATIENCE: "takes too much time to read",
    Cause.FAULT: "cannot be read",
}


@dataclass(frozen=True)
class Art:
    """A file with a picture, and the part of it that must be seen."""

    name: str
    data: bytes | None
    """None where the set names it and nobody gave it."""
    focus: tuple[float, float]
    """From the left and from the top, each 0 to 1."""
    pictures: dict[tuple[Any, ...], Picture] = field(default_factory=dict, compare=False, repr=False)
    """What was read of it, by size and ink."""


class ArtField(NamedTuple):
    """Art and the size of the field it fills, in millimetres."""

    art: Art
    size: tuple[float, float]

    def key(self, ink: Ink) -> tuple[Any, ...]:
        """Under which it is remembered."""
        return round(self.size[0], 3), round(self.size[1], 3), ink.mode, ink.cmyk


def read(fields: Iterable[ArtField], ink: Ink, megapixels: int | None = None) -> None:
    """Read what fields want that is not read yet, in one process; where there is a limit of megapixels, a
    stranger's are read: they have a limit of time together as well.
    """
    new = [one for one in fields if one.art.data is not None and one.key(ink) not in one.art.pictures]
    each = {one: _wanted(one) for one in new}
    wanted = list(dict.fromkeys(each.values()))
    if not wanted:
        return
    seconds = EACH * len(wanted)
    task = Task(wanted, ink, min(seconds, SECONDS) if megapixels else seconds, megapixels)
    results = dict(zip(wanted, _read(task), strict=True))
    for one, want in each.items():
        one.art.pictures[one.key(ink)] = results[want]


def _wanted(one: ArtField) -> Wanted:
    assert one.art.data is not None
    return Wanted(one.art.name, one.art.data, one.art.focus, one.size)


def _read(task: Task) -> list[Picture]:
    """The pictures of a task. Where the process did not come to its end, what it read last is at fault, and
    stands for all that come after it.
    """
    processor = task.seconds + EACH
    data = asked(task)
    limits = Limits(MEMORY + 2 * len(data) // MEGABYTE, processor, PATIENCE * processor)
    answer = run("printables.art.worker", data, limits)
    if not isinstance(answer, Failure):
        return list(pictures(answer))
    results = list(pictures(answer.answer))[: len(task.wanted) - 1]
    rest = wrong(
        message(
            "“{name}” {ended}: make it smaller and simpler, or save it again as PNG or JPEG.",
            name=task.wanted[len(results)].name,
            ended=ENDED[answer.cause],
        )
    )
    return results + [rest] * (len(task.wanted) - len(results))


def draw(pen: Pen, art: Art, x: float, y: float, w: float, h: float) -> None:
    """Fill a box, in millimetres, with art; Unprintable says why it cannot be."""
    if art.data is None:
        raise Unprintable(
            "its art “{name}” is not there; it must lie beside the set, or be sent with it.", name=art.name
        )
    one = ArtField(art, (w, h))
    read([one], pen.ink)
    picture = art.pictures[one.key(pen.ink)]
    if picture.kind == WRONG:
        raise Unprintable(picture.words)
    key = ("art", art, round(w, 3), round(h, 3))
    with pen.at(x, y):
        pen.use(pen.form(key, w, h, partial(_drawn, picture=picture, w=w, h=h)))


def _drawn(pen: Pen, picture: Picture, w: float, h: float) -> None:
    if picture.kind == OPERATORS:
        pen.box(0, 0, w, h, pen.ink.paper)
        pen.say(picture.words)
        return
    name = blake2b(picture.data, digest_size=16).hexdigest()
    image: Any = PDFImageXObject(name)
    image.width, image.height = picture.size
    image.bitsPerComponent, image.colorSpace = 8, SPACES[picture.kind]
    image._filters = ("DCTDecode" if picture.kind == "JPEG" else "FlateDecode",)
    image.streamContent = picture.data
    pen.image(name, image, w, h)
