"""The schema of ``pictures.toml``: which drawn picture each thing of a game has, and what stands round it on
its card.
"""

import re
from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field, Strict, StringConstraints, model_validator

from companion.kernel.misdeclared import Misdeclared
from companion.kernel.schema import Many, Schema
from companion.svg.tones import Tone

_NUMBER = re.compile(r" \d+$")


def spelled(name: str) -> tuple[str, ...]:
    """Return the spellings of a name in the file: as it is, or with a capital, so that wood is Wood; and
    either without the number after it, so that ``Militia 2`` is Militia."""
    plain = _NUMBER.sub("", name)
    return name, name[:1].upper() + name[1:], plain, plain[:1].upper() + plain[1:]


Colour = Annotated[str, StringConstraints(pattern="^#[0-9a-f]{6}$")]
"""A colour as ``#201a14``."""
Skyline = Literal[
    "abbey", "bamboo", "bare", "clouds", "cliffs", "court", "flames", "halls", "hills", "hops", "karst",
    "meadow", "mountains", "orchard", "palaces", "pines", "portals", "sea", "spires", "stands", "temples",
    "village",
]  # fmt: skip
"""What lies along the horizon."""


class BackdropSpec(Schema):
    """The backdrop under the spaces of a board and around them."""

    tones: Many[Tone] = Field(min_length=1)
    """Its colours, from its head to its foot."""
    corners: Many[str] = ()
    """The pictures in its free corners: upper left, upper right, lower left, lower right."""
    land: Annotated[tuple[Skyline, ...], Strict(False)] = ()
    """The skylines under it on paper, from far at its head to near at its foot."""
    light: bool = False
    """True where the sun stands at its head on paper."""


class PlaceSpec(Schema):
    """The place and time of a scene."""

    sky: Annotated[tuple[Colour, Colour], Strict(False)]
    """The colours of the sky, above and at the horizon."""
    land: Colour
    """The colour of what is near; what is far is paler."""
    ink: Colour
    """The colour of what stands in front."""
    light: Literal["sun", "moon", "rays", "dusk"] = "sun"
    """What is seen of the light: ``dusk`` is a sun that goes down behind the picture."""
    right: bool = False
    """True where it comes from the right."""
    layers: Annotated[tuple[Skyline, ...], Strict(False), Field(min_length=1)]
    """The skylines from far to near; the last is the ground."""


class SceneSpec(Schema):
    """The scenes of a deck."""

    place: str
    """Where they play, by the name of the place."""
    places: dict[str, str] = Field(default_factory=dict)
    """Where they play for a card of a name, or one of whose fields says so."""
    beside: Many[str] = ()
    """Fields of a card whose pictures stand behind its own, paler: a skill shows its hero."""


class Pictures(Schema):
    """The whole of ``pictures.toml``."""

    back: str = ""
    """The picture on the backs of cards that belong to no side with a picture of its own."""
    cover: str = ""
    """The place on the game's cover, by its name; the game's own picture stands before it."""
    pictures: dict[str, str] = Field(default_factory=dict)
    """The picture of a thing by its name, as cards, tokens, chips, spaces and verbs call it."""
    boards: dict[str, BackdropSpec] = Field(default_factory=dict)
    """What lies under a board and about it, by its key."""
    beside: dict[str, Many[str]] = Field(default_factory=dict)
    """The pictures that stand behind a thing on its card, paler, by its name."""
    places: dict[str, PlaceSpec] = Field(default_factory=dict)
    """Places by name."""
    scenes: dict[str, SceneSpec] = Field(default_factory=dict)
    """Scenes by deck; ``cards`` are those that lie before the seats."""

    @model_validator(mode="after")
    def _places_are_there(self) -> Self:
        for deck, scene in self.scenes.items():
            for name in (scene.place, *scene.places.values()):
                if name not in self.places:
                    raise Misdeclared(f"scenes.{deck} plays in “{name}”, which is not among the places")
        if self.cover and self.cover not in self.places:
            raise Misdeclared(f"cover plays in “{self.cover}”, which is not among the places")
        return self

    def place(self, deck: str, said: Iterable[str]) -> PlaceSpec | None:
        """Return the place of a card of a deck, by the first of its fields' words that has a place of its
        own."""
        scene = self.scenes.get(deck)
        if scene is None:
            return None
        return self.places[next((scene.places[word] for word in said if word in scene.places), scene.place)]

    def of(self, *names: str) -> str:
        """The picture of a thing, by the first of its names that has one; empty where none has one."""
        for name in names:
            for one in spelled(name):
                if result := self.pictures.get(one):
                    return result
        return ""
