"""The changing part of a board as SVG: pieces, stacks, dials, plates, ways, and the targets of a finger."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, hypot, pi, sin

from markupsafe import Markup, escape

from companion.kernel.view import Chips, Piece, Plate, Point, Stroke
from companion.svg.ground import ICONS, Ground
from companion.svg.paths import escaped, n, path_of, quoted
from companion.svg.seats import MARKS
from companion.svg.silhouettes import Silhouette, Silhouettes
from companion.words import message
from companion.words.speaking import said, tongue

TOWER = "M-.85 1V-.5L-1.05-.7V-1.1h.5v.25h.35v-.25h.4v.25h.35v-.25h.5v.4L.85-.5V1z"


def answer(name: str, href: str, post: str, outline: str, way: int = 0) -> str:
    """A space that answers the question, as a link; ``way`` is how it glows."""
    return _link(
        " ".join(filter(None, ("glow", f"way-{way}" if way else ""))), href, escaped(name), outline, post
    )


def _link(kind: str, href: str, label: str, area: str, post: str = "", thing: str = "") -> str:
    """A place for fingers, ears and keys, which htmx sends for: nothing on a board ever loads a page.

    What is posted without an address is what the link leads to, said at once (``table.js``).
    """
    fetch = f'hx-get="{href}"' if not post else f'hx-post="{href}"' if post == href else "hx-post"
    attribute = f' data-thing="{escaped(thing)}"' if thing else ""
    return f'<a class="{kind}" href="{href}" {fetch}{attribute} aria-label="{label}">{area}</a>'


def price(at: Point, price: str) -> str:
    """Return the cost of an answer, to be drawn over its space."""
    width = 0.3 * len(price) + 0.3
    return (
        f'<g class="price" transform="translate({n(at[0])} {n(at[1] + 0.5)})">'
        f'<rect x="{n(-width / 2)}" y="-.3" width="{n(width)}" height=".6" rx=".3"/>'
        f'<text y=".19">{escape(price)}</text></g>'
    )


def way_drawn(way: Stroke) -> str:
    """A line that stops short of its end, in a point."""
    (x0, y0), (x1, y1) = way.points[0], way.points[-1]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / far, (y1 - y0) / far
    tip, back = (x1 - dx * 0.35, y1 - dy * 0.35), (x1 - dx * 0.9, y1 - dy * 0.9)
    wings = [(back[0] + dy * side, back[1] - dx * side) for side in (0.34, -0.34)]
    line = path_of((way.points[0], back), close=False)
    return f'<path class="way" d="{line}"/><path class="way point" d="{path_of((wings[0], tip, wings[1]))}"/>'


DOT, ROW = 0.58, 0.95
"""From one dot of a plate to the next, and from one row of them to the next."""


def plate_drawn(plate: Plate, number: int) -> str:
    """A seat's mark, its number and name in one line; then each counter as dots."""
    x, y = plate.at
    way, up = (-1 if plate.right else 1), (-1 if plate.low else 1)
    anchor = ' text-anchor="end"' if plate.right else ""
    head = y + 0.75 * up + 0.45
    plate_number = plate.number
    parts = [
        f'<path class="sign" transform="translate({n(x - 1.08 * plate.right)} {n(head - 0.92)})'
        f'scale(.045)" d="{ICONS[MARKS[number]]}"/>',
        f'<text class="big" x="{n(x + 1.3 * way)}" y="{n(head)}"{anchor}>{plate_number.value}</text>',
        f'<text x="{n(x + (1.55 + 0.85 * len(str(plate_number.value))) * way)}" y="{n(head)}"{anchor}>'
        f"{escape(said(plate_number.name))}</text>",
    ]
    for row, (icon, counter) in enumerate(plate.dots, 1):
        middle = y + (0.75 + row * ROW + 0.12) * up
        corner = f"{n(x - 0.84 * plate.right)} {n(middle - 0.42)}"
        parts.append(f'<path class="sign" transform="translate({corner})scale(.035)" d="{ICONS[icon]}"/>')
        for dot in range(counter.of or 0):
            cx = x + (1.25 + dot * DOT) * way
            full = "" if dot < counter.value else ' class="o"'
            parts.append(f'<circle cx="{n(cx)}" cy="{n(middle)}" r=".2"{full}/>')
    return f'<g class="plate seat-{number}{" on" if plate.on else ""}">{"".join(parts)}</g>'


