"""The verbs of War in Heaven, in the order of the dock."""

from companion.games.war_in_heaven.actions.battle import Fell, Fight, StopFighting
from companion.games.war_in_heaven.actions.recharge import Muster, Pass, Recharge
from companion.games.war_in_heaven.actions.turn import Battle, Deploy, EndTurn, Move, Power

KINDS = (Move, Deploy, Battle, Power, EndTurn, Recharge, Muster, Pass, Fight, StopFighting, Fell)
