"""Learn what is worth how much in a box without points, from games that the phone plays: ``make learn``.

The players know material alone. The outcome of a game is fitted to what was on the table in it, where no
piece was taken soon after: a logistic regression. What was learnt is kept where players that know it surely
win more than half of their games against the same players without. The same seed learns the same.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
from itertools import count, islice
from math import exp
from pathlib import Path
from random import Random

from companion.boxes import shelf
from companion.boxes.definition.model import Definition
from companion.boxes.play.judgement import LineWorth, PieceWorth, Weighed, Weights, material
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.simulate import DeadEnd
from companion.kernel.statistics import opening
from companion.players.intervals import Share
from companion.players.moment import Moment
from companion.players.players import Searching, named
from companion.players.sitting import sitting

KEPT = Path(shelf.__file__).parent / "worth"
SEED, GAMES = 53, 300
MATCH_SEED, MATCHES, LONGEST = 5, 40, 161
"""A match is of so many games; one that is not over after so many moves is drawn."""
PLAYERS = ("search:2", "careful:40")
"""The players that try what was learnt."""
OPENED = 4
"""So many moves are at random in a match: the same in two games, with the seats swapped."""
OPENING, STRAY, TURNS = 6, 0.1, 1
"""So many moves of a game are at random, and this share of the others; the rest search so many turns."""
CALM, EACH = 3, 2
"""A state is taken if no piece is for so many moves; every second."""
RIDGE = 1.0
"""The fit holds weights down as if they were 0 in so many games."""
HEAD = """# What is worth how much in {name}, by the outcome of {games} games of the phone against itself:
# `make learn GAMES={key}`, with seed {seed}. companion/boxes/play/judgement.py says what the words mean.
"""

Row = tuple[float, ...]


def candidates(definition: Definition) -> list[Weights]:
    """Return each thing that may be worth something, alone and worth 1; first a plain piece on the board."""
    known = material(definition).pieces
    pieces = [
        Weights({kind: PieceWorth(**{one.name: 1.0})})
        for kind in sorted(known, key=lambda kind: known[kind].board)
        for one in fields(PieceWorth)
        if one.name != "hand" or known[kind].hand
    ]
    rows = "rows(" in shelf.source(definition.key)
    return pieces + [Weights({}, LineWorth(**{one.name: 1.0})) for one in fields(LineWorth) if rows]


def knowing(game: Game, weights: Weights) -> Game:
    """Return a box whose players judge by other weights."""
    definition = game.setup(opening(game, Random(0))).definition
    return game.having(replace(game[ComputerPlay], worth=Weighed(definition, weights)))


def states(game: Game, seed: str) -> Iterator[tuple[object, float]]:
    """Yield calm states of a game, each with its outcome for the first seat."""
    moved = count()

    def player(moment: Moment) -> object:
        if next(moved) < OPENING or moment.rng.random() < STRAY:
            return moment.wander()
        return Searching(TURNS)(moment)

    start, worth = opening(game, Random(seed)), game[ComputerPlay].worth
    first, _ = start.seats
    try:
        after = [step.after for step in sitting(game, start, dict.fromkeys(start.seats, player), seed)]
    except DeadEnd:
        return
    winners = after[-1].over.winners
    won = 0.5 if len(winners) != 1 else float(first in winners)
    pieces = [worth(state, first) for state in after]
    for n in range(OPENING, len(after) - CALM, EACH):
        if len({*pieces[n : n + CALM]}) == 1:
            yield after[n], won


def fit(rows: Sequence[Row], won: Sequence[float], ridge: float = RIDGE) -> list[float]:
    """Return the weights of a logistic regression without a constant, by Newton's method."""
    size = len(rows[0])
    weights = [0.0] * size
    for _ in range(25):
        slope = [-ridge * one for one in weights]
        curve = [[ridge * (n == m) for m in range(size)] for n in range(size)]
        for row, result in zip(rows, won, strict=True):
            share = 1 / (1 + exp(-sum(map(float.__mul__, weights, row))))
            some = [n for n in range(size) if row[n]]
            for n in some:
                slope[n] += (result - share) * row[n]
                for m in some:
                    curve[n][m] += share * (1 - share) * row[n] * row[m]
        step = solved(curve, slope)
        weights = [one + more for one, more in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of equations whose matrix is symmetric and positive."""
    rows = [[*row, end] for row, end in zip(matrix, right, strict=True)]
    for n, row in enumerate(rows):
        rows[n] = row = [one / row[n] for one in row]
        for m, other in enumerate(rows):
            if m != n:
                rows[m] = [one - other[n] * two for one, two in zip(other, row, strict=True)]
    return [row[-1] for row in rows]


def learnt(game: Game, games: int, seed: int) -> Weights:
    """Return the weights that so many games come to; those of a plain piece on the board are about 1."""
    definition = game.setup(opening(game, Random(0))).definition
    told, plain = candidates(definition), knowing(game, material(definition))
    judges = [Weighed(definition, one) for one in told]
    rows, won = [], []
    for n in range(games):
        for state, result in states(plain, f"{seed} {n}"):
            first = state.table[0]
            rows.append(tuple(judge(state, first) for judge in judges))
            won.append(result)
        if n % 100 == 99:
            print(f"{definition.key}: {n + 1} games, {len(rows)} states", file=sys.stderr, flush=True)
    weights = fit(rows, won)
    pieces: dict[str, PieceWorth] = {}
    lines = LineWorth()
    for one, weight in zip(told, weights, strict=True):
        scaled = round(weight / weights[0], 3)
        for kind, worth in one.pieces.items():
            (name,) = (name for name, unit in asdict(worth).items() if unit)
            pieces[kind] = replace(pieces.get(kind, PieceWorth()), **{name: scaled})
        lines = replace(lines, **{name: scaled for name, unit in asdict(one.lines).items() if unit})
    return Weights(pieces, lines)


def written(weights: Weights) -> str:
    """Return weights as the TOML that they are kept in, without what is worth nothing."""
    tables = {f"pieces.{kind}": one for kind, one in weights.pieces.items()} | {"lines": weights.lines}
    texts = {
        name: [f"{key} = {value}" for key, value in asdict(one).items() if value]
        for name, one in tables.items()
    }
    return "\n".join("\n".join([f"[{name}]", *lines, ""]) for name, lines in texts.items() if lines)


def tried(game: Game, weights: Weights, by: str) -> Share:
    """Return the share that a player wins with these weights, against itself with material alone."""
    definition = game.setup(opening(game, Random(0))).definition
    plain, wise = (knowing(game, one) for one in (material(definition), weights))
    won = []
    for n in range(MATCHES):
        seed = f"{MATCH_SEED} {n // 2}"
        start, luck, moved = opening(game, Random(seed)), Random(f"{seed}o"), count()
        mine = tuple(start.seats)[n % 2]

        def player(moment: Moment) -> object:
            if next(moved) < OPENED:  # noqa: B023
                return replace(moment, rng=luck).wander()  # noqa: B023
            return named(by)(replace(moment, game=wise if moment.seat == mine else plain))  # noqa: B023

        *_, last = islice(sitting(game, start, dict.fromkeys(start.seats, player), seed), LONGEST)
        winners = last.after.over.winners if last.after.over else ()
        won.append(float(mine in winners) if len(winners) == 1 else 0.5)
    return Share(sum(won), len(won))


def main(wanted: Sequence[str]) -> None:
    """Learn the boxes that are named, and keep what helps."""
    for key in wanted:
        game = shelf.box(key)
        weights = learnt(game, GAMES, SEED)
        shares = [tried(game, weights, by) for by in PLAYERS]
        for by, share in zip(PLAYERS, shares, strict=True):
            print(f"{key}: {by} {share.won:g} of {share.of}", file=sys.stderr, flush=True)
        if all(share.low > 0.5 for share in shares):
            KEPT.mkdir(exist_ok=True)
            head = HEAD.format(name=game.name, games=GAMES, key=key, seed=SEED)
            (KEPT / f"{key}.toml").write_text(head + written(weights), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
