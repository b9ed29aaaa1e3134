"""The frozen moment (``Match``), what it can wait for, and what happens in it, as plain functions."""

from companion.games.heroball.state.match import Match

__all__ = ["Match"]
