"""The contents of the box: chips and turns from ``components.toml``, and a set of cards and board as data."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

from companion.games.high_heavens.cards import God, Power
from companion.games.high_heavens.effects import ABILITY, POWER, lasting
from companion.kernel.cardset import CardSet, house_set
from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import Many, Schema, load
from companion.kernel.values import Thing, ThingName
from companion.svg.looks import LOOKS
from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.language import SELF, EffectPart
from companion.toolkit.cards.legacy_sets import left_to_hands
from companion.toolkit.cards.printed import limits
from companion.toolkit.hexes import Hexes
from companion.words import Message, Text, joined, message, possessive


class _Side(Schema):
    base: str
    words: str


class _Seats(Schema):
    two: Many[str]
    four: Many[str]


class TurnNumbers(Schema):
    """The Action Point tokens of a turn, and of the very first, and the hand one draws up to."""

    tokens: int
    first_turn: int
    hand: int


class _TurnsOf(Schema):
    two: TurnNumbers
    four: TurnNumbers


class _Bases(Schema):
    health: int


class _Ranged(Schema):
    least: int


class _Leaving(Schema):
    gods: int


class _Runes(Schema):
    die: int
    hits_from: int


class _Chip(Schema):
    key: str
    name: str
    count: int
    at_most: int | None = None


class Components(Schema):
    """The schema of ``components.toml``."""

    sides: dict[str, _Side]
    seats: _Seats
    turns: _TurnsOf
    bases: _Bases
    zones: dict[str, Many[int]]
    ranged: _Ranged
    leaving: _Leaving
    runes: _Runes
    chips: Many[_Chip]


FACTS = load(__package__, "components.toml", Components)
RULES = Rulebook.load(__package__)
HOUSE: CardSet = house_set(__package__)
SIDES: tuple[str, str] = ("Norse", "Greek")
ENEMY = {"Norse": "Greek", "Greek": "Norse"}
BASES = {side: FACTS.sides[side].base for side in SIDES}
BASE_OF = {base: side for side, base in BASES.items()}
HEX_OF = {side: Thing(f"{possessive(base)} hex", base, "hex", side) for side, base in BASES.items()}
"""What the log calls the hex of a side's base."""
CAME = {side: Thing(f"{side} gods that came", side, "gods that came") for side in SIDES}
"""What the log calls the number of gods a side has ever brought."""
GODS_OF: dict[str, ThingName] = {side: f"{side} gods" for side in SIDES}
"""What the log calls the gods of a side."""
BASE_HEALTH = FACTS.bases.health
TWO: tuple[str, ...] = FACTS.seats.two
FOUR: tuple[str, ...] = FACTS.seats.four
SIDE_OF = {seat: SIDES[n % 2] for seats in (TWO, FOUR) for n, seat in enumerate(seats)}
ZONES = FACTS.zones
TOTAL = {chip.key: chip.count for chip in FACTS.chips}
COLOURS = tuple(TOTAL)
"""The colours of the bank."""
CHIP_NAMES = {chip.key: chip.name for chip in FACTS.chips}
BANK: dict[str, ThingName] = {colour: f"{name} in the bank" for colour, name in CHIP_NAMES.items()}
"""What the log calls the chips of a colour that are left."""
CAPS = {chip.key: chip.at_most for chip in FACTS.chips if chip.at_most} | {"disable": 1}
"""A kind of chip to how many of it one god has at most."""


class Stack(NamedTuple):
    """The chips under a god or on a hex, from the top of the stack to the bottom."""

    disable: int = 0
    poison: int = 0
    armor: int = 0
    attack: int = 0
    health: int = 0
    column: int = 0
    trap: int = 0


EMPTY = Stack()
KINDS_OF_CHIP = Stack._fields
COLOUR = {kind: "black" if kind in ("disable", "trap") else kind for kind in KINDS_OF_CHIP}
"""A kind of chip to its colour in the bank: Disable and Trap are the same black chips."""
WORDS = {
    kind: {"disable": "Disable", "trap": "Trap", "column": "Architecture"}.get(kind, kind.capitalize())
    for kind in KINDS_OF_CHIP
}


