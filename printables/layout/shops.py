"""Print shops: what their products are called and how large those are, and how they want files.

Trims are those of The Game Crafter, whose list of products has them with 1/8 inch of bleed at 300 dpi:
PokerDeck 825 × 1125 pixels, BridgeDeck 750 × 1125, TarotDeck 900 × 1500, MiniDeck 600 × 825, SmallSquareDeck
825 × 825. It takes PNG or JPEG, in RGB only. MakePlayingCards has the same trims and 36 pixels of bleed a
side: 822 × 1122, 747 × 1122, 897 × 1497, 597 × 822; it takes pictures. DriveThruCards takes a PDF/X-1a:2003 a
deck, CMYK with at most 240 % of ink, 1/8 inch of bleed on all sides, each back before its front.
"""

from dataclasses import dataclass

INCH = 25.4
EIGHTH = INCH / 8
"""Millimetres of bleed that print shops want, and of margin within which nothing stands that matters."""
DPI = 300


@dataclass(frozen=True)
class Shop:
    """A print shop."""

    name: str
    outlet: str
    """What it takes."""
    bleed: float = EIGHTH
    back_first: bool = False
    """True where it wants each back before its front."""


SHOPS = {
    "mpc": Shop("MakePlayingCards", "png", bleed=36 / DPI * INCH),
    "tgc": Shop("The Game Crafter", "png"),
    "drivethru": Shop("DriveThruCards", "pdfx", back_first=True),
}
PRODUCTS = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "mini": (44.45, 63.5),
    "square": (63.5, 63.5),
}
"""Width and height of their cards when cut, in millimetres."""


def product(size: tuple[float, float], name: str = "") -> tuple[float, float]:
    """The product of that name, or the one nearest to a size; lying across where that lies across."""
    w, h = min(size), max(size)
    near = PRODUCTS.get(name) or min(PRODUCTS.values(), key=lambda one: abs(one[0] - w) + abs(one[1] - h))
    return near if size[0] <= size[1] else near[::-1]
