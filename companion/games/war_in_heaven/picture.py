"""The battlefield as marks."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import War
from companion.kernel.view import Picture, Piece

CELLS = box.BOARD.cells()
WIDTH, HEIGHT = box.BOARD.size
ICON = {"commander": "crown", "ally": "wing", "troop": ""}


def picture(war: War) -> Picture:
    """The board with its tokens."""
    pieces = tuple(
        Piece(
            token,
            box.BOARD.centre(space),
            box.SIDE[token],
            box.TOKENS[token].letter,
            ICON[box.TOKENS[token].kind],
            f"{war.attack(token)}/{war.defeat(token)}",
            size=0.7 if box.TOKENS[token].kind != "troop" else 0.6,
        )
        for space, token in war.on.items()
    )
    return Picture(
        "The battlefield, the Angels' end at the top", WIDTH, HEIGHT, CELLS, pieces=pieces, has_ends=True
    )
