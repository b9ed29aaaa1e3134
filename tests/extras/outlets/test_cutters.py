"""What a machine cuts is what is printed: the paths of every sheet against the lines of its pages, front and
back, as a reader of PDF finds them.
"""

import re
from functools import lru_cache
from io import BytesIO, StringIO
from math import dist
from xml.etree import ElementTree

import ezdxf
import pytest
from PIL import Image, ImageOps

from companion.extras.outlets.cut_paths import CutSheet, cut_sheets, dxf, svg
from companion.kernel.shelf import shelf
from printables.draw.fonts import Unprintable
from printables.layout.book import Book
from printables.layout.chips import Form
from printables.layout.cutters import BLEED, CLEAR, CUTTERS
from printables.layout.grid import Laid
from printables.layout.outline import Circle, Loop, Polygon
from printables.layout.paper import Cutout, Order
from printables.layout.paper import Page as Side
from printables.layout.sheet import Section, Sheet
from printables.outlets.files import made
from printables.sources.catalogue import book, catalogue, chosen
from tests.conftest import in_turn
from tests.paper import Page, pages

HUNDREDTH = 0.01
"""Millimetres."""
DPI = 150
HOW = {"paper": "a4"}, {"paper": "letter", "duplex": "short", "shape": "square", "cutter": "feeder"}
Point = tuple[float, float]


def test_a_piece_without_an_outline_of_its_own_is_cut_to_its_edges() -> None:
    """A card's cut is its size, corner by corner."""
    card = Cutout((63.0, 88.0), lambda _: None)
    assert card.cut == (Polygon(((0, 0), (63.0, 0), (63.0, 88.0), (0, 88.0))),)


@pytest.mark.parametrize("shape", ["round", "square", "hex", "hex-flat", "corner"])
def test_an_outline_fills_the_paper_of_its_piece(shape: str) -> None:
    """Every outline touches all four edges of the box that the imposition keeps free for it, and no more."""
    form = Form(shape)
    left, top, right, low = _reach(form.cut(30.0)[0])
    assert (left, top) == pytest.approx((0, 0), abs=HUNDREDTH)
    assert (right, low) == pytest.approx(form.box(30.0), abs=HUNDREDTH)


# -- what is printed --------------------------------------------------------------------------------------


class Printed:
    """The lines of a page that a cut could follow."""

    def __init__(self, page: Page) -> None:
        self.circles = [path for path in page.paths if path.curved and len(path.points) > 16]
        self.edges: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for path in page.paths:
            points = list(path.points)
            if path.curved or (path.filled and len(points) > 13):
                points = []
            left, top, right, low = path.box
            for out in (0.0, BLEED) if path.filled or path.curved else (0.0,):
                x1, y1, x2, y2 = left + out, top + out, right - out, low - out
                self._add([(x1, y1), (x2, y1), (x2, y2), (x1, y2)])
            self._add(points)

    def _add(self, points: list[Point]) -> None:
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            for one, other in ((a, b), (b, a)):
                self.edges.setdefault((round(one[0]), round(one[1])), []).append((one, other))

    def edge(self, a: Point, b: Point) -> bool:
        """Whether a line is printed from one point to another."""
        near = [(round(a[0] + dx), round(a[1] + dy)) for dx in (-0.4, 0.4) for dy in (-0.4, 0.4)]
        return any(
            dist(a, one) < HUNDREDTH and dist(b, other) < HUNDREDTH
            for key in dict.fromkeys(near)
            for one, other in self.edges.get(key, ())
        )

    def circle(self, cut: Circle) -> bool:
        """Whether a circle is printed there, every point of it that far from its middle."""
        return any(
            all(abs(dist(point, (cut.x, cut.y)) - cut.r) < HUNDREDTH for point in path.points)
            for path in self.circles
            if abs(path.points[0][0] - cut.x) < cut.r + 1 and abs(path.points[0][1] - cut.y) < cut.r + 1
        )

    def follows(self, cut: Loop) -> bool:
        """Whether a cut lies on what is printed."""
        if isinstance(cut, Circle):
            return self.circle(cut)
        return all(self.edge(a, b) for a, b in zip(cut.points, cut.points[1:] + cut.points[:1], strict=True))


@lru_cache(8)
def _made(game: str, order: Order, *keys: str) -> tuple[Book, list[Page]]:
    box = shelf()[game]
    laid = book(box, chosen(catalogue(box), keys), order)
    return laid, pages(laid.drawn())


