"""Art of one's own on cards: read within limits, cropped to its focus, sharp enough, in the document once."""

import random
import zlib
from functools import cache
from io import BytesIO

import pypdf
import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw, ImageOps, ImageStat

from companion.kernel.cardset import SetForm
from companion.kernel.shelf import shelf
from companion.toolkit import cardsets
from companion.work.process import Failure
from printables import sent as printed_elsewhere
from printables.art import bitmap
from printables.art.wanted import DPI, INCH, Wanted, crop
from printables.draw.fonts import Unprintable
from printables.draw.ink import PARCHMENT, Ink
from printables.job import job, sent
from printables.layout.paper import Order
from printables.outlets.files import made
from printables.sources.catalogue import catalogue, printed
from printables.sources.printable import read_art
from tests.hostile_art import saved
from tests.paper import ORDER, pages
from tests.test_printing import command

GAME = "heroball"
DECK = "heroes"


def painted(size=(900, 900), kind="PNG", mode="RGB", **more):
    """A picture whose upper half is red, the lower blue, and a white spot upper right."""
    image = Image.new("RGB", size, (200, 30, 30))
    w, h = size
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, h // 2, w, h), (30, 30, 200))
    pen.ellipse((w * 0.7, h * 0.05, w * 0.9, h * 0.25), (255, 255, 255))
    return saved(image.convert(mode), kind, **more)


def with_art(**looks):
    """The house set of a game whose first hero has art."""
    game = shelf()[GAME]
    house = game[SetForm].house
    first, *rest = house[DECK]
    return game, {**house, DECK: [{**first, **({"art": "mine.png"} | looks)}, *rest]}


def document(data, order=ORDER, **looks):
    game, own = with_art(**looks)
    arts = None if data is None else {"mine.png": data, looks.get("art", "mine.png"): data}
    return printed(game, [catalogue(game, own, arts=arts)[DECK]], order)


def refused(data, **looks):
    with pytest.raises(Unprintable) as no:
        document(data, **looks)
    return str(no.value)


def images(pdf):
    """The image objects of a document."""
    reader = pypdf.PdfReader(BytesIO(pdf))
    result = (reader.get_object(n) for n in range(1, len(reader.xref[0]) + 1))
    return [one for one in result if isinstance(one, dict) and one.get("/Subtype") == "/Image"]


def drawn(image):
    """What is not a photograph, as a picture."""
    size = image["/Width"], image["/Height"]
    return Image.frombytes("RGB", size, zlib.decompress(image._data))


# -- the set ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "looks",
    [
        {"art": "../secret.png"},
        {"art": "/etc/mine.png"},
        {"art": "a\\mine.png"},
        {"art": "C:mine.png"},
        {"art": ".mine.png"},
        {"art": "mine.gif"},
        {"focus": "0.5"},
        {"focus": "0.5 1.2"},
        {"focus": "nan 0"},
        {"focus": "middle"},
    ],
    ids=str,
)
def test_a_way_to_elsewhere_and_a_focus_that_is_none_are_faults(looks):
    game, own = with_art(**looks)
    ((_, key, words),) = game[SetForm].faults(own)
    assert key == next(iter(looks)) and "would be right" in words


@pytest.mark.parametrize("write", [cardsets.to_toml, cardsets.to_csv])
def test_art_and_focus_are_kept_in_files_and_numbers_in_brackets_are_read(write):
    game, own = with_art(focus="0.5 0.3")
    kept = write(game[SetForm], own, game if write is cardsets.to_toml else game.key)
    bracketed = kept.replace('focus = "0.5 0.3"', "focus = [0.5, 0.3]")
    read = cardsets.read(shelf(), bracketed.encode())
    assert not read.faults() and read.cards[DECK][0]["focus"] == "0.5 0.3"
    assert read.cards[DECK][0]["art"] == "mine.png"


# -- as it is printed -------------------------------------------------------------------------------------


def test_art_stands_in_the_document_once_whatever_its_copies_with_the_same_bytes():
    game, own = with_art()
    pieces = [catalogue(game, own, arts={"mine.png": painted()})[DECK]]
    pdf = printed(game, pieces, Order(), 2)
    assert pdf == printed(game, pieces, Order(), 2)
    (image,) = images(pdf)
    assert image["/ColorSpace"] == "/DeviceRGB"
    assert "mine.png" not in pages(pdf)[0].text and not images(document(None))


