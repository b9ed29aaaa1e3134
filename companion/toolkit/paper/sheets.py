"""The schema of the sheets to read and write on in ``paper.toml``: reference, aids and score pads."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from companion.kernel.schema import Many, Schema, Text
from companion.svg.tones import Tone
from companion.toolkit.paper.terms import Row


class ReferenceSpec(Schema):
    """The quick-reference sheet."""

    skip: Many[str] = ()
    """Verbs that only a phone needs: hands at the table do without."""
    rules: Many[str] = ()
    """Rules that are about what a phone keeps: the sheet does without."""


class SetUpSpec(Schema):
    """The set-up sheet: its steps are what the game tells when a table opens."""

    chance: str = ""
    """The step that replaces those in which chance decides; without it the sheet says what is decided."""
    then: Many[str] = ()
    """The steps that follow, until the first player acts."""


class AidKindSpec(Schema):
    """A kind of space, chip or card, and what it does."""

    name: str
    """What it is called."""
    words: str
    """What it does."""
    icon: str = ""
    """Its icon."""
    tone: Tone | Literal[""] = ""
    """Its colour."""


class AidTableSpec(Schema):
    """Numbers one looks up: rows of the box."""

    title: str
    """What they are."""
    icon: str = ""
    """Its icon."""
    rows: Many[Row]
    """Rows of the box."""
    where: dict[str, Text] = Field(default_factory=dict)
    """Of these rows, those that say this; ``SEAT`` stands for the seat's name."""
    columns: dict[str, str]
    """Heading to field of a row; ``words|from`` is the first of them that it has."""


class AidPieceSpec(Schema):
    """A piece of the example."""

    at: str
    """The space it stands on."""
    letter: Text = ""
    """Its letters."""
    icon: str = ""
    """Its icon, where it has no letters."""
    seat: int = Field(0, ge=0)
    """Whose it is: the number of the seat, from 1; nobody's if left out."""
    tone: Tone = "ink"
    """Its colour, where it is nobody's."""
    caption: str = ""
    """Figures under it."""
    tile: bool = False
    """True where it is a hexagon."""


class AidExampleSpec(Schema):
    """Something that happens, drawn on a part of a board and said."""

    title: str
    """What it shows."""
    words: str
    """What happens."""
    board: str = "board"
    """The board, by its key."""
    spaces: Many[str]
    """The spaces that are drawn."""
    pieces: Many[AidPieceSpec] = ()
    """What stands on them."""
    arrows: Many[Annotated[tuple[str, str], Strict(False)]] = ()
    """From where to where something goes."""


class AidSpec(Schema):
    """The aid of each seat: the goal and the steps of a turn are those of the game's lesson."""

    turns: dict[str, str] = Field(default_factory=dict)
    """A turn in a sentence, by number of players, where that differs; else the lesson's."""
    kinds: Many[AidKindSpec] = ()
    """What there is in the game, and what it does."""
    tables: Many[AidTableSpec] = ()
    """Numbers one looks up."""
    example: AidExampleSpec | None = None
    """Something that happens, drawn."""


class PadRowSpec(Schema):
    """A line of the score pad."""

    title: str
    """What is counted."""
    key: str = ""
    """What the filled sheet calls it, where that is not its title."""
    hint: str = ""
    """How it is counted."""
    icon: str = ""
    """Its icon."""
    strong: bool = False
    """True for a sum."""


class PadSpec(Schema):
    """The score pad."""

    title: str = ""
    """What stands at its head; the game's name if left out."""
    words: str = ""
    """What stands under it."""
    rows: Many[PadRowSpec]
    """Its lines, from the top."""
