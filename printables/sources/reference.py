"""The quick-reference sheet: what one can do and what it costs, every rule, and how we read them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from reportlab.lib.units import mm

from companion.kernel.action import Action
from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.paper import Paper, ReferenceSpec
from companion.words import message
from companion.words.speaking import said
from printables.draw.fit import ASCENT, LEADING, Fitted, broken, measured, placed, tall
from printables.draw.fonts import BOLD, LEAST, LORE, SLANT, TEXT, TITLE, Unprintable, width
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page
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
    def text(self) -> str:
        """Return the words with the name before them, as they are set."""
        return (
            str(message("*{name}.* {words}", name=self.name, words=self.words)) if self.name else self.words
        )


def printable(source: Source) -> Printable:
    """The sheet."""
    found, words = items(source.game), message("every action and rule, and how we read them")
    return Printable("reference", "Quick reference", words, partial(pages, game=source.game), found)


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
                words = AGREED if rule.option else "{reading}"
                readings.append(Item("reading", str(message(words, reading=rule.reading)), str(number)))
    return result + ([Item("head", READINGS), *readings] if readings else [])


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
            message(
                "The rules of {name} do not fit three sheets at {least} points.",
                name=game.name,
                least=f"{SMALLEST:g}",
            )
        )
    sides = [("front", "back")[n % 2] for n in range(len(pages))]
    if len(pages) % 2:
        sides[-1] = ""
    return [
        Page(partial(page, game=game, columns=some, order=order), side, shares=not side)
        for some, side in zip(pages, sides, strict=True)
    ]


def columns(
    order: Order,
    some: Sequence[Item],
    what: str,
    count: int,
    across: int = COLUMNS,
    most: float = LARGEST,
    foot: float = FOOT,
) -> list["Columns"] | None:
    """Return the columns of so many pages, at the largest size that fits; None where even the least does
    not. ``foot`` is what stays free below, in millimetres.
    """
    laid = _laid(some, _wide(order, across), order.size[1] - TOP - foot, across * count, what, most)
    if laid is None:
        return None
    size, columns = laid
    return [(size, columns[n * across : (n + 1) * across]) for n in range(count)]


def _wide(order: Order, across: int) -> float:
    """Return the width in mm of each of so many columns."""
    return (order.size[0] - 2 * MARGIN - (across - 1) * GUTTER) / across


Placed = tuple[Item, Fitted | None, float]
"""An item, its words, and how high it is."""
Columns = tuple[float, list[list[Placed]]]
"""The size of the letters of a page, and its columns."""


def _laid(
    some: Sequence[Item], w: float, h: float, columns: int, what: str, most: float
) -> tuple[float, list[list[Placed]]] | None:
    """The largest size, in tenths of a point, at which everything fits the columns."""
    try:
        texts = [
            (item, measured(said(item.text), SLANT if item.kind == "reading" else TEXT)) for item in some
        ]
    except Unprintable as refused:
        raise Unprintable(
            message("The reference sheet of {what}: {refused}", what=what, refused=str(refused))
        ) from None
    best = None
    low, high = round(SMALLEST * 10), round(most * 10)
    while low <= high:
        size = (low + high + 1) // 2
        pages = _flow(texts, w, h, columns, size / 10)
        if pages:
            best, low = (size / 10, pages), size + 1
        else:
            high = size - 1
    return best


def _flow(texts: Iterable[Any], w: float, h: float, columns: int, size: float) -> list[list[Placed]] | None:
    pages: list[list[Placed]] = [[]]
    used = 0.0
    pending: tuple[Placed, float] | None = None
    for item, words in texts:
        one, high = _item(item, words, w, size)
        if item.kind == "head":
            pending = one, high
            continue
        need = high + (pending[1] if pending else 0.0)
        if used + need > h:
            pages.append([])
            used = 0.0
            if len(pages) > columns or need > h:
                return None
        if pending:
            pages[-1].append(pending[0])
            pending = None
        pages[-1].append(one)
        used += need
    return pages + [[] for _ in range(columns - len(pages))]


def _item(item: Item, words: Any, w: float, size: float) -> tuple[Placed, float]:
    if item.kind == "head":
        return (item, None, size * 2.1 / mm), size * 2.1 / mm
    room, typeface = (w - hang(size)) * mm, SLANT if item.kind == "reading" else TEXT
    space = width(" ", typeface)
    lines = broken(words, room / size, space)
    if lines is None:
        return (item, None, 1e9), 1e9
    high = tall(lines, size) / mm + size * 0.5 / mm
    if item.cost:
        high += size * LEADING / mm
    return (item, placed(words, size, lines, space, room), high), high


def page(
    pen: Pen, game: Game[Any], columns: Columns, order: Order, heading: str = HEADING, foot: float = FOOT
) -> None:
    """Draw a page of columns under the name of the game."""
    size, pages = columns
    (wide, high), w = order.size, _wide(order, len(pages))
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
    for n, column in enumerate(pages):
        x, y = MARGIN + n * (w + GUTTER), TOP
        if n and column:
            pen.line(x - GUTTER / 2, TOP - 1, x - GUTTER / 2, high - foot, 0.1, paint.line)
        for one in column:
            _draw(pen, one, x, y, w, size)
            y += one[2]


def _draw(pen: Pen, one: Placed, x: float, y: float, w: float, size: float) -> None:
    item, words, high = one
    ink, paint = pen.ink, pen.ink.paint("ink")
    if item.kind == "head":
        base = y + high - size * 0.75 / mm
        with pen.tagged("H2"):
            pen.text(x, base, item.text, TITLE, size * 1.3, paint.line, room=w)
        pen.line(x, base + size * 0.35 / mm, x + w, base + size * 0.35 / mm, 0.2, paint.line)
        return
    base, left = y + size * ASCENT / mm, x + hang(size)
    if item.kind == "action" and item.mark:
        pen.icon(item.mark, x - 0.2, y - size * 0.06 / mm, size * 1.25 / mm, paint.line, word="")
    elif item.mark:
        pen.text(left - 1.4, base, item.mark, BOLD, max(LEAST, size * 0.8), ink.quiet, "right")
    if item.cost:
        pen.text(left, base, item.cost, BOLD, max(LEAST, size * 0.9), paint.line, room=w - hang(size))
        y += size * LEADING / mm
    if words:
        pen.block(words, left, y)
