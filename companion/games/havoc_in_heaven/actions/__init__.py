"""The verbs, in the order of the dock."""

from companion.games.havoc_in_heaven.actions.aim import Aim, Enough
from companion.games.havoc_in_heaven.actions.by_hand import CarryOut, Done
from companion.games.havoc_in_heaven.actions.play import Draw, Equip, Skill
from companion.games.havoc_in_heaven.actions.shop import Buy
from companion.games.havoc_in_heaven.actions.turns import EndTurn, Lots, Pick, Share
from companion.games.havoc_in_heaven.actions.units import Attack, Move, TowerAttack

ON_TURN = (Attack, Skill, Equip, Move, Buy, Draw, TowerAttack, EndTurn)
KINDS = (*ON_TURN, Pick, Lots, Share, Aim, Enough, CarryOut, Done)

__all__ = [
    "KINDS",
    "Aim",
    "Attack",
    "Buy",
    "CarryOut",
    "Done",
    "Draw",
    "EndTurn",
    "Enough",
    "Equip",
    "Lots",
    "Move",
    "Pick",
    "Share",
    "Skill",
    "TowerAttack",
]
