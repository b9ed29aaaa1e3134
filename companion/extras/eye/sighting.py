"""Readings of a photograph: sigils, and their places on a board; nothing of the game yet."""

from dataclasses import dataclass
from typing import Any, NamedTuple

Point = tuple[float, float]
FRAME = "frame "
"""Before the key of a board: the frame that is laid round one that somebody has."""
MOST_BYTES = 16 * 1024 * 1024
"""The largest file of a photograph."""


class UnreadablePhoto(ValueError):
    """Refusal of a photograph, in a sentence for the person who took it."""


class Reference(NamedTuple):
    """The place of a sigil by which a board is measured."""

    x: float
    y: float
    """Its place on the board as we draw it, in millimetres."""
    beside_x: float = 0.0
    beside_y: float = 0.0
    """The distance from there on the table: a frame lies around a board of another size."""


@dataclass(frozen=True)
class Sighting:
    """A sigil on a piece."""

    number: int
    at: Point
    """Its middle, in millimetres from the upper left of the board."""
    right: Point
    """The way its upper edge goes, on the board: what lies beside it on the piece is found by it."""
    corners: tuple[Point, ...]
    """Where it is seen, in shares of the picture's width and height."""


@dataclass(frozen=True)
class PhotoReading:
    """A photograph, read."""

    border: str
    """The border that was seen: the key of its board, or of the board a frame lies round."""
    references: tuple[int, ...]
    """The sigils of that border that were seen."""
    of: int
    """The number of the border's sigils."""
    sightings: tuple[Sighting, ...]
    milliseconds: int
    picture: bytes = b""
    """The photograph, upright and small, as a JPEG."""

    @property
    def board(self) -> str:
        """The board, by key."""
        return self.border.removeprefix(FRAME)

    @property
    def framed(self) -> bool:
        """True if a frame lies around it; its pieces have stickers then."""
        return self.border.startswith(FRAME)

    @classmethod
    def of_json(cls, read: dict[str, Any], picture: bytes) -> "PhotoReading":
        """A reading as the worker says it."""
        seen = tuple(
            Sighting(
                one["number"], _point(one["at"]), _point(one["right"]), tuple(map(_point, one["corners"]))
            )
            for one in read["sightings"]
        )
        return cls(read["border"], tuple(read["references"]), read["of"], seen, read["milliseconds"], picture)


def _point(pair: Any) -> Point:
    return float(pair[0]), float(pair[1])
