"""The legal moves of the boxes that are played on a board, counted and compared with those a page judges."""

import random
from collections import Counter

import pytest

from companion.boxes import shelf
from companion.kernel.action import Noun, answered, draft, legal, nouns, refusal
from companion.kernel.asking import Ask, ask, only_ways
from companion.kernel.simulate import moves
from companion.kernel.statistics import opening

ON_BOARDS = ("draughts", "nine-mens-morris", "mancala")


def setup(key):
    game = shelf.found(key)
    return game, game.setup(opening(game, random.Random(1), 2))


def perft(kinds, state, turns):
    """Return how many ways there are to play so many turns; a turn of several captures is one."""
    if not turns:
        return 1
    (seat,) = state.to_act
    after = [action.apply(state) for action in legal(kinds, state, (seat,))]
    return sum(perft(kinds, one, turns - (one.over is not None or one.to_act != (seat,))) for one in after)


@pytest.mark.parametrize(
    "key, turns, ways",
    [
        ("draughts", 4, 1_469),
        pytest.param("draughts", 6, 36_768, marks=pytest.mark.slow),
        ("nine-mens-morris", 2, 24 * 23),
        pytest.param("nine-mens-morris", 3, 24 * 23 * 22, marks=pytest.mark.slow),
    ],
)
def test_there_are_as_many_ways_to_play_as_published(key, turns, ways):
    """The numbers of English draughts are those of the perft tables that engines are checked with."""
    game, state = setup(key)
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    assert perft(kinds, state, turns) == ways


@pytest.mark.parametrize("key", ON_BOARDS)
def test_a_search_tries_every_answer_that_a_page_allows(key):
    game, state = setup(key)
    kinds = [kind for kind in game.kinds if not kind.anytime]
    narrowed = 0
    for n, (_, after) in enumerate(moves(game, state, random.Random(2))):
        if n % 5 == 0 and not after.over:
            (seat,) = after.to_act
            judged = {str(one) for one in legal(kinds, after, (seat,))}
            assert judged == {str(one) for kind in kinds for one in every(after, draft(kind, seat, {}))}
            narrowed += 1
    assert narrowed > 5


def every(state, made):
    """Each legal action that goes on from here, every option of every question judged."""
    if refusal(state, made) is not None:
        return
    field = next((field for field in nouns(type(made)) if field not in made.__dict__), None)
    if field is None:
        yield made
        return
    noun = nouns(type(made))[field]
    assert isinstance(noun, Noun)
    for name in noun.options(state, made):
        yield from every(state, answered(made, field, name))


def test_a_place_that_one_piece_alone_can_reach_is_a_move():
    """What is offered in one tap is every place that just one legal move leads to, with the piece it is."""
    game, state = setup("draughts")
    kinds = [kind for kind in game.kinds if not kind.anytime]
    offered = 0
    for _, after in moves(game, state, random.Random(4)):
        for kind in kinds if not after.over else ():
            (seat,) = after.to_act
            led = [(one.which, one.place) for one in legal([kind], after, (seat,))]
            question = ask(kind, after, seat, {}) if led else None
            if isinstance(question, Ask) and question.field == "which":
                places = Counter(place for _, place in led)
                lone = {place: ("place", which) for which, place in led if places[place] == 1}
                assert only_ways(question, after) == lone
                offered += len(lone)
    assert offered > 50
