"""The phone's pen: a game's Picture as SVG markup, and the drawn icons as one sprite.

A board is three layers. The ground (cells, patterns, letters) is the same at every moment and is drawn once;
the glow (spaces that answer the question, as links) and the pieces are drawn anew. Colours are the
stylesheet's: here stand only shapes and class names.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal
from urllib.parse import quote
from zlib import crc32

from markupsafe import Markup, escape

from companion.kernel.view import Picture
from companion.svg.ground import ICONS, Ground, ground_of
from companion.svg.pieces import (
    answer,
    arc,
    forbidden,
    piece_drawn,
    plate_drawn,
    plate_said,
    price,
    tapped,
    way_drawn,
)

Seat = Callable[[str], int]
Group = Callable[[str, str, str], str]
"""Takes a name, the start of an element and its content, and says what is sent of it."""
NOTHING: Mapping[str, str] = {}
REACH: Mapping[str, Collection[str]] = {}


def sprite() -> str:
    """Every icon as a symbol; ``static/icons.svg`` is this text."""
    symbols = (
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{d}"/></symbol>\n' for name, d in ICONS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def board(
    picture: Picture,
    seat: Seat,
    *,
    seats: Iterable[str] = (),
    glow: Mapping[str, str] = NOTHING,
    dim: Mapping[str, str] = NOTHING,
    prices: Mapping[str, str] = NOTHING,
    starts: Mapping[str, str] = NOTHING,
    touched: Collection[str] = (),
    reach: Mapping[str, Collection[str]] = REACH,
    why: str = "",
    icons: str = "",
    part: bool = False,
    group: Group | Literal[False] = False,
    name: str = "board",
    like: str = "",
) -> Markup:
    """A picture as one SVG element; ``name`` tells it from others on the same page, and ``like`` names one of
    them with the same ground.

    ``seat`` numbers a seat; a cell whose kind is the name of one of ``seats`` wears its colour. ``glow`` maps
    spaces to the address that answers with them, ``prices`` to what that costs, ``dim`` spaces to what
    forbids them; ``reach`` maps a word to the spaces it holds for. Where nothing is asked, ``starts`` maps
    pieces to the address of what a tap on them begins, and ``why`` starts the address that tells of the
    others, where their spaces do not glow. ``icons`` is the sprite's address. A ``part`` of a page leaves the
    ground out, as the phone has it: its id is its content, and htmx skips it. With a ``group`` so it may be
    with every few marks.
    """
    ground = ground_of(picture, seats)
    taken = {ground.under(piece): piece.thing for piece in picture.pieces} if glow else {}
    why = escape(why)
    starts = NOTHING if glow or dim else starts
    links = glow or dim or why or starts
    parts = [
        f'<svg class="board" role="{"group" if links else "img"}" aria-labelledby="{name}-name"',
        "" if name == "board" else f' id="{name}"',
        f' viewBox="{ground.frame}">',
        f'<title id="{name}-name">{escape(picture.name)}</title>',
        _under(ground, part, group or _whole, name, like),
    ]
    for word, spaces in reach.items():
        shapes = "".join(ground.outline[space] for space in spaces if space in ground.outline)
        parts.append(f'<g class="reach {escape(word)}">{shapes}</g>')
    if dim:
        parts += [
            '<g aria-hidden="true">',
            *(forbidden(space, ground) for space in dim if space not in glow),
        ]
        parts.append("</g>")
    for space, href in glow.items():
        if space in ground.outline:
            cost = prices.get(space, "")
            on = taken.get(space, "")
            label = ", ".join(part for part in (space, on if on != space else "", cost) if part)
            parts.append(answer(label, escape(href), ground.outline[space]))
    taps: dict[str, str] = {}
    for piece in picture.pieces:
        if piece.thing in taps:
            continue
        if piece.thing in starts:
            taps[piece.thing] = tapped(piece, ground, "start", escape(starts[piece.thing]))
        elif why and ground.under(piece) not in glow:
            taps[piece.thing] = tapped(piece, ground, "why", f"{why}{quote(piece.thing)}")
    parts += _grouped(list(taps.values()), group, name)
    parts += _grouped([plate_said(plate, why) for plate in picture.plates], group, name, 1)
    parts.append('<g aria-hidden="true">')
    parts += _grouped(
        [plate_drawn(plate, seat(plate.number.seat)) for plate in picture.plates], group, name, 1
    )
    parts += [way_drawn(way) for way in picture.ways]
    pieces = [
        piece_drawn(piece, seat(piece.seat) if piece.seat else 0, piece.thing in touched, icons)
        for piece in picture.pieces
    ]
    parts += _grouped(pieces, group, name)
    at = {cell.space: cell.at for cell in picture.cells} if prices else {}
    parts += [price(at[space], prices[space]) for space in glow if prices.get(space) and space in at]
    parts.append("</g></svg>")
    return Markup("".join(parts))


def _whole(name: str, start: str, content: str) -> str:
    return f"{start}{content}</g>"


FEW = 6
"""So many marks are sent again where one of them is new."""


def _grouped(marks: list[str], group: Group | Literal[False], board: str, few: int = FEW) -> list[str]:
    """Marks by the few, each few named by its board and content; as they are where nobody groups them."""
    if not group:
        return marks
    some = ["".join(marks[first : first + few]) for first in range(0, len(marks), few)]
    named = [(f"m{crc32((board + one).encode()):x}", one) for one in some]
    return [group(name, f'<g id="{name}" hx-morph-skip>', one) for name, one in named]


def _under(ground: Ground, part: bool, group: Group, name: str, like: str) -> str:
    """The ground; before it, on the page's own board, the shapes that all its marks use."""
    if like:
        return f'<use href="#{ground.id}-{like}"/>'
    own = ground.id if name == "board" else f"{ground.id}-{name}"
    drawn = group(own, f'<g id="{own}" class="ground" hx-morph-skip>', "" if part else ground.markup)
    if name != "board":
        return drawn
    return group(ground.uses, f'<g id="{ground.uses}" hx-morph-skip>', "" if part else ground.shapes) + drawn


GLOBALS = {"board": board, "arc": arc}


if __name__ == "__main__":
    sys.stdout.write(sprite())
