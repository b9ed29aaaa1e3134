"""The schema of ``paper.toml``: what the printer cannot see in the rest of a game, as typed data.

A game needs to say nothing: boards come from its pictures, cards from its set or from what lies before the
seats, tracks from its counters. Here it says what else lies in the box, how large things are, what lies on
what, and which pieces of a picture are cardboard. Lengths are millimetres.

A place is named by the key of its board and a kind or space there (``board``, ``board gate``), by the key of
its mat and its zone (``hero-mat Step``), as a ``track`` with its title (``track Round``), or by the chips
whose middle is kept free (``terrain``). ``docs/paper.md`` is made from these docstrings.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, Strict, model_validator

from companion.kernel.schema import Many, Number, Schema, Text

Tone = Literal[
    "gold", "crimson", "teal", "violet", "red", "orange", "green", "blue", "brown", "grey", "black", "white",
    "sky", "copper", "rose", "ink",
]  # fmt: skip
"""A colour by name; each has a pattern of its own, so that nothing is told by colour alone."""
Pattern = Literal[
    "dots", "bars", "rows", "grid", "hatch", "slant", "net", "bricks", "crosses", "waves", "chevrons",
    "plain",
]  # fmt: skip
"""What tells kinds apart without colour."""
Each = Literal["", "seat"]
Row = dict[str, Any]
"""A row of the box, looked up in ``components.toml``."""


class BoardSpec(Schema):
    """A board: ``board`` is the picture everybody sees, ``own-board`` the one before each seat, others are
    the game's ``boards`` by their key.
    """

    skip: bool = False
    """True where it is not printed."""
    title: str = ""
    """What stands at its head; the game's name if left out."""
    flat: Number | None = Field(None, gt=0)
    """How wide a hex is from side to side, in millimetres; 30 if left out."""
    unit: Number | None = Field(None, gt=0)
    """How many millimetres one unit of the picture is, where it is not made of hexes; instead of ``flat``."""
    starts: bool = False
    """True where each space shows the sign of what stands there at first."""
    tones: dict[str, Tone] = Field(default_factory=dict)
    """Colour by kind of space; the seats' own, or the next free one, for what is left out."""
    icons: dict[str, str] = Field(default_factory=dict)
    """Icon by kind of space."""

    @model_validator(mode="after")
    def _one_size(self) -> "BoardSpec":
        if self.flat and self.unit:
            raise ValueError("A board has one size: “flat” or “unit”, not both.")
        return self


class ShowsSpec(Schema):
    """The cards of another deck that a card speaks of, in words."""

    deck: str
    """The other deck, by key."""
    by: str
    """The field of its cards that holds this card's name."""
    words: str
    """A line for each of them, with its fields in braces: ``*{name}*: {text}``."""


class DeckSpec(Schema):
    """How a deck of the game's set looks, by its key; ``cards`` where the game has no sets and its cards
    are what lies before the seats.
    """

    skip: bool = False
    """True where it is not printed."""
    title: str = ""
    """What it is called; from the deck if left out."""
    size: Annotated[tuple[float, float], Strict(False)] = (63.0, 88.0)
    """Width and height of a card in millimetres."""
    kind: str = ""
    """What stands under a card's name; from the deck if left out."""
    icon: str = ""
    """The icon of its emblem; the mark of its side if left out."""
    tone: Tone = "ink"
    """Its colour where it has no side."""
    side: str = ""
    """The field that says which side a card belongs to; ``side``, ``faction``, ``seat`` or ``pantheon`` if
    left out.
    """
    order: Many[str] = ()
    """The sides in the order of their colours."""
    cost: str = ""
    """The field at the right of the title; ``cost``, ``price`` or ``ap`` if left out."""
    main: str = ""
    """The field of the figure that matters most: it is the largest."""
    text: str = ""
    """Its words with its fields in braces, ``{says}`` for what it does, where they are not that alone."""
    hide: Many[str] = ()
    """Fields that are not printed."""
    icons: dict[str, str] = Field(default_factory=dict)
    """Icon by field; for cards that lie before the seats, by kind of card."""
    words: dict[str, str] = Field(default_factory=dict)
    """What a field is called on the card, where that is not its title."""
    copies: dict[str, int] = Field(default_factory=dict)
    """How many there are of a card, by name, where that is not in the set."""
    shows: ShowsSpec | None = None
    """The cards of another deck whose words stand on these."""
    lies_on: Many[str] = ()
    """The places it lies on, and so fits in."""
    covers: Many[str] = ()
    """The places it covers, and so is as large as."""
    shuffled_with: Many[str] = ()
    """The decks it is shuffled together with: their backs are alike."""
    back_tone: Tone | Literal[""] = ""
    """The colour of all backs, where decks are shuffled together; that of the front if left out."""
    only: Many[str] = ()
    """Of the cards that lie before the seats, the kinds that are printed; all if left out."""
    names: dict[str, str] = Field(default_factory=dict)
    """Of the cards that lie before the seats, what is printed instead of a name."""
    figures: dict[str, str] = Field(default_factory=dict)
    """Of the cards that lie before the seats, what a figure with an icon is called; ``cost`` stands at the
    right of the title.
    """


