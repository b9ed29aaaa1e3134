"""An owner's SVG as art: drawn as vectors, read within limits, refused in words where it cannot be drawn."""

import time
from io import BytesIO

import pypdfium2
import pytest
from PIL import Image

from printables.art.svg_drawing import Gradient, read
from printables.art.svg_file import DEPTH, ELEMENTS
from printables.art.wanted import UnreadableArt
from printables.draw.fonts import Unprintable
from printables.layout.paper import Order
from printables.outlets.files import made
from printables.sources.catalogue import catalogue, printed
from printables.sources.printable import read_art
from tests.paper import ORDER
from tests.test_art import DECK, images, with_art

ART = (
    b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
    b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://ink"'
    b' viewBox="0 0 300 200"><i:view a="1"><i:more/></i:view>'
    b"<style>.red{fill:#c22} /* ours */ #sky,.no{fill:url(#g)}</style><defs>"
    b'<linearGradient id="g" x1="0" x2="0" y2="1"><stop stop-color="#48f"/>'
    b'<stop offset="100%" stop-color="#fff"/>'
    b'</linearGradient><clipPath id="k"><circle cx="150" cy="100" r="60"/></clipPath>'
    b'<g id="s"><path d="M0 0h20v20z"/></g></defs><rect id="sky" width="100%" height="100%"/>'
    b'<g clip-path="url(#k)"><rect class="red" x="60" y="20" width="180" height="160"/></g>'
    b'<g transform="translate(20 150) scale(2)" style="fill:#0a0"><use xlink:href="#s"/></g>'
    b'<line x1="0" y1="0" x2="30" y2="30" stroke="blue" stroke-width="4"/><script-free xmlns="http://x"/></svg>'
)


def document(data, order=ORDER, **looks):
    game, own = with_art(art="mine.svg", **looks)
    return printed(game, [catalogue(game, own, arts={"mine.svg": data})[DECK]], order)


