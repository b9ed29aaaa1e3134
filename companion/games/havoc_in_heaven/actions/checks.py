"""What several verbs and cards are judged by."""

from collections.abc import Iterable

from companion.games.havoc_in_heaven.box import ENEMY, RULES
from companion.games.havoc_in_heaven.cards import Item
from companion.games.havoc_in_heaven.effects import Effect, mover, target
from companion.games.havoc_in_heaven.state import BUILDING, Havoc, recipes, ways
from companion.kernel.action import Action, Unanswered, draft
from companion.kernel.rulebook import Refusal
from companion.kernel.state import counted, listed

require, refuse = RULES.require, RULES.refuse

Effects = tuple[Effect, ...]


def need_any(
    lane: Havoc, action: Action[Havoc], field: str, names: Iterable[str], key: str, why: str
) -> None:
    """Before a question is asked: one of its answers must be allowed."""
    if field in action.__dict__:
        return
    whys: dict[str, str] = {}
    for name in names:
        try:
            draft(type(action), action.by, {**action.__dict__, field: name}).check(lane)
        except Refusal as refused:
            whys[refused.why] = refused.rule.key
        except Unanswered:
            return
        else:
            return
    if len(whys) == 1:
        why, key = next(iter(whys.items()))
    refuse(key, why)


def need_ap(lane: Havoc, ap: int, what: str, key: str = "ap") -> None:
    """The Action Points must be there."""
    if ap > lane.ap:
        refuse(key, f"{what} takes {ap} AP; {lane.ap} left.")


def need_active(lane: Havoc, unit: str) -> None:
    """A unit must stand in the lane and be active."""
    if unit not in lane.row:
        refuse("revive", f"{unit} is dead, and not back yet.")
    if unit in lane.inactive:
        key = "stun" if unit in lane.stunned else "inactive"
        refuse(key, f"{unit} is {'stunned' if key == 'stun' else 'Inactive'} till your next turn.")


def need_in_hand(lane: Havoc, by: str, card: str) -> None:
    """A card that is played must be one that can be in the hand."""
    cards = lane.cards[by]
    if cards.in_hand(card):
        return
    if not cards.hand:
        refuse("hands", "Your hand is empty.")
    if card in cards.unseen:
        refuse("hands", f"{card} lay in Storage at the last shuffle, and you have drawn too few cards since.")
    refuse("hands", f"{card} cannot be in your hand: it lies {whereabouts(lane, by, card)}.")


def whereabouts(lane: Havoc, by: str, card: str) -> str:
    """Where an open card of a side lies."""
    if card in lane.cards[by].storage:
        return "in Storage"
    if card in lane.cards[by].played or card in lane.companions:
        return "in play"
    on = [hero for hero in lane.own_heroes(by) if card in lane.items.get(hero, ())]
    return f"on {on[0]}" if on else "outside your cards"


def near(lane: Havoc, hero: str, unit: str, reach: int) -> bool:
    """Whether a unit is within so many rows of a hero."""
    return lane.distance(hero, unit) <= reach


def candidates(lane: Havoc, hero: str, on: str, reach: int) -> list[str]:
    """The units a card can be done to: ``on`` is one of the effects' words for whom."""
    side = lane.heroes[hero]
    if on == "self":
        return [hero]
    if on in ("friend", "friends"):
        return [unit for unit in lane.units(side) if near(lane, hero, unit, reach)]
    found = [] if on == "building" else lane.units(ENEMY[side])
    if on in ("any", "building") and (building := lane.outermost(ENEMY[side])):
        found.append(building)
    return [unit for unit in found if near(lane, hero, unit, reach)]


def check_reachable(lane: Havoc, hero: str, effects: Effects, reach: int) -> None:
    """A card that names a target needs one in range."""
    on = target(effects)
    if on and not candidates(lane, hero, on, reach):
        what = {"friend": "None of yours is", "building": "The outermost enemy building is not"}
        require(False, "range", f"{what.get(on, 'No enemy is')} within {counted(reach, 'row')} of {hero}.")
    if any(effect.on == "enemies" for effect in effects):
        near = candidates(lane, hero, "enemies", reach)
        require(near, "range", f"No enemy is within {counted(reach, 'row')} of {hero}.")


def check_target(lane: Havoc, hero: str, effects: Effects, unit: str, reach: int) -> None:
    """Whether a card can be done to this unit."""
    on, mine = target(effects), lane.owner(unit) == lane.heroes[hero]
    building = lane.kind(unit) == BUILDING
    if on == "friend":
        require(mine and not building, "target", f"{unit} is not one of your heroes or companions.")
    else:
        require(not mine, "target", f"{unit} is yours; this is for an enemy.")
        require(building or on != "building", "target", f"{unit} is not a building.")
        require(
            not building or on != "enemy",
            "target",
            f"{unit} is a building; this is for heroes and companions.",
        )
    if building:
        check_outermost(lane, unit)
    rows = lane.distance(hero, unit)
    require(rows <= reach, "range", f"{unit} is {counted(rows, 'row')} from {hero}; this reaches {reach}.")


def check_outermost(lane: Havoc, building: str) -> None:
    """Only the outermost standing building of a side can be damaged."""
    before = lane.outermost(lane.owner(building))
    require(building == before, "outermost", f"{building} is behind {before}, which stands.")


def check_row(lane: Havoc, effects: Effects, unit: str, row: int) -> None:
    """Whether a card moves this unit to this row."""
    move = mover(effects)
    assert move is not None
    check_way(lane, unit, row)
    rows = abs(lane.row[unit] - row)
    require(
        rows <= move.amount, "range", f"That is {counted(rows, 'row')} for {unit}; at most {move.amount}."
    )


def check_way(lane: Havoc, unit: str, row: int) -> None:
    """No unit enters a row with an enemy unit or a standing enemy building."""
    if bar := ways.barring(lane, unit, row):
        require(False, "passing", f"{bar} on Row {lane.at(bar)} bars the way of {unit}.")


def check_recipe(lane: Havoc, by: str, item: Item) -> None:
    """The recipe's cards must be at hand."""
    if item.recipe and not recipes.ways(lane, by, item):
        parts = listed(list(item.recipe))
        require(False, "recipe", f"{item.name} takes {parts} from your hand, your heroes or Storage.")


def check_parts(lane: Havoc, by: str, item: Item, parts: tuple[str, ...]) -> None:
    """What is handed in must be there, and be what the recipe asks for."""
    if item.recipe and parts:
        found = recipes.ways(lane, by, item)
        wrong = next((part for part in parts if not any(part in way for way in found)), parts[-1])
        fits = any(set(parts) <= way for way in found)
        require(fits, "recipe", f"“{wrong}” cannot be: it is not there, or another pays that part already.")
