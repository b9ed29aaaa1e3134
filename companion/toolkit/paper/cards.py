"""The schema of decks in ``paper.toml``."""

from typing import Annotated, Literal, get_args

from pydantic import Field, Strict, model_validator

from companion.kernel.schema import Many, Number, Schema
from companion.svg.tones import Tone

Part = Literal["title", "picture", "figures", "text", "source"]
"""A part of a card."""


class TemplateSpec(Schema):
    """A template of cards, by the name that decks give. There are ``full``, where pictures go to the edges of
    a card and words lie on them; ``framed``, where a patterned frame stands about both; and ``scene``, where
    the picture has three fifths of the card.
    """

    order: Many[Part] = ("title", "picture", "figures", "text", "source")
    """The parts of a card from its head to its foot, each once."""
    picture: Literal["edges", "frame"] = "edges"
    """``edges`` where it goes to the edges of the card, ``frame`` where a frame stands about all."""
    title: Literal["band", "plate"] = "band"
    """``band`` from edge to edge, or ``plate``, as wide as its name needs: then the kind stands below."""
    figures: Literal["row", "left", "right"] = "row"
    """``row`` where ``order`` has them, or the side of the picture on which they stand."""
    share: Number = Field(default=0.0, ge=0, le=0.8)
    """So much of the card is picture, from 0 to 0.8: long words are set smaller for it, down to 8 points."""

    @model_validator(mode="after")
    def _each_once(self) -> "TemplateSpec":
        if sorted(self.order) != sorted(get_args(Part)):
            raise ValueError("“order” names title, picture, figures, text and source once each.")
        return self


TEMPLATES = {
    "full": TemplateSpec(),
    "framed": TemplateSpec(picture="frame"),
    "scene": TemplateSpec(title="plate", figures="left", share=0.6),
}
"""The templates that every game has."""


class ShowsSpec(Schema):
    """The cards of another deck that a card speaks of, in words."""

    deck: str
    """The other deck, by key."""
    by: str
    """The field of its cards that holds this card's name."""
    words: str
    """A line for each of them, with its fields in braces: ``*{name}*: {text}``."""


class FaceSpec(Schema):
    """A card that is in no set."""

    name: str
    """What it is called."""
    kind: str = ""
    """What stands under its name."""
    letter: str = ""
    """Its letters."""
    text: str = ""
    """Its words."""
    tone: Tone = "ink"
    """Its colour."""
    count: int = Field(1, ge=1)
    """How many there are."""


class DeckSpec(Schema):
    """The look of a deck of the game's set, by its key; ``cards`` if the game has no sets and its cards are
    what lies before the seats.
    """

    skip: bool = False
    """True where it is not printed."""
    title: str = ""
    """What it is called; from the deck if left out."""
    size: Annotated[tuple[float, float], Strict(False)] = (63.0, 88.0)
    """Width and height of a card in millimetres."""
    template: str = "full"
    """Where the parts of a card stand: ``full``, ``framed``, ``scene``, or a template of the game's own."""
    kind: str = ""
    """What stands under a card's name; from the deck if left out."""
    icon: str = ""
    """The icon of a card that has no picture; the mark of its side if left out."""
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
    cards: Many[FaceSpec] = ()
    """Its cards one by one, where the game has no sets."""
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
    """The look of a placard; what is left out stays as the deck says."""

    tone: Tone | None = None
    """Its colour."""
    icon: str | None = None
    """Its icon."""


class PlacardsSpec(Schema):
    """A deck whose cards are a name each, and what it stands for: the first two fields of the set's deck."""

    key: str
    """The deck of the set, by key."""
    title: str
    """What they are called together."""
    template: str = "full"
    """Where the parts of a card stand: ``full``, ``framed``, ``scene``, or a template of the game's own."""
    kind: str = ""
    """What stands under a card's name."""
    icon: str = "star"
    """The icon of all of them."""
    text: str = "{}"
    """The words of a card, with what it stands for in the braces."""
    look: dict[str, LookSpec] = Field(default_factory=dict)
    """How a card looks, by what it stands for."""