def _read(sheet: CutSheet, layer: str = "cut") -> list[Loop]:
    """The paths of a layer, read from the SVG; its size is that of the sheet."""
    root = ElementTree.fromstring(svg(sheet))
    name = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("height")) == tuple(f"{side:g}mm" for side in sheet.size)
    assert root.get("viewBox") == f"0 0 {sheet.size[0]:g} {sheet.size[1]:g}"
    (group,) = (one for one in root.iter(f"{name}g") if one.get("id") == layer)
    result: list[Loop] = []
    for one in group:
        if one.tag == f"{name}circle":
            result.append(Circle(*(float(one.get(key, "")) for key in ("cx", "cy", "r"))))
        else:
            corners = re.findall(r"[ML]([\d.-]+),([\d.-]+)", one.get("d", ""))
            assert one.tag == f"{name}path" and one.get("d", "").endswith("Z")
            result.append(Polygon(tuple((float(x), float(y)) for x, y in corners)))
    return result


def _turned(cut: Loop, size: Point, duplex: str) -> Loop:
    """Where a cut comes out on the other side of the paper, which is turned over its long or short edge."""
    w, h = size
    upright = (duplex == "long") == (h >= w)

    def behind(point: Point) -> Point:
        return (w - point[0], point[1]) if upright else (point[0], h - point[1])

    if isinstance(cut, Circle):
        return Circle(*behind((cut.x, cut.y)), cut.r)
    return Polygon(tuple(behind(point) for point in cut.points))


def _check(game: str, order: Order, *keys: str) -> set[str]:
    """Every path of a document against both of its pages; which shapes there were."""
    laid, printed = _made(game, order, *keys)
    shapes = set()
    numbered = list(enumerate(laid.sides))
    for sheet in cut_sheets(laid):
        loops = _read(sheet)
        for number in sheet.numbers:
            at = {side.page.side: n for n, side in numbered if side.number == number}
            front = Printed(printed[at.get("front", at.get("", 0))])
            wrong = [loop for loop in loops if not front.follows(loop)]
            assert not wrong, f"{game}, sheet {number}, front: {wrong[:2]}"
            if "back" in at:
                there = laid.sheets[number - 1].laid
                both = [
                    edge.moved(one.x, one.y) for one in there if one.cutout.back for edge in one.cutout.cut
                ]
                back = Printed(printed[at["back"]])
                wrong = [one for one in both if not back.follows(_turned(one, sheet.size, order.duplex))]
                assert not wrong, f"{game}, sheet {number}, back: {wrong[:2]}"
            assert len(loops) == sum(len(one.cutout.cut) for one in laid.sheets[number - 1].laid)
        shapes |= {"circle" if isinstance(one, Circle) else f"{len(one.points)} corners" for one in loops}
    return shapes


@pytest.mark.slow
def test_cards_and_round_tokens_are_cut_where_they_are_printed() -> None:
    """Of the smallest kit, on both sides."""
    order = Order.read({"cutter": "silhouette"})
    assert _check("war-in-heaven", order, "cards", "tokens") == {"circle", "4 corners"}


@pytest.mark.slow
@pytest.mark.parametrize("game, how", in_turn(sorted(shelf()), HOW))
def test_every_piece_of_every_game_is_cut_where_it_is_printed(game: str, how: dict[str, str]) -> None:
    """Circles and rings, hexes, corner pieces, standees and cards, on both sides."""
    shapes = _check(game, Order.read({"cut": "svg", **how}))
    expected = {
        "heaven-and-ale": {"6 corners"},
        "heroball": {"12 corners"},
        "high-heavens": {"6 corners"},
    }
    assert {"4 corners"} | expected.get(game, set()) <= shapes