@lru_cache(maxsize=1024)
def chip_words(n: int, kind: str) -> Message:
    """``2 Health chips``, ``1 black chip (Trap)``."""
    if COLOUR[kind] == "black":
        return message("{n:# black chip|# black chips} ({chip})", n=n, chip=WORDS[kind])
    return message("{n} {chip} {n:chip|chips}", n=n, chip=WORDS[kind])


def stack_words(stack: Stack) -> Message | str:
    """A stack from the top down: ``1 Poison, 2 Armor, 5 Health``; empty if there is none."""
    return joined(
        [message("{n} {chip}", n=n, chip=WORDS[kind]) for kind, n in stack._asdict().items() if n], ", "
    )


@cache
def under(kind: str, god: str) -> Thing:
    """Return the log's name for a god's chips of a kind: ``Health under Thor``."""
    return Thing(f"{WORDS[kind]} {'on' if kind == 'disable' else 'under'} {god}", god, kind)


@dataclass(frozen=True, eq=False)
class Box:
    """The board and cards a sitting is played with. One box a set, so that ways over it can be remembered."""

    name: str
    source: str
    gods: Mapping[str, God]
    powers: Mapping[str, Power]
    own: Mapping[str, tuple[str, ...]]
    """Side to its gods."""
    decks: Mapping[str, tuple[str, ...]]
    """Side to its Divine Powers."""
    board: Hexes
    base: Mapping[str, str]
    invoking: Mapping[str, tuple[str, ...]]
    beyond: Mapping[str, frozenset[str]]
    """Side to the hexes that are no invoking hexes of its own."""
    central: tuple[str, ...]
    near_central: frozenset[str]
    """The central hexes and those beside them."""
    zone: Mapping[str, int]
    outside: Mapping[str, frozenset[str]]
    """Seat of four to the hexes where it moves no god."""
    lasting: tuple[tuple[str, EffectPart], ...]
    """Each god with what holds while it is in play."""
    triggers: frozenset[str]
    """When any of the gods does something by itself."""
    changes: bool
    """Whether any card changes a figure for a while."""
    by_hand: tuple[Text, ...]
    """What the hands are told of cards whose effect is not carried out."""

    @property
    def house(self) -> bool:
        """True if this is the house set."""
        return bool(self.source == HOUSE["source"])


def heavens(length: int, sides: int) -> dict[str, tuple[int, int]]:
    """The hexes of a board by name, at axial (column, row), from the Norse end.

    A hex is named by its column's letter and its number in the column, 1 at the Norse end.
    """
    return {
        f"{chr(ord('A') + q + sides)}{r + min(q, 0) + 1}": (q, r)
        for q in range(-sides, sides + 1)
        for r in range(length)
        if 0 <= q + r < length
    }


def half_turn(at: Mapping[str, tuple[int, int]], length: int) -> dict[str, str]:
    """Each hex to the one at its place seen from the other side of the table."""
    named = {place: name for name, place in at.items()}
    return {name: named[-q, length - 1 - r] for name, (q, r) in at.items()}


def _zone(column: int) -> int:
    """Return the zone of a column: 1 and 2 on either side of the centre column, which is 3."""
    return 3 if column == 0 else 1 if column < 0 else 2


