"""Misdeclared: what a game declares does not fit together."""


class Misdeclared(ValueError):
    """A declaration that the author of a game has to mend; no player reads it."""
