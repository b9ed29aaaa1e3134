"""What the table tracks, how it is set by hand, and what must always hold."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    ENEMY,
    GOLD_OF,
    HAND_OF,
    LANE,
    LEVELS,
    ROW,
    ROW_NAMES,
    RULES,
    SIDES,
    STARTING_ITEMS,
    STORAGE_OF,
)
from companion.games.havoc_in_heaven.state import ACTION, Cards, Havoc, damage, deck, minus, plus, turns, ways
from companion.games.havoc_in_heaven.view import status, whereabouts
from companion.kernel.action import Noun
from companion.kernel.state import possessive
from companion.toolkit.ruling import SetByHand, Why

require, refuse = RULES.require, RULES.refuse
ACTIVE, INACTIVE, STUNNED = "active", "Inactive", "stunned"
AWAY = {f"dead, {n} more to miss": n for n in (2, 1, 0)}
STORAGE, SHOP, HAND, ARMORY, PLAY, LOCKED = "Storage", "shop", "hand", "Armory", "in play", "locked"
MOST_GOLD, MOST_AP = 99, 30


def things(lane: Havoc) -> dict[str, str]:
    """Everything tracked, with where or how it is."""
    found: dict[str, str] = {}
    for hero, side in lane.heroes.items():
        found[hero] = f"{side}, {whereabouts(lane, hero)}" if lane.level else side
        if lane.level:
            found[f"{possessive(hero)} level"] = str(lane.level[hero])
            found[f"{possessive(hero)} Exp"] = str(lane.exp[hero])
            found[f"{possessive(hero)} damage"] = str(lane.damage.get(hero, 0))
            found[f"{possessive(hero)} status"] = status(lane, hero)
            found[f"{possessive(hero)} items"] = ", ".join(lane.items.get(hero, ())) or "none"
    for companion, side in lane.companions.items():
        found[companion] = f"{side}, {whereabouts(lane, companion)}"
        found[f"{possessive(companion)} damage"] = str(lane.damage.get(companion, 0))
        found[f"{possessive(companion)} status"] = status(lane, companion)
    for building in lane.box.buildings:
        found[building] = f"{lane.damage.get(building, 0)} damage" if lane.standing(building) else "destroyed"
    for side in SIDES:
        found |= _piles(lane, side)
    found |= {f"{item} in the shop": str(lane.shop.get(item, 0)) for item in lane.box.items}
    found |= {"Turn": f"{lane.turn}, {lane.side}", "Phase": lane.phase_words, "AP": str(lane.ap)}
    found |= {"Purchases": str(lane.bought), "Locked": ", ".join(sorted(lane.locked))}
    found["Moved"] = ", ".join(sorted(lane.walked))
    found["Equipped"] = ", ".join(f"{hero} {n}" for hero, n in lane.equips.items())
    if lane.first:
        found["Starting player"] = lane.first
    if lane.fired:
        found["Building attack"] = "done"
    if lane.last:
        found["Last turn"] = "yes"
    if lane.pot or lane.pending:
        found["Waiting"] = f"{dict(lane.pot)} {[waits.card for waits in lane.pending]}"
    if lane.draw_words:
        found["Draw"] = lane.draw_words
    if lane.over:
        found["Result"] = lane.over.why
    return found


def _piles(lane: Havoc, side: str) -> dict[str, str]:
    cards, whose = lane.cards[side], possessive(side)
    shown = ", ".join(f"{card} {n}" for card, n in sorted(cards.storage.items()))
    return {
        GOLD_OF[side]: str(lane.gold[side]),
        HAND_OF[side]: str(cards.hand),
        ARMORY_OF[side]: str(cards.armory),
        STORAGE_OF[side]: f"{cards.stored}: {shown}",
        f"{whose} skills in play": ", ".join(cards.played),
        f"{whose} unseen cards": ", ".join(f"{card} {n}" for card, n in sorted(cards.unseen.items())),
    }


def settings(lane: Havoc) -> dict[str, tuple[str, ...]]:
    """Everything a ruling can set, with what it can be set to, within what is in the box."""
    found: dict[str, tuple[str, ...]] = {}
    for hero in lane.heroes if lane.level else ():
        found[hero] = (*ROW_NAMES, *AWAY)
        found[f"{possessive(hero)} level"] = _numbers(1, LEVELS.most)
        found[f"{possessive(hero)} Exp"] = _numbers(0, LEVELS.exp - 1)
    for companion in lane.companions:
        found[companion] = (*ROW_NAMES, STORAGE)
    for unit in lane.row:
        found[f"{possessive(unit)} damage"] = _numbers(0, lane.hp(unit))
        found[f"{possessive(unit)} status"] = (ACTIVE, INACTIVE, STUNNED)
    for side in SIDES:
        if building := lane.outermost(side):
            found[f"{possessive(building)} damage"] = _numbers(0, lane.hp(building))
        found[f"{possessive(side)} buildings"] = _numbers(1, LANE.buildings)
        found[GOLD_OF[side]] = _numbers(0, MOST_GOLD)
    return found | {"AP": _numbers(0, MOST_AP), "Purchases": _numbers(0, 9), "Turn": SIDES}


def _numbers(least: int, most: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(least, most + 1))


def places(lane: Havoc, side: str, card: str) -> tuple[str, ...]:
    """Where a card of a side can lie."""
    if card in lane.box.items:
        return (SHOP, HAND, ARMORY, STORAGE, *lane.own_heroes(side))
    return (HAND, ARMORY, STORAGE, PLAY, LOCKED)


def lies(lane: Havoc, side: str, card: str, place: str) -> bool:
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
            bars = ways.barred(lane, lane.owner(thing))
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
                opened = turns.open_turn(lane.but(told=()), to) if to != lane.side else lane
                return {key: getattr(opened, key) for key in opened.__dict__ if key not in ("told", "turn")}
            case "gold":
                return {"gold": {**lane.gold, _side(thing): int(to)}}
            case "buildings":
                side, number = _side(thing), LANE.buildings - int(to)
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


def _unit(lane: Havoc, thing: str) -> str:
    units = (*lane.heroes, *lane.companions, *lane.box.buildings)
    return next(unit for unit in units if thing.startswith(possessive(unit) + " "))


def _placed(lane: Havoc, unit: str, to: str) -> dict[str, Any]:
    if to in ROW:
        away = {hero: n for hero, n in lane.away.items() if hero != unit}
        return {"row": {**lane.row, unit: ROW[to]}, "away": away}
    gone = damage.off(lane, unit)
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
            bars = ways.barred(put, ENEMY[side])
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


def invariant(lane: Havoc) -> None:
    """Every card and unit in one place, nobody on a barred row, counters within the box."""
    assert lane.ap >= 0 and all(lane.gold[side] >= 0 for side in SIDES), "a counter is below zero"
    if not lane.level:
        return
    for side in SIDES:
        cards = lane.cards[side]
        assert sum(cards.unseen.values()) == cards.hand + cards.armory + cards.buried, (
            "the unseen are miscounted"
        )
        assert min(cards.hand, cards.armory, cards.buried, cards.newest) >= 0, "a pile is below zero"
        assert all(n <= cards.unseen.get(card, 0) for card, n in cards.fresh.items()), "a fresh card is seen"
        bars = ways.barred(lane, side)
        assert all(lane.row[unit] not in bars for unit in lane.units(side)), "a unit on a barred row"
        owned = deck.owned(lane, side)
        for hero in lane.own_heroes(side):
            assert (hero in lane.row) != (hero in lane.away), "a hero neither alive nor dead"
            assert 1 <= lane.level[hero] <= LEVELS.most and 0 <= lane.exp[hero] < LEVELS.exp, "Exp is off"
            for skill in lane.box.heroes[hero].skills:
                assert owned.get(skill, 0) + (skill in lane.locked) == 1, f"{skill} is not in one place"
    for item in lane.box.items.values():
        mine = sum(deck.owned(lane, side).get(item.name, 0) for side in SIDES)
        start = STARTING_ITEMS.get(item.name, 0) * len(SIDES)
        assert mine + lane.shop.get(item.name, 0) == item.stock + start, f"{item.name} is miscounted"
    dying = {waits.hero for waits in lane.pending if waits.dying}
    for unit in lane.targets():
        assert lane.over or unit in dying or lane.left(unit) > 0, f"{unit} should be dead"


KINDS = (Ruling, SetCard)
