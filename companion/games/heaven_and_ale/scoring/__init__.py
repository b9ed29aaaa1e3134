"""The final score: counted (``score``), read from data (``sheet``), in words, and as a filled sheet."""

from companion.games.heaven_and_ale.scoring.score import End, Score, score, winners

__all__ = ["End", "Score", "score", "winners"]
