"""A play: who sat where, who won, and with how many points."""

from typing import NamedTuple

SITTING, SCORED, BROUGHT = "sitting", "scored", "brought"
"""Where a play is from: a table of this house, a score page filled in, a file."""
NOBODY = "a player"
"""What somebody is called who was forgotten."""

PHONE = "the phone"
"""Who played for somebody absent."""


class Participant(NamedTuple):
    """One who played."""

    name: str
    seat: str = ""
    """The side or hero; empty where a play knows none."""
    person: int = 0
    """Which player of this house it is; 0 where nobody has said so."""
    points: int | None = None
    won: float = 0.0
    """All of the win, a part of a shared one, or none."""

    @property
    def who(self) -> str:
        """Return the key of a player over many plays: the person, else the name (after a space if that begins
        like a person's key)."""
        name = self.name.casefold()
        return f"#{self.person}" if self.person else f" {name}" if name[:1] == "#" else name


class Play(NamedTuple):
    """One play of a game."""

    mark: str
    """Tells it from all others, so that it is never kept twice."""
    game: str
    """The name of the game."""
    ended: float
    """In seconds since 1970."""
    parts: tuple[Participant, ...]
    seconds: float = 0.0
    """How long it took; 0 where nobody knows."""
    options: tuple[str, ...] = ()
    """How the table was set, each as ``key=value``."""
    place: str = ""
    source: str = BROUGHT
    code: str = ""
    """The table's, where it was one of this house."""
    id: int = 0

    @property
    def scored(self) -> bool:
        """True if somebody has points."""
        return any(part.points is not None for part in self.parts)
