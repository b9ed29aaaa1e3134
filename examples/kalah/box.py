"""What is in the box: pits, stores and seeds, read once from ``components.toml``."""

from collections.abc import Mapping

from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import Many, Schema, load


class Seeds(Schema):
    """How many seeds may lie in a pit at the start, and how many usually do."""

    in_a_pit: Many[str]
    usual: str


class Components(Schema):
    """``components.toml``."""

    pits: dict[str, Many[str]]
    stores: dict[str, str]
    seeds: Seeds


FACTS = load(__package__, "components.toml", Components)
RULES = Rulebook.load(__package__)
PITS: Mapping[str, tuple[str, ...]] = FACTS.pits
"""Seat to its pits, in the order of sowing."""
STORE: Mapping[str, str] = FACTS.stores
SEATS = tuple(PITS)
OTHER = dict(zip(SEATS, reversed(SEATS), strict=True))
OWNER = {pit: seat for seat in SEATS for pit in PITS[seat]}
ACROSS = {
    pit: across for seat in SEATS for pit, across in zip(PITS[seat], PITS[OTHER[seat]][::-1], strict=True)
}
ROUND = {seat: (*PITS[seat], STORE[seat], *PITS[OTHER[seat]]) for seat in SEATS}
"""Seat to the places it sows into, once round the board: all but the other's store."""
PLACES = (*OWNER, *STORE.values())
ASIDE = "Beside the board"
"""Where seeds lie that were taken off the board by hand."""
