"""The board as marks: a row of six pits for each seat, and a store at either end."""

from math import cos, pi, sin

from companion.kernel.view import Cell, Picture, Piece, Point

from . import box
from .state import Kalah

STEP, WIDTH, HEIGHT = 2.2, 17.6, 5.0
AT: dict[str, Point] = {
    **{pit: (STEP * (n + 1.5), 3.7) for n, pit in enumerate(box.PITS["South"])},
    **{pit: (STEP * (6.5 - n), 1.3) for n, pit in enumerate(box.PITS["North"])},
    box.STORE["South"]: (STEP * 7.5, 2.5),
    box.STORE["North"]: (STEP * 0.5, 2.5),
}
"""Where the middle of each place is."""
SEAT = box.OWNER | {store: seat for seat, store in box.STORE.items()}
LABEL = {place: place if place in box.OWNER else "" for place in AT}


def _oval(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    turns = [2 * pi * n / 36 for n in range(36)]
    return tuple((x + wide * cos(turn), y + high * sin(turn)) for turn in turns)


CELLS = tuple(
    Cell(
        place,
        _oval(x, y, 1.05, 1.05 if place in box.OWNER else 2.4),
        (x, y),
        kind=SEAT[place].lower(),
        label=LABEL[place],
    )
    for place, (x, y) in AT.items()
)


def picture(kalah: Kalah) -> Picture:
    """The board with a number for the seeds of each place."""
    pieces = tuple(
        Piece(place, AT[place], SEAT[place], str(kalah.seeds[place]), caption=LABEL[place], size=0.85)
        for place in AT
        if kalah.seeds[place]
    )
    return Picture("The board, South's pits below", WIDTH, HEIGHT, CELLS, pieces=pieces)
