"""The aid of each seat: the game's lesson as a strip, and what ``paper.toml`` says besides."""

from collections.abc import Iterator, Sequence
from itertools import chain

from companion.kernel.rulebook import TurnStep
from companion.kernel.view import Piece
from companion.svg.seats import MARKS
from companion.svg.spec import Pictures
from companion.toolkit.paper.sheets import AidExampleSpec, AidPieceSpec
from companion.words import message
from printables.draw.fonts import Unprintable
from printables.draw.ink import SEATS
from printables.draw.pen import Point
from printables.layout import aids as layout
from printables.layout.aids import Aid, AidEntry, Example, Numbers
from printables.layout.boards import extent
from printables.layout.scenes import Scene
from printables.sources import boards
from printables.sources.mats import cell, wanted
from printables.sources.printable import Printable
from printables.sources.source import Source


def printables(sources: Sequence[Source]) -> Iterator[Printable]:
    """An aid a seat, where the game has a lesson; a smaller table adds those of its seats that have another
    name there.
    """
    if sources[0].game.rules.lesson.steps:
        by_seat: dict[str, Aid] = {}
        for source in sources:
            by_seat |= {aid.seat: aid for aid in aids(source) if aid.seat not in by_seat}
        summary = "{n:# card|# cards} of two sides, one for each seat: a turn at a glance"
        words = message(summary, n=len(by_seat))
        every = list(by_seat.values())
        yield Printable("aid", "Player aids", words, lambda _: layout.pieces(every), every)


def aids(source: Source) -> list[Aid]:
    """The aid of each seat."""
    lesson, spec = source.game.rules.lesson, source.paper.aid
    steps = tuple(_step(source, step) for step in lesson.steps)
    kinds = tuple(
        AidEntry(kind.name, kind.words, kind.icon, "", kind.tone, source.game[Pictures].of(kind.name))
        for kind in spec.kinds
    )
    example = _example(source, spec.example) if spec.example else None
    turn = spec.turns.get(str(len(source.seats)), lesson.turn)
    looks = zip(source.seats, SEATS, MARKS, strict=False)
    return [
        Aid(
            source.game.name, seat, tone, mark, lesson.goal, turn, steps, kinds,
            tuple(_numbers(source, seat)), example,
        )
        for seat, tone, mark in looks
    ]  # fmt: skip


def _step(source: Source, step: TurnStep) -> AidEntry:
    """A step with the title, cost and icon of its first verb where it has none itself."""
    first = next((kind for kind in source.game.kinds if kind.verb in step.verbs[:1]), None)
    title = step.title or (first.title if first else "")
    return AidEntry(
        title, step.words, first.icon if first else "", step.cost or (str(first.cost) if first else "")
    )


def _numbers(source: Source, seat: str) -> Iterator[Numbers]:
    called = source.paper.deck("cards").names
    for spec in source.paper.aid.tables:
        cells = [
            tuple(called.get(said := cell(row, fields), said) for fields in spec.columns.values())
            for row in wanted(spec.rows, spec.where, seat)
        ]
        yield Numbers(spec.title, (tuple(spec.columns), *cells), spec.icon)


PART = 0.36
"""How large a piece is drawn, its radius as a share of a space."""


def _example(source: Source, spec: AidExampleSpec) -> Example:
    picture = source.pictures.get(spec.board)
    if picture is None:
        raise Unprintable("paper.toml, aid.example: there is no board “{board}”.", board=spec.board)
    board = boards.look(source, spec.board, picture)
    at = {cell.space: cell.at for cell in picture.cells if cell.space}
    named = (*spec.spaces, *(piece.at for piece in spec.pieces), *chain.from_iterable(spec.arrows))
    if lost := next((space for space in named if space not in at), ""):
        words = "paper.toml, aid.example: there is no space “{space}” on {board}."
        raise Unprintable(words, space=lost, board=spec.board)
    r = PART * min(extent(board.picture.cells[0].outline))
    pieces = tuple(_stands(source, one, at[one.at], r) for one in spec.pieces)
    arrows = tuple((at[start], at[end]) for start, end in spec.arrows)
    tones = tuple(zip(source.seats, SEATS, strict=False))
    return Example(spec.title, spec.words, Scene(board, pieces, tones, arrows, spec.spaces))


def _stands(source: Source, spec: AidPieceSpec, at: Point, r: float) -> Piece:
    """A piece of an example, at a point."""
    seat = source.seats[spec.seat - 1] if spec.seat else ""
    shape, tone = "tile" if spec.tile else "", "" if spec.seat else spec.tone
    sign = spec.letter or spec.icon
    return Piece(f"{sign} on {spec.at}", at, seat, spec.letter, spec.icon, spec.caption, shape, r, tone=tone)
