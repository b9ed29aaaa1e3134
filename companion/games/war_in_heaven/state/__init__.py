"""A moment of War in Heaven, its sequence of play and its battles."""

from companion.games.war_in_heaven.state.war import BATTLE, BONUS, CHOICE, RECHARGE, TURN, Fallen, War

__all__ = ["BATTLE", "BONUS", "CHOICE", "RECHARGE", "TURN", "Fallen", "War"]
