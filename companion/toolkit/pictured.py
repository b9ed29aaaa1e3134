"""Reads a game's ``pictures.toml``."""

from companion.kernel import schema
from companion.svg.spec import Pictures

NAME = "pictures.toml"


def pictured(package: str) -> Pictures:
    """The ``pictures.toml`` of a package; SchemaError lists every fault with its line."""
    return schema.load(package, NAME, Pictures)
