"""What is sent instead of a photograph, or to do harm: refused in words before it takes memory."""

import zlib
from io import BytesIO
from struct import pack

import pytest
from PIL import Image

from companion.extras.eye.photograph import grey, opened, shrunk
from companion.extras.eye.sighting import MOST_BYTES, UnreadablePhoto
from tests.hostile_art import saved

ORIENTATION, PLACE = 0x0112, 0x8825
SAYS_SO_ITSELF = (
    b"Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x08\0\0\0"  # a directory within itself
)
DAMAGED, NO_PICTURE = "damaged or cut off", "no picture that can be read; send a JPEG, a PNG or a HEIC"


def picture() -> Image.Image:
    """Black in its upper left quarter."""
    image = Image.new("L", (800, 600), 200)
    image.paste(0, (0, 0, 400, 300))
    return image


def said_to_have(wide: int, high: int) -> bytes:
    """A small PNG that says it is so large."""
    plain, head = saved(Image.new("1", (8, 8)), "PNG"), b"IHDR" + pack(">II", wide, high) + b"\1\0\0\0\0"
    return plain[:8] + pack(">I", 13) + head + pack(">I", zlib.crc32(head)) + plain[33:]


def bomb(kind: bytes) -> bytes:
    """A PNG with 20 MB of zeros, packed, where its words or its profile of colours stand."""
    plain, chunk = saved(picture(), "PNG"), kind + b"a\0\0" + zlib.compress(bytes(20_000_000), 9)
    return plain[:33] + pack(">I", len(chunk) - 4) + chunk + pack(">I", zlib.crc32(chunk)) + plain[33:]


def heic(image: Image.Image) -> bytes:
    from pillow_heif import from_pillow

    out = BytesIO()
    from_pillow(image.convert("RGB")).save(out)
    return out.getvalue()


@pytest.mark.filterwarnings("ignore:Image size")
@pytest.mark.parametrize(
    "made, why",
    [
        (lambda: said_to_have(10_000, 10_000), "has 100 megapixels; up to 24"),
        (lambda: said_to_have(60_000, 60_000), "far too many megapixels; up to 24"),
        (lambda: said_to_have(60_000, 399), "60000 × 399 pixels: too few"),
        (lambda: saved(picture(), "JPEG").ljust(MOST_BYTES + 1, b"\0"), "has 17 MB; up to 16"),
        (lambda: saved(picture(), "JPEG")[:1500], DAMAGED),
        (lambda: saved(picture(), "JPEG")[:20], NO_PICTURE),
        (lambda: heic(picture())[:600], DAMAGED),
        (lambda: bomb(b"zTXt"), DAMAGED),
        (lambda: bomb(b"iCCP"), DAMAGED),
        (lambda: saved(picture(), "GIF"), NO_PICTURE),
        (lambda: saved(picture(), "TIFF"), NO_PICTURE),
        (lambda: saved(picture(), "WEBP"), NO_PICTURE),
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", NO_PICTURE),
        (lambda: b"%PDF-1.4\n%", NO_PICTURE),
    ],
)
def test_what_means_harm_or_is_no_photograph_is_refused_in_words(made, why):
    with pytest.raises(UnreadablePhoto, match=why):
        opened(made())


@pytest.mark.parametrize("turn", [*range(9), 255])
def test_a_photograph_is_turned_as_its_exif_says_and_nonsense_there_turns_nothing(turn):
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    lies = opened(saved(picture(), "JPEG", exif=exif))
    dark = {
        (x, y): grey(lies)[y * lies.height // 4, x * lies.width // 4] < 90 for x in (1, 3) for y in (1, 3)
    }
    corners = {2: (3, 1), 3: (3, 3), 4: (1, 3), 6: (3, 1), 7: (3, 3), 8: (1, 3)}
    assert [at for at, black in dark.items() if black] == [corners.get(turn, (1, 1))]
    assert (lies.width > lies.height) == (turn not in (5, 6, 7, 8))


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_exif_that_points_at_itself_or_nowhere_is_no_harm_and_where_it_was_taken_is_not_sent_back():
    for exif in (SAYS_SO_ITSELF, b"Exif\0\0II*\0" + b"\xff" * 60_000):
        assert opened(saved(picture(), "JPEG", exif=exif)).size == (800, 600)
    exif = Image.Exif()
    exif[PLACE] = {1: "N", 2: (48.0, 8.0, 11.0)}
    with Image.open(BytesIO(shrunk(opened(saved(picture(), "JPEG", exif=exif))))) as small:
        assert small.size == (800, 600) and not small.getexif()


def test_what_an_iphone_sends_is_read():
    assert opened(heic(picture())).size == (800, 600)
