"""Those who play: what is legal, the same again for the same seed, one's own hand, and better than chance."""

import random
import timeit
from copy import deepcopy
from dataclasses import replace
from importlib.resources import files
from unittest.mock import Mock

import pytest

from companion.boxes.game import game
from companion.boxes.shelf import found
from companion.games.high_heavens.hands import OF_HAND
from companion.kernel.action import play as played_by_the_rules
from companion.kernel.action import written
from companion.kernel.features import ComputerPlay
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.statistics import opening
from companion.players import players
from companion.players.absent import cannot
from companion.players.games import Task, began, play
from companion.players.match import match
from companion.players.moment import Moment, used, value
from companion.players.players import THROWS, Careful, blind, greedy, named, ranked
from companion.players.sitting import Lots, sitting
from tests.tiny import GAME as TINY

GAMES = list(shelf())


def steps_of(key, by, seed=1, most=60, players=0, **options):
    game = shelf()[key]
    start = began(game, Task(key, 0, seed, (by,), players, tuple(options.items())))
    result = []
    for step in sitting(game, start, dict.fromkeys(start.seats, named(by)), str(seed)):
        result.append(step)
        if len(result) == most:
            break
    return result


@pytest.mark.parametrize("key", GAMES)
def test_what_is_chosen_is_legal_and_the_same_seed_chooses_the_same(key):
    text = [
        (step.action.by, step.action.verb, written(step.action)) for step in steps_of(key, "greedy", most=12)
    ]
    again = steps_of(key, "greedy", most=12)
    assert text == [(step.action.by, step.action.verb, written(step.action)) for step in again]
    for step in again:
        assert played_by_the_rules(step.moment.state, step.action) == step.after


def test_a_careful_one_thinks_the_same_for_the_same_playouts():
    first, again = (
        [written(step.action) for step in steps_of("war-in-heaven", "careful:20", most=4)] for _ in range(2)
    )
    assert first == again


@pytest.mark.parametrize("playouts", [1, 4, 16, 60])
def test_a_careful_one_has_no_more_playouts_than_were_said(playouts, monkeypatch):
    tried = []
    monkeypatch.setattr(players, "playout", lambda moment, action: float(len(tried.append(action) or tried)))
    steps_of("war-in-heaven", f"careful:{playouts}", most=1)
    assert playouts // 2 <= len(tried) <= playouts


def test_a_careful_one_stops_thinking_in_time(monkeypatch):
    clock = iter(range(10_000))
    monkeypatch.setattr("companion.players.players.perf_counter", lambda: next(clock) / 10)
    step = steps_of("war-in-heaven", "careful:2s", most=1)[0]
    assert step.after.round == 1 and next(clock) < 40, "two seconds are twenty looks at this clock"


@pytest.mark.parametrize("runes, each", [("no", 1), ("yes", THROWS)])
def test_only_a_die_that_is_thrown_is_tried_several_times(monkeypatch, runes, each):
    here = next(
        step.moment
        for step in steps_of("high-heavens", "random", most=300, runes=runes)
        if any(action.verb == "attack" for action in step.moment.choices)
    )
    blow = next(action for action in here.choices if action.verb == "attack")
    looks = Mock(return_value=1.0)
    monkeypatch.setattr("companion.players.players.value", looks)
    monkeypatch.setitem(here.__dict__, "choices", [blow, blow])
    ranked(here)
    assert looks.call_count == 2 * each


def test_a_wound_is_healed_and_struck_for_ever_by_nobody():
    """In High Heavens two who look one ahead did so for 5,000 moves: one's Health counted ever the same."""
    start = steps_of("high-heavens", "random", most=80)[-1].after
    free = [god for god in start.box.own["Norse"] if start.standing(god) and not start.stack(god).trap]
    god = next(god for god in free if not start.stack(god).disable)
    stack = start.stack(god)
    hurt = start.but(chips={**start.chips, god: stack._replace(health=stack.health - 1)})
    worth = shelf()["high-heavens"][ComputerPlay].worth

    def lost(side, turn):
        return worth(start.but(turn=turn), side) - worth(hurt.but(turn=turn), side)

    assert lost("Norse", 1) == pytest.approx(-lost("Greek", 1)) != 0
    late = lost("Norse", 200)
    assert late == pytest.approx(0) and lost("Greek", 200) == pytest.approx(lost("Greek", 1))


@pytest.mark.slow
def test_the_same_gods_are_disabled_for_ever_by_nobody():
    """A game in which Tyr disabled the last three Greeks, turn after turn, once went on for 5,000 moves."""
    ends = [play(Task("high-heavens", number, 7, ("greedy",))).rule for number in range(6, 10)]
    assert {*ends} <= {"base", "pantheon"} and "pantheon" in ends, ends


def test_whoever_can_win_does():
    start = TINY.setup(Opening({"Red": "", "Blue": ""}, {"goal": "10", "turns": "strict", "first": "Red"}))
    kinds = tuple(kind for kind in TINY.kinds if not kind.anytime)
    for player in (greedy, Careful(30)):
        for seed in range(5):
            here = Moment(TINY, kinds, start.but(total=8), "Red", random.Random(seed))
            assert written(player(here)) == {"step": "2"}


