"""The drawn icons on paper: the phone's own paths, as lines and curves."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from companion.svg.skylines.strokes import Segment
from printables.draw.svg_path import segments

ICONS: dict[str, str] = tomllib.loads((files("companion.svg") / "icons.toml").read_text("utf-8"))
GRID, STROKE = 24.0, 1.75

WORDS = {
    "sword": "attack", "shield": "defence", "heart": "health", "lightning": "action", "boot": "move",
    "coin": "cost", "crown": "commander", "skull": "fallen", "wing": "ally", "star": "star",
}  # fmt: skip
"""What an icon is called in the text one can search."""

SIGNS = {
    "⚔": "sword", "\U0001f5e1": "sword", "\U0001f6e1": "shield", "⛨": "shield", "♥": "heart", "❤": "heart",
    "⚡": "lightning", "☠": "skull", "\U0001f480": "skull", "★": "star", "✶": "star", "☆": "star",
    "\U0001f451": "crown", "\U0001f525": "flame", "\U0001f45f": "boot", "✋": "hand", "☾": "moon",
    "◈": "diamond", "\U0001f531": "trident", "\U0001f3b2": "die",
}  # fmt: skip
"""Characters hardly any typeface has, and the icon we draw instead."""
_SIGN = re.compile(f"[{''.join(SIGNS)}]")


def curly(text: str) -> str:
    """Text with the apostrophes of books; the narrow space that does not break is one that every face has."""
    return text.replace("'", "\u2019").replace("\u202f", "\u00a0")


def spelled(text: str) -> str:
    """Text with rare symbols written as icons in braces, ``{sword}``, without emoji selectors, and with the
    apostrophes of books.
    """
    text = curly(text)
    if text.isascii():
        return text
    return _SIGN.sub(lambda sign: f"{{{SIGNS[sign.group()]}}}", text.replace("\ufe0f", ""))


@cache
def path(name: str) -> tuple[Segment, ...]:
    """An icon's strokes."""
    return segments(ICONS[name])
