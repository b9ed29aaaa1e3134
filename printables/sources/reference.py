"""The quick-reference sheet: what one can do and what it costs, every rule, and how we read them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from reportlab.lib.units import mm

from companion.kernel.action import Action
from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE, Rule
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.paper import Paper
from companion.toolkit.paper.sheets import ReferenceSpec
from companion.words import message
from companion.words.speaking import said
from printables.draw.fit import ASCENT, LEADING, Fitted, broken, measured, placed, tall
from printables.draw.fonts import BOLD, LEAST, LORE, SLANT, TEXT, TITLE, Unprintable, width
from printables.draw.pen import Pen
from printables.layout import parts
from printables.layout.paper import Order, Page, both_sides, nothing
from printables.layout.parts import Part
from printables.sources.printable import Printable
from printables.sources.source import Source

COLUMNS, GUTTER, MARGIN = 3, 5.0, 9.0
TOP, FOOT = 24.0, 12.0
SMALLEST = 8.0
"""Points of the letters that rules are read at."""
LARGEST = 9.2
READINGS = "How we read these rules"
HEADING = "Quick reference, in our words"
AGREED = "{reading} (Or otherwise, as agreed before the game.)"


@dataclass(frozen=True)
class Item:
    """A heading, an action or a rule."""

    kind: str
    words: str
    mark: str = ""
    """What stands in the margin: a number, or an action's icon."""
    cost: str = ""
    name: str = ""
    """What stands before the words, in bold; empty for most."""

    @property
    def typeface(self) -> str:
        """Return the face it is set in."""
        return SLANT if self.kind == "reading" else TEXT

    @property
    def text(self) -> str:
        """Return the words with the name before them, as they are set."""
        return (
            str(message("*{name}.* {words}", name=self.name, words=self.words)) if self.name else self.words
        )


def printable(source: Source) -> Printable:
    """The sheet."""
    entries, words = items(source.game), message("every action and rule, and how we read them")
    return Printable("reference", "Quick reference", words, partial(pages, game=source.game), entries)


def items(game: Game[Any]) -> list[Item]:
    """The actions with their costs, then the rules by section, numbered; without what only phones need. Our
    readings come last, each with the number of its rule.
    """
    result = [Item("head", "What you can do")]
    for kind, words in described(game):
        result.append(Item("action", words, kind.icon, str(kind.cost), str(kind.title)))
    number, readings = 0, list[Item]()
    phones = {*TABLE, *_spec(game).rules}
    for section, rules in game.rules.sections().items():
        rules = [rule for rule in rules if rule.key not in phones]
        if not rules:
            continue
        result.append(Item("head", section))
        for rule in rules:
            number += 1
            result.append(
                Item(
                    "rule",
                    str(message("{rule} †", rule=rule.words)) if rule.reading else rule.words,
                    str(number),
                )
            )
            if rule.reading:
                readings.append(_reading(rule, number))
    return result + ([Item("head", READINGS), *readings] if readings else [])


def _reading(rule: Rule, number: int) -> Item:
    words = AGREED if rule.option else "{reading}"
    return Item("reading", str(message(words, reading=rule.reading)), str(number))


def described(game: Game[Any]) -> Iterator[tuple[type[Action[Any]], str]]:
    """Yield each verb of the table with what the sheet says of it, the first paragraph of its docstring."""
    for kind in game.kinds:
        if kind not in AT_THE_TABLE and not kind.anytime and kind.verb not in _spec(game).skip:
            yield kind, " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def _spec(game: Game[Any]) -> ReferenceSpec:
    return game[Paper].reference if game.get(Paper) else ReferenceSpec()


def hang(size: float) -> float:
    """Return the room in mm for the numbers in the margin of a column, beside letters of a size in points."""
    return max(5.2, size * 0.58)


def pages(order: Order, game: Game[Any]) -> list[Page]:
    """One page where all of it fits; else the rules and then our readings, each on as few as it takes."""
    every = items(game)
    cut = next((n for n, item in enumerate(every) if item.text == READINGS), len(every))
    pages = columns(order, every, game.name, 1) or [
        some
        for part in (every[:cut], every[cut:])
        for some in next(filter(None, (columns(order, part, game.name, n) for n in (1, 2, 3))), [])
    ]
    if not pages:
        raise Unprintable(
            "The rules of {name} do not fit three sheets at {least} points.",
            name=game.name,
            least=f"{SMALLEST:g}",
        )
    return both_sides([partial(page, game=game, columns=some, order=order) for some in pages])


