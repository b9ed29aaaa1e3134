"""Outlets: each piece by itself, from the shapes that are drawn, as print shops and screens take it."""

import re
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pypdf
import pytest
from PIL import Image

from companion.extras.outlets.drawings import svg
from companion.kernel.shelf import shelf
from printables.draw.fonts import Unprintable
from printables.draw.ink import MOST_INK
from printables.job import MOST_PIXELS
from printables.layout import cards
from printables.layout.backs import Back
from printables.layout.book import Book
from printables.layout.cards import CardFace
from printables.layout.imposition import sheets
from printables.layout.paper import Order
from printables.layout.sheet import Section
from printables.layout.shops import EIGHTH, PRODUCTS
from printables.outlets.files import made
from printables.outlets.pictures import pixels, rendered
from printables.outlets.pieces import groups
from printables.sources import decks
from printables.sources.catalogue import catalogue, chosen
from printables.sources.source import Source
from tests.conftest import in_turn
from tests.paper import pages

WAR = shelf()["war-in-heaven"]
EACH = pytest.mark.parametrize("game", shelf().values(), ids=list(shelf()))


def decks_of(game):
    return list(decks.packs(Source.of(game)))


def some(*keys, game=WAR):
    return chosen(catalogue(game), keys)


def test_a_piece_is_one_however_often_there_is_of_it_and_backs_that_are_alike_are_one():
    (group,) = groups(Order(outlet="png"), some("markers"))
    counts = {cutout.name: count for cutout, count in group.pieces}
    assert counts["Action"] == 4
    (deck,) = groups(Order(outlet="png"), some("cards"), 2)
    assert len(deck.pieces) == 16 and {count for _, count in deck.pieces} == {2}
    assert [(side.key, side.count) for side in deck.sides if side.key.startswith("back")] == [
        ("back-1", 16),
        ("back-2", 16),
    ]


def test_pictures_come_a_side_with_their_number_in_the_name():
    done = made(WAR, some("markers"), Order(outlet="png"))
    assert done.ending == ".zip" and done.whole() == made(WAR, some("markers"), Order(outlet="png")).whole()
    with ZipFile(BytesIO(done.whole())) as box:
        assert "markers/4-action-x4.png" in box.namelist()
        image = Image.open(BytesIO(box.read("markers/4-action-x4.png")))
        assert image.size == (370, 370) and round(image.info["dpi"][0]) == 300, "25 mm and twice 3.175 mm"


