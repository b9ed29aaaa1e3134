"""A kit is a tagged document: what PDF/UA-1 asks of its structure, clause by clause."""

import re
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from companion.boxes import shelf as boxes
from companion.kernel.shelf import shelf
from printables.layout.paper import Order
from printables.sources.catalogue import catalogue, chosen, printed

MARK = re.compile(r"^/(\w+) (?:<< /MCID (\d+) >> BDC|BMC)$|^EMC$", re.MULTILINE)
PAINTS = re.compile(r"(?<![\w/])(?:f|S|B|W\* n|Tj|TJ|Do)\s*$", re.MULTILINE)
GAMES = [shelf()["war-in-heaven"], boxes.box("skat")]


def kit(game, **order):
    return PdfReader(BytesIO(printed(game, chosen(catalogue(game), []), Order(**order))))


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.key)
def document(request):
    return kit(request.param)


def elements(page, root):
    """What is read on a page, by its numbers, as the parent tree has it."""
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    result = dict(zip(numbers[::2], numbers[1::2], strict=True))
    return [one.get_object() for one in result[page["/StructParents"]].get_object()]


def test_it_says_its_title_its_language_and_that_it_is_tagged(document):
    root = document.trailer["/Root"]
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] and document.metadata.title
    tree = root["/StructTreeRoot"]
    assert tree["/K"]["/S"] == "/Document" and tree["/ParentTreeNextKey"] == len(document.pages)
    assert [page["/StructParents"] for page in document.pages] == [*range(len(document.pages))]
    assert {page["/Tabs"] for page in document.pages} == {"/S"}


def test_all_that_is_drawn_is_marked_and_no_mark_lies_in_another(document):
    for page in document.pages:
        content = page.get_contents().get_data().decode("latin-1")
        begun, numbers, end = False, [], 0
        for mark in MARK.finditer(content):
            assert begun == (mark[0] == "EMC"), "one after the other"
            if not begun:
                assert not PAINTS.search(content[end : mark.start()]), content[end : mark.start()]
                assert (mark[1] == "Artifact") == (mark[2] is None)
            begun, end = not begun, mark.end()
            numbers += [int(mark[2])] if mark[2] else []
        assert not begun and not PAINTS.search(content[end:]) and "EMC" in content
        assert numbers == [*range(len(elements(page, document.trailer["/Root"])))]


def test_the_tree_and_the_pages_name_each_other(document):
    root = document.trailer["/Root"]
    whole = root["/StructTreeRoot"]["/K"]
    for page, kid in zip(document.pages, whole["/K"], strict=True):
        leaf = kid.get_object()
        assert leaf["/S"] == "/Sect" and leaf["/T"] and leaf["/P"] == whole
        kids = [one.get_object() for one in leaf["/K"]]
        assert kids == elements(page, root)
        for number, one in enumerate(kids):
            assert one["/K"] == number and one["/P"] == leaf and one["/Pg"] == page
            assert one["/S"] in ("/P", "/H1", "/H2", "/Figure")
            assert ("/Alt" in one) == (one["/S"] == "/Figure") and one.get("/Alt", "it")


def test_it_names_its_standard_and_its_title_in_its_metadata(document):
    packet = document.trailer["/Root"]["/Metadata"].get_object()
    assert packet["/Subtype"] == "/XML" and "/Filter" not in packet
    text = ElementTree.fromstring(packet.get_data().decode("utf-8").partition("?>")[2].rpartition("<?")[0])
    assert [one.text for one in text.iter("{http://www.aiim.org/pdfua/ns/id/}part")] == ["1"], "clause 5"
    title = next(text.iter("{http://purl.org/dc/elements/1.1/}title"))
    assert "".join(title.itertext()).strip() == document.metadata.title, "7.1"


def typefaces(document):
    """The typefaces of all pages and forms, each once."""
    faces = {}
    for page in document.pages:
        forms = page["/Resources"].get("/XObject", {}).values()
        for one in (page, *(form.get_object() for form in forms)):
            for font in one.get("/Resources", {}).get("/Font", {}).values():
                faces[font.get_object()["/BaseFont"]] = font.get_object()
    return faces


def test_its_typefaces_are_in_it_as_wide_as_it_says_and_every_letter_is_known(document):
    faces = typefaces(document)
    assert len(faces) >= 3
    for name, font in faces.items():
        file = font["/FontDescriptor"]["/FontFile2"].get_data()
        held = TTFont(BytesIO(file), lazy=True)
        maps = held["cmap"].tables
        assert font["/Subtype"] == "/TrueType" and "+" in name, "7.21.4.1: embedded, a part of a face"
        assert "/ToUnicode" in font, "7.21.7"
        assert font["/FontDescriptor"]["/Flags"] & 4 and "/Encoding" not in font and len(maps) == 1, "7.21.6"
        glyphs, scale = maps[0].cmap, 1000 / held["head"].unitsPerEm
        widths = {code: held["hmtx"][glyph][0] * scale for code, glyph in glyphs.items()}
        for code, wide in enumerate(font["/Widths"], font["/FirstChar"]):
            if code in widths and wide:
                assert abs(widths[code] - wide) <= 1, "7.21.5"


def test_headings_begin_at_the_first_level_and_nothing_is_to_be_tapped(document):
    root = document.trailer["/Root"]
    kinds = [one["/S"] for page in document.pages for one in elements(page, root)]
    heads = [int(kind[2]) for kind in kinds if kind in ("/H1", "/H2")]
    assert heads[0] == 1 and all(after <= before + 1 for before, after in pairwise(heads)), "7.4.2"
    assert not any("/Annots" in page for page in document.pages), "7.18"
    assert "/Encrypt" not in document.trailer and "/OCProperties" not in root, "7.16, 7.10"


def test_boards_and_the_pictures_of_cards_have_words_and_pages_of_words_have_headings():
    game = shelf()["war-in-heaven"]
    document = kit(game)
    read = [
        [(one["/S"], one.get("/Alt")) for one in elements(p, document.trailer["/Root"])]
        for p in document.pages
    ]
    figures = [alt for page in read for kind, alt in page if kind == "/Figure"]
    cards = catalogue(game)["cards"].data
    assert {face.picture.replace("-", " ") for face in cards} <= {*figures}
    assert figures.count("War in Heaven") + figures.count("Board") >= 2
    assert sum(("/H1", None) in page for page in read) >= 4
    assert sum(kind == "/H2" for page in read for kind, _ in page) >= 10


def test_a_document_for_a_print_shop_has_no_tags():
    game = shelf()["war-in-heaven"]
    pdf = printed(game, [catalogue(game)["cards"]], Order(outlet="pdfx"))
    assert "/StructTreeRoot" not in PdfReader(BytesIO(pdf)).trailer["/Root"] and b"MCID" not in pdf
