"""The form of a set for High Heavens: twelve gods and twelve Divine Powers a side, and the board."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

from companion.games.high_heavens import effects
from companion.games.high_heavens.box import (
    BANK,
    BASES,
    CAME,
    FOUR,
    HEX_OF,
    HOUSE,
    SIDES,
    half_turn,
    heavens,
    letters,
    own_names,
)
from companion.games.high_heavens.state.turn import TURN_THINGS
from companion.kernel.cardset import CardFault, CardSet, Deck, Field, SetForm
from companion.svg.looks import LOOKS
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.picking import picker
from companion.toolkit.cards.printed import mismatch
from companion.words import ForAuthor, listed

CARDS = 12
"""Gods, and Divine Powers, a side."""
MOST = 9

DIALECTS = {"gods": effects.ABILITY, "powers": effects.POWER}
HEXES = {"base": 1, "invoking": 3, "central": 4}
"""How many hexes of each kind a board names."""
TEXT = Field("text", "What it does", "as printed", at_most=400, optional=True)


def _effect(deck: str) -> Field:
    """Return the field for an effect in the card language, with the house's own effects to pick from."""
    dialect = DIALECTS[deck]
    ready = (*(row["effect"] for row in HOUSE[deck]), *effects.READY)
    picked = picker(dialect, ready, names=own_names)
    return Field("effect", "Effect", effects.HELP, at_most=200, optional=True, picker=picked)


GODS = Deck(
    "gods",
    "God",
    (
        Field("name", "Name", at_most=24),
        Field("side", "Pantheon", choices=SIDES),
        Field("title", "Title", "what the god is the god of", at_most=40, optional=True),
        Field("health", "Health", least=1, most=20),
        Field("movement", "Movement", "hexes a Move action", most=MOST),
        Field("range", "Range", "1 if it has no ranged attack", least=1, most=MOST),
        Field("melee", "Melee power", most=MOST),
        Field("power", "Range power", "0 if it has no ranged attack", most=MOST),
        Field("cost", "Cost of the ability", "action points, 1 if nothing is printed", most=3),
        Field("ability", "Ability", "its name", at_most=40, optional=True),
        TEXT,
        _effect("gods"),
        Field("mythos", "Mythos", "the story behind the ability", at_most=240, optional=True),
        Field("letter", "Letters", "one or two for the board; ours if left out", at_most=2, optional=True),
        *LOOKS,
        Field("source", "Source", "where the figures are from", at_most=80, optional=True),
    ),
    least=2 * CARDS,
    most=2 * CARDS,
    by="side",
    each=CARDS,
)
POWERS = Deck(
    "powers",
    "Divine Power",
    (
        Field("name", "Title", at_most=40),
        Field("side", "Pantheon", choices=SIDES),
        Field("type", "Type", "as printed beside the pantheon, e.g. Action", at_most=24, optional=True),
        Field("cost", "Cost", "action points, 1 if nothing is printed", most=3),
        TEXT,
        _effect("powers"),
        Field("mythos", "Mythos", "the story behind it", at_most=240, optional=True),
        Field("copies", "Copies", "how many of it are in the deck", least=1, most=CARDS, optional=True),
        *LOOKS,
    ),
    least=2,
    most=2 * CARDS,
)
BOARD = Deck(
    "board",
    "Board",
    (
        Field("name", "Name"),
        Field("length", "Hexes in the centre column", least=6, most=14),
        Field("sides", "Columns on either side of it", least=1, most=5),
        Field("base", "Norse home base", "its hex, e.g. D2; the Greek one is its half-turn", at_most=3),
        Field("invoking", "Norse invoking hexes", "three hexes, e.g. C1 D1 E1", at_most=12),
        Field("central", "Central hexes", "four hexes, e.g. C5 D5 D6 E5", at_most=16),
    ),
    most=1,
)
RESERVED = {
    *BASES.values(), *HEX_OF.values(), *SIDES, *FOUR, *CAME.values(), *BANK.values(), *TURN_THINGS,
    "Draw", "Result", "nobody",
}  # fmt: skip
"""What the log and the questions call other things."""


