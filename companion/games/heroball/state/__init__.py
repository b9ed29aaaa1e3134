"""The frozen moment, what it waits for, and the movements of hands."""

from companion.games.heroball.state.match import Match

__all__ = ["Match"]
