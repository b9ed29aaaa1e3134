"""Who plays with sense, and what comes out when many games are played so."""

from companion.games.havoc_in_heaven.player.players import Player, clever

__all__ = ["Player", "clever"]
