"""Files with art that somebody sends to keep a server busy, each as large as a form takes."""

import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count

from PIL import Image

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
LETTERS = 980_000
"""As many as an SVG may have."""
Make = Callable[[], bytes]
"""Makes a file, where it is needed and not before: some take a second."""


def svg(inside: str) -> bytes:
    """A drawing, cut where it would be too long to be read at all."""
    return (HEAD + inside[:LETTERS] + "</svg>").encode()


def filled(piece: str, inside: str = "") -> bytes:
    """A drawing as long as may be, of one piece again and again."""
    return (HEAD + inside + piece * ((LETTERS - len(inside)) // len(piece)) + "</svg>").encode()


def numbered(piece: str, times: int, before: str = "", after: str = "") -> bytes:
    """A drawing of so many pieces with a number in each."""
    return (
        HEAD + before + "".join(piece.replace("N", str(n)) for n in range(times)) + after + "</svg>"
    ).encode()


def strokes(times: int) -> str:
    """A path of so many strokes."""
    return "M0 0" + "L1 2L2 1" * (times // 2)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, depth: int, colours: int, rows: bytes, *more: bytes, lace: int = 0) -> bytes:
    """A PNG of deflated rows."""
    head = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, lace)
    packed = zlib.compress(rows, 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + b"".join(more)
        + chunk(b"IDAT", packed)
        + chunk(b"IEND", b"")
    )


def saved(image: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    """A picture as a file."""
    data = BytesIO()
    image.save(data, kind, **how)  # type: ignore[arg-type]
    return data.getvalue()


def scans(times: int) -> bytes:
    """A progressive JPEG whose last pass over the whole comes so many times more."""
    data = saved(Image.new("RGB", (4800, 4800)), "JPEG", progressive=True, quality=10)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * times + data[-2:]


def drawings() -> Iterator[tuple[str, Make]]:
    """Yield drawings, each with what it tries."""
    clip = f'<clipPath id="c"><path d="{strokes(5000)}"/></clipPath>'
    yield "turns within turns", lambda: svg(f'<path transform="{"scale(" * 160_000}" d="M0 0L1 1"/>')
    yield "a turn of blanks", lambda: svg(f'<path transform="{" " * 900_000}x" d="M0 0L1 1"/>')
    yield "many turns of one shape", lambda: svg(f'<path transform="{"scale(1)" * 110_000}" d="M0 0L1 1"/>')
    yield (
        "turns used again and again",
        lambda: svg(
            f'<g id="a" transform="{"scale(1)" * 60_000}"><path d="M0 0h1"/></g>' + '<use href="#a"/>' * 6000
        ),
    )
    yield "remarks within remarks", lambda: svg(f"<style>{'/*' * 480_000}</style>")
    yield "remarks that end at once", lambda: svg(f"<style>{'/**/' * 240_000}</style>")
    yield "a rule without a bracket", lambda: svg(f"<style>{'a' * 950_000}</style>")
    yield "brackets alone", lambda: svg(f"<style>{'{' * 950_000}</style>")
    yield (
        "selectors and shapes",
        lambda: numbered(
            ".aN{fill:red}", 20_000, "<style>", "</style>" + '<path class="a1" d="M0 0h1"/>' * 15_000
        ),
    )
    yield (
        "many selectors of one rule",
        lambda: svg("<style>" + ",".join(f".a{n}" for n in range(100_000)) + "{fill:red}</style>"),
    )
    yield (
        "a shape of many classes",
        lambda: svg(
            numbered(".aN{fill:red}", 4_900, "<style>", "</style>")[len(HEAD) : -6].decode()
            + f'<g class="{" ".join(f"a{n}" for n in range(4900))}">'
            + "<path d='M0 0h1'/>" * 15_000
            + "</g>"
        ),
    )
    yield "classes on every shape", lambda: filled(f'<path class="{"a " * 400}" d="M0 0h1"/>')
    yield (
        "a clip of many strokes on many shapes",
        lambda: svg(clip + '<path clip-path="url(#c)" d="M0 0h1"/>' * 1000),
    )
    yield (
        "two clips in turn",
        lambda: svg(
            clip
            + clip.replace('"c"', '"d"')
            + '<path clip-path="url(#c)" d="M0 0h1"/><path clip-path="url(#d)" d="M0 0h1"/>' * 4000
        ),
    )
    yield (
        "clips within clips",
        lambda: svg(clip + '<g clip-path="url(#c)">' * 40 + "<path d='M0 0h1'/>" * 900 + "</g>" * 40),
    )
    yield (
        "a clip used far and wide",
        lambda: svg(
            clip + '<g id="a"><path clip-path="url(#c)" d="M0 0h1"/></g>' + '<use href="#a"/>' * 20_000
        ),
    )
    yield (
        "a fan of uses",
        lambda: numbered(
            '<g id="gN">' + '<use href="#gM"/>' * 8 + "</g>", 40, "<path id='g' d='M0 0h1'/>"
        ).replace(b"#gM", b"#g1"),
    )
    yield (
        "a ladder of uses",
        lambda: svg(
            "<path id='g0' d='M0 0h1'/>"
            + "".join(f'<g id="g{n + 1}">' + f'<use href="#g{n}"/>' * 9 + "</g>" for n in range(9))
            + '<use href="#g9"/>'
        ),
    )
    yield "uses of itself", lambda: svg('<g id="a"><use href="#a"/><use href="#a"/></g><use href="#a"/>')
    yield "one long path", lambda: svg(f'<path d="{strokes(240_000)}"/>')
    yield "a path of points", lambda: svg(f'<path d="{"." * 950_000}"/>')
    yield "a path of signs", lambda: svg(f'<path d="M{"-" * 950_000}"/>')
    yield "a path of digits", lambda: svg(f'<path d="M{"1" * 950_000} 1"/>')
    yield "a path of exponents", lambda: svg(f'<path d="M0 0L{"1e9" * 300_000}"/>')
    yield "arcs of arcs", lambda: svg(f'<path d="M0 0{"A1 1 0 0 1 2 2" * 60_000}"/>')
    yield "points of a polygon", lambda: svg(f'<polygon points="{"1,2 " * 230_000}"/>')
    yield "huge numbers", lambda: filled('<rect x="1e308" y="-1e308" width="1e308" height="1e308"/>')
    yield "groups within groups", lambda: svg("<g>" * 100_000 + "</g>" * 100_000)
    yield "groups as deep as may be", lambda: filled("<g>" * 40 + "<path d='M0 0h1'/>" + "</g>" * 40)
    yield (
        "gradients of gradients",
        lambda: numbered(
            '<linearGradient id="gN" href="#g0"><stop/><stop offset="1"/></linearGradient>'
            '<rect width="9" height="9" fill="url(#gN)"/>',
            4_500,
        ),
    )
    yield (
        "gradients in rings",
        lambda: svg(
            '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
            + '<rect width="9" height="9" fill="url(#a)"/>' * 18_000
        ),
    )
    yield (
        "a gradient of many colours",
        lambda: svg(
            '<linearGradient id="a">'
            + '<stop offset=".5"/>' * 18_000
            + '</linearGradient><path fill="url(#a)" d="M0 0h1v1"/>'
        ),
    )
    yield "attributes without end", lambda: numbered(' aN="1"', 60_000, "<path", "/>")
    yield "one attribute as long as may be", lambda: svg(f'<path fill="{"rgb(" * 230_000}" d="M0 0h1"/>')
    yield (
        "dashes without end",
        lambda: filled(f'<path stroke="red" stroke-dasharray="{"1 " * 400}" d="M0 0h1"/>'),
    )
    yield (
        "entities of entities",
        lambda: (
            '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">'
            + "".join(f'<!ENTITY a{n + 1} "{f"&a{n or str()};" * 10}">' for n in range(9))
            + "]>"
            + HEAD
            + "&a9;</svg>"
        ).encode(),
    )
    yield (
        "namespaces without end",
        lambda: numbered('<g xmlns:aN="u:N">', 40, "", "</g>" * 40).replace(b"u:", b"u" * 20_000),
    )
    yield "words that are cut short", lambda: svg("<path d='M0 0" + "L1 1" * 200_000)


def bitmaps() -> Iterator[tuple[str, Make]]:
    """Yield bitmaps, each with what it tries."""
    yield "a JPEG of many passes", lambda: scans(2000)
    yield "a JPEG of as many passes as may be", lambda: scans(15)
    yield "24 megapixels of deep colours", lambda: png(4896, 4896, 16, 6, bytes(4896 * (1 + 4896 * 8)))
    yield "24 megapixels, laced", lambda: png(4896, 4896, 8, 2, bytes(4896 * 4896 * 3 + 4896 * 16), lace=1)
    yield "a size without end", lambda: png(2**31 - 1, 2**31 - 1, 1, 0, b"\0")
    yield "one row without end", lambda: png(24_000_000, 1, 8, 0, bytes(24_000_001))
    yield (
        "a profile that unpacks without end",
        lambda: png(
            4000,
            4000,
            8,
            2,
            bytes(4000 * 12_001),
            chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(200_000_000), 9)),
        ),
    )
    yield (
        "words that unpack without end",
        lambda: png(
            4000,
            4000,
            8,
            2,
            bytes(4000 * 12_001),
            chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(200_000_000), 9)),
        ),
    )
    frames = [Image.new("RGB", (2400, 2400), (n, 0, 0)) for n in range(20)]
    yield "pictures that move", lambda: saved(frames[0], "PNG", save_all=True, append_images=frames[1:])
    yield "a WebP of 24 megapixels", lambda: saved(Image.new("RGB", (4896, 4896)), "WEBP", lossless=True)
    yield "a GIF by another name", lambda: saved(Image.new("P", (4000, 4000)), "GIF")
    yield "cut short", lambda: saved(Image.effect_noise((3000, 3000), 90), "JPEG")[:200_000]
    yield "a drawing by another name", lambda: svg("<path d='M0 0h9'/>")
    yield (
        "a PNG with a drawing behind it",
        lambda: png(1000, 1400, 8, 2, bytes(1400 * 3001)) + filled("<path/>"),
    )


def files() -> Iterator[tuple[str, str, Make]]:
    """Yield every one of them: what it tries, under which name it is sent, and what makes the file."""
    numbers = count()
    for what, make in drawings():
        yield what, f"{next(numbers)}.svg", make
    for what, make in bitmaps():
        yield what, f"{next(numbers)}.jpg", make