class LookSpec(Schema):
    """How a placard looks; what is left out stays as the deck says."""

    tone: Tone | None = None
    """Its colour."""
    icon: str | None = None
    """Its icon."""


class ChipLookSpec(LookSpec):
    """How a kind of chip looks; what is left out stays as the group says."""

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


class PlacardsSpec(Schema):
    """A deck whose cards are a name each, and what it stands for: the first two fields of the set's deck."""

    key: str
    """The deck of the set, by key."""
    title: str
    """What they are called together."""
    kind: str = ""
    """What stands under a card's name."""
    icon: str = "star"
    """The icon of all of them."""
    text: str = "{}"
    """The words of a card, with what it stands for in the braces."""
    look: dict[str, LookSpec] = Field(default_factory=dict)
    """How a card looks, by what it stands for."""


class ReferenceSpec(Schema):
    """The quick-reference sheet."""

    skip: Many[str] = ()
    """Verbs that only a phone needs: hands at the table do without."""


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
    lies_on: Many[str] = ()
    """The places it lies on, and so fits in."""


class KindSpec(ChipLookSpec):
    """One kind of chip."""

    name: str
    """What it is called; ``SEAT`` stands for the seat's name."""
    count: int | None = Field(None, ge=1)
    """How many there are."""
    other: str = ""
    """What its other face is called; both faces are alike if left out."""


class BackSpec(ChipLookSpec):
    """What all chips of a group show on their other side, so that they can be shuffled and lie face down."""

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
    sides: str = ""
    """What it says, where it is a card with a side for each of two seats; ``SEAT`` is the seat's name."""
    marker: Number = Field(16.0, gt=0)
    """How wide the marker is that stands on it, in millimetres: its spaces are wider."""

    @model_validator(mode="after")
    def _ends(self) -> "TrackSpec":
        if self.to is None and not self.spaces:
            raise ValueError("A track ends somewhere: “to” or “spaces” is missing here.")
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


class Paper(Schema):
    """The whole of ``paper.toml``."""

    icon: str = "star"
    """The icon on the backs of cards."""
    emblems: dict[str, str] = Field(default_factory=dict)
    """The icon of a card and of its token or figure, by its name, or by what one of its fields says: so a
    skill has that of its hero.
    """
    boards: dict[str, BoardSpec] = Field(default_factory=dict)
    """Boards by key."""
    decks: dict[str, DeckSpec] = Field(default_factory=dict)
    """Decks by key."""
    placards: Many[PlacardsSpec] = ()
    """Decks whose cards are a name each."""
    reference: ReferenceSpec = ReferenceSpec()
    """The quick-reference sheet."""
    tokens: TokensSpec | None = None
    """Present where the pieces of the board's picture are cardboard."""
    chips: Many[ChipsSpec] = ()
    """Groups of chips."""
    tracks: Many[TrackSpec] | None = None
    """Tracks to cut out."""
    mats: Many[MatSpec] = ()
    """Mats, a sheet each."""
    aid: AidSpec | None = None
    """The aid of each seat."""
    pad: PadSpec | None = None
    """The score pad."""
