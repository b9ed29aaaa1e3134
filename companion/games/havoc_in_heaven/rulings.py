"""Setting things by hand, because the table is always right."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.games.havoc_in_heaven.box import ENEMY, GOLD_OF, LANE, LEVELS, ROW, ROW_NAMES, RULES, SIDES
from companion.games.havoc_in_heaven.cards import Cards, minus, plus
from companion.games.havoc_in_heaven.lane import ACTION, Lane
from companion.games.havoc_in_heaven.state import Havoc
from companion.kernel.action import Noun
from companion.kernel.state import possessive
from companion.toolkit.ruling import SetByHand, Why

require, refuse = RULES.require, RULES.refuse
ACTIVE, INACTIVE, STUNNED = "active", "Inactive", "stunned"
AWAY = {f"dead, {n} more to miss": n for n in (2, 1, 0)}
STORAGE, SHOP, HAND, ARMORY, PLAY, LOCKED = "Storage", "shop", "hand", "Armory", "in play", "locked"
MOST_GOLD, MOST_AP = 99, 30


def settings(lane: Lane) -> dict[str, tuple[str, ...]]:
    """Everything a ruling can set, with what it can be set to, within what is in the box."""
    found: dict[str, tuple[str, ...]] = {}
    for hero in lane.heroes if lane.level else ():
        found[hero] = (*ROW_NAMES, *AWAY)
        found[f"{possessive(hero)} level"] = _numbers(1, LEVELS["most"])
        found[f"{possessive(hero)} Exp"] = _numbers(0, LEVELS["exp"] - 1)
    for companion in lane.companions:
        found[companion] = (*ROW_NAMES, STORAGE)
    for unit in lane.row:
        found[f"{possessive(unit)} damage"] = _numbers(0, lane.hp(unit))
        found[f"{possessive(unit)} status"] = (ACTIVE, INACTIVE, STUNNED)
    for side in SIDES:
        if building := lane.outermost(side):
            found[f"{possessive(building)} damage"] = _numbers(0, lane.hp(building))
        found[f"{possessive(side)} buildings"] = _numbers(1, LANE["buildings"])
        found[GOLD_OF[side]] = _numbers(0, MOST_GOLD)
    return found | {"AP": _numbers(0, MOST_AP), "Purchases": _numbers(0, 9), "Turn": SIDES}


def _numbers(least: int, most: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(least, most + 1))


def places(lane: Lane, side: str, card: str) -> tuple[str, ...]:
    """Where a card of a side can lie."""
    if card in lane.box.items:
        return (SHOP, HAND, ARMORY, STORAGE, *lane.own_heroes(side))
    return (HAND, ARMORY, STORAGE, PLAY, LOCKED)


def lies(lane: Lane, side: str, card: str, place: str) -> bool:
    """Whether such a card lies, or can lie, in a place."""
    cards = lane.cards[side]
    match place:
        case "shop":
            return card in lane.shop
        case "hand":
            return cards.in_hand(card)
        case "Armory":
            return bool(cards.armory and card in cards.unseen)
        case "Storage":
            return cards.in_storage(card)
        case "in play":
            return card in cards.played
        case "locked":
            return card in lane.locked
    return card in lane.items.get(place, ())


Thing = Annotated[str, Noun[Havoc]("Set what?", lambda lane, draft: settings(lane))]
Setting = Annotated[str, Noun[Havoc]("To what?", lambda lane, draft: settings(lane).get(draft.thing, ()))]
Whose = Annotated[str, Noun[Havoc]("Whose card?", lambda lane, draft: SIDES)]


def _known(lane: Havoc, draft: Any) -> list[str]:
    skills = [skill for hero in lane.own_heroes(draft.side) for skill in lane.box.heroes[hero].skills]
    return [*(skill for skill in skills if skill not in lane.companions), *lane.box.items]


WhichCard = Annotated[str, Noun[Havoc]("Which card?", _known)]
From = Annotated[
    str, Noun[Havoc]("Where does it lie?", lambda lane, draft: places(lane, draft.side, draft.card))
]
To = Annotated[
    str, Noun[Havoc]("Where should it lie?", lambda lane, draft: places(lane, draft.side, draft.card))
]


@dataclass(frozen=True)
class ByHand(SetByHand[Havoc]):
    """Things are set by hand in a turn, between two actions."""

    def check(self, lane: Havoc) -> None:
        super().check(lane)
        require(lane.phase == ACTION, "ruling", f"Finish {lane.phase_words} first, or take it back.")


@dataclass(frozen=True)
class Ruling(ByHand):
    """Set anything that is tracked by hand, because the table is always right."""

    thing: Thing
    to: Setting
    why: Why
    title = "Set by hand"

    def check(self, lane: Havoc) -> None:
        super().check(lane)
        thing, to = self.thing, self.to
        if to in ROW:
            bars = lane.barred(lane.owner(thing))
            if bar := bars.get(ROW[to]):
                refuse("passing", f"{bar} is on {to}; set that one first.")
        if thing.endswith((" damage", " level")):
            after = lane.but(**self._set(lane))
            unit = _unit(lane, thing)
            alive = (unit not in after.row and unit not in lane.box.buildings) or after.left(unit) > 0
            require(alive, "ruling", f"That much destroys {unit}; set it away, or the buildings, instead.")

    def apply(self, lane: Havoc) -> Havoc:
        told = f"Ruling by the {self.by}: {self.thing} is set to {self.to} ({self.why})."
        return lane.tell(told, self.thing, rule="ruling").but(**self._set(lane))

    def _set(self, lane: Havoc) -> dict[str, Any]:
        thing, to = self.thing, self.to
        if thing in lane.heroes or thing in lane.companions:
            return _placed(lane, thing, to)
        match thing.rsplit(" ", 1)[-1]:
            case "AP":
                return {"ap": int(to)}
            case "Purchases":
                return {"bought": int(to)}
            case "Turn":
                opened = lane.but(told=()).open_turn(to) if to != lane.side else lane
                return {key: getattr(opened, key) for key in opened.__dict__ if key not in ("told", "turn")}
            case "gold":
                return {"gold": {**lane.gold, _side(thing): int(to)}}
            case "buildings":
                side, number = _side(thing), LANE["buildings"] - int(to)
                gone = lane.box.order[side]
                damage = {unit: n for unit, n in lane.damage.items() if unit not in gone}
                return {"fallen": {**lane.fallen, side: number}, "damage": damage} | _moved_out(
                    lane, side, number
                )
            case "damage":
                return {
                    "damage": {k: n for k, n in {**lane.damage, _unit(lane, thing): int(to)}.items() if n}
                }
            case "level":
                return {"level": {**lane.level, _unit(lane, thing): int(to)}}
            case "Exp":
                return {"exp": {**lane.exp, _unit(lane, thing): int(to)}}
        unit = {_unit(lane, thing)}
        return {
            "inactive": lane.inactive | unit if to == INACTIVE else lane.inactive - unit,
            "stunned": lane.stunned | unit if to == STUNNED else lane.stunned - unit,
        }


def _side(thing: str) -> str:
    return next(side for side in SIDES if thing.startswith(possessive(side)))


def _unit(lane: Lane, thing: str) -> str:
    units = (*lane.heroes, *lane.companions, *lane.box.buildings)
    return next(unit for unit in units if thing.startswith(possessive(unit) + " "))


def _placed(lane: Havoc, unit: str, to: str) -> dict[str, Any]:
    if to in ROW:
        away = {hero: n for hero, n in lane.away.items() if hero != unit}
        return {"row": {**lane.row, unit: ROW[to]}, "away": away}
    gone = lane._off(unit)
    changed: dict[str, Any] = {
        key: getattr(gone, key) for key in ("row", "damage", "stunned", "inactive", "walked")
    }
    side = lane.owner(unit)
    if to == STORAGE:
        stored = {**lane.cards, side: lane.cards[side].to_storage(unit)}
        left = {other: owner for other, owner in lane.companions.items() if other != unit}
        return changed | {"companions": left, "cards": stored}
    stored = {**lane.cards, side: lane.cards[side].to_storage(*lane.items.get(unit, ()))}
    items = {hero: on for hero, on in lane.items.items() if hero != unit}
    return changed | {"away": {**lane.away, unit: AWAY[to]}, "items": items, "cards": stored}


def _moved_out(lane: Havoc, side: str, number: int) -> dict[str, Any]:
    """Enemies who stood on rows whose buildings stand again go back to the nearest open row."""
    put = lane.but(fallen={**lane.fallen, side: number})
    rows = {lane.box.buildings[building].row for building in lane.box.order[side][number:]}
    row = dict(lane.row)
    for unit in lane.units(ENEMY[side]):
        if row[unit] in rows:
            bars = put.barred(ENEMY[side])
            row[unit] = min((r for r in ROW.values() if r not in bars), key=lambda r: abs(r - lane.row[unit]))
    return {"row": row}


@dataclass(frozen=True)
class SetCard(ByHand):
    """Set by hand where a card lies."""

    side: Whose
    card: WhichCard
    lies: From
    to: To
    why: Why
    title = "Set a card by hand"

    def check(self, lane: Havoc) -> None:
        super().check(lane)
        card = self.card
        anywhere = any(lies(lane, self.side, card, place) for place in places(lane, self.side, card))
        require(anywhere, "ruling", f"The {self.side} have no {card}, and the shop has none.")
        place = self.lies
        require(lies(lane, self.side, card, place), "ruling", f"No {card} can lie there ({place}).")
        if place in lane.row:
            alive = lane.take_off(place, card).left(place) > 0
            require(alive, "ruling", f"Without {card} {place} dies; set {place} away, or the damage, first.")
        require(self.to != place, "ruling", f"{card} lies there already.")
        if self.to in lane.heroes:
            require(self.to in lane.row, "revive", f"{self.to} is dead.")

    def apply(self, lane: Havoc) -> Havoc:
        told = f"Ruling by the {self.by}: {self.card} of the {self.side} goes from {self.lies} to {self.to}"
        told = f"{told} ({self.why})."
        after = lane.tell(told, self.card, rule="ruling")
        return _put(_taken(after, self.side, self.card, self.lies), self.side, self.card, self.to)


def _taken(lane: Havoc, side: str, card: str, place: str) -> Havoc:
    cards = lane.cards[side]
    match place:
        case "shop":
            return lane.but(shop=minus(lane.shop, card))
        case "hand":
            return lane.with_cards(side, cards.from_hand(card))
        case "Armory":
            unseen = minus(cards.unseen, card)
            fresh = {c: k for c, n in cards.fresh.items() if (k := min(n, unseen.get(c, 0)))}
            return lane.with_cards(side, replace(cards, unseen=unseen, armory=cards.armory - 1, fresh=fresh))
        case "Storage":
            return lane.with_cards(side, cards.from_storage(card))
        case "in play":
            played = list(cards.played)
            played.remove(card)
            return lane.with_cards(side, replace(cards, played=tuple(played)))
        case "locked":
            return lane.but(locked=lane.locked - {card})
    return lane.take_off(place, card)


def _put(lane: Havoc, side: str, card: str, place: str) -> Havoc:
    cards: Cards = lane.cards[side]
    match place:
        case "shop":
            return lane.but(shop=plus(lane.shop, [card]))
        case "hand":
            grown = replace(cards, unseen=plus(cards.unseen, [card]), hand=cards.hand + 1)
            return lane.with_cards(side, grown)
        case "Armory":
            grown = replace(cards, unseen=plus(cards.unseen, [card]), armory=cards.armory + 1)
            return lane.with_cards(side, grown)
        case "Storage":
            return lane.store(side, card)
        case "in play":
            return lane.with_cards(side, replace(cards, played=(*cards.played, card)))
        case "locked":
            return lane.but(locked=lane.locked | {card})
    return lane.but(items={**lane.items, place: (*lane.items.get(place, ()), card)})


KINDS = (Ruling, SetCard)
