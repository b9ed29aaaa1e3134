"""The board as marks: one field, with the heap on it."""

from companion.kernel.view import Cell, Picture, Piece

from .state import Heap

WIDTH, HEIGHT, MIDDLE = 8.0, 4.0, (4.0, 2.0)
CELLS = (Cell("Heap", ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (0.0, HEIGHT)), MIDDLE, label="Heap"),)


def picture(heap: Heap) -> Picture:
    """The field, and how many stones lie on it."""
    stones = Piece("Stones", MIDDLE, heap.turn, str(heap.stones), size=1.2)
    return Picture("The heap", WIDTH, HEIGHT, CELLS, pieces=(stones,))