def plate_said(plate: Plate, why: str) -> str:
    """A plate's place for fingers, ears and keys."""
    number, (x, y) = plate.number, plate.at
    rows = [
        message("{name}: {value} of {of}", name=counter.name, value=counter.value, of=counter.of)
        for _, counter in plate.dots
    ]
    first = message("{name}: {value}", name=number.name, value=number.value)
    label = escaped(said(message("{rows:, }", rows=[number.seat, first, *rows])))
    wide, high = 4.4, 1.2 + ROW * len(rows)
    area = (
        f'<rect x="{n(x - wide if plate.right else x)}" y="{n(y - high if plate.low else y)}"'
        f' width="{n(wide)}" height="{n(high)}"/>'
    )
    if why:
        return _link("why", f"{why}{quoted(number.thing)}", label, area)
    return f'<g class="why" role="img" aria-label="{label}">{area}</g>'


def forbidden(space: str, ground: Ground) -> str:
    """Tells a finger the reason in a bubble; ears, keys and plain pages find it in its list."""
    outline = ground.outline.get(space, "")
    return (
        f'<a class="dim" href="#no-{quoted(space.replace(" ", "_"))}" tabindex="-1">{outline}</a>'
        if outline
        else ""
    )


def finger(piece: Piece, ground: Ground, others: Iterable[Piece]) -> float:
    """Return the radius in which a finger finds a piece that lies on no space: never another's middle."""
    apart = [
        hypot(piece.at[0] - it.at[0], piece.at[1] - it.at[1]) for it in others if it.thing != piece.thing
    ]
    return max(1.4 * piece.size, min([ground.finger, *(0.9 * distance for distance in apart)]))


def tapped(
    piece: Piece,
    ground: Ground,
    kind: str,
    href: str,
    post: str = "",
    thing: str = "",
    others: Iterable[Piece] = (),
) -> str:
    """A piece's whole space, or itself where it lies on none, as a link that knows its ``thing``."""
    space = ground.under(piece) or ""
    area = ground.outline.get(space) or (
        f'<circle cx="{n(piece.at[0])}" cy="{n(piece.at[1])}" r="{n(finger(piece, ground, others))}"/>'
    )
    return _link(kind, href, _lying(piece.thing, space, tongue()), area, post, thing)


@lru_cache(8192)
def _lying(thing: str, space: str, language: object) -> str:
    """Return a thing and its space in a language, the one in which the page is made."""
    name = message("{thing} on {space}", thing=thing, space=space)
    return escaped(said(name if space not in ("", thing) else thing))


HEX = "M0-1.1L.95-.55V.55L0 1.1-.95.55V-.55z"


def _thing(piece: Piece, touched: bool, icons: str, silhouette: Silhouette | None) -> str:
    """Return a piece that is nobody's: a tile in its own colour, or a bare sign with a number."""
    tile, both = piece.shape == "tile", (silhouette or piece.icon) and piece.letter
    x, y, text = (-0.45, -0.9, 'y=".82"') if tile else (-1.2, -0.5, 'x=".5" y=".36"')
    if not both:
        x, y, text = -0.5, -0.5, 'y=".36"'
    icon = ""
    if silhouette or piece.icon:
        sign = f'<use href="{icons}#{piece.icon}" x="{n(x)}" y="{n(y)}" width="1" height="1"/>'
        icon = _drawn(silhouette, x, y, 1) if silhouette else sign
    letter = f"<text {text}>{escape(piece.letter)}</text>" if piece.letter else ""
    return (
        f'<g class="piece {escape(piece.shape)} tone-{escape(piece.tone)}{" touched" * touched}"'
        f' transform="translate({n(piece.at[0])} {n(piece.at[1])})scale({n(piece.size)})">'
        f'{f"""<path class="q" d="{HEX}"/>""" if tile else ""}{icon}{letter}</g>'
    )


