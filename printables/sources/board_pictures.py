"""The pictures of a game that are boards."""

from companion.kernel.view import Picture
from companion.toolkit.paper.boards import PaperBoards
from printables.sources.source import Source


def pictures(source: Source) -> dict[str, Picture]:
    """Return, by key, the picture everybody sees, the one before a seat, and the game's own for paper."""
    game, view = source.game, source.view
    found = {"board": view.picture} if view.picture else {}
    if view.panels and (own := view.panels[0].picture):
        found["own-board"] = own
    return found | dict(game[PaperBoards].pictures)


def on_paper(source: Source) -> dict[str, Picture]:
    """Return the pictures that are printed: not skipped, and with spaces that are drawn."""
    said = source.paper.boards
    return {
        key: picture
        for key, picture in pictures(source).items()
        if not (key in said and said[key].skip) and any(not cell.quiet for cell in picture.cells)
    }
