"""What was read in a photograph: sigils, and where they lie on a board; nothing of the game yet."""

from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


class Unreadable(ValueError):
    """What is wrong with a photograph, in a sentence for whoever took it."""


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
class Reading:
    """A photograph, read."""

    board: str
    """The board whose border was seen."""
    references: tuple[int, ...]
    """The sigils of that border that were seen,"""
    of: int
    """and how many there are."""
    sightings: tuple[Sighting, ...]
    milliseconds: int
    picture: bytes = b""
    """The photograph, upright and small, as a JPEG."""

    @classmethod
    def of_json(cls, read: dict[str, Any], picture: bytes) -> "Reading":
        """A reading as the worker says it."""
        seen = tuple(
            Sighting(
                one["number"], _point(one["at"]), _point(one["right"]), tuple(map(_point, one["corners"]))
            )
            for one in read["sightings"]
        )
        return cls(read["board"], tuple(read["references"]), read["of"], seen, read["milliseconds"], picture)


def _point(pair: Any) -> Point:
    return float(pair[0]), float(pair[1])