ROUND = '<circle class="q" r="1"/>'
BALL = f'<path class="sign" transform="translate(-1.2 -1.2)scale(.1)" d="{ICONS["ball"]}"/>'


@lru_cache(16_384)
def piece_of(piece: Piece, number: int, touched: bool, icons: str, pictures: Silhouettes) -> str:
    """Return a piece with the picture that a table has of it; ``number`` is its seat's."""
    return piece_drawn(piece, number, touched, icons, pictures.of(*piece.names))


def piece_drawn(
    piece: Piece, number: int, touched: bool, icons: str, silhouette: Silhouette | None = None
) -> str:
    """A piece; ``number`` is its seat's, ``icons`` the sprite's address, ``silhouette`` its picture."""
    if piece.tone:
        return _thing(piece, touched, icons, silhouette)
    if piece.shape == "ball":
        kinds, body = ["ball"], ROUND + (_drawn(silhouette, -0.9, -0.9, 1.8) if silhouette else BALL)
    else:
        kinds = [f"seat-{number}" if piece.seat else "heap"]
        kinds += ["lying"] * piece.lies + ["stood"] * _sided(piece)
        body = _owned(piece, number, icons, silhouette) if piece.seat else _heap(piece.stack)
    kinds += ["touched"] * touched
    place = f"translate({n(piece.at[0])} {n(piece.at[1])})scale({n(piece.size)})"
    return f'<g class="piece {" ".join(kinds)}" transform="{place}">{body}</g>'


def _sided(piece: Piece) -> bool:
    """True if there is less room for letters, because something stands beside or around it."""
    return bool(piece.stack or piece.dial)


def _owned(piece: Piece, number: int, icons: str, silhouette: Silhouette | None) -> str:
    """A piece of a seat: its shape, face and figures, with what stands round it; or lying on its side."""
    letter_at, caption_at = (".04", ".78") if _sided(piece) else (".17", ".73")
    letter = f'<text y="{letter_at}">{escape(piece.letter)}</text>'
    if silhouette:
        room = OVER_FIGURE if _sided(piece) else OVER_CAPTION
        letter = face(silhouette, piece.letter, room if piece.caption and not piece.lies else WHOLE)
    caption = f'<text class="cap" y="{caption_at}">{escape(piece.caption)}</text>' if piece.caption else ""
    if piece.lies:
        return f'<g transform="scale(1 .72)rotate(90)"><use href="#q{number}"/>{letter}</g>{caption}'
    shape = f'<path class="q" d="{TOWER}"/>' if piece.shape == "tower" else f'<use href="#q{number}"/>'
    return f"{_dial(piece)}{shape}{_badge(piece, icons)}{letter}{caption}{_stacked(piece.stack)}"


WHOLE, OVER_CAPTION, OVER_FIGURE = (1.42, 0.0), (1.16, -0.2), (1.0, -0.38)
"""The room for a picture on a piece of radius 1: the side of its square, and the height of its middle."""


def face(
    silhouette: Silhouette | None, letter: str, room: tuple[float, float] = WHOLE, later: bool = False
) -> Markup:
    """Return the face of a piece: its picture, with its letter beside it if another has the same; without a
    picture its letter.

    ``later`` leaves it to the page to fetch the picture when it comes into sight; until then the letter
    stands there.
    """
    if silhouette is None:
        return Markup('<text y=".36">{}</text>').format(letter)
    side, middle = room
    beside = silhouette.shared and bool(letter)
    side *= 0.74 if beside else 1
    markup = _drawn(silhouette, -side / 2 - 0.3 * beside, middle - side / 2, side, later)
    if beside:
        markup += f'<text class="of" x=".5" y="{n(middle + 0.24)}">{escape(letter)}</text>'
    elif later:
        markup += f'<text y=".36">{escape(letter)}</text>'
    return Markup(markup)


