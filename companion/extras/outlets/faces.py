"""Faces: both sides of every piece as a picture that ends where the piece is cut, for tables on a screen."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from printables.layout.outline import Circle, Loop, Outline
from printables.layout.paper import Cutout, Order
from printables.outlets.pictures import rendered
from printables.outlets.pieces import Group

FINE = 4
"""So many times larger an edge is drawn, to be smooth."""


@dataclass(frozen=True)
class Faced:
    """A kind of piece: what it is called, how many there are of it, and how its sides look."""

    key: str
    """As a part of a file's name: ``03-odin``."""
    cutout: Cutout
    count: int
    front: Image.Image
    back: Image.Image | None
    """None where it is blank, or the very same as the front."""

    @property
    def name(self) -> str:
        """Return the name that players use."""
        return self.cutout.name

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what is seen, in millimetres: of one side, where it is folded and stands."""
        if self.cutout.stands:
            left, top, right, low = self.cutout.stands
            return right - left, low - top
        return self.cutout.size


def faced(order: Order, group: Group, dpi: float) -> Iterator[Faced]:
    """Every kind of piece of a group, so many dots an inch."""
    images = list(rendered(group.drawn(order), dpi))
    behind = {side.cutout.front: image for side, image in zip(group.sides, images, strict=True)}
    for n, (cutout, count) in enumerate(group.pieces):
        front = images[n]
        back = behind[cutout.back] if cutout.back else None
        if back and back.tobytes() == front.tobytes():
            back = None
        yield Faced(group.sides[n].key, cutout, count, _side(front, cutout), back and _side(back, cutout))


def _side(image: Image.Image, cutout: Cutout) -> Image.Image:
    """A side as it is seen: where it stands, the part that does."""
    if not cutout.stands:
        return image
    scale = image.width / cutout.size[0]
    return image.crop(tuple(round(edge * scale) for edge in cutout.stands))  # type: ignore[arg-type]


def shaped(image: Image.Image, cutout: Cutout) -> Image.Image:
    """A side that is clear beyond its outline, and in its holes."""
    if not cutout.outline or cutout.stands:
        return image
    return cleared(image, [cutout.outline], image.width / cutout.size[0])


def cleared(image: Image.Image, outlines: Iterable[Outline], scale: float) -> Image.Image:
    """A picture that is clear beyond some outlines and in their holes; ``scale`` is in dots a millimetre."""
    clear = Image.new("L", (image.width * FINE, image.height * FINE), 0)
    draw, by = ImageDraw.Draw(clear), FINE * scale
    for outline in outlines:
        for n, edge in enumerate(outline):
            fill = 0 if n else 255
            if isinstance(edge, Circle):
                x, y, r = edge.x * by, edge.y * by, edge.r * by
                draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)
            else:
                draw.polygon([(x * by, y * by) for x, y in edge.points], fill=fill)
    picture = image.convert("RGBA")
    picture.putalpha(clear.resize(image.size, Image.Resampling.BOX))
    return picture


def edges(loops: Iterable[Loop]) -> Iterator[str]:
    """Every edge as an element of SVG, in millimetres."""
    for loop in loops:
        if isinstance(loop, Circle):
            yield f'<circle cx="{loop.x:.4f}" cy="{loop.y:.4f}" r="{loop.r:.4f}"/>'
        else:
            yield f'<path d="M{" L".join(f"{x:.4f},{y:.4f}" for x, y in loop.points)} Z"/>'


def grid(images: Sequence[Image.Image], columns: int, rows: int = 0) -> Image.Image:
    """Pictures of one size edge to edge, row by row; so many rows, or as many as they take."""
    w, h = images[0].size
    picture = Image.new("RGB", (columns * w, (rows or -(-len(images) // columns)) * h), "white")
    for n, image in enumerate(images):
        picture.paste(image, (n % columns * w, n // columns * h))
    return picture
