"""The strengths that a game offers: by their matches, which ``make strengths`` plays."""

import random
from dataclasses import replace
from unittest.mock import Mock

import pytest

from companion.kernel.features import Origin
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves
from companion.players import absent, strengths
from companion.players.absent import Position, cannot, decided
from companion.players.games import found
from companion.players.moment import Moment
from companion.players.players import Careful
from companion.players.strengths import APART, RANDOM, MatchResult, matches, offered, record
from tests.strengths import playable
from tests.tiny import GAME as TINY


def test_a_strength_is_one_where_it_surely_won_enough() -> None:
    assert round(APART, 3) == 0.703, "150 Elo"
    for won, of, below, beats in [
        (9, 10, RANDOM, True),
        (8, 10, RANDOM, False),
        (31, 40, RANDOM, False),
        (29, 40, "novice", True),
        (28, 40, "novice", False),
        (3, 4, "novice", False),
        (0, 0, RANDOM, False),
    ]:
        assert MatchResult("greedy", below, RANDOM, won, of).beats is beats, (won, of, below)


def test_what_is_kept_is_a_ladder_of_each_game_that_the_phone_plays() -> None:
    """Each strength was tried against the strongest below it."""
    games = playable()
    assert set(strengths._all()) == set(games), "make strengths"
    for key, game in games.items():
        below = RANDOM
        result = matches(game)
        assert result
        for name, match in result.items():
            assert match.against == below, (key, name)
            below = name if match.beats else below
        assert [*offered(game)] and below == [*offered(game)][-1], key


def test_a_game_that_nobody_measured_offers_one_strength() -> None:
    """Somebody's own as well, even if it has the key of one on the shelf."""
    assert [*offered(TINY)] == ["adept"] and record(TINY, "adept") == ""
    mancala = found("mancala")
    own = mancala.having(replace(mancala[Origin], text="name = …"))
    assert [*offered(own)] == ["adept"]


@pytest.mark.parametrize("key", ["backgammon", "molkky", "darts-cricket"])
def test_the_phone_plays_nothing_in_which_it_would_say_what_came_of_a_throw(key: str) -> None:
    game = found(key)
    opening = Opening(dict.fromkeys(game.seats(2), ""), game.settled({}, 2))
    assert "the phone sees none of it" in cannot(game, opening)


def test_the_moves_of_a_turn_share_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first may take most of them; when others have moved, there are as many again."""
    clock, thought = [0.0], list[float]()

    def think(self: Careful, moment: Moment) -> object:
        thought.append(self.seconds)
        clock[0] += self.seconds
        return moment.thrown(moment.choices[0])

    monkeypatch.setattr(Careful, "__call__", think)
    monkeypatch.setattr(absent, "perf_counter", lambda: clock[0])
    game = found("war-in-heaven")
    opening = Opening(dict.fromkeys(game.seats(2), ""), game.settled({}, 2))
    table = Table.open(game, opening)
    turns, turn, last = dict[int, float](), 0, ""
    while len(thought) < 30:
        seat = table.state.to_act[0]
        turn += seat != last
        last = seat
        move = decided(Position.of(table, seat, "careful:8s", "a lot"))
        turns[turn] = turns.get(turn, 0.0) + thought[-1]
        table = table.say(seat, move.verb, move.given)
    assert max(turns.values()) < 8.5 and max(thought) == pytest.approx(0.6 * 8)
    assert len(turns) < 20, "turns of several moves"


@pytest.mark.parametrize("key", ["war-in-heaven", "draughts"])
def test_nobody_thinks_about_a_forced_move(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played or searched on, a move without a choice would take seconds for nothing."""
    game, rng = found(key), random.Random(3)
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    start = game.setup(Opening(dict.fromkeys(game.seats(2), ""), game.settled({}, 2)))
    states = [state for _, state in moves(game, start, rng) if not state.over]
    here = (Moment(game, kinds, state, state.to_act[0], rng) for state in states)
    forced = [moment for moment in here if len(moment.choices) == 1][:5]
    for name in ("companion.players.players.playout", "companion.players.tree.Tree._value"):
        monkeypatch.setattr(name, Mock(side_effect=AssertionError("thought about it")))
    assert forced
    for moment in forced:
        assert [*map(str, Careful(seconds=600.0).weighed(moment))] == [*map(str, moment.choices)]
