"""A section of a print, the sheets it lies on, and what those take to make."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from companion.words import Message, message
from printables.layout.grid import Laid
from printables.layout.paper import Cutout, Page


@dataclass(frozen=True)
class Section:
    """The pieces under one name: things to cut out, and whole pages."""

    title: str
    parts: Sequence[Cutout | Page]
    data: str
    """What they were made from; its hash stands on every sheet."""
    cards: str = ""
    """The name of the set of cards they are from, where there are several."""


def stamp(sections: Iterable[Section]) -> str:
    """Eight letters that change with the data of some sections."""
    return sha256("".join(section.data for section in sections).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Sheet:
    """A sheet of card or paper with its faces."""

    faces: tuple[Page, ...]
    """The front, and the back if there is one."""
    of: tuple[int, ...]
    """The numbers of the sections that it shows something of."""
    stock: str = "paper"
    laid: tuple[Laid, ...] = ()
    """What is cut out of it."""

    @property
    def cuts(self) -> int:
        """Return how many straight cuts it takes."""
        return sum(face.cuts for face in self.faces)

    @property
    def punched(self) -> int:
        """Return how many pieces are punched, or cut out along their own outline."""
        return sum(not one.cutout.marks for one in self.laid)


@dataclass(frozen=True)
class Need:
    """The work and material of a kit, counted from its sheets."""

    card: int
    paper: int
    cuts: int
    """Straight ones, each sheet by itself."""
    punched: int
    """Pieces that are punched, or cut out along their own outline."""
    machine: bool = False
    """True where a machine does the latter."""

    @classmethod
    def of(cls, sheets: Sequence[Sheet], machine: bool = False) -> "Need":
        """Count some sheets."""
        card = sum(sheet.stock == "card" for sheet in sheets)
        cuts, punched = (sum(getattr(sheet, what) for sheet in sheets) for what in ("cuts", "punched"))
        return cls(card, len(sheets) - card, cuts, punched, machine)

    def __str__(self) -> str:
        return str(message("{parts:, }", parts=[*self._parts()]))

    def _parts(self) -> Iterator[Message]:
        if self.card:
            yield message("{n:# sheet|# sheets} of card", n=self.card)
        if self.paper:
            words = "{n} of paper" if self.card else "{n:# sheet|# sheets} of paper"
            yield message(words, n=self.paper)
        if self.cuts:
            yield message("{n:# cut|# cuts}", n=self.cuts)
        if self.punched and self.machine:
            yield message("{n:# piece|# pieces} for the cutter", n=self.punched)
        elif self.punched:
            yield message("{n:# piece|# pieces} to punch out", n=self.punched)
