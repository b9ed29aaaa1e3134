"""Boards: the pictures of a game, empty, at the sizes its ``paper.toml`` gives."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt

from companion.kernel.values import Thing
from companion.kernel.view import Cell, Picture, Piece
from companion.svg.spec import Pictures
from companion.words import message
from printables.draw.fonts import Unprintable
from printables.draw.ink import seat_look
from printables.layout import tiles
from printables.layout.boards import PaperBoard
from printables.layout.paper import Cutout, Order, Page
from printables.layout.supplies import PilePlace
from printables.sources import chips, sigils
from printables.sources.printable import Printable
from printables.sources.source import Source
from printables.sources.tracks import tracks_on

FLAT = 30.0
"""How wide a hex is from side to side, in millimetres, where a game does not say."""
PUNCH = 25.4
"""How wide the wider punch is, in millimetres."""


def printables(source: Source) -> Iterator[Printable]:
    """Every board, on as many sheets as it takes."""
    all_boards = boards(source)
    for key, board in all_boards.items():
        each = len(source.seats) if key == "own-board" else 1
        size = "{wide} × {high} cm, {each} of them: one for each player" if each > 1 else "{wide} × {high} cm"
        wide, high = (f"{side / 10:.0f}" for side in board.size)
        words = message(size, wide=wide, high=high, each=each)
        title, data = "Board" if key == "board" else board.title, (board.picture, board.unit)
        shown = marked(all_boards, key) if sigils.has(source.paper) else board
        make = partial(_pages, board=shown, each=each, backed=source.paper.leaflet)
        yield Printable(key, title, words, make, data)


def _pages(order: Order, board: PaperBoard, each: int, backed: bool) -> Sequence[Cutout | Page]:
    if order.sigils != "yes":
        board = replace(board, sigils=())
    if order.singly:
        return [tiles.alone(order, board)] * each
    pages = tiles.pages(order, board) * each
    return [replace(pages[0], shares=True)] if backed and len(pages) == 1 else pages


def marked(all_boards: Mapping[str, PaperBoard], key: str) -> PaperBoard:
    """A board with the sigils of its border, of all the boards of its game."""
    return replace(all_boards[key], sigils=sigils.of_board(all_boards, key))


def boards(source: Source) -> dict[str, PaperBoard]:
    """The boards by key, at their sizes."""
    return {key: _board(source, key, picture) for key, picture in source.printed.items()}


def _board(source: Source, key: str, picture: Picture) -> PaperBoard:
    """One picture without what stands on it."""
    spec = source.paper.board(key)
    bare = tuple(replace(cell, icon="") if cell.tile else cell for cell in picture.cells)
    board = replace(look(source, key, replace(picture, cells=bare)), places=tuple(_places(source, key)))
    if spec.starts:
        cells = _marked(board.picture.cells, picture.pieces, _signs(source))
        board = replace(board, picture=replace(board.picture, cells=cells))
        there = {cell.at: cell.space for cell in cells}
        first = [(there.get(piece.at, ""), _of_piece(source, piece)) for piece in picture.pieces]
        board = replace(board, pictures=(*board.pictures, *(one for one in first if all(one))))
    return board


def _places(source: Source, key: str) -> Iterator[PilePlace]:
    """A place for each pile of the chips that lie by a board, or for each of their kinds."""
    spec = source.paper.board(key)
    groups = chips.groups(source) if spec.supplies else {}
    for one in spec.supplies:
        if one not in groups:
            raise Unprintable(
                "boards.{key}: supplies: there are no chips “{chips}”; {groups} are.",
                key=key,
                chips=one,
                groups=[*groups],
            )
        group = groups[one]
        size = group.size or PUNCH
        for chip in {chip.name: chip for chip in (chip.back or chip for chip in group.chips)}.values():
            yield PilePlace(one, chip.name, group.form, size, chip.tone, chip.icon, chip.picture)


def _of_piece(source: Source, piece: Piece) -> str:
    """The picture of what stands on a space at first: its own, or that of its kind of card."""
    kinds = (card.kind for card in source.view.cards if card.thing == piece.thing)
    return source.game[Pictures].of(*piece.names, *kinds)


def _names(space: str) -> tuple[str, ...]:
    """Return the names by which the picture of a space is known: its own, and what is there."""
    return (space, space.what) if isinstance(space, Thing) else (space,)


def look(source: Source, key: str, picture: Picture) -> PaperBoard:
    """A picture as the board of this key is drawn on paper, without what stands on it."""
    game, spec = source.game, source.paper.board(key)
    cells = tuple(cell for cell in picture.cells if not cell.quiet)
    words = tuple((cell.at, cell.label) for cell in picture.cells if cell.quiet and cell.label)
    return PaperBoard(
        replace(picture, pieces=(), cells=cells),
        spec.unit or (spec.flat or FLAT) / sqrt(3),
        spec.title or game.name,
        tuple((_seat_tones(source) | spec.tones).items()),
        tuple(spec.icons.items()),
        words,
        tuple(_pictures(game[Pictures], cells)),
        game[Pictures].boards.get(key),
        tuple(tracks_on(source, key)),
    )


def _pictures(all_pictures: Pictures, cells: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    """Yield the kinds of some spaces and the spaces themselves that have a picture, each with it."""
    by_name = {cell.kind: all_pictures.of(cell.kind) for cell in cells}
    by_name |= {cell.space: all_pictures.of(*_names(cell.space)) for cell in cells}
    yield from ((one, picture) for one, picture in by_name.items() if picture)


def _seat_tones(source: Source) -> dict[str, str]:
    """Kinds of space that are named after a seat have its tone."""
    game = source.game
    return {
        seat.lower(): seat_look(n)[0]
        for players in (min(game.players), max(game.players))
        for n, seat in enumerate(game.seats(players))
    }


def _signs(source: Source) -> dict[str, str]:
    """The icon of each thing that is a token, by its kind of card."""
    icons = source.paper.tokens.icons if source.paper.tokens else {}
    return {card.thing: icons[card.kind] for card in source.view.cards if card.kind in icons}


def _marked(cells: Iterable[Cell], pieces: Sequence[Piece], signs: Mapping[str, str]) -> tuple[Cell, ...]:
    """Spaces with the sign of what stands there at first drawn on them."""
    there = {piece.at: piece for piece in pieces}
    return tuple(
        replace(cell, icon=signs.get(piece.thing) or piece.icon, label=cell.label or piece.letter)
        if (piece := there.get(cell.at))
        else cell
        for cell in cells
    )