def _board(row: Mapping[str, Any]) -> dict[str, Any]:
    at = heavens(row["length"], row["sides"])
    across = half_turn(at, row["length"])
    base = {"Norse": row["base"], "Greek": across[row["base"]]}
    near = tuple(row["invoking"].split())
    invoking = {"Norse": near, "Greek": tuple(map(across.__getitem__, near))}
    central = tuple(row["central"].split())
    kind = (
        dict.fromkeys(at, "")
        | dict.fromkeys(central, "central")
        | {space: side.lower() for side in SIDES for space in invoking[side]}
        | dict.fromkeys(base.values(), "base")
    )
    positions = {name: (q, -(2 * r + q)) for name, (q, r) in at.items()}
    zone = {name: _zone(q) for name, (q, _) in at.items()}
    board = Hexes(positions, kind, pointy=False)
    return {
        "board": board,
        "base": base,
        "invoking": invoking,
        "beyond": {side: frozenset(at).difference(invoking[side]) for side in SIDES},
        "central": central,
        "near_central": frozenset(central).union(*map(board.beside.__getitem__, central)),
        "zone": zone,
        "outside": {
            seat: frozenset(name for name in at if zone[name] not in zones) for seat, zones in ZONES.items()
        },
    }


def letters(names: Sequence[str]) -> dict[str, str]:
    """Two letters for each name, different from one another as far as two letters can be."""
    result: dict[str, str] = {}
    for name in names:
        plain = [c for c in name if c.isalpha()] or ["?"]
        pairs = [plain[0].upper() + c.lower() for c in plain[1:]] or [plain[0].upper()]
        result[name] = next((pair for pair in pairs if pair not in result.values()), pairs[0])
    return result


def box(cards: CardSet | None) -> Box:
    """The box of a table's own copy of a set; the house's where there is none."""
    return _box(json.dumps(cards or HOUSE, sort_keys=True))


Kind = TypeVar("Kind", God, Power)
UNSAID = {"title": "", "ability": "", "text": "", "effect": "", "mythos": "", "source": ""}
"""What a god's card may leave out."""
UNSAID_POWER = {"copies": 1, "text": "", "effect": "", "type": "", "mythos": ""}
"""What a Divine Power may leave out."""


def _said(row: Mapping[str, Any]) -> dict[str, Any]:
    looks = {field.key for field in LOOKS}
    return {key: value for key, value in row.items() if value not in (None, "") and key not in looks}


def _unplayable(dialect: Dialect) -> Callable[[Mapping[str, Any]], str]:
    return lambda row: fault(row.get("effect") or "", dialect)


def own_names(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the targets that the names on a card mean: a god itself, and the home bases."""
    bases = {BASES[side]: "base" if side == row.get("side") else "enemy base" for side in SIDES}
    return bases | {str(row.get("name") or ""): SELF}


def _cards(
    kind: Callable[..., Kind], rows: list[dict[str, Any]], dialect: Dialect, unsaid: Mapping[str, Any]
) -> dict[str, Kind]:
    """Return the cards of a deck by name, with letters of ours where a row has none."""
    letter, cards = letters([row["name"] for row in rows]), {}
    for row in rows:
        fields = {**unsaid, "letter": letter[row["name"]], **_said(row)}
        own = limits(fields["effect"], fields["text"], dialect, own_names(row))
        cards[row["name"]] = kind(**fields, limits=own)
    return cards


def _by_side(cards: Mapping[str, God] | Mapping[str, Power]) -> dict[str, tuple[str, ...]]:
    return {side: tuple(name for name, card in cards.items() if card.side == side) for side in SIDES}


@lru_cache(maxsize=32)
def _box(cards: str) -> Box:
    data, by_hand = left_to_hands(
        json.loads(cards), {"gods": _unplayable(ABILITY), "powers": _unplayable(POWER)}
    )
    gods = _cards(God, data["gods"], ABILITY, UNSAID)
    powers = _cards(Power, data["powers"], POWER, UNSAID_POWER)
    return Box(
        name=data["name"],
        source=data.get("source", ""),
        gods=gods,
        powers=powers,
        own=_by_side(gods),
        decks=_by_side(powers),
        lasting=tuple((name, part) for name, god in gods.items() for part in lasting(god.card)),
        triggers=frozenset(when for god in gods.values() for when in god.on),
        by_hand=by_hand,
        changes=any(card.changes for card in (*gods.values(), *powers.values())),
        **_board({key: value for key, value in data["board"][0].items() if key != "name"}),
    )


@cache
def house_box() -> Box:
    """The house's own box."""
    return box(None)
