"""The view of a moment on a phone."""

from collections.abc import Mapping

from companion.kernel.view import Counter, Panel, View

from . import box
from .picture import picture
from .state import Heap


def view(heap: Heap) -> View:
    """Return the view that every phone shows."""
    phase = "Game over" if heap.over else f"{heap.turn} to take"
    counters = (Counter("Stones", "Stones", heap.stones, box.STONES),)
    return View(phase, counters, tuple(Panel(seat, (), ()) for seat in box.SEATS), picture(heap))


def starts(heap: Heap, seat: str) -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """Return what a tap on a piece of the board begins."""
    return {"Stones": ("take", {})}
