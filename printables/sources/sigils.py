"""Sigils: which number stands for what, on the boards of a game and on its pieces."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from companion.toolkit.paper import Paper
from printables.draw import sigil
from printables.draw.fonts import Unprintable
from printables.layout.chips import Chip

REFERENCES = 8
"""So many sigils stand in the border of a board."""


@dataclass(frozen=True)
class SigilFace:
    """The thing, and its face, that a sigil on a piece stands for."""

    thing: str
    """A thing of the phone, or the kind that several pieces are of."""
    up: bool
    """False on the other face of what lies face down."""


def has(paper: Paper) -> bool:
    """True if a game says which of its pieces a photograph reads."""
    return bool(paper.tokens and paper.tokens.sigils) or any(spec.sigils for spec in paper.chips)


def of_board(keys: Iterable[str], key: str) -> tuple[int, ...]:
    """The sigils in the border of a board, by the keys of the game's boards: eight for each."""
    first = list(keys).index(key) * REFERENCES
    return tuple(range(first, first + REFERENCES))


def of_frame(keys: Iterable[str], key: str) -> tuple[int, ...]:
    """The sigils of the frame that is laid round a board of somebody's own: eight for each, from the last."""
    first = len(sigil.CODES) - (list(keys).index(key) + 1) * REFERENCES
    return tuple(range(first, first + REFERENCES))


class Numbers:
    """Numbers for the faces of pieces, in their order, after those of the boards and before those of frames;
    pieces that are the same thing have the same. Backs that are all alike have none, since they would
    tell what is drawn.
    """

    def __init__(self, boards: int) -> None:
        self._next = count(boards * REFERENCES)
        self._room = len(sigil.CODES) - boards * REFERENCES
        self._of: dict[str, tuple[int, ...]] = {}

    def marked(self, chips: Iterable[Chip]) -> Iterator[Chip]:
        """Chips with their sigils, one for each face that differs; Unprintable where there are too many."""
        for chip in chips:
            thing = chip.thing or chip.name
            faces = 2 if chip.other else 1
            if thing not in self._of:
                self._of[thing] = tuple(next(self._next) for _ in range(faces))
            if self._of[thing][-1] >= self._room:
                raise Unprintable(
                    "There are {room} sigils; “{thing}” would be one too many.", room=self._room, thing=thing
                )
            yield replace(chip, thing=thing, sigils=self._of[thing])


def faces(chips: Iterable[Chip]) -> dict[int, SigilFace]:
    """Sigil to what it stands for."""
    result: dict[int, SigilFace] = {}
    for chip in chips:
        for n, number in enumerate(chip.sigils):
            result[number] = SigilFace(chip.thing, not n)
    return result