def more(cards: CardSet) -> list[CardFault]:
    """Return the faults that only High Heavens knows: in the board, the names, the copies and the effects."""
    return [*_board(cards["board"][0]), *_names(cards), *_copies(cards), *_effects(cards)]


def _effects(cards: CardSet) -> list[CardFault]:
    rows = ((deck, row) for deck in DIALECTS for row in cards[deck] if row.get("effect"))
    return [(row["name"], *wrong) for deck, row in rows if (wrong := _wrong(deck, row))]


def _wrong(deck: str, row: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the fault in the effect of a card, with its field; None if there is none."""
    effect, text, dialect = row["effect"], row.get("text") or "", DIALECTS[deck]
    if wrong := fault(effect, dialect) or str(mismatch(effect, text, dialect, own_names(row))):
        return "effect", wrong
    if deck != "gods" or not effects.endless(read(effect), row["cost"]):
        return None
    if row["cost"]:
        return "effect", "gives back the AP it costs, as often as one likes; a higher cost would be right"
    return "cost", "costs nothing, so nothing would end it; give it a cost, or “once a turn: …”"


def says(deck: str, row: Mapping[str, Any]) -> str:
    """Return the text of a card."""
    god = row["name"] if deck == "gods" else ""
    return effects.says(row.get("text") or "", row.get("effect") or "", god)


def _board(row: Mapping[str, Any]) -> list[CardFault]:
    at = heavens(row["length"], row["sides"])
    hexes = {key: row[key].split() for key in HEXES}
    faults = [*_off_board(hexes, at)] or [*_overlaps(hexes, half_turn(at, row["length"]))]
    return [(row["name"], key, wrong) for key, wrong in faults]


def _off_board(hexes: Mapping[str, list[str]], at: Container[str]) -> Iterator[tuple[str, ForAuthor]]:
    """Yield a fault for hexes that are too few or too many, and for each that is not on the board."""
    for key, spaces in hexes.items():
        if (n := len({*spaces})) != HEXES[key]:
            yield key, f"names {n} hexes; {HEXES[key]} would be right"
        yield from ((key, f"{space} is not on a board of this size") for space in spaces if space not in at)


def _overlaps(hexes: Mapping[str, list[str]], across: Mapping[str, str]) -> Iterator[tuple[str, ForAuthor]]:
    """Yield a fault for hexes that are the same as others, of this side or of the other one."""
    near = {*hexes["base"], *hexes["invoking"]}
    far = {across[space] for space in near}
    if len(near) < 4 or near & far:
        yield "invoking", "and the base of both sides must be eight different hexes"
    taken = [space for space in hexes["central"] if space in near | far]
    yield from (("central", f"must be empty hexes; {space} is none") for space in taken)


def _names(cards: CardSet) -> list[CardFault]:
    board = cards["board"][0]
    taken = RESERVED | set(heavens(board["length"], board["sides"]))
    gods = {row["name"] for row in cards["gods"]}
    result = []
    for deck in ("gods", "powers"):
        for row in cards[deck]:
            name = row["name"]
            if "," in name or "&" in name:
                result.append((name, "name", "has a comma or “&” in it; leave it out"))
            if name in taken or (deck == "powers" and name in gods):
                result.append((name, "name", "is the name of something else here"))
    return [*result, *_marks(cards)]


def _marks(cards: CardSet) -> list[CardFault]:
    """Two gods with one mark on the board, theirs or ours."""
    ours = letters([row["name"] for row in cards["gods"]])
    marks = {row["name"]: row.get("letter") or ours[row["name"]] for row in cards["gods"]}
    result = []
    for name, mark in marks.items():
        if others := [other for other, its in marks.items() if its == mark and other != name]:
            result.append(
                (name, "letter", f"“{mark}” is on the board for {listed(others)} too; take another")
            )
    return result


def _copies(cards: CardSet) -> list[CardFault]:
    result = []
    for side in SIDES:
        n = sum(row.get("copies") or 1 for row in cards["powers"] if row["side"] == side)
        if n != CARDS:
            result.append(("the set", "powers", f"holds {n} cards of {side}; {CARDS} would be right"))
    return result


FORM = SetForm((GODS, POWERS, BOARD), HOUSE, more, says, left_to_hands=("effect",))
