"""The colours that games name, on paper and behind a board on the phone: each with its pattern."""

from typing import Literal

Tone = Literal[
    "gold", "crimson", "teal", "violet", "red", "orange", "green", "blue", "brown", "grey", "black", "white",
    "sky", "copper", "rose", "ink",
]  # fmt: skip
"""A colour by name; each has a pattern of its own, so that nothing is told by colour alone."""
TONES: dict[str, tuple[str, str]] = {
    "gold": ("#b8860f", "dots"),
    "crimson": ("#7f1d2b", "bars"),
    "teal": ("#0f6a66", "hatch"),
    "violet": ("#5b3a86", "grid"),
    "red": ("#b3261e", "chevrons"),
    "orange": ("#c8651b", "net"),
    "green": ("#3f7032", "slant"),
    "blue": ("#27568f", "waves"),
    "brown": ("#6e4a2a", "bricks"),
    "grey": ("#77716a", "rows"),
    "black": ("#2b2622", "crosses"),
    "white": ("#d9d2c3", "plain"),
    "sky": ("#4f9be6", "waves"),
    "copper": ("#a85520", "chevrons"),
    "rose": ("#e86a9a", "rows"),
    "ink": ("#4a4036", "hatch"),
}
"""Colour and pattern by name; nothing is ever told by colour alone."""
PALE = 0.72
"""How much of what a board lies on is in its sky, so that words on it can be read."""
