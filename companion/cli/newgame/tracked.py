"""The tracked things, how each is set by hand, and the limits of the box."""

from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.state import ensure
from companion.kernel.tracked import Tracked
from companion.toolkit.ruling import set_by_hand

from . import box
from .state import Heap

TRACKED: tuple[Tracked[Heap], ...] = (
    Tracked(
        lambda heap: {"Stones": heap.stones},
        lambda heap, thing: Number(1, box.STONES),
        lambda heap, thing, to: heap.but(stones=int(to)),
    ),
    Tracked(
        lambda heap: {"Turn": heap.turn},
        lambda heap, thing: box.SEATS,
        lambda heap, thing, to: heap.but(turn=to),
        back=put_back.nothing,
    ),
)


def invariant(heap: Heap) -> None:
    """Stones are taken and never put back; the heap is empty only at the end."""
    least = 0 if heap.over else 1
    ensure(
        least <= heap.stones <= box.STONES,
        "The heap has {least} to {most} stones, not {stones}.",
        least=least,
        most=box.STONES,
        stones=heap.stones,
    )


Ruling = set_by_hand(TRACKED, invariant)