@pytest.mark.parametrize("key", ["rising-water", "life"])
def test_a_box_that_counts_nothing_has_no_player_with_sense(key, cli):
    game = found(key)
    assert cannot(game, Opening(dict.fromkeys(game.seats(2), ""), game.settled({}, 2)))
    for command in (["match"], ["simulate", "--by", "careful:4"], ["lab"], ["match", "--a", "random"]):
        assert f"{game.name} counts nothing before its end" in cli(
            "", command[0], key, *command[1:], "--games", "2", code=2
        )
    cli("simulate", key, "--games", "1", "--processes", "1")


@pytest.mark.parametrize(
    "key", ["mancala", "draughts", "nine-mens-morris", "backgammon", "crazy-eights", *shelf()]
)
def test_a_game_that_counts_something_is_played_with_sense(key):
    assert not blind(found(key))


def test_what_is_barred_is_done_only_where_there_is_nothing_else():
    start = TINY.setup(Opening({"Red": "", "Blue": ""}, {"goal": "10", "turns": "strict", "first": "Red"}))
    kinds = tuple(kind for kind in TINY.kinds if not kind.anytime)
    for by in ("random", "greedy", "careful:4"):
        for seed in range(8):
            here = Moment(TINY, kinds, start, "Red", random.Random(seed), barred=frozenset({"add"}))
            assert "add" not in {*used(named(by)(here))}
    add = tuple(kind for kind in kinds if kind.verb == "add")
    assert (
        named("greedy")(Moment(TINY, add, start, "Red", random.Random(1), barred=frozenset({"add"}))).verb
        == "add"
    )


def test_in_high_heavens_gods_come_from_a_hand_of_five():
    for step in steps_of("high-heavens", "greedy", 3, most=30):
        hands = step.moment.hands
        if isinstance(step.action, OF_HAND):
            assert step.moment.state.turn
        assert all(len(hand) <= 5 for hand in hands.hand.values())


def test_hands_that_are_guessed_keep_ones_own_and_change_nothing():
    step = steps_of("high-heavens", "greedy", 4, most=15)[-1]
    hands, seat = step.moment.hands, step.moment.seat
    before = {s: list(hand) for s, hand in hands.hand.items()}
    guesses = [hands.guessed(seat, random.Random(n)) for n in range(4)]
    other = next(s for s in before if s != seat)
    assert all(guess.hand[seat] == before[seat] for guess in guesses)
    assert len({tuple(sorted(guess.hand[other])) for guess in guesses}) > 1
    guesses[0].hand[other].clear()
    assert hands.hand == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_more_than_two_play_too(players):
    played = play(Task("heroball", 0, 5, ("random",), players))
    assert len(played.seats) == players and sum(played.won(seat) for seat in played.seats) == pytest.approx(1)


def test_a_match_swaps_the_seats_of_each_opening():
    tasks = match(Task("tiny", 0, 1, (), 2), "greedy", "random", 4)
    assert [task.by for task in tasks] == [("greedy", "random"), ("random", "greedy")] * 2
    game = shelf()["war-in-heaven"]
    starts = [began(game, replace(task, game="war-in-heaven")).options for task in tasks]
    assert starts[0] == starts[1] and starts[2] == starts[3]


@pytest.mark.parametrize(
    "words", ["", "clever", "greedy:3", "careful:0", "careful:-1s", "careful:nan", "careful:nans"]
)
def test_nobody_else_plays(words):
    with pytest.raises(ValueError, match="nobody who plays: random, greedy, careful"):
        named(words)


def test_a_win_is_worth_more_than_anything_and_a_shared_one_less():
    step = steps_of("war-in-heaven", "random", most=1)[0]
    over = step.after.finish(("Angels",), "end-table", "")
    both = step.after.finish(("Angels", "Demons"), "end-table", "")
    assert value(step.moment, over, "Angels") == 1000 == -value(step.moment, over, "Demons")
    assert (
        value(step.moment, both, "Angels")
        == 0
        == value(step.moment, step.after.finish((), "end-table", ""), "Angels")
    )


def test_a_box_in_toml_is_played_by_its_points():
    box = game((files("companion.boxes") / "shelf" / "five-dice.toml").read_text("utf-8"), "five-dice")
    start = box.setup(opening(box, random.Random(1), 2))
    one, other = start.seats
    who = dict.fromkeys(start.seats, named("random"))
    ends = [step.after for step in sitting(box, opening(box, random.Random(1), 2), who, "2")]
    scores = dict(ends[-1].over.scores)
    assert (
        box[ComputerPlay].worth(start, one) == 0
        and box[ComputerPlay].worth(ends[-1], one) == scores[one] - scores[other] != 0
    )


def test_lots_are_copied_as_a_whole():
    """Where each moment is kept, copying its lots number by number took a quarter of the time."""
    lots, plain = Lots("a"), random.Random("a")
    other = deepcopy(lots)
    assert [other.random() for _ in range(9)] == [plain.random() for _ in range(9)]
    assert lots.random() == random.Random("a").random(), "the first lots are where they were"
    took = {
        one: min(timeit.repeat(lambda one=one: deepcopy(one), number=20, repeat=5)) for one in (lots, plain)
    }
    assert took[lots] < took[plain] / 4
