"""The phone's pen: a game's Picture as SVG markup, and the drawn icons as one sprite.

A board is three layers. The ground (cells, patterns, letters) is the same at every moment and is drawn once;
what is laid on it, the glow (spaces that answer the question, as links) and the pieces are drawn again.
Colours are the stylesheet's: here stand only shapes and class names.
"""

import sys
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from companion.kernel.view import Picture
from companion.svg import pieces, seats
from companion.svg.backdrop import OWN
from companion.svg.ground import ICONS, TONES, Ground, ground_of
from companion.svg.paths import escaped, n, quoted
from companion.svg.silhouettes import NONE, Silhouettes
from companion.svg.trail import Trail, fell, struck
from companion.svg.trail import drawn as trail_drawn
from companion.words import Text
from companion.words.speaking import said

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Overlay(NamedTuple):
    """The marks on a board for a question, besides its pieces."""

    glow: Mapping[str, str] = NOTHING
    """Spaces that answer the question, to the address that answers with them."""
    prices: Mapping[str, Text] = NOTHING
    """Spaces that glow to what that answer costs."""
    dim: Mapping[str, str] = NOTHING
    """Spaces to what forbids them."""
    say: Mapping[str, str] = NOTHING
    """Addresses to those that a tap posts to instead; the plain one is for pages without scripts."""
    ways: Mapping[str, int] = NOTHING
    """Spaces that glow to the way they do: what different verbs lead to never looks alike."""
    starts: Mapping[str, str] = NOTHING
    """Pieces to the address of what a tap on them begins, where nothing is asked."""
    why: str = ""
    """The start of the address that tells of the other pieces, where their spaces do not glow."""
    reach: Mapping[str, Collection[str]] = NOTHING
    """A word to the spaces it holds for."""
    touched: Collection[str] = ()
    """Things that were touched just now, or are spoken of."""
    trail: Trail = Trail()
    """What the last entry left, or what is not said yet would leave."""
    stake: Collection[str] = ()
    """Things and spaces that are at stake: what an answer is asked about."""
    fatal: Collection[str] = ()
    """Pieces whose fall ended the game."""


class Embedding(NamedTuple):
    """The way a board stands in its page."""

    icons: str = ""
    """The sprite's address."""
    name: str = "board"
    """Tells it from others on the same page; ``board`` is the page's own, which brings the shapes for all."""
    like: str = ""
    """The name of another board on the page with the same ground."""
    pictures: Silhouettes = NONE
    """Which picture each thing has."""


