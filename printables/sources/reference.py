"""The quick-reference sheet: what one can do and what it costs, and every rule, on one page."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from reportlab.lib.units import mm

from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.paper import Paper, ReferenceSpec
from printables.draw.fit import ASCENT, LEADING, Fitted, broken, measured, placed, tall
from printables.draw.fonts import BOLD, LEAST, LORE, SLANT, TEXT, TITLE, Unprintable, width
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page
from printables.sources.printable import Printable
from printables.sources.source import Source

COLUMNS, GUTTER, MARGIN = 3, 5.0, 9.0
TOP, FOOT = 24.0, 12.0
HANG = 5.2
"""Room for the numbers in the margin of a column."""


@dataclass(frozen=True)
class Item:
    """A heading, an action or a rule."""

    kind: str
    text: str
    mark: str = ""
    """What stands in the margin: a number, or an action's icon."""
    note: str = ""
    """Our reading."""
    cost: str = ""


def printable(source: Source) -> Printable:
    """The sheet."""
    found, words = items(source.game), "every action and rule on a page"
    return Printable("reference", "Quick reference", words, partial(pages, game=source.game), found)


def items(game: Game[Any]) -> list[Item]:
    """The actions with their costs, then the rules by section, numbered; without what only phones need."""
    found = [Item("head", "What you can do")]
    spec = game[Paper].reference if game.get(Paper) else ReferenceSpec()
    for kind in game.kinds:
        if kind not in AT_THE_TABLE and not kind.anytime and kind.verb not in spec.skip:
            words = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
            found.append(Item("action", f"*{kind.title}.* {words}", kind.icon, cost=kind.cost))
    number = 0
    phones = {*TABLE, *spec.rules}
    for section, rules in game.rules.sections().items():
        rules = [rule for rule in rules if rule.key not in phones]
        if not rules:
            continue
        found.append(Item("head", section))
        for rule in rules:
            number += 1
            agreed = " (Or otherwise, as agreed before the game.)" if rule.option and rule.reading else ""
            found.append(Item("rule", rule.words, str(number), rule.reading + agreed))
    return found


