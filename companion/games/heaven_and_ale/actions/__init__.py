"""The verbs of Heaven & Ale, in the order of the dock. Each ``check`` lists its rules as they are asked."""

from companion.games.heaven_and_ale.actions import cards, garden, laying, rondel, track
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.action import Kind

KINDS: tuple[Kind[Abbey], ...] = (
    *track.KINDS,
    laying.LayTile,
    laying.DrawTiles,
    garden.Buy,
    garden.BuyMonk,
    rondel.Score,
    rondel.TakeBarrels,
    rondel.Enter,
    garden.CloseShed,
    cards.PlaceCard,
    cards.NoCard,
    cards.Sell,
    rondel.EndTurn,
)
