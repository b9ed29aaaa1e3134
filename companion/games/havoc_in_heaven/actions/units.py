"""The verbs that move and attack. Each ``check`` lists the rules in the order of its questions."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.havoc_in_heaven.actions import checks, nouns
from companion.games.havoc_in_heaven.actions.turns import unused
from companion.games.havoc_in_heaven.box import COST, FREE_ROW, ROW, RULES, SIDES, STATUS, of
from companion.games.havoc_in_heaven.state import ACTION, BUILDING, Havoc, damage, effects, turns, ways
from companion.kernel.action import Action
from companion.kernel.consequences import Turns
from companion.toolkit.cards.language import WHEN_ATTACKED
from companion.words import Text, message

require, refuse = RULES.require, RULES.refuse
IN_RANGE, WAIT = "Choose an enemy hero or companion in its range.", "It attacks everybody who comes near."


@dataclass(frozen=True)
class Move(Action[Havoc]):
    """Move one of your units along the lane."""

    unit: nouns.OwnUnit
    row: nouns.Row
    cost = "a row free"
    icon = "boot"
    at_once = True
    during = (ACTION,)

    def units(self, lane: Havoc) -> Iterator[str]:
        """Yield the units that can move."""
        bars = ways.barred(lane, self.by)
        for unit in lane.units(self.by):
            if lane.active(unit) and ways.fare(lane, unit, 1) <= lane.ap and ways.way_out(lane, unit, bars):
                yield unit

    def rows(self, lane: Havoc) -> list[int]:
        """Return the rows to which the unit can move."""
        here, most = lane.row[self.unit], ways.most_rows(lane, self.unit)
        return [row for row in ways.open_rows(lane, self.unit, most) if row != here]

    def check(self, lane: Havoc) -> None:
        checks.need_any(lane, self, "unit", "placement", "None of your units can move now")
        unit = self.unit
        checks.need_active(lane, unit)
        require(
            ways.way_out(lane, unit),
            "passing",
            "{unit} is hemmed in on Row {row}.",
            unit=unit,
            row=lane.row[unit],
        )
        fare = ways.fare(lane, unit, 1)
        require(
            fare <= lane.ap,
            "placement",
            "{unit} has used the free row; another takes {fare} AP, {left} left.",
            unit=unit,
            fare=fare,
            left=lane.ap,
        )
        row = ROW[self.row]
        rows = abs(row - lane.row[unit])
        require(rows, "placement", "{unit} is on {row} already.", unit=unit, row=self.row)
        checks.check_way(lane, unit, row)
        fare = nouns.fare_of(lane, self)
        require(
            fare <= lane.ap,
            "placement",
            "{row} takes {fare} AP; {left} left.",
            row=self.row,
            fare=fare,
            left=lane.ap,
        )

    def apply(self, lane: Havoc) -> Havoc:
        after = lane.spend(nouns.fare_of(lane, self))
        after = after.but(walked=after.walked | {self.unit})
        return after.walk(self.unit, ROW[self.row], "", of(self.unit, FREE_ROW))


@dataclass(frozen=True)
class Attack(Action[Havoc]):
    """One of your units attacks; then it is Inactive."""

    unit: nouns.OwnUnit
    target: nouns.UnitTarget
    cost = message("{unit} or {building} AP", unit=COST.attack_unit, building=COST.attack_building)
    icon = "sword"
    at_once = True
    during = (ACTION,)

    @classmethod
    def face(cls, lane: Havoc, by: str) -> tuple[Text, Text]:
        last = any(_is_last(lane, unit) for unit in lane.units(by))
        return cls.title, message("{cost}; it ends your turn", cost=cls.cost) if last else cls.cost

    def throws_away(self, lane: Havoc) -> Text:
        if not _is_last(lane, self.unit):
            return ""
        lost = unused(lane, nouns.attack_ap(lane, self))
        return message("turn ends: {lost}", lost=lost) if lost else ""

    def throws_away_by(self, lane: Havoc) -> str:
        return "turn ends" if _is_last(lane, self.unit) else ""

    def foresee_also(self, before: Havoc, after: Havoc) -> tuple[Turns, ...]:
        target = self.target
        unhurt = target in after.targets() and before.left(target) == after.left(target)
        return (Turns(target, "{who} loses nothing"),) if unhurt else ()

    def check(self, lane: Havoc) -> None:
        checks.need_any(lane, self, "unit", "inactive", "None of your units can attack now")
        unit = self.unit
        checks.need_active(lane, unit)
        if "target" not in self.__dict__ and not self.targets(lane, unit):
            self._no_target(lane, unit)
        target, reach = self.target, lane.reach(unit)
        require(target != unit, "target", "{unit} does not attack itself.", unit=unit)
        if lane.kind(target) == BUILDING:
            checks.check_outermost(lane, target)
        rows = lane.distance(unit, target)
        require(
            rows <= reach,
            "range",
            "{target} is {rows:# row|# rows} from {unit}, whose range is {reach}.",
            target=target,
            rows=rows,
            unit=unit,
            reach=reach,
        )
        checks.need_ap(lane, nouns.attack_ap(lane, self), message("Attacking {target}", target=target))

    def units(self, lane: Havoc) -> Iterator[str]:
        """Yield the units that can attack somebody."""
        return (unit for unit in lane.units(self.by) if lane.active(unit) and self.targets(lane, unit))

    def targets(self, lane: Havoc, unit: str) -> list[str]:
        """Return those that a unit can attack, as far as there are AP for it."""
        reach, free = lane.reach(unit), unit in lane.companions
        result = _units_near(lane, unit, reach) if free or COST.attack_unit <= lane.ap else []
        if free or COST.attack_building <= lane.ap:
            result += _buildings_near(lane, unit, reach)
        return result

    def _no_target(self, lane: Havoc, unit: str) -> None:
        reach, price = lane.reach(unit), COST.attack_unit
        if not _units_near(lane, unit, reach):
            price = COST.attack_building
            if not _buildings_near(lane, unit, reach):
                refuse("range", "Nothing is within {reach:# row|# rows} of {unit}.", reach=reach, unit=unit)
        checks.need_ap(lane, price, message("An attack of {unit}", unit=unit))

    def apply(self, lane: Havoc) -> Havoc:
        unit, target = self.unit, self.target
        after = lane.spend(nouns.attack_ap(lane, self))
        about = (unit, target, of(unit, STATUS))
        after = after.tell(
            message("{unit} attacks {target}, and is Inactive now.", unit=unit, target=target),
            *about,
            rule="inactive",
        )
        after = _tire(effects.struck(after, unit, target, after.attack(unit), self.by), unit)
        return turns.settle(effects.happens(after, target, WHEN_ATTACKED, unit))


def _is_last(lane: Havoc, unit: str) -> bool:
    """True for the only unit of its side that has not attacked: the turn ends with its attack."""
    waits = [one for one in lane.units(lane.owner(unit)) if one not in lane.inactive or one in lane.dazed]
    return waits == [unit] and unit not in lane.inactive


def _tire(lane: Havoc, unit: str) -> Havoc:
    """A unit has attacked; the turn ends with the last one."""
    tired = lane.but(inactive=lane.inactive | {unit}) if unit in lane.row else lane
    return tired.but(ending=True) if tired.all_attacked(lane.side) else tired


def _units_near(lane: Havoc, unit: str, reach: int) -> list[str]:
    here = lane.at(unit)
    return [other for other, row in lane.row.items() if abs(row - here) <= reach and other != unit]


def _buildings_near(lane: Havoc, unit: str, reach: int) -> list[str]:
    outermost = (lane.outermost(side) for side in SIDES)
    return [other for other in outermost if other and lane.distance(unit, other) <= reach]


@dataclass(frozen=True)
class TowerAttack(Action[Havoc]):
    """Your outermost building attacks an enemy unit."""

    target: nouns.Target
    title = "Tower"
    cost = "free, once a turn"
    icon = "tower"
    at_once = True
    during = (ACTION,)

    def near(self, lane: Havoc) -> list[str]:
        """Return the enemies in its range."""
        tower = lane.outermost(self.by)
        return [unit for unit in _units_near(lane, tower, lane.reach(tower)) if lane.owner(unit) != self.by]

    def check(self, lane: Havoc) -> None:
        require(lane.towers, "building-attack", "At this table buildings do not attack.")
        tower = lane.outermost(self.by)
        require(tower, "building-attack", "None of your buildings stands.")
        require(not lane.fired, "building-attack", "{tower} has attacked this turn.", tower=tower)
        reach = lane.reach(tower)
        require(
            self.near(lane),
            "building-attack",
            "No enemy is within {reach:# row|# rows} of {tower}.",
            WAIT,
            reach=reach,
            tower=tower,
        )
        target = self.target
        if lane.owner(target) == self.by or lane.kind(target) == BUILDING:
            refuse("building-attack", "{target} is not an enemy hero or companion.", IN_RANGE, target=target)
        rows = lane.distance(tower, target)
        require(
            rows <= reach,
            "range",
            "{target} is {rows:# row|# rows} from {tower}, whose range is {reach}.",
            IN_RANGE,
            target=target,
            rows=rows,
            tower=tower,
            reach=reach,
        )

    def apply(self, lane: Havoc) -> Havoc:
        tower = lane.outermost(self.by)
        about = (tower, self.target, "Building attack")
        after = lane.but(fired=True).tell(
            message("{tower} attacks {target}.", tower=tower, target=self.target), *about
        )
        hurt = damage.hurt(after, self.target, lane.attack(tower), self.by)
        return turns.settle(effects.happens(hurt, self.target, WHEN_ATTACKED, tower))