def holding(inner, more=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" {more}>{inner}</svg>'.encode()


def test_it_is_drawn_as_vectors_with_the_same_bytes():
    pdf = document(ART)
    assert not images(pdf) and pdf == document(ART)
    with pypdfium2.PdfDocument(pdf) as read_:
        page = read_[0].render(scale=2).to_pil().convert("RGB")
    counts = {colour: n for n, colour in page.getcolors(1 << 24)}
    assert counts[0xCC, 0x22, 0x22] > 5000 and counts[0, 0xAA, 0] > 500
    blues = {colour for colour in counts if colour[2] == 255 and colour[0] > 0x44}
    assert len(blues) > 40, "the sky is drawn in many fields"


@pytest.mark.slow
def test_where_ink_is_saved_there_is_no_colour_and_in_black_and_white_less_than_all_is_black():
    for ink in ("saver", "bw"):
        with pypdfium2.PdfDocument(document(ART, Order.read({"ink": ink}))) as read_:
            card = read_[0].render(scale=2).to_pil().convert("RGB")
        assert (0xCC, 0x22, 0x22) not in {colour for _, colour in card.getcolors(1 << 24)}


@pytest.mark.slow
def test_what_is_seen_of_it_lies_about_the_focus():
    tall = holding('<rect width="9" height="30" fill="red"/><rect y="30" width="9" height="60" fill="#00f"/>')
    tall = tall.replace(b"0 0 9 9", b"0 0 9 90")
    result = []
    for y in (0, 1):
        with pypdfium2.PdfDocument(document(tall, focus=f"0.5 {y}")) as read_:
            result.append({c for _, c in read_[0].render().to_pil().convert("RGB").getcolors(1 << 24)})
    assert (255, 0, 0) in result[0] - result[1] and (0, 0, 255) in result[1] - result[0]


@pytest.mark.slow
@pytest.mark.parametrize("outlet", ["svg", "pdfx", "png", "tts"])
def test_every_outlet_shows_it(outlet):
    game, own = with_art(art="mine.svg")
    piece = catalogue(game, own, arts={"mine.svg": ART})[DECK]
    files = made(game, [piece], Order.read({"outlet": outlet})).files
    data = files[0].data
    if outlet == "svg":
        assert b"<image" not in data and b"#cc2222" in data
    elif outlet == "pdfx":
        assert not images(data)
    else:
        sheet = next(one.data for one in files if one.name.endswith((".png", ".jpg")))
        reds = [
            n
            for n, (r, g, b) in Image.open(BytesIO(sheet)).convert("RGB").getcolors(1 << 24)
            if r > 190 and abs(g - 34) < 12 and abs(b - 34) < 12
        ]
        assert sum(reds) > 10_000


def test_gradients_follow_those_they_refer_to_and_colours_lie_between_their_stops():
    data = holding(
        '<linearGradient id="a"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>'
        '<radialGradient id="b" href="#a" r="25%" gradientTransform="translate(.5 0)"/>'
        '<path fill="url(#b)" d="M1 1h8v8h-8z"/>'
    )
    (shape,) = read(data).shapes
    assert isinstance(shape.fill, Gradient) and shape.fill.round
    assert shape.fill.at(0.5) == (0.5, 0.5, 0.5) and shape.fill.there[:4] == (2, 0, 0, 2)


LAUGHS = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
HOSTILE = {
    "entities": (LAUGHS.encode() + holding("&b;"), "document type of its own"),
    "a way out": (
        b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + holding("<text>&x;</text>"),
        "document type of its own",
    ),
    "an unknown entity": (holding("&x;"), "no XML in line 1"),
    "a script": (holding("<script>alert(1)</script>"), "a script"),
    "another file": (holding('<use href="http://x/y.svg#a"/>'), "reaches for another file"),
    "a photograph": (holding('<image href="file:///etc/passwd"/>'), "a photograph"),
    "words": (holding("<text>Hello</text>"), "turn them into paths"),
    "a page": (holding("<foreignObject/>"), "a piece of a page"),
    "deep": (holding("<g>" * DEPTH + "</g>" * DEPTH), "deep in one another"),
    "many": (holding("<g/>" * ELEMENTS), "elements"),
    "large": (b" " * 1_000_001, "larger than 1 MB"),
    "itself": (holding('<g id="a"><use href="#a"/></g>'), "use one another too often"),
    "a billion of them": (
        holding(
            '<path id="a0" d="M0 0h1"/>'
            + "".join(f'<g id="a{n + 1}">{f"""<use href="#a{n}"/>""" * 20}</g>' for n in range(7))
        ),
        "use one another too often",
    ),
    "long paths": (holding(f'<path id="a" d="M0 0{"h1" * 200_000}"/>' + '<use href="#a"/>' * 3), "too long"),
    "no path": (holding('<path d="M0 0 L x"/>'), "a path that is none"),
    "no number": (holding('<rect width="nan" height="1"/>'), "no length"),
    "no size": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "how large it is"),
    "no colour": (holding('<path fill="url(http://x)" d="M0 0h1v1z"/>'), "no colour we know"),
    "half seen": (holding('<path opacity=".5" d="M0 0h1v1z"/>'), "see-through"),
    "a mask": (holding('<path mask="url(#m)" d="M0 0h1v1z"/>'), "a mask"),
    "its style": (holding("<style>@import url(http://x)</style>"), "begins with @"),
    "cut short": (ART[:400], "no XML"),
    "not XML": (b"\x89PNG\r\n\x1a\n" + bytes(50), "no XML"),
    "a page of the web": (b"<html><body/></html>", "root is no svg"),
    "nothing": (b"", "no XML"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_cannot_be_drawn_is_refused_in_words_and_soon(case):
    data, words = HOSTILE[case]
    began = time.process_time()
    with pytest.raises(UnreadableArt, match=words):
        read(data)
    assert time.process_time() - began < 6


def test_a_refusal_names_the_card_the_file_and_what_would_be_right():
    with pytest.raises(Unprintable) as no:
        document(HOSTILE["words"][0])
    text = str(no.value)
    assert "“mine.svg” cannot be drawn: it holds words; turn them into paths. A PNG of " in text
    assert "pixels will do." in text and with_art()[1][DECK][0]["name"] in text


def test_many_large_ones_are_too_many():
    game, own = with_art(art="mine.svg")
    pieces = catalogue(game, own, arts={"mine.svg": holding("<g/>") + b" " * 900_000})
    read_art([pieces[DECK]], ORDER, 44)
    with pytest.raises(Unprintable, match="44 megapixels together"):
        printed(game, [pieces[DECK]], ORDER)
