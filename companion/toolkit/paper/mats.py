"""The schema of tracks and mats in ``paper.toml``."""

from typing import Annotated, Literal

from pydantic import Field, Strict, model_validator

from companion.kernel.schema import Many, Number, Schema, Text
from companion.svg.tones import Tone
from companion.toolkit.paper.terms import Each, Row


class SpacesSpec(Schema):
    """The spaces of a track: numbers ``from`` and ``to``, or ``spaces`` one by one."""

    first: int = Field(1, alias="from")
    """The first number."""
    to: int | None = None
    """The last number."""
    spaces: Many[Text] = ()
    """The spaces one by one; instead of ``from`` and ``to``."""
    start: Text = ""
    """Where the marker begins: drawn with a double ring."""
    notes: dict[str, str] = Field(default_factory=dict)
    """Small words under a space."""
    words: str = ""
    """What stands at the right of the title."""


class TrackSpec(SpacesSpec):
    """A track to cut out; without any, the counters of the game that end somewhere are tracks."""

    title: str
    """What it is called."""
    icon: str = ""
    """Its icon."""
    tone: Tone = "ink"
    """Its colour."""
    each: Each = ""
    """``seat`` where every seat has its own, in its colour."""
    marker: Number = Field(16.0, gt=0)
    """How wide the marker is that stands on it, in millimetres: its spaces are wider."""
    on: str = ""
    """The board it is drawn on, by its key, in a corner that has room; cut out if left out."""
    edge: bool = False
    """True where it runs down the left edge of that board instead, which grows by it."""

    @model_validator(mode="after")
    def _ends(self) -> "TrackSpec":
        if self.to is None and not self.spaces:
            raise ValueError("A track ends somewhere: “to” or “spaces” is missing here.")
        if self.on and (self.each or (self.notes and not self.edge)):
            raise ValueError("A track that is drawn in a corner of a board is one for all, without notes.")
        if self.edge and not self.on:
            raise ValueError("The edge of which board? “on” is missing here.")
        return self


class ZoneSpec(SpacesSpec):
    """A part of a mat."""

    title: str = ""
    """What it is called; a row's name with ``of``."""
    kind: Literal["note", "card", "slot", "chips", "track", "table"] = "note"
    """A ``note`` is words, a ``card`` a place for a card, a ``slot`` words and a place for a chip, ``chips``
    places for chips; a ``track`` has spaces, a ``table`` rows.
    """
    text: str = ""
    """Its words."""
    icon: str = ""
    """Its icon."""
    cost: Text = ""
    """What stands at the right of its title; with ``of``, with the fields of the row in braces."""
    wide: Number = Field(1.0, gt=0)
    """Its share of the row's width; a place for a card is as wide as a card."""
    count: int = Field(1, ge=0)
    """How many places for chips it has."""
    size: Number = Field(18.0, gt=0)
    """How wide a place for a chip is, in millimetres."""
    repeat: int = Field(1, ge=1)
    """How many of this zone lie side by side, numbered."""
    of: Many[Row] = ()
    """Rows of the box, a zone each: ``name``, ``cost``, and ``text`` or ``words``."""
    only: Many[str] = ()
    """Of these rows, those of these names."""
    icons: dict[str, str] = Field(default_factory=dict)
    """Icon by the name of a row."""
    rows: Many[Row] = ()
    """For a table: rows of the box."""
    box: Annotated[tuple[float, float], Strict(False)] | None = None
    """How wide and tall it is, in millimetres, where that does not follow from its row."""
    where: dict[str, Text] = Field(default_factory=dict)
    """Of the rows of ``of``, those that say this; ``SEAT`` stands for the seat's name."""
    columns: dict[str, str] = Field(default_factory=dict)
    """For a table: heading to field of a row; ``words|from`` is the first of them that it has."""

    @model_validator(mode="after")
    def _whole(self) -> "ZoneSpec":
        if not self.title and not self.of:
            raise ValueError("“title” is missing here.")
        if self.kind == "track" and self.to is None and not self.spaces:
            raise ValueError("A track ends somewhere: “to” or “spaces” is missing here.")
        if self.kind == "table" and not (self.rows and self.columns):
            raise ValueError("A table has “rows” and “columns”.")
        return self


class MatRowSpec(Schema):
    """A row of a mat."""

    tall: Number = Field(gt=0)
    """How tall it is: over 10 in millimetres, else as a share of what is left."""
    zones: Many[ZoneSpec]
    """What lies in it, from the left."""


class MatSpec(Schema):
    """A mat, a sheet each; several of one key are one piece."""

    key: str
    """What it is called on the command line and in addresses."""
    title: str
    """What stands at its head; ``SEAT`` stands for the seat's name."""
    name: str = ""
    """What mats of this key are called together; the title if left out."""
    each: Each = ""
    """``seat`` where every seat has its own, in its colour."""
    players: int | None = None
    """For so many players' seats; the largest table's if left out."""
    words: str = ""
    """What stands at the right of its head; the game's name if left out."""
    icon: str = ""
    """Its icon; a seat's is its mark."""
    tone: Tone = "ink"
    """Its colour; a seat's is its own."""
    rows: Many[MatRowSpec]
    """Its rows, from the top."""
