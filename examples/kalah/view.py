"""How a moment of Kalah looks on a phone."""

from collections.abc import Mapping

from companion.kernel.view import Counter, Panel, View
from companion.words import counted

from . import box
from .picture import picture
from .state import Kalah


def view(kalah: Kalah) -> View:
    """What every phone shows."""
    phase = "Game over" if kalah.over else f"{kalah.turn} to sow"
    panels = tuple(
        Panel(seat, (Counter(box.STORE[seat], "in the store", kalah.seeds[box.STORE[seat]], seat=seat),), ())
        for seat in box.SEATS
    )
    return View(phase, (), panels, picture(kalah))


def label(kalah: Kalah, name: str) -> str:
    """An answer in words."""
    return f"{name}, {counted(kalah.seeds[name], 'seed')}" if name in box.OWNER else name


def spaces(kalah: Kalah, name: str) -> tuple[str, ...]:
    """Where a finger may point to give this answer."""
    return (name,) if name in box.PLACES else ()


def starts(kalah: Kalah, seat: str) -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """What a tap on a pit begins: its owner sows from it."""
    return {pit: ("sow", {"pit": pit}) for pit in box.PITS[seat]}