def pages(order: Order, game: Game[Any]) -> list[Page]:
    """One page; two where even the smallest letters do not suffice."""
    all_ = items(game)
    wide, high = order.size
    w = (wide - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
    for count in (1, 2, 3):
        laid = _laid(all_, w, high - TOP - FOOT, COLUMNS * count, game.name, LEAST if count == 1 else 6.0)
        if laid:
            size, columns = laid
            return [
                Page(
                    partial(
                        _page,
                        game=game,
                        size=size,
                        columns=columns[n * COLUMNS : (n + 1) * COLUMNS],
                        w=w,
                        order=order,
                    ),
                    side=("", "front", "back")[n + 1] if count == 2 else "",
                )
                for n in range(count)
            ]
    raise Unprintable(f"The rules of {game.name} do not fit three sheets at {LEAST:g} points.")


Placed = tuple[Item, Fitted | None, Fitted | None, float]


def _laid(
    all_: list[Item], w: float, h: float, columns: int, what: str, least: float
) -> tuple[float, list[list[Placed]]] | None:
    """The largest size, in tenths of a point, at which everything fits the columns."""
    try:
        texts = [
            (item, measured(item.text, TEXT), measured(f"† {item.note}" if item.note else "", SLANT))
            for item in all_
        ]
    except Unprintable as refused:
        raise Unprintable(f"The reference sheet of {what}: {refused}") from None
    best = None
    low, high = round(least * 10), 92
    while low <= high:
        size = (low + high + 1) // 2
        made = _flow(texts, w, h, columns, size / 10)
        if made:
            best, low = (size / 10, made), size + 1
        else:
            high = size - 1
    return best


def _flow(texts: Iterable[Any], w: float, h: float, columns: int, size: float) -> list[list[Placed]] | None:
    made: list[list[Placed]] = [[]]
    used = 0.0
    pending: tuple[Placed, float] | None = None
    for item, words, note in texts:
        one, high = _item(item, words, note, w, size)
        if item.kind == "head":
            pending = one, high
            continue
        need = high + (pending[1] if pending else 0.0)
        if used + need > h:
            made.append([])
            used = 0.0
            if len(made) > columns or need > h:
                return None
        if pending:
            made[-1].append(pending[0])
            pending = None
        made[-1].append(one)
        used += need
    return made + [[] for _ in range(columns - len(made))]


def _item(item: Item, words: Any, note: Any, w: float, size: float) -> tuple[Placed, float]:
    if item.kind == "head":
        return (item, None, None, size * 2.1 / mm), size * 2.1 / mm
    room = (w - HANG) * mm
    parts: list[Fitted | None] = []
    high = 0.0
    for paragraphs, typeface in ((words, TEXT), (note, SLANT)):
        if not paragraphs:
            parts.append(None)
            continue
        space = width(" ", typeface)
        lines = broken(paragraphs, room / size, space)
        if lines is None:
            return (item, None, None, 1e9), 1e9
        parts.append(placed(paragraphs, size, lines, space, room))
        high += tall(lines, size) / mm + size * 0.08 / mm
    if item.cost:
        high += size * LEADING / mm
    high += size * 0.42 / mm
    return (item, parts[0], parts[1], high), high


def _page(
    pen: Pen, game: Game[Any], size: float, columns: list[list[Placed]], w: float, order: Order
) -> None:
    wide, high = order.size
    paint = pen.ink.paint("ink")
    pen.about = f"The reference sheet of {game.name}"
    pen.box(MARGIN, 7.0, wide - 2 * MARGIN, 12.0, paint.field if pen.ink.mode == "full" else None)
    on = paint.on if pen.ink.mode == "full" else pen.ink.text
    pen.text(MARGIN + 4, 15.2, game.name, TITLE, 20, on, room=(wide - 2 * MARGIN) * 0.6)
    pen.text(wide - MARGIN - 4, 12.2, "Quick reference, in our words", LORE, 9, on, "right")
    pen.text(
        wide - MARGIN - 4, 16.4, "† our reading, where the printed rules are unclear", LORE, 8, on, "right"
    )
    if pen.ink.mode != "full":
        pen.lines([(MARGIN, y, wide - MARGIN, y) for y in (7.0, 18.2, 19.0)], 0.2, paint.line)
    for n, column in enumerate(columns):
        x, y = MARGIN + n * (w + GUTTER), TOP
        if n:
            pen.line(x - GUTTER / 2, TOP - 1, x - GUTTER / 2, high - FOOT, 0.1, paint.line)
        for one in column:
            _draw(pen, one, x, y, w, size)
            y += one[3]


def _draw(pen: Pen, one: Placed, x: float, y: float, w: float, size: float) -> None:
    item, words, note, high = one
    ink, paint = pen.ink, pen.ink.paint("ink")
    if item.kind == "head":
        base = y + high - size * 0.75 / mm
        pen.text(x, base, item.text, TITLE, size * 1.3, paint.line, room=w)
        pen.line(x, base + size * 0.35 / mm, x + w, base + size * 0.35 / mm, 0.2, paint.line)
        return
    base = y + size * ASCENT / mm
    if item.kind == "action" and item.mark:
        pen.icon(item.mark, x - 0.2, y - size * 0.06 / mm, size * 1.25 / mm, paint.line, word="")
    elif item.mark:
        pen.text(x + HANG - 1.4, base, item.mark, BOLD, max(LEAST, size * 0.72), ink.quiet, "right")
    if item.cost:
        pen.text(x + HANG, base, item.cost, BOLD, max(LEAST, size * 0.9), paint.line, room=w - HANG)
        y += size * LEADING / mm
    if words:
        pen.block(words, x + HANG, y)
        y += words.tall + size * 0.08 / mm
    if note:
        pen.block(note, x + HANG, y, ink.quiet)
