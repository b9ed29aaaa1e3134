"""Print shops: what their products are called and how large those are, and how they want files.

Sizes are those of The Game Crafter, whose list of products has them at 300 dpi with 1/8 inch of bleed:
PokerDeck 825 × 1125 pixels, BridgeDeck 750 × 1125, TarotDeck 900 × 1500, MiniDeck 600 × 825, SmallSquareDeck
825 × 825; AccordionBoard 2475 × 4875, QuadFoldMat 3375 × 5175 and so on; LargeCircleChit 375 × 375. It takes
PNG or JPEG, in RGB only. MakePlayingCards has the same cards with 36 pixels of bleed a side: 822 × 1122,
747 × 1122, 897 × 1497, 597 × 822; it takes pictures. DriveThruCards makes cards; it takes a PDF/X-1a:2003 a
deck, CMYK with at most 240 % of ink and 1/8 inch of bleed on all sides, each back before its front.
"""

from dataclasses import dataclass

INCH = 25.4
EIGHTH = INCH / 8
"""Millimetres of bleed that print shops want, and of margin within which nothing stands that matters."""
DPI = 300
Size = tuple[float, float]


@dataclass(frozen=True)
class Shop:
    """A print shop."""

    name: str
    outlet: str
    """What it takes."""
    bleed: float = EIGHTH
    back_first: bool = False
    """True where it wants each back before its front."""
    punch: str = "25"
    """How wide a chip is that is as wide as the punch, in millimetres."""
    condition: str = "FOGRA39"
    """The printing condition its inks are named by, as the ICC registers it."""
    cards_only: bool = False
    boards: tuple[tuple[str, Size], ...] = ()
    """Its boards and mats, in millimetres, where they come in sizes of their own."""


SHOPS = {
    "mpc": Shop("MakePlayingCards", "png", bleed=36 / DPI * INCH),
    "tgc": Shop(
        "The Game Crafter",
        "png",
        punch="25.4",
        boards=tuple(
            (name, (w * INCH, h * INCH))
            for name, w, h in (
                ("square-mat", 8, 8),
                ("half-mat", 5, 10),
                ("small-quad-fold-mat", 7, 11),
                ("large-square-mat", 10, 10),
                ("accordion-board", 8, 16),
                ("big-mat", 10, 16),
                ("bi-fold-board", 9, 18),
                ("quad-fold-mat", 11, 17),
                ("medium-six-fold-board", 16, 16),
                ("quad-fold-board", 18, 18),
                ("large-quad-fold-board", 20, 20),
            )
        ),
    ),
    "drivethru": Shop("DriveThruCards", "pdfx", back_first=True, condition="CGATS TR 001", cards_only=True),
}
HOME = Shop("", "pdf")
"""What holds for a piece by itself that no shop is named for."""
SCREEN = Shop("", "", bleed=0.0)
"""What holds for tables on a screen: a picture ends at the cut."""
PRODUCTS: dict[str, Size] = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "mini": (44.45, 63.5),
    "square": (63.5, 63.5),
}
"""Width and height of cards when cut, in millimetres."""


def nearest(size: Size) -> str:
    """The product that is nearest to a size, upright or lying."""
    w, h = min(size), max(size)
    return min(PRODUCTS, key=lambda name: abs(PRODUCTS[name][0] - w) + abs(PRODUCTS[name][1] - h))
