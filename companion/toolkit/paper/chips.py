"""The schema of chips, tiles, rings and figures in ``paper.toml``."""

from typing import Literal

from pydantic import Field, model_validator

from companion.kernel.schema import Many, Number, Schema, Text
from companion.svg.tones import Tone
from companion.toolkit.paper.cards import LookSpec
from companion.toolkit.paper.terms import Each, Pattern, Row, Sigils


class ChipLookSpec(LookSpec):
    """The look of a kind of chip; what is left out stays as the group says."""

    letter: Text | None = None
    """Its letters."""
    pattern: Pattern | None = None
    """The pattern of its rim; its colour's own if left out."""
    caption: str | None = None
    """Figures or a few words more."""
    around: str | None = Field(None, pattern="^[xo-]{6}$")
    """How the six neighbours of a tile must lie, from the upper right on: ``x`` this one, ``o`` any, ``-``
    none.
    """


class KindSpec(ChipLookSpec):
    """One kind of chip."""

    name: str
    """What it is called; ``SEAT`` stands for the seat's name."""
    count: int | None = Field(None, ge=1)
    """How many there are."""
    other: str = ""
    """What its other face is called; both faces are alike if left out."""
    thing: str = ""
    """What it is on the phone, a thing or a kind, where that is not its name: its sigil stands for it."""


class BackSpec(ChipLookSpec):
    """The other side of all chips of a group, so that they can be shuffled and lie face down."""

    name: str
    """What it is called."""


class PileSpec(Schema):
    """A pile to draw from: its backs bear its letter."""

    letter: Text
    """Its letter."""
    numbers: Many[int] = ()
    """The numbers that lie on it."""
    count: int = Field(0, ge=0)
    """Instead of numbers: so many of every kind lie on it."""


class CrossSpec(Schema):
    """A chip for each name with each number."""

    names: Many[str]
    """The names."""
    numbers: Many[int]
    """The numbers, which are their letters."""
    count: int = Field(1, ge=1)
    """How many there are of each."""


class ChipsSpec(Schema):
    """A group of chips. Its kinds are one of: ``kinds`` said here, rows ``of`` the box, the cards of a
    ``deck``, or a ``cross``.
    """

    key: str
    """What it is called on the command line and in addresses."""
    title: str
    """What it is called."""
    size: Number = Field(0.0, ge=0)
    """How wide a chip is, in millimetres; as wide as the punch that is asked for if left out."""
    each: Each = ""
    """``seat`` where every seat has its own, in its colour."""
    kinds: Many[KindSpec] = ()
    """The kinds one by one."""
    of: Many[str | Row] = ()
    """Names, or rows of the box; ``name``, ``count``, ``letter``, ``icon`` and ``tone`` of a row are used."""
    says: dict[str, str] = Field(default_factory=dict)
    """``name`` and ``letter`` of a row of the box in other words, with its fields in braces."""
    deck: str = ""
    """A deck of the set, by key: a chip for each card."""
    side: str = ""
    """The field that says which side a card of the deck belongs to."""
    order: Many[str] = ()
    """The sides in the order of their colours."""
    cross: CrossSpec | None = None
    """A chip for each of some names with each of some numbers."""
    look: dict[str, ChipLookSpec] = Field(default_factory=dict)
    """How a kind looks, by its row's ``key`` or else its name."""
    tone: Tone = "ink"
    """The colour of those that say none."""
    icon: str = ""
    """The icon of those that say none."""
    letter: Text = ""
    """The letters of those that say none."""
    count: int = Field(1, ge=1)
    """How many there are of those that do not say."""
    back: BackSpec | None = None
    """The other side of all of them; each is alike on both if left out."""
    piles: Many[PileSpec] = ()
    """The piles they are drawn from, where there are several; each has its letter on the backs."""
    where: dict[str, str] = Field(default_factory=dict)
    """Of the cards of a deck, those whose fields say this."""
    stand: bool = False
    """True where each is a figure: a strip that is folded and stands."""
    shape: Literal["round", "hex", "hex-flat", "corner"] = "round"
    """``hex`` is a hexagon with a corner up, ``hex-flat`` one with a side up, ``corner`` three of those about
    a corner of the board; its size is from side to side.
    """
    clear: Number = Field(0.0, ge=0)
    """How wide the middle is, in millimetres, that is kept free for what stands there."""
    hole: bool = False
    """True where that middle is cut out: a ring."""
    lies_on: Many[str] = ()
    """The places it lies on, and so fits in."""
    covers: Many[str] = ()
    """The places it covers, and so is as large as."""
    stands_in: Many[str] = ()
    """The places it stands in: a track, or the middle of chips that is kept free."""
    sigils: Sigils = ""
    """``with`` where each bears a sigil, if sigils are asked for; ``only`` where they are there for a
    photograph alone, and printed only with sigils."""
    shares: bool = False
    """True where it may lie on a space together with another piece: a photograph is not in doubt then."""
    note: str = ""
    """What is ours about them: it stands in the list of what is printed."""

    @model_validator(mode="after")
    def _piles_have_backs(self) -> "ChipsSpec":
        if self.piles and not self.back:
            raise ValueError("Who draws from piles sees a back: “back” is missing here.")
        if self.hole and not self.clear:
            raise ValueError("A ring has a middle: “clear” is missing here.")
        return self

    @model_validator(mode="after")
    def _one_source(self) -> "ChipsSpec":
        if sum(map(bool, (self.kinds, self.of, self.deck, self.cross))) != 1:
            raise ValueError("The kinds of chips are one of: “kinds”, “of”, “deck” or “cross”.")
        return self
