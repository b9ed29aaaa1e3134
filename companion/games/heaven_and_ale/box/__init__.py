"""The contents of the box: tracks, boards and tiles, read once from ``components.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.games.heaven_and_ale.box.schema import Components, Lie
from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import load
from companion.kernel.values import Thing, ThingName
from companion.toolkit.hexes import Hexes
from companion.words import Message, Text, message

_GAME = __package__.rpartition(".")[0]
FACTS = load(_GAME, "components.toml", Components)
RULES = Rulebook.load(_GAME)
COLOURS = FACTS.colours
BREWMASTER = "brewmaster"
MARKERS = (*COLOURS, BREWMASTER)
LAST = FACTS.track.last
"""The last space of the production track."""
NUDGE = FACTS.track.nudge
"""How far the table can nudge the starting places either way."""
SCORING = FACTS.scoring


def starts(nudge: int = 0) -> dict[str, int]:
    """Return the start of each marker on the production track."""
    track = FACTS.track
    return {marker: track.start - track.behind[marker] + nudge for marker in MARKERS}


LOWEST = min(starts(-NUDGE).values())
"""The lowest place a marker can have on any table."""
BANDS = FACTS.brewmaster
"""Rate and value by the brewmaster's place, rising."""

GOALS = tuple(goal.name for goal in FACTS.goals)
BARRELS_OF: dict[str, ThingName] = {goal: f"barrel {goal}" for goal in GOALS}
"""What the log calls the barrels of a goal."""
SALE = FACTS.sale.ducats
"""What an unplaced privilege card brings."""
SEATS = tuple(FACTS.seats)
"""Clockwise."""


# -- the main board ----------------------------------------------------------------------------------------

RESOURCE, MONK, DISC, BARRELS = "resource", "monk", "disc", "barrels"
_KINDS = {"R": RESOURCE, "M": MONK, "A": DISC, "B": DISC, "C": DISC, "ABC": DISC, "Ba": BARRELS}
_WORDS = {"Ba": "Barrels "}


class Space(NamedTuple):
    """A space of the way round: its kind, its letters, and its number if it has one."""

    kind: str
    letters: str
    number: str

    @property
    def printed(self) -> str:
        """The letters that stand on it on the board: ``A/B/C``."""
        return "/".join(self.letters) if self.letters == "ABC" else self.letters


def _spaces() -> dict[str, Space]:
    """Return each space by name, clockwise."""
    spaces: dict[str, Space] = {}
    words = FACTS.rondel.spaces.split()
    for i, word in enumerate(words):
        letters = word.rstrip("1234")
        number = word[len(letters) :] if words.count(word) == 1 else str(words[: i + 1].count(word))
        spaces[f"{_WORDS.get(letters, letters)}{number}"] = Space(_KINDS[letters], letters, number)
    return spaces


SPACES = _spaces()
INDEX = {name: i for i, name in enumerate(SPACES, 1)}
"""Steps from the starting area."""
KIND = {name: space.kind for name, space in SPACES.items()}
OF_KIND = {
    kind: tuple(name for name in SPACES if KIND[name] == kind) for kind in (RESOURCE, MONK, DISC, BARRELS)
}
PRICE = {name: int(SPACES[name].number) for name in OF_KIND[MONK]}
HOME = len(SPACES) + 1
"""The starting area, as the end of the way round."""
AHEAD = {
    kind: tuple(tuple(space for space in spaces if INDEX[space] > at) for at in range(HOME + 1))
    for kind, spaces in OF_KIND.items()
}
"""Kind, then where a figure stands, to the spaces of that kind ahead of it."""

AREA = FACTS.area
SLOTS, FIRST = AREA.slots, AREA.first
SLOT_WORDS: dict[str, Text] = {
    FIRST: FIRST,
    "brewmaster": message("brewmaster +{n}", n=AREA.brewmaster),
    "marker": message("a marker +{n}", n=AREA.marker),
    "ducats": message("{n:# ducat|# ducats}", n=AREA.ducats),
}
ROUNDS: Mapping[int, int] = {players: FACTS.rounds[str(players)].rounds for players in (2, 3, 4)}
SECOND = {
    players: tuple("ABC1" if letters == "ABC" else letters for letters in FACTS.rounds[str(players)].second)
    for players in ROUNDS
}
"""Where the last round has a second disc: the first A/B/C of them all is ``ABC1``."""

# -- tiles -------------------------------------------------------------------------------------------------

TILES = FACTS.tiles
NUMBERS: tuple[str, ...] = tuple(str(n) for n in TILES.numbers)
MONKS: tuple[ThingName, ...] = tuple(f"monk {n}" for n in range(1, TILES.monks + 1))


@dataclass(frozen=True)
class Tile:
    """A resource tile with its colour and number, or a monk."""

    name: str
    colour: str
    number: int


TILE = {f"{colour} {n}": Tile(f"{colour} {n}", colour, n) for colour in COLOURS for n in TILES.numbers}
OF_COLOUR = {colour: tuple((f"{colour} {n}", n) for n in TILES.numbers) for colour in COLOURS}
"""Colour to its tiles, each with its number."""
TILE |= {monk: Tile(monk, "", 0) for monk in MONKS}
IN_BOX = {name: TILES.of_each if tile.colour else TILES.of_each_monk for name, tile in TILE.items()}
RESOURCE_TILES = len(COLOURS) * len(NUMBERS) * TILES.of_each

