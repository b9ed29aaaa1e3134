"""The calibration sheet: how far the backs that a printer makes are off their fronts."""

from collections.abc import Sequence
from functools import partial

from companion.words import message
from printables.draw.fit import fit
from printables.draw.fonts import TEXT, TITLE
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page


def pages(order: Order) -> list[Page]:
    """Crosses on the front and a scale on the back: hold it against the light and read off the offset."""
    return [
        Page(partial(_calibration_front, order=order), "front"),
        Page(partial(_calibration_back, order=order), "back"),
    ]


HOW = (
    "Print this sheet at 100 % on both sides and measure the bar below: it is 100 mm long. Hold the sheet "
    "against the light with this side towards you, and read on the rulers where the circled cross of the "
    "back stands: to the right and down is plus. Your offset is {numbers}, added to the offset it was "
    "printed with. Print this sheet again with it: the crosses then meet. The print page of a browser "
    "remembers it."
)
READ = {"short": "minus the first number, then the second"}
LONG = "the first number, then minus the second"
"""Backs turned over the long edge are seen mirrored left to right, over the short edge upside down."""


def _calibration_front(pen: Pen, order: Order) -> None:
    pen.about = "The calibration sheet"
    pen.text(15, 20, "Do fronts and backs meet?", TITLE, 20)
    how = str(message(HOW, numbers=READ.get(order.duplex, LONG)))
    pen.block(fit(how, 150, 30, pen.about, most=9.5), 15, 25)
    for cx, cy in _crosses():
        for n in range(-5, 6):
            long = 4.0 if n in (-5, 0, 5) else 2.4
            pen.lines([(cx + n, cy - long, cx + n, cy + long), (cx - long, cy + n, cx + long, cy + n)], 0.1)
        for n in (-5, 5):
            pen.text(cx + n, cy - 6.8, f"{n:+d}", TEXT, 5, align="centre")
            pen.text(cx - 5.0, cy + n + 0.6, f"{n:+d}", TEXT, 5, align="right")


def _calibration_back(pen: Pen, order: Order) -> None:
    wide, high = order.size
    dx, dy = order.offset
    pen.about = "The calibration sheet"
    with pen.at(dx, dy):
        for cx, cy in _crosses():
            x, y = (cx, high - cy) if order.duplex == "short" else (wide - cx, cy)
            pen.lines([(x - 12, y, x + 12, y), (x, y - 12, x, y + 12)], 0.15)
            pen.circle(x, y, 1.2, None, pen.ink.text, 0.15)
    pen.text(
        15, 20, str(message("The back. Offset now: {dx}, {dy} mm.", dx=f"{dx:g}", dy=f"{dy:g}")), TITLE, 12
    )


def _crosses() -> Sequence[tuple[float, float]]:
    return [(x, y) for x in (40.0, 105.0, 170.0) for y in (90.0, 160.0, 230.0)]
