"""The schema of ``components.toml``."""

from typing import Literal

from pydantic import Field

from companion.kernel.schema import Many, Schema


class Track(Schema):
    """The production track: its ends, and how many steps each marker starts behind the first."""

    last: int
    start: int
    behind: dict[str, int]
    nudge: int
    source: str


class Band(Schema):
    """The rates from a place of the brewmaster on: steps back for one forward, and points a level."""

    at: int = Field(alias="from")
    rate: int
    value: int
    words: str = ""


class Scoring(Schema):
    """The things that count at the end, and the points of each."""

    ducats_a_step: int
    large: int
    small: int
    card: int
    first_player: int
    ducats_most: int


class Rondel(Schema):
    """The way round, clockwise, a word a space."""

    spaces: str
    source: str


class Area(Schema):
    """The spaces of the starting area, and what each gives."""

    first: str
    slots: Many[str]
    brewmaster: int
    marker: int
    ducats: int
    source: str


class Rounds(Schema):
    """With so many players: rounds, piles of monks, and where the last round has a second disc."""

    rounds: int
    monks: str
    second: Many[str]


class Garden(Schema):
    """The garden, drawn, and how many times its price a tile costs in the sun."""

    half: int
    drawing: str
    source: str
    sunny_factor: int


class Tiles(Schema):
    """The numbers of tiles and discs, and the ducats to begin with."""

    numbers: Many[int]
    of_each: int
    monks: int
    of_each_monk: int
    discs: int
    ducats: int


class Spots(Schema):
    """The scoring spots by pair."""

    pairs: Many[Many[str]]
    source: str


Lie = Literal["none", "any", "opposite", "apart"]


class Reward(Schema):
    """The reward from a sum around a shed on: steps of the brewmaster, tiles to activate, and how they must
    lie."""

    at: int = Field(alias="from")
    brewmaster: int
    tiles: int
    lie: Lie
    source: str = ""


class Goal(Schema):
    """A barrel's goal: in words, and how much of it."""

    name: str
    words: str
    of: int
    source: str = ""


class PrivilegeCard(Schema):
    """A privilege card, and what placing it does."""

    name: str
    words: str
    kind: Literal["colour", "discs", "barrels", "ducats", "brewmaster"]
    ducats: int = 0
    steps: int = 0


class Sale(Schema):
    """The ducats for an unplaced card."""

    ducats: int


class Seat(Schema):
    """A seat, in a line."""

    words: str


class Components(Schema):
    """``components.toml``."""

    colours: Many[str]
    track: Track
    brewmaster: Many[Band]
    scoring: Scoring
    rondel: Rondel
    area: Area
    rounds: dict[str, Rounds]
    garden: Garden
    tiles: Tiles
    spots: Spots
    sheds: Many[Reward]
    goals: Many[Goal]
    cards: Many[PrivilegeCard]
    sale: Sale
    seats: dict[str, Seat]