def test_a_picture_has_the_colours_of_the_page():
    """An angel's card is gold: more red than blue."""
    (deck,) = groups(order := Order(outlet="png"), some("cards"))
    assert "michael" in deck.sides[0].key
    (image,) = rendered(deck.drawn(order, 0))
    red, green, blue = image.getpixel((image.width // 2, 75))
    assert red > green > blue + 60, (red, green, blue)


# -- print shops ------------------------------------------------------------------------------------------

PIXELS = {
    "mpc": {"poker": (822, 1122), "bridge": (747, 1122), "tarot": (897, 1497), "mini": (597, 822)},
    "tgc": {
        "poker": (825, 1125), "bridge": (750, 1125), "tarot": (900, 1500), "mini": (600, 825),
        "square": (825, 825),
    },
}  # fmt: skip
"""What the shops say of their products at 300 dpi, bleed and all."""


@pytest.mark.parametrize("shop, product", [(shop, product) for shop in PIXELS for product in PIXELS[shop]])
def test_each_product_has_the_pixels_its_shop_asks_for(shop, product):
    faces = [CardFace("Odin", figures=(("sword", "Attack", "3"),), text="Draw.")]
    order = Order.read({"shop": shop, "product": product})
    cut = cards.pieces(order, faces, [Back("Mine")])
    sheet = Book(order, "Mine", [Section("Mine", cut, "")], sheets(order, [Section("Mine", cut, "")]))
    assert order.outlet == "png"
    assert [image.size for image in rendered(sheet.drawn())] == [PIXELS[shop][product]] * 2


def test_a_deck_becomes_the_product_nearest_to_it_and_what_lies_is_turned_upright():
    havoc = shelf()["havoc-in-heaven"]
    order = Order.read({"shop": "tgc"})
    (heroes, buildings) = groups(order, some("heroes", "buildings", game=havoc))
    assert (heroes.folder, buildings.folder) == ("heroes-poker", "buildings-mini")
    assert {cutout.size for cutout, _ in buildings.pieces} == {PRODUCTS["mini"]}
    letters = pages(buildings.drawn(order))[0].letters
    assert not letters, "upright letters only: the words of a card that lies run upwards"


def test_chips_are_an_inch_and_boards_lie_in_a_board_the_shop_makes():
    order = Order.read({"shop": "tgc"})
    (rings,) = groups(order, some("ringchips", game=shelf()["high-heavens"]))
    assert {cutout.size for cutout, _ in rings.pieces} == {(25.4, 25.4)}
    (board,) = groups(order, some("board"))
    assert board.folder == "board-big-mat"
    (page,) = pages(board.drawn(order))
    assert (page.wide, page.high) == pytest.approx((260.35, 412.75), abs=0.01)
    image = page.picture(20).convert("RGB")
    assert {image.getpixel(at) for at in ((0, 0), (image.width - 1, image.height - 1))} == {(251, 247, 238)}


ICON = 6.0
"""Millimetres: a picture that is wider is no icon."""


@pytest.mark.slow
@pytest.mark.parametrize("game, shop", in_turn(shelf().values(), ["mpc", "tgc", "drivethru"]))
def test_nothing_that_matters_is_nearer_to_the_cut_than_an_eighth_of_an_inch(game, shop):
    order = Order.read({"shop": shop})
    for group in groups(order, [one for one in catalogue(game).values() if one.key in decks_of(game)]):
        for page in pages(group.drawn(order)):
            out = order.at_shop.bleed + EIGHTH
            for letter in page.letters:
                assert out <= letter.left and letter.right <= page.wide - out
                assert out <= letter.reach[0] and letter.reach[1] <= page.high - out
            icons = [form for form in page.forms if form.size[0] < ICON]
            pictures = [form for form in page.forms if ICON <= form.size[0] < page.wide * 0.8]
            for form in (*icons, *pictures[-1:]):  # those behind the last are scenery
                assert out <= form.left and form.right <= page.wide - out, form
                assert out <= form.top and form.bottom <= page.high - out, form


def test_drivethru_has_a_deck_a_document_each_back_before_its_front():
    order = Order.read({"shop": "drivethru"})
    done = made(WAR, some("cards"), order)
    assert [file.name for file in done.files] == ["war-in-heaven-cards-poker.pdf"] and done.one
    texts = [page.text for page in pages(done.whole())]
    assert len(texts) == 32 and all("WarinHeaven" in text.replace(" ", "") for text in texts[::2])
    assert "Michael" in texts[1] and "Michael" not in texts[0]
    with pytest.raises(Unprintable, match="DriveThruCards makes cards only"):
        made(WAR, some("tokens"), order)


# -- PDF/X ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pdfx():
    return made(WAR, some("cards", "markers", "board"), Order(outlet="pdfx"))


def test_a_document_says_which_pdfx_it_is_and_for_which_printing_condition(pdfx):
    for file in pdfx.files:
        result = pypdf.PdfReader(BytesIO(file.data))
        assert file.data[:8] in (b"%PDF-1.3", b"%PDF-1.4") and "/ID" in result.trailer
        info = result.trailer["/Info"]
        assert info["/GTS_PDFXVersion"] == "PDF/X-1a:2003" and info["/Trapped"] == "/False"
        assert info["/Title"] and info["/CreationDate"] and info["/ModDate"]
        (intent,) = result.trailer["/Root"]["/OutputIntents"]
        assert intent["/S"] == "/GTS_PDFX" and intent["/OutputConditionIdentifier"] == "FOGRA39"
        assert intent["/RegistryName"] == "http://www.color.org" and intent["/Info"]
        xmp = ElementTree.fromstring(result.trailer["/Root"]["/Metadata"].get_data().strip())
        assert info["/Title"] in "".join(xmp.itertext()) and "PDF/X-1a:2003" in "".join(xmp.itertext())


def everything(value, seen):
    """Every object of a document."""
    value = value.get_object() if hasattr(value, "get_object") else value
    if id(value) in seen:
        return
    seen[id(value)] = value
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from everything(part, seen)


def test_nothing_in_it_is_forbidden_and_every_typeface_is_embedded(pdfx):
    for file in pdfx.files:
        result = pypdf.PdfReader(BytesIO(file.data))
        fonts = 0
        for held in everything(result.trailer, {}):
            assert not {"/JS", "/JavaScript", "/AA", "/OPI", "/Annots", "/AcroForm"} & set(held), held
            assert held.get("/SMask", "/None") == "/None" and held.get("/S") != "/Transparency"
            assert held.get("/BM", "/Normal") == "/Normal" and held.get("/ca", 1) == held.get("/CA", 1) == 1
            assert "LZW" not in str(held.get("/Filter")) and "/TR" not in held and "/HTP" not in held
            if held.get("/Type") == "/Font":
                fonts += 1
                assert "/FontFile2" in held["/FontDescriptor"]
        assert fonts


def test_pages_have_their_boxes_one_within_the_other(pdfx):
    for file in pdfx.files:
        for page in pypdf.PdfReader(BytesIO(file.data)).pages:
            media, bleed, trim = (
                [float(v) for v in page[f"/{box}Box"]] for box in ("Media", "Bleed", "Trim")
            )
            assert bleed == pytest.approx(media) and "/ArtBox" not in page
            assert all(t - b == pytest.approx(9, abs=0.01) for t, b in zip(trim[:2], bleed[:2], strict=True))
            assert all(b - t == pytest.approx(9, abs=0.01) for t, b in zip(trim[2:], bleed[2:], strict=True))


def test_all_colours_are_four_inks_within_the_limit_and_black_words_print_over(pdfx):
    for file in pdfx.files:
        for page in pages(file.data)[:12]:
            assert {space for space, _ in page.colours} == {"k"}
            assert all(c + m + y + 1 <= MOST_INK + 0.002 for _, (c, m, y, _) in page.colours)
    page = pages(pdfx.files[0].data)[0].page
    state = page["/Resources"]["/ExtGState"]["/over"]
    assert state["/op"] and state["/OPM"] == 1
    content = page.get_contents().get_data().decode("latin-1")
    black = re.findall(r"(/over gs\s+)?0 0 0 1 k\s+BT", content)
    assert black and all(black)


def test_it_is_the_same_bytes_again(pdfx):
    assert pdfx.files == made(WAR, some("cards", "markers", "board"), Order(outlet="pdfx")).files


# -- SVG --------------------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def opened(raw):
    """A drawing opened again, and its ids, each of which is there once."""
    root = ElementTree.fromstring(raw)
    ids = [part.get("id") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    return root, ids


def test_a_drawing_opened_again_has_its_size_and_its_outline_in_millimetres():
    order = Order(outlet="svg")
    (tokens, deck, board) = groups(order, some("tokens", "cards", "board"))
    for group in (tokens, deck, board):
        root, _ = opened(svg(order, side := group.sides[0]))
        w, h = side.cutout.size
        view = [float(part) for part in root.get("viewBox").split()]
        assert view == pytest.approx([-EIGHTH, -EIGHTH, w + 2 * EIGHTH, h + 2 * EIGHTH], abs=0.001)
        assert float(root.get("width").removesuffix("mm")) == pytest.approx(view[2], abs=0.005)
        (cut,) = next(part for part in root.iter(f"{SVG}g") if part.get("id") == "cut")
        if group is tokens:
            assert [float(cut.get(key)) for key in ("cx", "cy", "r")] == pytest.approx([14, 14, 14], abs=1e-4)
        else:
            corners = [float(part) for part in re.findall(r"[\d.]+", cut.get("d"))]
            assert corners == pytest.approx([0, 0, w, 0, w, h, 0, h], abs=1e-3)


def test_a_drawing_needs_nothing_beside_it_and_letters_are_paths():
    order = Order(outlet="svg")
    (deck,) = groups(order, some("cards"))
    root, ids = opened(svg(order, next(side for side in deck.sides if "michael" in side.key)))
    used = [part.get("href")[1:] for part in root.iter(f"{SVG}use")]
    clips = [part.get("clip-path") for part in root.iter() if part.get("clip-path")]
    assert set(used) <= set(ids) and {clip[5:-1] for clip in clips} <= set(ids)
    assert not list(root.iter(f"{SVG}text")) and root.find(f"{SVG}title").text == "Michael"
    drawn = [key.rpartition("-")[2] for key in used if "-" in key]
    name = [f"{ord(letter):x}" for letter in "Michael"]
    assert name in [drawn[n : n + len(name)] for n in range(len(drawn))]


@EACH
@pytest.mark.slow
def test_every_side_of_every_piece_becomes_a_drawing(game):
    order = Order(outlet="svg")
    for group in groups(order, list(catalogue(game).values())):
        for side in group.sides:
            opened(svg(order, side))


# -- what is asked for ------------------------------------------------------------------------------------


def test_sheets_of_paper_go_through_no_outlet_and_old_words_are_explained():
    with pytest.raises(Unprintable, match="Only pieces of card"):
        made(WAR, some("reference"), Order(outlet="png"))
    with pytest.raises(Unprintable, match="Shop can be no, mpc, tgc, drivethru; not “cmyk”"):
        Order.read({"shop": "cmyk"})


def test_pdf_from_a_shop_is_what_that_shop_takes():
    assert Order.read({"shop": "mpc", "outlet": "pdf"}).outlet == "png"
    assert Order.read({"shop": "tgc", "punch": "25"}).punch == "25.4"
    assert Order.read({"shop": "mpc", "outlet": "svg"}).outlet == "svg"
    assert Order.read({"shop": "no", "outlet": ""}).outlet == "pdf"


@pytest.mark.slow
def test_the_print_page_gives_a_zip_and_shows_every_side_once(phone):
    query = "piece=cards&shop=tgc&outlet=pdf"
    page = phone().client.get(f"/games/war-in-heaven/print?{query}")
    assert page.text.count('loading="lazy"') == 18 and "Sides <small>18" in page.text
    done = phone().client.get(f"/games/war-in-heaven/print.pdf?{query}")
    assert done.mimetype == "application/zip" and "war-in-heaven.zip" in done.headers["Content-Disposition"]
    with ZipFile(BytesIO(done.data)) as box:
        assert len(box.namelist()) == 18 and "cards-poker/01-michael-x1.png" in box.namelist()


def test_the_print_page_makes_no_more_pictures_at_once_than_it_has_time_for(phone, monkeypatch):
    monkeypatch.setattr("printables.job.MOST_PIXELS", 10_000_000)
    done = phone().client.get("/games/war-in-heaven/print.pdf?piece=cards&outlet=png")
    assert done.status_code == 400 and "choose fewer pieces" in done.text


@EACH
def test_every_kit_of_the_shelf_is_made_at_once(game):
    order = Order.read({"shop": "tgc"})
    assert pixels(order, groups(order, list(catalogue(game).values()))) < MOST_PIXELS


def test_a_folder_holds_even_one_document_and_what_is_no_folder_is_told(tmp_path, cli):
    command = ["print", "war-in-heaven", "round-marker", "--as", "pdfx", "-o"]
    cli(*command, f"{tmp_path}/shop/")
    (file,) = (tmp_path / "shop").iterdir()
    assert file.name == "war-in-heaven-round-marker.pdf"
    for beneath in (file / "a.pdf", f"{file}/"):
        output = cli(*command, beneath, code=2)
        assert "cannot be" in output and output.count("\n") == 1
