"""QR codes as one merged path, with modules large enough for any phone."""

from functools import cache

import qrcode
from qrcode.constants import ERROR_CORRECT_M
from reportlab.lib.units import mm

from printables.fonts import Unprintable
from printables.pen import Pen

LEAST = 0.6
"""The smallest module, in millimetres, that a phone reads from a poor print."""
QUIET = 4
"""Modules of white about a code."""


@cache
def matrix(words: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a code, without the quiet zone."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0, mask_pattern=None)
    code.add_data(words)
    code.make(fit=True)
    return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())


def draw(pen: Pen, words: str, x: float, y: float, size: float) -> float:
    """A code with its quiet zone in a square of this size; the size of a module."""
    rows = matrix(words)
    module = size / (len(rows) + 2 * QUIET)
    if module < LEAST:
        raise Unprintable(
            f"The code for {words[:60]} needs {(len(rows) + 2 * QUIET) * LEAST:.0f} mm to be readable; "
            f"here are {size:.0f} mm. A shorter address would be right."
        )
    pen.box(x, y, size, size, (1.0, 1.0, 1.0))
    pen._ready((0.0, 0.0, 0.0), None, 0)
    path, start = pen.canvas.beginPath(), QUIET * module
    for r, row in enumerate(rows):
        c = 0
        while c < len(row):
            run = c
            while run < len(row) and row[run]:
                run += 1
            if run > c:
                left, top = x + start + c * module, y + start + r * module
                path.rect(left * mm, -(top + module) * mm, (run - c) * module * mm, module * mm)
            c = run + 1
    pen.canvas.drawPath(path, 0, 1)
    return module


def address(base: str, code: str) -> str:
    """A table's address as QR codes hold it best: in capitals."""
    return f"{base.rstrip('/')}/t/{code}".upper()