def columns(
    order: Order,
    some: Sequence[Item],
    what: str,
    count: int,
    across: int = COLUMNS,
    most: float = LARGEST,
    foot: float = FOOT,
) -> list["Columns"]:
    """Return the columns of so many pages, at the largest size that fits, in tenths of a point; none where
    even the least does not. ``foot`` is what stays free below, in millimetres.
    """
    w, h, many = _wide(order, across), order.size[1] - TOP - foot, across * count
    try:
        texts = [(item, measured(said(item.text), item.typeface)) for item in some]
    except Unprintable as refused:
        raise Unprintable(
            "The reference sheet of {what}: {refused}", what=what, refused=str(refused)
        ) from None
    best: list[list[Part]] = []
    low, high = round(SMALLEST * 10), round(most * 10)
    while low <= high:
        size = (low + high + 1) // 2
        flow = parts.flowed([_item(item, words, w, size / 10) for item, words in texts], (h,))
        if len(flow) <= many and all(parts.tall(column) <= h for column in flow):
            best, low = flow, size + 1
        else:
            high = size - 1
    best += [[]] * (many - len(best)) if best else []
    return [best[n : n + across] for n in range(0, len(best), across)]


def _wide(order: Order, across: int) -> float:
    """Return the width in mm of each of so many columns."""
    return (order.size[0] - 2 * MARGIN - (across - 1) * GUTTER) / across


Columns = list[list[Part]]
"""Those of a page."""


def _item(item: Item, words: Any, w: float, size: float) -> Part:
    if item.kind == "head":
        return Part(size * 2.1 / mm, partial(_heading, words=item.text, size=size), head=True)
    room, space = (w - hang(size)) * mm, width(" ", item.typeface)
    lines = broken(words, room / size, space)
    if lines is None:
        return Part(1e9, nothing)  # it is never printed
    high = tall(lines, size) / mm + size * 0.5 / mm + (size * LEADING / mm if item.cost else 0.0)

    def draw(pen: Pen, _: float) -> None:  # placed only at the size that is printed
        _draw(pen, w, item, placed(words, size, lines, space, room), size)

    return Part(high, draw)


def page(
    pen: Pen, game: Game[Any], columns: Columns, order: Order, heading: str = HEADING, foot: float = FOOT
) -> None:
    """Draw a page of columns under the name of the game."""
    (wide, high), w = order.size, _wide(order, len(columns))
    paint = pen.ink.paint("ink")
    pen.about = str(message("The reference sheet of {game}", game=game.name))
    pen.box(MARGIN, 7.0, wide - 2 * MARGIN, 12.0, paint.field if pen.ink.mode == "full" else None)
    on = paint.on if pen.ink.mode == "full" else pen.ink.text
    with pen.tagged("H1"):
        pen.text(MARGIN + 4, 15.2, game.name, TITLE, 20, on, room=(wide - 2 * MARGIN) * 0.6)
    pen.text(wide - MARGIN - 4, 12.2, heading, LORE, 9, on, "right")
    if heading == HEADING:
        note = str(message("† where the printed rules are unclear: our reading is at the end"))
        pen.text(wide - MARGIN - 4, 16.4, note, LORE, 8, on, "right")
    if pen.ink.mode != "full":
        pen.lines([(MARGIN, y, wide - MARGIN, y) for y in (7.0, 18.2, 19.0)], 0.2, paint.line)
    for n, column in enumerate(columns):
        x = MARGIN + n * (w + GUTTER)
        if n and column:
            pen.line(x - GUTTER / 2, TOP - 1, x - GUTTER / 2, high - foot, 0.1, paint.line)
        parts.column(pen, column, x, TOP, w)


def _heading(pen: Pen, w: float, words: str, size: float) -> None:
    paint, base = pen.ink.paint("ink"), size * 1.35 / mm
    with pen.tagged("H2"):
        pen.text(0, base, words, TITLE, size * 1.3, paint.line, room=w)
    pen.line(0, base + size * 0.35 / mm, w, base + size * 0.35 / mm, 0.2, paint.line)


def _draw(pen: Pen, w: float, item: Item, words: Fitted, size: float) -> None:
    ink, paint, base, left, y = pen.ink, pen.ink.paint("ink"), size * ASCENT / mm, hang(size), 0.0
    if item.kind == "action" and item.mark:
        pen.icon(item.mark, -0.2, -size * 0.06 / mm, size * 1.25 / mm, paint.line, word="")
    elif item.mark:
        pen.text(left - 1.4, base, item.mark, BOLD, max(LEAST, size * 0.8), ink.quiet, "right")
    if item.cost:
        pen.text(left, base, item.cost, BOLD, max(LEAST, size * 0.9), paint.line, room=w - left)
        y = size * LEADING / mm
    pen.block(words, left, y)
