"""A board turned by half, to the end of the player opposite: letters and pieces stay upright."""

from dataclasses import replace

from companion.kernel.view import Cell, Picture, Point, Stroke
from companion.words import message

_cells: dict[int, tuple[tuple[Cell, ...], tuple[Cell, ...]]] = {}
"""Cells as they are turned, kept so that their ground is drawn once."""


def turned(picture: Picture) -> Picture:
    """The same board, seen from its other end."""

    def there(at: Point) -> Point:
        return picture.width - at[0], picture.height - at[1]

    def line(stroke: Stroke) -> Stroke:
        return replace(stroke, points=tuple(map(there, stroke.points)))

    cached = _cells.get(id(picture.cells))
    if cached is None or cached[0] is not picture.cells:
        if len(_cells) > 200:
            _cells.clear()
        around = (
            replace(cell, outline=tuple(map(there, cell.outline)), at=there(cell.at))
            for cell in picture.cells
        )
        cached = _cells[id(picture.cells)] = picture.cells, tuple(around)
    return replace(
        picture,
        name=message("{name}, turned round", name=picture.name),
        cells=cached[1],
        strokes=tuple(map(line, picture.strokes)),
        pieces=tuple(replace(piece, at=there(piece.at)) for piece in picture.pieces),
        ways=tuple(map(line, picture.ways)),
        lap=tuple(map(there, picture.lap)),
        turned=not picture.turned,
        plates=tuple(
            replace(plate, at=there(plate.at), right=not plate.right, low=not plate.low)
            for plate in picture.plates
        ),
    )
