"""Words that ``paper.toml`` may say: patterns, whose a thing is."""

from typing import Any, Literal

Pattern = Literal[
    "dots", "bars", "rows", "grid", "hatch", "slant", "net", "bricks", "crosses", "waves", "chevrons",
    "plain",
]  # fmt: skip
"""What tells kinds apart without colour."""
Each = Literal["", "seat"]
Sigils = Literal["", "with", "only"]
"""Whether a photograph reads it: it bears its sigil where those are printed, or is there for them only."""
Row = dict[str, Any]
"""A row of the box, looked up in ``components.toml``."""
