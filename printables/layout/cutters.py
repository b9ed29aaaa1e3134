"""Cutting machines: the marks that each looks for on a printed sheet, and the room it cuts in.

Silhouette's figures are those of the specification of silhouette-card-maker (Alan-Cha/silhouette-card-maker,
SPECIFICATION.md): a filled square in the upper left corner and an L in the upper right and in the lower left,
10 mm from the edges, arms 5 mm long and 1 mm thick; the same figures are set in Silhouette Studio, under
page setup. Its sheet feeder needs 0.625 inch (issue 173 there). Cricut and Brother publish no measures of
their marks, since Design Space and CanvasWorkspace draw them themselves. Cricut says how large a picture may
be that is printed and then cut: 6.75 × 9.25 inches on Letter and A4. A Brother scans the sheet instead; the
crosses are *house*, to lay the paths over the scan by.

Lengths are millimetres, y grows downwards from the top edge of the sheet.
"""

from dataclasses import dataclass

from companion.words import message

Box = tuple[float, float, float, float]
INCH = 25.4
ARM, THICK, SQUARE = 5.0, 1.0, 5.0
CLEAR = 2.0
"""Nothing is printed nearer to a mark: *house*; less, and a card has been taken for a mark."""
GAP, BLEED = 2.0, 1.0
"""From cut to cut, and how far art goes over one: *house*; a machine that has found its marks is that true,
and eight cards of 63 × 88 mm lie between the marks of a sheet.
"""


@dataclass(frozen=True)
class Cutter:
    """A cutting machine."""

    words: str
    inset: float
    """It cuts no nearer to the edges of the sheet, and its marks begin there."""
    most: tuple[float, float] | None = None
    """The room it cuts in, upright, in the middle of the sheet, where that is less."""
    marks: str = ""
    """``corners`` are Silhouette's, ``crosses`` ours; its own software prints them where there are none."""

    def inside(self, page: tuple[float, float]) -> Box:
        """Return the part of a page of this size that it can cut."""
        w, h = page
        x, y = self.inset, self.inset
        if self.most:
            wide, high = self.most if w <= h else self.most[::-1]
            x, y = max(x, (w - wide) / 2), max(y, (h - high) / 2)
        return x, y, w - x, h - y

    def marked(self, page: tuple[float, float]) -> list[list[Box]]:
        """Its marks on such a sheet, each as the black bars it is made of."""
        left, top, right, low = self.inset, self.inset, page[0] - self.inset, page[1] - self.inset
        if self.marks == "corners":
            return [
                [(left, top, left + SQUARE, top + SQUARE)],
                [(right - ARM, top, right, top + THICK), (right - THICK, top, right, top + ARM)],
                [(left, low - THICK, left + ARM, low), (left, low - ARM, left + THICK, low)],
            ]
        if self.marks == "crosses":
            half, thin = ARM / 2, THICK / 4
            return [
                [(x - half, y - thin, x + half, y + thin), (x - thin, y - half, x + thin, y + half)]
                for x in (left, right)
                for y in (top, low)
            ]
        return []

    def kept(self, page: tuple[float, float]) -> list[Box]:
        """Return the boxes that stay free around its marks."""
        result = []
        for bars in self.marked(page):
            x1, y1, x2, y2 = zip(*bars, strict=True)
            result.append((min(x1) - CLEAR, min(y1) - CLEAR, max(x2) + CLEAR, max(y2) + CLEAR))
        return result

    @property
    def reach(self) -> float:
        """Return how far its marks and the free boxes around them reach from the edges of a sheet."""
        return self.inset + (max(ARM, SQUARE) + CLEAR if self.marks else 0.0)


CUTTERS = {
    "silhouette": Cutter("Silhouette", 10.0, marks="corners"),
    "feeder": Cutter(str(message("Silhouette with the sheet feeder")), 0.625 * INCH, marks="corners"),
    "cricut": Cutter("Cricut", 10.0, (6.75 * INCH, 9.25 * INCH)),
    "brother": Cutter("Brother ScanNCut", 10.0, marks="crosses"),
}