def alone(silhouette: Silhouette, later: bool = False) -> Markup:
    """A picture that stands in a page by itself."""
    markup = _drawn(silhouette, 0, 0, 1, later)
    return Markup(f'<svg class="art" viewBox="0 0 1 1" aria-hidden="true">{markup}</svg>')


def _drawn(silhouette: Silhouette, x: float, y: float, side: float, later: bool = False) -> str:
    """A picture in a square; ``later`` where the page fetches it when it comes into sight."""
    place = f'x="{n(x)}" y="{n(y)}" width="{n(side)}" height="{n(side)}"'
    return f'<use class="pic" {"data-" * later}href="{silhouette.href}" {place}/>'


def _badge(piece: Piece, icons: str) -> str:
    """Its icon in a corner, clear of its picture; the left one where a stack stands at its right."""
    if not piece.icon:
        return ""
    x = -0.86 if piece.stack else 0.86
    return (
        f'<circle class="badge" cx="{n(x)}" cy="-.86" r=".36"/>'
        f'<use href="{icons}#{piece.icon}" x="{n(x - 0.25)}" y="-1.11" width=".5" height=".5"/>'
    )


TALL, THICK = 2.5, 0.24
"""The tallest stack, and the thickest chip."""
STRIPED = {"armor", "poison"}
"""The chips with a stripe across: others are as light as they are. House."""


def _stacked(stack: tuple[Chips, ...]) -> str:
    """A stack seen from its side, standing at the right of its piece."""
    total = sum(chips.n for chips in stack)
    if not total:
        return ""
    thick, y, result = min(THICK, TALL / total), 1.06, []
    for chips in reversed(stack):
        for _ in range(chips.n):
            y -= thick
            size = f'x=".98" y="{n(y)}" width=".62" height="{n(thick)}"'
            result.append(f'<rect class="chip-{chips.kind}" {size}/>')
        if chips.n and chips.kind in STRIPED:
            result.append(f'<path class="chip-{chips.kind}" d="M1.29 {n(y)}v{n(thick * chips.n)}"/>')
    return f'<g class="stack">{"".join(result)}</g>'


def _heap(stack: tuple[Chips, ...]) -> str:
    """Chips lying on the board: a coin for each kind, with its letter and how many there are."""
    left = -0.62 * (len(stack) - 1)
    return "".join(
        f'<g class="coin chip-{chips.kind}" transform="translate({n(left + 1.24 * i)})">'
        f'<circle r=".62"/><text y=".24">{escape(chips.letter)}{chips.n}</text></g>'
        for i, chips in enumerate(stack)
    )


def _dial(piece: Piece) -> str:
    """A ring round the piece, or a bar under a building, as full as its value."""
    if piece.dial is None:
        return ""
    if piece.shape == "tower":
        value, of = piece.dial
        return f'<path class="dial-of" d="M-1 1.2h2"/><path class="dial" d="M-1 1.2h{n(2 * value / of)}"/>'
    return f'<circle class="dial-of" r="1.2"/>{arc(*piece.dial, 1.2)}'


def arc(value: int, of: int, radius: float) -> Markup:
    """The part of a ring that a value of a most fills, clockwise from the top."""
    turn = 2 * pi * min(max(value / of, 0), 0.995)  # a full turn would begin where it ends
    x, y = radius * sin(turn), -radius * cos(turn)
    wide = int(turn > pi)
    d = f"M0 {n(-radius)}A{n(radius)} {n(radius)} 0 {wide} 1 {n(x)} {n(y)}"
    return Markup(f'<path class="dial" d="{d}"/>')
