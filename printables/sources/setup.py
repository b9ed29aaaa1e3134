"""The set-up sheet: the board as it is laid out for so many players, and what the hands do, step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from reportlab.lib.units import mm

from companion.kernel.opening import TableOption
from companion.kernel.view import Picture
from companion.svg.spec import Pictures
from companion.words import message
from printables.draw.fit import Fitted, fit, fits
from printables.draw.fonts import LORE, TEXT, TITLE
from printables.draw.ink import SEATS
from printables.draw.pen import Pen
from printables.layout import parts, scenes
from printables.layout.paper import Order, Page, both_sides
from printables.layout.parts import Part
from printables.layout.scenes import Scene
from printables.sources import boards
from printables.sources.printable import Printable
from printables.sources.source import Source

MARGIN, HEAD, FOOT = 12.0, 34.0, 14.0
SIZES = (12.0, 11.0, 10.0, 9.0)
"""The letters of the steps are as large as leaves the board half of the sheet."""


@dataclass(frozen=True)
class SetUp:
    """The set-up of one table, or of tables that differ in some steps alone."""

    game: str
    seats: tuple[str, ...]
    """Those of the largest table."""
    steps: tuple[str, ...]
    scene: Scene | None
    sizes: tuple[int, ...]
    """For so many players it is."""


def printables(sources: Sequence[Source]) -> Iterator[Printable]:
    """Make the sheet, where the game says how it is set up: a page for the largest table, with what hands do
    otherwise at smaller ones, and a page for each of those that has another board.
    """
    largest, *smaller = map(_set_up, sources)
    if largest.steps:
        tables = _tables(largest, smaller)
        sizes = [size for table in tables for size in table.sizes]
        words = message("for {sizes:or} players: the board, and what the hands do", sizes=sizes)
        yield Printable("set-up", "Set-up", words, partial(pages, tables=tables), tables)


def _set_up(source: Source) -> SetUp:
    picture, seats = scene(source, source.view.picture), source.seats
    return SetUp(source.game.name, seats, steps(source), picture, (len(seats),))


def _tables(largest: SetUp, smaller: Sequence[SetUp]) -> list[SetUp]:
    """Return the tables that have a page, the largest with all whose board has the same kinds of spaces."""
    others = [table for table in smaller if not {*table.steps} <= {*largest.steps}]
    alike = [table for table in others if _kinds(table) == _kinds(largest)]
    tables = [table for table in reversed(others) if table not in alike]
    return [*tables, _together([*reversed(alike), largest]) if alike else largest]


def _kinds(table: SetUp) -> object:
    """Return what kinds of spaces the board of a table has."""
    return table.scene and table.scene.board.kinds


def _together(tables: Sequence[SetUp]) -> SetUp:
    """Return tables as one: the last one's picture, the steps they share, and between these what hands do
    with so many players alone.
    """
    shared = [step for step in tables[-1].steps if all(step in table.steps for table in tables)]
    result: list[str] = []
    left = [[*table.steps, END] for table in tables]
    for step in (*shared, END):
        for table, rest in zip(tables, left, strict=True):
            own = rest[: rest.index(step)]
            if own:
                words = message("With {n} players: {steps: }", n=len(table.seats), steps=own)
                result.append(str(words))
            del rest[: len(own) + 1]
        result.append(step)
    sizes = tuple(len(table.seats) for table in tables)
    return replace(tables[-1], steps=tuple(result[:-1]), sizes=sizes)


END = ""
"""Stands after the last step of every table."""


def steps(source: Source) -> tuple[str, ...]:
    """Return what the hands do until the first player acts. Where chance still has to say who begins, the
    steps that name somebody become one that says so.
    """
    lines, spec = [said.text for said in source.state.told], source.paper.set_up
    random = [option for option in source.game.table_options if option.chance]
    fixed = {*lines}.intersection(*_cases(source, random))
    chosen = message(
        "At random: {options}.", options=[message("{option:small}", option=option.title) for option in random]
    )
    chance = spec.chance or str(chosen)
    return (*dict.fromkeys(text if text in fixed else chance for text in lines), *spec.then)


def _cases(source: Source, random: Sequence[TableOption]) -> Iterator[set[str]]:
    """Yield what is told in each case of each random option."""
    if source.to_come:
        for option in random:
            for choice in source.game.choices(option, len(source.seats)):
                options = {**source.to_come.options, option.key: choice.name}
                state = source.game.setup(replace(source.to_come, options=options))
                yield {line.text for line in state.told}


def scene(source: Source, picture: Picture | None) -> Scene | None:
    """A picture of a game with what stands on it; None where there is none."""
    if picture is None or not any(not cell.quiet for cell in picture.cells):
        return None
    board = boards.look(source, "board", picture)
    pictures = tuple((piece.thing, source.game[Pictures].of(*piece.names)) for piece in picture.pieces)
    return Scene(board, picture.pieces, tuple(zip(source.seats, SEATS, strict=False)), pictures=pictures)


def pages(order: Order, tables: Sequence[SetUp]) -> list[Page]:
    """One page a table, two of them on a sheet."""
    return both_sides([partial(_page, order=order, table=table) for table in tables])


def _page(pen: Pen, order: Order, table: SetUp) -> None:
    wide, high = order.size
    w = wide - 2 * MARGIN
    pen.about = str(message("The set-up sheet of {game}", game=table.game))
    paint = pen.ink.paint("ink")
    with pen.tagged("H1"):
        pen.text(MARGIN, 20, table.game, TITLE, 24, room=w)
    who = message("Set-up for {n} players: {seats:, }", n=len(table.seats), seats=table.seats)
    if len(table.sizes) > 1:
        who = message("Set-up for {sizes:or} players", sizes=[*map(str, table.sizes)])
    pen.text(MARGIN, 28, str(who), LORE, 11.5, paint.line, room=w)
    pen.line(MARGIN, 31, wide - MARGIN, 31, 0.3, paint.line)
    columns = _fitted(pen, table.steps, w / 2 - 3.0, (high - HEAD - FOOT) * (0.45 if table.scene else 1.0))
    y, room = HEAD, high - HEAD - FOOT - max(map(parts.tall, columns))
    if table.scene:
        across, down = table.scene.size(w, room - 6.0)
        with pen.at(MARGIN + (w - across) / 2, y + (room - 6.0 - down) / 2):
            scenes.draw(pen, table.scene, w, room - 6.0)
        y += room
    for n, column in enumerate(columns):
        parts.column(pen, column, MARGIN + n * (w / 2 + 3.0), y, w / 2 - 3.0)


def _fitted(pen: Pen, steps: Sequence[str], w: float, room: float) -> list[list[Part]]:
    """The steps, numbered, in two columns, at the largest size that fits."""
    for size in SIZES:
        fitted = [fits(words, w - 8.5, 80.0, pen.about, TEXT, size, size) for words in steps]
        some = [_step(n, words) for n, words in enumerate(fitted, 1) if words]
        half = -(-len(some) // 2)
        columns = [some[:half], some[half:]]
        if len(some) == len(steps) and max(map(parts.tall, columns)) <= room:
            return columns
    some = [_step(n, fit(line, w - 8.5, 80.0, pen.about, most=SIZES[-1])) for n, line in enumerate(steps, 1)]
    return [some[: -(-len(some) // 2)], some[-(-len(some) // 2) :]]


def _step(n: int, words: Fitted) -> Part:
    def draw(pen: Pen, w: float) -> None:
        line = pen.ink.paint("ink").line
        pen.text(6.0, words.rise / mm, str(n), TITLE, words.size * 1.25, line, "right")
        pen.block(words, 8.5, 0.0)

    return Part(words.tall + 2.0, draw)
