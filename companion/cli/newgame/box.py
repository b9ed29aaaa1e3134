"""The contents of the box, read once from ``components.toml``."""

from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import Schema, load


class Components(Schema):
    """``components.toml``: what may stand there, and of which type."""

    stones: int
    most: int


FACTS = load(__package__, "components.toml", Components)
RULES = Rulebook.load(__package__)
SEATS = ("Sun", "Moon")
OTHER = {"Sun": "Moon", "Moon": "Sun"}
STONES, MOST = FACTS.stones, FACTS.most
