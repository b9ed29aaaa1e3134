"""A photograph or bitmap as art: measured before it is decoded, cropped about its focus, at 300 dots an inch.

A picture that is no PNG stays a JPEG, unless a print shop wants inks. Where ink is saved, or there is only
black, it is engraved: slanted lines, thick where it is dark.
"""

import zlib
from io import BytesIO

from PIL import ExifTags, Image, ImageChops, ImageCms, ImageOps, UnidentifiedImageError
from PIL.ImageFilter import Color3DLUT

from printables.art.wanted import DPI, Picture, UnreadableArt, Wanted, crop
from printables.draw.ink import RGB, Ink

FORMATS: tuple[str, ...] = ("PNG", "JPEG", "WEBP")
MEGAPIXELS = 24
"""No larger file is decoded."""
PASSES = 30
"""A JPEG is painted in so many passes over the whole of it at most; ten are usual. House."""
PROFILE = 2_000_000
"""No larger profile of colours is read, in bytes."""
QUALITY = 92
SPARE = 2
"""A JPEG is unpacked at a half, a quarter or an eighth where that leaves so many times the dots."""
FINE, PERIOD = 2, 12
"""An engraving has so many times the dots, and a line every so many of them across: 0.36 mm apart."""
LEFT = {"saver": 0.45, "bw": 0.85}
"""So much of its darkness is left in an engraving."""
STEPS = 17
"""So many steps of each colour are looked up as inks, what is between them is in proportion."""
TURNED = (5, 6, 7, 8)
"""The EXIF orientations of a picture that lies on its side."""


def megapixels(wanted: Wanted) -> float:
    """Return how many megapixels a file has, by its head; UnreadableArt if it is no bitmap, or too large."""
    image = _opened(wanted)
    return image.width * image.height / 1e6


def read(wanted: Wanted, ink: Ink) -> Picture:
    """Return a file as it fills its field; UnreadableArt, in a sentence, where it cannot."""
    image = _opened(wanted)
    try:
        return _embedded(ink, _cropped(wanted, ink, image), image.format != "PNG")
    except (UnreadableArt, MemoryError):
        raise
    except Exception:  # a decoder fails in many ways
        raise _damaged(wanted) from None


def _opened(wanted: Wanted) -> Image.Image:
    """A file of which only the head is read."""
    formats = FORMATS
    if wanted.data[4:8] == b"ftyp":
        _with_heic(wanted)
        formats = ("HEIF",)
    try:
        image: Image.Image = Image.open(BytesIO(wanted.data), formats=formats)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(wanted) from None
    except UnidentifiedImageError:
        raise UnreadableArt(
            "“{name}” is no PNG, JPEG, WebP or HEIC, whatever its name says: save it again as PNG or JPEG.",
            name=wanted.name,
        ) from None
    except MemoryError:
        raise
    except Exception:
        raise _damaged(wanted) from None
    if image.width * image.height > MEGAPIXELS * 1_000_000:
        raise _too_large(wanted)
    if image.format in ("JPEG", "MPO") and wanted.data.count(b"\xff\xda") > PASSES:
        raise UnreadableArt(
            "“{name}” is painted in more than {n} passes: save it again as a plain JPEG.",
            name=wanted.name,
            n=PASSES,
        )
    return image


