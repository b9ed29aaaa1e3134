"""QR codes as one merged path, with modules large enough for any phone."""

from functools import cache

from printables.draw.fonts import Unprintable
from printables.draw.ink import BLACK, WHITE
from printables.draw.pen import Pen

LEAST = 0.6
"""The smallest module, in millimetres, that a phone reads from a poor print."""
QUIET = 4
"""Modules of white about a code."""


@cache
def matrix(words: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a code, without the quiet zone."""
    import qrcode  # only the pages of a running table have codes

    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0, mask_pattern=None)
    code.add_data(words)
    code.make(fit=True)
    return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())


def draw(pen: Pen, words: str, x: float, y: float, size: float) -> float:
    """A code with its quiet zone in a square of this size; the size of a module."""
    rows = matrix(words)
    module = size / (len(rows) + 2 * QUIET)
    if module < LEAST:
        raise Unprintable(
            "The code for {words} needs {least} mm to be readable; here are {size} mm. "
            "A shorter address would be right.",
            words=words[:60],
            least=f"{(len(rows) + 2 * QUIET) * LEAST:.0f}",
            size=f"{size:.0f}",
        )
    pen.box(x, y, size, size, WHITE)
    with pen.at(x, y), pen.unmirrored(size):
        pen.fields(rows, QUIET * module, QUIET * module, module, BLACK)
    return module


def address(base: str, code: str) -> str:
    """A table's address as QR codes hold it best: in capitals."""
    return f"{base.rstrip('/')}/t/{code}".upper()
