"""Cards that move units: to a row that is asked for, nearer, away, and into each other's rows."""

from companion.games.havoc_in_heaven.box import ROW, ROWS
from companion.games.havoc_in_heaven.state import damage, ways
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.toolkit.cards.language import EffectPart
from companion.words import Message, message

KINDS = ("push", "pull", "swap")
"""Parts that may find no way."""


def row_of(lane: Havoc, user: str, part: EffectPart, unit: str) -> int | None:
    """Return the row to which a push or a pull takes a unit; None if that way is not open."""
    here, mine, n = lane.row[unit], lane.row[user], damage.much(lane, user, part, unit)
    if here == mine or (part.kind == "pull" and abs(here - mine) < n):
        return None
    away = 1 if here > mine else -1
    row = here + (away if part.kind == "push" else -away) * n
    return row if row in ROWS and not ways.barring(lane, unit, row) else None


def exchange(lane: Havoc, user: str, unit: str) -> Havoc | None:
    """Return the lane once two units have changed places, or None where one of them could not stand there."""
    here, there = lane.row[user], lane.row[unit]
    after = lane.but(row={**lane.row, user: there, unit: here})
    if here == there or any(after.row[one] in ways.barred(after, after.owner(one)) for one in (user, unit)):
        return None
    return after.tell(
        message(
            "{user} and {unit} change places: {user} on Row {there}, {unit} on Row {here}.",
            user=user,
            unit=unit,
            there=there,
            here=here,
        ),
        user,
        unit,
    )


def carry(lane: Havoc, user: str, part: EffectPart, unit: str, row: str) -> Havoc:
    """Carry a unit as a part says; ``row`` is the answer where it asks for one."""
    if part.kind == "swap":
        return exchange(lane, user, unit) or lane
    to = ROW.get(row) if part.kind == "move" else row_of(lane, user, part, unit)
    return lane.walk(unit, to or lane.row[unit])


def why_not(lane: Havoc, user: str, part: EffectPart, unit: str) -> Message | None:
    """Return why a card does not carry a unit, without a full stop; None if it does, or carries nobody."""
    if part.kind in ("push", "pull") and row_of(lane, user, part, unit) is None:
        return message(
            "{unit} has no open way {n:# row|# rows} {where}",
            unit=unit,
            n=damage.much(lane, user, part, unit),
            where="nearer" if part.kind == "pull" else "away",
        )
    if part.kind == "swap" and exchange(lane, user, unit) is None:
        return message("{user} and {unit} cannot stand in each other's rows", user=user, unit=unit)
    return None