def _with_heic(wanted: Wanted) -> None:
    """Read HEIC, too, where the library for it is there."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        raise UnreadableArt(
            "“{name}” is a HEIC, which cannot be read here: save it as a JPEG, or have the phone send it "
            "as one.",
            name=wanted.name,
        ) from None
    register_heif_opener(thumbnails=False)


def _too_large(wanted: Wanted) -> UnreadableArt:
    return UnreadableArt(
        "“{name}” has more than {megapixels} megapixels: make it smaller.",
        name=wanted.name,
        megapixels=MEGAPIXELS,
    )


def _damaged(wanted: Wanted) -> UnreadableArt:
    return UnreadableArt("“{name}” is damaged or cut short: save it again as PNG or JPEG.", name=wanted.name)


# -- the part that is seen --------------------------------------------------------------------------------


def _cropped(wanted: Wanted, ink: Ink, image: Image.Image) -> Image.Image:
    """The part that fills the field, upright, in red, green and blue."""
    turned = image.getexif().get(ExifTags.Base.Orientation) in TURNED
    wide, high = wanted.dots
    across, down = image.size[::-1] if turned else image.size
    if across < wide or down < high:
        w, h = wanted.size
        raise UnreadableArt(
            "“{name}” has {across} × {down} pixels; its field of {w} × {h} mm needs {wide} × {high} for "
            "{dpi} dpi.",
            name=wanted.name,
            across=across,
            down=down,
            w=f"{w:.1f}",
            h=f"{h:.1f}",
            wide=wide,
            high=high,
            dpi=DPI,
        )
    by = 1 if ink.mode == "full" else FINE
    to = wide * by, high * by
    dots = SPARE * max(to[0] / across, to[1] / down)
    image.draft(None, (int(image.width * dots) or 1, int(image.height * dots) or 1))
    image.load()
    image = _plain(ImageOps.exif_transpose(image))
    image = image.resize(to, box=crop(image.size, to, wanted.focus), reducing_gap=3.0)
    return _laid(_as_srgb(image), ink.paper)


def _plain(image: Image.Image) -> Image.Image:
    """A picture in a mode that is made smaller as it looks: grey, with inks, or red, green and blue, perhaps
    with what is clear.
    """
    if image.mode.startswith("I;16"):  # sixteen bits of grey: the upper eight
        upper = 0 if image.mode.endswith("B") else 1
        return Image.frombytes("L", image.size, image.tobytes()[upper::2])
    if image.has_transparency_data:
        return image if image.mode == "RGBA" else image.convert("RGBA")
    return image if image.mode in ("L", "RGB", "CMYK") else image.convert("RGB")


def _as_srgb(image: Image.Image) -> Image.Image:
    """Red, green and blue as screens have them, by the profile that lies in the file if one does."""
    profile = image.info.get("icc_profile")
    seen = image.getchannel("A") if image.mode == "RGBA" else None
    if seen:
        image = image.convert("RGB")
    if profile and len(profile) <= PROFILE:
        try:
            given = ImageCms.ImageCmsProfile(BytesIO(profile))
            screen = ImageCms.createProfile("sRGB")
            image = ImageCms.profileToProfile(image, given, screen, outputMode="RGB") or image
        except (ImageCms.PyCMSError, OSError):
            pass  # a profile that is none, or of another kind of colours: as if there were none
    image = image.convert("RGB")
    if seen:
        image.putalpha(seen)
    return image


def _laid(image: Image.Image, ground: RGB) -> Image.Image:
    """A picture on a ground where it is clear."""
    if image.mode != "RGBA":
        return image
    under = Image.new("RGB", image.size, tuple(round(part * 255) for part in ground))
    under.paste(image, mask=image)
    return under


# -- as it is printed -------------------------------------------------------------------------------------


def _embedded(ink: Ink, image: Image.Image, photo: bool) -> Picture:
    """A picture as the document takes it."""
    if ink.mode != "full":
        image = engraved(image, LEFT[ink.mode])
        if ink.cmyk:
            black = Image.new("L", image.size, 0)
            image = Image.merge("CMYK", (black, black, black, ImageOps.invert(image)))
    elif ink.cmyk:
        inks = Color3DLUT.generate(STEPS, lambda *rgb: ink.parts(rgb), channels=4, target_mode="CMYK")
        image = image.filter(inks)
    elif photo:
        out = BytesIO()
        image.save(out, "JPEG", quality=QUALITY, subsampling=0)
        return Picture("JPEG", image.size, out.getvalue())
    return Picture(image.mode, image.size, zlib.compress(image.tobytes()))


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
