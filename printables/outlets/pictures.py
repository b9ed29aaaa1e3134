"""Pictures: every side as a PNG of 300 dots an inch, its bleed with it, exactly as the document shows it."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from companion.kernel.game import Game
from printables.layout.paper import Order
from printables.layout.shops import DPI, INCH
from printables.layout.thumbs import ONE
from printables.outlets.file import File
from printables.outlets.pieces import Group

if TYPE_CHECKING:
    from PIL.Image import Image

POINTS = 72
PACKED = 3
"""How hard a PNG is packed, of 9: the usual 6 takes half as long again and saves 3 %."""


def pictures(order: Order, _: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """A PNG a side, a folder a group, with the number of its copies at the end of each name."""
    for group in groups:
        for side, image in zip(group.sides, rendered(group.drawn(order)), strict=True):
            yield File(f"{group.folder}/{side.key}-x{side.count}.png", png(image))


def pixels(order: Order, groups: Sequence[Group]) -> float:
    """Return how many pixels the pictures of some pieces have together."""
    out, by = 2 * order.at_shop.bleed, DPI / INCH
    sizes = (side.cutout.size for group in groups for side in group.sides)
    return sum((w + out) * by * (h + out) * by for w, h in sizes)


def rendered(document: bytes, dpi: float = DPI) -> Iterator["Image"]:
    """Every page of a document as a picture, its sides rounded to whole pixels."""
    import pypdfium2  # a browser has none, and prints without

    with ONE:
        read: Any = pypdfium2.PdfDocument(document)
    try:
        for n in range(len(read)):
            with ONE:
                yield _picture(read[n], dpi)
    finally:
        with ONE:
            read.close()


def _picture(page: Any, dpi: float) -> "Image":
    import pypdfium2

    wide, high = (round(side * dpi / POINTS) for side in page.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(wide, high, pypdfium2.raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, wide, high)
    pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, wide, high, 0, pypdfium2.raw.FPDF_PRINTING)
    image: Image = bitmap.to_pil().copy()
    return image


def png(image: "Image") -> bytes:
    """A picture as a PNG that says how large it is on paper."""
    out = BytesIO()
    image.save(out, "PNG", dpi=(DPI, DPI), compress_level=PACKED)
    return out.getvalue()
