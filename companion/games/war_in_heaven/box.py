"""The contents of the box: the tokens and the board, read once from ``components.toml``."""

from collections.abc import Mapping
from typing import Literal

from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import Many, Schema, load
from companion.kernel.values import Thing, ThingName
from companion.toolkit.hexes import Hexes
from companion.words import message, possessive


class Board(Schema):
    """The drawing, and half of what lies between neighbours of a row in it, in characters."""

    half: int
    drawing: str


class TurnNumbers(Schema):
    """Rounds, and the actions of a turn: the first of all has fewer, those from a round on have more."""

    rounds: int
    actions: int
    first_turn: int
    late_actions: int
    late_from: int


class Side(Schema):
    """A side: what it is in words, the name on its Troops' card, and token to where it starts."""

    words: str
    card: str
    start: dict[str, str]


class TokenSchema(Schema):
    """A token as the file has it; where there is a ``count``, several that are numbered."""

    name: str
    count: int = 0
    side: Literal["Angels", "Demons"]
    kind: Literal["commander", "ally", "troop"]
    letter: str
    cost: int
    attack: int
    defeat: int
    power: str = ""
    """The key of the rule that is this card's own; empty where it has none."""
    bolsters: Literal["", "commander", "troop"] = ""
    """The kind of own token it strengthens while on the battlefield."""
    text: str


class Bolster(Schema):
    """The attack and defeat that a strengthened token has in addition."""

    attack: int
    defeat: int


class Components(Schema):
    """``components.toml``."""

    board: Board
    turns: TurnNumbers
    sides: dict[str, Side]
    tokens: Many[TokenSchema]
    bolster: Bolster


FACTS = load(__package__, "components.toml", Components)
RULES = Rulebook.load(__package__)
BOARD = Hexes.drawn(FACTS.board.drawing, FACTS.board.half)
SIDES: tuple[str, str] = ("Angels", "Demons")
TURNS, BOLSTER = FACTS.turns, FACTS.bolster


class Token(TokenSchema):
    """One token, with the figures of its card."""

    card: str
    """The name on the card it belongs to."""
    number: int = 0
    """Its number among those of the same card; 0 if it is the only one."""


def _tokens() -> dict[str, Token]:
    result = {}
    for row in FACTS.tokens:
        card = FACTS.sides[row.side].card if row.count else row.name
        for i in range(1, row.count + 1) or (0,):
            name = f"{row.name} {i}" if i else row.name
            result[name] = Token(**row.model_dump() | {"name": name}, card=card, number=i)
    return result


TOKENS = _tokens()
NUMBERED = {
    f"{row.name} {i}": Thing(f"{row.name} {i}", row.name, str(i))
    for row in FACTS.tokens
    for i in range(1, row.count + 1)
}
"""The name of a token of which there are several, which knows what they all are called."""
OWN = {side: tuple(t.name for t in TOKENS.values() if t.side == side) for side in SIDES}
COMMANDER = {side: next(t for t in OWN[side] if TOKENS[t].kind == "commander") for side in SIDES}
FOLLOWERS = {side: tuple(t for t in OWN[side] if t != COMMANDER[side]) for side in SIDES}
ALLIES = {side: tuple(t for t in OWN[side] if TOKENS[t].kind == "ally") for side in SIDES}
TROOPS = {side: tuple(t for t in OWN[side] if TOKENS[t].kind == "troop") for side in SIDES}
SIDE = {name: token.side for name, token in TOKENS.items()}
HELPER = {
    token: next((ally for ally in ALLIES[SIDE[token]] if TOKENS[ally].bolsters == TOKENS[token].kind), "")
    for token in TOKENS
}
"""Token to the Ally that strengthens it while on the battlefield; empty for most."""
HELPERS = tuple(ally for ally in TOKENS if ally in HELPER.values())
"""The Allies that strengthen others."""
ENEMY = {"Angels": "Demons", "Demons": "Angels"}
GATES = BOARD.of("gate")
DEPLOY = {side: BOARD.of(side.lower()) for side in SIDES}
GATES_OF, OUT_OF, READY_OF = (
    {side: f"{possessive(side)} {what}" for side in SIDES}
    for what in ("gates", "tokens on the battlefield", "ready tokens")
)
"""What the log calls a side's counters."""
POWER_OF: dict[str, ThingName] = {side: f"{possessive(COMMANDER[side])} power" for side in SIDES}
"""What the log calls the marker of a side's power."""
DEPLOY_SPACES = DEPLOY["Angels"] + DEPLOY["Demons"]
WITHIN_TWO = {space: frozenset(BOARD.reach(space, 2)) for space in BOARD.spaces}
NO_GATE = {space: frozenset(BOARD.beside[space]) - {*GATES} for space in BOARD.spaces}
STEPS = {space: {space: 0, **BOARD.reach(space, len(BOARD.spaces))} for space in BOARD.spaces}
"""From a space to each other one: the steps of the shortest way, whatever stands on it."""
_NEAR: Mapping[str, Mapping[str, frozenset[str]]] = {
    "uriel": WITHIN_TWO, "leviathen": WITHIN_TWO, "camiel": NO_GATE, "asmodeus": NO_GATE
}  # fmt: skip
_BESIDE = {space: frozenset(BOARD.beside[space]) for space in BOARD.spaces}
NEAR = {token: _NEAR.get(TOKENS[token].power, _BESIDE) for token in TOKENS}
"""Token, then where it stands, to the spaces of which one must be free for it to move at all."""
BOTH_TAKEN = {
    side: message("Your deploy spaces {spaces} are both taken.", spaces=DEPLOY[side]) for side in SIDES
}
START = {token: space for side in SIDES for token, space in FACTS.sides[side].start.items()}
