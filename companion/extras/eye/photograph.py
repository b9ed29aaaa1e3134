"""A photograph as it was sent: judged before it is opened, turned upright, as grey and as a small picture."""

from io import BytesIO
from typing import Any

from PIL import Image, ImageOps, UnidentifiedImageError

from companion.extras.eye.sighting import MOST_BYTES, UnreadablePhoto
from companion.words import message

MOST_PIXELS = 24_000_000
"""The largest picture; that of a usual phone has twelve million."""
LEAST_SIDE = 400
"""Smaller than this, in pixels, no sigil can be read."""
SMALL = 1200
"""The longer side of the picture that is sent back, in pixels."""
FORMATS = ["JPEG", "PNG", "HEIF"]


def opened(data: bytes) -> Image.Image:
    """A photograph, upright; UnreadablePhoto says what cannot be read, and what would be."""
    if len(data) > MOST_BYTES:
        words = "The photograph has {size} MB; up to 16 are looked at."
        raise UnreadablePhoto(message(words, size=f"{len(data) / 1000000.0:.0f}"))
    _heif()
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _measured(*image.size)
            upright = ImageOps.exif_transpose(image) or image
            upright.load()
            return upright
    except (UnreadablePhoto, MemoryError):
        raise
    except Image.DecompressionBombError:
        raise UnreadablePhoto("The photograph has far too many megapixels; up to 24 are looked at.") from None
    except UnidentifiedImageError:
        raise UnreadablePhoto("This is no picture that can be read; send a JPEG, a PNG or a HEIC.") from None
    except Exception:
        raise UnreadablePhoto("The picture is damaged or cut off; send it once more.") from None


def _measured(wide: int, high: int) -> None:
    """Refuse a picture by what it says of its size, before it is unpacked."""
    if wide * high > MOST_PIXELS:
        words = "The photograph has {size} megapixels; up to 24 are looked at."
        raise UnreadablePhoto(message(words, size=f"{wide * high / 1000000.0:.0f}"))
    if min(wide, high) < LEAST_SIDE:
        words = "The photograph has {wide} × {high} pixels: too few to read a sigil."
        raise UnreadablePhoto(message(words, wide=wide, high=high))


def grey(image: Image.Image) -> Any:
    """Its rows of grey, an array of bytes."""
    import numpy

    return numpy.asarray(image.convert("L"))


def shrunk(image: Image.Image) -> bytes:
    """It as a small JPEG, without what else the file said of where and when it was taken."""
    small = image.convert("RGB")
    small.thumbnail((SMALL, SMALL))
    out = BytesIO()
    small.save(out, "JPEG", quality=72)
    return out.getvalue()


def _heif() -> None:
    """iPhones send HEIC; it is read where the library for it is there."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return
    register_heif_opener(thumbnails=False)
