"""Inks: what a colour is called, the pattern and mark that go with it, and how it looks in each mode.

Nothing is ever told by colour alone: every tone has a pattern of its own, and what carries it also
carries a letter, an icon or a word.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from companion.svg import tones
from companion.svg.seats import MARKS

RGB = tuple[float, float, float]


def rgb(code: str) -> RGB:
    """``#201a14`` as three parts of one."""
    r, g, b = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return r, g, b


KEY = (0.0, 0.0, 0.0, 1.0)
"""Black as one ink of four."""
MOST_INK = 2.4
"""No place takes more ink than this, black words over it counted: DriveThruCards' limit."""
INK, PARCHMENT, WHITE = rgb("#201a14"), rgb("#fbf7ee"), rgb("#ffffff")


@dataclass(frozen=True)
class Tone:
    """A colour by name, with its pattern."""

    name: str
    rgb: RGB
    pattern: str


BLACK = (0.0, 0.0, 0.0)
TONES = {name: Tone(name, rgb(code), pattern) for name, (code, pattern) in tones.TONES.items()}
SEATS = ("gold", "crimson", "teal", "violet", "sky", "copper", "white", "rose")
"""The tone of each seat, by its number at the table; its mark is the phone's, too."""
PALE = ("white", "crimson", "violet", "green", "blue", "grey", "sky")
"""Tones that are light fields in black and white, so that two seats differ at a glance."""
KINDS = ("teal", "violet", "green", "blue", "brown", "orange")
PATTERNS = ("dots", "bars", "hatch", "grid", "waves", "chevrons")


def tone_of(name: str) -> Tone:
    """Return a tone by its name, that of ink for a name that is none."""
    return TONES.get(name, TONES["ink"])


def seat_look(number: int) -> tuple[str, str]:
    """Return the tone and the mark of a seat, by its number at the table."""
    return SEATS[number % len(SEATS)], MARKS[number % len(MARKS)]


@dataclass(frozen=True)
class Paint:
    """The colours of a tone in one mode. ``None`` is bare paper."""

    field: RGB | None
    """A full field, e.g. a title band."""
    on: RGB
    """Text on that field."""
    wash: RGB | None
    """A light field under text."""
    line: RGB
    """Lines, patterns and icons on paper."""


def mixed(colour: RGB, other: RGB, part: float) -> RGB:
    """Return a colour with so large a part of the other one in it."""
    r, g, b = (a + (z - a) * part for a, z in zip(colour, other, strict=True))
    return r, g, b


def light(colour: RGB) -> float:
    """Return the lightness of a colour, as contrast is reckoned."""
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: RGB, b: RGB) -> float:
    """Return the contrast of two colours: 1 is none, 4.5 is readable, 21 is black on white."""
    low, high = sorted((light(a), light(b)))
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True)
class Ink:
    """One way of printing: ``full``, ``saver`` or ``bw``; ``cmyk`` where a print shop wants it."""

    mode: str = "full"
    cmyk: bool = False

    @property
    def full(self) -> bool:
        """True if fields of colour may be printed."""
        return self.mode != "saver"

    @property
    def text(self) -> RGB:
        """The colour of running text."""
        return BLACK if self.mode == "bw" else INK

    @property
    def quiet(self) -> RGB:
        """The colour of small print; it still reads at 4.5 to 1."""
        return (0.25, 0.25, 0.25) if self.mode == "bw" else rgb("#5c5246")

    @property
    def ground(self) -> RGB | None:
        """The paper of a card."""
        return PARCHMENT if self.mode == "full" else None

    @property
    def paper(self) -> RGB:
        """The colour of what stands for paper over a field or a picture."""
        return self.ground or WHITE

    @cache  # noqa: B019 (there are six inks)
    def paint(self, name: str) -> Paint:
        """Return the paint of a tone in this ink."""
        tone = tone_of(name)
        if self.mode == "bw":
            pale = name in PALE
            field = (0.88, 0.88, 0.88) if pale else (0.13, 0.13, 0.13)
            return Paint(field, BLACK if pale else WHITE, (0.93, 0.93, 0.93), BLACK)
        line = tone.rgb
        while contrast(line, PARCHMENT) < 4.5:
            line = mixed(line, BLACK, 0.08)
        if self.mode == "saver":
            return Paint(None, line, None, line)
        on = PARCHMENT if contrast(PARCHMENT, tone.rgb) >= contrast(INK, tone.rgb) else INK
        field = tone.rgb
        while contrast(on, field) < 4.5:
            field = mixed(field, INK if on == PARCHMENT else WHITE, 0.06)
        return Paint(field, on, mixed(tone.rgb, PARCHMENT, 0.86), line)

    def fills(self, value: RGB) -> str:
        """Return the operator that sets what fields are filled with."""
        return _operators(self.parts(value))[0]

    def draws(self, value: RGB) -> str:
        """Return the operator that sets what lines are drawn with."""
        return _operators(self.parts(value))[1]

    def parts(self, value: RGB) -> tuple[float, ...]:
        """A colour as it is printed: red, green and blue, or cyan, magenta, yellow and black."""
        if not self.cmyk:
            return value
        k = 1 - max(value)
        if k > 0.85:
            return KEY
        colours = [(1 - part - k) / (1 - k) for part in value]
        less = min(1.0, (MOST_INK - 1) / (sum(colours) or 1.0))
        return *(part * less for part in colours), k


@lru_cache(512)
def _operators(parts: tuple[float, ...]) -> tuple[str, str]:
    """The operators that fill and that draw with a colour."""
    numbers, (fill, line) = (
        " ".join(f"{part:.4g}" for part in parts),
        ("kK" if len(parts) == 4 else ("rg", "RG")),
    )
    return f"{numbers} {fill}", f"{numbers} {line}"