# -- marks ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("cutter, paper", in_turn(CUTTERS, ["a4", "letter"]))
def test_marks_are_free_and_cuts_lie_where_the_machine_cuts(cutter: str, paper: str) -> None:
    """No piece and nothing else that is printed meets a mark; the marks are where the SVG has them."""
    order = Order.read({"cutter": cutter, "paper": paper})
    laid, printed = _made("war-in-heaven", order, "cards", "tokens")
    machine = CUTTERS[cutter]
    for sheet in cut_sheets(laid):
        size, marks = sheet.size, _read(sheet, "marks")
        left, top, right, low = machine.inside(size)
        for number in sheet.numbers:
            reached = [_reach(loop) for loop in _read(sheet)]
            assert all(x1 >= left - 1e-3 and y1 >= top - 1e-3 for x1, y1, _, _ in reached)
            assert all(x2 <= right + 1e-3 and y2 <= low + 1e-3 for _, _, x2, y2 in reached)
            at = next(n for n, side in enumerate(laid.sides) if side.number == number)
            black = [path for path in printed[at].paths if path.filled and path.colour == ("rg", (0, 0, 0))]
            bars = [box for path in black for box in _boxes(path.points)]
            expected = sorted(map(_reach, marks))
            assert len(bars) == len(expected) and all(
                one == pytest.approx(other, abs=HUNDREDTH)
                for one, other in zip(sorted(bars), expected, strict=True)
            )
            page = ImageOps.invert(printed[at].picture(DPI).convert("L"))
            for bars_ in machine.marked(size):
                for bar in bars_:
                    page.paste(0, _dots(_grown(bar, 0.3)))
            for mark in machine.marked(size):
                for bar in mark:
                    assert page.crop(_dots(_grown(bar, CLEAR - 0.2))).getbbox() is None, (number, bar)


def test_silhouettes_marks_are_as_its_specification_says() -> None:
    """A square of 5 mm and two corners of 5 mm arms, 10 mm from the edges; the feeder's 0.625 inch."""
    for cutter, inset in (("silhouette", 10.0), ("feeder", 15.875)):
        square, right, low = CUTTERS[cutter].marked((210.0, 297.0))
        assert square == [(inset, inset, inset + 5, inset + 5)]
        assert max(bar[2] for bar in right) == 210 - inset and min(bar[1] for bar in right) == inset
        assert max(bar[3] for bar in low) == 297 - inset and min(bar[0] for bar in low) == inset


def test_cricut_prints_no_larger_than_its_software_takes() -> None:
    """All that is cut lies within 6.75 × 9.25 inches."""
    laid, _ = _made("war-in-heaven", Order.read({"cutter": "cricut"}), "cards", "tokens")
    for sheet in cut_sheets(laid):
        x1, y1, x2, y2 = zip(*map(_reach, _read(sheet)), strict=True)
        wide, high = sorted((max(x2) - min(x1), max(y2) - min(y1)))
        assert wide <= 6.75 * 25.4 and high <= 9.25 * 25.4


@pytest.mark.slow
def test_cricut_is_given_pictures_that_end_at_the_cuts() -> None:
    """Its software prints a picture and cuts along what is clear of it: there the paths are, at its size."""
    box = shelf()["war-in-heaven"]
    order = Order.read({"cutter": "cricut"})
    got = made(box, chosen(catalogue(box), ["tokens"]), order)
    laid, _ = _made("war-in-heaven", order, "tokens")
    (sheet,) = cut_sheets(laid)
    reached = [_reach(loop) for loop in _read(sheet)]
    left, top = min(one[0] for one in reached), min(one[1] for one in reached)
    wide, high = max(one[2] for one in reached) - left, max(one[3] for one in reached) - top
    (name,) = (file.name for file in got.files if file.name.endswith(".png"))
    assert name == f"war-in-heaven-sheet-1-{wide:.1f}x{high:.1f}mm.png"
    image = Image.open(BytesIO(got.files[-1].data))
    scale = 300 / 25.4
    assert image.size == (pytest.approx(wide * scale, abs=1), pytest.approx(high * scale, abs=1))
    assert round(image.info["dpi"][0]) == 300
    clear = image.getchannel("A")
    for loop in _read(sheet):
        assert isinstance(loop, Circle)
        x, y = (loop.x - left) * scale, (loop.y - top) * scale
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7071, 0.7071)):
            for out, seen in ((-2, 255), (2, 0)):
                at = round(x + dx * (loop.r * scale + out)), round(y + dy * (loop.r * scale + out))
                inside = 0 <= at[0] < image.width and 0 <= at[1] < image.height
                assert not inside or clear.getpixel(at) == seen, (loop, at)


def _boxes(points: tuple[Point, ...]) -> list[tuple[float, ...]]:
    """The rectangles of a path that is made of them."""
    result: list[tuple[float, ...]] = []
    for n in range(0, len(points), 4):
        xs, ys = zip(*points[n : n + 4], strict=True)
        result.append((min(xs), min(ys), max(xs), max(ys)))
    return result


