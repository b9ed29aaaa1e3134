"""Cut paths: what a machine's knife follows on each sheet of a document, as SVG or as DXF.

The sheet's own edge and the marks that are printed lie on layers of their own, so that the paths can be laid
over the page and only they are cut. Units are millimetres. Silhouette Studio reads DXF in every edition, SVG
in some.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import groupby
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from PIL.Image import Transpose

from companion.extras.outlets.faces import cleared, edges
from printables.draw.fonts import Unprintable
from printables.draw.pen import oblong
from printables.layout.book import Book
from printables.layout.cutters import INCH
from printables.layout.outline import Circle, Loop, Polygon
from printables.layout.sheet import Sheet
from printables.layout.shops import DPI
from printables.outlets.file import File
from printables.outlets.pictures import png, rendered

if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace

LAYERS = {"sheet": ("#9a9a9a", 8), "marks": ("#000000", 7), "cut": ("#ff0000", 1)}
"""The layers from the lowest, with their colours: in SVG, and the number of it in DXF."""
THIN = 0.1


@dataclass(frozen=True)
class CutSheet:
    """Sheets that are cut alike: their numbers in the document, their size, what lies on each layer."""

    numbers: tuple[int, ...]
    size: tuple[float, float]
    title: str
    layers: tuple[tuple[str, tuple[Loop, ...]], ...]

    @property
    def name(self) -> str:
        """``sheet-2``, or ``sheets-2-5`` for two to five."""
        first, last = self.numbers[0], self.numbers[-1]
        return f"sheets-{first}-{last}" if last > first else f"sheet-{first}"


def cut_sheets(book: Book) -> list[CutSheet]:
    """The paths of a document; sheets that follow one another and are cut alike have one of them."""
    sheets = [(n, sheet) for n, sheet in enumerate(book.sheets, 1) if sheet.laid]
    result = []
    for _, alike in groupby(sheets, key=lambda one: (one[1].faces[0].landscape, _loops(one[1]))):
        some = list(alike)
        sheet = some[0][1]
        size = sheet.faces[0].on(book.order)
        marks = book.order.machine.marked(size) if book.order.machine else []
        bars = tuple(_box(*bar) for mark in marks for bar in mark)
        layers = ("sheet", (_box(0.0, 0.0, *size),)), ("marks", bars), ("cut", _loops(sheet))
        result.append(CutSheet(tuple(n for n, _ in some), size, book.named(sheet), layers))
    return result


def _loops(sheet: Sheet) -> tuple[Loop, ...]:
    """Every edge and hole on a sheet; holes first, while the piece still hangs on to the sheet."""
    return tuple(edge.moved(one.x, one.y) for one in sheet.laid for edge in reversed(one.cutout.cut))


def _box(left: float, top: float, right: float, low: float) -> Polygon:
    return Polygon(oblong(left, top, right - left, low - top))


def cut_paths(book: Book, stem: str) -> Iterator[File]:
    """A file for every way that sheets are cut; Unprintable where it cannot be made."""
    write = {"svg": svg, "dxf": dxf}[book.order.cut]
    for one in cut_sheets(book):
        yield File(f"{stem}-{one.name}.{book.order.cut}", write(one))
    if book.order.machine and not book.order.machine.marks:
        yield from _pictures(book, stem)


def _pictures(book: Book, stem: str) -> Iterator[File]:
    """Yield, for a machine whose software prints, the cutouts of each sheet as a picture, clear beyond the
    cuts, with its size in its name. Cut along its edges, it is cut where the paths are."""
    for n, side in enumerate(book.sides):
        if side.sheet.laid and side.page is side.sheet.faces[0]:
            (image,) = rendered(book.drawn(only=n))
            if side.sideways:
                image = image.transpose(Transpose.ROTATE_270)
            scale = DPI / INCH
            lefts, tops, rights, lows = zip(*(one.box for one in side.sheet.laid), strict=True)
            left, top, right, low = min(lefts), min(tops), max(rights), max(lows)
            part = image.crop(
                (round(left * scale), round(top * scale), round(right * scale), round(low * scale))
            )
            outlines = [
                tuple(edge.moved(one.x - left, one.y - top) for edge in one.cutout.cut)
                for one in side.sheet.laid
            ]
            size = f"{right - left:.1f}x{low - top:.1f}mm"
            yield File(f"{stem}-sheet-{side.number}-{size}.png", png(cleared(part, outlines, scale)))


# -- SVG --------------------------------------------------------------------------------------------------


def svg(sheet: CutSheet) -> bytes:
    """A sheet's paths as SVG: a user unit is a millimetre."""
    w, h = sheet.size
    size = f'width="{w:g}mm" height="{h:g}mm" viewBox="0 0 {w:g} {h:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escape(sheet.title)}</title>",
        *(line for key, loops in sheet.layers for line in _layer(key, loops)),
        "</svg>",
    ]
    return "\n".join([*lines, ""]).encode()


def _layer(key: str, loops: Iterable[Loop]) -> Iterator[str]:
    yield f'<g id="{key}" fill="none" stroke="{LAYERS[key][0]}" stroke-width="{THIN}">'
    yield from edges(loops)
    yield "</g>"


# -- DXF --------------------------------------------------------------------------------------------------


def dxf(sheet: CutSheet) -> bytes:
    """A sheet's paths as DXF of the release of 2000, y growing upwards from the foot of the sheet;
    Unprintable where the library that writes it is not installed.
    """
    try:
        import ezdxf  # an extra: it brings numpy
    except ImportError:
        raise Unprintable(
            "Paths in DXF need the extra “dxf”: install companion-table[dxf]; or take them in SVG."
        ) from None
    ezdxf.options.write_fixed_meta_data_for_testing = True  # the same bytes for the same paths
    document: Any = ezdxf.new("R2000", units=4)  # millimetres
    space = document.modelspace()
    for key, loops in sheet.layers:
        document.layers.add(key.upper(), color=LAYERS[key][1])
        for loop in loops:
            _drawn(space, loop, key.upper(), sheet.size[1])
    out = StringIO()
    document.write(out)
    return out.getvalue().encode()


def _drawn(space: "Modelspace", loop: Loop, layer: str, high: float) -> None:
    if isinstance(loop, Circle):
        space.add_circle((loop.x, high - loop.y), loop.r, dxfattribs={"layer": layer})
    else:
        points = [(x, high - y) for x, y in loop.points]
        space.add_lwpolyline(points, close=True, dxfattribs={"layer": layer})