def test_a_photograph_stays_one():
    (image,) = images(document(painted(kind="JPEG", quality=95)))
    assert "/DCTDecode" in str(image["/Filter"])


@pytest.mark.slow
def test_what_is_seen_lies_about_the_focus():
    assert crop((900, 900), (600, 300), (0.5, 0.0)) == (0, 0, 900, 450)
    assert crop((900, 900), (600, 300), (0.5, 0.5)) == (0, 225, 900, 675)
    assert crop((900, 300), (300, 300), (1.0, 0.5)) == (600, 0, 900, 300)
    up, down = (_reds(drawn(images(document(painted((900, 1800)), focus=f"0.5 {y}"))[0])) for y in (0, 1))
    assert up > 2 * down


def test_the_part_that_is_seen_lies_in_the_picture_whatever_its_size_and_focus():
    rng = random.Random(34)
    sizes = [(3024, 4032), (4032, 3024), (1000, 1400)] + [
        (rng.randint(1, 6000), rng.randint(1, 6000)) for _ in range(9_997)
    ]
    for of in sizes:
        to = 10 ** rng.uniform(-1, 3), 10 ** rng.uniform(-1, 3)
        focus = rng.choice((0.0, 0.5, 1.0, rng.random())), rng.choice((0.0, 0.4, 1.0, rng.random()))
        left, top, right, bottom = crop(of, to, focus)
        assert 0 <= left < right <= of[0] and 0 <= top < bottom <= of[1], (of, to, focus)
        assert (right - left) / (bottom - top) == pytest.approx(to[0] / to[1], rel=1e-6)
        used = max((right - left) / of[0], (bottom - top) / of[1])
        assert used == pytest.approx(1), "it is the largest such part"


@pytest.mark.parametrize("size", [(3024, 4032), (4032, 3024), (1013, 1399)], ids=str)
def test_a_photograph_of_a_phone_is_printed_upright_and_across(size):
    (image,) = images(document(painted(size, "JPEG"), focus="0.5 0.3"))
    assert image["/Width"] > image["/Height"]


def _reds(image):
    return sum(n for n, (r, g, b) in image.convert("RGB").getcolors(1 << 24) if r > 180 and g < 60 and b < 60)


def test_a_print_shop_gets_its_inks_alone():
    game, own = with_art()
    piece = catalogue(game, own, arts={"mine.png": painted()})[DECK]
    (file, *_) = made(game, [piece], Order.read({"outlet": "pdfx"})).files
    (image,) = images(file.data)
    assert image["/ColorSpace"] == "/DeviceCMYK"
    dots = zlib.decompress(image._data)
    assert max(sum(dots[n : n + 4]) for n in range(0, len(dots), 4 * 97)) <= 2.4 * 255 + 4


@pytest.mark.parametrize("ink", ["saver", "bw"])
def test_it_is_engraved_where_ink_is_saved(ink):
    (image,) = images(document(painted(), Order.read({"ink": ink})))
    dots = zlib.decompress(image._data)
    assert image["/ColorSpace"] == "/DeviceGray" and set(dots) == {0, 255}
    assert (dots.count(0) / len(dots) < 0.5) == (ink == "saver")


@pytest.mark.slow
def test_every_outlet_shows_it():
    game, own = with_art()
    piece = catalogue(game, own, arts={"mine.png": painted(kind="JPEG")})[DECK]
    svg = made(game, [piece], Order.read({"outlet": "svg"})).files[0].data
    assert b'href="data:image/jpeg;base64,/9j/' in svg
    table = made(game, [piece], Order.read({"outlet": "tts"})).files
    sheet = next(file.data for file in table if file.name.endswith((".png", ".jpg")))
    assert _reds(Image.open(BytesIO(sheet))) > 10_000


# -- what is refused --------------------------------------------------------------------------------------


def head(wide, high):
    """A PNG that only says how large it would be."""
    whole = painted((8, 8))
    body = b"IHDR" + wide.to_bytes(4, "big") + high.to_bytes(4, "big") + whole[24:29]
    return whole[:12] + body + zlib.crc32(body).to_bytes(4, "big") + whole[33:]


