"""What is in the box, read once from ``components.toml``."""

from companion.kernel.rulebook import Rulebook, facts

FACTS = facts(__package__, "components.toml")
RULES = Rulebook.load(__package__)
SEATS = ("Sun", "Moon")
OTHER = {"Sun": "Moon", "Moon": "Sun"}
STONES: int = FACTS["stones"]
MOST: int = FACTS["most"]
