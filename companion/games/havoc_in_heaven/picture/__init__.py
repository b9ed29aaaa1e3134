"""The lane as marks: on a phone (``board``), and on paper (``paper``)."""

from companion.games.havoc_in_heaven.picture.board import initials, letter, life, picture, place, places
from companion.games.havoc_in_heaven.picture.paper import ON_PAPER

__all__ = ["ON_PAPER", "initials", "letter", "life", "picture", "place", "places"]
