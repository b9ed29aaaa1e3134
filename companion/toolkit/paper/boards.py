"""The schema of boards in ``paper.toml``, and of the pieces of their pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from pydantic import Field, model_validator

from companion.kernel.action import S
from companion.kernel.schema import Many, Number, Schema
from companion.kernel.view import Picture
from companion.svg.tones import Tone
from companion.toolkit.paper.terms import Sigils


class BoardSpec(Schema):
    """A board: ``board`` is the picture everybody sees, ``own-board`` the one before each seat, others are
    the game's ``boards`` by their key.
    """

    skip: bool = False
    """True where it is not printed."""
    title: str = ""
    """What stands at its head; the game's name if left out."""
    flat: Number | None = Field(default=None, gt=0)
    """How wide a hex is from side to side, in millimetres; 30 if left out."""
    unit: Number | None = Field(default=None, gt=0)
    """How many millimetres one unit of the picture is, where it is not made of hexes; instead of ``flat``."""
    starts: bool = False
    """True where each space shows the sign of what stands there at first."""
    tones: dict[str, Tone] = Field(default_factory=dict)
    """Colour by kind of space; the seats' own, or the next free one, for what is left out."""
    icons: dict[str, str] = Field(default_factory=dict)
    """Icon by kind of space."""
    supplies: Many[str] = ()
    """The chips, by their keys, that have a place at its foot for each of their piles, or for each kind."""

    @model_validator(mode="after")
    def _one_size(self) -> "BoardSpec":
        if self.flat and self.unit:
            raise ValueError("A board has one size: “flat” or “unit”, not both.")
        return self


class TokensSpec(Schema):
    """Present where the pieces of the board's picture are cardboard: each is printed as a token, once."""

    size: Number = Field(0.0, ge=0)
    """How wide a token is, in millimetres; as wide as the punch that is asked for if left out."""
    cards: bool = False
    """True where the cards before the seats are tokens too."""
    caption: Many[str] = ()
    """The icons of the figures that stand small on a token."""
    other: str = ""
    """What the other face is called; both faces are alike if left out."""
    icons: dict[str, str] = Field(default_factory=dict)
    """Icon by kind of card."""
    names: dict[str, str] = Field(default_factory=dict)
    """What is printed instead of a name; a number after it stays."""
    sigils: Sigils = ""
    """``with`` where each bears a sigil on either face, if sigils are asked for."""
    lies_on: Many[str] = ()
    """The places it lies on, and so fits in."""


@dataclass(frozen=True)
class PaperBoards(Generic[S]):
    """Boards for paper alone: phones show them in another way."""

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    lying: Callable[[S, str], Mapping[str, tuple[str, ...]] | None] = lambda state, key: None
    """Return the things or their kinds on one of these boards, by space; an empty name for a thing that the
    phone does not know. None if the picture of the view has them."""
