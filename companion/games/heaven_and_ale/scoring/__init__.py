"""The final score: counted (``score``), told (``words``), and its sheet declared (``sheet``)."""

from companion.games.heaven_and_ale.scoring.score import End, PlayerScore, score, winners

__all__ = ["End", "PlayerScore", "score", "winners"]
