"""The picture of the pitch: terrain, goals, heroes, the ball and where it flies, and the tracks beside it."""

from dataclasses import replace
from functools import lru_cache

from companion.games.heroball.box import AP, AP_OF, BOARD, FACTS, GOALS, MOVES, SCORE_OF
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import Loose
from companion.kernel.view import Cell, Counter, Picture, Piece, Plate, Stroke

WIDTH, HEIGHT = BOARD.size
CELLS = BOARD.cells()


@lru_cache(maxsize=256)
def _cells(order: tuple[str, ...], terrain: tuple[tuple[str, str], ...]) -> tuple[Cell, ...]:
    goals, laid = GOALS[order].owner, dict(terrain)
    result = []
    for cell in CELLS:
        if cell.space in laid:
            kind = laid[cell.space]
            cell = replace(cell, kind=kind.lower(), icon=FACTS.terrain.icons[kind], laid=True)
        elif cell.space in goals:
            cell = replace(cell, kind=goals[cell.space].lower(), icon="flag", tile="Goal")
        elif cell.kind == "corner":
            cell = replace(cell, kind="")
        elif cell.kind:
            cell = replace(cell, icon=cell.kind)
        result.append(cell)
    return tuple(result)


SIDES = {"F1": (True, False), "F11": (False, True)}
"""A corner in the middle, top or bottom, to the side its plate stands on: right, and low."""


def _plate(match: Match, seat: str) -> Plate:
    x, y = BOARD.centre(GOALS[match.order].corner[seat])
    middle = GOALS[match.order].corner[seat]
    right, low = SIDES.get(middle, (x > WIDTH / 2, y > HEIGHT / 2))
    taken = len(match.taken) if seat == match.turn else 0
    return Plate(
        (WIDTH if right else 0.0, HEIGHT if low else 0.0),
        Counter(SCORE_OF[seat], match.name(seat)[:12], match.score[seat], None, seat),
        (
            ("lightning", Counter(AP_OF[seat], "AP", match.ap[seat], AP.most, seat)),
            ("boot", Counter("Tokens", "tokens on Step, Run, Sprint", taken, len(MOVES), seat)),
        ),
        right,
        low,
        seat in match.to_act,
    )


def picture(match: Match) -> Picture:
    """The board with terrain, heroes, ball and what flies, and the tracks of each seat in its corner."""
    heroes = [
        Piece(seat, BOARD.centre(match.at[seat]), seat, hero.letter, size=0.66, kind=hero.name)
        for seat, hero in ((seat, match.heroes[match.hero[seat]]) for seat in match.at)
    ]
    x, y = BOARD.centre(match.ball)
    size = 0.5
    ways: tuple[Stroke, ...] = ()
    top = match.pending[-1] if match.pending else None
    if isinstance(top, Loose):
        x1, y1 = BOARD.centre(top.target)
        ways = (Stroke(((x, y), (x1, y1)), "flight"),)
        x, y = x + 0.3 * (x1 - x), y + 0.3 * (y1 - y)
    elif match.ball in match.on:
        x, y, size = x + 0.6, y - 0.56, 0.42
    ball = Piece("Ball", (x, y), "", "", "ball", shape="ball", size=size)
    return Picture(
        "The field: 91 hexes, the post in the middle",
        WIDTH,
        HEIGHT,
        _cells(match.order, tuple(sorted(match.terrain.items()))),
        pieces=(*heroes, ball),
        ways=ways,
        plates=tuple(_plate(match, seat) for seat in match.order),
        has_ends=True,
    )
