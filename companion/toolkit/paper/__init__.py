"""The schema of ``paper.toml``: what the printer cannot see in the rest of a game, as typed data.

A game needs to say nothing: boards come from its pictures, cards from its set or from what lies before the
seats, tracks from its counters. Here it says what else lies in the box, how large things are, what lies on
what, and which pieces of a picture are cardboard. Lengths are millimetres.

A place is named by the key of its board and a kind or space there (``board``, ``board gate``), by the key of
its mat and its zone (``hero-mat Step``), as a ``track`` with its title (``track Round``), by the chips whose
middle is kept free (``terrain``), or by a board and its supplies (``board terrain``).
``docs/paper.md`` is made from these docstrings.
"""

from pydantic import Field, model_validator

from companion.kernel.schema import Many, Schema
from companion.toolkit.paper.boards import BoardSpec, TokensSpec
from companion.toolkit.paper.cards import TEMPLATES, DeckSpec, PlacardsSpec, TemplateSpec
from companion.toolkit.paper.chips import ChipsSpec
from companion.toolkit.paper.mats import MatSpec, TrackSpec
from companion.toolkit.paper.sheets import AidSpec, PadSpec, ReferenceSpec, SetUpSpec


class Paper(Schema):
    """The whole of ``paper.toml``."""

    icon: str = "star"
    """The icon on the backs of cards."""
    boards: dict[str, BoardSpec] = Field(default_factory=dict)
    """Boards by key."""
    decks: dict[str, DeckSpec] = Field(default_factory=dict)
    """Decks by key."""
    placards: Many[PlacardsSpec] = ()
    """Decks whose cards are a name each."""
    templates: dict[str, TemplateSpec] = Field(default_factory=dict)
    """Templates of cards by name."""
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
    set_up: SetUpSpec = SetUpSpec()
    """The set-up sheet."""
    aid: AidSpec = AidSpec()
    """The aid of each seat."""
    pad: PadSpec | None = None
    """The score pad."""
    leaflet: bool = False
    """True where pad, set-up, aid and rules are one sheet together, and each alone only when asked for."""

    def board(self, key: str) -> BoardSpec:
        """Return what is said of a board, by its key."""
        return self.boards.get(key) or BoardSpec()

    def deck(self, key: str) -> DeckSpec:
        """Return what is said of a deck, by its key."""
        return self.decks.get(key) or DeckSpec()

    def template(self, name: str) -> TemplateSpec:
        """Return a template of cards by its name."""
        return (TEMPLATES | self.templates)[name]

    @model_validator(mode="after")
    def _known_templates(self) -> "Paper":
        names = {spec.template for spec in self.decks.values()} | {spec.template for spec in self.placards}
        if not names <= (TEMPLATES | self.templates).keys():
            raise ValueError("A deck's “template” is full, framed, scene or one of “templates”.")
        return self
