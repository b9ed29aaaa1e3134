"""Prints a set of cards that was sent to a server, in a process with limits, so that taps go on."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from companion.kernel.shelf import shelf
from companion.work.process import Cause, Failure, Limits, run
from printables.draw.fonts import Unprintable
from printables.job import ART_MEGAPIXELS, own_set, sent, whole
from printables.layout.paper import Order
from printables.sources.catalogue import catalogue, chosen
from printables.sources.printable import read_art

LIMITS = Limits(memory=1536, processor=30, patience=100)
"""Of the process that prints. The art is read in one more, with limits of its own. House."""
LESS = "Choose fewer pieces or send smaller pictures."
ENDED = {
    Cause.MEMORY: f"This print takes too much memory. {LESS}",
    Cause.PROCESSOR: f"This print takes too much time. {LESS}",
    Cause.PATIENCE: f"This print takes too much time. {LESS}",
    Cause.FAULT: f"This print failed. {LESS}",
}


class Sent(NamedTuple):
    """A set of cards with its art, as a request sent it, and what to print of it."""

    game: str
    """Its key."""
    text: bytes
    name: str
    """The name of the file with the text."""
    arts: list[tuple[str, bytes]]
    """The name and the content of each file with art."""
    players: int | None
    keys: tuple[str, ...]
    order: Order
    copies: int


def elsewhere(asked: Sent) -> tuple[str, bytes]:
    """Return the ending of the file's name and the file; Unprintable says why it cannot be made."""
    files = [asked.text, *(data for _, data in asked.arts)]
    head = asked._asdict() | {
        "text": len(asked.text),
        "arts": [(name, len(data)) for name, data in asked.arts],
        "order": vars(asked.order),
    }
    answer = run(__name__, b"".join((json.dumps(head).encode(), b"\n", *files)), LIMITS)
    if isinstance(answer, Failure):
        raise Unprintable(ENDED[answer.cause])
    line, _, document = answer.partition(b"\n")
    said = json.loads(line)
    if "wrong" in said:
        raise Unprintable(said["wrong"])
    return said["ending"], document


def work(data: bytes) -> Iterator[bytes]:
    """Answer with a line of JSON, then the file; the line alone says what is wrong."""
    try:
        ending, document = _printed(_sent(data))
    except Unprintable as no:
        yield json.dumps({"wrong": str(no)}).encode()
        return
    yield json.dumps({"ending": ending}).encode() + b"\n"
    yield document


def _sent(data: bytes) -> Sent:
    file = BytesIO(data)
    head = json.loads(file.readline())
    order = Order(**head["order"] | {"offset": tuple(head["order"]["offset"])})
    text = file.read(head["text"])
    arts = [(name, file.read(size)) for name, size in head["arts"]]
    return Sent(**head | {"text": text, "arts": arts, "keys": tuple(head["keys"]), "order": order})


def _printed(asked: Sent) -> tuple[str, bytes]:
    game = shelf()[asked.game]
    own = own_set(game, asked.text, asked.name)
    found = catalogue(game, own, players=asked.players, arts=sent(game, own, asked.arts))
    some = chosen(found, asked.keys, asked.order)
    read_art(some, asked.order, ART_MEGAPIXELS)
    return whole(game, some, asked.order, asked.copies)
