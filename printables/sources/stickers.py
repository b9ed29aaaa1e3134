"""Stickers: the sigils of a game's pieces and frames for its boards, for who has the box."""

from collections.abc import Iterator

from companion.words import message
from printables.layout import stickers
from printables.layout.paper import Cutout, Order
from printables.sources import sigils
from printables.sources.boards import boards
from printables.sources.chips import groups
from printables.sources.printable import Printable
from printables.sources.source import Source


def printables(source: Source) -> Iterator[Printable]:
    """The stickers and frames of a game whose pieces a photograph reads."""
    if not sigils.has(source.paper):
        return
    all_boards = boards(source)
    chips = [chip for group in groups(source).values() if group.sigils for chip in group.chips]
    many = sum(chip.count * len(chip.sigils) for chip in chips)
    summary = "{n:# round|# rounds}, {wide} mm, and corners to lay round a board you have"
    words = message(summary, n=many, wide=f"{stickers.ROUND:g}")
    frames = [(board.title, sigils.of_frame(all_boards, key)) for key, board in all_boards.items()]

    def made(_: Order) -> list[Cutout]:
        rounds = stickers.rounds(chips)
        return [*rounds, *(one for title, numbers in frames for one in stickers.corners(title, numbers))]

    yield Printable("stickers", "Stickers", words, made, (chips, frames), sigils=True, extra=True)
