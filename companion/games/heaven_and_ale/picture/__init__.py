"""The boards as marks: on a phone (``boards``), and the main board on paper (``paper``)."""

from companion.games.heaven_and_ale.picture.boards import CELLS, board_picture, picture
from companion.games.heaven_and_ale.picture.paper import MAIN_BOARD, on_main_board

__all__ = ["CELLS", "MAIN_BOARD", "board_picture", "on_main_board", "picture"]