def sprite() -> str:
    """Every icon as a symbol; ``static/icons.svg`` is this text."""
    symbols = (
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{d}"/></symbol>\n' for name, d in ICONS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def board(picture: Picture, marks: Mapping[str, int], overlay: Overlay, page: Embedding) -> Markup:
    """A picture as one SVG element. ``marks`` numbers the seats; a cell of a seat's name wears its colour."""
    ground = ground_of(picture, marks, page.pictures)
    why = escape(overlay.why)
    said = [pieces.plate_said(plate, why) for plate in picture.plates]
    plates = [pieces.plate_drawn(plate, marks.get(plate.number.seat, 0)) for plate in picture.plates]
    under = [trail_drawn(overlay.trail, marks, page.icons, page.pictures)]
    over = [under.pop()] if overlay.trail.is_ahead else []
    parts = (
        _opening(picture, ground, overlay, page),
        _under(ground, marks, page),
        ground.laid,
        *_reached(ground, overlay),
        *_forbidden(ground, overlay),
        *_answers(picture, ground, overlay),
        *_taps(picture, ground, overlay, why),
        *said,
        '<g aria-hidden="true">',
        *plates,
        *map(pieces.way_drawn, picture.ways),
        *under,
        *_pieces(picture, marks, overlay, page),
        *over,
        *_staked(picture, ground, overlay),
        *_fatal(picture, marks, overlay, page),
        struck(overlay.trail, marks, overlay.fatal),
        *_prices(picture, overlay),
        "</g></svg>",
    )
    return Markup("".join(parts))


def _opening(picture: Picture, ground: Ground, overlay: Overlay, page: Embedding) -> str:
    """The start of the element, and the title that names it."""
    links = overlay.glow or overlay.dim or overlay.why or overlay.starts
    own = "" if page.name == "board" else f' id="{page.name}"'
    return (
        f'<svg class="board" role="{"group" if links else "img"}" aria-labelledby="{page.name}-name"{own}'
        f' viewBox="{ground.frame}"><title id="{page.name}-name">{escape(said(picture.name))}</title>'
    )


def _under(ground: Ground, marks: Mapping[str, int], page: Embedding) -> str:
    """The ground; before it, on the page's own board, the shapes that all its marks use."""
    if page.like:
        return f'<use href="#{_ground(ground.id, page.like)}"/>'
    own = _ground(ground.id, page.name)
    shapes = f'<g id="{own}" class="ground" hx-morph-skip>{ground.markup.replace(OWN, own)}</g>'
    return shapes if page.name != "board" else _shapes(ground.shapes, marks, page) + shapes


def _ground(ground: str, board: str) -> str:
    """The name of a board's ground."""
    return ground if board == "board" else f"{ground}-{board}"


def _shapes(ground: str, marks: Mapping[str, int], page: Embedding) -> str:
    name, shapes = seats.shapes(ground, max(marks.values(), default=0) + 1)
    return f'<g id="{name}" hx-morph-skip>{shapes}</g>'


def _reached(ground: Ground, overlay: Overlay) -> Iterable[str]:
    """Yield the reach of a thing, word by word."""
    for word, spaces in overlay.reach.items():
        shapes = "".join(ground.outline[space] for space in spaces if space in ground.outline)
        yield f'<g class="reach {escape(word)}">{shapes}</g>'


def _forbidden(ground: Ground, overlay: Overlay) -> Iterable[str]:
    """The spaces that are forbidden, each leading a finger to its reason."""
    if overlay.dim:
        yield '<g aria-hidden="true">'
        yield from (pieces.forbidden(space, ground) for space in overlay.dim if space not in overlay.glow)
        yield "</g>"


def _answers(picture: Picture, ground: Ground, overlay: Overlay) -> Iterable[str]:
    """The spaces that answer, as links that say what stands there and what it costs."""
    taken = {ground.under(piece): piece.thing for piece in picture.pieces} if overlay.glow else {}
    for space, href in overlay.glow.items():
        if space in ground.outline:
            on = taken.get(space, "")
            parts = (space, on if on != space else "", overlay.prices.get(space, ""))
            post = escaped(overlay.say.get(href, ""))
            name, way = ", ".join(map(said, filter(None, parts))), overlay.ways.get(space, 0)
            yield pieces.answer(name, escaped(href), post, ground.outline[space], way)


def _taps(picture: Picture, ground: Ground, overlay: Overlay, why: str) -> list[str]:
    """The pieces as links: what a tap begins, or else what tells of them."""
    glow = overlay.glow
    starts = {} if glow or overlay.dim else overlay.starts
    taps: dict[str, str] = {}
    begins = [piece for piece in picture.pieces if piece.thing in starts]
    for piece in picture.pieces:
        thing = piece.thing
        if thing in taps:
            continue
        if thing in starts:
            href, post = escaped(starts[thing]), escaped(overlay.say.get(starts[thing], ""))
            taps[thing] = pieces.tapped(piece, ground, "start", href, post, thing, begins)
        elif why and ground.under(piece) not in glow:
            taps[thing] = pieces.tapped(piece, ground, "why", f"{why}{quoted(thing)}")
    return list(taps.values())


def _pieces(picture: Picture, marks: Mapping[str, int], overlay: Overlay, page: Embedding) -> list[str]:
    touched, draw, icons, pictures = overlay.touched, pieces.piece_of, page.icons, page.pictures
    return [
        draw(piece, marks.get(piece.seat, 0), piece.thing in touched, icons, pictures)
        for piece in picture.pieces
    ]


def _staked(picture: Picture, ground: Ground, overlay: Overlay) -> Iterable[str]:
    """A ring about every piece, and the outline of every space, that is at stake."""
    if overlay.stake:
        yield '<g class="stake">'
        yield from (ground.outline[space] for space in overlay.stake if space in ground.outline)
        for piece in picture.pieces:
            if piece.thing in overlay.stake:
                yield f'<circle cx="{n(piece.at[0])}" cy="{n(piece.at[1])}" r="{n(piece.size * 1.3)}"/>'
        yield "</g>"


def _fatal(picture: Picture, marks: Mapping[str, int], overlay: Overlay, page: Embedding) -> Iterable[str]:
    """Yield every piece whose fall ended the game, where it stood, with a light behind it."""
    for piece in (*picture.pieces, *overlay.trail.gone) if overlay.fatal else ():
        if piece.thing in overlay.fatal:
            (x, y), light = piece.at, piece.size * 1.45
            markup = pieces.piece_of(piece, marks.get(piece.seat, 0), False, page.icons, page.pictures)
            cross = fell(piece) if piece in overlay.trail.gone else ""
            yield f'<g class="fatal"><circle cx="{n(x)}" cy="{n(y)}" r="{n(light)}"/>{markup}{cross}</g>'


def _prices(picture: Picture, overlay: Overlay) -> Iterable[str]:
    """Yield the cost of each answer, over its space."""
    at = {cell.space: cell.at for cell in picture.cells} if overlay.prices else {}
    for space in overlay.glow:
        if (price := overlay.prices.get(space)) and space in at:
            yield pieces.price(at[space], said(price))


def boardless(marks: Mapping[str, int], page: Embedding) -> Markup:
    """The shapes that cards and the boards of seats use by name, for a page that has no board of its own."""
    return Markup(f'<svg class="un" aria-hidden="true">{_shapes(TONES, marks, page)}</svg>')


GLOBALS = {
    "board": board,
    "boardless": boardless,
    "overlay": Overlay,
    "embedding": Embedding,
    "arc": pieces.arc,
    "face": pieces.face,
    "alone": pieces.alone,
}


if __name__ == "__main__":
    sys.stdout.write(sprite())
