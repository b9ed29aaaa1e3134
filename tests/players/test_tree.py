"""Searches of the answers to a move: what they find, how they end, and how well they play."""

import random
from dataclasses import replace
from itertools import product
from math import copysign, inf

import pytest

from companion.kernel.action import draft, nouns, refusal
from companion.kernel.features import ComputerPlay
from companion.kernel.simulate import moves, to_act
from companion.kernel.statistics import opening
from companion.players.games import Task, found, play
from companion.players.match import match, share
from companion.players.moment import ALL, WON, Moment
from companion.players.strengths import STRENGTHS
from companion.players.tree import BEYOND, EXCHANGE, SOONER, TAKEN, Tree
from tests.bench import kalah

SEARCHED = ("draughts", "nine-mens-morris", "mancala")


def moments(key, seed, each):
    """Some moments of a random game, as the seat to act sees them."""
    game = found(key)
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    rng = random.Random(seed)
    for n, (_, state) in enumerate(moves(game, game.setup(opening(game, rng, 2)), rng)):
        if n % each == 0 and not state.over:
            yield Moment(game, kinds, state, to_act(state, rng), rng)


@pytest.mark.parametrize("key", SEARCHED)
def test_the_choices_are_what_no_rule_refuses_and_are_judged_once(key, monkeypatch):
    monkeypatch.setattr(Moment, "allows", lambda *_: pytest.fail("judged again"))
    for here in moments(key, 3, 6):
        allowed = set()
        for kind in here.kinds:
            asks = nouns(kind)
            answers = product(
                *[noun.options(here.state, draft(kind, here.seat, {})) for noun in asks.values()]
            )
            whole = [draft(kind, here.seat, dict(zip(asks, names, strict=True))) for names in answers]
            allowed |= {action for action in whole if refusal(here.state, action) is None}
        assert {*here.choices} == allowed


def plain(tree, node, turns, beyond):
    """Return the value of a moment as every line of the search says it, none of them left out."""
    if node.state.over:
        return node.worth
    after = [child for _, child in tree._looked_at(node)]
    values = []
    for child in after:
        if beyond and (child.mine == node.mine or len(after) == 1):
            value = plain(tree, child, turns, beyond - 1)
        elif turns > 1:
            value = plain(tree, child, turns - 1, beyond)
        elif beyond >= EXCHANGE and abs(child.worth - node.worth) >= TAKEN:
            value = plain(tree, child, turns - 1, beyond - EXCHANGE)
        else:
            value = child.worth
        values.append(value - copysign(SOONER, value) if abs(value) > WON / 2 else value)
    return max(values) if node.mine else min(values)


@pytest.mark.parametrize("key, each", [("draughts", 17), ("nine-mens-morris", 30), ("mancala", 7)])
def test_what_is_left_out_of_a_search_changes_nothing(key, each):
    for moment in moments(key, 3, each):
        tree, other = Tree(moment), Tree(moment)
        top = tree._node(moment.state)
        value = tree._value(top, 2, BEYOND, -inf, inf)
        assert value == pytest.approx(plain(other, other._node(moment.state), 2, BEYOND), abs=SOONER * BEYOND)


@pytest.mark.parametrize("key", SEARCHED)
def test_equal_moments_are_one_and_others_are_not(key):
    """Two orders of the same moves meet; whose turn it is and what was moved keep moments apart."""
    game = found(key)
    same = game[ComputerPlay].same
    keys = set()
    for moment in moments(key, 5, 1):
        here = replace(moment, looked_at=ALL)
        after = [moment.after(action) for action in here.choices]
        assert len({same(state) for state in after}) == len(after)
        keys.add(same(moment.state))
    assert len(keys) > 10


def test_a_search_out_of_time_answers_still():
    (moment, *_) = moments("draughts", 1, 10)
    assert set(map(str, Tree(moment, until=0.0).ranked())) == set(map(str, moment.choices))


def test_nobody_searches_where_chance_has_a_say(cli):
    assert "nobody searches every answer" in cli("match war-in-heaven --a search:2 --games 2", code=2)


@pytest.mark.slow
@pytest.mark.parametrize("key", SEARCHED)
def test_a_novice_beats_chance(key):
    """All of six games: of forty it may lose one in five, and of these it lost none."""
    novice = STRENGTHS["novice"].plays(found(key))
    assert share([play(task) for task in match(Task(key, 0, 7, ()), novice, "random", 6)]).won == 6


def test_who_plays_mancala_in_the_bench_sows_as_the_box_does():
    for moment in moments("mancala", 11, 1):
        for action in moment.choices:
            after = moment.after(action)
            sown, again = kalah.sown(kalah.seeds_of(moment.state), kalah.PITS[moment.seat].index(action.pit))
            if after.over:
                assert not any(sown[:6]) and not any(sown[7:13])
            else:
                assert again is (after.to_act[0] == moment.seat)
                assert kalah.seeds_of(after) == (sown if again else sown[7:] + sown[:7])
