"""The frozen moment: every board (``board``), the whole table (``abbey``), and what hands do with them."""

from companion.games.heaven_and_ale.state.abbey import Abbey
from companion.games.heaven_and_ale.state.board import Board

__all__ = ["Abbey", "Board"]
