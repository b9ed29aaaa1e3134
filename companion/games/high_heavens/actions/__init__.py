"""The verbs of High Heavens."""

from typing import Any

from companion.games.high_heavens.actions.acquire import Acquire
from companion.games.high_heavens.actions.attack import Attack
from companion.games.high_heavens.actions.building import Build, SetTrap
from companion.games.high_heavens.actions.by_hand import Damage, GiveChips, Heal, TakeChips
from companion.games.high_heavens.actions.cards import Done, GoOn, UseAbility, UsePower
from companion.games.high_heavens.actions.invoke import Invoke, Smite
from companion.games.high_heavens.actions.move import Move
from companion.games.high_heavens.actions.placing import MoveGod, PlaceGod
from companion.games.high_heavens.actions.turn import DiscardGod, EndTurn, PlaceBase
from companion.kernel.action import Action

KINDS: tuple[type[Action[Any]], ...] = (
    Invoke,
    Attack,
    Move,
    Acquire,
    UseAbility,
    UsePower,
    GoOn,
    Smite,
    DiscardGod,
    EndTurn,
    PlaceBase,
    Damage,
    Heal,
    GiveChips,
    TakeChips,
    SetTrap,
    Build,
    MoveGod,
    PlaceGod,
    Done,
)
