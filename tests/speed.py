"""How fast this machine is: bounds on speed are said for one that plays so much chess in a second."""

import random
from time import process_time

import chess

USUAL = 24_000
"""Random legal moves of python-chess in a second of the processor, where the bounds were set."""
MOVES = 2_000


def share_of_usual() -> float:
    """What a machine that may do other things beside it reaches of that just now; 1 where it is no slower."""
    chance, board, began = random.Random(1), chess.Board(), process_time()
    for _ in range(MOVES):
        if board.is_game_over(claim_draw=False):
            board = chess.Board()
        board.push(chance.choice(list(board.legal_moves)))
    return min(1.0, MOVES / (process_time() - began) / USUAL)
