"""Gardens of Heaven & Ale drawn as text, row by row from the top, one word a spot.

``w3`` is wood 3 (w y h a b: wood, yeast, hops, water, barley), ``m2`` monk 2, a dot is empty; a shed spot is
``#``, or the least sum of the shed on it (``#8``). Left of the middle the sun shines. A few spots may be
listed instead, all others being empty: ``A1 w3, B2 #8``.
"""

from dataclasses import fields

from companion.games.heaven_and_ale import GAME
from companion.games.heaven_and_ale.actions.laying import LayTile
from companion.games.heaven_and_ale.actions.rondel import Enter
from companion.games.heaven_and_ale.box import (
    BREWMASTER,
    CARDS,
    COLOURS,
    GARDEN,
    IN_BOX,
    KIND,
    SEATS,
    SHADE,
    SHED,
    SHEDS,
    SPACES,
    SPOTS,
    SUN,
    starts,
)
from companion.games.heaven_and_ale.state import Abbey, phases
from companion.games.heaven_and_ale.state.board import HAND, SOLD, Board
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.view import Panel
from tests.games.moments import after

WORDS = {"w": "wood", "y": "yeast", "h": "hops", "a": "water", "b": "barley", "m": "monk"}
EMPTY = """
                 .    .
               .   #    .
          .    .    .  .    .    .
        .   #    .   #    .   #   .
          .    .    .  .    .    .
        .   #    .   #    .   #   .
          .    .    .  .    .    .
"""
GOLD = {
    "name": "Gold",
    "brewmaster": 12,
    "markers": {"wood": 10, "yeast": 8, "hops": 8, "water": 8, "barley": 0},
    "ducats": 20,
    "large_barrels": 1,
    "small_barrels": 1,
    "barrel_card": True,
    "first_player": True,
}
"""A final board, as a score sheet is given it."""


def board(garden: str = EMPTY, **fields) -> Board:
    """A board with a drawn garden; any marker's place and any other field by its name."""
    words = _listed(garden) if "," in garden or len(garden.split()) == 2 else garden.split()
    assert len(words) == len(GARDEN.spaces), f"{len(words)} words on {len(GARDEN.spaces)} spots"
    tiles, sheds = {}, {}
    for spot, word in zip(GARDEN.spaces, words, strict=True):
        if spot in SHEDS:
            assert word[0] == "#", f"{spot} is a shed spot"
            if word[1:]:
                sheds[spot] = next(name for name in SHED if name.startswith(f"{word[1:]}-"))
        elif word != ".":
            tiles[spot] = f"{WORDS[word[0]]} {word[1:]}"
    places = starts() | {key: fields.pop(key) for key in (*COLOURS, BREWMASTER) if key in fields}
    plain = {"ducats": 25, "cards": dict.fromkeys(CARDS, HAND) | fields.pop("cards", {})} | fields
    markers = tuple(places[colour] for colour in COLOURS)
    return Board(markers, places[BREWMASTER], plain.pop("ducats"), tiles, sheds, **plain)


def _listed(garden: str) -> list[str]:
    """The words of a garden of which only some spots are said."""
    text = dict(one.split() for one in garden.split(", "))
    words = [text.pop(spot, "#" if spot in SHEDS else ".") for spot in GARDEN.spaces]
    assert not text, f"no spots: {text}"
    return words


def table(*boards: Board, **fields) -> Abbey:
    """Gold's turn in round 2 of two players, unless told otherwise; a second board is Crimson's."""
    boards = (*boards, *[board()] * (2 - len(boards)))
    seats = SEATS[: len(boards)]
    left = dict(IN_BOX)
    for one in boards:
        for tile in one.tiles.values():
            left[tile] -= 1
    piles = {space: 1 for space in SPACES if KIND[space] != "barrels"} | fields.pop("piles", {})
    abbey = Abbey(players=seats, boards=dict(zip(seats, boards, strict=True)), piles=piles, left=left)
    return abbey.but(**{"round": 2, "phase": phases.TURN, "turn": "Gold"} | fields)


OF_A_BOARD = {*COLOURS, BREWMASTER, *(field.name for field in fields(Board))}


def drawn(garden: str = EMPTY, **fields) -> Abbey:
    """A table of which Gold's garden is drawn; what a board has is Gold's, ``crimson``, ``teal`` and
    ``violet`` are what theirs have."""
    own = {key: fields.pop(key) for key in [*fields] if key in OF_A_BOARD}
    others = [board(**fields.pop(seat.lower())) for seat in SEATS[1:] if seat.lower() in fields]
    return table(board(garden, **own), *others, **fields)


def mend(abbey: Abbey, seat: str, **fields) -> Abbey:
    """A moment in which a seat's board is otherwise."""
    return abbey.mend(seat, **fields)


def no_cards(abbey: Abbey) -> Abbey:
    """A moment in which Gold has sold all cards."""
    return abbey.mend("Gold", cards=dict.fromkeys(CARDS, SOLD))


def sold_out(abbey: Abbey) -> Abbey:
    """A moment in which everybody has sold all cards."""
    sold = dict.fromkeys(CARDS, SOLD)
    return abbey.but(boards={seat: one.but(cards=sold) for seat, one in abbey.boards.items()})


def shady(abbey: Abbey, sides: str = "shade") -> Abbey:
    """A moment in which all of Gold's shade is full, or all of the garden."""
    spots = sorted(SHADE if sides == "shade" else SUN | SHADE)
    return abbey.mend("Gold", tiles=dict.fromkeys(spots, "monk 1"))


def all_spots() -> frozenset[str]:
    """Every spot for a disc."""
    return frozenset(SPOTS)


def panel(abbey: Abbey, seat: str) -> Panel:
    """What is shown of a seat."""
    return next(one for one in GAME.view(abbey).panels if one.seat == seat)


def opened(players: int = 2, **options: str) -> Abbey:
    """A fresh sitting's first moment."""
    return Table.open(GAME, Opening({seat: seat for seat in GAME.seats(players)}, options)).start


def tracked_only(players: int = 2, **options) -> Abbey:
    """A table that keeps just the track, once everybody has a starting space."""
    start = opened(players, mode="track", **options)
    slots = iter(("ducats", "brewmaster", "marker"))
    while start.phase == phases.START:
        slot = next(slots)
        start = after(start, Enter(start.turn, slot, ("wood",) if slot == "marker" else ()))
    return start


def laid_out(*tiles: str) -> Abbey:
    """A table of two that keeps its tiles: these on the first spaces, then wood and yeast."""
    start = after(opened(tiles="kept"), Enter("Crimson", "ducats", ()))
    assert start.phase == phases.LAYING and start.to_act == ("Gold", "Crimson")
    rest = ["wood 1", "wood 2", "wood 3", "wood 4", "yeast 1"] * 3
    return after(start, *(LayTile("Crimson", tile) for tile in (*tiles, *rest)[:15]))