NOTHING = 99
"""The price of a tile where none is left."""

# -- the garden --------------------------------------------------------------------------------------------

GARDEN = Hexes.drawn(FACTS.garden.drawing, FACTS.garden.half)
SUN, SHADE, SHEDS = (frozenset(GARDEN.of(kind)) for kind in ("sun", "shade", "shed"))
AROUND = {shed: tuple(GARDEN.step[shed].values()) for shed in GARDEN.of("shed")}
"""Shed spot to the six spots around it, in a ring."""
BESIDE_SHED = {
    spot: tuple(shed for shed, ring in AROUND.items() if spot in ring)
    for spot in GARDEN.spaces
    if spot not in AROUND
}
SUNNY_FACTOR = FACTS.garden.sunny_factor


@dataclass(frozen=True)
class Shed:
    """A row of the reward table, and the shed tile it gives."""

    name: str
    least: int
    brewmaster: int
    tiles: int
    lie: Lie
    """How the activated tiles must lie."""


def _sheds() -> tuple[Shed, ...]:
    rows = FACTS.sheds
    most = [row.at - 1 for row in rows[1:]] + [6 * TILES.numbers[-1]]
    return tuple(
        Shed(f"{row.at}-{top}", row.at, row.brewmaster, row.tiles, row.lie)
        for row, top in zip(rows, most, strict=True)
    )


SHED = {shed.name: shed for shed in _sheds()}


def shed_for(total: int) -> Shed:
    """The reward of a sum."""
    return max((shed for shed in SHED.values() if shed.least <= total), key=lambda shed: shed.least)


# -- scoring spots, cards, goals ---------------------------------------------------------------------------

PAIRS: tuple[tuple[str, str], ...] = tuple((one, two) for one, two in FACTS.spots.pairs)
SPOTS = tuple(spot for pair in PAIRS for spot in pair)
PARTNER = {spot: other for one, two in PAIRS for spot, other in ((one, two), (two, one))}
X = SPOTS[0]
FITS = {
    "A": (X,),
    "B": tuple(spot for spot in SPOTS if spot in MONKS),
    "C": tuple(spot for spot in SPOTS if spot in COLOURS),
    "ABC": SPOTS,
}
"""The letters of a scoring space to the spots its discs may go to."""
FITS |= {name: FITS[space.letters] for name, space in SPACES.items() if space.kind == DISC}
CARDS = {card.name: card for card in FACTS.cards}
CARD_OF: Mapping[str, str] = {card.kind: name for name, card in CARDS.items()}
GOAL = {goal.name: goal for goal in FACTS.goals}
ON_TRACK = ("brewmaster out", "markers out", "marker on 20", "three cards", "monk spots", "resource spots")
"""Goals that can be told without the gardens."""


# -- in words --------------------------------------------------------------------------------------------

ICON = {
    "wood": "wood",
    "yeast": "yeast",
    "hops": "hop",
    "water": "water",
    "barley": "barley",
    BREWMASTER: "crown",
    "": "monk",
}
"""Colour to the drawn icon; a monk has none."""


def place(at: int) -> ThingName:
    """Return a place on the track as hands find it: the column before 1 is not numbered."""
    return str(at) if at > 0 else f"{1 - at} below 1"


def sign(at: int) -> ThingName:
    """Return a place as short as a board has room for: ``4↓`` is 4 below 1."""
    return str(at) if at > 0 else f"{1 - at}↓"


def place_value(at: int) -> int | str:
    """Return a place on the track as a value: a number, or the name of a space without one."""
    return at if at > 0 else place(at)


@lru_cache(maxsize=4096)
def owned(seat: str, what: str, called: str = "") -> Thing:
    """Return the log's name for something before a seat: ``Gold ducats``, ``Gold disc C4``."""
    return Thing(f"{seat} {called}{what}", seat, f"{called}{what}", what)


def ducats(n: int) -> Message:
    """``1 ducat``, ``2 ducats``."""
    return message("{n:# ducat|# ducats}", n=n)


def barrel(size: str) -> Message:
    """``large barrel``."""
    return message("{size} barrel", size=size)


def _space_names(name: str, space: Space) -> tuple[ThingName, ThingName]:
    match space.kind:
        case kind if kind == RESOURCE:
            return f"resource space {space.number}", f"resource {space.number}"
        case kind if kind == MONK:
            return f"the monk space at {space.number}", f"monk {space.number}"
        case kind if kind == DISC:
            letters = f"A/B/C {space.number}" if space.letters == "ABC" else name
            return f"scoring space {letters}", f"scoring {letters}"
    return name.lower(), name.lower()


_NAMES = {name: _space_names(name, space) for name, space in SPACES.items()}
SPACE_NAME = {name: long for name, (long, _) in _NAMES.items()}
"""A space in words: ``resource space 3``."""
SPACE_SHORT = {name: short for name, (_, short) in _NAMES.items()}
"""A space in few words: ``resource 3``."""


ONCE, TWICE, OFTEN = "{tile} on {spot}", "{tile} on {spot} twice", "{tile} on {spot} {n} times"


def so_often(tile: str, spot: str, n: int) -> Message:
    """Return a tile and how often it is activated: ``wood 3 on C4 twice``."""
    return message(ONCE if n == 1 else TWICE if n == 2 else OFTEN, tile=tile, spot=spot, n=n)
