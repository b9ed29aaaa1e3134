"""Vistas: what stands round the picture of a card, from the game's data."""

from collections.abc import Mapping
from typing import Any

from companion.svg.spec import Pictures, PlaceSpec
from printables.draw import vista as vistas
from printables.draw.ink import rgb
from printables.draw.vista import Scenery, Vista
from printables.sources.source import Source, picture


def vista(source: Source, deck: str, row: Mapping[Any, Any], tone: str) -> Vista | None:
    """A card's picture in its place, with what stands behind it; None where it has no picture. The card's
    name, and the seat it lies before if it does, say which piece of the place that is.
    """
    found, pictures = picture(source, row), source.game[Pictures]
    if not found or pictures is None:
        return None
    said = [value for value in row.values() if isinstance(value, str)]
    where, scene = pictures.place(deck, said), pictures.scenes.get(deck)
    behind = [picture for word in said[:1] for picture in pictures.beside.get(word, ())]
    behind += [pictures.of(str(row.get(key, ""))) for key in (scene.beside if scene else ())]
    kept = tuple(dict.fromkeys(name for name in behind if name and name != found))
    return Vista(
        " ".join([*said[:1], str(row.get("seat", ""))]),
        found,
        _place(where) if where else vistas.plain(tone),
        kept,
    )


def _place(spec: PlaceSpec) -> Scenery:
    top, low = spec.sky
    return Scenery((rgb(top), rgb(low)), rgb(spec.land), rgb(spec.ink), spec.light, spec.right, spec.layers)
