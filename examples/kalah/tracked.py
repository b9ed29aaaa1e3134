"""What Kalah tracks, how it is set by hand, and what the box can hold."""

from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.state import ensure
from companion.kernel.tracked import Tracked
from companion.toolkit.ruling import set_by_hand

from . import box
from .state import Kalah


def _put(kalah: Kalah, place: str, to: str) -> Kalah:
    """So many seeds in a place: the others go beside the board, or come from there."""
    aside = kalah.seeds[box.ASIDE] + kalah.seeds[place] - int(to)
    return kalah.but(seeds={**kalah.seeds, place: int(to), box.ASIDE: aside}).ended()


TRACKED: tuple[Tracked[Kalah], ...] = (
    Tracked(
        lambda kalah: {place: kalah.seeds[place] for place in box.PLACES},
        lambda kalah, place: Number(0, kalah.seeds[place] + kalah.seeds[box.ASIDE]),
        _put,
    ),
    Tracked(
        lambda kalah: {box.ASIDE: kalah.seeds[box.ASIDE]},
        follows="what is taken off the board by hand, until it is put back",
        back=put_back.set_to,
    ),
    Tracked(
        lambda kalah: {"Turn": kalah.turn},
        lambda kalah, thing: box.SEATS,
        lambda kalah, thing, to: kalah.but(turn=to),
        back=put_back.nothing,
    ),
)


def invariant(kalah: Kalah) -> None:
    """No seed is lost and none is added."""
    ensure(min(kalah.seeds.values()) >= 0, "A pit cannot hold fewer seeds than none.")
    there = sum(kalah.seeds.values())
    words = "There are {there} seeds on the table; {total} are in play."
    ensure(there == kalah.total, words, there=there, total=kalah.total)


Ruling = set_by_hand(TRACKED, invariant)
