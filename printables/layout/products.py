"""Products: what a piece is cut to where a size is asked for by name or a print shop has sizes of its own."""

from functools import partial

from printables.draw.pen import Pen
from printables.layout.backs import INSET, ground
from printables.layout.paper import Cutout, Draw, Order
from printables.layout.shops import EIGHTH, PRODUCTS, Size, nearest


def card(order: Order, size: Size) -> tuple[Size, Size]:
    """Return the size that a card is cut to, and the size at which it is drawn in that. For a shop its edge
    keeps the margin that the shop wants. Shops have their cards upright."""
    name = order.product
    if name == "own" and order.shop != "no":
        name = nearest(size)
    w, h = trim = PRODUCTS.get(name, size)
    lies = size[0] > size[1] and name != "own"
    by = EIGHTH - INSET if order.shop != "no" or order.outlet == "pdfx" else 0.0
    inner_size = (w - 2 * by, h - 2 * by)
    if not lies:
        return trim, inner_size
    return trim if order.shop != "no" else trim[::-1], inner_size[::-1]


def board(order: Order, size: Size) -> Size:
    """Return the size that a board or mat is cut to: the smallest of the shop's that holds it, or its own."""
    own = [(w, h) for _, (w, h) in order.at_shop.boards if w >= min(size) and h >= max(size)]
    return min(own, key=lambda one: one[0] * one[1], default=size)


def single(order: Order, one: Cutout) -> Cutout:
    """Return a board or mat as one piece of card, its ground over the cut."""
    trim, draw = board(order, one.size), partial(_grounded, draw=one.front, size=one.size)
    return Cutout(trim, inlaid(draw, one.size, trim), name=one.name)


def _grounded(pen: Pen, draw: Draw, size: Size) -> None:
    if pen.ink.ground:
        ground(pen, *size, pen.ink.ground)
    draw(pen)


def called(order: Order, size: Size) -> str:
    """Return the name of the shop, or of the maker of cards, for this size; empty if it has none."""
    names = [*PRODUCTS.items(), *order.at_shop.boards]
    return next((name for name, one in names if order.singly and one in (size, size[::-1])), "")


def inlaid(draw: Draw, size: Size, trim: Size) -> Draw:
    """Something in the middle of what it is cut to, turned a quarter if only so both lie or stand; its
    ground goes on to the bleed.
    """
    return draw if size == trim else partial(_inlaid, draw=draw, size=size, trim=trim)


def _inlaid(pen: Pen, draw: Draw, size: Size, trim: Size) -> None:
    turned = (size[0] > size[1]) != (trim[0] > trim[1])
    w, h = size[::-1] if turned else size
    x, y = (trim[0] - w) / 2, (trim[1] - h) / 2
    before, pen.bleed = pen.bleed, pen.bleed + max(x, y)
    with pen.quarter(x, y + h) if turned else pen.at(x, y):
        draw(pen)
    pen.bleed = before
