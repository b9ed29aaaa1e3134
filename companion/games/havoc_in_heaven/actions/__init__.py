"""The verbs, in the order of the dock."""

from companion.games.havoc_in_heaven.actions.effects import CarryOut, Done
from companion.games.havoc_in_heaven.actions.play import Draw, Equip, Skill
from companion.games.havoc_in_heaven.actions.shop import Buy
from companion.games.havoc_in_heaven.actions.turns import EndTurn, Lots, Pick, Share
from companion.games.havoc_in_heaven.actions.units import Attack, Move, TowerAttack

KINDS = (Attack, Skill, Equip, Move, Buy, Draw, TowerAttack, EndTurn, Pick, Lots, Share, CarryOut, Done)

__all__ = [
    "KINDS",
    "Attack",
    "Buy",
    "CarryOut",
    "Done",
    "Draw",
    "EndTurn",
    "Equip",
    "Lots",
    "Move",
    "Pick",
    "Share",
    "Skill",
    "TowerAttack",
]
