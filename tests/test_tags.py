"""A kit is a tagged document: what PDF/UA-1 asks of its structure, clause by clause."""

import re
from io import BytesIO

import pytest
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
        drawn = page.get_contents().get_data().decode("latin-1")
        begun, numbers, end = False, [], 0
        for mark in MARK.finditer(drawn):
            assert begun == (mark[0] == "EMC"), "one after the other"
            if not begun:
                assert not PAINTS.search(drawn[end : mark.start()]), drawn[end : mark.start()]
                assert (mark[1] == "Artifact") == (mark[2] is None)
            begun, end = not begun, mark.end()
            numbers += [int(mark[2])] if mark[2] else []
        assert not begun and not PAINTS.search(drawn[end:]) and "EMC" in drawn
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