def _reach(loop: Loop) -> tuple[float, float, float, float]:
    if isinstance(loop, Circle):
        return loop.x - loop.r, loop.y - loop.r, loop.x + loop.r, loop.y + loop.r
    xs, ys = zip(*loop.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _grown(box: tuple[float, float, float, float], out: float) -> tuple[float, float, float, float]:
    return box[0] - out, box[1] - out, box[2] + out, box[3] + out


def _dots(box: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    left, top, right, low = (round(side * DPI / 25.4) for side in box)
    return left, top, right, low


# -- the files --------------------------------------------------------------------------------------------


def test_dxf_has_the_paths_of_the_svg() -> None:
    """Circles as circles and polygons as closed lines, a layer each, in millimetres, y from the foot."""
    laid, _ = _made("war-in-heaven", Order.read({"cut": "dxf"}), "cards", "tokens")
    for sheet in cut_sheets(laid):
        raw = dxf(sheet)
        document = ezdxf.read(StringIO(raw.decode()))
        assert document.units == 4 and not document.audit().has_errors
        assert dxf(sheet) == raw
        for layer in ("sheet", "marks", "cut"):
            result: list[Loop] = []
            for one in document.modelspace().query(f'*[layer=="{layer.upper()}"]'):
                if one.dxftype() == "CIRCLE":
                    x, y, _ = one.dxf.center
                    result.append(Circle(x, sheet.size[1] - y, one.dxf.radius))
                else:
                    assert one.dxftype() == "LWPOLYLINE" and one.closed
                    result.append(Polygon(tuple((x, sheet.size[1] - y) for x, y in one.get_points("xy"))))
            expected = _read(sheet, layer)
            assert [type(one) for one in result] == [type(one) for one in expected]
            for one, other in zip(result, expected, strict=True):
                assert _reach(one) == pytest.approx(_reach(other), abs=1e-3)


def test_sheets_that_are_cut_alike_have_one_file() -> None:
    """Two full sheets of cards are one file; no sheet with something to cut is without one."""
    laid, _ = _made("war-in-heaven", Order.read({"cutter": "silhouette"}), "cards", "tokens")
    sheets = cut_sheets(laid)
    numbers = [n for sheet in sheets for n in sheet.numbers]
    assert numbers == [n for n, sheet in enumerate(laid.sheets, 1) if sheet.laid]
    assert [sheet.name for sheet in sheets] == ["sheets-2-3", "sheet-4"]


def test_the_paths_come_with_the_document() -> None:
    """In one zip; nothing but the document where it is cut by hand."""
    box = shelf()["war-in-heaven"]
    some = chosen(catalogue(box), ["cards"])
    got = made(box, some, Order.read({"cut": "dxf"}))
    assert [file.name for file in got.files] == ["war-in-heaven.pdf", "war-in-heaven-sheets-1-2.dxf"]
    assert got.ending == ".zip" and "16 pieces for the cutter" in got.words
    assert made(box, some, Order()).ending == ".pdf"


def test_a_sheet_for_a_machine_is_not_folded() -> None:
    """Fronts and backs that are folded together are cut by hand: said in a sentence."""
    with pytest.raises(Unprintable, match="lies flat"):
        Order.read({"cutter": "silhouette", "duplex": "gutterfold"})


def test_asking_for_a_machine_or_for_paths_is_enough() -> None:
    """Paths in SVG for a machine that is named, a Silhouette where only paths are asked for; or by hand."""
    assert Order.read({"cutter": "cricut"}).cut == "svg"
    assert Order.read({"cut": "dxf"}).machine is CUTTERS["silhouette"]
    assert Order.read({"cut": "butt", "cutter": "brother"}).machine is None


def test_holes_are_cut_while_their_piece_still_hangs_on_to_the_sheet():
    rim, hole = Circle(10.0, 10.0, 9.0), Circle(10.0, 10.0, 2.0)
    ring = Cutout((20.0, 20.0), lambda _: None, outline=(rim, hole))
    sheet = Sheet((Side(lambda _: None),), (0,), "card", (Laid(ring, 5.0, 5.0, 0),))
    (one,) = cut_sheets(Book(Order(), "Rings", [Section("Rings", [ring], "rings")], [sheet]))
    assert dict(one.layers)["cut"] == (hole.moved(5.0, 5.0), rim.moved(5.0, 5.0))
