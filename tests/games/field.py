"""Heroball positions drawn as text, as much of the board as matters.

A word is a space, and what is on it: ``F5=Gold`` a hero, ``F5=Gold*`` one who holds the ball, ``F5=ball``,
``F5~Water`` terrain, ``F5=Gold~Water`` both. Words stand as the hexes lie: columns are eight characters
apart, the hexes of a column two lines. A word out of place is an error, so a drawing cannot lie; words on
one line, with a space between them, are a list and no drawing.
Heroes that are not drawn stand on their corners, the ball lies on the post.
"""

import re

from companion.games.heroball import GAME
from companion.games.heroball.actions.setup import Choose
from companion.games.heroball.box import BOARD, GOALS, POST, SEATS
from companion.games.heroball.cards import heroes_of, house
from companion.games.heroball.state import Match
from companion.games.heroball.tracked import invariant
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from tests.games.moments import after

ANYTHING = (
    "Move every hero up to 10 hexes. Move the ball up to 10 hexes. Every hero gains 5 AP, or loses 5 AP."
)
PLAIN = {
    "name": "Plain people",
    "source": "test",
    "heroes": [{"name": name, "letter": name[0]} for name in ("Ash", "Beck", "Cole", "Dorn")],
    "cards": [
        {
            "name": f"{name}'s {slot}",
            "hero": name,
            "slot": slot,
            "cost": cost,
            "effect": "",
            "text": text,
        }
        for name in ("Ash", "Beck", "Cole", "Dorn")
        for slot, cost, text in (("Unique", 1, ANYTHING), ("Run", 1, "Plain."))
    ],
}
"""Four heroes with no powers: their cards say what the mat says, and the Unique is done by hand."""
GODS = {"Gold": "Zeus", "Crimson": "Poseidon", "Teal": "Athena", "Violet": "Hades"}
HALF = 8


def drawn(board: str = "", players: int = 4, heroes: dict[str, str] | None = None, **fields) -> Match:
    """The moment a drawing shows: Gold's turn in round 2, with 4 AP each, unless told otherwise.

    ``heroes`` gives seats heroes of the house set; the others are plain.
    """
    order = SEATS[:players]
    hero = dict(zip(order, ("Ash", "Beck", "Cole", "Dorn"), strict=False)) | (heroes or {})
    at, terrain, ball, holder = {}, {}, POST, ""
    for space, what, ground in _words(board):
        if ground:
            terrain[space] = ground
        if what == "ball":
            ball = space
        elif what:
            at[what.rstrip("*")] = space
            if what.endswith("*"):
                ball, holder = space, what.rstrip("*")
    at = {seat: at.get(seat, GOALS[order].corner[seat]) for seat in order}
    values = {
        "order": order,
        "heroes": heroes_of(PLAIN) | house(),
        "hero": hero,
        "god": {seat: GODS[seat] for seat in order},
        "at": at,
        "on": {space: seat for seat, space in at.items()},
        "ap": dict.fromkeys(order, 4),
        "score": dict.fromkeys(order, 0),
        "terrain": terrain,
        "seeded": 2 * players,
        "ball": ball,
        "holder": holder,
        "round": 2,
        "turn": "Gold",
    }
    given = {**values, **fields}
    given["ap"] = values["ap"] | given["ap"]
    match = Match(**given).standing(())
    invariant(match)
    return match


def opened(players: int, **options: str) -> Match:
    """A fresh table."""
    return Table.open(GAME, Opening({seat: seat for seat in SEATS[:players]}, options)).state


def seeding(players: int = 2) -> Match:
    """A table whose heroes are chosen."""
    match = opened(players)
    heroes = ("Dromea", "Brontas", "Korine", "Phylax")
    gods = ("Zeus", "Poseidon", "Aphrodite", "Hera")
    for seat, hero, god in zip(match.order, heroes, gods, strict=False):
        match = after(match, Choose(seat, hero, god))
    return match


def _words(board: str) -> list[tuple[str, str, str]]:
    result, corner = [], None
    listed = board == " ".join(board.split())
    for y, line in enumerate(board.splitlines()):
        for word in re.finditer(r"\S+", line):
            space, what, ground = re.fullmatch(
                r"([A-K]\d+)(?:=([A-Za-z]+\*?))?(?:~(\w+))?", word.group()
            ).groups()
            column, row = BOARD.at[space]
            here = (word.start() - HALF * column, y - row)
            corner = here if listed else corner or here
            assert here == corner, f"{word.group()} is drawn out of place"
            result.append((space, what or "", ground or ""))
    return result