NOISE = random.Random(1).randbytes(4000)
HOSTILE = {
    "100 megapixels": (head(10_000, 10_000), "24 megapixels"),
    "a bomb": (head(60_000, 60_000), "24 megapixels"),
    "cut short": (painted(kind="JPEG")[:3000], "cut short"),
    "a PNG cut short": (painted()[:2000], "cut short"),
    "another format": (painted(kind="GIF"), "is no PNG, JPEG, WebP or HEIC"),
    "nothing": (b"", "is no PNG, JPEG, WebP or HEIC"),
    "noise after a head": (painted()[:60] + NOISE, "cut short"),
    "nobody gave it": (None, "not there"),
}


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_answered_in_words(case):
    data, words = HOSTILE[case]
    game, own = with_art()
    arts = {} if data is None else {"mine.png": data}
    with pytest.raises(Unprintable, match=words) as no:
        printed(game, [catalogue(game, own, arts=arts)[DECK]], Order())
    assert own[DECK][0]["name"] in str(no.value)


def test_too_few_pixels_are_refused_with_what_would_do():
    text = refused(painted((420, 300)))
    assert "“mine.png” has 420 × 300 pixels; its field of " in text and "for 300 dpi" in text


def read(data, size, ink=Ink(), focus=(0.5, 0.4)):  # noqa: B008 (it is frozen)
    """A file as it fills a field of so many pixels: how the document takes it, and the picture."""
    wanted = Wanted("a", data, focus, tuple(n * INCH / DPI for n in size))
    picture = bitmap.read(wanted, ink)
    if picture.kind == "JPEG":
        return "JPEG", Image.open(BytesIO(picture.data))
    return picture.kind, Image.frombytes(picture.kind, picture.size, zlib.decompress(picture.data))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_read_upright_however_the_phone_was_held(orientation):
    upright = Image.open(BytesIO(painted((160, 240))))
    lies = {o: ImageOps.exif_transpose(tagged(upright, o)) for o in range(1, 9)}
    back = {5: 5, 6: 8, 7: 7, 8: 6}.get(orientation, orientation)
    exif = Image.Exif()
    exif[0x0112] = orientation
    kind, image = read(saved(lies[back], "JPEG", exif=exif, quality=95), (80, 120))
    plain = upright.resize((80, 120))
    apart = ImageStat.Stat(ImageChops.difference(image.convert("RGB"), plain)).mean
    assert kind == "JPEG" and image.size == (80, 120) and max(apart) < 4


def tagged(image, orientation):
    """A picture that says how it is to be turned."""
    image = image.copy()
    image.getexif()[0x0112] = orientation
    return image


def test_it_is_laid_on_the_ground_where_it_is_clear():
    kind, image = read(saved(Image.new("RGBA", (9, 9), (0, 0, 0, 0))), (9, 9))
    assert kind == "RGB" and image.getpixel((4, 4)) == tuple(round(part * 255) for part in PARCHMENT)


def wide_gamut() -> bytes:
    """A profile whose red is more red than a screen's: sRGB's own, its red moved."""
    plain = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    at = next(n for n in range(132, 600, 12) if plain[n : n + 4] == b"rXYZ")
    start = int.from_bytes(plain[at + 4 : at + 8], "big")
    red = b"".join(round(n * 65536).to_bytes(4, "big") for n in (0.60974, 0.31111, 0.01947))  # Adobe RGB's
    return plain[: start + 8] + red + plain[start + 20 :]


