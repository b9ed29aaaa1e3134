"""War in Heaven positions drawn as text: a letter a space, row by row from the Angels' end.

Capitals are Angels (M U J R C Z G, T a Troop), small letters Demons (l v p m a z b, t a Troop), a dot is
empty; the rows are lines, or stand in one line with a / between them.
"""

from companion.games.war_in_heaven import GAME
from companion.games.war_in_heaven.box import BOARD, SIDES, TOKENS
from companion.games.war_in_heaven.state import RECHARGE, TURN, War
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.view import Card

START = "../.M./TTTT/...../..../...../tttt/.l./.."


def drawn(board: str = START, **fields) -> War:
    """The moment a drawing shows: the Angels' turn in round 2 with three actions, unless told otherwise."""
    rows = board.replace("/", "\n").split("\n")
    marks = "".join(row.replace(" ", "") for row in rows)
    assert len(marks) == len(BOARD.at), f"{len(marks)} marks on 32 spaces"
    left = {side: [name for name, token in TOKENS.items() if token.side == side] for side in SIDES}
    on = {}
    for space, mark in zip(BOARD.spaces, marks, strict=True):
        if mark != ".":
            mine = left["Angels" if mark.isupper() else "Demons"]
            on[space] = next(name for name in mine if TOKENS[name].letter == mark.upper())
            mine.remove(on[space])
    war = War(first="Angels", on=on, at={token: space for space, token in on.items()})
    return war.but(**{"round": 2, "phase": TURN, "side": "Angels", "actions": 3} | fields)


def recharging(board: str = START, **fields) -> War:
    """The Angels' recharge phase of round 2."""
    return drawn(board, **{"phase": RECHARGE, "recharges": 1, "actions": 0, "may_muster": False} | fields)


def opened(**options: str) -> War:
    """The moment after set-up."""
    return Table.open(GAME, Opening({"Angels": "Ada", "Demons": "Ben"}, options)).start


def card(war: War, name: str) -> Card:
    """The card of a token."""
    return next(one for panel in GAME.view(war).panels for one in panel.cards if one.thing == name)
