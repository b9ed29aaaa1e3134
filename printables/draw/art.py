"""Art: the owner's own picture of a card, from a PNG, JPEG or SVG, cropped about its focus
to the field it fills.

A file is measured before it is decoded, and decoded only as it is drawn, so that many large ones never lie
in memory together. It is in the document once, at 300 dots an inch: what came as a JPEG stays one, unless a
print shop wants inks. Where ink is saved, or there is only black, it is engraved: slanted lines, thick
where it is dark.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from math import ceil
from typing import Any, TypeVar

from PIL import Image, ImageChops, ImageCms, ImageOps, UnidentifiedImageError
from PIL.ImageFilter import Color3DLUT
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader

from printables.draw import svg_art, svg_drawing
from printables.draw.fonts import Unprintable
from printables.draw.ink import RGB, WHITE, Ink
from printables.draw.pen import Pen

DPI, INCH = 300, 25.4
MEGAPIXELS = 24
"""No larger file is decoded."""
LETTER = 50
"""A letter of an SVG takes as long as so many pixels."""
PROFILE = 2_000_000
"""No larger profile of colours is read, in bytes."""
QUALITY = 92
FINE, PERIOD = 2, 12
"""An engraving has so many times the dots, and a line every so many of them across: 0.36 mm apart."""
LEFT = {"saver": 0.45, "bw": 0.85}
"""So much of its darkness is left in an engraving."""
STEPS = 17
"""So many steps of each colour are looked up as inks, what is between them is in proportion."""


Got = TypeVar("Got")


@dataclass(frozen=True)
class Art:
    """A file with a picture, and the part of it that must be seen."""

    name: str
    data: bytes | None
    """None where the set names it and nobody gave it."""
    focus: tuple[float, float]
    """From the left and from the top, each 0 to 1."""


def field(pen: Pen, art: Art, x: float, y: float, w: float, h: float) -> None:
    """Fill a box, in millimetres, with art; Unprintable says why it cannot be."""
    key = ("art", art, round(w, 3), round(h, 3))
    with pen.at(x, y):
        pen.use(pen.form(key, w, h, partial(_drawn, art=art, w=w, h=h)))


def _drawn(pen: Pen, art: Art, w: float, h: float) -> None:
    size = wide, high = ceil(w * DPI / INCH - 1e-6), ceil(h * DPI / INCH - 1e-6)
    needs = f"its field of {w:.1f} × {h:.1f} mm needs {wide} × {high}"
    if art.data is None:
        raise Unprintable(
            f"its art “{art.name}” is not there; it must lie beside the set, or be sent with it."
        )
    if art.name.lower().endswith(".svg"):
        return _vectors(pen, art, w, h, f"{wide} × {high} pixels")
    image, photo = opened(art.name, art.data, pen.ink.ground or WHITE)
    if image.width < wide or image.height < high:
        has = f"“{art.name}” has {image.width} × {image.height} pixels"
        raise Unprintable(f"{has}; {needs} for {DPI} dpi.")
    by = 1 if pen.ink.mode == "full" else FINE
    image = image.resize((wide * by, high * by), box=crop(image.size, size, art.focus), reducing_gap=3.0)
    pen.canvas.drawImage(_embedded(pen.ink, image, photo), 0, -h * mm, w * mm, h * mm)


def _vectors(pen: Pen, art: Art, w: float, h: float, pixels: str) -> None:
    """An SVG, its part about the focus."""
    try:
        drawing = svg_drawing.read(art.data or b"")
    except Unprintable as why:
        raise Unprintable(f"“{art.name}” cannot be drawn: {why}. A PNG of {pixels} will do.") from None
    svg_art.draw(pen, drawing, crop(drawing.box[2:], (w, h), art.focus), w, h)


def crop(
    of: tuple[float, float], to: tuple[float, float], focus: tuple[float, float]
) -> tuple[float, float, float, float]:
    """The largest part of a picture in the proportions of another size, its middle as near to the focus as
    can be: left, top, right, bottom.
    """
    by = min(of[0] / to[0], of[1] / to[1])
    w, h = to[0] * by, to[1] * by
    left = max(0.0, min(focus[0] * of[0] - w / 2, of[0] - w))  # by rounding a part may be a hair too wide
    top = max(0.0, min(focus[1] * of[1] - h / 2, of[1] - h))
    return left, top, min(left + w, of[0]), min(top + h, of[1])


# -- reading ----------------------------------------------------------------------------------------------


def pixels(name: str, data: bytes) -> int:
    """How many pixels a file has, read off its head; Unprintable where it is none, or too large. A drawing
    counts as a photograph that takes as long to print.
    """
    if name.lower().endswith(".svg"):
        return len(data) * LETTER
    return _read(name, lambda: _measured(name, data)[1])


def opened(name: str, data: bytes, ground: RGB) -> tuple[Image.Image, bool]:
    """A file as red, green and blue, upright, on a ground where it is clear, and whether it is a JPEG;
    Unprintable, in a sentence, where it cannot be read.
    """
    return _read(name, lambda: _decoded(name, data, ground))


def _read(name: str, how: Callable[[], Got]) -> Got:
    """What a reading gives; whatever a damaged file makes the library say is told in words."""
    try:
        return how()
    except Unprintable:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(name) from None
    except UnidentifiedImageError:
        raise Unprintable(f"“{name}” is neither a PNG nor a JPEG, whatever its name says.") from None
    except Exception:  # a decoder fails in many ways
        raise Unprintable(f"“{name}” is damaged or cut short: save it anew as PNG or JPEG.") from None


def _measured(name: str, data: bytes) -> tuple[Image.Image, int]:
    image: Image.Image = Image.open(BytesIO(data), formats=("PNG", "JPEG"))
    if image.width * image.height > MEGAPIXELS * 1_000_000:
        raise _too_large(name)
    return image, image.width * image.height


def _too_large(name: str) -> Unprintable:
    return Unprintable(f"“{name}” has more than {MEGAPIXELS} megapixels: make it smaller.")


def _decoded(name: str, data: bytes, ground: RGB) -> tuple[Image.Image, bool]:
    image, _ = _measured(name, data)
    photo = image.format != "PNG"
    image.load()
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I"):  # sixteen bits of grey
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    seen = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
    image = _as_srgb(image)
    if seen:
        under = Image.new("RGB", image.size, _bytes(ground))
        under.paste(image, mask=seen)
        image = under
    return image, photo


def _as_srgb(image: Image.Image) -> Image.Image:
    """Red, green and blue as screens have them, by the profile that lies in the file if one does."""
    profile = image.info.get("icc_profile")
    if image.mode not in ("RGB", "CMYK", "L"):
        image = image.convert("RGB")
    if profile and len(profile) <= PROFILE:
        try:
            made = ImageCms.ImageCmsProfile(BytesIO(profile))
            found = ImageCms.profileToProfile(image, made, ImageCms.createProfile("sRGB"), outputMode="RGB")
            return found or image
        except (ImageCms.PyCMSError, OSError):
            pass  # a profile that is none, or of another kind of colours: as if there were none
    return image.convert("RGB")


def _bytes(colour: RGB) -> tuple[int, ...]:
    return tuple(round(part * 255) for part in colour)


# -- as it is printed -------------------------------------------------------------------------------------


def _embedded(ink: Ink, image: Image.Image, photo: bool) -> Any:
    """A picture as the document takes it."""
    reader: Any = ImageReader
    if ink.mode != "full":
        image = engraved(image, LEFT[ink.mode])
        if not ink.cmyk:
            return reader(image)
        black = Image.new("L", image.size, 0)
        return reader(Image.merge("CMYK", (black, black, black, ImageOps.invert(image))))
    if ink.cmyk:
        inks = Color3DLUT.generate(STEPS, lambda *rgb: ink.parts(rgb), channels=4, target_mode="CMYK")
        return reader(image.filter(inks))
    if not photo:
        return reader(image)
    out = BytesIO()
    image.save(out, "JPEG", quality=QUALITY, subsampling=0)
    return reader(out)


def engraved(image: Image.Image, dark: float) -> Image.Image:
    """A picture as slanted black lines on white, thick where it is dark: so much of its darkness is left."""
    grey = ImageOps.autocontrast(image.convert("L"), cutoff=1).point(lambda v: 255 - dark * (255 - v))
    order = sorted(range(PERIOD), key=lambda n: -abs(n - PERIOD / 2 + 0.25))
    rows = []
    for y in range(PERIOD):  # a line grows dot by dot, and not at once along its length
        part = 1 - (5 * y % PERIOD) / PERIOD
        wave = [round(250 * (order.index((x + y) % PERIOD) + part) / PERIOD) for x in range(PERIOD)]
        rows.append(bytes(wave) * (image.width // PERIOD + 1))
    screen = b"".join(rows[y % PERIOD][: image.width] for y in range(image.height))
    above = ImageChops.subtract(grey, Image.frombytes("L", image.size, screen))
    return above.point([0] + [255] * 255)
