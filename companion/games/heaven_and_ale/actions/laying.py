"""The verbs of a table that keeps which tiles lie on the main board: say it, or let the phone draw."""

from dataclasses import dataclass
from random import Random
from typing import Annotated

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, phases, rounds
from companion.kernel.action import Action, Noun
from companion.kernel.values import ThingName
from companion.words import Text, message

require = box.RULES.require

RESOURCES = tuple(tile for tile in box.TILE if box.TILE[tile].colour)
LOTS: tuple[ThingName, ...] = tuple(f"lot {n}" for n in range(1, 37))

Tile = Annotated[str, Noun[Abbey]("Which tile lies there?", lambda abbey, draft: RESOURCES)]
Lot = Annotated[str, Noun[Abbey]("Which lot is drawn?", lambda abbey, draft: LOTS, chance="draw")]


@dataclass(frozen=True)
class LayTile(Action[Abbey]):
    """Say which tile was put on the next resource space."""

    tile: Tile
    title = "Lay a tile"
    icon = "plus"
    at_once = True
    during = (phases.LAYING,)

    @classmethod
    def face(cls, abbey: Abbey, by: str) -> tuple[Text, Text]:
        return cls.title, message("on {space}", space=box.SPACE_NAME[abbey.laying[0]])

    def check(self, abbey: Abbey) -> None:
        tile = self.tile
        require(abbey.to_lay(tile), "box", "All tiles {tile} lie in gardens or on the main board.", tile=tile)

    def apply(self, abbey: Abbey) -> Abbey:
        return rounds.lay_out(abbey, (self.tile,))


@dataclass(frozen=True)
class DrawTiles(Action[Abbey]):
    """Let the phone draw a tile for each resource space that waits for one, of all that are left."""

    lot: Lot
    title = "The phone draws"
    icon = "die"
    during = (phases.LAYING,)

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        return ()

    def apply(self, abbey: Abbey) -> Abbey:
        chance = Random(
            f"{abbey.round} {abbey.first} {self.lot}"
        ).random  # that of a seed is the same for ever
        left = [tile for tile in RESOURCES for _ in range(abbey.to_lay(tile))]
        tiles = [left.pop(int(chance() * len(left))) for _ in abbey.laying]
        return rounds.lay_out(abbey, tiles)