RED = Image.new("RGB", (12, 12), (200, 30, 30))
KINDS = {
    "with alpha": (saved(RED.convert("RGBA")), (200, 30, 30)),
    "a palette": (saved(RED.quantize(4)), (200, 30, 30)),
    "a palette with a clear colour": (saved(RED.quantize(4), transparency=0), (251, 247, 238)),
    "grey of 16 bits": (saved(Image.new("I;16", (12, 12), 200 * 256)), (200, 200, 200)),
    "CMYK": (saved(Image.new("CMYK", (12, 12), (0, 255, 255, 0)), "JPEG", quality=100), (255, 0, 0)),
    "a profile that is none": (saved(RED, icc_profile=b"none"), (200, 30, 30)),
    "the screen's own profile": (
        saved(RED, icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()),
        (200, 30, 30),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_png_and_jpeg_has_its_colours(kind):
    data, colour = KINDS[kind]
    _, image = read(data, (12, 12))
    assert max(abs(a - b) for a, b in zip(image.getpixel((6, 6)), colour, strict=True)) <= 2


def test_a_profile_in_the_file_is_heeded_also_beside_what_is_clear():
    for mode in ("RGB", "RGBA"):
        _, image = read(saved(RED.convert(mode), icc_profile=wide_gamut()), (12, 12))
        assert image.getpixel((6, 6))[0] > 212, "redder than the screen's 200"


# -- where files come from --------------------------------------------------------------------------------


@cache
def a_set(**looks):
    game, own = with_art(**looks)
    return cardsets.to_toml(game[SetForm], own, game)


def test_the_command_reads_art_beside_the_set_and_never_out_of_its_folder(tmp_path):
    here = tmp_path / "mine"
    here.mkdir()
    (here / "set.toml").write_text(a_set(), "utf-8")
    (tmp_path / "other.png").write_bytes(painted())
    (here / "mine.png").symlink_to(tmp_path / "other.png")
    done = command(GAME, DECK, "--set", "mine/set.toml", cwd=tmp_path)
    assert done.returncode == 2 and b"must lie beside the set" in done.stderr
    (here / "mine.png").unlink()
    (here / "mine.png").write_bytes(painted())
    game = shelf()[GAME]
    assert len(images(job(game, [DECK], {}, str(here / "set.toml")).whole())) == 1


def test_the_print_page_takes_art_with_the_set_and_opens_nothing_itself(phone, tmp_path, monkeypatch):
    (tmp_path / "mine.png").write_bytes(painted())
    monkeypatch.chdir(tmp_path)
    address = f"/games/{GAME}/print.pdf?piece={DECK}"

    def send(*arts):
        data = {"set": (BytesIO(a_set().encode()), "set.toml"), "art": [(BytesIO(raw), n) for n, raw in arts]}
        return phone().post(address, data, content_type="multipart/form-data")

    got = send()
    assert got.status_code == 400 and "is not there" in got.text
    got = send(("Pictures/mine.png", painted()), ("else.png", b""))
    assert got.status_code == 200 and len(images(got.data)) == 1
    got = send(("mine.png", painted(kind="GIF")))
    assert got.status_code == 400 and "is no PNG, JPEG, WebP or HEIC" in got.text
    assert send(("mine.png", bytes(18_000_000))).status_code == 413


def test_a_set_that_is_sent_is_printed_in_a_process_of_its_own(phone, monkeypatch):
    def not_here(*given):
        raise AssertionError("it is printed beside taps")

    def send():
        return phone().post(f"/games/{GAME}/print.pdf?piece=calibration&offset=1,2", {"text": a_set()})

    monkeypatch.setattr("printables.layout.book.Book.drawn", not_here)
    assert send().data.startswith(b"%PDF")
    for cause, words in printed_elsewhere.ENDED.items():
        monkeypatch.setattr(printed_elsewhere, "run", lambda *given, cause=cause: Failure(cause, b""))
        got = send()
        assert got.status_code == 400 and words in got.text


def test_what_is_sent_is_bounded_all_together(monkeypatch):
    game, own = with_art()
    with pytest.raises(Unprintable, match="16 MB"):
        sent(game, own, [("a.png", bytes(17 << 20))])
    many = {**own, DECK: [{**row, "art": "mine.png", "focus": f"0 0.{n}"} for n, row in enumerate(own[DECK])]}
    files = sent(game, many, [("mine.png", head(4800, 5000)), ("other.png", b"")])
    assert set(files) == {"mine.png"}
    pieces = catalogue(game, many, arts=files)
    for megapixels, words in ((24 * len(many[DECK]) - 1, "megapixels together"), (None, "cut short")):
        with pytest.raises(Unprintable, match=words):  # noqa: PT012 (the second is cut short as it is drawn)
            read_art([pieces[DECK]], ORDER, megapixels)
            printed(game, [pieces[DECK]], ORDER)
        pieces = catalogue(game, many, arts=files)
