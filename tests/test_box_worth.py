"""What a computer player thinks that a state of a box without points is worth, and how that is learnt."""

import random
import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest

from companion.boxes import game, shelf
from companion.boxes.play.judgement import LineWorth, PieceWorth, Weighed, Weights
from companion.kernel.features import ComputerPlay
from companion.kernel.statistics import opening
from tests.learn import fit, written


def drawn(key, at):
    """Return a state with pieces where they are said to be, and all others aside."""
    box = shelf.box(key)
    state = box.setup(opening(box, random.Random(1), 2))
    return state.but(at={piece: at.get(piece, "aside") for piece in state.at})


def test_a_piece_is_worth_what_is_said_of_its_place():
    """10 and 15 touch; from 1 a man moves to 5 or 6."""
    state = drawn("draughts", {"Red's man 1": "10", "Red's man 2": "1", "White's man 1": "15"})
    worth = {
        name: Weighed(state.definition, Weights({"man": PieceWorth(**{name: 1.0})}))
        for name in ("board", "hand", "exits", "beside")
    }
    assert worth["board"](state, "Red") == 1 and worth["hand"](state, "Red") == 0
    assert worth["exits"](state, "Red") == 3 + 2 - 3
    moved = state.place("Red's man 2", "6")
    assert worth["beside"](moved, "Red") - worth["beside"](state, "Red") == pytest.approx(2)
    assert worth["beside"](moved, "White") == pytest.approx(-worth["beside"](moved, "Red"))


def test_a_line_counts_where_one_seat_alone_has_it():
    at = {"White's man 1": "a7", "White's man 2": "d7", "Black's man 1": "b6", "Black's man 2": "d6"}
    for more, full, left in [
        ({}, 0, 0),
        ({"White's man 3": "g7"}, 1, -1),
        ({"Black's man 3": "f6"}, -1, 1),
        ({"Black's man 3": "g7"}, 0, -1),
    ]:
        state = drawn("nine-mens-morris", at | more)
        lines = [LineWorth(full=1.0), LineWorth(open=1.0)]
        assert [Weighed(state.definition, Weights({}, one))(state, "White") for one in lines] == [full, left]


def test_a_box_of_the_house_judges_as_it_learnt_and_ones_own_by_its_pieces():
    state = drawn(
        "nine-mens-morris", {"White's man 1": "d6", "Black's man 1": "a1", "Black's man 2": "in hand"}
    )
    own = game.game(shelf.source("nine-mens-morris"), "own")
    assert own[ComputerPlay].worth(state, "White") == -1
    assert shelf.box("nine-mens-morris")[ComputerPlay].worth(state, "White") not in (-1, 0)
    assert shelf.box("draughts")[ComputerPlay].worth(drawn("draughts", {"Red's man 1": "1"}), "Red") == 1


def test_a_king_of_draughts_is_worth_two_men_and_a_condition_on_a_step_changes_no_worth():
    judge = shelf.box("draughts")[ComputerPlay].worth
    assert judge(drawn("draughts", {"Red's king 1": "1"}), "Red") == 2
    assert judge(drawn("draughts", {"Red's king 1": "1", "White's man 1": "32"}), "White") == -1
    text, step = shelf.source("nine-mens-morris"), "put man on place"
    assert f'"{step}"' in text
    for words in (step, f"{step} if empty(place)"):
        own = game.game(text.replace(f'"{step}"', f'"{words}"'), "own")
        state = drawn("nine-mens-morris", {"White's man 1": "in hand"})
        assert own[ComputerPlay].worth(state, "White") == 1, words


def test_what_is_learnt_is_the_same_each_time_and_says_what_won():
    rows = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (2.0, 1.0), (1.0, -2.0)]
    won = [1.0, 0.5, 0.0, 0.5, 1.0, 0.5]
    weights = fit(rows, won)
    assert weights == fit(rows, won) and weights[0] > weights[1] > 0
    slope = [
        sum((end - share(weights, row)) * row[n] for row, end in zip(rows, won, strict=True)) for n in (0, 1)
    ]
    assert slope == pytest.approx(weights, abs=1e-6), "nothing fits better, as far as they are held down"


def share(weights, row):
    return 1 / (1 + 2.718281828459045 ** -sum(a * b for a, b in zip(weights, row, strict=True)))


def test_what_is_kept_is_read_as_it_was_written():
    text = files(shelf.__package__).joinpath("worth", "nine-mens-morris.toml").read_text("utf-8")
    weights = Weights.read(tomllib.loads(text))
    assert (
        text.endswith(written(weights)) and replace(weights.pieces["man"], board=1.0) == weights.pieces["man"]
    )
