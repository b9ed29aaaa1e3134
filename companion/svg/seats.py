"""Signs of a seat, by its number: the icon that is its mark, and the shape of its pieces.

Its colour is the stylesheet's ``seat-0`` and so on, and on paper ``printables.draw.ink.SEATS``.
"""

from functools import lru_cache
from math import cos, pi, sin

from companion.svg.paths import named, path_of

MARKS = ("star", "trident", "diamond", "moon", "sun", "leaf", "anchor", "key")
"""The icon of each seat."""


def _burst(points: int, outer: float, inner: float) -> str:
    turn = pi / points
    corners = ((outer, inner)[i % 2] for i in range(2 * points))
    return path_of((radius * sin(i * turn), -radius * cos(i * turn)) for i, radius in enumerate(corners))


PIECES = (
    '<circle class="q" r="1"/><circle class="ring" r=".87"/>',
    f'<path class="q" d="{_burst(16, 1.08, 0.9)}"/>',
    '<path class="q" d="M0-1.15Q.9-.9 1.15 0 .9.9 0 1.15-.9.9-1.15 0-.9-.9 0-1.15z"/>'
    '<path class="ring" d="M0-.96Q.75-.75.96 0 .75.75 0 .96-.75.75-.96 0-.75-.75 0-.96z"/>',
    '<path class="q" d="M-1-1Q0-.8 1-1 .8 0 1 1 0 .8-1 1-.8 0-1-1z"/>',
    '<path class="q" d="M-1-.95Q0-1.2 1-.95V.1Q.95.9 0 1.2-.95.9-1 .1z"/>',
    '<path class="q" d="M-.5-.2A.58.58 0 1 1 .5-.2.58.58 0 1 1 0 .67.58.58 0 1 1-.5-.2z"/>',
    '<path class="q" d="M-.5-1.1H.5V-.5H1.1V.5H.5V1.1H-.5V.5H-1.1V-.5H-.5z"/>',
    '<path class="q" d="M-1.12 0A1.12.76 0 1 1 1.12 0 1.12.76 0 1 1-1.12 0z"/>',
)
"""Of radius 1: a disc with a ring, a spiked disc, a framed lozenge, a cushion, a shield, a trefoil, a cross,
an oval. They are told apart by their outlines, also upside down."""


@lru_cache(256)
def shapes(ground: str, seats: int) -> tuple[str, str]:
    """Return a name and the shapes that marks use by name: those of a ground and ``q0``, a piece of each
    seat."""
    pieces = "".join(f'<g id="q{number}">{shape}</g>' for number, shape in enumerate(PIECES[:seats]))
    markup = f"<defs>{ground}{pieces}</defs>"
    return f"s{named(markup)}", markup
