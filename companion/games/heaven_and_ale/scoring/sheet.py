"""A score sheet: final boards read from plain data, each fault naming its field, and written back."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.heaven_and_ale.box import BREWMASTER, COLOURS, GOALS, LAST, LOWEST, SCORING
from companion.games.heaven_and_ale.scoring.score import End, Score, Unit, score, winners
from companion.kernel.cardset import Field
from companion.kernel.state import listed

MOST_PLAYERS = 4
FIELDS = (
    Field("name", "Name", at_most=24),
    Field(BREWMASTER, "Brewmaster", least=LOWEST, most=LAST),
    Field("ducats", "Ducats", most=SCORING["ducats_most"]),
    Field("large_barrels", "Large barrels", most=len(GOALS)),
    Field("small_barrels", "Small barrels", most=len(GOALS)),
)
MARKER_FIELDS = tuple(Field(colour, colour.capitalize(), least=LOWEST, most=LAST) for colour in COLOURS)
YES_NO = {"barrel_card": "Barrel card", "first_player": "First player"}
OPTIONAL = {"ducats": 0, "large_barrels": 0, "small_barrels": 0, "barrel_card": False, "first_player": False}


class Fault(NamedTuple):
    """Whose, which field, and what is wrong with it; ``n`` is the player's number, 0 for all together."""

    who: str
    field: str
    why: str
    n: int = 0

    def __str__(self) -> str:
        return f"{' '.join(filter(None, (self.who, self.field)))} {self.why}."


class Faulty(ValueError):
    """What was given cannot be; ``faults`` says why, field by field."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(map(str, faults)))


def read(given: Any) -> tuple[End, ...]:
    """The players of a sheet, e.g. from JSON; Faulty, with a sentence a field, if it cannot be."""
    if not isinstance(given, Mapping) or not isinstance(given.get("players"), list):
        raise Faulty([Fault("", "players", "is missing; a list of one to four players would be right")])
    rows = given["players"]
    faults: list[Fault] = [Fault("", str(key)[:40], "is not known here") for key in given if key != "players"]
    if not 1 <= len(rows) <= MOST_PLAYERS:
        faults.append(Fault("", "players", f"holds {len(rows)}; one to {MOST_PLAYERS} would be right"))
    for n, row in enumerate(rows[:MOST_PLAYERS], 1):
        faults += _faults(n, row)
    if not faults:
        faults += _together(rows)
    if faults:
        raise Faulty(faults)
    return tuple(_end(row) for row in rows)


def _faults(n: int, row: Any) -> list[Fault]:
    if not isinstance(row, Mapping):
        return [Fault(f"Player {n}", "", "must be a table of fields", n)]
    who = row["name"] if isinstance(row.get("name"), str) and row["name"] else f"Player {n}"
    known = {field.key for field in FIELDS} | set(YES_NO) | {"markers"}
    found = [(str(key)[:40], "is not known here") for key in row if key not in known]
    full = {**OPTIONAL, **row}
    found += [(field.key, fault) for field in FIELDS if (fault := field.fault(full.get(field.key)))]
    found += [(key, "must be true or false") for key in YES_NO if not isinstance(full[key], bool)]
    found += _marker_faults(row.get("markers"))
    return [Fault(who[:24], key, why, n) for key, why in found]


def _marker_faults(markers: Any) -> list[tuple[str, str]]:
    if not isinstance(markers, Mapping):
        return [("markers", f"must hold {listed(COLOURS)}")]
    unknown = [str(key)[:40] for key in markers if key not in COLOURS]
    found = [(key, f"is no marker; there are {listed(COLOURS)}") for key in unknown]
    values = [(field, markers.get(field.key)) for field in MARKER_FIELDS]
    return found + [(field.key, fault) for field, value in values if (fault := field.fault(value))]


def _together(rows: Sequence[Mapping[str, Any]]) -> list[Fault]:
    """What no two players, or no one player, can have from one box."""
    found: list[Fault] = []
    names = [row["name"] for row in rows]
    for n, (name, row) in enumerate(zip(names, rows, strict=True), 1):
        if name in names[: n - 1]:
            found.append(Fault(name, "name", "stands twice", n))
        both = row.get("large_barrels", 0) + row.get("small_barrels", 0)
        if both > len(GOALS):
            most = f"{both} in all; one a goal, so at most {len(GOALS)}"
            found.append(Fault(name, "small_barrels", f"and large_barrels are {most}", n))
    for size in ("large_barrels", "small_barrels"):
        total = sum(row.get(size, 0) for row in rows)
        if total > len(GOALS):
            found.append(Fault("", size, f"of all players are {total}; the box holds {len(GOALS)}"))
    first = [row["name"] for row in rows if row.get("first_player")]
    if len(first) > 1:
        found.append(
            Fault("", "first_player", f"is claimed by {listed(first)}; only one figure stands there")
        )
    return found


def _end(row: Mapping[str, Any]) -> End:
    row = {**OPTIONAL, **row}
    markers = tuple(row["markers"][colour] for colour in COLOURS)
    return End(row["name"], row[BREWMASTER], markers, **{key: row[key] for key in OPTIONAL})


def plain(end: End) -> dict[str, Any]:
    """A player's end as data: the inverse of ``read`` for one."""
    return {
        "name": end.name,
        BREWMASTER: end.brewmaster,
        "markers": dict(zip(COLOURS, end.markers, strict=True)),
        **{key: getattr(end, key) for key in OPTIONAL},
    }


def scored(ends: Sequence[End]) -> dict[str, Any]:
    """Every score as data, and who wins."""
    scores = [score(end) for end in ends]
    return {"players": [_scored(each) for each in scores], "winners": winners(scores)}


def _scored(each: Score) -> dict[str, Any]:
    return {
        "name": each.end.name,
        "total": each.total,
        "lines": [
            {
                "label": line.label,
                "count": line.count,
                "each": line.each,
                "points": line.points,
                "rule": line.rule,
            }
            for line in each.lines
        ],
        "exchange": [_unit(unit) for unit in each.exchange],
        "level": each.level,
        "total_may_stop": each.total_may_stop,
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {"pays": [_step(payer) for payer in unit.payers], "moves": _step(unit.moved)}


def _step(step: tuple[str, int, int]) -> dict[str, Any]:
    marker, before, after = step
    return {"marker": marker, "from": before, "to": after}
