"""How much paper kits and boxes take: ``python -m tests.paper_use`` prints each sheet of a kit, what lies on
it and how full it is, and a line for each box.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2

from companion.boxes import shelf as boxes
from companion.kernel.game import Game
from companion.kernel.shelf import shelf
from printables.layout.book import Book
from printables.layout.paper import Order
from printables.sources.catalogue import book, catalogue, chosen

DARK = 200
"""A square that has something darker than this, of 255, is printed."""


@dataclass(frozen=True)
class SheetUse:
    """A sheet of a kit: what lies on it, and the share of the squares of 1 cm that are printed, by side."""

    number: int
    stock: str
    holds: str
    sides: tuple[float, ...]

    def __str__(self) -> str:
        full = " ".join(f"{side * 100:3.0f} %" for side in self.sides)
        return f"  {self.number:2} {self.stock:5} {full:12} {self.holds}"


def kit(game: Game[Any], order: Order | None = None) -> Book:
    """Return the sheets of a game's kit."""
    return book(game, chosen(catalogue(game), []), order or Order())


def uses(document: Book) -> Iterator[SheetUse]:
    """Yield how each sheet of a document is used; sides without anything are left out."""
    pages = iter(pypdfium2.PdfDocument(document.drawn()))
    drawn = [(side, inked(page)) for side, page in zip(document.sides, pages, strict=True)]
    for n, sheet in enumerate(document.sheets, 1):
        lies = Counter(
            f"{document.sections[one.of].title} {one.cutout.size[0]:g} × {one.cutout.size[1]:g}"
            for one in sheet.laid
        )
        holds = ", ".join(f"{count} {what}" for what, count in lies.items()) or document.named(sheet)
        yield SheetUse(
            n, sheet.stock, holds, tuple(share for side, share in drawn if side.number == n and share > 0.03)
        )


def inked(page: Any) -> float:
    """Return the share of a page's squares of 1 cm, inside its margins, that have something printed."""
    picture = page.render(scale=1).to_pil().convert("L")
    cm = 72 / 2.54
    wide, high = (round(side / cm) for side in picture.size)
    squares = [(x * cm, y * cm) for y in range(1, high - 2) for x in range(1, wide - 1)]
    darkest = [picture.crop((int(x), int(y), int(x + cm), int(y + cm))).getextrema()[0] for x, y in squares]
    return sum(dark < DARK for dark in darkest) / len(squares)


def main() -> None:
    """Print the table."""
    total = 0
    for game in shelf().values():
        pieces = kit(game)
        used = [*uses(pieces)]
        total += len(used)
        one_sided = sum(len(one.sides) < 2 for one in used)
        print(f"{game.key}: {len(used)} sheets, {one_sided} with one side printed; {pieces.need}")
        print(*used, sep="\n")
    print(f"the kits: {total} sheets")
    for key in [*boxes.keys()]:
        used = [*uses(kit(boxes.box(key)))]
        leaflet = [side for one in used if "Leaflet" in one.holds for side in one.sides]
        print(f"{key}: {len(used)} sheets, its leaflet {sum(leaflet) / len(leaflet) * 100:.0f} % printed")


if __name__ == "__main__":
    main()
