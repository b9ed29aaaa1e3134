"""Prints beside the taps, in a process with limits: a set of cards that was sent, on a phone everything."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple

from companion.boxes.own import Described
from companion.kernel.game import Game
from companion.kernel.shelf import shelf
from companion.work.process import Cause, Failure, Limits, run
from printables.draw.fonts import Unprintable
from printables.job import ART_MEGAPIXELS, own_set, sent, whole
from printables.layout.paper import Order
from printables.sources.catalogue import catalogue, chosen
from printables.sources.printable import Printable, changed, read_art, since

LIMITS = Limits(memory=1536, processor=30, patience=100)
"""Of the process that prints. The art is read in one more, with limits of its own. House."""
LONG = "This print takes too much time. Choose fewer pieces or send smaller pictures."
ENDED = {
    Cause.MEMORY: "This print takes too much memory. Choose fewer pieces or send smaller pictures.",
    Cause.PROCESSOR: LONG,
    Cause.PATIENCE: LONG,
    Cause.FAULT: "This print failed. Choose fewer pieces or send smaller pictures.",
}


class Sent(NamedTuple):
    """A print order for a game's own cards, or for a set with its art, as a request sent it."""

    game: str
    """Its key."""
    text: bytes
    """The set; empty for the game's own cards."""
    name: str
    """The name of the file with the text."""
    arts: list[tuple[str, bytes]]
    """The name and the content of each file with art."""
    since: tuple[str, bytes] | None
    """The name and the content of an earlier set: only what changed is printed."""
    players: int | None
    keys: tuple[str, ...]
    order: Order
    copies: int
    described: str = ""
    """The text of a game of somebody's own."""

    @property
    def box(self) -> Game[Any]:
        """The game that is printed."""
        return Described()(self.described) if self.described else shelf()[self.game]


def elsewhere(order: Sent) -> tuple[str, bytes]:
    """Return the ending of the file's name and the file; Unprintable says why it cannot be made."""
    since = [order.since] if order.since else []
    files = [order.text, *(data for _, data in (*order.arts, *since))]
    head = order._asdict() | {
        "text": len(order.text),
        "arts": [(name, len(data)) for name, data in order.arts],
        "since": [(name, len(data)) for name, data in since],
        "order": vars(order.order),
    }
    answer = run(__name__, b"".join((json.dumps(head).encode(), b"\n", *files)), LIMITS)
    if isinstance(answer, Failure):
        raise Unprintable(ENDED[answer.cause])
    line, _, document = answer.partition(b"\n")
    result = json.loads(line)
    if "wrong" in result:
        raise Unprintable(result["wrong"])
    return result["ending"], document


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
    earlier = [(name, file.read(size)) for name, size in head["since"]]
    read = {"text": text, "arts": arts, "since": earlier[0] if earlier else None}
    return Sent(**head | read | {"keys": tuple(head["keys"]), "order": order})


def _printed(order: Sent) -> tuple[str, bytes]:
    entries = _catalogue(order, order.name, order.text)
    if order.since:
        entries = since(entries, _catalogue(order, *order.since))
    some = chosen(entries, order.keys, order.order)
    if order.since:
        some = changed(some, order.order)
    read_art(some, order.order, ART_MEGAPIXELS)
    return whole(order.box, some, order.order, order.copies)


def _catalogue(order: Sent, name: str, text: bytes) -> dict[str, Printable]:
    """The printables of the game with a set that was sent, and the art that was sent."""
    game = order.box
    if not text:
        return catalogue(game, players=order.players)
    own = own_set(game, text, name)
    return catalogue(game, own, players=order.players, arts=sent(game, own, order.arts))
